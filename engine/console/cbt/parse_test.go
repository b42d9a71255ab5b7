package cbt

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/token"
	"tabletop/engine/table"
	"tabletop/web/test/consoletest"
)

// TestParse checks the fields of parsed commands, which the printed text does not show.
func TestParse(t *testing.T) {
	hours := func(n int) table.GCRule { return table.MaxAge(time.Duration(n) * time.Hour) }
	for _, c := range []struct {
		line string
		want console.Command
	}{
		{"createtable t families=a:maxversions=1,b splits=k,l", console.CreateTable{Table: "t",
			Families: []console.FamilySpec{{Name: "a", GC: table.MaxVersions(1)}, {Name: "b"}}, Splits: []base.RowKey{"k", "l"}}},
		{"createfamily t 'f:maxage=1h and maxage=2h or maxage=3h'", console.CreateFamily{Table: "t", Family: console.FamilySpec{Name: "f",
			GC: table.Union{table.Intersection{hours(1), hours(2)}, hours(3)}}}},
		{"createfamily t 'f:maxage=1h || maxage=2h && maxage=3h'", console.CreateFamily{Table: "t", Family: console.FamilySpec{Name: "f",
			GC: table.Intersection{table.Union{hours(1), hours(2)}, hours(3)}}}},
		{"createfamily t 'f:maxage=1h || (maxage=2h && maxage=3h)'", console.CreateFamily{Table: "t", Family: console.FamilySpec{Name: "f",
			GC: table.Union{hours(1), table.Intersection{hours(2), hours(3)}}}}},
		{"deletetable t", console.DeleteTable{Table: "t"}},
		{"deletefamily t f", console.DeleteFamily{Table: "t", Family: "f"}},
		{"ls t", console.ListTables{Table: "t"}},
		{"set t r f:q:r=a=b@2000 f:=", console.SetCells{Table: "t", Row: "r", Cells: []console.CellWrite{
			{Family: "f", Qualifier: "q:r", Value: "a=b", At: 2000}, {Family: "f", At: table.ServerTime}}}},
		{"read t start=a end=b regex=c columns=f:q,g:,h reversed=T count=3 cells-per-column=4 keys-only=1 include-stats=full",
			console.Read{Table: "t", Start: "a", End: "b", Regex: "c", Reversed: true, Count: 3, ShowOptions: console.ShowOptions{
				Columns:        []console.ColumnPattern{{Family: "f", Qualifier: "q"}, {Family: "g"}, {Qualifier: "h"}},
				CellsPerColumn: 4, KeysOnly: true, Stats: true}}},
		{"read t prefix=p", console.Read{Table: "t", Prefix: "p"}},
		{"lookup t r columns=q cells-per-column=2 keys-only=t include-stats=full", console.Lookup{Table: "t", Row: "r", ShowOptions: console.ShowOptions{
			Columns: []console.ColumnPattern{{Qualifier: "q"}}, CellsPerColumn: 2, KeysOnly: true, Stats: true}}},
		{"count t prefix=p", console.CountRows{Read: console.Read{Table: "t", Prefix: "p"}}},
		{"deleterow t r", console.DeleteRow{Table: "t", Row: "r"}},
		{"deletecolumn t r f q", console.DeleteColumn{Table: "t", Row: "r", Family: "f", Qualifier: "q"}},
		{"deleteallrows t", console.DeleteAllRows{Table: "t"}},
		{"help set", console.Help{Topic: "set"}},
		{"createfamily t f:maxversions=2:intsum", console.CreateFamily{Table: "t", Family: console.FamilySpec{Name: "f", GC: table.MaxVersions(2), Type: table.IntSum}}},
		{"setgcpolicy t f maxage=1h or maxage=2h and maxage=3h", console.SetGC{Table: "t", Family: "f",
			GC: table.Intersection{table.Union{hours(1), hours(2)}, hours(3)}}},
		{"setvaluetype t f INTHLL", console.SetValueType{Table: "t", Family: "f", Type: table.UniqueCount}},
		{"addtocell t r f:q=-3@1000 f:q:r=4", console.AddToCell{Table: "t", Row: "r", Cells: []console.CellIncrement{
			{Family: "f", Qualifier: "q", Input: -3, At: 1000}, {Family: "f", Qualifier: "q:r", Input: 4, At: table.ServerTime}}}},
		{"checkandmutate t r columns=f:q true=f:a=1@1000 false=f:b=2", console.CheckAndMutate{Table: "t", Row: "r",
			Columns: []console.ColumnPattern{{Family: "f", Qualifier: "q"}},
			True:    []console.CellWrite{{Family: "f", Qualifier: "a", Value: "1", At: 1000}},
			False:   []console.CellWrite{{Family: "f", Qualifier: "b", Value: "2", At: table.ServerTime}}}},
		{"readmodifywrite t r f q append=x", console.ReadModifyWrite{Table: "t", Row: "r", Rule: table.AppendValue{Family: "f", Qualifier: "q", Value: "x"}}},
		{"readmodifywrite t r f q increment=-1", console.ReadModifyWrite{Table: "t", Row: "r", Rule: table.Increment{Family: "f", Qualifier: "q", By: -1}}},
		{"import t a.csv column-family=f batch-size=7 timestamp=value-encoded", console.ImportCSV{Table: "t", File: "a.csv", Family: "f", BatchSize: 7, Times: true}},
		{"samplerowkeys t", console.SampleRowKeys{Table: "t"}},
	} {
		got, err := Parse(c.line)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s\n got %#v, %v\nwant %#v", c.line, got, err, c.want)
			continue
		}
		checkRoundTrip(t, got)
		name, _, _ := strings.Cut(c.line, " ")
		if word := Dialect.CommandWord(got); word != name {
			t.Errorf("%s: said to be %s", c.line, word)
		}
	}
}

