package hbase

import (
	"strings"
	"testing"

	"tabletop/engine/console"
)

var schema = console.Schema{Tables: []console.TableSchema{
	{Name: "orders", Rows: 5, Families: []console.FamilySchema{{Name: "C"}, {Name: "O"}},
		Columns: []console.ColumnPattern{{Family: "C", Qualifier: "name"}, {Family: "O", Qualifier: "total"}, {Family: "O", Qualifier: "to:tal"}}},
	{Name: "it's"},
}}

func completed(text string) string {
	at := strings.IndexByte(text, '|')
	c := Complete(text[:at]+text[at+1:], at, schema)
	var out []string
	for _, ch := range c.Choices {
		out = append(out, ch.Text)
	}
	if c.Keys != nil {
		out = append(out, "keys "+c.Keys.Table+" "+c.Keys.Prefix+" "+c.Keys.Write("b#", false)+" "+c.Keys.Write("b", true))
	}
	return text[c.From:c.To] + ": " + strings.Join(out, "; ")
}

func TestComplete(t *testing.T) {
	for text, want := range map[string]string{
		"sc|":                                   "sc: scan; describe",
		"list\nhbase(main):001:0> ge|":          "ge: get; get_counter; get_splits",
		"help |":                                ": 'alter'; 'append'; 'compact'; 'count'; 'create'; 'delete'; 'deleteall'; 'describe'; 'disable'; 'drop'; 'enable'; 'exists'; 'flush'; 'get'; 'get_counter'; 'get_splits'; 'help'; 'incr'; 'is_disabled'; 'is_enabled'; 'list'; 'major_compact'; 'put'; 'scan'; 'truncate'",
		"frobnicate |":                          ": ",
		"list # sc|":                            ": ",
		"sc|an 't'":                             ": ",
		"scan |":                                `: 'orders'; 'it\'s'`,
		"scan 'or|":                             "'or: 'orders'",
		"scan 'orders'|":                        ": ",
		"scan 'orders' |":                       ": ",
		"create |":                              ": ",
		"count 'orders', |":                     ": {COLUMN => ; {COLUMNS => ; {FILTER => ; {INTERVAL => ; {LIMIT => ; {RAW => ; {REVERSED => ; {ROWPREFIXFILTER => ; {STARTROW => ; {STOPROW => ; {TIMERANGE => ; {TIMESTAMP => ",
		"scan 'orders', LI|":                    "LI: {LIMIT => ",
		"scan 'orders', {LIMIT => 5, R|":        "R: RAW => ; REVERSED => ; ROWPREFIXFILTER => ; FILTER => ; FORMATTER => ; STARTROW => ; STOPROW => ; TIMERANGE => ; VERSIONS => ",
		"scan 'orders', {\n  LIMIT => 5,\n  S|": "S: STARTROW => ; STOPROW => ; COLUMNS => ; REVERSED => ; TIMESTAMP => ; VERSIONS => ",
		"scan 'orders', {LIMIT |":               ": ",
		"scan 'orders', {STARTROW => |":         ": keys orders  'b# 'b'",
		"scan 'orders', {STARTROW => 'be|":      "'be: keys orders be 'b# 'b'",
		"scan 'orders', {REVERSED => |":         ": true; false",
		"scan 'orders', {COLUMN => '|":          "': 'C:; 'O:",
		"scan 'orders', {COLUMNS => ['C:name', 'O:|": "'O:: 'O:total'",
		"scan 'orders', {COLUMNS => ['C:name']|":     ": ",
		"alter 'orders', {NAME => |":                 ": 'C'; 'O'",
		"alter 'orders', {NAME => 'C', METHOD => |":  ": 'delete'",
		"get 'orders', |":                            ": {COLUMN => ; {COLUMNS => ; {FILTER => ; {FORMATTER => ; {TIMERANGE => ; {TIMESTAMP => ; {VERSIONS => ; keys orders  'b# 'b'",
		"put 'orders', 'b|":                          "'b: keys orders b 'b# 'b'",
		"put 'orders', 'b', 'O|":                     "'O: 'O:",
		"put 'orders', 'b', 'O:t|":                   "'O:t: 'O:total'",
		"put 'orders', 'b', 'O:t', '|":               "': ",
		"put 'orders', 'b', 'O:total:|":              "'O:total:: ",
		"get_counter 'orders', 'b', 'O:total:|":      "'O:total:: ",
		"get 'orders', 'b', 'O:total:toL|":           "'O:total:toL: 'O:total:toLong'",
		"scan 'orders', {COLUMNS => ['O:total:toI|":  "'O:total:toI: 'O:total:toInt'",
		"scan 'orders', {FORMATTER => 'toS|":         "'toS: 'toShort'; 'toString'; 'toStringBinary'",
		"scan 'orders', {ENDROW => 'be|":             "'be: keys orders be 'b# 'b'",
		"get 'nowhere', '|":                          "': ",
		// filters
		`scan 'orders', {FILTER => "Pag|`:                        `Pag: PageFilter(; ColumnPaginationFilter(`,
		`scan 'orders', {FILTER => 'prefixf|`:                    `prefixf: PrefixFilter(\'; ColumnPrefixFilter(\'; MultipleColumnPrefixFilter(\'`,
		`scan 'orders', {FILTER => "PageFilter(3)|`:              `: `,
		`scan 'orders', {FILTER => "PageFilter(3) |`:             `: AND; OR`,
		`scan 'orders', {FILTER => "PageFilter(3) A|`:            `A: AND`,
		`scan 'orders', {FILTER => "(PageFilter(3) OR SK|`:       `SK: SKIP`,
		`scan 'orders', {FILTER => "SKIP whil|`:                  `whil: `,
		`scan 'orders', {FILTER => "WHILE RowF|`:                 `RowF: RowFilter(`,
		`scan 'orders', {FILTER => "Nothing(|`:                   `: `,
		`scan 'orders', {FILTER => "RowFilter(|`:                 `: <, '; <=, '; =, '; !=, '; >=, '; >, '`,
		`scan 'orders', {FILTER => "RowFilter(>|`:                `>: >=, '; >, '`,
		`scan 'orders', {FILTER => "RowFilter(>, |`:              `: 'binary:; 'binaryprefix:`,
		`scan 'orders', {FILTER => "RowFilter(=, 'sub|`:          `'sub: 'substring:`,
		`scan 'orders', {FILTER => 'RowFilter(=, \'sub|`:         `\'sub: \'substring:`,
		`scan 'orders', {FILTER => "RowFilter(=, 'binary:x|`:     `'binary:x: `,
		`scan 'orders', {FILTER => "RowFilter(=, 'binary:x', |`:  `: `,
		`scan 'orders', {FILTER => "KeyOnlyFilter(t|`:            `t: true`,
		`scan 'orders', {FILTER => "PrefixFilter('be|`:           `'be: keys orders be 'b# 'b'`,
		`scan 'orders', {FILTER => "ColumnValueFilter(|`:         `: 'C'; 'O'`,
		`scan 'orders', {FILTER => "ColumnValueFilter('O', 'to|`: `'to: 'total'; 'to:tal'`,
		`get 'orders', 'k', {FILTER => "PageFilter(1)" |`:        `: `,
	} {
		if got := completed(text); got != want {
			t.Errorf("%q\n got %s\nwant %s", text, got, want)
		}
	}
	if c := completed("scan 'orders', {FILTER => |"); !strings.HasPrefix(c, `: "ColumnCountGetFilter(; `) || !strings.HasSuffix(c, `"SKIP; "WHILE`) {
		t.Errorf("for a filter it offers %s", c)
	}
}

// FuzzComplete checks that for every position of the caret the replaced text ends at the
// caret.
func FuzzComplete(f *testing.F) {
	f.Add("scan 'orders', {COLUMNS => ['C:name', \"O:\\x00", 44)
	f.Add("put 'orders', 'b', 'O:total', 5 # x\nget 'orders', ", 50)
	f.Add("scan 'orders', {FILTER => \"SKIP (RowFilter(=, 'binary:x') AND ColumnValueFilter('O', 'to", 88)
	f.Add("scan 'orders', {FILTER => 'PrefixFilter(\\'it\\'\\'s", 50)
	f.Fuzz(func(t *testing.T, text string, at int) {
		at = max(0, min(at, len(text)))
		c := Complete(text, at, schema)
		if c.To != at || c.From < 0 || c.From > at {
			t.Fatalf("%q at %d: replaces [%d, %d)", text, at, c.From, c.To)
		}
		if c.Keys != nil {
			c.Keys.Write("b\xff'", true)
		}
	})
}
