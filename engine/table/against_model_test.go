package table

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/filter"
)

var (
	opsFlag   = flag.Int("ops", 0, "operations of a comparison; 0 for a short one")
	firstSeed = flag.Uint64("seed", 0, "the first seed of a comparison")
)

// ops returns the number of operations in a comparison: the flag's value, or short by
// default.
func ops(short int) int { return cmp.Or(*opsFlag, short) }

// dice decides what a trial does next. IntN returns a number from 0 to n-1.
type dice interface{ IntN(n int) int }

// bytesDice is dice whose throws come from given bytes; after the last byte all throws are
// 0.
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

// A trial applies the same operations to a table and to a model, and compares them.
type trial struct {
	testing.TB
	dice
	*Table
	*model
	snap    *Table // an older table that must not change
	snapped *model
	rested  *Table // the table when it was stored last
}

// Name returns the name of the test.
func (t *trial) Name() string { return t.TB.Name() }

func newTrial(t testing.TB, d dice) *trial {
	tr := &trial{TB: t, dice: d, Table: newTable(t), model: &model{states: map[string]string{}}}
	for _, f := range trialFamilies[:5] {
		tr.create(f)
	}
	return tr
}

// trialFamilies are the families that trials use. The first five exist from the start.
var trialFamilies = []FamilyInfo{
	{Name: "b"}, {Name: "a", GC: MaxVersions(2)}, {Name: "n", Type: IntSum, GC: MaxAge(2 * time.Millisecond)},
	{Name: "most", Type: IntMax}, {Name: "who", Type: UniqueCount},
	{Name: "c", GC: Union{MaxVersions(1), MaxAge(3 * time.Millisecond)}},
	{Name: "d", GC: Intersection{MaxVersions(1), MaxAge(3 * time.Millisecond)}},
	{Name: "least", Type: IntMin},
}

// create creates a family that does not exist.
func (t *trial) create(f FamilyInfo) {
	if err := t.CreateFamily(f); err != nil {
		t.Errorf("CreateFamily(%s): %v", f.Name, err)
	}
	t.model.fams = append(slices.Clone(t.model.fams), f)
}

func (t *trial) key() base.RowKey {
	return base.RowKey(fmt.Sprintf("%c%02d", 'a'+t.IntN(3), t.IntN(40)))
}

func (t *trial) rangeOf() base.Range {
	switch t.IntN(5) {
	case 0:
		return base.PrefixRange(string("ab"[t.IntN(2)]))
	case 1:
		return base.PointRange(t.key())
	case 2:
		return base.Range{Start: t.key()}
	case 3:
		return base.Range{End: t.key()}
	default:
		return base.Range{Start: t.key(), End: t.key()}
	}
}

// column returns a family, usually a declared one, and a qualifier.
func (t *trial) column() (base.Family, base.Qualifier) {
	fam := trialFamilies[t.IntN(len(trialFamilies))].Name
	if t.IntN(40) == 1 {
		fam = "none"
	}
	return fam, pick(t, "", "q", "\x00\xff", unnumbered)
}

// unnumbered is a qualifier too long for its column to get a number.
var unnumbered = base.Qualifier(strings.Repeat("u", maxNumberedBy+1))