// TestPrint prints commands with bytes and rules that a user would not paste.
func TestPrint(t *testing.T) {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	bytes := string(all)
	deep := table.GCRule(table.MaxVersions(1))
	for range 50 {
		deep = table.Union{table.MaxVersions(2), table.Intersection{deep, table.MaxAge(time.Millisecond)}}
	}
	for _, c := range []console.Command{
		console.SetCells{Table: bytes, Row: base.RowKey(bytes), Cells: []console.CellWrite{
			{Family: "f", Qualifier: base.Qualifier(strings.ReplaceAll(bytes, "=", "")), Value: bytes, At: 5000},
			{Family: "f", Value: "@1", At: table.ServerTime}, {Family: "f", Value: "@-1", At: table.ServerTime},
			{Family: "f", Value: "@", At: table.ServerTime}, {Family: "f", Value: "@1@-1", At: 0},
		}},
		console.CreateTable{Table: "t", Families: []console.FamilySpec{{Name: `"q"`, GC: deep}}, Splits: []base.RowKey{base.RowKey(bytes), `"`, ","}},
		console.Read{Table: "t", Start: "\u00a0", End: "\ufffd"},
		console.Read{Table: "t", Prefix: "~"},
		console.Lookup{Table: "t", Row: "$'x'"},
		console.DeleteRow{Table: "t", Row: "\\"},
	} {
		checkRoundTrip(t, c)
	}
}

// TestUnsayable prints commands that cbt cannot express.
func TestUnsayable(t *testing.T) {
	cell := console.CellWrite{Family: "f", Qualifier: "q"}
	for _, c := range []console.Command{
		console.SetCells{Table: "t", Row: "r", Cells: []console.CellWrite{{Family: "f", Qualifier: "a=b"}}},
		console.SetCells{Table: "t", Row: "r", Cells: []console.CellWrite{{Family: "f:g"}}},
		console.CreateFamily{Table: "t", Family: console.FamilySpec{Name: "f:g"}},
		console.Read{Table: "t", ShowOptions: console.ShowOptions{Columns: []console.ColumnPattern{{Family: "f", Qualifier: "a,b"}}}},
		console.Lookup{Table: "t", Row: "r", ShowOptions: console.ShowOptions{Columns: []console.ColumnPattern{{Family: "f", Qualifier: "a:b"}}}},
		console.CheckAndMutate{Table: "t", Row: "r", True: []console.CellWrite{cell, cell}},
	} {
		var e *base.Error
		if text, err := Print(c); !errors.As(err, &e) || e.Code != base.CodeInexpressible {
			t.Errorf("%#v prints as %q, %v", c, text, err)
		}
	}
}

