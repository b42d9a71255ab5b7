package model

import (
	"fmt"
	"reflect"
	"testing"

	"tabletop/app/host"
	"tabletop/engine"
)

func TestSearch(t *testing.T) {
	p := at(t, Route{Screen: ScreenSandbox, ID: "s"}).on(Came{host.Ready{}})
	p.answer(host.Answer{Opened: &host.Opened{ID: "s", History: []host.HistoryEntry{{Text: "count orders"}, {Text: "read orders prefix=be"}, {Text: "ls"}}}, Reply: &engine.Reply{Version: 1}})
	found := func(want ...string) {
		t.Helper()
		var got []string
		for _, r := range p.st.Work.Found() {
			got = append(got, r.Text)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("found %q, not %q", got, want)
		}
	}
	found()
	p.on(HistoryTyped{"x"}, HistoryMoved{1}, HistoryTaken{0}, HistoryClosed{})
	if p.st.Work.Search != nil || len(p.effects) != 0 {
		t.Errorf("without a search there is %+v, %+v", p.st.Work.Search, p.effects)
	}
	p.on(ConsoleEntered{"count orders"})
	p.on(HistoryOpened{" ORD "})
	p.has(SetText{ID: ElementSearch, Text: "ORD"})
	p.has(Focus{ID: ElementSearch})
	found("count orders", "read orders prefix=be")
	p.on(HistoryMoved{-1}, HistoryMoved{1}, HistoryMoved{1})
	if at := p.st.Work.Search.At; at != 1 {
		t.Errorf("it stands at %d", at)
	}
	p.has(ScrollTo{ID: SearchElement(1)})
	if p.on(HistoryTyped{"be orders"}); p.st.Work.Search.At != 0 {
		t.Error("another search does not begin at its first line")
	}
	found("read orders prefix=be")
	p.on(HistoryTaken{0})
	p.has(SetText{ID: ElementConsole, Text: "read orders prefix=be"})
	p.has(Focus{ID: ElementConsole})
	if p.st.Work.Input != "read orders prefix=be" || p.st.Work.Search != nil {
		t.Errorf("the console holds %q, the search is %v", p.st.Work.Input, p.st.Work.Search)
	}
	p.on(HistoryOpened{"nothing"}, HistoryTaken{0})
	if p.st.Work.Input != "read orders prefix=be" || p.st.Work.Search != nil {
		t.Error("what was not found has changed the console, or the search goes on")
	}
	p.on(HistoryOpened{""}, HistoryClosed{})
	p.has(Focus{ID: ElementConsole})
	for i := range 2 * maxFound {
		p.on(ConsoleEntered{fmt.Sprint("count t", i)})
	}
	if p.on(HistoryOpened{}); len(p.st.Work.Found()) != maxFound || p.st.Still().Work.Search != nil {
		t.Errorf("%d lines are found", len(p.st.Work.Found()))
	}
}
