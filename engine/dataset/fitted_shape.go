package dataset

import (
	"slices"
	"strconv"
	"strings"
)

// Shape describes the values of a [Fitted] field by numbers, and holds none of them. The values
// are numbered, and the number of a record says which of them it has, so that every value has its
// share of the records exactly and not only on average.
type Shape struct {
	// Values is how many different values there are. It is 0 if Scale says where they lie, and if the
	// field writes the moment of another one.
	Values int64 `wire:"1"`
	// Ranks says how many records have a value: At is its rank by frequency, from 1, and Value is
	// in proportion to the number of records. Between two points 1/Value is interpolated, which is
	// Zipf's law. The first rank is 1. If the last rank is not Values, the ranks are stretched to Values.
	Ranks []Point `wire:"2"`
	// Heads has something about each of the most frequent values, in order of frequency.
	Heads []Head `wire:"3"`
	// Scale says how values lie between From and To: a part Value of the range, in millionths, has
	// below it a part At of the records, in millionths. Points are in ascending order; the first
	// At is 0 and the last 1,000,000. It is used instead of Values and Ranks. With these it says
	// instead how numbers or times lie that no record has: a part Value of them is below a part At of
	// the values. If it is empty, values are at equal distances.
	Scale []Point `wire:"4"`
	// Dense says for each part of a Scale of Values how many records their values have, in
	// proportion: the more frequent values lie where there are more.
	Dense []int64 `wire:"5"`
	// Spread is the number of successive records among which those of a value lie: 1 if each value
	// has successive records, and 0 if every value is spread over all records.
	Spread int64 `wire:"6"`
	// Order is how values with a Spread go on: 1 upwards, -1 downwards, 0 in no order.
	Order int64 `wire:"7"`
	// Within is a field with Values and a Spread of 1. Among the records of each of its values every value
	// of this field has its share again: so a value comes once in each, if there are about as many.
	Within string `wire:"8"`
	// Once says that no value comes twice within, if there are enough.
	Once bool `wire:"17"`
	// Turn is a number of successive records, in which every value has its share again; 0 if there
	// is none.
	Turn int64 `wire:"9"`
	// Counts is a field as for Within. This field, a number, counts the records of each of its
	// values: From, and then Step more with each. Values and Scale are not used.
	Counts string `wire:"10"`
	// Follows is the field whose value determines this one, "" for none. It is Fitted and has
	// Values; or both fields are times, and this one, without Values and Scale, writes the same moment
	// in its own form.
	Follows string `wire:"11"`
	// Absent is how many of a million records lack the field. If AbsentBy names a field that has
	// Values, the value of that field decides which.
	Absent   int64  `wire:"12"`
	AbsentBy string `wire:"13"`
	// Blank says that a record that would lack the field has "" instead.
	Blank bool `wire:"14"`
	// Lengths has lengths of values in bytes, which are equally frequent among the values. If it
	// is empty, the forms alone decide.
	Lengths []int64 `wire:"15"`
	// Gaps says how unevenly the places of successive records in a Scale are spaced, with a Spread: At is
	// the rank of a distance by its length, and Value is in proportion to the length, as for Ranks. If
	// it is empty, they are spaced evenly.
	Gaps []Point `wire:"16"`
}

// Point is a point of a line.
type Point struct {
	At    int64 `wire:"1"`
	Value int64 `wire:"2"`
}

// Head describes one of the most frequent values.
type Head struct {
	Before int64 `wire:"1"` // how many of 10,000 records have a lesser value
	Length int64 `wire:"2"` // bytes of the value; 0 for any
}

// million is the denominator of shares, and maxPoints the most points of a line.
const (
	million   = 1_000_000
	maxPoints = 1000
)

// pieceKind says what a piece of a form is replaced by.
type pieceKind uint8