func TestTooLong(t *testing.T) {
	line := "read " + strings.Repeat("x", console.MaxLine)
	_, err := Parse(line)
	var e *base.Error
	if !errors.As(err, &e) || e.Code != base.CodeInputTooLong || !slices.Equal(e.Args, []string{"262149", "262144"}) {
		t.Errorf("got %#v", err)
	}
	checkTokens(t, line, err)
	if _, err := Parse(line[:console.MaxLine]); err != nil {
		t.Errorf("a line of just the limit: %v", err)
	}
}

// TestLinear parses lines of the greatest length, and splits a script of one mebibyte.
// Code with quadratic cost would take minutes for them.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("left to make test-all")
	}
	for _, c := range []struct{ start, units string }{
		{"", "'' \\ \" ' $' $ a␣ 'a'␣ # \\⏎"},
		{"read t ", "a␣ limit=1␣ prefix=a␣ \\a"},
		{"read t columns=", "a:b, : , 'q'"},
		{"set t r ", "a␣ f:q=v␣ 'f':q=v␣"},
		{"set t r f:q=", "@1 '' \\a"},
		{"createtable t families=", "a, , a:never:x, 'a':never:x, a:maxage=1d||"},
		{"createtable t 'families=\"", "a \"\" \"a\","},
		{"createtable t splits=", "a, 'a', , \\a"},
		{"createfamily t f:", "( maxage=1d|| 'a' :"},
		{"help ", "a '' a␣"},
		{"setgcpolicy t f ", "a␣ maxage=1d||␣ force␣ '(' maxage=1d␣or␣"},
		{"addtocell t r ", "a:b=1␣ 1 a:b=@1"},
		{"checkandmutate t r true=f:", "q= 'q' =a@1"},
		{"-project ", "-project␣ -x␣"},
	} {
		for unit := range strings.SplitSeq(c.units, " ") {
			unit = strings.NewReplacer("␣", " ", "⏎", "\n").Replace(unit)
			line := c.start + strings.Repeat(unit, (console.MaxLine-len(c.start))/len(unit))
			cmd, err := Parse(line)
			checkTokens(t, line, err)
			if cmd != nil {
				checkRoundTripIfShort(t, cmd)
			}
			text := strings.Repeat(unit, 1<<20/len(unit))
			if lines := SplitScript(text); len(lines) > 1 {
				t.Errorf("%q again and again: %d lines", unit, len(lines))
			}
		}
	}
}

func checkRoundTripIfShort(t *testing.T, c console.Command) {
	if text, _ := Print(c); len(text) <= console.MaxLine {
		checkRoundTrip(t, c)
	}
}

func TestSplitScript(t *testing.T) {
	text := "# a script\n\nls\r\n  set t r 'f:q=two\nlines' # note\nset t r \\\n f:q=1\n \t \nread t # it's\ncount t 'open\nls"
	want := []token.ScriptCommand{
		{Text: "ls", Number: 3, Pos: 12},
		{Text: "set t r 'f:q=two\nlines' # note", Number: 4, Pos: 18},
		{Text: "set t r \\\n f:q=1", Number: 6, Pos: 49},
		{Text: "read t # it's", Number: 9, Pos: 70},
		{Text: "count t 'open\nls", Number: 10, Pos: 84},
	}
	consoletest.Script(t, text, SplitScript(text), want)
}

func TestCommandTable(t *testing.T) {
	if !slices.IsSortedFunc(commands, func(a, b command) int { return strings.Compare(a.name, b.name) }) {
		t.Error("not by name")
	}
	for _, c := range commands {
		keyed := false
		for _, a := range c.args {
			if keyed && !a.keyed() {
				t.Errorf("%s: %s stands behind an argument with a key", c.name, a.Name)
			}
			keyed = a.keyed()
		}
		if slices.Contains(absent, c.name) {
			t.Errorf("%s is both there and absent", c.name)
		}
	}
	for word, name := range meantCommand {
		if !known(name) {
			t.Errorf("%s leads to %s, which is no command", word, name)
		}
	}
	for word, key := range meantKey {
		if !slices.ContainsFunc(commands, func(c command) bool {
			return slices.ContainsFunc(c.args, func(a arg) bool { return a.keyed() && a.Name == key })
		}) {
			t.Errorf("%s leads to %s, which is no key", word, key)
		}
	}
}

