package rewrite

import "strings"

// shape is the form in which a number is written.
type shape uint8

const (
	noNumber   shape = iota // not a number
	whole                   // 1234
	point                   // 3.14
	comma                   // 3,14
	either                  // 1,234: a decimal comma or a separator of thousands
	commaPoint              // 1,234.56
	groupComma              // 1.234,56, or with blanks or apostrophes between thousands
	groups                  // 1.234.567, or 1 234
	pointed                 // 1.234: a decimal point or a separator of thousands
)

// marks are the separators of thousands other than the comma.
const marks = ". '\u00a0\u202f’"

// maxNumber is the largest number of bytes of a number.
const maxNumber = 40

// shapeOf returns the form in which a number is written.
func shapeOf(v string) shape {
	v = strings.TrimPrefix(v, "-")
	if v == "" || len(v) > maxNumber || v[0] < '0' || v[0] > '9' {
		return noNumber
	}
	before, after, commas := strings.Cut(v, ",")
	mark := markOf(before)
	switch {
	case digits(v):
		return whole
	case !commas && mark == ".":
		switch whole, part, _ := strings.Cut(v, "."); {
		case grouped(v, ".") && strings.Count(v, ".") > 1:
			return groups
		case grouped(v, "."):
			return pointed
		case digits(whole) && digits(part):
			return point
		}
	case !commas:
		if mark != "" && grouped(v, mark) {
			return groups
		}
	case digits(before) && digits(after):
		if grouped(v, ",") {
			return either
		}
		return comma
	case mark != "" && grouped(before, mark) && digits(after):
		return groupComma
	default:
		whole, part, dot := strings.Cut(v, ".")
		if grouped(whole, ",") && (!dot || digits(part)) {
			return commaPoint
		}
	}
	return noNumber
}

// markOf returns the first separator of thousands in a text, or "".
func markOf(v string) string {
	if i := strings.IndexAny(v, marks); i >= 0 {
		for _, r := range v[i:] {
			return string(r)
		}
	}
	return ""
}

// grouped reports whether a number's digits are in groups of three, separated by mark,
// after one to three that do not begin with a zero.
func grouped(v, mark string) bool {
	first, rest, more := strings.Cut(v, mark)
	if !more || !digits(first) || len(first) > 3 || first[0] == '0' {
		return false
	}
	for part := range strings.SplitSeq(rest, mark) {
		if len(part) != 3 || !digits(part) {
			return false
		}
	}
	return true
}

// digits reports whether v has only digits, at least one.
func digits(v string) bool {
	for i := range len(v) {
		if v[i] < '0' || v[i] > '9' {
			return false
		}
	}
	return v != ""
}
