package engine

import (
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/design"
)

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
