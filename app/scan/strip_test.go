package scan

import (
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
)

// keyed is the answer to a call for a key.
func keyed(row int, key base.RowKey) host.Answer {
	return host.Answer{Reply: &engine.Reply{Version: 1, Answer: &engine.VersionsRead{ReadVersions: engine.ReadVersions{Table: "games", Offset: row}, Key: key}}}
}

func TestPointingAtTheStrip(t *testing.T) {
	p := begin(t).on(pointed{5})
	if s := p.LastCall(); s.Call != host.Call(host.ExecuteRequest{Request: engine.ReadVersions{Table: "games", Offset: 5}}) {
		t.Errorf("%+v", s)
	}
	seq := p.LastCall().Seq
	if p.on(pointed{700}, pointed{5000}); len(p.Effects) != 0 {
		t.Errorf("a second question: %+v", p.Effects)
	}
	first := keyed(5, "k000005")
	first.Seq = seq
	p.answer(first)
	if got := p.s.pointed; got == nil || *got != (spot{999, "k000005"}) {
		t.Errorf("%+v", got)
	}
	if s := p.LastCall(); s.Call != host.Call(host.ExecuteRequest{Request: engine.ReadVersions{Table: "games", Offset: 999}}) {
		t.Errorf("%+v", s)
	}
	p.answer(keyed(999, "k000999"))
	if got := p.s.pointed; *got != (spot{999, "k000999"}) || len(p.Effects) != 0 {
		t.Errorf("%+v, %+v", got, p.Effects)
	}
	if p.on(pointed{999}); len(p.Effects) != 0 {
		t.Errorf("asked again: %+v", p.Effects)
	}
	p.on(pointed{3})
	seq = p.LastCall().Seq
	late := keyed(3, "k000003")
	late.Seq = seq
	if p.on(left{}).answer(late); p.s.pointed != nil || len(p.Effects) != 0 {
		t.Errorf("%+v, %+v", p.s.pointed, p.Effects)
	}
	p = begin(t)
	p.Work.Page.Total = 0
	if p.on(pointed{3}); p.s.pointed != nil || len(p.Effects) > 0 {
		t.Error("a table without rows has one under the pointer")
	}
}

func TestSeekingARow(t *testing.T) {
	p := begin(t)
	p.Work.Page = engine.RowPage{Table: "games", Total: 1000}
	p.Work.Window = engine.RowWindow{Table: "games", Count: 20}
	for _, c := range []struct{ to, want int }{{100, 100}, {-5, 0}, {5000, 980}} {
		p.on(sought{c.to})
		p.Has(page.ScrollGridToRow{Offset: c.want})
		if w := p.Work.Window; w.Offset != c.want || len(p.State.Calls) == 0 {
			t.Errorf("row %d: %+v", c.to, w)
		}
	}
	if p.on(sought{2000}); len(p.Effects) != 0 {
		t.Errorf("it is there: %+v", p.Effects)
	}
}
