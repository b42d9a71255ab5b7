package records

import (
	"bytes"
	"strings"
)

// standing reports whether objects are in parts over several lines, or one in each line.
// head is the beginning of the text; known is false if it is too short to decide.
func standing(head []byte) (inParts, known bool) {
	text := strings.TrimLeft(strings.TrimPrefix(string(head), "\ufeff"), " \t\r\n")
	switch {
	case text == "", strings.HasPrefix("\ufeff", string(head)):
		return false, false
	case text[0] == '[':
		return true, true
	case text[0] != '{':
		return false, true
	}
	text = strings.TrimLeft(text[1:], " \t\r")
	return text != "" && text[0] == '\n', text != ""
}

// parts divides JSON text into the elements of an array, or into objects that follow each
// other. It keeps one of them in memory.
type parts struct {
	// take is called with each part and the line in which it begins. If a part has more than
	// [MaxLine] bytes, text is empty and long is true.
	take func(line int, text string, long bool)

	line    int    // the current line, counted from 1
	inside  bool   // the bracket of the array has been read
	text    []byte // the current part so far
	first   int    // line in which it begins; 0 if there is no current part
	depth   int    // number of open brackets in it
	quoted  bool   // within a string
	escaped bool   // after a backslash within a string
	long    bool   // the part is too long
}

// write reads the next piece of the text.
func (p *parts) write(piece string) {
	from := 0 // beginning of the current part in this piece
	for i := range len(piece) {
		c := piece[i]
		if c == '\n' {
			p.line++
		}
		switch {
		case p.first == 0:
			if p.between(c) {
				continue
			}
			from = i
			p.first = p.line
		case p.quoted:
			p.quoted, p.escaped = c != '"' || p.escaped, c == '\\' && !p.escaped
			continue
		}
		switch c {
		case '"':
			p.quoted = true
		case '{', '[':
			p.depth++
		case '}', ']':
			if p.depth--; p.depth < 0 { // the array ends after a value that is not an object
				p.add(piece[from:i])
				p.end()
			} else if p.depth == 0 {
				p.add(piece[from : i+1])
				p.end()
			}
		case ',':
			if p.depth == 0 {
				p.add(piece[from:i])
				p.end()
			}
		}
	}
	if p.first > 0 {
		p.add(piece[from:])
	}
}

// between reports whether a byte between two parts is to be skipped.
func (p *parts) between(c byte) bool {
	if c == '[' && !p.inside {
		p.inside = true
		return true
	}
	return bytes.IndexByte([]byte(" \t\r\n,]\xef\xbb\xbf"), c) >= 0
}

// add adds text to the current part.
func (p *parts) add(text string) {
	if p.long = p.long || len(p.text)+len(text) > MaxLine; p.long {
		p.text = p.text[:0]
		return
	}
	p.text = append(p.text, text...)
}

// end passes on the current part.
func (p *parts) end() {
	p.take(p.first, string(p.text), p.long)
	p.text, p.first, p.depth, p.quoted, p.escaped, p.long = p.text[:0], 0, 0, false, false, false
}

// close ends the text.
func (p *parts) close() {
	if p.first > 0 {
		p.end()
	}
}