const (
	pieceLiteral  pieceKind = iota
	pieceLower              // {w4-9}: lower-case letters that can be pronounced
	pieceUpper              // {W2}: capitals
	pieceTitle              // {C4-9}: a capital, then lower-case letters
	pieceDigits             // {d4}
	pieceHex                // {x8}
	pieceHexUpper           // {X8}
	pieceMixed              // {m22}: digits, capitals and lower-case letters
	pieceText               // {t5-80}: words
	pieceNumber             // {n}: the number
	pieceTrimmed            // {trim}: the number without zeros at the end of its decimals
	pieceYear               // {year} … {us}: parts of a time
	pieceMonth
	pieceDay
	pieceHour
	pieceMinute
	pieceSecond
	pieceMillis
	pieceMicros
	pieceUnix // {unix}, {unixms}, {unixus}: the time since 1970
	pieceUnixMillis
	pieceUnixMicros
)

// lengthPieces has the letters of the pieces with a length, in the order of their kinds, and wordPieces the
// names of the others.
const lengthPieces = "wWCdxXmt"

var wordPieces = strings.Fields("n trim year month day hour minute second ms us unix unixms unixus")

// piece is a piece of a form.
type piece struct {
	kind     pieceKind
	text     string // of a literal
	min, max int    // characters of a piece with a length
}

func (p piece) isTime() bool   { return p.kind >= pieceYear }
func (p piece) isNumber() bool { return p.kind == pieceNumber || p.kind == pieceTrimmed }

// maxPiece is the most characters of a piece of a form.
const maxPiece = 1 << 20

// parseForm reads a form, such as u-{d4}.{w3-8}. It reports false for one that has no piece to
// fill, or a wrong one.
func parseForm(text string) (out []piece, ok bool) {
	for text != "" {
		before, rest, open := strings.Cut(text, "{")
		if before != "" {
			out = append(out, piece{kind: pieceLiteral, text: before})
		}
		if !open {
			break
		}
		name, behind, closed := strings.Cut(rest, "}")
		if !closed {
			return nil, false
		}
		text, ok = behind, true
		if i := slices.Index(wordPieces, name); i >= 0 {
			out = append(out, piece{kind: pieceNumber + pieceKind(i)})
			continue
		}
		if name == "" {
			return nil, false
		}
		letter := strings.IndexByte(lengthPieces, name[0])
		from, to, several := strings.Cut(name[1:], "-")
		p := piece{kind: pieceLower + pieceKind(letter)}
		var err1, err2 error
		p.min, err1 = strconv.Atoi(from)
		if p.max = p.min; several {
			p.max, err2 = strconv.Atoi(to)
		}
		if letter < 0 || err1 != nil || err2 != nil || p.min < 1 || p.max < p.min || p.max > maxPiece {
			return nil, false
		}
		out = append(out, p)
	}
	return out, ok
}

// formKind returns whether a form writes a number or a time. Both are false for words; ok is
// false if it mixes them.
func formKind(form []piece) (number, time, ok bool) {
	words := false
	for _, p := range form {
		switch {
		case p.kind == pieceLiteral:
		case p.isNumber():
			number = true
		case p.isTime():
			time = true
		default:
			words = true
		}
	}
	return number, time, !(number && time) && !(words && (number || time))
}

// measured is the range From to To of a Fitted field, in whole units.
type measured struct {
	number, time bool
	from, span   int64 // times: milliseconds; numbers: multiples of 10^-digits
	step         int64 // values are From and multiples of step
	digits       int   // decimals of numbers
	width        int   // fewest digits of a number
}

// maxMeasure bounds numbers of a Fitted field, in units.
const maxMeasure = 1 << 60

// parseSigned reads a number with an optional minus as a multiple of 10^-digits.
func parseSigned(s string, digits int) (int64, bool) {
	text, minus := strings.CutPrefix(s, "-")
	n, ok := parseDecimal(text, digits)
	if minus {
		n = -n
	}
	return n, ok
}

