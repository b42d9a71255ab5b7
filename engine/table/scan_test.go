package table

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/filter"
)

// read returns the rows of a scan and its statistics as one line.
func read(tab *Table, q ScanQuery) (rows []string, stats string, st ScanStats) {
	for r := range tab.Scan(q, &st) {
		rows = append(rows, show(r))
	}
	return rows, line(st), st
}

func line(st ScanStats) string {
	return fmt.Sprintf("seeks %d rows %d/%d cells %d/%d bytes %d/%d tablets %d last %q", st.Seeks,
		st.RowsReturned, st.RowsScanned, st.CellsReturned, st.CellsScanned, st.BytesReturned, st.BytesScanned,
		st.Tablets, st.Last)
}

// keys cuts each row that show has printed before the brace, so that only its key remains.
func keys(rows []string) string {
	var ks []string
	for _, r := range rows {
		k, _, _ := strings.Cut(r, "{")
		ks = append(ks, strings.TrimPrefix(strings.ReplaceAll(k, "#201503", "#"), "LoL"))
	}
	return strings.Join(ks, " ")
}

func TestScan(t *testing.T) {
	ranges := func(rs ...base.Range) []base.Range { return rs }
	for _, tt := range []struct {
		name  string
		q     ScanQuery
		keys  string
		stats string
	}{
		{"everything", ScanQuery{},
			"#01 #02 #03 Starcraft#03", `seeks 1 rows 4/4 cells 12/12 bytes 298/298 tablets 3 last "Starcraft#20150303"`},
		{"reversed", ScanQuery{Reversed: true},
			"Starcraft#03 #03 #02 #01", `seeks 1 rows 4/4 cells 12/12 bytes 298/298 tablets 3 last "LoL#20150301"`},
		{"a prefix", ScanQuery{Ranges: ranges(base.PrefixRange("LoL#"))},
			"#01 #02 #03", `seeks 1 rows 3/3 cells 9/9 bytes 219/219 tablets 2 last "LoL#20150303"`},
		{"a point", ScanQuery{Ranges: ranges(base.PointRange("LoL#20150302"))},
			"#02", `seeks 1 rows 1/1 cells 3/3 bytes 70/70 tablets 1 last "LoL#20150302"`},
		{"a point that is not there", ScanQuery{Ranges: ranges(base.PointRange("M"))},
			"", `seeks 1 rows 0/0 cells 0/0 bytes 0/0 tablets 1 last ""`},
		{"ranges that overlap", ScanQuery{Ranges: ranges(base.Range{Start: "LoL#20150302", End: "LoL#20150303"}, base.PrefixRange("Star"), base.Range{End: "LoL#20150302x"})},
			"#01 #02 Starcraft#03", `seeks 2 rows 3/3 cells 9/9 bytes 224/224 tablets 3 last "Starcraft#20150303"`},
		{"ranges reversed", ScanQuery{Reversed: true, Ranges: ranges(base.PointRange("LoL#20150301"), base.Range{Start: "LoL#20150303", End: "Starcraft#20150303"})},
			"#03 #01", `seeks 2 rows 2/2 cells 6/6 bytes 149/149 tablets 3 last "LoL#20150301"`},
		{"empty ranges", ScanQuery{Ranges: ranges(base.Range{Start: "b", End: "a"})},
			"", `seeks 0 rows 0/0 cells 0/0 bytes 0/0 tablets 0 last ""`},
		{"a limit", ScanQuery{Limit: 2},
			"#01 #02", `seeks 1 rows 2/2 cells 6/6 bytes 145/145 tablets 2 last "LoL#20150302"`},
		{"a limit reversed", ScanQuery{Limit: 2, Reversed: true},
			"Starcraft#03 #03", `seeks 1 rows 2/2 cells 6/6 bytes 153/153 tablets 2 last "LoL#20150303"`},
		{"a limit ends before later ranges", ScanQuery{Limit: 1, Ranges: ranges(base.PrefixRange("LoL"), base.PrefixRange("S"))},
			"#01", `seeks 1 rows 1/1 cells 3/3 bytes 75/75 tablets 1 last "LoL#20150301"`},
		{"a filter is charged what it drops", ScanQuery{Filter: program(t, filter.Chain{filter.QualifierRegex("PLAYER"), filter.ValueRegex("Corrie")})},
			"#01 #03", `seeks 1 rows 2/4 cells 2/12 bytes 72/298 tablets 3 last "Starcraft#20150303"`},
		{"a key filter still scans", ScanQuery{Filter: program(t, filter.RowKeyRegex(".*03"))},
			"#03 Starcraft#03", `seeks 1 rows 2/4 cells 6/12 bytes 153/298 tablets 3 last "Starcraft#20150303"`},
		{"limit counts rows returned", ScanQuery{Limit: 1, Filter: program(t, filter.ValueRegex("true"))},
			"#02", `seeks 1 rows 1/2 cells 1/6 bytes 31/145 tablets 2 last "LoL#20150302"`},
		{"only counting", ScanQuery{CountOnly: true, Filter: program(t, filter.ValueRegex("true"))},
			"#02 #03 Starcraft#03", `seeks 1 rows 3/4 cells 3/12 bytes 99/298 tablets 3 last "Starcraft#20150303"`},
	} {
		tab := gameTable(t)
		tab.SetSplitKeys([]base.RowKey{"Star", "LoL#20150302", "", "Star"})
		rows, stats, _ := read(tab, tt.q)
		if got := keys(rows); got != tt.keys || stats != tt.stats {
			t.Errorf("%s:\n got %s\n     %s\nwant %s\n     %s", tt.name, got, stats, tt.keys, tt.stats)
		}

		// Scanning in steps, each within a budget, returns the same.
		for budget := int64(1); budget < 4; budget++ {
			q, st := tt.q, ScanStats{}
			q.Budget = budget
			var slices []string
			for {
				was := st.RowsScanned
				for r := range tab.Scan(q, &st) {
					slices = append(slices, show(r))
				}
				if st.RowsScanned-was > budget {
					t.Errorf("%s: %d rows scanned with a budget of %d", tt.name, st.RowsScanned-was, budget)
				}
				if st.Resume == nil {
					break
				}
				if st.RowsScanned-was < budget {
					t.Errorf("%s: paused after %d rows with a budget of %d", tt.name, st.RowsScanned-was, budget)
				}
				if q.Ranges = st.Resume; q.Limit > 0 {
					q.Limit = tt.q.Limit - st.RowsReturned
				}
			}
			if got := keys(slices); got != tt.keys || line(st) != tt.stats {
				t.Errorf("%s, %d at a time:\n got %s\n     %s\nwant %s\n     %s", tt.name, budget, got, line(st), tt.keys, tt.stats)
			}
		}
	}
}

