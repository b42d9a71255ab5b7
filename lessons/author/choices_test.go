package author

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/lessons"
)

// TestShuffled checks that each reader has an order of choices of their own, always the same one,
// and that the right choice is equally often at each place.
func TestShuffled(t *testing.T) {
	const readers = 3000
	q := lessons.Question{ID: "q", Kind: lessons.ChooseOne, Choices: []lessons.Choice{{Value: "a"}, {Value: "b"}, {Value: "c"}}}
	var at [3]int
	for seed := uint64(1); seed <= readers; seed++ {
		first, again := q.ShuffledChoices(seed*1_000_003), q.ShuffledChoices(seed*1_000_003)
		if !slices.Equal(first, again) {
			t.Fatal("another order for the same reader")
		}
		at[slices.Index(first, lessons.Choice{Value: "b"})]++
	}
	for place, n := range at {
		if math.Abs(float64(n)-readers/3) > 4*math.Sqrt(readers*2/9.0) {
			t.Errorf("place %d has a choice %d times of %d", place, n, readers)
		}
	}
	if !slices.Equal(q.ShuffledChoices(0), q.Choices) {
		t.Error("without a reader it is shuffled")
	}
	if q.Kind = lessons.PutInOrder; !slices.Equal(q.ShuffledChoices(7), q.Choices) {
		t.Error("an order to be mended is shuffled")
	}
}

// TestLongestChoice checks that a reader who always takes the longest choice is not right more
// often than by chance, within two standard deviations.
func TestLongestChoice(t *testing.T) {
	longest, asked, expected, variance := 0, 0, 0.0, 0.0
	for _, l := range course(t) {
		for _, s := range l.Steps {
			for _, q := range s.Asks {
				if q.Kind != lessons.ChooseOne {
					continue
				}
				right, most := 0, 0
				for _, c := range q.Choices {
					if n := len(c.Text); c.Value == q.Right {
						right = n
					} else {
						most = max(most, n)
					}
				}
				p := 1 / float64(len(q.Choices))
				expected, variance = expected+p, variance+p*(1-p)
				if asked++; right > most {
					longest++
				}
			}
		}
	}
	t.Logf("of %d choices the right one is the longest in %d, by chance in %.0f", asked, longest, expected)
	if float64(longest) > expected+2*math.Sqrt(variance) {
		t.Errorf("of %d choices the right one is the longest in %d", asked, longest)
	}
}

// choicesAlone are steps that only ask for choices and are still to be rewritten.
var choicesAlone = []string{}

// TestChoicesAlone checks that every step asks for more than choices, since those can be passed by
// clicking.
func TestChoicesAlone(t *testing.T) {
	var alone []string
	for _, l := range course(t) {
		for _, s := range l.Steps {
			more := slices.ContainsFunc(s.Goals, func(g lessons.Goal) bool {
				of, ok := g.Check.(lessons.QuestionAnswered)
				if !ok {
					return true
				}
				q, _, _ := l.Question(of.Question)
				if of.Question == "" { // a sheet to fill in
					return true
				}
				return q.Kind != lessons.ChooseOne || q.Because != ""
			})
			if len(s.Goals) > 0 && !more {
				alone = append(alone, l.Slug+"/"+s.ID)
			}
		}
	}
	for _, step := range alone {
		if !slices.Contains(choicesAlone, step) {
			t.Errorf("%s asks for choices alone", step)
		}
	}
	for _, step := range choicesAlone {
		if !slices.Contains(alone, step) {
			t.Errorf("%s asks for more than choices by now: take it off the list", step)
		}
	}
}

// mayName are texts that contain what a question asks for without giving it away, each with the
// reason.
var mayName = map[string]string{
	"lol-scores/wins/wrong 2":         "a day of March",
	"lol-scores/wins/wrong 3":         "a day of March",
	"market-data/ranges/wrong 1":      "the question names the salt's 8 values",
	"big-rows/left/goal":              "the goal of a later act, said to count a row",
	"common-first/two-countries/goal": "another read's rows",
}

// TestAnswerIsNotGivenAway checks that explanations of wrong answers, and hints before the last
// one, lead to the cause without naming the answer. For a guess only the texts before it count.
func TestAnswerIsNotGivenAway(t *testing.T) {
	used := map[string]bool{}
	for _, l := range course(t) {
		for _, s := range l.Steps {
			for _, q := range s.Asks {
				if q.Kind != lessons.EnterNumber && q.Kind != lessons.FillText {
					continue
				}
				forms := []string{regexp.QuoteMeta(q.Right)}
				if n, err := strconv.ParseInt(q.Right, 10, 64); err == nil && n > 999 {
					forms = append(forms, grouped(n))
				}
				names := regexp.MustCompile(`(?:^|[^\w.,])(?:` + strings.Join(forms, "|") + `)(?:$|[^\w.,]|[.,](?:$|\D))`)
				look := func(where, text string) {
					if !names.MatchString(lessons.PlainText(text)) {
						return
					}
					key := l.Slug + "/" + q.ID + "/" + where
					if used[key] = true; mayName[key] == "" {
						t.Errorf("%s gives %s away: %s", key, q.Right, lessons.PlainText(text))
					}
				}
				for _, w := range q.Wrong {
					if !q.Guess {
						look("wrong "+w.Value, w.Text)
					}
				}
				if !q.Guess {
					look("else", q.Else)
				}
				for i, h := range s.Hints[:max(len(s.Hints)-1, 0)] {
					look(fmt.Sprintf("hint %d", i+1), h)
				}
				for _, g := range s.Goals {
					look("goal", g.Text)
				}
			}
		}
	}
	for key := range mayName {
		if !used[key] {
			t.Errorf("nothing is excused by %s: take it off the list", key)
		}
	}
}

// grouped writes a number with commas.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
