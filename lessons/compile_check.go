//go:build !js || author

package lessons

import (
	"maps"
	"reflect"
	"slices"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/traffic"
)

// sourceWhen is a [NoteCondition] as lesson.json writes it.
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

// sourceTraffic is a [Traffic] as lesson.json writes it.
type sourceTraffic struct {
	Table   string
	Policy  string             // bigtable, hbase, load; "" for bigtable
	Nodes   int                // at least 1
	Minutes int64              // of virtual time, at least 1
	Writes  float64            // a second
	Reads   map[string]float64 // by query, a second; "" for reads of single rows
	Newest  bool               // reads are about what was written last
	Shape   string             // constant, periodic, rise; "" for constant
	Against string             // see [Traffic.Against]
	Priced  bool
}

// check compiles a check of step s. It finds the one member of src that is set by reflection, so
// that a new check needs no line here.
func (c *compiler) check(src sourceCheck, s *Step) Check {
	var out []Check
	of := reflect.ValueOf(src)
	for _, f := range reflect.VisibleFields(of.Type()) {
		if v := of.FieldByIndex(f.Index); f.Anonymous || v.IsNil() {
			continue
		} else if g, ok := v.Interface().(*sourceGraded); ok {
			out = append(out, c.graded(*g))
		} else {
			out = append(out, v.Elem().Interface().(Check))
		}
	}
	if len(out) != 1 {
		c.refuse(base.MistakeCheck)
		return nil
	}
	if v, ok := out[0].(verified); ok {
		v.verify(c, s)
	}
	return out[0]
}

// graded compiles the check that grades designs. Every query of the workload needs a rate, and the
// data set a recipe whose count and seed are replaced.
func (c *compiler) graded(v sourceGraded) Graded {
	of := Graded{Data: c.data(v.Data, v.Count).Spec, Scanned: v.Scanned, Skew: v.Skew, Bytes: v.Bytes}
	for _, q := range c.src.Queries {
		if v.Rates[q.ID] > 0 {
			of.Rates = append(of.Rates, Rate{q.ID, v.Rates[q.ID]})
		}
	}
	switch {
	case of.Data.Recipe == nil || v.Count == 0 || v.Seed == 0:
		c.refuse(base.MistakeGradedData)
	case len(of.Rates) != len(c.src.Queries) || len(v.Rates) != len(of.Rates):
		c.refuse(base.MistakeGradedRates)
	case v.Scanned <= 0 || v.Skew <= 0 || v.Bytes <= 0:
		c.refuse(base.MistakeGradedPars)
	default:
		of.Data.Recipe.Seed = v.Seed // c.data has copied the recipe, see sized
	}
	return of
}

// when compiles the condition of a note of step s.
func (c *compiler) when(w sourceWhen, s *Step) NoteCondition {
	out := NoteCondition{
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
func (c *compiler) traffic(src *sourceTraffic) *Traffic {
	out := &Traffic{Against: src.Against, Priced: src.Priced, Simulate: engine.Simulate{
		Table: src.Table, Nodes: src.Nodes, Minutes: src.Minutes, Writes: src.Writes, Seed: 1,
	}}
	if src.Policy != "" {
		c.among("policy", src.Policy, policyNames)
	}
	out.Policy = cluster.Policy(max(slices.Index(policyNames, src.Policy), 0))
	if src.Shape != "" {
		c.among("shape", src.Shape, shapeNames)
	}
	out.Shape = traffic.Shaped(traffic.ShapeKind(max(slices.Index(shapeNames, src.Shape), 0)), src.Minutes*60)
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
