// Package recipe is the part of the page for tables of generated data. Its dialog has a form
// with the table's name, row key, number of records, and a generator for each field of the
// records; below it are the first rows that the form makes. The form can also be opened with
// the recipe of an existing table, to change it and make the table again.
//
// While the reader types, the form is checked and its first rows are asked for, a moment after
// each change. The result of the form is an engine.LoadRecords.
package recipe

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"tabletop/app/form"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
)

// State is what the part remembers.
type State struct {
	form    *Form                // nil before it is first opened; not changed in place
	sampled []engine.KeyedRecord // the first rows; nil if they are not known
	of      engine.LoadRecords   // the load that sampled was made from
	lost    int64                // how many records were replaced by later ones with the same key
	looked  int64                // among how many records that was counted

	round uint64 // grows with every change of the form
	sent  *Form  // the form that a table is being made from; nil for none
	from  string // ID of the element that asked for a table's recipe
}

// Slots for the call for the form's first rows, and for the one for a table's recipe.
var (
	slotSample = page.AnswerSlot{Name: "recipe-sample"}
	slotAgain  = page.AnswerSlot{Name: "recipe-again"}
)

// IDs of elements of the dialog.
const (
	elementAdd    = "recipe-add"    // the button that adds a field
	elementFaults = "recipe-faults" // the text about what is wrong with the whole recipe
)

// buttonElement returns the ID of a button of the field with the index at: "up", "down" or
// "drop".
func buttonElement(button string, at int) string {
	return "recipe-" + button + "-" + strconv.Itoa(at)
}

// settleTime is how long the form must stay unchanged before it is checked and its first rows
// are made.
const settleTime = 300 * time.Millisecond

// Msg is a message of this part.
type Msg interface{ apply(*update) }

type (
	// FormOpened opens the form for a new table.
	FormOpened struct{}
	// picked replaces the content of the form by a ready recipe.
	picked struct{ name string }
	// typed changes the value of the form's field with an element ID.
	typed struct{ id, value string }
	// added adds a field to the records.
	added struct{}
	// dropped removes a field.
	dropped struct{ at int }
	// moved moves a field up (-1) or down (1).
	moved struct{ at, by int }
	// settled comes a moment after a change.
	settled struct{ round uint64 }
	// sampled brings the first rows of a recipe.
	sampled struct {
		of engine.LoadRecords
		host.Answer
	}
	// FormSubmitted makes the table.
	FormSubmitted struct{}
	// loaded brings the answer to the call that makes the table.
	loaded struct {
		host.Answer
		form *Form
	}
)

// update is the handling of one message of this part.
type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

// able reports whether the reader can make a table at present.
func (u *update) able() bool { return page.CanChangeWorkload(u.Update.State, u.Work) }

// apply opens the form for a new table, with the contents that it had when it was closed. If it
// was last used to make a table again, its contents are those of the first ready recipe.
func (FormOpened) apply(u *update) {
	if !u.able() {
		return
	}
	if f := u.form; f == nil || f.RemadeTable != "" {
		u.form = u.ready(readyNames[0])
	}
	u.open()
}

// edit replaces the form by a copy that do has changed, if the dialog is open.
func (u *update) edit(do func(*Form)) {
	if u.form == nil || u.Dialog != page.DialogRecipe {
		return
	}
	f := *u.form
	f.Fields = slices.Clone(f.Fields)
	u.form = &f
	do(&f)
}

// change is like edit, and also plans to check the form.
func (u *update) change(do func(*Form)) {
	u.edit(func(f *Form) {
		do(f)
		u.round++
		u.DoEffect(page.SendMsgLater{Wait: settleTime, Msg: settled{u.round}})
	})
}

func (m picked) apply(u *update) {
	u.change(func(f *Form) { *f = *u.ready(m.name) })
}

func (m typed) apply(u *update) {
	u.change(func(f *Form) { form.SetFieldValue(f.fields(), m.id, m.value) })
}

// apply adds a field, up to the bound.
func (added) apply(u *update) {
	u.change(func(f *Form) {
		if len(f.Fields) < maxFields {
			f.Fields = append(f.Fields, f.another())
			u.DoEffect(page.FocusElement{ID: inputName.element(len(f.Fields) - 1)})
		}
	})
}

