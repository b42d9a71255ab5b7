package engine

import (
	"bytes"
	"compress/flate"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/design"
	"tabletop/engine/plan"
)

// valuesIn returns the cells of a table: key, column and value.
func valuesIn(t *testing.T, s *Session, name string) (out []string) {
	t.Helper()
	tab, ok := s.Table(name)
	if !ok {
		t.Fatalf("there is no table %s", name)
	}
	for row := range tab.RowsAt(0, tab.Len()) {
		for c := range row.Cells() {
			out = append(out, fmt.Sprintf("%s %s %q", row.Key(), c.Qualifier, c.Value))
		}
	}
	return out
}

func packed(text string) PackedText {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestSpeed)
	_, _ = w.Write([]byte(text))
	_ = w.Close()
	return PackedText{Size: len(text), Packed: b.String()}
}

var sparseColumns = []plan.FieldColumn{{Field: "a", Family: "f", Qualifier: "a"}, {Field: "b", Family: "f", Qualifier: "b"}}

// TestSparse checks that a field that a record lacks becomes no cell, that an empty value becomes
// a cell, and that records with one key make one row, in every way of making a table.
func TestSparse(t *testing.T) {
	records := [][]string{
		dataset.OmitFields([]string{"u1", "x", ""}, func(i int) bool { return i == 2 }),
		dataset.OmitFields([]string{"u2", "", "pro"}, func(i int) bool { return i == 1 }),
		{"u3", "", "y"},
		dataset.OmitFields([]string{"u1", "", "late"}, func(i int) bool { return i == 1 }),
		dataset.OmitFields([]string{"u4", "", ""}, func(i int) bool { return i > 0 }),
	}
	want := []string{`u1 a "x"`, `u1 b "late"`, `u2 b "pro"`, `u3 a ""`, `u3 b "y"`}
	load := LoadRecords{Table: "t", Template: "{k}", Columns: sparseColumns, Data: dataset.Spec{Fields: []string{"k", "a", "b"}, Records: records}}

	s := newSession()
	mustDo(t, s, load)
	if got := valuesIn(t, s, "t"); !slices.Equal(got, want) {
		t.Errorf("loaded:\n got %q\nwant %q", got, want)
	}
	if info := s.Tables()[0]; info.Records != 5 || info.KeptRecords != 3 {
		t.Errorf("%d of %d records are held: one is another's row, and one has no cell", info.KeptRecords, info.Records)
	}
	mustDo(t, s, Rekey{Table: "t", Template: "k{k}"})
	if got := valuesIn(t, s, "t"); len(got) != 5 || got[0] != `ku1 a "x"` {
		t.Errorf("under another key: %q", got)
	}
	// This load is not in the order of rows, like one of very many records.
	l, err := design.NewLoader("t", load.Template, load.Columns, load.Data, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for done := false; !done; {
		if _, done, err = l.Step(1); err != nil {
			t.Fatal(err)
		}
	}
	if l.Lost != 2 || l.Table.CellCount() != 5 || l.Table.Len() != 3 {
		t.Errorf("written as they come: %d lost, %d cells, %d rows", l.Lost, l.Table.CellCount(), l.Table.Len())
	}

	empty := []string{`u1 a "x"`, `u1 b ""`, `u2 a ""`, `u2 b ""`, `u3 a ""`, `u3 b "pro"`}
	some := []string{`u1 a "x"`, `u3 b "pro"`}
	csv := packed("k,a,b\nu1,x,\nu2,,\"\"\nu3,,pro\n")
	for sparse, want := range map[bool][]string{true: some, false: empty} {
		s := newSession()
		mustDo(t, s, LoadValuesText{Target: LoadRecords{Table: "t", Template: "{k}", Columns: sparseColumns, Data: dataset.Spec{Fields: load.Data.Fields}}, Separator: ",", HeaderRecords: 1, Sparse: sparse, PackedText: csv})
		if got := valuesIn(t, s, "t"); !slices.Equal(got, want) {
			t.Errorf("values, sparse %v:\n got %q\nwant %q", sparse, got, want)
		}
	}
	objects := packed("{\"k\":\"u1\",\"a\":\"\"}\n{\"k\":\"u2\",\"b\":null}\n{\"k\":\"u3\",\"b\":\"pro\"}\n")
	some = []string{`u1 a ""`, `u3 b "pro"`}
	empty[0] = `u1 a ""`
	for sparse, want := range map[bool][]string{true: some, false: empty} {
		s := newSession()
		mustDo(t, s, LoadValuesText{Target: LoadRecords{Table: "t", Template: "{k}", Columns: sparseColumns, Data: dataset.Spec{Fields: load.Data.Fields}}, Names: load.Data.Fields, Sparse: sparse, PackedText: objects})
		if got := valuesIn(t, s, "t"); !slices.Equal(got, want) {
			t.Errorf("objects, sparse %v:\n got %q\nwant %q", sparse, got, want)
		}
	}
}

// TestSparseTimes checks that each record with a time of its own is a version of the cells that it
// has.
func TestSparseTimes(t *testing.T) {
	s := newSession()
	var records [][]string
	for i := range 40 {
		records = append(records, dataset.OmitEmptyFields([]string{"u" + strconv.Itoa(i%2), []string{"", "x"}[i/2%2], strings.Repeat("y", i%4/3), strconv.Itoa(1425213901000 + i)}))
	}
	mustDo(t, s, LoadRecords{Table: "t", Template: "{k}", Columns: sparseColumns, Data: dataset.Spec{Fields: []string{"k", "a", "b", "at"}, Records: records, Time: "at"}})
	if got := valuesIn(t, s, "t"); len(got) != 20+10 {
		t.Errorf("%d cells: %q", len(got), got)
	}
}

// TestSparseAdoption checks that rows that lack a column still lack it under another key. A
// journal from the time when such rows got an empty value still gives them one.
func TestSparseAdoption(t *testing.T) {
	for sparse, want := range map[bool][]string{
		true:  {`1#u1 a "x"`, `2#u2 b ""`},
		false: {`1#u1 a "x"`, `1#u1 b ""`, `2#u2 a ""`, `2#u2 b ""`},
	} {
		s := newSession()
		mustDo(t, s, RunConsole{Text: "createtable t families=f\nset t u1#1 f:a=x\nset t u2#2 f:b="})
		mustDo(t, s, AdoptTemplate{Table: "t", Template: "{user}#{n}", Sparse: sparse})
		mustDo(t, s, Rekey{Table: "t", Template: "{n}#{user}"})
		if got := valuesIn(t, s, "t"); !slices.Equal(got, want) {
			t.Errorf("sparse %v:\n got %q\nwant %q", sparse, got, want)
		}
	}
}

// TestStampedValues checks values in cbt's form: the number after the last @ is the time of the
// cell, and a value without one gets the time of the load. Lines that replace others are reported.
func TestStampedValues(t *testing.T) {
	csv := packed("k,a,b\nu1,42@1719830400000000,x@y.org\nu1,43@1719830401000999,7@-1\nu1,44@1719830400000000,\nu2,@1719830400000000,-1@12@x\n")
	load := LoadRecords{Table: "t", Template: "{k}", Columns: sparseColumns, Data: dataset.Spec{Fields: []string{"k", "a", "b"}}}
	for stamped, want := range map[bool][]string{
		true:  {`u1 a "43" 1719830401000000`, `u1 a "44" 1719830400000000`, `u1 b "7" 1000000`, `u2 a "" 1719830400000000`, `u2 b "-1@12@x" 1000000`},
		false: {`u1 a "44@1719830400000000" 1000000`, `u1 b "7@-1" 1000000`, `u2 a "@1719830400000000" 1000000`, `u2 b "-1@12@x" 1000000`},
	} {
		s := New(Options{Now: func() base.Micros { return 1_000_000 }})
		r := mustDo(t, s, LoadValuesText{Target: load, Separator: ",", HeaderRecords: 1, Sparse: true, ValueTimestamps: stamped, PackedText: csv})
		tab, _ := s.Table("t")
		var got []string
		for row := range tab.RowsAt(0, tab.Len()) {
			for c := range row.Cells() {
				got = append(got, fmt.Sprintf("%s %s %q %d", row.Key(), c.Qualifier, c.Value, c.At))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("stamped %v:\n got %q\nwant %q", stamped, got, want)
		}
		lost := slices.ContainsFunc(r.Output, func(l OutputLine) bool { return l.Code == base.NoteCollided })
		if !lost {
			t.Errorf("stamped %v: nothing is said of a cell that another has replaced: %+v", stamped, r.Output)
		}
	}
}
