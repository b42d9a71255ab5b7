package printed_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	hbaseshell "tabletop/engine/console/hbase"
	"tabletop/engine/console/printed"
)

type row struct {
	key   base.RowKey
	cells []base.Cell
}

// read reads a text in pieces of the given size.
func read(form printed.OutputForm, key base.RowKey, text string, size int) (*printed.Reader, []row) {
	var rows []row
	r := printed.New(form, key, func(k base.RowKey, c base.Cell) {
		if n := len(rows); n == 0 || rows[n-1].key != k {
			rows = append(rows, row{key: k})
		}
		last := &rows[len(rows)-1]
		last.cells = append(last.cells, c)
	})
	for piece := range slices.Chunk([]byte(text), size) {
		r.Write(piece)
	}
	r.Close()
	return r, rows
}

func print(form printed.OutputForm, rows []row) string {
	var out []byte
	switch form {
	case printed.Scan:
		out = hbaseshell.AppendScanHeader(nil)
	case printed.Get:
		out = hbaseshell.AppendGetHeader(nil)
	}
	for _, r := range rows {
		switch form {
		case printed.CBT:
			out = cbt.AppendRow(out, r.key, slices.Values(r.cells))
		case printed.Scan:
			out, _ = hbaseshell.OutputStyleOf(console.ShowOptions{}).AppendScanRow(out, r.key, slices.Values(r.cells))
		case printed.Get:
			out, _ = hbaseshell.OutputStyleOf(console.ShowOptions{}).AppendGetCells(out, r.key, slices.Values(r.cells))
		}
	}
	if form != printed.CBT {
		out = hbaseshell.AppendDuration(hbaseshell.AppendRowCount(out, int64(len(rows))), 1234)
	}
	return string(out)
}

