package engine

import (
	"bytes"
	"compress/flate"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/console/printed"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/records"
	"tabletop/engine/rewrite"
)

// packText packs a text into pieces of a size, and returns the pieces and the rest.
func packText(text string, size int) (pieces []string, t PackedText) {
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestSpeed)
	_, _ = w.Write([]byte(text))
	_ = w.Close()
	for packed.Len() > size {
		pieces = append(pieces, string(packed.Next(size)))
	}
	return pieces, PackedText{Size: len(text), Pieces: len(pieces), Packed: packed.String()}
}

// valuesOf returns values as a text, and the load of the records that can be read from it.
func valuesOf(rnd *rand.Rand, objects bool) (text string, want LoadRecords, left int) {
	want = LoadRecords{Table: "u", Template: "{a}", Data: dataset.Spec{Fields: []string{"a", "b", "c"}},
		Columns: []plan.FieldColumn{{Field: "b", Family: "f", Qualifier: "B"}, {Field: "c", Family: "g", Qualifier: "\xff"}}}
	var out strings.Builder
	if !objects {
		out.WriteString("\ufeffA;B;C\r\n")
	}
	for i := range 1 + rnd.IntN(50) {
		record := []string{fmt.Sprintf("k%d", rnd.IntN([]int{10, 1000}[rnd.IntN(2)])), []string{"é\n\"", ";", "", "x\r"}[rnd.IntN(4)] + ".", fmt.Sprint(i)}
		switch rnd.IntN(8) {
		case 0:
			out.WriteString("one;two\n")
			left++
			continue
		case 1:
			record[0] = "" // no key
			left++
		default:
			want.Data.Records = append(want.Data.Records, record)
		}
		if objects {
			fmt.Fprintf(&out, "{\"C\": %s, \"B\": %q, \"other\": [1], \"A\": %q}\n", record[2], record[1], record[0])
			continue
		}
		fmt.Fprintf(&out, "%s;\"%s\";%s\n", record[0], strings.ReplaceAll(record[1], `"`, `""`), record[2])
	}
	return strings.TrimSuffix(out.String(), "\n"), want, left
}

// TestValues checks that values read from a packed text in pieces make the same table as their
// records, in steps of any size and in a replay. A task that is stopped before its end makes no
// table.
func TestValues(t *testing.T) {
	defer func(n int) { records.BatchRecords = n }(records.BatchRecords)
	rnd := rand.New(rand.NewPCG(9, 10))
	for n := range 200 {
		text, want, left := valuesOf(rnd, n%2 == 1)
		if len(want.Data.Records) == 0 {
			continue
		}
		whole := printedSession()
		if err := whole.Do(want).Err; err != nil {
			t.Fatal(err)
		}
		pieces, of := packText(text, 1+rnd.IntN(200))
		r := LoadValuesText{Target: want, Separator: ";", HeaderRecords: 1, PackedText: of}
		if r.Target.Data.Records = nil; n%2 == 1 {
			r.Separator, r.HeaderRecords, r.Names = "", 0, []string{"A", "B", "C"}
		}
		records.BatchRecords = 1 + n%60 // also splits records with the same key into several batches
		s := printedSession()
		staged := StagedPieces{Pieces: pieces}
		if n%3 == 0 { // the text has been read ahead
			staged.Read = records.NewParsedRecords(r.Separator, r.Names)
			for at := 0; at < len(text); at += 7 {
				staged.Read.Write(text[at:min(at+7, len(text))])
			}
		}
		s.StagePieces(r, staged)
		task := s.Start(r)
		if n%3 == 0 && (staged.Read.MemoryBytes() > 0 || staged.Read.HasWholeText(r.Size, r.Separator, r.Names)) {
			t.Fatal("it is read a second time")
		}
		steps := 0
		for ; !task.Step(int64(1 + n%7)); steps++ {
			if steps == n%5 { // the task is abandoned here
				other := printedSession()
				other.StagePieces(r, StagedPieces{Pieces: pieces})
				stopped := other.Start(r)
				for range steps {
					stopped.Step(1)
				}
				if reply := stopped.Reply(); len(reply.Changes) > 0 || len(other.Tables()) > 0 {
					t.Fatalf("half of it is there: %+v", reply)
				}
			}
		}
		reply := task.Reply()
		got := allOf(t, s, "u")
		if said := reply.Output[0].Args; !reflect.DeepEqual(got, allOf(t, whole, "u")) || said[3] != fmt.Sprint(left) {
			t.Fatalf("%q: %v\n got %s\nwant %s", text, said, strings.Join(got, "\n"), strings.Join(allOf(t, whole, "u"), "\n"))
		}
		again := printedSession()
		for _, c := range reply.Changes {
			if v, is := c.Request.(LoadValuesText); is {
				v.Pieces = 0 // as in a journal
				c.Request = v
			}
			for task := again.Replay(c); !task.Step(1000); {
			}
		}
		if len(reply.Changes) != len(pieces)+1 || !reflect.DeepEqual(allOf(t, again, "u"), got) {
			t.Fatalf("%d changes, replayed it has %q", len(reply.Changes), allOf(t, again, "u"))
		}
		if s.Do(Undo{}); len(s.Tables()) != 0 {
			t.Error("it is not undone in one step")
		}
	}
}

