package plan

import (
	"slices"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// walk goes through a template's parts from the left and narrows.
type walk struct {
	parts []rowkey.Part
	where []Cond

	plan    Plan     // Access, Ranges, InKey and Stop
	prefix  string   // what the literals and fixed fields before at make
	at      int      // the part that the walk ended at
	decided []string // fields whose conditions the range decides
	never   bool     // no record can be wanted
}

func (w *walk) run() {
	for ; w.at < len(w.parts); w.at++ {
		p := w.parts[w.at]
		if p.Field == "" {
			w.prefix += p.Literal
			continue
		}
		v, fixed := w.fixed(p.Field)
		if !fixed || w.never {
			w.plan.Stop = p.Field
			w.last(p.Field)
			return
		}
		w.prefix += v
		w.plan.InKey = append(w.plan.InKey, p.Field)
		w.decided = append(w.decided, p.Field)
	}
	if len(w.parts) > 0 && w.prefix != "" {
		w.read(Point, base.Point(base.RowKey(w.prefix)))
		return
	}
	w.never = len(w.parts) > 0 // an empty key
	w.narrow()
}

// fixed returns the value that the query fixes a field to. It sets never if no
// key can hold it.
func (w *walk) fixed(field string) (string, bool) {
	i := slices.IndexFunc(w.where, func(c Cond) bool { return c.Field == field && c.Op == Equal })
	if i < 0 {
		return "", false
	}
	v := w.where[i].Value
	w.never = !rowkey.Separable(v, w.sep()) || len(v) > base.MaxRowKey
	for _, c := range w.where {
		if c.Field == field && !c.match(v) {
			w.never = true
		}
	}
	return v, true
}

// sep returns the separator behind the field that the walk stands at.
func (w *walk) sep() string { return separator(w.parts, w.at) }

// separator returns the literal behind part i, empty behind the last.
func separator(parts []rowkey.Part, i int) string {
	if i+1 < len(parts) {
		return parts[i+1].Literal
	}
	return ""
}

// last narrows by the conditions on the field that ends the walk.
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
		w.narrow()
		return
	}
	w.plan.InKey = append(w.plan.InKey, field)
	access, narrowed := Range, w.between
	if w.hasPrefix(field, lo, hi) {
		access, narrowed = Prefix, w.begin
	}
	r, exact := narrowed(lo, hi)
	if exact {
		w.decided = append(w.decided, field)
	}
	w.read(access, r)
}

// hasPrefix reports whether a condition HasPrefix alone allows just [lo, hi).
func (w *walk) hasPrefix(field, lo, hi string) bool {
	return slices.ContainsFunc(w.where, func(c Cond) bool {
		if c.Field != field || c.Op != HasPrefix {
			return false
		}
		l, h := c.bounds()
		return l == lo && h == hi
	})
}

// begin returns the range of the keys whose field begins with v, and whether it
// holds no others.
func (w *walk) begin(v, _ string) (base.Range, bool) {
	sep := w.sep()
	if sep != "" && strings.Contains(v, sep) {
		w.never = true
	}
	return base.Prefix(w.prefix + v), !overlaps(v, sep)
}

// overlaps reports whether a key may begin with v although the field in it ends
// inside v: the separator's first bytes are v's last.
func overlaps(v, sep string) bool {
	for n := 1; n < len(sep); n++ {
		if strings.HasSuffix(v, sep[:n]) {
			return true
		}
	}
	return false
}

// between returns a range that holds the keys whose field is in [lo, hi), and
// whether it holds no others.
//
// A field that is not a prefix of a bound compares with it as its key does with
// the bound's. One that is, call it s, is below the bound; but the next byte of
// its key is the separator's, which may be above the bound's.
func (w *walk) between(lo, hi string) (base.Range, bool) {
	r, exact := base.Range{Start: base.RowKey(w.prefix + lo), End: base.RowKey(w.prefix + hi)}, true
	if hi == "" {
		r.End = base.PrefixEnd(w.prefix)
	}
	sep := w.sep()
	if sep == "" {
		return r, true
	}
	for i := range len(lo) {
		// s < lo is not wanted, but its keys may follow the start.
		if s := lo[:i]; rowkey.Separable(s, sep) && !precedes(sep, lo[i:]) {
			exact = false
		}
	}
	for i := range len(hi) {
		// lo <= s < hi is wanted, but its keys may follow the end.
		if s := hi[:i]; s >= lo && rowkey.Separable(s, sep) && !precedes(sep, hi[i:]) {
			exact = false
			if end := base.PrefixEnd(w.prefix + s + sep); end == "" || r.End != "" && end > r.End {
				r.End = end
			}
		}
	}
	return r, exact
}

// precedes reports whether all that begins with sep is below rest and does not
// begin with it.
func precedes(sep, rest string) bool {
	n := min(len(sep), len(rest))
	return sep[:n] < rest[:n]
}

// narrow reads the keys that begin with the prefix.
func (w *walk) narrow() {
	if w.prefix == "" {
		w.read(Scan, base.Whole)
		return
	}
	w.read(Prefix, base.Prefix(w.prefix))
}

func (w *walk) read(a Access, r base.Range) {
	w.plan.Access, w.plan.Ranges = a, []base.Range{r}
}
