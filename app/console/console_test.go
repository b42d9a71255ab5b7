package console

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tabletop/app/dialect"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/web/test/pagetest"
)

// play is the page of a sandbox with the console.
type play struct {
	*pagetest.Page
	st State
}

func sandbox(t *testing.T) *play {
	return &play{Page: pagetest.New(t, engine.TableInfo{Name: "games", Rows: 4})}
}

func (p *play) on(msgs ...Msg) *play {
	for _, m := range msgs {
		p.Turn(func(t *page.Update) { Update(t, &p.st, m) })
	}
	return p
}

// answer brings the answer to the last call.
func (p *play) answer(a host.Answer) *play {
	a.Seq = p.State.Seq
	w := p.State.Calls[a.Seq]
	p.Turn(func(t *page.Update) { LogAnswer(t, w.Call, a) })
	return p
}

// shows fails the test if the last turn did not put a text into the console.
func (p *play) shows(text string) {
	p.T.Helper()
	p.Has(page.SetFieldText{ID: page.ElementConsole, Text: text})
}

func TestTurningAnEntry(t *testing.T) {
	p := sandbox(t).on(EnterPressed{"count games"}, EnterPressed{"count"}, EnterPressed{"set games k f:q=" + strings.Repeat("x", page.MaxLoggedText)})
	log := p.Work.Log
	if !log[0].CanTranslate || log[1].CanTranslate || log[2].CanTranslate {
		t.Fatalf("they can be turned: %v, %v, %v", log[0].CanTranslate, log[1].CanTranslate, log[2].CanTranslate)
	}
	if !log[0].HasCode || log[1].HasCode || log[2].HasCode {
		t.Fatalf("they can be shown as code: %v, %v, %v", log[0].HasCode, log[1].HasCode, log[2].HasCode)
	}
	before := p.Work
	p.on(translatePressed{log[0].Seq, engine.HBase})
	if got := p.Work.Log[0].Translated; len(got) != 1 || got[0].Text != "count 'games'" || before.Log[0].Translated != nil {
		t.Errorf("%+v", got)
	}
	if p.on(translatePressed{log[0].Seq, engine.HBase}); p.Work.Log[0].Translated != nil {
		t.Error("it is still shown")
	}
	p.on(translatePressed{Seq: 12345})
}

func TestPickedFiles(t *testing.T) {
	a, b := engine.PickedFile{Name: "a.csv", Text: ",f\n"}, engine.PickedFile{Name: "b.yml", Text: "x"}
	p := sandbox(t).on(FilesPicked{Files: []engine.PickedFile{a, b}})
	for text, want := range map[string][]engine.PickedFile{
		"import games a.csv":               {a, b},
		"read games format-file=b.yml":     {a, b},
		"ls\nlookup games k format-file=x": {a, b},
		"read games":                       nil,
		"import":                           nil,
	} {
		p.on(EnterPressed{text})
		if got := p.LastCall().Call; !reflect.DeepEqual(got, host.ExecuteRequest{Request: engine.RunConsole{Text: text, Files: want}}) {
			t.Errorf("%s: %+v", text, got)
		}
	}
	newer := engine.PickedFile{Name: "a.csv", Text: "newer"}
	p.on(FilesPicked{Files: []engine.PickedFile{newer}})
	if want := []engine.PickedFile{b, newer}; !reflect.DeepEqual(p.st.Files, want) {
		t.Errorf("%+v", p.st.Files)
	}
	p.on(FilesPicked{Files: []engine.PickedFile{{Name: "c.csv", Text: strings.Repeat("x", engine.MaxConsoleFiles)}}})
	if n := p.State.Notice; n == nil || n.Err.Code != base.CodeInputTooLong || len(p.st.Files) != 2 {
		t.Errorf("%+v, %d files", n, len(p.st.Files))
	}
	p.State.Notice = nil
	p.on(FilesPicked{Size: engine.MaxConsoleFiles})
	if n := p.State.Notice; n == nil || n.Err.Code != base.CodeInputTooLong || len(p.st.Files) != 2 {
		t.Errorf("%+v, %d files", n, len(p.st.Files))
	}
	p.on(PickedFileRemoved{"b.yml"})
	if want := []engine.PickedFile{newer}; !reflect.DeepEqual(p.st.Files, want) {
		t.Errorf("%+v", p.st.Files)
	}
}

