package wire

import "tabletop/engine"

func weigh(c *Coder, v *engine.Weigh) {
	List(c, &v.Figures, Figure)
	List(c, &v.Trials, Trial)
	c.Bool(&v.Alone)
}

// Trial codes a design to be weighed.
func Trial(c *Coder, v *engine.Trial) {
	String(c, &v.Name)
	List(c, &v.Tables, attemptDesign)
	Optional(c, &v.Data, Spec)
}

func weighed(c *Coder, v *engine.Weighed) {
	List(c, &v.Attempts, attempt)
	List(c, &v.Trials, attempt)
}

func attempt(c *Coder, a *engine.Attempt) {
	c.Uint(&a.State)
	c.Bool(&a.Now)
	String(c, &a.Named)
	List(c, &a.Designs, attemptDesign)
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
}

func attemptDesign(c *Coder, d *engine.AttemptDesign) {
	String(c, &d.Table)
	String(c, &d.Template)
	Int(c, &d.Records)
}
