package records

import "strings"

// MaxLine is the most bytes of a line, and of a record of values.
const MaxLine = 1 << 20

// Lines parts a text into lines, without the line breaks and the mark of byte order that
// it may begin with. Besides what it is given it holds one line.
type Lines struct {
	// Take is called with each line in its order. Of one with more than [MaxLine] bytes
	// there is nothing, and long is true.
	Take func(line string, long bool)
	N    int // number of the last line, from 1

	part []byte // of a line
	long bool   // it is too long
}

// Write reads a piece of the text. It takes time in proportion to the piece, and at most
// that of one line more. The lines lie in one copy of the piece.
func (l *Lines) Write(piece []byte) { l.WriteString(string(piece)) }

// WriteString is Write of a string, which is not copied.
func (l *Lines) WriteString(piece string) {
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

// Close reads the last line, if no break ends it.
func (l *Lines) Close() {
	if len(l.part) > 0 || l.long {
		l.end(string(l.part))
	}
}

// end takes a line.
func (l *Lines) end(line string) {
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
