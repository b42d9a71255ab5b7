package wire

import (
	"tabletop/engine"
	"tabletop/engine/cluster"
	"tabletop/engine/traffic"
)

func Simulate(c *Coder, v *engine.Simulate) {
	String(c, &v.Table)
	String(c, &v.Template)
	Enum(c, &v.Policy, cluster.ByLoad+1)
	Int(c, &v.Nodes)
	Int(c, &v.Minutes)
	number(c, &v.Writes)
	List(c, &v.Reads, func(c *Coder, a *engine.Asked) { String(c, &a.Query); number(c, &a.Rate); c.Bool(&a.Newest) })
	Enum(c, &v.Shape.Kind, traffic.Rise+1)
	Int(c, &v.Shape.Period)
	number(c, &v.Shape.Least)
	Int(c, &v.Shape.At)
	number(c, &v.Shape.Times)
	Int(c, &v.Times)
	c.Uint(&v.Seed)
}

// simulate codes the request, which nothing stores; what [Simulate] codes is part of
// lessons that are.
func simulate(c *Coder, v *engine.Simulate) {
	Simulate(c, v)
	c.Bool(&v.Idle)
}

// number codes what can be compared with itself.
func number(c *Coder, v *float64) {
	c.Float(v)
	if *v != *v {
		c.fail("number")
	}
}
