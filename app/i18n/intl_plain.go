package i18n

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// plain is an [Intl] without a browser. It is enough for tests, and for pages that the site's
// build writes.
type plain struct{}

// Plural knows two kinds of languages: with one form for 1 and another for all other numbers,
// and with one form for all numbers.
func (plain) Plural(lang string, n int64) string {
	if short, _, _ := strings.Cut(lang, "-"); n != 1 || short == "zh" || short == "ja" {
		return "other"
	}
	return "one"
}

// NumberFormat returns the marks in the language's own file of sentences.
func (plain) NumberFormat(lang string) NumberFormat {
	return NumberFormat{Thousands: page.part(lang, "number-thousands"), Point: page.part(lang, "number-point"), After: "%"}
}

// List joins the names with commas only.
func (plain) List(_ string, names []string) string { return strings.Join(names, ", ") }

// Date returns a day as in ISO 8601.
func (plain) Date(_ string, at int64, clock bool) string {
	layout := time.DateOnly
	if clock {
		layout += " 15:04"
	}
	return time.UnixMicro(at).Format(layout)
}

// Ago returns a text like "-3 day", which readers never see.
func (plain) Ago(_ string, n int64, unit string) string {
	return strconv.FormatInt(-n, 10) + " " + unit
}

// Sort compares bytes, but ignores case and compares numbers by value.
func (plain) Sort(_ string, titles []string) {
	slices.SortStableFunc(titles, func(a, b string) int { return compareTitles(strings.ToLower(a), strings.ToLower(b)) })
}

// compareTitles compares titles byte by byte, and numbers in them by value.
func compareTitles(a, b string) int {
	for a != "" && b != "" {
		na, nb := digits(a), digits(b)
		if na > 0 && nb > 0 {
			x, y := strings.TrimLeft(a[:na], "0"), strings.TrimLeft(b[:nb], "0")
			if c := cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y)); c != 0 {
				return c
			}
			a, b = a[na:], b[nb:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

// digits returns the number of digits with which a text begins.
func digits(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }
