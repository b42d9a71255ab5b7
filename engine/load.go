package engine

import (
	"maps"
	"slices"
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

// Sample asks for the first rows that a [Load] makes, up to [MaxSampled], and refuses
// what that does as far as they show it. It changes nothing.
type Sample struct {
	Load Load
	Rows int
}

func (Sample) nature() Nature { return Nature{Looks: true, AnyState: true, Turn: TurnTyped} }

func (r Sample) start(t *Task) { t.run(func() error { return t.sample(r) }) }

// MaxSampled is the most rows of a [Sample].
const MaxSampled = 20

// Sampled is the first rows of a data set: those before the first that is refused.
type Sampled struct {
	Rows   []SampledRow
	Looked int64 // records whose keys and times were compared, up to maxCompared
	Lost   int64 // of those, to later ones with the same key and time
}

// maxCompared is the most records of which a [Sample] tells how many are lost.
const maxCompared = 5000

// SampledRow is a record with the key that is made of it.
type SampledRow struct {
	Key    base.RowKey
	Record []string
}

// Recipe asks for the [Load] that makes a table anew which a recipe has generated, under
// the template that it has now. Of other tables there is none (no-design).
type Recipe struct{ Table string }

func (Recipe) nature() Nature {
	return Nature{Looks: true, AnyState: true, Turn: TurnAtOnce, Aside: true}
}

func (r Recipe) start(t *Task) {
	of, err := t.s.recipe(r)
	if err != nil {
		t.fail(err)
		return
	}
	t.reply.Answer = &Remade{*of}
}

func (s *Session) recipe(r Recipe) (*Load, error) {
	d := s.state.designs[r.Table]
	if d == nil || d.Data.Recipe == nil {
		return nil, base.Refuse(base.CodeNoDesign, r.Table)
	}
	return &Load{Table: r.Table, Template: d.Template.String(), Columns: d.Columns, Data: d.Data}, nil
}

func (t *Task) sample(r Sample) error {
	out := &Sampled{}
	t.reply.Answer = out
	l, err := design.NewLoader(r.Load.Table, r.Load.Template, r.Load.Columns, r.Load.Data, nil, t.at)
	if err != nil {
		return err
	}
	for cursor := r.Load.Data.Cursor(); len(out.Rows) < min(r.Rows, MaxSampled); {
		rec, ok := cursor.Next()
		if !ok {
			break
		}
		key, err := l.Add(rec)
		if err != nil {
			return err
		}
		out.Rows = append(out.Rows, SampledRow{key, slices.Clone(rec)})
	}
	out.Looked, out.Lost = l.Arrivals().Lost(maxCompared)
	return nil
}
