package model

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

func TestEverythingGoesOutAndComesIn(t *testing.T) {
	p := at(t, Route{Screen: ScreenSandboxes}).on(Came{host.Ready{}}).answer(host.Answer{Shelf: &host.Shelf{}})
	if c := p.on(ExportAllPressed{}).sent().Call; c != (host.ExportAll{}) {
		t.Errorf("%+v", c)
	}
	f := host.File{Name: "x", Data: []byte("y")}
	p.answer(host.Answer{File: &f}).has(Download{File: f})
	p.on(FileChosen{Data: []byte("TABLETOP 2\n")})
	p.answer(host.Answer{Shelf: &host.Shelf{}, Brought: &host.Brought{Sandboxes: 2, Lessons: 1, Merged: 3}})
	if p.st.Notice == nil || !reflect.DeepEqual(*p.st.Notice, Notice{Code: "notice-brought", Args: []string{"2", "1", "3"}}) {
		t.Errorf("%+v", p.st.Notice)
	}
}

func shelf(t *testing.T) *play {
	return at(t, Route{Screen: ScreenSandboxes}).on(Came{host.Ready{}}).answer(host.Answer{Shelf: &host.Shelf{}})
}

func TestExportDialog(t *testing.T) {
	p := shelf(t).on(MenuOpened{MenuExport, "abc"})
	weigh := p.sent()
	if weigh.Call != (host.Weigh{ID: "abc"}) || p.st.Menu != MenuExport {
		t.Fatalf("%+v", weigh)
	}
	p.answer(host.Answer{Weights: []host.Weight{{Form: host.FormCBT, Bytes: 5}}})
	if len(p.st.Carry.Weights) != 1 {
		t.Errorf("%+v", p.st.Carry)
	}
	p.on(ExportPressed{"abc", host.FormCSV, "t"})
	if c := p.sent().Call; c != (host.Export{ID: "abc", Form: host.FormCSV, Table: "t"}) || p.st.Menu != MenuNone || p.st.Carry.Weights != nil {
		t.Errorf("%+v, %+v", c, p.st.Carry)
	}
	// Closed before the sizes are there, it has them measured no more.
	p.on(MenuOpened{MenuExport, "abc"})
	seq := p.sent().Seq
	if c := p.on(MenuClosed{}).sent().Call; c != (host.Cancel{Seq: seq}) {
		t.Errorf("%+v", c)
	}
	if p.on(Came{host.Answer{Seq: seq, Err: base.Refuse(base.CodeCancelled)}}); p.st.Notice != nil {
		t.Errorf("%+v", p.st.Notice)
	}
}

