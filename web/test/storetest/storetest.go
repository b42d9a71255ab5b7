package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tabletop/app/host"
	"tabletop/engine/base"
	"tabletop/engine/snapshot"
)

// Run tests a store. Each call of open must return a store over the same storage, as a reloaded
// page would open it. Run deletes all workspaces in that storage.
func Run(t *testing.T, open func() host.Store) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, func() host.Store)
	}{
		{"empty", testEmpty},
		{"put", testPut},
		{"order", testOrder},
		{"replace", testReplace},
		{"append", testAppend},
		{"put all", testPutAll},
		{"clear", testClear},
		{"unknown", testUnknown},
		{"collision", testCollision},
		{"refused", testRefused},
		{"ids", testIDs},
		{"bounds", testBounds},
		{"copies", testCopies},
		{"delete", testDelete},
		{"context", testContext},
		{"reopen", testReopen},
		{"big", testBig},
		{"many", testMany},
		{"random", testRandom},
		{"from", testFrom},
		{"snapshot", testSnapshot},
		{"move", testMove},
		{"purge", testPurge},
		{"large", testLarge},
	} {
		t.Run(test.name, func(t *testing.T) {
			empty(t, open())
			test.run(t, open)
		})
	}
}

// Full tests what a store does when its space is used up. A call of limit sets how many bytes
// the store may hold from then on, approximately; a negative number removes the limit.
func Full(t *testing.T, open func() host.Store, limit func(bytes int64)) {
	limit(1_000_000)
	defer limit(-1)
	s := open()
	empty(t, s)
	m := meta("full")
	journal := []host.JournalEntry{{Seq: 1, Data: noise(1000)}}
	must(t, s.Put(t.Context(), m, journal))

	huge := noise(4_000_000)
	changed := m
	changed.Title = "changed"
	wantCode(t, base.CodeStoreFull, s.Append(t.Context(), changed, host.JournalEntry{Seq: 2, Data: noise(10)}, host.JournalEntry{Seq: 3, Data: huge}))
	wantCode(t, base.CodeStoreFull, s.Put(t.Context(), changed, []host.JournalEntry{{Seq: 1, Data: huge}}))
	wantCode(t, base.CodeStoreFull, s.Put(t.Context(), meta("other"), []host.JournalEntry{{Seq: 1, Data: huge}}))
	for _, s := range []host.Store{s, open()} {
		wantList(t, s, "full")
		want(t, s, m, journal)
	}

	limit(-1)
	must(t, s.Append(t.Context(), changed, host.JournalEntry{Seq: 2, Data: huge}))
	want(t, open(), changed, append(journal, host.JournalEntry{Seq: 2, Data: huge}))
	empty(t, s)
}

// testEmpty checks that a new store lists nothing.
func testEmpty(t *testing.T, open func() host.Store) {
	wantList(t, open())
}

// testPut stores a sandbox and a lesson and reads back all their fields.
func testPut(t *testing.T, open func() host.Store) {
	s := open()
	m := host.Meta{
		ID: "k2x5aaaaaa", Kind: host.KindSandbox, Title: "Scores", Created: 1_700_000_000_000_001,
		Changed: 1_700_000_000_000_002, Next: 4, Bytes: 6, Note: []byte{0, 1, 0xFF, 'n'},
	}
	journal := entries(3, "ab", "", "\x00\xff\x80d")
	must(t, s.Put(t.Context(), m, journal))
	want(t, s, m, journal)
	lesson := host.Meta{ID: "lol-scores", Kind: host.KindLesson, Next: 1}
	must(t, s.Put(t.Context(), lesson, nil))
	want(t, s, lesson, nil)
	want(t, s, m, journal)
	list, err := s.List(t.Context())
	must(t, err)
	if len(list) != 2 || !equal(list[0], m) || !equal(list[1], lesson) {
		t.Errorf("List returned %+v", list)
	}
}

