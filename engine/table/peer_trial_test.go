//go:build !js

package table

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/filter"
)

// peerRound is how many operations one seed makes.
const peerRound = 2000

// TestAgainstPeer does the same to our tables and to those of Google's in-memory
// server, but for what divergences lists, and compares the outcome of everything.
func TestAgainstPeer(t *testing.T) {
	ctx := t.Context()
	server := newPeer(t)
	counts := map[string]int{}
	for seed := *firstSeed; ops(2*peerRound) > counts["operations"]; seed++ {
		r := rand.New(rand.NewPCG(seed, 4))
		var tables []*peerTrial
		for n := range 3 {
			tables = append(tables, newPeerTrial(t, ctx, server, fmt.Sprintf("t%d-%d", seed, n), r, counts))
		}
		for n := range peerRound {
			tr := tables[r.IntN(len(tables))]
			tr.step()
			if n%500 == 499 {
				for _, tr := range tables {
					tr.compare(question{})
					checkTable(t, tr.own.Table)
				}
			}
			if t.Failed() {
				t.Fatalf("table %s, operation %d; replay with -run '^TestAgainstPeer$' -seed %d -ops %d", tr.peer.name, n, seed, peerRound)
			}
		}
		for _, tr := range tables {
			if err := server.admin.DeleteTable(ctx, tr.peer.name); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("compared: %v", counts)
	if counts["rows read"] < counts["operations"] || counts["refused"] < counts["operations"]/100 {
		t.Errorf("too little to compare: %v", counts)
	}
}

// A peerTrial does the same to a table of ours and to one of the server.
type peerTrial struct {
	testing.TB
	*rand.Rand
	own    *ownTable
	peer   *peerTable
	counts map[string]int
}

// peerFamilies are those that tables of trials have or get.
var peerFamilies = []FamilyInfo{{Name: "b"}, {Name: "a"}, {Name: "sum", Type: IntSum}, {Name: "-.x"}, {Name: "total", Type: IntSum}, {Name: "A_1"}}

// newPeerTrial makes two tables of a random schema with the same rows.
func newPeerTrial(t testing.TB, ctx context.Context, server *peerServer, name string, r *rand.Rand, counts map[string]int) *peerTrial {
	tr := &peerTrial{TB: t, Rand: r, own: &ownTable{Table: newTable(t)}, peer: server.table(t, ctx, name), counts: counts}
	for n, i := range r.Perm(len(peerFamilies)) {
		if f := peerFamilies[i]; n < 2 || r.IntN(2) == 0 {
			tr.same("createFamily", tr.own.createFamily(f), tr.peer.createFamily(f))
		}
	}
	for range 20 {
		tr.write(r.IntN(3) + 1)
	}
	tr.compareSamples()
	return tr
}

// same compares the outcomes of an operation.
func (t *peerTrial) same(what string, own, peer error) {
	t.counts["operations"]++
	if own != nil {
		t.counts["refused"]++
	}
	if (own != nil) != (peer != nil) {
		t.Errorf("%s: here %v, there %v", what, own, peer)
	}
}

func (t *peerTrial) key() base.RowKey {
	return base.RowKey(pick(t, "a", "b", "a#", "\xff", "\xff\xff", "\x00") + pick(t, "", "1", "2", "\x00", "\xff", "\n", "33"))
}

func (t *peerTrial) binary() string {
	return pick(t, "", "v", "w#1", "\x00", "\xff\xfe", "a\nb", "é")
}

// family returns a declared family.
func (t *peerTrial) family() FamilyInfo {
	return pick(t, t.own.Families()...)
}

// column returns a plain column, of a family that is not there if there are no
// plain ones.
func (t *peerTrial) column() (base.Family, base.Qualifier) {
	fam := base.Family("none")
	for _, i := range t.Perm(len(t.own.Families())) {
		if f := t.own.Families()[i]; f.Type == Plain {
			fam = f.Name
		}
	}
	return fam, base.Qualifier(t.binary())
}

// far is a time that no clock has reached.
const far base.Micros = 9e15

// mutations are valid ones.
func (t *peerTrial) mutations(deletes bool) (muts []Mutation) {
	for range 1 + t.IntN(4) {
		f, qual := t.family(), base.Qualifier(t.binary())
		at := pick(t, 0, 1000, 2000, 3000, 4000, far)
		n := t.IntN(20)
		switch {
		case n < 6 && deletes:
			muts = append(muts, pick[Mutation](t, DeleteRow{}, DeleteFamilyCells{f.Name},
				DeleteColumn{Family: f.Name, Qualifier: qual}, DeleteColumn{f.Name, qual, at, 0}, DeleteColumn{f.Name, qual, at, at + 2000}, DeleteColumn{f.Name, qual, 0, at + 1000}))
		case f.Type == Plain:
			muts = append(muts, SetCell{f.Name, qual, at, pick(t, t.binary(), t.binary(), encodeInt(int64(t.IntN(300))))})
		case n < 10:
			muts = append(muts, MergeToCell{f.Name, qual, at, encodeInt(int64(t.IntN(300) - 150))})
		default:
			muts = append(muts, AddToCell{f.Name, qual, at, Int(t.IntN(300) - 150)})
		}
	}
	return muts
}

// invalid is mutations of which the first is refused: behind others the server
// would leave half of them done. The client truncates times, so none is too fine.
func (t *peerTrial) invalid() []Mutation {
	f, qual := t.family(), base.Qualifier(t.binary())
	bad := []Mutation{SetCell{"none", qual, 0, "v"}, DeleteColumn{Family: "none"}, AddToCell{"none", qual, 0, Int(1)}}
	if f.Type == Plain {
		bad = append(bad, SetCell{f.Name, qual, -2000, "v"}, AddToCell{f.Name, qual, 0, Int(1)},
			MergeToCell{f.Name, qual, 0, encodeInt(1)})
	} else {
		bad = append(bad, AddToCell{f.Name, qual, -1000, Int(1)}, MergeToCell{f.Name, qual, -2000, encodeInt(1)})
	}
	return append([]Mutation{pick(t, bad...)}, t.mutations(true)...)
}

// write sets cells in n rows, which may be the same ones.
func (t *peerTrial) write(n int) {
	var entries []entry
	for range n {
		entries = append(entries, entry{t.key(), t.mutations(false)})
	}
	t.mutate(entries)
}

func (t *peerTrial) mutate(entries []entry) {
	own, peer := t.own.mutate(entries...), t.peer.mutate(entries...)
	for i := range entries {
		t.same(fmt.Sprintf("Mutate(%q, %#v)", entries[i].key, entries[i].muts), own[i], peer[i])
	}
}

// step makes one change or one comparison.
func (t *peerTrial) step() {
	switch n := t.IntN(100); {
	case n < 35:
		var entries []entry
		for range 1 + t.IntN(8)*t.IntN(2) {
			e := entry{t.key(), t.mutations(true)}
			if t.IntN(15) == 0 {
				e.muts = t.invalid()
			}
			if t.IntN(60) == 0 {
				e.key = ""
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
		t.same("drop", t.own.dropPrefix(prefix), t.peer.dropPrefix(prefix))
		t.compare(question{})
	case n < 65:
		f := pick(t, peerFamilies...)
		if t.IntN(4) > 0 || len(t.own.Families()) == 1 {
			t.same(fmt.Sprintf("create family %s", f.Name), t.own.createFamily(f), t.peer.createFamily(f))
		} else {
			t.same(fmt.Sprintf("delete family %s", f.Name), t.own.deleteFamily(f.Name), t.peer.deleteFamily(f.Name))
			t.compare(question{})
		}
	default:
		t.compare(t.question())
	}
}

// serverTime has the server choose a cell's time, which ours then takes.
func (t *peerTrial) serverTime() {
	key := t.key()
	fam, qual := t.column()
	set := entry{key, []Mutation{SetCell{fam, qual, ServerTime, t.binary()}}}
	peer := t.peer.mutate(set)[0]
	t.own.now = 0
	if peer == nil {
		row, err := t.peer.ReadRow(t.peer.ctx, string(key))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range peerCells(row) {
			if c.Family == fam && c.Qualifier == qual && c.At < far {
				t.own.now = max(t.own.now, c.At)
			}
		}
	}
	t.same("set at server time", t.own.mutate(set)[0], peer)
	t.compare(question{keys: []base.RowKey{key}})
}

func (t *peerTrial) checkAndMutate() {
	key, then, els := t.key(), t.mutations(true), t.mutations(true)
	switch t.IntN(8) {
	case 0: // the server looks only at the list it applies
		then, els = t.invalid(), t.invalid()
	case 1:
		then = nil
	case 2:
		els = nil
	}
	var predicate filter.Filter
	if t.IntN(4) > 0 {
		predicate = t.tree(shape{level: 2})
	}
	want, peer := t.peer.checkAndMutate(key, predicate, then, els)
	got, own := t.own.checkAndMutate(key, predicate, then, els)
	what := fmt.Sprintf("CheckAndMutate(%q, %#v, %#v, %#v)", key, predicate, then, els)
	t.same(what, own, peer)
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
	t.compare(question{keys: []base.RowKey{key}})
}

// modify reads, modifies and writes. The times of new cells are the server's, which
// ours takes over. Two rules are for one column only where the newest cell's time is
// past the server's.
func (t *peerTrial) modify() {
	key := t.key()
	row, _ := t.own.Get(key)
	rules := []Rule{}
	seen := map[place]bool{}
	for range 1 + t.IntN(3) {
		fam, qual := t.column()
		c, there := row.Newest(fam, qual)
		at := place{fam: fam, qual: qual}
		if seen[at] && !(there && c.At >= far) {
			continue
		}
		var r Rule = Append{fam, qual, t.binary()}
		if t.IntN(2) == 0 {
			r = Increment{fam, qual, int64(t.IntN(300) - 150)}
		}
		if _, ok := r.(Increment); ok && there && (seen[at] || len(c.Value) != 8) {
			// Refused, perhaps: then alone, for the server would do the others.
			if len(rules) == 0 {
				rules = []Rule{r}
				break
			}
			continue
		}
		seen[at] = true
		rules = append(rules, r)
	}
	want, peer := t.peer.modify(key, rules...)
	var got []base.Cell
	var own error
	var now base.Micros
	oneTime := true
	for _, c := range want {
		if c.At < far {
			oneTime = oneTime && (now == 0 || now == c.At)
			now = c.At
		}
	}
	what := fmt.Sprintf("ReadModifyWrite(%q, %#v)", key, rules)
	if oneTime {
		t.own.now = now
		got, own = t.own.modify(key, rules...)
	} else { // the clock ticked between two rules
		for _, r := range rules {
			at := ruleAt(nil, key, r)
			for _, c := range want {
				if c.Family == at.fam && c.Qualifier == at.qual {
					t.own.now = c.At
				}
			}
			var cells []base.Cell
			if cells, own = t.own.modify(key, r); own != nil {
				t.Errorf("%s: %v", what, own)
			}
			got = slices.DeleteFunc(got, func(c base.Cell) bool { return c.Family == at.fam && c.Qualifier == at.qual })
			got = append(got, cells...)
		}
		slices.SortFunc(got, base.Cell.Compare)
	}
	t.same(what, own, peer)
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %#v\nwant %#v", what, got, want)
	}
	t.compare(question{keys: []base.RowKey{key}})
}

// compare asks both sides the same.
func (t *peerTrial) compare(q question) {
	got, own := t.own.read(q)
	want, peer := t.peer.read(q)
	t.same(fmt.Sprintf("read %+v", q), own, peer)
	t.counts["rows read"] += len(want)
	if !slices.Equal(got, want) {
		t.Errorf("read %+v, filter %#v:\n got %q\nwant %q", q, q.filter, got, want)
	}
}

// compareSamples compares what is certain of samples: they are in order, and the
// server's, which are keys of rows, end with the last row.
func (t *peerTrial) compareSamples() {
	got, _ := t.own.sample()
	want, err := t.peer.sample()
	t.same("sample", nil, err)
	if !slices.IsSorted(got) || !slices.IsSorted(want) || len(want) == 0 {
		t.Errorf("samples %q here, %q there", got, want)
	}
	for _, k := range want {
		if _, ok := t.own.Get(k); !ok {
			t.Errorf("row %q is sampled there and is not here", k)
		}
	}
	if last := want[len(want)-1]; t.own.Rank(last) != t.own.Len()-1 {
		t.Errorf("the last row there is %q, which is number %d here", last, t.own.Rank(last))
	}
}

// question is a random read.
func (t *peerTrial) question() question {
	q := question{reversed: t.IntN(3) == 0, limit: int64(max(0, t.IntN(10)-5))}
	for range t.IntN(6) * t.IntN(2) {
		q.keys = append(q.keys, t.key())
	}
	for range t.IntN(4) {
		start, end := t.key(), t.key()
		if start > end {
			start, end = end, start
		}
		bounds := [2]base.Bound{pick(t, base.Closed, base.Open)(string(start)), pick(t, base.Closed, base.Open)(string(end))}
		switch t.IntN(5) {
		case 0:
			bounds[0] = base.Bound{}
		case 1:
			bounds[1] = base.Bound{}
		case 2:
			bounds[1] = base.Open(string(base.PrefixEnd(string(start))))
		}
		if start != end || bounds[0].Kind != base.BoundOpen && bounds[1].Kind != base.BoundOpen { // the client asks nothing else
			q.ranges = append(q.ranges, bounds)
		}
	}
	if t.IntN(5) > 0 {
		q.filter = t.tree(shape{tail: true})
	}
	return q
}

// shape says what a tree of filters may hold where it stands.
type shape struct {
	level int
	one   bool // cells of one family only: the server leaves the order of others open
	pure  bool // no filter may alter cells: copies of a cell must stay alike
	tail  bool // nothing comes after that would lose a label or count copies
}

func (s shape) next() shape { s.level++; return s }

// tree returns a random tree of the filters that the server gets right.
func (t *peerTrial) tree(s shape) filter.Filter {
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
		return filter.Chain{pick[filter.Filter](t, filter.FamilyRegex(filter.Quote(string(fam))), filter.ColumnRange{Family: fam}), t.tree(part)}
	case 3:
		c := filter.Condition{If: t.tree(inner), Then: t.tree(part), Else: t.tree(part)}
		switch t.IntN(5) {
		case 0:
			c.Then = nil
		case 1:
			c.Else = nil
		}
		return c
	case 4: // without copies
		fam := filter.Quote(string(t.family().Name))
		return filter.Interleave{filter.Chain{filter.FamilyRegex(fam), t.tree(part)}, filter.Chain{filter.FamilyRegex("[^" + fam + "].*|" + fam + ".+"), t.tree(part)}}
	case 5: // with copies
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

func (t *peerTrial) leaf(s shape) filter.Filter {
	of := []filter.Filter{
		filter.PassAll{}, filter.BlockAll{}, filter.CellsPerColumn(1 + t.IntN(3)),
		filter.RowKeyRegex("a.*"), filter.RowKeyRegex(`\C\C`), filter.RowKeyRegex(".."), filter.RowKeyRegex(filter.Quote("\xff\x00")),
		filter.FamilyRegex("[ab]"), filter.FamilyRegex("a|sum"), filter.FamilyRegex(".*"), filter.FamilyRegex(`-\..`),
		filter.QualifierRegex("v|w.*|"), filter.QualifierRegex("\xff\xfe"), filter.QualifierRegex(""), filter.QualifierRegex("[^v]+"),
		filter.ValueRegex(`v|\xff\C`), filter.ValueRegex(".*"), filter.ValueRegex("w#[0-9]"), filter.ValueRegex(`a\Cb`),
		filter.ValueRegex("a.b"), filter.ValueRegex("(?s)a.b"), filter.ValueRegex("é"), filter.ValueRegex(`[\x80-\xff]+`),
		filter.ValueRegex(filter.Quote("\x00")), filter.ValueRegex("(?i)V"), filter.ValueRegex(`\x00{7}\C`), filter.ValueRegex("(?s:.){8}"),
		filter.TimestampRange{Start: 1000, End: 3000}, filter.TimestampRange{Start: 2000}, filter.TimestampRange{End: 2000}, filter.TimestampRange{Start: far},
		filter.ColumnRange{Family: t.family().Name, Start: base.Closed("v")}, filter.ColumnRange{Family: t.family().Name, End: base.Open("\xff")},
		filter.ColumnRange{Family: "a", Start: base.Closed("v"), End: base.Open("w#2")},
		filter.ValueRange{Start: base.Closed("v"), End: base.Open("\xff\xff")}, filter.ValueRange{Start: base.Closed("w#1")},
		filter.ValueRange{End: base.Open("w")}, filter.ValueRange{},
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
