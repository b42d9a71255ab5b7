//go:build !js

package client

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	hbaseshell "tabletop/engine/console/hbase"
	"tabletop/engine/filter"
	"tabletop/engine/table"
	"tabletop/lessons"
	"tabletop/lessons/author"
	"tabletop/lessons/content"
)

// corpus returns commands of every type with every option: the commands in the dialects'
// own tests, and those that neither dialect can express.
func corpus(t *testing.T) []console.Command {
	t.Helper()
	out := taught(t)
	data, err := os.ReadFile("../cbt/testdata/commands.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(string(data), "\n") {
		text := strings.TrimPrefix(line, "> ")
		if quoted, ok := strings.CutPrefix(line, `>"`); ok {
			if text, err = strconv.Unquote(`"` + quoted); err != nil {
				t.Fatal(err)
			}
		}
		if text == line {
			continue
		}
		if c, err := cbt.Parse(text); err == nil && c != nil {
			out = append(out, c)
		}
	}
	if len(out) < 50 {
		t.Fatalf("only %d commands of cbt", len(out))
	}
	for _, text := range shell {
		c, err := hbaseshell.Parse(text)
		if err != nil {
			t.Fatal(text, err)
		}
		out = append(out, c)
	}
	for _, f := range filters {
		out = append(out, console.Read{Table: "t", ShowOptions: console.ShowOptions{Expr: f.expr}})
	}
	return append(out,
		console.CreateTable{Table: "t", Families: []console.FamilySpec{
			{Name: "f", GC: table.Intersection{table.MaxVersions(2), table.Union{table.MaxAge(time.Hour), table.MaxAge(90 * time.Second)}}},
			{Name: "a", Type: table.IntSum}, {Name: "b", Type: table.IntMin, GC: table.MaxAge(24 * time.Hour)}, {Name: "c", Type: table.IntMax}, {Name: "d", Type: table.UniqueCount},
		}, Splits: []base.RowKey{"m", "\xff"}},
		console.SetGC{Table: "t", Family: "f"},
		console.SetGC{Table: "t", Family: "f", GC: table.MaxAge(1500 * time.Microsecond)},
		console.Read{Table: "t", Start: "a", End: "b", Reversed: true, Count: console.NoRows, ShowOptions: console.ShowOptions{Times: console.TimeRange{Start: 1_500_000, End: 2_000_000}, Stats: true}},
		console.SetCells{Table: "t", Row: "r\xff", Cells: []console.CellWrite{{Family: "f", Qualifier: "q\xfe", Value: "\x00v\xff", At: 5000}, {Family: "f", Qualifier: "q", Value: "é\"\\", At: table.ServerTime}}},
		console.CheckAndMutate{Table: "t", Row: "r", True: []console.CellWrite{{Family: "f", Qualifier: "q", Value: "v", At: table.ServerTime}}, False: []console.CellWrite{{Family: "f", Qualifier: "q", Value: "w", At: 0}}},
		console.ReadModifyWrite{Table: "t", Row: "r", Rule: table.AppendValue{Family: "f", Qualifier: "\xff", Value: "v"}},
		console.DeleteVersions{Table: "t", Row: "r", Family: "f", Qualifier: "q", UpTo: 1500},
		console.DeleteVersions{Table: "t", Row: "r", UpTo: 1000},
		console.DeleteVersions{Table: "t", Row: "r", Family: "f", All: true, UpTo: console.NewestVersion},
	)
}

// taught returns the commands of the solutions of all lessons.
func taught(t *testing.T) (out []console.Command) {
	t.Helper()
	all, err := author.LoadAll(content.Files, "en")
	if err != nil {
		t.Fatal(err)
	}
	add := func(text string, d engine.Dialect) {
		split, parse := cbt.SplitScript, cbt.Parse
		if d == engine.HBase {
			split, parse = hbaseshell.SplitScript, hbaseshell.Parse
		}
		for _, line := range split(text) {
			if c, err := parse(line.Text); err == nil && c != nil {
				out = append(out, c)
			}
		}
	}
	for _, l := range all {
		for _, step := range l.Solution {
			for _, a := range step {
				switch a := a.(type) {
				case lessons.TypeCommand:
					add(a.Text, a.Dialect)
				case lessons.RunRequest:
					if c, ok := a.Request.(engine.RunConsole); ok {
						add(c.Text, c.Dialect)
					}
				}
			}
		}
	}
	if len(out) < 100 {
		t.Fatalf("only %d commands are taught", len(out))
	}
	return out
}