func TestScanStats(t *testing.T) {
	tab := gameTable(t)
	// Stopping early counts what was visited.
	var st ScanStats
	for range tab.Scan(ScanQuery{}, &st) {
		break
	}
	if got, want := line(st), `seeks 1 rows 1/1 cells 3/3 bytes 75/75 tablets 1 last "LoL#20150301"`; got != want {
		t.Errorf("after a break:\n got %s\nwant %s", got, want)
	}
	// The statistics of the second scan count only that scan.
	_, _, second := read(tab, ScanQuery{Ranges: []base.Range{base.PrefixRange("S")}, Budget: 1})
	st.Add(second)
	if got, want := line(st), `seeks 2 rows 2/2 cells 6/6 bytes 154/154 tablets 2 last "Starcraft#20150303"`; got != want {
		t.Errorf("after Add:\n got %s\nwant %s", got, want)
	}
	// An iterator may be used again.
	rows := tab.Scan(ScanQuery{Limit: 1}, nil)
	for range 2 {
		n := 0
		for range rows {
			n++
		}
		if n != 1 {
			t.Errorf("%d rows, want 1", n)
		}
	}
}

func TestFilteredRow(t *testing.T) {
	tab := newTable(t, "f", "g")
	mustMutate(t, tab, "k", SetCell{"f", "q", 2000, "new"}, SetCell{"f", "q", 1000, "old"}, SetCell{"g", "q", 1000, "x"})
	q := ScanQuery{Filter: program(t, filter.Interleave{filter.Chain{filter.FamilyRegex("f"), filter.StripValue{}}, filter.CellsPerColumn(1)})}
	for r := range tab.Scan(q, nil) {
		if got, want := show(r), "k{f:q@2= f:q@2=new f:q@1= g:q@1=x}"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if r.Len() != 4 || r.Bytes() != 1+4*10+4 {
			t.Errorf("Len %d, Bytes %d", r.Len(), r.Bytes())
		}
		if c, ok := r.Newest("g", "q"); !ok || c.Value != "x" {
			t.Errorf("Newest: %v, %v", c, ok)
		}
		if c, ok := r.Newest("h", "q"); ok {
			t.Errorf("Newest of no family: %v", c)
		}
	}
	r, _ := tab.Get("k")
	if c, ok := r.Newest("f", "q"); !ok || c != (base.Cell{Family: "f", Qualifier: "q", At: 2000, Value: "new"}) {
		t.Errorf("Newest: %v, %v", c, ok)
	}
	for _, miss := range []base.Cell{{Family: "f", Qualifier: "p"}, {Family: "h", Qualifier: "q"}} {
		if c, ok := r.Newest(miss.Family, miss.Qualifier); ok {
			t.Errorf("Newest(%s:%s) = %v", miss.Family, miss.Qualifier, c)
		}
	}
	if _, ok := (Row{}).Newest("f", "q"); ok {
		t.Error("the zero row has a cell")
	}
	// Rows of a counting scan have a size, but no cells.
	q.CountOnly = true
	for r := range tab.Scan(q, nil) {
		if got := show(r); got != "k{}" || r.Len() != 4 || r.Bytes() != 45 {
			t.Errorf("counting: %s, Len %d, Bytes %d", got, r.Len(), r.Bytes())
		}
	}
}

