package engine

import (
	"slices"

	"tabletop/engine/base"
)

// Sample asks for the first rows that a [Load] makes, up to [MaxSampled], and refuses
// what that does as far as they show it. It changes nothing.
type Sample struct {
	Load Load
	Rows int
}

func (Sample) nature() Nature { return Nature{Looks: true, AnyState: true, Turn: TurnTyped} }

func (r Sample) start(t *Task) { t.sample(r) }

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
	if d == nil || d.data.Recipe == nil {
		return nil, base.Refuse(base.CodeNoDesign, r.Table)
	}
	return &Load{Table: r.Table, Template: d.template.String(), Columns: d.columns, Data: d.data}, nil
}

func (t *Task) sample(r Sample) {
	out := &Sampled{}
	t.reply.Answer = out
	t.push(func(int64) (int64, bool) {
		l, err := newLoader(r.Load.Table, r.Load.Template, r.Load.Columns, r.Load.Data, nil, t.at)
		for err == nil && len(out.Rows) < min(r.Rows, MaxSampled) {
			rec, ok := l.cursor.Next()
			if !ok {
				break
			}
			if err = l.row(rec); err == nil {
				out.Rows = append(out.Rows, SampledRow{base.RowKey(l.key), slices.Clone(rec)})
			}
		}
		if err != nil {
			t.fail(err)
			return 1, true
		}
		compare(out, l.arrivals(), maxCompared)
		return maxCompared, true
	})
}

// compare counts the records that are replaced by later ones.
func compare(out *Sampled, of *arrivals, most int) {
	met := map[arrival]bool{}
	for range most {
		at, ok := of.next()
		if !ok {
			return
		}
		if out.Looked++; met[at] {
			out.Lost++
		}
		met[at] = true
	}
}

// arrival is where and when a record's cells are written.
type arrival struct {
	key base.RowKey
	at  base.Micros
}

// arrivals are those of records, in their order.
type arrivals struct{ *loader }

// arrivals returns those of all records, which a load does not begin with then.
func (l *loader) arrivals() *arrivals {
	l.cursor = l.design.data.Cursor()
	return &arrivals{l}
}

// next returns the next one, up to the first that is refused.
func (a *arrivals) next() (out arrival, ok bool) {
	rec, ok := a.cursor.Next()
	if !ok {
		return out, false
	}
	for i, k := range a.keys {
		a.values[i] = rec[k]
	}
	var wrong, late error
	a.key, wrong = a.design.template.AppendKey(a.key[:0], a.values)
	out.at, late = a.clock.Of(rec, a.at)
	out.key = base.RowKey(a.key)
	return out, wrong == nil && late == nil
}
