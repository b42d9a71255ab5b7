// Package recipe is the part of the page that makes tables of generated data, and makes
// them again of a recipe that was changed.
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

// State is how a new table of generated data is being made.
type State struct {
	form    *Form // nil before it is first opened
	sampled []engine.SampledRow
	of      engine.Load // which sampled are of
	lost    int64       // of so many records looked at, replaced by later ones
	looked  int64

	round uint64 // of the last change that waits to settle
	asked uint64 // number of the call that asked for sampled last
	sent  *Form  // of which a table is being made, nil for none
	again uint64 // number of the call that asks for a table's recipe, 0 for none
	from  string // the element that has asked for that
}

// Element ids of what makes a table of data.
const (
	elementAdd    = "recipe-add"    // adds a field to it
	elementFaults = "recipe-faults" // says what is wrong with all of it
)

// buttonElement returns the id of a button of a field of the recipe: "up",
// "down" or "drop".
func buttonElement(button string, at int) string {
	return "recipe-" + button + "-" + strconv.Itoa(at)
}

// settleTime is how long a recipe stands before it is checked and its first rows
// are made.
const settleTime = 300 * time.Millisecond

// Msg is something that happened to a recipe.
type Msg interface{ apply(*update) }

type (
	// Opened opens the form for a table of generated data.
	Opened struct{}
	// picked puts a ready recipe in place of what the form holds.
	picked struct{ name string }
	// typed gives the field of the form with an ID another value.
	typed struct{ id, value string }
	// added adds a field.
	added struct{}
	// dropped takes one away.
	dropped struct{ at int }
	// moved moves one by one place.
	moved struct{ at, by int }
	// settled comes a moment after a change.
	settled struct{ round uint64 }
	// sampled brings the first rows that a recipe makes.
	sampled struct {
		of engine.Load
		host.Answer
	}
	// Done makes the table.
	Done struct{}
	// loaded brings the answer to the call that makes it.
	loaded struct {
		host.Answer
		form *Form
	}
)

type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

// able reports whether a table can be made.
func (u *update) able() bool { return page.CanAsk(u.Update.State, u.Work) }

func (Opened) apply(u *update) {
	if !u.able() {
		return
	}
	if f := u.form; f == nil || f.Again != "" {
		u.form = u.ready(readyNames[0])
	}
	u.open()
}

// edit works on the form, while that is open.
func (u *update) edit(do func(*Form)) {
	if u.form == nil || u.Menu != page.MenuRecipe {
		return
	}
	f := *u.form
	f.Fields = slices.Clone(f.Fields)
	u.form = &f
	do(&f)
}

// change is edit of what is checked once it has stood for a moment.
func (u *update) change(do func(*Form)) {
	u.edit(func(f *Form) {
		do(f)
		u.round++
		u.Do(page.SendLater{Wait: settleTime, Msg: settled{u.round}})
	})
}

func (m picked) apply(u *update) {
	u.change(func(f *Form) { *f = *u.ready(m.name) })
}

func (m typed) apply(u *update) {
	u.change(func(f *Form) { form.Take(f.fields(), m.id, m.value) })
}

func (added) apply(u *update) {
	u.change(func(f *Form) {
		if len(f.Fields) < maxFields {
			f.Fields = append(f.Fields, f.another())
			u.Do(page.Focus{ID: inputName.element(len(f.Fields) - 1)})
		}
	})
}

func (m dropped) apply(u *update) {
	u.change(func(f *Form) {
		if len(f.Fields) > 1 && m.at < len(f.Fields) {
			f.Fields = slices.Delete(f.Fields, m.at, m.at+1)
			u.Do(page.Focus{ID: elementAdd})
		}
	})
}

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
		u.Do(page.Focus{ID: buttonElement(button, to)})
		u.TellCode("said-field-moved", f.Fields[to].Name, strconv.Itoa(to+1), strconv.Itoa(len(f.Fields)))
	})
}

func (m settled) apply(u *update) {
	if m.round == u.round {
		u.edit(u.sample)
	}
}

func (Done) apply(u *update) {
	if u.able() {
		u.edit(u.load)
	}
}

// open shows the form as it was left.
func (u *update) open() {
	f := *u.form
	f.Err = nil
	u.form = &f
	u.Menu = page.MenuRecipe
	u.sample(&f)
}

// ready returns a ready recipe, under a name that no table has.
func (u *update) ready(name string) *Form {
	f := readyRecipe(name)
	for n := 2; u.Work.Taken(f.Table) != nil; n++ {
		f.Table = name + strconv.Itoa(n)
	}
	return f
}

// sample checks the form, and asks for its first rows where it is right.
func (u *update) sample(f *Form) {
	l := u.check(f)
	switch {
	case len(f.Faults) == 0:
		u.asked = u.Ask(host.Execute{Request: engine.Sample{Load: l, Rows: rowsShown}}, "", func(a host.Answer) page.Msg { return sampled{l, a} })
	case u.sampled != nil:
		u.sampled, u.lost = nil, 0
	}
}

// check says in the form what is wrong with it, and returns what it loads.
func (u *update) check(f *Form) engine.Load {
	u.asked = 0
	f.Err = nil
	return f.check(u.Work)
}

func (m sampled) apply(u *update) {
	if m.Seq != u.asked || u.form == nil {
		return
	}
	u.asked = 0
	u.sampled, u.of, u.lost = nil, m.of, 0
	if rows := host.AnswerOf[*engine.Sampled](m.Answer); rows != nil {
		u.sampled, u.lost, u.looked = rows.Rows, rows.Lost, rows.Looked
	}
	if err := page.Failure(m.Answer); err != nil {
		u.refuse(err)
	}
}

// refuse says in the form why all of what it makes is refused, nil for nothing.
func (u *update) refuse(err *base.Error) {
	f := *u.form
	f.Err = err
	u.form = &f
}

// load loads the table if nothing is wrong with the form, else goes to the
// first thing that is.
func (u *update) load(f *Form) {
	l := u.check(f)
	if len(f.Faults) > 0 {
		u.Do(page.Focus{ID: cmp.Or(form.Refused(f.fields()), elementFaults)})
		return
	}
	from := page.ElementRecipe
	if f.from != "" {
		from = f.from
	}
	u.sent = f
	u.LoadTable(l, from, func(a host.Answer) page.Msg { return loaded{a, f} })
}

// Restarted forgets the calls that will have no answer.
func (s *State) Restarted() { s.asked, s.sent, s.again = 0, nil, 0 }

// apply closes the dialog when the table is made. When the call was refused or cancelled it
// opens the dialog again with the same values.
func (m loaded) apply(u *update) {
	if u.sent != m.form {
		u.Refuses(m.Answer)
		return
	}
	u.sent = nil
	err := page.Failure(m.Answer)
	if err == nil {
		*u.State = State{round: u.round}
		return
	}
	if u.Menu != page.MenuNone {
		return // something else is asked meanwhile
	}
	if err.Code == base.CodeCancelled {
		err = nil
	}
	u.open()
	u.refuse(err)
	u.asked = 0 // the first rows tell nothing new
}
