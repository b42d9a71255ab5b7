//go:build !js

package key

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// TestNowhere checks that a field without a column is named while the key does not hold its
// values.
func TestNowhere(t *testing.T) {
	s := engine.New(engine.Options{Now: func() base.Micros { return 0 }})
	load := engine.LoadRecords{Table: "t", Template: "{user}#{time}", Columns: []plan.FieldColumn{{Field: "n", Family: "f", Qualifier: "n"}}, Data: dataset.Spec{
		Fields: []string{"user", "time", "n"}, Records: [][]string{{"ann", "1", "x"}, {"bob", "2", "y"}},
	}}
	if r := s.Do(load); r.Err != nil {
		t.Fatal(r.Err)
	}
	for template, want := range map[string]string{
		"{user}#{time}":         "",
		"{user|hash:8}#{time}":  "user is now in no column",
		"{time}":                "user is now in no column",
		"{n}":                   "user, time are now in no column",
		"{user|hash:8}#{user":   "",
		"{user|first:1}#{user}": "time is now in no column",
	} {
		v := &View{Kit: ui.Kit{Lang: "en"}}
		said := app.HTMLString(v.nowhere(s.Tables()[0], template))
		if want == "" && !strings.Contains(said, "hidden") || !strings.Contains(said, want) {
			t.Errorf("%s: %s", template, said)
		}
		if v.InLesson = true; !strings.Contains(app.HTMLString(v.nowhere(s.Tables()[0], template)), "hidden") {
			t.Errorf("%s: said in a lesson, whose tables are its own", template)
		}
	}
}

// TestOlderCells checks the number of cells that are lost with the key on trial because no
// record holds them: older versions, and cells written by hand. Cells of lost records are
// counted with those.
func TestOlderCells(t *testing.T) {
	now := int64(0)
	s := engine.New(engine.Options{Now: func() base.Micros { now++; return base.Micros(now) * 1000 }})
	do := func(r engine.Request) engine.TableInfo {
		if r := s.Do(r); r.Err != nil {
			t.Fatal(r.Err)
		}
		return s.Tables()[0]
	}
	do(engine.RunConsole{Text: "createtable t families=f\nset t a#1 f:n=5@1000\nset t a#1 f:n=6@2000\nset t a#1 f:n=7@3000\nset t a#2 f:n=6\nset t b#2 f:n=6"})
	was := do(engine.AdoptTemplate{Table: "t", Template: "{user}#{time}", Sparse: true})
	said := func(info engine.TableInfo, tries bool) string {
		v := &View{Kit: ui.Kit{Lang: "en"}, w: &page.Workspace{Tables: []engine.TableInfo{info}}}
		if tries {
			v.Trial = TemplateTrial{Number: 1, Table: "t", Before: was.Template, Cells: was.Cells}
		}
		return app.HTMLString(v.size(info))
	}
	const lost = "2 older or hand-written cells lost"
	if html := said(was, false); strings.Contains(html, "hand-written") {
		t.Errorf("its own key: %s", html)
	}
	if html := said(do(engine.Rekey{Table: "t", Template: "{time}#{user}", Trial: 1}), true); !strings.Contains(html, lost) {
		t.Errorf("another key: %s", html)
	}
	do(engine.LoadRecords{Table: "t", Template: "{user}#{time}", Columns: []plan.FieldColumn{{Field: "n", Family: "f", Qualifier: "n"}}, Data: dataset.Spec{
		Fields: []string{"user", "time", "n"}, Records: [][]string{{"a", "1", "x"}, {"b", "1", "y"}},
	}})
	was = s.Tables()[0]
	if html := said(do(engine.Rekey{Table: "t", Template: "{time}", Trial: 2}), true); strings.Contains(html, "hand-written") || !strings.Contains(html, "1 lost") {
		t.Errorf("records that share keys: %s", html)
	}
	do(engine.Undo{})
	do(engine.RunConsole{Text: "set t c#9 f:n=6"})
	was = s.Tables()[0]
	if html := said(was, false); !strings.Contains(html, "2 records · 3 rows") || !strings.Contains(html, "1 written by hand") {
		t.Errorf("a row written by hand: %s", html)
	}
	if html := said(do(engine.Rekey{Table: "t", Template: "{time}", Trial: 3}), true); !strings.Contains(html, "1 older or hand-written cell lost") || !strings.Contains(html, "1 lost") {
		t.Errorf("records that share keys, and a row written by hand: %s", html)
	}
}

