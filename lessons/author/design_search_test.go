package author

import (
	"slices"
	"testing"

	"tabletop/engine"
	"tabletop/engine/search"
	"tabletop/lessons"
)

// beyondSolutions lists the lessons in which a search finds designs that are better in everything than the
// solution, and why.
var beyondSolutions = map[string]string{
	"web-crawl":       "a salt of 8 spreads the pages of a site as well as four digits of a hash, and is three bytes shorter",
	"parcel-tracking": "two salts of the parcel replace the reversed parcel and the depot, and its hour is found in the same table",
	"leaderboards":    "the season need not be in the key, and seven digits of a score are enough",
}

// TestSearchFindsSolutions searches the hidden data of every lesson that grades a design, at its rates and
// beginning with its first reference. The solution has to be on the front.
func TestSearchFindsSolutions(t *testing.T) {
	graded := 0
	for _, l := range course(t) {
		_, c, step, ok := l.GradedGoal()
		if !ok {
			continue
		}
		graded++
		t.Run(l.Slug, func(t *testing.T) {
			session := gradedSession(t, l, c, step)
			var ask search.Ask
			for _, rate := range c.Rates {
				ask.Rates = append(ask.Rates, engine.QueryRate{Query: rate.Query, Rate: float64(rate.PerMinute)})
			}
			s, err := search.New(session, ask)
			if err != nil {
				t.Fatal(err)
			}
			for !s.Step(1 << 20) {
			}
			result := s.Result()
			if !result.Complete {
				t.Error("the search is not complete")
			}
			grading := engine.CompareDesigns{Proposed: []engine.ProposedDesign{solutionOf(l, step)}, OnlyProposed: true}
			own := search.CostOf(engine.AnswerAs[*engine.DesignsCompared](session.Do(grading).Answer).Proposed[0], ask.Rates)
			alike := slices.ContainsFunc(result.Points, func(p search.Point) bool { return p.Cost == own })
			better := slices.ContainsFunc(result.Points, func(p search.Point) bool { return p.Cost != own && p.Cost.IsAtMost(own) })
			if why := beyondSolutions[l.Slug]; alike != (why == "") || better != (why != "") {
				t.Errorf("the solution costs %v; on the front: %v; better ones: %v, expected because %q", own, alike, better, why)
				for _, p := range result.Points {
					t.Log(p.Cost, p.Attempt.Designs)
				}
			}
		})
	}
	if graded < 7 {
		t.Errorf("only %d lessons grade designs", graded)
	}
}

// gradedSession returns a session with the hidden data of a lesson under its first reference, and its questions.
func gradedSession(t *testing.T, l *lessons.Lesson, c lessons.DesignGraded, step int) *engine.Session {
	r := newReader(t, l)
	r.arrive(step)
	first := l.References[0].Tables[0]
	asked := engine.SetWorkload{}
	for _, q := range l.Queries {
		asked.Queries = append(asked.Queries, q.Query)
	}
	session := engine.New(r.options())
	load := engine.LoadRecords{Table: first.Table, Template: first.Template, Columns: r.session.FieldColumns(first.Table), Data: c.Data}
	for _, req := range []engine.Request{asked, load} {
		if rep := session.Do(req); rep.Err != nil {
			t.Fatal(rep.Err)
		}
	}
	return session
}

// solutionOf returns the design that solves a step.
func solutionOf(l *lessons.Lesson, step int) (own engine.ProposedDesign) {
	table := l.References[0].Tables[0].Table
	for _, a := range l.Solution[step] {
		switch a := a.(type) {
		case lessons.Template:
			own.Tables = append(own.Tables, engine.TableDesign{Table: table, Template: a.Text})
		case lessons.AddTable:
			own.Tables = append(own.Tables, engine.TableDesign{Table: table + "_2", Template: a.Text})
		}
	}
	return own
}
