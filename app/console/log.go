package console

import (
	"slices"
	"strings"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console/dialects"
	"tabletop/engine/console/token"
)

// maxLines is the most lines that an entry of the log shows; of more it shows the
// first and the last.
const maxLines = 400

// cutLines returns what an entry of the log shows of its lines, and how many it
// leaves out in the middle.
func cutLines(lines []engine.Line) (shown []engine.Line, cut int) {
	if cut = len(lines) - maxLines; cut <= 0 {
		return lines, 0
	}
	return slices.Concat(lines[:maxLines/2], lines[len(lines)-maxLines/2:]), cut
}

// Ended puts what a call came to into its place in the log, and what an entered script did not
// come to into the console again.
func Ended(u *page.Update, c host.Call, a host.Answer) {
	i := u.Work.Logged(a.Seq)
	if i < 0 {
		return
	}
	u.Work.Log = slices.Clone(u.Work.Log)
	e := &u.Work.Log[i]
	e.Done, e.Err = true, page.Failure(a)
	if a.Reply == nil {
		return
	}
	e.Lines, e.Cut = cutLines(a.Reply.Output)
	if strings.Contains(e.Input, "\n") {
		e.Line = a.Reply.ErrLine
	}
	if run, ok := c.(host.Execute); ok && e.Err != nil && e.Input != "" {
		if typed, ok := run.Request.(engine.Console); ok {
			e.Back = giveBack(u, typed, a.Reply.ErrLine, e.Err)
		}
	}
}

// giveBack puts what an entered script did not come to into the console again, if nothing else
// is there: the refused command first, marked. It reports whether it did.
func giveBack(u *page.Update, script engine.Console, line int, err *base.Error) bool {
	lines := dialects.Of(script.Dialect).Split(script.Text)
	i := slices.IndexFunc(lines, func(l token.Line) bool { return l.Number == line })
	if i < 0 || len(lines) < 2 || u.Work.Input != "" || script.Dialect != u.Work.Dialect {
		return false
	}
	from, to := 0, len(lines[i].Text)
	if 0 <= err.Pos && err.Pos < err.End && err.End <= to {
		from, to = err.Pos, err.End
	}
	u.Write(script.Text[lines[i].Pos:])
	u.Do(page.MarkError{ID: page.ElementConsole, Text: u.Work.Input, From: from, To: to, Err: err})
	return true
}

// Restarted says of what had no answer that it has none.
func Restarted(u *page.Update) {
	for i, e := range u.Work.Log {
		if !e.Done {
			u.Work.Log = slices.Clone(u.Work.Log)
			u.Work.Log[i].Done, u.Work.Log[i].Err = true, base.Refuse(base.CodeRestarted)
		}
	}
}
