//go:build !js

package i18n

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console/cbt"
	hbaseshell "tabletop/engine/console/hbase"
	"tabletop/engine/hbase/hfilter"
)

// english returns a file of English sentences.
func english(t *testing.T, name string) map[base.Code]string {
	t.Helper()
	files, err := ReadSentenceFiles(TextFiles, fallback)
	if err != nil {
		t.Fatal(err)
	}
	into := sentences{}
	for _, f := range files {
		if f.Name == name {
			into.add(fallback, f)
		}
	}
	if len(into[fallback]) == 0 {
		t.Fatalf("no sentences in %s", name)
	}
	return into[fallback]
}

// documented reads the constants of the engine's codes from a file, each with the number of
// arguments that its comment names.
func documented(t *testing.T, name string) map[base.Code]int {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", "..", "engine", "base", name), nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	aside := regexp.MustCompile(`"[^"]*"|\([^)]*\)`)
	codes := map[base.Code]int{}
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			spec := s.(*ast.ValueSpec)
			for i, name := range spec.Names {
				if i >= len(spec.Values) {
					t.Fatalf("%s has no value of its own", name)
				}
				value, err := strconv.Unquote(spec.Values[i].(*ast.BasicLit).Value)
				if err != nil || spec.Comment == nil {
					t.Fatalf("%s: no text or no comment behind it", name)
				}
				args := strings.TrimSpace(aside.ReplaceAllString(spec.Comment.Text(), ""))
				codes[base.Code(value)] = strings.Count(args, ",")
				if args != "" {
					codes[base.Code(value)]++
				}
			}
		}
	}
	return codes
}

// places collects the arguments that a template uses, including those in sentences that it
// looks up.
func places(nodes []node, table map[base.Code]string, into map[int]bool) {
	for _, n := range nodes {
		if n.arg > 0 {
			into[n.arg] = true
		}
		for _, text := range lookedUp(n, table) {
			nodes, _ := parseTemplate(text)
			places(nodes, table, into)
		}
		places(n.yes, table, into)
		places(n.no, table, into)
	}
}

// lookedUp returns the sentences that a lookup chooses from.
func lookedUp(n node, table map[base.Code]string) map[base.Code]string {
	found := map[base.Code]string{}
	for code, text := range table {
		if n.form == formLookup && strings.HasPrefix(string(code), n.with) {
			found[code] = text
		}
	}
	return found
}

// lookups collects the codes that templates look up.
func lookups(nodes []node, table map[base.Code]string, into map[base.Code]bool) {
	for _, n := range nodes {
		for code := range lookedUp(n, table) {
			into[code] = true
		}
		lookups(n.yes, table, into)
		lookups(n.no, table, into)
	}
}

// TestCodes compares the English sentences with the engine's codes: each code has a sentence,
// which uses exactly the code's arguments. Other languages are compared with English by package
// languages.
func TestCodes(t *testing.T) {
	codes := documented(t, "refusal_codes.go")
	if len(codes) < 50 {
		t.Fatalf("only %d codes found", len(codes))
	}
	for code := range codes {
		if !hasSentence(code) {
			t.Errorf("%s has no English sentence", code)
		}
	}
	for lang, table := range (sentences{fallback: spoken[fallback]}) {
		parts := map[base.Code]bool{}
		for code, text := range table {
			nodes, err := parseTemplate(text)
			if err != nil {
				t.Errorf("%s: %s: %v: %s", lang, code, err, text)
				continue
			}
			lookups(nodes, table, parts)
		}
		for code, text := range table {
			nodes, _ := parseTemplate(text)
			got := map[int]bool{}
			places(nodes, table, got)
			most, known := codes[base.Code(strings.TrimSuffix(strings.TrimSuffix(string(code), ".hbase"), ".api"))] // the sentence of a dialect
			switch {
			case known:
			case parts[code]:
				continue // counted with the sentence that looks it up
			case strings.HasPrefix(string(code), "help."):
				most = 1
			default:
				t.Errorf("%s: %s is no code of the engine's", lang, code)
				continue
			}
			want := map[int]bool{}
			for i := range most {
				want[i+1] = true
			}
			if !maps.Equal(got, want) {
				t.Errorf("%s: %s uses arguments %v of %d: %s", lang, code, slices.Sorted(maps.Keys(got)), most, text)
			}
		}
	}
}

// TestHelp tests that there is a sentence for everything in the console's table of commands.
func TestHelp(t *testing.T) {
	used := map[base.Code]bool{}
	for _, c := range slices.Concat(cbt.CommandHelps(), hbaseshell.CommandHelps()) {
		used[c.Help] = true
		for _, p := range c.Args {
			used[p.Help] = true
		}
	}
	for code := range used {
		if !hasSentence(code) {
			t.Errorf("%s has no English sentence", code)
		}
	}
	for code := range english(t, "help") {
		if !used[code] {
			t.Errorf("%s explains nothing", code)
		}
	}
}

// TestExpected tests that the console's refusals of bad values say in words what is expected.
func TestExpected(t *testing.T) {
	said := map[base.Code]bool{}
	check := func(line string, e *base.Error) {
		code := base.Code("expect." + e.Args[2])
		said[code] = true
		if text := ErrorSentence("en", e); !hasSentence(code) || !strings.Contains(text, spoken[fallback][code]) {
			t.Errorf("%s: %s", line, text)
		}
	}
	for _, line := range []string{
		"read t count=x", "read t cells-per-column=0", "read t reversed=x", "read t include-stats=x", "read t columns=:",
		"createtable t splits=a,", "createtable t families=", "createfamily t :", "createfamily t f:never:x", "addtocell t r f:q=x",
		"import t f batch-size=0", "import t f timestamp=x",
	} {
		_, err := cbt.Parse(line)
		e, ok := err.(*base.Error)
		if !ok || e.Code != base.CodeBadArg {
			t.Errorf("%s: %v", line, err)
			continue
		}
		check(line, e)
	}
	for _, line := range []string{
		"delete 't', 'r', 'f'", "put 't', 'r', 'f:a:b', 'v'", "get 't', 'r', 'f:a:b'", "scan 't', {FORMATTER => 'x'}",
		"get 't', 'r', ':q'", "alter 't', NAME => 'f', METHOD => 'x'", "create 't', {VERSIONS => 1}", "scan 't', {TIMERANGE => [2, 1]}",
		"create 't', 'f', SPLITS => ['']", "list 1", "scan 't', {COLUMNS => 1}", "create 't', {NAME => 'f', TTL => 0}",
		"create 't', {NAME => 'f', MIN_VERSIONS => 2}", "create 't', {NAME => 'f', KEEP_DELETED_CELLS => 'x'}",
	} {
		_, err := hbaseshell.Parse(line)
		e, ok := err.(*base.Error)
		if !ok || e.Code != base.CodeBadArg {
			t.Errorf("%s: %v", line, err)
			continue
		}
		check(line, e)
	}
	for _, text := range []string{"PrefixFilter(a)", "PageFilter(x)", "RowFilter(x, 'binary:a')", "RowFilter(=, 'a')", "RowFilter(<, 'substring:a')"} {
		_, err := hfilter.Parse(text)
		e, ok := err.(*base.Error)
		if !ok || e.Code != base.CodeBadArg {
			t.Errorf("%s: %v", text, err)
			continue
		}
		check(text, e)
	}
	for code := range english(t, "refusals") {
		if strings.HasPrefix(string(code), "expect.") && !said[code] {
			t.Errorf("%s is never expected", code)
		}
	}
}

func TestSentence(t *testing.T) {
	long := strings.Repeat("é", 200)
	for _, c := range []struct {
		code base.Code
		args []string
		want string
	}{
		{base.CodeNoFamily, []string{"games", "STATS", "GAME"}, `Table games has no family "STATS". Declared: GAME. Create it first: createfamily games STATS`},
		{base.CodeNoFamily, []string{"games", "STATS", ""}, `Table games has no family "STATS". None is declared yet. Create it first: createfamily games STATS`},
		{base.CodeNoTable, []string{"game", "games"}, `There is no table "game". Did you mean games?`},
		{base.CodeNoTable, []string{"x", ""}, `There is no table "x". ls lists the tables.`},
		{base.CodeUnknownArg, []string{"read", "limit", "count"}, `read has no argument limit. Did you mean count?`},
		{base.CodeRecipeFew, []string{"1200", "365", ""}, `The records need 1,200 different combinations of the unique fields, and there are 365. Give these fields more values, or make fewer records.`},
		{base.CodeRecipeFew, []string{"12", "3", "LoL"}, `The records with “LoL” need 12 different combinations of the unique fields, and there are 3. Give these fields more values, or make fewer records.`},
		{base.CodeBadArg, []string{"count", "many", "number"}, `count cannot be "many": give a whole number, 0 or more.`},
		{base.CodeBadArg, []string{"families", "", "families"}, `families cannot be empty: give families such as GAME or GAME:maxversions=3, with commas between them.`},
		{base.CodeBadArg, []string{"x", "y", "something else"}, `x cannot be "y": give something else.`},
		{base.CodeKeyTooLong, []string{"5000", "4096"}, `The row key has 5,000 bytes; 4,096 is the most. Keys are stored again and again, so keep them far shorter.`},
		{base.CodeValueTooLong, []string{"104857601", "104857600"}, `The value has 100 MB; a cell holds 100 MB at most. Spread it over several cells or rows.`},
		{base.CodeUnclosedQuote, []string{`"`}, `The quote " is not closed.`},
		{base.CodeUnclosedQuote, []string{`\`}, `A backslash joins the next line to this one, and no line follows.`},
		{base.CodeTemplateAdjacent, []string{"game", "date"}, `Nothing separates {game} from {date}. Put a separator between them: {game}#{date}`},
		{base.CodeBadCell, []string{"a\x00\"b\xff"}, `"a\x00"b\xff" is not a cell. Write FAMILY:QUALIFIER=VALUE, such as info:name=Ann.`},
		{base.CodeBadCell, []string{"{2} {1}"}, `"{2} {1}" is not a cell. Write FAMILY:QUALIFIER=VALUE, such as info:name=Ann.`},
		{base.CodeArgTwice, []string{long}, long[:300] + `… is given twice. Keep one of them.`},
		{base.NoteLoaded, []string{"games", "100000", "1", "{game}"}, `100,000 records loaded into games as 1 row under {game}.`},
		{base.NoteCollided, []string{"1", `"LoL#20150302"`}, `1 record is lost: a later one has the same row key and the same time, so it took its place and no version is kept. Such keys: "LoL#20150302".`},
		{"help.count", nil, `Counts rows. Every row it counts is read.`},
		{"help.count", []string{"count TABLE"}, `count TABLE: Counts rows. Every row it counts is read.`},
		{"never-heard-of", []string{"a", "\n"}, `never-heard-of · a · \n`},
	} {
		if got := EngineSentence("en", c.code, c.args...); got != c.want {
			t.Errorf("%s %q\n got %s\nwant %s", c.code, c.args, got, c.want)
		}
	}
	if got := ErrorSentence("en", base.Refuse(base.CodeArgTwice, "count")); got != "count is given twice. Keep one of them." {
		t.Errorf("got %s", got)
	}
	if got := ErrorSentence("en", nil); got != "" {
		t.Errorf("nil says %q", got)
	}
}

