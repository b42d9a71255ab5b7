package model

import (
	"reflect"
	"slices"
	"testing"

	"tabletop/app/host"
	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// recipe is a page with the form for a recipe open, whose first rows have been asked
// for.
func recipe(t *testing.T) *play { return sandbox(t).on(RecipeOpened{}) }

// settled lets the form stand.
func (p *play) settled() *play {
	p.t.Helper()
	for _, e := range p.effects {
		if a, ok := e.(After); ok {
			if m, ok := a.Msg.(RecipeSettled); ok {
				return p.on(m)
			}
		}
	}
	p.t.Fatalf("nothing settles: %+v", p.effects)
	return p
}

// fill types into a place of the form.
func (p *play) fill(part RecipePart, at int, text string) *play {
	return p.on(RecipeTyped{RecipePlace{part, at}, text})
}

// TestReadyRecipes: each is without a fault, and makes as many rows as records.
func TestReadyRecipes(t *testing.T) {
	for _, name := range RecipesReady {
		p := recipe(t).on(RecipePicked{name}).settled()
		sample, ok := p.sent().Call.(host.Execute).Request.(engine.Sample)
		f := p.st.Work.Making.Form
		if !ok || len(f.Faults) != 0 || f.Table != name {
			t.Fatalf("%s: %+v", name, f)
		}
		s := engine.New(engine.Options{Now: func() base.Micros { return 5000 }})
		if r := s.Do(sample); r.Err != nil || len(engine.As[*engine.Sampled](r.Answer).Rows) != recipeRows {
			t.Errorf("%s: %v", name, r.Err)
		}
		if r := s.Do(sample.Load); r.Err != nil || r.Tables[0].Rows != 10_000 {
			t.Errorf("%s: %v, %+v", name, r.Err, r.Tables)
		}
	}
}

// TestEveryKindBeginsRight: a field has no fault when its kind is chosen, and shows
// what is wrong with each setting.
func TestEveryKindBeginsRight(t *testing.T) {
	for k := range dataset.Kinds {
		p := recipe(t)
		p.fill(RecipeKind, 3, string(rune('0'+k))).settled()
		f := p.st.Work.Making.Form
		if f.Fields[3].Kind != k || len(f.Faults) != 0 {
			t.Errorf("kind %d: %+v", k, f.Faults)
		}
		for _, part := range RecipeSettings(k) {
			q := *p
			q.fill(part, 3, "red, red").settled()
			faults := q.st.Work.Making.Form.Faults
			if _, there := faults[RecipePlace{part, 3}]; !there && (k != dataset.Arrival || part != RecipeTo || len(faults) != 1) {
				t.Errorf("kind %d, part %d: %+v", k, part, faults) // of two times too many the step is at fault
			}
			for at, fault := range faults {
				if at.At != 3 || !i18n.HasText(fault.Code) {
					t.Errorf("kind %d, part %d: %+v", k, part, faults)
				}
			}
		}
	}
	// What stands for nothing else than a kind changes nothing.
	if p := recipe(t).fill(RecipeKind, 3, "99"); p.st.Work.Making.Form.Fields[3].Kind != dataset.Choice {
		t.Error("kind 99 was taken")
	}
}

func TestRecipeFaults(t *testing.T) {
	for name, c := range map[string]struct {
		at   RecipePlace
		text string
		want string
	}{
		"no table":         {RecipePlace{RecipeTable, 0}, "-", "table-name"},
		"a table's name":   {RecipePlace{RecipeTable, 0}, "games", "table-exists"},
		"no template":      {RecipePlace{RecipeTemplate, 0}, "{sensor", "template-syntax"},
		"an unknown field": {RecipePlace{RecipeTemplate, 0}, "{player}", "template-field"},
		"no rows":          {RecipePlace{RecipeCount, 0}, "0", "recipe-count"},
		"many rows":        {RecipePlace{RecipeCount, 0}, "5000001", "recipe-count"},
		"rows in words":    {RecipePlace{RecipeCount, 0}, "many", "recipe-count"},
		"no seed":          {RecipePlace{RecipeSeed, 0}, "-1", "recipe-seed"},
		"no name":          {RecipePlace{RecipeName, 2}, "Celsius", "recipe-name"},
		"a transform":      {RecipePlace{RecipeName, 2}, "celsius|reverse", "recipe-name"},
		"the same name":    {RecipePlace{RecipeName, 2}, "time", "recipe-name-twice"},
		"no family":        {RecipePlace{RecipeFamily, 2}, "a b", "family-name"},
		"no day":           {RecipePlace{RecipeFrom, 1}, "2026-03-01", "gen-time"},
	} {
		p := recipe(t)
		p.on(RecipeTyped{c.at, c.text}).settled()
		fault := p.st.Work.Making.Form.Faults[c.at]
		got := fault.Code
		if fault.Err != nil {
			got = string(fault.Err.Code)
		}
		if got != c.want || fault.Err == nil && !i18n.HasText(got) {
			t.Errorf("%s: %+v", name, p.st.Work.Making.Form.Faults)
		}
		for _, e := range p.effects {
			if _, asked := e.(Send); asked {
				t.Errorf("%s: rows are asked for", name)
			}
		}
		// The form stays, and the reader is led to what is wrong.
		p.on(RecipeDone{}).has(Focus{ID: c.at.Element()})
		if p.st.Menu != MenuRecipe || len(p.st.Work.Log) != 0 {
			t.Errorf("%s: it was loaded", name)
		}
		p.on(RecipePicked{"sensors"}).settled()
		if len(p.st.Work.Making.Form.Faults) != 0 {
			t.Errorf("%s: a fault is left: %+v", name, p.st.Work.Making.Form.Faults)
		}
	}
	p := recipe(t).fill(RecipeKept, 2, "false").fill(RecipeKept, 3, "false")
	p.on(RecipeDone{}).has(Focus{ID: ElementRecipeFaults})
	if f := p.st.Work.Making.Form.Faults; f[RecipePlace{RecipeKept, 0}].Code != "recipe-none-kept" {
		t.Errorf("%+v", f)
	}
	// Of several faults the first in the form.
	p = recipe(t).fill(RecipeFrom, 2, "").fill(RecipeName, 3, "").fill(RecipeTo, 2, "x").fill(RecipeSeed, 0, "x")
	p.on(RecipeDone{}).has(Focus{ID: RecipePlace{RecipeSeed, 0}.Element()})
	p.fill(RecipeSeed, 0, "18446744073709551615").on(RecipeDone{}).has(Focus{ID: RecipePlace{RecipeFrom, 2}.Element()})
}

// TestListed splits lists of values.
func TestListed(t *testing.T) {
	for text, want := range map[string][]string{
		"":                     nil,
		"red, green ,,blue":    {"red", "green", "blue"},
		`"a, b" , c, "d"`:      {"a, b", "c", "d"},
		`"say ""hi, you""", x`: {`say "hi, you"`, "x"},
		`" a"`:                 {" a"},
		`"", "a`:               {`"a`},
		`5" disk, 3" disk`:     {`5" disk`, `3" disk`},
		`"a" b, c`:             {`"a" b`, "c"},
		`"a, b`:                {`"a`, "b"},
	} {
		if got := listed(text); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestRecipeFields adds, moves and drops fields, and ends in a load.
func TestRecipeFields(t *testing.T) {
	p := recipe(t).fill(RecipeTable, 0, " people ").fill(RecipeTemplate, 0, "{user}").fill(RecipeCount, 0, "50").fill(RecipeSeed, 0, "7")
	p.on(RecipeDropped{3}).has(Focus{ID: ElementRecipeAdd})
	p.on(RecipeDropped{0}, RecipeDropped{0}, RecipeDropped{0}, RecipeDropped{0})
	if f := p.st.Work.Making.Form; len(f.Fields) != 1 || f.Fields[0].Name != "celsius" {
		t.Fatalf("the last field goes too: %+v", f.Fields)
	}
	turn := p.st.Work.Making.Turn
	if p.fill(RecipeName, 0, "user"); p.st.Work.Making.Form.Fields[0].Qualifier != "user" || p.st.Work.Making.Turn == turn {
		t.Error("the qualifier does not follow the name")
	}
	p.fill(RecipeQualifier, 0, "n").fill(RecipeFamily, 0, "f").fill(RecipeUnique, 0, "true")
	turn = p.st.Work.Making.Turn
	if p.fill(RecipeName, 0, "users").fill(RecipeName, 0, "user").fill(RecipeStep, 0, "1"); p.st.Work.Making.Turn != turn {
		t.Error("typing draws the form anew")
	}
	p.fill(RecipeKind, 0, "5") // Zipf cannot be unique
	p.fill(RecipeTo, 0, "20")
	p.on(RecipeAdded{}).has(Focus{ID: RecipePlace{RecipeName, 1}.Element()})
	p.fill(RecipeWeights, 1, "5, 3,1").fill(RecipeUnique, 1, "true")
	p.on(RecipeAdded{}).fill(RecipeKind, 2, "1").fill(RecipeName, 2, "name").fill(RecipeKept, 2, "false")
	p.on(RecipeMoved{2, -1}).has(Focus{ID: RecipeFieldElement("up", 1)})
	p.on(RecipeMoved{0, -1}, RecipeMoved{2, 1}, RecipeMoved{9, -1}, RecipeDropped{9}).fill(RecipeName, 9, "x")
	p.settled()
	if f := p.st.Work.Making.Form; len(f.Faults) != 0 {
		t.Fatalf("%+v", f.Faults)
	}
	want := engine.Load{
		Table: "people", Template: "{user}",
		Columns: []plan.Column{{Field: "user", Family: "f", Qualifier: "n"}, {Field: "field2", Family: "f", Qualifier: "field2"}},
		Data: dataset.Spec{Fields: []string{"user", "name", "field2"}, Recipe: &dataset.Recipe{Count: 50, Seed: 7, Unique: []string{"field2"}, Gens: []dataset.Gen{
			{Field: "user", Kind: dataset.Zipf, Values: []string{"user{n}"}, From: "1", To: "20", Step: "1"},
			{Field: "name", Kind: dataset.Names, PerValue: 100, Min: 10},
			{Field: "field2", Kind: dataset.Choice, Values: []string{"red", "green", "blue"}, Weights: []int64{5, 3, 1}},
		}}},
	}
	if c := p.sent().Call; !reflect.DeepEqual(c, host.Execute{Request: engine.Sample{Load: want, Rows: recipeRows}}) {
		t.Errorf("%+v", c)
	}
	// What the fields are together the engine knows.
	p.answer(host.Answer{Reply: &engine.Reply{Version: 1, Answer: &engine.Sampled{}, Err: base.Refuse(base.CodeBadRecipe, "50 needed")}})
	if f := p.st.Work.Making.Form; f.Err == nil || f.Err.Code != base.CodeBadRecipe || len(p.st.Work.Tables) != 1 {
		t.Errorf("%+v", f)
	}
	p.fill(RecipeUnique, 2, "false").settled()
	if f := p.st.Work.Making.Form; f.Err != nil {
		t.Errorf("%+v", f)
	}
	want.Data.Recipe.Unique = nil
	p.on(RecipeDone{})
	if c := p.sent().Call; !reflect.DeepEqual(c, host.Execute{Request: want}) || p.st.Menu != MenuNone || p.st.Work.Saved != host.SavePending {
		t.Errorf("%+v", c)
	}
	for range 20 {
		p.on(RecipeOpened{}, RecipeAdded{})
	}
	if f := p.st.Work.Making.Form.Fields; len(f) != MaxRecipeFields || f[3].Name != "field4" {
		t.Errorf("%d fields", len(f))
	}
	names := map[string]bool{}
	for _, f := range p.st.Work.Making.Form.Fields {
		names[f.Name] = true
	}
	if len(names) != MaxRecipeFields {
		t.Errorf("%v", names)
	}
}

// TestRecipeSample shows the first rows of the newest recipe only.
func TestRecipeSample(t *testing.T) {
	p := recipe(t)
	first := p.sent()
	p.fill(RecipeCount, 0, "9")
	early := p.effects
	p.fill(RecipeCount, 0, "90")
	late := *p
	p.effects = early
	if p.settled(); len(p.effects) != 0 {
		t.Errorf("what did not stand is made: %+v", p.effects)
	}
	p.effects = late.effects
	p.settled()
	second := p.sent()
	rows := []engine.SampledRow{{Key: "k", Record: []string{"a", "b", "c", "d"}}}
	p.on(Came{host.Answer{Seq: first.Seq, Reply: &engine.Reply{Answer: &engine.Sampled{Rows: []engine.SampledRow{{Key: "old"}}}}}})
	if p.st.Work.Making.Sampled != nil {
		t.Error("old rows are shown")
	}
	shown, turn := p.st.Work.Making.Shown, p.st.Work.Making.Turn
	p.on(Came{host.Answer{Seq: second.Seq, Reply: &engine.Reply{Answer: &engine.Sampled{Rows: rows}}}})
	m := p.st.Work.Making
	if !reflect.DeepEqual(m.Sampled, rows) || m.Of.Data.Recipe.Count != 90 || m.Shown == shown || m.Turn != turn {
		t.Errorf("%+v", m)
	}
	if still := p.st.Still().Work.Making; !reflect.DeepEqual(still, Making{}) {
		t.Errorf("the rest of the page is drawn for %+v", still)
	}
	// A fault takes them away; what is closed asks no more.
	p.fill(RecipeCount, 0, "x").settled()
	if m := p.st.Work.Making; m.Sampled != nil || m.Shown == shown+1 {
		t.Errorf("%+v", m)
	}
	p.fill(RecipeCount, 0, "12").on(MenuClosed{})
	if p.on(RecipeSettled{p.st.Work.Making.round}, RecipeTyped{RecipePlace{}, "x"}, RecipeDone{}); len(p.effects) != 0 {
		t.Errorf("%+v", p.effects)
	}
	p.on(RecipeOpened{})
	if f := p.st.Work.Making.Form; f.Count != "12" || f.Table != "sensors" {
		t.Errorf("it is not as it was left: %+v", f)
	}
	asked := p.sent()
	p.on(Came{host.Answer{Seq: asked.Seq, Err: base.Refuse(base.CodeRestarted)}})
	if p.st.Work.Making.Form.Err == nil {
		t.Error("a refusal is not told")
	}
}

// TestRecipeLoads: what is refused or stopped can be changed, what is loaded is done.
func TestRecipeLoads(t *testing.T) {
	p := recipe(t).on(RecipeDone{})
	p.has(Focus{ID: page.ElementRecipe})
	load := p.sent()
	if l := p.st.Work.Log; len(l) != 1 || l[0].Input != "" {
		t.Fatalf("%+v", l)
	}
	p.on(Came{host.Progress{Seq: load.Seq, Done: 1, Total: 10_000}})
	if r := p.st.Work.Running; r == nil || r.Action != "running-load" {
		t.Errorf("%+v", r)
	}
	if c := p.on(CancelPressed{}).sent().Call; c != (host.Cancel{Seq: load.Seq}) {
		t.Errorf("%+v", c)
	}
	p.on(Came{host.Answer{Seq: load.Seq, Err: base.Refuse(base.CodeCancelled)}})
	if m := p.st.Work.Making; p.st.Menu != MenuRecipe || m.Form.Err != nil || m.Form.Table != "sensors" {
		t.Errorf("%+v", m)
	}
	p.on(RecipeDone{})
	load = p.sent()
	p.on(Came{host.Answer{Seq: load.Seq, Reply: &engine.Reply{Version: 1, Err: base.Refuse(base.CodeFieldAmbiguous, "sensor", "x")}}})
	if m := p.st.Work.Making; p.st.Menu != MenuRecipe || m.Form.Err == nil || p.st.Notice != nil {
		t.Errorf("%+v", m)
	}
	if slices.ContainsFunc(p.st.Said.Parts, func(s Saying) bool { return s.Err != nil }) {
		t.Error("it is said twice")
	}
	p.on(RecipeDone{})
	load = p.sent()
	p.on(MenuOpened{Menu: MenuRename}, Came{host.Answer{Seq: load.Seq, Err: base.Refuse(base.CodeCancelled)}})
	if p.st.Menu != MenuRename {
		t.Error("a dialog took the place of another")
	}
	p.on(MenuClosed{}, RecipeOpened{}, RecipeDone{})
	load = p.sent()
	tables := []engine.TableInfo{designedTable("{game}"), {Name: "sensors", Template: "{sensor}#{time}", Fields: []string{"sensor"}}}
	p.on(Came{host.Answer{Seq: load.Seq, Reply: &engine.Reply{Version: 2, Tables: tables}}})
	if p.st.Menu != MenuNone || p.st.Work.Making.Form != nil || !page.Designing(&p.st.State, &p.st.Work.Work) {
		t.Errorf("%+v", p.st.Work.Making)
	}
	if p.on(RecipeOpened{}); p.st.Work.Making.Form.Table != "sensors2" {
		t.Errorf("%q", p.st.Work.Making.Form.Table)
	}
	// A worker that died has nothing to answer.
	p.on(RecipeDone{})
	load = p.sent()
	p.on(Restarted{}, Came{host.Ready{}}, Came{host.Answer{Seq: load.Seq, Err: base.Refuse(base.CodeCancelled)}})
	if p.st.Menu != MenuNone || p.st.Work.Making.Form == nil {
		t.Errorf("%+v", p.st.Work.Making)
	}
}

// TestNothingIsMadeElsewhere: not in lessons, not read-only.
func TestNothingIsMadeElsewhere(t *testing.T) {
	p := sandbox(t).on(Came{host.Saved{State: host.SaveReadOnly}}, RecipeOpened{})
	if p.st.Menu != MenuNone {
		t.Error("a table can be made of what is read only")
	}
	p = recipe(t).on(Came{host.Saved{State: host.SaveReadOnly}}, RecipeDone{})
	if len(p.effects) != 0 || p.st.Menu != MenuRecipe {
		t.Errorf("%+v", p.effects)
	}
}
