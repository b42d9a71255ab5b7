//go:build !js

package carry

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tabletop/app/host/archive"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// pulled pulls tables of a server into a file.
func pulled(t *testing.T, addr string, args ...string) (path, out, say string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "pulled.tabletop")
	out, say = must(t, "pull", append([]string{"-emulator", addr, "-o", path}, args...)...)
	return path, out, say
}

// TestPullHoldsTheSame checks that a whole table comes back unchanged and gets a design.
func TestPullHoldsTheSame(t *testing.T) {
	addr, path := google(t), all(t, 200)
	must(t, "push", "-emulator", addr, path)
	back, _, _ := pulled(t, addr, "-table", "t", "-table", "sums")
	for _, name := range []string{"t", "sums"} {
		if got, want := holds(t, back, name), holds(t, path, name); got != want {
			t.Errorf("table %s holds\n%.2000s\nnot\n%.2000s", name, got, want)
		}
	}
	addr, path = google(t), example(t, "tenants")
	must(t, "push", "-emulator", addr, path)
	s, err := open(t.Context(), path, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	name := s.Session.Tables()[0].Name
	back, out, _ := pulled(t, addr, "-table", name)
	s, err = open(t.Context(), back, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if template, _, ok := s.Session.Design(name); !ok || strings.Count(template, "{") < 3 || !strings.Contains(out, template) {
		t.Errorf("it is keyed %q\n%s", template, out)
	}
}

// TestPullSome pulls a part of a large table: all rows of the prefixes, and some rows from
// everywhere else.
func TestPullSome(t *testing.T) {
	addr, path := google(t), example(t, "metrics")
	must(t, "push", "-emulator", addr, path)
	s, err := open(t.Context(), path, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	name := s.Session.Tables()[0].Name
	whole, _ := s.Session.Table(name)
	prefix := "server7.bbb.com#"
	r := base.PrefixRange(prefix)
	n := whole.CountBetween(r.Start, r.End)
	back, _, _ := pulled(t, addr, "-table", name, "-rows", fmt.Sprint(n+500), "-prefix", prefix)
	s, err = open(t.Context(), back, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	some, _ := s.Session.Table(name)
	if got := some.CountBetween(r.Start, r.End); got != n || n == 0 {
		t.Errorf("%d rows of the prefix, not %d", got, n)
	}
	if some.Len() > n+500 || some.Len() < n+400 {
		t.Errorf("%d rows, not %d", some.Len(), n+500)
	}
	tenths := map[int]bool{}
	for row := range some.RowsAt(0, some.Len()) {
		tenths[whole.Rank(row.Key())*10/whole.Len()] = true
	}
	if len(tenths) < 9 {
		t.Errorf("the rows are of %d tenths of the table", len(tenths))
	}
}

// TestAnonymize pulls case studies anonymized. No original string appears, rows and cells keep
// their lengths, and scans find as many rows.
func TestAnonymize(t *testing.T) {
	for _, id := range []string{"metrics", "market", "meters", "tenants", "games", "friends"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			addr, path := google(t), example(t, id)
			must(t, "push", "-emulator", addr, path)
			s, err := open(t.Context(), path, io.Discard)
			if err != nil {
				t.Fatal(err)
			}
			var names texts
			for _, info := range s.Session.Tables() {
				names = append(names, info.Name)
			}
			plain, hidden, told := inBoth(t, addr, names, 2000, 7)
			if told != "" {
				t.Errorf("told: %s", told)
			}
			tellsNothing(t, plain, hidden)
			scansTheSame(t, plain, hidden)
		})
	}
}

// inBoth pulls rows once and returns them unchanged and anonymized, with the messages.
func inBoth(t *testing.T, addr string, names texts, rows int, seed uint64) (plain, hidden, told string) {
	t.Helper()
	var say strings.Builder
	p := &pull{names: names, rows: rows, title: "x", say: &say}
	c := client(t, addr)
	var samples []*sample
	for _, name := range names {
		s, err := p.sample(t.Context(), c, name)
		if err != nil {
			t.Fatal(err)
		}
		samples = append(samples, s)
	}
	pack := func() string {
		data, err := p.pack(t.Context(), io.Discard, samples)
		if err != nil {
			t.Fatal(err)
		}
		return put(t, data)
	}
	plain = pack()
	say.Reset()
	was := *samples[0]
	if err := hide(samples, seed); err != nil {
		t.Fatal(err)
	}
	if len(samples) == 1 && (hide([]*sample{&was}, seed) != nil || fmt.Sprint(was.rows) != fmt.Sprint(samples[0].rows)) {
		t.Error("the same seed gave other names")
	}
	return plain, pack(), say.String()
}

// words returns the strings in a file's tables: parts of keys between separators, and values.
func words(t *testing.T, path string) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	s, err := open(t.Context(), path, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	for _, info := range s.Session.Tables() {
		tab, _ := s.Session.Table(info.Name)
		for row := range tab.RowsAt(0, tab.Len()) {
			for _, w := range strings.FieldsFunc(string(row.Key()), func(r rune) bool { return strings.ContainsRune(separators, r) }) {
				out[w] = true
			}
			for c := range row.Cells() {
				if f, _ := tab.Family(c.Family); f.Type == table.Plain && c.Value != "" {
					out[c.Value] = true
				}
			}
		}
	}
	return out
}

// tellsNothing checks that the files have no string in common, and that no string of four or more
// bytes of one appears anywhere in the other.
func tellsNothing(t *testing.T, plain, hidden string) {
	t.Helper()
	was, is := words(t, plain), words(t, hidden)
	if len(was) < 3 || len(is) < 3 {
		t.Fatalf("%d and %d words", len(was), len(is))
	}
	for w := range is {
		if was[w] {
			t.Errorf("%q is still there", w)
		}
	}
	data, err := os.ReadFile(hidden)
	if err != nil {
		t.Fatal(err)
	}
	f, err := archive.Decode(data, nil)
	if err != nil {
		t.Fatal(err)
	}
	var body strings.Builder
	for _, entry := range f.Workspaces[0].Journal {
		body.Write(entry)
	}
	text := body.String()
	for w := range was {
		if len(w) >= 4 && strings.Contains(text, w) {
			t.Errorf("%q stands in the file", w)
		}
	}
}

// scansTheSame checks that the tables have as many rows, cells and bytes, in rows of the same
// lengths, and that every scan from the beginning of one word to another finds as many rows.
func scansTheSame(t *testing.T, plain, hidden string) {
	t.Helper()
	a, err := open(t.Context(), plain, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	b, err := open(t.Context(), hidden, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, info := range a.Session.Tables() {
		was, _ := a.Session.Table(info.Name)
		is, ok := b.Session.Table(info.Name)
		if !ok || was.Len() != is.Len() || was.CellCount() != is.CellCount() || was.Bytes() != is.Bytes() || len(was.SplitKeys()) != len(is.SplitKeys()) {
			t.Fatalf("%d rows, %d cells, %d bytes became %d, %d, %d", was.Len(), was.CellCount(), was.Bytes(), is.Len(), is.CellCount(), is.Bytes())
		}
		keys, names := keysOf(was), keysOf(is)
		for i := range keys {
			x, _ := was.Get(keys[i])
			y, _ := is.Get(names[i])
			if len(keys[i]) != len(names[i]) || x.Bytes() != y.Bytes() || x.Len() != y.Len() {
				t.Fatalf("row %q of %d bytes became %q of %d", keys[i], x.Bytes(), names[i], y.Bytes())
			}
		}
		for range 500 {
			i := random.IntN(len(keys))
			at := random.IntN(len(keys[i]) + 1)
			from, to := base.PrefixRange(string(keys[i][:at])), base.PrefixRange(string(names[i][:at]))
			if j := random.IntN(len(keys)); j >= i && random.IntN(2) == 0 {
				from, to = base.Range{Start: keys[i], End: keys[j]}, base.Range{Start: names[i], End: names[j]}
			}
			if n, m := was.CountBetween(from.Start, from.End), is.CountBetween(to.Start, to.End); n != m {
				t.Fatalf("%q has %d rows, %q has %d", from, n, to, m)
			}
		}
	}
}

func keysOf(t *table.Table) (out []base.RowKey) {
	for row := range t.RowsAt(0, t.Len()) {
		out = append(out, row.Key())
	}
	return out
}

// TestJoinsHold checks that strings that are equal in two tables, as words of a key or as values,
// remain equal.
func TestJoinsHold(t *testing.T) {
	path := saved(t, engine.RunConsole{Text: `createtable people families=p
createtable orders families=o
set people Ann p:city=Berlin
set people Bob p:city=Paris
set orders Ann#17 o:city=Berlin o:of=Bob
set orders Bob#171 o:city=Rome o:of=Ann#17`})
	addr := google(t)
	must(t, "push", "-emulator", addr, path)
	hidden, _, _ := pulled(t, addr, "-table", "people", "-table", "orders", "-anonymize", "-seed", "3")
	tellsNothing(t, path, hidden)
	s, err := open(t.Context(), hidden, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	people, _ := s.Session.Table("people")
	orders, _ := s.Session.Table("orders")
	p, o := keysOf(people), keysOf(orders)
	value := func(tab *table.Table, key base.RowKey, f base.Family, q base.Qualifier) string {
		row, _ := tab.Get(key)
		c, _ := row.Newest(f, q)
		return c.Value
	}
	ann, bob := string(p[0]), string(p[1])
	if !strings.HasPrefix(string(o[0]), ann+"#") || !strings.HasPrefix(string(o[1]), bob+"#") {
		t.Errorf("%q and %q", p, o)
	}
	if value(orders, o[0], "o", "of") != bob || value(orders, o[1], "o", "of") != string(o[0]) {
		t.Error("what refers to a key does not any more")
	}
	if c := value(people, p[0], "p", "city"); c != value(orders, o[0], "o", "city") || c == value(people, p[1], "p", "city") || len(c) != 6 {
		t.Errorf("Berlin became %q", c)
	}
}

// TestNames checks that replacements have the lengths of their words, sort like them together with
// what follows, and have common prefixes where the words do.
func TestNames(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	alphabets := []string{figures, "abc", "ab.-_", alnum, "aZ9@_.", "\x00\x01\x80\xff"}
	for round := range 300 {
		alphabet := alphabets[round%len(alphabets)]
		ends := map[string]string{}
		for range 1 + random.IntN(60) {
			w := make([]byte, 1+random.IntN(5))
			for i := range w {
				w[i] = alphabet[random.IntN(len(alphabet))]
			}
			ends[string(w)] = "#"
		}
		n := newNaming(seeded(uint64(round), "test"), ends)
		list := sortedKeys(ends)
		for i, w := range list {
			name := n.names[w]
			if len(name) != len(w) {
				t.Fatalf("%q became %q", w, name)
			}
			if i == 0 {
				continue
			}
			before, of := n.names[list[i-1]], list[i-1]
			shared := 0
			for shared < min(len(w), len(of)) && w[shared] == of[shared] {
				shared++
			}
			if before >= name || before[:shared] != name[:shared] {
				t.Fatalf("%q and %q became %q and %q", of, w, before, name)
			}
			if alphabet != alphabets[5] && (of+"#" < w+"#") != (before+"#" < name+"#") {
				t.Fatalf("%q and %q became %q and %q", of, w, before, name)
			}
		}
	}
	// Numbers that are the only words at their place become letters.
	ends := map[string]string{}
	for i := range 1000 {
		ends[fmt.Sprintf("%03d", i)] = "#"
	}
	n := newNaming(seeded(1, "test"), ends)
	for w, name := range n.names {
		if strings.ContainsAny(name, figures) {
			t.Fatalf("%s became %s", w, name)
		}
	}
	if !slices.IsSorted(slices.Collect(func(yield func(string) bool) {
		for _, w := range sortedKeys(ends) {
			if !yield(n.names[w]) {
				return
			}
		}
	})) {
		t.Error("they are in another order")
	}
}
