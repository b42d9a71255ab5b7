//go:build !js

package recipe

import (
	"reflect"
	"slices"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/lessons"
	"tabletop/lessons/author"
	"tabletop/lessons/content"
	"tabletop/lessons/examples"
)

// asked is a page with a table made by a recipe, whose recipe has been asked for.
func asked(t *testing.T, l engine.LoadRecords) *play {
	p := sandbox(t)
	made := engine.TableInfo{Name: l.Table, Template: l.Template, Fields: l.Data.Fields, Records: l.Data.Len(), Recipe: true}
	p.Work.Tables = append(slices.Clone(p.Work.Tables), made)
	return p.on(again{l.Table, "button"})
}

// TestRecipeAgain tests that the form holds the recipe of a table, and makes the table again.
func TestRecipeAgain(t *testing.T) {
	l := readyRecipe("scores").load()
	l.Data.Records = [][]string{{"LoL", "Jo", "20260101", "true", "5"}, {"LoL", "Jo", "20260102", "true", "5"}}
	p := asked(t, l)
	question := p.LastCall()
	if question.Call != (host.ExecuteRequest{Request: engine.FindRecipe{Table: "scores"}}) || p.State.Dialog != page.DialogNone {
		t.Fatalf("%+v", question)
	}
	p.answer(question.Seq, host.Answer{Reply: &engine.Reply{Answer: &engine.RecipeFound{LoadRecords: l}}})
	f := p.s.form
	if p.State.Dialog != page.DialogRecipe || f.RemadeTable != "scores" || f.GivenRecordCount() != 2 || len(f.Faults) != 0 {
		t.Fatalf("%+v", f)
	}
	if c := p.LastCall().Call; !reflect.DeepEqual(c, host.ExecuteRequest{Request: engine.PreviewLoad{Load: l, Rows: rowsShown}}) {
		t.Errorf("%+v", c)
	}
	p.fill(inputCount, 0, "100000").fill(inputSeed, 0, "2").on(FormSubmitted{}).Has(page.FocusElement{ID: "button"})
	want := l
	recipe := *l.Data.Recipe
	recipe.Count, recipe.Seed = 100_000, 2
	want.Data.Recipe = &recipe
	load := p.LastCall()
	if !reflect.DeepEqual(load.Call, host.ExecuteRequest{Request: want}) {
		t.Errorf("%+v", load.Call)
	}
	// After a cancelled load the form is open again, unchanged.
	p.answer(load.Seq, host.Answer{Err: base.Refuse(base.CodeCancelled)})
	if f := p.s.form; p.State.Dialog != page.DialogRecipe || f.RemadeTable != "scores" || f.Count != "100000" {
		t.Errorf("%+v", f)
	}
	// The given records are used only while the fields are theirs.
	if f := p.on(moved{0, 1}, moved{0, 1}).s.form; f.GivenRecordCount() != 2 {
		t.Error("the records are lost")
	}
	if f := p.on(dropped{4}).s.form; f.GivenRecordCount() != 0 {
		t.Error("the records do not fit")
	}
	// Another table's name is refused; the table's own name and a new one are not.
	for name, fault := range map[string]bool{"games": true, "scores": false, "scores9": false} {
		p.fill(inputTable, 0, name).settled()
		if _, taken := p.s.form.Faults[inputTable.element(0)]; taken != fault {
			t.Errorf("%s is refused: %v", name, taken)
		}
	}
	// The form for a new table begins with a ready recipe.
	p.closed().on(FormOpened{})
	if f := p.s.form; f.RemadeTable != "" || f.Table != readyNames[0] {
		t.Errorf("%+v", f)
	}
}

