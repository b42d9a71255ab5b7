package wire

import "tabletop/engine"

func nextKeys(c *Coder, v *engine.NextKeys) {
	String(c, &v.Table)
	String(c, &v.Prefix)
	Int(c, &v.Count)
}

func keysFound(c *Coder, v *engine.KeysFound) {
	String(c, &v.Table)
	String(c, &v.Prefix)
	List(c, &v.Pieces, func(c *Coder, p *engine.KeyPiece) {
		String(c, &p.Start)
		String(c, &p.Field)
		Int(c, &p.Rows)
		c.Bool(&p.Whole)
	})
	c.Bool(&v.More)
	List(c, &v.Columns, func(c *Coder, n *engine.ColumnName) {
		String(c, &n.Family)
		String(c, &n.Qualifier)
	})
}
