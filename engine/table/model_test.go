package table

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/filter"
)

// model is a table as a sorted slice of rows, each a sorted slice of cells.
type model struct {
	fams []base.Family
	rows []modelRow
}

type modelRow struct {
	key   base.RowKey
	cells []base.Cell
}

func (m *model) clone() *model {
	c := &model{fams: slices.Clone(m.fams), rows: slices.Clone(m.rows)}
	for i := range c.rows {
		c.rows[i].cells = slices.Clone(c.rows[i].cells)
	}
	return c
}

func (m *model) mutate(key base.RowKey, now base.Micros, muts []Mutation) (refused bool) {
	i, found := slices.BinarySearchFunc(m.rows, key, func(r modelRow, k base.RowKey) int { return cmp.Compare(r.key, k) })
	var cells []base.Cell
	if found {
		cells = slices.Clone(m.rows[i].cells)
	}
	drop := func(gone func(c base.Cell) bool) { cells = slices.DeleteFunc(cells, gone) }
	for _, mut := range muts {
		switch mut := mut.(type) {
		case SetCell:
			c := base.Cell{Family: mut.Family, Qualifier: mut.Qualifier, At: mut.At, Value: mut.Value}
			if c.At == ServerTime {
				c.At = now / 1000 * 1000
			}
			if c.At < 0 || c.At%1000 != 0 || !slices.Contains(m.fams, c.Family) {
				return true
			}
			drop(func(d base.Cell) bool { return c.Compare(d) == 0 })
			cells = append(cells, c)
			slices.SortFunc(cells, base.Cell.Compare)
		case DeleteColumn:
			if mut.End != 0 && mut.End <= mut.Start || !slices.Contains(m.fams, mut.Family) {
				return true
			}
			drop(func(c base.Cell) bool {
				return c.Family == mut.Family && c.Qualifier == mut.Qualifier && c.At >= mut.Start && (mut.End == 0 || c.At < mut.End)
			})
		case DeleteFamilyCells:
			if !slices.Contains(m.fams, mut.Family) {
				return true
			}
			drop(func(c base.Cell) bool { return c.Family == mut.Family })
		case DeleteRow:
			cells = nil
		}
	}
	if len(muts) == 0 || key == "" {
		return true
	}
	if found {
		m.rows = slices.Delete(m.rows, i, i+1)
	}
	if len(cells) > 0 {
		m.rows = slices.Insert(m.rows, i, modelRow{key, cells})
	}
	return false
}

func (m *model) dropRows(r base.Range) int {
	n := len(m.rows)
	m.rows = slices.DeleteFunc(m.rows, func(row modelRow) bool { return r.Contains(row.key) })
	return n - len(m.rows)
}

func (m *model) deleteFamily(f base.Family) {
	m.fams = slices.DeleteFunc(m.fams, func(g base.Family) bool { return f == g })
	for i := range m.rows {
		m.rows[i].cells = slices.DeleteFunc(m.rows[i].cells, func(c base.Cell) bool { return c.Family == f })
	}
	m.rows = slices.DeleteFunc(m.rows, func(r modelRow) bool { return len(r.cells) == 0 })
}

// scan returns the rows of q as show prints them; keep stands for its filter.
func (m *model) scan(q Query, keep func(base.Cell) bool) (out []string, scanned int) {
	rows := slices.Clone(m.rows)
	if q.Reversed {
		slices.Reverse(rows)
	}
	for _, r := range rows {
		if len(q.Ranges) > 0 && !slices.ContainsFunc(q.Ranges, func(rg base.Range) bool { return rg.Contains(r.key) }) {
			continue
		}
		if q.Limit > 0 && int64(len(out)) == q.Limit {
			break
		}
		scanned++
		var cells []string
		for _, c := range r.cells {
			if keep == nil || keep(c) {
				cells = append(cells, fmt.Sprintf("%s:%s@%d=%s", c.Family, c.Qualifier, c.At/1000, c.Value))
			}
		}
		if len(cells) > 0 {
			out = append(out, fmt.Sprintf("%s{%s}", r.key, strings.Join(cells, " ")))
		}
	}
	return out, scanned
}

// dice decides what a trial does next.
type dice interface{ IntN(n int) int }

// bytesDice is dice whose throws are given; after the last they are all 0.
type bytesDice struct{ data []byte }

func (d *bytesDice) IntN(n int) int {
	if len(d.data) == 0 {
		return 0
	}
	b := int(d.data[0])
	d.data = d.data[1:]
	return b % n
}

func pick[T any](d dice, of ...T) T { return of[d.IntN(len(of))] }

// A trial does the same to a table and to the model.
type trial struct {
	testing.TB
	dice
	*Table
	*model
	snap    *Table // an older table that must stay as it was
	snapped *model
}

// Name is the test's.
func (t *trial) Name() string { return t.TB.Name() }

func newTrial(t testing.TB, d dice) *trial {
	return &trial{TB: t, dice: d, Table: newTable(t, "b", "a"), model: &model{fams: []base.Family{"b", "a"}}}
}

func (t *trial) key() base.RowKey {
	return base.RowKey(fmt.Sprintf("%c%02d", 'a'+t.IntN(3), t.IntN(40)))
}

func (t *trial) rangeOf() base.Range {
	switch t.IntN(5) {
	case 0:
		return base.Prefix(string("ab"[t.IntN(2)]))
	case 1:
		return base.Point(t.key())
	case 2:
		return base.Range{Start: t.key()}
	case 3:
		return base.Range{End: t.key()}
	default:
		return base.Range{Start: t.key(), End: t.key()}
	}
}

func (t *trial) mutations() (muts []Mutation) {
	for range t.IntN(6) + min(1, t.IntN(50)) {
		fam := pick[base.Family](t, "a", "b", "a", "b", "a", "b", "a", "b", "a", "b", "none")
		qual := pick[base.Qualifier](t, "", "q", "\x00\xff")
		at := pick[base.Micros](t, 0, 1000, 2000, 3000, 4000, ServerTime)
		switch t.IntN(10) {
		case 0:
			muts = append(muts, DeleteRow{})
		case 1:
			muts = append(muts, DeleteFamilyCells{fam})
		case 2, 3:
			muts = append(muts, DeleteColumn{fam, qual, max(at, 0), pick[base.Micros](t, 0, 0, 2000, 4000)})
		default:
			muts = append(muts, SetCell{fam, qual, at, pick(t, "", "v", "w", strings.Repeat("x", 200))})
		}
	}
	return muts
}

// step makes one change or one comparison.
func (t *trial) step() {
	switch t.IntN(24) {
	case 0:
		r := t.rangeOf()
		if got, want := t.Table.DropRows(r), t.dropRows(r); got != want {
			t.Errorf("DropRows(%q) = %d, want %d", r, got, want)
		}
	case 1:
		f := pick[base.Family](t, "a", "b", "c")
		if t.IntN(4) > 0 || slices.Contains(t.model.fams, f) {
			break
		}
		if err := t.CreateFamily(FamilyInfo{Name: f}); err != nil {
			t.Errorf("CreateFamily(%s): %v", f, err)
		}
		t.model.fams = append(t.model.fams, f)
	case 2:
		f := pick[base.Family](t, "a", "b", "c")
		if t.IntN(10) > 0 {
			break
		}
		if err := t.DeleteFamily(f); (err != nil) == slices.Contains(t.model.fams, f) {
			t.Errorf("DeleteFamily(%s): %v", f, err)
		}
		t.model.deleteFamily(f)
	case 3:
		if t.IntN(3) == 0 {
			t.compareSnap()
			t.snap, t.snapped = t.Table.Clone(), t.model.clone()
			if t.IntN(2) == 0 { // go on with the copy instead
				t.Table, t.snap = t.snap, t.Table
			}
		}
	case 4, 5, 6, 7:
		t.compareScan()
	case 8:
		t.compareRank()
	default:
		key, muts := t.key(), t.mutations()
		if t.IntN(60) == 59 {
			key = ""
		}
		err := t.Mutate(key, 5999, muts)
		if refused := t.model.mutate(key, 5999, muts); refused != (err != nil) {
			t.Errorf("Mutate(%q, %v): %v", key, muts, err)
		}
	}
}