// testOrder checks that workspaces are listed by the time of their last change, and then by id.
func testOrder(t *testing.T, open func() host.Store) {
	s := open()
	for _, m := range []host.Meta{{ID: "b", Changed: 5}, {ID: "c", Changed: 7}, {ID: "a", Changed: 5}, {ID: "d", Changed: -1}} {
		must(t, s.Put(t.Context(), m, nil))
	}
	wantList(t, s, "c", "a", "b", "d")
	must(t, s.Append(t.Context(), host.Meta{ID: "d", Changed: 8}))
	wantList(t, s, "d", "c", "a", "b")
}

// testReplace stores workspaces over existing ones.
func testReplace(t *testing.T, open func() host.Store) {
	s := open()
	must(t, s.Put(t.Context(), meta("r"), entries(1, "a", "b", "c")))
	must(t, s.Put(t.Context(), meta("rr"), entries(1, "other")))
	m := meta("r")
	m.Title, m.Note = "replaced", nil
	must(t, s.Put(t.Context(), m, entries(2, "B")))
	want(t, s, m, entries(2, "B"))
	must(t, s.Put(t.Context(), m, nil))
	want(t, s, m, nil)
	want(t, s, meta("rr"), entries(1, "other"))
}

// testAppend adds entries and changes the metadata.
func testAppend(t *testing.T, open func() host.Store) {
	s := open()
	m := meta("a")
	must(t, s.Put(t.Context(), m, nil))
	var journal []host.JournalEntry
	for i := range 12 { // more than nine, to check that entries are not ordered as text
		e := host.JournalEntry{Seq: uint64(i + 1), Data: fmt.Append(nil, "entry ", i)}
		journal = append(journal, e)
		m.Next, m.Changed, m.Bytes = e.Seq+1, m.Changed+1, m.Bytes+int64(len(e.Data))
		must(t, s.Append(t.Context(), m, e))
	}
	want(t, s, m, journal)
	more := entries(20, "x", "y")
	must(t, s.Append(t.Context(), m, more...))
	gap := entries(15, "late") // an unused number within the journal
	must(t, s.Append(t.Context(), m, gap...))
	want(t, s, m, slices.Concat(journal, gap, more))
	m.Note = []byte("only the note")
	must(t, s.Append(t.Context(), m))
	want(t, s, m, slices.Concat(journal, gap, more))
}

// testUnknown checks that calls about unknown ids are refused, and leave nothing in the store.
func testUnknown(t *testing.T, open func() host.Store) {
	s := open()
	must(t, s.Put(t.Context(), meta("here"), entries(1, "x")))
	for _, id := range []string{"nowhere", "", "here/", "her", "here\xff"} {
		_, err := s.Load(t.Context(), id, 0)
		wantCode(t, base.CodeNoSandbox, err)
		wantCode(t, base.CodeNoSandbox, s.Delete(t.Context(), id))
	}
	wantCode(t, base.CodeNoSandbox, s.Append(t.Context(), meta("nowhere"), entries(1, "x")...))
	wantCode(t, base.CodeNoSandbox, s.Append(t.Context(), meta("nowhere")))
	wantList(t, s, "here")
	must(t, s.Put(t.Context(), meta("nowhere"), nil))
	want(t, s, meta("nowhere"), nil) // the refused entry has left nothing
}

// testCollision checks that an append with a number that is already used changes nothing.
func testCollision(t *testing.T, open func() host.Store) {
	s := open()
	m, journal := meta("c"), entries(1, "one", "two", "three")
	must(t, s.Put(t.Context(), m, journal))
	changed := m
	changed.Title = "changed"
	for _, added := range [][]host.JournalEntry{
		entries(3, "again"),
		entries(3, "again", "four"),
		{{Seq: 0, Data: []byte("zero")}, {Seq: 2, Data: []byte("again")}, {Seq: 9}},
	} {
		wantCode(t, base.CodeStoreTaken, s.Append(t.Context(), changed, added...))
		want(t, s, m, journal)
	}
	must(t, s.Append(t.Context(), changed, entries(4, "four")...))
	want(t, open(), changed, entries(1, "one", "two", "three", "four"))
}