// TestWordsAgain quotes random bytes and parses them again.
func TestWordsAgain(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const hard = "ab'\"\\$#\n\t @=:,\x00\xff\u00e9x0"
	for range 2000 {
		b := make([]byte, 1+r.IntN(12))
		for i := range b {
			b[i] = hard[r.IntN(len(hard))]
		}
		l := lexer{text: quote(string(b))}
		if l.next() != itemWord || l.word.text != string(b) || l.next() != itemEnd || l.err != nil {
			t.Fatalf("%q is quoted as %s, which is read as %q", b, l.text, l.word.text)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"", "# x", "ls", "set t r f:q=v@1000", `read t prefix='a b' columns=a:b,:c`, "createtable t families=a:maxage=1d||maxversions=2,b splits=x",
		`set t r $'f:q=\x00\u00e9\777'`, "cbt -project p help read", "read t \\\n count=1 # c", `createfamily t "a:(maxage=1ms)"`, "lookup t 'r",
		"setgcpolicy t f maxage=1d and 'maxversions=2 or maxage=1h' force", "addtocell t r f:q=-1@1000", "import t 'f' batch-size=1",
		`read t filter='chain(row(/a b/), label(x))' keys-only=1`, `read t filter=$'mask("\xff")'`, "lookup t r filter=pass(",
		"checkandmutate t r columns=f: true=f:q=v@1000 false=f:q=", "readmodifywrite t r f q append=", "createfamily t f:never:intsum",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		c, err := Parse(line)
		checkTokens(t, line, err)
		if c != nil {
			if err != nil {
				t.Fatalf("%q: both a command and %v", line, err)
			}
			checkRoundTripIfShort(t, c)
		}
		consoletest.Lines(t, line, SplitScript(line))
	})
}

func BenchmarkParseRead(b *testing.B) {
	for b.Loop() {
		if _, err := Parse("read games prefix=LoL#Corrie#201503 columns=GAME:WIN count=10"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTokensRead(b *testing.B) {
	for b.Loop() {
		tokens("read games prefix=LoL#Corrie#201503 columns=GAME:WIN count=10")
	}
}

// TestSpacedEquals checks that an error names blanks around an equals sign and suggests
// the right form, but only if the arguments are refused.
func TestSpacedEquals(t *testing.T) {
	for _, c := range []struct{ line, right, marked string }{
		{"set t r contents:html = Welcome", "contents:html=Welcome", "contents:html = Welcome"},
		{"set t r contents:html =Welcome", "contents:html=Welcome", "contents:html =Welcome"},
		{"set t r f:a=1 contents:html = 'two words'", "contents:html='two words'", "contents:html = 'two words'"},
		{"read t prefix = LoL", "prefix=LoL", "prefix = LoL"},
		{"read t prefix= LoL", "prefix=LoL", "prefix= LoL"},
		{"read t count =5", "count=5", "count =5"},
		{"createtable t families = f", "families=f", "families = f"},
		{"createtable t families=info, loan:maxversions=1", "families=info,loan:maxversions=1", "families=info, loan:maxversions=1"},
		{"set t r contents:html=Hello World", "contents:html='Hello World'", "contents:html=Hello World"},
		{"set t r f:a=1 contents:html=Hello  big World f:b=2", "contents:html='Hello  big World'", "contents:html=Hello  big World"},
		{"set t r contents:html = Hello World", "contents:html='Hello World'", "contents:html = Hello World"},
		{"set t r f:a=1 f:b", "", ""},
		{"lookup t =", "", ""}, {"set t r f:q= f:p=2", "", ""}, {"set t = f:q=1", "", ""}, {"read t x", "", ""},
	} {
		_, err := Parse(c.line)
		e, _ := err.(*base.Error)
		switch spaced := e != nil && e.Code == base.CodeSpacedEquals; {
		case spaced != (c.right != ""):
			t.Errorf("%s: %v", c.line, err)
		case spaced && (e.Args[0] != c.right || c.line[e.Pos:e.End] != c.marked):
			t.Errorf("%s: %q at %q", c.line, e.Args, c.line[e.Pos:e.End])
		}
	}
}