// TestOrderNote checks that the note about values of different lengths is drawn only if two
// present values are an example, and that it shows these.
func TestOrderNote(t *testing.T) {
	for _, c := range []struct {
		template string
		values   map[string][]string
		want     string // "" if there is no note
	}{
		{"{id}", map[string][]string{"id": {"7", "12", "100"}}, "“7” is less than “12”, but 12 comes before 7"},
		{"{id}", map[string][]string{"id": {"17", "12", "10"}}, ""},
		{"{id}", map[string][]string{"id": {"ann", "bob"}}, ""},
		{"{id}", nil, ""},
		{"{name}#{day}", map[string][]string{"name": {"ann", "bob"}, "day": {"3"}}, ""},
		{"{name}#{day}", map[string][]string{"name": {"ann!", "ann"}}, ""}, // no row has a day
		{"{name}#{day}", map[string][]string{"name": {"bob", "ann!", "ann"}, "day": {"3"}}, "“ann” is less than “ann!”, but ann!#3 comes before ann#3"},
		{"{time}#{id}", map[string][]string{"time": {"1425213902", "1425213903"}, "id": {"1"}}, ""},
	} {
		checkClaims(t, c.template, true, c.values, c.want)
	}
}

// TestExamplesAreThere checks that examples are made of present values, and that a claim has
// no example if these show none.
func TestExamplesAreThere(t *testing.T) {
	there := map[string][]string{"time": {"1425213901001", "1425213902006", "1425213902007"}, "user": {"jo", "annabel", "anna"}, "id": {"9", "12"}}
	for _, c := range []struct{ template, want string }{
		{"{time|salt:4}#{time}#{user}#{id}", "not in the order of time: “1425213902006” is less than “1425213902007”, but 2#1425213902007#jo#9 comes before 3#1425213902006#jo#9"},
		{"{time|newest}#{user}", "to the least: “1425213902006” comes before “1425213901001”"},
		{"{id|newest}", "to the least: “12” comes before “9”"},
		{"{user|first:3}#{id}", "can share a row: “anna” and “annabel” both give ann#9"},
		{"{user|hash:8}#{id}", "can share a row."},
		{"{user|hash:2}#{user}", "not in the order of user: “anna” is less than “annabel”, but 1b#annabel comes before ad#anna"},
	} {
		checkClaims(t, c.template, false, there, c.want)
	}
	dates := map[string][]string{"day": {"31/12/2023", "01/02/2024"}, "user": {"jo"}}
	checkClaims(t, "{user}#{day}", false, dates, "not in order of day as a time: “31/12/2023” is earlier than “01/02/2024”, but comes after it.")
	checkClaims(t, "{user}#{day|reverse}", false, dates, "")
	for _, template := range []string{"{time|salt:4}#{time}#{user}#{id}", "{user|hash:8}#{id}"} {
		checkClaims(t, template, false, nil, ".</p>")
	}
}

// checkClaims checks that the claims about a template contain a text, or that there are none
// if it is "".
func checkClaims(t *testing.T, template string, folded bool, values map[string][]string, want string) {
	t.Helper()
	var b strings.Builder
	app.PrintHTML(&b, (&claims{Template: template, Lang: "en", Folded: folded, Values: values}).Render())
	if said := b.String(); want == "" && strings.Contains(said, "example") || !strings.Contains(said, want) {
		t.Errorf("%s of %v: %s, want %q", template, values, said, want)
	}
}
