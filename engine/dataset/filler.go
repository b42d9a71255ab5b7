package dataset

import (
	"math/bits"
	"strings"

	"tabletop/engine/base"
)

// filler is text of some length. All values begin alike, so that they share their
// bytes.
type filler struct {
	numbers
	text string // the longest, "" until it is asked for
}

// filler reads the lengths of From and To, for so many records.
func (g Gen) filler(generated uint64) (source, error) {
	if len(g.Values) > 0 {
		return nil, bad("listed", g.Field)
	}
	n, err := g.numbers()
	if err == nil && !fills(n.from+n.size-1, generated) {
		err = bad("filler", g.Field, n.from+n.size-1, generated)
	}
	return &filler{numbers: n}, err
}

// fills reports whether so many records may have so many bytes of filler each.
func fills(bytes, records uint64) bool {
	hi, lo := bits.Mul64(bytes, records)
	return bytes <= base.MaxCell && hi == 0 && lo <= MaxFiller
}

func (s *filler) value(_ uint64, r *Random) string {
	n := int(s.from + r.Below(s.size))
	if len(s.text) < n {
		const letters = "abcdefghijklmnopqrstuvwxyz"
		s.text = strings.Repeat(letters, int(s.from+s.size)/len(letters)+1)
	}
	return s.text[:n]
}
