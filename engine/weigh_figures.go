package engine

import (
	"hash/crc32"
	"slices"

	"tabletop/engine/design"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
	"tabletop/engine/table"
)

// FigureState is above all states: in an [Attempt] it and what is above stands for a
// template that the timeline does not have.
const FigureState = uint64(1) << 63

// weighFigures returns the attempts that only figures tell of, of each template what was
// measured with most records. It simulates their writes over the data of now.
func (t *Task) weighFigures(figures []Figure, known []attempt) (out []Attempt) {
	s := t.s
	if len(s.state.designs) != 1 {
		return nil
	}
	for name, d := range s.state.designs {
		for _, f := range figures {
			tpl, err := rowkey.Parse(f.Template)
			had := slices.ContainsFunc(known, func(a attempt) bool {
				b := a.state.designs[name]
				return b != nil && len(a.state.designs) == 1 && b.Template.String() == f.Template
			}) || slices.ContainsFunc(out, func(a Attempt) bool { return a.Designs[0].Template == f.Template })
			if had || err != nil || tpl.Check(d.Data.Fields) != nil || len(out)+len(known) >= MaxAttempts {
				continue
			}
			a := Attempt{State: figureState(f.Template), Designs: []AttemptDesign{{name, f.Template, 0}}}
			if a.measured(figures, s.state.workload) {
				a.Skew = t.skewOf(name, &design.Design{Template: tpl, Columns: d.Columns, Data: d.Data}, a.Bytes)
				out = append(out, a)
			}
		}
	}
	return out
}

// figureState numbers a template, the same each time.
func figureState(template string) uint64 {
	return FigureState | uint64(crc32.ChecksumIEEE([]byte(template)))
}

// measured takes what figures tell of an attempt's template, at the two greatest
// sizes at which all questions were measured, and reports whether there is one.
func (a *Attempt) measured(figures []Figure, workload []plan.Query) bool {
	d := &a.Designs[0]
	at := func(q plan.Query, records int64) (Figure, bool) {
		i := slices.IndexFunc(figures, func(f Figure) bool {
			return f.Template == d.Template && f.Query == q.ID && f.Records == records
		})
		if i < 0 {
			return Figure{}, false
		}
		return figures[i], true
	}
	var sizes []int64
	for _, f := range figures {
		all := f.Template == d.Template && !slices.Contains(sizes, f.Records)
		for _, q := range workload {
			_, there := at(q, f.Records)
			all = all && there
		}
		if all {
			sizes = append(sizes, f.Records)
		}
	}
	if len(sizes) == 0 || len(workload) == 0 {
		return false
	}
	slices.Sort(sizes)
	slices.Reverse(sizes)
	d.Records = sizes[0]
	for _, q := range workload {
		f, _ := at(q, sizes[0])
		a.Bytes = f.Bytes
		v := Verdict{Query: q.ID, Template: f.Template, Access: f.Access, Wanted: f.Wanted, Found: min(f.Returned, f.Wanted), Stats: table.Stats{RowsScanned: f.Scanned, RowsReturned: f.Returned}}
		if f.Scanned > 0 || f.Wanted == 0 {
			v.Table = d.Table
		}
		g := Growth{From: f.Records}
		if len(sizes) > 1 {
			less, _ := at(q, sizes[1])
			g.Records, g.Scanned, g.Wanted = less.Records, less.Scanned, less.Wanted
		}
		a.Verdicts, a.Growth = append(a.Verdicts, v), append(a.Growth, g)
	}
	return true
}

// skewOf simulates a design's writes, unless it is remembered how evenly they fall.
func (t *Task) skewOf(name string, d *design.Design, bytes int64) float64 {
	for _, k := range t.s.weighings {
		if of := k.designs[name]; len(k.designs) == 1 && of != nil && of.Same(d) {
			return k.skew
		}
	}
	w := &weighing{designs: map[string]*design.Design{name: d}}
	t.skew(d, bytes, w)
	t.s.rememberWeighing(w)
	return w.skew
}
