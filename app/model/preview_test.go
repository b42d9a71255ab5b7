package model

import (
	"strings"
	"testing"
	"time"

	"tabletop/app/builder"
	"tabletop/app/console"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/app/scan"
	"tabletop/engine"
	"tabletop/engine/table"
)

// question returns the preview that was asked for last, "" if the last message asked for none.
func (p *play) question() (text string, seq uint64) {
	for _, e := range p.effects {
		if s, ok := e.(page.SendCall); ok && scan.IsPreviewCall(s.Sent.Call) {
			return s.Sent.Call.(host.ExecuteRequest).Request.(engine.PreviewRead).Text, s.Sent.Seq
		}
	}
	return "", 0
}

func scannedRows(n int64) *engine.ReadPreviewed {
	return &engine.ReadPreviewed{Read: engine.ReadReport{Table: "games", Stats: table.ScanStats{RowsScanned: n}}}
}

func previewAnswer(seq uint64, n int64) HostEvent {
	return HostEvent{host.Answer{Seq: seq, Micros: 7, Reply: &engine.Reply{Version: 1, Answer: scannedRows(n), Tables: []engine.TableInfo{designedTable("{game}#{date}")}},
		Page: &engine.RowPage{Table: "games", Total: 4, Rows: make([]engine.PageRow, n)}, Strip: &engine.TableStrip{Table: "games", Rows: int(n)}}}
}

func TestWhatIsPreviewed(t *testing.T) {
	for text, want := range map[string]string{
		"read games":             "read games",
		" count games prefix=L ": "count games prefix=L",
		"lookup games LoL":       "lookup games LoL",
		"read game":              "", // there is no such table
		"read games prefx=L":     "",
		"read games\nread games": "",
		"set games k f:q=v":      "",
		"help":                   "",
		"read games regex=" + strings.Repeat("x", page.MaxLoggedText): "",
	} {
		if got, _ := sandbox(t).on(console.TextTyped{Text: text}).question(); got != want {
			t.Errorf("%q asks for %q", text, got)
		}
	}
	if got, _ := sandbox(t).on(console.DialectPicked{Dialect: engine.HBase}, console.TextTyped{Text: "scan 'games'"}).question(); got != "scan 'games'" {
		t.Errorf("HBase's shell asks for %q", got)
	}
	p := sandbox(t).on(console.TextTyped{Text: "read games"})
	if s := p.sent(); page.CallMayChangeWorkspace(s.Call) || len(p.st.Work.Log) != 0 || p.st.Work.Saved != host.SaveDone {
		t.Errorf("a preview looks like a change: %+v", p.st.Work)
	}
}

// TestNewestPreviewWins tests that one preview is under way at a time, and that the answer for
// a text that has changed is not shown.
func TestNewestPreviewWins(t *testing.T) {
	p := sandbox(t).on(console.TextTyped{Text: "read games"})
	_, first := p.question()
	p.on(console.TextTyped{Text: "read games "})
	if text, _ := p.question(); text != "" {
		t.Errorf("a blank asks for %q", text)
	}
	p.on(console.TextTyped{Text: "read games prefix=L"}, console.TextTyped{Text: "read games prefix=Lo"})
	if text, _ := p.question(); text != "" {
		t.Errorf("%q does not wait", text)
	}
	p.on(previewAnswer(first, 9))
	if p.st.Work.Scan.Preview != nil || len(p.st.Work.Page.Rows) == 9 || p.st.Work.Scan.TableStrip.Rows != 0 {
		t.Error("a stale reply was painted")
	}
	text, second := p.question()
	if text != "read games prefix=Lo" {
		t.Fatalf("then comes %q", text)
	}
	p.on(previewAnswer(second, 3))
	v := p.st.Work.Scan.Preview
	if v == nil || v.Read.Stats.RowsScanned != 3 || v.Took != 7 || len(p.st.Work.Page.Rows) != 3 || p.st.Work.Scan.TableStrip.Rows != 3 {
		t.Fatalf("%+v", v)
	}
	p.has(page.SendMsgLater{Wait: 800 * time.Millisecond, Msg: scan.PreviewSettled{Text: "read games prefix=Lo"}})
	p.on(scan.PreviewSettled{Text: "read games"})
	if p.st.Work.Scan.Preview.Settled {
		t.Error("another text settled")
	}
	if p.on(scan.PreviewSettled{Text: "read games prefix=Lo"}); !p.st.Work.Scan.Preview.Settled {
		t.Error("it does not settle")
	}
	p.on(previewAnswer(second, 9))
	if p.st.Work.Scan.Preview.Read.Stats.RowsScanned != 3 {
		t.Error("an answer counts twice")
	}
}

