package plan

import (
	"iter"
	"slices"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// text is the values in [lo, hi), compared as bytes, where an empty hi means no bound. If
// n > 0 it is only those of n bytes.
type text struct {
	lo, hi string
	n      int
}

// Most texts are not the value of any record, and a range for each costs a seek. So only
// a few are given ranges of their own; more are tried to find their salts.
const (
	maxTexts  = 16      // texts with a range each
	maxSalted = 1 << 10 // texts whose salts are computed
)

// read sets what the conditions leave of step s, whose transforms read values as texts.
// steps are all steps of the template.
func (a *allowed) read(s *rowkey.Step, steps []rowkey.Step, conds []Cond) {
	t := text{}
	via := s.Transforms()
	first, last, most := via[0], via[len(via)-1], maxTexts
	sc, on := elsewhere(s, steps)
	if !on && slices.ContainsFunc(conds, func(c Cond) bool { return c.Op == Numbers }) {
		// Between two numbers there are arbitrarily many others with decimals.
		var texts []Cond
		for _, c := range conds {
			if c.Op != Numbers {
				texts = append(texts, c)
			} else if c, ok := c.asText(); ok && first.Name == "first" && first.N <= len(c.Value) {
				texts = append(texts, c)
			}
		}
		conds = texts
		if len(conds) > 0 {
			a.read(s, steps, conds)
			a.exact, a.finite, a.decides = false, false, false
		}
		return
	}
	under, numbers := false, false
	for _, c := range conds {
		under, numbers = under || c.Op == Under, numbers || c.Op == Numbers
		lo, hi := c.bounds()
		t.lo = max(t.lo, lo)
		if t.hi == "" || hi != "" && hi < t.hi {
			t.hi = hi
		}
	}
	for _, other := range steps {
		// Every value is at least as long as first needs, so that none is between these bounds.
		for f := other.Transforms(); other.Field == s.Field && f != nil && f[0].Name == "first" && len(t.hi) <= f[0].N && len(t.hi) > 1 && strings.HasSuffix(t.hi, "\x00"); {
			t.hi = t.hi[:len(t.hi)-1]
		}
	}
	if a.none = t.hi != "" && t.hi <= t.lo || len(t.lo) > base.MaxRowKey; a.none {
		return
	}
	texts := []text{t}
	if last.Name == "salt" {
		most = maxSalted
	}
	if on || numbers {
		runs := slices.DeleteFunc(sc.kept(conds), func(r interval) bool { return !takes(via, len(sc.value(r.lo))) })
		if a.none = len(runs) == 0; a.none {
			return
		}
		a.finite = s.KeepsWholeValue() && !under
		if a.parts = sc.parts(runs, s); len(a.parts) > most {
			a.parts = nil
		}
		a.samples = func(steps []*rowkey.Step) iter.Seq[string] { return sc.samples(runs, steps...) }
		if numbers || first.Name == "first" {
			texts = nil
			for _, r := range runs {
				lo := sc.value(r.lo)
				texts = append(texts, text{lo, sc.value(r.hi) + "\x00", len(lo)})
			}
		}
	}
	a.decides = !under && (on || !numbers)
	switch {
	case first.Name == "first":
		exact := !under && !numbers && len(t.lo) <= first.N && len(t.hi) <= first.N
		if !numbers && a.parts == nil {
			a.begun(via[1:], beginnings(texts, first.N, most))
			a.finite = exact && last.Name != "hash" && last.Name != "salt"
		}
		if len(via) == 1 {
			a.exact = exact
			a.bound(texts)
		}
	case len(via) == 1 && (first.Name == "padleft" || first.Name == "pad" && (!numbers || texts[0].n == first.N)):
		a.exact = a.decides
		if t := texts[0]; len(t.lo) == first.N && t.hi == string(base.PrefixEnd(t.lo)) {
			v, err := s.Apply(t.lo)
			a.none = err != nil
			a.fixed, a.parts, a.finite = true, []string{v}, a.exact
			return
		}
		a.bound(texts)
	}
	if last.Name == "salt" && len(a.parts) == last.N {
		a.parts = nil // all salts occur
	}
	a.asked = a.parts != nil || a.texts != nil
}

// bound notes that the texts bound the key, unless they are all texts.
func (a *allowed) bound(texts []text) {
	if texts[0] != (text{}) {
		a.texts = texts
	}
}

// begun sets the parts to the results of the transforms via on the given prefixes, which
// are the only ones that values can have. nil means that they are too many.
func (a *allowed) begun(via []rowkey.Transform, parts []string) {
	if a.none = parts != nil && len(parts) == 0; parts == nil || a.none {
		return
	}
	a.fixed = len(parts) == 1
	for _, f := range via {
		for i := range parts {
			// The transforms that may follow first accept every text.
			parts[i], _ = f.Apply(parts[i])
		}
	}
	slices.Sort(parts)
	a.parts = slices.Compact(parts)
}

// elsewhere returns the scale on which other steps of the same field read its values. If
// there are none, found is false and the scale is that of all numbers.
func elsewhere(s *rowkey.Step, steps []rowkey.Step) (sc scale, found bool) {
	sc = scale{interval: interval{0, 1<<63 - 1}, value: decimal}
	for i := range steps {
		other, ok := scaleOf(&steps[i])
		switch {
		case !ok || steps[i].Field != s.Field || len(steps[i].Transforms()) == 0:
		case !found:
			sc, found = other, true
		case sc.like(other):
			sc.lo, sc.hi = max(sc.lo, other.lo), min(sc.hi, other.hi)
		}
	}
	return sc, found && sc.lo <= sc.hi
}

// takes reports whether transforms accept values of n bytes.
func takes(via []rowkey.Transform, n int) bool {
	for _, f := range via {
		switch f.Name {
		case "first":
			return n >= f.N
		case "pad", "padleft":
			return n <= f.N
		}
	}
	return true
}

// beginnings returns all n-byte prefixes that the values can have, or nil if they are more
// than most.
func beginnings(texts []text, n, most int) []string {
	out := []string{}
	for _, t := range texts {
		p := make([]byte, n)
		copy(p, t.lo)
		for i := 0; i >= 0 && (t.hi == "" || string(p) < t.hi); {
			if len(out) == most {
				return nil
			}
			out = append(out, string(p))
			for i = n - 1; i >= 0; i-- {
				if p[i]++; p[i] != 0 {
					break
				}
			}
		}
	}
	return out
}

// follows returns the step after the current one, if the current step has the first bytes
// of a field and the next one has the whole field without transforms.
func (w *walk) follows() (next *rowkey.Step, ok bool) {
	s := &w.steps[w.at]
	if via := s.Transforms(); len(via) != 1 || via[0].Name != "first" || w.at+1 == len(w.steps) {
		return nil, false
	}
	next = &w.steps[w.at+1]
	return next, next.Field == s.Field && len(next.Transforms()) == 0
}

// read returns the ranges of the keys whose current step is one of texts. The step has one
// transform.
func (w *walk) read(texts []text) (out []base.Range) {
	f := w.steps[w.at].Transforms()[0]
	for _, t := range texts {
		switch f.Name {
		case "first":
			out = append(out, w.first(t, f.N)...)
		case "pad":
			out = append(out, w.padded(t, f)...)
		case "padleft":
			for fills := range f.N + 1 {
				out = append(out, w.behindPadding(t, f, fills)...)
			}
		}
	}
	return w.some(base.MergeRanges(out), base.PrefixRange(w.prefix))
}

// first returns the ranges of the keys that have the first n bytes of a text, and perhaps
// the whole text after them.
func (w *walk) first(t text, n int) []base.Range {
	next, all := w.follows()
	if !all || t.n > 0 {
		return []base.Range{w.under("", t.lo[:min(n, len(t.lo))], t.hi, n)}
	}
	put := func(v string) string {
		if len(v) <= n {
			return v
		}
		return v[:n] + w.sep() + v
	}
	r := w.under("", put(t.lo), put(t.hi), base.MaxRowKey)
	return w.apart(r, t, func(v string) (string, bool) {
		return v[:min(n, len(v))] + w.sep() + v + next.Sep, len(v) >= n && next.Sep != "" && rowkey.IsSeparable(v, next.Sep)
	})
}

// padded returns the ranges of the keys that have a text with padding after it.
func (w *walk) padded(t text, f rowkey.Transform) []base.Range {
	lo, hi := t.lo[:min(f.N, len(t.lo))], t.hi[:min(f.N, len(t.hi))]
	if f.Fill <= ' ' && strings.HasSuffix(lo, string([]byte{f.Fill})) {
		lo += strings.Repeat(string([]byte{f.Fill}), f.N-len(lo)) // no byte is less
	}
	return w.apart(w.under("", lo, hi, f.N), t, func(v string) (string, bool) { return f.Apply(v) })
}

// behindPadding returns the ranges of the keys that have a text after exactly fills bytes
// of padding.
func (w *walk) behindPadding(t text, f rowkey.Transform, fills int) []base.Range {
	n := f.N - fills
	before := strings.Repeat(string([]byte{f.Fill}), fills)
	switch {
	case t.n > 0 && t.n != n:
		return nil
	case n == 0:
		if t.lo != "" {
			return nil
		}
		return []base.Range{base.PrefixRange(w.prefix + before)}
	}
	lo := max(t.lo, " ") // values have no bytes below a blank
	if len(lo) > n {
		if lo = string(base.PrefixEnd(lo[:n])); lo == "" {
			return nil
		}
	}
	return without([]base.Range{w.under(before, lo, t.hi, n)}, base.PrefixRange(w.prefix+before+string([]byte{f.Fill})))
}

// under returns the range of the keys that continue, after w.prefix and before, with n
// bytes from lo up to the beginning of hi, where an empty hi means no bound.
func (w *walk) under(before, lo, hi string, n int) base.Range {
	before = w.prefix + before
	r := base.Range{Start: base.RowKey(before + lo), End: base.RowKey(before + hi)}
	switch {
	case hi == "":
		r.End = base.PrefixEnd(before)
	case len(hi) > n:
		r.End = base.PrefixEnd(before + hi[:n])
	}
	return r
}

// apart corrects a range for values that are prefixes of its bounds. Their keys lie
// together, where own says, which need not be where the bytes of the values would be.
// Values that are prefixes of t.lo are removed from the range, and values in t that are
// prefixes of t.hi are added to it.
func (w *walk) apart(r base.Range, t text, own func(v string) (string, bool)) []base.Range {
	out := []base.Range{r}
	for i := range len(t.lo) {
		if key, ok := own(t.lo[:i]); ok {
			out = without(out, base.PrefixRange(w.prefix+key))
		}
	}
	for i := range len(t.hi) {
		if v := t.hi[:i]; v >= t.lo {
			if key, ok := own(v); ok {
				out = append(out, base.PrefixRange(w.prefix+key))
			}
		}
	}
	return base.MergeRanges(out)
}