// testRefused checks that invalid metadata and unordered entries are refused and change
// nothing.
func testRefused(t *testing.T, open func() host.Store) {
	s := open()
	m, journal := meta("r"), entries(1, "one")
	must(t, s.Put(t.Context(), m, journal))
	for _, test := range []struct {
		spoil   func(*host.Meta)
		entries []host.JournalEntry
	}{
		{func(m *host.Meta) { m.ID = "" }, nil},
		{func(m *host.Meta) { m.ID = "r/s" }, nil},
		{func(m *host.Meta) { m.ID = "\xff" }, nil},
		{func(m *host.Meta) { m.Title = "\xff" }, nil},
		{func(m *host.Meta) { m.Kind = 200 }, nil},
		{func(m *host.Meta) { m.Created = 1 << 53 }, nil},
		{func(m *host.Meta) { m.Changed = -1 << 53 }, nil},
		{func(m *host.Meta) { m.Bytes = math.MaxInt64 }, nil},
		{func(m *host.Meta) { m.Next = 1 << 53 }, nil},
		{func(*host.Meta) {}, []host.JournalEntry{{Seq: 3}, {Seq: 2}}},
		{func(*host.Meta) {}, []host.JournalEntry{{Seq: 2}, {Seq: 2}}},
	} {
		bad := m
		test.spoil(&bad)
		wantCode(t, base.CodeStoreFails, s.Put(t.Context(), bad, test.entries))
		wantCode(t, base.CodeStoreFails, s.Append(t.Context(), bad, test.entries...))
	}
	wantList(t, s, "r")
	want(t, s, m, journal)
}

// testIDs stores workspaces under unusual ids, some of which are prefixes of others.
func testIDs(t *testing.T, open func() host.Store) {
	s := open()
	ids := []string{
		"a", "aa", "a-", "a.", "a0", "a00000000000000000001", "A", "é", "e\u0301", "計分板", "パズル", "\U0001F600",
		"\uFFFF", "\U00010000", "a\x00", "a\uFFFF", "\x00", " ", "0", "99999999999999999999", strings.Repeat("長", 1000),
	}
	for i, id := range ids {
		m := meta(id)
		m.Title = "Title of " + id
		m.Next = uint64(i)
		must(t, s.Put(t.Context(), m, entries(uint64(i), id, "2")))
	}
	for i, id := range ids {
		m := meta(id)
		m.Title = "Title of " + id
		m.Next = uint64(i)
		want(t, s, m, entries(uint64(i), id, "2"))
		must(t, s.Delete(t.Context(), id)) // it must not delete entries of the workspaces that follow
	}
	wantList(t, s)
}

// testBounds stores the smallest and the largest numbers.
func testBounds(t *testing.T, open func() host.Store) {
	s := open()
	const most = 1<<53 - 1
	m := host.Meta{ID: "b", Created: -most, Changed: most, Next: most, Bytes: most}
	journal := []host.JournalEntry{
		{Seq: 0, Data: []byte("0")}, {Seq: 1<<53 + 1, Data: []byte("1")},
		{Seq: math.MaxUint64 - 1, Data: []byte("2")}, {Seq: math.MaxUint64, Data: []byte("3")},
	}
	must(t, s.Put(t.Context(), m, journal))
	want(t, s, m, journal)
}

// testCopies checks that the store and its callers do not share memory.
func testCopies(t *testing.T, open func() host.Store) {
	s := open()
	m, journal := meta("c"), entries(1, "one")
	must(t, s.Put(t.Context(), m, journal))
	added := entries(2, "two")
	must(t, s.Append(t.Context(), m, added...))
	for _, b := range [][]byte{m.Note, journal[0].Data, added[0].Data} {
		b[0]++
	}
	want(t, s, meta("c"), entries(1, "one", "two"))
	got, err := s.Load(t.Context(), "c", 0)
	must(t, err)
	for _, b := range [][]byte{got.Note, got.Entries[0].Data, got.Entries[1].Data} {
		b[0]++
	}
	list, err := s.List(t.Context())
	must(t, err)
	list[0].Note[0]++
	want(t, s, meta("c"), entries(1, "one", "two"))
}

