package records

import (
	"bytes"
	"strings"
)

// standing reports how objects stand in a text that begins so: in parts, or a line each.
// Known is false where more of the text is needed to tell.
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

// parts parts a text of JSON into the members of an array, or into objects that follow each
// other. It holds one of them.
type parts struct {
	// take is called with each part and the line that it begins in. Of one with more than
	// [MaxLine] bytes there is nothing, and long is true.
	take func(line int, text string, long bool)

	line    int // that is read, from 1
	inside  bool
	text    []byte // of the part that is open
	first   int    // line that it begins in
	depth   int    // brackets that are open in it
	quoted  bool
	escaped bool
	long    bool
}

// write reads a piece of the text.
func (p *parts) write(piece string) {
	from := 0 // of what belongs to the part that is open
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
			if p.depth--; p.depth < 0 { // the array ends behind a value that is no object
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

// between reports whether a byte stands between two parts.
func (p *parts) between(c byte) bool {
	if c == '[' && !p.inside {
		p.inside = true
		return true
	}
	return bytes.IndexByte([]byte(" \t\r\n,]\xef\xbb\xbf"), c) >= 0
}

// add adds bytes to the part that is open.
func (p *parts) add(text string) {
	if p.long = p.long || len(p.text)+len(text) > MaxLine; p.long {
		p.text = p.text[:0]
		return
	}
	p.text = append(p.text, text...)
}

// end hands on the part that is open.
func (p *parts) end() {
	p.take(p.first, string(p.text), p.long)
	p.text, p.first, p.depth, p.quoted, p.escaped, p.long = p.text[:0], 0, 0, false, false, false
}

// close reads the end of the text.
func (p *parts) close() {
	if p.first > 0 {
		p.end()
	}
}
