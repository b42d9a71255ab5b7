package wire

import "tabletop/engine"

// timelineRequest codes the requests of the timeline and the schema.
func timelineRequest(c *Coder, r *engine.Request, tag uint8) {
	switch tag {
	case tagGoTo:
		Member(c, r, func(v *engine.GoTo) { c.Uint(&v.State) })
	case tagCheckpoint:
		Member(c, r, func(v *engine.Checkpoint) { String(c, &v.Name) })
	case tagDropCheckpoint:
		Member(c, r, func(v *engine.DropCheckpoint) { String(c, &v.Name) })
	case tagRestore:
		Member(c, r, func(v *engine.Restore) { String(c, &v.Name) })
	case tagSettle:
		Member(c, r, func(*engine.Settle) {})
	case tagGarbage:
		Member(c, r, func(v *engine.Garbage) { String(c, &v.Table) })
	case tagCompact:
		Member(c, r, func(v *engine.Compact) { String(c, &v.Table) })
	case tagSizes:
		Member(c, r, func(v *engine.Sizes) { String(c, &v.Table) })
	case tagAdvance:
		Member(c, r, func(v *engine.Advance) { Int(c, &v.By) })
	default:
		c.fail("member")
	}
}

// Step codes a change of the timeline.
func Step(c *Coder, s *engine.Step) {
	c.Uint(&s.State)
	Int(c, &s.At)
	line(c, &s.What)
}
