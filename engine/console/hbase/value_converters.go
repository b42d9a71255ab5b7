package hbase

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
)

// bytesClass is the Java class with whose methods the shell converts values.
const bytesClass = "org.apache.hadoop.hbase.util.Bytes"

// converter converts bytes to the text that the shell prints.
type converter struct {
	name  string
	bytes int  // number of bytes that it reads; further ones are ignored
	exact bool // whether there must be no further bytes
	text  func(dst []byte, value string) []byte
}

// converters lists the methods of [bytesClass] that can be used here, in order of their
// names.
var converters = []converter{
	{"toBoolean", 1, true, func(dst []byte, v string) []byte { return strconv.AppendBool(dst, v[0] != 0) }},
	{"toDouble", 8, false, func(dst []byte, v string) []byte { return appendFloat(dst, math.Float64frombits(number(v, 8))) }},
	{"toFloat", 4, false, func(dst []byte, v string) []byte {
		return appendFloat(dst, float64(math.Float32frombits(uint32(number(v, 4)))))
	}},
	{"toInt", 4, false, func(dst []byte, v string) []byte { return strconv.AppendInt(dst, int64(int32(number(v, 4))), 10) }},
	{"toLong", 8, false, func(dst []byte, v string) []byte { return strconv.AppendInt(dst, int64(number(v, 8)), 10) }},
	{"toShort", 2, false, func(dst []byte, v string) []byte { return strconv.AppendInt(dst, int64(int16(number(v, 2))), 10) }},
	{"toString", 0, false, func(dst []byte, v string) []byte { return append(dst, strings.ToValidUTF8(v, "\uFFFD")...) }},
	{defaultConverter, 0, false, AppendEscaped},
}

// defaultConverter is the converter that the shell uses by default.
const defaultConverter = "toStringBinary"

// findConverter returns the converter with the name, or nil.
func findConverter(name string) *converter {
	i := slices.IndexFunc(converters, func(c converter) bool { return c.name == name })
	if i < 0 {
		return nil
	}
	return &converters[i]
}

// number reads the first bytes of a value as a big-endian number.
func number(v string, bytes int) uint64 {
	var whole [8]byte
	copy(whole[8-bytes:], v[:bytes])
	return binary.BigEndian.Uint64(whole[:])
}

// appendFloat appends a number as Ruby writes it: always with a point, and with an
// exponent from 1e16 on and below 0.0001.
func appendFloat(dst []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(dst, "NaN"...)
	case math.IsInf(f, 1):
		return append(dst, "Infinity"...)
	case math.IsInf(f, -1):
		return append(dst, "-Infinity"...)
	}
	format := byte('f')
	if size := math.Abs(f); size != 0 && (size < 1e-4 || size >= 1e16) {
		format = 'e'
	}
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(f, format, -1, 64), "e")
	if !strings.Contains(digits, ".") {
		digits += ".0"
	}
	dst = append(dst, digits...)
	if exponent != "" {
		dst = append(append(dst, 'e'), exponent...)
	}
	return dst
}

// append appends the text of a value. It refuses (unfit-value) a value with a wrong number
// of bytes. column is where the value is, or "" for the key.
func (c *converter) append(dst []byte, value string, row base.RowKey, column string) ([]byte, error) {
	if n := len(value); n < c.bytes || c.exact && n > c.bytes {
		return dst, base.Refuse(base.CodeUnfitValue, c.name, column, string(row), strconv.Itoa(c.bytes), strconv.Itoa(n))
	}
	return c.text(dst, value), nil
}
