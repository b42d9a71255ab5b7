package search

import (
	"testing"
	"time"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// large returns a session with records of 8 fields and 6 questions.
func large(t testing.TB, records int64) *engine.Session {
	data := dataset.Spec{Recipe: &dataset.Recipe{Count: records, Seed: 7, Gens: []dataset.Generator{
		{Field: "region", Kind: dataset.Choice, Values: []string{"north", "south", "east", "west"}},
		{Field: "city", Kind: dataset.Ints, Values: []string{"c{n}"}, From: "001", To: "120"},
		{Field: "meter", Kind: dataset.Ints, Values: []string{"m{n}"}, From: "00001", To: "04000"},
		{Field: "kind", Kind: dataset.Choice, Values: []string{"gas", "power", "water"}},
		{Field: "time", Kind: dataset.Arrival, From: "20150301000000", To: "20150401000000"},
		{Field: "status", Kind: dataset.Choice, Values: []string{"ok", "late", "lost"}, Weights: []int64{90, 8, 2}},
		{Field: "value", Kind: dataset.Decimals, From: "0", To: "1000", Step: "5"},
		{Field: "owner", Kind: dataset.Ints, Values: []string{"o{n}"}, From: "001", To: "800"},
	}}}
	var columns []plan.FieldColumn
	for _, g := range data.Recipe.Gens {
		data.Fields = append(data.Fields, g.Field)
		columns = append(columns, plan.FieldColumn{Field: g.Field, Family: "d", Qualifier: base.Qualifier(g.Field)})
	}
	is := func(field, value string) plan.Cond { return plan.Cond{Field: field, Op: plan.Equal, Value: value} }
	day := plan.Cond{Field: "time", Op: plan.Between, Value: "20150305000000", To: "20150306000000"}
	return sessionOf(t, "{time}#{meter}", columns, data,
		plan.Query{ID: "meter", Where: []plan.Cond{is("meter", "m00007")}, Latest: plan.Latest{Field: "time", N: 10}},
		plan.Query{ID: "city", Where: []plan.Cond{is("city", "c007"), day}},
		plan.Query{ID: "owner", Where: []plan.Cond{is("owner", "o007"), is("kind", "gas")}},
		plan.Query{ID: "lost", Where: []plan.Cond{is("status", "lost"), day}},
		plan.Query{ID: "region", Where: []plan.Cond{is("region", "north"), is("kind", "gas")}, Latest: plan.Latest{Field: "time", N: 20}},
		plan.Query{ID: "each", Where: []plan.Cond{is("city", "c007")}, Latest: plan.Latest{Field: "time", N: 1}, Each: "meter"},
	)
}

// sessionOf returns a session with one designed table, called r, and its questions.
func sessionOf(t testing.TB, template string, columns []plan.FieldColumn, data dataset.Spec, queries ...plan.Query) *engine.Session {
	t.Helper()
	s := engine.New(engine.Options{Now: func() base.Micros { return 1_767_225_600_000_000 }})
	for _, r := range []engine.Request{engine.SetWorkload{Queries: queries}, engine.LoadRecords{Table: "r", Template: template, Columns: columns, Data: data}} {
		if reply := s.Do(r); reply.Err != nil {
			t.Fatalf("%T: %v", r, reply.Err)
		}
	}
	return s
}

// BenchmarkSearch searches 100,000 records of 8 fields for 6 questions, and reports when there is a first
// front, when the first one with a design that is not the present one, and when all is done.
func BenchmarkSearch(b *testing.B) {
	session := large(b, 100_000)
	for b.Loop() {
		s, err := New(session, Ask{})
		if err != nil {
			b.Fatal(err)
		}
		begun, first, better := time.Now(), time.Duration(0), time.Duration(0)
		for !s.Step(1000) {
			if points := s.points; first == 0 && len(points) > 0 {
				first = time.Since(begun)
			} else if better == 0 && (len(points) > 1 || len(points) == 1 && !points[0].Attempt.Current) {
				better = time.Since(begun)
			}
		}
		r := s.Result()
		if !r.Complete {
			b.Error("not complete")
		}
		b.ReportMetric(float64(first.Milliseconds()), "first-ms")
		b.ReportMetric(float64(better.Milliseconds()), "better-ms")
		b.ReportMetric(float64(time.Since(begun).Milliseconds()), "all-ms")
		b.ReportMetric(float64(r.Keys), "keys")
		b.ReportMetric(float64(r.Measured), "measured")
		b.ReportMetric(float64(len(r.Points)), "points")
		if testing.Verbose() {
			for _, p := range r.Points {
				b.Logf("%.0f rows, load %.1f, %d bytes: %v", p.Cost.Scanned, p.Cost.WriteLoad, p.Cost.Bytes, p.Attempt.Designs)
			}
		}
	}
}
