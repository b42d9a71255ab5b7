package traffic

import (
	"strconv"

	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/plan"
)

// Bounds of a [Spec].
const (
	MaxRate  = 10_000_000 // a second
	MaxReads = 50
)

// Spec says what is asked of a table over time.
type Spec struct {
	Seed    uint64
	Seconds int64   // of virtual time that the data is spread over, up to [cluster.MaxSeconds]
	Writes  float64 // records a second
	Reads   []Reads
	Shape   Shape
	Order   Order
	Star    string // a field of the data: half of all is about its most frequent value; "" for none
}

// Order is in which order records are written.
type Order uint8

const (
	ByTime   Order = iota // of the field that tells when, else as they stand in the data
	AnyOrder              // any of them at any time
	ByKey                 // sorted by key, as a batch may be
)

// Reads is a question that is asked again and again.
type Reads struct {
	Query     plan.Query
	Rate      float64 // a second
	AsWritten bool    // with the values that the query has, not with others from the data
	Newest    bool    // about what was written last; else about any of the data
}

// Shape is how rates change over time.
type Shape struct {
	Kind   ShapeKind `wire:"1"`
	Period int64     `wire:"2"` // Periodic: seconds
	Least  float64   `wire:"3"` // Periodic: the quietest hour's share of the rate, 0 to 1
	At     int64     `wire:"4"` // Rise: seconds
	Times  float64   `wire:"5"` // Rise: from then on, so many times the rate
}

// ShapeKind tells shapes apart.
type ShapeKind uint8

const (
	Constant ShapeKind = iota
	Periodic           // begins with the quietest time; the rates are those of the busiest
	Rise               // the rates are those before it
)

// Valid reports whether there is such a shape.
func (k ShapeKind) Valid() bool { return k <= Rise }

// What [Shaped] makes of a kind.
const (
	Waves  = 3 // up and down
	Raised = 4 // times as much
)

// Shaped returns the usual shape of a kind, over so many seconds.
func Shaped(kind ShapeKind, seconds int64) Shape {
	s := Shape{Kind: kind}
	switch kind {
	case Periodic:
		s.Period, s.Least = max(seconds/Waves, 60), 0.2
	case Rise:
		s.At, s.Times = seconds/2, Raised
	}
	return s
}

// Check refuses with bad-traffic what is out of bounds.
func (s Spec) Check() error {
	rates := []float64{s.Writes}
	for _, r := range s.Reads {
		rates = append(rates, r.Rate)
	}
	for _, r := range rates {
		if !(r >= 0 && r <= MaxRate) {
			return refuse("rate", r, 0, MaxRate)
		}
	}
	if s.Order > ByKey {
		return refuse("order", float64(s.Order), 0, float64(ByKey))
	}
	bounds := []bound{{"seconds", float64(s.Seconds), 1, cluster.MaxSeconds}, {"questions", float64(len(s.Reads)), 0, MaxReads}}
	switch s.Shape.Kind {
	case Constant:
	case Periodic:
		bounds = append(bounds, bound{"period", float64(s.Shape.Period), 60, cluster.MaxSeconds}, bound{"least", s.Shape.Least, 0, 1})
	case Rise:
		bounds = append(bounds, bound{"start", float64(s.Shape.At), 0, cluster.MaxSeconds}, bound{"rise", s.Shape.Times, 0, 1000})
	default:
		return refuse("shape", float64(s.Shape.Kind), 0, float64(Rise))
	}
	for _, b := range bounds {
		if !(b.v >= b.lo && b.v <= b.hi) {
			return refuse(b.what, b.v, b.lo, b.hi)
		}
	}
	return nil
}

type bound struct {
	what      string
	v, lo, hi float64
}

func refuse(what string, v, lo, hi float64) error {
	f := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	return base.Refuse(base.CodeBadTraffic, what, f(v), f(lo), f(hi))
}

// passed returns the integral of the shape up to a time: seconds at the full rate.
func (s Shape) passed(at int64) float64 {
	t := float64(at)
	switch s.Kind {
	case Constant:
		return t
	case Periodic:
		// The wave is 3x²-2x³ of a triangle x, up and down again: smooth, and of
		// the same bits everywhere.
		half := func(x float64) float64 { x3 := float64(x * x * x); return float64(4 * (x3 - float64(x3*x))) }
		periods, phase := at/s.Period, float64(at%s.Period)/float64(s.Period)
		wave := half(phase)
		if phase > 0.5 {
			wave = 0.5 - half(1-phase)
		}
		waves := float64(float64(s.Period) * (float64(periods)/2 + wave))
		return float64(s.Least*t) + float64((1-s.Least)*waves)
	case Rise:
		if at <= s.At {
			return t
		}
		return float64(s.At) + float64(s.Times*float64(at-s.At))
	}
	panic("traffic: a shape without a form")
}