// measure reads From, To and Step. It returns the first setting that is wrong, if ok is false.
func (g Generator) measure(number, time bool) (m measured, at Setting, why reason, ok bool) {
	m.number, m.time = number, time
	var to int64
	if time {
		from, _, ok := parseTime(g.From)
		if !ok {
			return m, SetFrom, notTime, false
		}
		end, _, ok := parseTime(g.To)
		switch {
		case !ok:
			return m, SetTo, notTime, false
		case len(g.To) != len(g.From):
			return m, SetTo, otherForm, false
		}
		m.from, to = int64(from), int64(end)
		if m.step, ok = parseDecimal(g.Step, 0); !ok || m.step == 0 {
			return m, SetStep, notPositive, false
		}
	} else {
		m.digits = max(decimalsOf(g.From), decimalsOf(g.To), decimalsOf(g.Step))
		var ok bool
		if m.from, ok = parseSigned(g.From, m.digits); !ok || m.from > maxMeasure || m.from < -maxMeasure {
			return m, SetFrom, notDecimal, false
		}
		if to, ok = parseSigned(g.To, m.digits); !ok || to > maxMeasure || to < -maxMeasure {
			return m, SetTo, notDecimal, false
		}
		if m.step, ok = parseDecimal(g.Step, m.digits); !ok || m.step == 0 {
			return m, SetStep, notPositive, false
		}
		if len(g.From) > 1 && g.From[0] == '0' && g.From[1] != '.' {
			m.width = len(g.From)
		}
	}
	if to < m.from {
		return m, SetTo, backward, false
	}
	m.span = to - m.from
	return m, 0, "", true
}

// fittedForms is the checked forms and range of a Fitted field.
type fittedForms struct {
	forms   [][]piece
	weights []int64
	measured
}

// fittedSettings checks the settings of a Fitted field, and returns its forms. If ok is false, at and
// why say what is wrong.
func (g Generator) fittedSettings() (f fittedForms, at Setting, why reason, ok bool) {
	s := g.Shape
	if s == nil {
		return f, SetShape, noShape, false
	}
	if len(g.Values) == 0 {
		return f, SetValues, noValues, false
	}
	f.weights = g.Weights
	if len(f.weights) > 0 && len(f.weights) != len(g.Values) {
		return f, SetWeights, notWeights, false
	}
	sum := int64(0)
	for _, w := range f.weights {
		if w <= 0 || w >= maxWeight || sum+w >= maxWeight {
			return f, SetWeights, notWeights, false
		}
		sum += w
	}
	if len(f.weights) == 0 {
		f.weights = slices.Repeat([]int64{1}, len(g.Values))
	}
	if len(g.Values) > maxPoints {
		return f, SetValues, tooMany, false
	}
	number, time := false, false
	for i, text := range g.Values {
		form, ok := parseForm(text)
		n, t, pure := formKind(form)
		if !ok || !pure || i > 0 && (n != number || t != time) || i > 0 && (n || t) {
			return f, SetValues, noForm, false
		}
		number, time = n, t
		f.forms = append(f.forms, form)
	}
	if number || time {
		if f.measured, at, why, ok = g.measure(number, time); !ok {
			return f, at, why, false
		}
	}
	if !s.valid(number, time) {
		return f, SetShape, noShape, false
	}
	if s.Values > 0 && (number || time) && (s.Values-1) > f.span/f.step {
		return f, SetTo, tooMany, false
	}
	return f, 0, "", true
}

