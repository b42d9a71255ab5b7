package wire

import (
	"tabletop/engine"
	"tabletop/engine/table"
)

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
	}
}

// Timeline codes a timeline.
func Timeline(c *Coder, t *engine.Timeline) {
	List(c, &t.Steps, Step)
	Int(c, &t.Now)
	c.Uint(&t.First)
	c.Bool(&t.Cut)
	List(c, &t.Checkpoints, func(c *Coder, m *engine.NamedState) {
		String(c, &m.Name)
		Int(c, &m.At)
		c.Uint(&m.State)
	})
	Int(c, &t.Ahead)
	List(c, &t.Workload, Query)
}

// timelineReply codes what those requests are answered with.
func timelineReply(c *Coder, v *engine.Reply) {
	Optional(c, &v.Timeline, Timeline)
	Optional(c, &v.Collected, func(c *Coder, g *engine.Collection) {
		String(c, &g.Table)
		Int(c, &g.At)
		c.Bool(&g.Removed)
		Int(c, &g.Rows)
		Int(c, &g.Vanished)
		Int(c, &g.KeyBytes)
		List(c, &g.Families, func(c *Coder, f *table.FamilyLoss) {
			String(c, &f.Family)
			for _, l := range []*table.Loss{&f.Age, &f.Versions, &f.Both} {
				Int(c, &l.Cells)
				Int(c, &l.Bytes)
			}
		})
		List(c, &g.First, func(c *Coder, f *table.Collected) {
			String(c, &f.Row)
			String(c, &f.Cell.Family)
			String(c, &f.Cell.Qualifier)
			Int(c, &f.Cell.At)
			String(c, &f.Cell.Value)
			String(c, &f.Cell.Label)
			Enum(c, &f.Reason, table.ByAge|table.ByVersions+1)
		})
		List(c, &g.Gone, String)
	})
	Optional(c, &v.Sizes, func(c *Coder, s *engine.TableSizes) {
		String(c, &s.Table)
		c.Uint(&s.Version)
		Int(c, &s.Rows)
		size(c, &s.Total)
		size(c, &s.Keys)
		List(c, &s.Families, func(c *Coder, f *table.FamilySize) {
			String(c, &f.Family)
			Int(c, &f.Cells)
			size(c, &f.Size)
		})
	})
}

// Step codes a change of the timeline.
func Step(c *Coder, s *engine.Step) {
	c.Uint(&s.State)
	Int(c, &s.At)
	line(c, &s.What)
}

func size(c *Coder, s *table.Size) {
	Int(c, &s.Plain)
	Int(c, &s.Packed)
}
