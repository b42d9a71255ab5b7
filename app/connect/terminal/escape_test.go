package terminal

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"":                             "",
		"Zoë 表\n\tx":                   "Zoë 表\n\tx",
		"\x1b[2J\x1b]0;owned\a":        `\u001b[2J\u001b]0;owned\u0007`,
		"\r\b\x7f\u009b\u202e\ufeff":   `\u000d\u0008\u007f\u009b\u202e\ufeff`,
		"\xff\U000e0001":               `\xff\udb40\udc01`,
		"\ufffd is a character itself": "\ufffd is a character itself",
	} {
		var b strings.Builder
		w := EscapingWriter(&b)
		if n, err := w.Write([]byte(in)); n != len(in) || err != nil || b.String() != want {
			t.Errorf("%q: %d, %v, %q, want %q", in, n, err, b.String(), want)
		}
	}
}

// TestJSON checks that escaped JSON has the same content.
func TestJSON(t *testing.T) {
	in := "\x00\x1b\x7f\u009b\u202e\U000e0001\n"
	var b strings.Builder
	if err := json.NewEncoder(EscapingWriter(&b)).Encode(in); err != nil {
		t.Fatal(err)
	}
	var out string
	if err := json.Unmarshal([]byte(b.String()), &out); err != nil || out != in || strings.ContainsRune(b.String(), '\x7f') {
		t.Errorf("%v, %q of %q", err, out, b.String())
	}
}

func TestLine(t *testing.T) {
	for _, c := range []struct {
		in   string
		most int
		want string
	}{
		{"", 3, ""}, {"表表表", 3, "表表表"}, {"表表表表", 3, "表表表…"}, {"a\nb", 3, `a\u000ab`}, {"\x1b\x1b", 1, `\u001b…`},
	} {
		if got := EscapeLine(c.in, c.most); got != c.want {
			t.Errorf("%q, %d: %q, want %q", c.in, c.most, got, c.want)
		}
	}
}