// testDelete deletes one of two workspaces and stores it again.
func testDelete(t *testing.T, open func() host.Store) {
	s := open()
	must(t, s.Put(t.Context(), meta("a"), entries(1, "x", "y")))
	must(t, s.Put(t.Context(), meta("b"), entries(1, "z")))
	must(t, s.Delete(t.Context(), "a"))
	wantList(t, s, "b")
	_, err := s.Load(t.Context(), "a", 0)
	wantCode(t, base.CodeNoSandbox, err)
	wantCode(t, base.CodeNoSandbox, s.Delete(t.Context(), "a"))
	must(t, s.Put(t.Context(), meta("a"), nil))
	want(t, s, meta("a"), nil)
	want(t, s, meta("b"), entries(1, "z"))
}

// testContext checks that calls with a cancelled context change nothing and report the cause.
func testContext(t *testing.T, open func() host.Store) {
	s := open()
	m, journal := meta("c"), entries(1, "one")
	must(t, s.Put(t.Context(), m, journal))
	changed := m
	changed.Title = "changed"
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("closed on purpose"))
	_, err := s.List(ctx)
	wantCode(t, base.CodeStoreFails, err)
	if err != nil && !strings.Contains(err.Error(), "closed on purpose") {
		t.Errorf("the cause is missing in %q", err)
	}
	_, err = s.Load(ctx, "c", 0)
	wantCode(t, base.CodeStoreFails, err)
	wantCode(t, base.CodeStoreFails, s.Put(ctx, changed, nil))
	wantCode(t, base.CodeStoreFails, s.Append(ctx, changed, entries(2, "two")...))
	wantCode(t, base.CodeStoreFails, s.Delete(ctx, "c"))
	want(t, s, m, journal)
}

// testReopen uses two stores over the same storage at once, like two tabs.
func testReopen(t *testing.T, open func() host.Store) {
	first := open()
	must(t, first.Put(t.Context(), meta("a"), entries(1, "one")))
	second := open()
	want(t, second, meta("a"), entries(1, "one"))
	must(t, second.Append(t.Context(), meta("a"), entries(2, "two")...))
	wantCode(t, base.CodeStoreTaken, first.Append(t.Context(), meta("a"), entries(2, "also two")...))
	want(t, first, meta("a"), entries(1, "one", "two"))
	want(t, open(), meta("a"), entries(1, "one", "two"))
}

// testBig stores values of 5 MiB.
func testBig(t *testing.T, open func() host.Store) {
	s := open()
	m := meta("big")
	m.Note = noise(5<<20 + 1)
	journal := []host.JournalEntry{{Seq: 1, Data: noise(5 << 20)}, {Seq: 2, Data: []byte("small")}}
	must(t, s.Put(t.Context(), m, journal))
	added := host.JournalEntry{Seq: 3, Data: noise(5<<20 - 1)}
	must(t, s.Append(t.Context(), m, added))
	want(t, open(), m, append(journal, added))
}

// testMany stores a journal of 5000 entries.
func testMany(t *testing.T, open func() host.Store) {
	s := open()
	m := meta("many")
	journal := make([]host.JournalEntry, 5000)
	for i := range journal {
		journal[i] = host.JournalEntry{Seq: uint64(i + 1), Data: fmt.Appendf(nil, "entry %d", i)}
	}
	must(t, s.Put(t.Context(), m, journal[:2500]))
	must(t, s.Append(t.Context(), m, journal[2500:]...))
	want(t, open(), m, journal)
	must(t, s.Delete(t.Context(), "many"))
	must(t, s.Put(t.Context(), m, nil))
	want(t, s, m, nil)
}

// testFrom loads a journal from a given number on.
func testFrom(t *testing.T, open func() host.Store) {
	s := open()
	must(t, s.Put(t.Context(), meta("f"), entries(1, "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11")))
	must(t, s.Put(t.Context(), meta("ff"), entries(1, "other")))
	for _, from := range []uint64{0, 1, 2, 9, 10, 11, 12, math.MaxUint64} {
		l, err := s.Load(t.Context(), "f", from)
		must(t, err)
		n := 0
		if from <= 11 {
			n = 12 - int(max(from, 1))
		}
		if len(l.Entries) != n || n > 0 && l.Entries[0].Seq != max(from, 1) {
			t.Errorf("from %d: %d entries, want %d", from, len(l.Entries), n)
		}
	}
}

