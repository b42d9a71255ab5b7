package files

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
)

// long is a file that is too long for the page to keep. A key of two columns tells its lines
// apart.
func long(t *testing.T) *play {
	t.Helper()
	var text strings.Builder
	text.WriteString("device,at,value\n")
	for i := 0; text.Len() <= engine.MaxConsoleFiles; i++ {
		fmt.Fprintf(&text, "dev-%04d,2026-03-%02dT%02d:00:00Z,%s\n", i%1000, 1+i/1000%28, i/28_000%24, strings.Repeat("x", 400))
	}
	data := []byte(text.String())
	return list(t).on(uploaded{&LongFile{Name: "x.csv", Size: len(data), Head: data[:readAtOnce], ReadAt: func(at int, then func([]byte)) { then(data[at:min(len(data), at+readAtOnce)]) }}})
}

// TestKeysAreComparedInTurns checks that nothing of a long file is read in the turn in which
// it is chosen, and that its keys are compared in turns of their own, after the search for
// them. Earlier all of this was done in one turn, and the page did not respond.
func TestKeysAreComparedInTurns(t *testing.T) {
	p := long(t)
	if m := p.s.Mapping; p.State.Dialog != page.DialogValues || m.read > 0 || m.Counted > 0 {
		t.Fatalf("%d bytes are read, and %d lines compared", m.read, m.Counted)
	}
	_ = p.drawn() // nothing is known yet
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

// TestTypedWhileCompared checks that typing replaces a comparison under way, that the table
// is made with the last text, and that nothing is compared after the dialog was closed.
func TestTypedWhileCompared(t *testing.T) {
	p := long(t)
	p.turns()
	if p.on(typed{elementTemplate, "{device}"}); len(p.later()) != 1 || p.s.Mapping.finding == nil || p.s.Mapping.busy() {
		t.Fatalf("%+v", p.Effects)
	}
	first := p.later()[0]
	if p.on(first, typed{elementTemplate, "{at}#{device}"}); len(p.later()) != 1 {
		t.Fatalf("%+v", p.Effects)
	}
	second := p.later()[0]
	if p.on(first); len(p.Effects) > 0 || p.s.Mapping.Template != "{at}#{device}" {
		t.Errorf("what has been replaced goes on: %+v", p.Effects)
	}
	if p.on(typed{"map-use-1", "true"}, second, mapped{}); p.s.Mapping.finding != nil || p.s.Mapping.Counted != keysCompared || p.s.Mapping.lost() != 0 {
		t.Errorf("it is made of what is not known yet: %+v", p.s.Mapping.compared)
	}
	if c, ok := p.LastCall().Call.(host.CreateFromRequests); !ok || c.Requests[0].(engine.LoadValuesText).Target.Template != "{at}#{device}" || !p.s.Mapping.Columns[1].Used {
		t.Errorf("%+v, %+v", p.LastCall().Call, p.s.Mapping.Columns)
	}
	p.on(typed{elementTemplate, "{}"})
	if p.turns(); p.s.Mapping.Err == nil {
		t.Error("a template without a field is taken")
	}
	p.on(typed{elementTemplate, "{device}"})
	last := p.later()[0].(foundOn)
	if p.open(page.DialogNone).on(last); len(p.Effects) > 0 {
		t.Errorf("%+v", p.Effects)
	}
	if _, more := last.step(); more {
		t.Error("what was closed is still compared")
	}
}

// TestMeasurementEndsTheKey checks that a measured value ends the proposed key if nothing
// else tells the last lines apart. The dialog says so, with the number of lines and of empty
// values. Lines that repeat others are counted separately.
func TestMeasurementEndsTheKey(t *testing.T) {
	var text strings.Builder
	text.WriteString("site,at,temp\n")
	for i := range 100 {
		fmt.Fprintf(&text, "s%d,2026-03-01T00:%02d:00Z,%s\n", i%2, i/2, []string{fmt.Sprintf("%d.25", i), ""}[i%50/49])
	}
	text.WriteString("s0,2026-03-01T00:00:00Z,99.5\ns1,2026-03-01T00:00:00Z,99.5\ns1,2026-03-01T00:00:00Z,99.5\n")
	p := chosen(t, "x.csv", []byte(text.String()))
	said := func(want ...string) {
		t.Helper()
		html := p.drawn()
		for _, w := range want {
			if !strings.Contains(html, w) {
				t.Errorf("%q is not said: %s", w, html)
			}
		}
	}
	if m := p.s.Mapping; m.Template != "{site}#{at}#{temp}" || m.lost() != 0 {
		t.Errorf("%s is proposed, and %d lines are lost", m.Template, m.lost())
	}
	said("No two of the 102 different lines have the same key.", "1 more line repeats another exactly: nothing is lost.",
		"Only “temp” at the end of the key keeps 2 lines apart from others.", "“temp” is empty in 2 lines: their keys have nothing in its place.")
	p.on(typed{elementTemplate, "{site}/{at}"})
	said("2 of the 102 different lines have keys", "“temp” would tell 2 of them apart: 2 differ in nothing else.", ">Use the key {site}/{at}/{temp}<")
	p.on(typed{elementTemplate, "{site}"})
	said("“at” would tell 98 of them apart.", ">Use the key {site}#{at}#{temp}<")
	p.on(typed{elementTemplate, "{site}/{at}"}).on(bettered{})
	if m := p.s.Mapping; m.Template != "{site}/{at}/{temp}" || m.lost() != 0 || m.BetterTemplate != "" {
		t.Errorf("%s loses %d lines", m.Template, m.lost())
	}
}

// TestKeyIsProposedOnce checks that no key is proposed while a file is read, since the rest
// of the file might change it, and that a typed key stays.
func TestKeyIsProposedOnce(t *testing.T) {
	var text strings.Builder
	text.WriteString("site,device,at\n")
	for i := range 15_000 {
		fmt.Fprintf(&text, "site-%d,dev-%04d,2026-03-%02dT%02d:%02d:00Z\n", i%3, i/14_000*(i%2), 1+i/1440, i/60%24, i%60)
	}
	text.WriteString("site-0,dev-0009,2026-03-01T00:00:00Z\n")
	p := chosen(t, "x.csv", []byte(text.String()))
	var proposed []string
	for waits := p.later(); len(waits) > 0; {
		m, work := p.s.Mapping, "Comparing the keys"
		if m.reading() {
			work = "Reading the rest of the file"
		}
		if html := p.drawn(); m.busy() && (m.Counted > 0 || !strings.Contains(html, work) || strings.Contains(html, "{site}\" autocomplete") || strings.Contains(html, "have the same key")) {
			t.Fatalf("of %d lines: %s", m.Records, html)
		}
		p.on(waits[0])
		waits = append(waits[1:], p.later()...)
		for _, e := range p.Effects {
			if e, ok := e.(page.SetFieldText); ok {
				proposed = append(proposed, e.Text)
			}
		}
	}
	if strings.Join(proposed, " ") != "{device}#{at}" {
		t.Errorf("%q are proposed", proposed)
	}
	p = chosen(t, "x.csv", []byte(text.String()))
	waits := p.later()
	if p.on(typed{elementTemplate, "{device}"}); p.s.Mapping.Counted == 0 {
		t.Error("the reader’s key is not compared")
	}
	for waits = append(waits, p.later()...); len(waits) > 0; waits = append(waits[1:], p.later()...) {
		p.on(waits[0])
	}
	if m := p.s.Mapping; m.Template != "{device}" || m.Counted != 15_001 {
		t.Errorf("%s of %d", m.Template, m.Counted)
	}
}
