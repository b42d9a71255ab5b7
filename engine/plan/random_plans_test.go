package plan

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/rowkey"
)

// world is a random template with rows, and with columns in addition to the key.
type world struct {
	template *rowkey.Template
	columns  []FieldColumn
	rows     []row // in key order
}

func (w *world) Len() int { return len(w.rows) }

func (w *world) KeysAt(ranks []int) (out []base.RowKey) {
	for _, rank := range ranks {
		out = append(out, w.rows[rank].key)
	}
	return out
}

type row struct {
	key    base.RowKey
	record map[string]string
}

var worldFields = []string{"a", "b", "c", "d"}

// word returns up to n bytes from a small alphabet, so that values, separators and bounds
// are often alike.
func word(rng *rand.Rand, n int) string {
	w := make([]byte, rng.IntN(n+1))
	for i := range w {
		w[i] = "##!ab\n\xff\x00"[rng.IntN(8)]
	}
	return string(w)
}

func newWorld(t testing.TB, rng *rand.Rand) *world {
	w := &world{}
	fields := slices.Clone(worldFields)
	rng.Shuffle(len(fields), func(i, j int) { fields[i], fields[j] = fields[j], fields[i] })
	keyed := fields[:1+rng.IntN(len(fields))]
	var text strings.Builder
	text.WriteString(word(rng, 1))
	for i, f := range keyed {
		if i > 0 {
			sep := "#"
			if rng.IntN(2) == 0 {
				sep = word(rng, 3) + string("#a!"[rng.IntN(3)])
			}
			text.WriteString(sep)
		}
		fmt.Fprintf(&text, "{%s}", f)
	}
	if rng.IntN(3) == 0 {
		text.WriteString(word(rng, 2))
	}
	w.template = parse(t, text.String())
	for _, f := range fields[len(keyed)-rng.IntN(2):] {
		w.columns = append(w.columns, FieldColumn{f, base.Family("f" + f), base.Qualifier(word(rng, 2))})
	}
	keys := map[base.RowKey]bool{}
	for range 60 {
		rec := map[string]string{}
		for _, f := range worldFields {
			rec[f] = word(rng, 4)
		}
		key, err := w.template.Encode(func(f string) string { return rec[f] })
		if err != nil || keys[key] {
			continue
		}
		keys[key] = true
		w.rows = append(w.rows, row{key, rec})
	}
	slices.SortFunc(w.rows, func(a, b row) int { return strings.Compare(string(a.key), string(b.key)) })
	return w
}

// query returns a query for values near those of the rows.
func (w *world) query(rng *rand.Rand) Query {
	var q Query
	near := func(f string) string {
		if len(w.rows) == 0 || rng.IntN(4) == 0 {
			return word(rng, 3)
		}
		v := w.rows[rng.IntN(len(w.rows))].record[f]
		switch rng.IntN(4) {
		case 0:
			v = v[:rng.IntN(len(v)+1)]
		case 1:
			v += word(rng, 1)
		}
		return v
	}
	for range rng.IntN(4) {
		f := worldFields[rng.IntN(len(worldFields))]
		c := Cond{Field: f, Op: ConditionOp(rng.IntN(3)), Value: near(f)}
		if c.Op == Between {
			c.To = near(f)
			if c.To != "" && c.To < c.Value && rng.IntN(8) > 0 {
				c.Value, c.To = c.To, c.Value
			}
		}
		q.Where = append(q.Where, c)
	}
	return q
}

// read returns the keys of the rows in the ranges that pass the filter, and the number of
// rows in the ranges.
func (w *world) read(t testing.TB, p Plan) (found []base.RowKey, scanned int) {
	t.Helper()
	program, err := filter.Compile(p.Filter)
	if err != nil {
		t.Fatalf("the plan's filter does not compile: %v", err)
	}
	run := program.NewEvaluation(0)
	for _, r := range w.rows {
		if !slices.ContainsFunc(p.Ranges, func(s base.Range) bool { return s.Contains(r.key) }) {
			continue
		}
		scanned++
		switch run.BeginRow(r.key) {
		case filter.KeepRow:
			found = append(found, r.key)
		case filter.InspectCells:
			given := 0
			for _, c := range w.cells(r) {
				given++
				if !run.Wants(c.Family, c.Qualifier) {
					continue
				}
				run.BeginColumn(c.Family, c.Qualifier)
				if !run.PassCell(c.At, c.Value) {
					break
				}
			}
			if n := len(run.EndRow()); n == given {
				found = append(found, r.key)
			} else if n > 0 {
				t.Fatalf("row %q: %d of %d cells come out", r.key, n, given)
			}
		}
	}
	return found, scanned
}

// cells returns a row's cells: its columns, and always one cell that belongs to no field.
func (w *world) cells(r row) []base.Cell {
	cells := []base.Cell{{Family: "z", Qualifier: "q", Value: "v"}}
	for _, c := range w.columns {
		cells = append(cells, base.Cell{Family: c.Family, Qualifier: c.Qualifier, Value: r.record[c.Field]})
	}
	slices.SortFunc(cells, base.Cell.Compare)
	return cells
}

// shorter returns how many of n worlds a test tries: all, or an eighth of them with
// -short.
func shorter(n int) int {
	if testing.Short() {
		return n / 8
	}
	return n
}

