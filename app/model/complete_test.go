package model

import (
	"reflect"
	"testing"

	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
)

// texts returns what Complete offers at the end of a text, and what it asks for.
func (p *play) texts(text string) (out []string, ask Msg) {
	c, ask := Complete(p.st, text, len(text))
	for _, ch := range c.Choices {
		out = append(out, ch.Text)
	}
	return out, ask
}

func TestCompletionAsksForKeys(t *testing.T) {
	p := at(t, Route{Screen: ScreenSandbox, ID: "s"}).on(Came{host.Ready{}})
	p.answer(host.Answer{Opened: &host.Opened{ID: "s"}, Reply: &engine.Reply{Version: 3, Tables: []engine.TableInfo{
		{Name: "orders", Rows: 5, Families: []engine.FamilyInfo{{Name: "O"}}}}}})
	if got, ask := p.texts("count o"); ask != nil || !reflect.DeepEqual(got, []string{"orders"}) {
		t.Errorf("it offers %q and asks %v", got, ask)
	}
	if got, ask := p.texts("count orders"); ask != nil || got != nil {
		t.Errorf("for what is complete it offers %q and asks %v", got, ask)
	}
	for text, want := range map[string]KeysAsked{
		"read orders prefix=b": {"orders", "b"},
		"set orders k O:":      {"orders", ""},
	} {
		if _, ask := p.texts(text); ask != want {
			t.Errorf("%q asks %+v, not %+v", text, ask, want)
		}
	}

	p.on(KeysAsked{"orders", "b"})
	first := p.sent()
	if first.Call != host.Call(host.Execute{Request: engine.NextKeys{Table: "orders", Prefix: "b", Count: maxPieces}}) {
		t.Fatalf("sent %+v", first.Call)
	}
	if p.on(KeysAsked{"orders", "b"}); len(p.effects) != 0 {
		t.Errorf("the same was asked twice: %+v", p.effects)
	}
	p.on(KeysAsked{"orders", "be"})
	newest := p.sent()
	p.answer(host.Answer{Seq: first.Seq, Reply: &engine.Reply{Version: 3, Answer: &engine.KeysFound{Table: "orders", Prefix: "b"}}})
	if p.st.Work.Keys != nil || len(p.effects) != 0 {
		t.Errorf("an older answer was taken: %+v", p.st.Work.Keys)
	}
	answer := &engine.Reply{Version: 3, Answer: &engine.KeysFound{
		Table: "orders", Prefix: "be", Pieces: []engine.KeyPiece{{Start: "be#", Rows: 3}, {Start: "be 1", Rows: 1, Whole: true}},
		Columns: []engine.ColumnName{{Family: "O", Qualifier: "total"}},
	}}
	p.answer(host.Answer{Seq: newest.Seq, Reply: answer})
	p.has(Suggest{})
	if p.st.Work.Tables == nil {
		t.Error("the answer about keys replaced the tables")
	}
	if got, ask := p.texts("read orders prefix=be"); ask != nil || !reflect.DeepEqual(got, []string{"prefix=be#", "prefix='be 1'"}) {
		t.Errorf("it offers %q and asks %v", got, ask)
	}
	if got, ask := p.texts("set orders k O:"); ask != nil || !reflect.DeepEqual(got, []string{"O:total="}) {
		t.Errorf("it offers %q and asks %v", got, ask)
	}
	if _, ask := p.texts("read orders prefix=bee"); ask != (KeysAsked{"orders", "bee"}) {
		t.Errorf("for another prefix it asks %v", ask)
	}

	// After a change what was known is old.
	p.on(ConsoleEntered{"deleterow orders be#1"})
	p.answer(host.Answer{Reply: &engine.Reply{Version: 4, Tables: p.st.Work.Tables}})
	if _, ask := p.texts("read orders prefix=be"); ask != (KeysAsked{"orders", "be"}) {
		t.Errorf("after a change it asks %v", ask)
	}
	// Where nobody can say, nothing is offered, and nobody is told of it.
	p.on(KeysAsked{"orders", "be"})
	p.answer(host.Answer{Err: base.Refuse(base.CodeCancelled)})
	p.has(Suggest{})
	if got, ask := p.texts("read orders prefix=be"); ask != nil || got != nil || p.st.Notice != nil {
		t.Errorf("it offers %q, asks %v and says %v", got, ask, p.st.Notice)
	}
	if still := p.st.Still(); still.Work.Keys != nil {
		t.Error("what is known of keys has the page drawn again")
	}
}
