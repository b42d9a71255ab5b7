package author

import (
	"maps"
	"reflect"
	"slices"

	"tabletop/engine"
	"tabletop/engine/advise"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/plan"
	"tabletop/engine/traffic"
	"tabletop/lessons"
)

// sourceCheck is a check as lesson.json writes it. Exactly one member of the groups is set.
type sourceCheck struct {
	tableChecks
	readChecks
	designChecks
	loadChecks
	gradeChecks
}

// tableChecks are the checks of what tables hold, and of what was refused.
type tableChecks struct {
	Holds   *lessons.HasRows
	Cell    *lessons.CellHolds
	Stored  *lessons.RowsStored
	Schema  *lessons.FamilySchema
	Refused *lessons.CommandRefused
	Silent  *lessons.NoFindings
	Split   *lessons.SplitAtCreation
	AtOnce  *lessons.WrittenTogether
	Timed   *lessons.CellTime
	Rules   *lessons.GCRules
	Files   *lessons.FilesStored
	Sums    *lessons.ColumnSums
}

// readChecks are the checks of what the reader read, and of answers to questions.
type readChecks struct {
	Reads    *lessons.LatestReads
	Asked    *lessons.ExactReadByReader
	Fetched  *lessons.RowFetched
	Answered *lessons.QuestionAnswered
}

// designChecks are the checks of row-key templates and of what queries cost under them.
type designChecks struct {
	Kept     *lessons.KeepsFields
	Exact    *lessons.ExactReads
	Costs    *lessons.QueryCost
	Measured *lessons.MeasuredAtSizes
}

// loadChecks are the checks of tables under traffic.
type loadChecks struct {
	Heat   *lessons.SimulatedHeat
	Served *lessons.SimulatedOnNodes
}

// gradeChecks are the checks of designs that are graded.
type gradeChecks struct {
	Graded *sourceGraded
	Over   *lessons.FailsCriterion
	Bill   *sourceBill
	Found  *lessons.FaultsFound
	Queue  *sourceQueue
	Amiss  *lessons.FirstAmiss
}

// sourceQueue is [lessons.WorkedQueue] as lesson.json writes it.
type sourceQueue struct {
	Table                string
	Data                 string // the name of the hidden jobs
	Sample               []string
	Takes                int64
	IdleFrom, IdleTo     int64
	Days, Every          int64
	Fullest, Left        int64
	Gold, Silver, Bronze int64
}

// sourceBill is [lessons.MonthlyBill] as lesson.json writes it.
type sourceBill struct {
	Table  string
	Writes []struct {
		Data                string // the name of the hidden data, and of the writes
		Sample              []string
		Bytes, Latest, Days int64
	}
	Reads                []lessons.BilledRead
	Families             int64
	Scale, Keep, Send    int64
	Gold, Silver, Bronze int64
}

// sourceGraded is [lessons.DesignGraded] as lesson.json writes it.
type sourceGraded struct {
	Data                 string
	Count                int64
	Seed                 uint64
	Rates                map[string]int64 // by the query's ID: times a minute
	Scanned, Skew, Bytes int64
}

// sourceWhen is a [lessons.NoteCondition] as lesson.json writes it.
type sourceWhen struct {
	Goal             string
	Is, Unless       *sourceCheck
	Table, Missing   string
	Collides         bool
	Tables           int
	Query            string
	Inexact          bool
	Access, Residual string
}

// sourceTraffic is a [lessons.Traffic] as lesson.json writes it.
type sourceTraffic struct {
	Table   string
	Policy  string             // bigtable, hbase, load; "" for bigtable
	Nodes   int                // at least 1
	Minutes int64              // of virtual time, at least 1
	Writes  float64            // a second
	Reads   map[string]float64 // by query, a second; "" for reads of single rows
	Newest  bool               // reads are about what was written last
	Shape   string             // constant, periodic, rise; "" for constant
	Against string             // see [lessons.Traffic.Against]
	Priced  bool
}

