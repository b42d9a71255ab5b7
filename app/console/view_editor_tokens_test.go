package console

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"tabletop/engine"
	"tabletop/engine/console/dialects"
)

// TestPaint checks the tokens and errors that the editor is given. Their places are in
// UTF-16 units.
func TestPaint(t *testing.T) {
	const script = "set t 'é😀k' F:q=😀@7 # ü\n\nread t prefx=😀\nset t \"open\nstill"
	painted := paint("en", dialects.ByID(engine.CBT), script)
	text := utf16.Encode([]rune(script))
	var got []string
	for _, token := range strings.Split(strings.TrimSuffix(painted["tokens"].(string), ";"), ";") {
		part := strings.Split(token, " ")
		got = append(got, part[2]+":"+string(utf16.Decode(text[number(t, part[0]):number(t, part[1])])))
	}
	want := "name:set table:t quote:' row:é😀k quote:' family:F punct:: qualifier:q punct:= value:😀 timestamp:@7 comment:# ü " +
		"name:read table:t punct:= text:😀 name:set table:t quote:\" row:open\nstill"
	if strings.Join(got, " ") != want {
		t.Errorf("painted\n%s, not\n%s", strings.Join(got, " "), want)
	}
	faults := painted["faults"].([]any)
	if len(faults) != 1 {
		t.Fatalf("%d faults: %v", len(faults), faults) // an incomplete command has no error
	}
	fault := faults[0].(map[string]any)
	if at := string(utf16.Decode(text[fault["from"].(int):fault["to"].(int)])); at != "prefx" {
		t.Errorf("the fault is at %q", at)
	}
	if says := fault["text"].(string); !strings.Contains(says, "Did you mean prefix?") {
		t.Errorf("the fault is explained as %q", says)
	}
}

func number(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
