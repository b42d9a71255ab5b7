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
	for row := range tab.At(0, tab.Len()) {
		for c := range row.Cells() {
			out = append(out, fmt.Sprintf("%s %s:%s=%s@%d", row.Key(), c.Family, c.Qualifier, c.Value, c.At))
		}
	}
	return out
}

// TestStampedValues: values in the form of cbt's import bring the times of their cells,
// if the reader wants that; what has no time is counted, with the first.
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
	// A column that is left out has no cells.
	if p.on(ticked{3, false}); !strings.Contains(p.drawn(), "2 values have no time after @, the first in line 4 (4)") {
		t.Errorf("values of a column that is left out are counted: %s", p.drawn())
	}
	// The reader may have them be what the values say.
	p = chosen(t, "x.csv", []byte(text)).on(stampsTaken{false})
	if m = p.s.Mapping; m.Clashes != 1 || !slices.Contains(stampedCells(t, m), "r2 f:a=6@1577862000000000@0") {
		t.Errorf("%d clashes, %q", m.Clashes, stampedCells(t, m))
	}
}

// TestStampsOf: times are offered where some value ends with one, and proposed where all
// values of some column do, and no number of another kind.
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

// TestComparedLines: of a file with more lines than are compared that is said, and that
// more may be lost; the engine tells how many were.
func TestComparedLines(t *testing.T) {
	var text strings.Builder
	text.WriteString("k,v\n")
	for i := range keysCompared + 10 {
		fmt.Fprintf(&text, "k%d,%d\n", i%(keysCompared-1), i)
	}
	p := chosen(t, "x.csv", []byte(text.String()))
	for p.s.Mapping.reading() {
		p.on(readOn{p.s.feed, p.s.feed.read})
	}
	p.on(typed{fieldTemplate, 0, "{k}"})
	html := p.drawn()
	for _, want := range []string{"Keys are compared only in the first 20,000 of 20,010 lines", "Make a sandbox without at least 1 line<"} {
		if !strings.Contains(html, want) {
			t.Errorf("%q is not said: %s", want, html)
		}
	}
	s := engine.New(engine.Options{Now: func() base.Micros { return 0 }})
	r := s.Do(p.s.Mapping.request())
	if i := slices.IndexFunc(r.Output, func(l engine.Line) bool { return l.Code == base.NoteCollided }); i < 0 || r.Output[i].Args[0] != "11" {
		t.Errorf("the engine does not tell of 11 lines: %+v", r.Output)
	}
}
