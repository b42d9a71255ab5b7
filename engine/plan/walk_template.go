package plan

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// walk goes through the steps of a template from left to right and narrows the ranges.
type walk struct {
	steps []rowkey.Step
	where []Cond
	// latest is the field by which the latest records are wanted, or "" if all are wanted or
	// the keys are not in its order.
	latest string
	even   bool // its values have the same order as bytes and by Compare
	// group is the field of whose values the latest of each are wanted, or "" if there is none
	// or it has one value.
	group   string
	grouped int // number of steps that determine a group; 0 if groups are not in order

	allowed  []*allowed     // by step, as far as computed
	plan     Plan           // only Access, Ranges, InKey, FirstOpenField and Steps are set
	prefixes []string       // possible bytes of the key before step at
	chosen   [][]string     // for each prefix, the bytes of its steps
	prefix   string         // the current one of the prefixes
	ranges   [][]base.Range // the ranges of each prefix
	at       int            // the current step; at the end, the one that stopped the walk
	decided  []string       // fields whose conditions the ranges decide
	never    bool           // no record can match
}

// follow walks through the steps and sets the ranges. keyed is false if there is no
// template.
func (w *walk) follow(keyed bool) {
	for ; w.at < len(w.steps); w.at++ {
		s := &w.steps[w.at]
		a := w.allow(w.at)
		w.never = w.never || a.none
		state := Fixed
		switch {
		case w.never:
			w.stop(Open, 1)
			w.narrow()
			return
		case a.fixed:
			w.narrowed(s.Field, a.finite)
		case len(s.Transforms()) == 0:
			w.last(s.Field)
			return
		case w.fans(a):
			state = Fanned
			if a.asked {
				w.narrowed(s.Field, a.finite)
			}
		default:
			w.within(s, a)
			return
		}
		w.plan.Steps = append(w.plan.Steps, Step{Field: s.Field, State: state, Alternatives: len(a.parts)})
		w.extend(s, a)
	}
	if keyed && w.prefixes[0] != "" {
		w.each(Point, func() []base.Range { return []base.Range{base.PointRange(base.RowKey(w.prefix))} })
		return
	}
	w.never = keyed // the key would be empty
	w.narrow()
}

// extend divides each prefix by the bytes that the current step may have.
func (w *walk) extend(s *rowkey.Step, a allowed) {
	kin, together := w.kin(a)
	var prefixes []string
	var chosen [][]string
	for i, p := range w.prefixes {
		var before []string
		if w.chosen != nil {
			before = w.chosen[i]
		}
		for _, v := range a.parts {
			parts := append(slices.Clip(before), v)
			if together == nil || together[tuple(kin, func(i int) string { return parts[i] })] {
				prefixes, chosen = append(prefixes, p+v+s.Sep), append(chosen, parts)
			}
		}
	}
	if w.never = len(prefixes) == 0; !w.never {
		w.prefixes, w.chosen = prefixes, chosen
	}
}

// kin returns the indexes of the steps up to the current one that have the same field, and
// the tuples of bytes that one value can have in all of them. The tuples are nil if they
// are not known or there is only one such step.
func (w *walk) kin(a allowed) (kin []int, together map[string]bool) {
	field := w.steps[w.at].Field
	for i := range w.steps[:w.at+1] {
		if w.steps[i].Field == field {
			kin = append(kin, i)
		}
	}
	if a.samples == nil || len(kin) == 1 {
		return kin, nil
	}
	if together = w.together(a, kin); together == nil {
		// Try again without the steps for which every single value has to be tried.
		kin = slices.DeleteFunc(kin, func(i int) bool { _, ok := runsOf(&w.steps[i]); return !ok })
		if len(kin) > 1 && kin[len(kin)-1] == w.at {
			together = w.together(a, kin)
		}
	}
	return kin, together
}

// together returns the tuples of bytes that values have in the steps kin of their field,
// or nil if it takes too long to find them.
func (w *walk) together(a allowed, kin []int) map[string]bool {
	var steps []*rowkey.Step
	for _, i := range kin {
		steps = append(steps, &w.steps[i])
	}
	out := map[string]bool{}
	tries := 0
	for v := range a.samples(steps) {
		if tries++; tries > tried {
			return nil
		}
		taken := true
		parts := tuple(kin, func(i int) string {
			part, err := w.steps[i].Apply(v)
			taken = taken && err == nil
			return part
		})
		if taken {
			out[parts] = true
		}
	}
	return out
}

// tuple returns a string that identifies the bytes of some steps.
func tuple(steps []int, part func(step int) string) (out string) {
	for _, i := range steps {
		out += strconv.Quote(part(i))
	}
	return out
}

// narrowed notes that a field narrows the ranges, and whether the ranges decide its
// conditions.
func (w *walk) narrowed(field string, decided bool) {
	if !slices.Contains(w.plan.InKey, field) {
		w.plan.InKey = append(w.plan.InKey, field)
	}
	if decided {
		w.decided = append(w.decided, field)
	}
}

