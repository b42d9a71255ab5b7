package console

import (
	"slices"
	"strings"

	"tabletop/app/dialect"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
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

// Answered puts what a call came to into its place in the log, and what an entered
// script did not come to into the console again.
func Answered(u *page.Turn, w page.Pending, a host.Answer, err *base.Error) {
	i := slices.IndexFunc(u.Work.Log, func(e page.LogEntry) bool { return e.Seq == a.Seq })
	if i < 0 {
		return
	}
	log := slices.Clone(u.Work.Log)
	log[i].Done, log[i].Err = true, err
	if a.Reply != nil {
		log[i].Lines, log[i].Cut = cutLines(a.Reply.Output)
		if strings.Contains(log[i].Input, "\n") {
			log[i].Line = a.Reply.ErrLine
		}
	}
	u.Work.Log = log
	giveBack(u, w, a, err)
}

// giveBack puts what an entered script did not come to into the console again, if
// nothing else is there: the refused command first, marked.
func giveBack(u *page.Turn, w page.Pending, a host.Answer, err *base.Error) {
	if w.Running != "running-script" || err == nil || a.Reply == nil || u.Work.Input != "" {
		return
	}
	typed := w.Call.(host.Execute).Request.(engine.Console)
	lines := dialect.Of(typed.Dialect).Split(typed.Text)
	i := slices.IndexFunc(lines, func(l token.Line) bool { return l.Number == a.Reply.ErrLine })
	if i < 0 || typed.Dialect != u.Work.Dialect {
		return
	}
	if e := slices.IndexFunc(u.Work.Log, func(e page.LogEntry) bool { return e.Seq == a.Seq }); e >= 0 {
		u.Work.Log = slices.Clone(u.Work.Log)
		u.Work.Log[e].Back = true
	}
	from, to := 0, len(lines[i].Text)
	if 0 <= err.Pos && err.Pos < err.End && err.End <= to {
		from, to = err.Pos, err.End
	}
	u.Write(typed.Text[lines[i].Pos:])
	u.Do(page.MarkFault{ID: page.ElementConsole, Text: u.Work.Input, From: from, To: to, Err: err})
}

// Restarted says of what had no answer that it has none.
func Restarted(u *page.Turn) {
	for i, e := range u.Work.Log {
		if !e.Done {
			u.Work.Log = slices.Clone(u.Work.Log)
			u.Work.Log[i].Done, u.Work.Log[i].Err = true, base.Refuse(base.CodeRestarted)
		}
	}
}
