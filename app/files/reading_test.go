package files

import (
	"compress/flate"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console/printed"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

const (
	rule    = "----------------------------------------\n"
	cbtText = "$ cbt read games\n" + rule + "\"a\"\n  \"f:x\"  @ 1970/01/01-00:00:00.001000\n    \"2\"\n  \"f:x\"  @ 1970/01/01-00:00:00.000000\n    \"1\"\n" +
		"  \"g:y\"  @ 1970/01/01-00:00:00.000000\n    \"1\"\n\n" + rule + "\"b\"\n  \"g:y\"  @ yesterday\n    \"1\"\n  \"g:z\" @ 1970/01/01-00:00:00.000000\n    \"v\"\n\n"
	getText = "hbase:001:0> get 'other', 'k\\x01'\nCOLUMN                CELL\n f:x                  timestamp=1, value=v\n1 row(s)\n"
)

// unpacked is the text that a request holds.
func unpacked(t *testing.T, r engine.Printed) string {
	t.Helper()
	text, err := io.ReadAll(flate.NewReader(strings.NewReader(r.Packed)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// requested is what a table is asked for with.
func requested(t *testing.T, p *play) engine.Printed {
	t.Helper()
	switch c := p.Sent().Call.(type) {
	case host.Execute:
		return c.Request.(engine.Printed)
	case host.Make:
		return c.Requests[0].(engine.Printed)
	}
	t.Fatal("nothing is asked for")
	return engine.Printed{}
}

func TestReadingBack(t *testing.T) {
	p := sandbox(t).open(page.MenuPaste).on(pasted{cbtText})
	r := p.s.Reading
	want := []ReadRow{{Key: "a", Columns: []string{"f:x", "g:y"}, Versions: 2}, {Key: "b", Columns: []string{"g:z"}, Versions: 1}}
	for i := range r.First {
		r.First[i].last, r.First[i].run = "", 0
	}
	if p.State.Menu != page.MenuValues || p.s.source.kind != CBTRead || r.Table != "games-2" || r.Rows != 2 || r.Cells != 4 ||
		!reflect.DeepEqual(r.First, want) || !reflect.DeepEqual(r.Faults, []printed.Fault{{Line: 13, What: printed.Time}}) {
		t.Fatalf("%+v", r)
	}
	if p.on(named{false, "games"}, readBack{}); p.s.Err == nil || p.s.Err.Code != base.CodeTableExists || len(p.Effects) > 0 {
		t.Errorf("%+v", p.s.Err)
	}
	p.on(named{false, "back"}, readBack{})
	if got := requested(t, p); got.Table != "back" || got.Form != printed.CBT || got.Row != "" || got.Size != len(cbtText) || unpacked(t, got) != cbtText {
		t.Errorf("%+v", got)
	}
	if p.answer(host.Answer{Err: base.Refuse(base.CodeCancelled)}); p.State.Menu != page.MenuValues || p.s.Reading != r || p.s.source.text == "" {
		t.Errorf("what was stopped is not there: %+v", p.s)
	}
	// On the list it becomes a sandbox.
	p = chosen(t, "My log.txt", []byte(getText))
	if r := p.s.Reading; r == nil || r.Form != printed.Get || r.Table != "other" || r.Row != `k\x01` || r.Into {
		t.Fatalf("%+v", r)
	}
	p.on(named{true, "k"}, readBack{})
	if got := requested(t, p); got.Row != "k" || got.Table != "other" || p.Sent().Call.(host.Make).Title != "My log" {
		t.Errorf("%+v", got)
	}
}

// What is taken for something that it is not is said, and can be taken for another thing.
func TestKindsChange(t *testing.T) {
	p := sandbox(t).open(page.MenuPaste).on(pasted{cbtText}, takenFor{Scan})
	if p.s.Reading.Form != printed.Scan || p.s.Err == nil || p.s.Err.Code != base.CodeNotPrinted {
		t.Errorf("%+v", p.s)
	}
	if p.on(readBack{}); len(p.Effects) > 0 {
		t.Error("a table is made of nothing")
	}
	if p.on(takenFor{Values}); p.s.Reading != nil || p.s.Err == nil || p.s.Err.Code != base.CodeBadCSV || p.State.Menu != page.MenuValues {
		t.Errorf("%+v", p.s)
	}
	if p.on(takenFor{CBTRead}); p.s.Err != nil || p.s.Reading.Rows != 2 || p.s.Mapping != nil {
		t.Errorf("%+v", p.s)
	}
	if p.open(page.MenuNone).on(takenFor{Values}, readBack{}, named{}); p.s.Mapping != nil || p.s.Reading != nil {
		t.Error("what was closed is there")
	}
}

// A long text is read a little at a time, and no more once the dialog is closed.
func TestReadingInPieces(t *testing.T) {
	var b strings.Builder
	b.WriteString("ROW                   COLUMN+CELL\n")
	for i := range 20_000 {
		fmt.Fprintf(&b, " row%06d            column=f:q, timestamp=1, value=%d\n", i, i)
	}
	text := b.String()
	p := list(t).open(page.MenuPaste).on(pasted{text})
	if p.on(readBack{}); !p.s.Reading.reading() || p.s.Reading.Read != readAtOnce {
		t.Fatalf("%d read", p.s.Reading.Read)
	}
	turns := 1
	for ; p.s.Reading.reading(); turns++ {
		p.on(readBackOn{p.s.Reading.Read}, readBackOn{1})
	}
	if r := p.s.Reading; turns != len(text)/readAtOnce+1 || r.Rows != 20_000 || len(r.First) != sampleSize {
		t.Errorf("%d turns, %d rows, %d first", turns, r.Rows, len(r.First))
	}
	// A file that is too long for one piece brings itself, until nobody wants it.
	reads := 0
	bring := func(name, head string, size int) *Upload {
		f := &Upload{Name: name, Size: size, Data: []byte(head)}
		f.Read = func(at int) { reads++; f.Data = []byte(text[at:min(at+100_000, len(text))]) }
		return f
	}
	file := bring("scan.log", text[:1000], len(text))
	for p = list(t).on(uploaded{file}); p.s.Reading.reading(); {
		p.on(goOnWith{file})
	}
	if p.on(readBack{}); unpacked(t, requested(t, p)) != text {
		t.Error("it is not what was brought")
	}
	file = bring("scan.log", text[:1000], len(text))
	p, reads = list(t).on(uploaded{file}), 0
	if p.open(page.MenuNone).on(goOnWith{file}); reads > 0 || p.s.Reading != nil || p.State.Menu != page.MenuNone {
		t.Errorf("%+v", p.s)
	}
	for _, f := range []*Upload{bring("long.csv", "a,b\n1,2\n", engine.MaxFiles+1), bring("scan.log", text[:1000], printed.MaxText+1)} {
		p := list(t).on(uploaded{f})
		if n := p.State.Notice; n == nil || n.Err.Code != base.CodeInputTooLong {
			t.Errorf("%s: %+v", f.Name, n)
		}
	}
}

func TestObjects(t *testing.T) {
	text := `{"id": "a#1", "n": 1.50, "deep": {"x": [1, "é"]}, "no": null}
{"n": true, "id": "b\n"}

[1]
{"id": "c",
{"id": "d"} {}
{"id": "e", "extra": 1, "n": 2, "n": 3}
`
	p := chosen(t, "x.jsonl", []byte(text))
	m := p.s.Mapping
	if m == nil || !m.objects() || p.s.source.kind != Objects || m.Template != "{id}" || m.Left != 3 || !slices.Equal(m.Lines, []int{4, 5, 6}) || m.Strange != 0 || m.Records != 3 {
		t.Fatalf("%+v", m)
	}
	p.on(ticked{3, false}, ticked{4, false}, mapped{})
	want := engine.Load{Table: "x", Template: "{id}", Columns: []plan.Column{{Field: "n", Family: "cf", Qualifier: "n"}, {Field: "deep", Family: "cf", Qualifier: "deep"}}, Data: dataset.Spec{
		Fields:  []string{"id", "n", "deep", "no", "extra"},
		Records: [][]string{{"a#1", "1.50", `{"x": [1, "é"]}`, "", ""}, {"b\n", "true", "", "", ""}, {"e", "3", "", "", "1"}},
	}}
	if got := p.Sent().Call.(host.Make).Requests[0]; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	// Fields that come late are left out, and said.
	many := strings.Repeat(`{"a": "1", "b": "2"}`+"\n", pieceSize/10) + `{"a": "2", "late": 1}` + "\n"
	for p = chosen(t, "", []byte(many)); p.s.Mapping.reading(); {
		p.on(readOn{len(p.s.Mapping.rest)})
	}
	if m := p.s.Mapping; m.Strange != 1 || m.Records != pieceSize/10+1 || len(m.Columns) != 2 {
		t.Errorf("%d strange, %d records, %d columns", m.Strange, m.Records, len(m.Columns))
	}
	if p := list(t).open(page.MenuPaste).on(pasted{"{}\n{}\n"}); p.s.Err == nil || p.s.Err.Code != base.CodeBadCSV {
		t.Errorf("%+v", p.s.Err)
	}
}

func TestScriptIntoASandbox(t *testing.T) {
	p := sandbox(t).open(page.MenuPaste).on(pasted{"set games r f:q=1"})
	if c := p.Sent().Call; !reflect.DeepEqual(c, host.Execute{Request: engine.Console{Text: "set games r f:q=1"}}) || p.State.Menu != page.MenuNone {
		t.Errorf("%+v", c)
	}
}
