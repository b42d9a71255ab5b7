package main

import (
	"math"
	"strings"
	"syscall/js"

	"tabletop/app/i18n"
)

// intl implements i18n's access to the browser's Intl. It keeps the objects that it makes, since
// making them is slow.
type intl struct {
	made  map[string]js.Value // by purpose and language
	marks map[string]i18n.NumberFormat
}

func newIntl() *intl {
	return &intl{made: map[string]js.Value{}, marks: map[string]i18n.NumberFormat{}}
}

// of returns an object of class Intl.<what> for a language. key identifies the purpose, so that one
// class may be used with several options.
func (i *intl) of(key, what, lang string, options map[string]any) js.Value {
	key += lang
	made, ok := i.made[key]
	if !ok {
		if lang == "en" {
			lang = "en-GB" // dates are written as in the sentences
		}
		made = js.Global().Get("Intl").Get(what).New(lang, options)
		i.made[key] = made
	}
	return made
}

// Plural returns the plural category of n, such as "one" or "other".
func (i *intl) Plural(lang string, n int64) string {
	return i.of("plural", "PluralRules", lang, nil).Call("select", n).String()
}

// NumberFormat returns the separators of numbers in a language, and what stands around a percentage. They
// are read from a sample number once: asking Intl for each number would be too slow.
func (i *intl) NumberFormat(lang string) i18n.NumberFormat {
	m, ok := i.marks[lang]
	if ok {
		return m
	}
	number := i.of("number", "NumberFormat", lang, map[string]any{"minimumFractionDigits": 1})
	for _, p := range parts(number, 1234567.5) {
		switch p[0] {
		case "group":
			m.Thousands = p[1]
		case "decimal":
			m.Point = p[1]
		}
	}
	before := true
	for _, p := range parts(i.of("percent", "NumberFormat", lang, map[string]any{"style": "percent"}), 0.5) {
		switch {
		case p[0] == "integer":
			before = false
		case before:
			m.Before += p[1]
		default:
			m.After += p[1]
		}
	}
	i.marks[lang] = m
	return m
}

// parts returns the pieces of a formatted number: the type and the text of each.
func parts(format js.Value, n float64) (all [][2]string) {
	pieces := format.Call("formatToParts", n)
	for i := range pieces.Length() {
		p := pieces.Index(i)
		all = append(all, [2]string{p.Get("type").String(), p.Get("value").String()})
	}
	return all
}

// List joins names as in "a, b and c".
func (i *intl) List(lang string, names []string) string {
	return i.of("list", "ListFormat", lang, nil).Call("format", array(names)).String()
}

// Date writes a date, with the time of day if clock is set. at is in microseconds since 1970, and
// the time zone is that of the browser.
func (i *intl) Date(lang string, at int64, clock bool) string {
	key, options := "date", map[string]any{"day": "numeric", "month": "long", "year": "numeric"}
	if clock {
		key, options["hour"], options["minute"], options["hourCycle"] = "moment", "2-digit", "2-digit", "h23"
	}
	return i.of(key, "DateTimeFormat", lang, options).Call("format", math.Floor(float64(at)/1000)).String()
}

// Ago writes "n units ago", for a unit such as "day".
func (i *intl) Ago(lang string, n int64, unit string) string {
	return i.of("ago", "RelativeTimeFormat", lang, nil).Call("format", -n, unit).String()
}

// Sort sorts titles in place, in the order of a language; numbers in them count by their value.
func (i *intl) Sort(lang string, titles []string) {
	sorted := array(titles).Call("sort", i.of("sort", "Collator", lang, map[string]any{"numeric": true}).Get("compare"))
	for at := range titles {
		titles[at] = sorted.Index(at).String()
	}
}

// array returns an array of JavaScript strings. Bytes that are not UTF-8 are replaced, since they
// would come back changed.
func array(texts []string) js.Value {
	all := make([]any, len(texts))
	for i, text := range texts {
		all[i] = strings.ToValidUTF8(text, "\uFFFD")
	}
	return js.ValueOf(all)
}