func TestFallback(t *testing.T) {
	s := sentences{
		"en": {"a": "one {1:e.}", "b": "two", "e.x": "X"},
		"it": {"a": "uno {1:e.}"},
		"zh": {"b": "二"}, "zh-TW": {"a": "壹"},
	}
	for _, c := range []struct {
		lang string
		code base.Code
		want string
	}{
		{"en", "a", "one X"}, {"en-GB", "b", "two"}, {"it", "a", "uno X [en]"}, {"it", "b", "two [en]"},
		{"zh-TW", "a", "壹"}, {"zh-TW", "b", "二"}, {"fr", "a", "one X [en]"}, {"", "b", "two [en]"}, {"it", "c", "c · x"},
	} {
		if got := s.say(c.lang, c.code, []string{"x"}); got != c.want {
			t.Errorf("%s %s: got %s, want %s", c.lang, c.code, got, c.want)
		}
	}
}

func TestMalformed(t *testing.T) {
	for _, text := range []string{"{", "}", "a{b}", "{0}", "{}", "{1", "{1?{2}", "{1!}", "{1=x}", "{1?{}}", "{1?a|{x}}", "{1@single?a|b}", "{1@one}"} {
		if nodes, err := parseTemplate(text); err == nil {
			t.Errorf("%s is read as %+v", text, nodes)
		}
	}
}

