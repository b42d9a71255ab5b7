package quiz

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestExercises makes many exercises of each kind and checks that each has one right answer that can
// be given, that its answers differ from seed to seed, and that it is made alike again.
func TestExercises(t *testing.T) {
	for k := range endKinds {
		rights := map[string]int{}
		for seed := range uint64(300) {
			e := New(k, seed)
			if again := New(k, seed); !reflect.DeepEqual(e, again) {
				t.Fatalf("%s, %d: made otherwise the second time", Words[k], seed)
			}
			if len(e.Choices) > 0 {
				if n := slices.Index(e.Choices, e.Right); n < 0 || len(slices.Compact(slices.Sorted(slices.Values(e.Choices)))) != len(e.Choices) {
					t.Fatalf("%s, %d: %q of %q", Words[k], seed, e.Right, e.Choices)
				}
				rights[strconv.Itoa(slices.Index(e.Choices, e.Right))]++
				continue
			}
			if n, err := strconv.Atoi(e.Right); err != nil || n < 0 || strconv.Itoa(n) != e.Right {
				t.Fatalf("%s, %d: the answer is %q", Words[k], seed, e.Right)
			}
			rights[e.Right]++
		}
		if len(rights) < 2 {
			t.Errorf("%s: the answer is always the same: %v", Words[k], rights)
		}
		for right, n := range rights {
			if n > 240 {
				t.Errorf("%s: %d of 300 answers are %s", Words[k], n, right)
			}
		}
	}
}

// TestRowsOfExercises checks that the marked rows of a table are what the right answer counts.
func TestRowsOfExercises(t *testing.T) {
	for seed := range uint64(200) {
		for _, k := range []Kind{RowsScanned, OpenPrefix} {
			e, scanned := New(k, seed), 0
			for _, r := range e.Rows {
				if r.Scanned {
					scanned++
				}
				if k == OpenPrefix && r.Returned != strings.HasPrefix(string(r.Key), e.Args[0]) {
					t.Errorf("%s, %d: %+v", Words[k], seed, r)
				}
			}
			if strconv.Itoa(scanned) != e.Right {
				t.Errorf("%s, %d: %d rows are marked, the answer is %s", Words[k], seed, scanned, e.Right)
			}
		}
		if e := New(BestKey, seed); e.Costs[slices.Index(e.Choices, e.Right)] != slices.Min(e.Costs) {
			t.Errorf("%d: the right key costs %v of %v", seed, e.Right, e.Costs)
		}
	}
}

// TestDue checks the days on which quizzes are due.
func TestDue(t *testing.T) {
	done := 100 * day
	for _, c := range []struct {
		done int64
		at   []int64
		want int64
	}{
		{0, nil, 0}, {done, nil, done + day}, {done, []int64{done + day}, done + 4*day}, {done, []int64{done + 9*day}, done + 12*day},
		{done, []int64{done + day, done + 4*day}, done + 12*day}, {done, []int64{done + day, done + 30*day}, done + 38*day},
		{done, []int64{done, done, done}, 0},
	} {
		var results []Result
		for _, at := range c.at {
			results = append(results, Result{At: at})
		}
		if got := Due(c.done, results); got != c.want {
			t.Errorf("done at %d, quizzes at %v: due at %d, want %d", c.done, c.at, got, c.want)
		}
	}
}

// TestQuiz checks that kinds that were wrong the last time come first, and that each quiz has other
// data.
func TestQuiz(t *testing.T) {
	kinds := []Kind{RowsScanned, BestKey, GrowingEnd}
	first := Quiz(kinds, nil, 7000)
	wrong := []Result{{Answers: []Answer{{RowsScanned, "3", "3"}, {BestKey, "a", "b"}, {GrowingEnd, "a", "b"}}}}
	second := Quiz(kinds, wrong, 7000)
	if second[0].Kind != BestKey || second[1].Kind != GrowingEnd || second[2].Kind != RowsScanned {
		t.Errorf("the second quiz begins with %v, %v, %v", second[0].Kind, second[1].Kind, second[2].Kind)
	}
	if reflect.DeepEqual(first[0].Rows, second[2].Rows) {
		t.Error("the second quiz has the data of the first")
	}
	if wrong[0].Wrong() != 2 {
		t.Errorf("%d answers are wrong", wrong[0].Wrong())
	}
}

// TestErrorFactor compares guesses with the truth.
func TestErrorFactor(t *testing.T) {
	for _, c := range []struct {
		said, was string
		want      float64
		ok        bool
	}{{"5", "5", 1, true}, {"0", "9", 10, true}, {"19", "1", 10, true}, {"x", "1", 0, false}, {"{a}", "{b}", 0, false}, {"-1", "1", 0, false}} {
		if got, ok := ErrorFactor(c.said, c.was); got != c.want || ok != c.ok {
			t.Errorf("%s for %s: %v, %v", c.said, c.was, got, ok)
		}
	}
}
