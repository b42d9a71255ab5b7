package files

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
)

// stampedCells returns the cells of the table that a mapping makes, with their times.
func stampedCells(t *testing.T, m *Mapping) (out []string) {
	t.Helper()
	s := engine.New(engine.Options{Now: func() base.Micros { return 0 }})
	if r := s.Do(m.request()); r.Err != nil {
		t.Fatal(r.Err)
	}
	tab, _ := s.Table(m.Table)
	for row := range tab.RowsAt(0, tab.Len()) {
		for c := range row.Cells() {
			out = append(out, fmt.Sprintf("%s %s:%s=%s@%d", row.Key(), c.Family, c.Qualifier, c.Value, c.At))
		}
	}
	return out
}

// TestStampedValues checks that times after values become those of the cells if the reader
// wants it. Values without a time are counted, and the first is named.
func TestStampedValues(t *testing.T) {
	const text = ",f,,g\n,a,b,c\nr1,1@1577862000000000,2@1577862000001000,\nr1,3@1577862000002000,4,5@-1\nr2,6@1577862000000000,7,x\n"
	p := chosen(t, "x.csv", []byte(text))
	m := p.s.Mapping
	if m == nil || !m.Stamped || m.Clashes != 0 {
		t.Fatalf("the times are not recognised: %+v", m)
	}
	want := []string{"r1 f:a=3@1577862000002000", "r1 f:a=1@1577862000000000", "r1 f:b=2@1577862000001000", "r1 f:b=4@0", "r1 g:c=5@0", "r2 f:a=6@1577862000000000", "r2 f:b=7@0", "r2 g:c=x@0"}
	if got := stampedCells(t, m); !slices.Equal(got, want) {
		t.Errorf(" got %q\nwant %q", got, want)
	}
	html := p.drawn()
	for _, want := range []string{`id="map-stamped"`, "4 values have no time after @, the first in line 4 (4)", "become rows only"} {
		if !strings.Contains(html, want) {
			t.Errorf("%q is not said: %s", want, html)
		}
	}
	// A column that is not used has no cells.
	if p.on(typed{"map-use-3", "false"}); !strings.Contains(p.drawn(), "2 values have no time after @, the first in line 4 (4)") {
		t.Errorf("values of a column that is left out are counted: %s", p.drawn())
	}
	// The reader can keep the times as part of the values.
	p = chosen(t, "x.csv", []byte(text)).on(typed{elementStamped, "false"})
	if m = p.s.Mapping; m.Clashes != 1 || !slices.Contains(stampedCells(t, m), "r2 f:a=6@1577862000000000@0") {
		t.Errorf("%d clashes, %q", m.Clashes, stampedCells(t, m))
	}
}

// TestRepeatedColumn checks columns with the same name. If the values have times, they are
// one column with two versions, as for cbt's import; otherwise each gets a name of its own.
// Values that another of their line replaces are counted.
func TestRepeatedColumn(t *testing.T) {
	const text = ",f,,g\n,a,a,a\nr1,1@1577862000000000,2@1577862000001000,9@1577862000001000\nr2,3@1577862000000000,4@1577862000000000,\n"
	p := chosen(t, "x.csv", []byte(text))
	m := p.s.Mapping
	want := []string{"r1 f:a=2@1577862000001000", "r1 f:a=1@1577862000000000", "r1 g:a=9@1577862000001000", "r2 f:a=4@1577862000000000"}
	if got := stampedCells(t, m); !m.Stamped || !slices.Equal(got, want) {
		t.Errorf(" got %q\nwant %q", got, want)
	}
	const lost = "1 value is lost, the first in line 4"
	if m.Clashes != 0 || m.Within != 1 || m.InLine != 4 || !strings.Contains(p.drawn(), lost) {
		t.Errorf("%d clash, %d within, first in %d: %s", m.Clashes, m.Within, m.InLine, p.drawn())
	}
	// cbt's import makes the same of it in the console.
	s := engine.New(engine.Options{Now: func() base.Micros { return 0 }})
	r := s.Do(engine.RunConsole{Text: "createtable x families=f,g\nimport x x.csv timestamp=value-encoded", Files: []engine.PickedFile{{Name: "x.csv", Text: text}}})
	if said := r.Output[len(r.Output)-1]; r.Err != nil || said.Code != base.NoteImported || said.Args[2] != "5" || said.Args[4] != "1" {
		t.Errorf("%v, %v", r.Err, r.Output)
	}
	tab, _ := s.Table("x")
	if tab.CellCount() != int64(len(want)) {
		t.Errorf("the console's has %d cells", tab.CellCount())
	}
	// With the times as part of the values, the columns are different ones, or are in another
	// family.
	p.on(typed{elementStamped, "false"})
	m = p.s.Mapping
	var names []string
	for _, c := range m.Columns[1:] {
		names = append(names, c.Family+":"+c.Qualifier)
	}
	if got := stampedCells(t, m); m.Within != 0 || !slices.Equal(names, []string{"f:a", "f:a2", "g:a"}) || len(got) != 5 {
		t.Errorf("%d within, %q, %q", m.Within, names, got)
	}
	// Two columns to which the reader gives the same name are one.
	if p.on(typed{"map-qualifier-2", "a"}); p.s.Mapping.Within != 2 || !strings.Contains(p.drawn(), "2 values are lost, the first in line 3") {
		t.Errorf("%d within", p.s.Mapping.Within)
	}
	if p.on(typed{"map-use-2", "false"}); p.s.Mapping.Within != 0 {
		t.Errorf("a column that is left out makes %d values give way", p.s.Mapping.Within)
	}
}

// TestStampsOf checks that times are offered if some value ends with one, and proposed if
// all values of a column do. Other numbers are not taken for times.
func TestStampsOf(t *testing.T) {
	for text, want := range map[string]stamps{
		"k,a,b\nr,1@1577862000000000,x\ns,,y\n":  {Stamped: true, Stampable: true},
		"k,a\nr,1@1577862000000000\ns,2\n":       {Stampable: true},
		"k,a\nr,1@15\ns,2@16\n":                  {Stampable: true},
		"k,a\nr@1577862000000000,1\n":            {},
		"k,a\nr,ann@example.org\ns,@\nt,\n":      {},
		"k,a\nr,\"1\n@1577862000000000\"\ns,2\n": {Stampable: true},
	} {
		if got := stampsOf(text, ",", 1); got.Stamped != want.Stamped || got.Stampable != want.Stampable {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

// TestComparedLines checks that the dialog says that only the first lines of a long file
// were compared and more may be lost. The engine then reports how many were.
func TestComparedLines(t *testing.T) {
	var text strings.Builder
	text.WriteString("k,v\n")
	for i := range keysCompared + 10 {
		fmt.Fprintf(&text, "k%d,%d\n", i%(keysCompared-1), i)
	}
	p := chosen(t, "x.csv", []byte(text.String()))
	p.turns()
	p.on(typed{elementTemplate, "{k}"}).turns()
	html := p.drawn()
	for _, want := range []string{"Keys are compared only in the first 20,000 of 20,010 lines", "Make a sandbox without at least 1 line<"} {
		if !strings.Contains(html, want) {
			t.Errorf("%q is not said: %s", want, html)
		}
	}
	s := engine.New(engine.Options{Now: func() base.Micros { return 0 }})
	r := s.Do(p.s.Mapping.request())
	if i := slices.IndexFunc(r.Output, func(l engine.OutputLine) bool { return l.Code == base.NoteCollided }); i < 0 || r.Output[i].Args[0] != "11" {
		t.Errorf("the engine does not tell of 11 lines: %+v", r.Output)
	}
}
