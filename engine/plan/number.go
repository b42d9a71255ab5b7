package plan

import (
	"cmp"
	"strings"
)

// IsNumber reports whether a value is a number in decimal: digits without leading zeros,
// perhaps with a minus before them and a point and more digits behind.
func IsNumber(v string) bool {
	whole, part, dot := strings.Cut(strings.TrimPrefix(v, "-"), ".")
	return (whole == "0" || whole != "" && whole[0] != '0') && digits(whole) && (!dot || part != "" && digits(part))
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// CompareNumbers compares two numbers by their amount, exactly, however many digits they
// have. Both are numbers by [IsNumber].
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

// plainNumber returns a number without zeros at the end of its decimals, and zero without
// a minus.
func plainNumber(v string) string {
	if strings.IndexByte(v, '.') >= 0 {
		v = strings.TrimRight(strings.TrimRight(v, "0"), ".")
	}
	if v == "-0" {
		return "0"
	}
	return v
}

// asText returns a condition on the bytes of a value that every number between the two of
// c meets, and some other values. It is known where both numbers have as many digits
// before the point: the order of such numbers is that of their bytes.
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
