package engine

import (
	"hash/crc32"
	"maps"
	"slices"
	"strings"

	"tabletop/engine/dataset"
	"tabletop/engine/design"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
	"tabletop/engine/table"
)

// ProposedDesign is a design to compare that is not in the timeline: tables with other templates, or the
// current designs with other data of the same fields.
type ProposedDesign struct {
	Name   string        `wire:"1"`
	Tables []TableDesign `wire:"2"` // none for the current ones; a table that does not exist is stored like the first designed one
	Data   *dataset.Spec `wire:"3"` // nil for the present data
	// Optional says that the design is left out if it is refused. Otherwise the whole request is.
	Optional bool `wire:"4"`
}

// compareTrial loads the tables of a trial and measures them, or returns the remembered measurement.
// It returns nil if no table is designed, or if measuring the trial exceeds the bounds.
func (t *Task) compareTrial(r ProposedDesign, load *SimulateLoad, growth bool) (*comparison, map[string]*design.Design, error) {
	t.spend(1)
	workload := t.s.state.workload
	designs, err := t.s.designsOf(r)
	if err != nil || len(designs) == 0 {
		return nil, nil, err
	}
	for _, k := range t.s.comparisons {
		if k.covers(workload, load, growth) && len(k.verdicts) > 0 && maps.EqualFunc(k.designs, designs, (*design.Design).SameRows) {
			return k, designs, nil
		}
	}
	st := state{tables: map[string]*table.Table{}, designs: designs, workload: workload}
	names := slices.Sorted(maps.Keys(designs))
	for _, name := range names {
		t.rowsTotal += designs[name].Data.Len()
	}
	for _, name := range names {
		d := designs[name]
		l, err := t.newLoader(name, d.Template.String(), d.Columns, d.Data, workload)
		if err != nil {
			return nil, nil, err
		}
		if err := t.loadAll(l); err != nil {
			return nil, nil, err
		}
		st.tables[name], designs[name] = l.Table, l.Design
	}
	return t.compareOne(st, workload, load, growth), designs, nil
}

// designsOf returns the designs of a trial, by table. If the trial names no tables, they are the
// current designs whose data have the fields of the trial's data.
func (s *Session) designsOf(r ProposedDesign) (map[string]*design.Design, error) {
	out := map[string]*design.Design{}
	names := slices.Sorted(maps.Keys(s.state.designs))
	if len(names) == 0 {
		return out, nil
	}
	tables := r.Tables
	if len(tables) == 0 {
		for _, name := range names {
			if d := s.state.designs[name]; r.Data == nil || slices.Equal(d.Data.Fields, r.Data.Fields) {
				tables = append(tables, TableDesign{Table: name, Template: d.Template.String()})
			}
		}
	}
	for _, of := range tables {
		like := s.state.designs[of.Table]
		if like == nil {
			like = s.state.designs[names[0]]
		}
		tpl, err := rowkey.Parse(of.Template)
		if err != nil {
			return nil, err
		}
		d := &design.Design{Template: tpl, Columns: like.Columns, Data: like.Data}
		if r.Data != nil {
			d.Data = *r.Data
		}
		out[of.Table] = d
	}
	return out, nil
}

// described returns the designs sorted by table name, in the form of an answer.
func described(designs map[string]*design.Design) (out []TableDesign) {
	for _, name := range slices.Sorted(maps.Keys(designs)) {
		d := designs[name]
		out = append(out, TableDesign{name, d.Template.String(), d.Data.Len()})
	}
	return out
}

// lostOf returns for each verdict how many records of the design that answers it were replaced by
// others, 0 if unknown.
func lostOf(designs map[string]*design.Design, verdicts []Verdict) []int64 {
	lost := make([]int64, len(verdicts))
	for i, v := range verdicts {
		if d := designs[v.Table]; d != nil && d.KeptRecords > 0 {
			lost[i] = d.Data.Len() - d.KeptRecords
		}
	}
	return lost
}

// bytesOf returns the bytes that the designed tables store.
func bytesOf(tables map[string]*table.Table, designs map[string]*design.Design) (n int64) {
	for name := range designs {
		if t := tables[name]; t != nil {
			n += t.Bytes()
		}
	}
	return n
}

// triedDesigns holds the templates that the designed tables had in states which the timeline has
// dropped.
type triedDesigns struct {
	templates map[string]string // by table
	since     uint64            // number of the first of those states
}