func (t *trial) mutations() (muts []Mutation) {
	for range t.IntN(6) + min(1, t.IntN(50)) {
		fam, qual := t.column()
		f, known := t.family(fam)
		if !known && t.IntN(10) > 0 {
			f = t.model.fams[0]
			fam = f.Name
		}
		at := pick[base.Micros](t, 0, 1000, 2000, 3000, 4000)
		switch n := t.IntN(40); {
		case n == 0:
			muts = append(muts, DeleteRow{})
		case n <= 3:
			muts = append(muts, DeleteFamilyCells{fam})
		case n <= 9:
			muts = append(muts, DeleteColumn{fam, qual, at, pick[base.Micros](t, 0, 0, 4000, 5000, 2000)})
		case n == 10:
			muts = append(muts, t.misfit(fam, qual))
		case f.Type == Plain:
			muts = append(muts, SetCell{fam, qual, pick(t, at, at, ServerTime), pick(t, "", "v", "w", strings.Repeat("x", 200), encodeInt(7))})
		case f.Type == UniqueCount && n <= 15:
			muts = append(muts, MergeToCell{fam, qual, at, stateOf(BytesInput(pick(t, "x", "y")))})
		case f.Type == UniqueCount:
			muts = append(muts, AddToCell{fam, qual, at, BytesInput(pick(t, "x", "y", "z", "other"))})
		case n <= 15:
			muts = append(muts, MergeToCell{fam, qual, at, encodeInt(int64(t.IntN(9) - 4))})
		default:
			muts = append(muts, AddToCell{fam, qual, at, IntInput(pick[int64](t, 1, -1, 5, 77, math.MaxInt64/2, math.MinInt64/2))})
		}
	}
	return muts
}

// misfit returns a mutation that the table refuses in many cases.
func (t *trial) misfit(fam base.Family, qual base.Qualifier) Mutation {
	return pick[Mutation](t,
		SetCell{fam, qual, 0, "v"}, SetCell{fam, qual, 1, "v"}, SetCell{fam, qual, -2, "v"},
		AddToCell{fam, qual, 0, IntInput(1)}, AddToCell{fam, qual, 0, BytesInput("x")}, AddToCell{fam, qual, ServerTime, IntInput(1)},
		MergeToCell{fam, qual, 0, encodeInt(1)}, MergeToCell{fam, qual, 0, "seven b"}, MergeToCell{fam, qual, 1, encodeInt(1)},
		DeleteColumn{fam, qual, 5000, 5000})
}

func (t *trial) rules() (rules []ReadModifyWriteRule) {
	for range t.IntN(4) + min(1, t.IntN(20)) {
		fam, qual := t.column()
		if f, ok := t.family(fam); (!ok || f.Type != Plain) && t.IntN(10) > 0 {
			fam = "b"
		}
		if t.IntN(2) == 0 {
			rules = append(rules, AppendValue{fam, qual, pick(t, "", "!", encodeInt(1))})
		} else {
			rules = append(rules, Increment{fam, qual, pick[int64](t, 1, -3, math.MaxInt64)})
		}
	}
	return rules
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
		f := trialFamilies[t.IntN(len(trialFamilies))]
		if _, known := t.family(f.Name); t.IntN(4) == 0 && !known {
			t.create(f)
		}
	case 2:
		f := trialFamilies[t.IntN(len(trialFamilies))].Name
		if t.IntN(10) > 0 || len(t.model.fams) == 1 {
			break
		}
		_, known := t.family(f)
		if err := t.DeleteFamily(f); (err == nil) != known {
			t.Errorf("DeleteFamily(%s): %v", f, err)
		}
		t.deleteFamily(f)
	case 3:
		if t.IntN(3) == 0 {
			t.rest()
		}
		if t.IntN(3) == 0 {
			t.compareSnap()
			t.snap, t.snapped = t.Table.Clone(), t.model.clone()
			if t.IntN(2) == 0 { // continue with the copy instead
				t.Table, t.snap = t.snap, t.Table
			}
		}
	case 4, 5, 6, 7:
		t.compareScan()
	case 8:
		t.compareRank()
	case 9, 10:
		t.checkAndMutate()
	case 11, 12:
		t.compareModify()
	case 13:
		switch t.IntN(8) {
		case 0, 1:
			t.compareCompact()
		case 2:
			f := t.model.fams[t.IntN(len(t.model.fams))]
			f.GC = trialFamilies[t.IntN(len(trialFamilies))].GC
			if err := t.SetGC(f.Name, f.GC); err != nil {
				t.Errorf("SetGC(%s): %v", f.Name, err)
			}
			t.setGC(f.Name, f.GC)
		}
	default:
		t.change()
	}
}

