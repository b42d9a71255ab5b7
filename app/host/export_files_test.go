//go:build !js

package host

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/app/host/archive"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// dumped lists everything in a session, in each of its states.
func dumped(s *engine.Session) string {
	var b strings.Builder
	im := s.Image()
	fmt.Fprintln(&b, im.HighestState, im.Truncated, im.Timeline, im.Now, im.Checkpoints)
	for _, st := range im.States {
		fmt.Fprintf(&b, "%+v %v %+v\n", st.Step, st.Ahead, st.Workload)
		for _, t := range st.Tables {
			fmt.Fprintf(&b, " %s %v %+v %q %v\n", t.Table.Name(), t.Disabled, t.Table.Families(), t.Table.SplitKeys(), t.Born)
			if t.Design != nil {
				d := t.Design
				fmt.Fprintf(&b, "  %s %+v %q %+v %v\n", d.Template, d.Columns, d.Data.Fields, d.Data.Recipe.Gens, d.Asked)
			}
			for row := range t.Table.Scan(table.ScanQuery{}, nil) {
				fmt.Fprintf(&b, "  %q", row.Key())
				for c := range row.Cells() {
					fmt.Fprintf(&b, " %q:%q@%d=%q", c.Family, c.Qualifier, c.At, c.Value)
				}
				b.WriteByte('\n')
			}
		}
	}
	return b.String()
}

// lived gives the open sandbox a history with some of everything in it.
func (p *tab) lived(seed uint64) {
	p.t.Helper()
	r := rand.New(rand.NewPCG(seed, 7))
	p.console("createtable t families=f:maxversions=3,g,n:never:intsum splits=r2,r5")
	p.ask(ExecuteRequest{engine.SetWorkload{Queries: []plan.Query{{ID: "q", Where: []plan.Cond{{Field: "a", Value: "1"}}}}}})
	p.ask(ExecuteRequest{many(40)})
	for i := range 60 {
		switch r.IntN(9) {
		case 0:
			p.ask(ExecuteRequest{engine.Undo{}})
		case 1:
			p.ask(ExecuteRequest{engine.Redo{}})
		case 2:
			p.ask(ExecuteRequest{engine.SaveCheckpoint{Name: fmt.Sprint("c", r.IntN(3))}})
		case 3:
			p.ask(ExecuteRequest{engine.AdvanceClock{By: base.Micros(1 + r.IntN(1e9))}})
		case 4:
			p.ask(ExecuteRequest{engine.RestoreCheckpoint{Name: fmt.Sprint("c", r.IntN(3))}})
		case 5:
			p.console(fmt.Sprintf("addtocell t r%d n:total=%d@%d", r.IntN(9), r.IntN(100)-50, 1000*r.IntN(5)))
		default:
			p.console(fmt.Sprintf(`set t r%d f:q%d=$'\x%02x%d' g:=v`, r.IntN(9), r.IntN(3), r.IntN(256), i))
		}
	}
}

func TestSandboxGoesRoundWithItsTimeline(t *testing.T) {
	for seed := range uint64(4) {
		p := newTab(t, newListStore(), newTabs())
		id := p.sandbox()
		p.lived(seed)
		want := dumped(p.host.open.session)
		file := p.ask(ExportWorkspace{ID: id}).File
		if _, err := archive.Decode(file.Data, nil); err != nil {
			t.Fatal(err)
		}
		far := newTab(t, newListStore(), newTabs())
		a := far.ask(ImportFile{file.Data})
		if a.Err != nil || a.SandboxID == "" || len(a.WorkspaceList.Sandboxes) != 1 || a.Imported != nil {
			t.Fatalf("%+v", a)
		}
		opened := far.ask(OpenWorkspace{Kind: KindSandbox, ID: a.SandboxID})
		if opened.Opened.Title != "Mine" || len(opened.Opened.History) == 0 {
			t.Errorf("%+v", opened.Opened)
		}
		if got := dumped(far.host.open.session); got != want {
			t.Errorf("seed %d: it came back as\n%.2000s\nnot\n%.2000s", seed, got, want)
		}
		if again := far.ask(ExportWorkspace{ID: a.SandboxID}).File; !slices.Equal(again.Data, file.Data) {
			t.Errorf("seed %d: exported again, the file is another", seed)
		}
		// A second import needs another name.
		if twice := far.ask(ImportFile{file.Data}); len(twice.WorkspaceList.Sandboxes) != 2 ||
			!slices.ContainsFunc(twice.WorkspaceList.Sandboxes, func(s SandboxSummary) bool { return s.ID == twice.SandboxID && s.Title == "Mine (2)" }) {
			t.Errorf("%+v", twice.WorkspaceList)
		}
	}
}

