package plan

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/rowkey"
)

// The fields of the worlds with transforms: numbers, times, dates and texts,
// with the transforms that each may go through.
var transformed = map[string]struct {
	values []string
	chains []string
}{
	"n": {strings.Fields("0 1 2 5 9 10 11 12 13 14 15 16 17 18 19 100 105 110 115 120 125 130 135 140 145 150 155 160 165 170 175 180 185 190 195"), strings.Fields("zero:3 zero:19 newest zero:4|reverse zero:3|first:2 zero:3|first:1 reverse salt:3 hash:2 pad:4")},
	"t": {strings.Fields("1425213901001 1425213901002 1425217501000 1425254399999 1425254400000 1425299999999 1425300301001 1446336000000"),
		strings.Fields("zero:13 newest date day month hour day|salt:4 salt:5 zero:13|first:7")},
	"d": {strings.Fields("20150301124501001 20150301124501002 20150301235959999 20150302000000000 20150401000000000"),
		strings.Fields("millis millis|newest millis|day millis|hour first:8 first:6|hash:2 salt:2")},
	"s": {strings.Fields("a b ab ba a.b b.a abc x"), strings.Fields("domain reverse pad:4 padleft:4 hash:1 salt:3")},
}

func transformedTemplate(t testing.TB, rng *rand.Rand) *rowkey.Template {
	for {
		names := []string{"n", "t", "d", "s"}
		text := []string{"", "B#"}[rng.IntN(2)]
		used := []string{names[rng.IntN(4)], names[rng.IntN(4)]}
		for range 1 + rng.IntN(4) {
			f := used[rng.IntN(2)]
			via := ""
			if c := transformed[f].chains; rng.IntN(6) > 0 {
				via = "|" + c[rng.IntN(len(c))]
			}
			text += "{" + f + via + "}" + []string{"", "#", "::", "\x00"}[rng.IntN(4)]
		}
		if tm, err := rowkey.Parse(text); err == nil && strings.Contains(text, "|") {
			return tm
		}
	}
}

// ask asks for values of a field, or around them.
func ask(rng *rand.Rand, f string) Cond {
	values := transformed[f].values
	v, w := values[rng.IntN(len(values))], values[rng.IntN(len(values))]
	if v > w {
		v, w = w, v
	}
	switch rng.IntN(4) {
	case 0:
		return has(f, v[:rng.IntN(len(v)+1)])
	case 1:
		return between(f, v, w+"\x00")
	case 2:
		m, ok1 := rowkey.Number(v)
		n, ok2 := rowkey.Number(w)
		if ok1 && ok2 {
			return Cond{Field: f, Op: Numbers, Value: strconv.FormatInt(min(m, n), 10), To: strconv.FormatInt(max(m, n)+1, 10)}
		}
	}
	return eq(f, v)
}

