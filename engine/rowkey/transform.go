package rowkey

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
)

// These are the limits of transforms and their arguments.
const (
	MaxTransforms = 4   // transforms in a field
	MaxWidth      = 64  // bytes to which a value is padded or cut
	MaxDigits     = 19  // digits to which a number is padded
	MaxHash       = 8   // digits of a hash
	MaxSalt       = 256 // different salts
)

// Transform changes a value on its way into the key. The zero value means no transform.
type Transform struct {
	Name    string // one of [TransformNames]
	N       int    // width, digits or count; 0 for a transform without one
	Fill    byte   // the padding byte
	Seconds bool   // the times are seconds
	Form    string // for millis and seconds: how the times are written; "" for a date in digits
}

// args says which arguments a transform has.
type args uint8

const (
	noArgs   args = iota
	oneCount      // :N
	padding       // :N or :N:byte
	unit          // nothing or :s
	inForm        // nothing or :form
)

// known lists the transforms by name, with the bounds of N.
var known = []struct {
	name     string
	args     args
	min, max int
}{
	{"zero", oneCount, 1, MaxDigits},
	{"pad", padding, 2, MaxWidth},
	{"padleft", padding, 2, MaxWidth},
	{"reverse", noArgs, 0, 0},
	{"domain", noArgs, 0, 0},
	{"newest", noArgs, 0, 0},
	{"date", unit, 0, 0},
	{"hour", unit, 0, 0},
	{"day", unit, 0, 0},
	{"month", unit, 0, 0},
	{"millis", inForm, 0, 0},
	{"seconds", inForm, 0, 0},
	{"first", oneCount, 1, MaxWidth},
	{"hash", oneCount, 1, MaxHash},
	{"salt", oneCount, 2, MaxSalt},
}

// TransformNames returns the names of all transforms.
func TransformNames() []string {
	out := make([]string, len(known))
	for i, k := range known {
		out[i] = k.name
	}
	return out
}

// String returns the transform in the form of a template.
func (f Transform) String() string {
	s := f.Name
	if f.N > 0 {
		s += ":" + strconv.Itoa(f.N)
	}
	if f.pads() && f.Fill != ' ' {
		s += ":" + string([]byte{f.Fill})
	}
	if f.Seconds {
		s += ":s"
	}
	if f.Form != "" {
		s += ":" + f.Form
	}
	return s
}

// parseTransform parses one transform. It refuses an unknown name (transform-unknown) and
// invalid arguments (transform-args).
func parseTransform(text string) (Transform, *base.Error) {
	name, rest, given := strings.Cut(text, ":")
	i := slices.Index(TransformNames(), name)
	if i < 0 {
		return Transform{}, base.Refuse(base.CodeTransformUnknown, text, base.Nearest(name, TransformNames()))
	}
	k := known[i]
	f := Transform{Name: name}
	ok := true
	switch k.args {
	case noArgs:
		ok = !given
	case unit:
		ok = !given || rest == "s"
		f.Seconds = given
	case inForm:
		if f.Form = rest; given {
			_, ok = parseForm(rest)
		}
	case padding:
		f.Fill = ' '
		n, fill, filled := strings.Cut(rest, ":")
		if filled {
			if ok = len(fill) == 1 && fill != " "; ok {
				f.Fill = fill[0]
			}
		}
		rest = n
	}
	if k.max > 0 {
		n, number := ParseNumber(rest)
		ok = ok && number && n >= int64(k.min) && n <= int64(k.max)
		f.N = int(n)
	}
	if !ok {
		return Transform{}, base.Refuse(base.CodeTransformArgs, text, name)
	}
	return f, nil
}

// dates reports whether the transform reads a time that is written as text.
func (f Transform) dates() bool { return f.Name == "millis" || f.Name == "seconds" }

// times reports whether the transform reads a time, as text or as a number.
func (f Transform) times() bool { return f.dates() || f.number() && f.Name != "zero" }

// pads reports whether the transform pads a text.
func (f Transform) pads() bool { return f.Name == "pad" || f.Name == "padleft" }

// number reports whether the transform reads a number.
func (f Transform) number() bool {
	switch f.Name {
	case "zero", "newest", "date", "hour", "day", "month":
		return true
	}
	return false
}

// width returns how many bytes the transform makes of n bytes, where 0 means that the
// width is not fixed.
func (f Transform) width(n int) int {
	switch f.Name {
	case "zero", "pad", "padleft", "first", "hash":
		return f.N
	case "salt":
		return len(strconv.Itoa(f.N - 1))
	case "newest":
		return newestDigits
	case "millis":
		return 13
	case "seconds":
		return 10
	case "date", "hour", "day", "month":
		return f.date()
	}
	return n
}

