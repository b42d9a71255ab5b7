package model

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
)

// longestSaid is the longest line of output, in bytes, that is said whole.
const longestSaid = 200

// Said is what a screen reader is told.
type Said struct {
	N     uint64 // another one each time, also when the same is said again
	Parts []Saying
}

// Saying is a part of it: the page's own text for Code, or a note of the engine,
// or what was refused, or plain text.
type Saying struct {
	Code string
	Args []string
	Note *engine.Line
	Err  *base.Error
	Line int // of Err in a script of several lines, else 0
	Text string

	Cell      *HeatAt // what is under the cursor of a heat map
	Diagnosis *HeatAt // what a heat map looks like
}

// tell tells a screen reader one thing more of this message.
func (u *update) tell(s Saying) { u.saying = append(u.saying, s) }

// tellAll hands on what there is to be told.
func (u *update) tellAll() {
	if len(u.saying) > 0 {
		u.Said = Said{N: u.Said.N + 1, Parts: u.saying}
	}
}

// tellCode says one of the page's own texts.
func (u *update) tellCode(code string, args ...string) { u.tell(Saying{Code: code, Args: args}) }

// result says in a sentence what came of a call: a read with its cost, else what
// was done or printed. What was refused is told where it is shown, unless that is
// the log.
func (u *update) result(w waiting, a host.Answer, err *base.Error) {
	i := slices.IndexFunc(u.Work.Log, func(e LogEntry) bool { return e.Seq == a.Seq })
	sizes, garbage := host.AnswerOf[*engine.TableSizes](a), host.AnswerOf[*engine.Collection](a)
	switch {
	case garbage != nil:
		u.collected(garbage)
	case sizes != nil:
		u.tellCode("said-sizes", sizes.Table, number(sizes.Total.Plain), number(sizes.Total.Packed))
	case i < 0:
		if err == nil {
			u.arranged(w.call)
		}
	case err != nil:
		if a.Seq != u.Work.Grid.wrote && a.Seq != u.Work.Schema.sent && a.Seq != u.Work.Making.sent {
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
	case host.Run:
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
		u.tellCode("said-read", number(s.RowsScanned), number(s.RowsReturned), r.Read.Table)
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
		u.tellCode("garbage-gone", number(c.Cells()), number(c.Bytes()))
	default:
		u.tellCode("garbage-found", number(c.Cells()), number(c.Bytes()))
	}
}

// details tells what a cell or a row holds, if the reader has asked for that.
func (u *update) details(p *engine.Peeked) {
	g := &u.Work.Grid
	if !g.tells || p.Row != g.Cursor.Key || (Column{p.Family, p.Qualifier}) != g.Cursor.Column {
		return
	}
	g.tells = false
	switch {
	case p.Family == "":
		u.tellCode("row-holds", number(p.Cells), number(p.Bytes), strconv.Itoa(len(p.Row)))
	case p.Cells == 0:
		u.tellCode("cell-none")
	default:
		u.tellCode("cell-holds", number(p.Cells), number(p.Bytes))
	}
}

func number(n int64) string { return strconv.FormatInt(n, 10) }
