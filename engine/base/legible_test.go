package base

import (
	"strconv"
	"strings"
	"testing"
)

func TestEscapeIllegible(t *testing.T) {
	for in, want := range map[string]string{
		"":                       "",
		"plain, é 世界 😀":          "plain, é 世界 😀",
		`"quotes" and \slashes\`: `"quotes" and \slashes\`,
		"a\x00b\tc\nd\x7f":       `a\x00b\tc\nd\x7f`,
		"\xff\xc3(":              `\xff\xc3(`,
		"\ufffd":                 "\ufffd",
		"a\u202eb\u2066c\u2069":  `a\u202eb\u2066c\u2069`,
		"a\u200bb\u200d\ufeff":   `a\u200bb\u200d\ufeff`,
		"\u3164\u115f\u034fx":    `\u3164\u115f\u034fx`,
		"❤\ufe0f\u2800\u00a0":    `❤\ufe0f\u2800\u00a0`,
		"tag \U000e0041":         `tag \U000e0041`,
		"שלום":                   "שלום",
	} {
		got := EscapeIllegible(in)
		if got != want {
			t.Errorf("EscapeIllegible(%q) = %q, want %q", in, got, want)
		}
		if back, err := strconv.Unquote(`"` + EscapeNonASCII(in) + `"`); !strings.ContainsAny(in, `"\`) && (err != nil || back != in) {
			t.Errorf("Escape(%q) = %q reads as %q, %v", in, EscapeNonASCII(in), back, err)
		}
	}
}

func TestRightToLeft(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""}, {"left", ""}, {"שלום", "שלום"}, {"a שלום עולם 12", "שלום עולם"}, {"x=א@1 ב", "א"}, {"مَرْحَبًا!", "مَرْحَبًا"},
	} {
		from, to := RightToLeftRun(c.in)
		if got := c.in[from:to]; got != c.want {
			t.Errorf("RightToLeft(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}