// What a plan over transforms reads is what the query matches, and it reads no
// key whose beginning, as far as the query narrows it, no wanted record has.
func TestTransformedPlans(t *testing.T) {
	access, states := map[Access]int{}, map[State]int{}
	wanted, client, exact, cases := 0, 0, 0, 0
	for seed := range uint64(2_100) {
		rng := rand.New(rand.NewPCG(seed, 5))
		tm := transformedTemplate(t, rng)
		steps, fields := tm.Steps(), tm.Fields()
		// Every record there is, of few values.
		records := [][]string{nil}
		for _, f := range fields {
			var next [][]string
			for _, r := range records {
				for _, v := range transformed[f].values {
					next = append(next, append(slices.Clone(r), v))
				}
			}
			records = next
		}
		var cols []Column
		if rng.IntN(2) == 0 {
			for _, f := range fields {
				cols = append(cols, Column{f, "f", base.Qualifier(f)})
			}
		}
		w := &world{template: tm, columns: cols}
		known := map[base.RowKey]bool{}
		type made struct {
			key    base.RowKey
			values []string
			ends   []int // of the steps in the key, with what ends each
		}
		var all []made
		for _, r := range records {
			raw, err := tm.AppendKey(nil, r)
			if err != nil {
				continue
			}
			key := base.RowKey(raw)
			ends := []int{len(tm.Head())}
			for i, s := range steps {
				v, _ := s.Apply(r[slices.Index(fields, s.Field)])
				ends = append(ends, ends[i]+len(v)+len(s.Sep))
			}
			all = append(all, made{key, r, ends})
			if !known[key] && rng.IntN(3) == 0 {
				known[key] = true
				rec := map[string]string{}
				for i, f := range fields {
					rec[f] = r[i]
				}
				w.rows = append(w.rows, row{key, rec})
			}
		}
		slices.SortFunc(w.rows, func(a, b row) int { return strings.Compare(string(a.key), string(b.key)) })
		for range 5 {
			var q Query
			for _, f := range fields {
				if rng.IntN(3) > 0 {
					q.Where = append(q.Where, ask(rng, f))
				}
			}
			p := Make(tm, cols, q)
			context := func() string {
				return fmt.Sprintf("seed %d: %q, columns %q, %q:\n%s steps %v\nfilter %q client %q", seed, tm, cols, q.Where, sketch(p), p.Steps, p.Filter, p.Client)
			}
			for _, f := range p.Missing {
				whole := slices.ContainsFunc(steps, func(s rowkey.Step) bool { return s.Field == f && s.Whole() })
				if whole || len(cols) > 0 {
					t.Fatalf("%s\n%s is there", context(), f)
				}
			}
			cases++
			if len(p.Ranges) > MaxRanges || len(p.Steps) != len(steps) {
				t.Fatalf("%s\nhas %d ranges, %d steps", context(), len(p.Ranges), len(p.Steps))
			}
			if len(p.Missing) == 0 {
				var want []base.RowKey
				for _, r := range w.rows {
					if q.Match(func(f string) string { return r.record[f] }) {
						want = append(want, r.key)
					}
				}
				found, _ := w.read(t, p)
				found = slices.DeleteFunc(found, func(k base.RowKey) bool {
					i, _ := slices.BinarySearchFunc(w.rows, k, func(r row, k base.RowKey) int { return strings.Compare(string(r.key), string(k)) })
					return !Query{Where: p.Client}.Match(func(f string) string { return w.rows[i].record[f] })
				})
				if !slices.Equal(found, want) {
					t.Fatalf("%s\nfinds %q\n want %q", context(), found, want)
				}
				wanted += len(want)
			}
			// Of all keys there may be none is read without need.
			depth := slices.IndexFunc(p.Steps, func(s Step) bool { return s.State == Open })
			if depth < 0 {
				depth = len(steps)
			}
			head := func(m made) string { return string(m.key[:m.ends[depth]]) }
			heads := map[string]bool{}
			for _, m := range all {
				if q.Match(func(f string) string { return m.values[slices.Index(fields, f)] }) {
					heads[head(m)] = true
				}
			}
			if _, blocks := p.Filter.(filter.BlockAll); blocks {
				if len(heads) > 0 {
					t.Fatalf("%s\nblocks what is wanted", context())
				}
				continue
			}
			access[p.Access]++
			for _, s := range p.Steps {
				states[s.State]++
			}
			if len(p.Client) > 0 {
				client++
			} else if p.Filter == nil {
				exact++
			}
			if len(heads) == 0 || loose(steps[:depth], q.Where) {
				continue
			}
			for _, m := range all {
				read := slices.ContainsFunc(p.Ranges, func(r base.Range) bool { return r.Contains(m.key) })
				if read && !heads[head(m)] {
					t.Fatalf("%s\nreads %q, whose beginning nothing wanted has", context(), m.key)
				}
			}
		}
	}
	t.Logf("%d cases, access %v, states %v, %d rows wanted, %d left to the client, %d exact", cases, access, states, wanted, client, exact)
	for _, a := range []Access{Point, Prefix, Range, Ranges, Scan} {
		if access[a] < 200 {
			t.Errorf("only %d plans are %s", access[a], a)
		}
	}
	for _, s := range []State{Fixed, Fanned, Bounded, Open} {
		if states[s] < 500 {
			t.Errorf("only %d steps are %s", states[s], s)
		}
	}
	if cases < 10_000 || wanted < 10_000 || client < 500 || exact < 500 {
		t.Error("too little was tried")
	}
}