func TestCollectedOf(t *testing.T) {
	for args, want := range map[[3]string]string{
		{"1", "0", "0"}: "Family f: 1 too old.",
		{"0", "2", "0"}: "Family f: 2 beyond the versions it keeps.",
		{"0", "2", "3"}: "Family f: 2 beyond the versions it keeps, 3 both.",
		{"1", "0", "3"}: "Family f: 1 too old, 3 both.",
		{"1", "2", "3"}: "Family f: 1 too old, 2 beyond the versions it keeps, 3 both.",
	} {
		if got := EngineSentence("en", base.NoteCollectedOf, append([]string{"f"}, args[:]...)...); got != want {
			t.Errorf("%v: %q, want %q", args, got, want)
		}
	}
}

// TestErrorIn tests that a refusal names commands of the dialect in which it is read.
func TestErrorIn(t *testing.T) {
	e := base.Refuse(base.CodeNoFamily, "t", "f", "")
	if got := ErrorSentenceInDialect("en", "cbt", e); !strings.HasSuffix(got, "createfamily t f") || got != ErrorSentence("en", e) {
		t.Errorf("in cbt: %s", got)
	}
	if got := ErrorSentenceInDialect("en", "hbase", e); !strings.HasSuffix(got, "alter 't', NAME => 'f'") {
		t.Errorf("in the HBase shell: %s", got)
	}
	other := base.Refuse(base.CodeReadOnly)
	if got := ErrorSentenceInDialect("en", "hbase", other); got == "" || got != ErrorSentence("en", other) {
		t.Errorf("what speaks of no command: %s", got)
	}
	if got := ErrorSentenceInDialect("en", "hbase", nil); got != "" {
		t.Errorf("nothing: %s", got)
	}
}

