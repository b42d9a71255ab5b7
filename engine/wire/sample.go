package wire

import "tabletop/engine"

func load(c *Coder, v *engine.Load) {
	String(c, &v.Table)
	String(c, &v.Template)
	List(c, &v.Columns, Column)
	Spec(c, &v.Data)
}

func sampled(c *Coder, v *engine.Sampled) {
	List(c, &v.Rows, func(c *Coder, r *engine.SampledRow) {
		String(c, &r.Key)
		stringList(c, &r.Record)
	})
}