// everything makes two sandboxes and begins a lesson, and returns the file with everything.
func everything(t *testing.T) []byte {
	p, l := lessonTab(t, newListStore())
	p.ask(OpenWorkspace{Kind: KindLesson, ID: l.Slug})
	p.ask(NoteHintSeen{0})
	one := p.sandbox()
	p.lived(1)
	if a := p.ask(CreateSandbox{Title: "Copy", FromOpen: true}); a.Err != nil || a.SandboxID == one {
		t.Fatalf("%+v", a)
	}
	a := p.ask(ExportAllWorkspaces{})
	if a.Err != nil || !strings.HasPrefix(a.File.Name, "Tabletop 20") {
		t.Fatalf("%+v", a)
	}
	return a.File.Data
}

// lessonless is a tab that has not begun any lesson.
func lessonless(t *testing.T, s Store) *tab {
	p := newTab(t, s, newTabs())
	p.host.Lesson = scores
	return p
}

func TestEverythingGoesRound(t *testing.T) {
	data := everything(t)
	s := newListStore()
	p := lessonless(t, s)
	if a := p.ask(ImportFile{data}); a.Err != nil || !reflect.DeepEqual(*a.Imported, ImportResult{Sandboxes: 2, Lessons: 1}) ||
		a.SandboxID != "" || len(a.WorkspaceList.Sandboxes) != 2 || len(a.WorkspaceList.Lessons) != 1 {
		t.Fatalf("%+v", a)
	}
	if a := p.ask(OpenWorkspace{Kind: KindLesson, ID: "lol-scores"}); a.Outcome.Progress.Hints[0] != 1 {
		t.Errorf("%+v", a.Outcome)
	}
	p.saved() // so that no write is under way
	before := len(s.metas)
	if a := p.ask(ImportFile{data}); a.Err != nil || !reflect.DeepEqual(*a.Imported, ImportResult{Sandboxes: 2, Merged: 1}) || len(s.metas) != before+2 {
		t.Fatalf("%+v", a)
	}
	var titles []string
	for _, m := range s.metas {
		if m.Kind == KindSandbox {
			titles = append(titles, m.Title)
		}
	}
	if slices.Sort(titles); !slices.Equal(titles, []string{"Copy", "Copy (2)", "Mine", "Mine (2)"}) {
		t.Errorf("%q", titles)
	}
}

// failing is a store that refuses all puts after the first few.
type failing struct {
	*listStore
	left int
}

func (s *failing) PutAll(c context.Context, list []WorkspaceToStore, went func(int)) error {
	stop := func(done int) {
		if done == s.left {
			s.fail(base.Refuse(base.CodeStoreFull))
		}
	}
	stop(0)
	return s.listStore.PutAll(c, list, func(done int) { went(done); stop(done) })
}