// fans reports whether a range for each part of the current step is better than one range
// for all. It is if a later step narrows, or if unwanted bytes between the parts are left
// out.
func (w *walk) fans(a allowed) bool {
	if len(a.parts) == 0 || len(a.parts)*len(w.prefixes) > maxRanges {
		return false
	}
	if a.spans == nil && a.texts == nil && a.asked || w.opens() {
		return true
	}
	field := w.steps[w.at].Field
	if kin, together := w.kin(a); !w.steps[w.at].KeepsWholeValue() && len(together) > 0 && len(kin) > 1 {
		return true // not every part can follow every prefix
	}
	if _, _, decided := w.further(a); decided || a.exact {
		return w.narrowsAfter(field)
	}
	return w.narrowsAfter("")
}

// narrowsAfter reports whether conditions on fields other than but narrow the keys after
// the current step.
func (w *walk) narrowsAfter(but string) bool {
	for i := w.at + 1; i < len(w.steps); i++ {
		s := &w.steps[i]
		a := w.allow(i)
		asked := slices.ContainsFunc(w.where, func(c Cond) bool {
			return c.Field == s.Field && !c.vacuous() && (len(s.Transforms()) == 0 && c.Op < Numbers || a.fixed || a.none || a.asked)
		})
		if asked && s.Field != but {
			return true
		}
		if !a.fixed && a.parts == nil {
			return false
		}
	}
	return false
}

// further returns the current step and those after it that have the same field in the same
// order, so that the first and last value bound them too. whole says that these steps
// decide the conditions.
func (w *walk) further(a allowed) (steps []rowkey.Step, order int, whole bool) {
	s := &w.steps[w.at]
	steps, order, whole = append(steps, *s), s.SortDirection(), s.KeepsWholeValue()
	if a.texts != nil {
		whole = whole && a.decides
		if next, ok := w.follows(); ok && a.texts[0].n == 0 {
			steps, whole = append(steps, *next), a.decides
		}
		return steps, order, whole
	}
	for _, next := range w.steps[w.at+1:] {
		if _, ok := scaleOf(&next); whole || !ok || len(a.spans) != 1 || next.Field != s.Field || next.SortDirection() != order || next.Width() == 0 {
			break
		}
		steps, whole = append(steps, next), next.KeepsWholeValue()
	}
	return steps, order, whole
}

// within narrows by what is allowed in the current step, which ends the walk.
func (w *walk) within(s *rowkey.Step, a allowed) {
	if a.begins != "" {
		w.stop(Bounded, 1)
		exact := w.few(Prefix, func() []base.Range { return w.begin(a.begins, "") })
		w.narrowed(s.Field, exact && a.exact)
		return
	}
	if a.texts != nil {
		steps, _, whole := w.further(a)
		w.stop(Bounded, len(steps))
		exact := w.few(Prefix, func() []base.Range { return w.read(a.texts) })
		w.narrowed(s.Field, exact && (whole || a.exact))
		return
	}
	if len(a.spans) == 0 || len(a.spans)*len(w.prefixes) > maxRanges {
		w.stop(Open, 1)
		w.narrow()
		return
	}
	steps, _, whole := w.further(a)
	w.narrowed(s.Field, whole || a.exact)
	w.stop(Bounded, len(steps))
	put := func(value string) (out string) {
		for i := range steps {
			v, err := steps[i].Apply(value)
			if err != nil {
				break // the first step accepts it, and that bounds the key
			}
			out += v + steps[i].Sep
		}
		return out
	}
	for _, ends := range a.spans {
		from, to := put(ends[0]), put(ends[1])
		w.each(Range, func() []base.Range {
			return []base.Range{{Start: base.RowKey(w.prefix + from), End: base.PrefixEnd(w.prefix + to)}}
		})
	}
}

// stop notes the state of the current step and of the others that are narrowed with it,
// steps in all, and that all later ones are open.
func (w *walk) stop(state StepState, steps int) {
	w.plan.FirstOpenField = w.steps[w.at].Field
	for i := range w.steps[w.at:] {
		if i == steps {
			state = Open
		}
		w.plan.Steps = append(w.plan.Steps, Step{Field: w.steps[w.at+i].Field, State: state})
	}
}

// sep returns the separator after the current step.
func (w *walk) sep() string { return w.steps[w.at].Sep }

// last narrows by the conditions on a field without transforms, at the step that ends the
// walk.
func (w *walk) last(field string) {
	var lo, hi string
	for _, c := range w.where {
		if c.Field != field || c.Op == Equal {
			continue
		}
		l, h := c.bounds()
		lo = max(lo, l)
		if hi == "" || h != "" && h < hi {
			hi = h
		}
	}
	w.never = w.never || hi != "" && hi <= lo || len(lo) > base.MaxRowKey
	if w.never || lo == "" && hi == "" {
		w.stop(Open, 1)
		w.narrow()
		return
	}
	w.stop(Bounded, 1)
	access, narrowed := Range, w.between
	if w.hasPrefix(field, lo, hi) {
		access, narrowed = Prefix, w.begin
	}
	exact := w.few(access, func() []base.Range { return narrowed(lo, hi) })
	w.narrowed(field, exact && !slices.ContainsFunc(w.where, func(c Cond) bool { return c.Field == field && c.Op >= Numbers && !c.vacuous() }))
}

