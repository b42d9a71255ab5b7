package hbase

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
	"tabletop/engine/console/cbt"
	"tabletop/engine/console/token"
	"tabletop/engine/table"
	"tabletop/web/test/consoletest"
)

// lines are commands with the text in which they are printed, if that differs.
var lines = []struct{ text, want string }{
	{"list", ""},
	{"list 'a.*'", ""},
	{`list "a"`, "list 'a'"},
	{"describe 't'", ""},
	{"desc 't'", "describe 't'"},
	{"exists 't'", ""},
	{"get_splits 't'", ""},
	{"disable 't'", ""},
	{"enable 't'", ""},
	{"drop 't'", ""},
	{"truncate 't'", ""},
	{"help", ""},
	{"help 'desc'", "help 'describe'"},
	{"help scan", "help 'scan'"},
	{"create 't', 'f'", ""},
	{"create 't', 'f', {NAME => 'g', VERSIONS => 5}, SPLITS => ['a', \"\\xff\"]", `create 't', 'f', {NAME => 'g', VERSIONS => 5}, SPLITS => ['a', "\xFF"]`},
	{"create 't', NAME => 'f', 'VERSIONS' => '5', TTL => 60", "create 't', {NAME => 'f', VERSIONS => 5, TTL => 60}"},
	{"create 't', {NAME => 'f', VERSIONS => 2147483647}", ""},
	{"create 't', {NAME => 'f', TTL => 'FOREVER', COMPRESSION => 'SNAPPY'}", "create 't', 'f'"},
	{"create 't', NAME => 'f', SPLITS => 'm'", "create 't', 'f', SPLITS => ['m']"},
	{"alter 't', NAME => 'f', VERSIONS => 5", "alter 't', {NAME => 'f', VERSIONS => 5}"},
	{"alter 't', 'f', {NAME => 'g', METHOD => 'delete'}", "alter 't', {NAME => 'f'}, {NAME => 'g', METHOD => 'delete'}"},
	{"alter 't', 'delete' => 'f'", ""},
	{"alter 't', {NAME => 'f', METHOD => 'delete'}", "alter 't', 'delete' => 'f'"},
	{"alter 't', {NAME => 'f', TTL => 'FOREVER'}", ""},
	{"put 't', 'r', 'f:q', 'v'", ""},
	{"put 't', 'r', 'f:q.z', 'it\\'s \\\\ \\n', 15", `put 't', 'r', 'f:q.z', 'it\'s \\ \\n', 15`},
	{`put 't', "\x00\n\t\e\101\u00e9\u{1F600}\"\q#", 'f', 7`, `put 't', "\x00\n\t\x1BA\xC3\xA9\xF0\x9F\x98\x80\"q\#", 'f:', '7'`},
	{"get 't', 'r'", ""},
	{"get 't', 'r', 'f:q', ['g', 'h:']", "get 't', 'r', {COLUMNS => ['f:q', 'g', 'h:']}"},
	{"get 't', 'r', 'f:q:toLong', ['f::toInt', 'f']", "get 't', 'r', {COLUMNS => ['f:q:toLong', 'f::toInt', 'f']}"},
	{"scan 't', {COLUMN => 'f:q:c(org.apache.hadoop.hbase.util.Bytes).toShort'}", "scan 't', {COLUMN => 'f:q:toShort'}"},
	{"scan 't', {FORMATTER_CLASS => 'org.apache.hadoop.hbase.util.Bytes', FORMATTER => 'toString'}", "scan 't', {FORMATTER => 'toString'}"},
	{"get 't', 'r', {FORMATTER => 'toStringBinary'}", "get 't', 'r'"},
	{"get_counter 't', 'r', 'f:q'", ""},
	{"get_counter 't', 'r', 'f'", "get_counter 't', 'r', 'f:'"},
	{"count 't', 10", "count 't', {INTERVAL => 10}"},
	{"count 't', {STARTKEY => 'a', ENDKEY => 'b', COLUMNS => ['f:', 'g:q:toInt'], LIMIT => 3, VERSIONS => 5, RAW => true, FILTER => \"PageFilter(3)\", INTERVAL => 2, CACHE => 5}",
		"count 't', {INTERVAL => 2, STARTROW => 'a', STOPROW => 'b', LIMIT => 3, RAW => true, COLUMNS => ['f:', 'g:q:toInt'], FILTER => 'PageFilter(3)'}"},
	{"count 't', {REVERSED => true, STARTROW => 'b', STOPROW => 'a', TIMERANGE => [1, 5]}", "count 't', {STARTROW => 'b', STOPROW => 'a', REVERSED => true, TIMERANGE => [1, 5]}"},
	{"create 't', {NAME => 'f', KEEP_DELETED_CELLS => false, MIN_VERSIONS => 0, NEW_VERSION_BEHAVIOR => 'false', TTL => '1 DAY 30 minutes'}", "create 't', {NAME => 'f', VERSIONS => 1, TTL => 88200}"},
	{"get 't', 'r', 'f:'", "get 't', 'r', {COLUMN => 'f:'}"},
	{"scan 't', {COLUMNS => ['f', 'f:']}", ""},
	{"scan 't', {STARTKEY => 'a', ENDROW => 'b'}", "scan 't', {STARTROW => 'a', STOPROW => 'b'}"},
	{"scan 't', {STARTROW => 'a', ENDKEY => 'b'}", "scan 't', {STARTROW => 'a', STOPROW => 'b'}"},
	{"put 't', 'r', 'f:', 'v'", ""},
	{"put 't', 'r', 'f', 'v'", "put 't', 'r', 'f:', 'v'"},
	{"incr 't', 'r', 'f:', 2", ""},
	{"append 't', 'r', 'f:', 'v'", ""},
	{"delete 't', 'r', 'f:'", ""},
	{"delete 't', 'r', 'f', 5", ""},
	{"deleteall 't', 'r', 'f:'", ""},
	{"deleteall 't', 'r', 'f:', 5", ""},
	{"deleteall 't', 'r', ''", "deleteall 't', 'r'"},
	{"deleteall 't', 'r', '', 5", ""},
	{"deleteall 't', {ROWPREFIXFILTER => 'a', CACHE => 10}, 'f:q'", "deleteall 't', {ROWPREFIXFILTER => 'a'}, 'f:q'"},
	{"deleteall 't', {ROWPREFIXFILTER => 'a'}, 'f', 5", ""},
	{"deleteall 't', {ROWPREFIXFILTER => 'a'}, '', 5", ""},
	{"get 't', 'r', {COLUMN => 'f:a.b', VERSIONS => 3, TIMESTAMP => 5}", ""},
	{"get 't', 'r', TIMERANGE => [5, 6]", "get 't', 'r', {TIMESTAMP => 5}"},
	{"get 't', 'r', {TIMERANGE => [5, 7], FILTER => \"KeyOnlyFilter( )\"}", "get 't', 'r', {TIMERANGE => [5, 7], FILTER => 'KeyOnlyFilter()'}"},
	{"scan 't'", ""},
	{"scan 't', {}", "scan 't'"},
	{"scan 't', {STARTROW => 'a', STOPROW => 'b', LIMIT => 5, RAW => true, VERSIONS => 2147483647}", ""},
	{"scan 't', {STARTROW => 'a', STOPROW => 'a'}", ""},
	{"scan 't', {REVERSED => true, STARTROW => 'a', STOPROW => 'a'}", "scan 't', {STARTROW => 'a', STOPROW => 'a', REVERSED => true}"},
	{"scan 't', {REVERSED => true, STARTROW => 'b', STOPROW => 'a'}", "scan 't', {STARTROW => 'b', STOPROW => 'a', REVERSED => true}"},
	{"scan 't', {REVERSED => true, STARTROW => 'b'}", "scan 't', {STARTROW => 'b', REVERSED => true}"},
	{"scan 't', {REVERSED => false, RAW => false}", "scan 't'"},
	{"scan 't', {ROWPREFIXFILTER => 'a', COLUMNS => ['f', 'g:h']}", ""},
	{"scan 't', {FILTER => \"PrefixFilter('a''b')\"}", `scan 't', {FILTER => 'PrefixFilter(\'a\'\'b\')'}`},
	{"is_enabled 't'", ""},
	{"is_disabled 't'", ""},
	{"count 't'", ""},
	{"count 't', INTERVAL => 10", "count 't', {INTERVAL => 10}"},
	{"count 't', {ROWPREFIXFILTER => 'a'}", ""},
	{"delete 't', 'r', 'f:q'", ""},
	{"delete 't', 'r', 'f:q', 5", ""},
	{"deleteall 't', 'r'", ""},
	{"deleteall 't', 'r', 'f:q'", ""},
	{"deleteall 't', 'r', 'f:q', 5", ""},
	{"deleteall 't', 'r', 'f'", ""},
	{"deleteall 't', 'r', 'f', 5", ""},
	{"deleteall 't', {ROWPREFIXFILTER => 'a'}", ""},
	{"incr 't', 'r', 'f:q'", "incr 't', 'r', 'f:q', 1"},
	{"incr 't', 'r', 'f:q', -5", ""},
	{"append 't', 'r', 'f:q', ''", ""},
	{"hbase(main):001:0> scan 't', # all\n  {LIMIT =>\n 1} # rows", "scan 't', {LIMIT => 1}"},
	{"scan 't', \\\n {LIMIT => 1,}", "scan 't', {LIMIT => 1}"},
}

