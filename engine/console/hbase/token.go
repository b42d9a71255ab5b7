package hbase

import (
	"tabletop/engine/console"
	"tabletop/engine/console/token"
)

// tokens divides a line into tokens as [Parse] reads it. They cover the line in order
// without gaps, and none is empty. A line of more than [console.MaxLine] bytes is one bad
// token.
func tokens(line string) []token.Token {
	if line == "" {
		return nil
	}
	if len(line) > console.MaxLine {
		return []token.Token{{Kind: token.Bad, Pos: 0, End: len(line)}}
	}
	p := parse(line)
	var words []token.Token
	for i, t := range p.tokens {
		words = append(words, token.Token{Kind: p.kinds[i], Pos: t.pos, End: t.end})
	}
	return token.FillGaps(len(line), words)
}

// SplitScript divides pasted text into commands. A newline within quotes or brackets, or
// after a comma or =>, does not end a command. Lines without a command are left out.
func SplitScript(text string) []token.ScriptCommand {
	lines := token.ScriptCommands{Script: text}
	l := lexer{text: text}
	start, end, depth, more := -1, 0, 0, false
	flush := func() {
		if start >= 0 {
			lines.Add(start, end)
		}
		start, depth, more, l.begun = -1, 0, false, false
	}
	for {
		t := l.next()
		switch t.lexeme {
		case lexEnd:
			flush()
			return lines.List
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