// TestRecipeAgainIsNotShown tests that the form does not open if the reader does something else
// by then, or if it cannot be opened.
func TestRecipeAgainIsNotShown(t *testing.T) {
	l := readyRecipe("crawl").load()
	for name, c := range map[string]struct {
		between func(*play)
		change  func(*host.Answer)
		notice  bool
	}{
		"a dialog is open":         {func(p *play) { p.State.Dialog = page.DialogRename }, func(*host.Answer) {}, false},
		"it was written elsewhere": {func(p *play) { p.Work.ReadOnly = true }, func(*host.Answer) {}, false},
		"another is asked for":     {func(p *play) { p.on(again{"crawl", ""}) }, func(*host.Answer) {}, false},
		"it is gone":               {nil, func(a *host.Answer) { a.Reply = &engine.Reply{Err: base.Refuse(base.CodeNoDesign, "crawl")} }, true},
		"the worker died":          {nil, func(a *host.Answer) { a.Reply, a.Err = nil, base.Refuse(base.CodeRestarted) }, true},
		"a field in two columns": {nil, func(a *host.Answer) {
			two := l
			two.Columns = append(slices.Clone(l.Columns), plan.FieldColumn{Field: "bytes", Family: "more", Qualifier: "b"})
			a.Reply.Answer = &engine.RecipeFound{LoadRecords: two}
		}, true},
	} {
		p := asked(t, l)
		seq := p.LastCall().Seq
		if c.between != nil {
			c.between(p)
		}
		a := host.Answer{Reply: &engine.Reply{Answer: &engine.RecipeFound{LoadRecords: l}}}
		c.change(&a)
		menu := p.State.Dialog
		if p.answer(seq, a); p.s.form != nil || p.State.Dialog != menu || (p.State.Notice != nil) != c.notice {
			t.Errorf("%s: %+v, %+v", name, p.s.form, p.State.Notice)
		}
	}
	for _, table := range []string{"games", "none"} {
		if p := sandbox(t).on(again{table, ""}); len(p.Effects) != 0 {
			t.Errorf("%s: %+v", table, p.Effects)
		}
	}
}

// TestRecipesCanBeShown tests that the form can express every recipe of the lessons and
// examples, and values that have to be quoted.
func TestRecipesCanBeShown(t *testing.T) {
	shown := func(name string, l engine.LoadRecords) {
		if l.Data.Recipe == nil {
			return
		}
		f, all := formOf(l)
		if !all {
			t.Errorf("%s: %+v became %+v", name, l.Data.Recipe, f.load().Data.Recipe)
		}
		if l.Table == "" {
			f.Table = "t"
		}
		if f.check(&page.Workspace{}); len(f.Faults) != 0 {
			t.Errorf("%s: %+v", name, f.Faults)
		}
	}
	all, err := author.LoadAll(content.Files, "en")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range all {
		// The first stores a field in several columns, which the form cannot express. The data of the
		// others are priced or worked off, and no table is made of them.
		if l.Slug == "big-rows" || l.Slug == "storage-bill" || l.Slug == "job-queue" {
			continue
		}
		for _, d := range l.Data {
			shown(l.Slug+", "+d.Name, engine.LoadRecords{Table: l.Table, Template: "{" + d.Spec.Fields[0] + "}", Columns: d.Columns, Data: d.Spec})
		}
	}
	for _, e := range examples.All() {
		requests, err := examples.Requests(e.ID, func(slug string) (*lessons.Lesson, error) { return author.Load(content.Files, slug, "en") })
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range requests {
			if l, ok := r.(engine.LoadRecords); ok {
				shown(e.ID, l)
			}
		}
	}
	for _, name := range readyNames {
		shown(name, readyRecipe(name).load())
	}
	shown("quoted", engine.LoadRecords{Table: "t", Template: "{a}", Columns: []plan.FieldColumn{{Field: "a", Family: "f", Qualifier: "a,b"}}, Data: dataset.Spec{
		Fields: []string{"a"}, Recipe: &dataset.Recipe{Count: 9, Gens: []dataset.Generator{{Field: "a", Values: []string{"a, b", ` c`, `"d"`, `e "f"`, `"`}}}},
	}})
}
