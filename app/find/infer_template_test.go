package find

import (
	"reflect"
	"strings"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/infer"
	"tabletop/web/test/pagetest"
)

// play is a page with the dialog.
type play struct {
	*pagetest.Page
	s State
}

func (p *play) turn(do func(*page.Update)) *play {
	p.Turn(func(t *page.Update) {
		do(t)
		AfterMessage(t, &p.s)
	})
	return p
}

func (p *play) on(m Msg) *play { return p.turn(func(t *page.Update) { Update(t, &p.s, m) }) }

func (p *play) open(table string) *play {
	return p.turn(func(t *page.Update) { OpenDialog(t, &p.s, page.InferTemplate{Table: table}) })
}

// sandbox is an open sandbox with a table that has no template.
func sandbox(t *testing.T) *play {
	return &play{Page: pagetest.New(t, engine.TableInfo{Name: "visits", Rows: 200})}
}

var inferred = &engine.TemplatesInferred{Table: "visits", Rows: 200, Proposals: []*infer.Proposal{
	{Template: "user#{user}#{time}", Keys: 200, Fits: 198, Misfits: []base.RowKey{"config", "zzz"}}, {Template: "{key}", Keys: 200, Fits: 200},
}}

func TestFindAndUse(t *testing.T) {
	p := sandbox(t).open("visits")
	p.Asks(engine.InferTemplates{Table: "visits"})
	if p.State.Dialog != page.DialogInferTemplate || p.s.Table != "visits" || p.s.Inferred != nil {
		t.Fatalf("%+v", p.s)
	}
	p.on(p.Answered(host.Answer{Reply: &engine.Reply{Answer: inferred}}).(Msg))
	p.Tells(page.AnnouncementPart{Code: "said-found", Args: []string{"2"}})
	if p.s.Inferred != inferred {
		t.Errorf("%+v", p.s)
	}
	p.on(used{0})
	p.Asks(engine.AdoptTemplate{Table: "visits", Template: "user#{user}#{time}", Sparse: true})
	p.Has(page.FocusElement{ID: page.ElementMain})
	if p.State.Dialog != page.DialogNone || p.s.Inferred != nil || p.s.Table != "" || len(p.Work.Log) != 1 {
		t.Errorf("%+v", p.s)
	}
	p.on(used{0}).Quiet()
}

// TestClosing checks that closing the dialog cancels the call under way, and that a late
// answer is ignored.
func TestClosing(t *testing.T) {
	p := sandbox(t).open("visits")
	seq := p.LastCall().Seq
	p.turn(func(t *page.Update) { t.Dialog = page.DialogNone })
	if c := p.LastCall().Call; c != (host.CancelCall{Seq: seq}) {
		t.Errorf("sent %+v", c)
	}
	if late := p.Answered(host.Answer{Seq: seq, Reply: &engine.Reply{Answer: inferred}}); late != nil {
		t.Errorf("%+v", late)
	}
}

func TestRefused(t *testing.T) {
	p := sandbox(t).open("visits")
	no := base.Refuse(base.CodeNoTable, "visits", "")
	if p.on(p.Answered(host.Answer{Err: no}).(Msg)); p.s.Err != no || p.State.Dialog != page.DialogInferTemplate {
		t.Errorf("%+v", p.s)
	}
	p.open("visits")
	if p.on(p.Answered(host.Answer{Err: base.Refuse(base.CodeCancelled)}).(Msg)); p.s.Err != nil || p.State.Dialog != page.DialogNone {
		t.Errorf("%+v", p.s)
	}
	p.Work.ReadOnly = true
	p.open("visits").Quiet()
	p.Work.ReadOnly = false
	p.open("nothing there").Quiet()
	if p.State.Dialog != page.DialogNone {
		t.Error("the dialog is open")
	}
}