func (t *trial) compareScan() {
	q := Query{Limit: int64(max(0, t.IntN(12)-6)), Reversed: t.IntN(2) == 1}
	for range t.IntN(4) {
		q.Ranges = append(q.Ranges, t.rangeOf())
	}
	var keep func(base.Cell) bool
	switch t.IntN(6) {
	case 0:
		keep = func(c base.Cell) bool { return c.Family == "a" }
		q.Filter = program(t, filter.FamilyRegex("a"))
	case 1:
		keep = func(c base.Cell) bool { return c.Value == "v" || c.Value == "w" }
		q.Filter = program(t, filter.ValueRegex("v|w"))
	case 2:
		keep = func(c base.Cell) bool { return c.Qualifier == "\x00\xff" }
		q.Filter = program(t, filter.QualifierRegex(filter.Quote("\x00\xff")))
	}
	want, scanned := t.scan(q, keep)
	limit := q.Limit
	q.Budget = int64(max(0, t.IntN(9)-4))
	var got []string
	var st Stats
	for {
		for r := range t.Table.Scan(q, &st) {
			got = append(got, show(r))
		}
		if st.Resume == nil {
			break
		}
		if q.Ranges = st.Resume; limit > 0 {
			q.Limit = limit - st.RowsReturned
		}
	}
	if !slices.Equal(got, want) || st.RowsScanned != int64(scanned) || st.RowsReturned != int64(len(want)) {
		t.Errorf("Scan(%+v), %s, want %d scanned:\n got %q\nwant %q", q, line(st), scanned, got, want)
	}
}

func (t *trial) compareRank() {
	key := t.key()
	want, found := slices.BinarySearchFunc(t.model.rows, key, func(r modelRow, k base.RowKey) int { return cmp.Compare(r.key, k) })
	if got := t.Rank(key); got != want {
		t.Errorf("Rank(%q) = %d, want %d", key, got, want)
	}
	if _, ok := t.Get(key); ok != found {
		t.Errorf("Get(%q): %v, want %v", key, ok, found)
	}
	for r := range t.At(want, 1) {
		if r.Key() != t.model.rows[want].key {
			t.Errorf("At(%d) = %q, want %q", want, r.Key(), t.model.rows[want].key)
		}
	}
}

func (t *trial) compareSnap() {
	if t.snap == nil {
		return
	}
	checkSums(t, t.snap)
	got, _, _ := read(t.snap, Query{})
	if want, _ := t.snapped.scan(Query{}, nil); !slices.Equal(got, want) {
		t.Errorf("the snapshot changed:\n got %q\nwant %q", got, want)
	}
}

func (t *trial) finish() {
	t.compareSnap()
	checkSums(t, t.Table)
	got, _, _ := read(t.Table, Query{})
	if want, _ := t.scan(Query{}, nil); !slices.Equal(got, want) {
		t.Errorf("in the end:\n got %q\nwant %q", got, want)
	}
}

// TestAgainstModel does thousands of random things.
func TestAgainstModel(t *testing.T) {
	for seed := range uint64(40) {
		tr := newTrial(t, rand.New(rand.NewPCG(seed, 2)))
		for i := 0; i < 500 && !t.Failed(); i++ {
			tr.step()
		}
		tr.finish()
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// FuzzAgainstModel does what the bytes say.
func FuzzAgainstModel(f *testing.F) {
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 3))
		data := make([]byte, 400)
		for i := range data {
			data[i] = byte(r.IntN(256))
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d := &bytesDice{data}
		tr := newTrial(t, d)
		for len(d.data) > 0 && !t.Failed() {
			tr.step()
		}
		tr.finish()
	})
}