// TestHistoryOfBothDialects checks that a text of the history that was run in another
// dialect is translated when it is recalled. If that is not possible it comes back
// unchanged, and running it says why.
func TestHistoryOfBothDialects(t *testing.T) {
	p := sandbox(t).on(EnterPressed{"count games"}, EnterPressed{"samplerowkeys games"}, DialectPicked{engine.HBase}, EnterPressed{"count 'other'"})
	want := []host.ConsoleHistoryEntry{{Text: "count games"}, {Text: "samplerowkeys games"}, {Dialect: engine.HBase, Text: "count 'other'"}}
	if got := p.Work.History; !reflect.DeepEqual(got, want) {
		t.Fatalf("the history is %v", got)
	}
	p.on(HistoryRecalled{-1}).shows("count 'other'")
	p.on(HistoryRecalled{-1}).shows("samplerowkeys games")
	p.on(HistoryRecalled{-1}).shows("count 'games'")
	if p.Work.Dialect != engine.HBase {
		t.Error("recalling has changed the dialect")
	}
	p.on(searchOpened{"count games"}, searchTaken{0}).shows("count 'games'")

	p.on(EnterPressed{"samplerowkeys games"})
	if e := p.Work.Log[3]; e.Dialect != engine.HBase || e.DialectErr == nil || e.DialectErr.Code != base.CodeInexpressible {
		t.Errorf("run in the other dialect it is %+v", e)
	}
	p.on(EnterPressed{"frobnicate"})
	if e := p.Work.Log[4]; e.DialectErr != nil {
		t.Errorf("what was never run is said to be of another dialect: %v", e.DialectErr)
	}
}

// TestLongOutputIsCut checks that the log shows the first and the last of very many lines.
func TestLongOutputIsCut(t *testing.T) {
	many := make([]engine.OutputLine, maxLines+7)
	for i := range many {
		many[i].Text = fmt.Sprint(i)
	}
	p := sandbox(t).on(EnterPressed{"ls\nls"}).answer(host.Answer{Reply: &engine.Reply{Output: many}})
	e := p.Work.Log[0]
	if len(e.Lines) != maxLines || e.LinesCut != 7 || e.Lines[0].Text != "0" || e.Lines[maxLines/2-1].Text != many[maxLines/2-1].Text ||
		e.Lines[maxLines/2].Text != many[maxLines/2+7].Text {
		t.Errorf("%d lines are shown, %d left out", len(e.Lines), e.LinesCut)
	}
	if lines, cut := cutLines(many[:maxLines]); cut != 0 || !reflect.DeepEqual(lines, many[:maxLines]) {
		t.Errorf("of %d lines %d are left out", maxLines, cut)
	}
}

func TestSearch(t *testing.T) {
	p := sandbox(t)
	p.Work.History = []host.ConsoleHistoryEntry{{Text: "count orders"}, {Text: "read orders prefix=be"}, {Text: "ls"}}
	found := func(want ...string) {
		t.Helper()
		var got []string
		for _, r := range p.st.found(&p.Work) {
			got = append(got, r.Text)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("found %q, not %q", got, want)
		}
	}
	found()
	p.on(searchTyped{"x"}, searchMoved{1}, searchTaken{0}, searchClosed{})
	if p.st.search != nil || len(p.Effects) != 0 {
		t.Errorf("without a search there is %+v, %+v", p.st.search, p.Effects)
	}
	p.on(EnterPressed{"count orders"})
	p.on(searchOpened{" ORD "})
	p.Has(page.SetFieldText{ID: elementSearch, Text: "ORD"})
	p.Has(page.FocusElement{ID: elementSearch})
	found("count orders", "read orders prefix=be")
	p.on(searchMoved{-1}, searchMoved{1}, searchMoved{1})
	if at := p.st.search.At; at != 1 {
		t.Errorf("it stands at %d", at)
	}
	p.Has(page.ScrollToElement{ID: searchElement(1)})
	if p.on(searchTyped{"be orders"}); p.st.search.At != 0 {
		t.Error("another search does not begin at its first line")
	}
	found("read orders prefix=be")
	p.on(searchTaken{0})
	p.shows("read orders prefix=be")
	p.Has(page.FocusElement{ID: page.ElementConsole})
	if p.Work.Input != "read orders prefix=be" || p.st.search != nil {
		t.Errorf("the console holds %q, the search is %v", p.Work.Input, p.st.search)
	}
	p.on(searchOpened{"nothing"}, searchTaken{0})
	if p.Work.Input != "read orders prefix=be" || p.st.search != nil {
		t.Error("what was not found has changed the console, or the search goes on")
	}
	p.on(searchOpened{""}, searchClosed{})
	p.Has(page.FocusElement{ID: page.ElementConsole})
	for i := range 2 * maxFound {
		p.on(EnterPressed{fmt.Sprint("count t", i)})
	}
	if p.on(searchOpened{}); len(p.st.found(&p.Work)) != maxFound {
		t.Errorf("%d lines are found", len(p.st.found(&p.Work)))
	}
}

// texts returns the choices at the end of a text, and the message that asks for more.
func (p *play) texts(text string) (out []string, ask Msg) {
	c, ask := complete(&p.Work, &p.st, text, len(text))
	for _, ch := range c.Choices {
		out = append(out, ch.Text)
	}
	return out, ask
}

