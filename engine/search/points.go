package search

import (
	"slices"

	"tabletop/engine"
	"tabletop/engine/plan"
)

// pointsOf returns the points of designs of which all keys have been measured.
func (s *Search) pointsOf(front []proposal) (out []Point) {
	for _, d := range front {
		p := Point{Cost: d.cost, Attempt: s.attemptOf(d)}
		for i, k := range d.keys {
			p.Keys = append(p.Keys, s.keyOf(k, p.Attempt.Designs[i].Table, &p.Attempt))
		}
		out = append(out, p)
	}
	return out
}

// attemptOf returns what the session would measure for a design: the tables do not depend on each other.
func (s *Search) attemptOf(d proposal) engine.DesignAttempt {
	a := engine.DesignAttempt{Current: s.isPresent(d)}
	for i, k := range d.keys {
		of := k.attempt.Designs[0]
		of.Table = s.tableName(i)
		a.Designs = append(a.Designs, of)
		a.Bytes += k.attempt.Bytes
		a.Skew = max(a.Skew, k.attempt.Skew)
	}
	first := d.keys[0].attempt
	for i, v := range first.Verdicts {
		lost := first.Lost[i]
		if q := slices.IndexFunc(s.queries, func(q plan.Query) bool { return q.ID == v.Query }); q >= 0 {
			at := answering(d.keys, q)
			v, lost = d.keys[at].attempt.Verdicts[i], d.keys[at].attempt.Lost[i]
			v.Table = s.tableName(at)
		}
		a.Verdicts, a.Lost = append(a.Verdicts, v), append(a.Lost, lost)
	}
	return a
}

// isPresent reports whether a design has the present keys of the session.
func (s *Search) isPresent(d proposal) bool {
	present := s.present()
	return len(present) == len(d.keys) && !slices.ContainsFunc(present, func(p *key) bool {
		return !slices.ContainsFunc(d.keys, func(k *key) bool { return k.text == p.text })
	})
}

// keyOf says what each segment of a key is there for, in a table of an attempt.
func (s *Search) keyOf(k *key, table string, a *engine.DesignAttempt) (out Key) {
	for _, step := range k.template.Steps() {
		of := Segment{Field: step.Field, Text: step.Field}
		for _, via := range step.Transforms() {
			of.Text += "|" + via.String()
			of.Spreads = of.Spreads || via.Name == "salt" || via.Name == "hash" || via.Name == "reverse"
		}
		out.Segments = append(out.Segments, of)
	}
	for _, v := range a.Verdicts {
		at := slices.IndexFunc(s.queries, func(q plan.Query) bool { return q.ID == v.Query })
		if v.Table != table || at < 0 {
			continue
		}
		out.Serves = append(out.Serves, v.Query)
		q := s.queries[at]
		p := s.plan(k, q)
		for i := range out.Segments {
			of := &out.Segments[i]
			step := p.Steps[i]
			if fanned := of.Spreads && step.State == plan.Fanned; step.State != plan.Open && !fanned {
				of.Narrows = append(of.Narrows, v.Query)
			}
			if by := v.LatestMethod; by != "" && !by.NeedsSort() && (of.Field == q.Latest.Field || of.Field == q.Each) && step.State == plan.Open {
				of.Orders = append(of.Orders, v.Query)
			}
		}
	}
	for i := range out.Segments {
		of := &out.Segments[i]
		of.Distinguishes = !of.Spreads && len(of.Narrows) == 0 && len(of.Orders) == 0
	}
	return out
}
