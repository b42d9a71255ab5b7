package rowkey

import (
	"strconv"
	"strings"

	"tabletop/engine/base"
)

// Segment is the bytes [Start, End) of a row key, never none, and the field they
// are the value of. Field is empty for a literal and for what is not known.
type Segment struct {
	Field      string
	Start, End int
}

// Delimiter is where a key without a template is split.
const Delimiter = '#'

// Segments splits a whole key for colouring: the segments follow each other
// without a gap. A key that the template does not make is followed as far as it
// goes: a field whose separator is missing takes the rest, or its width of it,
// and where a literal is missing the rest is unknown.
//
// On a nil template the key is split at [Delimiter]: the pieces between are the
// fields "0", "1" and so on, an empty piece being counted but not returned.
func (t *Template) Segments(key base.RowKey) []Segment {
	if t == nil {
		return pieces(key)
	}
	rest := string(key)
	out := make([]Segment, 0, len(t.parts)+1)
	take := func(field string, n int) {
		if n > 0 {
			at := len(key) - len(rest)
			out = append(out, Segment{field, at, at + n})
			rest = rest[n:]
		}
	}
	if !strings.HasPrefix(rest, t.head) {
		take("", len(rest))
		return out
	}
	take("", len(t.head))
	for i := range t.steps {
		s := &t.steps[i]
		value, _, ok := s.cut(rest)
		switch w := s.chain.width; {
		case ok:
		case w > 0 && len(rest) > w:
			value = rest[:w]
		default:
			value = rest
		}
		take(s.Field, len(value))
		if !ok {
			break
		}
		take("", len(s.Sep))
	}
	take("", len(rest))
	return out
}

// pieces splits a key that has no template.
func pieces(key base.RowKey) []Segment {
	var out []Segment
	start := 0
	for n := 0; ; n++ {
		end := len(key)
		if i := strings.IndexByte(string(key[start:]), Delimiter); i >= 0 {
			end = start + i
		}
		if end > start {
			out = append(out, Segment{strconv.Itoa(n), start, end})
		}
		if end == len(key) {
			return out
		}
		out = append(out, Segment{"", end, end + 1})
		start = end + 1
	}
}
