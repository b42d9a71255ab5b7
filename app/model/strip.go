package model

import (
	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
)

// Pointed is the row under the pointer on the strip.
type Pointed struct {
	Row int         // offset in the table
	Key base.RowKey // of that row, or while it is not known of one pointed at before
}

type (
	// StripPointed tells that the pointer is over the strip, at a row.
	StripPointed struct{ Row int }
	// StripLeft tells that it is there no more.
	StripLeft struct{}
)

// point asks for the key of the row under the pointer. One question is under way
// at a time; its answer leads back here.
func (u *update) point(row int) {
	w := &u.Work
	if w.ID == "" || w.Page.Total == 0 {
		return
	}
	row = max(min(row, w.Page.Total-1), 0)
	p := Pointed{Row: row}
	if w.Pointed != nil {
		if w.Pointed.Row == row {
			return
		}
		p.Key = w.Pointed.Key
	}
	w.Pointed = &p
	u.askKey()
}

// askKey asks for the key of the row under the pointer, unless a question is under
// way.
func (u *update) askKey() {
	for _, one := range u.Calls {
		if run, ok := one.Call.(host.Execute); ok {
			if p, peek := run.Request.(engine.Peek); peek && p.Row == "" {
				return
			}
		}
	}
	u.send(host.Execute{Request: u.keyAt(u.Work.Pointed.Row)}, "")
}

func (u *update) keyAt(row int) engine.Peek {
	return engine.Peek{Table: u.Work.Page.Table, State: u.Work.Page.State, Offset: row}
}

// pointed takes a key, and asks again where the pointer has moved on.
func (u *update) pointed(p *engine.Peeked) {
	w := &u.Work
	if w.Pointed == nil {
		return
	}
	w.Pointed = &Pointed{Row: w.Pointed.Row, Key: p.Key}
	if p.Peek != u.keyAt(w.Pointed.Row) {
		u.askKey()
	}
}
