package plan

import (
	"cmp"
	"strings"
)

// IsNumber reports whether a value is a decimal number: digits without leading zeros, with
// an optional minus before them, and an optional point with more digits after them.
func IsNumber(v string) bool {
	whole, part, dot := strings.Cut(strings.TrimPrefix(v, "-"), ".")
	return (whole == "0" || whole != "" && whole[0] != '0') && digits(whole) && (!dot || part != "" && digits(part))
}

// digits reports whether s has only digits.
func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// CompareNumbers compares two numbers by value, exactly, with any number of digits. Both
// must be numbers by [IsNumber].
func CompareNumbers(a, b string) int {
	a, b = plainNumber(a), plainNumber(b)
	if a[0] == '-' || b[0] == '-' {
		switch {
		case b[0] != '-':
			return -1
		case a[0] != '-':
			return 1
		}
		a, b = b[1:], a[1:]
	}
	wholeA, partA, _ := strings.Cut(a, ".")
	wholeB, partB, _ := strings.Cut(b, ".")
	return cmp.Or(cmp.Compare(len(wholeA), len(wholeB)), cmp.Compare(wholeA, wholeB), cmp.Compare(partA, partB))
}

// plainNumber returns a number without zeros at the end of its decimals. For zero it has
// no minus.
func plainNumber(v string) string {
	if strings.IndexByte(v, '.') >= 0 {
		v = strings.TrimRight(strings.TrimRight(v, "0"), ".")
	}
	if v == "-0" {
		return "0"
	}
	return v
}

// asText returns a Between condition that every number between the bounds of c meets,
// though other values may meet it too. ok is false unless both bounds are non-negative and
// have the same number of digits before the point, since such numbers are in the order of
// their bytes.
func (c Cond) asText() (Cond, bool) {
	if !IsNumber(c.Value) || !IsNumber(c.To) || c.Value[0] == '-' || c.To[0] == '-' {
		return c, false
	}
	from, to := plainNumber(c.Value), plainNumber(c.To)
	whole, _, _ := strings.Cut(from, ".")
	if end, _, _ := strings.Cut(to, "."); len(whole) != len(end) {
		return c, false
	}
	return Cond{Field: c.Field, Op: Between, Value: from, To: to}, true
}