func TestParse(t *testing.T) {
	for _, c := range lines {
		cmd, err := Parse(c.text)
		checkTokens(t, c.text, err)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if c.want == "" {
			c.want = c.text
		}
		checkRoundTrip(t, cmd)
		if word, _, _ := strings.Cut(Dialect.CommandWord(cmd), " "); !strings.HasPrefix(c.want, word) {
			t.Errorf("%s: said to be %s", c.want, word)
		}
		if got, _ := Print(cmd); got != c.want {
			t.Errorf("%s\nis printed as %s\nwant %s", c.text, got, c.want)
		}
	}
	for _, text := range []string{"", " \n\t", "# nothing", "hbase> "} {
		if cmd, err := Parse(text); cmd != nil || err != nil {
			t.Errorf("%q: %v, %v", text, cmd, err)
		}
		checkTokens(t, text, nil)
	}
}

func checkRoundTrip(t *testing.T, c console.Command) {
	t.Helper()
	text, err := Print(c)
	if err != nil {
		t.Fatalf("%#v does not print: %v", c, err)
	}
	if len(text) > console.MaxLine {
		return
	}
	again, err := Parse(text)
	if err != nil || !reflect.DeepEqual(c, again) {
		t.Fatalf("%#v\nprints as %s\nwhich gives %#v, %v", c, text, again, err)
	}
	if strings.ContainsAny(text, "\n\r\x00") {
		t.Fatalf("%#v is printed on more than one line: %q", c, text)
	}
}

