package plan

import (
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
	none   bool        // no value
	fixed  bool        // one only: parts[0]
	spans  [][2]string // the first and the last value, in key order; none: anywhere
	exact  bool        // the spans hold no value that is not wanted
	parts  []string    // what may stand in the key, if that is little
	asked  bool        // a condition narrows parts
	finite bool        // so do the parts
	begins string      // what all values begin with in the key
}

// allow returns what the conditions leave of a step.
func allow(s *rowkey.Step, where []Cond) (a allowed) {
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
	if sc, ok := scaleOf(s); ok && under {
		a.none, a.asked = true, true // no number has a dot
	} else if ok && len(conds) > 0 {
		sc.allow(&a, s, conds)
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
	run
	value func(n int64) string
	dates bool // values are of one length, and ordered as bytes
}

// run is the numbers from lo to hi.
type run struct{ lo, hi int64 }

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

func scaleOf(s *rowkey.Step) (sc scale, ok bool) {
	sc = scale{run{0, 1<<63 - 1}, decimal, false}
	for i, f := range s.Via() {
		lo, hi, takes := f.Numbers()
		if !takes {
			return sc, i > 0 && (s.Number() || sc.dates)
		}
		sc.lo, sc.hi = max(sc.lo, lo), min(sc.hi, hi)
		if i == 0 && !s.Number() {
			sc.dates, sc.value = true, f.Date
		}
	}
	return sc, true
}

// allow sets what conditions leave of a step on the scale.
func (sc scale) allow(a *allowed, s *rowkey.Step, conds []Cond) {
	runs := []run{sc.run}
	if !sc.dates {
		// Of numbers of one length the order is that of their bytes.
		runs = runs[:0]
		for lo := int64(0); ; {
			hi := max(9, lo*9+(lo-1))
			if lo > sc.hi {
				break
			}
			if lo > (1<<63-1)/10 {
				runs = append(runs, run{lo, sc.hi})
				break
			}
			runs = append(runs, run{lo, min(hi, sc.hi)})
			lo = max(10, lo*10)
		}
	}
	kept := runs[:0:0]
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
			if n := len(kept); n > 0 && kept[n-1].hi+1 == r.lo {
				kept[n-1].hi = r.hi
				continue
			}
			kept = append(kept, r)
		}
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
	a.parts = sc.parts(kept, s, put)
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

// tried is the most numbers that are put into a key to see what they become.
const tried = 1 << 12

// parts returns what the numbers become, nil where that may be above [MaxRanges], or
// takes too long to find out. All salts there are end the search: of thousands of
// values each salt has some.
func (sc scale) parts(runs []run, s *rowkey.Step, put func(int64) string) []string {
	via := s.Via()
	last := via[len(via)-1]
	// What is alike before it is hashed is alike behind.
	alike, order := put, s.Order()
	if before, ok := s.Before(); order == 0 && ok {
		order = before.Order()
		alike = func(n int64) string {
			v, err := before.Apply(sc.value(n))
			if err != nil {
				panic("plan: a value on the scale is refused: " + err.Error())
			}
			return v
		}
	}
	seen := map[string]bool{}
	tries := 0
	for _, r := range runs {
		for n := r.lo; ; {
			seen[put(n)] = true
			if tries++; len(seen) > MaxRanges || tries > tried {
				return nil
			}
			if last.Name == "salt" && len(seen) == last.N {
				return slices.Sorted(maps.Keys(seen))
			}
			next, more := n+1, n < r.hi
			if more && order != 0 {
				v := alike(n)
				next, more = first(run{n + 1, r.hi}, func(m int64) bool { return alike(m) != v })
			}
			if !more {
				break
			}
			n = next
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// first returns the first number in r that is what is asked for, where all
// behind it are too.
func first(r run, is func(n int64) bool) (int64, bool) {
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
		from, ok := number(c.Value, 0)
		n, is := rowkey.Number(v)
		return ok && is && n >= from
	}
	lo, _ := c.bounds()
	return v >= lo
}

func (c Cond) passed(v string) bool {
	if c.Op == Numbers {
		to, ok := rowkey.Number(c.To)
		n, is := rowkey.Number(v)
		return c.To != "" && (!ok || is && n >= to)
	}
	_, hi := c.bounds()
	return hi != "" && v >= hi
}

// number reads a bound; none is otherwise.
func number(v string, none int64) (int64, bool) {
	if v == "" {
		return none, true
	}
	return rowkey.Number(v)
}