func TestTrace(t *testing.T) {
	tab := gameTable(t)
	f, err := filter.Parse("chain(family(/GAME/), if(qualifier(/PLAYER/), value(/Corrie/), block()))")
	if err != nil {
		t.Fatal(err)
	}
	all := []FilterDecision{
		{Key: "LoL#20150301", Kept: true, CellsIn: 3, CellsOut: 1},
		{Key: "LoL#20150302", CellsIn: 3, DroppedBy: "2.2", DroppedByName: "value"},
		{Key: "LoL#20150303", Kept: true, CellsIn: 3, CellsOut: 1},
		{Key: "Starcraft#20150303", CellsIn: 3, DroppedBy: "2.2", DroppedByName: "value"},
	}
	for n := range 6 {
		for _, budget := range []int64{0, 1, 3} {
			q, st := ScanQuery{Filter: program(t, f), Trace: n, Budget: budget}, ScanStats{}
			returned := 0
			for {
				for range tab.Scan(q, &st) {
					returned++
				}
				if st.Resume == nil {
					break
				}
				q.Ranges = st.Resume
			}
			if want := all[:min(n, len(all))]; !slices.Equal(st.Trace, want) {
				t.Errorf("trace %d, budget %d:\n got %+v\nwant %+v", n, budget, st.Trace, want)
			}
			for _, d := range st.Trace {
				if d.Kept {
					returned--
				}
			}
			if n >= len(all) && returned != 0 {
				t.Errorf("trace %d, budget %d: %d rows more returned than kept", n, budget, returned)
			}
		}
	}
	// Without a filter, the scan keeps all cells.
	var st ScanStats
	for range tab.Scan(ScanQuery{Trace: 1}, &st) {
	}
	if want := []FilterDecision{{Key: "LoL#20150301", Kept: true, CellsIn: 3, CellsOut: 3}}; !slices.Equal(st.Trace, want) {
		t.Errorf("no filter: %+v", st.Trace)
	}
	sum := ScanStats{Trace: all[:1]}
	if sum.Add(ScanStats{Trace: all[1:2], WireBytes: 7}); !slices.Equal(sum.Trace, all[:2]) || sum.WireBytes != 7 {
		t.Errorf("added up: %+v", sum)
	}
}

