package plan

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/rowkey"
)

// even has values that have one length, or a form that transforms put in order.
var even = map[string][]string{
	"n": strings.Fields("100 105 110 115 120 125 130 135 140 145 150 155 160 165 170 175 180 185 190 195"),
	"t": transformed["t"].values,
	"d": transformed["d"].values,
	"s": strings.Fields("aaa aab aba abb a.b b.a abc xyz"),
	"h": strings.Fields("google.com a.google.com b.google.com a.b.google.com googleplex.com com x.org .google.com"),
}

var hosts = strings.Fields("domain domain domain reverse domain|pad:20 hash:2 pad:20:.")

// askHost returns a condition on the names below a domain, or one of those that ask
// returns.
func askHost(rng *rand.Rand, f string) Cond {
	if f == "h" && rng.IntN(4) > 0 {
		return Cond{Field: f, Op: Under, Value: strings.Fields("google.com com google.com b.google.com org . oogle.com")[rng.IntN(7)]}
	}
	values := even[f]
	switch v := values[rng.IntN(len(values))]; rng.IntN(4) {
	case 0:
		return has(f, v[:rng.IntN(len(v)+1)])
	case 1:
		return between(f, v, values[rng.IntN(len(values))]+"\x00")
	case 2:
		return Cond{Field: f, Op: Under, Value: strings.Fields("com b 5")[rng.IntN(3)]}
	default:
		return eq(f, v)
	}
}

// most returns at most n rows of each group. again is how often a row belonged to a group
// that had appeared before, with other groups in between.
func most(rows []row, n int64, group func(row) string) (out []row, again int) {
	met := map[string]int64{}
	last := ""
	for i, r := range rows {
		g := group(r)
		if met[g] > 0 && i > 0 && g != last {
			again++
		}
		if last = g; met[g] < n {
			out = append(out, r)
		}
		met[g]++
	}
	return out, again
}

