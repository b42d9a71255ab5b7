package model

import (
	"reflect"
	"testing"

	"tabletop/app/files"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
)

func TestEverythingGoesOutAndComesIn(t *testing.T) {
	p := at(t, page.Route{Screen: page.ScreenSandboxes}).on(HostEvent{host.HostReady{}}).answer(host.Answer{WorkspaceList: &host.WorkspaceList{}})
	if c := p.on(files.ExportAllPressed{}).sent().Call; c != (host.ExportAllWorkspaces{}) {
		t.Errorf("%+v", c)
	}
	f := host.ExportedFile{Name: "x", Data: []byte("y")}
	p.answer(host.Answer{File: &f}).has(page.DownloadFile{File: f})
	p.on(files.FileChosen{Data: []byte("TABLETOP FILE 1\n")})
	p.answer(host.Answer{WorkspaceList: &host.WorkspaceList{}, Imported: &host.ImportResult{Sandboxes: 2, Lessons: 1, Merged: 3}})
	if p.st.Notice == nil || !reflect.DeepEqual(*p.st.Notice, page.Notice{Code: "notice-brought", Args: []string{"2", "1", "3"}}) {
		t.Errorf("%+v", p.st.Notice)
	}
}

func emptyList(t *testing.T) *play {
	return at(t, page.Route{Screen: page.ScreenSandboxes}).on(HostEvent{host.HostReady{}}).answer(host.Answer{WorkspaceList: &host.WorkspaceList{}})
}

// TestRefusedScript tests that a refused file is told by a notice, and that the sandbox from a
// file is opened without a dialog.
func TestRefusedScript(t *testing.T) {
	p := emptyList(t).on(files.FileChosen{Name: "x.txt", Data: []byte("set t r f:q=1")})
	p.answer(host.Answer{Err: base.Refuse(base.CodeNoTable, "t", ""), Line: 7})
	if p.st.Notice == nil || p.st.Notice.Line != 7 || p.st.Notice.Err.Code != base.CodeNoTable {
		t.Errorf("%+v", p.st.Notice)
	}
	p.on(page.OpenDialog{Dialog: page.DialogPaste}, files.FileChosen{Name: "x.txt", Data: []byte("ls")})
	p.answer(host.Answer{SandboxID: "new"}).has(page.Navigate{Route: page.Route{Screen: page.ScreenSandbox, ID: "new"}})
	if p.on(Navigated{page.Route{Screen: page.ScreenSandbox, ID: "new"}}); p.st.Dialog != page.DialogNone {
		t.Error("the dialog is still open")
	}
}

// TestClosingExport tests that closing the export dialog cancels the measuring of sizes.
func TestClosingExport(t *testing.T) {
	p := emptyList(t).on(page.OpenDialog{Dialog: page.DialogExport, ID: "abc"})
	compareDesigns := p.sent()
	if compareDesigns.Call != (host.MeasureExportSizes{ID: "abc"}) || p.st.Dialog != page.DialogExport {
		t.Fatalf("%+v", compareDesigns)
	}
	if c := p.on(page.CloseDialog{}).sent().Call; c != (host.CancelCall{Seq: compareDesigns.Seq}) {
		t.Errorf("%+v", c)
	}
	if p.on(HostEvent{host.Answer{Seq: compareDesigns.Seq, Err: base.Refuse(base.CodeCancelled)}}); p.st.Notice != nil {
		t.Errorf("%+v", p.st.Notice)
	}
}

// TestRefusedFileChangesNoRoute asks for a file that cannot be made. The page still shows
// the sandbox, which may exist only in memory.
func TestRefusedFileChangesNoRoute(t *testing.T) {
	for _, m := range []page.Msg{files.ExportPressed{ID: "abc"}, page.OpenDialog{Dialog: page.DialogExport, ID: "abc"}} {
		p := sandbox(t).on(m)
		p.answer(host.Answer{Err: base.Refuse(base.CodeNoSandbox, "abc")})
		if p.st.Route != (page.Route{Screen: page.ScreenSandbox, ID: "abc"}) || p.st.Notice == nil || p.st.Notice.Err == nil {
			t.Errorf("%T: %+v, %+v", m, p.st.Route, p.st.Notice)
		}
	}
}

// TestFileIsOfferedWhereItHolds has the store lose a sandbox. Saving it as a file is
// offered only where a file can hold its tables.
func TestFileIsOfferedWhereItHolds(t *testing.T) {
	for bytes, kind := range map[int64]page.NoticeKind{1000: page.NoticeExport, 1 << 40: page.NoticePlain} {
		p := sandbox(t)
		p.st.Work.Tables = []engine.TableInfo{{Name: "t", Bytes: bytes}}
		p.on(HostEvent{host.SaveStateChanged{State: host.SaveFailed, Err: base.Refuse(base.CodeStoreGone)}})
		if n := p.st.Notice; n == nil || n.Kind != kind || (len(n.Err.Args) > 0) != (kind == page.NoticePlain) {
			t.Errorf("%d bytes: %+v", bytes, n)
		}
	}
}

// TestFilesInPieces tests that the pieces of a file are kept until the rest comes, and
// forgotten if it will not come. Pieces are not drawn.
func TestFilesInPieces(t *testing.T) {
	p := sandbox(t).on(files.ExportPressed{ID: "abc", Format: host.FormatCBT})
	seq := p.sent().Seq
	piece := host.FilePiece{Seq: seq, Data: []byte("set")}
	p.on(HostEvent{piece}).has(page.GatherDownloadPiece{FilePiece: piece})
	file := host.ExportedFile{Name: "x", Data: []byte("rest"), Pieces: 1}
	p.answer(host.Answer{Seq: seq, File: &file}).has(page.DownloadFile{File: file})
	p.on(files.ExportPressed{ID: "abc", Format: host.FormatCBT})
	seq = p.sent().Seq
	p.answer(host.Answer{Seq: seq, Err: base.Refuse(base.CodeCancelled)}).has(page.GatherDownloadPiece{FilePiece: host.FilePiece{Seq: seq}})
	if p.on(HostEvent{piece}); len(p.effects) > 0 {
		t.Errorf("what nobody waits for is kept: %+v", p.effects)
	}
}
