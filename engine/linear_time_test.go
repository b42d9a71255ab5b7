//go:build !js

package engine_test

import (
	"errors"
	"strings"
	"syscall"
	"testing"
	"time"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	hbaseshell "tabletop/engine/console/hbase"
	"tabletop/engine/filter"
	"tabletop/engine/hbase/hfilter"
	"tabletop/engine/rowkey"
)

// hostile are the pieces from which long texts are made.
var hostile = []string{
	"(", ")", "'", `"`, `\`, "''", "$'", "[", "{", "}", "=>", ",", ":", "=", "@1", "#", "\n", "\\\n", "a", "a ", "é", "||", "&& ", " and ", "a:b,", "f:q=v ",
	"maxage=1d||", "(maxversions=1 or ", "{a}", "{a}#", "A => 1, ", "['a', ", "x\n", "ls\n", "'a\n", "(a*)*", "a|", "[a-z]{9}",
	"SKIP ", "(PageFilter(1) OR ", "PageFilter(1) AND ", "ValueFilter(=, 'binary:x', ", ",a,b\n", `"a""`, "\x00", "\xff",
}

// long returns head followed by repetitions of piece, of at most the given size.
func long(head, piece string, size int) string {
	return head + strings.Repeat(piece, max(size-len(head), 0)/len(piece))
}

// little is a time in which no quadratic algorithm can read a long text.
const little = 150 * time.Millisecond

// worked returns the processor time that this program has used. Other programs do not affect it.
func worked(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// grows fails if eight times the size takes far more than eight times the work, in every attempt.
func grows(t *testing.T, what string, size int, do func(size int)) {
	t.Helper()
	took := func(size int) time.Duration {
		before := worked(t)
		do(size)
		return worked(t) - before
	}
	var part, whole time.Duration
	for range 6 {
		if whole = took(size); whole < little {
			return
		}
		if part = took(size / 8); whole < 24*part {
			return
		}
	}
	t.Errorf("%s: %d bytes take %v, an eighth of them %v", what, size, whole, part)
}

// TestTextsAreReadInLinearTime gives long hostile texts of every kind to the parsers of commands
// and to all other readers of text.
func TestTextsAreReadInLinearTime(t *testing.T) {
	readers := []struct {
		name  string
		size  int
		heads []string
		read  func(text string)
	}{
		{"cbt.Complete", console.MaxLine, cbtHeads, func(s string) { cbt.Complete(s, len(s), console.Schema{}) }},
		{"hbase.Complete", console.MaxLine / 2, hbaseHeads, func(s string) { hbaseshell.Complete(s, len(s), console.Schema{}) }},
		{"hfilter.Parse", 1 << 20, []string{"", "ValueFilter(=, '"}, func(s string) { hfilter.Parse(s) }},
		{"hfilter.Complete", 1 << 20, []string{"", "ValueFilter(=, '"}, func(s string) { hfilter.Complete(s) }},
		{"rowkey.Parse", rowkey.MaxTemplate, []string{"", "{a}"}, func(s string) { rowkey.Parse(s) }},
		{"filter.Parse", 1 << 20, []string{"", "{ ", "col({"}, func(s string) { filter.Parse(s) }},
		{"filter.Compile", base.MaxFilter - 64, []string{"", "("}, func(s string) { filter.Compile(filter.RowKeyRegex(s)) }},
	}
	for _, r := range readers {
		if testing.Short() {
			r.size /= 4 // quadratic work is sixteen times less then, and still far above the bound
		}
		t.Run(r.name, func(t *testing.T) {
			for _, head := range r.heads {
				for _, piece := range hostile {
					grows(t, head+piece+piece+"…", r.size, func(size int) { r.read(long(head, piece, size)) })
				}
			}
		})
	}
}

var cbtHeads = []string{
	"", "read t ", "createtable t families=f:", "setgcpolicy t f ", "lookup t '",
}

var hbaseHeads = []string{
	"", `scan 't', {FILTER => "`, "scan 't', {COLUMNS => ", "put 't', 'r', ", "alter 't', [{",
}

// TestScriptsRunInLinearTime checks the running of long scripts too, with what they leave in the
// session, and the import of long files.
func TestScriptsRunInLinearTime(t *testing.T) {
	run := func(r engine.RunConsole) {
		s := engine.New(engine.Options{Now: func() base.Micros { return 1 }, Stopwatch: func() base.Micros { return 0 }, Interpreters: []*engine.Interpreter{engine.HBaseInterpreter()}})
		if err := s.Do(engine.RunConsole{Text: "createtable t families=f"}).Err; err != nil {
			t.Fatal(err)
		}
		s.Do(r)
	}
	for _, c := range []struct {
		dialect     engine.Dialect
		head, piece string
	}{
		{engine.CBT, "", "set t r f:q=v\n"},
		{engine.CBT, "", "set t r f:q=v f:r=v f:s=v\n"},
		{engine.CBT, "", "count t\n"},
		{engine.CBT, "", "ls\n"},
		{engine.CBT, "", "\n"},
		{engine.CBT, "set t r f:q='", "a\n"},
		{engine.HBase, "", "put 't', 'r', 'f:q', 'v'\n"},
		{engine.HBase, "", "exists 't'\n"},
		{engine.HBase, "list\n", "# x\n"},
	} {
		size := engine.MaxConsoleText / 4
		if testing.Short() {
			size /= 4 // as for the texts above
		}
		grows(t, c.head+c.piece, size, func(size int) { run(engine.RunConsole{Dialect: c.dialect, Text: long(c.head, c.piece, size)}) })
	}
	for _, head := range []string{"", ",f\n,q\n", ",f\n,\""} {
		for _, piece := range append([]string{"k,v\n", "k,v@1\n", "a,", "\"\"\"a\"\"\",", "\r\n"}, hostile...) {
			grows(t, "import "+head+piece, 1<<18, func(size int) {
				run(engine.RunConsole{Text: "import t file timestamp=value-encoded", Files: []engine.PickedFile{{Name: "file", Text: long(head, piece, size)}}})
			})
		}
	}
}

// TestNestingIsBounded checks that nested constructs are refused beyond a depth.
func TestNestingIsBounded(t *testing.T) {
	for name, c := range map[string]struct {
		piece string
		read  func(s string) error
	}{
		"cbt rule":      {"(", func(s string) error { _, err := cbt.Parse("setgcpolicy t f '" + s + "'"); return err }},
		"HBase arrays":  {"[", func(s string) error { _, err := hbaseshell.Parse("create 't', " + s); return err }},
		"HBase hashes":  {"{A => ", func(s string) error { _, err := hbaseshell.Parse("create 't', " + s); return err }},
		"HBase filters": {"(", func(s string) error { _, err := hfilter.Parse(s); return err }},
		"filters":       {"(", func(s string) error { _, err := filter.Parse(s); return err }},
		"regex":         {"(", func(s string) error { _, err := filter.Compile(filter.RowKeyRegex(s)); return err }},
		"template":      {"{", func(s string) error { _, err := rowkey.Parse(s); return err }},
	} {
		var coded *base.Error
		if err := c.read(strings.Repeat(c.piece, 20_000)); !errors.As(err, &coded) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
