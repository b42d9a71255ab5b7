package model

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/app/console"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
)

// TestScriptComesBack tests that the commands of a refused script that did not run are in the
// console again, with the refused place marked, unless something was typed there.
func TestScriptComesBack(t *testing.T) {
	script := "# two\nls\n\n set games k X:q='€'\nls"
	refusal := base.RefuseAt(12, 13, base.CodeNoFamily, "games", "X", "")
	reply := host.Answer{Reply: &engine.Reply{Err: refusal, ErrLine: 4}}
	p := sandbox(t).on(console.EnterPressed{Text: script})
	p.answer(reply)
	rest := "set games k X:q='€'\nls"
	p.has(page.SetFieldText{ID: page.ElementConsole, Text: rest})
	p.has(page.MarkErrorInField{ID: page.ElementConsole, Text: rest, From: 12, To: 13, Err: refusal})
	if e := p.st.Work.Log[0]; !e.RestReturned || e.Line != 4 || p.st.Work.Input != rest {
		t.Errorf("the console holds %q, the log %+v", p.st.Work.Input, e)
	}
	if got := p.st.Announcement.Parts; len(got) != 2 || got[0].Err != refusal || got[0].Line != 4 || got[1].Code != "script-back" {
		t.Errorf("said is %+v", got)
	}

	p = sandbox(t).on(console.EnterPressed{Text: script})
	sent := p.sent()
	reply.Seq = sent.Seq
	if p.on(console.TextTyped{Text: "c"}, HostEvent{reply}); p.st.Work.Input != "c" || p.st.Work.Log[0].RestReturned {
		t.Errorf("what was typed has become %q", p.st.Work.Input)
	}
	for _, text := range []string{"set games k X:q=1", "ls\nls"} {
		reply := host.Answer{Reply: &engine.Reply{}}
		if text != "ls\nls" {
			reply.Reply = &engine.Reply{Err: refusal, ErrLine: 1}
		}
		if p := sandbox(t).on(console.EnterPressed{Text: text}).answer(reply); p.st.Work.Input != "" {
			t.Errorf("of %q there is %q left", text, p.st.Work.Input)
		}
	}
}

// TestAllCommandsAreSaid tests that the log counts all commands of a script, including those
// that it does not show.
func TestAllCommandsAreSaid(t *testing.T) {
	p := sandbox(t).on(console.EnterPressed{Text: strings.Repeat("ls\n", page.MaxLoggedText)}).answer(host.Answer{Reply: &engine.Reply{}})
	if got := p.st.Announcement.Parts[0]; got.Code != "said-script" || got.Args[0] != fmt.Sprint(page.MaxLoggedText) {
		t.Errorf("said is %+v", got)
	}
}
