package dataset

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
)

// source computes the value of a field from the number n of a generated record, counted
// from 0, without the records before it. The generator r is for this value only.
type source interface {
	value(n uint64, r *Random) string
}

// sourced is a field that has a source.
type sourced struct {
	field int
	seed  uint64
	source
}

// numbers is a range of whole numbers and how they are written.
type numbers struct {
	from, size    uint64
	width         int    // fewest digits, with leading zeros
	letters       int    // number of letters A to Z that are written instead of digits; 0 for digits
	before, after string // the text around the number
}

// numbers returns the numbers from From to To with the text around them.
func (g Generator) numbers() (numbers, error) {
	from, ok1 := parseDecimal(g.From, 0)
	to, ok2 := parseDecimal(g.To, 0)
	if !ok1 || !ok2 || from > to {
		return numbers{}, bad("range", g.Field, g.From, g.To)
	}
	n := numbers{from: uint64(from), size: uint64(to-from) + 1}
	if g.From[0] == '0' && len(g.From) > 1 {
		n.width = len(g.From)
	}
	return n, g.text(&n)
}

// text sets the text around the numbers n, if the generator has one.
func (g Generator) text(n *numbers) error {
	if len(g.Values) == 0 {
		return nil
	}
	var ok bool
	if n.before, n.after, ok = strings.Cut(g.Values[0], "{n}"); !ok {
		if n.before, n.after, ok = strings.Cut(g.Values[0], "{a}"); ok {
			for most := n.from + n.size - 1; most > 0 || n.letters == 0; most /= 26 {
				n.letters++
			}
		}
	}
	if !ok || len(g.Values) != 1 {
		return bad("place", g.Field)
	}
	return nil
}

// write returns the i-th number as text, counted from 0.
func (n *numbers) write(i uint64) string {
	var room [64]byte
	b := append(room[:0], n.before...)
	i += n.from
	if n.letters > 0 {
		at := len(b) + n.letters
		b = append(b, strings.Repeat("A", n.letters)...)
		for ; i > 0; i /= 26 {
			at--
			b[at] += byte(i % 26)
		}
	} else {
		b = appendPadded(b, i, n.width)
	}
	return string(append(b, n.after...))
}

// appendPadded appends a number with at least width digits.
func appendPadded(b []byte, n uint64, width int) []byte {
	var room [20]byte
	digits := strconv.AppendUint(room[:0], n, 10)
	for range width - len(digits) {
		b = append(b, '0')
	}
	return append(b, digits...)
}

// ints is the source of numbers that are equally frequent.
type ints struct{ numbers }

func (s *ints) value(_ uint64, r *Random) string { return s.write(r.Below(s.size)) }

// ranked is the source of values of which the k-th has a frequency proportional to 1/k^s.
type ranked struct {
	numbers
	values []string    // used instead of numbers, the most frequent first
	order  permutation // from ranks to numbers
	ranks  []uint64    // running sums of the weights, by rank
}

func (s *ranked) value(_ uint64, r *Random) string {
	at := pick(r, s.ranks)
	if s.values != nil {
		return s.values[at]
	}
	return s.write(s.order.nth(uint64(at)))
}

// newest is the source of numbers that grow with the records. Later numbers are more
// frequent.
type newest struct {
	numbers
	per   uint64   // records after which the greatest number grows by one
	ranks []uint64 // running sums of the weights, by age; nil to use only the greatest number
}

func (s *newest) value(n uint64, r *Random) string {
	last := n / s.per
	if s.ranks == nil {
		return s.write(last)
	}
	return s.write(last - uint64(pick(r, s.ranks[:last+1])))
}

// turn is the source of a field that has each of its values equally often, in rounds. All
// fields that take turns form one number together, of which each is a digit, and a round
// goes through all these numbers.
type turn struct {
	numbers
	values []string
	round  *permutation // the order within a round, shared by all turns
	below  uint64       // number of combinations of the less significant digits
}

func (s *turn) value(n uint64, _ *Random) string {
	digit := s.round.nth(n%s.round.size) / s.below % s.size
	if s.values != nil {
		return s.values[digit]
	}
	return s.write(digit)
}

// pick returns a random index. Its probability is proportional to the difference of the
// sums at the index and before it.
func pick(r *Random, sums []uint64) int {
	x := r.Below(sums[len(sums)-1])
	at, found := slices.BinarySearch(sums, x)
	if found {
		at++
	}
	return at
}

// sources makes the sources of all generators that have one, and checks their settings.
func (p *program) sources() error {
	r := p.spec.Recipe
	generated := uint64(r.Count) - uint64(len(p.spec.Records))
	var turns []*turn
	for i, g := range r.Gens {
		if g.Kind <= Decimals {
			continue
		}
		if slices.Contains(r.Unique, g.Field) {
			return bad("unique", g.Field)
		}
		if g.Kind == Fitted {
			continue
		}
		if len(g.Weights) > 0 {
			return bad("weights", g.Field)
		}
		seed := mix(r.Seed + mix(uint64(i)^golden))
		s, err := g.source(generated, seed)
		if err != nil {
			return err
		}
		if t, ok := s.(*turn); ok {
			turns = append(turns, t)
		}
		p.made = append(p.made, sourced{i, seed, s})
	}
	if err := p.fit(generated); err != nil {
		return err
	}
	round := uint64(1)
	for _, t := range turns {
		t.below = round
		hi, lo := bits.Mul64(round, t.size)
		if hi > 0 || lo > maxCombinations {
			return base.Refuse(base.CodeRecipeVast, "turns")
		}
		round = lo
	}
	order := newPermutation(round, r.Seed^golden)
	for _, t := range turns {
		t.round = &order
	}
	for _, m := range p.made {
		if a, ok := m.source.(*arrival); ok {
			if err := a.spread(r.Gens[m.field], generated, round); err != nil {
				return err
			}
		}
	}
	return nil
}

// source makes the source of a generator for the given number of generated records.
func (g Generator) source(generated, seed uint64) (source, error) {
	list := len(g.Values) > 1 || len(g.Values) == 1 && g.From == "" && g.To == ""
	var (
		n   numbers
		err error
	)
	switch {
	case g.Kind >= kinds:
		return nil, bad("kind", g.Field, g.Kind)
	case g.Kind == Arrival:
		return g.arrival()
	case g.Kind == Filler:
		return g.filler(generated)
	case (g.Kind == Zipf || g.Kind == Turns) && list:
		if _, err = (Generator{Field: g.Field, Values: g.Values}).choices(); err == nil && g.From+g.To != "" {
			err = bad("values-range", g.Field)
		}
		n.size = uint64(len(g.Values))
	case g.Kind == Sequence:
		if g.To != "" {
			return nil, bad("sequence", g.Field, g.To)
		}
		g.To = strconv.FormatInt(maxSequence, 10)
		n, err = g.numbers()
	default:
		n, err = g.numbers()
	}
	if err != nil {
		return nil, err
	}
	var values []string
	if list {
		values = g.Values
	}
	switch g.Kind {
	case Ints:
		return &ints{n}, nil
	case Turns:
		return &turn{numbers: n, values: values}, nil
	case Zipf:
		ranks, err := g.ranks(n.size)
		return &ranked{n, values, newPermutation(n.size, seed), ranks}, err
	case Sequence:
		s := &newest{numbers: n, per: uint64(max(1, g.PerValue))}
		if g.PerValue < 0 {
			return nil, bad("per-value", g.Field, g.PerValue)
		}
		if g.Step != "" {
			s.ranks, err = g.ranks(generated/s.per + 1)
		}
		return s, err
	}
	panic("dataset: a kind without a source")
}