func TestWhatAFileIs(t *testing.T) {
	script := func(d engine.Dialect, text string) []engine.Request {
		return []engine.Request{engine.Console{Dialect: d, Text: text}}
	}
	const values = ",O,C\n,total,name\nr,1,x\n"
	for name, c := range map[string]struct {
		file, text string
		want       host.Call // nil: it is mapped
	}{
		"ours":              {"x.tabletop", "TABLETOP 2\nx", host.Import{Data: []byte("TABLETOP 2\nx")}},
		"ours, renamed":     {"x.txt", "TABLETOP 1\n", host.Import{Data: []byte("TABLETOP 1\n")}},
		"nothing":           {"x.txt", "", host.Import{Data: []byte{}}},
		"a picture":         {"x.png", "\x89PNG\xff", host.Import{Data: []byte("\x89PNG\xff")}},
		"cbt":               {"My x.txt", "# made\nset t r f:q=1", host.Make{Title: "My x", Requests: script(engine.CBT, "# made\nset t r f:q=1")}},
		"cbt as in a shell": {"x", "cbt -instance i ls", host.Make{Title: "x", Requests: script(engine.CBT, "cbt -instance i ls")}},
		"HBase":             {"x.rb", "put 't', 'r', 'f:q', 'v'", host.Make{Title: "x", Requests: script(engine.HBase, "put 't', 'r', 'f:q', 'v'")}},
		"HBase, copied":     {"x", "hbase:001:0> create 't', 'f'", host.Make{Title: "x", Requests: script(engine.HBase, "hbase:001:0> create 't', 'f'")}},
		"both count: cbt":   {"x", "count t", host.Make{Title: "x", Requests: script(engine.CBT, "count t")}},
		"both count: HBase": {"x", "count 't', INTERVAL => 2", host.Make{Title: "x", Requests: script(engine.HBase, "count 't', INTERVAL => 2")}},
		"no command":        {"x.txt", "hello", host.Make{Title: "x", Requests: script(engine.CBT, "hello")}},
		"without a name":    {"", "ls", host.Make{Title: "Sandbox", Requests: script(engine.CBT, "ls")}},
		"with a mark":       {"x", "\ufeffls", host.Make{Title: "x", Requests: script(engine.CBT, "ls")}},
		"cbt's values": {"Big Orders!.csv", values, host.Make{Title: "Big Orders!", Requests: []engine.Request{
			engine.Console{Text: "createtable big-orders families=O,C"},
			engine.Console{Text: "import big-orders values.csv", Files: []engine.File{{Name: "values.csv", Text: values}}},
		}}},
		"values":               {"x.csv", "set,b\n1,2\n", nil},
		"values by their look": {"", "a,b\n1,2\n", nil},
	} {
		p := shelf(t).on(FileChosen{c.file, []byte(c.text)})
		if c.want == nil {
			if p.st.Menu != MenuValues || p.st.Carry.Mapping == nil {
				t.Errorf("%s: %+v", name, p.st.Notice)
			}
			continue
		}
		if got := p.sent().Call; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	p := shelf(t).on(FileChosen{"x.txt", make([]byte, engine.MaxFiles+1)})
	if p.st.Notice == nil || p.st.Notice.Err.Code != base.CodeInputTooLong {
		t.Errorf("%+v", p.st.Notice)
	}
}

func TestRefusedScripts(t *testing.T) {
	refused := host.Answer{Err: base.Refuse(base.CodeNoTable, "t", ""), Line: 7}
	p := shelf(t).on(FileChosen{"x.txt", []byte("set t r f:q=1")}).answer(refused)
	if p.st.Notice == nil || p.st.Notice.Line != 7 || p.st.Notice.Err.Code != base.CodeNoTable {
		t.Errorf("%+v", p.st.Notice)
	}
	p = shelf(t).on(MenuOpened{Menu: MenuPaste}, PasteDone{"set t r f:q=1"}).answer(refused)
	if p.st.Notice != nil || p.st.Carry.Line != 7 || p.st.Carry.Err.Code != base.CodeNoTable || p.st.Menu != MenuPaste {
		t.Errorf("%+v", p.st.Carry)
	}
	p.on(PasteDone{"a,\"b\n"})
	if p.st.Carry.Err == nil || p.st.Carry.Err.Code != base.CodeBadCSV || p.st.Menu != MenuPaste {
		t.Errorf("%+v", p.st.Carry)
	}
	p.on(PasteDone{"ls"})
	if p.st.Carry.Err != nil {
		t.Errorf("%+v", p.st.Carry)
	}
	p.answer(host.Answer{Made: "new"}).has(Go{Route: Route{Screen: ScreenSandbox, ID: "new"}})
	if p.on(Navigated{Route{Screen: ScreenSandbox, ID: "new"}}); p.st.Menu != MenuNone {
		t.Error("the dialog is still open")
	}
}

// Columns that a file calls alike are columns of their own.
func TestMappingNamesApart(t *testing.T) {
	m := shelf(t).on(FileChosen{"x.csv", []byte("k,a,a,,a2,\xff,,A\n1,2,3,4,5,6,7,8\n")}).st.Carry.Mapping
	var got []string
	for _, c := range m.Columns {
		got = append(got, c.Field+"="+c.Qualifier)
	}
	if want := []string{"k=k", "a=a", "a2=a2", "c4=", "a3=a3", "c6=\xff", "c7=c7", "a4=A"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestMapping(t *testing.T) {
	p := shelf(t).on(FileChosen{"Games.csv", []byte("Game;Player;2015;\nLoL;Jo;1;\nLoL;Ann;2;x\nshort\nGo;a#b;3;\n")})
	m := p.st.Carry.Mapping
	if m.Table != "games" || m.Template != "{game}" || m.Records != 3 || m.Left != 1 || !slices.Equal(m.Lines, []int{4}) ||
		m.Clashes != 1 || m.Keyless != 0 || !slices.Equal(m.Keys, []string{"LoL", "LoL", "Go"}) {
		t.Errorf("%+v", m)
	}
	var fields []string
	for _, c := range m.Columns {
		fields = append(fields, c.Field)
	}
	if !slices.Equal(fields, []string{"game", "player", "c3", "c4"}) {
		t.Errorf("%q", fields)
	}
	typed := func(part MappingPart, at int, text string) *Mapping {
		return p.on(MappingTyped{part, at, text}).st.Carry.Mapping
	}
	if n := typed(MappingTemplate, 0, "{game}#{nobody}"); n.Err == nil || n.Err.Code != base.CodeTemplateField || n.Keys != nil || m.Err != nil {
		t.Errorf("%+v", n)
	}
	if p.on(MappingDone{}); len(p.effects) != 0 {
		t.Error("a template that is none made a sandbox")
	}
	if n := typed(MappingTemplate, 0, "{player}#{game}"); n.Clashes != 0 || n.Keyless != 1 || n.WhyLine != 5 || n.Why.Code != base.CodeFieldAmbiguous ||
		!slices.Equal(n.Keys, []string{"Jo#LoL", "Ann#LoL", ""}) {
		t.Errorf("%+v", n)
	}
	typed(MappingTable, 0, "g")
	typed(MappingFamily, 2, "stats")
	typed(MappingQualifier, 2, "year")
	p.on(MappingUsed{1, false}, MappingUsed{3, false}, MappingDone{})
	want := host.Make{Title: "Games", Requests: []engine.Request{engine.Load{
		Table: "g", Template: "{player}#{game}",
		Columns: []plan.Column{{Field: "c3", Family: "stats", Qualifier: "year"}},
		Data:    dataset.Spec{Fields: fields, Records: [][]string{{"LoL", "Jo", "1", ""}, {"LoL", "Ann", "2", "x"}}},
	}}}
	if got := p.sent().Call; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	if p.answer(host.Answer{Err: base.Refuse(base.CodeTableName, "-")}); p.st.Carry.Err == nil || p.st.Menu != MenuValues {
		t.Errorf("%+v", p.st.Carry)
	}
	if p.on(MenuClosed{}, MappingDone{}); p.st.Carry.Mapping != nil {
		t.Error("it is still there")
	}
	if p := shelf(t).on(FileChosen{"x.csv", []byte("a,b\n")}); p.st.Notice == nil || p.st.Notice.Err.Code != base.CodeBadCSV {
		t.Errorf("%+v", p.st.Notice)
	}
}

// TestBreak02RefusedFileChangesNoRoute: a file that cannot be made is no word on what is
// shown. Before, the page of a sandbox turned into "There is nothing here", with all
// that was still in memory out of reach.
func TestBreak02RefusedFileChangesNoRoute(t *testing.T) {
	for _, m := range []Msg{ExportPressed{ID: "abc"}, MenuOpened{MenuExport, "abc"}} {
		p := sandbox(t).on(m)
		p.answer(host.Answer{Err: base.Refuse(base.CodeNoSandbox, "abc")})
		if p.st.Route != (Route{Screen: ScreenSandbox, ID: "abc"}) || p.st.Notice == nil || p.st.Notice.Err == nil {
			t.Errorf("%T: %+v, %+v", m, p.st.Route, p.st.Notice)
		}
	}
}

// TestBreak02NoFileIsNotOffered: of tables that no file holds none is offered. Before,
// it was.
func TestBreak02NoFileIsNotOffered(t *testing.T) {
	for bytes, kind := range map[int64]NoticeKind{1000: NoticeSave, 1 << 40: NoticePlain} {
		p := sandbox(t)
		p.st.Work.Tables = []engine.TableInfo{{Name: "t", Bytes: bytes}}
		p.on(Came{host.Saved{State: host.SaveFailed, Err: base.Refuse(base.CodeStoreGone)}})
		if n := p.st.Notice; n == nil || n.Kind != kind || (len(n.Err.Args) > 0) != (kind == NoticePlain) {
			t.Errorf("%d bytes: %+v", bytes, n)
		}
	}
}

// wide returns values of so many columns and lines.
func wide(columns, lines int) []byte {
	line := strings.Repeat("a,", columns-1) + "a\n"
	return []byte("k" + strings.Repeat(line, lines)[1:])
}

// TestBreak12WideValuesAreRefused: a file of more columns than can be mapped is refused,
// with how many it may have. Before, 20,000 took the page 16 s and 100,000 killed it.
func TestBreak12WideValuesAreRefused(t *testing.T) {
	for _, n := range []int{base.MaxCSVColumns + 1, 100_000, 4_000_000} {
		p := shelf(t).on(FileChosen{"x.csv", wide(n, 2)})
		if e := p.st.Notice; e == nil || e.Err == nil || e.Err.Code != base.CodeWideCSV || !slices.Equal(e.Err.Args[1:], []string{strconv.Itoa(n), strconv.Itoa(base.MaxCSVColumns)}) || p.st.Menu != MenuNone {
			t.Errorf("%d columns: %+v", n, e)
		}
	}
	quoted := shelf(t).on(FileChosen{"x.csv", []byte("\"" + strings.Repeat(",", 10_000) + "\",b\n1,2\n")})
	if m := quoted.st.Carry.Mapping; m == nil || len(m.Columns) != 2 {
		t.Errorf("%+v", quoted.st.Notice)
	}
}

// TestBreak12FewColumnsAreDrawn: of many columns few are shown at a time. Before, all were.
func TestBreak12FewColumnsAreDrawn(t *testing.T) {
	p := shelf(t).on(FileChosen{"x.csv", wide(base.MaxCSVColumns, 3)})
	m := p.st.Carry.Mapping
	if m == nil || len(m.Columns) != base.MaxCSVColumns || m.Columns[1999].Field != "a1999" {
		t.Fatalf("%+v", p.st.Notice)
	}
	if from, to := m.Shown(); from != 0 || to != MappingDrawn {
		t.Errorf("%d to %d are shown", from, to)
	}
	for shown := MappingDrawn; shown < base.MaxCSVColumns; shown += MappingDrawn {
		if from, to := p.on(MappingTurned{}).st.Carry.Mapping.Shown(); from != shown || to != shown+MappingDrawn {
			t.Fatalf("%d to %d are shown after %d", from, to, shown)
		}
	}
	if from, _ := p.on(MappingTurned{}).st.Carry.Mapping.Shown(); from != 0 {
		t.Errorf("after the last comes %d", from)
	}
}

// TestBreak12ValuesAreReadInPieces: a long file is read a little at a time, all of it, and
// no more once the dialog is closed. Before, it was read at once.
func TestBreak12ValuesAreReadInPieces(t *testing.T) {
	var text strings.Builder
	text.WriteString("k,v\n")
	for i := range 60_000 {
		fmt.Fprintf(&text, "%d,\"x\n%d\"\n", i, i)
	}
	text.WriteString("a,b,c\n")
	p := shelf(t).on(FileChosen{"x.csv", []byte(text.String())})
	first := p.st.Carry.Mapping
	if first == nil || !first.Reading() || len(first.Keys) != mappingShown {
		t.Fatalf("%+v", p.st.Notice)
	}
	if p.on(MappingDone{}); len(p.effects) != 0 {
		t.Errorf("it is made before it has been read: %+v", p.effects)
	}
	pieces := 0
	for ; p.st.Carry.Mapping.Reading(); pieces++ {
		p.on(MappingRead{len(p.st.Carry.Mapping.rest)}, MappingRead{1})
	}
	m := p.st.Carry.Mapping
	if pieces < 3 || m.Records != 60_000 || m.Left != 1 || m.Lines[0] != 120_002 || m.lines[59_999] != 120_000 || m.Counted != mappingCounted {
		t.Errorf("%d pieces, %d records, %d left at %v, %d counted", pieces, m.Records, m.Left, m.Lines, m.Counted)
	}
	p = shelf(t).on(FileChosen{"x.csv", []byte(text.String() + "a,\"b\n")})
	for left := 0; p.st.Carry.Mapping != nil; {
		left = len(p.st.Carry.Mapping.rest)
		p.on(MappingRead{left})
	}
	if e := p.st.Notice; e == nil || e.Err.Code != base.CodeBadCSV || e.Err.Args[1] != "120003" || p.st.Menu != MenuNone {
		t.Errorf("%+v", e)
	}
}
