package i18n

import (
	"strings"
	"unicode/utf8"

	"tabletop/engine/base"
)

// longest is the most bytes of an argument that a sentence shows.
const longest = 300

// What stands between these orders nothing around it.
const isolate, isolated = "\u2068", "\u2069"

// Plain returns arbitrary bytes as text that can stand anywhere: what is not
// legible is escaped as in Go, and what is written from right to left is kept
// apart from what stands around it.
func Plain(s string) string {
	s = base.EscapeIllegible(s)
	from, to := base.RightToLeft(s)
	if from == to {
		return s
	}
	var b strings.Builder
	for ; from < to; from, to = base.RightToLeft(s) {
		b.WriteString(s[:from] + isolate + s[from:to] + isolated)
		s = s[to:]
	}
	b.WriteString(s)
	return b.String()
}

// Short is Plain, cut to a length that a sentence bears.
func Short(s string) string {
	if len(s) <= longest {
		return Plain(s)
	}
	n := longest
	for n > longest-utf8.UTFMax && !utf8.RuneStart(s[n]) {
		n--
	}
	return Plain(s[:n]) + "…"
}

// shownEnd is how many bytes a long key shows of its beginning, and of its end.
const shownEnd = 48

// Middle returns what of a long text is left out where only its beginning and its end
// are shown, [from, to): nothing of others.
func Middle(s string) (from, to int) {
	if len(s) <= 3*shownEnd {
		return 0, 0
	}
	from, to = shownEnd, len(s)-shownEnd
	for from > shownEnd-utf8.UTFMax && !utf8.RuneStart(s[from]) {
		from--
	}
	for to < len(s)-shownEnd+utf8.UTFMax && !utf8.RuneStart(s[to]) {
		to++
	}
	return from, to
}

// Ends is Plain, without the middle of what is long.
func Ends(s string) string {
	from, to := Middle(s)
	if from == to {
		return Plain(s)
	}
	return Plain(s[:from]) + "…" + Plain(s[to:])
}
