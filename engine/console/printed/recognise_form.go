package printed

import "strings"

// looked is the number of bytes of a text in which its form is recognised.
const looked = 64 << 10

// RecogniseForm returns the form of a text by its beginning. ok is false if no console has
// printed it.
func RecogniseForm(text string) (form OutputForm, ok bool) {
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
