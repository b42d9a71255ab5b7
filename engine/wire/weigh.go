package wire

import "tabletop/engine"

func weighed(c *Coder, v *engine.Weighed) {
	List(c, &v.Attempts, func(c *Coder, a *engine.Attempt) {
		c.Uint(&a.State)
		c.Bool(&a.Now)
		String(c, &a.Named)
		List(c, &a.Designs, func(c *Coder, d *engine.AttemptDesign) {
			String(c, &d.Table)
			String(c, &d.Template)
			Int(c, &d.Records)
		})
		Int(c, &a.Bytes)
		List(c, &a.Verdicts, Verdict)
		List(c, &a.Growth, func(c *Coder, g *engine.Growth) {
			Int(c, &g.From)
			Int(c, &g.Records)
			Int(c, &g.Scanned)
			Int(c, &g.Wanted)
			Int(c, &g.Bytes)
		})
		number(c, &a.Skew)
	})
}
