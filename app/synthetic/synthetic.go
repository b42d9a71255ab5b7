package synthetic

import (
	"math"
	"slices"

	"tabletop/app/host/archive"
	"tabletop/app/jobs"
	"tabletop/app/synthetic/frames"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/fit"
	"tabletop/engine/link"
	"tabletop/engine/plan"
	"tabletop/engine/wire"
)

// seed is the seed of the recipes. The same sandbox leads to the same data.
const seed = 1

// HandleAsk returns the frame of a [frames.Made] that answers the frame of a [frames.Ask]. now is the clock of
// the sandbox that the questions are measured in. The error says why the frame cannot be decoded.
func HandleAsk(frame []byte, now func() base.Micros) ([]byte, error) {
	return jobs.Answer(frame, func(a *frames.Ask) (*frames.Made, error) { return synthesize(a, now) },
		func(why *base.Error) *frames.Made { return &frames.Made{Refused: why} })
}

// synthesize makes the data, and measures the questions on them.
func synthesize(a *frames.Ask, now func() base.Micros) (*frames.Made, error) {
	s, err := archive.Open(a.File, now)
	if err != nil {
		return nil, err
	}
	of, ok := link.ExperimentFromSession(a.Title, s)
	if !ok {
		return nil, base.Refuse(base.CodeNoDesign, "")
	}
	of.Settings = a.Settings
	made := &frames.Made{}
	m := maker{}
	for i := range of.Changes {
		switch r := of.Changes[i].Request.(type) {
		case engine.LoadRecords:
			grown, err := m.data(r.Data, a.Axis, max(float64(a.Factor), 1))
			if err != nil {
				return nil, err
			}
			r.Data, r.SkippedLines = grown, 0
			made.Records += grown.Len()
			of.Changes[i].Request = r
		case engine.SetWorkload:
			made.Costs, made.Left = m.questions(r.Queries)
			of.Changes[i].Request = engine.SetWorkload{Queries: m.translated}
		}
	}
	made.Axes = m.axes()
	if made.Text, err = link.Encode(of); err != nil {
		return nil, err
	}
	if made.IsUnmeasured() {
		made.Costs = nil
		return made, nil
	}
	return made, measure(made, s, of, now)
}

// maker makes the data of the tables. Tables with the same data get the same synthetic data.
type maker struct {
	originals  []dataset.Spec
	likes      []dataset.Spec // like the originals, as many records each
	translated []plan.Query
}

// data returns data like the given ones, grown along an axis. Data without that axis do not grow.
func (m *maker) data(of dataset.Spec, axis string, factor float64) (dataset.Spec, error) {
	at := slices.IndexFunc(m.originals, func(o dataset.Spec) bool { return isSame(o, of) })
	if at < 0 {
		like, err := fit.NewRecipe(of, seed, spend)
		if err != nil {
			return dataset.Spec{}, err
		}
		at = len(m.likes)
		m.originals, m.likes = append(m.originals, of), append(m.likes, like)
	}
	like := m.likes[at]
	if factor == 1 || !growsAlong(like, axis) {
		return like, nil
	}
	return fit.Grow(like, axis, factor)
}

// spend is called for the work of fitting. The page stops it by ending the program.
func spend(int64) {}

// isSame reports whether two data are the same by where they are stored: tables that were made of one file share
// its records.
func isSame(a, b dataset.Spec) bool {
	if len(a.Records) != len(b.Records) || a.Time != b.Time || !slices.Equal(a.Fields, b.Fields) {
		return false
	}
	for i, r := range a.Records {
		if !slices.Equal(r, b.Records[i]) {
			return false
		}
	}
	return a.Recipe == b.Recipe || a.Recipe != nil && b.Recipe != nil && slices.Equal(wire.Encode(a.Recipe, nil), wire.Encode(b.Recipe, nil))
}

// growsAlong reports whether data can grow along an axis.
func growsAlong(of dataset.Spec, axis string) bool {
	_, err := fit.Grow(of, axis, math.Nextafter(1, 2))
	return err == nil
}

// axes returns the axes along which some of the data can grow: the time, then fields.
func (m *maker) axes() (all []string) {
	for _, of := range m.likes {
		for _, axis := range append([]string{fit.TimeAxis}, of.Fields...) {
			if !slices.Contains(all, axis) && growsAlong(of, axis) {
				all = append(all, axis)
			}
		}
	}
	return all
}

// questions translates the questions. Those that cannot be translated, or that name fields of several data, are
// left out.
func (m *maker) questions(queries []plan.Query) (costs []frames.Cost, left []string) {
	for i, q := range queries {
		translated, ok := m.question(q)
		if !ok {
			left = append(left, q.ID)
			continue
		}
		translated.ID = frames.QuestionName(i)
		m.translated = append(m.translated, translated)
		costs = append(costs, frames.Cost{Query: q})
	}
	return costs, left
}

// question translates a question by the first data that have all of its fields.
func (m *maker) question(q plan.Query) (plan.Query, bool) {
	for i, of := range m.originals {
		if slices.ContainsFunc(q.Where, func(c plan.Cond) bool { return !slices.Contains(of.Fields, c.Field) }) {
			continue
		}
		return fit.NewTranslator(of, m.likes[i], []plan.Query{q}, spend).Query(q)
	}
	return q, false
}

// measure sets what the questions cost in the original sandbox, and in the new one.
func measure(made *frames.Made, s *engine.Session, of link.Content, now func() base.Micros) error {
	next := engine.New(engine.Options{Now: now})
	for _, c := range of.Changes {
		t := next.Replay(c)
		for !t.Step(math.MaxInt64) {
		}
		if _, why := t.AcceptedChanges(); why != nil {
			return why
		}
	}
	before, after := byQuery(s.Verdicts()), byQuery(next.Verdicts())
	for i := range made.Costs {
		c := &made.Costs[i]
		old := before[c.Query.ID]
		c.Scanned, c.Wanted = old.Stats.RowsScanned, old.Wanted
	}
	workload := of.Changes[len(of.Changes)-1].Request
	if w, ok := workload.(engine.SetWorkload); ok {
		for i, q := range w.Queries {
			v := after[q.ID]
			made.Costs[i].SyntheticScanned, made.Costs[i].SyntheticWanted = v.Stats.RowsScanned, v.Wanted
		}
	}
	return nil
}

// byQuery returns verdicts by the IDs of their questions.
func byQuery(all []engine.Verdict) map[string]engine.Verdict {
	by := map[string]engine.Verdict{}
	for _, v := range all {
		by[v.Query] = v
	}
	return by
}
