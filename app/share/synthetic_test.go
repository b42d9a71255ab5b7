package share

import (
	"strings"
	"testing"

	"tabletop/app/host"
	"tabletop/app/jobs"
	"tabletop/app/page"
	"tabletop/app/synthetic/frames"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/plan"
	"tabletop/engine/wire"
)

// asked returns what the second program was asked last.
func (p *play) asked() (frames.Ask, page.AskSecondProgram) {
	p.T.Helper()
	ask := p.AskedSecondProgram()
	var of frames.Ask
	if err := wire.Decode(ask.Frame, &of, nil); err != nil || ask.Job != jobs.Synthesize {
		p.T.Fatalf("asked %+v: %v", ask, err)
	}
	return of, ask
}

// TestSyntheticLink makes a link to synthetic data, and then one to more of them.
func TestSyntheticLink(t *testing.T) {
	p := start(t)
	p.Work.Timeline.Workload = []plan.Query{{ID: "x"}, {ID: "of Ada"}}
	p.Work.Settings = page.FormatSavedTexts([]page.SavedTextEntry{
		{Group: page.GroupLoadRate, Name: "of Ada", Text: "7"}, {Group: page.GroupLoadRate, Name: "gone", Text: "8"},
		{Group: page.GroupLoadSetting, Name: "nodes", Text: "3"}, {Group: "note-table", Name: "t", Text: "ask Ada"},
	})
	p.on(ShareSandboxPressed{LinkSynthetic})
	if c, ok := p.LastCall().Call.(host.ExportWorkspace); !ok || c.ID != "abc" || !p.s.SharedLink.IsPending() {
		t.Fatalf("%+v", p.LastCall())
	}
	p.answer(host.Answer{File: &host.ExportedFile{Data: []byte("file")}})
	of, first := p.asked()
	if string(of.File) != "file" || of.Title != "Mine" || strings.Contains(of.Settings, "Ada") || strings.Contains(of.Settings, "gone") ||
		!strings.Contains(of.Settings, `rate "q2" "7"`) || !strings.Contains(of.Settings, `set "nodes" "3"`) {
		t.Errorf("asked %+v", of)
	}
	made := func(ask page.AskSecondProgram, m frames.Made) {
		p.on(ask.Then(page.SecondProgramAnswer{Frame: wire.Encode(&m, nil)}).(Msg))
	}
	text := textOf(t, "Mine", engine.SetWorkload{})
	made(first, frames.Made{Text: text, Records: 5, Axes: []string{"time", "user"}})
	o := p.s.SharedLink
	if o.IsPending() || !strings.HasSuffix(o.Link, text) || o.Size != len(o.Link) {
		t.Fatalf("%+v", o)
	}

	p.on(growthChosen{"share-size", "10"})
	if of, _ := p.asked(); of.Factor != 10 || of.Axis != "" {
		t.Errorf("asked %+v", of)
	}
	late := p.AskedSecondProgram()
	p.on(growthChosen{"share-axis", "user"})
	of, last := p.asked()
	if of.Factor != 10 || of.Axis != "user" || string(of.File) != "file" {
		t.Errorf("asked %+v", of)
	}
	if made(late, frames.Made{Text: text}); !p.s.SharedLink.IsPending() {
		t.Error("data that are not wanted any more are shown")
	}
	made(last, frames.Made{Refused: base.Refuse(base.CodeBadRecipe, "x")})
	if o := p.s.SharedLink; o.IsPending() || o.Link != "" || o.Err == nil || len(o.Synthetic.fields()) != 2 {
		t.Errorf("%+v", o)
	}
	p.on(growthChosen{"share-size", "100"})
	_, last = p.asked()
	if p.on(last.Then(page.SecondProgramAnswer{Failed: page.SecondProgramEnded}).(Msg)); p.s.SharedLink.Synthetic.Failed == "" || p.s.SharedLink.Link != "" {
		t.Errorf("%+v", p.s.SharedLink)
	}
	p.on(growthChosen{"share-size", "1"})
	_, last = p.asked()
	p.close().Has(page.StopSecondProgram{})
	if made(last, frames.Made{Text: text}); p.s.SharedLink != nil {
		t.Errorf("%+v", p.s.SharedLink)
	}
}

// TestOpenSyntheticLink shows what the link holds, as those who open it see it.
func TestOpenSyntheticLink(t *testing.T) {
	p := start(t)
	p.State.Site = "https://example.org/x"
	p.on(ShareSandboxPressed{LinkSynthetic}).answer(host.Answer{File: &host.ExportedFile{Data: []byte("file")}})
	_, ask := p.asked()
	text := textOf(t, "Mine", engine.SetWorkload{})
	p.on(ask.Then(page.SecondProgramAnswer{Frame: wire.Encode(&frames.Made{Text: text}, nil)}).(Msg), openLinkPressed{})
	if p.State.Dialog != page.DialogOpenedLink || p.s.OpenedLink == nil || p.s.OpenedLink.Text != text || p.s.OpenedLink.Err != nil {
		t.Errorf("%+v", p.s.OpenedLink)
	}
	p.on(ShareSandboxPressed{LinkSynthetic})
	if p.answer(host.Answer{Err: base.Refuse(base.CodeStoreFull)}); p.s.SharedLink.Err == nil || p.s.SharedLink.IsPending() {
		t.Errorf("%+v", p.s.SharedLink)
	}
}