// change mutates a row.
func (t *trial) change() {
	key, muts := t.key(), t.mutations()
	if t.IntN(60) == 59 {
		key = ""
	}
	err := t.write(key, muts)
	if refused := t.model.mutate(key, 5999, muts); refused != (err != nil) {
		t.Errorf("Mutate(%q, %#v): %v", key, muts, err)
	}
}

// write mutates a row, with SetCells if SetCells can express the mutations.
func (t *trial) write(key base.RowKey, muts []Mutation) error {
	if t.IntN(2) == 0 {
		return t.Mutate(key, 5999, muts)
	}
	var cells []base.Cell
	for _, m := range muts {
		c, ok := m.(SetCell)
		if !ok {
			return t.Mutate(key, 5999, muts)
		}
		cells = append(cells, base.Cell{Family: c.Family, Qualifier: c.Qualifier, At: c.At, Value: c.Value})
	}
	if t.IntN(2) == 0 {
		slices.SortFunc(cells, base.Cell.Compare)
		muts = muts[:0]
		for _, c := range cells {
			muts = append(muts, SetCell{c.Family, c.Qualifier, c.At, c.Value})
		}
	}
	return t.SetCells(key, 5999, cells)
}

func (t *trial) checkAndMutate() {
	key, then, els := t.key(), t.mutations(), t.mutations()
	matched := len(t.row(key)) > 0
	var predicate *filter.Program
	if t.IntN(2) == 0 {
		predicate = t.filter()
		var cells []base.Cell
		for _, c := range t.row(key) {
			cells = append(cells, t.stored(c))
		}
		e := predicate.Explain(key, cells, 0)
		matched = e.Kept()
	}
	invalid := func(m Mutation) bool { return !t.valid(m) }
	muts, other := els, then
	if matched {
		muts, other = then, els
	}
	refused := len(then)+len(els) == 0 || slices.ContainsFunc(muts, invalid) || slices.ContainsFunc(other, misshapen)
	if !refused && len(muts) > 0 {
		refused = t.model.mutate(key, 5999, muts)
	}
	got, err := t.CheckAndMutate(key, 5999, predicate, then, els)
	if got != (matched && !refused) || (err != nil) != refused {
		t.Errorf("CheckAndMutate(%q, %#v, %#v) = %v, %v; want %v, refused %v", key, then, els, got, err, matched, refused)
	}
}

// misshapen reports whether every table refuses the mutation, regardless of the table's
// families.
func misshapen(m Mutation) bool {
	grain := func(at base.Micros) bool { return at >= 0 && at%1000 == 0 }
	switch m := m.(type) {
	case SetCell:
		return m.At != ServerTime && !grain(m.At)
	case AddToCell:
		return !grain(m.At)
	case MergeToCell:
		return !grain(m.At)
	case DeleteColumn:
		return !grain(m.Start) || !grain(m.End) || m.End != 0 && m.End <= m.Start
	}
	return false
}

func (t *trial) compareModify() {
	key, rules, now := t.key(), t.rules(), pick[base.Micros](t, 0, 2500, 5999)
	want, refused := t.model.readModifyWrite(key, now, rules)
	row, err := t.ReadModifyWrite(key, now, rules)
	if got := slices.Collect(row.Cells()); !slices.Equal(got, want) || (err != nil) != refused {
		t.Errorf("ReadModifyWrite(%q, %#v) = %#v, %v; want %#v, refused %v", key, rules, got, err, want, refused)
	}
}

func (t *trial) compareCompact() {
	now := pick[base.Micros](t, 0, 3000, 5999, 9000)
	bytes, rows := t.Bytes(), t.Len()
	rep := GarbageReport{}
	for more := true; more; more = rep.Resume != "" {
		t.CompactSlice(now, 1+t.IntN(60), &rep)
	}
	want := t.model.compact(now)
	if got := rep.Total(); got.Cells != int64(want) || got.Bytes+rep.KeyBytes != bytes-t.Bytes() || rep.VanishedRows != int64(rows-t.Len()) {
		t.Errorf("Compact(%d) = %+v, want %d cells; %d bytes and %d rows less", now, rep, want, bytes-t.Bytes(), rows-t.Len())
	}
	if again := t.FindGarbage(now); again.Total().Cells != 0 {
		t.Errorf("Garbage(%d) after Compact: %+v", now, again)
	}
}