// TestSampledScan checks that a sample depends on the seed, and not on where a scan
// pauses.
func TestSampledScan(t *testing.T) {
	tab := newTable(t, "f")
	for i := range 500 {
		mustMutate(t, tab, fmt.Sprintf("k%03d", i), SetCell{"f", "q", 0, ""})
	}
	scan := func(q ScanQuery) (rows []string) {
		var st ScanStats
		for {
			for r := range tab.Scan(q, &st) {
				rows = append(rows, show(r))
			}
			if st.Resume == nil {
				return rows
			}
			q.Ranges = st.Resume
		}
	}
	half := program(t, filter.RowSample(0.5))
	once := scan(ScanQuery{Filter: half, Seed: 7})
	if n := len(once); n < 200 || n > 300 {
		t.Errorf("half of 500 rows are %d", n)
	}
	if !slices.Equal(once, scan(ScanQuery{Filter: half, Seed: 7, Budget: 9})) {
		t.Error("another sample after pauses")
	}
	if slices.Equal(once, scan(ScanQuery{Filter: half, Seed: 8})) {
		t.Error("the same sample with another seed")
	}
	backwards := scan(ScanQuery{Filter: half, Seed: 7, Reversed: true, Budget: 50})
	if slices.Reverse(backwards); !slices.Equal(once, backwards) {
		t.Error("another sample backwards")
	}
}

func TestSnapshots(t *testing.T) {
	tab := gameTable(t)
	first, _, _ := read(tab, ScanQuery{})
	snap := tab.Clone()
	mustMutate(t, tab, "LoL#20150301", DeleteRow{})
	mustMutate(t, tab, "A", SetCell{"GAME", "WIN", 0, "v"})
	tab.DropRows(base.PrefixRange("S"))
	mustMutate(t, snap, "Z", SetCell{"GAME", "WIN", 0, "v"})
	if err := snap.DeleteFamily("GAME"); err != nil {
		t.Fatal(err)
	}
	tab.SetSplitKeys([]base.RowKey{"M"})
	if got, _, _ := read(tab, ScanQuery{}); keys(got) != "A #02 #03" {
		t.Errorf("table: %s", keys(got))
	}
	if snap.Len() != 0 || snap.CellCount() != 0 || snap.Bytes() != 0 || len(snap.SplitKeys()) != 0 || len(tab.Families()) != 1 {
		t.Errorf("snapshot: %d rows, %d cells, %d bytes", snap.Len(), snap.CellCount(), snap.Bytes())
	}
	checkSums(t, tab)

	// A scan reads the rows that existed when it began.
	tab = gameTable(t)
	var during []string
	for r := range tab.Scan(ScanQuery{}, nil) {
		during = append(during, show(r))
		if len(during) == 1 {
			tab.DropRows(base.PrefixRange("LoL#20150302"))
			mustMutate(t, tab, "LoL#20150302x", SetCell{"GAME", "WIN", 0, "v"})
			tab.SetSplitKeys(nil)
		}
		if len(during) == 2 {
			if err := tab.DeleteFamily("GAME"); err != nil {
				t.Fatal(err)
			}
		}
	}
	if !slices.Equal(during, first) {
		t.Errorf("writes showed in the scan:\n got %s\nwant %s", during, first)
	}
	if tab.Len() != 0 {
		t.Errorf("%d rows left", tab.Len())
	}
	// Rows stay valid after the scan.
	tab = gameTable(t)
	r, _ := tab.Get("LoL#20150301")
	was := show(r)
	mustMutate(t, tab, "LoL#20150301", DeleteRow{})
	if show(r) != was {
		t.Errorf("the row became %s", show(r))
	}
}

func TestDropRows(t *testing.T) {
	for _, tt := range []struct {
		r    base.Range
		rows int
		left string
	}{
		{base.AllKeys, 4, ""},
		{base.PrefixRange("LoL"), 3, "Starcraft#03"},
		{base.PrefixRange("x"), 0, "#01 #02 #03 Starcraft#03"},
		{base.Range{Start: "LoL#20150302", End: "LoL#20150303"}, 1, "#01 #03 Starcraft#03"},
		{base.Range{End: "LoL#20150302"}, 1, "#02 #03 Starcraft#03"},
		{base.Range{Start: "b", End: "a"}, 0, "#01 #02 #03 Starcraft#03"},
	} {
		tab := gameTable(t)
		if got := tab.DropRows(tt.r); got != tt.rows {
			t.Errorf("%q: %d rows, want %d", tt.r, got, tt.rows)
		}
		if rows, _, _ := read(tab, ScanQuery{}); keys(rows) != tt.left {
			t.Errorf("%q leaves %s, want %s", tt.r, keys(rows), tt.left)
		}
		checkSums(t, tab)
	}
}

