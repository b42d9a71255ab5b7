package author

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/lessons"
)

// clicks returns what a reader can do who types nothing and does not think: choose an answer, press
// a button of the step, or run its traffic.
func (r *reader) clicks(rng *rand.Rand) (out []lessons.Action) {
	p := r.run.Progress()
	s := r.lesson.Steps[p.Step]
	for _, q := range s.Asks {
		if _, given := p.AnswerTo(q.ID); given || !q.IsAsked(p) {
			continue
		}
		value := ""
		switch q.Kind {
		case lessons.ChooseOne:
			value = q.Choices[rng.IntN(len(q.Choices))].Value
		case lessons.PutInOrder:
			of := names(q.Choices, func(c lessons.Choice) string { return c.Value })
			rng.Shuffle(len(of), func(i, j int) { of[i], of[j] = of[j], of[i] })
			value = strings.Join(of, ",")
		case lessons.MarkPlace:
			value = strconv.Itoa(rng.IntN(1001))
		case lessons.SketchCurve:
			value = strings.Join(slices.Repeat([]string{strconv.Itoa(rng.IntN(1000))}, len(q.Sizes)), ",")
		default: // answers of other kinds are typed
			continue
		}
		out = append(out, lessons.Answer{Question: q.ID, Value: value})
	}
	for _, o := range s.Actions {
		out = append(out, o.Action)
	}
	if s.Traffic != nil {
		out = append(out, lessons.Simulate{})
	}
	return out
}

// TestRandomReader checks that a reader who only clicks, at random and any number of times, passes
// no lesson.
func TestRandomReader(t *testing.T) {
	const plays, picks = 1000, 100 // after 40 picks hardly anything is left to do
	all := course(t)
	starts := make([]*trial, len(all))
	furthest := map[string]int{}
	for play := range plays {
		i := play % len(all)
		l := all[i]
		if starts[i] == nil {
			starts[i] = newReader(t, l).trial
		}
		again, err := starts[i].again()
		if err != nil {
			t.Fatal(err)
		}
		r, rng := &reader{again, t}, rand.New(rand.NewPCG(uint64(play), 1))
		pressed := map[lessons.Action]bool{}
		for range picks {
			if r.trial.next() == nil {
				continue
			}
			can := r.clicks(rng)
			if len(can) == 0 {
				break
			}
			a := can[rng.IntN(len(can))]
			if _, answer := a.(lessons.Answer); !answer {
				at := r.run.Progress().Step
				key := lessons.Answer{Question: strconv.Itoa(at), Value: fmt.Sprintf("%T", a)}
				if pressed[key] { // pressing it again has the same effect
					continue
				}
				pressed[key] = true
			}
			_, _ = r.trial.do(a) // actions that have to wait are not done
		}
		p := r.run.Progress()
		furthest[l.Slug] = max(furthest[l.Slug], p.Step)
		if p.Done {
			t.Errorf("play %d passes %s", play, l.Slug)
		}
	}
	for _, l := range all {
		if n := furthest[l.Slug]; n > 0 {
			t.Logf("%s: as far as step %d of %d", l.Slug, n+1, len(l.Steps))
		}
	}
}
