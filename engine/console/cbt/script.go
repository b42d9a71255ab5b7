package cbt

import "tabletop/engine/console/token"

// SplitScript divides pasted text into commands, one in each line. A newline within quotes
// or after a backslash does not end a command. Lines without a command are left out.
func SplitScript(text string) []token.ScriptCommand {
	lines := token.ScriptCommands{Script: text}
	l := lexer{text: text, newlines: true}
	start, end := -1, 0
	flush := func() {
		if start >= 0 {
			lines.Add(start, end)
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
			return lines.List
		}
	}
}

// SplitWords returns the words of a line as a shell would pass them to the tool.
func SplitWords(line string) (words []string) {
	l := lexer{text: line}
	for it := l.next(); it != itemEnd; it = l.next() {
		if it == itemWord {
			words = append(words, l.word.text)
		}
	}
	return words
}
