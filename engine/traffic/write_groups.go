package traffic

import (
	"cmp"
	"math"
	"slices"

	"tabletop/engine/base"
)

// group is the writes [first, first+count) of a stream, in order of arrival. Writes of a
// group occur all the time; each time it is the record whose turn it is.
type group struct {
	first, count int
	wide         float64 // number of records around that one from which the write is chosen
}

// writeAt returns the index of a write. x, in [0, number of writes), selects the group.
// Within it, the write is the one whose turn it is at the time share + span*when, where
// share and span are parts of the whole time and when is in [0, 1); u in [0, 1) chooses
// one of its neighbours. If less than one write of the group falls into the span, it is
// one of the two nearest, so that a group of few records does not change abruptly.
func (s *Stream) writeAt(x, share, span, when, u float64) int {
	if s.groups == nil {
		return min(int(x), len(s.writes)-1)
	}
	i, found := slices.BinarySearchFunc(s.groups, int(x), func(g group, x int) int { return cmp.Compare(g.first, x) })
	if !found {
		i--
	}
	g := s.groups[i]
	count := float64(g.count)
	wide := max(g.wide, 1-float64(span*count))
	n := int(float64((share+float64(span*when))*count) + float64((u-0.5)*wide))
	return g.first + max(0, min(n, g.count-1))
}

// moving returns the first field of the key whose values go up or down as records arrive,
// and how surely, as [StreamMaker.sure]. It returns "" if there is none.
func (m *StreamMaker) moving() (field string, surely float64) {
	for i, at := range m.inKey {
		if sure := m.sure(at); sure > m.least() {
			return m.template.Fields()[i], sure
		}
	}
	return "", 0
}

// least returns a bound for sure that random values exceed only rarely.
func (m *StreamMaker) least() float64 {
	n := len(m.asked)
	return max(0.3, min(0.95, 3*math.Sqrt(float64(2*(2*n+5))/float64(9*n*max(1, n-1)))))
}

// sure returns how consistently the values of a field go up or down as records arrive,
// from 0 to 1 (Kendall's tau over a sample of pairs).
func (m *StreamMaker) sure(at int) float64 {
	n, up, down := len(m.asked), 0, 0
	// Compare all pairs of records if these are few, and otherwise a part of the pairs.
	step := max(1, n*n/20_000)
	for pair := 0; pair < n*n; pair += step {
		a, b := pair/n, pair%n
		if a > b {
			a, b = b, a
		}
		switch o := byValue(m.asked[a][at], m.asked[b][at]); {
		case a == b:
		case o < 0:
			up++
		case o > 0:
			down++
		}
	}
	return math.Abs(float64(up-down)) / float64(max(1, up+down))
}

// byValue compares two values of a field. Numbers without leading zeros are compared by
// their value, also after a common prefix as in order-9999 and order-10000. Digits after a
// point are a fraction and are compared as bytes, as is everything else.
func byValue(a, b string) int {
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	for at > 0 && isDigit(a[at-1]) {
		at--
	}
	x, y := wholeNumber(a[at:]), wholeNumber(b[at:])
	if x > 0 && y > 0 && x != y && (at == 0 || a[at-1] != '.') {
		return cmp.Compare(x, y)
	}
	return cmp.Compare(a, b)
}

// wholeNumber returns the number of digits that a text begins with. It returns 0 when the
// first digit is a zero, since padded numbers sort as bytes.
func wholeNumber(s string) (n int) {
	for n < len(s) && isDigit(s[n]) && s[0] != '0' {
		n++
	}
	return n
}

// isDigit reports whether b is a decimal digit.
func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// number reports whether s consists of digits without leading zeros.
func number(s string) bool { return s != "" && wholeNumber(s) == len(s) }

// leads computes, for the given number of further keys, the length of the part before the
// moving field. It reports whether it has done all keys.
func (m *StreamMaker) leads(keys int) bool {
	for ; keys > 0 && len(m.lead) < len(m.keys); keys-- {
		key, n := m.keys[len(m.lead)], 0
		for _, s := range m.template.Segments(key) {
			if n = s.End; s.Field == m.moves {
				n = s.Start
				break
			}
		}
		m.lead = append(m.lead, int32(n))
	}
	return len(m.lead) == len(m.keys)
}

// several is the number of records from which a write is chosen in a group of rare
// prefixes.
const several = 4

// group divides the records, whose order by key is given, into groups that are written all
// the time. Records with a common prefix before the moving field are a group if they are
// frequent enough; rare prefixes are combined with their neighbours. Within a group it
// sorts order by arrival.
func (m *StreamMaker) group(order []int32) (groups []group) {
	enough := max(4, int(math.Sqrt(float64(len(order)))/2))
	lead := func(i int) base.RowKey { return m.keys[order[i]][:m.lead[order[i]]] }
	first := 0
	end := func(at int, least float64) {
		if at > first {
			slices.Sort(order[first:at])
			groups = append(groups, group{first, at - first, max(least, (1-m.surely)/8*float64(at-first))})
			first = at
		}
	}
	for i, next := 0, 0; i < len(order); i = next {
		for next = i + 1; next < len(order) && lead(next) == lead(i); next++ {
		}
		if next-i >= enough {
			end(i, several)
			end(next, 0)
		} else if next-first >= enough {
			end(next, several)
		}
	}
	end(len(order), several)
	return groups
}
