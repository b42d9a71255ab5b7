package engine

import (
	"reflect"
	"slices"

	"tabletop/engine/design"
	"tabletop/engine/plan"
)

// Start is what a question of the workload cost under the first designs of the timeline that
// answered it over the present data.
type Start struct {
	Query   string
	Designs []AttemptDesign
	Verdict Verdict
}

// Starts returns the starts of the questions that have one. A question has none where the
// designs have not been changed since it was asked first, or the data has been, and where
// the timeline begins later. With more data a question costs more under any design, so that
// only what the same data cost can be compared.
func (s *Session) Starts() (out []Start) {
	now := &s.state
	for _, v := range now.verdicts {
		i := slices.IndexFunc(now.workload, func(q plan.Query) bool { return q.ID == v.Query })
		d := now.designs[v.Table]
		if i < 0 || d == nil {
			continue
		}
		for _, past := range s.history.past {
			first, ok := past.verdictOf(now.workload[i])
			if !ok || !design.SameData(past.designs[first.Table].Data, d.Data) {
				continue
			}
			if !sameTemplates(past, *now) {
				out = append(out, Start{Query: v.Query, Designs: described(past.designs), Verdict: first})
			}
			break
		}
	}
	return out
}

// verdictOf returns what a question was measured to cost in a state, ok false where it
// was not asked then or not answered.
func (s *state) verdictOf(q plan.Query) (v Verdict, ok bool) {
	i := slices.IndexFunc(s.workload, func(asked plan.Query) bool { return asked.ID == q.ID })
	if i < 0 || i >= len(s.verdicts) || s.verdicts[i].Table == "" || !reflect.DeepEqual(s.workload[i], q) {
		return Verdict{}, false
	}
	return s.verdicts[i], s.designs[s.verdicts[i].Table] != nil
}
