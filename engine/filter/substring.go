package filter

import "strings"

// SubstringSearcher searches strings for one text. It compares the first two bytes of the text at
// eight positions at once, which in WebAssembly is much faster than strings.Index.
type SubstringSearcher struct {
	text          string
	first, second uint64 // the first and second byte of text, repeated eight times
}

// ones has the lowest bit of each of eight bytes set.
const ones = 0x0101010101010101

// newFinder returns the SubstringSearcher of a text that has at least one byte.
func newFinder(text string) *SubstringSearcher {
	f := &SubstringSearcher{text: text, first: ones * uint64(text[0])}
	if len(text) > 1 {
		f.second = ones * uint64(text[1])
	}
	return f
}

// FoundIn reports whether s contains the text.
func (f *SubstringSearcher) FoundIn(s string) bool {
	if len(f.text) == 1 {
		return strings.IndexByte(s, f.text[0]) >= 0
	}
	i, last := 0, len(s)-len(f.text)
	for ; i <= last && i+17 <= len(s); i += 16 { // two words in each turn, as long as there are two
		w := s[i : i+17]
		one := (eight(w) ^ f.first) | (eight(w[1:]) ^ f.second)
		two := (eight(w[8:]) ^ f.first) | (eight(w[9:]) ^ f.second)
		if ((one-ones)&^one|(two-ones)&^two)&(ones<<7) != 0 && f.begins(s, i, min(i+15, last)) {
			return true
		}
	}
	for ; i <= last && i+9 <= len(s); i += 8 {
		w := s[i : i+9]
		// A byte of differ is 0 where the first two bytes of the text occur. The expression
		// below then has the highest bit of that byte set.
		differ := (eight(w) ^ f.first) | (eight(w[1:]) ^ f.second)
		if (differ-ones)&^differ&(ones<<7) != 0 && f.begins(s, i, min(i+7, last)) {
			return true
		}
	}
	return f.begins(s, i, last)
}

// begins reports whether the text begins at a position of s in [from, to].
func (f *SubstringSearcher) begins(s string, from, to int) bool {
	for i := from; i <= to; i++ {
		if s[i] == f.text[0] && s[i:i+len(f.text)] == f.text {
			return true
		}
	}
	return false
}

// eight returns the first eight bytes of s as a little-endian number. It panics if s is
// shorter.
func eight(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// need returns a SubstringSearcher of the longest text that a value must contain to pass l, or nil if
// no text is required.
func (l *plain) need() *SubstringSearcher {
	var longest *SubstringSearcher
	for _, o := range l.ops {
		if o.kind != opValue {
			continue
		}
		f := o.m.need
		if o.m.dfa == nil && o.m.re == nil && o.m.text != "" {
			f = newFinder(o.m.text)
		}
		if f != nil && (longest == nil || len(f.text) > len(longest.text)) {
			longest = f
		}
	}
	return longest
}
