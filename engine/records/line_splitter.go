package records

import "strings"

// MaxLine is the largest number of bytes of a line, and of a record of values.
const MaxLine = 1 << 20

// LineSplitter divides a text into lines, without line breaks and without a byte order mark at
// the beginning. It keeps at most one line in memory.
type LineSplitter struct {
	// Take is called with each line, in order. If a line has more than [MaxLine] bytes, line
	// is empty and long is true.
	Take func(line string, long bool)
	N    int // number of the last line, counted from 1

	part []byte // the beginning of a line that is not complete
	long bool   // that line is too long
}

// Write reads the next piece of the text. Its time is proportional to the piece and at
// most one line more. It copies the piece once; the lines refer to the copy.
func (l *LineSplitter) Write(piece []byte) { l.WriteString(string(piece)) }

// WriteString is Write for a string, which is not copied.
func (l *LineSplitter) WriteString(piece string) {
	for text := piece; ; {
		end := strings.IndexByte(text, '\n')
		line := text[:max(end, 0)]
		if end < 0 {
			line = text
		}
		if len(l.part)+len(line) > MaxLine {
			l.long, l.part, line = true, l.part[:0], ""
		}
		if end < 0 {
			l.part = append(l.part, line...)
			return
		}
		if len(l.part) > 0 {
			l.part = append(l.part, line...)
			line = string(l.part)
		}
		l.end(line)
		text = text[end+1:]
	}
}

// EndText ends the text. It passes on the last line if no line break ends it.
func (l *LineSplitter) EndText() {
	if len(l.part) > 0 || l.long {
		l.end(string(l.part))
	}
}

// end passes on a complete line.
func (l *LineSplitter) end(line string) {
	long := l.long
	if line = strings.TrimSuffix(line, "\r"); long {
		line = ""
	}
	if l.N++; l.N == 1 {
		line = strings.TrimPrefix(line, "\ufeff")
	}
	l.part, l.long = l.part[:0], false
	l.Take(line, long)
}
