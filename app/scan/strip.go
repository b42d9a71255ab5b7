package scan

import (
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
)

// spot is the row under the pointer on the strip.
type spot struct {
	Row int         // offset in the table
	Key base.RowKey // its key; until that has come, the key of the row pointed at before
}

// apply asks for the key of the row under the pointer, with one call at a time.
func (m pointed) apply(u *update) {
	w := u.Work
	if w.ID == "" || w.Page.Total == 0 {
		return
	}
	row := max(min(m.Row, w.Page.Total-1), 0)
	p := spot{Row: row}
	if u.pointed != nil {
		if u.pointed.Row == row {
			return
		}
		p.Key = u.pointed.Key
	}
	u.pointed = &p
	u.askKey()
}

func (left) apply(u *update) { u.pointed = nil }

func (m sought) apply(u *update) { u.ScrollToRow(m.Row) }

// askKey asks for the key of the row under the pointer, unless such a call is under way.
func (u *update) askKey() {
	for _, one := range u.Calls {
		if run, ok := one.Call.(host.ExecuteRequest); ok {
			if p, peek := run.Request.(engine.ReadVersions); peek && p.Row == "" {
				return
			}
		}
	}
	u.SendCallThen(host.ExecuteRequest{Request: u.keyAt(u.pointed.Row)}, "", func(a host.Answer) page.Msg { return named{a} })
}

// keyAt returns the request for the key of a row.
func (u *update) keyAt(row int) engine.ReadVersions {
	return engine.ReadVersions{Table: u.Work.Page.Table, State: u.Work.Page.State, Offset: row}
}

// apply takes the key, and asks again if the pointer has moved to another row.
func (m named) apply(u *update) {
	u.ShowIfRefused(m.Answer)
	p := host.EngineAnswerAs[*engine.VersionsRead](m.Answer)
	if p == nil || m.Reply.Version < u.Work.Version || u.pointed == nil {
		return
	}
	u.pointed = &spot{Row: u.pointed.Row, Key: p.Key}
	if p.ReadVersions != u.keyAt(u.pointed.Row) {
		u.askKey()
	}
}