// TestPlanReadsMatches checks that a plan reads exactly the rows that match the query.
func TestPlanReadsMatches(t *testing.T) {
	worlds := shorter(6_000)
	access := map[Access]int{}
	rows, wanted, exact, parted := 0, 0, 0, 0
	for seed := range uint64(worlds) {
		rng := rand.New(rand.NewPCG(seed, 1))
		w := newWorld(t, rng)
		for range 6 {
			q := w.query(rng)
			p := PlanQuery(w.template, w.columns, q, KnownData{})
			context := func() string {
				return fmt.Sprintf("seed %d: %q, columns %q, %q:\n%s\nfilter %q", seed, w.template, w.columns, q.Where, sketch(p), p.Filter)
			}
			if len(p.Missing) > 0 {
				for _, f := range p.Missing {
					if slices.Contains(w.template.Fields(), f) || slices.ContainsFunc(w.columns, func(c FieldColumn) bool { return c.Field == f }) {
						t.Fatalf("%s\n%s is there", context(), f)
					}
				}
				continue
			}
			var want []base.RowKey
			for _, r := range w.rows {
				if q.Match(func(f string) string { return r.record[f] }) {
					want = append(want, r.key)
				}
			}
			found, scanned := w.read(t, p)
			if !slices.Equal(found, want) {
				t.Fatalf("%s\nfinds %q\n want %q", context(), found, want)
			}
			// All rows in the ranges meet the conditions that narrow the ranges.
			var narrows []Cond
			for _, c := range q.Where {
				if slices.Contains(p.InKey, c.Field) {
					narrows = append(narrows, c)
				}
			}
			for _, r := range w.rows {
				read := slices.ContainsFunc(p.Ranges, func(s base.Range) bool { return s.Contains(r.key) })
				if read && len(want) > 0 && !(Query{Where: narrows}).Match(func(f string) string { return r.record[f] }) {
					t.Fatalf("%s\nreads %q", context(), r.key)
				}
			}
			if p.Filter == nil && len(p.Residual) > 0 {
				t.Fatalf("%s\nconditions are left over and nothing filters", context())
			}
			if _, blocks := p.Filter.(filter.BlockAll); p.Filter != nil && !blocks && len(p.Residual) == 0 {
				t.Fatalf("%s\na filter without a condition", context())
			}
			// A range between two bounds may happen to be that of a prefix, or of one key.
			if got := AccessOf(p.Ranges); got != p.Access && !(p.Access == Range && (got == Prefix || got == Point)) {
				t.Fatalf("%s\nis described as %s", context(), got)
			}
			access[p.Access]++
			rows += scanned
			wanted += len(want)
			if p.Filter == nil {
				exact++
			}
			if len(p.Ranges) > 1 {
				parted++
			}
		}
	}
	t.Logf("access %v; %d rows read, %d wanted; %d plans without a filter, %d parted", access, rows, wanted, exact, parted)
	for _, a := range []Access{Point, Prefix, Range, Scan} {
		if access[a] < worlds/20 {
			t.Errorf("only %d plans are a %s", access[a], a)
		}
	}
	if wanted < 2*worlds || exact < worlds/6 || parted < worlds/20 {
		t.Errorf("too little was tried: %d rows wanted, %d plans without a filter, %d parted", wanted, exact, parted)
	}
}

// TestUpTo compares the pattern of a value and its separator with the definition, for all
// short words.
func TestUpTo(t *testing.T) {
	words := []string{""}
	for i := 0; len(words[i]) < 7; i++ {
		for _, c := range "abc" {
			words = append(words, words[i]+string(c))
		}
	}
	for _, sep := range []string{"a", "aa", "ab", "aab", "aba", "abab", "aabaa", "abcab", "aaaa", "abaab"} {
		program, err := filter.Compile(filter.RowKeyRegex(upTo(sep)))
		if err != nil {
			t.Fatalf("upTo(%q) = %s: %v", sep, upTo(sep), err)
		}
		run := program.NewEvaluation(0)
		for _, w := range words {
			want := strings.HasSuffix(w, sep) && strings.Index(w, sep) == len(w)-len(sep)
			if got := run.BeginRow(base.RowKey(w)) != filter.DropRow; got != want {
				t.Fatalf("upTo(%q) = %s matches %q: %v", sep, upTo(sep), w, got)
			}
		}
	}
}

func BenchmarkMake(b *testing.B) {
	tm := parse(b, "{game}#{player}#{date}")
	q := Query{Where: []Cond{eq("game", "LoL"), eq("player", "Corrie"), between("date", "20150301", "20150401"), eq("win", "true")}}
	b.ReportAllocs()
	for b.Loop() {
		PlanQuery(tm, gameColumns, q, KnownData{})
	}
}

// TestBoundPatterns checks that the patterns of bounds compare values as strings, also at
// the smallest and largest bytes.
func TestBoundPatterns(t *testing.T) {
	words := []string{""}
	for i := 0; len(words[i]) < 3; i++ {
		for _, c := range []byte{0, 1, '\n', '#', 0x7F, 0x80, 0xFE, 0xFF} {
			words = append(words, words[i]+string([]byte{c}))
		}
	}
	// A key may not be empty, so each begins with x.
	start := func(pattern string) *filter.Evaluation {
		program, err := filter.Compile(filter.RowKeyRegex("x" + pattern))
		if err != nil {
			t.Fatalf("%s: %v", pattern, err)
		}
		return program.NewEvaluation(0)
	}
	for _, bound := range words[1:73] {
		above, under := start(atLeast(bound)), start(below(bound, ""))
		for _, s := range words {
			if got := above.BeginRow(base.RowKey("x"+s)) != filter.DropRow; got != (s >= bound) {
				t.Fatalf("atLeast(%q) matches %q: %v", bound, s, got)
			}
			if got := under.BeginRow(base.RowKey("x"+s)) != filter.DropRow; got != (s < bound) {
				t.Fatalf("below(%q) matches %q: %v", bound, s, got)
			}
		}
	}
}
