package lessons

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"tabletop/engine"
	"tabletop/engine/plan"
)

// anyProgress returns a small random progress, so that two of them have much in common.
func anyProgress(r *rand.Rand) Progress {
	p := Progress{Step: r.IntN(4), Done: r.IntN(4) == 0}
	for range r.IntN(4) {
		p.Passed = append(p.Passed, fmt.Sprint("goal", r.IntN(4)))
		p.Answers = append(p.Answers, Answer{fmt.Sprint("q", r.IntN(2)), fmt.Sprint(r.IntN(2))})
		p.Hints = append(p.Hints, r.IntN(3))
		p.Revealed = append(p.Revealed, r.IntN(3))
		p.Figures = append(p.Figures, engine.DesignMeasurement{
			Template: fmt.Sprint("{", r.IntN(2), "}"), Query: fmt.Sprint(r.IntN(2)), Records: r.Int64N(2),
			Micros: r.Int64N(3), Rows: r.Int64N(2), Access: []plan.Access{plan.Point, plan.Scan}[r.IntN(2)],
		})
		// There is at most one measurement of a goal.
		if goal := fmt.Sprint("goal", len(p.Measured)); r.IntN(2) == 0 {
			m := Measurement{Goal: goal, Before: []Reading{{Measure: "seeks", Have: r.Int64N(2)}}}
			if r.IntN(2) == 0 {
				m.After = []Reading{{Measure: "seeks", OK: true, Have: r.Int64N(2)}}
			}
			p.Measured = append(p.Measured, m)
		}
	}
	for range r.IntN(3) {
		p.LastGrading = append(p.LastGrading, Reading{Measure: "answers", OK: r.IntN(2) == 0, Have: r.Int64N(2)})
		p.StepStartState = r.Uint64N(3)
	}
	for range r.IntN(2) {
		p.Best = []GradedResult{{Worst: r.Int64N(3), Scanned: r.Int64N(2), Designs: []string{fmt.Sprint(r.IntN(2))}}}
	}
	return p
}

func TestMerge(t *testing.T) {
	same := func(law string, got, want Progress) {
		t.Helper()
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%s:\n got %+v\nwant %+v", law, got, want)
		}
	}
	for seed := range uint64(5000) {
		r := rand.New(rand.NewPCG(seed, 1))
		a, b, c := anyProgress(r), anyProgress(r), anyProgress(r)
		was := a.clone()
		ab := MergeProgress(a, b)
		same(fmt.Sprint(seed, ": commutative"), MergeProgress(b, a), ab)
		same(fmt.Sprint(seed, ": associative"), MergeProgress(ab, c), MergeProgress(a, MergeProgress(b, c)))
		same(fmt.Sprint(seed, ": idempotent"), MergeProgress(ab, ab), ab)
		same(fmt.Sprint(seed, ": one is in it already"), MergeProgress(ab, a), ab)
		same(fmt.Sprint(seed, ": what is merged stays as it is"), a, was)
		for _, p := range []Progress{a, b} {
			if ab.Step < p.Step || p.Done && !ab.Done {
				t.Fatalf("%d: fell back behind %+v", seed, p)
			}
			for _, id := range p.Passed {
				if !slices.Contains(ab.Passed, id) {
					t.Fatalf("%d: goal %s is lost", seed, id)
				}
			}
			for i, n := range p.Hints {
				if ab.Hints[i] < n {
					t.Fatalf("%d: hints %v became %v", seed, p.Hints, ab.Hints)
				}
			}
			for _, f := range p.Figures {
				if !slices.ContainsFunc(ab.Figures, func(g engine.DesignMeasurement) bool {
					return g.Template == f.Template && g.Query == f.Query && g.Records == f.Records && g.Micros <= f.Micros
				}) {
					t.Fatalf("%d: measurement %+v is lost", seed, f)
				}
			}
		}
	}
	both := MergeProgress(
		Progress{Step: 1, Passed: []string{"b", "a"}, Hints: []int{2}, Answers: []Answer{{"q", "3"}}},
		Progress{Step: 2, Passed: []string{"c", "a"}, Hints: []int{1, 1}, Revealed: []int{1}},
	)
	same("an example", both, Progress{
		Step: 2, Passed: []string{"a", "b", "c"}, Hints: []int{2, 1}, Answers: []Answer{{"q", "3"}}, Revealed: []int{1},
	})
}
