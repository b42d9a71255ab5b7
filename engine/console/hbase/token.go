package hbase

import "tabletop/engine/console/cbt"

// Tokens returns what a line is made of, as [Parse] reads it: the tokens cover it,
// in order, none of them empty. A line over [MaxLine] is one bad token.
func Tokens(line string) []cbt.Token {
	if line == "" {
		return nil
	}
	if len(line) > MaxLine {
		return []cbt.Token{{Kind: cbt.Bad, Pos: 0, End: len(line)}}
	}
	p := parse(line)
	var out []cbt.Token
	at := 0
	add := func(kind cbt.Kind, end int) {
		if n := len(out); n > 0 && out[n-1].Kind == kind && kind == cbt.Space {
			out[n-1].End = end
		} else if at < end {
			out = append(out, cbt.Token{Kind: kind, Pos: at, End: end})
		}
		at = end
	}
	for i, t := range p.tokens {
		if at < t.pos {
			add(cbt.Space, t.pos)
		}
		add(p.kinds[i], t.end)
	}
	if at < len(line) {
		add(cbt.Space, len(line))
	}
	return out
}

// SplitScript splits pasted text into commands. A newline inside quotes or
// brackets, or behind a comma or =>, does not end a command; lines that hold none
// are left out.
func SplitScript(text string) []cbt.Line {
	var lines []cbt.Line
	l := lexer{text: text}
	number, counted := 1, 0
	start, end, depth, more := -1, 0, 0, false
	flush := func() {
		if start >= 0 {
			for ; counted < start; counted++ {
				if text[counted] == '\n' {
					number++
				}
			}
			lines = append(lines, cbt.Line{Text: text[start:end], Number: number, Pos: start})
		}
		start, depth, more, l.begun = -1, 0, false, false
	}
	for {
		t := l.next()
		switch t.lexeme {
		case lexEnd:
			flush()
			return lines
		case lexNewline:
			if depth == 0 && !more {
				flush()
			}
			continue
		case lexComment:
			if start >= 0 {
				end = t.end
			}
			continue
		}
		if start < 0 {
			start = t.pos
		}
		end = t.end
		more = t.lexeme == lexPunct && (t.text == "," || t.text == "=>")
		if t.lexeme == lexPunct {
			switch t.text {
			case "[", "{":
				depth++
			case "]", "}":
				depth = max(depth-1, 0)
			}
		}
	}
}
