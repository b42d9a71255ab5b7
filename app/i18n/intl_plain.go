package i18n

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// plain is what is known of languages without a browser: enough for tests and for pages
// that are drawn before they are shown.
type plain struct{}

// Plural knows languages that have one form for 1 and another for all else, or the same
// for all.
func (plain) Plural(lang string, n int64) string {
	if short, _, _ := strings.Cut(lang, "-"); n != 1 || short == "zh" || short == "ja" {
		return "other"
	}
	return "one"
}

// Marks are those of the language's own file.
func (plain) Marks(lang string) Marks {
	return Marks{Thousands: page.part(lang, "number-thousands"), Point: page.part(lang, "number-point"), After: "%"}
}

// List puts commas alone.
func (plain) List(_ string, names []string) string { return strings.Join(names, ", ") }

// Date writes a day as in ISO 8601.
func (plain) Date(_ string, at int64, clock bool) string {
	layout := time.DateOnly
	if clock {
		layout += " 15:04"
	}
	return time.UnixMicro(at).Format(layout)
}

// Ago writes "-3 day", which no reader sees.
func (plain) Ago(_ string, n int64, unit string) string {
	return strconv.FormatInt(-n, 10) + " " + unit
}

// Sort compares bytes, but for capitals and numbers.
func (plain) Sort(_ string, titles []string) {
	slices.SortStableFunc(titles, func(a, b string) int { return compareTitles(strings.ToLower(a), strings.ToLower(b)) })
}

// compareTitles compares titles as a reader does: numbers in them by value.
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

// digits returns how many digits a text begins with.
func digits(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }
