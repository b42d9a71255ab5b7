package dataset

import (
	"math/bits"
	"strings"

	"tabletop/engine/base"
)

// filler is the source of meaningless text of random length. All values are prefixes of
// one string, so that they share its memory.
type filler struct {
	numbers
	text string // the longest text, "" until the first value is made
}

// filler returns the source of a Filler for the given number of records.
func (g Generator) filler(generated uint64) (source, error) {
	if len(g.Values) > 0 {
		return nil, bad("listed", g.Field)
	}
	n, err := g.numbers()
	if err == nil && !fills(n.from+n.size-1, generated) {
		err = bad("filler", g.Field, n.from+n.size-1, generated)
	}
	return &filler{numbers: n}, err
}

// fills reports whether each of the records may have this many bytes of filler.
func fills(bytes, records uint64) bool {
	hi, lo := bits.Mul64(bytes, records)
	return bytes <= base.MaxCell && hi == 0 && lo <= MaxFiller
}

// value returns a text of random length.
func (s *filler) value(_ uint64, r *Random) string {
	n := int(s.from + r.Below(s.size))
	if len(s.text) < n {
		const letters = "abcdefghijklmnopqrstuvwxyz"
		s.text = strings.Repeat(letters, int(s.from+s.size)/len(letters)+1)
	}
	return s.text[:n]
}
