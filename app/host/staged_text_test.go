//go:build !js

package host

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// longValues returns a request for a table of n rows, and the pieces of text that it needs.
func longValues(rows int) (r engine.LoadValuesText, pieces []string) {
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestSpeed)
	rnd := rand.New(rand.NewPCG(1, 2))
	size := 0
	for i := range rows {
		n, _ := fmt.Fprintf(w, "k%07d,%x\n", i, rnd.Uint64())
		size += n
	}
	_ = w.Close()
	for packed.Len() > 50_000 {
		pieces = append(pieces, string(packed.Next(50_000)))
	}
	r = engine.LoadValuesText{Target: engine.LoadRecords{Table: "t", Template: "{k}", Data: dataset.Spec{Fields: []string{"k", "v"}}}, Separator: ","}
	r.Target.Columns = []plan.FieldColumn{{Field: "v", Family: "f", Qualifier: "v"}}
	r.PackedText = engine.PackedText{Size: size, Pieces: len(pieces), Packed: packed.String()}
	return r, pieces
}

// inflated returns the text of pieces and of what follows them.
func inflated(t *testing.T, pieces []string, r engine.LoadValuesText) string {
	t.Helper()
	text, err := io.ReadAll(flate.NewReader(strings.NewReader(strings.Join(pieces, "") + r.Packed)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func (p *tab) stage(pieces []string) {
	for i, piece := range pieces {
		p.send(StageTextPiece{First: i == 0, Packed: piece})
	}
}

// A table made of pieces is all there or not at all, is there again from the store and
// from a file, and can be asked for again once it was stopped.
func TestTableOfPieces(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	r, pieces := longValues(200_000)
	p.stage(pieces)
	load := p.send(ExecuteRequest{r})
	wait(p, func(e CallProgress) bool { return e.Seq == load && e.Done > 0 })
	p.stage([]string{"another file"}) // no table is made from it
	p.send(CancelCall{load})
	if a := wait(p, func(a Answer) bool { return a.Seq == load }); a.Err == nil || a.Err.Code != base.CodeCancelled || len(a.Reply.Tables) > 0 {
		t.Fatalf("%+v", a)
	}
	p.saved()
	if n := len(s.entries[id]); n > 0 {
		t.Errorf("%d entries of what was stopped", n)
	}
	if a := p.ask(ExecuteRequest{r}); a.Reply.Err == nil || len(a.Reply.Tables) > 0 {
		t.Errorf("it is made of another's pieces: %+v", a.Reply)
	}
	p.stage(pieces)
	if a := p.ask(ExecuteRequest{r}); a.Reply.Err != nil || a.Reply.Tables[0].Rows != 200_000 {
		t.Fatalf("%+v", a.Reply)
	}
	p.saved()
	if n := len(s.entries[id]); n != len(pieces)+1 || p.host.staged.Pieces != nil {
		t.Errorf("%d entries, %d pieces stay", n, len(p.host.staged.Pieces))
	}
	largest := 0
	for _, e := range s.entries[id] {
		largest = max(largest, len(e.Data))
	}
	if largest > 60_000 {
		t.Errorf("an entry has %d bytes", largest)
	}
	file := p.ask(ExportWorkspace{ID: id}).File
	for name, q := range map[string]*tab{"another visit": newTab(t, s, newTabs()), "another browser": newTab(t, newListStore(), newTabs())} {
		id := id
		if name == "another browser" {
			id = q.ask(ImportFile{file.Data}).SandboxID
		}
		a := q.ask(OpenWorkspace{Kind: KindSandbox, ID: id})
		if a.Err != nil || len(a.Reply.Tables) != 1 || a.Reply.Tables[0].Rows != 200_000 || a.Reply.Tables[0].Cells != 200_000 {
			t.Errorf("%s: %+v, %+v", name, a.Err, a.Reply)
		}
		if a := q.ask(ExecuteRequest{engine.Undo{}}); name == "another browser" && (a.Reply.Err != nil || len(a.Reply.Tables) > 0) {
			t.Errorf("%s: undone in one step it has %+v", name, a.Reply.Tables)
		}
	}
	// A table in a sandbox of its own.
	p.stage(pieces)
	made := p.ask(CreateFromRequests{Title: "Long", Requests: []engine.Request{r}})
	if a := p.ask(OpenWorkspace{Kind: KindSandbox, ID: made.SandboxID}); made.Err != nil || len(a.Reply.Tables) != 1 || a.Reply.Tables[0].Rows != 200_000 || p.host.staged.Pieces != nil {
		t.Errorf("%+v, %+v", made.Err, a.Reply)
	}
	// A text that the host packs and reads ahead gives the same table. Records that were read
	// with other settings are not used, and a request before the text's end is refused.
	other := p.ask(OpenWorkspace{Kind: KindSandbox, ID: made.SandboxID})
	text, all := inflated(t, pieces, r), r
	all.PackedText = engine.PackedText{Size: len(text), Pieces: engine.AllStagedPieces}
	for _, comma := range []string{",", ";"} {
		p.stage([]string{"another text"})
		p.send(StageValuesPiece{First: true, Comma: comma, Text: text[:3]})
		p.send(StageValuesPiece{Text: text[3 : len(text)/2]})
		if a := p.ask(CreateFromRequests{Title: "Half", Requests: []engine.Request{all}}); a.Err == nil || a.Err.Code != base.CodeNotPrinted {
			t.Errorf("of half a text: %+v", a)
		}
		p.send(StageValuesPiece{Text: text[len(text)/2:]})
		p.send(StageValuesPiece{Last: true})
		if p.ask(ListWorkspaces{}); len(p.host.staged.Pieces) == 0 || p.host.staged.Rest == "" {
			t.Errorf("%d pieces are packed, and then %d bytes", len(p.host.staged.Pieces), len(p.host.staged.Rest))
		}
		made = p.ask(CreateFromRequests{Title: "Long", Requests: []engine.Request{all}})
		if p.host.staged.Pieces != nil {
			t.Error("pieces stay")
		}
		a := p.ask(OpenWorkspace{Kind: KindSandbox, ID: made.SandboxID})
		for i, row := range a.Page.Rows {
			row.Cells[0].At = other.Page.Rows[i].Cells[0].At // the table was made later
		}
		if !reflect.DeepEqual(a.Reply.Tables, other.Reply.Tables) || !reflect.DeepEqual(a.Page, other.Page) {
			t.Errorf("it is another table: %+v", a.Page)
		}
	}
	p.send(StageValuesPiece{First: true})
	// The session that made it is shown, and equals the session that a later visit loads.
	p.stage(pieces)
	made = p.ask(CreateFromRequests{Title: "Long", Requests: []engine.Request{r}})
	session := p.host.made.session
	same := p.ask(OpenWorkspace{Kind: KindSandbox, ID: made.SandboxID})
	p.saved()
	if p.host.open.session != session || p.host.made != nil || !p.host.open.journal.whole || len(p.host.open.journal.entries) != len(pieces)+1 {
		t.Error("it was made a second time")
	}
	again := newTab(t, s, newTabs()).ask(OpenWorkspace{Kind: KindSandbox, ID: made.SandboxID})
	same.Seq, same.Micros, again.Seq, again.Micros = 0, 0, 0, 0
	if !reflect.DeepEqual(same.Page, again.Page) || !reflect.DeepEqual(same.Reply.Timeline, again.Reply.Timeline) || !reflect.DeepEqual(same.Reply.Tables, again.Reply.Tables) || same.Reply.Version != again.Reply.Version {
		t.Errorf("as made: %+v\n another visit: %+v", same.Reply, again.Reply)
	}
	// If it was changed in another tab before it is opened, the stored state is shown.
	p.stage(pieces)
	made = p.ask(CreateFromRequests{Title: "Long", Requests: []engine.Request{r}})
	q := newTab(t, s, newTabs())
	q.ask(OpenWorkspace{Kind: KindSandbox, ID: made.SandboxID})
	q.console("set t z f:v=1")
	q.saved()
	if a := p.ask(OpenWorkspace{Kind: KindSandbox, ID: made.SandboxID}); a.Reply.Tables[0].Rows != 200_001 {
		t.Errorf("%+v", a.Reply.Tables)
	}
	if a := p.ask(CreateFromRequests{Title: "Long", Requests: []engine.Request{r}}); a.Err == nil || a.Err.Code != base.CodeNotPrinted {
		t.Errorf("%+v", a.Err)
	}
}
