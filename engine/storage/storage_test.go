package storage

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tabletop/engine/base"
)

// history makes a random history from numbers and plays it on a store and on a model.
type history struct {
	t      testing.TB
	next   func(n int) int // a number from 0 to n-1
	store  *Store
	model  *model
	now    base.Micros
	played []string
	loaded bool // the store has begun with rows of a bulk
}

// listBulk is a bulk of puts, in order.
type listBulk []Entry

func (b listBulk) EachCell(r base.Range, yield func(base.RowKey, base.Cell) bool) {
	for _, e := range b {
		if r.Contains(e.Row) && !yield(e.Row, base.Cell{Family: e.Family, Qualifier: e.Qualifier, At: e.At, Value: e.Value}) {
			return
		}
	}
}

func (b listBulk) Describe(families []base.Family) (d FileInfo, exact bool) {
	for _, e := range b {
		if !slices.Contains(families, e.Family) {
			continue
		}
		if d.Puts == 0 {
			d.First, d.Oldest, d.Newest = e.Row, e.At, e.At
		}
		if d.Last != e.Row {
			d.Rows++
		}
		d.Last, d.Oldest, d.Newest = e.Row, min(d.Oldest, e.At), max(d.Newest, e.At)
		d.Puts++
		d.Bytes += e.Bytes()
	}
	return d, true
}

// load begins the history with rows that are loaded together.
func (h *history) load() {
	h.loaded = true
	for range 1 + h.next(8) {
		e := h.entry()
		if e.Kind == Put && !slices.ContainsFunc(h.model.writes, func(w *modelWrite) bool {
			return w.Entry.Row == e.Row && compareColumns(&w.Entry, &e) == 0 && w.At == e.At
		}) {
			h.played = append(h.played, fmt.Sprintf("loaded %+v", e))
			h.model.write(e)
		}
	}
	for _, g := range h.model.groups() {
		h.model.number++
		for _, w := range h.model.in(g, 0) {
			w.file, w.loaded = h.model.number, true
		}
		if len(h.model.in(g, h.model.number)) > 0 {
			h.model.files[g] = []int{h.model.number}
		}
	}
	h.store.Load(h.bulk())
}

// bulk returns the rows that were loaded and of which nothing has been rewritten.
func (h *history) bulk() (b listBulk) {
	for _, w := range h.model.writes {
		if !w.gone && w.loaded {
			b = append(b, w.Entry)
		}
	}
	slices.SortFunc(b, func(a, b Entry) int { return compare(&a, &b) })
	return b
}

// withoutSeq returns entries without their places in the order of writes, which a bulk does not have.
func withoutSeq(list []Entry) []Entry {
	for i := range list {
		list[i].Seq = 0
	}
	return list
}

// families returns random families.
func (h *history) families() (list []Family) {
	for _, name := range []base.Family{"a", "b"} {
		if len(list) > 0 && h.next(3) == 0 {
			break
		}
		f := Family{Name: name, MaxVersions: h.next(4), KeepDeleted: KeepDeleted(h.next(3))}
		if h.loaded {
			f.KeepDeleted = KeepNone // what a kept marker may outlive is not known of a bulk
		}
		if h.next(2) == 0 {
			f.TTL = base.Micros(3 + h.next(8))
			f.MinVersions = h.next(3)
		}
		list = append(list, f)
	}
	return list
}

func (h *history) entry() Entry {
	f := h.model.families[h.next(len(h.model.families))].Name
	e := Entry{Row: base.RowKey("r" + fmt.Sprint(h.next(3))), Family: f, At: max(h.now-base.Micros(h.next(8)), 1)}
	if h.next(5) < 2 {
		e.Kind = 1 + Kind(h.next(4))
	} else {
		e.Value = fmt.Sprint("v", len(h.model.writes))
	}
	if !e.Kind.ofFamily() {
		e.Qualifier = base.Qualifier([]string{"", "q"}[h.next(2)])
	}
	return e
}

func (h *history) query() Query {
	q := Query{Rows: base.AllKeys, Versions: h.next(4), Raw: h.next(3) == 0}
	switch h.next(3) {
	case 0:
		q.Rows = base.PointRange(base.RowKey("r" + fmt.Sprint(h.next(4))))
	case 1:
		q.Rows = base.Range{Start: "r1", End: "r2"}
	}
	if h.next(3) == 0 {
		q.Families = []base.Family{"a"}
	}
	if h.next(2) == 0 {
		q.From = base.Micros(h.next(int(h.now)))
	}
	if h.next(2) == 0 {
		q.To = q.From + base.Micros(h.next(8)+1)
	}
	return q
}

// check compares what store and model show for a query.
func (h *history) check(q Query, lost bool) {
	h.t.Helper()
	got, cost := h.store.Read(q, h.now)
	if want := h.model.read(q, h.now, lost); !slices.Equal(withoutSeq(got), withoutSeq(want)) {
		h.fail("%+v shows\n%+v, want\n%+v", q, got, want)
	}
	if cost.Returned != len(got) || cost.Puts+cost.Markers < len(got) {
		h.fail("%+v costs %+v for %d entries", q, cost, len(got))
	}
}

