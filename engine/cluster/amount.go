package cluster

import (
	"encoding/binary"
	"math"
)

// Amount is a number of a heat matrix in 16 bits: 6 of a power of two and 10 of
// what follows, so that it is off by less than a two-thousandth. Larger amounts are
// larger numbers. The smallest but zero is 2^-26, a 15th of a microsecond; the
// largest, which stands for all beyond it too, is near 2^37.
type Amount uint16

// How an amount lies in the bits of a float32.
const (
	amountShift = 23 - 10
	amountBase  = (127 - 27) << 10 // 2^-27, of which Amount 0 would be; it is zero
)

// AmountOf returns the nearest amount; 0 for what is too small, or no number.
func AmountOf(v float64) Amount {
	bits := math.Float32bits(float32(v))
	if !(v > 0) {
		return 0
	}
	n := int64(bits>>amountShift) + int64(bits>>(amountShift-1)&1) - amountBase
	return Amount(max(min(n, math.MaxUint16), 0))
}

// Value returns the number.
func (a Amount) Value() float32 {
	if a == 0 {
		return 0
	}
	return math.Float32frombits((uint32(a) + amountBase) << amountShift)
}

// Amounts are amounts as they are sent, two bytes each: who gets many of them reads
// those that are looked at.
type Amounts []byte

// Len returns how many there are.
func (a Amounts) Len() int { return len(a) / 2 }

// At returns one of them.
func (a Amounts) At(i int) Amount { return Amount(binary.LittleEndian.Uint16(a[2*i:])) }

// Add appends one.
func (a Amounts) Add(v Amount) Amounts { return binary.LittleEndian.AppendUint16(a, uint16(v)) }