// TestLatest checks that a plan for the latest rows finds the latest ones of the rows that
// match the query, for values of any length, and that a plan with columns returns the same
// rows.
func TestLatest(t *testing.T) {
	sorting, limited, under, narrowed, skipped := map[LatestMethod]int{}, 0, 0, 0, 0
	seeds := shorter(2_100)
	for seed := range uint64(seeds) {
		rng := rand.New(rand.NewPCG(seed, 6))
		names := strings.Fields("n t d s h")
		used := []string{names[rng.IntN(5)], names[rng.IntN(5)], names[rng.IntN(5)]}
		var tm *rowkey.Template
		for tm == nil {
			text := []string{"", "B#"}[rng.IntN(2)]
			grouped := seed%4 == 1 && rng.IntN(3) > 0 // whether the keys are a group and the field that orders it
			for i := range 1 + rng.IntN(4) {
				f := used[rng.IntN(3)]
				if grouped {
					f = used[i%2]
				}
				chains := hosts
				if f != "h" {
					chains = transformed[f].chains
				}
				via := ""
				switch n := rng.IntN(5); {
				case n < 2 || grouped && rng.IntN(2) == 0:
				case n == 2:
					via = "|salt:3"
				default:
					via = "|" + chains[rng.IntN(len(chains))]
				}
				text += "{" + f + via + "}" + []string{"", "#", "::", "\x00"}[rng.IntN(4)]
			}
			tm, _ = rowkey.Parse(text)
		}
		each, by := used[0], used[1]
		slices.Sort(used)
		used = slices.Compact(used)
		w := &world{template: tm}
		for _, f := range used {
			if !slices.Contains(tm.Fields(), f) || rng.IntN(2) == 0 {
				w.columns = append(w.columns, FieldColumn{f, base.Family("f" + f), "q"})
			}
		}
		known := map[base.RowKey]bool{}
		lengths := map[string]*OrderCheck{}
		pool := func(f string) []string { return even[f] }
		if seed%3 == 0 {
			pool = func(f string) []string { return append(transformed[f].values, even[f]...) }
		}
		for range 150 {
			rec := map[string]string{}
			for _, f := range used {
				rec[f] = pool(f)[rng.IntN(len(pool(f)))]
				if lengths[f] == nil {
					lengths[f] = &OrderCheck{}
				}
				lengths[f].Add(rec[f])
			}
			if key, err := tm.Encode(func(f string) string { return rec[f] }); err == nil && !known[key] {
				known[key] = true
				w.rows = append(w.rows, row{key, rec})
			}
		}
		slices.SortFunc(w.rows, func(a, b row) int { return cmp.Compare(a.key, b.key) })
		var evenly []string
		for f, l := range lengths {
			if l.SortsAlike() {
				evenly = append(evenly, f)
			}
		}
		for range 5 {
			q := Query{Latest: Latest{used[rng.IntN(len(used))], int64(rng.IntN(6))}}
			if seed%4 == 1 {
				q.Each = each
				if rng.IntN(2) == 0 {
					q.Latest.Field = by
				}
			}
			for _, f := range used {
				if rng.IntN(3) == 0 {
					q.Where = append(q.Where, askHost(rng, f))
				}
			}
			known := KnownData{SortsAlike: evenly}
			if rng.IntN(3) > 0 {
				known.Rows, known.SampleFactor = w, float64(1+rng.IntN(40))
			}
			p := PlanQuery(tm, w.columns, q, known)
			context := func() string {
				return fmt.Sprintf("seed %d: %q, columns %q, %v:\n%s steps %v\nlimit %d, reversed %v, %s\nfilter %q client %q", seed, tm, w.columns, q, sketch(p), p.Steps, p.Limit, p.Reversed, p.LatestMethod, p.Filter, p.ClientConditions)
			}
			if (q.Latest.N > 0) != (p.LatestMethod != "") || (p.Limit > 0) != (p.LatestMethod == ByKey || p.LatestMethod == ByMerge || p.LatestMethod == BySkip) || p.Groups.IsEmpty() == (p.LatestMethod == BySkip) {
				t.Fatal(context())
			}
			sorting[p.LatestMethod]++
			if len(p.Missing) > 0 {
				for _, f := range p.Missing {
					if HoldsWholeField(tm, f) || slices.ContainsFunc(w.columns, func(c FieldColumn) bool { return c.Field == f }) {
						t.Fatalf("%s\n%s is there", context(), f)
					}
				}
				continue
			}
			values := func(rows []row) (out []string) {
				rows = slices.Clone(rows)
				slices.SortStableFunc(rows, func(a, b row) int { return CompareValues(b.record[q.Latest.Field], a.record[q.Latest.Field]) })
				if q.Latest.N > 0 {
					rows, _ = most(rows, q.Latest.N, func(r row) string { return r.record[q.Each] })
				}
				for _, r := range rows {
					out = append(out, r.record[q.Each]+" "+r.record[q.Latest.Field])
				}
				slices.Sort(out)
				return out
			}
			var want, got []row
			tally := WantedCounter{Query: q}
			for _, r := range w.rows {
				value := func(f string) string { return r.record[f] }
				if tally.Add(value); q.Match(value) {
					want = append(want, r)
				}
			}
			if tally.WantedCount() != int64(len(values(want))) {
				t.Fatal(context())
			}
			for _, r := range p.Ranges {
				one := p
				one.Ranges = []base.Range{r}
				found, _ := w.read(t, one)
				if p.Reversed {
					slices.Reverse(found)
				}
				var rows []row
				for _, k := range found {
					i, _ := slices.BinarySearchFunc(w.rows, k, func(r row, k base.RowKey) int { return cmp.Compare(r.key, k) })
					rows = append(rows, w.rows[i])
				}
				all := len(rows)
				if !p.Groups.IsEmpty() {
					var again int
					rows, again = most(rows, p.Limit, func(r row) string {
						group, ok := p.Groups.Of(r.key)
						if !ok || !group.Contains(r.key) {
							t.Fatalf("%s\n%q is in no group", context(), r.key)
						}
						return string(group.Start)
					})
					if again > 0 {
						t.Fatalf("%s\nthe rows of a group are apart", context())
					}
					if len(rows) < all {
						skipped++
					}
				} else if p.Limit > 0 && int64(all) > p.Limit {
					rows = rows[:p.Limit]
					limited++
				}
				for _, r := range rows {
					if (Query{Where: p.ClientConditions}).Match(func(f string) string { return r.record[f] }) {
						got = append(got, r)
					}
				}
			}
			if !slices.Equal(values(got), values(want)) {
				t.Fatalf("%s\nfinds %q\n want %q", context(), values(got), values(want))
			}
			for _, c := range q.Where {
				if c.Op == Under && len(want) > 0 {
					under++
					if slices.Contains(p.InKey, c.Field) {
						narrowed++
					}
				}
			}
			if rng.IntN(5) == 0 {
				w.projected(t, q, p, known, context)
			}
		}
	}
	t.Logf("%v, %d ranges cut short, %d groups, %d names below a domain, %d of them narrow", sorting, limited, skipped, under, narrowed)
	if skipped < seeds/40 || sorting[BySkip] < seeds/20 || sorting[ByKey] < seeds/2 || sorting[ByMerge] < seeds/15 || sorting[ByReader] < seeds/2 || limited < seeds/3 || under < seeds/6 || narrowed < seeds/40 {
		t.Error("too little was tried")
	}
}

