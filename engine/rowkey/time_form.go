package rowkey

import (
	"strconv"
	"strings"
	"time"
)

// A form says how the times are written that millis and seconds accept. It is named by a
// number of digits, by "day" for 2026-03-01, by "iso" for 2026-03-01T08:00:00, or by "sql"
// for the same with a blank. After "iso" and "sql" there may be the number of decimals of the
// seconds, 1 to 3, and a zone, Z or one like +01:00. All times of a form have the same length,
// and are in the order of their bytes.
// Without a form, "", the text is yyyymmddhhmmssmmm for millis and yyyymmddhhmmss for seconds.
type form struct {
	digits int    // number of digits if the form has only digits, otherwise 0
	layout string // layout of package time for other forms, without the zone
	zone   string // the zone as it is written; "" for none
	offset int64  // offset of the zone, in milliseconds east of UTC
}

// These are the numbers of digits of: a date, seconds since 1970, a date with the time of
// day, and the same with milliseconds.
const (
	dayDigits    = 8
	secondDigits = 10
	clockDigits  = 14
	milliDigits  = 17
)

// parseForm returns the form with the name, and whether there is one.
func parseForm(name string) (f form, ok bool) {
	switch name {
	case "8", "10", "14", "17":
		f.digits, _ = strconv.Atoi(name)
		return f, true
	case "day":
		return form{layout: time.DateOnly}, true
	}
	rest, iso := strings.CutPrefix(name, "iso")
	if f.layout = "2006-01-02T15:04:05"; !iso {
		if rest, ok = strings.CutPrefix(name, "sql"); !ok {
			return f, false
		}
		f.layout = time.DateTime
	}
	if rest != "" && '1' <= rest[0] && rest[0] <= '3' {
		f.layout += "." + strings.Repeat("0", int(rest[0]-'0'))
		rest = rest[1:]
	}
	f.zone = rest
	if rest == "" || rest == "Z" {
		return f, true
	}
	at, err := time.Parse("-07:00", rest)
	_, offset := at.Zone()
	f.offset = int64(offset) * 1000
	return f, err == nil && offset != 0 && at.Format("-07:00") == rest
}

// read returns the time of a text in the form, in milliseconds since 1970. ok is false if
// the text does not have the form, or the time is before 1970.
func (f form) read(text string) (ms int64, ok bool) {
	switch f.digits {
	case dayDigits:
		if len(text) != dayDigits {
			return 0, false
		}
		ms, ok = readDate(text+"000000", true)
		return ms * 1000, ok
	case secondDigits:
		ms, ok = ParseNumber(text)
		return ms * 1000, ok && len(text) == secondDigits
	case clockDigits:
		ms, ok = readDate(text, true)
		return ms * 1000, ok
	case milliDigits:
		return readDate(text, false)
	}
	clock, ok := strings.CutSuffix(text, f.zone)
	if !ok {
		return 0, false
	}
	t, err := time.Parse(f.layout, clock)
	ms = t.UnixMilli() - f.offset
	return ms, err == nil && ms >= 0 && t.Format(f.layout) == clock
}

// write returns the text of a time, given in milliseconds since 1970. The time is rounded
// down to the precision of the form.
func (f form) write(ms int64) string {
	switch f.digits {
	case dayDigits:
		return string(appendDate(nil, ms, false, dayDigits))
	case secondDigits:
		return string(appendDigits(nil, ms/1000, secondDigits))
	case clockDigits:
		return string(appendDate(nil, ms, false, clockDigits))
	case milliDigits:
		return string(appendDate(nil, ms, false, milliDigits))
	}
	return time.UnixMilli(ms+f.offset).UTC().Format(f.layout) + f.zone
}

// least returns the earliest time of the form, in milliseconds since 1970. For seconds
// this is the first time with ten digits.
func (f form) least() int64 {
	if f.digits == secondDigits {
		return 1_000_000_000_000
	}
	return 0
}

// TimeFormOf returns the name of the form in which all the values are times. ok is false if
// there is none.
func TimeFormOf(values ...string) (name string, ok bool) {
	if len(values) == 0 {
		return "", false
	}
	name = formLike(values[0])
	f, ok := parseForm(name)
	for _, v := range values {
		if ok {
			_, ok = f.read(v)
		}
	}
	return name, ok
}

// formLike returns the name of the only form that a text could have. The name may be
// invalid.
func formLike(text string) string {
	const date, clock = len("2026-03-01"), len("2026-03-01T08:00:00")
	switch {
	case strings.Trim(text, "0123456789") == "":
		return strconv.Itoa(len(text))
	case len(text) == date:
		return "day"
	case len(text) < clock:
		return ""
	}
	name, zone := "sql", text[clock:]
	if text[date] == 'T' {
		name = "iso"
	}
	if decimals, ok := strings.CutPrefix(zone, "."); ok {
		zone = strings.TrimLeft(decimals, "0123456789")
		name += strconv.Itoa(len(decimals) - len(zone))
	}
	return name + zone
}

// proposed returns the transforms, separated by bars, with which the chain would accept a
// value that its transform refused has refused: ones that read a time in another form. It
// returns "" if there are none.
func (c *chain) proposed(refused Transform, value string) string {
	name, ok := TimeFormOf(value)
	if !ok || len(c.via) == 0 || c.via[0] != refused {
		return ""
	}
	first := Transform{Name: "millis", Form: name}
	rest := c.via
	switch {
	case refused.dates():
		first.Name, rest = refused.Name, rest[1:]
	case !refused.number() || refused.Name == "zero" || refused.Seconds:
		return ""
	}
	if out, takes := first.append(nil, value); takes != "" || len(out) == 0 {
		return ""
	}
	if _, err := link(append([]Transform{first}, rest...)); err != nil {
		return ""
	}
	text := first.String()
	for _, f := range rest {
		text += "|" + f.String()
	}
	return text
}

// WithProposed returns the text of a template with the transforms that a refusal of a value
// (field-transform) proposes for a field. It returns "" if there is no proposal.
func (t *Template) WithProposed(field, proposed string) string {
	if proposed == "" {
		return ""
	}
	_, after, _ := strings.Cut(proposed, "|")
	for _, p := range t.parts {
		_, rest, _ := strings.Cut(p.Transforms, "|")
		if p.Field == field && (p.Transforms == after || rest == after && strings.HasPrefix(p.Transforms, proposed[:len("millis")])) {
			return t.text[:p.Pos] + "{" + field + "|" + proposed + "}" + t.text[p.End:]
		}
	}
	return ""
}
