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

// maxLines is the most lines of output that an entry of the log shows. Of a longer output it
// shows the beginning and the end.
const maxLines = 400

// cutLines returns the lines that the log shows, and the number of lines left out in their
// middle.
func cutLines(lines []engine.OutputLine) (shown []engine.OutputLine, cut int) {
	if cut = len(lines) - maxLines; cut <= 0 {
		return lines, 0
	}
	return slices.Concat(lines[:maxLines/2], lines[len(lines)-maxLines/2:]), cut
}

// LogAnswer writes the answer to call c into its entry of the log; a call without an entry is
// ignored. If a script failed, the part of it that was not run goes back into the console.
func LogAnswer(u *page.Update, c host.Call, a host.Answer) {
	i := u.Work.LogEntryIndex(a.Seq)
	if i < 0 {
		return
	}
	u.Work.Log = slices.Clone(u.Work.Log)
	e := &u.Work.Log[i]
	e.Done, e.Err = true, page.AnswerError(a)
	if a.Reply == nil {
		return
	}
	e.Lines, e.LinesCut = cutLines(a.Reply.Output)
	if strings.Contains(e.Input, "\n") {
		e.Line = a.Reply.ErrLine
	}
	if run, ok := c.(host.ExecuteRequest); ok && e.Err != nil && e.Input != "" {
		if typed, ok := run.Request.(engine.RunConsole); ok {
			e.RestReturned = giveBack(u, typed, a.Reply.ErrLine, e.Err)
		}
	}
}

// giveBack puts the part of a script that was not run back into the console, from the
// refused command on line, and marks the place of the error. It does so only for several
// commands, if the console is empty and has still the script's dialect. It reports whether
// it did.
func giveBack(u *page.Update, script engine.RunConsole, line int, err *base.Error) bool {
	lines := dialects.ByID(script.Dialect).Split(script.Text)
	i := slices.IndexFunc(lines, func(l token.ScriptCommand) bool { return l.Number == line })
	if i < 0 || len(lines) < 2 || u.Work.Input != "" || script.Dialect != u.Work.Dialect {
		return false
	}
	// Mark the place of the error, or the whole command if the error has no valid place.
	from, to := 0, len(lines[i].Text)
	if 0 <= err.Pos && err.Pos < err.End && err.End <= to {
		from, to = err.Pos, err.End
	}
	u.SetConsoleText(script.Text[lines[i].Pos:])
	u.DoEffect(page.MarkErrorInField{ID: page.ElementConsole, Text: u.Work.Input, From: from, To: to, Err: err})
	return true
}

// OnWorkerRestarted marks the entries of the log whose calls are under way as failed, because the
// worker was started again.
func OnWorkerRestarted(u *page.Update) {
	for i, e := range u.Work.Log {
		if !e.Done {
			u.Work.Log = slices.Clone(u.Work.Log)
			u.Work.Log[i].Done, u.Work.Log[i].Err = true, base.Refuse(base.CodeRestarted)
		}
	}
}
