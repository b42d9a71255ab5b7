package cbt

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
	"tabletop/engine/console"
	"tabletop/engine/console/token"
	"tabletop/web/test/consoletest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden runs say on every case of a file and compares the results. With -update it writes
// the results into the file, and keeps its comments and the order of the cases.
func golden(t *testing.T, name string, say func(line string) string) (cases int) {
	t.Helper()
	path := filepath.Join("testdata", name)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for i, block := range strings.Split(strings.TrimRight(string(data), "\n"), "\n\n") {
		if i > 0 {
			out.WriteString("\n\n")
		}
		input, want, _ := strings.Cut(block, "\n")
		if !strings.HasPrefix(input, ">") {
			out.WriteString(block)
			continue
		}
		cases++
		line := strings.TrimPrefix(input, "> ")
		if line == input {
			if line, err = strconv.Unquote(input[1:]); err != nil {
				t.Fatalf("%s: %s: %v", path, input, err)
			}
		}
		got := say(line)
		if got != want && !*update {
			t.Errorf("%s: %s\n got %s\nwant %s", path, input, got, want)
		}
		out.WriteString(input + "\n" + got)
	}
	if *update {
		if err := os.WriteFile(path, []byte(out.String()+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return cases
}

func TestCommands(t *testing.T) {
	n := golden(t, "commands.txt", func(line string) string {
		c, err := Parse(line)
		checkTokens(t, line, err)
		if err != nil {
			e := err.(*base.Error)
			text := fmt.Sprintf("! %s %d-%d", e.Code, e.Pos, e.End)
			for _, a := range e.Args {
				text += " " + strconv.Quote(a)
			}
			if e.Incomplete {
				text += " …"
			}
			return text
		}
		if c == nil {
			return "-"
		}
		checkRoundTrip(t, c)
		text, _ := Print(c)
		return "= " + text
	})
	if n < 150 {
		t.Errorf("only %d cases", n)
	}
}

func TestTokens(t *testing.T) {
	golden(t, "tokens.txt", func(line string) string {
		var out []string
		for _, tok := range tokens(line) {
			if tok.Kind != token.Space {
				out = append(out, fmt.Sprintf("%s %s", tok.Kind, line[tok.Pos:tok.End]))
			}
		}
		return strings.Join(out, "\n")
	})
}

// checkRoundTrip prints a command, parses the text and compares the commands.
func checkRoundTrip(t *testing.T, c console.Command) {
	t.Helper()
	text, err := Print(c)
	if err != nil {
		t.Fatalf("%#v does not print: %v", c, err)
	}
	again, err := Parse(text)
	if err != nil {
		t.Fatalf("%#v prints as %s, which gives %v", c, text, err)
	}
	if !reflect.DeepEqual(c, again) {
		t.Fatalf("%#v\nprints as %s\nwhich gives %#v", c, text, again)
	}
	if twice, err := Print(again); twice != text || err != nil {
		t.Fatalf("%s\nis printed again as %s, %v", text, twice, err)
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
