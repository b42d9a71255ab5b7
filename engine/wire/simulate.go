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

func behind(c *Coder, v *engine.Behind) {
	Simulate(c, &v.Of)
	String(c, &v.Start)
	String(c, &v.End)
	Int(c, &v.From)
	Int(c, &v.To)
}

func simulated(c *Coder, v *engine.Simulated) {
	Simulate(c, &v.Of)
	c.Uint(&v.Version)
	c.Bool(&v.Live)
	String(c, &v.Template)
	List(c, &v.Borders, String)
	Int(c, &v.Seconds)
	List(c, &v.Columns, func(c *Coder, k *engine.SimulatedColumn) {
		Int(c, &k.Tablets)
		amount(c, &k.Ops)
		amount(c, &k.Hottest)
		c.Uint(&k.Command)
	})
	for i := range v.Cells {
		amounts(c, &v.Cells[i])
		p := &v.Peaks[i]
		Int(c, &p.Cell)
		amount(c, &p.Most)
		amount(c, &p.Mean)
	}
	amounts(c, &v.Use)
	d := &v.Diagnosis
	String(c, &d.Pattern)
	number(c, &d.Share)
	String(c, &d.Start)
	String(c, &d.End)
	Int(c, &d.At)
	number(c, &d.Times)
	Int(c, &d.Period)
	number(c, &v.Hottest)
	number(c, &v.Asked)
	Int(c, &v.Keys)
	Int(c, &v.Bytes)
	List(c, &v.First, func(c *Coder, t *cluster.Served) { String(c, &t.Start); Int(c, &t.Node) })
	Int(c, &v.Last)
	List(c, &v.Hot, func(c *Coder, h *engine.HotTablet) {
		String(c, &h.Start)
		String(c, &h.End)
		Int(c, &h.Node)
		number(c, &h.Share)
		number(c, &h.Load)
		number(c, &h.Rate)
		Int(c, &h.Bytes)
		Enum(c, &h.Reason, cluster.Young+1)
	})
	List(c, &v.Nodes, func(c *Coder, n *cluster.NodeTotal) { number(c, &n.Share); number(c, &n.Use); number(c, &n.Waits) })
	List(c, &v.Events, func(c *Coder, e *cluster.Event) {
		Int(c, &e.At)
		Enum(c, &e.Kind, cluster.Merged+1)
		String(c, &e.Key)
		Int(c, &e.From)
		Int(c, &e.To)
	})
	Int(c, &v.Dropped)
}

func found(c *Coder, v *engine.Found) {
	behind(c, &v.Of)
	List(c, &v.Sources, func(c *Coder, s *engine.Source) {
		c.Bool(&s.Writes)
		String(c, &s.Query)
		number(c, &s.Times)
		c.Bool(&s.Scans)
	})
	List(c, &v.Keys, func(c *Coder, k *engine.BusyKey) { String(c, &k.Key); number(c, &k.Times) })
	Int(c, &v.Different)
	number(c, &v.Points)
}

// number codes what can be compared with itself.
func number(c *Coder, v *float64) {
	c.Float(v)
	if *v != *v {
		c.fail("no number")
	}
}

func amount(c *Coder, v *cluster.Amount) {
	n := uint64(*v)
	c.Uint(&n)
	if c.decoding && c.err == nil {
		if *v = cluster.Amount(n); uint64(*v) != n {
			c.fail("amount")
		}
	}
}

// amounts codes numbers of two bytes each. Decoded they stay in the frame, which is
// whole megabytes of them.
func amounts(c *Coder, v *cluster.Amounts) {
	if !c.decoding {
		c.Bytes((*[]byte)(v))
		return
	}
	b, ok := c.take()
	if !ok {
		return
	}
	if len(b)%2 != 0 {
		c.fail("half a number")
		return
	}
	if *v = nil; len(b) > 0 {
		*v = b
	}
}
