package files

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
)

// long is a file that is longer than the page keeps, of lines that a key of two columns
// tells apart.
func long(t *testing.T) *play {
	t.Helper()
	var text strings.Builder
	text.WriteString("device,at,value\n")
	for i := 0; text.Len() <= engine.MaxFiles; i++ {
		fmt.Fprintf(&text, "dev-%04d,2026-03-%02dT%02d:00:00Z,%s\n", i%1000, 1+i/1000%28, i/28_000%24, strings.Repeat("x", 400))
	}
	data := []byte(text.String())
	return list(t).on(uploaded{&Upload{Name: "x.csv", Size: len(data), Head: data[:readAtOnce], Read: func(at int, then func([]byte)) { then(data[at:min(len(data), at+readAtOnce)]) }}})
}

// TestKeysAreComparedInTurns: of a long file nothing is read in the turn in which it is
// chosen, and its keys are compared a few in each turn, after the search for them. Before,
// all of that was done at once, and the page did not answer meanwhile.
func TestKeysAreComparedInTurns(t *testing.T) {
	p := long(t)
	if m := p.s.Mapping; p.State.Menu != page.MenuValues || m.read > 0 || m.Counted > 0 {
		t.Fatalf("%d bytes are read, and %d lines compared", m.read, m.Counted)
	}
	_ = p.drawn() // nothing is known
	compared := 0
	for waits := p.later(); len(waits) > 0; {
		var f *finding
		if p.s.Mapping.finding != nil {
			f = p.s.Mapping.finding
			compared = f.of.Counted
		}
		if p.on(waits[0]); f != nil && f.of.Counted > compared+foundInATurn {
			t.Fatalf("%d lines are compared in one turn", f.of.Counted-compared)
		}
		waits = append(waits[1:], p.later()...)
	}
	m := p.s.Mapping
	if m.busy() || m.finding != nil || m.Counted != keysCompared || m.Template != "{device}#{at}" || len(m.Keys) != sampleSize || m.Columns[0].Used || !m.Columns[2].Used {
		t.Fatalf("%d lines are compared, and %s is proposed: %+v", m.Counted, m.Template, m.compared)
	}
}

// TestTypedWhileCompared: what is typed while keys are compared takes the place of that, what
// is made is what the last text says, and a dialog that is closed has nothing compared.
func TestTypedWhileCompared(t *testing.T) {
	p := long(t)
	p.turns()
	if p.on(typed{fieldTemplate, 0, "{device}"}); len(p.later()) != 1 || p.s.Mapping.finding == nil || p.s.Mapping.busy() {
		t.Fatalf("%+v", p.Effects)
	}
	first := p.later()[0]
	if p.on(first, typed{fieldTemplate, 0, "{at}#{device}"}); len(p.later()) != 1 {
		t.Fatalf("%+v", p.Effects)
	}
	second := p.later()[0]
	if p.on(first); len(p.Effects) > 0 || p.s.Mapping.Template != "{at}#{device}" {
		t.Errorf("what has been replaced goes on: %+v", p.Effects)
	}
	if p.on(ticked{1, true}, second, mapped{}); p.s.Mapping.finding != nil || p.s.Mapping.Counted != keysCompared || p.s.Mapping.Lost() != 0 {
		t.Errorf("it is made of what is not known yet: %+v", p.s.Mapping.compared)
	}
	if c, ok := p.Sent().Call.(host.Make); !ok || c.Requests[0].(engine.Values).Of.Template != "{at}#{device}" || !p.s.Mapping.Columns[1].Used {
		t.Errorf("%+v, %+v", p.Sent().Call, p.s.Mapping.Columns)
	}
	p.on(typed{fieldTemplate, 0, "{}"})
	if p.turns(); p.s.Mapping.Err == nil {
		t.Error("a template without a field is taken")
	}
	p.on(typed{fieldTemplate, 0, "{device}"})
	last := p.later()[0].(foundOn)
	if p.open(page.MenuNone).on(last); len(p.Effects) > 0 {
		t.Errorf("%+v", p.Effects)
	}
	if _, more := last.step(); more {
		t.Error("what was closed is still compared")
	}
}
