package wire

import "tabletop/engine"

// Trial codes a design to be weighed.
func Trial(c *Coder, v *engine.Trial) {
	String(c, &v.Name)
	List(c, &v.Tables, attemptDesign)
	Optional(c, &v.Data, Spec)
}

func attemptDesign(c *Coder, d *engine.AttemptDesign) {
	String(c, &d.Table)
	String(c, &d.Template)
	Int(c, &d.Records)
}
