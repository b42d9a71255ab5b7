package table

import (
	"encoding/binary"
	"fmt"
	"strconv"

	"tabletop/engine/base"

	"github.com/axiomhq/hyperloglog"
)

// ValueType says what the cells of a family hold: arbitrary bytes, or one kind of
// aggregate. It is fixed when the family is created.
type ValueType uint8

const (
	// Plain cells hold arbitrary bytes and are written with [SetCell].
	Plain ValueType = iota

	// IntSum cells hold the sum of their inputs.
	IntSum

	// IntMin cells hold the least of their inputs.
	IntMin

	// IntMax cells hold the greatest of their inputs.
	IntMax

	// UniqueCount cells hold a HyperLogLog++ sketch of their inputs. [EstimateDistinctCount] estimates
	// from it how many different inputs there were.
	UniqueCount
)

// String returns the name of the type as cbt writes it: intsum, intmin, intmax or inthll.
// It returns "" for Plain.
func (v ValueType) String() string {
	switch v {
	case Plain:
		return ""
	case IntSum:
		return "intsum"
	case IntMin:
		return "intmin"
	case IntMax:
		return "intmax"
	case UniqueCount:
		return "inthll"
	default:
		panic(fmt.Sprintf("table: unknown value type %d", uint8(v)))
	}
}

// AggregateInput is a value that [AddToCell] adds to an aggregate cell: an [IntInput] or a [BytesInput].
type AggregateInput interface{ input() }

type (
	// IntInput is an input of IntSum, IntMin and IntMax.
	IntInput int64

	// BytesInput is an input of UniqueCount: arbitrary bytes.
	BytesInput string
)

func (IntInput) input()   {}
func (BytesInput) input() {}

// precision is the precision of all sketches. It gives 2^14 registers, and so an average
// error of 0.8 %.
const precision = 14

// holds reports whether state is a valid value of an aggregate cell of this type.
func (v ValueType) holds(state string) bool {
	if v == UniqueCount {
		_, ok := decodeSketch(state)
		return ok
	}
	return len(state) == 8
}

// stateOf returns the value of an aggregate cell that has had one input.
func stateOf(in AggregateInput) string {
	switch in := in.(type) {
	case IntInput:
		return encodeInt(int64(in))
	case BytesInput:
		sketch := hyperloglog.New14()
		sketch.Insert([]byte(in))
		return encodeSketch(sketch)
	default:
		panic(fmt.Sprintf("table: unknown input %T", in))
	}
}

// combine merges values of aggregate cells at one column and timestamp: first the stored
// cell, if stored is not empty, then parts in order. All of them have been checked with
// holds. It refuses (overflow) a sum that leaves the range of int64 at any step.
func (v ValueType) combine(at place, stored, parts []draft) (string, error) {
	if v == UniqueCount {
		sum := new(hyperloglog.Sketch)
		for _, states := range [][]draft{stored, parts} {
			for i := range states {
				sketch, ok := decodeSketch(states[i].value)
				if !ok {
					panic("table: a state that was not checked")
				}
				if err := sum.Merge(sketch); err != nil {
					panic(err) // the precisions are equal
				}
			}
		}
		return encodeSketch(sum), nil
	}
	if len(stored) == 0 {
		stored, parts = parts[:1], parts[1:]
	}
	n := decodeInt(stored[0].value)
	for i := range parts {
		m := decodeInt(parts[i].value)
		switch v {
		case IntSum:
			sum, ok := add(n, m)
			if !ok {
				return "", at.overflow(n, m)
			}
			n = sum
		case IntMin:
			n = min(n, m)
		case IntMax:
			n = max(n, m)
		default:
			panic(fmt.Sprintf("table: unknown value type %d", uint8(v)))
		}
	}
	return encodeInt(n), nil
}

// overflow is the refusal of a sum n + m that is not an int64.
func (p place) overflow(n, m int64) error {
	return base.Refuse(base.CodeOverflow, string(p.row), p.column(), strconv.FormatInt(n, 10), strconv.FormatInt(m, 10))
}

// add returns n + m, and whether the sum is in the range of int64.
func add(n, m int64) (int64, bool) {
	sum := n + m
	return sum, (sum > n) == (m > 0)
}

// encodeInt returns n as cells store it: 8 bytes, big endian.
func encodeInt(n int64) string {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(n))
	return string(b[:])
}

// decodeInt returns the integer that encodeInt has written. It panics if s has fewer than
// 8 bytes.
func decodeInt(s string) int64 { return int64(getUint64(s)) }

// decodeSketch reads a sketch. It reports false if state is not a sketch of this
// precision.
func decodeSketch(state string) (*hyperloglog.Sketch, bool) {
	sketch := new(hyperloglog.Sketch)
	// The second byte is the precision. Sketches of different precisions cannot be merged.
	if len(state) < 2 || state[1] != precision || sketch.UnmarshalBinary([]byte(state)) != nil {
		return nil, false
	}
	return sketch, true
}

// encodeSketch returns the bytes of a sketch. Equal sets of inputs give equal bytes, in
// any order of the inputs, because Estimate first brings the sketch into a canonical form.
func encodeSketch(sketch *hyperloglog.Sketch) string {
	sketch.Estimate()
	b, err := sketch.MarshalBinary()
	if err != nil {
		panic(err) // only for sketches without a precision
	}
	return string(b)
}

// EstimateDistinctCount estimates how many different inputs a cell of type [UniqueCount] has had,
// from the cell's value. Up to a few thousand inputs the count is exact, except for rare
// collisions of their hashes; above that it is within about 2 %. It refuses (bad-state) a
// value that is not a sketch.
func EstimateDistinctCount(value string) (int64, error) {
	sketch, ok := decodeSketch(value)
	if !ok {
		return 0, base.Refuse(base.CodeBadState, UniqueCount.String(), strconv.Itoa(len(value)), "", "")
	}
	return int64(sketch.Estimate()), nil
}