// NumberRange returns the least and the greatest number that the transform accepts, or that it
// makes of times. ok is false if the transform has to do with neither.
func (f Transform) NumberRange() (least, most int64, ok bool) {
	switch f.Name {
	case "zero":
		most = maxNumber
		if f.N < MaxDigits {
			most, _ = ParseNumber(strings.Repeat("9", f.N))
		}
	case "newest":
		most = maxNumber
	case "millis", "seconds":
		least, _ = ParseNumber("1" + strings.Repeat("0", f.width(0)-1))
		most = least*10 - 1
		if of, ok := parseForm(f.Form); ok {
			least = of.least()
			if f.Name == "seconds" {
				least /= 1000
			}
		}
	case "date", "hour", "day", "month":
		most = f.latest()
	}
	return least, most, most > 0
}

// Date returns the text of which millis or seconds makes the number n. The time is rounded
// down to the precision of the transform's form.
func (f Transform) Date(n int64) string {
	seconds := f.Name == "seconds"
	if of, ok := parseForm(f.Form); ok {
		if seconds {
			n *= 1000
		}
		return of.write(n)
	}
	return string(appendDate(nil, n, seconds, dateWidth(seconds)))
}

// shortens reports whether the transform can make the same bytes of different values.
func (f Transform) shortens() bool {
	switch f.Name {
	case "first", "hash", "salt", "hour", "day", "month":
		return true
	}
	return false
}

// chain is the list of transforms of a step, with the properties that follow from it.
type chain struct {
	via    []Transform
	number bool // the values are numbers, and ordered as such
	// order says how the bytes in the key are ordered: 1 like the values, -1 in the opposite
	// order, 0 if in neither.
	order int
	whole bool // different values have different bytes
	width int  // in bytes; 0 if it is not fixed
}

// link makes a chain of transforms. It refuses (transform-place) a transform that is not
// allowed in its place.
func link(via []Transform) (chain, *base.Error) {
	c := chain{via: via, order: 1, whole: true}
	for i, f := range via {
		place := ""
		switch {
		case i >= MaxTransforms:
			place = "many"
		case slices.ContainsFunc(via[:i], func(g Transform) bool { return g.Name == f.Name }):
			place = "twice"
		case i > 0 && (via[i-1].Name == "hash" || via[i-1].Name == "salt"):
			return c, base.Refuse(base.CodeTransformPlace, via[i-1].Name, "last")
		case f.number():
			if i == 0 {
				c.number = true
			} else if !via[i-1].dates() {
				place = "number"
			}
		case i > 0 && (f.dates() || f.Name == "domain"):
			place = "first"
		case f.pads() && c.width > 0:
			place = "padded"
		case i > 0 && c.whole && (f.Name == "hash" || f.Name == "salt"):
			place = "hash"
		case f.Name == "first" && c.width > 0 && f.N >= c.width:
			place = "short"
		}
		if place != "" {
			return c, base.Refuse(base.CodeTransformPlace, f.Name, place)
		}
		switch f.Name {
		case "newest":
			c.order = -c.order
		case "pad":
			if f.Fill > ' ' {
				c.order = 0
			}
		case "reverse":
			if c.width != 1 {
				c.order = 0
			}
		case "domain", "hash", "salt", "padleft":
			c.order = 0
		}
		c.whole = c.whole && !f.shortens()
		c.width = f.width(c.width)
	}
	return c, nil
}

// append appends the bytes that the chain makes of a value. If a transform refuses its
// input, append returns that transform and what it accepts, as [Transform.append] does.
func (c *chain) append(dst []byte, v string) (out []byte, at Transform, takes string) {
	for i, f := range c.via {
		if i == len(c.via)-1 {
			out, takes = f.append(dst, v)
			return out, f, takes
		}
		var room [64]byte
		next, takes := f.append(room[:0], v)
		if takes != "" {
			return dst, f, takes
		}
		v = string(next)
		if f.dates() && c.via[i+1].number() { // the next transform refuses leading zeros
			v = strings.TrimLeft(v[:len(v)-1], "0") + v[len(v)-1:]
		}
	}
	return append(dst, v...), Transform{}, ""
}

