package printed

import "strings"

// looked is how much of a text is looked at to tell its form.
const looked = 64 << 10

// Recognise returns the form of a text that begins so, if it is one that a console
// printed.
func Recognise(text string) (form Form, ok bool) {
	for line := range strings.Lines(text[:min(len(text), looked)]) {
		line = strings.TrimRight(line, "\r\n ")
		head, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		cell := strings.HasPrefix(line, " ") && strings.Contains(line, valueMark)
		switch {
		case line == rule:
			return CBT, true
		case head == "ROW" && rest == "COLUMN+CELL", cell && strings.Contains(line, " "+columnMark):
			return Scan, true
		case head == "COLUMN" && rest == "CELL", cell && strings.Contains(line, " "+timeMark):
			return Get, true
		}
	}
	return 0, false
}