func TestCompletionAsksForKeys(t *testing.T) {
	p := &play{Page: pagetest.New(t, engine.TableInfo{Name: "orders", Rows: 5, Families: []engine.FamilyInfo{{Name: "O"}}})}
	p.Work.Version = 3
	if got, ask := p.texts("count o"); ask != nil || !reflect.DeepEqual(got, []string{"orders"}) {
		t.Errorf("it offers %q and asks %v", got, ask)
	}
	if got, ask := p.texts("count orders"); ask != nil || got != nil {
		t.Errorf("for what is complete it offers %q and asks %v", got, ask)
	}
	for text, want := range map[string]keysAsked{
		"read orders prefix=b": {"orders", "b"},
		"set orders k O:":      {"orders", ""},
	} {
		if _, ask := p.texts(text); ask != want {
			t.Errorf("%q asks %+v, not %+v", text, ask, want)
		}
	}

	p.on(keysAsked{"orders", "b"})
	first := p.LastCall()
	if first.Call != host.Call(host.ExecuteRequest{Request: engine.CompleteKeys{Table: "orders", Prefix: "b", Count: maxPieces}}) {
		t.Fatalf("sent %+v", first.Call)
	}
	if p.on(keysAsked{"orders", "b"}); len(p.Effects) != 0 {
		t.Errorf("the same was asked twice: %+v", p.Effects)
	}
	p.on(keysAsked{"orders", "be"})
	newest := p.LastCall()
	older := p.Answered(host.Answer{Seq: first.Seq, Reply: &engine.Reply{Version: 3, Answer: &engine.KeyCompletions{Table: "orders", Prefix: "b"}}})
	if older != nil {
		t.Errorf("an older answer was taken: %+v", older)
	}
	answer := &engine.Reply{Version: 3, Answer: &engine.KeyCompletions{
		Table: "orders", Prefix: "be", Pieces: []engine.KeyCompletion{{Prefix: "be#", Rows: 3}, {Prefix: "be 1", Rows: 1, IsKey: true}},
		Columns: []engine.ColumnName{{Family: "O", Qualifier: "total"}},
	}}
	p.on(p.Answered(host.Answer{Seq: newest.Seq, Reply: answer}).(Msg))
	p.Has(page.ShowCompletions{})
	if got, ask := p.texts("read orders prefix=be"); ask != nil || !reflect.DeepEqual(got, []string{"prefix=be#", "prefix='be 1'"}) {
		t.Errorf("it offers %q and asks %v", got, ask)
	}
	if got, ask := p.texts("set orders k O:"); ask != nil || !reflect.DeepEqual(got, []string{"O:total="}) {
		t.Errorf("it offers %q and asks %v", got, ask)
	}
	if _, ask := p.texts("read orders prefix=bee"); ask != (keysAsked{"orders", "bee"}) {
		t.Errorf("for another prefix it asks %v", ask)
	}

	// After a change of the tables the row keys are asked for again.
	p.Work.Version = 4
	if _, ask := p.texts("read orders prefix=be"); ask != (keysAsked{"orders", "be"}) {
		t.Errorf("after a change it asks %v", ask)
	}
	// After a refusal no row keys are offered, and no message is shown.
	p.on(keysAsked{"orders", "be"})
	p.on(p.Answered(host.Answer{Err: base.Refuse(base.CodeCancelled)}).(Msg))
	p.Has(page.ShowCompletions{})
	if got, ask := p.texts("read orders prefix=be"); ask != nil || got != nil || p.State.Notice != nil {
		t.Errorf("it offers %q, asks %v and says %v", got, ask, p.State.Notice)
	}
}

// TestFaultIsMarked checks that the text that an error is about is marked in its line.
func TestFaultIsMarked(t *testing.T) {
	e := page.ConsoleLogEntry{Input: "ls\nread <x>", Line: 2, Err: base.RefuseAt(5, 8, base.CodeNoTable, "<x>", "")}
	if got := markedInput(e); got != "ls\nread <span class=\"fault\">&lt;x&gt;</span>" {
		t.Errorf("%s", got)
	}
}

// TestInputIsColoured checks that the input is coloured by its tokens, and that a token
// stays coloured where an error is marked in it.
func TestInputIsColoured(t *testing.T) {
	text := "ls\ncount <x>"
	e := page.ConsoleLogEntry{Input: text, Tokens: dialect.TokenizeCommands(text, engine.CBT)}
	plain := `<span class="t-name">ls</span>` + "\n" + `<span class="t-name">count</span> <span class="t-table">&lt;x&gt;</span>`
	if got := markedInput(e); got != plain {
		t.Errorf("%s", got)
	}
	e.Line, e.Err = 2, base.RefuseAt(4, 8, base.CodeNoTable, "<x>", "")
	if got := markedInput(e); got != `<span class="t-name">ls</span>`+"\n"+`<span class="t-name">coun</span><span class="fault"><span class="t-name">t</span> <span class="t-table">&lt;x</span></span><span class="t-table">&gt;</span>` {
		t.Errorf("%s", got)
	}
}

// TestDialectsAreForgotten checks that the oldest choices of a dialect are forgotten.
func TestDialectsAreForgotten(t *testing.T) {
	p := sandbox(t)
	p.State.Dialects = ParseChosenDialects(strings.Repeat("x=hbase y=none ", maxChosen))
	if p.on(DialectPicked{engine.HBase}); len(p.State.Dialects) != maxChosen || p.State.Dialects[maxChosen-1] != (page.ChosenDialect{Workspace: "abc", Dialect: engine.HBase}) {
		t.Errorf("%d are remembered", len(p.State.Dialects))
	}
}
