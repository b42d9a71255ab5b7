package i18n

import "strings"

// pluralCategories are those of CLDR.
var pluralCategories = []string{"zero", "one", "two", "few", "many", "other"}

// Plural returns how a language counts a number: the category of CLDR that it belongs to.
func Plural(lang string, n int64) string { return intl.plural(lang, n) }

// plain is what is known of languages without a browser: enough for those that have one
// form for 1 and another for all else, or the same for all.
type plain struct{}

func (plain) plural(lang string, n int64) string {
	if short, _, _ := strings.Cut(lang, "-"); n != 1 || short == "zh" || short == "ja" {
		return "other"
	}
	return "one"
}
