package lessons

import (
	"bytes"
	"cmp"
	"slices"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/wire"
	"tabletop/lessons/quiz"
)

// MergeProgress returns the progress of one reader who has read a lesson in two places: the further step,
// and every goal, answer, hint, solution and measurement of either. Of two measurements of the same
// thing it keeps the quicker one, and of two graded results the better one.
//
// Merging is commutative and associative, so that it does not matter in which order several copies
// are merged. The lists of the result are sorted.
func MergeProgress(a, b Progress) Progress {
	out := Progress{
		Step:     max(a.Step, b.Step),
		Passed:   union(a.Passed, b.Passed, cmp.Compare[string]),
		Answers:  union(a.Answers, b.Answers, compareAnswers),
		Revealed: union(a.Revealed, b.Revealed, cmp.Compare[int]),
		Done:     a.Done || b.Done,
		Best:     better(a.Best, b.Best),
		Rival:    better(a.Rival, b.Rival),
	}
	if n := max(len(a.Hints), len(b.Hints)); n > 0 {
		out.Hints = make([]int, n)
		for _, hints := range [][]int{a.Hints, b.Hints} {
			for i, seen := range hints {
				out.Hints[i] = max(out.Hints[i], seen)
			}
		}
	}
	out.MeasuredAnswers = union(a.MeasuredAnswers, b.MeasuredAnswers, compareAnswers)
	if n := max(len(a.Tries), len(b.Tries)); n > 0 {
		out.Tries = make([]int, n)
		for _, tries := range [][]int{a.Tries, b.Tries} {
			for i, made := range tries {
				out.Tries[i] = max(out.Tries[i], made)
			}
		}
	}
	// Figures of the same measurement are neighbours after sorting, and the quickest of them is the
	// first.
	out.Figures = slices.CompactFunc(union(a.Figures, b.Figures, compareFigures), func(f, g engine.DesignMeasurement) bool {
		return f.Records == g.Records && f.Template == g.Template && f.Query == g.Query
	})
	out.Measured = measurements(a.Measured, b.Measured)
	out.LastGrading = lastGraded(a.LastGrading, b.LastGrading)
	out.StepStartState = furthest(a, b).StepStartState
	out.DoneAt = min(a.DoneAt, b.DoneAt)
	if out.DoneAt == 0 {
		out.DoneAt = max(a.DoneAt, b.DoneAt)
	}
	out.Quizzes = quizzes(a.Quizzes, b.Quizzes)
	return out
}

// quizzes returns the results of both lists, the oldest first. Of two results of one time it keeps
// the one whose frame is smaller.
func quizzes(a, b []quiz.Result) []quiz.Result {
	all := slices.Concat(a, b)
	base.Sort(all, func(q, r quiz.Result) int {
		return cmp.Or(cmp.Compare(q.At, r.At), bytes.Compare(wire.Encode(&q, nil), wire.Encode(&r, nil)))
	})
	return slices.CompactFunc(all, func(q, r quiz.Result) bool { return q.At == r.At })
}

// furthest returns the progress at the later step, or in the same step the one whose step began
// later.
func furthest(a, b Progress) Progress {
	if c := cmp.Or(cmp.Compare(a.Step, b.Step), cmp.Compare(a.StepStartState, b.StepStartState)); c < 0 {
		return b
	}
	return a
}

// lastGraded returns one of two last gradings: one that is there, then the one that met more, then
// the one whose frame is smaller. The time of a grading is not stored.
func lastGraded(a, b []Reading) []Reading {
	met := func(of []Reading) (n int) {
		for _, r := range of {
			if r.OK {
				n++
			}
		}
		return n
	}
	frame := func(of []Reading) []byte { return frameOf(Measurement{After: of}) }
	if c := cmp.Or(min(len(b), 1)-min(len(a), 1), met(b)-met(a), bytes.Compare(frame(a), frame(b))); c > 0 {
		a = b
	}
	return slices.Clone(a)
}

// union returns the elements of both lists, sorted and without duplicates.
func union[T comparable](a, b []T, compare func(T, T) int) []T {
	all := slices.Concat(a, b)
	base.Sort(all, compare)
	return slices.Compact(all)
}

// compareAnswers orders answers by question, then by value.
func compareAnswers(a, b Answer) int {
	return cmp.Or(cmp.Compare(a.Question, b.Question), cmp.Compare(a.Value, b.Value))
}

// compareFigures orders figures first by what was measured, then by the time it took, then by the
// rest.
func compareFigures(a, b engine.DesignMeasurement) int {
	return cmp.Or(
		cmp.Compare(a.Records, b.Records), cmp.Compare(a.Template, b.Template), cmp.Compare(a.Query, b.Query),
		cmp.Compare(a.Micros, b.Micros), cmp.Compare(a.Scanned, b.Scanned), cmp.Compare(a.Returned, b.Returned),
		cmp.Compare(a.Rows, b.Rows), cmp.Compare(a.Bytes, b.Bytes), cmp.Compare(a.Wanted, b.Wanted), cmp.Compare(a.Access, b.Access),
	)
}

// measurements returns one measurement of each goal: one with which the goal passed if there is
// one, and then the one whose frame is smaller.
func measurements(a, b []Measurement) []Measurement {
	all := slices.Concat(a, b)
	base.Sort(all, func(m, n Measurement) int {
		passed := func(m Measurement) int { return min(len(m.After), 1) }
		return cmp.Or(cmp.Compare(m.Goal, n.Goal), passed(n)-passed(m), bytes.Compare(frameOf(m), frameOf(n)))
	})
	return slices.CompactFunc(all, func(m, n Measurement) bool { return m.Goal == n.Goal })
}

// frameOf encodes a measurement, so that measurements can be compared.
func frameOf(m Measurement) []byte {
	return wire.Encode(&m, nil)
}
