package base

// Bound is one end of a range of row keys, qualifiers or values. The zero Bound is unset:
// a range without a start begins at the empty string, and a range without an end has no
// end.
type Bound struct {
	Kind BoundKind
	At   string // empty if unset
}

// BoundKind says whether a range includes its bound.
type BoundKind uint8

// These are the kinds of bounds: no bound, one that is included, and one that is excluded.
const (
	BoundUnset BoundKind = iota
	BoundClosed
	BoundOpen
)

// ClosedBound returns a bound that is included in its range.
func ClosedBound(at string) Bound { return Bound{BoundClosed, at} }

// OpenBound returns a bound that is excluded from its range.
func OpenBound(at string) Bound { return Bound{BoundOpen, at} }

// StartAdmits reports whether s is in the range that begins at b and has no end.
func (b Bound) StartAdmits(s string) bool { return s > b.At || s == b.At && b.Kind != BoundOpen }

// EndAdmits reports whether s is in the range that begins at the empty string and ends at b.
func (b Bound) EndAdmits(s string) bool {
	return b.Kind == BoundUnset || s < b.At || s == b.At && b.Kind == BoundClosed
}

// BoundsReversed reports whether start is after end. A range with equal bounds is not reversed,
// although it is empty unless both bounds are closed.
func BoundsReversed(start, end Bound) bool {
	return end.Kind != BoundUnset && start.At > end.At
}

// NewRange returns the range of the row keys between two bounds. Since row keys are never
// empty, an empty bound of any kind is the same as none. It refuses (range-reversed) a
// start after the end.
func NewRange(start, end Bound) (Range, error) {
	if end.At != "" && BoundsReversed(start, end) {
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