// valid reports whether a shape goes with values that are numbers, times or words.
func (s *Shape) valid(number, time bool) bool {
	for _, n := range []int{len(s.Ranks), len(s.Heads), len(s.Scale), len(s.Dense), len(s.Lengths), len(s.Gaps)} {
		if n > maxPoints {
			return false
		}
	}
	scale, plain := len(s.Scale), s.Follows == "" && s.Within == "" && s.Turn == 0
	switch {
	case s.Values < 0 || s.Values > MaxCount:
		return false
	case s.Counts != "":
		if !number || s.Values > 0 || scale > 0 || s.Spread > 0 || !plain {
			return false
		}
	case s.Values > 0:
		if !descends(s.Ranks) || int64(len(s.Heads)) > s.Ranks[len(s.Ranks)-1].At || len(s.Gaps) > 0 {
			return false
		}
	case scale == 0:
		if !time || s.Follows == "" || s.Within != "" || s.Turn > 0 {
			return false
		}
	case len(s.Gaps) > 0 && (s.Spread == 0 || !plain || !descends(s.Gaps)):
		return false
	}
	if s.Values == 0 && (len(s.Heads) > 0 || len(s.Ranks) > 0 || len(s.Dense) > 0 || s.Within != "" || s.Turn > 0) {
		return false
	}
	if s.Once && s.Within == "" {
		return false
	}
	if s.Within != "" && (s.Turn > 0 || s.Follows != "") || s.Turn > 0 && s.Follows != "" || s.Spread > 0 && !plain || s.Turn < 0 || s.Turn > MaxCount {
		return false
	}
	if scale > 0 {
		if !number && !time || scale < 2 || s.Scale[0].At != 0 || s.Scale[scale-1].At != million || len(s.Dense) > 0 && len(s.Dense) != scale-1 {
			return false
		}
		for i, p := range s.Scale {
			if p.Value < 0 || p.Value > million || i > 0 && (p.At <= s.Scale[i-1].At || p.Value < s.Scale[i-1].Value) {
				return false
			}
		}
	} else if len(s.Dense) > 0 {
		return false
	}
	for _, h := range s.Heads {
		if h.Before < 0 || h.Before > 10_000 || h.Length < 0 || h.Length > maxPiece {
			return false
		}
	}
	for _, n := range s.Lengths {
		if n < 0 || n > maxPiece {
			return false
		}
	}
	return s.Spread >= 0 && s.Spread <= MaxCount && s.Order >= -1 && s.Order <= 1 && s.Absent >= 0 && s.Absent <= million && (s.AbsentBy == "" || s.Absent > 0)
}

// descends reports whether points are ranks from 1 on with values above 0 that do not ascend.
func descends(points []Point) bool {
	for i, p := range points {
		if p.Value < 1 || p.Value >= maxWeight || p.At > MaxCount || i > 0 && (p.At <= points[i-1].At || p.Value > points[i-1].Value) {
			return false
		}
	}
	return len(points) > 0 && points[0].At == 1
}

// plainLength is a length of values, in bytes, of which as many are allowed as there may be records.
const plainLength = 64

// fitsInMemory reports whether the values of count records have no more than [MaxFiller] bytes
// together, by their mean length, unless they are short.
func (g Generator) fitsInMemory(count int64) bool {
	mean := int64(0)
	for _, n := range g.Shape.Lengths {
		mean += n
	}
	if n := int64(len(g.Shape.Lengths)); n > 0 {
		mean /= n
	} else {
		for _, text := range g.Values {
			form, _ := parseForm(text)
			for _, p := range form {
				mean += int64(p.max)
			}
		}
	}
	for _, h := range g.Shape.Heads {
		mean = max(mean, h.Length)
	}
	return mean <= plainLength || mean <= MaxFiller/max(count, 1)
}

// WritesNumbers reports whether a Fitted generator may write a number: a form has only one piece, of
// digits or of a number.
func (g Generator) WritesNumbers() bool {
	return slices.ContainsFunc(g.Values, func(text string) bool {
		form, _ := parseForm(text)
		digits := !slices.ContainsFunc(form, func(p piece) bool {
			words := p.kind >= pieceLower && p.kind <= pieceTitle || p.kind == pieceText
			return words || p.kind == pieceLiteral && strings.Trim(p.text, "-.0123456789") != ""
		})
		return digits && len(form) > 0
	})
}

// LongestForm returns the most bytes of a value of a Fitted generator, and 0 for other kinds. It need not have been
// checked.
func (g Generator) LongestForm() (most int64) {
	if g.Kind != Fitted {
		return 0
	}
	for _, text := range g.Values {
		form, _ := parseForm(text)
		sum := int64(0)
		for _, p := range form {
			sum += int64(p.max)
		}
		most = max(most, sum)
	}
	return most
}
