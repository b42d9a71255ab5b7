package plan

import (
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/rowkey"
)

// anything matches all bytes there may be.
const anything = `\C*`

// upTo returns a pattern of a field's value with the separator that ends it:
// bytes that end with sep and hold it nowhere before. Without a separator the
// value is the rest of the key.
func upTo(sep string) string {
	switch len(sep) {
	case 0:
		return anything
	case 1:
		return `[^` + class(sep[0]) + `]*` + filter.Quote(sep)
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
	return any + filter.Quote(s.Sep)
}

// numeric reports whether the transforms of a step write every value as digits.
func numeric(s *rowkey.Step) bool {
	via := s.Via()
	_, _, number := via[0].Numbers()
	return via[len(via)-1].Name == "salt" || number && via[len(via)-1].Name != "hash"
}

// search builds the pattern of [upTo] from the automaton that looks for sep.
// State i has seen the first i bytes of sep; from it, sep[i] leads on and every
// other byte back. The states are taken out from the last to the first: what led
// through one becomes a pattern of the state before it.
func search(sep string) string {
	back := make([][]string, len(sep)) // back[i][j]: patterns that lead from i back to j
	for i := range back {
		back[i] = steps(sep, i)
	}
	end := "" // leads from the state at hand to the end, if it does not turn back
	for i := len(sep) - 1; ; i-- {
		loop := ""
		if back[i][i] != "" {
			loop = `(?:` + back[i][i] + `)*`
		}
		end = loop + filter.Quote(sep[i:i+1]) + end
		if i == 0 || tooLong(end) {
			return end
		}
		on := filter.Quote(sep[i-1:i]) + loop
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

// steps returns the patterns of single bytes that lead from state i of a search
// for sep back to each state up to i, "" where none does.
func steps(sep string, i int) []string {
	out := make([]string, i+1)
	others := class(sep[i])
	for n := range len(sep) {
		c := sep[n]
		if strings.IndexByte(sep, c) < n || c == sep[i] {
			continue
		}
		// The longest beginning of sep that ends what has been seen.
		seen := sep[:i] + sep[n:n+1]
		j := i
		for ; j > 0 && !strings.HasSuffix(seen, sep[:j]); j-- {
		}
		if j > 0 {
			out[j] = either(out[j], filter.Quote(sep[n:n+1]))
			others += class(c)
		}
	}
	out[0] = either(`[^`+others+`]`, out[0])
	return out
}

func either(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + `|` + b
}

// below returns a pattern of what follows in a key from the start of a field
// whose value is less than bound, the separator included. A value that ends
// early, being a prefix of bound, is less.
func below(bound, sep string) string {
	ends := ""
	if sep != "" {
		ends = filter.Quote(sep) + anything
	}
	var b strings.Builder
	for i := range len(bound) {
		c := bound[i]
		b.WriteString(`(?:` + ends)
		if c > 0 {
			b.WriteString(`|[` + class(0) + `-` + class(c-1) + `]` + anything)
		}
		if i+1 < len(bound) {
			b.WriteString(`|` + filter.Quote(bound[i:i+1]))
		}
	}
	b.WriteString(strings.Repeat(`)`, len(bound)))
	return b.String()
}

// atLeast returns a pattern of the values that are bound or above.
func atLeast(bound string) string {
	var b strings.Builder
	for i := range len(bound) {
		c := bound[i]
		b.WriteString(`(?:`)
		if c < 0xFF {
			b.WriteString(`[` + class(c+1) + `-` + class(0xFF) + `]` + anything + `|`)
		}
		b.WriteString(filter.Quote(bound[i : i+1]))
	}
	b.WriteString(anything + strings.Repeat(`)`, len(bound)))
	return b.String()
}

// class writes a byte inside the brackets of a pattern.
func class(c byte) string {
	if '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '#' {
		return string(rune(c))
	}
	const hex = "0123456789abcdef"
	return `\x` + string([]byte{hex[c>>4], hex[c&15]})
}

// tooLong reports a pattern that no filter may hold.
func tooLong(pattern string) bool { return len(pattern) > base.MaxFilter }
