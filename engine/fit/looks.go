package fit

import (
	"strconv"
	"strings"

	"tabletop/engine/dataset"
)

// leastShared is the fewest different values whose common text is kept as their form.
const leastShared = 10

// looks is how the values of a field are written.
type looks struct {
	forms    []string // as in dataset.Generator.Values
	weights  []int64
	number   bool
	time     bool
	measures []int64 // by value, for numbers and times: multiples of 10^-decimals, or milliseconds
	decimals int
	width    int // digits of a number with zeros before it, 0 for others
}

// lookAt finds the form of different values.
func lookAt(values []string, w *worker) looks {
	if len(values) == 0 {
		return looks{forms: []string{"{w4-8}"}}
	}
	if l, ok := timeLooks(values, w); ok {
		return l
	}
	if l, ok := numberLooks(values, w); ok {
		return l
	}
	return wordLooks(values, w)
}

// timeForms are the forms of times that are recognised.
var timeForms = makeTimeForms()

func makeTimeForms() []string {
	out := []string{
		"{year}{month}{day}", "{year}{month}{day}{hour}", "{year}{month}{day}{hour}{minute}", "{year}{month}{day}{hour}{minute}{second}", "{year}{month}{day}{hour}{minute}{second}{ms}",
		"{year}{month}", "{year}-{month}", "{year}/{month}/{day}", "{day}/{month}/{year}", "{month}/{day}/{year}", "{day}.{month}.{year}", "{year}.{month}.{day}",
		"{unix}", "{unixms}", "{unixus}", "{year}-{month}-{day}",
	}
	for _, between := range []string{"T", " "} {
		for _, behind := range []string{"", ":{second}", ":{second}.{ms}", ":{second}.{us}"} {
			for _, zone := range []string{"", "Z", "+00:00", " UTC"} {
				out = append(out, "{year}-{month}-{day}"+between+"{hour}:{minute}"+behind+zone)
			}
		}
	}
	return out
}

// timeLooks returns the form of values that are all times.
func timeLooks(values []string, w *worker) (looks, bool) {
	for _, form := range timeForms {
		if _, ok := moment(form, values[0]); !ok {
			continue
		}
		l := looks{forms: []string{form}, time: true, measures: make([]int64, len(values))}
		ok := true
		for i, v := range values {
			w.one()
			if l.measures[i], ok = moment(form, v); !ok {
				break
			}
		}
		if ok {
			return l, true
		}
	}
	return looks{}, false
}

// moment reads a time of a form, in milliseconds since 1970.
func moment(form, v string) (ms int64, ok bool) {
	parts := map[string]int64{"month": 1, "day": 1}
	for form != "" {
		before, rest, open := strings.Cut(form, "{")
		if v, ok = strings.CutPrefix(v, before); !ok {
			return 0, false
		}
		if !open {
			break
		}
		name, behind, _ := strings.Cut(rest, "}")
		form = behind
		width := map[string]int{"year": 4, "ms": 3, "us": 6, "unix": 10, "unixms": 13, "unixus": 16}[name]
		if width == 0 {
			width = 2
		}
		if len(v) < width || !onlyDigits(v[:width]) {
			return 0, false
		}
		parts[name], _ = strconv.ParseInt(v[:width], 10, 64)
		v = v[width:]
	}
	if v != "" {
		return 0, false
	}
	for name, per := range map[string]int64{"unix": 1, "unixms": 1000, "unixus": 1_000_000} {
		if n, is := parts[name]; is {
			const from, to = 978_307_200, 2_208_988_800 // 2001 to 2039
			return n * 1000 / per, n/per >= from && n/per < to
		}
	}
	y, m, d := parts["year"], parts["month"], parts["day"]
	if y < 1971 || y > 2200 || m < 1 || m > 12 || d < 1 || parts["hour"] > 23 || parts["minute"] > 59 || parts["second"] > 59 {
		return 0, false
	}
	at, ok := dataset.ParseTime(pad(y, 4) + pad(m, 2) + pad(d, 2))
	return int64(at)/1000 + parts["hour"]*3_600_000 + parts["minute"]*60_000 + parts["second"]*1000 + parts["ms"] + parts["us"]/1000, ok
}

// pad writes a number with at least width digits.
func pad(n int64, width int) string {
	s := strconv.FormatInt(n, 10)
	return strings.Repeat("0", max(0, width-len(s))) + s
}

func onlyDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// numberLooks returns the form of values that are all numbers, with the same text around them.
func numberLooks(values []string, w *worker) (looks, bool) {
	before, after := shared(values, w)
	l := looks{number: true, measures: make([]int64, len(values)), decimals: -1}
	trimmed, zeros, sameWidth := false, false, true
	width := len(values[0]) - len(before) - len(after)
	for _, v := range values {
		if w.one(); len(v) <= len(before)+len(after) {
			return l, false
		}
		v = v[len(before) : len(v)-len(after)]
		sameWidth = sameWidth && len(v) == width
		whole, part, point := strings.Cut(strings.TrimPrefix(v, "-"), ".")
		if !onlyDigits(whole) || point && !onlyDigits(part) || len(whole)+len(part) > 17 || len(part) > 9 || v == "-0" {
			return l, false
		}
		zeros = zeros || len(whole) > 1 && whole[0] == '0'
		if l.decimals >= 0 && l.decimals != len(part) {
			trimmed = true
		}
		l.decimals = max(l.decimals, len(part))
	}
	if zeros && (!sameWidth || l.decimals > 0) {
		return l, false
	}
	if zeros {
		l.width = width
	}
	for i, v := range values {
		w.one()
		v = v[len(before) : len(v)-len(after)]
		whole, part, _ := strings.Cut(v, ".")
		if trimmed && strings.HasSuffix(part, "0") {
			return l, false // zeros at the end are neither always kept nor always left out
		}
		n, _ := strconv.ParseInt(whole+part+strings.Repeat("0", l.decimals-len(part)), 10, 64)
		l.measures[i] = n
	}
	piece := "{n}"
	if trimmed {
		piece = "{trim}"
	}
	l.forms = []string{before + piece + after}
	return l, true
}

// shared returns the text that all values have before and after a number, which may be kept. It has
// no digits, signs and points where the number may be.
func shared(values []string, w *worker) (before, after string) {
	i := strings.IndexAny(values[0], "0123456789")
	if i < 0 {
		return "", ""
	}
	before, after = values[0][:i], values[0][strings.LastIndexAny(values[0], "0123456789")+1:]
	for _, v := range values {
		w.one()
		for !strings.HasPrefix(v, before) {
			before = before[:len(before)-1]
		}
		for !strings.HasSuffix(v, after) {
			after = after[1:]
		}
	}
	if before == "-" || !keeps(before, len(values)) {
		before = ""
	}
	if !keeps(after, len(values)) {
		after = ""
	}
	return before, after
}

// keeps reports whether the recipe may contain a text that all values of a field share. values is the number of
// values. With few values, a word of four characters or more could tell something about one of them.
func keeps(text string, values int) bool {
	return !strings.ContainsAny(text, "{}") && (values >= leastShared || longestWord(text) < 4)
}

// longestWord returns the length of the longest sequence of letters and digits of a text.
func longestWord(text string) (most int) {
	n := 0
	for i := range len(text) {
		if n++; classOf(text[i]) == separator {
			n = 0
		}
		most = max(most, n)
	}
	return most
}

// class is a kind of characters. Bytes outside ASCII count as letters.
type class byte

const (
	separator class = iota
	lower
	upper
	digit
)

func classOf(c byte) class {
	switch {
	case '0' <= c && c <= '9':
		return digit
	case 'A' <= c && c <= 'Z':
		return upper
	case 'a' <= c && c <= 'z' || c >= 0x80:
		return lower
	}
	return separator
}

// token is a part of a value: a separator or characters of a class. letter is the name of its piece, 0
// for a separator.
type token struct {
	letter byte
	text   string
}

// fineTokens divides a value where the class changes. A capital before lower-case letters begins a
// word with a capital.
func fineTokens(v string) (out []token) {
	for v != "" {
		c, n := classOf(v[0]), 1
		if c == separator {
			out = append(out, token{0, v[:1]})
			v = v[1:]
			continue
		}
		for n < len(v) && classOf(v[n]) == c {
			n++
		}
		letter := map[class]byte{lower: 'w', upper: 'W', digit: 'd'}[c]
		if c == upper && n < len(v) && classOf(v[n]) == lower {
			if n--; n == 0 {
				letter = 'C'
				for n = 1; n < len(v) && classOf(v[n]) == lower; {
					n++
				}
			}
		}
		out = append(out, token{letter, v[:n]})
		v = v[n:]
	}
	return out
}

// coarseTokens divides a value only at separators.
func coarseTokens(v string) (out []token) {
	for v != "" {
		n, lowers, uppers, digits, others := 0, 0, 0, 0, 0
		for n < len(v) && classOf(v[n]) != separator {
			switch classOf(v[n]) {
			case lower:
				lowers++
			case upper:
				uppers++
			default:
				digits++
			}
			if c := v[n] | 0x20; classOf(v[n]) != digit && (c < 'a' || c > 'f') {
				others++
			}
			n++
		}
		if n == 0 {
			out = append(out, token{0, v[:1]})
			v = v[1:]
			continue
		}
		letter := byte('m')
		switch {
		case others == 0 && uppers == 0 && n >= 4:
			letter = 'x'
		case others == 0 && lowers == 0 && n >= 4:
			letter = 'X'
		case lowers == n:
			letter = 'w'
		case uppers == n:
			letter = 'W'
		}
		out = append(out, token{letter, v[:n]})
		v = v[n:]
	}
	return out
}