func TestImportIsAllOrNothing(t *testing.T) {
	data := everything(t)
	for left := range 3 {
		s := &failing{newListStore(), left}
		p := lessonless(t, s)
		if a := p.ask(ImportFile{data}); a.Err == nil || a.Err.Code != base.CodeStoreFull || len(s.metas) != 0 {
			t.Errorf("after %d puts: %v, %d workspaces", left, a.Err, len(s.metas))
		}
	}
	// Invalid workspaces are found before anything is stored.
	f, err := archive.Decode(data, nil)
	if err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func(*archive.File){
		"a note": func(f *archive.File) { f.Workspaces[len(f.Workspaces)-1].Note = []byte("\x01x") },
		"a lesson twice": func(f *archive.File) {
			i := slices.IndexFunc(f.Workspaces, func(s archive.Workspace) bool { return s.Lesson })
			f.Workspaces = append(f.Workspaces, f.Workspaces[i])
		},
	} {
		g := archive.File{Everything: true, Workspaces: slices.Clone(f.Workspaces)}
		slices.SortStableFunc(g.Workspaces, func(a, b archive.Workspace) int { return len(a.ID) - len(b.ID) })
		change(&g)
		bad, err := archive.Encode(g)
		if err != nil {
			t.Fatal(err)
		}
		s := newListStore()
		p := lessonless(t, s)
		if a := p.ask(ImportFile{bad}); a.Err == nil || a.Err.Code != base.CodeBadFile || len(s.metas) != 0 {
			t.Errorf("%s: %v, %d workspaces", what, a.Err, len(s.metas))
		}
	}
}

func TestDamagedEntriesStayBehind(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	p.console("createtable t families=f")
	p.console("set t r f:q=1")
	p.saved()
	s.entries[id][0].Data, s.metas[id] = []byte("x"), Meta{ID: id, Title: "Mine", Next: 3}
	file := p.ask(ExportWorkspace{ID: id}).File
	f, err := archive.Decode(file.Data, nil)
	if err != nil || len(f.Workspaces[0].Journal) != 1 {
		t.Errorf("%+v, %v", f, err)
	}
}

func TestScriptsMakeASandboxWholeOrNot(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	var long strings.Builder
	long.WriteString("createtable t families=f # first\n\n")
	for i := range 3000 {
		fmt.Fprintf(&long, "set t r%04d f:q=%s\n", i, strings.Repeat("x", 400))
	}
	a := p.ask(CreateFromRequests{"Script", []engine.Request{engine.RunConsole{Text: long.String()}}})
	if a.Err != nil || a.SandboxID == "" || len(a.WorkspaceList.Sandboxes) != 1 {
		t.Fatalf("%+v", a)
	}
	if o := p.ask(OpenWorkspace{Kind: KindSandbox, ID: a.SandboxID}); o.Opened.Title != "Script" || o.Page.Total != 3000 {
		t.Errorf("%+v", o.Opened)
	}
	for _, at := range []int{3, 2500, 3003} { // the number of the refused line
		lines := strings.Split(strings.TrimSuffix(long.String(), "\n"), "\n")
		lines = slices.Insert(lines, at-1, "set nowhere r f:q=1")
		a := p.ask(CreateFromRequests{"Script", []engine.Request{engine.RunConsole{Text: strings.Join(lines, "\n")}}})
		if n, _ := s.size(""); a.Err == nil || a.Err.Code != base.CodeNoTable || a.Line != at || n != 1 {
			t.Errorf("line %d: %v at %d, %d sandboxes", at, a.Err, a.Line, n)
		}
	}
	if a := p.ask(CreateFromRequests{"Shell", []engine.Request{engine.RunConsole{Dialect: engine.HBase, Text: "create 't', 'f'\nput 't', 'r', 'f:q', 'v'"}}}); a.SandboxID == "" {
		t.Errorf("%+v", a)
	}
}

func TestWeighSaysWhatExportGives(t *testing.T) {
	p := newTab(t, newListStore(), newTabs())
	id := p.sandbox()
	p.lived(3)
	weights := p.ask(MeasureExportSizes{id}).FileSizes
	if len(weights) != len(WorkspaceForms)+2 { // and two tables
		t.Fatalf("%+v", weights)
	}
	p.ask(OpenWorkspace{Kind: KindSandbox, ID: p.ask(CreateSandbox{Title: "Other"}).SandboxID}) // the first sandbox is not open any more
	for _, w := range weights {
		if f := p.ask(ExportWorkspace{id, w.Format, w.Table}).File; f == nil || int64(len(f.Data)) != w.Bytes || w.Bytes == 0 {
			t.Errorf("%+v: %v", w, f)
		}
	}
	if a := p.ask(ExportWorkspace{id, FormatCSV, "none"}); a.Err == nil || a.Err.Code != base.CodeNoTable {
		t.Errorf("%+v", a)
	}
	if a := p.ask(ExportWorkspace{"none", FormatCBT, ""}); a.Err == nil || a.Err.Code != base.CodeNoSandbox {
		t.Errorf("%+v", a)
	}
}