// apply removes a field; a recipe has at least one.
func (m dropped) apply(u *update) {
	u.change(func(f *Form) {
		if len(f.Fields) > 1 && m.at < len(f.Fields) {
			f.Fields = slices.Delete(f.Fields, m.at, m.at+1)
			u.DoEffect(page.FocusElement{ID: elementAdd})
		}
	})
}

// apply exchanges a field with its neighbour. The focus stays on the moved field's button.
func (m moved) apply(u *update) {
	u.change(func(f *Form) {
		to := m.at + m.by
		if m.at >= len(f.Fields) || to < 0 || to >= len(f.Fields) {
			return
		}
		f.Fields[m.at], f.Fields[to] = f.Fields[to], f.Fields[m.at]
		button := "down"
		if m.by < 0 {
			button = "up"
		}
		u.DoEffect(page.FocusElement{ID: buttonElement(button, to)})
		u.AnnounceSentence("said-field-moved", f.Fields[to].Name, strconv.Itoa(to+1), strconv.Itoa(len(f.Fields)))
	})
}

func (m settled) apply(u *update) {
	if m.round == u.round {
		u.edit(u.sample)
	}
}

func (FormSubmitted) apply(u *update) {
	if u.able() {
		u.edit(u.load)
	}
}

// open opens the dialog with the present form.
func (u *update) open() {
	f := *u.form
	f.Err = nil
	u.form = &f
	u.Dialog = page.DialogRecipe
	u.sample(&f)
}

// ready returns a form with a ready recipe, under a table name that is free.
func (u *update) ready(name string) *Form {
	f := readyRecipe(name)
	for n := 2; u.Work.TableNameError(f.Table) != nil; n++ {
		f.Table = name + strconv.Itoa(n)
	}
	return f
}

// sample checks the form, and asks for its first rows if nothing is wrong.
func (u *update) sample(f *Form) {
	l := u.check(f)
	switch {
	case len(f.Faults) == 0:
		u.SendCallInSlot(slotSample, host.ExecuteRequest{Request: engine.PreviewLoad{Load: l, Rows: rowsShown}}, "", func(a host.Answer) page.Msg { return sampled{l, a} })
	case u.sampled != nil:
		u.sampled, u.lost = nil, 0
	}
}

// check notes in the form what is wrong with it, and returns the load that it describes.
func (u *update) check(f *Form) engine.LoadRecords {
	u.DropSlot(slotSample)
	f.Err = nil
	return f.check(u.Work)
}

// apply shows the first rows, unless the form has changed meanwhile, or why the load was
// refused.
func (m sampled) apply(u *update) {
	if u.form == nil {
		return
	}
	u.sampled, u.of, u.lost = nil, m.of, 0
	if rows := host.EngineAnswerAs[*engine.LoadPreviewed](m.Answer); rows != nil {
		u.sampled, u.lost, u.looked = rows.Rows, rows.Lost, rows.Looked
	}
	if err := page.AnswerError(m.Answer); err != nil {
		u.refuse(err)
	}
}

// refuse notes in the form why its load was refused; nil removes the refusal.
func (u *update) refuse(err *base.Error) {
	f := *u.form
	f.Err = err
	u.form = &f
}

// load makes the table, or moves the focus to the first field that is wrong.
func (u *update) load(f *Form) {
	l := u.check(f)
	if len(f.Faults) > 0 {
		u.DoEffect(page.FocusElement{ID: cmp.Or(form.FirstRefusedID(f.fields()), elementFaults)})
		return
	}
	from := page.ElementRecipe
	if f.from != "" {
		from = f.from
	}
	u.sent = f
	u.MakeTable(l, from, func(a host.Answer) page.Msg { return loaded{a, f} })
}

// apply forgets the form after the table was made. If the call was refused or cancelled, it
// opens the dialog again with the same values.
func (m loaded) apply(u *update) {
	if u.sent != m.form {
		u.ShowIfRefused(m.Answer)
		return
	}
	u.sent = nil
	err := page.AnswerError(m.Answer)
	if err == nil {
		*u.State = State{round: u.round}
		u.DropSlot(slotSample)
		u.DropSlot(slotAgain)
		return
	}
	if u.Dialog != page.DialogNone {
		return // another dialog is open now
	}
	if err.Code == base.CodeCancelled {
		err = nil
	}
	u.open()
	u.refuse(err)
	u.DropSlot(slotSample) // ignore the first rows, which would remove the refusal
}
