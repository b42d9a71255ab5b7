package filter

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"tabletop/engine/base"
)

// FilterText returns f in the text syntax. If [Compile] accepts f, [Parse] reads the text back
// as the same tree, except that a nil member of a chain or an interleave becomes
// [PassAll].
func FilterText(f Filter) string {
	var b strings.Builder
	write(&b, f)
	return b.String()
}

// write appends f in the text syntax to b.
func write(b *strings.Builder, f Filter) {
	b.WriteString(Name(f))
	b.WriteByte('(')
	switch f := f.(type) {
	case nil, PassAll, BlockAll, Sink, StripValue:
	case Chain:
		writeList(b, f)
	case Interleave:
		writeList(b, f)
	case Condition:
		// Missing branches at the end are left out.
		branches := children(f)
		for len(branches) > 1 && branches[len(branches)-1] == nil {
			branches = branches[:len(branches)-1]
		}
		for i, g := range branches {
			if i > 0 {
				b.WriteString(", ")
			}
			if g == nil {
				b.WriteString(wordNone)
			} else {
				write(b, g)
			}
		}
	case RowKeyRegex:
		b.WriteString(patternText(string(f)))
	case RowSample:
		b.WriteString(probability(float64(f)))
	case FamilyRegex:
		b.WriteString(patternText(string(f)))
	case QualifierRegex:
		b.WriteString(patternText(string(f)))
	case ColumnRange:
		b.WriteString(wordText(string(f.Family)))
		b.WriteString(", ")
		writeBounds(b, f.Start, f.End)
	case TimestampRange:
		b.WriteByte('[')
		if f.Start != 0 {
			b.WriteString(timeText(f.Start))
		}
		b.WriteString(", ")
		if f.End != 0 {
			b.WriteString(timeText(f.End))
		}
		b.WriteByte(')')
	case ValueRegex:
		b.WriteString(patternText(string(f)))
	case ValueRange:
		writeBounds(b, f.Start, f.End)
	case ValueBitmask:
		b.WriteString(quote(string(f)))
	case CellsPerRowOffset:
		b.WriteString(strconv.Itoa(int(f)))
	case CellsPerRow:
		b.WriteString(strconv.Itoa(int(f)))
	case CellsPerColumn:
		b.WriteString(strconv.Itoa(int(f)))
	case Label:
		b.WriteString(wordText(string(f)))
	default:
		panic(unknown(f))
	}
	b.WriteByte(')')
}

// writeList writes filters separated by commas.
func writeList(b *strings.Builder, fs []Filter) {
	for i, g := range fs {
		if i > 0 {
			b.WriteString(", ")
		}
		write(b, g)
	}
}

// writeBounds writes a range such as [a, b).
func writeBounds(b *strings.Builder, start, end base.Bound) {
	open, closing := byte('['), byte(')')
	if start.Kind == base.BoundOpen {
		open = '('
	}
	if end.Kind == base.BoundClosed {
		closing = ']'
	}
	b.WriteByte(open)
	if start.Kind != base.BoundUnset {
		b.WriteString(wordText(start.At))
	}
	b.WriteString(", ")
	if end.Kind != base.BoundUnset {
		b.WriteString(wordText(end.At))
	}
	b.WriteByte(closing)
}

// probability returns a number in its shortest form.
func probability(p float64) string { return strconv.FormatFloat(p, 'g', -1, 64) }

// timeText returns a timestamp as a date or, if it has a time of day, in the form of RFC
// 3339, in UTC. Timestamps before 1971 and after the year 9999 are written as
// microseconds.
func timeText(at base.Micros) string {
	t := time.UnixMicro(int64(at)).UTC()
	switch {
	case t.Year() <= 1970 || t.Year() > 9999:
		return strconv.FormatInt(int64(at), 10)
	case t.Hour() == 0 && t.Minute() == 0 && t.Second() == 0 && t.Nanosecond() == 0:
		return t.Format(time.DateOnly)
	default:
		return t.Format(time.RFC3339Nano)
	}
}

// isWord reports whether c may be part of a word.
func isWord(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || strings.IndexByte("_-.#:+@$", c) >= 0
}

// wordText returns s as a word if it is one, and otherwise in quotes.
func wordText(s string) string {
	for i := range len(s) {
		if !isWord(s[i]) {
			return quote(s)
		}
	}
	if s == "" {
		return quote(s)
	}
	return s
}

// quote returns s in double quotes, in the form that [Parse] reads.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); {
		c := s[i]
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case !strconv.IsPrint(r) || r == utf8.RuneError:
			const hex = "0123456789abcdef"
			for _, c := range []byte(s[i : i+n]) {
				b.WriteString(`\x`)
				b.WriteByte(hex[c>>4])
				b.WriteByte(hex[c&15])
			}
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	b.WriteByte('"')
	return b.String()
}

// patternText returns a pattern between slashes, or in quotes if it cannot be written
// between slashes.
func patternText(p string) string {
	var b strings.Builder
	b.WriteByte('/')
	for i := 0; i < len(p); {
		r, n := utf8.DecodeRuneInString(p[i:])
		switch {
		case !strconv.IsPrint(r) || r == utf8.RuneError:
			return quote(p)
		case r == '/':
			b.WriteString(`\/`)
		case r == '\\':
			// A backslash is written together with the next byte. Before a slash it would be
			// lost when the text is parsed.
			if i+1 == len(p) || p[i+1] == '/' || p[i+1] < ' ' || p[i+1] >= 0x7F {
				return quote(p)
			}
			n = 2
			b.WriteString(p[i : i+2])
		default:
			b.WriteString(p[i : i+n])
		}
		i += n
	}
	b.WriteByte('/')
	return b.String()
}
