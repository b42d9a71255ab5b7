package table

import (
	"encoding/binary"
	"fmt"
	"strconv"

	"tabletop/engine/base"

	"github.com/axiomhq/hyperloglog"
)

// ValueType says what the cells of a family hold.
type ValueType uint8

const (
	// Plain cells hold arbitrary bytes and are written with SetCell.
	Plain ValueType = iota

	// IntSum cells hold the sum of their inputs.
	IntSum

	// IntMin cells hold the least of their inputs.
	IntMin

	// IntMax cells hold the greatest of their inputs.
	IntMax

	// UniqueCount cells hold a HyperLogLog++ sketch of their inputs:
	// [DistinctCount] estimates how many different ones there were.
	UniqueCount
)

// String returns the type as cbt writes it: intsum, intmin, intmax or inthll;
// "" for Plain.
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

// Input is what AddToCell adds.
type Input interface{ input() }

type (
	// Int is an input of IntSum, IntMin and IntMax.
	Int int64

	// Raw is an input of UniqueCount: arbitrary bytes.
	Raw string
)

func (Int) input() {}
func (Raw) input() {}

// precision is that of the sketches: 2^14 registers, so that an estimate is off
// by 0.8 % on average.
const precision = 14

// holds reports whether a state is one of the type's cells.
func (v ValueType) holds(state string) bool {
	if v == UniqueCount {
		_, ok := decodeSketch(state)
		return ok
	}
	return len(state) == 8
}

// stateOf returns the state of a cell with one input.
func stateOf(in Input) string {
	switch in := in.(type) {
	case Int:
		return encodeInt(int64(in))
	case Raw:
		sketch := hyperloglog.New14()
		sketch.Insert([]byte(in))
		return encodeSketch(sketch)
	default:
		panic(fmt.Sprintf("table: unknown input %T", in))
	}
}

// combine puts states of one column and timestamp together: that of a stored
// cell, if there is one, then those of parts in order. It refuses a sum that
// leaves the bounds of int64 on the way.
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

func (p place) overflow(n, m int64) error {
	return base.Refuse(base.CodeOverflow, string(p.row), p.column(), strconv.FormatInt(n, 10), strconv.FormatInt(m, 10))
}

// add returns n + m, if that is an int64.
func add(n, m int64) (int64, bool) {
	sum := n + m
	return sum, (sum > n) == (m > 0)
}

// encodeInt writes an integer as cells hold it: 8 bytes, big endian.
func encodeInt(n int64) string {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(n))
	return string(b[:])
}

// decodeInt reads what encodeInt wrote.
func decodeInt(s string) int64 { return int64(getUint64(s)) }

// decodeSketch reads a sketch and reports whether it is one.
func decodeSketch(state string) (*hyperloglog.Sketch, bool) {
	sketch := new(hyperloglog.Sketch)
	// The second byte is the precision: sketches of others do not merge.
	if len(state) < 2 || state[1] != precision || sketch.UnmarshalBinary([]byte(state)) != nil {
		return nil, false
	}
	return sketch, true
}

// encodeSketch writes a sketch. The same inputs give the same bytes, in whatever
// order they came: the estimate brings a sketch into the one form it has.
func encodeSketch(sketch *hyperloglog.Sketch) string {
	sketch.Estimate()
	b, err := sketch.MarshalBinary()
	if err != nil {
		panic(err) // only for sketches without a precision
	}
	return string(b)
}

// DistinctCount estimates how many different inputs a cell of type
// [UniqueCount] has had, from its value. A few thousand are counted exactly but
// for a rare collision of their hashes, more to within about 2 %. It refuses a
// value that is no such cell's.
func DistinctCount(value string) (int64, error) {
	sketch, ok := decodeSketch(value)
	if !ok {
		return 0, base.Refuse(base.CodeBadState, UniqueCount.String(), strconv.Itoa(len(value)), "", "")
	}
	return int64(sketch.Estimate()), nil
}
