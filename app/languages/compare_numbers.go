//go:build !js

package languages

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabletop/app/i18n"
)

// notation is how a language writes numbers.
type notation struct {
	thousands, point string
	units            map[string]float64 // words for large numbers, each with its value
}

// notationOf reads a language's notation from its sentences number-thousands, number-point
// and number-units. The last is a list such as "thousand 1000, million 1000000".
func notationOf(root fs.FS, tag string) (notation, error) {
	n := notation{thousands: ",", point: ".", units: map[string]float64{}}
	files, err := filesOf(root, tag)
	if err != nil {
		return n, err
	}
	for _, f := range files {
		for _, e := range f.Entries {
			switch {
			case e.Text == "":
			case e.Code == "number-thousands":
				n.thousands = e.Text
			case e.Code == "number-point":
				n.point = e.Text
			case e.Code == "number-units":
				for _, unit := range strings.Split(e.Text, ",") {
					word, value, _ := strings.Cut(strings.TrimSpace(unit), " ")
					v, err := strconv.ParseFloat(value, 64)
					if err != nil {
						return n, fmt.Errorf("%s: number-units: write words with what each is, such as million 1000000: %q", tag, unit)
					}
					n.units[word] = v
				}
			}
		}
	}
	return n, nil
}

var (
	// digits finds what may be a number, with its separators.
	digits = regexp.MustCompile(`\d+(?:[.,:'’ \x{a0}\x{202f}]\d+)*`)
	// word finds the word after a number.
	word = regexp.MustCompile(`^[ \x{a0}]?(\p{Han}|\pL+)`)
	// groups matches a number whose digits are separated in threes.
	groups = regexp.MustCompile(`^\d{1,3}(\D\d{3})+(\D\d+)?$`)
)

// leastFigure is the smallest whole number that is compared. A text may have smaller ones as
// words.
const leastFigure = 13

// figures returns the numbers of a text in the notation of English programs, sorted and each
// once. A unit word after a number multiplies it. Whole numbers below [leastFigure] without
// a unit are left out.
func (n notation) figures(text string) []string {
	var all []string
	for _, at := range digits.FindAllStringIndex(text, -1) {
		// A unit word belongs to the last number before it.
		for _, one := range n.apart(text[at[0]:at[1]]) {
			unit := 1.0
			if m := word.FindStringSubmatch(text[at[1]:]); m != nil && strings.HasSuffix(text[at[0]:at[1]], one.as) {
				if u, ok := n.units[strings.ToLower(m[1])]; ok {
					unit = u
				}
			}
			v, err := strconv.ParseFloat(one.value, 64)
			switch {
			case err != nil:
				all = append(all, one.value)
			case len(one.value) > 1 && one.value[0] == '0' && one.value[1] != '.':
				all = append(all, one.value) // digits of a key
			case unit == 1 && v < leastFigure && v == float64(int64(v)):
			default:
				all = append(all, strconv.FormatFloat(v*unit, 'f', -1, 64))
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// figure is a number as the text writes it, and its value in the notation of English
// programs.
type figure struct{ as, value string }

// apart splits a run of digits and separators into numbers. It is one number if its
// separators are used as the language uses them, or if it is a time of day; otherwise each
// group of digits is a number.
func (n notation) apart(text string) (all []figure) {
	if strings.Contains(text, ":") && !strings.ContainsAny(text, " \u00a0\u202f") {
		return []figure{{text, text}} // a time of day
	}
	if groups.MatchString(text) {
		bare := strings.ReplaceAll(text, n.thousands, "")
		bare = strings.Replace(bare, n.point, ".", 1)
		if _, err := strconv.ParseFloat(bare, 64); err == nil && wellGrouped(text, n) {
			return []figure{{text, bare}}
		}
	}
	if whole, part, ok := strings.Cut(text, n.point); ok && !strings.ContainsFunc(whole+part, func(r rune) bool { return r < '0' || r > '9' }) {
		return []figure{{text, whole + "." + part}}
	}
	for _, part := range regexp.MustCompile(`\D+`).Split(text, -1) {
		all = append(all, figure{part, part})
	}
	return all
}

// wellGrouped reports whether a number's whole part is separated in threes by the language's
// mark for thousands.
func wellGrouped(text string, n notation) bool {
	whole, _, _ := strings.Cut(text, n.point)
	parts := strings.Split(whole, n.thousands)
	for i, p := range parts {
		if strings.ContainsFunc(p, func(r rune) bool { return r < '0' || r > '9' }) || i > 0 && len(p) != 3 {
			return false
		}
	}
	return true
}

// compareFigures reports the figures that only one of the two texts has. Decimals without a
// unit that both texts write alike are ignored, see [withoutData].
func (c *checker) compareFigures(line int, at, english, own string) {
	english, own = withoutData(english, own)
	was, is := c.english.figures(english), c.own.figures(own)
	for _, f := range was {
		if !slices.Contains(is, f) {
			c.find(Wrong, line, at, "the English text has the figure %s", f)
		}
	}
	for _, f := range is {
		if !slices.Contains(was, f) {
			c.find(Wrong, line, at, "the figure %s is not in the English text", f)
		}
	}
}

// amounts finds decimals with one or two digits after the point, such as prices and
// readings, and a unit that follows.
var amounts = regexp.MustCompile(`\b(\d+\.\d{1,2})\b( ?(?:%|[KMG]?B\b|m?s\b))?`)

// withoutData returns two texts without the decimals that are data. Data is shown as the
// tables have it, in every language, so a decimal is taken for data if it has no unit and
// both texts write it alike.
func withoutData(english, own string) (string, string) {
	for _, m := range amounts.FindAllStringSubmatch(english, -1) {
		data := regexp.MustCompile(`\b` + regexp.QuoteMeta(m[1]) + `\b`)
		if m[2] == "" && data.MatchString(own) {
			english, own = data.ReplaceAllString(english, ""), data.ReplaceAllString(own, "")
		}
	}
	return english, own
}

// filesOf returns the files of a language's sentences.
func filesOf(root fs.FS, tag string) ([]i18n.SentenceFile, error) {
	texts, err := fs.Sub(root, "app/i18n")
	if err != nil {
		return nil, err
	}
	return i18n.ReadSentenceFiles(texts, tag)
}
