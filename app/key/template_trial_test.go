package key

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/lessons"
	"tabletop/web/test/pagetest"
)

// TestTrial checks that a template is on trial until it is kept, is put back, or something
// else is changed.
func TestTrial(t *testing.T) {
	const a, b, c = "{game}#{date}", "{date}#{game}", "{date}"
	s := State{}
	p := pagetest.New(t, engine.TableInfo{Name: "games", Template: a, Fields: []string{"game", "date"}})
	p.Work.Verdicts = []engine.Verdict{{Query: "before"}}
	on := func(m Msg) *pagetest.Page { return p.Turn(func(t *page.Update) { Update(t, &s, m) }) }
	// answered answers that the tables are written with a template, in a state of the timeline.
	answered := func(template string, state uint64) {
		call := p.State.Calls[p.State.Seq].Call
		clear(p.State.Calls) // the preview has been answered before
		p.Work.Tables[0].Template = template
		p.Work.Timeline = engine.UndoTimeline{Now: 1, Steps: []engine.TimelineStep{{State: state}}}
		p.Turn(func(t *page.Update) { OnReply(t, &s, call, host.Answer{}) })
	}
	tries := func(want bool) {
		t.Helper()
		if s.IsTemplateOnTrial("games") != want {
			t.Fatalf("%+v", s.Trial)
		}
	}
	p.Turn(func(t *page.Update) { follow(t, &s) })
	on(FieldMoved{Table: "games", Field: "date", By: -1}).Asks(engine.Rekey{Table: "games", Template: b, Trial: 1})
	answered(b, 5)
	p.Work.Verdicts = []engine.Verdict{{Query: "tried"}}
	tries(true)
	on(dropped{Table: "games", Field: "game"}).Asks(engine.Rekey{Table: "games", Template: c, Trial: 1})
	answered(c, 6)
	tries(true)
	on(escaped{"games"}).Asks(engine.Rekey{Table: "games", Template: a, Trial: 1})
	p.Tells(page.AnnouncementPart{Code: "key-back", Args: []string{a}})
	answered(a, 4)
	tries(false)

	// After a template was kept, the next one begins a new trial.
	on(placed{Table: "games", Field: "date", To: 0})
	answered(b, 7)
	on(kept{"games"}).Tells(page.AnnouncementPart{Code: "key-kept", Args: []string{b}})
	tries(false)
	next := p.State.Seq + 1
	on(TemplateTyped{"games", c})
	on(entered{"games"}).Asks(engine.Rekey{Table: "games", Template: c, Trial: next})
	p.Tells() // nothing is told before the table is written
	tries(false)
	answered(c, 8)
	p.Tells(page.AnnouncementPart{Code: "key-kept", Args: []string{c}})
	tries(false)

	// A later change ends the trial and keeps the template. A template that was not written
	// ends it too.
	on(TemplateTyped{"games", b})
	on(TemplateDraftSettled{"games", b})
	tries(true)
	answered(b, 9)
	p.Work.Timeline.Steps[0].State = 10
	p.Turn(func(t *page.Update) { follow(t, &s) })
	tries(false)
	on(TemplateTyped{"games", a})
	on(TemplateDraftSettled{"games", a})
	answered(b, 10)
	tries(false)
	if d := s.Drafts["games"]; d.Text != b {
		t.Errorf("%+v", d)
	}
}

// TestRefusedTransform checks that the menu of a chip stays open, with what was refused, when
// the table does not take a transform that was chosen in it.
func TestRefusedTransform(t *testing.T) {
	s := State{}
	p := pagetest.New(t, engine.TableInfo{Name: "games", Template: "{game}#{date}", Fields: []string{"game", "date"}})
	on := func(m Msg) { p.Turn(func(t *page.Update) { Update(t, &s, m) }) }
	p.Turn(func(t *page.Update) { follow(t, &s) })
	on(opened{Table: "games", Field: "game"})
	on(transformSet{0, "zero:10"})
	text := s.Drafts["games"].Text
	on(TemplateDraftSettled{"games", text})
	call := p.State.Calls[p.State.Seq].Call
	refused := base.Refuse(base.CodeFieldTransform, "game", "LoL", "zero")
	p.Turn(func(t *page.Update) { OnReply(t, &s, call, host.Answer{Err: refused}) })
	if got := s.ChipMenu; got.Field != "game" || got.Err == nil || got.At != 0 || got.Text != "zero:10" {
		t.Errorf("%s: %+v", text, got)
	}
}

