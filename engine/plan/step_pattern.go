package plan

import (
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/rowkey"
)

// anything is a pattern that matches any bytes.
const anything = `\C*`

// upTo returns a pattern of a field's value and the separator after it: bytes that end
// with sep and do not contain it before. Without a separator the value is the rest of the
// key.
func upTo(sep string) string {
	switch len(sep) {
	case 0:
		return anything
	case 1:
		return `[^` + class(sep[0]) + `]*` + filter.QuotePattern(sep)
	}
	return search(sep)
}

// stepPattern returns a pattern that matches every value of a step and its separator.
func stepPattern(s *rowkey.Step) string {
	width := s.Width()
	if width == 0 {
		return upTo(s.Sep)
	}
	any := `\C`
	if numeric(s) {
		any = `[0-9]`
	}
	if width > 1 {
		any += `{` + strconv.Itoa(width) + `}`
	}
	return any + filter.QuotePattern(s.Sep)
}

// numeric reports whether the transforms of a step write every value as digits.
func numeric(s *rowkey.Step) bool {
	via := s.Transforms()
	_, _, number := via[0].NumberRange()
	return via[len(via)-1].Name == "salt" || number && via[len(via)-1].Name != "hash"
}

// search returns the pattern of [upTo] for a separator of several bytes. It is derived
// from the automaton that searches for sep. In state i the first i bytes of sep have been
// seen; sep[i] leads to the next state, and every other byte leads back. The states are
// eliminated from the last to the first: the paths through an eliminated state become a
// pattern of the state before it.
func search(sep string) string {
	back := make([][]string, len(sep)) // back[i][j]: a pattern that leads from state i back to j
	for i := range back {
		back[i] = steps(sep, i)
	}
	end := "" // a pattern that leads from the current state to the end without going back
	for i := len(sep) - 1; ; i-- {
		loop := ""
		if back[i][i] != "" {
			loop = `(?:` + back[i][i] + `)*`
		}
		end = loop + filter.QuotePattern(sep[i:i+1]) + end
		if i == 0 || tooLong(end) {
			return end
		}
		on := filter.QuotePattern(sep[i-1:i]) + loop
		for j, p := range back[i][:i] {
			if p == "" {
				continue
			}
			if strings.Contains(p, "|") {
				p = `(?:` + p + `)`
			}
			back[i-1][j] = either(back[i-1][j], on+p)
			if tooLong(back[i-1][j]) {
				return back[i-1][j]
			}
		}
	}
}

// steps returns patterns of single bytes that lead from state i of a search for sep back
// to the states up to i, or "" for a state to which none leads.
func steps(sep string, i int) []string {
	out := make([]string, i+1)
	others := class(sep[i])
	for n := range len(sep) {
		c := sep[n]
		if strings.IndexByte(sep, c) < n || c == sep[i] {
			continue
		}
		// sep[:j] becomes the longest prefix of sep that is a suffix of the bytes seen.
		seen := sep[:i] + sep[n:n+1]
		j := i
		for ; j > 0 && !strings.HasSuffix(seen, sep[:j]); j-- {
		}
		if j > 0 {
			out[j] = either(out[j], filter.QuotePattern(sep[n:n+1]))
			others += class(c)
		}
	}
	out[0] = either(`[^`+others+`]`, out[0])
	return out
}

// either returns a pattern that matches what a or b matches, where "" matches nothing.
func either(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + `|` + b
}

// below returns a pattern of the rest of a key, from the beginning of a field whose value
// is less than bound, including its separator. A value that is a proper prefix of bound is
// less than it.
func below(bound, sep string) string {
	ends := ""
	if sep != "" {
		ends = filter.QuotePattern(sep) + anything
	}
	var b strings.Builder
	for i := range len(bound) {
		c := bound[i]
		b.WriteString(`(?:` + ends)
		if c > 0 {
			b.WriteString(`|[` + class(0) + `-` + class(c-1) + `]` + anything)
		}
		if i+1 < len(bound) {
			b.WriteString(`|` + filter.QuotePattern(bound[i:i+1]))
		}
	}
	b.WriteString(strings.Repeat(`)`, len(bound)))
	return b.String()
}

// atLeast returns a pattern of the values that are not less than bound.
func atLeast(bound string) string {
	var b strings.Builder
	for i := range len(bound) {
		c := bound[i]
		b.WriteString(`(?:`)
		if c < 0xFF {
			b.WriteString(`[` + class(c+1) + `-` + class(0xFF) + `]` + anything + `|`)
		}
		b.WriteString(filter.QuotePattern(bound[i : i+1]))
	}
	b.WriteString(anything + strings.Repeat(`)`, len(bound)))
	return b.String()
}

// class returns a byte as it is written inside the brackets of a pattern.
func class(c byte) string {
	if '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '#' {
		return string(rune(c))
	}
	const hex = "0123456789abcdef"
	return `\x` + string([]byte{hex[c>>4], hex[c&15]})
}

// tooLong reports whether a pattern is too long for a filter.
func tooLong(pattern string) bool { return len(pattern) > base.MaxFilter }
