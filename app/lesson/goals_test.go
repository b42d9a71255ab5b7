package lesson

import (
	"cmp"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/lessons"
)

// A required value is not shown while a question asks for it, and a reading that does not
// exist yet is a sentence.
func TestGoalLines(t *testing.T) {
	q := lessons.Question{ID: "q", Kind: lessons.EnterNumber, Right: "200"}
	l := &lessons.Lesson{Slug: "x", Steps: []lessons.Step{{ID: "one", Asks: []lessons.Question{q, {ID: "r", Kind: lessons.FillText, Right: "Jo"}}}}}
	p := opened(t, l, lessons.Outcome{})
	v := NewView(&ui.Kit{Lang: "en", InBrowser: true, To: &ui.MsgSender{}}, &p.State, &p.Work)
	for _, tt := range []struct {
		of       lessons.Reading
		asked    bool
		sentence string
	}{
		{lessons.Reading{Measure: "rows-scanned", Known: true, Have: 3, Want: lessons.Exactly(200)}, true, ""},
		{lessons.Reading{Measure: "rows-scanned", Known: true, Have: 3, Want: lessons.Exactly(5)}, false, ""},
		{lessons.Reading{Measure: "cell", Known: true, HaveText: "Sam", WantText: "Jo"}, true, ""},
		{lessons.Reading{Measure: "cell", Known: true, WantText: "Welcome"}, false, "The cell is empty. It should hold Welcome."},
		{lessons.Reading{Measure: "cell", Known: true}, false, "It is not in the cell yet."},
		{lessons.Reading{Measure: "refused", WantText: "no-family"}, false, "Not tried yet."},
		{lessons.Reading{Measure: "refused", Known: true, HaveText: "no-table", WantText: "no-family"}, false, "Something was refused, but for another reason."},
		{lessons.Reading{Measure: "rows-scanned", Want: lessons.Exactly(0)}, false, "Not tried yet."},
		{lessons.Reading{Measure: lessons.QueueOptions, Known: true, HaveText: "FILTER, RAW"}, false, "FILTER, RAW: hidden jobs are not scanned with that. Scan without it."},
		{lessons.Reading{Measure: lessons.QueueRead}, false, "Not scanned yet since the job was put and finished."},
	} {
		if got := v.asked(tt.of); got != tt.asked {
			t.Errorf("%+v is asked for: %t", tt.of, got)
		}
		if got := v.sentence(nil, tt.of); got != tt.sentence {
			t.Errorf("of %+v is said %q, want %q", tt.of, got, tt.sentence)
		}
	}
	p.State.Lesson.Progress.Answers = []lessons.Answer{{Question: "q", Value: "200"}}
	if v.asked(lessons.Reading{Known: true, Want: lessons.Exactly(200)}) {
		t.Error("it is still asked for")
	}
}

// TestReachedStays checks that a goal that was reached and does not hold any more says so.
func TestReachedStays(t *testing.T) {
	cell := lessons.Goal{ID: "g", Check: lessons.CellHolds{Table: "web"}}
	key := lessons.Goal{ID: "k", Check: lessons.KeepsFields{}}
	p := opened(t, &lessons.Lesson{Slug: "x", Steps: []lessons.Step{{ID: "one", Goals: []lessons.Goal{cell, key}}}}, lessons.Outcome{
		Progress: lessons.Progress{Passed: []string{"g", "k"}},
		Readings: []lessons.GoalReadings{{Goal: "g", Readings: []lessons.Reading{{Measure: "cell", Known: true}}}, {Goal: "k", Readings: []lessons.Reading{{Measure: "records-kept", Known: true}}}},
	})
	v := NewView(&ui.Kit{Lang: "en", InBrowser: true, To: &ui.MsgSender{}}, &p.State, &p.Work)
	for g, want := range map[string]string{"g": "Reached. The tables have changed since.", "k": "Reached, under an earlier key."} {
		goal := map[string]lessons.Goal{"g": cell, "k": key}[g]
		said := ""
		for _, part := range v.readings(goal, true) {
			said += app.HTMLString(part)
		}
		if !strings.Contains(said, want) {
			t.Errorf("of %s is said %q, want %q", g, said, want)
		}
	}
}

