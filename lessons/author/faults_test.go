package author

import (
	"testing"

	"tabletop/lessons"
)

// TestFaults finds the faults of someone-elses one after the other: a fault counts with its figure
// alone, and more of them earn a better medal.
func TestFaults(t *testing.T) {
	r := at(t, "someone-elses", "find")
	goal := r.lesson.Steps[0].Goals[0].ID
	n := int64(0)
	for _, q := range r.lesson.Steps[0].Asks {
		if q.Because != "" {
			early := r.run.JudgeAnswer(lessons.Answer{Question: q.ID, Value: q.Right})
			if _, taken := early.Progress.AnswerTo(q.ID); !taken {
				t.Errorf("%s is not taken after its figure", q.ID)
			}
			n++
		} else if why, _, ok := r.lesson.Question(q.ID + "-why"); ok {
			early := r.run.JudgeAnswer(lessons.Answer{Question: why.ID, Value: why.Right})
			if _, taken := early.Progress.AnswerTo(why.ID); taken {
				t.Errorf("%s is taken without its figure", why.ID)
			}
			r.do(lessons.Answer{Question: q.ID, Value: q.Right})
		}
		want := lessons.NoMedal
		switch {
		case n == 10:
			want = lessons.Gold
		case n >= 8:
			want = lessons.Silver
		case n >= 6:
			want = lessons.Bronze
		}
		of := r.readingsNow(r.run, goal)
		if len(of) != 2 || of[0].Have != n || lessons.Medal(of[1].Have) != want || r.passed(goal) != (n >= 6) {
			t.Errorf("after %s: %+v, want %d faults and medal %d", q.ID, of, n, want)
		}
	}
}
