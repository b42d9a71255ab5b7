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
	text := "createtable t families=f\nset t a f:q=1@1000\nset t a f:q=2@2000\nset t a f:q=3@3000\nset t a f:r=" + strings.Repeat("x", MaxVersionValue+5)
	if r := s.Do(RunConsole{Text: text}); r.Err != nil {
		t.Fatal(r.Err)
	}
	return s
}

func TestPeek(t *testing.T) {
	s := peeking(t)
	p := AnswerAs[*VersionsRead](s.Do(ReadVersions{Table: "t", Row: "a", Family: "f", Qualifier: "q"}).Answer)
	if p.Cells != 3 || p.Bytes != 3 || len(p.Versions) != 3 || p.Versions[0] != (CellVersion{At: 3000, Value: "3", Size: 1}) {
		t.Errorf("%+v", p)
	}
	p = AnswerAs[*VersionsRead](s.Do(ReadVersions{Table: "t", Row: "a", Family: "f", Qualifier: "r"}).Answer)
	if len(p.Versions) != 1 || len(p.Versions[0].Value) != MaxVersionValue || p.Versions[0].Size != MaxVersionValue+5 {
		t.Errorf("%d versions of %d bytes", p.Cells, p.Bytes)
	}
	if p = AnswerAs[*VersionsRead](s.Do(ReadVersions{Table: "t", Row: "a"}).Answer); p.Cells != 4 || p.Bytes <= MaxVersionValue {
		t.Errorf("%+v", p)
	}
	for _, none := range []ReadVersions{{Table: "u", Row: "a"}, {Table: "t", Row: "b"}, {Table: "t", Row: "a", Family: "f", Qualifier: "z"}} {
		if p := AnswerAs[*VersionsRead](s.Do(none).Answer); p.ReadVersions != none || p.Cells != 0 || p.Versions != nil {
			t.Errorf("%+v", p)
		}
	}
}

func TestPageVersions(t *testing.T) {
	s := peeking(t)
	for versions, want := range map[int]string{0: "3", 1: "3", 2: "32", 9: "321"} {
		got := ""
		for _, c := range s.Page(RowWindow{Table: "t", Count: 1, Versions: versions}).Rows[0].Cells {
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
	if r := s.Do(RunConsole{Text: text.String()}); r.Err != nil {
		t.Fatal(r.Err)
	}
	for _, c := range []struct {
		w                   RowWindow
		first, offset, rows int
	}{
		{RowWindow{Offset: 20, Count: 5}, 20, 20, 5},
		{RowWindow{Offset: 20, Count: 5, Margin: 3}, 20, 17, 11},
		{RowWindow{Offset: 1, Count: 5, Margin: 3}, 1, 0, 9},
		{RowWindow{Offset: 39, Count: 5, Margin: 3}, 35, 32, 8},
		{RowWindow{Offset: -4, Count: 50, Margin: 1000}, 0, 0, 40},
	} {
		c.w.Table = "t"
		if p := s.Page(c.w); p.First != c.first || p.Offset != c.offset || len(p.Rows) != c.rows {
			t.Errorf("%+v: first %d, offset %d, %d rows", c.w, p.First, p.Offset, len(p.Rows))
		}
	}
}

func TestPeekAtAnOffset(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 1 }})
	s.Do(RunConsole{Text: "createtable t families=f\nset t a f:q=1\nset t b f:q=2"})
	for offset, want := range map[int]base.RowKey{-1: "a", 0: "a", 1: "b", 2: ""} {
		ask := ReadVersions{Table: "t", Offset: offset}
		if p := AnswerAs[*VersionsRead](s.Do(ask).Answer); p.ReadVersions != ask || p.Key != want || p.Cells != 0 {
			t.Errorf("%d: %+v", offset, p)
		}
	}
	if p := AnswerAs[*VersionsRead](s.Do(ReadVersions{Table: "none"}).Answer); p.Key != "" {
		t.Errorf("%+v", p)
	}
}

func TestPeekAtAWholeValue(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 1 }})
	for _, size := range []int{MaxVersionValue + 1, MaxWholeValue + 1} {
		s.Do(RunConsole{Text: "createtable t families=f\nset t a f:q=old\nset t a f:q=" + strings.Repeat("x", size) + "@5000"})
		p := AnswerAs[*VersionsRead](s.Do(ReadVersions{Table: "t", Row: "a", Family: "f", Qualifier: "q", Whole: true}).Answer)
		if len(p.Versions) != 1 || p.Versions[0].Size != int64(size) || len(p.Versions[0].Value) != min(size, MaxWholeValue) {
			t.Errorf("%d versions, %d of %d bytes", len(p.Versions), len(p.Versions[0].Value), p.Versions[0].Size)
		}
		s.Do(RunConsole{Text: "deletetable t"})
	}
}

// TestMarksOfTheRead checks that rows written after a read are not marked as returned by it.
func TestMarksOfTheRead(t *testing.T) {
	s := peeking(t)
	s.Do(RunConsole{Text: "set t c f:q=1\nread t"})
	s.Do(RunConsole{Text: "set t b f:q=1\nset t c f:q=2"})
	got := ""
	for _, r := range s.Page(RowWindow{Table: "t", Count: 5}).Rows {
		got += fmt.Sprintf("%s%d ", r.Key, r.Mark)
	}
	if want := fmt.Sprintf("a%d b%d c%d ", MarkReturned, MarkNone, MarkReturned); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