// shell has the commands of the corpus in the HBase shell's dialect.
var shell = []string{
	"list", "list 'a.*'", "describe 't'", "exists 't'", "get_splits 't'", "disable 't'", "enable 't'", "is_enabled 't'", "is_disabled 't'", "drop 't'", "truncate 't'", "flush 't'", "compact 't'", "major_compact 't'",
	"create 't', {NAME => 'f', KEEP_DELETED_CELLS => 'TRUE', MIN_VERSIONS => 1}", "alter 't', {NAME => 'f', TTL => 60, MIN_VERSIONS => 1, KEEP_DELETED_CELLS => 'TTL'}",
	"create 't', 'f', {NAME => 'g', VERSIONS => 5, TTL => 60}, SPLITS => ['a', \"\\xff\"]",
	"alter 't', {NAME => 'f', VERSIONS => 5}, {NAME => 'g', METHOD => 'delete'}, {NAME => 'h', VERSIONS => 2147483647, TTL => 'FOREVER'}",
	"put 't', 'r', 'f:q', 'v', 15", `put 't', "\x00\xff", 'f:', 'v'`,
	"get 't', 'r', {COLUMN => 'f:a.b', VERSIONS => 3, TIMESTAMP => 5}", "get 't', 'r', {TIMERANGE => [5, 7], FILTER => 'KeyOnlyFilter()'}",
	"scan 't', {STARTROW => 'a', STOPROW => 'b', LIMIT => 5, RAW => true, VERSIONS => 2147483647}", "scan 't', {REVERSED => true, STARTROW => 'b', STOPROW => 'a'}",
	"scan 't', {ROWPREFIXFILTER => 'a', COLUMNS => ['f', 'g:h']}", `scan 't', {FILTER => "PrefixFilter('a') AND ValueFilter(=, 'binary:x')"}`, `scan 't', {FILTER => "PageFilter(2)"}`,
	"count 't', {ROWPREFIXFILTER => 'a'}", "delete 't', 'r', 'f:q'", "delete 't', 'r', 'f:q', 5", "deleteall 't', 'r'", "deleteall 't', 'r', 'f:q'", "deleteall 't', 'r', 'f:q', 5",
	"deleteall 't', 'r', 'f'", "deleteall 't', 'r', 'f', 5", "deleteall 't', {ROWPREFIXFILTER => 'a'}", "incr 't', 'r', 'f:q', -5", "append 't', 'r', 'f:q', 'x'",
	"get_counter 't', 'r', 'f:'", "get 't', 'r', 'f:q:toLong', 'f:'", "scan 't', {FORMATTER => 'toString', COLUMNS => ['f:', 'g']}", "deleteall 't', 'r', 'f:'",
	"delete 't', 'r', 'f', 5", "deleteall 't', {ROWPREFIXFILTER => 'a'}, 'f:'", "incr 't', 'r', 'f:', 2",
	`count 't', {FILTER => "QualifierFilter(=, 'binary:q')", COLUMNS => ['f:', 'g'], STARTROW => 'a', STOPROW => 'b', LIMIT => 3, REVERSED => true, RAW => true}`,
	`count 't', {FILTER => "PrefixFilter('a')"}`,
}

// filters has a filter of each kind, with the languages that lack it.
var filters = []struct {
	expr  string
	lacks []Language
}{
	{"pass()", nil}, {"block()", nil}, {"sink()", []Language{Go}}, {`row("a.*")`, nil}, {"sample(0.5)", nil}, {`family("f")`, nil}, {`qualifier("q")`, nil},
	{`value("v")`, nil}, {"offset(1)", nil}, {"limit(2)", nil}, {"latest(3)", nil}, {"strip()", nil}, {"label(x)", nil}, {`mask("\x01")`, []Language{Go, Java, Python, Node}},
	{`chain(family("f"), chain(latest(1), strip()))`, nil}, {`interleave(family("f"), chain(family("g"), qualifier("q")))`, nil},
	{`if(value("v"), label(x), strip())`, nil}, {`if(value("v"), none, strip())`, nil}, {`if(value("v"), pass())`, nil},
	{"column(f, [a, b))", nil}, {"column(f, (a, b])", []Language{Go}}, {"column(f, [,])", nil}, {"value([a, b))", nil}, {"value((a,))", []Language{Go}},
	{"time([2015-03-01, 2015-04-01))", nil}, {"time([1000, ))", nil},
}

// place finds the marks that are left if a template's argument is not put in.
var place = regexp.MustCompile(`\$[1-9]`)

func TestEveryCommandHasCodeOrSaysWhy(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range corpus(t) {
		name := strings.TrimPrefix(strings.TrimPrefix(typeName(c), "console."), "*")
		seen[name] = true
		for l := range LanguageNames {
			code := GenerateCode(Language(l), c)
			if _, helps := c.(console.Help); !helps && code.Text == "" && len(code.Unsupported) == 0 {
				t.Errorf("%s has neither %s nor a reason: %#v", name, LanguageNames[l], c)
			}
			if place.MatchString(code.Text) {
				t.Errorf("%s in %s holds a place:\n%s", name, LanguageNames[l], code.Text)
			}
		}
	}
	for _, name := range commandTypes(t) {
		if !seen[name] {
			t.Errorf("the corpus has no %s", name)
		}
	}
}

// commandTypes returns the names of all command types.
func commandTypes(t *testing.T) (names []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../command.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil && f.Name.Name == "describe" {
			names = append(names, f.Recv.List[0].Type.(*ast.Ident).Name)
		}
	}
	if len(names) < 25 {
		t.Fatalf("only %d types of commands", len(names))
	}
	return names
}

