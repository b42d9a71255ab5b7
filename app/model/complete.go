package model

import (
	"slices"

	"tabletop/app/dialect"
	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/console"
)

// maxPieces is how many pieces of row keys are offered.
const maxPieces = 20

// Complete returns what may stand in front of the caret, which stands in a
// console's text at the byte at. If row keys or columns belong to it that have to
// be asked for first, ask is the message that does.
func Complete(st State, text string, at int) (c console.Completion, ask Msg) {
	w := &st.Work
	c = dialect.Of(w.Dialect).Complete(text, at, schemaOf(w))
	wanted := KeysAsked{Table: c.Columns}
	if c.Keys != nil {
		wanted = KeysAsked{Table: c.Keys.Table, Prefix: c.Keys.Prefix}
	}
	known := w.Keys != nil && w.Keys.Table == wanted.Table && w.keysOf >= w.Version
	switch {
	case wanted.Table == "":
	case !known, c.Keys != nil && w.Keys.Prefix != wanted.Prefix:
		return c, wanted
	case c.Keys != nil:
		for _, p := range w.Keys.Pieces {
			c.Choices = append(c.Choices, console.Choice{
				Kind: console.ChooseKey, Label: p.Start, Text: c.Keys.Write(p.Start, p.Whole), Ends: p.Whole && w.Dialect == engine.CBT, Rows: p.Rows, Field: p.Field,
			})
		}
	}
	typed := text[c.From:c.To]
	c.Choices = slices.DeleteFunc(c.Choices, func(ch console.Choice) bool { return ch.Text == typed })
	return c, nil
}

// schemaOf returns what the page knows of the tables. The columns are those of
// the last answer about keys.
func schemaOf(w *Workbench) (s console.Schema) {
	for _, f := range w.Files {
		s.Files = append(s.Files, f.Name)
	}
	for _, t := range w.Tables {
		info := console.TableSchema{Name: t.Name, Rows: t.Rows}
		for _, f := range t.Families {
			info.Families = append(info.Families, console.FamilySchema{Name: string(f.Name), GC: f.GC})
		}
		if w.Keys != nil && w.Keys.Table == t.Name {
			for _, c := range w.Keys.Columns {
				info.Columns = append(info.Columns, console.ColumnSpec{Family: string(c.Family), Qualifier: string(c.Qualifier)})
			}
		}
		s.Tables = append(s.Tables, info)
	}
	return s
}

// keysAsked asks how keys go on, unless that has been asked last.
func (u *update) keysAsked(m KeysAsked) {
	want := engine.NextKeys{Table: m.Table, Prefix: m.Prefix, Count: maxPieces}
	if w, ok := u.Calls[u.Work.keysSeq]; ok && w.Call == host.Call(host.Execute{Request: want}) {
		return
	}
	u.Work.keysSeq = u.send(host.Execute{Request: want}, "")
}

// keysCame takes the answer. Only the last one that was asked for counts.
func (u *update) keysCame(seq uint64, asked engine.NextKeys, r *engine.Reply) {
	if seq != u.Work.keysSeq {
		return
	}
	u.Work.Keys = &engine.KeysFound{Table: asked.Table, Prefix: asked.Prefix}
	u.Work.keysOf = u.Work.Version
	if r != nil {
		if found := engine.As[*engine.KeysFound](r.Answer); found != nil {
			u.Work.Keys, u.Work.keysOf = found, r.Version
		}
	}
	u.do(Suggest{})
}
