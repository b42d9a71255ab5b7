package files

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/web/test/pagetest"
)

// play is the page with the list of sandboxes, or with an open sandbox.
type play struct {
	*pagetest.Page
	s State
}

// turn handles a message in a turn, as the page does.
func (p *play) turn(do func(*page.Update)) *play {
	p.Turn(func(t *page.Update) {
		do(t)
		AfterMessage(t, &p.s)
	})
	return p
}

func (p *play) on(msgs ...Msg) *play {
	for _, m := range msgs {
		p.turn(func(t *page.Update) { Update(t, &p.s, m) })
	}
	return p
}

// later returns the messages that the last turn has sent for later turns of the browser.
func (p *play) later() (out []Msg) {
	for _, e := range p.Effects {
		switch e := e.(type) {
		case page.SendMsgNextTurn:
			out = append(out, e.Msg.(Msg))
		case page.SendMsgAfterDraw:
			out = append(out, e.Msg.(Msg))
		}
	}
	return out
}

// turns handles these messages until there are none, and returns the number of turns.
func (p *play) turns() (n int) {
	for waits := p.later(); len(waits) > 0; n++ {
		p.on(waits[0])
		waits = append(waits[1:], p.later()...)
	}
	return n
}

// open opens a dialog, or closes it.
func (p *play) open(menu page.Dialog) *play {
	return p.turn(func(t *page.Update) {
		t.Dialog, t.DialogID = menu, "abc"
		OnDialogOpened(t, &p.s)
	})
}

// answer brings the answer to the last call.
func (p *play) answer(a host.Answer) *play {
	a.Seq = p.LastCall().Seq
	call := p.State.Calls[a.Seq]
	delete(p.State.Calls, a.Seq)
	if call.Then == nil {
		return p
	}
	switch m := call.Then(a).(type) {
	case page.SandboxMade:
		return p.turn(func(t *page.Update) {
			t.Answered = call
			OnSandboxMade(t, &p.s, m)
		})
	default:
		return p.on(m.(Msg))
	}
}

// chosen is the list of sandboxes after a file was chosen there.
func chosen(t *testing.T, name string, data []byte) *play {
	return list(t).on(FileChosen{name, data})
}

// sandbox is an open sandbox with a table.
func sandbox(t *testing.T) *play {
	return &play{Page: pagetest.New(t, engine.TableInfo{Name: "games"})}
}

// list is the list of sandboxes.
func list(t *testing.T) *play {
	p := &play{Page: pagetest.New(t)}
	p.State.Route = page.Route{Screen: page.ScreenSandboxes}
	return p
}

