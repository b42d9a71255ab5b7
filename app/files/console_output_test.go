package files

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"regexp"
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
	"tabletop/engine/console/printed"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/records"
	"tabletop/engine/rewrite"
)

const (
	rule    = "----------------------------------------\n"
	cbtText = "$ cbt read games\n" + rule + "\"a\"\n  \"f:x\"  @ 1970/01/01-00:00:00.001000\n    \"2\"\n  \"f:x\"  @ 1970/01/01-00:00:00.000000\n    \"1\"\n" +
		"  \"g:y\"  @ 1970/01/01-00:00:00.000000\n    \"1\"\n\n" + rule + "\"b\"\n  \"g:y\"  @ yesterday\n    \"1\"\n  \"g:z\" @ 1970/01/01-00:00:00.000000\n    \"v\"\n\n"
	getText = "hbase:001:0> get 'other', 'k\\x01'\nCOLUMN                CELL\n f:x                  timestamp=1, value=v\n1 row(s)\n"
)

// unpacked returns the text in a request.
func unpacked(t *testing.T, r engine.MakeTableFromPrintedOutput) string {
	t.Helper()
	text, err := io.ReadAll(flate.NewReader(strings.NewReader(r.Packed)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// requested returns the request that makes the table.
func requested(t *testing.T, p *play) engine.MakeTableFromPrintedOutput {
	t.Helper()
	switch c := p.LastCall().Call.(type) {
	case host.ExecuteRequest:
		return c.Request.(engine.MakeTableFromPrintedOutput)
	case host.CreateFromRequests:
		return c.Requests[0].(engine.MakeTableFromPrintedOutput)
	}
	t.Fatal("nothing is asked for")
	return engine.MakeTableFromPrintedOutput{}
}

func TestReadingBack(t *testing.T) {
	p := sandbox(t).open(page.DialogPaste).on(pasted{cbtText})
	r := p.s.Output
	want := []readRow{{Key: "a", Columns: []string{"f:x", "g:y"}, Versions: 2}, {Key: "b", Columns: []string{"g:z"}, Versions: 1}}
	for i := range r.FirstRows {
		r.FirstRows[i].last, r.FirstRows[i].run = "", 0
	}
	if p.State.Dialog != page.DialogValues || p.s.source.kind != KindCBTRead || r.Table != "games-2" || r.Rows != 2 || r.Cells != 4 ||
		!reflect.DeepEqual(r.FirstRows, want) || !reflect.DeepEqual(r.Faults, []printed.LineFault{{Line: 13, Reason: printed.Time}}) {
		t.Fatalf("%+v", r)
	}
	if p.on(named{elementTable, "games"}, readBack{}); p.s.Err == nil || p.s.Err.Code != base.CodeTableExists || len(p.Effects) > 0 {
		t.Errorf("%+v", p.s.Err)
	}
	p.on(named{elementTable, "back"}, readBack{})
	if got := requested(t, p); got.Table != "back" || got.Form != printed.CBT || got.Row != "" || got.Size != len(cbtText) || unpacked(t, got) != cbtText {
		t.Errorf("%+v", got)
	}
	if p.answer(host.Answer{Err: base.Refuse(base.CodeCancelled)}); p.State.Dialog != page.DialogValues || p.s.Output != r || p.s.source.text == "" {
		t.Errorf("what was stopped is not there: %+v", p.s)
	}
	// In the list of sandboxes it becomes a new sandbox.
	p = chosen(t, "My log.txt", []byte(getText))
	if r := p.s.Output; r == nil || r.Form != printed.Get || r.Table != "other" || r.Row != `k\x01` || r.IntoOpenSandbox {
		t.Fatalf("%+v", r)
	}
	p.on(named{"read-row", "k"}, readBack{})
	if got := requested(t, p); got.Row != "k" || got.Table != "other" || p.LastCall().Call.(host.CreateFromRequests).Title != "My log" {
		t.Errorf("%+v", got)
	}
}

// TestChoicesComeBack checks that what the reader has chosen comes back when a text is read as
// another kind and then as the first again.
func TestChoicesComeBack(t *testing.T) {
	p := chosen(t, "x.csv", []byte("user,at,plan\nu1,\"9,5\",\nu2,\"10,5\",pro\n"))
	p.on(typed{elementTable, "mine"}, typed{elementTemplate, "{at}#{user}"}, typed{elementUse + "1", "false"}, typed{"map-family-2", "f"}, typed{elementEmpty, "true"}, rewritten{1, rewrite.DecimalComma})
	before := p.s.Mapping.choices
	rows := imported(t, p.s.Mapping)
	if !strings.HasPrefix(rows[0], "10.5#u2 ") {
		t.Fatalf("%q", rows)
	}
	if p.on(takenFor{KindHBaseGet}); p.s.Output == nil || p.s.Output.Table == "mine" {
		t.Fatalf("%+v", p.s)
	}
	p.on(named{elementTable, "got"}, named{"read-row", "r"}, takenFor{KindValues})
	if got := p.s.Mapping; !reflect.DeepEqual(got.choices, before) || !slices.Equal(imported(t, got), rows) {
		t.Errorf("%+v with %q, want %+v with %q", got.choices, imported(t, got), before, rows)
	}
	if p.on(takenFor{KindHBaseGet}); p.s.Output.Table != "got" || p.s.Output.Row != "r" {
		t.Errorf("%+v", p.s.Output)
	}
	p = chosen(t, "x.jsonl", []byte(`{"user":"u1","plan":"a"}`+"\n"+`{"user":"u2","plan":"b"}`+"\n"))
	if p.on(typed{elementTemplate, "{plan}"}, takenFor{KindHBaseScan}, takenFor{KindJSON}); p.s.Mapping.Template != "{plan}" {
		t.Errorf("%+v", p.s.Mapping.choices)
	}
}

// TestNoFiguresOfAPart tests that a dialog shows no counts until they are those of the whole text as
// it is read now, also after it was read as another kind.
func TestNoFiguresOfAPart(t *testing.T) {
	var text strings.Builder
	text.WriteString("user,n\n")
	for i := range 30_000 {
		fmt.Fprintf(&text, "u%06d,\"%d,5\"\n", i, i)
	}
	text.WriteString("short\n")
	p := chosen(t, "x.csv", []byte(text.String()))
	p.turns()
	drawn := func() string {
		d := (&View{Kit: ui.Kit{Lang: "en", EngineIdle: true}, State: p.s}).Dialog(page.DialogValues, "", "")
		return app.HTMLString(d.Body) + app.HTMLString(d.Action)
	}
	counts := regexp.MustCompile(`30,000 lines of 2 values|No two of the first \d+|first [\d,]+ of [\d,]+ lines|1 line has more or fewer|values have a comma|\d+ rows? with|lines? (?:is|are) left out`)
	whole := counts.FindAllString(drawn(), -1)
	if p.on(typed{elementTemplate, "{user}"}).turns(); len(whole) != 5 {
		t.Fatalf("%q are the counts", whole)
	}
	for _, kind := range []TextKind{KindJSON, KindHBaseScan, KindValues} {
		p.on(takenFor{kind})
		for waits := p.later(); len(waits) > 0; {
			html := drawn()
			switch shown := counts.FindAllString(html, -1); {
			case slices.ContainsFunc(shown, func(count string) bool { return p.s.feed.reading() || !slices.Contains(whole, count) }):
				t.Fatalf("%s shows %q of a part", kind, shown)
			case !strings.Contains(html, "Reading the rest of the file") && !strings.Contains(html, "Comparing the keys"):
				t.Fatalf("%s does not say that it reads: %s", kind, html)
			}
			p.on(waits[0])
			waits = append(waits[1:], p.later()...)
		}
	}
	if got := counts.FindAllString(drawn(), -1); !slices.Equal(got, whole) {
		t.Errorf("%q are the counts at last, %q were", got, whole)
	}
}

// A text that is taken for a kind that it is not is refused, and the reader can choose
// another kind.
func TestKindsChange(t *testing.T) {
	p := sandbox(t).open(page.DialogPaste).on(pasted{cbtText}, takenFor{KindHBaseScan})
	if p.s.Output.Form != printed.Scan || p.s.Err == nil || p.s.Err.Code != base.CodeNotPrinted {
		t.Errorf("%+v", p.s)
	}
	if p.on(readBack{}); len(p.Effects) > 0 {
		t.Error("a table is made of nothing")
	}
	if p.on(takenFor{KindValues}); p.s.Output != nil || p.s.Err != nil || p.s.Mapping.SkippedCount == 0 || p.State.Dialog != page.DialogValues {
		t.Errorf("%+v", p.s)
	}
	if p.on(takenFor{KindCBTRead}); p.s.Err != nil || p.s.Output.Rows != 2 || p.s.Mapping != nil {
		t.Errorf("%+v", p.s)
	}
	if p.open(page.DialogNone).on(takenFor{KindValues}, readBack{}, named{}); p.s.Mapping != nil || p.s.Output != nil {
		t.Error("what was closed is there")
	}
}

// A long text is read a piece in each turn, and no further once the dialog is closed.
func TestReadingInPieces(t *testing.T) {
	var b strings.Builder
	b.WriteString("ROW                   COLUMN+CELL\n")
	for i := range 20_000 {
		fmt.Fprintf(&b, " row%06d            column=f:q, timestamp=1, value=%d\n", i, i)
	}
	text := b.String()
	p := list(t).open(page.DialogPaste).on(pasted{text})
	if p.on(readBack{}); !p.s.Output.reading() || p.s.Output.read != firstPiece {
		t.Fatalf("%d read", p.s.Output.read)
	}
	turns := 1
	for ; p.s.Output.reading(); turns++ {
		p.on(readOn{p.s.feed, p.s.feed.read}, readOn{p.s.feed, 1})
	}
	if r := p.s.Output; turns != (len(text)-firstPiece)/pieceSize+2 || r.Rows != 20_000 || len(r.FirstRows) != sampleSize {
		t.Errorf("%d turns, %d rows, %d first", turns, r.Rows, len(r.FirstRows))
	}
}

// file is a long file in memory. Its bytes arrive a turn after they were asked for.
type file struct {
	text   string
	reads  int
	lost   int      // offset from which it cannot be read, 0 for none
	later  func()   // brings the bytes that were asked for
	given  []string // packed pieces that the worker was given
	size   int      // bytes of the text that the worker packs itself
	pack   *flate.Writer
	packed bytes.Buffer
	last   bool                   // the worker was given the last piece of it
	ahead  *records.ParsedRecords // the records that the worker has read ahead
}

func (f *file) upload(name string) *LongFile {
	u := &LongFile{Name: name, Size: len(f.text), Head: []byte(f.text[:min(len(f.text), 300_001)])}
	u.ReadAt = func(at int, then func([]byte)) {
		f.reads++
		f.later = func() {
			f.later = nil
			if f.lost > 0 && at >= f.lost {
				then(nil)
				return
			}
			then([]byte(f.text[at:min(at+300_001, len(f.text))]))
		}
	}
	return u
}

// read reads a file to its end, or until it is no longer open.
func (p *play) read(f *file) *play {
	for {
		var next page.Msg
		for _, e := range p.Effects {
			switch e := e.(type) {
			case page.SendMsgAfterDraw:
				next = e.Msg
			case page.SendMsgNextTurn:
				next = e.Msg
			case page.SendCall:
				switch c := e.Sent.Call.(type) {
				case host.StageTextPiece:
					if c.First {
						f.given = nil
					}
					f.given = append(f.given, c.Packed)
				case host.StageValuesPiece:
					if c.First {
						f.ahead, f.size, f.packed = records.NewParsedRecords(c.Comma, c.Names), 0, bytes.Buffer{}
						f.pack, _ = flate.NewWriter(&f.packed, flate.BestSpeed)
					}
					f.ahead.Write(c.Text)
					f.size += len(c.Text)
					if _, _ = f.pack.Write([]byte(c.Text)); c.Last {
						f.last = f.pack.Close() == nil
					}
				}
			}
		}
		if next == nil {
			return p
		}
		if p.on(next.(Msg)); f.later != nil {
			f.later()
		}
	}
}

// noise returns a text that packs badly, of lines that the function line makes.
func noise(size int, line func(i int, hex string) string) string {
	var b strings.Builder
	rnd := rand.New(rand.NewPCG(7, 8))
	for i := 0; b.Len() < size; i++ {
		b.WriteString(line(i, fmt.Sprintf("%016x%016x", rnd.Uint64(), rnd.Uint64())))
	}
	return b.String()
}

// TestLongFiles reads files that are too long to be kept. Only the first records are kept,
// and the pieces that the worker is given make the same table as the whole text.
func TestLongFiles(t *testing.T) {
	values := ",c,\n,a,b\n" + noise(engine.MaxConsoleFiles+1, func(i int, hex string) string {
		switch {
		case i == 200_000:
			return "short\n"
		case i%3 == 0:
			return fmt.Sprintf("%07d,\"%s\n\"\"é\",%s\r\n", i, hex, hex)
		}
		return fmt.Sprintf("%07d,%s,x\n", i, hex)
	})
	objects := noise(engine.MaxConsoleFiles+1, func(i int, hex string) string {
		if i == 200_000 {
			return "{broken\n"
		}
		return fmt.Sprintf("{\"k\":\"%07d\",\"a b\":\"%s\",\"c\":{\"d\":%d}}\n", i, hex, i)
	})
	scan := "ROW COLUMN+CELL\n" + noise(engine.MaxConsoleFiles+1, func(i int, hex string) string {
		if i == 100_000 {
			return "what is this\n"
		}
		return fmt.Sprintf(" row%06d column=f:q, timestamp=1, value=%s\n", i, hex)
	})
	for name, c := range map[string]struct {
		text, make string
		press      Msg
	}{"x.csv": {values, "a", mapped{}}, "x.jsonl": {objects, "k", mapped{}}, "scan.log": {scan, "", readBack{}}} {
		f := &file{text: c.text}
		p := sandbox(t).on(uploaded{f.upload(name)}).read(f)
		if p.s.feed == nil || p.s.feed.reading() || p.s.feed.pieces != len(f.given) || (p.s.feed.pieces < 2) != f.last {
			t.Fatalf("%s: %+v, %+v", name, p.State.Notice, p.s.Err)
		}
		if m := p.s.Mapping; m != nil && (len(m.records) != keysCompared || m.SkippedCount != 1) {
			t.Errorf("%s: %d records are kept, %d lines left out", name, len(m.records), m.SkippedCount)
		}
		if r := p.s.Output; r != nil && r.SkippedLines != 1 {
			t.Errorf("%s: %d lines left out", name, r.SkippedLines)
		}
		p.on(c.press)
		request := p.LastCall().Call.(host.ExecuteRequest).Request
		s := engine.New(engine.Options{Now: func() base.Micros { return 0 }})
		pieces, left := f.given, engine.StagedPieces{}
		if f.last {
			pieces, left.Rest = []string{f.packed.String()[:1000], f.packed.String()[1000:2000]}, f.packed.String()[2000:]
		}
		left.Pieces = pieces
		first := left
		first.Read = f.ahead
		reply := s.Do(s.StagePieces(request, first))
		if f.ahead != nil && f.ahead.MemoryBytes() > 0 || (f.ahead == nil) != (p.s.Output != nil || name == "scan.log") {
			t.Errorf("%s: what was read ahead is of no use", name)
		}
		again := engine.New(engine.Options{Now: func() base.Micros { return 0 }})
		if again.Do(again.StagePieces(request, left)); !reflect.DeepEqual(again.Tables(), s.Tables()) || !reflect.DeepEqual(again.Page(engine.RowWindow{Count: 99, Offset: 99_000}), s.Page(engine.RowWindow{Count: 99, Offset: 99_000})) {
			t.Errorf("%s: of what was read ahead it is another table", name)
		}
		if want := strings.Count(c.text, "\n"); reply.Err != nil || len(reply.Changes) != len(pieces)+1 || s.Tables()[0].Rows < int64(want)/2 {
			t.Errorf("%s: %v, %d changes, %+v", name, reply.Err, len(reply.Changes), s.Tables())
		}
		// After a cancelled call the table can be asked for again. Once it is made, the worker has
		// nothing to forget.
		if p.answer(host.Answer{Err: base.Refuse(base.CodeCancelled)}); p.State.Dialog != page.DialogValues || p.s.feed == nil || len(p.Effects) > 0 {
			t.Fatalf("%s: %+v", name, p.s)
		}
		if p.on(c.press); !reflect.DeepEqual(p.LastCall().Call, host.ExecuteRequest{Request: request}) {
			t.Errorf("%s: asked for again it is another request", name)
		}
		// If pieces of another file have replaced these, the file is read again.
		p.s.staged = &feed{}
		f.given, f.size = nil, 0
		if p.answer(host.Answer{Err: base.Refuse(base.CodeCancelled)}).read(f); p.s.feed.reading() || len(f.given) != p.s.feed.pieces || f.last && f.size != p.s.feed.packs {
			t.Errorf("%s: %d pieces, %d bytes", name, len(f.given), f.size)
		}
		// When the dialog is closed, the worker forgets the pieces.
		want := host.Call(host.StageTextPiece{First: true})
		if f.last {
			want = host.StageValuesPiece{First: true}
		}
		if c := p.open(page.DialogNone).LastCall().Call; !reflect.DeepEqual(c, want) {
			t.Errorf("%s: %+v", name, c)
		}
	}
	// As another kind the file is read from its beginning.
	f := &file{text: values}
	p := sandbox(t).on(uploaded{f.upload("x.csv")}, takenFor{KindHBaseScan}).read(f)
	if p.s.Output == nil || p.s.Output.reading() || p.s.Output.SkippedLines == 0 || p.s.Err == nil {
		t.Errorf("%+v", p.s.Err)
	}
	if p.on(takenFor{KindValues}).read(f); p.s.Mapping == nil || p.s.Mapping.reading() || p.s.Mapping.SkippedCount != 1 || p.s.Err != nil {
		t.Errorf("%+v", p.s.Err)
	}
	// A new worker does not have the pieces.
	if p.s.OnWorkerRestarted(); p.s.Mapping != nil || p.s.Err == nil || p.s.Err.Code != base.CodeFileLost {
		t.Errorf("%+v", p.s.Err)
	}
}

// TestLongFilesRefused checks the refusal of files that are no text, are too long, or cannot
// be read.
func TestLongFilesRefused(t *testing.T) {
	for name, c := range map[string]struct {
		head string
		size int
		want base.Code
	}{
		"script.txt": {"set t r f:q=1\n", engine.MaxConsoleFiles + 1, base.CodeFileTooLong},
		"long.csv":   {"a,b\n1,2\n", printed.MaxText + 1, base.CodeFileTooLong},
		"scan.log":   {"ROW COLUMN+CELL\n", printed.MaxText + 1, base.CodeFileTooLong},
		"film.mp4":   {"\x89\xff\n", engine.MaxConsoleFiles + 1, base.CodeBadFile},
		"wide.csv":   {strings.Repeat(",", base.MaxCSVColumns) + "\n", engine.MaxConsoleFiles + 1, base.CodeWideCSV},
	} {
		p := list(t).on(uploaded{&LongFile{Name: name, Size: c.size, Head: []byte(c.head), ReadAt: func(int, func([]byte)) {}}})
		if n := p.State.Notice; n == nil || n.Err.Code != c.want || p.s.feed != nil {
			t.Errorf("%s: %+v", name, n)
		}
	}
	f := &file{text: "a,b\n" + strings.Repeat("1,2\n", engine.MaxConsoleFiles/4), lost: 1 << 20}
	p := list(t).on(uploaded{f.upload("gone.csv")}).read(f)
	if n := p.State.Notice; n == nil || n.Err.Code != base.CodeFileLost || p.State.Dialog != page.DialogNone || p.s.Mapping != nil {
		t.Errorf("%+v", n)
	}
	// No more is read once the dialog is closed.
	f.lost = 0
	p = list(t).on(uploaded{f.upload("left.csv")})
	reads := f.reads
	if p.open(page.DialogNone).read(f); f.reads != reads || p.s.feed != nil {
		t.Errorf("%d reads", f.reads-reads)
	}
	// A table with too many cells is refused before the worker is asked.
	wide := strings.Repeat("1,", 199) + "1\n"
	f = &file{text: strings.Repeat(wide, engine.MaxConsoleFiles/len(wide)+1)}
	p = sandbox(t).on(uploaded{f.upload("many.csv")}).read(f)
	p.s.Mapping.Records = engine.MaxTextCells/199 + 1 // as if the file were six times as long
	if p.on(mapped{}); p.s.Err == nil || p.s.Err.Code != base.CodeTextTooLarge || slices.ContainsFunc(p.Effects, func(e page.Effect) bool { _, sent := e.(page.SendCall); return sent }) {
		t.Errorf("%+v, %d records", p.s.Err, p.s.Mapping.Records)
	}
	for i := range 150 {
		p.on(typed{"map-use-" + strconv.Itoa(i), "false"})
	}
	if p.on(mapped{}); p.s.Err != nil {
		t.Errorf("%+v", p.s.Err)
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
	if m == nil || !m.objects() || p.s.source.kind != KindJSON || m.Template != "{id}" || m.SkippedCount != 3 || !slices.Equal(m.leftLines(), []int{4, 5, 6}) || m.Strange != 0 || m.Records != 3 {
		t.Fatalf("%+v", m)
	}
	p.on(typed{"map-use-3", "false"}, typed{"map-use-4", "false"}, mapped{})
	want := engine.LoadRecords{Table: "x", Template: "{id}", Columns: []plan.FieldColumn{{Field: "n", Family: "cf", Qualifier: "n"}, {Field: "deep_x", Family: "cf", Qualifier: "deep.x"}}, Data: dataset.Spec{
		Fields:  []string{"id", "n", "deep_x", "no", "extra"},
		Records: [][]string{{"a#1", "1.50", `[1, "é"]`, "", "", "\x18"}, {"b\n", "true", "", "", "", "\x1c"}, {"e", "3", "", "", "1", "\x0c"}},
	}, SkippedLines: 3}
	if got := p.LastCall().Call.(host.CreateFromRequests).Requests[0]; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	// Fields that are not in the first objects are left out, which the dialog says.
	many := strings.Repeat(`{"a": "1", "b": "2"}`+"\n", pieceSize/10) + `{"a": "2", "late": 1}` + "\n"
	for p = chosen(t, "", []byte(many)); p.s.Mapping.reading(); {
		p.on(readOn{p.s.feed, p.s.feed.read})
	}
	if m := p.s.Mapping; m.Strange != 1 || m.Records != pieceSize/10+1 || len(m.Columns) != 2 {
		t.Errorf("%d strange, %d records, %d columns", m.Strange, m.Records, len(m.Columns))
	}
	if p := list(t).open(page.DialogPaste).on(pasted{"{}\n{}\n"}); p.s.Err == nil || p.s.Err.Code != base.CodeBadCSV {
		t.Errorf("%+v", p.s.Err)
	}
}

func TestScriptIntoASandbox(t *testing.T) {
	p := sandbox(t).open(page.DialogPaste).on(pasted{"set games r f:q=1"})
	if c := p.LastCall().Call; !reflect.DeepEqual(c, host.ExecuteRequest{Request: engine.RunConsole{Text: "set games r f:q=1"}}) || p.State.Dialog != page.DialogNone {
		t.Errorf("%+v", c)
	}
}
