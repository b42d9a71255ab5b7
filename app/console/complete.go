package console

import (
	"slices"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/console"
	"tabletop/engine/console/dialects"
)

// maxPieces is how many pieces of row keys are offered.
const maxPieces = 20

// complete returns what may stand in front of the caret, which stands in a
// console's text at the byte at. If row keys or columns belong to it that have to
// be asked for first, ask is the message that does.
func complete(w *page.Workspace, st *State, text string, at int) (c console.Completion, ask Msg) {
	c = dialects.Of(w.Dialect).Complete(text, at, schemaOf(w, st))
	wanted := KeysAsked{Table: c.Columns}
	if c.Keys != nil {
		wanted = KeysAsked{Table: c.Keys.Table, Prefix: c.Keys.Prefix}
	}
	known := st.keys != nil && st.keys.Table == wanted.Table && st.keysOf >= w.Version
	switch {
	case wanted.Table == "":
	case !known, c.Keys != nil && st.keys.Prefix != wanted.Prefix:
		return c, wanted
	case c.Keys != nil:
		for _, p := range st.keys.Pieces {
			c.Choices = append(c.Choices, console.Choice{
				Kind: console.ChooseKey, Label: p.Start, Text: c.Keys.Write(p.Start, p.Whole), Ends: p.Whole && !dialects.Of(w.Dialect).QuotesKeys, Rows: p.Rows, Field: p.Field,
			})
		}
	}
	typed := text[c.From:c.To]
	c.Choices = slices.DeleteFunc(c.Choices, func(ch console.Choice) bool { return ch.Text == typed })
	return c, nil
}

// schemaOf returns what the page knows of the tables. The columns are those of
// the last answer about keys.
func schemaOf(w *page.Workspace, st *State) (s console.Schema) {
	for _, f := range st.Files {
		s.Files = append(s.Files, f.Name)
	}
	for _, t := range w.Tables {
		info := console.TableSchema{Name: t.Name, Rows: t.Rows}
		for _, f := range t.Families {
			info.Families = append(info.Families, console.FamilySchema{Name: string(f.Name), GC: f.GC})
		}
		if st.keys != nil && st.keys.Table == t.Name {
			for _, c := range st.keys.Columns {
				info.Columns = append(info.Columns, console.ColumnSpec{Family: string(c.Family), Qualifier: string(c.Qualifier)})
			}
		}
		s.Tables = append(s.Tables, info)
	}
	return s
}

// apply asks how keys go on, unless that has been asked last.
func (m KeysAsked) apply(u *update) {
	want := engine.NextKeys{Table: m.Table, Prefix: m.Prefix, Count: maxPieces}
	if w, ok := u.Calls[u.keysSeq]; ok && w.Call == host.Call(host.Execute{Request: want}) {
		return
	}
	u.keysSeq = u.Ask(host.Execute{Request: want}, "", func(a host.Answer) page.Msg { return keysCame{want, a} })
}

// keysCame brings the answer. Only the last one that was asked for counts.
type keysCame struct {
	asked engine.NextKeys
	host.Answer
}

func (m keysCame) apply(u *update) {
	if m.Seq != u.keysSeq {
		return
	}
	u.keys, u.keysOf = &engine.KeysFound{Table: m.asked.Table, Prefix: m.asked.Prefix}, u.Work.Version
	if found := host.AnswerOf[*engine.KeysFound](m.Answer); found != nil {
		u.keys, u.keysOf = found, m.Reply.Version
	}
	u.Do(page.CompletionsCame{})
}
