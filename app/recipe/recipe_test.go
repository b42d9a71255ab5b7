package recipe

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/app/host"
	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/web/test/pagetest"
)

// play is a sandbox with a table.
type play struct {
	*pagetest.Page
	s State
}

func sandbox(t *testing.T) *play {
	return &play{Page: pagetest.New(t, engine.TableInfo{Name: "games", Template: "{game}", Fields: []string{"game"}})}
}

// on sends messages and keeps what the last asks for.
func (p *play) on(msgs ...Msg) *play {
	for _, m := range msgs {
		p.Turn(func(t *page.Update) { Update(t, &p.s, m) })
	}
	return p
}

// answer brings the answer to a call.
func (p *play) answer(seq uint64, a host.Answer) *play {
	p.T.Helper()
	a.Seq = seq
	if m, awaited := p.Answered(a).(Msg); awaited {
		p.on(m)
	}
	return p
}

// closed closes the dialog.
func (p *play) closed() *play {
	p.State.Dialog = page.DialogNone
	return p
}

// recipe is a page with the open form, whose first rows have been asked for.
func recipe(t *testing.T) *play { return sandbox(t).on(FormOpened{}) }

// settled lets the moment pass after which the form is checked.
func (p *play) settled() *play {
	p.T.Helper()
	for _, e := range p.Effects {
		if a, ok := e.(page.SendMsgLater); ok {
			if m, ok := a.Msg.(settled); ok {
				return p.on(m)
			}
		}
	}
	p.T.Fatalf("nothing settles: %+v", p.Effects)
	return p
}

// fill types into a field of the form.
func (p *play) fill(part input, at int, text string) *play {
	return p.on(typed{part.element(at), text})
}

// TestReadyRecipes tests that each ready recipe has no fault, and makes as many rows as
// records.
func TestReadyRecipes(t *testing.T) {
	for _, name := range readyNames {
		p := recipe(t).on(picked{name}).settled()
		sample, ok := p.LastCall().Call.(host.ExecuteRequest).Request.(engine.PreviewLoad)
		f := p.s.form
		if !ok || len(f.Faults) != 0 || f.Table != name {
			t.Fatalf("%s: %+v", name, f)
		}
		s := engine.New(engine.Options{Now: func() base.Micros { return 5000 }})
		if r := s.Do(sample); r.Err != nil || len(engine.AnswerAs[*engine.LoadPreviewed](r.Answer).Rows) != rowsShown {
			t.Errorf("%s: %v", name, r.Err)
		}
		if r := s.Do(sample.Load); r.Err != nil || r.Tables[0].Rows != 10_000 {
			t.Errorf("%s: %v, %+v", name, r.Err, r.Tables)
		}
	}
}

// TestEveryKindBeginsRight tests that a field of each kind has no fault at first, and shows
// what is wrong with each setting.
func TestEveryKindBeginsRight(t *testing.T) {
	for k := range shownKinds {
		p := recipe(t)
		p.fill(inputKind, 3, string(rune('0'+k))).settled()
		f := p.s.form
		if f.Fields[3].Kind != k || len(f.Faults) != 0 {
			t.Errorf("kind %d: %+v", k, f.Faults)
		}
		for _, part := range settingsOf(k) {
			q := *p
			q.fill(part, 3, "red, red").settled()
			faults := q.s.form.Faults
			if _, there := faults[part.element(3)]; !there && (k != dataset.Arrival || part != inputTo || len(faults) != 1) {
				t.Errorf("kind %d, part %s: %+v", k, part, faults) // of too many times between two, the step is at fault
			}
			for at, fault := range faults {
				if !strings.HasSuffix(at, "-3") || !i18n.HasPageText(fault.Code) {
					t.Errorf("kind %d, part %s: %+v", k, part, faults)
				}
			}
		}
	}
	// A value that is not a kind of the form changes nothing.
	for _, other := range []string{"99", strconv.Itoa(int(dataset.Fitted))} {
		if p := recipe(t).fill(inputKind, 3, other); p.s.form.Fields[3].Kind != dataset.Choice {
			t.Errorf("kind %s was taken", other)
		}
	}
}