// TestTrialOfKeptTemplate checks that a trial which begins while the table is still being
// rewritten, with a template that was kept early, can be put back to that template.
func TestTrialOfKeptTemplate(t *testing.T) {
	const a, b, c = "{game}#{date}", "{date}#{game}", "{date}"
	s := State{}
	p := pagetest.New(t, engine.TableInfo{Name: "games", Template: a, Fields: []string{"game", "date"}})
	on := func(m Msg) { p.Turn(func(t *page.Update) { Update(t, &s, m) }) }
	p.Turn(func(t *page.Update) { follow(t, &s) })
	on(FieldMoved{Table: "games", Field: "date", By: -1})
	on(kept{"games"}) // before the table is written under b
	on(TemplateTyped{"games", c})
	on(TemplateDraftSettled{"games", c})
	if s.Trial.Before != b {
		t.Errorf("a trial of %s goes back to %q, not to %s", c, s.Trial.Before, b)
	}
}

// TestTrialOvertaken checks that a newer template cancels all calls for an older one.
func TestTrialOvertaken(t *testing.T) {
	s := State{}
	p := pagetest.New(t, engine.TableInfo{Name: "games", Template: "{game}#{date}", Fields: []string{"game", "date"}})
	p.Work.Page.Table, p.Work.Window.Table = "games", "games"
	on := func(m Msg) *pagetest.Page { return p.Turn(func(t *page.Update) { Update(t, &s, m) }) }
	p.Turn(func(t *page.Update) { follow(t, &s) })
	on(FieldMoved{Table: "games", Field: "date", By: -1})
	rewrites := p.State.Seq
	rekeyPreviews := rewrites - 1
	if c, is := p.State.Calls[rekeyPreviews].Call.(host.ExecuteRequest); !is || c.Request != (engine.PreviewRekey{Table: "games", Template: "{date}#{game}", Window: p.Work.Window}) {
		t.Fatalf("%+v", p.State.Calls)
	}
	on(dropped{Table: "games", Field: "game"})
	cancels := map[uint64]bool{}
	for _, e := range p.Effects {
		if sent, is := e.(page.SendCall); is {
			if c, is := sent.Sent.Call.(host.CancelCall); is {
				cancels[c.Seq] = true
			}
		}
	}
	if !cancels[rekeyPreviews] || !cancels[rewrites] {
		t.Errorf("cancelled are %v of %d and %d", cancels, rekeyPreviews, rewrites)
	}
}

