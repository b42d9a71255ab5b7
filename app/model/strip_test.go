package model

import (
	"testing"

	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
)

// keyed is the answer to the question for a key.
func keyed(row int, key base.RowKey) host.Answer {
	return host.Answer{Reply: &engine.Reply{Version: 1, Answer: &engine.Peeked{Peek: engine.Peek{Table: "games", Offset: row}, Key: key}}}
}

func TestPointingAtTheStrip(t *testing.T) {
	p := gridOf(t, 1000).on(StripPointed{5})
	if s := p.sent(); s.Call != host.Call(host.Execute{Request: engine.Peek{Table: "games", Offset: 5}}) {
		t.Errorf("%+v", s)
	}
	seq := p.sent().Seq
	if p.on(StripPointed{700}, StripPointed{5000}); len(p.effects) != 0 {
		t.Errorf("a second question: %+v", p.effects)
	}
	first := keyed(5, "k000005")
	first.Seq = seq
	p.answer(first)
	if got := p.st.Work.Pointed; got == nil || *got != (Pointed{999, "k000005"}) {
		t.Errorf("%+v", got)
	}
	if s := p.sent(); s.Call != host.Call(host.Execute{Request: engine.Peek{Table: "games", Offset: 999}}) {
		t.Errorf("%+v", s)
	}
	p.answer(keyed(999, "k000999"))
	if got := p.st.Work.Pointed; *got != (Pointed{999, "k000999"}) || len(p.effects) != 0 {
		t.Errorf("%+v, %+v", got, p.effects)
	}
	if p.on(StripPointed{999}); len(p.effects) != 0 {
		t.Errorf("asked again: %+v", p.effects)
	}
	p.on(StripPointed{3})
	seq = p.sent().Seq
	late := keyed(3, "k000003")
	late.Seq = seq
	if p.on(StripLeft{}).answer(late); p.st.Work.Pointed != nil || len(p.effects) != 0 {
		t.Errorf("%+v, %+v", p.st.Work.Pointed, p.effects)
	}
	if p := sandbox(t).on(StripPointed{3}); p.st.Work.Pointed != nil && p.st.Work.Page.Total == 0 {
		t.Error("a table without rows has one under the pointer")
	}
}
