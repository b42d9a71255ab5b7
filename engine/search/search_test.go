package search

import (
	"cmp"
	"fmt"
	"math/rand"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// found runs a search to its end.
func found(t testing.TB, session *engine.Session, ask Ask) (*Search, Result) {
	t.Helper()
	s, err := New(session, ask)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	for !s.Step(10_000) {
	}
	return s, s.Result()
}

// small returns a session with random fields, records and questions.
func small(t testing.TB, r *rand.Rand, records int) *engine.Session {
	t.Helper()
	fields := []string{"time", "b", "c", "a", "n"}[:3+r.Intn(3)]
	data := dataset.Spec{Fields: fields}
	seen := map[string]bool{}
	for i := 0; len(data.Records) < records; i++ {
		rec := make([]string, len(fields))
		for f, name := range fields {
			switch name {
			case "a":
				rec[f] = string(rune('x' + r.Intn(3)))
			case "b":
				rec[f] = fmt.Sprintf("b%d", r.Intn(12))
			case "c":
				rec[f] = fmt.Sprint(r.Intn(150))
			case "n":
				rec[f] = fmt.Sprintf("h%d.org%d.com", r.Intn(6), r.Intn(3))
			case "time": // different in each record
				rec[f] = fmt.Sprintf("201503%02d%02d", 1+len(data.Records)/24, len(data.Records)%24)
			}
		}
		if id := strings.Join(rec, " "); !seen[id] || i > 20*records {
			seen[id] = true
			data.Records = append(data.Records, rec)
		}
	}
	var columns []plan.FieldColumn
	for _, f := range fields {
		if r.Intn(5) > 0 {
			columns = append(columns, plan.FieldColumn{Field: f, Family: "d", Qualifier: base.Qualifier(f)})
		}
	}
	if len(columns) == 0 {
		columns = []plan.FieldColumn{{Field: "b", Family: "d", Qualifier: "b"}}
	}
	var queries []plan.Query
	for i := range 2 + r.Intn(3) {
		q := plan.Query{ID: fmt.Sprint("q", i)}
		// Of rows that are equal in the field by which the latest are wanted, it would depend on the other
		// segments, by chance, which come first.
		latest := r.Intn(2) == 0
		of := data.Records[r.Intn(records)]
		for f, name := range fields {
			if r.Intn(2) == 0 || latest && name == "time" {
				continue
			}
			c := plan.Cond{Field: name, Op: plan.Equal, Value: of[f]}
			switch k := r.Intn(6); {
			case k == 0 && name == "n":
				c.Op, c.Value = plan.Under, of[f][strings.Index(of[f], ".")+1:]
			case k <= 1 && name == "c":
				c.Op, c.Value, c.To = plan.Numbers, "20", "60"
			case k <= 2 && name == "time":
				c.Op, c.Value, c.To = plan.Between, of[f][:8]+"00", of[f][:8]+"99"
			case k == 3 && name == "time":
				c.Op, c.Value = plan.HasPrefix, of[f][:7]
			case k == 4:
				c.Op = plan.Between
			}
			q.Where = append(q.Where, c)
		}
		if latest {
			q.Latest = plan.Latest{Field: "time", N: 1 + int64(r.Intn(4))}
			if r.Intn(2) == 0 {
				q.Each = fields[1+r.Intn(len(fields)-1)]
			}
		}
		queries = append(queries, q)
	}
	return sessionOf(t, "{"+strings.Join(fields, "}#{")+"}", columns, data, queries...)
}

// attempt has the session measure a design, nil if it refuses it.
func attempt(session *engine.Session, templates ...string) *engine.DesignAttempt {
	var of engine.ProposedDesign
	for i, text := range templates {
		name := "r"
		if i > 0 {
			name = fmt.Sprint("r_", i+1)
		}
		of.Tables = append(of.Tables, engine.TableDesign{Table: name, Template: text})
	}
	reply := session.Do(engine.CompareDesigns{Proposed: []engine.ProposedDesign{of}, OnlyProposed: true})
	if came := engine.AnswerAs[*engine.DesignsCompared](reply.Answer); reply.Err == nil && came != nil && len(came.Proposed) == 1 {
		return &came.Proposed[0]
	}
	return nil
}

// costOf returns the cost of an attempt, each question asked once a second. ok is false if it answers one not
// at all, or loses a record.
func costOf(a *engine.DesignAttempt) (c Cost, ok bool) {
	c = Cost{WriteLoad: WriteLoad(*a), Bytes: a.Bytes}
	for i, v := range a.Verdicts {
		if v.Table == "" || a.Lost[i] > 0 {
			return c, false
		}
		c.Scanned += float64(v.Stats.RowsScanned)
	}
	return c, true
}

// frontOf returns those of some costs of which none is at least as good as another.
func frontOf(costs []Cost) (out []Cost) {
	for _, c := range costs {
		if !slices.ContainsFunc(out, func(o Cost) bool { return o.IsAtMost(c) }) {
			out = append(slices.DeleteFunc(out, func(o Cost) bool { return c.IsAtMost(o) }), c)
		}
	}
	slices.SortFunc(out, func(a, b Cost) int {
		return cmp.Or(cmp.Compare(a.Scanned, b.Scanned), cmp.Compare(a.WriteLoad, b.WriteLoad), cmp.Compare(a.Bytes, b.Bytes))
	})
	return out
}

// pairs returns the costs of all designs of one table and of two, made of attempts with one table each.
func pairs(singles []*engine.DesignAttempt, rules func(v engine.Verdict) (narrows int, sorts bool)) (out []Cost) {
	for i, a := range singles {
		if c, ok := costOf(a); ok {
			out = append(out, c)
		}
		for j, b := range singles {
			if i == j {
				continue
			}
			c, answered := Cost{WriteLoad: 2 * max(roundedSkew(a.Skew), roundedSkew(b.Skew)), Bytes: a.Bytes + b.Bytes}, true
			for q := range a.Verdicts {
				v, w := a.Verdicts[q], b.Verdicts[q]
				n, unsorted := rules(v)
				m, sorting := rules(w)
				if v.Table == "" || w.Table != "" && (m > n || m == n && unsorted && !sorting) {
					v = w
				}
				answered = answered && v.Table != ""
				c.Scanned += float64(v.Stats.RowsScanned)
			}
			if answered {
				out = append(out, c)
			}
		}
	}
	return out
}

// rankForQueries is what the session chooses a table by, see [compare.BestTable].
func rankForQueries(v engine.Verdict) (int, bool) { return len(v.InKey), v.LatestMethod.NeedsSort() }

// distinctAttempts keeps one of the attempts that cost and stand alike.
func distinctAttempts(all []*engine.DesignAttempt) (out []*engine.DesignAttempt) {
	seen := map[string]bool{}
	for _, a := range all {
		id := fmt.Sprint(a.Bytes, roundedSkew(a.Skew))
		for _, v := range a.Verdicts {
			n, sorts := rankForQueries(v)
			id += fmt.Sprint(" ", v.Stats.RowsScanned, n, sorts, v.Table == "")
		}
		if !seen[id] {
			seen[id] = true
			out = append(out, a)
		}
	}
	return out
}

// everyKey yields the templates of all keys that segments can be put together to, without any of the rules by
// which a search leaves keys out: every order of every segment.
func everyKey(s *Search, most int, yield func(template string)) {
	var extend func(with []int)
	extend = func(with []int) {
		wholes, partly, cuts, spreads := map[int]bool{}, map[int]bool{}, 0, 0
		for n, i := range with {
			of := s.segments[i]
			if !of.sealed && n < len(with)-1 {
				return
			}
			switch of.role {
			case whole:
				if wholes[of.field] {
					return
				}
				wholes[of.field] = true
				delete(partly, of.field)
				continue
			case cut:
				cuts++
			default:
				spreads++
			}
			if wholes[of.field] {
				return
			}
			partly[of.field] = true
		}
		if cuts > 1 || spreads > 1 || len(with) > most {
			return
		}
		if len(partly) == 0 && len(with) > 0 {
			var texts []string
			for _, i := range with {
				texts = append(texts, "{"+s.segments[i].inside+"}")
			}
			yield(strings.Join(texts, s.sep))
		}
		for i := range s.segments {
			if !slices.Contains(with, i) {
				extend(append(with[:len(with):len(with)], i))
			}
		}
	}
	extend(nil)
}

// TestBruteForce compares fronts with those of all keys in every order. There are too few records for the
// load of writes, which depends on the order of segments that no question uses.
func TestBruteForce(t *testing.T) {
	seeds, most := 60, 6000
	if testing.Short() {
		seeds, most = 30, 600
	}
	compared := 0
	for seed := range seeds {
		r := rand.New(rand.NewSource(int64(seed)))
		session := small(t, r, 40+r.Intn(60))
		s, err := New(session, Ask{AnyFields: true})
		if err != nil {
			t.Fatal(err)
		}
		s.space.spend = func(int64) {} // outside of a step, for the segments
		s.records = readRecords(s.data, s.spend)
		s.fill(s.data, s.like)
		s.Stop()
		var keys []string
		everyKey(s, 6, func(template string) {
			if tpl, err := rowkey.Parse(template); err == nil && holds(s, tpl) && len(keys) <= most {
				keys = append(keys, template)
			}
		})
		if len(keys) > most {
			continue
		}
		compared++
		s, result := found(t, session, Ask{AnyFields: true})
		if !result.Complete {
			t.Errorf("seed %d: not complete", seed)
		}
		var all []*engine.DesignAttempt
		for _, template := range keys {
			if a := attempt(session, template); a != nil {
				if !(&key{attempt: a}).loses(s.space) {
					for i := range a.Lost {
						a.Lost[i] = 0
					}
					all = append(all, a)
				}
			}
		}
		all = distinctAttempts(all)
		want := frontOf(pairs(all, rankForQueries))
		var got []Cost
		for _, p := range result.Points {
			got = append(got, p.Cost)
		}
		t.Logf("seed %d: %d keys in all, %d of them different; %d weighed, %d measured, %d points", seed, len(keys), len(all), result.Keys, result.Measured, len(got))
		if !slices.Equal(got, want) {
			t.Errorf("seed %d: the front is\n%v, of all keys it is\n%v", seed, got, want)
			for _, p := range result.Points {
				t.Log(p.Cost, p.Attempt.Designs)
			}
		}
	}
	if compared < seeds/6 {
		t.Errorf("only %d of %d spaces are small enough", compared, seeds)
	}
}

// holds reports whether a template has the fields that no column holds.
func holds(s *Search, tpl *rowkey.Template) bool {
	for _, f := range fieldsOf(s.need) {
		if !plan.HoldsWholeField(tpl, s.fields[f].name) {
			return false
		}
	}
	return true
}

// TestMeasuredFront compares a front with that of all keys of its space, of which each is measured with the
// load of its writes, and checks that a design of several tables costs what the session measures for it.
func TestMeasuredFront(t *testing.T) {
	session := readings(t, 400)
	s, result := found(t, session, Ask{})
	if !result.Complete || len(result.Points) < 3 {
		t.Fatalf("%d points, complete: %v", len(result.Points), result.Complete)
	}
	var all []*engine.DesignAttempt
	hot := 0
	for _, k := range s.keys {
		a := attempt(session, k.text)
		if roundedSkew(a.Skew) > 1 {
			hot++
		}
		all = append(all, a)
	}
	if hot == 0 || hot == len(all) {
		t.Errorf("%d of %d keys are hot", hot, len(all))
	}
	var got []Cost
	for _, p := range result.Points {
		got = append(got, p.Cost)
		var templates []string
		for _, d := range p.Attempt.Designs {
			templates = append(templates, d.Template)
		}
		same := attempt(session, templates...)
		for _, a := range []*engine.DesignAttempt{same, &p.Attempt} {
			a.State, a.Current, a.Growth, a.Number = 0, false, nil, 0
		}
		if !reflect.DeepEqual(same, &p.Attempt) {
			t.Errorf("a point is\n%+v, the session measures\n%+v", p.Attempt, *same)
		}
	}
	if want := frontOf(pairs(distinctAttempts(all), rankForQueries)); !slices.Equal(got, want) {
		t.Errorf("the front is\n%v, of all %d keys it is\n%v", got, len(all), want)
	}
	if int(result.Measured) == len(all) {
		t.Error("all keys were measured")
	}
}

// readings returns a session with readings of meters that arrive in the order of their times.
func readings(t testing.TB, records int) *engine.Session {
	data := dataset.Spec{Fields: []string{"meter", "time", "value"}}
	random := rand.New(rand.NewSource(3))
	for i := range records {
		data.Records = append(data.Records, []string{fmt.Sprintf("m%02d", random.Intn(40)), fmt.Sprintf("201503%02d%04d", 1+i/100, i%100), fmt.Sprint(random.Intn(9))})
	}
	day := plan.Cond{Field: "time", Op: plan.Between, Value: "201503020000", To: "201503030000"}
	meter := plan.Cond{Field: "meter", Op: plan.Equal, Value: "m07"}
	columns := []plan.FieldColumn{{Field: "value", Family: "d", Qualifier: "v"}}
	return sessionOf(t, "{time}#{meter}", columns, data,
		plan.Query{ID: "newest", Where: []plan.Cond{meter}, Latest: plan.Latest{Field: "time", N: 3}},
		plan.Query{ID: "day", Where: []plan.Cond{day}},
		plan.Query{ID: "day of meter", Where: []plan.Cond{day, meter}},
	)
}

// TestPlanted searches data for which the best design is known.
func TestPlanted(t *testing.T) {
	session := readings(t, 400)
	rates := []engine.QueryRate{{Query: "newest", Rate: 100}, {Query: "day", Rate: 1}}
	_, result := found(t, session, Ask{Rates: rates})
	// Each question has a table of its own, of which the one that begins with the time is hot: it reads three
	// rows for the newest of a meter, and the hundred of a day.
	templates := []string{"{meter}#{time}", "{time}#{meter}"}
	at := slices.IndexFunc(result.Points, func(p Point) bool {
		return slices.Equal(templatesOf(p), templates) && p.Cost.Scanned == 100*3+100 && p.Cost.WriteLoad > 2
	})
	if at < 0 {
		for _, p := range result.Points {
			t.Log(p.Cost, p.Attempt.Designs)
		}
		t.Fatalf("%v is not on the front", templates)
	}
	want := map[string]Key{
		"{time}#{meter}": {Serves: []string{"day"}, Segments: []Segment{
			{Field: "time", Text: "time", Narrows: []string{"day"}}, {Field: "meter", Text: "meter", Distinguishes: true},
		}},
		"{meter}#{time}": {Serves: []string{"newest", "day of meter"}, Segments: []Segment{
			{Field: "meter", Text: "meter", Narrows: []string{"newest", "day of meter"}}, {Field: "time", Text: "time", Narrows: []string{"day of meter"}, Orders: []string{"newest"}},
		}},
	}
	for i, d := range result.Points[at].Attempt.Designs {
		if got := result.Points[at].Keys[i]; !reflect.DeepEqual(got, want[d.Template]) {
			t.Errorf("the reasons of %s are %+v, want %+v", d.Template, got, want[d.Template])
		}
	}
	// Numbers that are counted up make every key that begins with them hot, unless they are turned round.
	data := dataset.Spec{Fields: []string{"id", "step"}}
	for i := range 1200 {
		data.Records = append(data.Records, []string{fmt.Sprint(10_000_000 + i/4), fmt.Sprint(i % 4)})
	}
	session = sessionOf(t, "{id}#{step}", []plan.FieldColumn{{Field: "step", Family: "d", Qualifier: "s"}}, data,
		plan.Query{ID: "one", Where: []plan.Cond{{Field: "id", Op: plan.Equal, Value: "10000100"}}})
	_, result = found(t, session, Ask{})
	if !result.Complete || len(result.Points) != 1 {
		t.Fatalf("%+v", result)
	}
	even := result.Points[0]
	if text := even.Attempt.Designs[0].Template; text != "{id|reverse}#{step}" || even.Cost.Scanned != 4 || even.Cost.WriteLoad != 1 || !even.Keys[0].Segments[0].Spreads {
		t.Errorf("%+v", even)
	}
	if hot := attempt(session, "{id}#{step}"); roundedSkew(hot.Skew) < 4 {
		t.Errorf("the numbers as they are have a skew of %v", hot.Skew)
	}
}

// templatesOf returns the templates of a point in order.
func templatesOf(p Point) (out []string) {
	for _, d := range p.Attempt.Designs {
		out = append(out, d.Template)
	}
	slices.Sort(out)
	return out
}

// TestLimits tests the limits of tables and bytes, and refusals.
func TestLimits(t *testing.T) {
	session := readings(t, 400)
	_, free := found(t, session, Ask{})
	tables, most := 0, int64(0)
	for _, p := range free.Points {
		tables, most = max(tables, len(p.Attempt.Designs)), max(most, p.Cost.Bytes)
	}
	_, bound := found(t, session, Ask{MaxBytes: most - 1})
	var want []Cost
	for _, p := range free.Points {
		if p.Cost.Bytes < most {
			want = append(want, p.Cost)
		}
	}
	var got []Cost
	for _, p := range bound.Points {
		got = append(got, p.Cost)
	}
	if tables != 2 || !slices.Equal(got, want) {
		t.Errorf("%d tables; within %d bytes %v, want %v", tables, most-1, got, want)
	}
	_, one := found(t, session, Ask{MaxTables: 1})
	for _, p := range one.Points {
		if len(p.Attempt.Designs) > 1 {
			t.Errorf("%v of one table", p.Attempt.Designs)
		}
	}
	if _, err := New(session, Ask{Table: "none"}); err == nil {
		t.Error("a table that does not exist is searched")
	}
	session.Do(engine.SetWorkload{})
	if _, err := New(session, Ask{}); err == nil {
		t.Error("without questions there is a search")
	}
}

// TestStop tests that a search which is dropped ends, at any point, and leaves the session unchanged; and
// that the size of the steps makes no difference.
func TestStop(t *testing.T) {
	session := readings(t, 300)
	s, whole := found(t, session, Ask{})
	if len(s.keys) == 0 {
		t.Fatal("no keys")
	}
	version, routines := session.Version(), runtime.NumGoroutine()
	for _, steps := range []int{0, 1, 5, 40, 200} {
		s, err := New(session, Ask{})
		if err != nil {
			t.Fatal(err)
		}
		for range steps {
			s.Step(200)
		}
		s.Stop()
		if !s.Step(200) {
			t.Errorf("after %d steps a stopped search goes on", steps)
		}
	}
	if n := runtime.NumGoroutine(); n != routines || session.Version() != version {
		t.Errorf("%d goroutines, before %d; version %d, before %d", n, routines, session.Version(), version)
	}
	fine, err := New(readings(t, 300), Ask{})
	if err != nil {
		t.Fatal(err)
	}
	for !fine.Step(50) {
	}
	if got := fine.Result(); !reflect.DeepEqual(got.Points, whole.Points) || got.Keys != whole.Keys || got.Measured != whole.Measured {
		t.Error("the result depends on the size of the steps")
	}
}

// TestSample tests that a table of more records than are tried at once is searched by a sample.
func TestSample(t *testing.T) {
	session := large(t, engine.MaxTrialRecords+1)
	s, err := New(session, Ask{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	for len(s.Result().Points) == 0 && !s.Step(100_000) {
	}
	if r := s.Result(); r.Sampled == 0 || r.Sampled > SampleSize || r.Points[0].Attempt.Designs[0].Records != r.Sampled {
		t.Errorf("of %d records a sample of %d: %+v", engine.MaxTrialRecords+1, r.Sampled, r.Points)
	}
}
