package i18n

import (
	"slices"
	"strings"
)

// Intl is what formatting in a language needs beyond its sentences. A browser knows it from
// CLDR; in native programs there is a simple one.
type Intl interface {
	// Plural returns the category of CLDR in which a language counts a number, such as "one".
	Plural(lang string, n int64) string
	// NumberFormat returns the characters with which a language formats numbers.
	NumberFormat(lang string) NumberFormat
	// List joins at least two names as in a sentence: "a, b and c".
	List(lang string, names []string) string
	// Date returns the day of a time, in microseconds since the Unix epoch, and with clock also
	// the time of day, both in the reader's time zone.
	Date(lang string, at int64, clock bool) string
	// Ago returns how long ago something was. The unit is "minute", "hour" or "day".
	Ago(lang string, n int64, unit string) string
	// Sort sorts titles as a reader of the language expects, with numbers in them by value.
	Sort(lang string, titles []string)
}

// NumberFormat are what a language puts between thousands, before decimals, and before and after a
// percentage.
type NumberFormat struct{ Thousands, Point, Before, After string }

// intl is replaced at most once, before any sentence is formatted.
var intl Intl = plain{}

// SetIntl sets the browser's knowledge of languages. It must be called before any other function.
func SetIntl(known Intl) { intl = known }

// plural returns the category of CLDR in which a language counts a number.
func plural(lang string, n int64) string { return intl.Plural(lang, n) }

// FormatDate returns the day of a time, in microseconds since the Unix epoch, in the reader's time
// zone.
func FormatDate(lang string, at int64) string { return intl.Date(lang, at, false) }

// FormatDateTime is like [FormatDate], with the time of day.
func FormatDateTime(lang string, at int64) string { return intl.Date(lang, at, true) }

// FormatAgo returns how long ago something was. The unit is "minute", "hour" or "day".
func FormatAgo(lang string, n int64, unit string) string { return intl.Ago(lang, n, unit) }

// FormatList joins names as in a sentence.
func FormatList(lang string, names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return intl.List(lang, names)
}

// TitleRanks returns for each title its index in the order that a reader of the language expects.
func TitleRanks(lang string, titles []string) map[string]int {
	titles = slices.Clone(titles)
	intl.Sort(lang, titles)
	ranks := make(map[string]int, len(titles))
	for i, title := range titles {
		ranks[title] = i
	}
	return ranks
}

// between separates the names in an argument that is a list.
const between = "\x1f"

// JoinAsArgument joins names into one argument, for a place like {1&}.
func JoinAsArgument(names []string) string { return strings.Join(names, between) }