// check compiles a check of step s. It finds the one member of src that is set by reflection, so
// that a new check needs no line here.
func (c *compiler) check(src sourceCheck, s *lessons.Step) lessons.Check {
	var out []lessons.Check
	of := reflect.ValueOf(src)
	for _, f := range reflect.VisibleFields(of.Type()) {
		if v := of.FieldByIndex(f.Index); f.Anonymous || v.IsNil() {
			continue
		} else if g, ok := v.Interface().(*sourceGraded); ok {
			out = append(out, c.graded(*g))
		} else if b, ok := v.Interface().(*sourceBill); ok {
			out = append(out, c.bill(*b))
		} else if q, ok := v.Interface().(*sourceQueue); ok {
			out = append(out, c.queue(*q))
		} else {
			out = append(out, v.Elem().Interface().(lessons.Check))
		}
	}
	if len(out) != 1 {
		c.refuse(base.MistakeCheck)
		return nil
	}
	c.sensible(out[0], s)
	return out[0]
}

// sensible refuses mistakes in a check of step s that its members alone do not show.
func (c *compiler) sensible(of lessons.Check, s *lessons.Step) {
	switch v := of.(type) {
	case lessons.SimulatedHeat:
		c.loaded(s)
		if v.Pattern != "" {
			c.among("pattern", v.Pattern, words(cluster.Patterns...))
		}
		if !v.Hottest.Set && v.Pattern == "" {
			c.refuse(base.MistakeHeat)
		}
	case lessons.SimulatedOnNodes:
		c.loaded(s)
	case lessons.LatestReads:
		c.access(v.Access)
	case lessons.ExactReadByReader:
		c.query(v.Query)
	case lessons.QuestionAnswered:
		// Without a question it is about the guesses of the step's design.
		if v.Question != "" || !slices.ContainsFunc(s.Asks, lessons.Question.IsAboutDesign) {
			c.among("question", v.Question, names(s.Asks, func(q lessons.Question) string { return q.ID }))
		}
	case lessons.ExactReads:
		for _, q := range v.Queries {
			c.query(q)
		}
	case lessons.QueryCost:
		c.query(v.Query)
		c.access(v.Access)
	case lessons.RowsStored:
		if !v.Rows.Set && !v.Cells.Set && !v.Bytes.Set && !v.Packed.Set {
			c.refuse(base.MistakeStored)
		}
	case lessons.NoFindings:
		for _, rule := range v.Rules {
			c.among("rule", rule, words(advise.Rules...))
		}
	case lessons.FirstAmiss:
		if s != nil {
			c.among("goal", v.Goal, goals(*s))
		}
	case lessons.FailsCriterion:
		c.among("criterion", v.What, lessons.Criteria)
		if v.Query != "" {
			c.query(v.Query)
		}
	}
}

// loaded refuses a step without traffic.
func (c *compiler) loaded(s *lessons.Step) {
	if s == nil || s.Traffic == nil {
		c.refuse(base.MistakeNoLoad)
	}
}

// access refuses a word that is not an access path. The empty word, for any path, is allowed.
func (c *compiler) access(path plan.Access) {
	if path != "" {
		c.among("access", string(path), words(plan.Point, plan.Prefix, plan.Range, plan.Ranges, plan.Scan))
	}
}

// graded compiles the check that grades designs. Every query of the step's workload needs a rate, and
// the data set a recipe whose count and seed are replaced.
func (c *compiler) graded(v sourceGraded) lessons.DesignGraded {
	of := lessons.DesignGraded{Data: c.data(v.Data, v.Count).Spec, Scanned: v.Scanned, Skew: v.Skew, Bytes: v.Bytes}
	for _, q := range c.src.Queries {
		if v.Rates[q.ID] > 0 && slices.Contains(c.workload, q.ID) {
			of.Rates = append(of.Rates, lessons.Rate{Query: q.ID, PerMinute: v.Rates[q.ID]})
		}
	}
	switch {
	case of.Data.Recipe == nil || v.Count == 0 || v.Seed == 0:
		c.refuse(base.MistakeGradedData)
	case len(of.Rates) != len(c.workload) || len(v.Rates) != len(of.Rates):
		c.refuse(base.MistakeGradedRates)
	case v.Scanned <= 0 || v.Skew <= 0 || v.Bytes <= 0:
		c.refuse(base.MistakeGradedPars)
	default:
		of.Data.Recipe.Seed = v.Seed // c.data has copied the recipe, see [dataset.Spec.WithRecordCount]
	}
	return of
}

