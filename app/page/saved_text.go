package page

import (
	"strconv"
	"strings"
)

// SavedTextEntry is a text that the browser keeps. Group is for instance a workspace, and
// has no blanks; Name is unique in its group.
type SavedTextEntry struct{ Group, Name, Text string }

// ParseSavedTexts reads the result of [FormatSavedTexts]. It ignores damaged lines, and keeps
// the last most texts.
func ParseSavedTexts(kept string, most int) (all []SavedTextEntry) {
	for line := range strings.Lines(kept) {
		of, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		quoted, _ := strconv.QuotedPrefix(rest)
		name, badName := strconv.Unquote(quoted)
		text, badText := strconv.Unquote(strings.TrimPrefix(rest[len(quoted):], " "))
		if badName == nil && badText == nil && of != "" && name != "" {
			all = append(all, SavedTextEntry{Group: of, Name: name, Text: text})
		}
	}
	return all[max(0, len(all)-most):]
}

// FormatSavedTexts writes each text on a line: its Of, and its Name and Text as Go strings.
func FormatSavedTexts(all []SavedTextEntry) string {
	var b strings.Builder
	for _, k := range all {
		b.WriteString(k.Group + " " + strconv.Quote(k.Name) + " " + strconv.Quote(k.Text) + "\n")
	}
	return b.String()
}
