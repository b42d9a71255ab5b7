package plan

import (
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// maxRanges is the largest number of ranges into which one read is divided.
const maxRanges = 256

// allowed is what the conditions of a query leave of a step with transforms, or of any
// step whose field has only one value.
type allowed struct {
	none    bool        // no value is allowed
	fixed   bool        // only one is allowed, parts[0]
	spans   [][2]string // intervals of values, first and last, in key order; none if not ordered
	exact   bool        // the spans contain only allowed values
	parts   []string    // all possible bytes of the step in the key, if they are few
	asked   bool        // a condition narrows the parts
	finite  bool        // the parts decide the conditions on the field
	begins  string      // the common prefix of all values in the key
	texts   []text      // the allowed values, if their bytes bound the key
	decides bool        // the conditions allow exactly the values in texts
	// samples yields values that produce all the parts, in this step and in the given other
	// steps of the field. It is nil if such values are not known.
	samples func(steps []*rowkey.Step) iter.Seq[string]
}

// allow returns what the conditions leave of step i. The result is computed once.
func (w *walk) allow(i int) allowed {
	if w.allowed == nil {
		w.allowed = make([]*allowed, len(w.steps))
	}
	if w.allowed[i] == nil {
		a := allow(&w.steps[i], w.steps, w.where)
		w.allowed[i] = &a
	}
	return *w.allowed[i]
}

// allow returns what the conditions leave of a step of a template.
func allow(s *rowkey.Step, steps []rowkey.Step, where []Cond) (a allowed) {
	var conds []Cond
	for _, c := range where {
		if c.Field == s.Field && !c.vacuous() {
			conds = append(conds, c)
		}
	}
	for _, c := range conds {
		if !c.only() {
			continue
		}
		v, err := s.Apply(c.Value)
		a.none = err != nil || len(v) > base.MaxRowKey || slices.ContainsFunc(conds, func(d Cond) bool { return !d.match(c.Value) })
		a.fixed, a.parts, a.finite = true, []string{v}, s.KeepsWholeValue()
		return a
	}
	via := s.Transforms()
	if len(via) == 0 {
		return a
	}
	under := slices.ContainsFunc(conds, func(c Cond) bool { return c.Op == Under })
	switch sc, ok := scaleOf(s); {
	case ok && under:
		a.none, a.asked = true, true // no number has a dot
	case ok && len(conds) > 0:
		if all, found := elsewhere(s, steps); found && all.like(sc) {
			sc.lo, sc.hi = max(sc.lo, all.lo), min(sc.hi, all.hi)
		}
		sc.allow(&a, s, conds)
	case len(conds) > 0:
		a.read(s, steps, conds)
	}
	if name := via[0].Name; under && len(via) == 1 && (name == "domain" || name == "reverse") {
		a.asked, a.exact = true, true
		for _, c := range conds {
			if c.Op != Under {
				a.exact = false
				continue
			}
			// The last bytes of the value are the first ones in the key.
			v, err := s.Apply(c.suffix())
			if name == "domain" && err == nil {
				v, err = s.Apply(c.Value)
				v += "."
			}
			a.none = a.none || err != nil || !strings.HasPrefix(v, a.begins) && !strings.HasPrefix(a.begins, v)
			if len(v) > len(a.begins) {
				a.begins = v
			}
		}
	}
	if last := via[len(via)-1]; last.Name == "salt" && a.parts == nil && !a.none {
		for i := range last.N {
			v := strconv.Itoa(i)
			a.parts = append(a.parts, strings.Repeat("0", s.Width()-len(v))+v)
		}
	}
	return a
}

// scale is the values that a step accepts, if they are numbers or dates. For each n in
// [lo, hi] there is one value, and they are in the order of n.
type scale struct {
	interval
	value func(n int64) string
	dates bool             // values have one length, and the order of their bytes
	of    rowkey.Transform // the transform that reads the dates
}

// interval is the numbers from lo to hi, both included.
type interval struct{ lo, hi int64 }

// decimal returns n in decimal.
func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// like reports whether two scales have the same value for a number.
func (sc scale) like(other scale) bool { return sc.dates == other.dates && sc.of == other.of }

// scaleOf returns the scale of a step's values. ok is false if they are neither numbers
// nor dates.
func scaleOf(s *rowkey.Step) (sc scale, ok bool) {
	sc = scale{interval: interval{0, 1<<63 - 1}, value: decimal}
	for i, f := range s.Transforms() {
		lo, hi, takes := f.NumberRange()
		if !takes {
			return sc, i > 0 && (s.IsNumeric() || sc.dates)
		}
		sc.lo, sc.hi = max(sc.lo, lo), min(sc.hi, hi)
		if i == 0 && !s.IsNumeric() {
			sc.dates, sc.value, sc.of = true, f.Date, f
		}
	}
	return sc, true
}

// allow sets what the conditions leave of step s, whose values are on the scale.
func (sc scale) allow(a *allowed, s *rowkey.Step, conds []Cond) {
	runs := sc.kept(conds)
	var kept []interval
	for _, r := range runs {
		if n := len(kept); n > 0 && kept[n-1].hi+1 == r.lo {
			kept[n-1].hi = r.hi
			continue
		}
		kept = append(kept, r)
	}
	a.asked = true
	if a.none = len(kept) == 0; a.none {
		return
	}
	put := func(n int64) string {
		v, err := s.Apply(sc.value(n))
		if err != nil {
			panic("plan: a value on the scale is refused: " + err.Error())
		}
		return v
	}
	a.exact = true
	for _, r := range kept {
		// The same shortened value may also be that of numbers which are not allowed.
		if !s.KeepsWholeValue() && (s.SortDirection() == 0 || r.lo > sc.lo && put(r.lo-1) == put(r.lo) || r.hi < sc.hi && put(r.hi+1) == put(r.hi)) {
			a.exact = false
		}
	}
	a.finite = a.exact
	a.parts = sc.parts(kept, s)
	a.samples = func(steps []*rowkey.Step) iter.Seq[string] { return sc.samples(runs, steps...) }
	if s.SortDirection() == 0 {
		return
	}
	for _, r := range kept {
		ends := [2]string{sc.value(r.lo), sc.value(r.hi)}
		if s.SortDirection() < 0 {
			ends[0], ends[1] = ends[1], ends[0]
		}
		a.spans = append(a.spans, ends)
	}
}

// kept returns the intervals of numbers whose values meet the conditions. Numbers with
// different numbers of digits are in different intervals.
func (sc scale) kept(conds []Cond) (kept []interval) {
	runs := []interval{sc.interval}
	if !sc.dates {
		// Numbers with the same number of digits are in the order of their bytes.
		runs = runs[:0]
		for lo := int64(0); lo <= sc.hi; lo = max(10, lo*10) {
			if lo > (1<<63-1)/10 {
				runs = append(runs, interval{lo, sc.hi})
				break
			}
			runs = append(runs, interval{lo, min(max(9, lo*9+(lo-1)), sc.hi)})
		}
	}
	for _, r := range runs {
		none := false
		for _, c := range conds {
			// Both functions are true from some number on, so that a binary search finds it.
			from, is := first(r, func(n int64) bool { return c.reaches(sc.value(n)) })
			if none = !is; none {
				break
			}
			r.lo = from
			if end, is := first(r, func(n int64) bool { return c.passed(sc.value(n)) }); is {
				if none = end == r.lo; none {
					break
				}
				r.hi = end - 1
			}
		}
		if !none {
			kept = append(kept, r)
		}
	}
	return kept
}

// tried is the largest number of values that are put into a key to see what they become.
const tried = 1 << 12

// parts returns the different bytes that the numbers in runs become in step s. It returns
// nil if they may be more than maxRanges or would take too long to find. It stops when
// all salts have occurred, which is soon. Numbers that the step refuses are left out.
func (sc scale) parts(runs []interval, s *rowkey.Step) []string {
	via := s.Transforms()
	last := via[len(via)-1]
	seen := map[string]bool{}
	tries := 0
	for value := range sc.samples(runs, s) {
		if v, err := s.Apply(value); err == nil {
			seen[v] = true
		}
		if tries++; len(seen) > maxRanges || tries > tried {
			return nil
		}
		if last.Name == "salt" && len(seen) == last.N {
			break
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// samples yields values of some of the numbers in runs, such that the steps make of them
// everything that they make of all.
func (sc scale) samples(runs []interval, steps ...*rowkey.Step) iter.Seq[string] {
	var alike []*rowkey.Step
	for _, s := range steps {
		if s, ok := runsOf(s); ok {
			alike = append(alike, s)
		}
	}
	put := func(s *rowkey.Step, n int64) string { v, _ := s.Apply(sc.value(n)); return v }
	return func(yield func(string) bool) {
		for _, r := range runs {
			for n := r.lo; ; {
				if !yield(sc.value(n)) {
					return
				}
				rest, more := interval{n + 1, r.hi}, n < r.hi
				if more && len(alike) == len(steps) {
					more = false
					for _, s := range alike {
						v := put(s, n)
						if m, is := first(rest, func(m int64) bool { return put(s, m) != v }); is {
							rest.hi, more = m, true
						}
					}
					rest.lo = rest.hi
				}
				if !more {
					break
				}
				n = rest.lo
			}
		}
	}
}

// runsOf returns a step that makes the same bytes of adjacent numbers in runs: s itself,
// or s without its last transform, since values that are equal before a hash are equal
// after it. ok is false if there is none.
func runsOf(s *rowkey.Step) (alike *rowkey.Step, ok bool) {
	if s.SortDirection() != 0 {
		return s, true
	}
	before, ok := s.WithoutLastTransform()
	return &before, ok && before.SortDirection() != 0
}

// first returns the first number in r for which is returns true, and whether there is one.
// If is returns true for a number, it must do so for all greater ones.
func first(r interval, is func(n int64) bool) (int64, bool) {
	if !is(r.hi) {
		return 0, false
	}
	for r.lo < r.hi {
		if mid := r.lo + (r.hi-r.lo)/2; is(mid) {
			r.hi = mid
		} else {
			r.lo = mid + 1
		}
	}
	return r.lo, true
}

// reaches reports whether v is not below the values that a condition other than Equal
// allows.
func (c Cond) reaches(v string) bool {
	if c.Op == Numbers {
		return IsNumber(v) && (c.Value == "" || IsNumber(c.Value) && CompareNumbers(v, c.Value) >= 0)
	}
	lo, _ := c.bounds()
	return v >= lo
}

// passed reports whether v is above the values that a condition other than Equal allows.
func (c Cond) passed(v string) bool {
	if c.Op == Numbers {
		return c.To != "" && (!IsNumber(c.To) || IsNumber(v) && CompareNumbers(v, c.To) >= 0)
	}
	_, hi := c.bounds()
	return hi != "" && v >= hi
}