// loose reports whether a step is a salt of a range, of which all are read.
func loose(steps []rowkey.Step, where []Cond) bool {
	return slices.ContainsFunc(steps, func(s rowkey.Step) bool {
		via := s.Via()
		salt := len(via) > 0 && via[len(via)-1].Name == "salt"
		return salt && slices.ContainsFunc(where, func(c Cond) bool { return c.Field == s.Field && c.Op != Equal })
	})
}

func TestMakeTransformed(t *testing.T) {
	numbers := func(f, from, to string) Cond { return Cond{Field: f, Op: Numbers, Value: from, To: to} }
	tests := []struct {
		template string
		where    []Cond
		want     string
	}{
		{"{meter|zero:10}#{day}", []Cond{eq("meter", "987654"), eq("day", "20170726")},
			`point ["0000987654#20170726","0000987654#20170726\x00") key=meter,day`},
		{"{day}#{meter|zero:10}", []Cond{eq("meter", "987654")}, `scan ["","") rows=meter stop=day`},
		{"{id|zero:3}", []Cond{numbers("id", "5", "20")}, `range ["005","01:") key=id stop=id`},
		{"{id|zero:3}", []Cond{has("id", "12")}, `ranges ["012","013") ["120","12:") key=id stop=id`},
		{"{m}#{t|newest}", []Cond{eq("m", "x"), numbers("t", "7", "1425330757686")},
			`range ["x#9223370611524018122","x#9223372036854775801") key=m,t stop=t`},
		{"B#{t|salt:3}#{t|zero:13}", []Cond{numbers("t", "1000", "2000")},
			`ranges ["B#0#0000000001000","B#0#000000000199:") ["B#1#0000000001000","B#1#000000000199:") ["B#2#0000000001000","B#2#000000000199:") key=t stop=t`},
		{"B#{t|salt:3}#{t|zero:13}", []Cond{eq("t", "1000")}, `point ["B#1#0000000001000","B#1#0000000001000\x00") key=t`},
		{"{t|day|salt:64}#{t|zero:13}", []Cond{numbers("t", "1425168000000", "1425340800000")}, `ranges ["12#1425168000000","12#142534079999:") ["31#1425168000000","31#142534079999:") key=t stop=t`},
		{"{t|salt:3}#{t|zero:13}", []Cond{between("t", "7", "7\x00")}, `point ["0#0000000000007","0#0000000000007\x00") key=t`},
		{"B#{t|salt:3}#{t|zero:13}", nil, `prefix ["B#","B$") stop=t`},
		{"{t|day}#{t|zero:13}", []Cond{numbers("t", "1425213901001", "1425300301002")},
			`range ["20150301#1425213901001","20150302#1425300301002") key=t stop=t`},
		{"{t|day}#{u}", []Cond{numbers("t", "1425168000000", "1425340800000"), eq("u", "ann")},
			`ranges ["20150301#ann","20150301#ann\x00") ["20150302#ann","20150302#ann\x00") key=t,u`},
		{"{t|day}#{u}", []Cond{numbers("t", "1425168000001", "1425340800000")},
			`range ["20150301#","20150302$") key=t rows=t missing=t stop=t`},
		{"{id|zero:2|reverse}", []Cond{numbers("id", "9", "12")},
			`ranges ["01","01\x00") ["11","11\x00") ["90","90\x00") key=id`},
		{"{d|millis}", []Cond{has("d", "201503")}, `range ["1425168000000","142784639999:") key=d stop=d`},
		{"{id|zero:3}", []Cond{numbers("id", "1000", "")}, `scan ["","") rows=id stop=id filter.BlockAll`},
		{"{id|zero:3}", []Cond{numbers("id", "x", "")}, `scan ["","") rows=id stop=id filter.BlockAll`},
	}
	for _, tt := range tests {
		if got := sketch(Make(parse(t, tt.template), nil, Query{Where: tt.where})); got != tt.want {
			t.Errorf("%s, %v:\n got %s\nwant %s", tt.template, tt.where, got, tt.want)
		}
	}
}
