//go:build !js

package view

import (
	"reflect"
	"testing"

	"tabletop/app/model"
	"tabletop/app/page"
	"tabletop/app/scan"
	"tabletop/engine"
)

// TestPiecesStay tests that pieces without rows are equal while a command is typed, a long call
// is under way and the rows are scrolled, and that all pieces are equal while nothing that they
// show changes.
func TestPiecesStay(t *testing.T) {
	st := twoTables()
	w := &st.Work
	w.Running = &page.RunningCall{Seq: 3, Done: 10}
	w.Page.Total, w.Page.Rows = 1000, []engine.PageRow{{Key: "a"}, {Key: "b"}}
	typed := st
	typed.Announcement.Number++
	typed.Seq++
	typed.Calls = map[uint64]page.PendingCall{9: {}}
	typed.Work.Input, typed.Work.Recall = "read", 4
	typed.Work.Running = &page.RunningCall{Seq: 3, Done: 20}
	scrolled := typed
	scrolled.Work.Scan.Preview = &scan.ReadPreview{}
	scrolled.Work.Window.Offset, scrolled.Work.Page.Offset, scrolled.Work.Page.Rows = 300, 280, []engine.PageRow{{Key: "c"}}
	for name, takes := range map[string][]take{
		"task": {takeLesson}, "sandbox": {takeSandbox}, "timeline": {takeTimeline}, "key": {takeKey, takeValues}, "schema": {takeSchema}, "questions": {takeQuestions},
	} {
		if now := looksOf(&scrolled, takes...); !reflect.DeepEqual(now, looksOf(&st, takes...)) {
			t.Errorf("%s: %+v", name, now.st)
		}
	}
	if !reflect.DeepEqual(looksOf(&typed, takeRows), looksOf(&st, takeRows)) {
		t.Error("the rows are drawn again at each key")
	}
	if reflect.DeepEqual(looksOf(&scrolled, takeRows), looksOf(&st, takeRows)) {
		t.Error("the rows are not drawn again when others are in sight")
	}
}

// TestValuesOfSmallTables tests that the keys of a small table are taken as examples, without
// what reads do with its rows.
func TestValuesOfSmallTables(t *testing.T) {
	var st model.State
	st.Work.Page = engine.RowPage{Total: 1, Rows: []engine.PageRow{{Key: "a", Mark: engine.MarkScanned}}}
	if got := looksOf(&st, takeValues).st.Work.Page.Rows; !reflect.DeepEqual(got, []engine.PageRow{{Key: "a"}}) {
		t.Errorf("%+v", got)
	}
}
