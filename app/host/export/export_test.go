//go:build !js

package export

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// hostile are texts that could break a shell, a script or a file of values.
var hostile = []string{
	"a", "be#001", "x y", "'", `"`, `\`, "$HOME", "`id`", "#", "#x", "a,b", `a,"b"`, "@5", "v@7000", "\n", "\t", "\r", "日本", "\xff\xfe",
	"--", "-1", "app-profile=x", "f:q=v", "a=b", "=", "true", "#{x}", "\\n", "\a\x1b", "a\r\nb", "{", "=>", "]", "\u202e", "~!*?()[]<>|&;",
}

// random returns tables with some of everything. Without what the cbt tool cannot be told, if
// the tool is to run their script.
func random(t *testing.T, r *rand.Rand, tool bool) []Table {
	t.Helper()
	text := func() string {
		v := hostile[r.IntN(len(hostile))]
		if tool {
			return strings.ReplaceAll(v, "\n", "z")
		}
		switch r.IntN(4) {
		case 0:
			return v + "\x00"
		case 1:
			return v + hostile[r.IntN(len(hostile))]
		default:
			return v
		}
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	var out []Table
	for i := range 1 + r.IntN(3) {
		tab, err := table.New(fmt.Sprintf("t%d.-_", i))
		must(err)
		rules := []table.GCRule{
			nil, table.MaxVersions(1), table.MaxVersions(3), table.MaxAge(36 * time.Hour), table.MaxAge(time.Millisecond),
			table.Union{table.MaxVersions(2), table.MaxAge(time.Minute)},
			table.Intersection{table.MaxAge(time.Hour), table.Union{table.MaxVersions(9), table.MaxAge(time.Second)}},
		}
		names := []base.Family{"f", "-g.h_", "true", "n"}
		for _, name := range names {
			f := table.FamilyInfo{Name: name, GC: rules[r.IntN(len(rules))]}
			if name == "n" {
				f.Type = []table.ValueType{table.IntSum, table.IntMin, table.IntMax}[r.IntN(3)]
			}
			must(tab.CreateFamily(f))
		}
		var splits []base.RowKey
		for range r.IntN(3) {
			splits = append(splits, base.RowKey(text()))
		}
		tab.SetSplitKeys(splits)
		for range r.IntN(30) {
			var muts []table.Mutation
			for range 1 + r.IntN(6) {
				at := base.Micros(1000 * r.IntN(4))
				if f := names[r.IntN(len(names))]; f == "n" {
					muts = append(muts, table.AddToCell{Family: f, Qualifier: base.Qualifier(text()), At: at, Input: table.IntInput(r.IntN(2000) - 1000)})
				} else {
					value := text()
					if r.IntN(8) == 0 {
						value = ""
					}
					qualifier := text()
					if r.IntN(8) == 0 {
						qualifier = ""
					}
					muts = append(muts, table.SetCell{Family: f, Qualifier: base.Qualifier(qualifier), At: at, Value: value})
				}
			}
			must(tab.Mutate(base.RowKey(text()), 0, muts))
		}
		out = append(out, Table{Table: tab})
	}
	return out
}

// cells lists what the tables hold, without what a form leaves out.
func cells(tables []Table, families bool, left func(table.FamilyInfo, base.Cell) bool) string {
	var b strings.Builder
	for _, t := range tables {
		fmt.Fprintf(&b, "%s %q %v\n", t.Name(), t.SplitKeys(), t.Disabled)
		infos := map[base.Family]table.FamilyInfo{}
		for _, f := range t.Families() {
			if infos[f.Name] = f; families {
				fmt.Fprintf(&b, " %s %s %s\n", f.Name, table.GCString(f.GC), f.Type)
			}
		}
		for row := range t.Scan(table.ScanQuery{}, nil) {
			line := ""
			for c := range row.Cells() {
				if left == nil || !left(infos[c.Family], c) {
					line += fmt.Sprintf(" %s:%q@%d=%q", c.Family, c.Qualifier, c.At, c.Value)
				}
			}
			if line != "" {
				fmt.Fprintf(&b, " %q%s\n", row.Key(), line)
			}
		}
	}
	return b.String()
}

// read runs a script in a new session and returns its tables.
func read(t *testing.T, d engine.Dialect, script string) []Table {
	t.Helper()
	s := engine.New(engine.Options{Now: func() base.Micros { return 1_700_000_000_000_000 }, Interpreters: []*engine.Interpreter{engine.HBaseInterpreter()}})
	if r := s.Do(engine.RunConsole{Dialect: d, Text: script}); r.Err != nil {
		t.Fatalf("line %d: %v\n%s", r.ErrLine, r.Err, script)
	}
	im := s.Image()
	var out []Table
	for _, ts := range im.States[im.Now].Tables {
		out = append(out, Table{ts.Table, ts.Disabled})
	}
	return out
}

func written(f func(WriteFunc) []Loss) (string, map[string]int64) {
	var b strings.Builder
	lost := map[string]int64{}
	for _, l := range f(func(text string) bool { b.WriteString(text); return true }) {
		lost[l.Kind] = l.Count
	}
	return b.String(), lost
}

const rounds = 150

func TestCBTScriptComesBack(t *testing.T) {
	equals := 0
	for seed := range uint64(rounds) {
		tables := random(t, rand.New(rand.NewPCG(seed, 1)), false)
		script, lost := written(func(w WriteFunc) []Loss { return WriteCBTScript(tables, w) })
		count := int64(0)
		want := cells(tables, true, func(_ table.FamilyInfo, c base.Cell) bool {
			if strings.Contains(string(c.Qualifier), "=") {
				count++
				return true
			}
			return false
		})
		if got := cells(read(t, engine.CBT, script), true, nil); got != want {
			t.Fatalf("seed %d: the script\n%s\ngave\n%s\nnot\n%s", seed, script, got, want)
		}
		if lost["equals"] != count {
			t.Errorf("seed %d: %v, not %d", seed, lost, count)
		}
		equals += int(count)
	}
	if equals == 0 {
		t.Error("no table had what the script cannot say")
	}
}

func TestHBaseScriptComesBack(t *testing.T) {
	some, empty := false, false
	for seed := range uint64(rounds) {
		tables := random(t, rand.New(rand.NewPCG(seed, 2)), false)
		tables[0].Disabled = seed%3 == 0
		script, lost := written(func(w WriteFunc) []Loss { return WriteHBaseScript(tables, w) })
		colons := int64(0)
		want := cells(tables, false, func(_ table.FamilyInfo, c base.Cell) bool {
			if strings.Contains(string(c.Qualifier), ":") {
				colons++
				return true
			}
			empty = empty || c.Qualifier == ""
			return false
		})
		if got := cells(read(t, engine.HBase, script), false, nil); got != want {
			t.Fatalf("seed %d: the script\n%s\ngave\n%s\nnot\n%s", seed, script, got, want)
		}
		if lost["typed"] != int64(len(tables)) || lost["colons"] != colons {
			t.Errorf("seed %d: %v, want %d with a colon", seed, lost, colons)
		}
		some = some || colons > 0
	}
	if !some || !empty {
		t.Errorf("a qualifier with a colon: %v, an empty one: %v", some, empty)
	}
}

func TestValuesComeBack(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(rounds) {
		for _, tab := range random(t, rand.New(rand.NewPCG(seed, 3)), false) {
			text, lost := written(func(w WriteFunc) []Loss { return WriteCSV(tab, w) })
			for what := range lost {
				seen[what] = true
			}
			if text == "" {
				continue
			}
			s := engine.New(engine.Options{Now: func() base.Micros { return 5000 }})
			s.Do(engine.RunConsole{Text: "createtable t families=f,-g.h_,true"})
			if r := s.Do(engine.RunConsole{Text: "import t x.csv", Files: []engine.PickedFile{{Name: "x.csv", Text: text}}}); r.Err != nil {
				t.Fatalf("seed %d: %v\n%q", seed, r.Err, text)
			}
			back, _ := s.Table("t")
			got := plain(back)
			want := plain(tab.Table)
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d: %q\ngave\n%q\nnot\n%q", seed, text, got, want)
			}
		}
	}
	for _, what := range []string{"times", "versions", "empty", "returns", "aggregates", "rows"} {
		if !seen[what] {
			t.Errorf("no table lost %s", what)
		}
	}
}

// plain returns what a file of values can hold of a table.
func plain(t *table.Table) (out []string) {
	types := families(Table{Table: t})
	single := strings.NewReplacer("\r\n", "\n")
	for row := range t.Scan(table.ScanQuery{}, nil) {
		last := column{}
		for c := range row.Cells() {
			at := column{c.Family, c.Qualifier}
			if at != last && c.Value != "" && types[c.Family].Type == table.Plain {
				out = append(out, single.Replace(fmt.Sprintf("%s %s:%s=%s", row.Key(), c.Family, c.Qualifier, c.Value)))
			}
			last = at
		}
	}
	slices.Sort(out)
	return out
}

func TestWhatNoFormHolds(t *testing.T) {
	tab, err := table.New("t")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []table.FamilyInfo{{Name: "u", Type: table.UniqueCount}, {Name: "f"}} {
		if err := tab.CreateFamily(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := tab.Mutate("r", 0, []table.Mutation{
		table.AddToCell{Family: "u", Qualifier: "q", Input: table.BytesInput("x")},
		table.SetCell{Family: "f", Qualifier: "", Value: strings.Repeat("x", engine.MaxConsoleText/8+1)},
		table.SetCell{Family: "f", Qualifier: "", At: 1000, Value: "a\nb\x00"},
	}); err != nil {
		t.Fatal(err)
	}
	bare, err := table.New("bare")
	if err != nil {
		t.Fatal(err)
	}
	tables := []Table{{bare, true}, {tab, false}}
	for name, c := range map[string]struct {
		write func(WriteFunc) []Loss
		want  map[string]int64
		lines int
	}{
		"cbt":   {func(w WriteFunc) []Loss { return WriteCBTScript(tables, w) }, map[string]int64{"disabled": 1, "sketch": 1, "long": 1, "zero": 1, "breaks": 1}, 3},
		"hbase": {func(w WriteFunc) []Loss { return WriteHBaseScript(tables, w) }, map[string]int64{"bare": 1, "typed": 1, "sketch": 1, "long": 1}, 2},
		"csv":   {func(w WriteFunc) []Loss { return WriteCSV(tables[1], w) }, map[string]int64{"times": 0, "aggregates": 1, "unnamed": 1}, 0},
		"none":  {func(w WriteFunc) []Loss { return WriteCSV(tables[0], w) }, map[string]int64{"times": 0}, 0},
	} {
		text, lost := written(c.write)
		if fmt.Sprint(lost) != fmt.Sprint(c.want) || strings.Count(text, "\n") != c.lines {
			t.Errorf("%s: %v, %d lines", name, lost, strings.Count(text, "\n"))
		}
	}
}

func TestManyColumns(t *testing.T) {
	tab, err := table.New("t")
	if err != nil {
		t.Fatal(err)
	}
	if err := tab.CreateFamily(table.FamilyInfo{Name: "f"}); err != nil {
		t.Fatal(err)
	}
	for i := range base.MaxCSVColumns + 5 {
		cell := table.SetCell{Family: "f", Qualifier: base.Qualifier(fmt.Sprintf("q%05d", i)), Value: "v"}
		if err := tab.Mutate("r", 0, []table.Mutation{cell}); err != nil {
			t.Fatal(err)
		}
	}
	text, lost := written(func(w WriteFunc) []Loss { return WriteCSV(Table{Table: tab}, w) })
	if lost["columns"] != 5 || strings.Count(text, "\n") != 3 {
		t.Errorf("%v", lost)
	}
	// A row is on one line of a script, or on a few.
	script, _ := written(func(w WriteFunc) []Loss { return WriteCBTScript([]Table{{Table: tab}}, w) })
	if n := strings.Count(script, "\n"); n != 1+(base.MaxCSVColumns+5+maxLineCells-1)/maxLineCells {
		t.Errorf("%d lines", n)
	}
}

func TestStopsWhenTold(t *testing.T) {
	tables := random(t, rand.New(rand.NewPCG(1, 1)), false)
	for name, write := range map[string]func(WriteFunc) []Loss{
		"cbt":   func(w WriteFunc) []Loss { return WriteCBTScript(tables, w) },
		"hbase": func(w WriteFunc) []Loss { return WriteHBaseScript(tables, w) },
		"csv":   func(w WriteFunc) []Loss { return WriteCSV(tables[0], w) },
	} {
		calls := 0
		write(func(string) bool { calls++; return calls < 3 })
		if calls != 3 {
			t.Errorf("%s: asked %d times", name, calls)
		}
	}
}

// TestOddFormulasAreSaid tests that values which a spreadsheet may take for formulas are
// written byte for byte, and counted as a loss. Before, nothing was said.
func TestOddFormulasAreSaid(t *testing.T) {
	tab, err := table.New("t")
	if err != nil {
		t.Fatal(err)
	}
	if err := tab.CreateFamily(table.FamilyInfo{Name: "f"}); err != nil {
		t.Fatal(err)
	}
	values := []string{"=cmd|' /C calc'!A0", "@SUM(1)", "+x", "-y", "-5", "+1.5e3", "a=b", "\t=x"}
	for i, v := range values {
		if err := tab.SetCells(base.RowKey(fmt.Sprint("r", i)), 1000, []base.Cell{{Family: "f", Qualifier: "q", At: 1000, Value: v}}); err != nil {
			t.Fatal(err)
		}
	}
	text := ""
	lost := WriteCSV(Table{Table: tab}, func(s string) bool { text += s; return true })
	if !slices.Contains(lost, Loss{"formulas", 5}) || !strings.Contains(text, "r0,=cmd|' /C calc'!A0\n") {
		t.Errorf("%v of\n%s", lost, text)
	}
}

// TestLinesAreThoseOfTheLibrary tests that values are quoted as the standard library does.
func TestLinesAreThoseOfTheLibrary(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	var want bytes.Buffer
	library := csv.NewWriter(&want)
	got := ""
	l := lines{write: func(text string) bool { got += text; return true }, lost: losses{}}
	for range 5000 {
		var record []string
		for range 2 + r.IntN(4) {
			switch v := hostile[r.IntN(len(hostile))]; r.IntN(5) {
			case 0:
				record = append(record, "")
			case 1:
				record = append(record, " "+v)
			case 2:
				record = append(record, v+hostile[r.IntN(len(hostile))])
			case 3:
				record = append(record, []string{`\.`, "\u00a0x", "\u2003", "\x85"}[r.IntN(4)])
			default:
				record = append(record, v)
			}
		}
		if err := library.Write(record); err != nil || !l.line(record) {
			t.Fatal(err)
		}
	}
	library.Flush()
	if l.end(); got != want.String() {
		t.Error("the lines differ")
	}
}

// TestManyLinesAtOnce tests that lines are written in batches, and that a batch can stop the
// writing.
func TestManyLinesAtOnce(t *testing.T) {
	tab, err := table.New("t")
	if err != nil {
		t.Fatal(err)
	}
	if err := tab.CreateFamily(table.FamilyInfo{Name: "f"}); err != nil {
		t.Fatal(err)
	}
	for i := range 2000 {
		if err := tab.SetCells(base.RowKey(fmt.Sprintf("r%04d", i)), 1000, []base.Cell{{Family: "f", Qualifier: "q", At: 1000, Value: "value"}}); err != nil {
			t.Fatal(err)
		}
	}
	calls, asked, longest := 0, 0, 0
	WriteCSV(Table{Table: tab}, func(text string) bool {
		if longest = max(longest, len(text)); text == "" {
			asked++
		} else {
			calls++
		}
		return true
	})
	if calls < 3 || calls > 10 || asked < 10 || longest > linesAtOnce+100 {
		t.Errorf("%d calls of at most %d bytes, %d without text", calls, longest, asked)
	}
	for stop := range 40 {
		n := 0
		if WriteCSV(Table{Table: tab}, func(string) bool { n++; return n <= stop }); n > stop+1 {
			t.Fatalf("told to stop after %d, it went on to %d", stop, n)
		}
	}
}
