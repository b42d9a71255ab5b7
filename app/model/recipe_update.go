package model

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
)

// Element ids of what makes a table of data.
const (
	ElementRecipeAdd    = "recipe-add"    // adds a field to it
	ElementRecipeFaults = "recipe-faults" // says what is wrong with all of it
)

// RecipeFieldElement returns the id of a button of a field of the recipe: "up",
// "down" or "drop".
func RecipeFieldElement(button string, at int) string {
	return "recipe-" + button + "-" + strconv.Itoa(at)
}

// settleRecipe is how long a recipe stands before it is checked and its first rows
// are made.
const settleRecipe = 300 * time.Millisecond

type (
	// RecipeOpened opens the form for a table of generated data.
	RecipeOpened struct{}
	// RecipePicked puts a ready recipe in place of what the form holds.
	RecipePicked struct{ Name string }
	// RecipeTyped brings what a place holds; of one to tick "true" or "false".
	RecipeTyped struct {
		Place RecipePlace
		Text  string
	}
	// RecipeAdded adds a field.
	RecipeAdded struct{}
	// RecipeDropped takes one away.
	RecipeDropped struct{ At int }
	// RecipeMoved moves one by one place.
	RecipeMoved struct{ At, By int }
	// RecipeSettled comes a moment after a change.
	RecipeSettled struct{ Round uint64 }
	// RecipeDone makes the table.
	RecipeDone struct{}
)

// making handles the messages about new tables of data and reports whether this
// was one.
func (u *update) making(msg Msg) bool {
	w := &u.Work.Making
	switch m := msg.(type) {
	case RecipeOpened:
		if page.Askable(&u.State.State, &u.Work.Work) {
			if f := w.Form; f == nil || f.Again != "" {
				w.Form = u.ready(RecipesReady[0])
			}
			u.openRecipe()
		}
		return true
	case RecipeAgain:
		u.askAgain(m)
		return true
	case RecipePicked, RecipeTyped, RecipeAdded, RecipeDropped, RecipeMoved, RecipeSettled, RecipeDone:
	default:
		return false
	}
	if w.Form == nil || u.Menu != MenuRecipe {
		return true
	}
	f := *w.Form
	f.Fields = slices.Clone(f.Fields)
	w.Form = &f
	switch m := msg.(type) {
	case RecipePicked:
		f = *u.ready(m.Name)
		w.Turn++
	case RecipeTyped:
		u.recipeTyped(&f, m)
	case RecipeAdded:
		if len(f.Fields) < MaxRecipeFields {
			f.Fields = append(f.Fields, f.another())
			w.Turn++
			u.do(Focus{ID: RecipePlace{RecipeName, len(f.Fields) - 1}.Element()})
		}
	case RecipeDropped:
		if len(f.Fields) > 1 && m.At < len(f.Fields) {
			f.Fields = slices.Delete(f.Fields, m.At, m.At+1)
			w.Turn++
			u.do(Focus{ID: ElementRecipeAdd})
		}
	case RecipeMoved:
		if to := m.At + m.By; m.At < len(f.Fields) && to >= 0 && to < len(f.Fields) {
			f.Fields[m.At], f.Fields[to] = f.Fields[to], f.Fields[m.At]
			w.Turn++
			button := "down"
			if m.By < 0 {
				button = "up"
			}
			u.do(Focus{ID: RecipeFieldElement(button, to)})
			u.tellCode("said-field-moved", f.Fields[to].Name, strconv.Itoa(to+1), strconv.Itoa(len(f.Fields)))
		}
	case RecipeSettled:
		if m.Round == w.round {
			u.sampleRecipe(&f)
		}
		return true
	case RecipeDone:
		u.makeRecipe(&f)
		return true
	}
	u.settleRecipe()
	return true
}

// settleRecipe checks the form once it has stood for a moment.
func (u *update) settleRecipe() {
	w := &u.Work.Making
	w.round++
	u.do(After{Wait: settleRecipe, Msg: RecipeSettled{w.round}})
}

// openRecipe shows the form as it was left.
func (u *update) openRecipe() {
	w := &u.Work.Making
	f := *w.Form
	f.Err = nil
	w.Form = &f
	u.Menu = MenuRecipe
	w.Turn++
	u.sampleRecipe(&f)
}

// ready returns a ready recipe, under a name that no table has.
func (u *update) ready(name string) *Recipe {
	f := readyRecipe(name)
	for n := 2; u.Work.Taken(f.Table) != nil; n++ {
		f.Table = name + strconv.Itoa(n)
	}
	return f
}

// another returns a field to add: its name is one that no other has.
func (f *Recipe) another() RecipeField {
	n := len(f.Fields) + 1
	for slices.ContainsFunc(f.Fields, func(g RecipeField) bool { return g.Name == "field"+strconv.Itoa(n) }) {
		n++
	}
	out := RecipeField{Name: "field" + strconv.Itoa(n), Kept: true, Family: "cf", Texts: usualSettings(dataset.Choice)}
	for _, g := range f.Fields {
		if g.Kept {
			out.Family = g.Family
		}
	}
	out.Qualifier = out.Name
	return out
}