// TestFilters checks that exactly the listed clients lack a kind of filter.
func TestFilters(t *testing.T) {
	for _, f := range filters {
		tree, err := filter.Parse(f.expr)
		if err != nil {
			t.Errorf("%s: %v", f.expr, err)
			continue
		}
		for l := Go; l <= Node; l++ {
			w := &writer{Language: l}
			w.filter(tree)
			lacks := false
			for _, missing := range f.lacks {
				lacks = lacks || missing == l
			}
			if (len(w.lacks) > 0) != lacks {
				t.Errorf("%s in %s: lacks %v", f.expr, l, w.lacks)
			}
		}
	}
}

func typeName(c console.Command) string { return reflect.TypeOf(c).Name() }

// TestCode checks the code of a few commands as the user sees it.
func TestCode(t *testing.T) {
	for _, c := range []struct {
		line string
		in   Language
		want []string // lines that the code must contain
	}{
		{"set t r f:q=v f:z=w@1000", Go, []string{`mut.Set("f", "q", bigtable.Now(), []byte("v"))`, `mut.Set("f", "z", 1000, []byte("w"))`, `if err := tbl.Apply(ctx, "r", mut); err != nil {`}},
		{"set t r f:q=v f:z=w@1000", Java, []string{`client.mutateRow(RowMutation.create("t", "r")`, `    .setCell("f", "q", "v")`, `    .setCell("f", "z", 1000L, "w"));`}},
		{"set t r f:q=v f:z=w@1000", Python, []string{`table.mutate_row("r", [data.SetCell("f", "q", "v"), data.SetCell("f", "z", "w", timestamp_micros=1000)])`}},
		{"set t r f:q=v f:z=w@1000", Node, []string{`let table = instance.table("t");`, `await table.row("r").save({"f": {"q": "v", "z": {value: "w", timestamp: "1000"}}});`}},
		{"set t r f:q=v f:z=w@1000", HBase, []string{`    .addColumn(Bytes.toBytes("f"), Bytes.toBytes("z"), 1L, Bytes.toBytes("w")));`}},
		{"read t prefix=a# count=5", Go, []string{`if err := tbl.ReadRows(ctx, bigtable.PrefixRange("a#"), func(row bigtable.Row) bool {`, `}, bigtable.LimitRows(5)); err != nil {`}},
		{"read t prefix=a# count=5", Java, []string{`for (Row row : client.readRows(Query.create("t").prefix("a#").limit(5))) {`}},
		{"read t prefix=a# count=5", Python, []string{`for row in table.read_rows(data.ReadRowsQuery(row_ranges=data.RowRange(start_key="a#", end_key="a$"), limit=5)):`}},
		{"read t prefix=a# count=5", Node, []string{`for (const row of (await table.getRows({prefix: "a#", limit: 5}))[0]) {`}},
		{"read t prefix=a# count=5", HBase, []string{`for (Result row : table.getScanner(new Scan().withStartRow(Bytes.toBytes("a#")).withStopRow(Bytes.toBytes("a$")).readAllVersions().setLimit(5))) {`}},
		{"setgcpolicy t f maxversions=1 or maxage=7d", Java, []string{`admin.modifyFamilies(ModifyColumnFamiliesRequest.of("t").updateFamily("f", GCRULES.union().rule(GCRULES.maxVersions(1)).rule(GCRULES.maxAge(7, TimeUnit.DAYS))));`}},
		{"setgcpolicy t f maxversions=1 or maxage=7d", Node, []string{`await instance.table("t").family("f").setMetadata({rule: {versions: 1, age: {seconds: 604800}, union: true}});`}},
		{"setgcpolicy t f maxversions=1 or maxage=7d", Python, []string{`instance.table("t").column_family("f", gc_rule=column_family.GCRuleUnion([column_family.MaxVersionsGCRule(1), column_family.MaxAgeGCRule(datetime.timedelta(days=7))])).update()`}},
	} {
		cmd, err := cbt.Parse(c.line)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Split(GenerateCode(c.in, cmd).Text, "\n")
		for _, want := range c.want {
			if !slices.Contains(got, want) {
				t.Errorf("%s in %s lacks %s:\n%s", c.line, c.in, want, strings.Join(got, "\n"))
			}
		}
	}
}

// TestSeveral checks that the code of a script opens each client once, and declares no
// name twice.
func TestSeveral(t *testing.T) {
	var script []console.Command
	for _, line := range []string{"set t r f:q=v", "set t s f:q=v", "lookup u r", "help", "lookup t r"} {
		c, err := cbt.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		script = append(script, c)
	}
	code := GenerateCode(Go, script...).Text
	for text, times := range map[string]int{"NewClient(": 1, "tbl := ": 1, "tbl = ": 2, "mut := ": 1, "mut2 := ": 1, "row3, err := ": 1, "row4, err := ": 1} {
		if n := strings.Count(code, text); n != times {
			t.Errorf("%q stands there %d times, not %d:\n%s", text, n, times, code)
		}
	}
	if got := GenerateCode(Node, console.SetValueType{Table: "t"}, script[0]); len(got.Unsupported) != 1 || !strings.Contains(got.Text, "save(") {
		t.Errorf("what can be said is lost: %+v", got)
	}
}