// projected checks that a plan with columns reads the same rows, and returns for each of
// them the columns that the query asks for and those that the reader needs.
func (w *world) projected(t *testing.T, q Query, all Plan, known KnownData, context func() string) {
	t.Helper()
	if len(w.columns) == 0 {
		return
	}
	q.Columns = []string{w.columns[len(w.columns)-1].Field}
	p := PlanQuery(w.template, w.columns, q, known)
	if !slices.Equal(p.Ranges, all.Ranges) || p.Limit != all.Limit {
		t.Fatalf("%s\nis read otherwise for a column", context())
	}
	keep := q.Columns
	if HoldsWholeField(w.template, keep[0]) {
		keep = nil
	}
	if p.LatestMethod != "" && p.LatestMethod != ByKey {
		keep = append(keep, q.Latest.Field)
		if q.Each != "" {
			keep = append(keep, q.Each)
		}
	}
	for _, c := range p.ClientConditions {
		keep = append(keep, c.Field)
	}
	keep = slices.DeleteFunc(slices.Clone(keep), func(f string) bool { return HoldsWholeField(w.template, f) })
	program, err := filter.Compile(p.Filter)
	if err != nil {
		t.Fatal(err)
	}
	found, _ := w.read(t, all)
	run := program.NewEvaluation(0)
	for _, r := range w.rows {
		in := slices.ContainsFunc(p.Ranges, func(s base.Range) bool { return s.Contains(r.key) })
		if !in {
			continue
		}
		var out []base.Cell
		if run.BeginRow(r.key) == filter.InspectCells {
			for _, c := range w.cells(r) {
				if run.Wants(c.Family, c.Qualifier) {
					run.BeginColumn(c.Family, c.Qualifier)
					if !run.PassCell(c.At, c.Value) {
						break
					}
				}
			}
			for range run.EndRow() {
				out = append(out, base.Cell{})
			}
		}
		want := 0
		for _, c := range w.columns {
			if slices.Contains(keep, c.Field) {
				want++
			}
		}
		want = max(want, 1)
		if !slices.Contains(found, r.key) {
			want = 0
		}
		if len(out) != want {
			t.Fatalf("%s\nfor %q row %q has %d cells, want %d: %q", context(), q.Columns, r.key, len(out), want, p.Filter)
		}
	}
}

