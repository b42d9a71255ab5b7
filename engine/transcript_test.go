package engine

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/console/cbt"
	hbaseshell "tabletop/engine/console/hbase"
)

var update = flag.Bool("update", false, "write the golden files anew")

// transcript runs the commands of a file in one session and compares the results with the file. A
// command is a line after "> ", or after ">" as a Go string. A line after "<" has the name and the
// text of a file for later commands, both as Go strings. The lines after a command are its output:
// text as it is printed, "· " before a note, "! " before a refusal and "~ " before the cost of the
// read. Comments begin with "# " and stay.
func transcript(t *testing.T, dialect Dialect, name string) (commands int) {
	t.Helper()
	path := filepath.Join("testdata", name)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	now := base.Micros(1_767_323_045_000_000) // 2026-01-02 03:04:05 UTC
	watch := base.Micros(0)
	s := New(Options{
		Now:          func() base.Micros { now += 1_000_000; return now },
		Stopwatch:    func() base.Micros { watch += 12_345; return watch },
		Interpreters: []*Interpreter{HBaseInterpreter()},
	})
	var files []PickedFile
	var out, want, got strings.Builder
	input := ""
	flush := func() {
		if got.String() != want.String() && !*update {
			t.Errorf("%s: %s\n got\n%s\nwant\n%s", path, input, got.String(), want.String())
		}
		out.WriteString(got.String())
		got.Reset()
		want.Reset()
	}
	for _, line := range strings.SplitAfter(string(data), "\n") {
		text := strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(text, "# "):
			flush()
			out.WriteString(line)
		case strings.HasPrefix(text, "<"):
			flush()
			out.WriteString(line)
			var f PickedFile
			if _, err := fmt.Sscanf(text, "<%q %q", &f.Name, &f.Text); err != nil {
				t.Fatalf("%s: %s: %v", path, text, err)
			}
			files = append(files, f)
		case strings.HasPrefix(text, ">"):
			flush()
			out.WriteString(line)
			commands++
			input = text
			command, plain := strings.CutPrefix(text, "> ")
			if !plain {
				if command, err = strconv.Unquote(text[1:]); err != nil {
					t.Fatalf("%s: %s: %v", path, text, err)
				}
			}
			got.WriteString(said(s.Do(RunConsole{Dialect: dialect, Text: command, Files: files})))
			twice(t, dialect, command)
		default:
			want.WriteString(line)
		}
	}
	flush()
	if *update {
		if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return commands
}

// said returns a reply in the form of a transcript.
func said(r Reply) string {
	var b strings.Builder
	for _, l := range r.Output {
		if l.Kind == LineNote {
			fmt.Fprintf(&b, "· %s %q\n", l.Code, l.Args)
		} else {
			b.WriteString(l.Text)
		}
	}
	if e := r.Err; e != nil {
		fmt.Fprintf(&b, "! %s %q", e.Code, e.Args)
		if e.Pos >= 0 {
			fmt.Fprintf(&b, " %d-%d", e.Pos, e.End)
		}
		if r.ErrLine > 1 {
			fmt.Fprintf(&b, " line %d", r.ErrLine)
		}
		b.WriteByte('\n')
	}
	if r.Read != nil {
		st := r.Read.Stats
		fmt.Fprintf(&b, "~ %s: %d seeks, %d tablets, rows %d of %d, cells %d of %d\n", r.Read.Access,
			st.Seeks, st.Tablets, st.RowsReturned, st.RowsScanned, st.CellsReturned, st.CellsScanned)
	}
	return b.String()
}

// twice prints the command that a text parses to, and parses the printed text again.
func twice(t *testing.T, dialect Dialect, text string) {
	t.Helper()
	parse, print := cbt.Parse, cbt.Print
	if dialect == HBase {
		parse, print = hbaseshell.Parse, hbaseshell.Print
	}
	cmd, err := parse(text)
	if err != nil || cmd == nil {
		return
	}
	printed, err := print(cmd)
	if err != nil {
		t.Errorf("%s does not print: %v", text, err)
		return
	}
	again, err := parse(printed)
	if err != nil || !reflect.DeepEqual(again, cmd) {
		t.Errorf("%s\nprints as %s\nwhich is %#v, %v", text, printed, again, err)
	}
}

func TestTranscriptCBT(t *testing.T) {
	if n := transcript(t, CBT, "cbt.txt"); n < 150 {
		t.Errorf("only %d commands", n)
	}
}

func TestTranscriptHBase(t *testing.T) {
	if n := transcript(t, HBase, "hbase.txt"); n < 150 {
		t.Errorf("only %d commands", n)
	}
}