func TestRanks(t *testing.T) {
	tab := newTable(t, "f")
	const rows = 3000
	key := func(i int) base.RowKey { return base.RowKey(fmt.Sprintf("k%06d", i)) }
	for i := range rows {
		mustMutate(t, tab, string(key(2*i)), SetCell{"f", "", 0, ""})
	}
	check := func(tab *Table, all []base.RowKey) {
		t.Helper()
		for _, offset := range []int{-1, 0, 1, 255, 256, 257, 1000, len(all) - 3, len(all), len(all) + 1} {
			var want, got []base.RowKey
			if offset >= 0 && offset < len(all) {
				want = all[offset:min(offset+5, len(all))]
			}
			for r := range tab.RowsAt(offset, 5) {
				got = append(got, r.Key())
			}
			if !slices.Equal(got, want) {
				t.Errorf("At(%d, 5) = %q, want %q", offset, got, want)
			}
		}
		for _, k := range []base.RowKey{"", "a", key(0), key(1), key(511), key(512), key(513), key(4000), "z"} {
			if want, _ := slices.BinarySearch(all, k); tab.Rank(k) != want {
				t.Errorf("Rank(%q) = %d, want %d", k, tab.Rank(k), want)
			}
		}
	}
	all := func(tab *Table) (ks []base.RowKey) {
		for r := range tab.Scan(ScanQuery{}, nil) {
			ks = append(ks, r.Key())
		}
		return ks
	}
	check(tab, all(tab))
	snap, before := tab.Clone(), all(tab)
	for i := range 700 {
		mustMutate(t, tab, string(key(2*i+1)), SetCell{"f", "", 0, ""})
		mustMutate(t, tab, string(key(2*i)), DeleteRow{})
		mustMutate(t, tab, string(key(4000)), SetCell{"f", base.Qualifier(fmt.Sprint(i)), 0, ""})
	}
	check(tab, all(tab))
	check(snap, before)
	tab.DropRows(base.PrefixRange("k000"))
	check(tab, all(tab))
	for i := range 10_000 {
		mustMutate(t, tab, fmt.Sprintf("j%06d", i), SetCell{"f", "", 0, ""})
	}
	check(tab, all(tab))
	tab.DropRows(base.AllKeys)
	check(tab, nil)
	for range tab.RowsAt(0, 1) {
		t.Error("an empty table has a row")
	}
}

// TestNoAllocations checks that a counting scan allocates nothing for each row, and that a
// count of rows without a filter allocates nothing at all.
func TestNoAllocations(t *testing.T) {
	counted := newTable(t, "f")
	mustMutate(t, counted, "k", SetCell{"f", "q", 0, "value"})
	var st ScanStats
	if n := testing.AllocsPerRun(5, func() { counted.CountScan(ScanQuery{}, &st) }); n != 0 || st.RowsReturned != 6 {
		t.Errorf("%v allocations for a count, %d rows in 6", n, st.RowsReturned)
	}
	for _, f := range []filter.Filter{
		nil, filter.RowKeyRegex("k.*7"), filter.ValueRegex("v.*"), filter.Chain{filter.FamilyRegex("f"), filter.CellsPerColumn(1)},
	} {
		q := ScanQuery{CountOnly: true, Filter: program(t, f)}
		allocs := func(rows int) float64 {
			tab := newTable(t, "f")
			for i := range rows {
				mustMutate(t, tab, fmt.Sprintf("k%06d", i), SetCell{"f", "q", 0, "value"})
			}
			var st ScanStats
			return testing.AllocsPerRun(5, func() {
				for range tab.Scan(q, &st) {
				}
			})
		}
		if few, many := allocs(10), allocs(2010); many > few {
			t.Errorf("%#v: %v allocations for 10 rows, %v for 2010", f, few, many)
		}
	}
}
