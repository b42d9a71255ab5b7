package console

import (
	"slices"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/console"
	"tabletop/engine/console/dialects"
)

// maxPieces is the most row keys, or beginnings of row keys, that are offered.
const maxPieces = 20

// complete returns the choices for the text around the caret, which is at the byte at. If
// they depend on row keys or columns that the page does not have in the present version, ask
// is the message that asks for them, and nil otherwise.
func complete(w *page.Workspace, st *State, text string, at int) (c console.Completion, ask Msg) {
	c = dialects.ByID(w.Dialect).Complete(text, at, schemaOf(w, st))
	// A choice of columns needs the columns of a table, a choice of row keys the keys with a
	// prefix.
	wanted := keysAsked{Table: c.Columns}
	if c.Keys != nil {
		wanted = keysAsked{Table: c.Keys.Table, Prefix: c.Keys.Prefix}
	}
	known := st.keys != nil && st.keys.Table == wanted.Table && st.keysOf >= w.Version
	switch {
	case wanted.Table == "":
	case !known, c.Keys != nil && st.keys.Prefix != wanted.Prefix:
		return c, wanted
	case c.Keys != nil:
		for _, p := range st.keys.Pieces {
			c.Choices = append(c.Choices, console.Choice{
				Kind: console.ChooseKey, Label: p.Prefix, Text: c.Keys.Write(p.Prefix, p.IsKey), AddsBlank: p.IsKey && !dialects.ByID(w.Dialect).QuotesKeys, Rows: p.Rows, Field: p.Field,
			})
		}
	}
	// The text that is there already is no choice.
	typed := text[c.From:c.To]
	c.Choices = slices.DeleteFunc(c.Choices, func(ch console.Choice) bool { return ch.Text == typed })
	return c, nil
}

// schemaOf returns the tables, families and files that completion offers. The page knows the
// columns of one table only, the one of the last answer about row keys.
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
				info.Columns = append(info.Columns, console.ColumnPattern{Family: string(c.Family), Qualifier: string(c.Qualifier)})
			}
		}
		s.Tables = append(s.Tables, info)
	}
	return s
}

// slotKeys is for the call for row keys.
var slotKeys = page.AnswerSlot{Name: "keys"}

// apply asks for the row keys, unless the same call is under way.
func (m keysAsked) apply(u *update) {
	want := engine.CompleteKeys{Table: m.Table, Prefix: m.Prefix, Count: maxPieces}
	if w, ok := u.Calls[u.AwaitedCallNumber(slotKeys)]; ok && w.Call == host.Call(host.ExecuteRequest{Request: want}) {
		return
	}
	u.DropSlot(slotKeys)
	u.SendCallInSlot(slotKeys, host.ExecuteRequest{Request: want}, "", func(a host.Answer) page.Msg { return keysCame{want, a} })
}

// keysCame brings the row keys.
type keysCame struct {
	asked engine.CompleteKeys
	host.Answer
}

// apply takes the row keys, and has the editor ask for its choices again. After a refusal it
// takes that there are none, so that the same keys are not asked for again until the session
// changes.
func (m keysCame) apply(u *update) {
	u.keys, u.keysOf = &engine.KeyCompletions{Table: m.asked.Table, Prefix: m.asked.Prefix}, u.Work.Version
	if found := host.EngineAnswerAs[*engine.KeyCompletions](m.Answer); found != nil {
		u.keys, u.keysOf = found, m.Reply.Version
	}
	u.DoEffect(page.ShowCompletions{})
}