// TestStepBehind checks the note in a passed step that a later step, which was reached, may
// have replaced its tables.
func TestStepBehind(t *testing.T) {
	l := &lessons.Lesson{Slug: "x", Steps: []lessons.Step{{ID: "one"}, {ID: "two"}, {ID: "three", Drop: []string{"orders"}}, {ID: "four"}}}
	for _, tt := range []struct {
		reached, shown int
		says           bool
	}{{1, 0, false}, {2, 0, true}, {2, 1, true}, {2, 2, false}, {3, 2, false}, {3, 3, false}} {
		p := opened(t, l, lessons.Outcome{Progress: lessons.Progress{Step: tt.reached}})
		p.on(StepPicked{tt.shown})
		v := NewView(&ui.Kit{Lang: "en", InBrowser: true, To: &ui.MsgSender{}}, &p.State, &p.Work)
		if said := app.HTMLString(v.step(tt.shown)); strings.Contains(said, "You are past this step") != tt.says {
			t.Errorf("%+v: %s", tt, said)
		}
	}
}

// TestNotesGo checks that an explanation disappears when tables are changed, and one about a
// read also at the next read, since it is about what was before.
func TestNotesGo(t *testing.T) {
	for _, tt := range []struct {
		first string
		then  engine.Request
		goes  bool
	}{
		{"", engine.RunConsole{Text: "deletefamily books year"}, true}, {"", engine.RunConsole{Dialect: engine.HBase, Text: "alter 'books', 'delete' => 'year'"}, true}, {"", engine.Undo{}, true},
		{"", engine.RunConsole{Text: "ls books"}, false}, {"", engine.RunConsole{Text: "read books"}, false}, {"", engine.RunConsole{Text: "deletefamily books"}, false},
		{"read books", engine.RunConsole{Text: "read books prefix=a"}, true}, {"read books", engine.RunConsole{Text: "ls books"}, false}, {"read books", engine.Undo{}, true},
	} {
		p := opened(t, &lessons.Lesson{Slug: "x", Steps: []lessons.Step{{ID: "one"}}}, lessons.Outcome{})
		ran := func(r engine.Request, explain string) {
			p.Turn(func(t *page.Update) { t.SendCall(host.ExecuteRequest{Request: r}, "running-console") })
			p.answer(lessons.Outcome{Explain: explain})
		}
		ran(engine.RunConsole{Text: cmp.Or(tt.first, "createtable books families=info,loan,year")}, "not yet")
		if got := p.State.Lesson.Explain; got != "not yet" {
			t.Fatalf("%q", got)
		}
		ran(tt.then, "")
		if gone := p.State.Lesson.Explain == ""; gone != tt.goes {
			t.Errorf("%q, then %+v: gone %v", tt.first, tt.then, gone)
		}
	}
}

// TestCellNamed checks that the sentence about an empty cell names its row and column only
// if the step does. Otherwise the reader is to find them out.
func TestCellNamed(t *testing.T) {
	cell := lessons.CellHolds{Row: "com.example.www", Column: "contents:html"}
	timed := lessons.CellTime{Row: "com.example.www", Column: "contents:html"}
	empty := lessons.Reading{Measure: "cell", Known: true, WantText: "Welcome"}
	for _, tt := range []struct {
		body  string
		check lessons.Check
		of    lessons.Reading
		want  string
	}{
		{"<p>Write <code>contents:html</code> of com.example.www.</p>", cell, empty, "Column contents:html of row com.example.www is empty. It should hold Welcome."},
		{"<p>Write <code>contents:html</code> of com.example.www.</p>", timed, lessons.Reading{Measure: "cell", WantText: "Welcome"}, "Column contents:html of row com.example.www is empty. It should hold Welcome."},
		{"<p>Write <code>contents:html</code> of com.example.www.</p>", cell, lessons.Reading{Measure: "cell", Known: true}, "Column contents:html of row com.example.www does not hold it yet."},
		{"<p>Write <code>contents:html</code> under the address turned round.</p>", cell, empty, "The cell is empty. It should hold Welcome."},
	} {
		p := opened(t, &lessons.Lesson{Slug: "x", Steps: []lessons.Step{{ID: "one", Body: tt.body}}}, lessons.Outcome{})
		v := NewView(&ui.Kit{Lang: "en", InBrowser: true, To: &ui.MsgSender{}}, &p.State, &p.Work)
		if got := v.sentence(tt.check, tt.of); got != tt.want {
			t.Errorf("of %+v is said %q, want %q", tt, got, tt.want)
		}
	}
}

