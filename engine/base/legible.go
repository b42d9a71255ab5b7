package base

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsLegible reports whether a rune can be shown unchanged: it is visible or a blank, and
// does not affect the text around it.
func IsLegible(r rune) bool {
	if r < utf8.RuneSelf {
		return ' ' <= r && r < 0x7f
	}
	const blankBraille = '\u2800'
	return strconv.IsPrint(r) && r != blankBraille && !unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// LegibleRun returns the length in bytes of the longest beginning of s in which all runes
// are legible, or none is, and which of the two is the case. Bytes of invalid UTF-8 are
// not legible.
func LegibleRun(s string) (n int, legible bool) {
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		ok := IsLegible(r) && (r != utf8.RuneError || size > 1)
		if n == 0 {
			legible = ok
		} else if ok != legible {
			break
		}
		n += size
	}
	return n, legible
}

// EscapeNonASCII returns s with every rune written as an escape sequence of Go. Printable ASCII
// characters remain as they are.
func EscapeNonASCII(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&b, `\x%02x`, s[0])
		} else {
			q := strconv.QuoteRuneToASCII(r)
			b.WriteString(q[1 : len(q)-1])
		}
		s = s[n:]
	}
	return b.String()
}

// EscapeIllegible returns s with those runes escaped that are not legible.
func EscapeIllegible(s string) string {
	if n, legible := LegibleRun(s); n == len(s) && (legible || n == 0) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		n, legible := LegibleRun(s)
		if legible {
			b.WriteString(s[:n])
		} else {
			b.WriteString(EscapeNonASCII(s[:n]))
		}
		s = s[n:]
	}
	return b.String()
}

// fromRight contains the letters of scripts that are written from right to left.
var fromRight = &unicode.RangeTable{
	R16: []unicode.Range16{{0x590, 0x8ff, 1}, {0xfb1d, 0xfdff, 1}, {0xfe70, 0xfefe, 1}},
	R32: []unicode.Range32{{0x10800, 0x10fff, 1}, {0x1e800, 0x1efff, 1}},
}

// RightToLeftRun returns the first run of text that is written from right to left, with the
// blanks within it, as s[from:to]. The run is empty if there is none.
func RightToLeftRun(s string) (from, to int) {
	from = -1
	for i, r := range s {
		switch {
		case r >= 0x590 && unicode.Is(fromRight, r):
			if from < 0 {
				from = i
			}
			to = i + utf8.RuneLen(r)
		case from >= 0 && r != ' ' && !unicode.Is(unicode.M, r):
			return from, to
		}
	}
	return max(from, 0), to
}