// TestTrialEstimated checks that the result is estimated for a large table, which is
// rewritten only when the template is kept.
func TestTrialEstimated(t *testing.T) {
	const a, b, c = "{game}#{date}", "{date}#{game}", "{date}"
	s := State{}
	p := pagetest.New(t, engine.TableInfo{Name: "games", Template: a, Fields: []string{"game", "date"}, Records: engine.MaxTrialRecords + 1})
	p.Work.Timeline = engine.UndoTimeline{First: 3}
	on := func(m Msg) *pagetest.Page { return p.Turn(func(t *page.Update) { Update(t, &s, m) }) }
	answered := func(template string, state uint64) {
		call := p.State.Calls[p.State.Seq].Call
		delete(p.State.Calls, p.State.Seq)
		p.Work.Tables[0].Template = template
		p.Work.Page.State, p.Work.Window.State = state, state
		p.Turn(func(t *page.Update) { OnReply(t, &s, call, host.Answer{}) })
	}
	p.Turn(func(t *page.Update) { follow(t, &s) })
	on(FieldMoved{Table: "games", Field: "date", By: -1}).Asks(engine.EstimateRekey{Table: "games", Template: b})
	if p.Work.Window.State != engine.EstimateState {
		t.Errorf("pages of %d are asked for", p.Work.Window.State)
	}
	answered(b, engine.EstimateState)
	if !s.IsTemplateOnTrial("games") || s.Drafts["games"].Text != b {
		t.Fatalf("%+v", s)
	}
	on(putBack{"games"}).Asks(engine.EstimateRekey{Table: "games"})
	answered(a, 0)
	if s.IsTemplateOnTrial("games") || p.Work.Window.State != 0 || s.Drafts["games"].Text != a {
		t.Errorf("put back: %+v", s)
	}
	on(dropped{Table: "games", Field: "game"}).Asks(engine.EstimateRekey{Table: "games", Template: c})
	answered(c, engine.EstimateState)
	on(kept{"games"}).Asks(engine.Rekey{Table: "games", Template: c})
	if !s.IsTemplateOnTrial("games") {
		t.Error("it is kept before that is so")
	}
	p.Work.Timeline = engine.UndoTimeline{First: 3, Now: 1, Steps: []engine.TimelineStep{{State: 9}}}
	answered(c, 0)
	if s.IsTemplateOnTrial("games") || s.Drafts["games"].Text != c {
		t.Errorf("kept: %+v", s)
	}

	// A later change ends an estimate.
	on(added{Table: "games", Field: "game"})
	answered(b, engine.EstimateState)
	p.Work.Tables[0].Template, p.Work.Page.State = c, 0
	p.Turn(func(t *page.Update) { follow(t, &s) })
	if s.IsTemplateOnTrial("games") || s.Drafts["games"].Text != c {
		t.Errorf("left: %+v", s)
	}

	// An action of a lesson keeps the estimated template first.
	on(added{Table: "games", Field: "game"})
	answered(b, engine.EstimateState)
	p.Turn(func(t *page.Update) { BeforeCall(t, &s, host.DoLessonAction{Action: lessons.Next{}}) }).Asks(engine.Rekey{Table: "games", Template: "{date}#{game}"})
	if sent := p.Turn(func(t *page.Update) { BeforeCall(t, &s, host.DoLessonAction{Action: lessons.Next{}}) }).Effects; len(sent) > 0 {
		t.Errorf("it is kept twice: %+v", sent)
	}
	p.Work.Timeline.Steps[0].State = 10
	answered(c, 0)

	// A template that the page itself sets is written without an estimate, and so is putting it
	// back.
	p.Turn(func(t *page.Update) { SetTemplate(t, &s, "games", a) }).Asks(engine.Rekey{Table: "games", Template: a, Trial: s.Trial.Number})
	p.Work.Timeline.Steps = append(p.Work.Timeline.Steps, engine.TimelineStep{State: 11})
	p.Work.Timeline.Now = 2
	answered(a, 0)
	on(putBack{"games"}).Asks(engine.Rekey{Table: "games", Template: c, Trial: s.Trial.Number})
}

// TestKeptLoses checks that the page shows what is lost with a kept template until something
// else is changed: whether it is kept after the table was written, before that, or after an
// estimate.
func TestKeptLoses(t *testing.T) {
	const a, b = "{game}#{date}", "{date}#{game}"
	for name, keep := range map[string]struct {
		records int64
		early   bool // it is kept before the answer
		by      []Msg
	}{
		"Enter":       {4, true, []Msg{TemplateTyped{"games", b}, entered{"games"}}},
		"Keep":        {4, false, []Msg{FieldMoved{Table: "games", Field: "date", By: -1}, kept{"games"}}},
		"an estimate": {engine.MaxTrialRecords + 1, false, []Msg{FieldMoved{Table: "games", Field: "date", By: -1}, kept{"games"}}},
	} {
		s := State{}
		p := pagetest.New(t, engine.TableInfo{Name: "games", Template: a, Fields: []string{"game", "date"}, Cells: 11, Records: keep.records, KeptRecords: keep.records})
		p.Work.Timeline = engine.UndoTimeline{First: 3}
		on := func(m Msg) *pagetest.Page { return p.Turn(func(t *page.Update) { Update(t, &s, m) }) }
		answered := func(state uint64) {
			call := p.State.Calls[p.State.Seq].Call
			clear(p.State.Calls)
			p.Work.Tables[0].Template, p.Work.Tables[0].Cells = b, 8
			p.Work.Timeline = engine.UndoTimeline{First: 3, Now: 1, Steps: []engine.TimelineStep{{State: state}}}
			p.Turn(func(t *page.Update) { OnReply(t, &s, call, host.Answer{}) })
		}
		p.Turn(func(t *page.Update) { follow(t, &s) })
		on(keep.by[0])
		if !keep.early {
			answered(5)
		}
		if on(keep.by[1]); len(p.State.Calls) > 0 {
			p.Tells() // nothing is told before the table is written
			answered(6)
		}
		p.Tells() // the text below the key says it
		said := func() string {
			return app.HTMLString(NewView(&ui.Kit{Lang: "en", To: &ui.MsgSender{}}, &p.State, &p.Work, s).gone(p.Work.Tables[0]))
		}
		if html := said(); !strings.Contains(html, "Kept: "+b+". 3 older or hand-written cells are gone; Undo brings them back.") {
			t.Errorf("%s: %s, %+v", name, html, s)
		}
		p.Work.Timeline.Steps[0].State = 10
		p.Turn(func(t *page.Update) { follow(t, &s) })
		if html := said(); !strings.Contains(html, "hidden") || strings.Contains(html, "gone;") {
			t.Errorf("%s, after something else: %s", name, html)
		}
	}
}