// TestRefusalMeasured checks that the readings of a goal that requires a refusal are words,
// not codes of the engine.
func TestRefusalMeasured(t *testing.T) {
	said := func(code string, ok bool) []lessons.Reading {
		return []lessons.Reading{{Measure: "refused", Known: true, OK: ok, HaveText: code, WantText: "no-family"}}
	}
	p := opened(t, &lessons.Lesson{Slug: "x", Steps: []lessons.Step{{ID: "one", Goals: []lessons.Goal{{ID: "g", Text: "Be refused"}}}}}, lessons.Outcome{
		Progress: lessons.Progress{Measured: []lessons.Measurement{{Goal: "g", Before: said("sql-read", false), After: said("no-family", true)}}},
	})
	v := NewView(&ui.Kit{Lang: "en", InBrowser: true, To: &ui.MsgSender{}}, &p.State, &p.Work)
	html := ""
	for _, part := range v.measurements() {
		html += app.HTMLString(part)
	}
	if strings.Contains(html, "sql-read") || strings.Contains(html, "no-family") ||
		!strings.Contains(html, "Something was refused, but for another reason.") || !strings.Contains(html, "refused for that reason") {
		t.Errorf("the recap says %s", html)
	}
}

// TestMeasuredAtFirst checks that the column of what was measured at first says what was shown while the
// goal was open, and nothing else.
func TestMeasuredAtFirst(t *testing.T) {
	bill := func(dollars int64, of lessons.Medal) []lessons.Reading {
		asked := lessons.Bound{Set: true, Most: 600}
		return []lessons.Reading{
			{Measure: "families", Known: true, OK: true, Have: 77, Want: lessons.Bound{Set: true, Most: 80}},
			{Measure: "bill-kept", Known: true, OK: true, Have: 55}, {Measure: "bill-sent", Known: true, OK: true, Have: dollars - 55},
			{Measure: "bill", Known: true, OK: asked.Allows(dollars), Have: dollars, Want: asked},
			{Measure: "medal", Known: true, OK: of == lessons.Gold, Have: int64(of)},
		}
	}
	goal := lessons.Goal{ID: "g", Text: "Pay less", Check: lessons.MonthlyBill{}}
	first := bill(9055, lessons.NoMedal)
	p := opened(t, &lessons.Lesson{Slug: "x", Steps: []lessons.Step{{ID: "one", Goals: []lessons.Goal{goal}}}}, lessons.Outcome{
		Progress: lessons.Progress{Measured: []lessons.Measurement{{Goal: "g", Before: first, After: bill(555, lessons.Gold)}}},
		Readings: []lessons.GoalReadings{{Goal: "g", Readings: first}},
	})
	v := NewView(&ui.Kit{Lang: "en", InBrowser: true, To: &ui.MsgSender{}}, &p.State, &p.Work)
	shown := ""
	for _, part := range v.readings(goal, false) {
		shown += app.HTMLString(part)
	}
	table := ""
	for _, part := range v.measurements() {
		table += app.HTMLString(part)
	}
	_, cells, _ := strings.Cut(table, "Pay less")
	cells, after, _ := strings.Cut(strings.TrimPrefix(strings.Join(strings.Fields(cells), " "), "</th> "), "</td>")
	for text, want := range map[string]bool{"dollars for bytes kept": true, "9,000": true, "dollars this month": true, "9,055": true, "No medal yet": true, "families": false, "77": false} {
		if strings.Contains(shown, text) != want || strings.Contains(cells, text) != want {
			t.Errorf("%q: shown was %s, at first is %s", text, shown, cells)
		}
	}
	if !strings.Contains(after, "Gold") || !strings.Contains(after, "555") {
		t.Errorf("when reached is %s", after)
	}
}