func TestPreviewGoes(t *testing.T) {
	p := sandbox(t).on(console.TextTyped{Text: "read games"})
	_, seq := p.question()
	p.on(previewAnswer(seq, 4), console.TextTyped{Text: "read games pre"})
	if p.st.Work.Scan.Preview != nil {
		t.Error("what is no read is previewed still")
	}
	if s := p.sent(); !scan.IsPreviewCall(s.Call) || s.Call.(host.ExecuteRequest).Request.(engine.PreviewRead).Text != "" {
		t.Errorf("the worker is not told: %+v", s)
	}
	p.answer(host.Answer{Reply: &engine.Reply{Version: 1}, Page: &engine.RowPage{Table: "games", Total: 4}})
	if p.st.Work.Scan.Preview != nil {
		t.Error("it came back")
	}

	p.on(console.TextTyped{Text: "read games"})
	_, seq = p.question()
	p.on(console.EnterPressed{Text: "read games"})
	run := p.sent()
	if scan.IsPreviewCall(run.Call) {
		t.Fatal("Enter asks for a preview")
	}
	p.on(previewAnswer(seq, 2))
	if p.st.Work.Scan.Preview != nil || len(p.effects) > 0 {
		t.Errorf("after Enter a preview was painted, or asked for again: %+v", p.effects)
	}
	read := &engine.ReadReport{Table: "games"}
	p.on(HostEvent{host.Answer{Seq: run.Seq, Reply: &engine.Reply{Version: 1, Read: read}, Page: &engine.RowPage{Table: "games", Total: 4, Rows: make([]engine.PageRow, 1)}}})
	if p.st.Work.LastRead != read || len(p.st.Work.Page.Rows) != 1 {
		t.Error("the read is not shown")
	}
}

// TestCommandEndsAfterPreview tests that the rows of a long command are shown even if those of
// a later preview came before, and that the preview is asked for again.
func TestCommandEndsAfterPreview(t *testing.T) {
	p := sandbox(t).on(console.EnterPressed{Text: "set games k f:q=v"})
	run := p.sent()
	p.on(console.TextTyped{Text: "read games"})
	_, seq := p.question()
	p.on(previewAnswer(seq, 4))
	p.on(HostEvent{host.Answer{Seq: run.Seq, Reply: &engine.Reply{Version: 2, Tables: p.st.Work.Tables}, Page: &engine.RowPage{Table: "games", Total: 5, Rows: make([]engine.PageRow, 5)}}})
	if len(p.st.Work.Page.Rows) != 5 {
		t.Error("the rows are older than they could be")
	}
	if text, _ := p.question(); text != "read games" {
		t.Errorf("asked again for %q", text)
	}
	p.on(WorkerRestarted{}, HostEvent{host.HostReady{}})
	if text, _ := p.on(console.TextTyped{Text: "count games"}).question(); text != "count games" {
		t.Error("a dead worker's answer is waited for")
	}
}

// TestQuickReadsAreMeasured reads within one tick of the clock. The read counts as
// measured all the same.
func TestQuickReadsAreMeasured(t *testing.T) {
	p := sandbox(t).on(console.EnterPressed{Text: "read games"})
	p.answer(host.Answer{Reply: &engine.Reply{Version: 1, Read: &engine.ReadReport{Table: "games"}}, Micros: 0})
	if p.st.Work.ReadMicros == 0 {
		t.Error("it is said not to have been measured")
	}
}

// TestScanBuilderFollowed tests that the scan builder's command is previewed, run, recalled and
// translated like typed text.
func TestScanBuilderFollowed(t *testing.T) {
	p := sandbox(t).on(builder.FormToggled{}, builder.NewReadPressed{})
	if text, _ := p.question(); text != "read games" || p.st.Work.Input != text {
		t.Fatalf("the preview is of %q", text)
	}
	p.on(builder.FilterDialectPressed{})
	if p.st.Work.Dialect != engine.HBase || p.st.Work.Input != "scan 'games', {VERSIONS => 2147483647}" {
		t.Errorf("in the HBase shell: %q", p.st.Work.Input)
	}
	said := p.st.Work.Input
	if p.on(builder.RunPressed{}); p.st.Work.Input != "" || p.st.Work.Log[0].Input != said || p.st.Work.History[0].Text != said {
		t.Errorf("it was not run: %+v", p.st.Work.Log)
	}
	if p.on(builder.LastReadRecalled{}); p.st.Work.Input != said {
		t.Errorf("again: %q", p.st.Work.Input)
	}
}
