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

// transformed has the fields of the worlds with transforms: numbers, times, dates and
// texts, each with the transforms that it may have.
var transformed = map[string]struct {
	values []string
	chains []string
}{
	"n": {strings.Fields("0 1 2 5 9 10 11 12 13 14 15 16 17 18 19 100 105 110 115 120 125 130 135 140 145 150 155 160 165 170 175 180 185 190 195"), strings.Fields("zero:3 zero:19 newest zero:4|reverse zero:3|first:2 zero:3|first:1 reverse salt:3 hash:2 pad:4 padleft:4 padleft:5:0 first:1 first:2 first:2|salt:5 zero:4|first:3|salt:7")},
	"t": {strings.Fields("1425213901001 1425213901002 1425217501000 1425254399999 1425254400000 1425299999999 1425300301001 1446336000000"),
		strings.Fields("zero:13 newest date day month hour day|salt:4 salt:5 zero:13|first:7")},
	"d": {strings.Fields("20150301124501001 20150301124501002 20150301235959999 20150302000000000 20150401000000000"),
		strings.Fields("millis millis|newest millis|day millis|hour first:8 first:6|hash:2 first:8|salt:5 salt:2")},
	"z": {strings.Fields("2015-03-01T12:45:01Z 2015-03-01T12:45:02Z 2015-03-01T23:59:59Z 2015-03-02T00:00:00Z 1999-04-01T00:00:00Z"),
		strings.Fields("millis:isoZ millis:isoZ|newest millis:isoZ|day millis:isoZ|hour seconds:isoZ first:8 salt:2")},
	"y": {strings.Fields("2015-03-01 2015-03-02 2015-04-01 1999-12-31"), strings.Fields("millis:day millis:day|newest millis:day|month seconds:day|newest first:7")},
	"s": {strings.Split("a,b,ab,ba,a.b,b.a,abc,10,12,1a,a b,ax,axb,abcd,9.5,11.75,-3.5,", ","), strings.Fields("domain reverse pad:4 pad:4:x pad:3:\x00 padleft:4 padleft:3:a hash:1 salt:3 first:1 first:2 first:3 first:1|salt:3 first:2|reverse pad:4|first:2")},
}