func TestMakeLatest(t *testing.T) {
	machine := []Cond{eq("machine", "m1")}
	battery := []FieldColumn{{"charge", "f", "charge"}, {"time", "f", "time"}}
	tests := []struct {
		template string
		where    []Cond
		want     string
	}{
		{"{machine}#{time}", machine, `5 from the end, key: prefix ["m1#","m1$") key=machine stop=time`},
		{"{machine}#{time|newest}", machine, `5 from the start, key: prefix ["m1#","m1$") key=machine stop=time`},
		{"{time}#{machine}", machine, `5 from the end, key: scan ["","") rows=machine stop=time filter.RowKeyRegex`},
		{"{time}#{machine}", nil, `5 from the end, key: range ["","") stop=time`},
		{"{machine}#{sensor}#{time}", machine, `all, reader: prefix ["m1#","m1$") key=machine stop=sensor`},
		{"{time|salt:3}#{machine}#{time}", machine, `5 from the end, merge: ranges ["0#m1#","0#m1$") ["1#m1#","1#m1$") ["2#m1#","2#m1$") key=machine stop=time`},
		// Adjacent ranges are not joined if each has an order of its own.
		{"{time|salt:2}{time|zero:13}", nil, `5 from the end, merge: ranges ["0","1") ["1","2") stop=time`},
		{"{machine}#{time|day}#{time|zero:13}", machine, `5 from the end, key: prefix ["m1#","m1$") key=machine stop=time`},
		{"{machine}#{time|day}#{sensor}#{time}", machine, `all, reader: prefix ["m1#","m1$") key=machine stop=time`},
		{"{machine}#{time|day}#{time|newest}", machine, `all, reader: prefix ["m1#","m1$") key=machine stop=time`},
		{"{machine}", machine, `5 from the start, key: point ["m1","m1\x00") key=machine`},
	}
	for _, tt := range tests {
		p := PlanQuery(parse(t, tt.template), battery, Query{Where: tt.where, Latest: Latest{"time", 5}}, KnownData{SortsAlike: []string{"time"}})
		got := "all"
		if p.Limit > 0 {
			got = fmt.Sprintf("%d from the start", p.Limit)
			if p.Reversed {
				got = fmt.Sprintf("%d from the end", p.Limit)
			}
		}
		if got += fmt.Sprintf(", %s: %s", p.LatestMethod, sketch(p)); got != tt.want {
			t.Errorf("%s, %v:\n got %s\nwant %s", tt.template, tt.where, got, tt.want)
		}
	}
	for template, want := range map[string]string{
		"{machine}#{time}":                     `skip true: ranges ["","") stop=machine`,
		"{machine}#{time|newest}":              `skip false: ranges ["","") stop=machine`,
		"B#{machine|hash:2}{machine}#{time}":   `skip true: ranges ["B#","B$") stop=machine`,
		"{time|salt:2}#{machine}#{time}":       `skip true: ranges ["0#","0$") ["1#","1$") stop=machine`,
		"{time}#{machine}":                     `reader false: scan ["","") stop=time`,
		"{machine}#{time|day}#{sensor}#{time}": `skip true: ranges ["","") stop=machine`,
		"{sensor}#{machine}#{time}":            `skip true: ranges ["","") stop=sensor`,
		"{machine}#{sensor}#{time|newest}":     `skip false: ranges ["","") stop=machine`,
		"{machine}#{sensor}":                   `reader false: scan ["","") stop=machine`,
		"{sensor}#{time}#{machine}":            `reader false: scan ["","") stop=sensor`,
	} {
		p := PlanQuery(parse(t, template), battery, Query{Latest: Latest{"time", 5}, Each: "machine"}, KnownData{SortsAlike: []string{"time"}})
		if len(p.Missing) > 0 {
			t.Errorf("%s lacks %q", template, p.Missing)
		}
		if got := fmt.Sprintf("%s %v: %s", p.LatestMethod, p.Reversed, sketch(p)); got != want {
			t.Errorf("each of %s:\n got %s\nwant %s", template, got, want)
		}
		one := PlanQuery(parse(t, template), battery, Query{Where: machine, Latest: Latest{"time", 5}, Each: "machine"}, KnownData{SortsAlike: []string{"time"}})
		if same := PlanQuery(parse(t, template), battery, Query{Where: machine, Latest: Latest{"time", 5}}, KnownData{SortsAlike: []string{"time"}}); !reflect.DeepEqual(one, same) {
			t.Errorf("of one machine %+v, want %+v", one, same)
		}
	}
	if p := PlanQuery(parse(t, "{sensor}#{time}"), battery, Query{Latest: Latest{"time", 5}, Each: "machine"}, KnownData{}); !slices.Equal(p.Missing, []string{"machine"}) {
		t.Errorf("nothing holds the machine: %q", p.Missing)
	}
	// If times may have any length, padding or a date keeps them in order.
	for template, want := range map[string]LatestMethod{
		"{machine}#{time}": ByReader, "{machine}#{time|pad:20}": ByReader, "{machine}#{time|zero:13}": ByKey,
		"{machine}#{time|day}#{time}": ByReader, "{machine}#{time|millis}": ByKey, "{machine}#{time}#{time|seconds}": ByKey,
	} {
		if p := PlanQuery(parse(t, template), battery, Query{Where: machine, Latest: Latest{"time", 5}}, KnownData{}); p.LatestMethod != want || (p.Limit > 0) != (want == ByKey) {
			t.Errorf("%s is read by %s, %d rows", template, p.LatestMethod, p.Limit)
		}
	}
	if p := PlanQuery(parse(t, "{machine}"), nil, Query{Latest: Latest{"time", 5}}, KnownData{}); !slices.Equal(p.Missing, []string{"time"}) {
		t.Errorf("nothing holds the time: %q", p.Missing)
	}
}

func TestMakeUnder(t *testing.T) {
	under := Cond{Field: "host", Op: Under, Value: "google.com"}
	tests := []struct{ template, want string }{
		{"{host|domain}", `prefix ["com.google.","com.google/") key=host stop=host`},
		{"{host|domain}#{page}", `prefix ["com.google.","com.google/") key=host stop=host`},
		{"{host|reverse}#{page}", `prefix ["moc.elgoog.","moc.elgoog/") key=host stop=host`},
		{"{page}#{host|domain}", `scan ["","") rows=host stop=page filter.RowKeyRegex`},
		{"{host}#{page}", `scan ["","") rows=host stop=host filter.RowKeyRegex`},
	}
	for _, tt := range tests {
		if got := sketch(PlanQuery(parse(t, tt.template), nil, Query{Where: []Cond{under}}, KnownData{})); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.template, got, tt.want)
		}
	}
	got := sketch(PlanQuery(parse(t, "{page}"), []FieldColumn{{"host", "f", "h"}}, Query{Where: []Cond{under}}, KnownData{}))
	if want := `scan ["","") rows=host stop=page filter.Condition`; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	for host, want := range map[string]bool{"google.com": false, "drive.google.com": true, "googleplex.com": false, "agoogle.com": false, "a.b.google.com": true} {
		if under.match(host) != want {
			t.Errorf("%s below google.com: want %v", host, want)
		}
	}
}
