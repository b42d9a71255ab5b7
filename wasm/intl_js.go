package main

import (
	"math"
	"strings"
	"syscall/js"

	"tabletop/app/i18n"
)

// intl is the browser's knowledge of languages. What it makes for one is kept: making it
// is slow.
type intl struct {
	made  map[string]js.Value // by what and for which language
	marks map[string]i18n.Marks
}

func newIntl() *intl { return &intl{made: map[string]js.Value{}, marks: map[string]i18n.Marks{}} }

// of returns an object of Intl for a language: key names what it is made for.
func (i *intl) of(key, what, lang string, options map[string]any) js.Value {
	key += lang
	made, ok := i.made[key]
	if !ok {
		if lang == "en" {
			lang = "en-GB" // as the sentences write dates
		}
		made = js.Global().Get("Intl").Get(what).New(lang, options)
		i.made[key] = made
	}
	return made
}

func (i *intl) Plural(lang string, n int64) string {
	return i.of("plural", "PluralRules", lang, nil).Call("select", n).String()
}

// Marks are taken from numbers that have them all: numbers are written too often to ask for
// each.
func (i *intl) Marks(lang string) i18n.Marks {
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

// parts returns what a number is written of: what each piece is, and its text.
func parts(format js.Value, n float64) (all [][2]string) {
	pieces := format.Call("formatToParts", n)
	for i := range pieces.Length() {
		p := pieces.Index(i)
		all = append(all, [2]string{p.Get("type").String(), p.Get("value").String()})
	}
	return all
}

func (i *intl) List(lang string, names []string) string {
	return i.of("list", "ListFormat", lang, nil).Call("format", array(names)).String()
}

func (i *intl) Date(lang string, at int64, clock bool) string {
	key, options := "date", map[string]any{"day": "numeric", "month": "long", "year": "numeric"}
	if clock {
		key, options["hour"], options["minute"], options["hourCycle"] = "moment", "2-digit", "2-digit", "h23"
	}
	return i.of(key, "DateTimeFormat", lang, options).Call("format", math.Floor(float64(at)/1000)).String()
}

func (i *intl) Ago(lang string, n int64, unit string) string {
	return i.of("ago", "RelativeTimeFormat", lang, nil).Call("format", -n, unit).String()
}

func (i *intl) Sort(lang string, titles []string) {
	sorted := array(titles).Call("sort", i.of("sort", "Collator", lang, map[string]any{"numeric": true}).Get("compare"))
	for at := range titles {
		titles[at] = sorted.Index(at).String()
	}
}

// array returns texts as the browser has them. What is no text there, such as half a
// character, does not come back as it was, so it is not handed over.
func array(texts []string) js.Value {
	all := make([]any, len(texts))
	for i, text := range texts {
		all[i] = strings.ToValidUTF8(text, "\uFFFD")
	}
	return js.ValueOf(all)
}
