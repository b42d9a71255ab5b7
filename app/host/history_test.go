package host

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestRemember(t *testing.T) {
	history := Remember(Remember(Remember(nil, "a"), "b"), "a")
	if want := []string{"b", "a"}; !reflect.DeepEqual(history, want) {
		t.Errorf("remembered %q, not %q", history, want)
	}
	if got := Remember(Remember(history, ""), strings.Repeat("x", MaxHistoryLine+1)); !reflect.DeepEqual(got, history) {
		t.Errorf("remembered %.40q", got)
	}
	many, long := history, history
	for i := range 2 * MaxHistory {
		many = Remember(many, fmt.Sprint(i))
		long = Remember(long, fmt.Sprint(i, strings.Repeat("x", MaxHistoryLine-10)))
	}
	if len(many) != MaxHistory || many[MaxHistory-1] != fmt.Sprint(2*MaxHistory-1) {
		t.Errorf("%d lines are remembered, the last %q", len(many), many[len(many)-1])
	}
	if n := len(strings.Join(long, "")); n > maxHistoryBytes || n < maxHistoryBytes-MaxHistoryLine {
		t.Errorf("%d bytes are remembered", n)
	}
}

func TestHistoryStaysWithItsSandbox(t *testing.T) {
	s, all := newShelfStore(), newTabs()
	p := newTab(t, s, all)
	first := p.sandbox()
	p.console("createtable t families=f")
	p.console("count t")
	p.console("frobnicate")
	want := []string{"createtable t families=f", "count t", "frobnicate"}
	p.saved()
	p.ask(Rename{ID: first, Title: "Another"})
	second := p.sandbox()
	p.console("ls")
	if a := p.ask(Open{Kind: KindSandbox, ID: first}); !reflect.DeepEqual(a.Opened.History, want) {
		t.Errorf("the history is %q, not %q", a.Opened.History, want)
	}
	if a := p.ask(Reset{}); !reflect.DeepEqual(a.Opened.History, want) {
		t.Errorf("after a reset the history is %q", a.Opened.History)
	}
	if a := p.ask(Open{Kind: KindSandbox, ID: second}); !reflect.DeepEqual(a.Opened.History, []string{"ls"}) {
		t.Errorf("the other sandbox has the history %q", a.Opened.History)
	}

	// Another tab may look, and its lines are not kept.
	q := newTab(t, s, all)
	if a := q.ask(Open{Kind: KindSandbox, ID: second}); !a.Opened.ReadOnly || !reflect.DeepEqual(a.Opened.History, []string{"ls"}) {
		t.Errorf("the other tab has opened %+v", a.Opened)
	}
	q.console("help")
	p.saved()
	if m, _, _ := s.Load(t.Context(), second); !slices.Equal(decodeHistory(m.Note), []string{"ls"}) {
		t.Errorf("kept is %q", decodeHistory(m.Note))
	}
	// What cannot be read is no history, and no reason not to open.
	m, journal, _ := s.Load(t.Context(), first)
	m.Note = []byte{255, 1, 2}
	s.Put(t.Context(), m, journal)
	if a := p.ask(Open{Kind: KindSandbox, ID: first}); a.Err != nil || a.Opened.History != nil {
		t.Errorf("opened %+v, %v", a.Opened, a.Err)
	}
}
