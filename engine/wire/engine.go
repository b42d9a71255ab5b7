package wire

import (
	"slices"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console/printed"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/rewrite"
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

// requests are those that are stored: in journals, and in lessons from files. The tags
// between theirs were others' once.
var requests = []Kind[engine.Request]{
	KindWhere[engine.Request](35, func(v engine.Console) bool { return v.Joined }, func(c *Coder, v *engine.Console) {
		v.Joined = true
		commands(c, v)
	}),
	KindWhere[engine.Request](10, func(v engine.Console) bool { return len(v.Files) > 0 }, commands),
	KindOf[engine.Request](1, func(c *Coder, v *engine.Console) { spoken(c, v); String(c, &v.Text) }),
	KindOf[engine.Request](2, Plain[engine.More]),
	KindWhere[engine.Request](44, func(v engine.Load) bool { return v.Left > 0 }, func(c *Coder, v *engine.Load) {
		Int(c, &v.Left)
		load(c, v)
	}),
	KindOf[engine.Request](3, load),
	KindOf[engine.Request](4, func(c *Coder, v *engine.Rekey) { String(c, &v.Table); String(c, &v.Template) }),
	KindOf[engine.Request](5, func(c *Coder, v *engine.Workload) { List(c, &v.Queries, Query) }),
	KindOf[engine.Request](6, func(c *Coder, v *engine.Measure) {
		List(c, &v.Templates, String[string])
		List(c, &v.Columns, Column)
		Spec(c, &v.Data)
		String(c, &v.Keep)
	}),
	KindOf[engine.Request](7, Plain[engine.Look]),
	KindOf[engine.Request](8, Plain[engine.Undo]),
	KindOf[engine.Request](9, Plain[engine.Redo]),
	KindOf[engine.Request](11, func(c *Coder, v *engine.GoTo) { c.Uint(&v.State) }),
	KindOf[engine.Request](12, func(c *Coder, v *engine.Checkpoint) { String(c, &v.Name) }),
	KindOf[engine.Request](13, func(c *Coder, v *engine.DropCheckpoint) { String(c, &v.Name) }),
	KindOf[engine.Request](14, func(c *Coder, v *engine.Restore) { String(c, &v.Name) }),
	KindOf[engine.Request](15, func(c *Coder, v *engine.Garbage) { String(c, &v.Table) }),
	KindOf[engine.Request](16, func(c *Coder, v *engine.Compact) { String(c, &v.Table) }),
	KindOf[engine.Request](17, func(c *Coder, v *engine.Sizes) { String(c, &v.Table) }),
	KindOf[engine.Request](18, func(c *Coder, v *engine.Advance) { Int(c, &v.By) }),
	KindOf[engine.Request](23, simulate),
	KindOf[engine.Request](29, Plain[engine.Settle]),
	KindOf[engine.Request](31, fill),
	KindOf[engine.Request](33, func(c *Coder, v *engine.Printed) {
		String(c, &v.Table)
		Enum(c, &v.Form, printed.Forms)
		String(c, &v.Row)
		text(c, &v.Text)
	}),
	KindOf[engine.Request](38, func(c *Coder, v *engine.Piece) { String(c, &v.Packed) }),
	KindWhere[engine.Request](43, func(v engine.Values) bool { return len(v.Rules) > 0 || v.Of.Left > 0 }, func(c *Coder, v *engine.Values) {
		Int(c, &v.Of.Left)
		c.Bool(&v.Sparse)
		c.Bool(&v.Stamped)
		List(c, &v.Rules, func(c *Coder, r *rewrite.Rule) { String(c, r) })
		values(c, v)
	}),
	KindWhere[engine.Request](42, func(v engine.Values) bool { return v.Stamped }, func(c *Coder, v *engine.Values) {
		v.Stamped = true
		c.Bool(&v.Sparse)
		values(c, v)
	}),
	KindWhere[engine.Request](40, func(v engine.Values) bool { return v.Sparse }, func(c *Coder, v *engine.Values) {
		v.Sparse = true
		values(c, v)
	}),
	KindOf[engine.Request](39, values),
	KindWhere[engine.Request](41, func(v engine.Adopt) bool { return v.Sparse }, func(c *Coder, v *engine.Adopt) {
		v.Sparse = true
		adopt(c, v)
	}),
	KindOf[engine.Request](34, adopt),
	KindOf[engine.Request](32, func(c *Coder, v *engine.Copy) { String(c, &v.Table); String(c, &v.As) }),
}

// Engine is the closed sets of the engine that cross between page and worker.
var Engine = Join(
	SetOf[engine.Request](
		engine.Console{}, engine.More{}, engine.Load{}, engine.Fill{}, engine.Printed{}, engine.Values{}, engine.Piece{}, engine.Rekey{}, engine.Workload{}, engine.Measure{},
		engine.Undo{}, engine.Redo{}, engine.GoTo{}, engine.Checkpoint{}, engine.DropCheckpoint{}, engine.Restore{}, engine.Settle{},
		engine.Garbage{}, engine.Copy{}, engine.Compact{}, engine.Sizes{}, engine.Advance{}, engine.Preview{}, engine.Trace{}, engine.Look{}, engine.Peek{},
		engine.NextKeys{}, engine.Simulate{}, engine.Behind{}, engine.LiveLoad{}, engine.Advise{}, engine.Weigh{}, engine.Sample{}, engine.Recipe{},
		engine.Infer{}, engine.Adopt{}, engine.Glimpse{}, engine.Propose{}, engine.Estimate{}, engine.Relieve{},
	),
	SetOf[engine.Answer](
		engine.Figures(nil), (*engine.Previewed)(nil), (*engine.Traced)(nil), (*engine.Peeked)(nil), (*engine.Collection)(nil),
		(*engine.TableSizes)(nil), (*engine.KeysFound)(nil), (*engine.Simulated)(nil), (*engine.Found)(nil), (*engine.Advice)(nil),
		(*engine.Weighed)(nil), (*engine.Sampled)(nil), (*engine.Remade)(nil), (*engine.Inferred)(nil), (*engine.Glimpsed)(nil), (*engine.Proposed)(nil), (*engine.Estimated)(nil), (*engine.Relieved)(nil),
	),
)

// Request codes a request that is stored, with its tag.
func Request(c *Coder, r *engine.Request) { Union(c, r, requests) }

func commands(c *Coder, v *engine.Console) {
	spoken(c, v)
	String(c, &v.Text)
	List(c, &v.Files, func(c *Coder, f *engine.File) { String(c, &f.Name); String(c, &f.Text) })
}

// spoken codes the dialect of commands: 1 is the HBase shell as it was understood before, see
// [engine.Console.Before], and 2 as it is understood now.
func spoken(c *Coder, v *engine.Console) {
	d := uint8(v.Dialect)
	if v.Dialect == engine.HBase && !v.Before {
		d++
	}
	Enum(c, &d, 3)
	v.Dialect, v.Before = min(engine.Dialect(d), engine.HBase), d == uint8(engine.HBase)
}

func adopt(c *Coder, v *engine.Adopt) { String(c, &v.Table); String(c, &v.Template) }

func values(c *Coder, v *engine.Values) {
	load(c, &v.Of)
	String(c, &v.Comma)
	Int(c, &v.Heads)
	stringList(c, &v.Names)
	text(c, &v.Text)
}

// text codes a text. Its pieces are changes of their own.
func text(c *Coder, v *engine.Text) {
	Int(c, &v.Size)
	String(c, &v.Packed)
}

func fill(c *Coder, v *engine.Fill) {
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
}

// Step codes a change of the timeline.
func Step(c *Coder, s *engine.Step) {
	c.Uint(&s.State)
	Int(c, &s.At)
	line(c, &s.What)
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
	records(c, &v.Records)
	const made, timed uint8 = 1, 2
	var has uint8 // at first it was a recipe or none
	if v.Recipe != nil {
		has |= made
	}
	if v.Time != "" {
		has |= timed
	}
	Enum(c, &has, made|timed+1)
	if c.decoding {
		v.Recipe, v.Time = nil, ""
		if has&made != 0 && c.err == nil {
			v.Recipe = new(dataset.Recipe)
		}
	}
	if v.Recipe != nil {
		recipe(c, v.Recipe)
	}
	if has&timed != 0 {
		String(c, &v.Time)
	}
}

func records(c *Coder, v *[][]string) {
	if c.shares {
		at := slices.IndexFunc(c.shared, func(of [][]string) bool {
			return !c.decoding && slices.EqualFunc(of, *v, slices.Equal[[]string])
		})
		if Int(c, &at); c.err != nil {
			return
		}
		if at >= len(c.shared) || at < -1 {
			c.fail("member")
			return
		}
		if at >= 0 {
			*v = c.shared[at]
			return
		}
		defer func() { c.shared = append(c.shared, *v) }()
	}
	List(c, v, stringList)
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
	if Int(c, &d.Wanted); d.Found == unknownFound {
		d.Found = min(d.Stats.RowsReturned, d.Wanted)
	}
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
