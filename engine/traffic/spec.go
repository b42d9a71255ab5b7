package traffic

import (
	"strconv"

	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/plan"
)

// These are bounds of a [Spec].
const (
	maxRate  = 10_000_000 // operations per second
	maxReads = 50         // questions
)

// Spec says what is written to and read from a table over time.
type Spec struct {
	Seed        uint64
	Seconds     int64   // virtual time over which the data is written, up to cluster.MaxSeconds
	Writes      float64 // records per second
	Reads       []RepeatedQuestion
	Shape       RateShape
	Order       WriteOrder
	SkewedField string // a field: half of all operations are about its most frequent value; "" for none
}

// WriteOrder says in which order records are written.
type WriteOrder uint8

const (
	ByTime   WriteOrder = iota // by the field with their times, or in the order of the data if there is none
	AnyOrder                   // any record at any time
	ByKey                      // in key order, as a batch may be
)

// RepeatedQuestion is a question that is asked again and again.
type RepeatedQuestion struct {
	Query     plan.Query
	Rate      float64 // questions per second
	AsWritten bool    // whether to use the values in Query instead of others from the data
	Newest    bool    // whether to ask about recently written records instead of any
}

// RateShape says how rates change over time.
type RateShape struct {
	Kind   ShapeKind `wire:"1"`
	Period int64     `wire:"2"` // Periodic: seconds
	Least  float64   `wire:"3"` // Periodic: share of the rate at the quietest time, 0 to 1
	At     int64     `wire:"4"` // Rise: when it rises, in seconds
	Times  float64   `wire:"5"` // Rise: factor of the rate from then on
}

// ShapeKind is the kind of a [RateShape].
type ShapeKind uint8

const (
	Constant ShapeKind = iota // always the rates of the Spec
	Periodic                  // begins at the quietest time; the rates of the Spec are those of the busiest time
	Rise                      // the rates of the Spec are those before the rise
)

// Valid reports whether k is one of the kinds.
func (k ShapeKind) Valid() bool { return k <= Rise }

// These are the measures of the shapes that [DefaultShape] returns.
const (
	DefaultPeriods = 3 // periods
	DefaultRise    = 4 // factor of the rise
)

// DefaultShape returns the default shape of a kind for a duration in seconds.
func DefaultShape(kind ShapeKind, seconds int64) RateShape {
	s := RateShape{Kind: kind}
	switch kind {
	case Periodic:
		s.Period, s.Least = max(seconds/DefaultPeriods, 60), 0.2
	case Rise:
		s.At, s.Times = seconds/2, DefaultRise
	}
	return s
}

// Check refuses (bad-traffic) a Spec with values out of bounds.
func (s Spec) Check() error {
	rates := []float64{s.Writes}
	for _, r := range s.Reads {
		rates = append(rates, r.Rate)
	}
	for _, r := range rates {
		if !(r >= 0 && r <= maxRate) {
			return refuse("rate", r, 0, maxRate)
		}
	}
	if s.Order > ByKey {
		return refuse("order", float64(s.Order), 0, float64(ByKey))
	}
	bounds := []bound{{"seconds", float64(s.Seconds), 1, cluster.MaxSeconds}, {"questions", float64(len(s.Reads)), 0, maxReads}}
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

// bound is a value with its bounds.
type bound struct {
	what      string
	v, lo, hi float64
}

// refuse returns the refusal of a value that is out of bounds.
func refuse(what string, v, lo, hi float64) error {
	f := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	return base.Refuse(base.CodeBadTraffic, what, f(v), f(lo), f(hi))
}

// passed returns the integral of the shape up to a time, in seconds at the full rate.
func (s RateShape) passed(at int64) float64 {
	t := float64(at)
	switch s.Kind {
	case Constant:
		return t
	case Periodic:
		// The wave is 3x²-2x³, where x rises from 0 to 1 and falls again. It is smooth, and has
		// the same bits on every machine.
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
