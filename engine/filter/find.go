package filter

import "strings"

// Finder finds one text in others, by Horspool's algorithm: it looks at the last
// byte of each place where the text could be and skips as far as that allows.
// strings.Index has nothing as fast for WebAssembly.
type Finder struct {
	text string
	skip [256]uint8 // by byte: how far to go on from it; 0 for the last of text
}

// newFinder takes a text of at least one byte.
func newFinder(text string) *Finder {
	f := &Finder{text: text}
	last := len(text) - 1
	for b := range f.skip {
		f.skip[b] = uint8(min(len(text), 255))
	}
	for i := range last {
		f.skip[text[i]] = uint8(min(last-i, 255))
	}
	f.skip[text[last]] = 0
	return f
}

// In reports whether s holds the text.
func (f *Finder) In(s string) bool {
	last := len(f.text) - 1
	if last == 0 {
		return strings.IndexByte(s, f.text[0]) >= 0
	}
	i := last
	// Four steps at a time where none can lead past the end: a step of 0 stays
	// where it is, so that one look at the last of them tells.
	for far := len(s) - 3*min(len(f.text), 255); i < far; {
		i += int(f.skip[s[i]])
		i += int(f.skip[s[i]])
		i += int(f.skip[s[i]])
		n := int(f.skip[s[i]])
		if n == 0 {
			if s[i-last:i+1] == f.text {
				return true
			}
			n = 1
		}
		i += n
	}
	for i < len(s) {
		n := int(f.skip[s[i]])
		if n == 0 {
			if s[i-last:i+1] == f.text {
				return true
			}
			n = 1
		}
		i += n
	}
	return false
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
