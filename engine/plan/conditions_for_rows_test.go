package plan

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tabletop/engine/base"
)

func TestFit(t *testing.T) {
	for _, c := range []struct {
		template, before, first, last, after string
		want                                 []Cond
	}{
		{"{game}#{player}#{day}", "", "LoL#Ann#20150301", "LoL#Ann#20150301", "", []Cond{{Field: "game", Value: "LoL"}, {Field: "player", Value: "Ann"}, {Field: "day", Value: "20150301"}}},
		{"{game}#{player}#{day}", "", "LoL#Ann#20150301", "LoL#Ann#20150309", "LoL#Bob#20150301",
			[]Cond{{Field: "game", Value: "LoL"}, {Field: "player", Value: "Ann"}, {Field: "day", Op: Between, Value: "20150301", To: "20150310"}}},
		{"{game}#{player}#{day}", "", "LoL#Ann#20150301", "LoL#Ann#20150309", "LoL#Ann#20150312",
			[]Cond{{Field: "game", Value: "LoL"}, {Field: "player", Value: "Ann"}, {Field: "day", Op: Between, Value: "20150301", To: "20150312"}}},
		{"{game}#{player}#{day}", "", "LoL#Ann#20150301", "LoL#Bob#20150309", "LoL#Bob#20150310",
			[]Cond{{Field: "game", Value: "LoL"}, {Field: "player", Op: Between, Value: "Ann", To: "Boc"}}},
		{"{game}#{player}", "", "Dota#Ann", "Zz#Bob", "", []Cond{{Field: "game", Op: Between, Value: "Dota", To: "Zz!"}}},
		{"{n|zero:4}#{day}", "", "0007#a", "0099#b", "", []Cond{{Field: "n", Op: Numbers, Value: "7", To: "100"}}},
		{"{at|newest}", "9223372036854775700", "9223372036854775701", "9223372036854775800", "", []Cond{{Field: "at", Op: Numbers, Value: "7", To: "107"}}},
		{"{user|salt:4}#{user}#{day}", "", "2#Ann#1", "2#Ann#3", "", []Cond{{Field: "user", Value: "Ann"}, {Field: "day", Op: Between, Value: "1", To: "4"}}},
		{"{user|hash:4}#{day}", "", "beef#1", "beef#3", "", []Cond{{Field: "day", Op: Between, Value: "1", To: "4"}}},
		{"{host|domain}", "", "com.a", "com.b", "", nil},
		{"{game}#{player}", "", "LoL", "LoL#Ann", "", nil},
	} {
		if got := ConditionsForRows(parse(t, c.template), base.RowKey(c.before), base.RowKey(c.first), base.RowKey(c.last), base.RowKey(c.after)); !slices.Equal(got, c.want) {
			t.Errorf("%s, %q to %q: %q, want %q", c.template, c.first, c.last, got, c.want)
		}
	}
}

// TestFitCoversTheRows checks that the query that ConditionsForRows makes of rows finds all of them, and
// that it finds no other row if all but the last field are the same in all rows.
func TestFitCoversTheRows(t *testing.T) {
	asked, exact := 0, 0
	for seed := range uint64(shorter(2000)) {
		rng := rand.New(rand.NewPCG(seed, 4))
		w := newWorld(t, rng)
		if len(w.rows) < 3 {
			continue
		}
		first := rng.IntN(len(w.rows))
		last := min(first+rng.IntN(6), len(w.rows)-1)
		keys := [4]base.RowKey{1: w.rows[first].key, 2: w.rows[last].key}
		if first > 0 {
			keys[0] = w.rows[first-1].key
		}
		if last+1 < len(w.rows) {
			keys[3] = w.rows[last+1].key
		}
		q := Query{Where: ConditionsForRows(w.template, keys[0], keys[1], keys[2], keys[3])}
		asked++
		matched := 0
		for i, r := range w.rows {
			match := q.Match(func(f string) string { return r.record[f] })
			if matches := i == first || i == last; matches && !match {
				t.Fatalf("seed %d: %s, rows %q to %q are not asked for by %q", seed, w.template, keys[1], keys[2], q.Where)
			}
			if match {
				matched++
			}
		}
		if matched == last-first+1 {
			exact++
		}
	}
	if exact < asked/3 {
		t.Errorf("%d of %d questions are about the rows alone", exact, asked)
	}
	t.Logf("%d of %d", exact, asked)
}
