package page_test

import (
	"bytes"
	"reflect"
	"testing"

	"tabletop/app/code"
	"tabletop/app/jobs"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/wire"
	"tabletop/web/test/pagetest"
)

// TestCode tests that code is shown for one thing at a time, in a language that is remembered,
// and that a text is said to be copied only if the browser has copied it.
func TestCode(t *testing.T) {
	p := pagetest.New(t)
	on := func(m page.CodeMsg) page.CodeState {
		p.Turn(func(u *page.Update) { page.UpdateCode(u, m) })
		return p.State.Code
	}
	same := func(what string, got, want page.CodeState) {
		t.Helper()
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", what, got, want)
		}
	}
	all := []code.Program{{Language: "Go", Text: "a"}, {Language: "Java", Text: "b"}}
	same("asked", on(page.CodeToggled{Of: "code-1", Text: "ls"}), page.CodeState{Of: "code-1"})
	late := p.AskedSecondProgram()
	same("asked for other", on(page.CodeToggled{Of: "code-2", Text: "list", Dialect: engine.HBase}), page.CodeState{Of: "code-2"})
	ask := p.AskedSecondProgram()
	if want := code.EncodeRequest("list", engine.HBase, nil); ask.Job != jobs.WriteCode || !bytes.Equal(ask.Frame, want) {
		t.Errorf("asked %+v", ask)
	}
	came := page.SecondProgramAnswer{Frame: wire.Encode(&all, nil)}
	same("late answer", on(late.Then(came).(page.CodeMsg)), page.CodeState{Of: "code-2"})
	same("failed", on(ask.Then(page.SecondProgramAnswer{Failed: page.SecondProgramUnloaded}).(page.CodeMsg)), page.CodeState{Of: "code-2", Failed: page.SecondProgramUnloaded})
	same("answer", on(ask.Then(came).(page.CodeMsg)), page.CodeState{Of: "code-2", Programs: all})
	same("picked", on(page.CodeLanguagePicked{In: 1}), page.CodeState{Of: "code-2", Programs: all, In: 1})
	p.Has(page.StoreTextLocally{Name: page.CodeStorageKey, Text: "1"})
	on(page.CopyCodePressed{Of: "code-2", Text: "b"})
	p.Has(page.CopyToClipboard{Of: "code-2", Text: "b"})
	for _, c := range []struct {
		m    page.CodeMsg
		want string
	}{
		{page.CodeCopyEnded{Of: "code-2"}, ""}, {page.CodeCopyEnded{Of: "code-2", Done: true}, "code-2"},
		{page.CodeCopyEnded{Of: "command-push", Done: true}, "command-push"}, {page.CodeLanguagePicked{In: 0}, ""},
	} {
		if got := on(c.m).Copied; got != c.want {
			t.Errorf("%+v: %q is said to be copied, not %q", c.m, got, c.want)
		}
	}
	same("pressed again", on(page.CodeToggled{Of: "code-2"}), page.CodeState{})
	on(page.CodeLanguagePicked{In: 7}) // an index that an older page has remembered
	on(page.CodeToggled{Of: "code-3"})
	if got := on(p.AskedSecondProgram().Then(came).(page.CodeMsg)); got.In != 0 {
		t.Errorf("language %d of 2", got.In)
	}
}

func TestParseCode(t *testing.T) {
	for kept, want := range map[string]int{"": 0, "2": 2, "-1": 0, "x": 0} {
		if got := page.ParseCodeLanguage(kept); got != want {
			t.Errorf("%q: %v, want %v", kept, got, want)
		}
	}
}