// hasPrefix reports whether one HasPrefix condition on a field allows exactly [lo, hi).
func (w *walk) hasPrefix(field, lo, hi string) bool {
	return slices.ContainsFunc(w.where, func(c Cond) bool {
		if c.Field != field || c.Op != HasPrefix {
			return false
		}
		l, h := c.bounds()
		return l == lo && h == hi
	})
}

// begin returns the ranges of the keys whose field has the prefix v. If v ends with the
// first bytes of the separator, keys whose field ends before these bytes also begin with
// v. They lie together, and are left out.
func (w *walk) begin(v, _ string) []base.Range {
	sep := w.sep()
	if sep != "" && strings.Contains(v, sep) {
		w.never = true
	}
	out := []base.Range{base.PrefixRange(w.prefix + v)}
	for n := 1; n < len(sep) && n <= len(v); n++ {
		if s := v[:len(v)-n]; v[len(s):] == sep[:n] && rowkey.IsSeparable(s, sep) {
			out = without(out, base.PrefixRange(w.prefix+s+sep))
		}
	}
	return w.some(out, base.PrefixRange(w.prefix+v))
}

// overlaps reports whether a key may have the prefix v although its field ends within v,
// because v ends with the first bytes of the separator.
func overlaps(v, sep string) bool {
	for n := 1; n < len(sep); n++ {
		if strings.HasSuffix(v, sep[:n]) {
			return true
		}
	}
	return false
}

// between returns the ranges of the keys whose field is in [lo, hi).
//
// A value that is not a prefix of a bound compares with it as their keys compare. A value
// s that is a proper prefix of a bound is less than the bound; but in the key the next
// byte is the separator's, which may be greater than the bound's. The keys of s lie
// together, and are left out or added.
func (w *walk) between(lo, hi string) []base.Range {
	r := base.Range{Start: base.RowKey(w.prefix + lo), End: base.RowKey(w.prefix + hi)}
	if hi == "" {
		r.End = base.PrefixEnd(w.prefix)
	}
	sep := w.sep()
	if sep == "" {
		return []base.Range{r}
	}
	own := func(v string) (string, bool) { return v + sep, rowkey.IsSeparable(v, sep) }
	return w.some(w.apart(r, text{lo: lo, hi: hi}, own), r)
}

// some returns ranges, or if there are none the range all, and notes that no record can
// match.
func (w *walk) some(ranges []base.Range, all base.Range) []base.Range {
	if len(ranges) > 0 {
		return ranges
	}
	w.never = true
	return []base.Range{all}
}

// without removes a range of keys from ranges.
func without(ranges []base.Range, cut base.Range) (out []base.Range) {
	for _, r := range ranges {
		below, above := r, r
		if below.End == "" || cut.Start < below.End {
			below.End = cut.Start
		}
		if above.Start < cut.End || cut.End == "" {
			above.Start = cut.End
		}
		if below.Start < below.End {
			out = append(out, below)
		}
		if cut.End != "" && (above.End == "" || above.Start < above.End) {
			out = append(out, above)
		}
	}
	return out
}

// narrow makes the ranges all keys with one of the prefixes.
func (w *walk) narrow() {
	if len(w.prefixes) == 1 && w.prefixes[0] == "" {
		w.each(Scan, func() []base.Range { return []base.Range{base.AllKeys} })
		return
	}
	w.each(Prefix, func() []base.Range { return []base.Range{base.PrefixRange(w.prefix)} })
}

// few is each, unless that gives too many ranges. Then it replaces the ranges of a prefix
// by one around them, and returns false.
func (w *walk) few(a Access, read func() []base.Range) (exact bool) {
	exact = true
	w.each(a, func() []base.Range {
		out := read()
		if n := len(out); n > 1 && n*len(w.prefixes) > maxRanges {
			exact = false
			return []base.Range{{Start: out[0].Start, End: out[n-1].End}}
		}
		return out
	})
	if r := w.plan.Ranges[0]; w.plan.Access == Prefix && r != base.PrefixRange(string(r.Start)) {
		w.plan.Access = Range
	}
	return exact
}

// each adds the ranges that read returns for each prefix, and sets the plan's ranges and
// access.
func (w *walk) each(a Access, read func() []base.Range) {
	if w.ranges == nil {
		w.ranges = make([][]base.Range, len(w.prefixes))
	}
	for i, p := range w.prefixes {
		w.prefix = p
		w.ranges[i] = append(w.ranges[i], read()...)
	}
	w.plan.Ranges = w.merged()
	if w.plan.Access = a; len(w.plan.Ranges) > 1 {
		w.plan.Access = Ranges
	}
}
