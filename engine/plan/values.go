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

// MaxRanges is the most ranges that one read is parted into.
const MaxRanges = 256

// allowed is what a query's conditions leave of a step with transforms, or of any
// step whose field they fix.
type allowed struct {
	none    bool        // no value
	fixed   bool        // one only: parts[0]
	spans   [][2]string // the first and the last value, in key order; none: anywhere
	exact   bool        // the spans hold no value that is not wanted
	parts   []string    // what may stand in the key, if that is little
	asked   bool        // a condition narrows parts
	finite  bool        // they decide the conditions on the field
	begins  string      // what all values begin with in the key
	texts   []text      // the values, where their bytes bound the key
	decides bool        // the values decide the conditions: no others meet them
	// samples yields values that become all the parts, here and in other steps of
	// the field that have parts; nil if they are not known.
	samples func(steps []*rowkey.Step) iter.Seq[string]
}

// allow returns what the conditions leave of step i.
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

// allow returns what the conditions leave of one of the steps of a template.
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
		a.fixed, a.parts, a.finite = true, []string{v}, s.Whole()
		return a
	}
	via := s.Via()
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
			// The last bytes of the value are the first of the key's.
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

// scale is the values that a step takes where they are numbers or dates: for
// each n in [min, max] one, in their order.
type scale struct {
	interval
	value func(n int64) string
	dates bool             // values are of one length, and ordered as bytes
	of    rowkey.Transform // that reads the dates
}

// interval is the numbers from lo to hi.
type interval struct{ lo, hi int64 }

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// like reports whether two scales have the same value for a number.
func (sc scale) like(other scale) bool { return sc.dates == other.dates && sc.of == other.of }

func scaleOf(s *rowkey.Step) (sc scale, ok bool) {
	sc = scale{interval: interval{0, 1<<63 - 1}, value: decimal}
	for i, f := range s.Via() {
		lo, hi, takes := f.Numbers()
		if !takes {
			return sc, i > 0 && (s.Number() || sc.dates)
		}
		sc.lo, sc.hi = max(sc.lo, lo), min(sc.hi, hi)
		if i == 0 && !s.Number() {
			sc.dates, sc.value, sc.of = true, f.Date, f
		}
	}
	return sc, true
}

// allow sets what conditions leave of a step on the scale.
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
		// A shortened value may hold more than is wanted.
		if !s.Whole() && (s.Order() == 0 || r.lo > sc.lo && put(r.lo-1) == put(r.lo) || r.hi < sc.hi && put(r.hi+1) == put(r.hi)) {
			a.exact = false
		}
	}
	a.finite = a.exact
	a.parts = sc.parts(kept, s)
	a.samples = func(steps []*rowkey.Step) iter.Seq[string] { return sc.samples(runs, steps...) }
	if s.Order() == 0 {
		return
	}
	for _, r := range kept {
		ends := [2]string{sc.value(r.lo), sc.value(r.hi)}
		if s.Order() < 0 {
			ends[0], ends[1] = ends[1], ends[0]
		}
		a.spans = append(a.spans, ends)
	}
}

// kept returns the numbers whose values meet conditions, those of values of
// different lengths apart.
func (sc scale) kept(conds []Cond) (kept []interval) {
	runs := []interval{sc.interval}
	if !sc.dates {
		// Of numbers of one length the order is that of their bytes.
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
			// Both bounds are met from a number on.
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

// tried is the most numbers that are put into a key to see what they become.
const tried = 1 << 12

// parts returns what the numbers become, nil where that may be above [MaxRanges], or
// takes too long to find out. All salts there are end the search: of thousands of
// values each salt has some. Numbers that the step refuses become nothing.
func (sc scale) parts(runs []interval, s *rowkey.Step) []string {
	via := s.Via()
	last := via[len(via)-1]
	seen := map[string]bool{}
	tries := 0
	for value := range sc.samples(runs, s) {
		if v, err := s.Apply(value); err == nil {
			seen[v] = true
		}
		if tries++; len(seen) > MaxRanges || tries > tried {
			return nil
		}
		if last.Name == "salt" && len(seen) == last.N {
			break
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// samples yields values of the numbers, of which steps make all that they make of
// them all.
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

// runsOf returns the step, or what stands before its last transform, where that makes
// the same of values that follow each other: what is alike before it is hashed is
// alike behind.
func runsOf(s *rowkey.Step) (alike *rowkey.Step, ok bool) {
	if s.Order() != 0 {
		return s, true
	}
	before, ok := s.Before()
	return &before, ok && before.Order() != 0
}

// first returns the first number in r that is what is asked for, where all
// behind it are too.
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

// reaches reports whether v is not below what a condition other than Equal
// allows, passed whether it is above.
func (c Cond) reaches(v string) bool {
	if c.Op == Numbers {
		return IsNumber(v) && (c.Value == "" || IsNumber(c.Value) && CompareNumbers(v, c.Value) >= 0)
	}
	lo, _ := c.bounds()
	return v >= lo
}

func (c Cond) passed(v string) bool {
	if c.Op == Numbers {
		return c.To != "" && (!IsNumber(c.To) || IsNumber(v) && CompareNumbers(v, c.To) >= 0)
	}
	_, hi := c.bounds()
	return hi != "" && v >= hi
}
