package fit

import (
	"math"
	"slices"

	"tabletop/engine/dataset"
)

// tolerated is the part of the records that may contradict a dependence.
const tolerated = 0.002

// leastRepeats is the fewest records whose value of the deciding field has come before.
const leastRepeats = 10

// determines reports whether the value of a column decides that of another one. what returns the
// other value of a record, false if that does not count.
func (f *fitter) determines(by *column, what func(record int) (uint32, bool)) bool {
	known := make([]uint32, by.values())
	for i := range known {
		known[i] = lacking
	}
	against, repeats := 0, 0
	for i, code := range by.codes {
		f.one()
		v, counts := what(i)
		switch {
		case !counts:
		case code == lacking:
			if against++; float64(against) > tolerated*float64(f.n) {
				return false
			}
		case known[code] == lacking:
			known[code] = v
		default:
			if repeats++; known[code] != v {
				if against++; float64(against) > tolerated*float64(f.n) {
					return false
				}
			}
		}
	}
	return repeats >= leastRepeats
}

// decides reports whether other fields may follow from a column.
func (f *fitter) decides(c *column) bool {
	return c.ranked && !c.time && c.values() >= 2 && c.values() <= dataset.MaxValues && c.values()*2 <= f.n
}

// dependences finds for each column the one with the fewest values that determines it.
func (f *fitter) dependences() {
	for i, c := range f.columns {
		if c.values() < 2 || c == f.main || !c.free() {
			continue
		}
		var best *column
		for k, by := range f.columns {
			switch {
			case k == i || !f.decides(by) || by.gen.Shape.Counts != "" || by.values() < c.values() || by.values() == c.values() && k > i:
			case best != nil && best.values() <= by.values():
			case f.determines(by, func(record int) (uint32, bool) { return c.codes[record], c.codes[record] != lacking }):
				best = by
			}
		}
		if best != nil {
			if !c.ranked && !best.inOrder() && c.values() <= dataset.MaxValues {
				c.gen.Shape, c.ranked = c.other, true // each value has its share
			}
			c.gen.Shape.Follows = best.name
		}
	}
	// The time of records that belong together follows from what they belong to.
	if m := f.main; m != nil && m.all == f.n {
		for _, by := range f.columns {
			if by.inOrder() && by.spread == 1 && f.decides(by) && by.free() && by.values() >= m.values() &&
				f.determines(by, func(record int) (uint32, bool) { return m.codes[record], m.codes[record] != lacking }) {
				m.gen.Shape.Follows = by.name
				if m.ranked { // a scale keeps the order
					s := m.gen.Shape
					s.Scale, s.Values, s.Ranks, s.Heads, s.Dense = m.scale, 0, nil, nil, nil
					m.ranked = false
				}
				return
			}
		}
	}
}

// absentBy returns the field with the fewest values that decides which records lack a column, or "".
func (f *fitter) absentBy(c *column) string {
	const most = 1000
	var best *column
	for _, by := range f.columns {
		if by == c || !f.decides(by) || by.values() > most || by.values()*10 > f.n || best != nil && best.values() <= by.values() || f.follows(by, c.name) {
			continue
		}
		if f.determines(by, func(record int) (uint32, bool) {
			if c.codes[record] == lacking {
				return 0, true
			}
			return 1, true
		}) {
			best = by
		}
	}
	if best == nil {
		return ""
	}
	return best.name
}

// follows reports whether a column follows from a field, perhaps through others.
func (f *fitter) follows(c *column, field string) bool {
	for range f.columns {
		next := c.gen.Shape.Follows
		if next == "" {
			next = c.gen.Shape.AbsentBy
		}
		if next == "" {
			return false
		}
		if next == field {
			return true
		}
		for _, d := range f.columns {
			if d.name == next {
				c = d
			}
		}
	}
	return true
}

// moments finds times that write the moment of the main time in another form.
func (f *fitter) moments() {
	m := f.main
	if m == nil || m.all < f.n {
		return
	}
	for _, c := range f.columns {
		if c == m || !c.time || c.values() < 2 || c.values() > m.values() {
			continue
		}
		same := true
		for i, code := range c.codes {
			if f.one(); code == lacking {
				continue
			}
			again, ok := moment(c.forms[0], written(c.forms[0], m.moments[m.codes[i]]))
			if same = ok && again == c.moments[code]; !same {
				break
			}
		}
		if same {
			g := &c.gen
			shape := dataset.Shape{Follows: m.name}
			g.From, g.To, g.Step, g.Shape = m.gen.From, m.gen.To, m.gen.Step, &shape
			c.ranked = false
		}
	}
}

// counts finds numbers that count the records of a value whose records are successive, as the lines
// of an order.
func (f *fitter) counts() {
	for _, c := range f.columns {
		if !c.number || c.values() < 2 || c.all < f.n || c.values()*4 > f.n || c.start < 0 || c.start > 99 {
			continue
		}
		for _, by := range f.columns {
			if by == c || !by.inOrder() || by.spread != 1 || by.all < f.n || !f.decides(by) || !by.free() {
				continue
			}
			against, count, last := 0, uint32(0), lacking
			for i, code := range by.codes {
				f.one()
				if count++; code != last {
					count, last = 0, code
				}
				if c.codes[i] != count {
					against++
				}
			}
			if float64(against) > tolerated*float64(f.n) {
				continue
			}
			c.gen.Shape = &dataset.Shape{Counts: by.name}
			c.ranked = false
			// It begins where it began, which may be a number that the data have: 0 or 1, as a rule.
			c.gen.From = decimal(c.start, c.decimals)
			break
		}
	}
}

// rounds finds fields whose values come once, or in equal parts, in each time of the main time: all
// meters at each quarter of an hour, all measures of each of them.
func (f *fitter) rounds() {
	m := f.main
	if m == nil || !m.inOrder() || m.spread != 1 || !m.free() || m.values() < 3 {
		return
	}
	const own = 0.97 // of the records have a combination of their own
	group := make([]uint64, f.n)
	for i, code := range m.codes {
		f.one()
		group[i] = mix(uint64(code) + 1)
	}
	groups := m.values()
	var found []*column
	var sizes []float64
	for float64(groups) < own*float64(f.n) {
		var best *column
		most := groups
		for _, c := range f.columns {
			if c == m || !c.ranked || c.spread != 0 || c.values() < 2 || c.all < f.n || !c.free() || slices.Contains(found, c) {
				continue
			}
			met := make(map[uint64]struct{}, groups)
			for i, code := range c.codes {
				f.one()
				met[mix(group[i]+uint64(code)+1)] = struct{}{}
			}
			// chance is how many combinations of values to expect if the two fields are independent, and can
			// is the largest possible number.
			chance, can, all := 0.0, 0.0, float64(groups)
			for _, n := range c.counts {
				f.one()
				chance += all * (1 - math.Exp(-float64(n)/all))
				can += min(all, float64(n))
			}
			if len(met) > most && float64(len(met))-chance > 0.5*(can-chance) {
				most, best = len(met), c
			}
		}
		if best == nil || float64(most) < 1.2*float64(groups) {
			return
		}
		found, sizes = append(found, best), append(sizes, float64(f.n)/float64(groups))
		for i, code := range best.codes {
			f.one()
			group[i] = mix(group[i] + uint64(code) + 1)
		}
		groups = most
	}
	for i, c := range found {
		if s := c.gen.Shape; i == 0 {
			s.Within, s.Once = m.name, len(found) == 1
		} else {
			s.Turn = int64(math.Round(sizes[i]))
		}
	}
}

// mix spreads every bit of a number over the result.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
