package records

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

// utf16Of encodes a text as UTF-16 with a byte order mark.
func utf16Of(text string, order binary.AppendByteOrder) string {
	var out []byte
	for _, u := range utf16.Encode([]rune("\ufeff" + text)) {
		out = order.AppendUint16(out, u)
	}
	return string(out)
}

// decoded decodes a text in pieces of the given size. It returns the decoded text and
// whether the text was not UTF-8.
func decoded(text string, size int) (string, bool) {
	var d Decoder
	var b strings.Builder
	for piece := range slices.Chunk([]byte(text), size) {
		b.Write(d.Decode(piece))
	}
	b.Write(d.EndText())
	return b.String(), d.NotText
}

// TestDecode checks that the decoded text does not depend on where the text is cut.
func TestDecode(t *testing.T) {
	const text = "name,city\nJosé,München 日本 😀\r\n"
	for name, c := range map[string]struct {
		text, want string
		wrong      bool
	}{
		"little endian":  {utf16Of(text, binary.LittleEndian), text, false},
		"big endian":     {utf16Of(text, binary.BigEndian), text, false},
		"UTF-8":          {text, text, false},
		"its mark":       {"\ufeff" + text, "\ufeff" + text, false},
		"Latin-1":        {"Jos\xe9,x", "Jos\xe9,x", true},
		"its end":        {"x,Jos\xe9", "x,Jos\xe9", true},
		"cut short":      {"日\xe6\x97", "日\xe6\x97", true},
		"without a mark": {"a\x00b\x00", "a\x00b\x00", true},
		"half a unit":    {"\xff\xfea\x00b", "a\ufffd", false},
		"half a pair":    {"\xff\xfe\x3d\xd8a\x00\x3d\xd8", "\ufffda\ufffd", false},
		"the mark alone": {"\xff\xfe", "", false},
		"half the mark":  {"\xff", "\xff", true},
		"nothing":        {"", "", false},
	} {
		for size := range 9 {
			if got, wrong := decoded(c.text, size+1); got != c.want || wrong != c.wrong {
				t.Errorf("%s, %d at once: %q, %v", name, size+1, got, wrong)
			}
		}
		if got := ToUTF8(c.text); got != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// FuzzDecode checks that decoding in pieces has the same result as decoding the whole
// text, and that UTF-16 is decoded in the same way as by the standard library.
func FuzzDecode(f *testing.F) {
	f.Add("\xff\xfea\x00\x3d\xd8", 1)
	f.Add("日本\xe6", 2)
	f.Fuzz(func(t *testing.T, text string, size int) {
		size = max(1, min(size, 100))
		got, wrong := decoded(text, size)
		if whole := ToUTF8(text); got != whole {
			t.Fatalf("%q, %d at once: %q, whole %q", text, size, got, whole)
		}
		if strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff") {
			if !utf8.ValidString(got) || wrong {
				t.Fatalf("%q is decoded to %q", text, got)
			}
			return
		}
		if want := !utf8.ValidString(text) || strings.Contains(text, "\x00"); got != text || wrong != want {
			t.Fatalf("%q, %d at once: %q, wrong %v", text, size, got, wrong)
		}
	})
}
