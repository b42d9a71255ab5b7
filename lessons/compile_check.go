//go:build !js || author

package lessons

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"tabletop/engine"
	"tabletop/engine/advise"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/plan"
	"tabletop/engine/traffic"
)

// sourceBound has one of is, and least with or without most.
type sourceBound struct{ Is, Least, Most *int64 }

// sourceCheck has one member set.
type sourceCheck struct {
	Holds    *Holds
	Answered *Answered
	Reads    *struct {
		Table                                  string
		Keys                                   []string
		Whole                                  bool
		Access                                 plan.Access
		Returned, Scanned, Seeks, Cells, Bytes sourceBound
		Together                               int
		CellsReturned, BytesReturned           sourceBound
	}
	Cell *struct {
		Table, Row, Column, Value string
		Versions, Number          sourceBound
	}
	Stored *struct {
		Table, Prefix      string
		Rows, Cells, Bytes sourceBound
		Packed             sourceBound
	}
	Schema *struct {
		Table, Family, Rule, Type string
		Absent                    bool
		Families                  sourceBound
	}
	Refused *Refused
	Kept    *Kept
	Exact   *Exact
	Costs   *struct {
		Query                 string
		Access                plan.Access
		Scanned, Seeks, Bytes sourceBound
		Per                   int64
	}
	Measured *Measured
	Heat     *struct {
		Table   string
		Hottest sourceBound
		Pattern string
	}
	Silent *Silent
	Graded *struct {
		Data                 string
		Count                int64
		Seed                 uint64
		Rates                map[string]int64 // by query, a minute
		Scanned, Skew, Bytes int64
	}
	Over *struct{ What, Query string }
}

// sourceWhen is [When] as it is written.
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

// sourceTraffic is [Traffic] as it is written.
type sourceTraffic struct {
	Table   string
	Policy  string // bigtable, hbase, load; "" for bigtable
	Nodes   int
	Minutes int64
	Writes  float64
	Reads   map[string]float64 // by query; "" for single rows
	Newest  bool
	Shape   string // constant, periodic, rise; "" for constant
	Against string
}

func (c *compiler) check(g sourceCheck, s *Step) Check {
	var out []Check
	if g.Holds != nil {
		out = append(out, *g.Holds)
	}
	if g.Answered != nil {
		c.among("question", g.Answered.Question, names(s.Asks, func(q Question) string { return q.ID }))
		out = append(out, *g.Answered)
	}
	if r := g.Reads; r != nil {
		c.access(r.Access)
		out = append(out, Reads{
			r.Table, r.Keys, r.Whole, r.Access, c.bound(r.Returned), c.bound(r.Scanned), c.bound(r.Seeks), c.bound(r.Cells), c.bound(r.Bytes), r.Together,
			c.bound(r.CellsReturned), c.bound(r.BytesReturned),
		})
	}
	if v := g.Cell; v != nil {
		out = append(out, Cell{v.Table, v.Row, v.Column, v.Value, c.bound(v.Versions), c.bound(v.Number)})
	}
	if v := g.Stored; v != nil {
		if v.Rows == (sourceBound{}) && v.Cells == (sourceBound{}) && v.Bytes == (sourceBound{}) && v.Packed == (sourceBound{}) {
			c.refuse(base.MistakeStored)
		}
		out = append(out, Stored{v.Table, v.Prefix, c.bound(v.Rows), c.bound(v.Cells), c.bound(v.Bytes), c.bound(v.Packed)})
	}
	if v := g.Schema; v != nil {
		out = append(out, Schema{v.Table, v.Family, v.Rule, v.Type, v.Absent, c.bound(v.Families)})
	}
	if g.Refused != nil {
		out = append(out, *g.Refused)
	}
	if g.Kept != nil {
		out = append(out, *g.Kept)
	}
	if g.Exact != nil {
		for _, q := range g.Exact.Queries {
			c.query(q)
		}
		out = append(out, *g.Exact)
	}
	if v := g.Costs; v != nil {
		c.query(v.Query)
		c.access(v.Access)
		out = append(out, Costs{v.Query, v.Access, c.bound(v.Scanned), v.Per, c.bound(v.Seeks), c.bound(v.Bytes)})
	}
	if g.Measured != nil {
		out = append(out, *g.Measured)
	}
	if v := g.Heat; v != nil {
		if s.Traffic == nil {
			c.refuse(base.MistakeNoLoad)
		}
		if v.Pattern != "" {
			c.among("pattern", v.Pattern, words(cluster.Patterns...))
		}
		if v.Hottest == (sourceBound{}) && v.Pattern == "" {
			c.refuse(base.MistakeHeat)
		}
		out = append(out, Heat{v.Table, c.bound(v.Hottest), v.Pattern})
	}
	if g.Silent != nil {
		for _, rule := range g.Silent.Rules {
			c.among("rule", rule, words(advise.Rules...))
		}
		out = append(out, *g.Silent)
	}
	if v := g.Graded; v != nil {
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
			of.Data.Recipe.Seed = v.Seed // a copy, see sized
		}
		out = append(out, of)
	}
	if v := g.Over; v != nil {
		c.among("criterion", v.What, Criteria)
		if v.Query != "" {
			c.query(v.Query)
		}
		out = append(out, Over(*v))
	}
	if len(out) != 1 {
		c.refuse(base.MistakeCheck)
		return nil
	}
	return out[0]
}

func (c *compiler) access(a plan.Access) {
	if a != "" {
		c.among("access", string(a), words(plan.Point, plan.Prefix, plan.Range, plan.Ranges, plan.Scan))
	}
}

func (c *compiler) bound(b sourceBound) Bound {
	out := Bound{b != (sourceBound{}), 0, math.MaxInt64}
	switch {
	case !out.Set:
		return Bound{}
	case b.Is != nil:
		out = Is(*b.Is)
		if b.Least != nil || b.Most != nil {
			c.refuse(base.MistakeBound)
		}
	default:
		if b.Least != nil {
			out.Least = *b.Least
		}
		if b.Most != nil {
			out.Most = *b.Most
		}
	}
	if out.Least > out.Most || out.Least < 0 {
		c.refuse(base.MistakeBoundEmpty, strconv.FormatInt(out.Least, 10), strconv.FormatInt(out.Most, 10))
	}
	return out
}

func (c *compiler) when(w sourceWhen, s *Step) When {
	out := When{
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

func (c *compiler) traffic(src *sourceTraffic) *Traffic {
	out := &Traffic{Against: src.Against, Simulate: engine.Simulate{
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
			out.Reads = append(out.Reads, engine.Asked{Query: q.ID, Rate: rate, Newest: src.Newest})
		}
	}
	if rate, ok := src.Reads[""]; ok {
		out.Reads = append(out.Reads, engine.Asked{Rate: rate, Newest: src.Newest})
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
