package i18n

import (
	"strings"
	"unicode/utf8"

	"tabletop/engine/base"
)

// longest is the most bytes of an argument that a sentence shows.
const longest = 300

// The Unicode characters that isolate text, so that its direction does not reorder what is
// around it: first strong isolate, and pop directional isolate.
const isolate, isolated = "\u2068", "\u2069"

// MakePrintable returns arbitrary bytes as text that can be shown anywhere. What is not legible is
// escaped as in Go, and text from right to left is isolated from what is around it.
func MakePrintable(s string) string {
	s = base.EscapeIllegible(s)
	from, to := base.RightToLeftRun(s)
	if from == to {
		return s
	}
	var b strings.Builder
	for ; from < to; from, to = base.RightToLeftRun(s) {
		b.WriteString(s[:from] + isolate + s[from:to] + isolated)
		s = s[to:]
	}
	b.WriteString(s)
	return b.String()
}

// MakeShortPrintable is like [MakePrintable], and cuts a long text.
func MakeShortPrintable(s string) string {
	if len(s) <= longest {
		return MakePrintable(s)
	}
	n := longest
	for n > longest-utf8.UTFMax && !utf8.RuneStart(s[n]) {
		n--
	}
	return MakePrintable(s[:n]) + "…"
}

// shownEnd is how many bytes are shown of the beginning of a long key, and of its end.
const shownEnd = 48

// ElidedRange returns which bytes of a long text are left out if only its beginning and end are
// shown, [from, to). Of a short text it leaves out nothing: from equals to.
func ElidedRange(s string) (from, to int) {
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

// ElideMiddle is like [MakePrintable], but leaves out the middle of a long text.
func ElideMiddle(s string) string {
	from, to := ElidedRange(s)
	if from == to {
		return MakePrintable(s)
	}
	return MakePrintable(s[:from]) + "…" + MakePrintable(s[to:])
}