// testSnapshot stores manifests and chunks. Only the tab that claimed a workspace last may
// store them, and each new manifest says which chunks are kept.
func testSnapshot(t *testing.T, open func() host.Store) {
	s := open()
	chunk := func(no uint64, text string) snapshot.Chunk { return snapshot.Chunk{Number: no, Data: []byte(text)} }
	claim := func(s host.Store, id, token, manifest string) {
		t.Helper()
		got, err := s.ClaimSnapshot(t.Context(), id, token)
		if err != nil || string(got) != manifest || (got == nil) != (manifest == "") {
			t.Errorf("claimed over %q, %v; want %q", got, err, manifest)
		}
	}
	wantCode(t, base.CodeNoSandbox, s.PutChunks(t.Context(), "s", "x", chunk(1, "x")))
	wantCode(t, base.CodeNoSandbox, s.PutSnapshot(t.Context(), "s", "x", []byte("m"), nil))
	_, err := s.ClaimSnapshot(t.Context(), "s", "x")
	wantCode(t, base.CodeNoSandbox, err)
	_, err = s.LoadSnapshot(t.Context(), "s")
	wantCode(t, base.CodeNoSandbox, err)
	_, err = s.LoadChunks(t.Context(), "s", 1)
	wantCode(t, base.CodeNoSandbox, err)

	m, journal := meta("s"), entries(1, "one")
	must(t, s.Put(t.Context(), m, journal))
	must(t, s.Put(t.Context(), meta("ss"), nil))
	wantCode(t, base.CodeStoreFails, s.PutChunks(t.Context(), "ss", "other", chunk(1, "unclaimed")))
	claim(s, "ss", "other", "")
	must(t, s.PutChunks(t.Context(), "ss", "other", chunk(1, "of another")))
	wantShot := func(s host.Store, manifest string, chunks ...string) {
		t.Helper()
		got, err := s.LoadSnapshot(t.Context(), "s")
		must(t, err)
		if string(got) != manifest || (got == nil) != (manifest == "") {
			t.Errorf("manifest %q, want %q", got, manifest)
		}
		list, err := s.LoadChunks(t.Context(), "s", 3, 1, 20, 2)
		must(t, err)
		for i, no := range []uint64{3, 1, 20, 2} {
			if list[i].Number != no || string(list[i].Data) != chunks[i] || (list[i].Data == nil) != (chunks[i] == "") {
				t.Errorf("chunk %d is %d %q, want %q", no, list[i].Number, list[i].Data, chunks[i])
			}
		}
	}
	wantShot(s, "", "", "", "", "")
	claim(s, "s", "one", "")
	must(t, s.PutChunks(t.Context(), "s", "one", chunk(1, "first"), chunk(2, "second"), chunk(20, "last")))
	wantShot(open(), "", "", "first", "last", "second")
	data := []byte("manifest")
	must(t, s.PutSnapshot(t.Context(), "s", "one", data, []uint64{2, 20, 99}))
	data[0]++
	wantShot(open(), "manifest", "", "", "last", "second")
	must(t, s.PutChunks(t.Context(), "s", "one", chunk(2, "over it"), chunk(3, "third")))
	must(t, s.PutSnapshot(t.Context(), "s", "one", []byte("next"), []uint64{2, 3}))
	must(t, s.Append(t.Context(), m, entries(2, "two")...))
	wantShot(s, "next", "third", "", "", "over it")
	// Another tab claims the workspace, so what the first tab stores after that is refused.
	claim(open(), "s", "two", "next")
	for _, token := range []string{"one", "", "twos"} {
		wantCode(t, base.CodeStoreFails, s.PutChunks(t.Context(), "s", token, chunk(3, "late")))
		wantCode(t, base.CodeStoreFails, s.PutSnapshot(t.Context(), "s", token, []byte("late"), nil))
	}
	wantShot(s, "next", "third", "", "", "over it")
	must(t, s.PutChunks(t.Context(), "s", "two", chunk(4, "of nothing")))
	must(t, s.PutSnapshot(t.Context(), "s", "two", nil, []uint64{3}))
	wantShot(open(), "next", "third", "", "", "")
	if list, err := s.LoadChunks(t.Context(), "s", 4); err != nil || list[0].Data != nil {
		t.Errorf("a chunk that is not to be kept is %q, %v", list[0].Data, err)
	}
	want(t, s, m, entries(1, "one", "two"))
	must(t, s.Put(t.Context(), m, journal))
	wantShot(open(), "", "", "", "", "")
	wantCode(t, base.CodeStoreFails, s.PutChunks(t.Context(), "s", "two", chunk(1, "unclaimed")))
	claim(s, "s", "two", "")
	must(t, s.PutChunks(t.Context(), "s", "two", chunk(1, "first")))
	must(t, s.PutSnapshot(t.Context(), "s", "two", []byte("again"), []uint64{1}))
	must(t, s.Delete(t.Context(), "s"))
	must(t, s.Put(t.Context(), m, journal))
	wantShot(s, "", "", "", "", "")
	if list, err := s.LoadChunks(t.Context(), "ss", 1); err != nil || string(list[0].Data) != "of another" {
		t.Errorf("another workspace's chunk is %q, %v", list[0].Data, err)
	}
	none, err := s.LoadChunks(t.Context(), "s")
	if err != nil || len(none) != 0 {
		t.Errorf("no chunks are %v, %v", none, err)
	}
}

