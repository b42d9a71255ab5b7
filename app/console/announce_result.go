package console

import (
	"strconv"
	"strings"

	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/console/dialects"
)

// longestSaid is the longest line of output, in bytes, that a screen reader is told in full.
const longestSaid = 200

// AnnounceResult tells a screen reader the result of a command or script: for a read the counts of
// rows, otherwise a note of the engine, the only line of output, or the number of lines.
func AnnounceResult(u *page.Update, e page.ConsoleLogEntry, r *engine.Reply) {
	commands := e.Commands
	if commands > 1 {
		u.AnnounceSentence("said-script", strconv.Itoa(commands))
	}
	// Find the first note, the first line of text, and the number of lines.
	note, text, lines := (*engine.OutputLine)(nil), "", 0
	for _, l := range r.Output {
		switch {
		case l.Kind == engine.LineNote && note == nil:
			note = &l
		case l.Kind == engine.LineText && strings.TrimSpace(l.Text) != "":
			for _, one := range strings.Split(strings.Trim(l.Text, "\n"), "\n") {
				if dialects.ByID(e.Dialect).Echoes && isEcho(one) {
					continue
				}
				if lines++; lines == 1 {
					text = strings.TrimSpace(one)
				}
			}
		}
	}
	switch {
	case r.Read != nil:
		s := r.Read.Stats
		u.AnnounceSentence("said-read", page.FormatInt(s.RowsScanned), page.FormatInt(s.RowsReturned), r.Read.Table)
		if lines == 1 && len(text) < 20 {
			u.Announce(page.AnnouncementPart{Text: text})
		}
	case commands > 1:
	case note != nil:
		u.Announce(page.AnnouncementPart{Note: note})
	case lines == 1 && len(text) <= longestSaid:
		u.Announce(page.AnnouncementPart{Text: text})
	case lines > 0:
		u.AnnounceSentence("said-lines", strconv.Itoa(lines))
	default:
		u.AnnounceSentence("said-done")
	}
}

// isEcho reports whether a line is one of those that the HBase shell prints after every
// result: the time it took, and the value for Ruby.
func isEcho(line string) bool {
	return strings.HasPrefix(line, "Took ") || strings.HasPrefix(line, "=> ")
}