// Bounds of the forms of words.
const (
	mostForms  = 6
	mostTokens = 24
	leastPart  = 0.97 // of the values, which the forms must have
	mostLooked = 20_000
)

// wordForm collects values of one form.
type wordForm struct {
	tokens   []token // of the first value
	min, max []int
	equal    []bool // a piece has the same text in all values
	count    int64
}

// wordLooks returns the forms of values that are words.
func wordLooks(values []string, w *worker) looks {
	for _, divide := range []func(string) []token{fineTokens, coarseTokens, mixedTokens} {
		if l, ok := formsBy(divide, values, w); ok {
			return l
		}
	}
	least, most, blanks := len(values[0]), 1, false
	for _, v := range values {
		w.one()
		least, most = min(least, len(v)), max(most, len(v))
		blanks = blanks || strings.Contains(v, " ")
	}
	letter := byte('m')
	if blanks {
		letter = 't'
	}
	return looks{forms: []string{pieceText(letter, max(least, 1), most)}}
}

// mixedTokens divides a value only at separators, and does not distinguish characters.
func mixedTokens(v string) []token {
	out := coarseTokens(v)
	for i := range out {
		if out[i].letter != 0 {
			out[i].letter = 'm'
		}
	}
	return out
}

// formsBy returns the forms into which the values fall if they are divided by a function. ok is
// false if there are too many.
func formsBy(divide func(string) []token, values []string, w *worker) (looks, bool) {
	by := map[string]*wordForm{}
	var all []*wordForm
	step := max(1, len(values)/mostLooked)
	looked := int64(0)
	var kind []byte
	for i := 0; i < len(values); i += step {
		w.one()
		tokens := divide(values[i])
		if len(tokens) > mostTokens {
			return looks{}, false
		}
		kind = kind[:0]
		for _, t := range tokens {
			if kind = append(kind, t.letter); t.letter == 0 {
				kind = append(kind, t.text...)
			}
		}
		f := by[string(kind)]
		if f == nil {
			if len(all) > 400 {
				return looks{}, false
			}
			f = &wordForm{tokens: tokens, min: make([]int, len(tokens)), max: make([]int, len(tokens)), equal: make([]bool, len(tokens))}
			for k, t := range tokens {
				f.min[k], f.max[k], f.equal[k] = len(t.text), len(t.text), true
			}
			by[string(kind)] = f
			all = append(all, f)
		}
		f.count++
		looked++
		for k, t := range tokens {
			f.min[k], f.max[k] = min(f.min[k], len(t.text)), max(f.max[k], len(t.text))
			f.equal[k] = f.equal[k] && t.text == f.tokens[k].text
		}
	}
	sortBy(all, func(f *wordForm) int64 { return -f.count })
	var l looks
	covered := int64(0)
	for _, f := range all[:min(len(all), mostForms)] {
		text, filled := f.text(len(all) == 1 && step == 1 && len(values) >= leastShared)
		if !filled {
			continue
		}
		l.forms, l.weights = append(l.forms, text), append(l.weights, f.count)
		covered += f.count
	}
	if len(l.forms) < 2 {
		l.weights = nil
	}
	return l, len(l.forms) > 0 && float64(covered) >= leastPart*float64(looked)
}

// text returns the form as dataset writes it. Equal pieces stay as they are if they may be kept. filled
// is false if there is no piece, as in a value of separators only.
func (f *wordForm) text(keep bool) (text string, filled bool) {
	var b strings.Builder
	for i, t := range f.tokens {
		switch {
		case t.letter == 0 && (t.text == "{" || t.text == "}"):
			b.WriteByte('(')
		case t.letter == 0 || keep && f.equal[i]:
			b.WriteString(t.text)
		default:
			filled = true
			b.WriteString(pieceText(t.letter, f.min[i], f.max[i]))
		}
	}
	return b.String(), filled
}

// pieceText writes a piece of a form.
func pieceText(letter byte, least, most int) string {
	text := "{" + string(letter) + strconv.Itoa(least)
	if most > least {
		text += "-" + strconv.Itoa(most)
	}
	return text + "}"
}

// written writes a time in a form, as dataset.Fitted does.
func written(form string, ms int64) string {
	y, m, d := dateOf(ms / day)
	within := ms % day
	parts := map[string]string{
		"year": pad(y, 4), "month": pad(m, 2), "day": pad(d, 2), "hour": pad(within/3_600_000, 2), "minute": pad(within/60_000%60, 2), "second": pad(within/1000%60, 2),
		"ms": pad(within%1000, 3), "us": pad(within%1000, 3) + "000", "unix": pad(ms/1000, 1), "unixms": pad(ms, 1), "unixus": pad(ms*1000, 1),
	}
	var b strings.Builder
	for form != "" {
		before, rest, _ := strings.Cut(form, "{")
		b.WriteString(before)
		name, behind, _ := strings.Cut(rest, "}")
		b.WriteString(parts[name])
		form = behind
	}
	return b.String()
}