// recipeTyped takes what a place holds.
func (u *update) recipeTyped(f *Recipe, m RecipeTyped) {
	w := &u.Work.Making
	switch m.Place.Part {
	case RecipeTable:
		f.Table = m.Text
		return
	case RecipeTemplate:
		f.Template = m.Text
		return
	case RecipeCount:
		f.Count = m.Text
		return
	case RecipeSeed:
		f.Seed = m.Text
		return
	}
	if m.Place.At >= len(f.Fields) {
		return
	}
	field := &f.Fields[m.Place.At]
	switch m.Place.Part {
	case RecipeName:
		if field.Qualifier == field.Name {
			field.Qualifier = m.Text
			w.Turn++
		}
		field.Name = m.Text
	case RecipeKind:
		n, err := strconv.ParseUint(m.Text, 10, 8)
		if k := dataset.Kind(n); err == nil && k < dataset.Kinds && k != field.Kind {
			field.Kind, field.Texts = k, usualSettings(k)
			field.Unique = field.Unique && CanBeUnique(k)
			w.Turn++
		}
	case RecipeFamily:
		field.Family = m.Text
	case RecipeQualifier:
		field.Qualifier = m.Text
	case RecipeKept:
		field.Kept = m.Text == "true"
		w.Turn++
	case RecipeUnique:
		field.Unique = m.Text == "true"
		w.Turn++
	default:
		field.Texts[m.Place.Part] = m.Text
	}
}

// sampleRecipe checks the form, and asks for its first rows where it is right.
func (u *update) sampleRecipe(f *Recipe) {
	w := &u.Work.Making
	l := u.checkRecipe(f)
	switch {
	case len(f.Faults) == 0:
		w.asked = u.send(host.Execute{Request: engine.Sample{Load: l, Rows: recipeRows}}, "")
	case w.Sampled != nil:
		w.Sampled = nil
		w.Shown++
	}
}

// checkRecipe says in the form what is wrong with it, and returns what it loads.
func (u *update) checkRecipe(f *Recipe) engine.Load {
	w := &u.Work.Making
	w.asked = 0
	faults, err := f.Faults, f.Err
	l := f.check(&u.Work.Work)
	f.Err = nil
	if !maps.Equal(faultTexts(faults), faultTexts(f.Faults)) || err != nil {
		w.Turn++
	}
	return l
}

// faultTexts returns faults in a form that can be compared.
func faultTexts(faults map[RecipePlace]RecipeFault) map[RecipePlace]string {
	out := map[RecipePlace]string{}
	for at, f := range faults {
		if out[at] = f.Code; f.Err != nil {
			out[at] = f.Err.Error()
		}
	}
	return out
}

// recipeSampled takes the first rows of a recipe and reports whether the answer was
// about some.
func (u *update) recipeSampled(w page.Pending, a host.Answer) bool {
	run, _ := w.Call.(host.Execute)
	sample, ok := run.Request.(engine.Sample)
	if !ok {
		return false
	}
	m := &u.Work.Making
	if a.Seq != m.asked || m.Form == nil {
		return true
	}
	m.asked = 0
	m.Shown++
	m.Sampled, m.Of = nil, sample.Load
	err := a.Err
	if came := host.AnswerOf[*engine.Sampled](a); came != nil {
		m.Sampled, err = came.Rows, a.Reply.Err
	}
	if err != nil {
		f := *m.Form
		f.Err = err
		m.Form = &f
		m.Turn++
	}
	return true
}

// makeRecipe loads the table if nothing is wrong with the form, else goes to the
// first thing that is.
func (u *update) makeRecipe(f *Recipe) {
	if !page.Askable(&u.State.State, &u.Work.Work) {
		return
	}
	l := u.checkRecipe(f)
	if len(f.Faults) > 0 {
		first, found := RecipePlace{}, false
		for at := range f.Faults {
			if at.Part != RecipeKept && (!found || at.before(first)) {
				first, found = at, true
			}
		}
		id := ElementRecipeFaults
		if found {
			id = first.Element()
		}
		u.do(Focus{ID: id})
		return
	}
	from := page.ElementRecipe
	if f.from != "" {
		from = f.from
	}
	u.Work.Making.sent = u.turn.LoadTable(l, from)
}

// before reports whether a place stands before another in the form.
func (p RecipePlace) before(q RecipePlace) bool {
	own, other := p.Part >= RecipeName, q.Part >= RecipeName
	switch {
	case own != other:
		return other
	case own && p.At != q.At:
		return p.At < q.At
	}
	return p.Part < q.Part
}

// made takes what came of a new table: what was refused or stopped is open again as
// it was.
func (u *update) made(seq uint64, err *base.Error) {
	w := &u.Work.Making
	if w.sent == 0 || w.sent != seq {
		return
	}
	w.sent = 0
	if err == nil {
		*w = Making{Turn: w.Turn, Shown: w.Shown, round: w.round}
		return
	}
	if u.Menu != MenuNone {
		return // something else is asked meanwhile
	}
	if err.Code == base.CodeCancelled {
		err = nil
	}
	u.openRecipe()
	f := *w.Form
	f.Err = err
	w.Form = &f
	w.asked = 0 // the first rows tell nothing new
}