// TestKindChangedBack checks that the settings of a field come back with its kind, and that
// another form does not get them.
func TestKindChangedBack(t *testing.T) {
	p := recipe(t).on(picked{readyNames[0]})
	p.fill(inputKind, 2, "0").fill(inputValues, 2, "a, b").fill(inputWeights, 2, "1, 2").fill(inputUnique, 2, "true")
	before := p.s.form.Fields[2]
	p.fill(inputKind, 2, "4")
	if f := p.s.form.Fields[2]; !reflect.DeepEqual(f.Texts, usualSettings(dataset.Ints)) {
		t.Errorf("%+v", f)
	}
	if l := p.s.form.load(); slices.Contains(l.Data.Recipe.Unique, before.Name) {
		t.Errorf("numbers are unique: %+v", l.Data.Recipe)
	}
	p.fill(inputTo, 2, "77").fill(inputKind, 2, "0")
	if f := p.s.form.Fields[2]; !reflect.DeepEqual(f.Texts, before.Texts) || !f.Unique {
		t.Errorf("%+v, want %+v", f, before)
	}
	if p.fill(inputKind, 2, "4"); p.s.form.Fields[2].Texts[inputTo] != "77" {
		t.Errorf("%+v", p.s.form.Fields[2])
	}
}

func TestRecipeFaults(t *testing.T) {
	for name, c := range map[string]struct {
		at   string
		text string
		want string
	}{
		"no table":         {inputTable.element(0), "-", "table-name"},
		"a table's name":   {inputTable.element(0), "games", "table-exists"},
		"no template":      {inputTemplate.element(0), "{sensor", "template-syntax"},
		"an unknown field": {inputTemplate.element(0), "{player}", "template-field"},
		"no rows":          {inputCount.element(0), "0", "recipe-count"},
		"many rows":        {inputCount.element(0), "5000001", "recipe-count"},
		"rows in words":    {inputCount.element(0), "many", "recipe-count"},
		"no seed":          {inputSeed.element(0), "-1", "recipe-seed"},
		"no name":          {inputName.element(2), "Celsius", "recipe-name"},
		"a transform":      {inputName.element(2), "celsius|reverse", "recipe-name"},
		"the same name":    {inputName.element(2), "time", "recipe-name-twice"},
		"no family":        {inputFamily.element(2), "a b", "family-name"},
		"no day":           {inputFrom.element(1), "2026-03-01", "gen-time"},
	} {
		p := recipe(t)
		p.on(typed{c.at, c.text}).settled()
		fault := p.s.form.Faults[c.at]
		got := fault.Code
		if fault.Err != nil {
			got = string(fault.Err.Code)
		}
		if got != c.want || fault.Err == nil && !i18n.HasPageText(got) {
			t.Errorf("%s: %+v", name, p.s.form.Faults)
		}
		for _, e := range p.Effects {
			if _, asked := e.(page.SendCall); asked {
				t.Errorf("%s: rows are asked for", name)
			}
		}
		// The form stays open, and the focus moves to what is wrong.
		p.on(FormSubmitted{}).Has(page.FocusElement{ID: c.at})
		if p.State.Dialog != page.DialogRecipe || len(p.Work.Log) != 0 {
			t.Errorf("%s: it was loaded", name)
		}
		p.on(picked{"sensors"}).settled()
		if len(p.s.form.Faults) != 0 {
			t.Errorf("%s: a fault is left: %+v", name, p.s.form.Faults)
		}
	}
	p := recipe(t).fill(inputKept, 2, "false").fill(inputKept, 3, "false")
	p.on(FormSubmitted{}).Has(page.FocusElement{ID: elementFaults})
	if f := p.s.form.Faults; f[elementFaults].Code != "recipe-none-kept" {
		t.Errorf("%+v", f)
	}
	// With several faults, the focus moves to the first in the form.
	p = recipe(t).fill(inputFrom, 2, "").fill(inputName, 3, "").fill(inputTo, 2, "x").fill(inputSeed, 0, "x")
	p.on(FormSubmitted{}).Has(page.FocusElement{ID: inputSeed.element(0)})
	p.fill(inputSeed, 0, "18446744073709551615").on(FormSubmitted{}).Has(page.FocusElement{ID: inputFrom.element(2)})
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

// TestRecipeFields adds, moves and removes fields, and makes the table.
func TestRecipeFields(t *testing.T) {
	p := recipe(t).fill(inputTable, 0, " people ").fill(inputTemplate, 0, "{user}").fill(inputCount, 0, "50").fill(inputSeed, 0, "7")
	p.on(dropped{3}).Has(page.FocusElement{ID: elementAdd})
	p.on(dropped{0}, dropped{0}, dropped{0}, dropped{0})
	if f := p.s.form; len(f.Fields) != 1 || f.Fields[0].Name != "celsius" {
		t.Fatalf("the last field goes too: %+v", f.Fields)
	}
	if p.fill(inputName, 0, "user"); p.s.form.Fields[0].Qualifier != "user" {
		t.Error("the qualifier does not follow the name")
	}
	p.fill(inputQualifier, 0, "n").fill(inputFamily, 0, "f").fill(inputUnique, 0, "true")
	p.fill(inputKind, 0, "5") // Zipf cannot be unique
	p.fill(inputTo, 0, "20")
	p.on(added{}).Has(page.FocusElement{ID: inputName.element(1)})
	p.fill(inputWeights, 1, "5, 3,1").fill(inputUnique, 1, "true")
	p.on(added{}).fill(inputKind, 2, "1").fill(inputName, 2, "name").fill(inputKept, 2, "false")
	p.on(moved{2, -1}).Has(page.FocusElement{ID: buttonElement("up", 1)})
	p.on(moved{0, -1}, moved{2, 1}, moved{9, -1}, dropped{9}).fill(inputName, 9, "x")
	p.settled()
	if f := p.s.form; len(f.Faults) != 0 {
		t.Fatalf("%+v", f.Faults)
	}
	want := engine.LoadRecords{
		Table: "people", Template: "{user}",
		Columns: []plan.FieldColumn{{Field: "user", Family: "f", Qualifier: "n"}, {Field: "field2", Family: "f", Qualifier: "field2"}},
		Data: dataset.Spec{Fields: []string{"user", "name", "field2"}, Recipe: &dataset.Recipe{Count: 50, Seed: 7, Unique: []string{"field2"}, Gens: []dataset.Generator{
			{Field: "user", Kind: dataset.Zipf, Values: []string{"user{n}"}, From: "1", To: "20", Step: "1"},
			{Field: "name", Kind: dataset.Names, PerValue: 100, Min: 10},
			{Field: "field2", Kind: dataset.Choice, Values: []string{"red", "green", "blue"}, Weights: []int64{5, 3, 1}},
		}}},
	}
	if c := p.LastCall().Call; !reflect.DeepEqual(c, host.ExecuteRequest{Request: engine.PreviewLoad{Load: want, Rows: rowsShown}}) {
		t.Errorf("%+v", c)
	}
	// Whether the fields fit together is checked by the engine.
	p.answer(p.LastCall().Seq, host.Answer{Reply: &engine.Reply{Version: 1, Answer: &engine.LoadPreviewed{}, Err: base.Refuse(base.CodeBadRecipe, "50 needed")}})
	if f := p.s.form; f.Err == nil || f.Err.Code != base.CodeBadRecipe || len(p.Work.Tables) != 1 {
		t.Errorf("%+v", f)
	}
	p.fill(inputUnique, 2, "false").settled()
	if f := p.s.form; f.Err != nil {
		t.Errorf("%+v", f)
	}
	want.Data.Recipe.Unique = nil
	p.on(FormSubmitted{})
	if c := p.LastCall().Call; !reflect.DeepEqual(c, host.ExecuteRequest{Request: want}) || p.State.Dialog != page.DialogNone || p.Work.Saved != host.SavePending {
		t.Errorf("%+v", c)
	}
	for range 20 {
		p.on(FormOpened{}, added{})
	}
	if f := p.s.form.Fields; len(f) != maxFields || f[3].Name != "field4" {
		t.Errorf("%d fields", len(f))
	}
	names := map[string]bool{}
	for _, f := range p.s.form.Fields {
		names[f.Name] = true
	}
	if len(names) != maxFields {
		t.Errorf("%v", names)
	}
}

// TestRecipeSample tests that only the first rows of the latest recipe are shown.
func TestRecipeSample(t *testing.T) {
	p := recipe(t)
	first := p.LastCall()
	p.fill(inputCount, 0, "9")
	early := p.Effects
	p.fill(inputCount, 0, "90")
	late := p.Effects
	p.Effects = early
	if p.settled(); len(p.Effects) != 0 {
		t.Errorf("what did not stand is made: %+v", p.Effects)
	}
	p.Effects = late
	p.settled()
	second := p.LastCall()
	rows := []engine.KeyedRecord{{Key: "k", Record: []string{"a", "b", "c", "d"}}}
	p.answer(first.Seq, host.Answer{Reply: &engine.Reply{Answer: &engine.LoadPreviewed{Rows: []engine.KeyedRecord{{Key: "old"}}}}})
	if p.s.sampled != nil {
		t.Error("old rows are shown")
	}
	p.answer(second.Seq, host.Answer{Reply: &engine.Reply{Answer: &engine.LoadPreviewed{Rows: rows}}})
	m := p.s
	if !reflect.DeepEqual(m.sampled, rows) || m.of.Data.Recipe.Count != 90 {
		t.Errorf("%+v", m)
	}
	// A fault removes them; a closed form asks for none.
	p.fill(inputCount, 0, "x").settled()
	if m := p.s; m.sampled != nil {
		t.Errorf("%+v", m)
	}
	p.fill(inputCount, 0, "12").closed()
	if p.on(settled{p.s.round}, typed{inputTable.element(0), "x"}, FormSubmitted{}); len(p.Effects) != 0 {
		t.Errorf("%+v", p.Effects)
	}
	p.on(FormOpened{})
	if f := p.s.form; f.Count != "12" || f.Table != "sensors" {
		t.Errorf("it is not as it was left: %+v", f)
	}
	asked := p.LastCall()
	p.answer(asked.Seq, host.Answer{Err: base.Refuse(base.CodeRestarted)})
	if p.s.form.Err == nil {
		t.Error("a refusal is not told")
	}
}

// TestRecipeTime tests that one field of a kind of times can be the timestamp of cells, that
// the number of lost records is shown with the first rows, and that the form can be opened
// again from such a table.
func TestRecipeTime(t *testing.T) {
	p := recipe(t)
	tick := func(at int, on string) engine.LoadRecords {
		p.on(typed{inputTime.element(at), on})
		return p.s.form.load()
	}
	if l := tick(0, "true"); l.Data.Time != "" {
		t.Errorf("the turns of sensors are the time: %q", l.Data.Time)
	}
	l := tick(1, "true")
	if l.Data.Time != "time" || p.s.form.Fields[0].Time {
		t.Errorf("%q, %+v", l.Data.Time, p.s.form.Fields)
	}
	if f, all := formOf(l); !all || !f.Fields[1].Time {
		t.Errorf("made again: %+v, %v", f, all)
	}
	p.settled()
	sent := p.LastCall()
	p.answer(sent.Seq, host.Answer{Reply: &engine.Reply{Answer: &engine.LoadPreviewed{Looked: 90, Lost: 3}}})
	if p.s.lost != 3 || p.s.looked != 90 {
		t.Errorf("%+v", p.s)
	}
	if l := tick(1, "false"); l.Data.Time != "" {
		t.Errorf("%q is still the time", l.Data.Time)
	}
}

// TestRecipeLoads tests that a refused or cancelled recipe can be changed, and that a loaded
// one is forgotten.
func TestRecipeLoads(t *testing.T) {
	p := recipe(t).on(FormSubmitted{})
	p.Has(page.FocusElement{ID: page.ElementRecipe})
	load := p.LastCall()
	if l := p.Work.Log; len(l) != 1 || l[0].Input != "" {
		t.Fatalf("%+v", l)
	}
	if p.s.sent == nil || p.State.Calls[load.Seq].Running != "running-load" {
		t.Errorf("%+v", p.s)
	}
	p.answer(load.Seq, host.Answer{Err: base.Refuse(base.CodeCancelled)})
	if m := p.s; p.State.Dialog != page.DialogRecipe || m.form.Err != nil || m.form.Table != "sensors" {
		t.Errorf("%+v", m)
	}
	p.on(FormSubmitted{})
	load = p.LastCall()
	p.answer(load.Seq, host.Answer{Reply: &engine.Reply{Version: 1, Err: base.Refuse(base.CodeFieldAmbiguous, "sensor", "x")}})
	if m := p.s; p.State.Dialog != page.DialogRecipe || m.form.Err == nil || p.State.Notice != nil {
		t.Errorf("%+v", m)
	}
	p.on(FormSubmitted{})
	load = p.LastCall()
	p.State.Dialog = page.DialogRename
	p.answer(load.Seq, host.Answer{Err: base.Refuse(base.CodeCancelled)})
	if p.State.Dialog != page.DialogRename {
		t.Error("a dialog took the place of another")
	}
	p.closed().on(FormOpened{}, FormSubmitted{})
	load = p.LastCall()
	p.Work.Tables = []engine.TableInfo{{Name: "games"}, {Name: "sensors"}}
	p.answer(load.Seq, host.Answer{Reply: &engine.Reply{Version: 2}})
	if p.State.Dialog != page.DialogNone || p.s.form != nil || p.s.sent != nil {
		t.Errorf("%+v", p.s)
	}
	if p.on(FormOpened{}); p.s.form.Table != "sensors2" {
		t.Errorf("%q", p.s.form.Table)
	}
}

// TestNothingIsMadeElsewhere tests that nothing can be made in lessons and read-only sandboxes.
func TestNothingIsMadeElsewhere(t *testing.T) {
	p := sandbox(t)
	p.Work.ReadOnly = true
	if p.on(FormOpened{}); p.State.Dialog != page.DialogNone {
		t.Error("a table can be made of what is read only")
	}
	p = recipe(t)
	p.Work.ReadOnly = true
	if p.on(FormSubmitted{}).Quiet(); p.State.Dialog != page.DialogRecipe {
		t.Errorf("%+v", p.s)
	}
}