func TestExportDialog(t *testing.T) {
	p := list(t).open(page.DialogExport)
	if c := p.LastCall().Call; c != (host.MeasureExportSizes{ID: "abc"}) {
		t.Fatalf("%+v", c)
	}
	p.answer(host.Answer{FileSizes: []host.ExportFileSize{{Format: host.FormatCBT, Bytes: 5}}})
	if len(p.s.Sizes) != 1 {
		t.Errorf("%+v", p.s)
	}
	p.on(ExportPressed{"abc", host.FormatCSV, "t"})
	if c := p.LastCall().Call; c != (host.ExportWorkspace{ID: "abc", Format: host.FormatCSV, Table: "t"}) || p.State.Dialog != page.DialogNone || p.s.Sizes != nil {
		t.Errorf("%+v, %+v", c, p.s)
	}
	// The tables of the open sandbox are offered before anything is measured.
	for id, offered := range map[string]bool{"open": true, "another": false} {
		v := NewView(&ui.Kit{Lang: "en", EngineIdle: true}, &page.State{}, &page.Workspace{ID: "open", Tables: []engine.TableInfo{{Name: "games", Cells: 7}}}, State{})
		drawn := app.HTMLString(v.exporting(id, "x"))
		if strings.Contains(drawn, "games") != offered {
			t.Errorf("%s: %s", id, drawn)
		}
	}
	// Each size is shown when it is known. The others are shown as being measured, or as not
	// measured if the reader has cancelled that.
	p.open(page.DialogExport)
	seq := p.LastCall().Seq
	sizes := func() string {
		return app.HTMLString(NewView(&ui.Kit{Lang: "en", EngineIdle: true}, &p.State, &p.Work, p.s).exporting("abc", "x"))
	}
	OnExportSizeMeasured(&p.s, host.ExportSizeMeasured{Seq: seq + 1, Size: host.ExportFileSize{Format: host.FormatHBase, Bytes: 777}})
	if OnExportSizeMeasured(&p.s, host.ExportSizeMeasured{Seq: seq, Size: host.ExportFileSize{Format: host.FormatCBT, Bytes: 5}}); !strings.Contains(sizes(), ">file of 5 B<") || strings.Contains(sizes(), "777") || strings.Count(sizes(), "being measured") != len(host.WorkspaceForms)-1 {
		t.Errorf("%s", sizes())
	}
	if p.answer(host.Answer{Err: base.Refuse(base.CodeCancelled)}); !strings.Contains(sizes(), ">file of 5 B<") || strings.Count(sizes(), "not measured") != len(host.WorkspaceForms)-1 {
		t.Errorf("%s", sizes())
	}
	// Only the file of the page itself is compressed.
	p.s.Sizes = []host.ExportFileSize{{Format: host.FormatTabletop, Bytes: 758_000}, {Format: host.FormatHBase, Bytes: 758_000}}
	if drawn := sizes(); strings.Count(drawn, ">compressed file of 740 KB<") != 1 || strings.Count(drawn, ">file of 740 KB<") != 1 {
		t.Errorf("%s", drawn)
	}
	// Closing the dialog cancels the measuring.
	p.open(page.DialogExport)
	measureFiles := p.LastCall()
	if c := p.open(page.DialogNone).LastCall().Call; c != (host.CancelCall{Seq: measureFiles.Seq}) {
		t.Errorf("%+v", c)
	}
	late := p.State.Calls[measureFiles.Seq].Then
	p.on(late(host.Answer{Seq: measureFiles.Seq, FileSizes: []host.ExportFileSize{{}}, Err: base.Refuse(base.CodeCancelled)}).(Msg))
	if p.State.Notice != nil || p.s.Sizes != nil {
		t.Errorf("%+v, %+v", p.State.Notice, p.s)
	}
	// A refusal is shown, unless the call was cancelled.
	p.open(page.DialogExport).answer(host.Answer{Err: base.Refuse(base.CodeNoSandbox, "abc")})
	if n := p.State.Notice; n == nil || n.Err.Code != base.CodeNoSandbox {
		t.Errorf("%+v", n)
	}
	if p.open(page.DialogExport).s.OnWorkerRestarted(); p.open(page.DialogNone).s.measuring != 0 || len(p.Effects) > 0 {
		t.Errorf("it waits for an engine that is gone: %+v", p.Effects)
	}
}

