package engine

import (
	"maps"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/compare"
	"tabletop/engine/design"
	"tabletop/engine/plan"
)

// Glimpse asks for the page that a [Rekey] of a table would bring, long before that is
// done: the keys of all records are made, but only the rows in sight. Where records share
// keys the page may be off by so many rows. It changes nothing.
type Glimpse struct {
	Table    string
	Template string
	Window   Window
}

// Glimpsed is a page of a table that is not there yet. Rows of a question of which only
// the latest are asked are not marked.
type Glimpsed struct{ Page Page }

func (*Glimpsed) answer() {}

func (Glimpse) nature() Nature { return Nature{Looks: true, Turn: TurnAtOnce, Aside: true} }

func (r Glimpse) start(t *Task) { t.run(func() error { return t.glimpse(r) }) }

// glimpse makes the keys of all records, and the rows in sight.
func (t *Task) glimpse(r Glimpse) error {
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
		return err // or there are too many bytes of them
	}
	g := &glimpse{of: r, Loader: l}
	g.choose(t.s)
	answer, err := g.fill()
	if err == nil {
		t.reply.Answer = answer
	}
	return err
}

// glimpse is the rows that will be in sight.
type glimpse struct {
	of Glimpse
	*design.Loader
	rows []int // numbers of records

	read   plan.Query   // what the first question wants of the ranges
	ranges []base.Range // that it scans, none for no read
	page   Page
}

// choose finds the records of the page: the rows that were in sight, unless the first
// question reads others.
func (g *glimpse) choose(s *Session) {
	w, k := g.of.Window, g.Keys
	total := k.Len()
	if g.ask(s); len(g.ranges) > 0 {
		at := k.Rank([]byte(g.ranges[0].Start))
		if at < w.Offset || at >= w.Offset+max(w.Count/2, 1) {
			w.Offset = max(at-2, 0)
		}
	}
	w.Offset = min(max(w.Offset, 0), max(total-w.count(), 0))
	from, to := max(w.Offset-w.margin(), 0), min(w.Offset+w.count()+w.margin(), total)
	g.page = Page{Table: g.of.Table, Offset: from, First: w.Offset, Total: total}
	for row := from; row < to; row++ {
		record, _ := k.At(row)
		g.rows = append(g.rows, record)
	}
}

// ask finds what the first question reads of the table.
func (g *glimpse) ask(s *Session) {
	if len(s.state.workload) == 0 || s.state.workload[0].Latest.N > 0 {
		return
	}
	st := s.state
	st.designs = maps.Clone(st.designs)
	st.designs[g.of.Table] = g.Design
	name, p := compare.Best(st.designs, st.tables, st.workload[0])
	if name == g.of.Table {
		g.ranges = compare.Ranges(p.Ranges)
		g.read.Where = p.Residual
	}
}

// fill makes the rows of the records that were chosen.
func (g *glimpse) fill() (*Glimpsed, error) {
	fields, marks := g.Design.Data.Fields, map[base.RowKey]Mark{}
	var rec []string
	for _, i := range g.rows {
		rec = g.Keys.Record(i, rec)
		key, err := g.Add(rec)
		if err != nil {
			return nil, err
		}
		marks[key] = Unread
		if slices.ContainsFunc(g.ranges, func(r base.Range) bool { return r.Contains(key) }) {
			marks[key] = Scanned
			if g.read.Match(func(f string) string { return design.ValueOf(f, fields, rec) }) {
				marks[key] = Returned
			}
		}
	}
	for r := range g.Table.At(0, g.Table.Len()) {
		g.page.Rows = append(g.page.Rows, PageRow{Key: r.Key(), Mark: marks[r.Key()], Cells: pageCells(r, g.of.Window.Versions)})
	}
	return &Glimpsed{g.page}, nil
}
