package cluster

import (
	"encoding/binary"
	"math"
)

// PackedFloat is a number of a heat matrix in 16 bits: an exponent of 6 bits and 10 bits of
// mantissa, so that it is exact to 1 part in 2,000. Greater amounts are greater integers.
// The smallest one above zero is 2^-26, a fifteenth of a microsecond if the unit is a
// second. The greatest one is near 2^37; all greater numbers become it.
type PackedFloat uint16

// These say how the bits of an PackedFloat correspond to those of a float32.
const (
	amountShift = 23 - 10
	amountBase  = (127 - 27) << 10 // the bits of 2^-27, in whose place PackedFloat 0 means zero
)

// PackFloat returns the nearest amount. It is 0 for numbers that are too small, negative,
// or NaN.
func PackFloat(v float64) PackedFloat {
	bits := math.Float32bits(float32(v))
	if !(v > 0) {
		return 0
	}
	n := int64(bits>>amountShift) + int64(bits>>(amountShift-1)&1) - amountBase
	return PackedFloat(max(min(n, math.MaxUint16), 0))
}

// Value returns the number.
func (a PackedFloat) Value() float32 {
	if a == 0 {
		return 0
	}
	return math.Float32frombits((uint32(a) + amountBase) << amountShift)
}

// PackedFloats is a list of amounts as they are sent, with two bytes for each. A receiver of
// very many need decode only those that it looks at.
type PackedFloats []byte

// Len returns the number of amounts.
func (a PackedFloats) Len() int { return len(a) / 2 }

// At returns the amount with index i.
func (a PackedFloats) At(i int) PackedFloat { return PackedFloat(binary.LittleEndian.Uint16(a[2*i:])) }

// Add appends an amount, and returns the list.
func (a PackedFloats) Add(v PackedFloat) PackedFloats {
	return binary.LittleEndian.AppendUint16(a, uint16(v))
}
