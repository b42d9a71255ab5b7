package model

import (
	"slices"

	"tabletop/app/dialect"
	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/lessons"
)

// Recalled returns a text of the history in the console's dialect, or as it was
// where it cannot be said there.
func (w *Workbench) Recalled(r host.Ran) string {
	if r.Dialect != w.Dialect {
		if turned, _ := dialect.Whole(r.Text, r.Dialect); turned != "" {
			return turned
		}
	}
	return r.Text
}

// unsaid returns why a text that the console's dialect refuses, and that was run in
// the other one, cannot be said in it.
func (w *Workbench) unsaid(text string) *base.Error {
	other := dialect.Other(w.Dialect)
	if !slices.Contains(w.History, host.Ran{Dialect: other, Text: text}) || dialect.Translate(text, w.Dialect) != nil {
		return nil
	}
	_, why := dialect.Whole(text, other)
	return why
}

// said is a command as the page runs it for the reader.
type said struct {
	host.Ran
	why *base.Error // why it is not in the console's dialect
}

// say writes a command in the console's dialect, or in cbt where that dialect
// lacks it. The error is of what neither can say.
func (u *update) say(c console.Command) (said, error) {
	text, err := dialect.Of(engine.CBT).Print(c)
	if err != nil {
		return said{}, err
	}
	return u.sayText(text), nil
}

// sayText is [update.say] of a text in cbt.
func (u *update) sayText(text string) said {
	if u.Work.Dialect == engine.CBT {
		return said{Ran: host.Ran{Text: text}}
	}
	turned, why := dialect.Whole(text, engine.CBT)
	if turned == "" {
		return said{host.Ran{Text: text}, why}
	}
	return said{Ran: host.Ran{Dialect: u.Work.Dialect, Text: turned}}
}

// runSaid runs a command as if it were typed and returns the call's number.
func (u *update) runSaid(s said) uint64 {
	u.run(engine.Console{Dialect: s.Dialect, Text: s.Text}, s.Text, "running-console")
	u.Work.Log[len(u.Work.Log)-1].Unsaid = s.why
	return u.seq
}

// InDialect returns a lesson's action with what it types said in a dialect, or as
// it is and why that cannot be said there.
func InDialect(a lessons.Action, d engine.Dialect) (lessons.Action, *base.Error) {
	r, ok := host.Typed(host.Do{Action: a})
	if !ok || r.Dialect == d {
		return a, nil
	}
	turned, why := dialect.Whole(r.Text, r.Dialect)
	if turned == "" {
		return a, why
	}
	if ask, asked := a.(lessons.Ask); asked {
		typed := ask.Request.(engine.Console)
		typed.Dialect, typed.Text = d, turned
		return lessons.Ask{Request: typed}, nil
	}
	return lessons.Type{Text: turned, Dialect: d}, nil
}
