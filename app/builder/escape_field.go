package builder

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"tabletop/engine/base"
)

// escaped returns bytes as text that a field can hold and show: a backslash is doubled, and
// illegible bytes and blanks at the ends are written as \xHH. fieldBytes is its inverse.
func escaped(s string) string { return escape(s, true) }

// escapedPattern does the same with a pattern, in which \xHH means that byte already, and
// leaves backslashes alone.
func escapedPattern(s string) string { return escape(s, false) }

// escape does the work of both; backslash says whether backslashes are doubled.
func escape(s string, backslash bool) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '\\' && backslash:
			b.WriteString(`\\`)
		case r == ' ' && i > 0 && i < len(s)-1, r != ' ' && r != utf8.RuneError && base.IsLegible(r):
			b.WriteString(s[i : i+n])
		default:
			const hex = "0123456789abcdef"
			for _, c := range []byte(s[i : i+n]) {
				b.WriteString(`\x`)
				b.WriteByte(hex[c>>4])
				b.WriteByte(hex[c&15])
			}
		}
		i += n
	}
	return b.String()
}

// fieldBytes returns the bytes that the text of a field means. It refuses unknown escapes.
func fieldBytes(text string) (string, *base.Error) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			b.WriteByte(text[i])
			continue
		}
		rest := text[i+1:]
		n := strings.IndexAny(rest[:min(1, len(rest))], `\ntr"`)
		switch {
		case strings.HasPrefix(rest, "x") && len(rest) >= 3:
			v, err := strconv.ParseUint(rest[1:3], 16, 8)
			if err != nil {
				return "", base.Refuse(base.CodeBadEscape, text)
			}
			b.WriteByte(byte(v))
			i += 3
		case n == 0:
			b.WriteByte(map[byte]byte{'\\': '\\', 'n': '\n', 't': '\t', 'r': '\r', '"': '"'}[rest[0]])
			i++
		default:
			return "", base.Refuse(base.CodeBadEscape, text)
		}
	}
	return b.String(), nil
}
