// Package pagetest tests one part of the page. It plays messages to the part, and checks what
// the part asks for:
//
//	p := pagetest.New(t, engine.TableInfo{Name: "orders", Rows: 10})
//	p.Turn(func(u *page.Update) { part.Update(u, &state, part.Pressed{}) })
//	p.Asks(engine.LoadRecords{Table: "orders"})
package pagetest

import (
	"reflect"
	"slices"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
)

// Page is a page around the part under test. It records effects but does not carry them out.
type Page struct {
	T             testing.TB
	State         page.State              // state that all parts share
	Work          page.Workspace          // the open workspace
	Effects       []page.Effect           // effects of the last turn
	Announcements []page.AnnouncementPart // announcements for screen readers, of the last turn
	Passed        []page.Msg              // messages to other parts, of the last turn
}

// New returns a page with an open sandbox that has the tables. The first one is shown.
func New(t testing.TB, tables ...engine.TableInfo) *Page {
	p := &Page{T: t, State: page.State{Lang: "en", Ready: true, Route: page.Route{Screen: page.ScreenSandbox, ID: "abc"}, Calls: map[uint64]page.PendingCall{}}}
	p.Work = page.Workspace{ID: "abc", Kind: host.KindSandbox, Title: "Mine", Tables: tables, Version: 1}
	if len(tables) > 0 {
		p.Work.Window.Table, p.Work.Page.Table = tables[0].Name, tables[0].Name
		p.Work.Page.Total = int(tables[0].Rows)
	}
	return p
}

// Turn calls do with a new turn and records the effects, announcements and messages of that
// turn. The grid's scrolls of the turns before count as carried out.
func (p *Page) Turn(do func(*page.Update)) *Page {
	p.State.PendingScrolls = 0
	t := &page.Update{State: &p.State, Work: &p.Work, Sending: func(host.Call) {}}
	do(t)
	p.Effects, p.Announcements, p.Passed = t.Effects, t.Announcements, t.Next
	return p
}

// LastCall returns the last call of the last turn, and fails the test if there is none.
func (p *Page) LastCall() host.SentCall {
	p.T.Helper()
	for _, e := range slices.Backward(p.Effects) {
		if s, ok := e.(page.SendCall); ok {
			return s.Sent
		}
	}
	p.T.Fatalf("nothing was sent: %+v", p.Effects)
	return host.SentCall{}
}

// Asks fails the test unless the last call runs the request r.
func (p *Page) Asks(r engine.Request) {
	p.T.Helper()
	if c := p.LastCall().Call; !reflect.DeepEqual(c, host.ExecuteRequest{Request: r}) {
		p.T.Errorf("sent %+v, want %+v", c, r)
	}
}

// AskedSecondProgram returns the last question of the last turn to the second program, and fails the test if
// there is none.
func (p *Page) AskedSecondProgram() page.AskSecondProgram {
	p.T.Helper()
	for _, e := range slices.Backward(p.Effects) {
		if ask, ok := e.(page.AskSecondProgram); ok {
			return ask
		}
	}
	p.T.Fatalf("the second program was not asked: %+v", p.Effects)
	return page.AskSecondProgram{}
}

// Has fails the test unless the last turn had the effect.
func (p *Page) Has(want page.Effect) {
	p.T.Helper()
	if !slices.ContainsFunc(p.Effects, func(e page.Effect) bool { return reflect.DeepEqual(e, want) }) {
		p.T.Errorf("no effect %+v in %+v", want, p.Effects)
	}
}

// Passes fails the test unless the last turn passed the message on.
func (p *Page) Passes(want page.Msg) {
	p.T.Helper()
	if !slices.ContainsFunc(p.Passed, func(m page.Msg) bool { return reflect.DeepEqual(m, want) }) {
		p.T.Errorf("no message %+v in %+v", want, p.Passed)
	}
}

// Tells fails the test unless the last turn told a screen reader exactly these parts.
func (p *Page) Tells(want ...page.AnnouncementPart) {
	p.T.Helper()
	if len(p.Announcements) != len(want) || len(want) > 0 && !reflect.DeepEqual(p.Announcements, want) {
		p.T.Errorf("told %+v, want %+v", p.Announcements, want)
	}
}

// Quiet fails the test if the last turn had an effect.
func (p *Page) Quiet() {
	p.T.Helper()
	if len(p.Effects) > 0 {
		p.T.Errorf("asked for %+v", p.Effects)
	}
}

// Answered returns the message that answers a call. The call must have been sent by
// [page.Update.SendCallThen]; it is removed from the pending calls. If a.Seq is 0, the call is the last
// one of the last turn. The message is nil if the part has dropped the answer.
func (p *Page) Answered(a host.Answer) page.Msg {
	p.T.Helper()
	if a.Seq == 0 {
		a.Seq = p.LastCall().Seq
	}
	call, ok := p.State.Calls[a.Seq]
	if !ok || call.Then == nil {
		p.T.Fatalf("call %d has nobody who waits for it", a.Seq)
	}
	delete(p.State.Calls, a.Seq)
	if call.Dropped {
		return nil
	}
	return call.Then(a)
}

// Restart loses all calls without an answer, as a restart of the worker does.
func (p *Page) Restart() { clear(p.State.Calls) }
