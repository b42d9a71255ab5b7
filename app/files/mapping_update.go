package files

import (
	"slices"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
)

type (
	// typed brings the text of a field of the mapping after a key.
	typed struct {
		in   field
		at   int // of the column, for what is of one
		text string
	}
	// ticked takes a column or leaves it.
	ticked struct {
		at int
		on bool
	}
	// emptied has what is empty or absent be a cell, or none.
	emptied struct{ on bool }
	// bettered takes the key that tells more of the lines apart.
	bettered struct{}
	// turned shows the next columns, after the last the first.
	turned struct{}
	// mapped makes the sandbox, or the table in the open one.
	mapped struct{}
)

// field is a field of the mapping.
type field uint8

const (
	fieldTable field = iota
	fieldTemplate
	fieldFamily
	fieldQualifier
	fieldTime
)

// mapValues opens the dialog that says how values become rows.
func (u *update) mapValues(s source, kind Kind) {
	m, err := newMapping(s, kind == Objects)
	if err != nil {
		u.refuse(err)
		return
	}
	if m.Into = u.into(); m.Into {
		m.Table = u.Work.Free(m.Table)
	}
	u.feed, u.Mapping = m.feed, m
	if u.begin(); u.Mapping != nil {
		u.Menu = page.MenuValues
	}
}

// edit changes the mapping, if there is one.
func (u *update) edit(change func(*Mapping)) {
	if u.Mapping == nil {
		return
	}
	m := *u.Mapping
	m.Columns = slices.Clone(m.Columns)
	change(&m)
	u.Mapping = &m
}

func (t typed) apply(u *update) {
	u.edit(func(m *Mapping) {
		switch t.in {
		case fieldTable:
			m.Table = t.text
		case fieldTemplate:
			m.Template, m.edited = t.text, true
		case fieldTime:
			m.Time = t.text
		case fieldFamily:
			m.Columns[t.at].Family = t.text
		case fieldQualifier:
			m.Columns[t.at].Qualifier = t.text
		}
	})
	if t.in != fieldTable {
		u.find(false)
	}
}

func (t ticked) apply(u *update) {
	u.edit(func(m *Mapping) {
		m.Columns[t.at].Used, m.Columns[t.at].chosen = t.on, true
		m.countCells()
	})
}

func (m emptied) apply(u *update) {
	u.edit(func(of *Mapping) {
		of.Empty = m.on
		of.countCells()
	})
}

func (bettered) apply(u *update) {
	if m := u.Mapping; m != nil && m.Better != "" {
		text := m.Better
		u.Do(page.SetText{ID: elementTemplate, Text: text})
		typed{fieldTemplate, 0, text}.apply(u)
	}
}

func (turned) apply(u *update) {
	u.edit(func(m *Mapping) {
		if _, m.From = m.shown(); m.From == len(m.Columns) {
			m.From = 0
		}
	})
}

func (mapped) apply(u *update) {
	if m := u.Mapping; m != nil && m.finding != nil {
		u.found()
	}
	m := u.Mapping
	if m == nil || m.Err != nil || m.reading() || m.Nothing() {
		return
	}
	if u.Err = m.tooLarge(); u.Err != nil {
		return
	}
	if m.Into {
		u.loadTable(m.Table, m.request)
		return
	}
	u.make(m.Title, m.request())
}

// loadTable makes a table in the open sandbox, if its name is free.
func (u *update) loadTable(name string, of func() engine.Request) {
	if !page.Askable(u.Turn.State, u.Work) {
		return
	}
	if u.Err = u.Work.Taken(name); u.Err == nil {
		from := *u.State
		from.loading = nil
		r, space := of(), u.Work.ID
		u.loading = &from
		u.LoadTable(r, page.ElementRecipe, func(a host.Answer) page.Msg {
			return loaded{a, space, &from}
		})
	}
}
