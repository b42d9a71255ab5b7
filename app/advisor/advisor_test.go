package advisor

import (
	"slices"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/advise"
	"tabletop/engine/cluster"
	"tabletop/web/test/pagetest"
)

// play is a page with the advisor.
type play struct {
	*pagetest.Page
	s State
}

func begin(t *testing.T) *play {
	return &play{Page: pagetest.New(t, engine.TableInfo{Name: "games", Rows: engine.MinComparedRecords}, engine.TableInfo{Name: "small", Rows: engine.MinComparedRecords - 1})}
}

func (p *play) on(m Msg) *play {
	p.Turn(func(t *page.Update) { Update(t, &p.s, m) })
	return p
}

// answered brings the answer to a call, of the advisor or of another part.
func (p *play) answered(seq uint64, r *engine.Reply) *play {
	p.T.Helper()
	if r != nil {
		p.Turn(func(t *page.Update) { OnReply(t, &p.s, r) })
	}
	if seq == p.State.AwaitedCallNumber(slotAdvice) {
		return p.on(p.Answered(host.Answer{Seq: seq, Reply: r}).(Msg))
	}
	return p
}

// advised answers the call under way with the advice on a version of the session, while the
// session is at another version.
func (p *play) advised(of, now uint64, findings ...advise.Finding) *play {
	return p.answered(p.State.AwaitedCallNumber(slotAdvice), &engine.Reply{Version: now, Answer: &engine.AdviceReport{
		Version: of, Report: advise.Report{Findings: findings, Checked: []advise.Rule{advise.TimeFirst, advise.BusyRow}},
	}})
}

// changed brings the answer to a call of another part that has changed the tables.
func (p *play) changed(version uint64) *play {
	return p.answered(1000, &engine.Reply{Version: version})
}

func TestAdvisor(t *testing.T) {
	found := advise.Finding{Rule: advise.TimeFirst, Table: "games", Args: []string{"date"}, Example: "20150301"}
	p := begin(t).on(AskAdvisorPressed{})
	p.Asks(engine.Advise{})
	if !p.s.Open || p.s.Advice != nil {
		t.Errorf("%+v", p.s)
	}
	p.on(AskAdvisorPressed{}).Quiet()
	p.advised(1, 1, found)
	p.Tells(page.AnnouncementPart{Code: "said-advice", Args: []string{"1", "2"}})
	if p.s.Advice == nil || len(p.s.Advice.Findings) != 1 {
		t.Fatalf("%+v", p.s)
	}

	// After a change the advisor is asked again. The same advice is not told again.
	p.changed(2).Asks(engine.Advise{})
	p.advised(2, 2, found)
	p.Tells()
	p.Quiet()
	// A change that is made while it looks has it asked again too.
	p.changed(3).advised(3, 4)
	p.Asks(engine.Advise{})
	told := page.AnnouncementPart{Code: "said-advice", Args: []string{"0", "2"}}
	p.Tells(told)
	p.advised(4, 4)

	// When the reader asks, the answer is always told.
	p.on(AskAdvisorPressed{}).advised(4, 4).Tells(told)
	p.on(closed{}).Has(page.FocusElement{ID: elementTitle})
	if p.s.Open || p.s.Advice != nil {
		t.Errorf("%+v", p.s)
	}
	p.changed(5).Quiet()
}

// TestWithoutAnAnswer checks calls that bring no advice: after a cancelled call the last
// advice stays, an answer that arrives after the advisor was closed is not shown, and a new
// worker is asked again.
func TestWithoutAnAnswer(t *testing.T) {
	p := begin(t).on(AskAdvisorPressed{})
	p.answered(p.State.AwaitedCallNumber(slotAdvice), nil)
	if p.s.Open || p.State.AwaitedCallNumber(slotAdvice) != 0 {
		t.Errorf("%+v", p.s)
	}
	p.on(AskAdvisorPressed{}).advised(1, 1).on(AskAdvisorPressed{})
	p.answered(p.State.AwaitedCallNumber(slotAdvice), nil)
	if !p.s.Open || p.s.Advice == nil {
		t.Errorf("%+v", p.s)
	}
	p.on(AskAdvisorPressed{}).on(closed{}).advised(1, 1)
	if p.s.Open || p.s.Advice != nil || p.State.AwaitedCallNumber(slotAdvice) != 0 {
		t.Errorf("%+v", p.s)
	}
	p.on(AskAdvisorPressed{})
	p.Restart()
	p.on(AskAdvisorPressed{}).Asks(engine.Advise{})
	if p.s.DrawnState() != (State{Open: true}) {
		t.Error("a call of the advisor's redraws the page")
	}
}