func TestLongExportReportsAndStops(t *testing.T) {
	p := newTab(t, newListStore(), newTabs())
	id := p.sandbox()
	p.ask(ExecuteRequest{many(300_000)})
	seq := p.send(ExportWorkspace{ID: id, Format: FormatHBase})
	wait(p, func(e CallProgress) bool { return e.Seq == seq && e.Done > 0 && e.Total == 300_000 })
	if a := p.console("count many"); a.Err != nil { // the console works during the export
		t.Errorf("%+v", a)
	}
	p.send(CancelCall{seq})
	if a := wait(p, func(a Answer) bool { return a.Seq == seq }); a.Err == nil || a.Err.Code != base.CodeCancelled || a.File != nil {
		t.Errorf("%+v", a)
	}
}

// TestLongTextComesInPieces tests that a long text is sent in pieces while it is written, and
// its rest with the answer; that a cancelled text stops; and that each size is told as soon as
// it is known, those of values before those of scripts.
func TestLongTextComesInPieces(t *testing.T) {
	p := newTab(t, newListStore(), newTabs())
	id := p.sandbox()
	p.ask(ExecuteRequest{many(40_000)})
	seq := p.send(ExportWorkspace{ID: id, Format: FormatCBT})
	f := wait(p, func(a Answer) bool { return a.Seq == seq }).File
	var text strings.Builder
	for range f.Pieces {
		piece := wait(p, func(e FilePiece) bool { return e.Seq == seq })
		if len(piece.Data) == 0 || len(piece.Data) > filePiece {
			t.Errorf("a piece of %d bytes", len(piece.Data))
		}
		text.Write(piece.Data)
	}
	text.Write(f.Data)
	if f.Pieces < 2 || len(f.Data) > filePiece || strings.Count(text.String(), "\nset many ") != 40_000 {
		t.Errorf("%d pieces, then %d bytes, %d in all", f.Pieces, len(f.Data), text.Len())
	}
	seq = p.send(MeasureExportSizes{ID: id})
	first := wait(p, func(e ExportSizeMeasured) bool { return e.Seq == seq })
	if first.Size.Format != FormatCSV {
		t.Errorf("the first that is known: %+v", first)
	}
	weights := wait(p, func(a Answer) bool { return a.Seq == seq }).FileSizes
	for range weights[1:] {
		if w := wait(p, func(e ExportSizeMeasured) bool { return e.Seq == seq }).Size; !slices.ContainsFunc(weights, func(of ExportFileSize) bool { return of.Format == w.Format && of.Bytes == w.Bytes }) {
			t.Errorf("%+v is not among %+v", w, weights)
		}
	}
	if weights[1].Format != FormatCBT || weights[1].Bytes != int64(text.Len()) {
		t.Errorf("%+v, not %d bytes", weights[1], text.Len())
	}
}

// TestWhatCannotBeStoredGoesOut tests that changes which a full store refuses are in an
// exported file.
func TestWhatCannotBeStoredGoesOut(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	p.console("createtable t families=f")
	p.saved()
	s.mu.Lock()
	s.err = base.Refuse(base.CodeStoreFull)
	s.mu.Unlock()
	p.console("set t r f:q=1")
	a := p.ask(ExportWorkspace{ID: id})
	if a.Err != nil {
		t.Fatal(a.Err)
	}
	if f, err := archive.Decode(a.File.Data, nil); err != nil || len(f.Workspaces[0].Journal) != 2 {
		t.Errorf("%+v, %v", f, err)
	}
}
