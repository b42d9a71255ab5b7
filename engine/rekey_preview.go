package engine

import (
	"maps"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/compare"
	"tabletop/engine/design"
	"tabletop/engine/plan"
)

// PreviewRekey asks for the page that a table would show after a [Rekey], without doing the rekey. It
// makes the keys of all records, but only the rows in sight. If records share keys, the page may
// be shifted by as many rows. It changes nothing.
type PreviewRekey struct {
	Table    string
	Template string
	Window   RowWindow
}

// RekeyPreviewed is the answer to [PreviewRekey]: a page of a table that does not exist yet. If the first
// question asks for the latest rows only, no row is marked.
type RekeyPreviewed struct{ Page RowPage }

func (*RekeyPreviewed) answer() {}

func (PreviewRekey) traits() RequestTraits {
	return RequestTraits{OnlyLooks: true, Urgency: UrgencyAtOnce, Unjudged: true}
}

func (r PreviewRekey) start(t *Task) { t.run(func() error { return t.previewRekey(r) }) }

// previewRekey makes the keys of all records, and then the rows in sight. There is no answer if the
// keys are too many or too large to be kept.
func (t *Task) previewRekey(r PreviewRekey) error {
	d := t.s.state.designs[r.Table]
	if d == nil {
		return base.Refuse(base.CodeNoDesign, r.Table)
	}
	l, err := t.newLoader(r.Table, r.Template, d.Columns, d.Data, nil)
	if err != nil || l.Keys == nil {
		return err
	}
	t.s.keyed = l.Keys
	if err := t.steps(l.Keys.Step); err != nil || !l.Keys.Complete {
		return err // the keys may also exceed the bytes that are kept
	}
	g := &previewRekey{of: r, Loader: l}
	g.choose(t.s)
	answer, err := g.fill()
	if err == nil {
		t.reply.Answer = answer
	}
	return err
}

// previewRekey is a [PreviewRekey] under way.
type previewRekey struct {
	of PreviewRekey
	*design.Loader
	rows []int // numbers of the records on the page

	read   plan.Query   // conditions that the first question checks row by row
	ranges []base.Range // ranges that the first question scans, none if it reads another table
	page   RowPage
}

// choose picks the records of the page. These are the rows that are in sight now, unless the first
// question reads rows elsewhere.
func (g *previewRekey) choose(s *Session) {
	w, k := g.of.Window, g.Keys
	total := k.Len()
	if g.ask(s); len(g.ranges) > 0 {
		at := k.Rank([]byte(g.ranges[0].Start))
		// The window moves if the read does not begin in its first half.
		if at < w.Offset || at >= w.Offset+max(w.Count/2, 1) {
			w.Offset = max(at-2, 0)
		}
	}
	w.Offset = min(max(w.Offset, 0), max(total-w.count(), 0))
	from, to := max(w.Offset-w.margin(), 0), min(w.Offset+w.count()+w.margin(), total)
	g.page = RowPage{Table: g.of.Table, Offset: from, First: w.Offset, Total: total}
	for row := from; row < to; row++ {
		record, _ := k.At(row)
		g.rows = append(g.rows, record)
	}
}

// ask finds out what the first question would read from the table under the new template.
func (g *previewRekey) ask(s *Session) {
	if len(s.state.workload) == 0 || s.state.workload[0].Latest.N > 0 {
		return
	}
	st := s.state
	st.designs = maps.Clone(st.designs)
	st.designs[g.of.Table] = g.Design
	name, p := compare.BestTable(st.designs, st.tables, st.workload[0])
	if name == g.of.Table {
		g.ranges = compare.EffectiveRanges(p.Ranges)
		g.read.Where = p.Residual
	}
}

// fill makes the rows of the chosen records, marked with what the first question does with them.
func (g *previewRekey) fill() (*RekeyPreviewed, error) {
	fields, marks := g.Design.Data.Fields, map[base.RowKey]ReadMark{}
	var rec []string
	for _, i := range g.rows {
		rec = g.Keys.Record(i, rec)
		key, err := g.WriteRecord(rec)
		if err != nil {
			return nil, err
		}
		marks[key] = MarkNone
		if slices.ContainsFunc(g.ranges, func(r base.Range) bool { return r.Contains(key) }) {
			marks[key] = MarkScanned
			if g.read.Match(func(f string) string { return design.ValueOf(f, fields, rec) }) {
				marks[key] = MarkReturned
			}
		}
	}
	for r := range g.Table.RowsAt(0, g.Table.Len()) {
		g.page.Rows = append(g.page.Rows, PageRow{Key: r.Key(), Mark: marks[r.Key()], Cells: pageCells(r, g.of.Window.Versions)})
	}
	return &RekeyPreviewed{g.page}, nil
}
