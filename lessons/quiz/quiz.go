// Package quiz makes the questions that come back in the days after a lesson. They ask for what the
// lesson taught, but with other data.
//
// A [Kind] is one kind of question. [New] makes an [Exercise] of a kind from a seed: a few records,
// and a question about them whose right answer is measured by the engine's packages, never written
// down. Exercises hold no sentences; the page has those. [Due] says when a reader is asked.
package quiz

import (
	"math"
	"slices"
	"strconv"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// Kind is a kind of exercise. The numbers are part of encoded lessons and must not change.
type Kind uint8

const (
	RowsScanned   Kind = iota // how many rows a read scans under the key
	BestKey                   // which key lets a read scan only what it returns
	RowsLeft                  // how many rows records become, when some share a key
	GrowingEnd                // which key sends every new row to the end of the table
	FirstInOrder              // which key sorts first
	CellsKept                 // how many cells of a column a garbage-collection rule keeps
	OpenPrefix                // how many rows a prefix without its delimiter reads
	RangesOfARead             // how many ranges a read becomes under a salted key

	endKinds
)

// Valid reports whether k is one of the constants. A decoder asks it.
func (k Kind) Valid() bool { return k < endKinds }

// Words are the kinds as lesson.json writes them, in the order of their numbers.
var Words = []string{"rows-scanned", "best-key", "rows-left", "growing-end", "first-in-order", "cells-kept", "open-prefix", "ranges-of-a-read"}

// Exercise is one question with its data. It is a function of its kind and seed.
type Exercise struct {
	Kind     Kind
	Seed     uint64
	Fields   []string   // of the records
	Template string     // the key of Rows, "" for none
	Rows     []Row      // the rows of a table, in key order
	Lines    []string   // records or writes in the order of time, where there are no Rows
	Query    plan.Query // what is asked of the table, without conditions for nothing
	Choices  []string   // the possible answers; none for a whole number
	Costs    []int64    // of each choice of [BestKey]: the rows that the read scans under it
	Right    string     // the right answer, measured
	Args     []string   // further arguments of the question's sentence
}

// Row is a row of an exercise's table, and what the read does with it.
type Row struct {
	Key      base.RowKey
	Scanned  bool
	Returned bool
}

// Answer is a reader's answer to an exercise.
type Answer struct {
	Kind Kind   `wire:"1"`
	Said string `wire:"2"`
	Was  string `wire:"3"` // the right answer
}

// IsRight reports whether the answer is right.
func (a Answer) IsRight() bool { return a.Said == a.Was }

// Result is what came of a quiz.
type Result struct {
	At      int64    `wire:"1"` // when it was answered, in microseconds since the Unix epoch
	Answers []Answer `wire:"2"`
}

// Wrong returns how many of the answers were wrong.
func (r Result) Wrong() (n int) {
	for _, a := range r.Answers {
		if !a.IsRight() {
			n++
		}
	}
	return n
}

// ErrorFactor returns the [MeanFactor] by which the answers that are numbers were off, 0 if there are
// none.
func (r Result) ErrorFactor() float64 {
	var factors []float64
	for _, a := range r.Answers {
		if f, ok := ErrorFactor(a.Said, a.Was); ok {
			factors = append(factors, f)
		}
	}
	return MeanFactor(factors)
}

// Days are the days after a lesson on which its quizzes are due.
var Days = []int64{1, 4, 12}

// day is a day in microseconds.
const day = int64(24 * 60 * 60 * 1_000_000)

// Due returns when the next quiz of a lesson is due, in microseconds since the Unix epoch: 1, 4 and
// 12 days after the lesson was done, but never sooner after the quiz before than they are apart. It
// returns 0 if the lesson is not done (done is 0), or if all quizzes have been answered.
func Due(done int64, results []Result) int64 {
	n := len(results)
	if done == 0 || n >= len(Days) {
		return 0
	}
	due := done + Days[n]*day
	if n > 0 {
		due = max(due, results[n-1].At+(Days[n]-Days[n-1])*day)
	}
	return due
}

// Quiz returns the exercises of a lesson's next quiz. Kinds that were answered wrong the last time
// come first. seed belongs to the lesson, so that two lessons have other data.
func Quiz(kinds []Kind, results []Result, seed uint64) []Exercise {
	kinds = slices.Clone(kinds)
	if n := len(results); n > 0 {
		wrong := func(k Kind) int {
			if slices.ContainsFunc(results[n-1].Answers, func(a Answer) bool { return a.Kind == k && !a.IsRight() }) {
				return 0
			}
			return 1
		}
		slices.SortStableFunc(kinds, func(a, b Kind) int { return wrong(a) - wrong(b) })
	}
	var out []Exercise
	for i, k := range kinds {
		out = append(out, New(k, seed+uint64(len(results)*len(kinds)+i)))
	}
	return out
}

// ErrorFactor returns by which factor a guess is off: 1 for an exact one, 10 for a tenth or ten
// times the truth. Both are whole numbers of 0 or more; ok is false for other texts.
func ErrorFactor(said, was string) (factor float64, ok bool) {
	a, err1 := strconv.ParseFloat(said, 64)
	b, err2 := strconv.ParseFloat(was, 64)
	if err1 != nil || err2 != nil || a < 0 || b < 0 {
		return 0, false
	}
	a, b = a+1, b+1 // so that 0 can be compared
	return math.Max(a/b, b/a), true
}

// MeanFactor returns the geometric mean of factors, 0 for none.
func MeanFactor(factors []float64) float64 {
	if len(factors) == 0 {
		return 0
	}
	sum := 0.0
	for _, f := range factors {
		sum += math.Log(f)
	}
	return math.Exp(sum / float64(len(factors)))
}

// New makes the exercise of a kind from a seed.
func New(k Kind, seed uint64) Exercise {
	for try := uint64(0); ; try++ {
		e := Exercise{Kind: k, Seed: seed}
		r := dataset.NewRandom(seed*1_000+try, uint64(k))
		if makers[k](&e, &r) {
			return e
		}
	}
}
