//go:build !js

package peertest

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/table"
)

// RoundOperations is the number of operations for each seed.
const RoundOperations = 2000

// Trials are random operations on tables of both sides.
type Trials struct {
	Seed  uint64 // seed of the first round
	Least int    // minimum number of operations
	// Own makes the engine's side of a table.
	Own func(name string) EngineSide
	// Check checks the invariants of a table.
	Check func(testing.TB, *table.Table)
}

// Run runs the same operations on tables of the engine and of Google's in-memory server, and
// compares the outcome of each. It avoids the operations that [Divergences] lists. A failure
// says which flags repeat its round. Run also fails if too few rows were read or too few
// operations refused.
func (d Trials) Run(t *testing.T) {
	ctx := t.Context()
	server := NewServer(t)
	counts := map[string]int{}
	for seed := d.Seed; d.Least > counts["operations"]; seed++ {
		r := rand.New(rand.NewPCG(seed, 4))
		var tables []*trial
		for n := range 3 {
			name := fmt.Sprintf("t%d-%d", seed, n)
			tables = append(tables, newTrial(t, d.Own(name), server.Table(t, ctx, name), r, counts))
		}
		for n := range RoundOperations {
			tr := tables[r.IntN(len(tables))]
			tr.step()
			if n%500 == 499 {
				for _, tr := range tables {
					tr.compare(Question{})
					d.Check(t, tr.own.Table())
				}
			}
			if t.Failed() {
				t.Fatalf("table %s, operation %d; replay with -run '^%s$' -seed %d -ops %d", tr.peer.name, n, t.Name(), seed, RoundOperations)
			}
		}
		for _, tr := range tables {
			if err := server.Admin.DeleteTable(ctx, tr.peer.name); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("compared: %v", counts)
	if counts["rows read"] < counts["operations"] || counts["refused"] < counts["operations"]/100 {
		t.Errorf("too little to compare: %v", counts)
	}
}

// A trial runs the same operations on a table of the engine and one of the server.
type trial struct {
	testing.TB
	*rand.Rand
	own    EngineSide     // the engine's table
	peer   *ServerTable   // the server's table
	counts map[string]int // how often something has happened, for all trials of a run
}

// families are the families that tables of trials may have.
var families = []table.FamilyInfo{{Name: "b"}, {Name: "a"}, {Name: "sum", Type: table.IntSum}, {Name: "-.x"}, {Name: "total", Type: table.IntSum}, {Name: "A_1"}}

// newTrial gives two new tables the same random schema and the same rows.
func newTrial(t testing.TB, own EngineSide, peer *ServerTable, r *rand.Rand, counts map[string]int) *trial {
	tr := &trial{TB: t, Rand: r, own: own, peer: peer, counts: counts}
	for n, i := range r.Perm(len(families)) {
		if f := families[i]; n < 2 || r.IntN(2) == 0 {
			tr.same("createFamily", tr.own.CreateFamily(f), tr.peer.CreateFamily(f))
		}
	}
	for range 20 {
		tr.write(r.IntN(3) + 1)
	}
	tr.compareSamples()
	return tr
}

// same counts an operation and reports an error of the test unless both sides accepted it or
// both refused it.
func (t *trial) same(what string, own, peer error) {
	t.counts["operations"]++
	if own != nil {
		t.counts["refused"]++
	}
	if (own != nil) != (peer != nil) {
		t.Errorf("%s: here %v, there %v", what, own, peer)
	}
}

// key returns a random row key out of a small set, so that keys repeat.
func (t *trial) key() base.RowKey {
	return base.RowKey(pick(t, "a", "b", "a#", "\xff", "\xff\xff", "\x00") + pick(t, "", "1", "2", "\x00", "\xff", "\n", "33"))
}

// binary returns a random qualifier or value out of a small set.
func (t *trial) binary() string {
	return pick(t, "", "v", "w#1", "\x00", "\xff\xfe", "a\nb", "é")
}

// family returns a random declared family.
func (t *trial) family() table.FamilyInfo {
	return pick(t, t.own.Table().Families()...)
}

// column returns a random column of a plain family. If there is no plain family, it is a column
// of a family that does not exist.
func (t *trial) column() (base.Family, base.Qualifier) {
	fam := base.Family("none")
	for _, i := range t.Perm(len(t.own.Table().Families())) {
		if f := t.own.Table().Families()[i]; f.Type == table.Plain {
			fam = f.Name
		}
	}
	return fam, base.Qualifier(t.binary())
}

// FarFuture is a time far in the future, later than any clock in a test.
const FarFuture base.Micros = 9e15

// mutations returns one to four valid mutations; only with deletes there are deletions among
// them.
func (t *trial) mutations(deletes bool) (muts []table.Mutation) {
	for range 1 + t.IntN(4) {
		f, qual := t.family(), base.Qualifier(t.binary())
		at := pick(t, 0, 1000, 2000, 3000, 4000, FarFuture)
		n := t.IntN(20)
		switch {
		case n < 6 && deletes:
			muts = append(muts, pick[table.Mutation](t, table.DeleteRow{}, table.DeleteFamilyCells{Family: f.Name},
				table.DeleteColumn{Family: f.Name, Qualifier: qual}, table.DeleteColumn{Family: f.Name, Qualifier: qual, Start: at, End: 0}, table.DeleteColumn{Family: f.Name, Qualifier: qual, Start: at, End: at + 2000}, table.DeleteColumn{Family: f.Name, Qualifier: qual, Start: 0, End: at + 1000}))
		case f.Type == table.Plain:
			muts = append(muts, table.SetCell{Family: f.Name, Qualifier: qual, At: at, Value: pick(t, t.binary(), t.binary(), encodeInt(int64(t.IntN(300))))})
		case n < 10:
			muts = append(muts, table.MergeToCell{Family: f.Name, Qualifier: qual, At: at, State: encodeInt(int64(t.IntN(300) - 150))})
		default:
			muts = append(muts, table.AddToCell{Family: f.Name, Qualifier: qual, At: at, Input: table.IntInput(t.IntN(300) - 150)})
		}
	}
	return muts
}

// invalid returns mutations of which the first is invalid. It must be the first, because the
// server would write those before it. Times that are not whole milliseconds are not among them,
// since the client truncates times.
func (t *trial) invalid() []table.Mutation {
	f, qual := t.family(), base.Qualifier(t.binary())
	bad := t.unfit()[:1]
	if f.Type == table.Plain {
		bad = append(bad, table.SetCell{Family: f.Name, Qualifier: qual, At: -2000, Value: "v"})
	} else {
		bad = append(bad, table.AddToCell{Family: f.Name, Qualifier: qual, At: -1000, Input: table.IntInput(1)}, table.MergeToCell{Family: f.Name, Qualifier: qual, At: -2000, State: encodeInt(1)})
	}
	return append([]table.Mutation{pick(t, bad...)}, t.mutations(true)...)
}

// unfit returns mutations of which the first does not fit the families of the table.
func (t *trial) unfit() []table.Mutation {
	f, qual := t.family(), base.Qualifier(t.binary())
	bad := []table.Mutation{table.SetCell{Family: "none", Qualifier: qual, At: 0, Value: "v"}, table.DeleteColumn{Family: "none"}, table.AddToCell{Family: "none", Qualifier: qual, At: 0, Input: table.IntInput(1)}}
	if f.Type == table.Plain {
		bad = append(bad, table.AddToCell{Family: f.Name, Qualifier: qual, At: 0, Input: table.IntInput(1)}, table.MergeToCell{Family: f.Name, Qualifier: qual, At: 0, State: encodeInt(1)})
	}
	return append([]table.Mutation{pick(t, bad...)}, t.mutations(true)...)
}

// write sets cells in n rows, some of which may be the same row.
func (t *trial) write(n int) {
	var entries []Entry
	for range n {
		entries = append(entries, Entry{t.key(), t.mutations(false)})
	}
	t.mutate(entries)
}

// mutate applies the entries to both sides and compares the outcomes.
func (t *trial) mutate(entries []Entry) {
	own, peer := t.own.Mutate(entries...), t.peer.Mutate(entries...)
	for i := range entries {
		t.same(fmt.Sprintf("Mutate(%q, %#v)", entries[i].Key, entries[i].Muts), own[i], peer[i])
	}
}

// step makes one random change or comparison.
func (t *trial) step() {
	switch n := t.IntN(100); {
	case n < 35:
		var entries []Entry
		for range 1 + t.IntN(8)*t.IntN(2) {
			e := Entry{t.key(), t.mutations(true)}
			if t.IntN(15) == 0 {
				e.Muts = t.invalid()
			}
			if t.IntN(60) == 0 {
				e.Key = ""
			}
			entries = append(entries, e)
		}
		t.mutate(entries)
	case n < 37:
		t.serverTime()
	case n < 50:
		t.checkAndMutate()
	case n < 62:
		t.modify()
	case n < 63:
		prefix := pick(t, string(t.key()), string(t.key()), "a", "\xff\xff", "b", "")
		t.same("drop", t.own.DropPrefix(prefix), t.peer.DropPrefix(prefix))
		t.compare(Question{})
	case n < 65:
		f := pick(t, families...)
		if t.IntN(4) > 0 || len(t.own.Table().Families()) == 1 {
			t.same(fmt.Sprintf("create family %s", f.Name), t.own.CreateFamily(f), t.peer.CreateFamily(f))
		} else {
			t.same(fmt.Sprintf("delete family %s", f.Name), t.own.DeleteFamily(f.Name), t.peer.DeleteFamily(f.Name))
			t.compare(Question{})
		}
	default:
		t.compare(t.question())
	}
}

// serverTime lets the server choose the time of a cell, and then writes the same cell with that
// time in the engine.
func (t *trial) serverTime() {
	key := t.key()
	fam, qual := t.column()
	set := Entry{key, []table.Mutation{table.SetCell{Family: fam, Qualifier: qual, At: table.ServerTime, Value: t.binary()}}}
	peer := t.peer.Mutate(set)[0]
	now := base.Micros(0)
	if peer == nil {
		row, err := t.peer.ReadRow(t.peer.ctx, string(key))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range peerCells(row) {
			if c.Family == fam && c.Qualifier == qual && c.At < FarFuture {
				now = max(now, c.At)
			}
		}
	}
	t.own.SetNow(now)
	t.same("set at server time", t.own.Mutate(set)[0], peer)
	t.compare(Question{Keys: []base.RowKey{key}})
}

// checkAndMutate applies a random conditional mutation to both sides, and compares the outcomes
// and the row.
func (t *trial) checkAndMutate() {
	key, then, els := t.key(), t.mutations(true), t.mutations(true)
	switch t.IntN(8) {
	case 0:
		then, els = t.invalid(), t.invalid()
	case 3: // the families of the list that is not applied do not matter
		then = t.unfit()
	case 4:
		els = t.unfit()
	case 1:
		then = nil
	case 2:
		els = nil
	}
	var predicate filter.Filter
	if t.IntN(4) > 0 {
		predicate = t.tree(shape{level: 2})
	}
	want, peer := t.peer.CheckAndMutate(key, predicate, then, els)
	got, own := t.own.CheckAndMutate(key, predicate, then, els)
	what := fmt.Sprintf("CheckAndMutate(%q, %#v, %#v, %#v)", key, predicate, then, els)
	t.same(what, own, peer)
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
	t.compare(Question{Keys: []base.RowKey{key}})
}

// modify applies random read-modify-write rules to one row on both sides, and compares the new
// cells. The server chooses the times of new cells, and the engine then uses the same times.
// Two rules are for the same column only if its newest cell is later than the server's clock.
func (t *trial) modify() {
	key := t.key()
	row, _ := t.own.Table().Get(key)
	rules := []table.ReadModifyWriteRule{}
	type place struct {
		fam  base.Family
		qual base.Qualifier
	}
	seen := map[place]bool{}
	for range 1 + t.IntN(3) {
		fam, qual := t.column()
		c, There := row.Newest(fam, qual)
		at := place{fam, qual}
		if seen[at] && !(There && c.At >= FarFuture) {
			continue
		}
		var r table.ReadModifyWriteRule = table.AppendValue{Family: fam, Qualifier: qual, Value: t.binary()}
		if t.IntN(2) == 0 {
			r = table.Increment{Family: fam, Qualifier: qual, By: int64(t.IntN(300) - 150)}
		}
		if _, ok := r.(table.Increment); ok && There && (seen[at] || len(c.Value) != 8) {
			// This rule may be refused. It must then be the only one, because the server would
			// apply the others.
			if len(rules) == 0 {
				rules = []table.ReadModifyWriteRule{r}
				break
			}
			continue
		}
		seen[at] = true
		rules = append(rules, r)
	}
	want, peer := t.peer.Modify(key, rules...)
	var got []base.Cell
	var own error
	var now base.Micros
	oneTime := true
	for _, c := range want {
		if c.At < FarFuture {
			oneTime = oneTime && (now == 0 || now == c.At)
			now = c.At
		}
	}
	what := fmt.Sprintf("ReadModifyWrite(%q, %#v)", key, rules)
	if oneTime {
		t.own.SetNow(now)
		got, own = t.own.Modify(key, rules...)
	} else { // the server's clock has changed between two rules
		for _, r := range rules {
			fam, qual := columnOf(r)
			for _, c := range want {
				if c.Family == fam && c.Qualifier == qual {
					t.own.SetNow(c.At)
				}
			}
			var cells []base.Cell
			if cells, own = t.own.Modify(key, r); own != nil {
				t.Errorf("%s: %v", what, own)
			}
			got = slices.DeleteFunc(got, func(c base.Cell) bool { return c.Family == fam && c.Qualifier == qual })
			got = append(got, cells...)
		}
		slices.SortFunc(got, base.Cell.Compare)
	}
	t.same(what, own, peer)
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %#v\nwant %#v", what, got, want)
	}
	t.compare(Question{Keys: []base.RowKey{key}})
}

// compare makes both sides answer a question and compares the rows.
func (t *trial) compare(q Question) {
	got, own := t.own.Read(q)
	want, peer := t.peer.Read(q)
	t.same(fmt.Sprintf("read %+v", q), own, peer)
	t.counts["rows read"] += len(want)
	if !slices.Equal(got, want) {
		t.Errorf("read %+v, filter %#v:\n got %q\nwant %q", q, q.Filter, got, want)
	}
}

// compareSamples checks what must be true of samples on both sides: they are in order. The
// samples of the server must also be keys of rows, and the last of them that of the last row.
func (t *trial) compareSamples() {
	got, _ := t.own.Sample()
	want, err := t.peer.Sample()
	t.same("sample", nil, err)
	if !slices.IsSorted(got) || !slices.IsSorted(want) || len(want) == 0 {
		t.Errorf("samples %q here, %q there", got, want)
	}
	for _, k := range want {
		if _, ok := t.own.Table().Get(k); !ok {
			t.Errorf("row %q is sampled there and is not here", k)
		}
	}
	if last := want[len(want)-1]; t.own.Table().Rank(last) != t.own.Table().Len()-1 {
		t.Errorf("the last row there is %q, which is number %d here", last, t.own.Table().Rank(last))
	}
}

// question returns a random read.
func (t *trial) question() Question {
	q := Question{Reversed: t.IntN(3) == 0, Limit: int64(max(0, t.IntN(10)-5))}
	for range t.IntN(6) * t.IntN(2) {
		q.Keys = append(q.Keys, t.key())
	}
	for range t.IntN(4) {
		start, end := t.key(), t.key()
		if start > end {
			start, end = end, start
		}
		bounds := [2]base.Bound{pick(t, base.ClosedBound, base.OpenBound)(string(start)), pick(t, base.ClosedBound, base.OpenBound)(string(end))}
		switch t.IntN(5) {
		case 0:
			bounds[0] = base.Bound{}
		case 1:
			bounds[1] = base.Bound{}
		case 2:
			bounds[1] = base.OpenBound(string(base.PrefixEnd(string(start))))
		}
		if start != end || bounds[0].Kind != base.BoundOpen && bounds[1].Kind != base.BoundOpen { // the client cannot express other ranges
			q.Ranges = append(q.Ranges, bounds)
		}
	}
	if t.IntN(5) > 0 {
		q.Filter = t.tree(shape{tail: true})
	}
	return q
}

// shape says which filters a tree may contain at a position.
type shape struct {
	level int  // depth of the position
	one   bool // cells come from one family only; the server's order of families is not defined
	pure  bool // no filter may change cells, because copies of a cell must stay equal
	tail  bool // no later filter would remove a label or count copies
}

// next returns the shape one level deeper.
func (s shape) next() shape { s.level++; return s }

// tree returns a random tree of filters that the server evaluates correctly.
func (t *trial) tree(s shape) filter.Filter {
	if s.level >= 4 {
		return t.leaf(s)
	}
	part := s.next()
	inner := part
	inner.tail = false
	switch t.IntN(8) {
	case 0, 1:
		return filter.Chain{t.tree(inner), t.tree(part)}
	case 2:
		fam := t.family().Name
		part.one = true
		return filter.Chain{pick[filter.Filter](t, filter.FamilyRegex(filter.QuotePattern(string(fam))), filter.ColumnRange{Family: fam}), t.tree(part)}
	case 3:
		c := filter.Condition{If: t.tree(inner), Then: t.tree(part), Else: t.tree(part)}
		switch t.IntN(5) {
		case 0:
			c.Then = nil
		case 1:
			c.Else = nil
		}
		return c
	case 4: // without copies of cells
		fam := filter.QuotePattern(string(t.family().Name))
		return filter.Interleave{filter.Chain{filter.FamilyRegex(fam), t.tree(part)}, filter.Chain{filter.FamilyRegex("[^" + fam + "].*|" + fam + ".+"), t.tree(part)}}
	case 5: // with copies of cells
		part.pure = s.pure || !s.tail
		out := filter.Interleave{t.tree(part), t.tree(part)}
		if t.IntN(2) == 0 {
			out = append(out, t.tree(part))
		}
		return out
	default:
		return t.leaf(s)
	}
}

// leaf returns a random filter without parts.
func (t *trial) leaf(s shape) filter.Filter {
	of := []filter.Filter{
		filter.PassAll{}, filter.BlockAll{}, filter.CellsPerColumn(1 + t.IntN(3)),
		filter.RowKeyRegex("a.*"), filter.RowKeyRegex(`\C\C`), filter.RowKeyRegex(".."), filter.RowKeyRegex(filter.QuotePattern("\xff\x00")),
		filter.FamilyRegex("[ab]"), filter.FamilyRegex("a|sum"), filter.FamilyRegex(".*"), filter.FamilyRegex(`-\..`),
		filter.QualifierRegex("v|w.*|"), filter.QualifierRegex("\xff\xfe"), filter.QualifierRegex(""), filter.QualifierRegex("[^v]+"),
		filter.ValueRegex(`v|\xff\C`), filter.ValueRegex(".*"), filter.ValueRegex("w#[0-9]"), filter.ValueRegex(`a\Cb`),
		filter.ValueRegex("a.b"), filter.ValueRegex("(?s)a.b"), filter.ValueRegex("é"), filter.ValueRegex(`[\x80-\xff]+`),
		filter.ValueRegex(filter.QuotePattern("\x00")), filter.ValueRegex("(?i)V"), filter.ValueRegex(`\x00{7}\C`), filter.ValueRegex("(?s:.){8}"),
		filter.TimestampRange{Start: 1000, End: 3000}, filter.TimestampRange{Start: 2000}, filter.TimestampRange{End: 2000}, filter.TimestampRange{Start: FarFuture},
		filter.ColumnRange{Family: t.family().Name, Start: base.ClosedBound("v")}, filter.ColumnRange{Family: t.family().Name, End: base.OpenBound("\xff")},
		filter.ColumnRange{Family: "a", Start: base.ClosedBound("v"), End: base.OpenBound("w#2")},
		filter.ValueRange{Start: base.ClosedBound("v"), End: base.OpenBound("\xff\xff")}, filter.ValueRange{Start: base.ClosedBound("w#1")},
		filter.ValueRange{End: base.OpenBound("w")}, filter.ValueRange{},
	}
	if s.one {
		of = append(of, slices.Repeat([]filter.Filter{filter.CellsPerRow(1 + t.IntN(3)), filter.CellsPerRowOffset(1 + t.IntN(2))}, 5)...)
	}
	if !s.pure {
		of = append(of, filter.StripValue{})
	}
	if s.tail && !s.pure {
		of = append(of, filter.Label(pick(t, "x-1", "new", "abcdefghijklmno")))
	}
	return pick(t, of...)
}

// columnOf returns the column that a rule changes.
func columnOf(r table.ReadModifyWriteRule) (base.Family, base.Qualifier) {
	switch r := r.(type) {
	case table.AppendValue:
		return r.Family, r.Qualifier
	case table.Increment:
		return r.Family, r.Qualifier
	}
	panic(fmt.Sprintf("unknown rule %T", r))
}

// encodeInt returns an integer in the encoding of a cell: 8 bytes, big-endian.
func encodeInt(n int64) string { return string(binary.BigEndian.AppendUint64(nil, uint64(n))) }

// pick returns one of the values at random.
func pick[T any](r interface{ IntN(int) int }, of ...T) T { return of[r.IntN(len(of))] }
