package wire

import (
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// EncodeChange returns the frame of a journaled change.
func EncodeChange(ch engine.Change) []byte {
	return Encode(nil, func(c *Coder) { Change(c, &ch) })
}

// DecodeChange reads a frame made by [EncodeChange].
func DecodeChange(frame []byte) (engine.Change, error) {
	var ch engine.Change
	err := Decode(frame, func(c *Coder) { Change(c, &ch) })
	return ch, err
}

// Change codes a change.
func Change(c *Coder, ch *engine.Change) {
	Int(c, &ch.At)
	Request(c, &ch.Request)
}

// Tags of the requests that are stored: in journals, and in lessons from files. A tag
// is never used again for another request.
const (
	tagConsole uint8 = iota + 1
	tagMore
	tagLoad
	tagRekey
	tagWorkload
	tagMeasure
	tagLook
	tagUndo
	tagRedo
	tagConsoleFiles
	tagGoTo
	tagCheckpoint
	tagDropCheckpoint
	tagRestore
	tagGarbage
	tagCompact
	tagSizes
	tagAdvance
	_
	_
	_
	_
	tagSimulate
	_
	_
	_
	_
	_
	tagSettle
	_
	tagFill
	tagsEnd
)

// Request codes a request that is stored, with its tag.
func Request(c *Coder, r *engine.Request) {
	switch tag := Tag(c, requestTag(*r), tagsEnd); tag {
	case tagConsole:
		Member(c, r, func(v *engine.Console) { Enum(c, &v.Dialect, engine.HBase+1); String(c, &v.Text) })
	case tagConsoleFiles:
		Member(c, r, func(v *engine.Console) {
			Enum(c, &v.Dialect, engine.HBase+1)
			String(c, &v.Text)
			List(c, &v.Files, func(c *Coder, f *engine.File) { String(c, &f.Name); String(c, &f.Text) })
		})
	case tagMore:
		Member(c, r, func(*engine.More) {})
	case tagLoad:
		Member(c, r, func(v *engine.Load) { load(c, v) })
	case tagFill:
		Member(c, r, func(v *engine.Fill) {
			load(c, &v.Of)
			List(c, &v.Rows, func(c *Coder, row *engine.FilledRow) {
				String(c, &row.Key)
				List(c, &row.Cells, func(c *Coder, v *base.Cell) {
					String(c, &v.Family)
					String(c, &v.Qualifier)
					Int(c, &v.At)
					String(c, &v.Value)
				})
			})
		})
	case tagRekey:
		Member(c, r, func(v *engine.Rekey) { String(c, &v.Table); String(c, &v.Template) })
	case tagWorkload:
		Member(c, r, func(v *engine.Workload) { List(c, &v.Queries, Query) })
	case tagMeasure:
		Member(c, r, func(v *engine.Measure) {
			List(c, &v.Templates, String[string])
			List(c, &v.Columns, Column)
			Spec(c, &v.Data)
			String(c, &v.Keep)
		})
	case tagSimulate:
		Member(c, r, func(v *engine.Simulate) { Simulate(c, v) })
	case tagLook:
		Member(c, r, func(*engine.Look) {})
	case tagUndo:
		Member(c, r, func(*engine.Undo) {})
	case tagRedo:
		Member(c, r, func(*engine.Redo) {})
	default:
		timelineRequest(c, r, tag)
	}
}

func requestTag(r engine.Request) uint8 {
	switch r := r.(type) {
	case nil:
		return 0
	case engine.Console:
		if len(r.Files) > 0 {
			return tagConsoleFiles
		}
		return tagConsole
	case engine.More:
		return tagMore
	case engine.Load:
		return tagLoad
	case engine.Rekey:
		return tagRekey
	case engine.Workload:
		return tagWorkload
	case engine.Measure:
		return tagMeasure
	case engine.Look:
		return tagLook
	case engine.Undo:
		return tagUndo
	case engine.Redo:
		return tagRedo
	case engine.GoTo:
		return tagGoTo
	case engine.Checkpoint:
		return tagCheckpoint
	case engine.DropCheckpoint:
		return tagDropCheckpoint
	case engine.Restore:
		return tagRestore
	case engine.Settle:
		return tagSettle
	case engine.Garbage:
		return tagGarbage
	case engine.Compact:
		return tagCompact
	case engine.Sizes:
		return tagSizes
	case engine.Advance:
		return tagAdvance
	case engine.Simulate:
		return tagSimulate
	case engine.Fill:
		return tagFill
	}
	panic("wire: a request that is not stored")
}

// Tag codes the tag of a member of a closed set and returns it; end is past the
// last tag. An unknown tag, or 0, fails the decoding and is returned as 0.
func Tag(c *Coder, tag, end uint8) uint8 {
	Enum(c, &tag, end)
	if c.decoding && c.err == nil && tag == 0 {
		c.fail("tag")
	}
	if c.err != nil {
		return 0
	}
	return tag
}

// Member codes the fields of one member V of the closed set that *set is of.
func Member[S any, V any](c *Coder, set *S, walk func(*V)) {
	var v V
	if !c.decoding {
		v = any(*set).(V)
	}
	walk(&v)
	if c.decoding {
		*set = any(v).(S)
	}
}

func load(c *Coder, v *engine.Load) {
	String(c, &v.Table)
	String(c, &v.Template)
	List(c, &v.Columns, Column)
	Spec(c, &v.Data)
}

// Column codes where a field is stored.
func Column(c *Coder, v *plan.Column) {
	String(c, &v.Field)
	String(c, &v.Family)
	String(c, &v.Qualifier)
}

func stringList(c *Coder, v *[]string) { List(c, v, String[string]) }

// Spec codes a data set.
func Spec(c *Coder, v *dataset.Spec) {
	stringList(c, &v.Fields)
	List(c, &v.Records, stringList)
	Optional(c, &v.Recipe, recipe)
}

func recipe(c *Coder, v *dataset.Recipe) {
	Int(c, &v.Count)
	c.Uint(&v.Seed)
	List(c, &v.Gens, func(c *Coder, g *dataset.Gen) {
		String(c, &g.Field)
		Enum(c, &g.Kind, dataset.Kinds)
		stringList(c, &g.Values)
		List(c, &g.Weights, Int[int64])
		Int(c, &g.PerValue)
		Int(c, &g.Min)
		String(c, &g.From)
		String(c, &g.To)
		String(c, &g.Step)
	})
	stringList(c, &v.Unique)
}

// Figure codes a measurement.
func Figure(c *Coder, v *engine.Figure) {
	String(c, &v.Template)
	String(c, &v.Query)
	Int(c, &v.Records)
	Int(c, &v.Rows)
	Int(c, &v.Bytes)
	String(c, &v.Access)
	Int(c, &v.Scanned)
	Int(c, &v.Returned)
	Int(c, &v.Wanted)
	Int(c, &v.Micros)
}

// Error codes a refusal that may be nil.
func Error(c *Coder, v **base.Error) {
	Optional(c, v, func(c *Coder, e *base.Error) {
		String(c, &e.Code)
		stringList(c, &e.Args)
		Int(c, &e.Pos)
		Int(c, &e.End)
		c.Bool(&e.Incomplete)
	})
}

// Verdict codes what a query was measured to cost.
func Verdict(c *Coder, d *engine.Verdict) {
	String(c, &d.Query)
	String(c, &d.Table)
	String(c, &d.Template)
	access(c, d)
	stringList(c, &d.InKey)
	stringList(c, &d.Residual)
	stringList(c, &d.Missing)
	stats(c, &d.Stats)
	Int(c, &d.Wanted)
}

func line(c *Coder, l *engine.Line) {
	Enum(c, &l.Kind, engine.LineInput+1)
	String(c, &l.Text)
	String(c, &l.Code)
	stringList(c, &l.Args)
}

func stats(c *Coder, v *table.Stats) {
	for _, n := range []*int64{
		&v.Seeks, &v.RowsScanned, &v.RowsReturned, &v.CellsScanned, &v.CellsReturned,
		&v.BytesScanned, &v.BytesReturned, &v.Tablets, &v.WireBytes,
	} {
		Int(c, n)
	}
	List(c, &v.Trace, decision)
}

func decision(c *Coder, d *table.Decision) {
	String(c, &d.Key)
	c.Bool(&d.Kept)
	Int(c, &d.CellsIn)
	Int(c, &d.CellsOut)
	String(c, &d.By)
	String(c, &d.ByName)
}