// meta returns metadata for an id; the other fields are the same for every id.
func meta(id string) host.Meta {
	return host.Meta{ID: id, Title: "Title", Created: 1, Changed: 2, Next: 3, Bytes: 4, Note: []byte("note")}
}

// entries returns entries with these texts, numbered from first.
func entries(first uint64, texts ...string) []host.JournalEntry {
	out := make([]host.JournalEntry, len(texts))
	for i, text := range texts {
		out[i] = host.JournalEntry{Seq: first + uint64(i), Data: []byte(text)}
	}
	return out
}

// noise returns n bytes that do not compress well. They are the same in each call with the same
// n.
func noise(n int) []byte {
	out := make([]byte, n)
	state := uint32(n) | 1
	for i := range out {
		state = state*1664525 + 1013904223
		out[i] = byte(state >> 24)
	}
	return out
}

// empty deletes all workspaces of the store.
func empty(t *testing.T, s host.Store) {
	t.Helper()
	list, err := s.List(t.Context())
	must(t, err)
	for _, m := range list {
		must(t, s.Delete(t.Context(), m.ID))
	}
}

// must stops the test if there is an error.
func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// wantCode reports an error of the test unless err has the code.
func wantCode(t *testing.T, code base.Code, err error) {
	t.Helper()
	var refusal *base.Error
	if !errors.As(err, &refusal) || refusal.Code != code {
		t.Errorf("error %v, want %s", err, code)
	}
}

// wantList reports an error of the test unless the store lists these ids in this order.
func wantList(t *testing.T, s host.Store, ids ...string) {
	t.Helper()
	list, err := s.List(t.Context())
	must(t, err)
	got := make([]string, len(list))
	for i, m := range list {
		got[i] = m.ID
	}
	if !slices.Equal(got, ids) {
		t.Errorf("List has %q, want %q", got, ids)
	}
}

// want loads a workspace and compares it completely.
func want(t *testing.T, s host.Store, m host.Meta, journal []host.JournalEntry) {
	t.Helper()
	l, err := s.Load(t.Context(), m.ID, 0)
	must(t, err)
	got, loaded := l.Meta, l.Entries
	if !equal(got, m) {
		t.Errorf("loaded %.200q, want %.200q", fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", m))
	}
	if len(loaded) != len(journal) {
		t.Fatalf("%q: loaded %d entries, want %d", m.ID, len(loaded), len(journal))
	}
	for i, e := range journal {
		if loaded[i].Seq != e.Seq || !bytes.Equal(loaded[i].Data, e.Data) {
			t.Fatalf("%q: loaded entry %d as %d %.50q, want %.50q", m.ID, e.Seq, loaded[i].Seq, loaded[i].Data, e.Data)
		}
	}
}

// equal reports whether two Metas are equal; an empty note is equal to none.
func equal(a, b host.Meta) bool {
	if !bytes.Equal(a.Note, b.Note) {
		return false
	}
	a.Note, b.Note = nil, nil
	return fmt.Sprintf("%#v", a) == fmt.Sprintf("%#v", b)
}
