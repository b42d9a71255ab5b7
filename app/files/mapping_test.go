package files

import (
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
)

// imported returns the cells of the table that a mapping makes: key, column and value.
func imported(t *testing.T, m *Mapping) (out []string) {
	t.Helper()
	s := engine.New(engine.Options{Now: func() base.Micros { return 0 }})
	if r := s.Do(m.request()); r.Err != nil {
		t.Fatal(r.Err)
	}
	tab, _ := s.Table(m.Table)
	for row := range tab.At(0, tab.Len()) {
		for c := range row.Cells() {
			out = append(out, string(row.Key())+" "+string(c.Qualifier)+"="+c.Value)
		}
	}
	return out
}

// drawn returns what the dialog shows of a mapping.
func (p *play) drawn() string {
	k := &ui.Kit{Lang: "en", Idle: true}
	v := &View{Kit: *k, State: p.s}
	return app.HTMLString(v.mapping()) + app.HTMLString(v.makesOf(p.s.Mapping))
}

// TestAbsentIsNoCell: what a line does not have is no cell, as in what cbt imports, unless
// the reader says that an empty value is one.
func TestAbsentIsNoCell(t *testing.T) {
	const csv = "user,email,plan\nu1,a@x.com,\nu2,,pro\nu3,,\n"
	const objects = `{"user":"u1","email":"a@x.com"}` + "\n" + `{"user":"u2","plan":"pro","email":null}` + "\n" + `{"user":"u4","plan":""}` + "\n"
	for _, c := range []struct {
		name, text  string
		some, empty []string
	}{
		{"x.csv", csv, []string{"u1 email=a@x.com", "u2 plan=pro"},
			[]string{"u1 email=a@x.com", "u1 plan=", "u2 email=", "u2 plan=pro", "u3 email=", "u3 plan="}},
		{"x.jsonl", objects, []string{"u1 email=a@x.com", "u2 plan=pro", "u4 plan="},
			[]string{"u1 email=a@x.com", "u1 plan=", "u2 email=", "u2 plan=pro", "u4 email=", "u4 plan="}},
	} {
		p := chosen(t, c.name, []byte(c.text))
		if got := imported(t, p.s.Mapping); !slices.Equal(got, c.some) {
			t.Errorf("%s: %q", c.name, got)
		}
		if c.name == "x.csv" && (p.s.Mapping.Bare != 1 || !strings.Contains(p.drawn(), "Make a sandbox without 1 line<")) {
			t.Errorf("a line with nothing but its key is not told of: %s", p.drawn())
		}
		if got := imported(t, p.on(emptied{true}).s.Mapping); !slices.Equal(got, c.empty) {
			t.Errorf("%s, empty: %q", c.name, got)
		}
	}
}

// TestWhatIsLeftOutFollowsTheKey: a column is left out while the key gives all of its
// values back; what is stored nowhere is said.
func TestWhatIsLeftOutFollowsTheKey(t *testing.T) {
	p := chosen(t, "x.csv", []byte("order,user,total\no1,ann,5\no2,bob,7\no3,ann,9\n"))
	for _, c := range []struct {
		template, columns, nowhere string
	}{
		{"{order}", "user total", ""},
		{"{user}#{total}", "order", ""},
		{"{user|hash:8}#{order}", "user total", ""},
		{"{user|first:1}#{order|pad:4}", "user total", ""},
		{"{order}#{user}#{total}", "order", ""}, // a row needs a cell
	} {
		m := p.on(typed{fieldTemplate, 0, c.template}).s.Mapping
		var used []string
		for _, column := range m.Columns {
			if column.Used {
				used = append(used, column.Field)
			}
		}
		if got := strings.Join(used, " "); got != c.columns || len(m.Nowhere()) > 0 {
			t.Errorf("%s: keeps %q, stores %q nowhere", c.template, got, m.Nowhere())
		}
	}
	// What the reader has chosen stays so, and costs what it says.
	m := p.on(ticked{1, false}, typed{fieldTemplate, 0, "{user|hash:8}#{order}"}).s.Mapping
	if got := m.Nowhere(); !slices.Equal(got, []string{"user"}) || !strings.Contains(p.drawn(), "user is in no column") {
		t.Errorf("%q is stored nowhere: %s", got, p.drawn())
	}
}

// TestLostLinesAreSaid: lines that would be lost are counted, with two of them; a table
// without a row is not made, and why is said.
func TestLostLinesAreSaid(t *testing.T) {
	var text strings.Builder
	text.WriteString("device,ts,v\n")
	for i := range 40 {
		text.WriteString("d" + string(rune('0'+i%4)) + ",17198304000" + string(rune('0'+i/4)) + "0,1.5\n")
	}
	p := chosen(t, "x.csv", []byte(text.String()))
	if m := p.s.Mapping; m.Template != "{device}#{ts}" || m.Lost() != 0 || len(imported(t, m)) != 40 {
		t.Fatalf("%s loses %d", m.Template, m.Lost())
	}
	p.on(typed{fieldTemplate, 0, "{device}"})
	html := p.drawn()
	for _, want := range []string{`class="refused">36 of the first 40 lines`, "Line 6 has the key d0 of line 2.", "Line 7 has the key d1 of line 3.", "Make a sandbox without 36 lines<", "Use the key {device}#{ts}"} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s in %s", want, html)
		}
	}
	if m := p.on(bettered{}).s.Mapping; m.Template != "{device}#{ts}" || m.Lost() != 0 {
		t.Errorf("%s, %d", m.Template, m.Lost())
	}
	p.on(typed{fieldTemplate, 0, "{device|date}"})
	html = p.drawn()
	if !strings.Contains(html, "No line would make a row.") || !strings.Contains(html, `aria-disabled>Make`) {
		t.Errorf("%s", html)
	}
	if p.on(mapped{}); len(p.Effects) > 0 {
		t.Error("a table without a row is made")
	}
	for i := range 3 {
		p.on(ticked{i, false})
	}
	if p.on(typed{fieldTemplate, 0, "{device}#{ts}"}, mapped{}); len(p.Effects) > 0 || !strings.Contains(p.drawn(), "Keep at least one column") {
		t.Errorf("a table without a column: %s", p.drawn())
	}
}
