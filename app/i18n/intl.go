package i18n

import (
	"slices"
	"strings"
)

// Intl is what is known of languages beyond their sentences: in a browser its own, which
// has it from CLDR.
type Intl interface {
	// Plural returns the category of CLDR that a language counts a number in.
	Plural(lang string, n int64) string
	// Marks returns what a language writes numbers with.
	Marks(lang string) Marks
	// List joins names as a sentence does: "a, b and c".
	List(lang string, names []string) string
	// Date writes the day of a moment, in microseconds since 1970, and with clock the time
	// of it, both where the reader is.
	Date(lang string, at int64, clock bool) string
	// Ago writes how many "minute", "hour" or "day" have passed.
	Ago(lang string, n int64, unit string) string
	// Sort puts titles in order as a reader does, numbers in them by their value.
	Sort(lang string, titles []string)
}

// Marks is what stands in a number between thousands and before decimals, and on either
// side of one that is a percentage.
type Marks struct{ Thousands, Point, Before, After string }

// intl is replaced once, before anything is said.
var intl Intl = plain{}

// Use has a browser's knowledge of languages taken.
func Use(known Intl) { intl = known }

// Plural returns how a language counts a number: the category of CLDR that it belongs to.
func Plural(lang string, n int64) string { return intl.Plural(lang, n) }

// Date writes the day of a moment, in microseconds since 1970, where the reader is.
func Date(lang string, at int64) string { return intl.Date(lang, at, false) }

// Moment is Date with the time of the day.
func Moment(lang string, at int64) string { return intl.Date(lang, at, true) }

// Ago writes how many "minute", "hour" or "day" have passed.
func Ago(lang string, n int64, unit string) string { return intl.Ago(lang, n, unit) }

// List joins names as a sentence does.
func List(lang string, names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return intl.List(lang, names)
}

// Ranks returns the place of each title among all, in the order that a reader expects:
// numbers in them by their value.
func Ranks(lang string, titles []string) map[string]int {
	titles = slices.Clone(titles)
	intl.Sort(lang, titles)
	ranks := make(map[string]int, len(titles))
	for i, title := range titles {
		ranks[title] = i
	}
	return ranks
}

// between parts the names in an argument that is a list of them.
const between = "\x1f"

// Names makes names one argument, which a sentence shows with {1&}.
func Names(names []string) string { return strings.Join(names, between) }
