package recordpage

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/app/record/frames"
	"tabletop/engine"
	"tabletop/engine/plan"
	"tabletop/engine/wire"
	"tabletop/web/test/pagetest"
)

// opened returns a page whose dialog has the sandbox as a file.
func opened(t *testing.T, s *State) *pagetest.Page {
	p := pagetest.New(t, engine.TableInfo{Name: "games"})
	p.Work.ID, p.Work.Title, p.State.Ready = "s1", "Mine", true
	p.Work.Timeline.Workload = []plan.Query{{ID: "q"}}
	known := KnownDesigns([]engine.DesignAttempt{{Number: 2, Designs: []engine.TableDesign{{Table: "games", Template: "{a}"}}}})
	p.Turn(func(t *page.Update) { Open(t, s, known) })
	if c, ok := p.LastCall().Call.(host.ExportWorkspace); !ok || c.ID != "s1" || p.State.Dialog != page.DialogRecord {
		t.Fatalf("%+v", p.LastCall())
	}
	p.Turn(func(t *page.Update) {
		Update(t, s, fileCame{host.Answer{File: &host.ExportedFile{Data: []byte("file")}}})
	})
	return p
}

// written returns the last request to write a record, nil if there is none.
func written(p *pagetest.Page) *frames.Ask {
	for _, e := range slices.Backward(p.Effects) {
		if w, ok := e.(page.AskSecondProgram); ok {
			ask := &frames.Ask{}
			if err := wire.Decode(w.Frame, ask, nil); err != nil {
				p.T.Fatal(err)
			}
			return ask
		}
	}
	return nil
}

// came returns the message that brings a record.
func came(w *frames.Written) Msg {
	return recordWritten{page.SecondProgramAnswer{Frame: wire.Encode(w, nil)}}
}

// TestRecordIsMeasuredOnce tests that the record is measured of the file, and written again from the figures
// when a word changes, and that what is chosen is stored with the sandbox and comes back.
func TestRecordIsMeasuredOnce(t *testing.T) {
	var s State
	p := opened(t, &s)
	on := func(m Msg) { p.Turn(func(t *page.Update) { Update(t, &s, m) }) }
	if a := written(p); a == nil || string(a.File) != "file" || a.Settings.Title != "Mine" || a.Settings.Multiple != usualMultiple || len(a.Measurement.Known) != 1 {
		t.Fatalf("asked %+v", a)
	}
	on(typed{"record-title", "Too soon"})
	if on(settled{s.round}); written(p) != nil {
		t.Error("it is measured twice")
	}
	on(came(&frames.Written{Page: "<p>", Zip: []byte("zip"), Figures: []byte("figures")}))
	on(typed{"record-question-0", "asked by \"billing\""})
	round := s.round
	on(typed{"record-design-C", "too hot"})
	if c, ok := p.LastCall().Call.(host.SaveSandboxSettings); !ok || !strings.Contains(c.SandboxSettings, "too hot") {
		t.Errorf("stored is %+v", p.LastCall())
	}
	if on(settled{round}); written(p) != nil {
		t.Error("it is written while words change")
	}
	on(settled{s.round})
	a := written(p)
	if a == nil || a.File != nil || string(a.Figures) != "figures" || a.Settings.Title != "Too soon" || len(a.Settings.Notes) != 2 {
		t.Fatalf("asked %+v", a)
	}
	on(saved{markdown: true})
	p.Passes(page.SaveFile{File: host.ExportedFile{Name: "Mine record.zip", Data: []byte("zip")}})
	if on(printed{}); !slices.Contains(p.Effects, page.Effect(PrintFrame{elementFrame})) {
		t.Error("it is not printed")
	}
	if back := restored(p.Work.Settings); !reflect.DeepEqual(back.entries(), s.Choices.entries()) || len(back.Notes) != 2 {
		t.Errorf("restored is %+v, not %+v", back, s.Choices)
	}
	p.Turn(func(t *page.Update) { OnDialogClosed(t, &s) })
	p.Has(page.StopSecondProgram{})
	if on(came(&frames.Written{})); s.Written != nil {
		t.Error("a closed dialog takes a record")
	}
}

// TestNoRecord tests that the dialog says why there is no record.
func TestNoRecord(t *testing.T) {
	var s State
	p := opened(t, &s)
	on := func(m Msg) { p.Turn(func(t *page.Update) { Update(t, &s, m) }) }
	if on(recordWritten{page.SecondProgramAnswer{Failed: page.SecondProgramUnloaded}}); s.Failed != page.SecondProgramUnloaded {
		t.Errorf("%+v", s)
	}
	if on(saved{}); slices.ContainsFunc(p.Effects, func(e page.Effect) bool { _, is := e.(page.DownloadFile); return is }) {
		t.Error("there is nothing to save")
	}
	if c := restored("record \"multiple\" \"5000000000\"\nnote-table \"t\" \"x\"\nset \"a\" \"b\"\n"); c.Multiple != usualMultiple || len(c.Notes) != 1 {
		t.Errorf("%+v", c)
	}
}
