package lessons

import (
	"slices"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// passes judges a check by what the session holds. read is the reader's own
// read that has just ended, nil where there was none.
func (r *Run) passes(c Check, read *engine.Read) bool {
	switch c := c.(type) {
	case Holds:
		t, ok := r.session.Table(c.Table)
		return ok && !slices.ContainsFunc(c.Keys, func(k string) bool {
			_, there := t.Get(base.RowKey(k))
			return !there
		})
	case Answered:
		q, _, ok := r.lesson.question(c.Question)
		return ok && slices.Contains(r.progress.Answers, Answer{Question: q.ID, Value: q.Right})
	case ReadBack:
		keys := make([]base.RowKey, len(c.Keys))
		for i, k := range c.Keys {
			keys[i] = base.RowKey(k)
		}
		return read != nil && read.Table == c.Table && r.session.Returned(c.Table, keys...)
	case Counted:
		t, ok := r.session.Table(c.Table)
		return ok && read != nil && read.Table == c.Table && t.Len() > 0 && read.Stats.RowsScanned == int64(t.Len())
	case Kept:
		info, ok := r.table(c.Table)
		return ok && info.Template != "" && info.Rows == info.Records &&
			!slices.ContainsFunc(info.Fields, func(f string) bool { return r.missing(info, f) })
	case Exact:
		return !slices.ContainsFunc(c.Queries, func(q string) bool { return !r.exact(q) })
	case Measured:
		return r.measured(c)
	}
	panic("lessons: a check that is not judged")
}

func (r *Run) measured(c Measured) bool {
	if len(c.Records) == 0 {
		return false
	}
	for _, n := range c.Records {
		if !slices.ContainsFunc(r.progress.Figures, func(f engine.Figure) bool { return f.Records == n }) {
			return false
		}
	}
	if !c.Exact {
		return true
	}
	own, _, ok := r.session.Design(r.lesson.Table)
	largest, exact := slices.Max(c.Records), false
	for _, f := range r.progress.Figures {
		if f.Template != own || f.Records != largest {
			continue
		}
		if f.Returned != f.Wanted || f.Scanned != f.Wanted {
			return false
		}
		exact = true
	}
	return ok && exact
}

// exact reports whether a query was measured to visit only what it is to return.
func (r *Run) exact(query string) bool {
	for _, v := range r.session.Verdicts() {
		if v.Query == query {
			return v.Exact()
		}
	}
	return false
}

func (r *Run) table(name string) (engine.TableInfo, bool) {
	for _, info := range r.session.Tables() {
		if info.Name == name {
			return info, true
		}
	}
	return engine.TableInfo{}, false
}

// missing reports whether neither a table's key nor a column holds a field.
func (r *Run) missing(info engine.TableInfo, field string) bool {
	t, err := rowkey.Parse(info.Template)
	return (err != nil || !slices.Contains(t.Fields(), field)) &&
		!slices.ContainsFunc(r.lesson.Columns, func(c plan.Column) bool { return c.Field == field })
}

// note returns the first note of the furthest step that fits the design of a
// table that has just changed; none once all goals of the step have passed.
func (r *Run) note(table string) (Note, bool) {
	info, ok := r.table(table)
	if !ok || r.stepDone(r.progress.Step) {
		return Note{}, false
	}
	for _, n := range r.lesson.Steps[r.progress.Step].Notes {
		if r.fits(n.When, info) {
			return n, true
		}
	}
	return Note{}, false
}

func (r *Run) fits(w When, changed engine.TableInfo) bool {
	switch {
	case w.Table != "" && w.Table != changed.Name,
		w.Missing != "" && !r.missing(changed, w.Missing),
		w.Collides && changed.Rows >= changed.Records,
		w.Tables > r.designs():
		return false
	case w.Query == "":
		return true
	case w.Inexact && r.exact(w.Query):
		return false
	}
	t, err := rowkey.Parse(changed.Template)
	i := slices.IndexFunc(r.lesson.Queries, func(q Query) bool { return q.ID == w.Query })
	if err != nil || i < 0 {
		return false
	}
	p := plan.Make(t, r.lesson.Columns, r.lesson.Queries[i].Query)
	residual := func(c plan.Cond) bool { return c.Field == w.Residual }
	return (w.Access == "" || w.Access == string(p.Access)) &&
		(w.Residual == "" || slices.ContainsFunc(p.Residual, residual))
}

// designs counts the designed tables.
func (r *Run) designs() (n int) {
	for _, info := range r.session.Tables() {
		if info.Template != "" {
			n++
		}
	}
	return n
}
