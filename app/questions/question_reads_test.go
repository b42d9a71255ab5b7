package questions

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console/dialects"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// scores are records of a few players whose names begin alike.
func scores() dataset.Spec {
	d := dataset.Spec{Fields: []string{"game", "player", "at", "kda", "host"}}
	for i := range 400 {
		d.Records = append(d.Records, []string{
			[]string{"LoL", "Lo", "Dota 2"}[i%3], []string{"Corrie", "Corrie2", "Ann", "o'Neil", "zoë"}[i%5],
			strconv.Itoa(1425330757685 + i*977_000), strconv.Itoa(i * 7 % 23), []string{"a.b.com", "b.com", "x.org"}[i%7%3],
		})
	}
	return d
}

var scoreColumns = []plan.FieldColumn{
	{Field: "game", Family: "f", Qualifier: "game"}, {Field: "player", Family: "f", Qualifier: "player"},
	{Field: "at", Family: "f", Qualifier: "at"}, {Field: "kda", Family: "g", Qualifier: "k.d"}, {Field: "host", Family: "f", Qualifier: "host"},
}

// someQuery returns a query for values that records have, or nearly have.
func someQuery(rng *rand.Rand, d dataset.Spec) (q plan.Query) {
	value := func(i int) string { return d.Records[rng.IntN(len(d.Records))][i] }
	for range rng.IntN(4) {
		i := rng.IntN(len(d.Fields))
		c := plan.Cond{Field: d.Fields[i], Op: plan.ConditionOp(rng.IntN(int(plan.Ops))), Value: value(i)}
		switch c.Op {
		case plan.HasPrefix:
			c.Value = c.Value[:1+rng.IntN(len(c.Value))]
		case plan.Under:
			c.Value = "com"
		case plan.Between, plan.Numbers:
			c.To = value(i)
			if c.Op == plan.Between && c.To < c.Value {
				c.Value, c.To = c.To, c.Value
			}
		}
		q.Where = append(q.Where, c)
	}
	if rng.IntN(3) == 0 {
		q.Latest = plan.Latest{Field: "at", N: int64(1 + rng.IntN(20))}
	}
	if rng.IntN(4) == 0 {
		q.Columns = []string{"kda"}
	}
	return q
}

// TestReadsScanWhatTheCardSays tests, for random questions and keys, that the commands of a
// question together scan the rows that it was measured to scan, and return as many if they can
// express all of it.
func TestReadsScanWhatTheCardSays(t *testing.T) {
	data := scores()
	said, whole := map[engine.Dialect]int{}, map[engine.Dialect]int{}
	for seed, template := range []string{
		"{game}#{player}#{at}", "{game}#{player}#{at|newest}", "{player}#{game}#{at}", "{at}#{player}", "{player|salt:4}#{player}#{at}",
		"{game|pad:8}{player}#{at|date}", "{host|domain}#{at}", "{player|hash:4}#{at}", "{at|day}#{game}#{player}#{at}", "{player|first:3}#{at|zero:16}#{player}",
		"s {player}\x00{at|reverse}", "{kda|zero:4}#{at}", "const#{player|padleft:9}{at}", "{at|salt:3}#{at|newest}#{player}",
	} {
		s := engine.New(engine.Options{Now: func() base.Micros { return 1_700_000_000_000_000 }, Interpreters: []*engine.Interpreter{engine.HBaseInterpreter()}})
		if r := s.Do(engine.LoadRecords{Table: "t", Template: template, Columns: scoreColumns, Data: data}); r.Err != nil {
			t.Fatal(template, r.Err)
		}
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		for range 60 {
			q := someQuery(rng, data)
			p := engine.AnswerAs[*engine.QuestionPlan](s.Do(engine.PlanQuestion{Query: q, Measure: true}).Answer)
			r := s.Do(engine.SetWorkload{Queries: []plan.Query{q}})
			if r.Err != nil || len(r.Verdicts) != 1 || fmt.Sprint(p.Verdict) != fmt.Sprint(r.Verdicts[0]) {
				t.Fatalf("%s: %+v\nis proposed as %+v\nand measured as %+v", template, q, p.Verdict, r.Verdicts)
			}
			for d := range engine.HBase + 1 {
				checkReads(t, s, p, d, func(complete bool) {
					said[d]++
					if complete {
						whole[d]++
					}
				}, fmt.Sprintf("%s: %+v", template, q))
			}
		}
	}
	for d := range engine.HBase + 1 {
		t.Logf("%s: %d questions said, %d of them whole", dialects.ByID(d).Name, said[d], whole[d])
		if said[d] < 500 || whole[d] < 250 {
			t.Errorf("%s: only %d questions said, %d of them whole", dialects.ByID(d).Name, said[d], whole[d])
		}
	}
}

func checkReads(t *testing.T, s *engine.Session, p *engine.QuestionPlan, d engine.Dialect, said func(complete bool), context string) {
	t.Helper()
	var scanned, returned int64
	complete := true
	for _, r := range p.Reads {
		text, plain, lacks := typed(r, d)
		if text == "" {
			if lacks == nil || p.Verdict.Limit == 0 {
				t.Errorf("%s\n%+v cannot be said: %v", context, r, lacks)
			}
			return
		}
		complete = complete && !plain
		reply := s.Do(engine.RunConsole{Dialect: d, Text: text})
		if reply.Err != nil || reply.Read == nil {
			t.Fatalf("%s\n%s\nis refused: %v", context, text, reply.Err)
		}
		scanned += reply.Read.Stats.RowsScanned
		returned += reply.Read.Stats.RowsReturned
	}
	if v := p.Verdict; v.Table != "" && (scanned != v.Stats.RowsScanned || complete && returned != v.Stats.RowsReturned) {
		t.Fatalf("%s\n%+v\nscan %d and return %d, the question %d and %d", context, p.Reads, scanned, returned, v.Stats.RowsScanned, v.Stats.RowsReturned)
	}
	said(complete)
}
