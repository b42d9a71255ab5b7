package rowkey

import (
	"strconv"
	"strings"

	"tabletop/engine/base"
)

// Segment is a part of a row key, the bytes [Start, End), which are never empty. Field is
// the field whose value they are; it is "" for a literal and for bytes of unknown meaning.
type Segment struct {
	Field      string
	Start, End int
}

// delimiter separates the pieces of a key for which there is no template.
const delimiter = '#'

// Segments divides a whole key into adjacent segments, for colouring. It follows the
// template as far as it fits, also for a key that the template cannot have made: a field
// whose separator is missing takes the rest of the key, or its fixed width, and where a
// literal is missing the rest has no field.
//
// With a nil template the key is divided at each delimiter. The pieces are the fields
// "0", "1" and so on. An empty piece is counted, but has no segment.
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

// pieces divides a key that has no template.
func pieces(key base.RowKey) []Segment {
	var out []Segment
	start := 0
	for n := 0; ; n++ {
		end := len(key)
		if i := strings.IndexByte(string(key[start:]), delimiter); i >= 0 {
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