func (t *trial) compareScan() {
	q := ScanQuery{Limit: int64(max(0, t.IntN(12)-6)), Reversed: t.IntN(2) == 1}
	for range t.IntN(4) {
		q.Ranges = append(q.Ranges, t.rangeOf())
	}
	if t.IntN(3) > 0 {
		q.Filter, q.Seed = t.filter(), uint64(t.IntN(3))
	}
	q.CountOnly = t.IntN(5) == 1
	if t.IntN(8) == 1 {
		t.SetSplitKeys([]base.RowKey{t.key(), t.key(), t.key()})
	}
	want, wantStats := t.scan(q)
	wantStats.Tablets = modelTablets(t.SplitKeys(), q.Ranges)
	asked := q
	q.Budget = int64(max(0, t.IntN(9)-4))
	writes := 0 // during the scan, which does not see them
	if q.Budget == 0 {
		writes = t.IntN(3)
	}
	var got []string
	var st ScanStats
	for {
		for r := range t.Table.Scan(q, &st) {
			if writes > 0 {
				t.change()
				writes--
			}
			if q.CountOnly {
				got = append(got, fmt.Sprintf("%s %d %d", r.Key(), r.Len(), r.Bytes()))
			} else {
				got = append(got, show(r))
			}
		}
		if st.Resume == nil {
			break
		}
		if q.Ranges = st.Resume; q.Limit > 0 {
			q.Limit = asked.Limit - st.RowsReturned
		}
	}
	if q.Limit > 0 && st.RowsReturned == asked.Limit { // the scan stopped before the end
		wantStats.Tablets = st.Tablets
	}
	wantStats.Seeks, wantStats.Last = st.Seeks, st.Last
	if !slices.Equal(got, want) || line(st) != line(wantStats) {
		t.Errorf("Scan(%+v), filter %#v, budget %d\n got %s %q\nwant %s %q", asked, q.Filter.Tree(), q.Budget, line(st), got, line(wantStats), want)
	}
}

// filter returns a random filter of all kinds.
func (t *trial) filter() *filter.Program {
	p, err := filter.Compile(t.tree(0))
	if err != nil { // a sink in a condition, a second label
		return program(t, filter.CellsPerColumn(1))
	}
	return p
}