// checkTokens checks the tokens of a line and the range to which its error points.
func checkTokens(t *testing.T, line string, err error) {
	t.Helper()
	consoletest.Tokens(t, line, tokens(line), err)
}

// TestIncomplete checks that a command asks for another line only if another line could
// complete it.
func TestIncomplete(t *testing.T) {
	for _, c := range []struct {
		text string
		code base.Code
		more bool
	}{
		{"scan 't", base.CodeUnclosedQuote, true},
		{`get 't', "r\`, base.CodeUnclosedQuote, true},
		{"scan 't', {", base.CodeUnclosedBracket, true},
		{"scan 't', {LIMIT", base.CodeShellSyntax, true},
		{"scan 't', {LIMIT =>", base.CodeShellSyntax, true},
		{"scan 't', {LIMIT => 1", base.CodeUnclosedBracket, true},
		{"scan 't', {COLUMNS => ['a',\n", base.CodeUnclosedBracket, true},
		{"scan 't', # more", base.CodeShellSyntax, true},
		{"scan 't', LIMIT =>", base.CodeShellSyntax, true},
		{"scan 't', LIMIT", base.CodeExtraArg, false},
		{"scan 't', {LIMIT 1}", base.CodeShellSyntax, false},
		{"scan 't', {LIMIT => 1]", base.CodeShellSyntax, false},
		{"scan 't' {LIMIT => 1}", base.CodeShellSyntax, false},
		{"scan", base.CodeMissingArg, false},
		{"scan 't'\nlist", base.CodeShellSyntax, false},
		{"scan 't', 1.5", base.CodeOutsideRuby, false},
		{"scan 't', 12abc", base.CodeOutsideRuby, false},
		{"scan 't', :a", base.CodeOutsideRuby, false},
		{"scan 't', 99999999999999999999", base.CodeOutsideRuby, false},
		{"scan('t')", base.CodeOutsideRuby, false},
		{"scan 't'; list", base.CodeOutsideRuby, false},
		{`scan "#{t}"`, base.CodeOutsideRuby, false},
		{`scan "\xg"`, base.CodeOutsideRuby, false},
		{`scan "\u12"`, base.CodeOutsideRuby, false},
		{"t = 1", base.CodeOutsideRuby, false},
		{"t 1", base.CodeUnknownCommand, false},
		{"'t'", base.CodeShellSyntax, false},
		{"split 't'", base.CodeCommandUnsupported, false},
		{"create 't', {NAME => 'f', MIN_VERSIONS => 2}", base.CodeBadArg, false},
		{"create 't', {NAME => 'f', KEEP_DELETED_CELLS => 'YES'}", base.CodeBadArg, false},
		{"alter 't', {NAME => 'f', MIN_VERSIONS => -1}", base.CodeBadArg, false},
		{"drop t", base.CodeBadArg, false},
		{"delete 't', 'r', 'f'", base.CodeBadArg, false},
		{"scan 't', {ENDROW => 'b', STOPROW => 'c'}", base.CodeArgTwice, false},
		{"count 't', {PREFIX => 'b'}", base.CodeUnknownArg, false},
		{"drop nil", base.CodeBadArg, false},
	} {
		_, err := Parse(c.text)
		checkTokens(t, c.text, err)
		var e *base.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Incomplete != c.more {
			t.Errorf("%s: %#v", c.text, err)
		}
	}
}

// TestFiltersOfCBT checks that filters that compare keys, names and values are printed as
// filters of the shell.
func TestFiltersOfCBT(t *testing.T) {
	for text, want := range map[string]string{
		"read t filter=value(/a/)": `scan 't', {VERSIONS => 2147483647, FILTER => 'ValueFilter(=, \'binary:a\')'}`,
		`lookup t k filter='chain(row("r"), family(/f/), qualifier(/a\./), value((, 7]), value((x, )))'`: `get 't', 'k', {TIMERANGE => [0, 9223372036854775807], VERSIONS => 2147483647, ` +
			`FILTER => 'RowFilter(=, \'binary:r\') AND FamilyFilter(=, \'binary:f\') AND QualifierFilter(=, \'binary:a.\') AND ValueFilter(<=, \'binary:7\') AND ValueFilter(>, \'binary:x\')'}`,
		"read t filter=value(/a.*/)":                          "",
		"read t filter=value(//)":                             "",
		"read t filter='value([a, b))'":                       "",
		"read t filter='value([, ))'":                         "",
		"read t filter=sample(0.5)":                           "",
		"read t filter='chain(value(/a/), latest(1))'":        "",
		"lookup t r filter=qualifier(/q/) cells-per-column=1": "",
	} {
		c, err := cbt.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Print(c); got != want || (err == nil) == (want == "") {
			t.Errorf("%s is said as %s (%v)", text, got, err)
		}
	}
}

// TestOther parses commands of each dialect and prints them in the other one.
func TestOther(t *testing.T) {
	for _, c := range [][2]string{
		{"createtable t families=f:maxversions=1,g:maxversions=3", "create 't', 'f', {NAME => 'g', VERSIONS => 3}"},
		{"createtable t families='f:maxversions=2||maxage=60s' splits=a,b", "create 't', {NAME => 'f', VERSIONS => 2, TTL => 60}, SPLITS => ['a', 'b']"},
		{"createfamily t f:maxage=60s", "alter 't', NAME => 'f', VERSIONS => 2147483647, TTL => 60"},
		{"setgcpolicy t f never", "alter 't', NAME => 'f', VERSIONS => 2147483647, TTL => 'FOREVER'"},
		{"createfamily t f:never:intsum", "!"},
		{"setgcpolicy t f maxversions=2 and maxage=60s", "alter 't', NAME => 'f', VERSIONS => 2147483647, TTL => 60, MIN_VERSIONS => 2"},
		{"setgcpolicy t f maxage=60s and maxage=70s", "!"},
		{"setgcpolicy t f maxage=1ms", "!"},
		{"createtable t", "!"},
		{"setvaluetype t f intsum", "!"},
		{"deletefamily t f", "alter 't', 'delete' => 'f'"},
		{"deletetable t", "drop 't'"},
		{"ls", "list"},
		{"ls t", "describe 't'"},
		{"set t r f:q=v@5000", "put 't', 'r', 'f:q', 'v', 5"},
		{"set t r f:q=v@5001", "!"},
		{"set t r f:a=b f:c=d", "!"},
		{"addtocell t r f:q=1", "!"},
		{"checkandmutate t r true=f:q=v", "!"},
		{"readmodifywrite t r f q increment=2", "incr 't', 'r', 'f:q', 2"},
		{"readmodifywrite t r f q append=x", "append 't', 'r', 'f:q', 'x'"},
		{"import t f", "!"},
		{"samplerowkeys t", "!"},
		{"lookup t r cells-per-column=1", "get 't', 'r'"},
		{"lookup t r", "get 't', 'r', {TIMERANGE => [0, 9223372036854775807], VERSIONS => 2147483647}"},
		{"lookup t r keys-only=true", "!"},
		{"read t start=a end=b count=3 columns=f:q,g: cells-per-column=2", "scan 't', {STARTROW => 'a', STOPROW => 'b', LIMIT => 3, COLUMNS => ['f:q', 'g'], VERSIONS => 2}"},
		{"read t prefix=a reversed=true cells-per-column=1", "scan 't', {ROWPREFIXFILTER => 'a', REVERSED => true}"},
		{"read t start=a reversed=true cells-per-column=1", "!"},
		{"read t regex=a cells-per-column=1", "!"},
		{"read t columns=q cells-per-column=1", "!"},
		{"read t columns=f:q.* cells-per-column=1", "!"},
		{"read t include-stats=full cells-per-column=1", "!"},
		{"count t prefix=a", "count 't', {ROWPREFIXFILTER => 'a'}"},
		{"deleterow t r", "deleteall 't', 'r'"},
		{"deletecolumn t r f q", "deleteall 't', 'r', 'f:q'"},
		{`deletecolumn t r f ""`, "deleteall 't', 'r', 'f:'"},
		{"set t r f:=v", "put 't', 'r', 'f:', 'v'"},
		{"read t columns=f:() cells-per-column=1", "scan 't', {COLUMN => 'f:'}"},
		{"lookup t r columns=f:,f:() cells-per-column=1", "get 't', 'r', 'f', 'f:'"},
		{"deleteallrows t", "truncate 't'"},
		{"help", "help"},
		{"help set", "!"},
		{"!", "list 'a'"},
		{"!", "exists 't'"},
		{"!", "disable 't'"},
		{"!", "enable 't'"},
		{"!", "alter 't', 'f'"},
		{"!", "delete 't', 'r', 'f:q'"},
		{"!", "deleteall 't', 'r', 'f'"},
		{"!", "deleteall 't', {ROWPREFIXFILTER => 'a'}"},
		{"!", "get 't', 'r', TIMESTAMP => 5"},
		{"!", "get 't', 'r', FILTER => 'KeyOnlyFilter()'"},
		{"!", "scan 't', TIMESTAMP => 5"},
		{"!", "scan 't', RAW => true"},
		{"!", "scan 't', FILTER => 'KeyOnlyFilter()'"},
		{"!", "count 't', INTERVAL => 5"},
		{"!", "count 't', STARTROW => 'a'"},
		{"!", "count 't', COLUMNS => 'f'"},
		{"!", "count 't', FILTER => 'PageFilter(1)'"},
		{"!", "count 't', LIMIT => 1"},
		{"!", "get_counter 't', 'r', 'f:q'"},
		{"!", "get 't', 'r', 'f:q:toInt'"},
		{"!", "scan 't', FORMATTER => 'toString'"},
		{"set t r f:a:b=v", "!"},
		{"deletecolumn t r f a:b", "!"},
	} {
		if c[0] != "!" {
			cmd, err := cbt.Parse(c[0])
			if err != nil {
				t.Fatalf("%s: %v", c[0], err)
			}
			compare(t, c[0], c[1], cmd, Print, Parse)
		}
		if c[1] != "!" && !strings.HasPrefix(c[0], "createfamily") && !strings.HasPrefix(c[0], "setgcpolicy") {
			cmd, err := Parse(c[1])
			if err != nil {
				t.Fatalf("%s: %v", c[1], err)
			}
			compare(t, c[1], c[0], cmd, cbt.Print, cbt.Parse)
		}
	}
}

// compare prints a command in the other dialect and expects the text want, or a refusal if
// want is "!".
func compare(t *testing.T, text, want string, c console.Command, print func(console.Command) (string, error), parse func(string) (console.Command, error)) {
	t.Helper()
	got, err := print(c)
	if want == "!" {
		var e *base.Error
		if !errors.As(err, &e) || e.Code != base.CodeInexpressible || e.Args[1]+e.Args[2] == "" {
			t.Errorf("%s is said as %q, %v", text, got, err)
		}
		return
	}
	if err != nil {
		t.Errorf("%s cannot be said: %v", text, err)
		return
	}
	there, err := parse(got)
	meant, _ := parse(want)
	if err != nil || !reflect.DeepEqual(there, meant) {
		t.Errorf("%s is said as %s, want %s", text, got, want)
	}
}

func TestPrintOwn(t *testing.T) {
	for _, c := range []console.Command{
		console.Alter{Table: "t", Changes: []console.FamilyChange{{Family: "f", Versions: 3, TTL: time.Minute}, {Family: "g", Delete: true}}},
		console.Alter{Table: "t", Changes: []console.FamilyChange{{Family: "f", MinVersions: 2, KeepDeleted: "TTL"}, {Family: "g", MinVersions: console.NoVersions, KeepDeleted: "FALSE"}}},
		console.CreateTable{Table: "t", Families: []console.FamilySpec{{Name: "f", GC: table.MaxVersions(1)}, {Name: "g"}}, Settings: []console.FamilyChange{{Family: "f", KeepDeleted: "TRUE"}, {Family: "g", MinVersions: 2}}},
		console.RewriteFiles{Table: "t", How: console.Flush},
		console.RewriteFiles{Table: "t", How: console.Compact},
		console.RewriteFiles{Table: "t", How: console.MajorCompact},
		console.DeleteCell{Table: "", Row: "", Family: "f", Qualifier: "a;b", At: 0},
		console.Read{Table: "t", ShowOptions: console.ShowOptions{Times: console.TimeRange{Start: 5000}}},
		console.Lookup{Table: "t", Row: "r", ShowOptions: console.ShowOptions{CellsPerColumn: 3}},
		console.SetCells{Table: "t\n", Row: "\xff", Cells: []console.CellWrite{{Family: "f", Value: "\x00'\"#{x}", At: table.ServerTime}}},
	} {
		checkRoundTrip(t, c)
	}
	for _, c := range []console.Command{
		console.SetCells{Table: "t", Row: "r", Cells: []console.CellWrite{{Family: "", Value: "v", At: table.ServerTime}}},
		console.SetCells{Table: "t", Row: "r", Cells: []console.CellWrite{{Family: "f", Qualifier: "a:b", Value: "v", At: table.ServerTime}}},
		console.DeleteColumn{Table: "t", Row: "r", Family: "f", Qualifier: "a:b"},
		console.GetCounter{Table: "t", Row: "r", Family: "f", Qualifier: ":"},
		console.Read{Table: "t", ShowOptions: console.ShowOptions{Times: console.TimeRange{Start: 5001}}},
	} {
		if text, err := Print(c); err == nil {
			t.Errorf("%#v is printed as %s", c, text)
		}
	}
}

// TestLinear parses lines of the greatest length, and splits a script of one mebibyte.
// Code with quadratic cost would take minutes for them.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("left to make test-all")
	}
	for start, units := range map[string][]string{
		"":                        {"[", "{", "'", "#", "\\", "hbase>", "a\n", "1 ", ",\n"},
		"get 't', 'r', ":          {"'a',", "'a'", "A => [1],", "1,", "=>", "a => 1,"},
		"create 't', ":            {"NAME => 'f', ", "'f',", "{NAME => 'f'},"},
		"put 't', 'r', 'f:q', \"": {"\\x41", "\\'", "#", "a"},
		"scan 't', {FILTER => '":  {"PageFilter(1) AND ", "(", "\\'a"},
		"put 't', 'r', 'f:q', [{": {"A => [1],", "'a'", "[{"},
	} {
		for _, unit := range units {
			line := start + strings.Repeat(unit, (console.MaxLine-len(start))/len(unit))
			cmd, err := Parse(line)
			checkTokens(t, line, err)
			if cmd != nil {
				checkRoundTrip(t, cmd)
			}
			SplitScript(start + strings.Repeat(unit, 1<<20/len(unit)))
		}
	}
	line := "list '" + strings.Repeat("x", console.MaxLine)
	_, err := Parse(line)
	var e *base.Error
	if !errors.As(err, &e) || e.Code != base.CodeInputTooLong {
		t.Errorf("too long: %v", err)
	}
	checkTokens(t, line, err)
}

func TestSplitScript(t *testing.T) {
	text := "# a script\n\nlist\r\n  put 't', 'r',\n'f:q', 'two\nlines' # note\nscan 't', {\n LIMIT => 1\n}\nhbase> get 't', \\\n 'r'\n \t \ncount 't # open\nlist"
	want := []token.ScriptCommand{
		{Text: "list", Number: 3, Pos: 12},
		{Text: "put 't', 'r',\n'f:q', 'two\nlines' # note", Number: 4, Pos: 20},
		{Text: "scan 't', {\n LIMIT => 1\n}", Number: 7, Pos: 60},
		{Text: "hbase> get 't', \\\n 'r'", Number: 10, Pos: 86},
		{Text: "count 't # open\nlist", Number: 13, Pos: 113},
	}
	consoletest.Script(t, text, SplitScript(text), want)
}

func TestTokens(t *testing.T) {
	var out []string
	line := "scan 't', {STARTROW => 'a', LIMIT => 1, CACHE => 5} # x"
	for _, tok := range tokens(line) {
		if tok.Kind != token.Space {
			out = append(out, tok.Kind.String()+" "+line[tok.Pos:tok.End])
		}
	}
	want := "name scan|table 't'|punct ,|punct {|key STARTROW|punct =>|row 'a'|punct ,|key LIMIT|punct =>|number 1|punct ,|lead CACHE|lead =>|lead 5|punct }|comment # x"
	if got := strings.Join(out, "|"); got != want {
		t.Errorf("got %s", got)
	}
}

func TestCommandTable(t *testing.T) {
	if !slices.IsSortedFunc(commands, func(a, b command) int { return strings.Compare(a.name, b.name) }) {
		t.Error("not by name")
	}
	for _, c := range commands {
		if !strings.HasPrefix(c.usage, c.name) || absent[c.name] || !slices.IsSorted(c.keys) || c.least > len(c.args) {
			t.Errorf("%+v", c)
		}
	}
	for word, name := range meant {
		if !known(name) {
			t.Errorf("%s leads to %s, which is no command", word, name)
		}
	}
}

// TestQuote quotes random bytes and parses them again.
func TestQuote(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const hard = "ab'\"\\$#{}\n\t @=:,\x00\xff\u00e9x0"
	for range 2000 {
		b := make([]byte, r.IntN(12))
		for i := range b {
			b[i] = hard[r.IntN(len(hard))]
		}
		l := lexer{text: quote(string(b))}
		if tok := l.next(); tok.lexeme != lexString || tok.text != string(b) || l.at != len(l.text) || l.err != nil {
			t.Fatalf("%q is quoted as %s, which is read as %q", b, l.text, tok.text)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range lines {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, line string) {
		c, err := Parse(line)
		checkTokens(t, line, err)
		if c != nil {
			if err != nil {
				t.Fatalf("%q: both a command and %v", line, err)
			}
			checkRoundTrip(t, c)
			if text, err := cbt.Print(c); err == nil && len(text) <= console.MaxLine {
				if _, err := cbt.Parse(text); err != nil {
					t.Fatalf("%q is said as %q, which is refused: %v", line, text, err)
				}
			}
		}
		consoletest.Lines(t, line, SplitScript(line))
	})
}
