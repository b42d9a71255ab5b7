package cbt

import (
	"strings"
	"testing"

	"tabletop/engine/console"
)

var schema = console.Schema{Tables: []console.TableSchema{
	{Name: "orders", Rows: 5,
		Families: []console.FamilySchema{{Name: "C"}, {Name: "O", GC: "versions() > 3"}},
		Columns:  []console.ColumnPattern{{Family: "C", Qualifier: "name"}, {Family: "O", Qualifier: "total"}, {Family: "O", Qualifier: "full total"}, {Family: "O", Qualifier: "a=b"}}},
	{Name: "old-orders"},
}, Files: []string{"my data.csv", "form.yml"}}

// completed returns what Complete offers at the | in a text: the replaced text and the
// offers. An unfinished word is followed by "…".
func completed(text string) string {
	at := strings.IndexByte(text, '|')
	c := Complete(text[:at]+text[at+1:], at, schema)
	var out []string
	for _, ch := range c.Choices {
		if !ch.AddsBlank {
			ch.Text += "…"
		}
		out = append(out, ch.Text)
	}
	if c.Keys != nil {
		out = append(out, "keys "+c.Keys.Table+" "+c.Keys.Prefix+" "+c.Keys.Write("b 1#", false))
	}
	return text[c.From:c.To] + ": " + strings.Join(out, " ")
}

func TestComplete(t *testing.T) {
	for text, want := range map[string]string{
		// commands
		"re|":                      "re: read readmodifywrite createfamily createtable",
		"count orders\nsamp|":      "samp: samplerowkeys",
		"$ cbt -project p loo|":    "loo: lookup",
		"help se|":                 "se: set setgcpolicy setvaluetype",
		"frobnicate |":             ": ",
		"# re|":                    ": ",
		"count orders # |":         ": ",
		"rea|d orders":             ": ",
		"set orders 'be#1\nread |": "'be#1\nread : keys orders be#1\nread  'b 1#'",
		// tables
		"read |":              ": orders old-orders",
		"read or|":            "or: orders old-orders",
		"read or| count=3":    "or: orders old-orders",
		"read 'or|":           "'or: orders old-orders",
		"ls o|":               "o: orders old-orders",
		"createtable o|":      "o: ",
		"deletetable orders|": "orders: orders old-orders",
		// options
		"read orders |":                  ": start=… end=… prefix=… regex=… columns=… filter=… count=… cells-per-column=… keys-only=… reversed=… include-stats=… format-file=…",
		"read orders pre|":               "pre: prefix=…",
		"read orders prefix=b |":         ": regex=… columns=… filter=… count=… cells-per-column=… keys-only=… reversed=… include-stats=… format-file=…",
		"read orders end=b c|":           "c: columns=… count=… cells-per-column=… include-stats=…",
		"read count=1 |":                 ": orders old-orders",
		"count nowhere |":                ": prefix=…",
		"lookup orders be#1 keys-only=|": "keys-only=: keys-only=true keys-only=false",
		"read orders include-stats=f|":   "include-stats=f: include-stats=full",
		"import orders f timestamp=v|":   "timestamp=v: timestamp=value-encoded",
		"read orders count=|":            "count=: ",
		"read orders nothing=|":          "nothing=: ",
		// keys
		"lookup orders |":         ": keys orders  'b 1#'",
		"lookup orders be|":       "be: keys orders be 'b 1#'",
		"read orders prefix=be#|": "prefix=be#: keys orders be# prefix='b 1#'",
		"read orders start='b 1|": "start='b 1: keys orders b 1 start='b 1#'",
		"read nowhere prefix=|":   "prefix=: ",
		// families and qualifiers
		"deletefamily orders |":               ": C O",
		"deletecolumn orders k O |":           ": total 'full total' a=b",
		"set orders k |":                      ": C:… O:…",
		"set orders k O:|":                    "O:: O:total=… O:'full total='…",
		"set orders k O:total=1 O:fu|":        "O:fu: O:'full total='…",
		"set orders k O:total=1|":             "O:total=1: ",
		"checkandmutate orders k true=o|":     "true=o: true=O:…",
		"checkandmutate orders k true=O:to|":  "true=O:to: true=O:total=… true=O:'full total='…",
		"read orders columns=|":               "columns=: columns=C:… columns=O:…",
		"read orders columns=C:name,O:tot|":   "columns=C:name,O:tot: columns=C:name,O:total… columns=C:name,O:'full total'…",
		"import orders f column-family=|":     "column-family=: column-family=C column-family=O",
		"setgcpolicy orders O |":              ": maxversions=… maxage=… never and or",
		"setgcpolicy orders O maxage=1d a|":   "a: maxversions=… maxage=… and",
		"createfamily orders |":               ": ",
		"createfamily orders N:|":             "N:: N:maxversions=… N:maxage=… N:never…",
		"createfamily orders N:maxage=7|":     "N:maxage=7: N:maxage=7ms… N:maxage=7s… N:maxage=7m… N:maxage=7h… N:maxage=7d…",
		"createfamily orders N:never:intm|":   "N:never:intm: N:never:intmin… N:never:intmax…",
		"createtable t families=a:never,b:m|": "families=a:never,b:m: families=a:never,b:maxversions=… families=a:never,b:maxage=…",
		"createtable t families=a:'(maxv|":    "families=a:'(maxv: 'families=a:('maxversions=…",
		"createtable t families=a,|":          "families=a,: ",
		"setgcpolicy orders O maxage=3|":      "maxage=3: maxage=3ms maxage=3s maxage=3m maxage=3h maxage=3d",
		"setvaluetype orders O s|":            "s: stringutf8bytes intsum",
		// files
		"import orders |":                     ": 'my data.csv' form.yml",
		"import orders my|":                   "my: 'my data.csv'",
		"read orders filter='chain(la|":       "la: latest… label…",
		"read orders filter=value(/la|":       "filter=value(/la: ",
		"read orders format-file=|":           "format-file=: format-file='my data.csv' format-file=form.yml",
		"lookup orders k format-file=f|":      "format-file=f: format-file=form.yml",
		"readmodifywrite orders k O total i|": "i: increment=…",
	} {
		if got := completed(text); got != want {
			t.Errorf("%q\n got %s\nwant %s", text, got, want)
		}
	}
	if c := Complete("read orders prefix=b prefix", 4, schema); c.From != 0 || len(c.Choices) == 0 || c.Choices[0].Text != "read" {
		t.Errorf("at the end of the first word it offers %+v", c)
	}
}

// FuzzComplete checks that for every position of the caret the replaced text ends at the
// caret, and that each offer is one word.
func FuzzComplete(f *testing.F) {
	f.Add("set orders 'k' O:total=1 # x\nread orders columns=O:,:q prefix=$'\\xff", 30)
	f.Add("checkandmutate orders k columns=O: true=O:a=b false=", 52)
	f.Fuzz(func(t *testing.T, text string, at int) {
		at = max(0, min(at, len(text)))
		c := Complete(text, at, schema)
		if c.To != at || c.From < 0 || c.From > at {
			t.Fatalf("%q at %d: replaces [%d, %d)", text, at, c.From, c.To)
		}
		for _, ch := range c.Choices {
			after := text[:c.From] + ch.Text
			if words, ok := before(after); !ok || words[len(words)-1].end != len(after) {
				t.Fatalf("%q at %d: with %q it is no word any more", text, at, ch.Text)
			}
		}
	})
}
