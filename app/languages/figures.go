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
	units            map[string]float64 // words for large numbers
}

// notationOf takes a language's notation from its sentences: number-thousands,
// number-point, and number-units, such as "thousand 1000, million 1000000".
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
	digits = regexp.MustCompile(`\d+(?:[.,:'’ \x{a0}\x{202f}]\d+)*`)
	word   = regexp.MustCompile(`^[ \x{a0}]?(\p{Han}|\pL+)`)
	groups = regexp.MustCompile(`^\d{1,3}(\D\d{3})+(\D\d+)?$`)
)

// leastFigure is the smallest whole number that is compared: smaller ones may be written
// as words.
const leastFigure = 13

// figures returns the numbers of a text as English programs write them, in order, each
// once. Small whole numbers are left out.
func (n notation) figures(text string) []string {
	var all []string
	for _, at := range digits.FindAllStringIndex(text, -1) {
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

type figure struct{ as, value string }

// apart parts what looks like one number: marks that are not the language's part it.
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

// wellGrouped reports whether all groups of a number but the last are parted by the
// language's mark for thousands.
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

// compareFigures says which figures only one of two texts has.
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

// amounts are decimals with up to two digits behind the point and what follows them: of
// prices and readings, none has a unit.
var amounts = regexp.MustCompile(`\b(\d+\.\d{1,2})\b( ?(?:%|[KMG]?B\b|m?s\b))?`)

// withoutData leaves out of two texts the decimals of data, which every language writes as
// the tables show them: those without a unit that both texts write alike.
func withoutData(english, own string) (string, string) {
	for _, m := range amounts.FindAllStringSubmatch(english, -1) {
		data := regexp.MustCompile(`\b` + regexp.QuoteMeta(m[1]) + `\b`)
		if m[2] == "" && data.MatchString(own) {
			english, own = data.ReplaceAllString(english, ""), data.ReplaceAllString(own, "")
		}
	}
	return english, own
}

// filesOf reads the files of a language's sentences.
func filesOf(root fs.FS, tag string) ([]i18n.File, error) {
	texts, err := fs.Sub(root, "app/i18n")
	if err != nil {
		return nil, err
	}
	return i18n.Files(texts, tag)
}
