package wire

import (
	"tabletop/engine"
	"tabletop/engine/advise"
)

func advice(c *Coder, v *engine.Advice) {
	c.Uint(&v.Version)
	Int(c, &v.Rows)
	Int(c, &v.Looked)
	List(c, &v.Findings, func(c *Coder, f *advise.Finding) {
		String(c, &f.Rule)
		String(c, &f.Table)
		stringList(c, &f.Args)
		String(c, &f.Example)
	})
	List(c, &v.Checked, String[advise.Rule])
}