func (h *history) fail(format string, args ...any) {
	h.t.Helper()
	for _, line := range h.played {
		h.t.Log(line)
	}
	h.t.Fatalf("now %d, families %+v: "+format, append([]any{h.now, h.model.families}, args...)...)
}

// unchanged runs an operation of the store that must not change what reads show.
func (h *history) unchanged(name string, operation func()) {
	h.t.Helper()
	queries := []Query{h.query(), h.query()}
	for i := range queries {
		queries[i].Raw = false
	}
	queries = append(queries, Query{})
	var before [][]Entry
	for _, q := range queries {
		shown, _ := h.store.Read(q, h.now)
		before = append(before, shown)
	}
	operation()
	for i, q := range queries {
		if after, _ := h.store.Read(q, h.now); !slices.Equal(after, before[i]) {
			h.fail("%s changes what %+v shows from\n%+v to\n%+v", name, q, before[i], after)
		}
	}
}

// play plays a history of a number of operations.
func play(t testing.TB, next func(n int) int, operations int) {
	h := &history{t: t, next: next, now: 10}
	system := System(next(2))
	h.model = newModel(system, nil)
	h.loaded = next(4) == 0
	h.model.families = h.families()
	h.store = New(system, h.model.families...)
	if h.loaded {
		h.load()
	}
	for range operations {
		switch op := next(20); {
		case op < 11:
			e := h.entry()
			h.played = append(h.played, fmt.Sprintf("%+v", e))
			h.store.Write(e)
			h.model.write(e)
			if hidden := h.model.hidden(e); e.Kind == Put && h.store.Hides(e) != hidden {
				h.fail("%+v is hidden: %v", e, hidden)
			}
		case op < 12:
			row := base.RowKey("r" + fmt.Sprint(next(3)))
			markers := h.store.RowMarkers(row, h.now)
			h.played = append(h.played, fmt.Sprintf("%+v", markers))
			h.store.Write(markers...)
			h.model.write(markers...)
		case op < 14:
			h.played = append(h.played, "flush")
			h.unchanged("flush", func() { h.store.Flush(h.now); h.model.flush(h.now) })
		case op < 15:
			h.played = append(h.played, "minor")
			h.unchanged("minor compaction", func() { h.store.CompactMinor(h.now); h.model.compactMinor(h.now) })
		case op < 16:
			h.played = append(h.played, "major")
			h.store.CompactMajor(h.now)
			h.model.compactMajor(h.now)
			h.store.ReplaceBulk(h.bulk())
		case op < 17:
			h.unchanged("crash and recovery", func() {
				h.store.Crash()
				h.check(h.query(), true)
				h.store.Recover()
			})
		case op < 18:
			// What is done to a clone does not show in the store, and the other way round.
			other := h.store
			h.store = other.Clone()
			other.Write(h.entry())
			other.CompactMajor(h.now)
			other.Flush(h.now)
			if stored, ok := FromImage(system, h.model.families, h.bulk(), h.store.Image()); !ok {
				h.fail("an image is refused")
			} else {
				h.store = stored
			}
		case op < 19:
			h.now += base.Micros(next(4))
			h.played = append(h.played, fmt.Sprint("now ", h.now))
		default:
			if next(3) == 0 {
				families := h.families()
				h.played = append(h.played, fmt.Sprintf("families %+v", families))
				h.store.SetFamilies(families...)
				h.model.setFamilies(families)
				h.store.ReplaceBulk(h.bulk())
			}
		}
		h.check(h.query(), false)
	}
	h.check(Query{}, false)
	h.check(Query{Raw: true}, false)
	h.check(Query{Stored: true}, false)
	var marked []base.RowKey
	for _, w := range h.model.writes {
		if !w.gone && w.Kind != Put {
			marked = append(marked, w.Row)
		}
	}
	slices.Sort(marked)
	if got := h.store.WrittenRows(base.AllKeys, true); !slices.Equal(got, slices.Compact(marked)) {
		h.fail("rows with markers %v, want %v", got, marked)
	}
	if files := h.store.Layout().Files; len(files) != h.modelFiles() {
		h.fail("%d files %+v, want %d", len(files), files, h.modelFiles())
	}
}

func (h *history) modelFiles() (n int) {
	for _, g := range h.model.groups() {
		n += len(h.model.files[g])
	}
	return n
}

func TestRandomHistories(t *testing.T) {
	histories := 100_000
	if testing.Short() {
		histories = 3000
	}
	for seed := range histories {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		play(t, r.IntN, 10+r.IntN(40))
		if t.Failed() {
			t.Fatal("seed", seed)
		}
	}
}

func FuzzHistory(f *testing.F) {
	f.Add([]byte("\x01\x01\x02\x03 a history"))
	f.Add([]byte{1, 0, 0, 0, 0, 2, 0, 3, 0, 0, 5, 0, 12, 0, 0, 15, 1, 9})
	f.Fuzz(func(t *testing.T, data []byte) {
		operations := min(len(data)/4, 60)
		play(t, func(n int) int {
			if len(data) == 0 {
				return 0
			}
			b := data[0]
			data = data[1:]
			return int(b) % n
		}, operations)
	})
}