// TestKeptRefused checks that the refusal of a kept template is told.
func TestKeptRefused(t *testing.T) {
	const a, b = "{id}", "order-{id|zero:10}"
	s := State{}
	p := pagetest.New(t, engine.TableInfo{Name: "orders", Template: a, Fields: []string{"id"}})
	p.Turn(func(t *page.Update) { follow(t, &s) })
	p.Turn(func(t *page.Update) { Update(t, &s, TemplateTyped{"orders", b}) })
	p.Turn(func(t *page.Update) { Update(t, &s, entered{"orders"}) })
	call := p.State.Calls[p.State.Seq].Call
	clear(p.State.Calls)
	err := base.Refuse(base.CodeFieldTransform, "id", "order-1", "zero:10", "number")
	p.Turn(func(t *page.Update) { OnReply(t, &s, call, host.Answer{Reply: &engine.Reply{Err: err}}) }).Tells(page.AnnouncementPart{Err: err})
	p.Turn(func(t *page.Update) { OnReply(t, &s, call, host.Answer{Reply: &engine.Reply{}}) }).Tells()
}

// TestRefusedStays checks that a template that the records refuse stays in its field, with
// the reason, until it is corrected or the table gets another.
func TestRefusedStays(t *testing.T) {
	const a, b = "{id}", "{id|zero:3}"
	s := State{}
	p := pagetest.New(t, engine.TableInfo{Name: "orders", Template: a, Fields: []string{"id"}})
	p.Turn(func(t *page.Update) { follow(t, &s) })
	p.Turn(func(t *page.Update) { Update(t, &s, TemplateTyped{"orders", b}) })
	p.Turn(func(t *page.Update) { Update(t, &s, TemplateDraftSettled{"orders", b}) })
	call := p.State.Calls[p.State.Seq].Call
	clear(p.State.Calls)
	p.Turn(func(t *page.Update) {
		// The rows of the preview, drawn by the new template, are shown already.
		t.Work.Tables = []engine.TableInfo{{Name: "orders", Template: b, Fields: []string{"id"}}}
		of := &engine.Reply{Tables: []engine.TableInfo{{Name: "orders", Template: a, Fields: []string{"id"}}}}
		err := base.Refuse(base.CodeFieldTransform, "id", "1000", "zero:3", "short")
		of.Version, of.Err = t.Work.Version, err
		t.Work.Tables = of.Tables
		OnReply(t, &s, call, host.Answer{Reply: of})
		ShowTemplateRefusal(t, &s, call, err)
	})
	for _, e := range p.Effects {
		if set, is := e.(page.SetFieldText); is {
			t.Errorf("the field was given %q", set.Text)
		}
	}
	if d := s.Drafts["orders"]; d.Text != b || d.Err == nil || d.Err.Pos != 0 || d.Err.End != len(b) {
		t.Errorf("%+v", d)
	}
	v := NewView(&ui.Kit{Lang: "en", To: &ui.MsgSender{}}, &p.State, &p.Work, s)
	if text := v.inEffect(s.Drafts["orders"], p.Work.Tables[0]); text != a {
		t.Errorf("the chips are of %s, the table of %s", text, a)
	}
	p.Turn(func(t *page.Update) { Update(t, &s, TemplateTyped{"orders", "{id|zero:4}"}) })
	if d := s.Drafts["orders"]; d.Err != nil || d.Current != "" {
		t.Errorf("corrected: %+v", d)
	}
	s.Drafts["orders"] = TemplateDraft{Text: b, Sent: b, Err: base.Refuse(base.CodeFieldTransform), Current: a}
	p.Work.Tables[0].Template = "{id|zero:5}"
	p.Turn(func(t *page.Update) { follow(t, &s) })
	p.Has(page.SetFieldText{ID: page.TemplateElementID("orders"), Text: "{id|zero:5}"})
}
