package base

// Bound is one end of a range of bytes: of row keys, qualifiers or values. The
// zero Bound is unset: a range without a start begins at the empty string, one
// without an end never ends.
type Bound struct {
	Kind BoundKind
	At   string // empty if unset
}

// BoundKind says whether a range holds what lies exactly at its bound.
type BoundKind uint8

// The kinds of bounds.
const (
	BoundUnset BoundKind = iota
	BoundClosed
	BoundOpen
)

// Closed returns a bound that belongs to its range.
func Closed(at string) Bound { return Bound{BoundClosed, at} }

// Open returns a bound that does not belong to its range.
func Open(at string) Bound { return Bound{BoundOpen, at} }

// Starts reports whether s lies in the range that b starts.
func (b Bound) Starts(s string) bool { return s > b.At || s == b.At && b.Kind != BoundOpen }

// Ends reports whether s lies in the range that b ends.
func (b Bound) Ends(s string) bool {
	return b.Kind == BoundUnset || s < b.At || s == b.At && b.Kind == BoundClosed
}

// Reversed reports whether start sorts after end. A range with equal bounds is
// not reversed, though it is empty unless both are closed.
func Reversed(start, end Bound) bool {
	return end.Kind != BoundUnset && start.At > end.At
}

// NewRange returns the row keys between two bounds. No key is empty, so an empty
// bound of either kind is as good as none. It refuses a start after the end
// (range-reversed).
func NewRange(start, end Bound) (Range, error) {
	if end.At != "" && Reversed(start, end) {
		return Range{}, Refuse(CodeRangeReversed, start.At, end.At)
	}
	r := Range{RowKey(start.At), RowKey(end.At)}
	if start.Kind == BoundOpen && start.At != "" {
		r.Start += "\x00"
	}
	if end.Kind == BoundClosed && end.At != "" {
		r.End += "\x00"
	}
	return r, nil
}
