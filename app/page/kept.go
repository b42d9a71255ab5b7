package page

import (
	"strconv"
	"strings"
)

// SavedText is a text that is kept under a name, of a workspace or of a kind of thing.
type SavedText struct{ Of, Name, Text string }

// ParseSavedTexts reads what [FormatSavedTexts] has written. It leaves out lines that are damaged, and the
// first ones where there are more than most.
func ParseSavedTexts(kept string, most int) (all []SavedText) {
	for line := range strings.Lines(kept) {
		of, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		quoted, _ := strconv.QuotedPrefix(rest)
		name, badName := strconv.Unquote(quoted)
		text, badText := strconv.Unquote(strings.TrimPrefix(rest[len(quoted):], " "))
		if badName == nil && badText == nil && of != "" && name != "" {
			all = append(all, SavedText{Of: of, Name: name, Text: text})
		}
	}
	return all[max(0, len(all)-most):]
}

// FormatSavedTexts writes each on a line: what it is of, which has no blank, and in quotes the name
// and the text.
func FormatSavedTexts(all []SavedText) string {
	var b strings.Builder
	for _, k := range all {
		b.WriteString(k.Of + " " + strconv.Quote(k.Name) + " " + strconv.Quote(k.Text) + "\n")
	}
	return b.String()
}