// TestEnds tests that only long texts lose their middle, and that no character is cut.
func TestEnds(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "",
		strings.Repeat("x", 144): strings.Repeat("x", 144),
		strings.Repeat("x", 100) + "\x00" + strings.Repeat("y", 50): strings.Repeat("x", 48) + "…" + strings.Repeat("y", 48),
		"x" + strings.Repeat("é", 99):                               "x" + strings.Repeat("é", 23) + "…" + strings.Repeat("é", 24),
		strings.Repeat("\x80", 150):                                 strings.Repeat(`\x80`, 44) + "…" + strings.Repeat(`\x80`, 44),
	} {
		if got := ElideMiddle(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestFamilyNamedTwice tests that the refusal of a command that names a family twice does not
// say that the table has it already.
func TestFamilyNamedTwice(t *testing.T) {
	for _, tt := range []struct {
		dialect engine.Dialect
		text    string
	}{{engine.CBT, "createtable t families=f,f"}, {engine.HBase, "create 't', 'f', 'f'"}} {
		s := engine.New(engine.Options{Now: func() base.Micros { return 0 }, Interpreters: []*engine.Interpreter{engine.HBaseInterpreter()}})
		err := s.Do(engine.RunConsole{Dialect: tt.dialect, Text: tt.text}).Err
		if said := ErrorSentence("en", err); said != `The family "f" is named twice. Name each family once.` {
			t.Errorf("of %s is said %q", tt.text, said)
		}
		s.Do(engine.RunConsole{Text: "createtable t families=f"})
		if said := ErrorSentence("en", s.Do(engine.RunConsole{Text: "createfamily t f"}).Err); said != `Table t has a family "f" already.` {
			t.Errorf("of one that is there is said %q", said)
		}
	}
}