// TestPrintedInPieces checks printed text that comes in pieces.
func TestPrintedInPieces(t *testing.T) {
	text := "COLUMN CELL\n"
	for i := range 1000 {
		text += fmt.Sprintf(" f:q%d   timestamp=1, value=%d\n", i, i*i)
	}
	pieces, of := packText(text, 100)
	r := MakeTableFromPrintedOutput{Table: "u", Form: printed.Get, Row: "k", PackedText: of}
	s := printedSession()
	s.StagePieces(r, StagedPieces{Pieces: pieces})
	if reply := s.Do(r); reply.Err != nil || len(reply.Changes) != len(pieces)+1 || s.Tables()[0].Cells != 1000 {
		t.Errorf("%v, %d changes", reply.Err, len(reply.Changes))
	}
	// The pieces have been used.
	r.Table = "v"
	if reply := s.Do(r); reply.Err == nil || reply.Err.Code != base.CodeNotPrinted || len(s.Tables()) != 1 {
		t.Errorf("%v", reply.Err)
	}
}

// TestValuesRewritten checks that a value that a rule can read is rewritten, in keys and in
// columns, and that any other value stays unchanged.
func TestValuesRewritten(t *testing.T) {
	_, of := packText("day,volts,who\n31/12/2023,\"3,14\",ann\n01/02/2024,low,bob\nsoon,\"2,5\",cy\n", 1<<20)
	s := printedSession()
	mustDo(t, s, LoadValuesText{Target: LoadRecords{Table: "u", Template: "{day}", Data: dataset.Spec{Fields: []string{"day", "volts", "who"}},
		Columns: []plan.FieldColumn{{Field: "volts", Family: "f", Qualifier: "v"}, {Field: "who", Family: "f", Qualifier: "who"}}},
		Separator: ",", HeaderRecords: 1, Sparse: true, Rules: []rewrite.ValueRule{"dmy", rewrite.DecimalComma}, PackedText: of})
	want := []string{`2023-12-31 v "3.14"`, `2023-12-31 who "ann"`, `2024-02-01 v "low"`, `2024-02-01 who "bob"`, `soon v "2.5"`, `soon who "cy"`}
	if got := valuesIn(t, s, "u"); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestValuesRefused(t *testing.T) {
	pieces, of := packText("a,b\n"+strings.Repeat("1,2\n", 5)+"3,"+strings.Repeat("xyz", 9)+"\n", 20)
	good := LoadValuesText{Target: LoadRecords{Table: "u", Template: "{a}", Data: dataset.Spec{Fields: []string{"a", "b"}}}, Separator: ",", HeaderRecords: 1, PackedText: of}
	good.Target.Columns = []plan.FieldColumn{{Field: "b", Family: "f", Qualifier: "b"}}
	with := func(change func(*LoadValuesText)) LoadValuesText {
		r := good
		change(&r)
		return r
	}
	for name, c := range map[string]struct {
		r      LoadValuesText
		pieces []string
		want   base.Code
	}{
		"good":                 {good, pieces, ""},
		"a rule too many":      {with(func(r *LoadValuesText) { r.Rules = make([]rewrite.ValueRule, 3) }), pieces, base.CodeNotPrinted},
		"no such rule":         {with(func(r *LoadValuesText) { r.Rules = []rewrite.ValueRule{"ymd"} }), pieces, base.CodeNotPrinted},
		"without a piece":      {good, pieces[1:], base.CodeNotPrinted},
		"with another's piece": {good, append(slices.Clone(pieces[1:]), "\xff\xff"), base.CodeNotPrinted},
		"cut":                  {with(func(r *LoadValuesText) { r.Packed = "" }), pieces, base.CodeNotPrinted},
		"longer than it says":  {with(func(r *LoadValuesText) { r.Size-- }), pieces, base.CodeNotPrinted},
		"a name that is taken": {with(func(r *LoadValuesText) { r.Target.Table = "t" }), pieces, base.CodeTableExists},
		"beyond the bounds":    {with(func(r *LoadValuesText) { r.Size = printed.MaxText + 1 }), pieces, base.CodeInputTooLong},
		"without a row":        {with(func(r *LoadValuesText) { r.HeaderRecords = 99 }), pieces, base.CodeNotPrinted},
		"of other fields":      {with(func(r *LoadValuesText) { r.Target.Template = "{x}" }), pieces, base.CodeTemplateField},
		"of many fields":       {with(func(r *LoadValuesText) { r.Target.Data.Fields = make([]string, base.MaxFields+1) }), pieces, base.CodeManyFields},
	} {
		s := printedSession()
		s.Do(RunConsole{Text: "createtable t families=f"})
		s.StagePieces(c.r, StagedPieces{Pieces: c.pieces})
		reply := s.Do(c.r)
		code := base.Code("")
		if reply.Err != nil {
			code = reply.Err.Code
		}
		if code != c.want || (code == "") != (len(s.Tables()) == 2) || (code == "") != (len(reply.Changes) > 0) {
			t.Errorf("%s: %v, %d tables", name, reply.Err, len(s.Tables()))
		}
	}
	// The pieces of a journal are bounded by the size that a text can have.
	s := printedSession()
	piece := strings.Repeat("x", MaxTextPiece)
	for n := 0; ; n++ {
		if err := s.Do(AddTextPiece{piece}).Err; err != nil {
			if err.Code != base.CodeInputTooLong || n != maxPackedPieces/MaxTextPiece {
				t.Errorf("%v after %d pieces", err, n)
			}
			break
		}
	}
}

// TestValuesTooManyCells checks that a table that is too large for a browser tab is refused, and
// that nothing of it stays.
func TestValuesTooManyCells(t *testing.T) {
	if testing.Short() {
		t.Skip("left to make test-all")
	}
	r := LoadValuesText{Target: LoadRecords{Table: "u", Template: "{c0}"}, Separator: ","}
	for i := range 1001 {
		f := fmt.Sprintf("c%d", i)
		r.Target.Data.Fields = append(r.Target.Data.Fields, f)
		if i > 0 {
			r.Target.Columns = append(r.Target.Columns, plan.FieldColumn{Field: f, Family: "f", Qualifier: base.Qualifier(f)})
		}
	}
	var text strings.Builder
	rest := strings.Repeat(",1", 1000) + "\n"
	for i := range MaxTextCells/1000 + 1 {
		fmt.Fprint(&text, i, rest)
	}
	var pieces []string
	pieces, r.PackedText = packText(text.String(), MaxTextPiece)
	s := printedSession()
	s.StagePieces(r, StagedPieces{Pieces: pieces})
	if reply := s.Do(r); reply.Err == nil || reply.Err.Code != base.CodeTextTooLarge || len(s.Tables()) > 0 || len(reply.Changes) > 0 {
		t.Errorf("%v, %+v", reply.Err, s.Tables())
	}
}