func TestWhatAFileIs(t *testing.T) {
	script := func(d engine.Dialect, text string) []engine.Request {
		return []engine.Request{engine.RunConsole{Dialect: d, Text: text}}
	}
	const values = ",O,C\n,total,name\nr,1,x\n"
	for name, c := range map[string]struct {
		file, text string
		want       host.Call // nil if the mapping dialog opens
	}{
		"ours":              {"x.tabletop", "TABLETOP FILE 1\nx", host.ImportFile{Data: []byte("TABLETOP FILE 1\nx")}},
		"ours, renamed":     {"x.txt", "TABLETOP 1\n", host.ImportFile{Data: []byte("TABLETOP 1\n")}},
		"a picture":         {"x.png", "\x89PNG\xff", host.ImportFile{Data: []byte("\x89PNG\xff")}},
		"cbt":               {"My x.txt", "# made\nset t r f:q=1", host.CreateFromRequests{Title: "My x", Requests: script(engine.CBT, "# made\nset t r f:q=1")}},
		"cbt as in a shell": {"x", "cbt -instance i ls", host.CreateFromRequests{Title: "x", Requests: script(engine.CBT, "cbt -instance i ls")}},
		"HBase":             {"x.rb", "put 't', 'r', 'f:q', 'v'", host.CreateFromRequests{Title: "x", Requests: script(engine.HBase, "put 't', 'r', 'f:q', 'v'")}},
		"HBase, copied":     {"x", "hbase:001:0> create 't', 'f'", host.CreateFromRequests{Title: "x", Requests: script(engine.HBase, "hbase:001:0> create 't', 'f'")}},
		"both count: cbt":   {"x", "count t", host.CreateFromRequests{Title: "x", Requests: script(engine.CBT, "count t")}},
		"both count: HBase": {"x", "count 't', INTERVAL => 2", host.CreateFromRequests{Title: "x", Requests: script(engine.HBase, "count 't', INTERVAL => 2")}},
		"no command":        {"x.txt", "hello", host.CreateFromRequests{Title: "x", Requests: script(engine.CBT, "hello")}},
		"without a name":    {"", "ls", host.CreateFromRequests{Title: "Sandbox", Requests: script(engine.CBT, "ls")}},
		"with a mark":       {"x", "\ufeffls", host.CreateFromRequests{Title: "x", Requests: script(engine.CBT, "ls")}},
		"cbt's values": {"Big Orders!.csv", values, host.CreateFromRequests{Title: "Big Orders!", Requests: []engine.Request{
			engine.RunConsole{Text: "createtable big-orders families=O,C"},
			engine.RunConsole{Text: "import big-orders values.csv", Files: []engine.PickedFile{{Name: "values.csv", Text: values}}},
		}}},
		"values":               {"x.csv", "set,b\n1,2\n", nil},
		"values by their look": {"", "a,b\n1,2\n", nil},
	} {
		p := chosen(t, c.file, []byte(c.text))
		if c.want == nil {
			if p.State.Dialog != page.DialogValues || p.s.Mapping == nil {
				t.Errorf("%s: %+v", name, p.State.Notice)
			}
			continue
		}
		if got := p.LastCall().Call; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	p := chosen(t, "x.txt", make([]byte, engine.MaxConsoleFiles+1))
	if p.State.Notice == nil || p.State.Notice.Err.Code != base.CodeFileTooLong {
		t.Errorf("%+v", p.State.Notice)
	}
}

func TestRefusedScripts(t *testing.T) {
	refused := host.Answer{Err: base.Refuse(base.CodeNoTable, "t", ""), Line: 7}
	p := chosen(t, "x.txt", []byte("set t r f:q=1")).answer(refused)
	if p.State.Notice == nil || p.State.Notice.Line != 7 || p.State.Notice.Err.Code != base.CodeNoTable {
		t.Errorf("%+v", p.State.Notice)
	}
	p = list(t).open(page.DialogPaste).on(pasted{"set t r f:q=1"}).answer(refused)
	if p.State.Notice != nil || p.s.Line != 7 || p.s.Err.Code != base.CodeNoTable || p.State.Dialog != page.DialogPaste {
		t.Errorf("%+v", p.s)
	}
	p.on(pasted{"a,\"b\n"})
	if p.s.Err == nil || p.s.Err.Code != base.CodeBadCSV || p.State.Dialog != page.DialogPaste {
		t.Errorf("%+v", p.s)
	}
	p.on(pasted{"ls"})
	if p.s.Err != nil {
		t.Errorf("%+v", p.s)
	}
}

// Columns with the same name in the file become different columns.
func TestMappingNamesApart(t *testing.T) {
	m := chosen(t, "x.csv", []byte("k,a,a,,a2,\xff,,A\n1,2,3,4,5,6,7,8\n")).s.Mapping
	var got []string
	for _, c := range m.Columns {
		got = append(got, c.Field+"="+c.Qualifier)
	}
	if want := []string{"k=k", "a=a", "a2=a2", "c4=", "a3=a3", "c6=\xff", "c7=c7", "a4=A"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestMapping(t *testing.T) {
	p := chosen(t, "Games.csv", []byte("Game;Player;2015;\nLoL;Jo;1;\nLoL;Ann;2;x\nshort\nGo;a#b;3;\n"))
	m := p.s.Mapping
	if m.Table != "games" || m.Template != "{player}" || m.Records != 3 || m.SkippedCount != 1 || !slices.Equal(m.leftLines(), []int{4}) ||
		m.Clashes != 0 || m.Keyless != 0 || !slices.Equal(m.Keys, []string{"Jo", "Ann", "a#b"}) {
		t.Errorf("%+v", m)
	}
	var fields []string
	for _, c := range m.Columns {
		fields = append(fields, c.Field)
	}
	if !slices.Equal(fields, []string{"game", "player", "c3", "c4"}) {
		t.Errorf("%q", fields)
	}
	typed := func(id, value string) *Mapping { return p.on(typed{id, value}).s.Mapping }
	if n := typed(elementTemplate, "{game}#{nobody}"); n.Err == nil || n.Err.Code != base.CodeTemplateField || n.Keys != nil || m.Err != nil {
		t.Errorf("%+v", n)
	}
	if p.on(mapped{}); len(p.Effects) != 0 {
		t.Error("a template that is none made a sandbox")
	}
	if n := typed(elementTemplate, "{player}#{game}"); n.Clashes != 0 || n.Keyless != 1 || n.WhyLine != 5 || n.Refused.Code != base.CodeFieldAmbiguous ||
		!slices.Equal(n.Keys, []string{"Jo#LoL", "Ann#LoL", ""}) {
		t.Errorf("%+v", n)
	}
	if n := typed(elementTemplate, "{game}"); n.Clashes != 1 || !slices.Equal(n.Clash, []clash{{3, 2, "LoL"}}) || n.lost() != 2 || n.BetterTemplate != "{game}#{player}" || !slices.Equal(n.nowhere(), nil) {
		t.Errorf("%+v", n)
	}
	typed(elementTemplate, "{player}#{game}")
	typed(elementTable, "g")
	typed("map-family-2", "stats")
	typed("map-qualifier-2", "year")
	if n := typed("map-use-3", "false"); !slices.Equal(n.nowhere(), []string{"c4"}) {
		t.Errorf("%q", n.nowhere())
	}
	p.on(mapped{})
	want := host.CreateFromRequests{Title: "Games", Requests: []engine.Request{engine.LoadRecords{
		Table: "g", Template: "{player}#{game}",
		Columns:      []plan.FieldColumn{{Field: "c3", Family: "stats", Qualifier: "year"}},
		Data:         dataset.Spec{Fields: fields, Records: [][]string{{"LoL", "Jo", "1", "", "\x08"}, {"LoL", "Ann", "2", "x"}}},
		SkippedLines: 2,
	}}}
	if got := p.LastCall().Call; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	if p.answer(host.Answer{Err: base.Refuse(base.CodeTableName, "-")}); p.s.Err == nil || p.State.Dialog != page.DialogValues {
		t.Errorf("%+v", p.s)
	}
	if p.open(page.DialogNone).on(mapped{}); p.s.Mapping != nil {
		t.Error("it is still there")
	}
	if p := chosen(t, "x.csv", []byte("a,b\n")); p.State.Notice == nil || p.State.Notice.Err.Code != base.CodeBadCSV {
		t.Errorf("%+v", p.State.Notice)
	}
}

// TestTimeOfValues checks that a column of times can be the time of the cells. Lines with
// the same key and time are counted, and those without a time are left out.
func TestTimeOfValues(t *testing.T) {
	p := chosen(t, "seen.csv", []byte("Courier,Seen,At\nanna,2026-03-01,depot\nanna,2026-03-02,bridge\nanna,2026-03-02,market\nbert,,depot\n"))
	p.on(typed{elementTemplate, "{courier}"})
	m := p.s.Mapping
	if !slices.Equal(m.times(), []string{"seen"}) || m.Clashes != 2 || m.Keyless != 0 {
		t.Errorf("%q, %+v", m.times(), m)
	}
	m = p.on(typed{elementTime, "seen"}).s.Mapping
	if m.Clashes != 1 || m.Keyless != 1 || m.WhyLine != 5 || m.Refused.Code != base.CodeBadRecipe {
		t.Errorf("%+v", m)
	}
	l := m.request().(engine.LoadRecords)
	if l.Data.Time != "seen" || len(l.Data.Records) != 3 {
		t.Errorf("%+v", l)
	}
	if s := engine.New(engine.Options{Now: func() base.Micros { return 0 }}); s.Do(l).Err != nil || s.Tables()[0].KeptRecords != 2 || s.Tables()[0].Rows != 1 {
		t.Errorf("%+v", s.Tables())
	}
}

// wide returns a file of values with a number of columns and lines.
func wide(columns, lines int) []byte {
	line := strings.Repeat("a,", columns-1) + "a\n"
	return []byte("k" + strings.Repeat(line, lines)[1:])
}

// TestWideValuesAreRefused checks that a file with too many columns is refused, with
// the bound. Earlier, 20,000 columns took the page 16 s, and 100,000 ended it.
func TestWideValuesAreRefused(t *testing.T) {
	for _, n := range []int{base.MaxCSVColumns + 1, 100_000, 4_000_000} {
		p := chosen(t, "x.csv", wide(n, 2))
		if e := p.State.Notice; e == nil || e.Err == nil || e.Err.Code != base.CodeWideCSV || !slices.Equal(e.Err.Args[1:], []string{strconv.Itoa(n), strconv.Itoa(base.MaxCSVColumns)}) || p.State.Dialog != page.DialogNone {
			t.Errorf("%d columns: %+v", n, e)
		}
	}
	quoted := chosen(t, "x.csv", []byte("\""+strings.Repeat(",", 10_000)+"\",b\n1,2\n"))
	if m := quoted.s.Mapping; m == nil || len(m.Columns) != 2 {
		t.Errorf("%+v", quoted.State.Notice)
	}
}

// TestFewColumnsAreDrawn checks that only some of many columns are drawn at a time.
func TestFewColumnsAreDrawn(t *testing.T) {
	p := chosen(t, "x.csv", wide(base.MaxCSVColumns, 3))
	m := p.s.Mapping
	if m == nil || len(m.Columns) != base.MaxCSVColumns || m.Columns[1999].Field != "a1999" {
		t.Fatalf("%+v", p.State.Notice)
	}
	if from, to := m.shown(); from != 0 || to != columnsShown {
		t.Errorf("%d to %d are shown", from, to)
	}
	for shown := columnsShown; shown < base.MaxCSVColumns; shown += columnsShown {
		if from, to := p.on(turned{}).s.Mapping.shown(); from != shown || to != shown+columnsShown {
			t.Fatalf("%d to %d are shown after %d", from, to, shown)
		}
	}
	if from, _ := p.on(turned{}).s.Mapping.shown(); from != 0 {
		t.Errorf("after the last comes %d", from)
	}
}

// TestValuesAreReadInPieces checks that a long file is read completely, a piece in
// each turn, and no further once the dialog is closed. Earlier it was read in one turn.
func TestValuesAreReadInPieces(t *testing.T) {
	var text strings.Builder
	text.WriteString("k,v\n")
	for i := range 60_000 {
		fmt.Fprintf(&text, "%d,\"x\n%d\"\n", i, i)
	}
	text.WriteString("a,b,c\n")
	p := chosen(t, "x.csv", []byte(text.String()))
	first := p.s.Mapping
	if first == nil || !first.reading() || len(first.Sample) != sampleSize {
		t.Fatalf("%+v", p.State.Notice)
	}
	waits := p.later()
	if p.on(mapped{}); len(p.Effects) != 0 || p.s.Mapping.Keys != nil {
		t.Errorf("it is made before it has been read: %+v", p.Effects)
	}
	pieces := 0
	for len(waits) > 0 {
		read := p.s.feed.read
		p.on(waits[0])
		waits = append(waits[1:], p.later()...)
		if p.on(readOn{p.s.feed, 1}, readOn{&feed{}, 0}); p.s.feed.read > read {
			pieces++
		}
	}
	m := p.s.Mapping
	if pieces < 3 || m.Records != 60_000 || m.SkippedCount != 1 || m.leftLines()[0] != 120_002 || m.lines[59_999] != 120_000 || m.Counted != keysCompared {
		t.Errorf("%d pieces, %d records, %d left at %v, %d counted", pieces, m.Records, m.SkippedCount, m.leftLines(), m.Counted)
	}
	p = chosen(t, "x.csv", []byte(text.String()+"a,\"b\n"))
	read := p.s.feed
	if p.open(page.DialogNone).on(readOn{read, read.read}); read.read != firstPiece || p.s.Mapping != nil {
		t.Errorf("%d bytes are read of what was closed", read.read)
	}
}

func TestValuesIntoASandbox(t *testing.T) {
	p := sandbox(t).on(FileChosen{"Games.csv", []byte("\ufeffgame,player\nLoL,Jo\nGo,Ann\n")})
	m := p.s.Mapping
	if p.State.Dialog != page.DialogValues || !m.IntoOpenSandbox || m.Table != "games-2" || m.Records != 2 {
		t.Fatalf("%+v", m)
	}
	p.on(typed{elementTable, "games"}, mapped{})
	if e := p.s.Err; len(p.Effects) != 0 || e == nil || e.Code != base.CodeTableExists || p.State.Dialog != page.DialogValues {
		t.Errorf("%+v, %+v", e, p.Effects)
	}
	p.on(typed{elementTable, "more"}, mapped{})
	want := engine.LoadRecords{
		Table: "more", Template: "{game}", Columns: []plan.FieldColumn{{Field: "player", Family: "cf", Qualifier: "player"}},
		Data: dataset.Spec{Fields: []string{"game", "player"}, Records: [][]string{{"LoL", "Jo"}, {"Go", "Ann"}}},
	}
	load := p.LastCall()
	if !reflect.DeepEqual(load.Call, host.ExecuteRequest{Request: want}) || p.State.Dialog != page.DialogNone {
		t.Errorf("%+v", load.Call)
	}
	p.answer(host.Answer{Reply: &engine.Reply{Version: 1, Err: base.Refuse(base.CodeTooManyTables, "9")}})
	if p.State.Dialog != page.DialogValues || p.s.Err == nil || p.s.Mapping.Table != "more" {
		t.Errorf("%+v", p.s)
	}
	p.on(mapped{})
	p.answer(host.Answer{Reply: &engine.Reply{Version: 2}})
	if p.State.Dialog != page.DialogNone || p.State.Notice != nil || p.s.loading != nil {
		t.Errorf("%+v", p.State.Notice)
	}
	if p.on(FileChosen{"x.csv", []byte("a,\"b\n")}); p.State.Notice == nil || p.State.Notice.Err.Code != base.CodeBadCSV || p.State.Dialog != page.DialogNone {
		t.Errorf("%+v", p.State.Notice)
	}
	// The format of cbt's import has the families above the columns.
	m = p.on(FileChosen{"t.csv", []byte(",a,,b\n,x,y,z\nk1,1,2,3\n")}).s.Mapping
	var columns []string
	for _, c := range m.Columns {
		columns = append(columns, c.Field+" "+c.Family+":"+c.Qualifier)
	}
	if !slices.Equal(columns, []string{"c1 cf:", "x a:x", "y a:y", "z b:z"}) || !slices.Equal(m.Keys, []string{"k1"}) {
		t.Errorf("%q, %q", columns, m.Keys)
	}
}

// TestStoppedValues checks that the dialog opens again after its call was cancelled, unless
// something else is open.
func TestStoppedValues(t *testing.T) {
	stopped := host.Answer{Err: base.Refuse(base.CodeCancelled)}
	for name, c := range map[string]struct {
		between func(*play)
		opens   bool
	}{
		"as it was":           {func(*play) {}, true},
		"in a dialog":         {func(p *play) { p.State.Dialog = page.DialogRename }, false},
		"in another sandbox":  {func(p *play) { p.Work.ID = "other" }, false},
		"with another engine": {func(p *play) { p.s.OnWorkerRestarted() }, false},
	} {
		p := sandbox(t).on(FileChosen{"a.csv", []byte("a,b\n1,2\n")}, mapped{})
		if p.s.loading == nil || p.State.Dialog != page.DialogNone || p.s.Mapping != nil {
			t.Fatalf("%+v", p.s)
		}
		p.Has(page.FocusElement{ID: page.ElementRecipe})
		c.between(p)
		if p.answer(stopped); (p.State.Dialog == page.DialogValues) != c.opens || (p.s.Mapping != nil) != c.opens || p.s.Err != nil {
			t.Errorf("%s: %+v", name, p.s)
		}
	}
}

// TestValuesNeedASandbox checks that no table is made in a sandbox that cannot be changed.
func TestValuesNeedASandbox(t *testing.T) {
	p := sandbox(t)
	p.Work.ReadOnly = true
	if p.on(FileChosen{"a.csv", []byte("a\n1\n")}); p.State.Dialog != page.DialogNone {
		t.Error("a table can be made of what is read only")
	}
	p = sandbox(t).on(FileChosen{"a.csv", []byte("a,b\n1,2\n")})
	p.Work.ReadOnly = true
	p.on(mapped{}).Quiet()
}
