package engine

import (
	"maps"
	"strconv"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/design"
	"tabletop/engine/plan"
)

// newLoader returns what loads a data set. Few records it writes in the order of their rows.
func (t *Task) newLoader(name, template string, columns []plan.Column, data dataset.Spec, queries []plan.Query) (*design.Loader, error) {
	l, err := design.NewLoader(name, template, columns, data, queries, t.at)
	if err == nil {
		l.Order(t.s.made, t.s.keyed)
	}
	return l, err
}

// noteLost adds a note of how many records were replaced by others, if any were.
func (t *Task) noteLost(l *design.Loader) {
	if keys := l.Collisions(); keys != "" {
		t.note(base.NoteCollided, count(l.Lost), keys)
	}
	if l.Repeats > 0 {
		t.note(base.NoteRepeated, count(l.Repeats))
	}
}

// checkWorkload refuses more questions than designs are measured by.
func checkWorkload(r Workload) error {
	return base.AtMost(base.CodeManyQueries, len(r.Queries), base.MaxQueries)
}

// load replaces a table by a loaded one, at the end. It may be of the data of another design,
// nil for none, of which what is known of that is taken.
func (t *Task) load(r Load, like *design.Design) error {
	if err := design.CheckBounds(r.Table, r.Columns, r.Data); err != nil && !t.replayed {
		return err
	}
	queries := t.s.state.workload
	if like != nil && like.Asked != nil {
		queries = nil
	}
	l, err := t.newLoader(r.Table, r.Template, r.Columns, r.Data, queries)
	if err != nil {
		return err
	}
	if queries == nil && like != nil {
		l.Design.Asked, l.Design.Even, l.Design.Numbers = maps.Clone(like.Asked), maps.Clone(like.Even), maps.Clone(like.Numbers)
	}
	if _, known := t.s.state.tables[r.Table]; !known && len(t.s.state.tables) >= base.MaxTables {
		return base.Refuse(base.CodeTooManyTables, strconv.Itoa(base.MaxTables))
	}
	if r.Data.Len() > MaxTried {
		l.Sample = design.NewSample(r.Data, EstimatedBy)
	}
	t.rowsTotal += r.Data.Len()
	if err := t.loadAll(l); err != nil {
		return err
	}
	t.keep(l, r)
	return nil
}

// loadAll loads all records.
func (t *Task) loadAll(l *design.Loader) error {
	return t.steps(func(budget int64) (used int64, done bool, err error) {
		before := l.Records
		used, done, err = l.Step(budget)
		t.rowsDone += l.Records - before
		return used, done, err
	})
}

func count(n int64) string { return strconv.FormatInt(n, 10) }