// TestWhereItIsMeant checks that a finding is linked beside the key or the question that it
// is about, while the advisor is open.
func TestWhereItIsMeant(t *testing.T) {
	costly := advise.Finding{Rule: advise.CostlyQuery, Table: "games", Args: []string{"scan", "9", "1", "date"}, Example: "q"}
	p := begin(t).on(AskAdvisorPressed{}).advised(1, 1, costly, advise.Finding{Rule: advise.TimeFirst, Table: "games"}, advise.Finding{Rule: advise.OpaqueKey, Table: "other"},
		advise.Finding{Rule: advise.LongNames, Table: "games"}, advise.Finding{Rule: advise.TooLarge, Table: "games", Args: []string{"key", "5"}})
	if got := p.s.FindingsAbout(advise.AboutKeys, "games"); !slices.Equal(got, []int{1, 4}) {
		t.Errorf("keys: %v", got)
	}
	if got := p.s.FindingsAbout(advise.AboutQuery, "q"); !slices.Equal(got, []int{0}) {
		t.Errorf("question: %v", got)
	}
	if got := p.s.FindingsAbout(advise.AboutQuery, "games"); len(got) > 0 {
		t.Errorf("no question: %v", got)
	}
	p.on(shown{At: 4}).Has(page.FocusElement{ID: findingElement(4)})
	p.Passes(page.ShowPageTab{Tab: page.TabTask})
	if p.on(closed{}); len(p.s.FindingsAbout(advise.AboutKeys, "games")) > 0 {
		t.Error("a closed advisor finds something")
	}
}

// TestAdvisorFollowsTheLoad checks that the advisor is asked again when a simulated load
// contradicts its findings.
func TestAdvisorFollowsTheLoad(t *testing.T) {
	hot := advise.Finding{Rule: advise.HotKey, Table: "games", Args: []string{"hot-range", "3.79", "date", "1f"}}
	came := func(p *play, table string, version uint64, hottest float64, over int) {
		p.answered(1000, &engine.Reply{Version: 1, Answer: &engine.LoadSimulated{Request: engine.SimulateLoad{Table: table}, Version: version, Hottest: hottest, OverloadedNodes: over, Nodes: make([]cluster.NodeTotal, 8)}})
	}
	drowned := advise.Finding{Rule: advise.Overloaded, Table: "games", Args: []string{"8", "8", engine.SimulateLoad{Table: "games"}.ID()}}
	for _, c := range []struct {
		found   []advise.Finding
		version uint64
		hottest float64
		over    int
		asks    bool
	}{
		{nil, 1, 3.79, 0, true}, {nil, 1, 1.05, 0, false}, {nil, 0, 3.79, 0, false}, {[]advise.Finding{hot}, 1, 3.79, 0, false}, {[]advise.Finding{hot}, 1, 2.5, 0, true}, {[]advise.Finding{hot}, 1, 1.05, 0, true},
		{nil, 1, 1.05, 8, true}, {[]advise.Finding{hot}, 1, 3.79, 8, true}, {[]advise.Finding{drowned}, 1, 1.05, 8, false}, {[]advise.Finding{drowned}, 1, 1.05, 6, true}, {[]advise.Finding{drowned}, 1, 1.05, 0, true},
	} {
		p := begin(t).on(AskAdvisorPressed{}).advised(1, 1, c.found...)
		was := p.State.AwaitedCallNumber(slotAdvice)
		if came(p, "small", c.version, 3.79, 8); p.State.AwaitedCallNumber(slotAdvice) != was {
			t.Errorf("%+v: asked again for a table of few records", c)
		}
		if came(p, "games", c.version, c.hottest, c.over); (p.State.AwaitedCallNumber(slotAdvice) != was) != c.asks {
			t.Errorf("%+v: asked again %v", c, p.State.AwaitedCallNumber(slotAdvice) != was)
		}
	}
}