// bill compiles the check of a month's bill.
func (c *compiler) bill(v sourceBill) lessons.MonthlyBill {
	out := lessons.MonthlyBill{
		Table: v.Table, Reads: v.Reads, Families: v.Families, Scale: v.Scale, Keep: v.Keep, Send: v.Send,
		Gold: v.Gold, Silver: v.Silver, Bronze: v.Bronze,
	}
	for _, w := range v.Writes {
		out.Writes = append(out.Writes, lessons.BilledWrites{
			Name: w.Data, Sample: w.Sample, Data: c.data(w.Data, 0).Spec, Bytes: w.Bytes, Latest: w.Latest, Days: w.Days,
		})
	}
	for _, q := range v.Reads {
		for _, of := range q.Of {
			c.among("data", of, names(out.Writes, func(w lessons.BilledWrites) string { return w.Name }))
		}
	}
	if !out.Valid() {
		c.refuse(base.MistakeBill)
	}
	return out
}

// queue compiles the check of a worked queue.
func (c *compiler) queue(v sourceQueue) lessons.WorkedQueue {
	out := lessons.WorkedQueue{
		Table: v.Table, Data: c.data(v.Data, 0).Spec, Sample: v.Sample, Takes: v.Takes, IdleFrom: v.IdleFrom, IdleTo: v.IdleTo, Days: v.Days,
		Every: v.Every, Fullest: v.Fullest, Left: v.Left, Gold: v.Gold, Silver: v.Silver, Bronze: v.Bronze,
	}
	if !out.Valid() {
		c.refuse(base.MistakeQueue)
	}
	return out
}

// when compiles the condition of a note of step s.
func (c *compiler) when(w sourceWhen, s *lessons.Step) lessons.NoteCondition {
	out := lessons.NoteCondition{
		Goal: w.Goal, Table: w.Table, Missing: w.Missing, Collides: w.Collides, Tables: w.Tables, Query: w.Query,
		Inexact: w.Inexact, Access: w.Access, Residual: w.Residual,
	}
	if w.Goal != "" {
		c.among("goal", w.Goal, goals(*s))
	}
	if w.Is != nil {
		out.Is = c.check(*w.Is, s)
	}
	if w.Unless != nil {
		out.Unless = c.check(*w.Unless, s)
	}
	if w.Query != "" {
		c.query(w.Query)
	} else if w.Inexact || w.Access != "" || w.Residual != "" {
		c.refuse(base.MistakeWhenQuery)
	}
	for _, f := range []string{w.Missing, w.Residual} {
		if f != "" {
			c.field(f)
		}
	}
	if w == (sourceWhen{}) {
		c.refuse(base.MistakeWhenEmpty)
	}
	return out
}

// traffic compiles the traffic of a step. Reads are in the order of the workload.
func (c *compiler) traffic(src *sourceTraffic) *lessons.Traffic {
	out := &lessons.Traffic{Against: src.Against, Priced: src.Priced, SimulateLoad: engine.SimulateLoad{
		Table: src.Table, Nodes: src.Nodes, Minutes: src.Minutes, Writes: src.Writes, Seed: 1,
	}}
	if src.Policy != "" {
		c.among("policy", src.Policy, policyNames)
	}
	out.Policy = cluster.TabletPolicy(max(slices.Index(policyNames, src.Policy), 0))
	if src.Shape != "" {
		c.among("shape", src.Shape, shapeNames)
	}
	out.Shape = traffic.DefaultShape(traffic.ShapeKind(max(slices.Index(shapeNames, src.Shape), 0)), src.Minutes*60)
	for _, q := range c.src.Queries {
		if rate, ok := src.Reads[q.ID]; ok {
			out.Reads = append(out.Reads, engine.QueryRate{Query: q.ID, Rate: rate, Newest: src.Newest})
		}
	}
	if rate, ok := src.Reads[""]; ok {
		out.Reads = append(out.Reads, engine.QueryRate{Rate: rate, Newest: src.Newest})
	}
	for _, id := range slices.Sorted(maps.Keys(src.Reads)) {
		if id != "" {
			c.query(id)
		}
	}
	if src.Table == "" || src.Nodes < 1 || src.Minutes < 1 || src.Writes < 0 {
		c.refuse(base.MistakeTraffic)
	}
	if src.Against != "" {
		c.template(src.Against, nil)
	}
	return out
}
