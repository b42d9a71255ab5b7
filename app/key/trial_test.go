package key

import (
	"testing"

	"tabletop/app/page"
	"tabletop/app/page/pagetest"
	"tabletop/engine"
)

// TestTrial: what chips change is tried until it is kept, put back, or something else
// is done.
func TestTrial(t *testing.T) {
	const a, b, c = "{game}#{date}", "{date}#{game}", "{date}"
	s := State{}
	p := pagetest.New(t, engine.TableInfo{Name: "games", Template: a, Fields: []string{"game", "date"}})
	p.Work.Verdicts = []engine.Verdict{{Query: "before"}}
	on := func(m Msg) *pagetest.Play { return p.Turn(func(t *page.Turn) { Update(t, &s, m) }) }
	// answered has the tables written by a template, as the step of a state's number.
	answered := func(template string, state uint64) {
		call := p.State.Calls[p.State.Seq].Call
		delete(p.State.Calls, p.State.Seq)
		p.Work.Tables[0].Template = template
		p.Work.Timeline = engine.Timeline{Now: 1, Steps: []engine.Step{{State: state}}}
		p.Turn(func(t *page.Turn) { Answered(t, &s, call) })
	}
	tries := func(want bool) {
		t.Helper()
		if s.Tries("games") != want || want != (p.Work.Kept != nil) {
			t.Fatalf("%+v, kept %+v", s.Trial, p.Work.Kept)
		}
	}
	p.Turn(func(t *page.Turn) { Follow(t, &s) })
	on(Moved{Table: "games", Field: "date", By: -1}).Asks(engine.Rekey{Table: "games", Template: b, Trial: 1})
	answered(b, 5)
	p.Work.Verdicts = []engine.Verdict{{Query: "tried"}}
	tries(true)
	on(Dropped{Table: "games", Field: "game"}).Asks(engine.Rekey{Table: "games", Template: c, Trial: 1})
	answered(c, 6)
	tries(true)
	if p.Work.Kept[0].Query != "before" {
		t.Errorf("%+v", p.Work.Kept)
	}
	on(Escaped{"games"}).Asks(engine.Rekey{Table: "games", Template: a, Trial: 1})
	p.Tells(page.Saying{Code: "key-back", Args: []string{a}})
	answered(a, 4)
	tries(false)

	// Kept, the next one begins anew.
	on(Placed{Table: "games", Field: "date", To: 0})
	answered(b, 7)
	on(Kept{"games"}).Tells(page.Saying{Code: "key-kept", Args: []string{b}})
	tries(false)
	next := p.State.Seq + 1
	on(Typed{"games", c})
	on(Entered{"games"}).Asks(engine.Rekey{Table: "games", Template: c, Trial: next})
	tries(false)
	answered(c, 8)
	tries(false)

	// What is done behind it keeps it, and what was not done ends it.
	on(Typed{"games", b})
	on(Settled{"games", b})
	tries(true)
	answered(b, 9)
	p.Work.Timeline.Steps[0].State = 10
	p.Turn(func(t *page.Turn) { Follow(t, &s) })
	tries(false)
	on(Typed{"games", a})
	on(Settled{"games", a})
	answered(b, 10)
	tries(false)
	if d := s.Drafts["games"]; d.Text != b {
		t.Errorf("%+v", d)
	}
}
