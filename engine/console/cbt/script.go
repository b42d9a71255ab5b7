package cbt

// Line is one command of a script, with the comment behind it if any.
type Line struct {
	Text   string // script[Pos : Pos+len(Text)], for [Parse]
	Number int    // of the line it begins on, from 1
	Pos    int    // its first byte in the script
}

// SplitScript splits pasted text into commands, one a line. A newline inside
// quotes or behind a backslash does not end a command; lines that hold none are
// left out.
func SplitScript(text string) []Line {
	var lines []Line
	l := lexer{text: text, newlines: true}
	number, counted := 1, 0
	start, end := -1, 0
	flush := func() {
		if start >= 0 {
			number += newlines(text[counted:start])
			counted = start
			lines = append(lines, Line{text[start:end], number, start})
		}
		start = -1
	}
	for {
		switch l.next() {
		case itemWord:
			if start < 0 {
				start = l.pos
			}
			end = l.end
		case itemComment:
			if start >= 0 {
				end = l.end
			}
		case itemNewline:
			flush()
		case itemEnd:
			flush()
			return lines
		}
	}
}

// Words returns the words of a line, as a shell would hand them to the tool.
func Words(line string) (words []string) {
	l := lexer{text: line}
	for it := l.next(); it != itemEnd; it = l.next() {
		if it == itemWord {
			words = append(words, l.word.text)
		}
	}
	return words
}

func newlines(s string) (n int) {
	for i := range len(s) {
		if s[i] == '\n' {
			n++
		}
	}
	return n
}