func (t *trial) tree(level int) filter.Filter {
	next := func() filter.Filter { return t.tree(level + 1) }
	n := t.IntN(25)
	if level == 4 {
		n = t.IntN(18)
	}
	count := 1 + t.IntN(3)
	bound := func() base.Bound {
		return pick(t, base.Bound{}, base.ClosedBound("q"), base.OpenBound("q"), base.OpenBound("\x00\xff"), base.ClosedBound(""), base.ClosedBound("v"))
	}
	switch n {
	case 0:
		return filter.PassAll{}
	case 1:
		return filter.BlockAll{}
	case 2:
		return filter.Sink{}
	case 3:
		return filter.RowKeyRegex(pick(t, "a.*", ".*[135]", "b|c0.", filter.QuotePattern("a07")))
	case 4:
		return filter.RowSample(0.4)
	case 5:
		return filter.FamilyRegex(pick(t, "a", "[ab]", ".", "most|who", "[^a].*"))
	case 6:
		return filter.QualifierRegex(pick(t, "q", "", filter.QuotePattern("\x00\xff"), `(?s:\C*)`))
	case 7:
		start, end := bound(), bound()
		if base.BoundsReversed(start, end) {
			start, end = end, start
		}
		return filter.ColumnRange{Family: trialFamilies[t.IntN(len(trialFamilies))].Name, Start: start, End: end}
	case 8:
		return filter.TimestampRange{Start: 1000 * base.Micros(t.IntN(3)), End: pick[base.Micros](t, 0, 2000, 3000, 5000)}
	case 9:
		return filter.ValueRegex(pick(t, "v|w", "v", "x+", `\C{8}`, ".*", `(?s).*\x07`))
	case 10:
		start, end := bound(), bound()
		if base.BoundsReversed(start, end) {
			start, end = end, start
		}
		return filter.ValueRange{Start: start, End: end}
	case 11:
		return filter.ValueBitmask(pick(t, "\x06", "\x00\x00\x00\x00\x00\x00\x00\x05"))
	case 12:
		return filter.CellsPerRowOffset(count)
	case 13:
		return filter.CellsPerRow(count)
	case 14:
		return filter.CellsPerColumn(count)
	case 15:
		return filter.StripValue{}
	case 16:
		return filter.Label(pick(t, "x", "y"))
	case 17, 18, 19:
		if level == 4 {
			return filter.PassAll{}
		}
		return filter.Chain{next(), next()}
	case 20, 21:
		out := filter.Interleave{next(), next()}
		if count == 1 {
			out = append(out, next())
		}
		return out
	case 22:
		return filter.Condition{If: next(), Then: next()}
	case 23:
		return filter.Condition{If: next(), Else: next()}
	default:
		return filter.Condition{If: next(), Then: next(), Else: next()}
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
	for r := range t.RowsAt(want, 1) {
		if r.Key() != t.model.rows[want].key {
			t.Errorf("At(%d) = %q, want %q", want, r.Key(), t.model.rows[want].key)
		}
	}
}

func (t *trial) compareSnap() {
	if t.snap == nil {
		return
	}
	checkTable(t, t.snap)
	got, _, _ := read(t.snap, ScanQuery{})
	if want, _ := t.snapped.scan(ScanQuery{}); !slices.Equal(got, want) {
		t.Errorf("the snapshot changed:\n got %q\nwant %q", got, want)
	}
}

func (t *trial) finish() {
	t.compareSnap()
	checkTable(t, t.Table)
	got, _, _ := read(t.Table, ScanQuery{})
	if want, _ := t.scan(ScanQuery{}); !slices.Equal(got, want) {
		t.Errorf("in the end:\n got %q\nwant %q", got, want)
	}
}

// checkTable checks the invariants of a table.
func checkTable(t testing.TB, tab *Table) {
	t.Helper()
	checkSums(t, tab)
	checkSamples(t, tab)
	var before base.RowKey
	for r := range tab.Scan(ScanQuery{}, nil) {
		if r.Key() <= before {
			t.Errorf("row %q after %q", r.Key(), before)
		}
		before = r.Key()
		cells := slices.Collect(r.Cells())
		if len(cells) == 0 {
			t.Errorf("row %q has no cells", r.Key())
		}
		for i := 1; i < len(cells); i++ {
			if cells[i].Compare(cells[i-1]) <= 0 {
				t.Errorf("row %q: %v after %v", r.Key(), cells[i], cells[i-1])
			}
		}
	}
	if sizes := tab.MeasureSizes(); sizes.Total.Plain != tab.Bytes() {
		t.Errorf("Sizes %+v, Bytes %d", sizes, tab.Bytes())
	}
}

// modelRound is the number of operations for one seed.
const modelRound = 500

// TestAgainstModel compares a table with the model in thousands of random operations.
func TestAgainstModel(t *testing.T) {
	done := 0
	for seed := *firstSeed; done < ops(40*modelRound); seed++ {
		tr := newTrial(t, rand.New(rand.NewPCG(seed, 2)))
		n := 0
		for ; n < modelRound && !t.Failed(); n++ {
			tr.step()
		}
		tr.finish()
		if t.Failed() {
			t.Fatalf("operation %d; replay with -run '^TestAgainstModel$' -seed %d -ops %d", n, seed, modelRound)
		}
		done += n
	}
	t.Logf("compared: %d operations", done)
}

// FuzzAgainstModel compares a table with the model. The bytes choose the operations.
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