func transformedTemplate(t testing.TB, rng *rand.Rand) *rowkey.Template {
	for {
		names := []string{"n", "t", "d", "z", "y", "s"}
		text := []string{"", "B#"}[rng.IntN(2)]
		used := []string{names[rng.IntN(len(names))], names[rng.IntN(len(names))]}
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

// possible returns values that the records do not have: values near theirs, and values
// with the same prefix.
func possible(f string) (out []string) {
	values := transformed[f].values
	for _, v := range values {
		if n, ok := rowkey.ParseNumber(v); ok {
			for i := range int64(100) {
				out = append(out, strconv.FormatInt(n+i, 10), strconv.FormatInt(n+i*86_400_000, 10))
			}
		}
		for k := range len(v) + 1 {
			for c := range 10 {
				out = append(out, v[:k]+strconv.Itoa(c), v[:k]+strconv.Itoa(c*11), v[:k]+"\x00"+strconv.Itoa(c))
			}
			for c := range byte(127) {
				if f == "s" {
					out = append(out, v[:k]+string([]byte{c}))
				}
			}
		}
	}
	if f == "n" {
		for n := range 2_500 {
			out = append(out, strconv.Itoa(n))
		}
	}
	if form, dates := map[string]string{"d": "", "z": "isoZ", "y": "day"}[f]; dates {
		read := rowkey.Transform{Name: "millis", Form: form}
		for _, v := range values {
			key, _ := read.Apply(v)
			n, _ := strconv.ParseInt(key, 10, 64)
			for i := range int64(100) {
				for _, step := range []int64{1, 1000, 60_000, 500_000, 3_600_000, 86_400_000, 30 * 86_400_000} {
					out = append(out, read.Date(n+i*step))
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// near returns values near the bounds of a condition.
func near(c Cond) (out []string) {
	number := func(n int64) { out = append(out, strconv.FormatInt(n, 10)) }
	for _, bound := range []string{c.Value, c.To} {
		more := int64(1)
		n, _ := rowkey.ParseNumber(strings.TrimRight(bound, " a\x00x~"))
		for m := int64(1); n > 0 && m < 1e16; m *= 10 {
			if n < 1e16/m {
				more = m
			}
			for _, v := range []int64{max(n-m, 0), n / m, n/m + 1, n/m + 2, n*more - 1} {
				number(v)
			}
			for i := range int64(20) {
				number(n*more + i)
				number(n*more + i*86_400_000)
				number((n+1)*more + i*86_400_000)
			}
		}
	}
	if c.Op == Numbers && !strings.Contains(c.Value, ".") {
		for i := range 100 {
			out = append(out, c.Value+"."+strconv.Itoa(i))
		}
	}
	end := c.Value[:max(len(c.Value)-1, 0)]
	for i := range 100 {
		out = append(out, strconv.Itoa(i)+c.suffix(), c.Value+strconv.Itoa(i), c.Value+strconv.Itoa(1_000+i*7_919), c.Value+string([]byte{byte(i + ' ')}), end+string([]byte{byte(i + 156)}))
	}
	return out
}

// ask returns a condition on a field with one of the field's values, or with values near
// it.
func ask(rng *rand.Rand, f string) Cond {
	values := transformed[f].values
	v, w := values[rng.IntN(len(values))], values[rng.IntN(len(values))]
	if v > w {
		v, w = w, v
	}
	tail := []string{"", "", "", "", " ", "a", "\x00", "x ", "000", "~~"}[rng.IntN(10)]
	switch rng.IntN(5) {
	case 4:
		if f == "s" && rng.IntN(2) == 0 {
			return Cond{Field: f, Op: Under, Value: []string{"a", "b"}[rng.IntN(2)]}
		}
	case 0:
		return has(f, v[:rng.IntN(len(v)+1)]+tail)
	case 1:
		to := []string{w + "\x00", w + "\x00", w + tail, ""}[rng.IntN(4)]
		if tail == "" {
			return between(f, v, to)
		}
		return between(f, v[:rng.IntN(len(v)+1)]+tail, to)
	case 2:
		if f == "s" && IsNumber(v) && IsNumber(w) {
			if CompareNumbers(v, w) > 0 {
				v, w = w, v
			}
			return Cond{Field: f, Op: Numbers, Value: v, To: w}
		}
		m, ok1 := rowkey.ParseNumber(v)
		n, ok2 := rowkey.ParseNumber(w)
		if ok1 && ok2 {
			return Cond{Field: f, Op: Numbers, Value: strconv.FormatInt(min(m, n), 10), To: strconv.FormatInt(max(m, n)+1, 10)}
		}
	}
	return eq(f, v)
}

// TestTransformedPlans checks that a plan over transforms reads exactly the rows that
// match the query. As far as the query narrows the keys, the plan reads no key with a
// beginning that no matching record has.
func TestTransformedPlans(t *testing.T) {
	access, states := map[Access]int{}, map[StepState]int{}
	wanted, client, exact, cases := 0, 0, 0, 0
	values := map[string][]string{}
	for f := range transformed {
		values[f] = possible(f)
	}
	seeds := shorter(2_000)
	for seed := range uint64(seeds) {
		rng := rand.New(rand.NewPCG(seed, 5))
		tm := transformedTemplate(t, rng)
		steps, fields := tm.Steps(), tm.Fields()
		// All records that can be made of a few values.
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
		var cols []FieldColumn
		if rng.IntN(2) == 0 {
			for _, f := range fields {
				cols = append(cols, FieldColumn{f, "f", base.Qualifier(f)})
			}
		}
		w := &world{template: tm, columns: cols}
		known := map[base.RowKey]bool{}
		type made struct {
			key    base.RowKey
			values []string
		}
		var all []made
		// The parts that each step makes of a field's values.
		parts := map[string]map[string][]string{}
		for _, f := range fields {
			parts[f] = map[string][]string{}
			for _, v := range transformed[f].values {
				if p := put(steps, f, v); p != nil {
					parts[f][v] = p
				}
			}
		}
		for _, r := range records {
			raw, err := tm.AppendKey(nil, r)
			if err != nil {
				continue
			}
			key := base.RowKey(raw)
			all = append(all, made{key, r})
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
			p := PlanQuery(tm, cols, q, KnownData{})
			context := func() string {
				return fmt.Sprintf("seed %d: %q, columns %q, %q:\n%s steps %v\nfilter %q client %q", seed, tm, cols, q.Where, sketch(p), p.Steps, p.Filter, p.ClientConditions)
			}
			for _, f := range p.Missing {
				whole := slices.ContainsFunc(steps, func(s rowkey.Step) bool { return s.Field == f && s.KeepsWholeValue() })
				if whole || len(cols) > 0 {
					t.Fatalf("%s\n%s is there", context(), f)
				}
			}
			cases++
			if len(p.Ranges) > maxRanges || len(p.Steps) != len(steps) {
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
					return !Query{Where: p.ClientConditions}.Match(func(f string) string { return w.rows[i].record[f] })
				})
				if !slices.Equal(found, want) {
					t.Fatalf("%s\nfinds %q\n want %q", context(), found, want)
				}
				wanted += len(want)
			}
			// The plan reads no possible key without need.
			depth := slices.IndexFunc(p.Steps, func(s Step) bool { return s.State == Open })
			if depth < 0 {
				depth = len(steps)
			}
			heads, apart := map[string]map[string]bool{}, map[string]bool{}
			for _, f := range fields {
				heads[f] = map[string]bool{}
				apart[f] = loose(steps[:depth], q.Where, f) || crowded(p.Steps[:depth], f)
				where := Query{Where: only(q.Where, f)}
				tried := transformed[f].values
				if slices.ContainsFunc(where.Where, func(c Cond) bool { return c.Op != Equal }) {
					tried = slices.Concat(tried, values[f])
					for _, c := range where.Where {
						tried = append(tried, near(c)...)
					}
				}
				for _, v := range tried {
					if !where.Match(func(string) string { return v }) {
						continue
					}
					if p := put(steps, f, v); p != nil {
						for _, h := range head(p, depth, apart[f]) {
							heads[f][h] = true
						}
					}
				}
			}
			none := slices.ContainsFunc(fields, func(f string) bool { return len(heads[f]) == 0 })
			if _, blocks := p.Filter.(filter.BlockAll); blocks {
				if slices.ContainsFunc(all, func(m made) bool {
					return q.Match(func(f string) string { return m.values[slices.Index(fields, f)] })
				}) {
					t.Fatalf("%s\nblocks what is wanted", context())
				}
				continue
			}
			access[p.Access]++
			for _, s := range p.Steps {
				states[s.State]++
			}
			if len(p.ClientConditions) > 0 {
				client++
			} else if p.Filter == nil {
				exact++
			}
			if depth < len(steps) && (depth == 0 || p.Steps[depth-1].State != Bounded) && narrows(steps[depth], q.Where) {
				t.Fatalf("%s\nleaves step %d open", context(), depth)
			}
			if none {
				continue
			}
			for _, m := range all {
				if !slices.ContainsFunc(p.Ranges, func(r base.Range) bool { return r.Contains(m.key) }) {
					continue
				}
				for i, f := range fields {
					if slices.ContainsFunc(head(parts[f][m.values[i]], depth, apart[f]), func(h string) bool { return !heads[f][h] }) {
						t.Fatalf("%s\nreads %q, whose beginning nothing wanted has", context(), m.key)
					}
				}
			}
		}
	}
	t.Logf("%d cases, access %v, states %v, %d rows wanted, %d left to the client, %d exact", cases, access, states, wanted, client, exact)
	for _, a := range []Access{Point, Prefix, Range, Ranges, Scan} {
		if access[a] < seeds/10 {
			t.Errorf("only %d plans are %s", access[a], a)
		}
	}
	for _, s := range []StepState{Fixed, Fanned, Bounded, Open} {
		if states[s] < seeds/4 {
			t.Errorf("only %d steps are %s", states[s], s)
		}
	}
	if cases < 5*seeds || wanted < 5*seeds || client < seeds/4 || exact < seeds/4 {
		t.Error("too little was tried")
	}
}

// put returns what each step writes for a value of its field. The text is nil if a step
// refuses the value.
func put(steps []rowkey.Step, field, v string) []string {
	out := make([]string, len(steps))
	for i := range steps {
		if steps[i].Field != field {
			continue
		}
		p, err := steps[i].Apply(v)
		if err != nil {
			return nil
		}
		out[i] = p + steps[i].Sep
	}
	return out
}

// head returns the texts of the first steps, together or apart.
func head(parts []string, steps int, apart bool) []string {
	if !apart {
		return []string{strings.Join(parts[:steps], "|")}
	}
	out := slices.Clone(parts[:steps])
	for i := range out {
		out[i] = strconv.Itoa(i) + out[i]
	}
	return out
}

// loose reports whether the text of a field is known only for each step on its own. One of
// several steps may write the same text for values that are far apart, and there are
// thousands of such values.
func loose(steps []rowkey.Step, where []Cond, field string) bool {
	count, other, far := int64(0), 0, false
	for i := range steps {
		if s := &steps[i]; s.Field == field {
			other++
			_, near := runsOf(s)
			far = far || !near
		}
	}
	sc, _ := elsewhere(&rowkey.Step{Field: field}, steps)
	for _, r := range sc.kept(only(where, field)) {
		count += min(r.hi-r.lo, tried) + 1
	}
	return other > 1 && far && count > tried
}

// crowded reports whether the walk ends at a field after other steps of the same field
// that divide the keys. A range for each combination would be too many ranges.
func crowded(steps []Step, field string) bool {
	i := slices.IndexFunc(steps, func(s Step) bool { return s.Field == field && s.State == Fanned })
	return i >= 0 && slices.ContainsFunc(steps[i:], func(s Step) bool { return s.Field == field && s.State == Bounded })
}

// only returns the conditions on a field.
func only(where []Cond, field string) []Cond {
	return slices.DeleteFunc(slices.Clone(where), func(c Cond) bool { return c.Field != field })
}

// narrows reports whether a condition must bound a step.
func narrows(s rowkey.Step, where []Cond) bool {
	via := s.Transforms()
	texts := len(via) == 0 || len(via) == 1 && slices.Contains([]string{"first", "pad", "padleft"}, via[0].Name)
	return texts && slices.ContainsFunc(where, func(c Cond) bool { return c.Field == s.Field && !c.vacuous() && c.Op < Numbers })
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
		{"{day}#{meter|zero:10}", []Cond{eq("meter", "987654")}, `scan ["","") rows=meter stop=day filter.RowKeyRegex`},
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
		{"{day|first:6}#{u}", []Cond{has("day", "20150301"), eq("u", "ann")}, `point ["201503#ann","201503#ann\x00") key=day,u rows=day missing=day`},
		{"{day|first:6}#{u}", []Cond{between("day", "20150315", "20150420"), eq("u", "ann")},
			`ranges ["201503#ann","201503#ann\x00") ["201504#ann","201504#ann\x00") key=day,u rows=day missing=day`},
		{"{day|first:6}#{u}", []Cond{between("day", "2015", "2017")}, `range ["2015","2017") key=day stop=day`},
		{"{day|first:6}#{day}", []Cond{between("day", "20150315", "20150420")}, `range ["201503#20150315","201504#20150420") key=day stop=day`},
		{"{day|first:6|salt:64}#{day}", []Cond{has("day", "20150301")}, `prefix ["03#20150301","03#20150302") key=day stop=day`},
		{"{s|pad:6}#{u}", []Cond{has("s", "IB")}, `prefix ["IB","IC") key=s stop=s`},
		{"{s|pad:4:x}#{u}", []Cond{has("s", "ax")}, `ranges ["ax","axxx") ["axxy","ay") key=s stop=s`},
		{"{s|pad:2}#{u}", []Cond{has("s", "IB"), eq("u", "ann")}, `point ["IB#ann","IB#ann\x00") key=s,u`},
		{"{s|padleft:4}", []Cond{has("s", "IB")}, `ranges ["  IB","  IC") [" IB"," IC") ["IB","IC") key=s stop=s`},
		{"{id|padleft:4}", []Cond{numbers("id", "95", "105")}, `scan ["","") rows=id stop=id`},
		{"{id|pad:4}#{u}", []Cond{numbers("id", "9.5", "10.5"), has("id", "1")}, `prefix ["1","2") key=id rows=id,id stop=id`},
		{"{id|zero:4}#{u}", []Cond{numbers("id", "9.5", "12.25")}, `range ["0010#","0012$") key=id stop=id`},
		{"{id|zero:4}#{u}", []Cond{numbers("id", "-9.5", "2")}, `range ["0000#","0001$") key=id stop=id`},
		{"{id|hash:2}#{id}", []Cond{numbers("id", "9.5", "10")}, `scan ["","") rows=id stop=id`},
		{"{id|salt:16}#{id|zero:6}", []Cond{numbers("id", "7", "9")}, `ranges ["04#000007","04#000009") ["07#000007","07#000009") key=id stop=id`},
		{"{n|zero:4|first:3|salt:7}#{n|zero:3|first:1}", []Cond{has("n", "120")}, `point ["5#1","5#1\x00") key=n rows=n missing=n`},
		{"{id|first:2}#{u}", []Cond{numbers("id", "120", "135.5"), eq("u", "ann")}, `ranges ["12#ann","12#ann\x00") ["13#ann","13#ann\x00") key=id,u rows=id missing=id`},
		{"{id|first:2}#{u}", []Cond{numbers("id", "95", "105"), eq("u", "ann")}, `scan ["","") rows=id,u missing=id stop=id filter.RowKeyRegex`},
		{"{id|zero:3}", []Cond{numbers("id", "1000", "")}, `scan ["","") rows=id stop=id filter.BlockAll`},
		{"{id|zero:3}", []Cond{numbers("id", "x", "")}, `scan ["","") rows=id stop=id filter.BlockAll`},
	}
	for _, tt := range tests {
		if got := sketch(PlanQuery(parse(t, tt.template), nil, Query{Where: tt.where}, KnownData{})); got != tt.want {
			t.Errorf("%s, %v:\n got %s\nwant %s", tt.template, tt.where, got, tt.want)
		}
	}
}