// append appends the bytes that the transform makes of a value. If it refuses the value,
// takes says what it accepts: number, short (at most N bytes), time (up to the year 9999),
// date, form (times written in the form), text (without control characters, and without
// padding bytes at the padded end), or long (at least N bytes).
func (f Transform) append(dst []byte, v string) ([]byte, string) {
	if f.number() {
		n, ok := ParseNumber(v)
		if !ok {
			return dst, "number"
		}
		return f.appendNumber(dst, n, v)
	}
	switch f.Name {
	case "pad", "padleft":
		if len(v) > f.N {
			return dst, "short"
		}
		for i := range len(v) {
			if v[i] < ' ' {
				return dst, "text"
			}
		}
		if v != "" && (f.Name == "pad" && v[len(v)-1] == f.Fill || f.Name == "padleft" && v[0] == f.Fill) {
			return dst, "text"
		}
		if f.Name == "pad" {
			dst = append(dst, v...)
		}
		for range f.N - len(v) {
			dst = append(dst, f.Fill)
		}
		if f.Name == "padleft" {
			dst = append(dst, v...)
		}
		return dst, ""
	case "reverse":
		for i := len(v) - 1; i >= 0; i-- {
			dst = append(dst, v[i])
		}
		return dst, ""
	case "domain":
		for {
			i := strings.LastIndexByte(v, '.')
			dst = append(dst, v[i+1:]...)
			if i < 0 {
				return dst, ""
			}
			dst = append(dst, '.')
			v = v[:i]
		}
	case "millis", "seconds":
		n, ok := f.read(v)
		if least, most, _ := f.NumberRange(); !ok || n < least || n > most {
			if f.Form != "" {
				return dst, "form"
			}
			return dst, "date"
		}
		return appendDigits(dst, n, f.width(0)), ""
	case "first":
		if len(v) < f.N {
			return dst, "long"
		}
		return append(dst, v[:f.N]...), ""
	case "hash":
		const hex = "0123456789abcdef"
		h := xxHash64(v)
		for i := range f.N {
			dst = append(dst, hex[h>>(60-4*i)&15])
		}
		return dst, ""
	case "salt":
		return appendDigits(dst, int64(xxHash64(v)%uint64(f.N)), f.width(0)), ""
	}
	panic("rowkey: unknown transform " + f.Name)
}

// read returns the number for a time that is written in the transform's form. seconds
// accepts only whole seconds.
func (f Transform) read(v string) (n int64, ok bool) {
	of, given := parseForm(f.Form)
	if !given {
		return readDate(v, f.Name == "seconds")
	}
	if n, ok = of.read(v); f.Name == "seconds" {
		return n / 1000, ok && n%1000 == 0
	}
	return n, ok
}

// Apply returns what the transform makes of a value, and whether it accepts the value.
func (f Transform) Apply(v string) (string, bool) {
	out, takes := f.append(nil, v)
	return string(out), takes == ""
}

// appendNumber is append for the transforms that read a number. n is the number that v is.
func (f Transform) appendNumber(dst []byte, n int64, v string) ([]byte, string) {
	switch f.Name {
	case "zero":
		if len(v) > f.N {
			return dst, "short"
		}
		return appendDigits(dst, n, f.N), ""
	case "newest":
		return appendDigits(dst, maxNumber-n, newestDigits), ""
	}
	if n > f.latest() {
		return dst, "time"
	}
	return appendDate(dst, n, f.Seconds, f.date()), ""
}

// undo returns the value of which a chain has made s. The chain must be whole. If the
// chain makes s of no value, the result is arbitrary.
func (c *chain) undo(s string) string {
	for _, f := range slices.Backward(c.via) {
		switch f.Name {
		case "zero":
			if s = strings.TrimLeft(s, "0"); s == "" {
				s = "0"
			}
		case "pad":
			for s != "" && s[len(s)-1] == f.Fill {
				s = s[:len(s)-1]
			}
		case "padleft":
			for s != "" && s[0] == f.Fill {
				s = s[1:]
			}
		case "reverse", "domain":
			out, _ := f.append(nil, s)
			s = string(out)
		case "newest":
			n, _ := strconv.ParseInt(s, 10, 64)
			s = strconv.FormatInt(maxNumber-n, 10)
		case "date":
			n, _ := readDate(s, f.Seconds)
			s = strconv.FormatInt(n, 10)
		case "millis", "seconds":
			n, _ := strconv.ParseInt(s, 10, 64)
			s = f.Date(n)
		}
	}
	return s
}

// ParseNumber returns the number of which v is the text: decimal digits without leading zeros,
// at most 2^63-1. It reports false for any other text.
func ParseNumber(v string) (int64, bool) {
	if v == "" || len(v) > MaxDigits || v[0] == '0' && v != "0" {
		return 0, false
	}
	n := int64(0)
	for i := range len(v) {
		d := int64(v[i]) - '0'
		if d < 0 || d > 9 || n > (maxNumber-d)/10 {
			return 0, false
		}
		n = n*10 + d
	}
	return n, true
}