// hostile are pieces from which the tests make names and values.
var hostile = []string{
	"", "a", "b", " ", "  ", "\n", "\r", "\t", "\x00", "\xff", "\"", "\\", `\x41`, `\`, "日本", "\u200b", "\ufeff", " @ ", ":",
	"----------------------------------------", "\n----------------------------------------\n", " column=", "column=f:q", ", timestamp=",
	", timestamp=1970-01-01T00:00:00.000, value=", "timestamp=1, value=", ", value=", "=> ", " row(s)", "Took ", "2015/03/01-00:00:00.000000",
	"    ", "x… (70000 bytes)", strings.Repeat("k", 19), strings.Repeat("k", 21),
}

func text(rnd *rand.Rand, pieces int) string {
	var b strings.Builder
	for range rnd.IntN(pieces + 1) {
		b.WriteString(hostile[rnd.IntN(len(hostile))])
	}
	return b.String()
}

func rowsOf(rnd *rand.Rand) (rows []row) {
	for i := range rnd.IntN(6) {
		r := row{key: base.RowKey(text(rnd, 4) + string(rune('a'+i)))}
		for range 1 + rnd.IntN(5) {
			c := base.Cell{Family: []base.Family{"f", "a-much.longer_family", "G"}[rnd.IntN(3)], Qualifier: base.Qualifier(text(rnd, 4)), Value: text(rnd, 6)}
			switch rnd.IntN(3) {
			case 0:
				c.At = base.Micros(rnd.Int64N(2e12)) * 1000
			case 1:
				c.At = base.Micros(rnd.Uint64()>>1) / 1000 * 1000
			}
			r.cells = append(r.cells, c)
		}
		rows = append(rows, r)
	}
	return rows
}

// exact reports whether no other row is printed by the HBase shell in the same way. The
// package comment describes which rows are printed alike.
func exact(form printed.OutputForm, r row) bool {
	padded := func(s string) bool { return len(hbaseshell.AppendEscaped(nil, s)) <= 20 && strings.HasSuffix(s, " ") }
	if form == printed.Scan && (padded(string(r.key)) || strings.Contains(string(r.key), " column=")) {
		return false
	}
	return form == printed.CBT || !slices.ContainsFunc(r.cells, func(c base.Cell) bool {
		name := string(c.Family) + ":" + string(c.Qualifier)
		return form == printed.Get && padded(name) || strings.Contains(name, "timestamp=")
	})
}

// TestRoundTrip checks that the rows that our consoles print are read back byte for byte,
// regardless of the pieces in which the text is read.
func TestRoundTrip(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	tested := map[printed.OutputForm]int{}
	for range 6000 {
		form := printed.OutputForm(rnd.IntN(int(printed.FormCount)))
		rows := slices.DeleteFunc(rowsOf(rnd), func(r row) bool { return !exact(form, r) })
		if form == printed.Get {
			rows = rows[:min(len(rows), 1)]
		}
		key := base.RowKey("")
		if len(rows) > 0 {
			key = rows[0].key
		}
		tested[form] += len(rows)
		said := print(form, rows)
		r, got := read(form, key, said, 1+rnd.IntN(100))
		if len(got)+len(rows) > 0 && !reflect.DeepEqual(got, rows) || r.SkippedLines > 0 {
			t.Fatalf("%s\n got %+v, %v\nwant %+v", said, got, r.Faults, rows)
		}
	}
	for form := range printed.FormCount {
		if tested[form] < 500 {
			t.Errorf("only %d rows of form %d", tested[form], form)
		}
	}
}

// TestOtherVersions checks that the output of other versions of the tools can be read,
// too.
func TestOtherVersions(t *testing.T) {
	for name, c := range map[string]struct {
		form printed.OutputForm
		text string
		want []row
	}{
		"cbt without quotes": {printed.CBT, "cbt -instance i read t\n" + strings.Repeat("-", 40) + "\r\nr 1\r\n  f:a @ b                                  @ 2015/03/01-00:00:00.000001\r\n    \"v\"\r\n\r\n",
			[]row{{"r 1", []base.Cell{{Family: "f", Qualifier: "a @ b", At: 1425168000000000, Value: "v"}}}}},
		"cbt with a format file": {printed.CBT, strings.Repeat("-", 40) + "\n\"r\"\n  \"f:n\" @ 1970/01/01-00:00:00.000000\n    12\n  \"f:j\" @ 1970/01/01-00:00:00.000000\n    [\n        1.00\n    ]\n\nSummary Stats\n====================\nrows_seen_count: 1\n\n",
			[]row{{"r", []base.Cell{{Family: "f", Qualifier: "n", Value: "12"}, {Family: "f", Qualifier: "j", Value: "[\n    1.00\n]"}}}}},
		"a lookup that found nothing": {printed.CBT, strings.Repeat("-", 40) + "\n\"\"\n\n", nil},
		"HBase 1": {printed.Scan, "hbase(main):006:0> scan 'test'\nROW                                      COLUMN+CELL\n row1                                    column=cf:a, timestamp=1421762485768, value=value1\n1 row(s) in 0.0230 seconds\n\n",
			[]row{{"row1", []base.Cell{{Family: "cf", Qualifier: "a", At: 1421762485768000, Value: "value1"}}}}},
		"HBase 2, on a terminal": {printed.Scan, "hbase:001:0> scan 't'\nROW             COLUMN+CELL\n a-key-that-is- column=cf:a, timestamp=2021-05-0\n broken         6T12:00:00.123Z, value=some\\x20v\n                alue\n b              column=cf:, timestamp=5, value=\n2 row(s)\nTook 0.0123 seconds\n=> 2\n",
			[]row{{"a-key-that-is-broken", []base.Cell{{Family: "cf", Qualifier: "a", At: 1620302400123000, Value: "some value"}}}, {"b", []base.Cell{{Family: "cf", At: 5000}}}}},
		"HBase 2, blanks at the ends of lines lost": {printed.Scan, "ROW             COLUMN+CELL\n a-key-that-is- column=cf:a, timestamp=5, value=v\n brok\\x0\n 1en\n1 row(s)\n",
			[]row{{"a-key-that-is-brok\x01en", []base.Cell{{Family: "cf", Qualifier: "a", At: 5000, Value: "v"}}}}},
		"no header": {printed.Scan, " r   column=f:q, timestamp=1, value=v", []row{{"r", []base.Cell{{Family: "f", Qualifier: "q", At: 1000, Value: "v"}}}}},
		"a get": {printed.Get, "hbase:002:0> get 't', 'k'\nCOLUMN                CELL\n f:q                  timestamp=1, value=v\n1 row(s)\n",
			[]row{{"k", []base.Cell{{Family: "f", Qualifier: "q", At: 1000, Value: "v"}}}}},
	} {
		if r, got := read(c.form, "k", c.text, 7); !reflect.DeepEqual(got, c.want) || r.SkippedLines > 0 {
			t.Errorf("%s: got %+v, %v", name, got, r.Faults)
		}
	}
}

func TestFaults(t *testing.T) {
	rule := strings.Repeat("-", 40) + "\n"
	for text, want := range map[string]string{
		"what is this\n" + rule + "\"r\"\n":                                          "[{1 outside}]",
		rule + "\"r\n  f:q @ 1970/01/01-00:00:00.000000\n":                           "[{2 key}]",
		rule + "\"r\"\n  f:q @ yesterday\n    \"v\"\n":                               "[{3 time}]",
		rule + "\"r\"\n  f:q\n":                                                      "[{3 time}]",
		rule + "\"r\"\n  f:q @ 0001/01/01-00:00:00.000000\n":                         "[{3 range}]",
		rule + "\"r\"\n  f:q @ 2024-01-01 00:00\n":                                   "[{3 time}]",
		rule + "\"r\"\n  f:q @ 1969/01/01-00:00:00.000000\n":                         "[{3 range}]",
		rule + "\"r\"\n  fq @ 1970/01/01-00:00:00.000000\n":                          "[{3 column}]",
		rule + "\"r\"\n  f q:q @ 1970/01/01-00:00:00.000000\n    \"\"\n":             "[{3 family}]",
		rule + "\"r\"\n  f:q @ 1970/01/01-00:00:00.000000\n":                         "[{3 value}]",
		rule + "\"r\"\n  f:q @ 1970/01/01-00:00:00.000000\n    \"v\n":                "[{4 value}]",
		rule + "\"r\"\n  f:q @ 1970/01/01-00:00:00.000000\n    \"v\"\n    w\n":       "[{5 outside}]",
		rule + "\"\"\n  f:q @ 1970/01/01-00:00:00.000000\n    \"v\"\n":               "[{3 key}]",
		rule + "\"r\"\n" + strings.Repeat("x", printed.MaxLine+1) + "\n  f:q @ x":    "[{3 long} {4 time}]",
		"ROW COLUMN+CELL\n column=f:q, timestamp=1, value=v\n":                       "[{2 outside}]",
		"ROW COLUMN+CELL\n r column=f:q, timestamp=1x, value=v\n":                    "[{2 time}]",
		"ROW COLUMN+CELL\n r column=f:q, timestamp=1, type=Delete\nx\n":              "[{2 value} {3 outside}]",
		"ROW COLUMN+CELL\n r column=fq, timestamp=1, value=v\n":                      "[{2 column}]",
		"ROW COLUMN+CELL\n r column=f:q, timestamp=9999999999999999999, value=v\n":   "[{2 time}]",
		"ROW COLUMN+CELL\n r column=f:q, timestamp=300000-01-01T00:00:00, value=v\n": "[{2 range}]",
	} {
		form := printed.CBT
		if strings.HasPrefix(text, "ROW") {
			form = printed.Scan
		}
		if r, _ := read(form, "", text, 1000); fmt.Sprint(r.Faults) != want || r.SkippedLines != len(r.Faults) {
			t.Errorf("%.300q: got %v, want %s", text, r.Faults, want)
		}
	}
}

func TestBounds(t *testing.T) {
	r, _ := read(printed.CBT, "", strings.Repeat("x\n", 100), 10)
	if r.SkippedLines != 100 || len(r.Faults) != printed.MaxFaults {
		t.Errorf("%d left out, %d kept", r.SkippedLines, len(r.Faults))
	}
	many := "ROW COLUMN+CELL\n"
	for i := range base.MaxFamilies + 1 {
		many += fmt.Sprintf(" r column=f%d:, timestamp=1, value=\n", i)
	}
	if r, _ := read(printed.Scan, "", many, 1000); len(r.Families) != base.MaxFamilies || r.SkippedLines != 1 || r.Faults[0].Reason != printed.Family {
		t.Errorf("%d families, %v", len(r.Families), r.Faults)
	}
	short := strings.Repeat("v", printed.MaxPrinted) + "… (70000 bytes)"
	if r, _ := read(printed.Scan, "", print(printed.Scan, []row{{"k", []base.Cell{{Family: "f", Value: short}}}}), 1000); r.ShortenedValues != 1 || r.Cells != 1 {
		t.Errorf("%d of %d cut", r.ShortenedValues, r.Cells)
	}
}

// FuzzReader checks that any text is read in the same way in all pieces, that a table
// accepts the cells, and that the cells that cbt prints again are the same.
func FuzzReader(f *testing.F) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		form := printed.OutputForm(rnd.IntN(int(printed.FormCount)))
		f.Add(uint8(form), print(form, rowsOf(rnd)), 7)
	}
	f.Fuzz(func(t *testing.T, form uint8, text string, size int) {
		of := printed.OutputForm(form) % printed.FormCount
		r, rows := read(of, "k", text, max(1, min(size, 1000)))
		whole, same := read(of, "k", text, max(1, len(text)))
		if !reflect.DeepEqual(rows, same) || !slices.Equal(r.Faults, whole.Faults) || r.Cells != whole.Cells || r.SkippedLines != whole.SkippedLines {
			t.Fatalf("in pieces %+v, %v\nwhole %+v, %v", rows, r.Faults, same, whole.Faults)
		}
		for _, row := range rows {
			for _, c := range row.cells {
				if base.CheckRowKey(row.key) != nil || c.At < 0 || c.At%1000 != 0 || len(c.Qualifier) > base.MaxQualifier {
					t.Fatalf("%q %+v", row.key, c)
				}
			}
		}
		if again, back := read(printed.CBT, "", print(printed.CBT, rows), 64); !reflect.DeepEqual(back, rows) || again.SkippedLines > 0 {
			t.Fatalf("got %+v, %v\nwant %+v", back, again.Faults, rows)
		}
	})
}

func TestRecognise(t *testing.T) {
	rows := []row{{"k", []base.Cell{{Family: "f", Value: "v"}}}}
	for form := range printed.FormCount {
		text := print(form, rows)
		for _, said := range []string{text, "hbase:001:0> what was asked\r\n\n" + strings.ReplaceAll(text, "\n", "\r\n"), text[strings.Index(text, "\n")+1:] + text} {
			if got, ok := printed.RecogniseForm(said); !ok || got != form {
				t.Errorf("form %d: got %d, %v of\n%s", form, got, ok, said)
			}
		}
	}
	for _, text := range []string{"", "set t r f:q=1", "put 't', 'r', 'f:q', ' timestamp=1, value=2'", "a,b\n1,2\n", "# " + strings.Repeat("-", 40)} {
		if got, ok := printed.RecogniseForm(text); ok {
			t.Errorf("%q is taken for form %d", text, got)
		}
	}
}
