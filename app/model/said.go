package model

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
)

// longestSaid is the longest line of output, in bytes, that is said whole.
const longestSaid = 200

// result says in a sentence what came of a call: a read with its cost, else what
// was done or printed. What was refused is told where it is shown, unless that is
// the log.
func (u *update) result(w page.Pending, a host.Answer, err *base.Error) {
	i := slices.IndexFunc(u.Work.Log, func(e LogEntry) bool { return e.Seq == a.Seq })
	sizes, garbage := host.AnswerOf[*engine.TableSizes](a), host.AnswerOf[*engine.Collection](a)
	switch {
	case garbage != nil:
		u.collected(garbage)
	case sizes != nil:
		u.tellCode("said-sizes", sizes.Table, page.Digits(sizes.Total.Plain), page.Digits(sizes.Total.Packed))
	case i < 0:
		if err == nil {
			u.arranged(w.Call)
		}
	case err != nil:
		if !u.Work.Grid.Asked(a.Seq) && !u.Work.Schema.Asked(a.Seq) && !u.Files.Asked(a.Seq) && !u.Work.Recipe.Asked(a.Seq) {
			u.tell(Saying{Err: err, Line: u.Work.Log[i].Line})
			if u.Work.Log[i].Back {
				u.tellCode("script-back")
			}
		}
	case a.Reply != nil:
		u.printed(u.Work.Log[i], a.Reply)
	}
}

// arranged says what was done by a call that has no place in the log. The timeline
// tells itself where it has gone.
func (u *update) arranged(c host.Call) {
	switch c := c.(type) {
	case host.Reset:
		u.tellCode("said-reset")
	case host.Execute:
		switch r := c.Request.(type) {
		case engine.Checkpoint:
			u.tellCode("said-checkpoint", r.Name)
		case engine.DropCheckpoint:
			u.tellCode("said-checkpoint-gone", r.Name)
		case engine.Workload:
			u.tellCode("said-queries", strconv.Itoa(len(r.Queries)))
		case engine.Advance:
			u.tellCode("said-clock", strconv.FormatInt(int64(r.By/(3600*1e6)), 10))
		}
	}
}

// printed says what a command, or a script, came to.
func (u *update) printed(e LogEntry, r *engine.Reply) {
	commands := e.Commands
	if commands > 1 {
		u.tellCode("said-script", strconv.Itoa(commands))
	}
	note, text, lines := (*engine.Line)(nil), "", 0
	for _, l := range r.Output {
		switch {
		case l.Kind == engine.LineNote && note == nil:
			note = &l
		case l.Kind == engine.LineText && strings.TrimSpace(l.Text) != "":
			for _, one := range strings.Split(strings.Trim(l.Text, "\n"), "\n") {
				if e.Dialect == engine.HBase && isEcho(one) {
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
		u.tellCode("said-read", page.Digits(s.RowsScanned), page.Digits(s.RowsReturned), r.Read.Table)
		if lines == 1 && len(text) < 20 {
			u.tell(Saying{Text: text})
		}
	case commands > 1:
	case note != nil:
		u.tell(Saying{Note: note})
	case lines == 1 && len(text) <= longestSaid:
		u.tell(Saying{Text: text})
	case lines > 0:
		u.tellCode("said-lines", strconv.Itoa(lines))
	default:
		u.tellCode("said-done")
	}
}

// isEcho reports whether a line is one that the HBase shell prints behind every
// result: how long it took, and what Ruby has of it.
func isEcho(line string) bool {
	return strings.HasPrefix(line, "Took ") || strings.HasPrefix(line, "=> ")
}

// collected says what collecting garbage removed, or would.
func (u *update) collected(c *engine.Collection) {
	switch {
	case c.Cells() == 0:
		u.tellCode("garbage-none")
	case c.Removed:
		u.tellCode("garbage-gone", page.Digits(c.Cells()), page.Digits(c.Bytes()))
	default:
		u.tellCode("garbage-found", page.Digits(c.Cells()), page.Digits(c.Bytes()))
	}
}