// keepTried keeps the templates of states that the timeline is about to drop, so that their
// designs can still be compared. It keeps at most [MaxAttempts] designs while the session
// is open; they are not stored.
func (h *history) keepTried(states []state) {
	for _, st := range states {
		if len(st.designs) == 0 {
			continue
		}
		now := triedDesigns{map[string]string{}, st.step.State}
		for name, d := range st.designs {
			now.templates[name] = d.Template.String()
		}
		if i := slices.IndexFunc(h.tried, func(d triedDesigns) bool { return maps.Equal(d.templates, now.templates) }); i >= 0 {
			now.since = min(now.since, h.tried[i].since)
			h.tried = slices.Delete(h.tried, i, i+1)
		}
		h.tried = append(h.tried, now)
		h.tried = h.tried[max(0, len(h.tried)-MaxAttempts):]
	}
}

// trial returns a request that compares the templates on the present data. The result ok is false
// if other tables are designed now, if their data lack a field of a template, or if they have more
// records than [MaxTrialRecords].
func (d triedDesigns) trial(s *Session) (r ProposedDesign, st state, ok bool) {
	if len(d.templates) != len(s.state.designs) {
		return r, st, false
	}
	for _, name := range slices.Sorted(maps.Keys(d.templates)) {
		if of := s.state.designs[name]; of == nil || of.Data.Len() > MaxTrialRecords {
			return r, st, false
		}
		r.Tables = append(r.Tables, TableDesign{Table: name, Template: d.templates[name]})
	}
	designs, err := s.designsOf(r)
	for _, of := range designs {
		if err == nil {
			err = of.Template.CheckFields(of.Data.Fields)
		}
	}
	return r, state{designs: designs, step: TimelineStep{State: d.since}}, err == nil
}

// triedState returns a number for designs that are not in the timeline. Equal designs get the same
// number.
func triedState(designs []TableDesign) uint64 {
	var all []string
	for _, d := range designs {
		all = append(all, d.Template)
	}
	return figureState(strings.Join(all, "\n"))
}

// FirstProposedState is greater than the number of any state. In an [DesignAttempt], this number
// and greater ones identify templates that are not in the timeline.
const FirstProposedState = uint64(1) << 63

// compareFigures returns the attempts that are only known from figures. Each has the measurement
// with the most records. The writes are simulated with the present data.
func (t *Task) compareFigures(figures []DesignMeasurement, known []attempt) (out []DesignAttempt) {
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
			}) || slices.ContainsFunc(out, func(a DesignAttempt) bool { return a.Designs[0].Template == f.Template })
			if had || err != nil || tpl.CheckFields(d.Data.Fields) != nil || len(out)+len(known) >= MaxAttempts {
				continue
			}
			a := DesignAttempt{State: figureState(f.Template), Designs: []TableDesign{{name, f.Template, 0}}}
			if a.measured(figures, s.state.workload) {
				a.Skew = t.skewOf(name, &design.Design{Template: tpl, Columns: d.Columns, Data: d.Data}, a.Bytes)
				out = append(out, a)
			}
		}
	}
	return out
}

// figureState returns a number for a template. Equal templates get the same number.
func figureState(template string) uint64 {
	return FirstProposedState | uint64(crc32.ChecksumIEEE([]byte(template)))
}

// measured fills in an attempt from the figures of its template. It uses the two greatest sizes at
// which every query of the workload was measured, and returns false if there is none.
func (a *DesignAttempt) measured(figures []DesignMeasurement, workload []plan.Query) bool {
	d := &a.Designs[0]
	at := func(q plan.Query, records int64) (DesignMeasurement, bool) {
		i := slices.IndexFunc(figures, func(f DesignMeasurement) bool {
			return f.Template == d.Template && f.Query == q.ID && f.Records == records
		})
		if i < 0 {
			return DesignMeasurement{}, false
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
		v := Verdict{Query: q.ID, Template: f.Template, Access: f.Access, Wanted: f.Wanted, Found: min(f.Returned, f.Wanted), Stats: table.ScanStats{RowsScanned: f.Scanned, RowsReturned: f.Returned}}
		if f.Scanned > 0 || f.Wanted == 0 {
			v.Table = d.Table
		}
		g := GrowthCost{From: f.Records}
		if len(sizes) > 1 {
			less, _ := at(q, sizes[1])
			g.Records, g.Scanned, g.Wanted = less.Records, less.Scanned, less.Wanted
		}
		a.Verdicts, a.Growth = append(a.Verdicts, v), append(a.Growth, g)
	}
	return true
}

// skewOf returns the skew of a design's writes. It simulates them unless the result is remembered.
func (t *Task) skewOf(name string, d *design.Design, bytes int64) float64 {
	for _, k := range t.s.comparisons {
		if of := k.designs[name]; len(k.designs) == 1 && of != nil && of.SameRows(d) {
			return k.skew
		}
	}
	w := &comparison{designs: map[string]*design.Design{name: d}}
	t.skew(d, bytes, w)
	t.s.rememberComparison(w)
	return w.skew
}
