package author

import (
	"fmt"
	"testing"

	"tabletop/engine"
	"tabletop/lessons"
	"tabletop/lessons/content"
)

// TestAlso checks that the alternatives of also.json solve their steps too.
func TestAlso(t *testing.T) {
	for _, l := range course(t) {
		also, err := also(content.Files, l)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range also {
			t.Run(l.Slug+"/"+a.Name, func(t *testing.T) {
				r := newReader(t, l)
				i := stepOf(t, l, a.Step)
				r.arrive(i)
				if out := r.do(a.Do...); out.Explain != "" || !r.passed(goals(l.Steps[i])...) {
					t.Errorf("explained by %q, passes %q: %+v", out.ExplainID, r.run.Progress().Passed, out.Readings)
				}
			})
		}
		if _, _, _, ok := l.GradedGoal(); ok && len(also) == 0 {
			t.Errorf("%s: only one design is known to pass", l.Slug)
		}
	}
}

// TestReferences checks that references pass or fail as the lesson says, and that the pars leave
// room for a design that is slightly worse than a passing reference.
func TestReferences(t *testing.T) {
	for _, l := range course(t) {
		_, c, step, ok := l.GradedGoal()
		if len(l.References) == 0 {
			if ok {
				t.Errorf("%s: graded without references", l.Slug)
			}
			continue
		}
		r := newReader(t, l)
		r.arrive(step)
		passing := 0
		for _, ref := range l.References {
			grading := engine.CompareDesigns{Proposed: []engine.ProposedDesign{{Name: "graded", Tables: ref.Tables, Data: &c.Data}}, OnlyProposed: true}
			rep := r.session.Do(grading)
			if rep.Err != nil {
				t.Fatal(rep.Err)
			}
			of, passes := r.run.Measure(c, step, grading, rep)
			t.Logf("%s: %s: %+v", l.Slug, ref.ID, spelled(of))
			if passes != ref.Passes {
				t.Errorf("%s: %s passes: %v", l.Slug, ref.ID, passes)
			}
			for _, one := range of[1:len(lessons.Criteria)] {
				if ref.Passes && one.Have*105 > one.Want.Most*100 {
					t.Errorf("%s: %s has no room below the par of %s: %d of %d", l.Slug, ref.ID, one.Measure, one.Have, one.Want.Most)
				}
			}
			if ref.Passes {
				passing++
			}
		}
		if passing < 2 || passing == len(l.References) {
			t.Errorf("%s: %d of %d references pass", l.Slug, passing, len(l.References))
		}
	}
}

// spelled writes readings on one line.
func spelled(of []lessons.Reading) (text string) {
	for _, r := range of {
		text += fmt.Sprintf(" %s %d", r.Measure+r.HaveText, r.Have)
		if r.Want.Set {
			text += fmt.Sprintf("/%d", r.Want.Most)
		}
		if !r.OK {
			text += "!"
		}
	}
	return text
}
