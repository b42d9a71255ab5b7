package engine

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/engine/base"
)

func peeking(t *testing.T) *Session {
	t.Helper()
	s := New(Options{Now: func() base.Micros { return 9_000_000 }})
	text := "createtable t families=f\nset t a f:q=1@1000\nset t a f:q=2@2000\nset t a f:q=3@3000\nset t a f:r=" + strings.Repeat("x", MaxValueShown+5)
	if r := s.Do(Console{Text: text}); r.Err != nil {
		t.Fatal(r.Err)
	}
	return s
}

func TestPeek(t *testing.T) {
	s := peeking(t)
	p := As[*VersionsRead](s.Do(ReadVersions{Table: "t", Row: "a", Family: "f", Qualifier: "q"}).Answer)
	if p.Cells != 3 || p.Bytes != 3 || len(p.Versions) != 3 || p.Versions[0] != (Version{At: 3000, Value: "3", Size: 1}) {
		t.Errorf("%+v", p)
	}
	p = As[*VersionsRead](s.Do(ReadVersions{Table: "t", Row: "a", Family: "f", Qualifier: "r"}).Answer)
	if len(p.Versions) != 1 || len(p.Versions[0].Value) != MaxValueShown || p.Versions[0].Size != MaxValueShown+5 {
		t.Errorf("%d versions of %d bytes", p.Cells, p.Bytes)
	}
	if p = As[*VersionsRead](s.Do(ReadVersions{Table: "t", Row: "a"}).Answer); p.Cells != 4 || p.Bytes <= MaxValueShown {
		t.Errorf("%+v", p)
	}
	for _, none := range []ReadVersions{{Table: "u", Row: "a"}, {Table: "t", Row: "b"}, {Table: "t", Row: "a", Family: "f", Qualifier: "z"}} {
		if p := As[*VersionsRead](s.Do(none).Answer); p.ReadVersions != none || p.Cells != 0 || p.Versions != nil {
			t.Errorf("%+v", p)
		}
	}
}

func TestPageVersions(t *testing.T) {
	s := peeking(t)
	for versions, want := range map[int]string{0: "3", 1: "3", 2: "32", 9: "321"} {
		got := ""
		for _, c := range s.Page(Window{Table: "t", Count: 1, Versions: versions}).Rows[0].Cells {
			if c.Qualifier == "q" {
				if newest := c.Versions > 0; newest != (got == "") || newest && c.Versions != 3 {
					t.Errorf("%d versions asked: %q says it is one of %d", versions, c.Value, c.Versions)
				}
				got += c.Value
			}
		}
		if got != want {
			t.Errorf("%d versions asked: %q", versions, got)
		}
	}
}

func TestPageMargin(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 9_000_000 }})
	var text strings.Builder
	text.WriteString("createtable t families=f\n")
	for i := range 40 {
		fmt.Fprintf(&text, "set t k%02d f:q=1\n", i)
	}
	if r := s.Do(Console{Text: text.String()}); r.Err != nil {
		t.Fatal(r.Err)
	}
	for _, c := range []struct {
		w                   Window
		first, offset, rows int
	}{
		{Window{Offset: 20, Count: 5}, 20, 20, 5},
		{Window{Offset: 20, Count: 5, Margin: 3}, 20, 17, 11},
		{Window{Offset: 1, Count: 5, Margin: 3}, 1, 0, 9},
		{Window{Offset: 39, Count: 5, Margin: 3}, 35, 32, 8},
		{Window{Offset: -4, Count: 50, Margin: 1000}, 0, 0, 40},
	} {
		c.w.Table = "t"
		if p := s.Page(c.w); p.First != c.first || p.Offset != c.offset || len(p.Rows) != c.rows {
			t.Errorf("%+v: first %d, offset %d, %d rows", c.w, p.First, p.Offset, len(p.Rows))
		}
	}
}

func TestPeekAtAnOffset(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 1 }})
	s.Do(Console{Text: "createtable t families=f\nset t a f:q=1\nset t b f:q=2"})
	for offset, want := range map[int]base.RowKey{-1: "a", 0: "a", 1: "b", 2: ""} {
		ask := ReadVersions{Table: "t", Offset: offset}
		if p := As[*VersionsRead](s.Do(ask).Answer); p.ReadVersions != ask || p.Key != want || p.Cells != 0 {
			t.Errorf("%d: %+v", offset, p)
		}
	}
	if p := As[*VersionsRead](s.Do(ReadVersions{Table: "none"}).Answer); p.Key != "" {
		t.Errorf("%+v", p)
	}
}

func TestPeekAtAWholeValue(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 1 }})
	for _, size := range []int{MaxValueShown + 1, MaxWhole + 1} {
		s.Do(Console{Text: "createtable t families=f\nset t a f:q=old\nset t a f:q=" + strings.Repeat("x", size) + "@5000"})
		p := As[*VersionsRead](s.Do(ReadVersions{Table: "t", Row: "a", Family: "f", Qualifier: "q", Whole: true}).Answer)
		if len(p.Versions) != 1 || p.Versions[0].Size != int64(size) || len(p.Versions[0].Value) != min(size, MaxWhole) {
			t.Errorf("%d versions, %d of %d bytes", len(p.Versions), len(p.Versions[0].Value), p.Versions[0].Size)
		}
		s.Do(Console{Text: "deletetable t"})
	}
}

// TestMarksOfTheRead checks that rows written after a read are not marked as returned by it.
func TestMarksOfTheRead(t *testing.T) {
	s := peeking(t)
	s.Do(Console{Text: "set t c f:q=1\nread t"})
	s.Do(Console{Text: "set t b f:q=1\nset t c f:q=2"})
	got := ""
	for _, r := range s.Page(Window{Table: "t", Count: 5}).Rows {
		got += fmt.Sprintf("%s%d ", r.Key, r.Mark)
	}
	if want := fmt.Sprintf("a%d b%d c%d ", Returned, Unread, Returned); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
