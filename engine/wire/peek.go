package wire

import "tabletop/engine"

func peek(c *Coder, v *engine.Peek) {
	String(c, &v.Table)
	String(c, &v.Row)
	String(c, &v.Family)
	String(c, &v.Qualifier)
	c.Uint(&v.State)
	c.Bool(&v.Whole)
	Int(c, &v.Offset)
}

func peeked(c *Coder, v *engine.Peeked) {
	peek(c, &v.Peek)
	Int(c, &v.Cells)
	Int(c, &v.Bytes)
	String(c, &v.Key)
	List(c, &v.Versions, func(c *Coder, v *engine.Version) {
		Int(c, &v.At)
		String(c, &v.Value)
		Int(c, &v.Size)
	})
}

// Window codes a request for a page of rows.
func Window(c *Coder, v *engine.Window) {
	String(c, &v.Table)
	Int(c, &v.Offset)
	Int(c, &v.Count)
	Int(c, &v.Margin)
	Int(c, &v.Versions)
	c.Uint(&v.State)
}
