package filter

import "strings"

// Finder finds one text in others. It looks at eight places at a time for its
// first two bytes: strings.Index has nothing as fast for WebAssembly.
type Finder struct {
	text          string
	first, second uint64 // byte of text, eight times
}

// ones holds the lowest bit of each of eight bytes.
const ones = 0x0101010101010101

// newFinder takes a text of at least one byte.
func newFinder(text string) *Finder {
	f := &Finder{text: text, first: ones * uint64(text[0])}
	if len(text) > 1 {
		f.second = ones * uint64(text[1])
	}
	return f
}

// In reports whether s holds the text.
func (f *Finder) In(s string) bool {
	if len(f.text) == 1 {
		return strings.IndexByte(s, f.text[0]) >= 0
	}
	i, last := 0, len(s)-len(f.text)
	for ; i <= last && i+17 <= len(s); i += 16 { // two at a time, while there are
		w := s[i : i+17]
		one := (eight(w) ^ f.first) | (eight(w[1:]) ^ f.second)
		two := (eight(w[8:]) ^ f.first) | (eight(w[9:]) ^ f.second)
		if ((one-ones)&^one|(two-ones)&^two)&(ones<<7) != 0 && f.begins(s, i, min(i+15, last)) {
			return true
		}
	}
	for ; i <= last && i+9 <= len(s); i += 8 {
		w := s[i : i+9]
		// A byte of differ is 0 where both are there; then its highest bit is set
		// in what is left.
		differ := (eight(w) ^ f.first) | (eight(w[1:]) ^ f.second)
		if (differ-ones)&^differ&(ones<<7) != 0 && f.begins(s, i, min(i+7, last)) {
			return true
		}
	}
	return f.begins(s, i, last)
}

// begins reports whether the text begins in s at a place in [from, to].
func (f *Finder) begins(s string, from, to int) bool {
	for i := from; i <= to; i++ {
		if s[i] == f.text[0] && s[i:i+len(f.text)] == f.text {
			return true
		}
	}
	return false
}

// eight returns the first eight bytes of s.
func eight(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// need returns the longest text that values must hold for anything to pass l, or
// nil.
func (l *plain) need() *Finder {
	var longest *Finder
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