// TestPasted checks that pasted keys become a sandbox, and that their template is looked for
// once that is open.
func TestPasted(t *testing.T) {
	p := sandbox(t)
	p.State.Route = page.Route{Screen: page.ScreenSandboxes}
	p.open("").Quiet()
	if p.on(pasted{" \n\r\n"}); p.s.Err == nil || p.s.Err.Code != base.CodeEmptyKey || p.State.Dialog != page.DialogInferTemplate {
		t.Errorf("%+v", p.s)
	}
	if p.on(pasted{strings.Repeat("a\n", maxText)}); p.s.Err == nil || p.s.Err.Code != base.CodeInputTooLong {
		t.Errorf("%v", p.s.Err)
	}
	p.on(pasted{"b#2\r\n\na \\x00\\xff\\xg\\x1\nb#2"})
	made, ok := p.LastCall().Call.(host.CreateFromRequests)
	if !ok || p.State.Dialog != page.DialogNone || p.s.Err != nil {
		t.Fatalf("%+v, %+v", p.LastCall(), p.s)
	}
	cell := func(v string) []base.Cell {
		return []base.Cell{{Family: "key", Qualifier: "key", At: -1, Value: v}}
	}
	want := []engine.RowToRestore{{Key: "b#2", Cells: cell("b#2")}, {Key: "a \x00\xff\\xg\\x1", Cells: cell("a \x00\xff\\xg\\x1")}, {Key: "b#2", Cells: cell("b#2")}}
	if got := made.Requests[1].(engine.RestoreRows); got.Target.Table != "keys" || !reflect.DeepEqual(got.Rows, want) {
		t.Errorf("%+v", got)
	}
	// The engine accepts the requests.
	s := engine.New(engine.Options{Now: func() base.Micros { return 1_000_000 }})
	for _, r := range made.Requests {
		if reply := s.Do(r); reply.Err != nil {
			t.Fatal(reply.Err)
		}
	}
	if tables := s.Tables(); tables[0].Rows != 2 || tables[0].Template != "" {
		t.Errorf("%+v", tables)
	}
	come := host.Answer{SandboxID: "new"}
	p.on(p.Answered(come).(Msg)).Quiet()
	come.Seq = 1
	p.Passes(page.SandboxMade{Answer: come})
	p.State.Route = page.Route{Screen: page.ScreenSandbox, ID: "new"}
	p.turn(func(*page.Update) {}).Quiet()
	p.Work.ID, p.Work.Tables = "new", []engine.TableInfo{{Name: "keys", Rows: 2}}
	p.turn(func(*page.Update) {})
	p.Asks(engine.InferTemplates{Table: "keys"})
	if p.s.repeated != 1 {
		t.Errorf("%d lines repeat another", p.s.repeated)
	}
	if p.State.Dialog != page.DialogInferTemplate || p.s.Table != "keys" {
		t.Errorf("%+v", p.s)
	}
}

// TestUnwanted checks that a sandbox made of pasted keys is deleted when the dialog is
// closed, unless a template was taken or Escape was pressed.
func TestUnwanted(t *testing.T) {
	for _, how := range []string{"cancelled", "used", "skipped"} {
		p := sandbox(t).open("visits")
		p.s.fresh = "abc"
		p.on(p.Answered(host.Answer{Reply: &engine.Reply{Answer: inferred}}).(Msg))
		if how == "used" {
			p.on(used{0})
		} else {
			if how == "skipped" {
				p.on(SandboxKept{})
			}
			p.turn(func(t *page.Update) { t.Dialog = page.DialogNone })
		}
		if how == "skipped" {
			p.Quiet()
			continue
		}
		if c := p.LastCall().Call; (c == host.Call(host.DeleteWorkspace{ID: "abc"})) != (how == "cancelled") {
			t.Errorf("%s: sent %+v", how, c)
		}
		p.turn(func(*page.Update) {}).Quiet()
	}
}

// TestElsewhere checks that no dialog opens in another sandbox that the reader has gone to.
func TestElsewhere(t *testing.T) {
	p := sandbox(t)
	p.turn(func(t *page.Update) { Update(t, &p.s, made{host.Answer{SandboxID: "new"}}) }).Quiet()
	if p.s.next != "" {
		t.Errorf("%+v", p.s)
	}
}

// TestKeysInSandbox checks that keys given in an open sandbox become a table of it, under a
// free name, and that their template is looked for once the table has its rows.
func TestKeysInSandbox(t *testing.T) {
	p := &play{Page: pagetest.New(t, engine.TableInfo{Name: "keys", Rows: 1})}
	p.turn(func(t *page.Update) { OpenDialog(t, &p.s, page.InferTemplate{Keys: "a#1\na#2\n"}) })
	p.Has(page.SendCall{Sent: host.SentCall{Seq: p.LastCall().Seq - 1, Window: p.LastCall().Window, Call: host.ExecuteRequest{Request: engine.RunConsole{Text: "createtable keys-2 families=key"}}}})
	if c, ok := p.LastCall().Call.(host.ExecuteRequest); !ok || len(c.Request.(engine.RestoreRows).Rows) != 2 || c.Request.(engine.RestoreRows).Target.Table != "keys-2" {
		t.Errorf("%+v", p.LastCall())
	}
	p.Work.Tables = append(p.Work.Tables, engine.TableInfo{Name: "keys-2"})
	p.turn(func(*page.Update) {}).Quiet()
	p.Work.Tables = []engine.TableInfo{{Name: "keys", Rows: 1}, {Name: "keys-2", Rows: 2}}
	p.turn(func(*page.Update) {}).Asks(engine.InferTemplates{Table: "keys-2"})
	if p.State.Dialog != page.DialogInferTemplate || p.s.Table != "keys-2" {
		t.Errorf("%+v", p.s)
	}

	p = sandbox(t) // a sandbox that the reader leaves in the meantime
	p.turn(func(t *page.Update) { OpenDialog(t, &p.s, page.InferTemplate{Keys: "a#1\n"}) })
	p.Work.ID = "other"
	p.turn(func(*page.Update) {}).Quiet()
	if p.s.filled.space != "" {
		t.Errorf("%+v", p.s.filled)
	}
}
