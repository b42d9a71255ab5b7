package infer

import (
	"math"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf8"
)

// kinds are the possible kinds of a field. For each there is the name of such a field (""
// if the kind suggests none), and the transforms that its values may have.
var kinds = [][3]string{
	{"uuid", "uuid"},
	{"ulid", "ulid"},
	{"iso", "time"}, // 2015-03-01, 2015-03-01T12:45:01Z
	{"date17", "time", "date"},
	{"date14", "time", "date:s"},
	{"date12", "minute", "zero:12"},
	{"date10", "hour", "zero:10"},
	{"date8", "day", "zero:8"},
	{"date6", "month", "zero:6"},
	{"time10", "time", "zero:10"}, // since 1970: seconds,
	{"time13", "time", "zero:13"}, // milliseconds,
	{"time16", "time", "zero:16"}, // microseconds,
	{"time19", "time", "zero:19"}, // nanoseconds
	{"newest", "time", "newest"},
	{"nines", "time", "zero:13"}, // nines minus milliseconds since 1970
	{"hextime", "time"},
	{"domain", "domain", "domain"}, // com.example.www
	{"host", "host"},               // www.example.com
	{"address", "ip"},
	{"email", "user"},
	{"hash", "hash"},
	{"salt", "salt"},
	{"hex", "id"},
	{"number", "id"},
	{"padded"},
	{"binary"},
	{"rest", "rest"}, // goes on with further separators
	{"text"},
}

// ValueKindNames returns the names of all kinds.
func ValueKindNames() (out []string) {
	for _, k := range kinds {
		out = append(out, k[0])
	}
	return out
}

// nameOf returns the name for a field of a kind, or "".
func nameOf(kind string) string {
	for i := range kinds {
		if kinds[i][0] == kind {
			return kinds[i][1]
		}
	}
	return ""
}

// kindOf returns the kind of a single value.
func kindOf(v string) string {
	switch at := strings.IndexByte(v, '.'); {
	case only(v, digits):
		return kindOfDigits(v)
	case len(v) == 36 && uuid(v):
		return "uuid"
	case len(v) == 26 && v[0] <= '7' && only(v, "0123456789ABCDEFGHJKMNPQRSTVWXYZ"):
		return "ulid"
	case iso(v) == len(v) && v != "":
		return "iso"
	case only(v, digits+"abcdefABCDEF"):
		n, err := strconv.ParseInt(v, 16, 64)
		switch {
		case len(v) == 32 || len(v) == 40 || len(v) == 64:
			return "hash"
		case len(v) >= 8 && err == nil && since(n):
			return "hextime"
		}
	case at < 0:
	case strings.IndexByte(v, '@') >= 0:
		return "email"
	case strings.Count(v, ".") == 3 && only(v, digits+"."):
		return "address"
	case zone(v[:at]):
		return "domain"
	case zone(v[strings.LastIndexByte(v, '.')+1:]):
		return "host"
	}
	return "text"
}

// kindOfDigits is kindOf for a value of digits.
func kindOfDigits(v string) string {
	width := strconv.Itoa(len(v))
	if date(v) {
		return "date" + width
	}
	n, err := strconv.ParseInt(v, 10, 64)
	switch {
	case err != nil:
	case since(n) && (len(v)-10)%3 == 0 && len(v) >= 10:
		return "time" + width
	case len(v) == 19 && since(math.MaxInt64-n):
		return "newest"
	case len(v) == 13 && since(9_999_999_999_999-n):
		return "nines"
	}
	return "number"
}

// since reports whether n is a time from 2001 to 2039, in seconds since 1970 or in
// thousandths, millionths or billionths of them.
func since(n int64) bool {
	for n >= 1e12 {
		n /= 1000
	}
	return n >= 1e9 && n < 2_208_988_800
}

// date reports whether digits are a date from 1970 to 2099: yyyymm, perhaps continued by
// dd, hh, mm, ss and milliseconds.
func date(v string) bool {
	if n := len(v); n < 6 || n > 17 || n == 16 || n < 17 && n%2 == 1 || v < "197" || v >= "21" {
		return false
	}
	for i, most := range [5]string{"12", "31", "23", "59", "59"} {
		at := 4 + 2*i
		if at+2 > len(v) {
			break
		}
		if two := v[at : at+2]; two > most || i < 2 && two == "00" {
			return false
		}
	}
	return true
}

// zone reports whether s is one of the most common top-level domains.
func zone(s string) bool {
	const zones = " com org net edu gov mil int io de uk fr it es nl eu ch at be pl ru cn jp kr tw hk in au nz ca br mx us se no fi dk cz pt gr ie app dev info biz ai co me tv "
	return s != "" && strings.Contains(zones, " "+s+" ")
}

// atom returns the length of the identifier or time at the beginning of s that may contain
// separators, or 0.
func atom(s string) int {
	if len(s) >= 36 && uuid(s[:36]) && (len(s) == 36 || !alnum(s[36])) {
		return 36
	}
	return iso(s)
}

// uuid reports whether s, which has 36 bytes, is a UUID.
func uuid(s string) bool {
	if s[8] != '-' {
		return false
	}
	for i := range 36 {
		if dash := i == 8 || i == 13 || i == 18 || i == 23; dash != (s[i] == '-') || !dash && !only(s[i:i+1], digits+"abcdefABCDEF") {
			return false
		}
	}
	return true
}

// iso returns the length of the date, or date and time, of ISO 8601 at the beginning of s,
// or 0.
func iso(s string) int {
	if !like(s, "dddd-dd-dd") || len(s) > 10 && digit(s[10]) {
		return 0
	}
	n := 10
	if !like(s[n:], "Tdd:dd") {
		return n
	}
	if n += 6; like(s[n:], ":dd") {
		n += 3
	}
	if like(s[n:], ".d") {
		for n++; n < len(s) && digit(s[n]); {
			n++
		}
	}
	if like(s[n:], "Z") {
		return n + 1
	}
	if like(s[n:], "+dd:dd") || like(s[n:], "-dd:dd") {
		n += 6
	}
	return n
}

// like reports whether s begins in the given form, in which d means a digit.
func like(s, form string) bool {
	if len(s) < len(form) {
		return false
	}
	for i := range len(form) {
		if form[i] == 'd' && !digit(s[i]) || form[i] != 'd' && s[i] != form[i] {
			return false
		}
	}
	return true
}

// shape is what the values of a piece have in common.
type shape struct {
	values    []string
	width     int  // in bytes, 0 if it differs
	digits    bool // all are digits
	hex       bool // all are hexadecimal digits
	zeros     bool // some have a leading zero
	distinct  int  // number of different values
	illegible int  // number of values with control characters or invalid UTF-8
}

// shapeOf returns the shape of values, of which there is at least one.
func shapeOf(values []string) *shape {
	s := &shape{values: values, width: len(values[0]), digits: true, hex: true}
	seen := map[string]bool{}
	for _, v := range values {
		seen[v] = true
		if len(v) != s.width {
			s.width = 0
		}
		s.digits = s.digits && only(v, digits)
		s.hex = s.hex && only(v, digits+"abcdefABCDEF")
		s.zeros = s.zeros || len(v) > 1 && v[0] == '0'
		for i, r := range v {
			if r < ' ' && r != 0 && r != '\t' || r == utf8.RuneError {
				s.illegible++
				break
			}
			if i > 64 {
				break
			}
		}
	}
	s.distinct = len(seen)
	return s
}

// most returns the kind that nearly all values have in their bytes [from, to), or "", and
// whether practically all do.
func (s *shape) most(from, to int) (kind string, all bool) {
	count := map[string]int{}
	for _, v := range s.values {
		count[kindOf(v[min(from, len(v)):min(to, len(v))])]++
	}
	for k, n := range count {
		if n*10 >= len(s.values)*9 {
			return k, n*50 >= len(s.values)*49
		}
	}
	return "", false
}

// guess returns the field for values of the given shape. Only the first field of a key may
// be a salt. Numbers without leading zeros get no transform, so that the server can filter
// by them.
func (l *layout) guess(s *shape, hint string) *piece {
	p := &piece{field: true, hint: hint, kind: "text", few: s.distinct <= 20 && s.distinct*5 <= len(s.values)}
	if s.illegible*2 > len(s.values) {
		p.kind = "binary"
		return p
	}
	kind, all := s.most(0, maxLooked)
	if kind != "" && kind != "text" && kind != "number" {
		for i := range kinds {
			if k := &kinds[i]; k[0] == kind {
				p.kind, p.via = kind, k[2]
				if !all || !s.zeros && strings.HasPrefix(p.via, "zero") {
					p.via = ""
				}
			}
		}
		return p
	}
	switch {
	case s.digits:
		p.kind = "number"
		if s.zeros && s.width > 0 && s.width <= 19 {
			p.via = "zero:" + strconv.Itoa(s.width)
		}
		most := 0
		for _, v := range s.values {
			n, _ := strconv.Atoi(v)
			most = max(most, n)
		}
		if len(l.pieces) == 0 && s.width <= 3 && most < 256 && s.distinct > 1 && s.distinct > most/2 && (s.distinct*3 <= len(s.values) || s.zeros) {
			p.kind = "salt"
		}
	case s.hex && s.width > 8:
		p.kind = "hex"
	case s.hex && s.width > 1:
		p.kind = "hash"
	default:
		if p.via = s.padding(); p.via != "" {
			p.kind = "padded"
		}
	}
	return p
}

// padding returns the transform that pads the values to one width, or "".
func (s *shape) padding() string {
	const fills = " _.-*~=x0"
	if s.width < 2 || s.width > 64 {
		return ""
	}
	for i := range len(fills) {
		fill := fills[i : i+1]
		left, right := 0, 0 // a bit for each length of padding that occurs
		for _, v := range s.values {
			left |= 1 << min(s.width-len(strings.TrimLeft(v, fill)), 30)
			right |= 1 << min(s.width-len(strings.TrimRight(v, fill)), 30)
		}
		via := ":" + strconv.Itoa(s.width)
		if fill != " " {
			via += ":" + fill
		}
		if left == 1 && bits.OnesCount(uint(right)) > 2 && !(fill == "0" && s.numbered()) {
			return "pad" + via
		}
		if right == 1 && bits.OnesCount(uint(left)) > 2 {
			return "padleft" + via
		}
	}
	return ""
}

// numbered reports whether some values end with digits other than zeros. Then zeros at the
// end are not padding.
func (s *shape) numbered() bool {
	for _, v := range s.values {
		if v = strings.TrimRight(v, "0"); v != "" && digit(v[len(v)-1]) {
			return true
		}
	}
	return false
}

// cut returns the position at which values of one width first change from letters to
// digits or back, or at which a time begins or ends. It returns 0 if there is none.
func (s *shape) cut() int {
	if s.width < 3 || s.width > 64 || len(s.values) < 2 {
		return 0
	}
	if s.digits {
		for _, t := range [5]int{17, 14, 13, 10, 8} {
			if s.width <= t || s.width > t+19 {
				continue
			}
			for _, at := range [2]int{s.width - t, 0} {
				if kind, all := s.most(at, at+t); !all || !strings.HasPrefix(kind, "date") && !strings.HasPrefix(kind, "time") {
					continue
				}
				if at == 0 {
					return t
				}
				return at
			}
		}
		return 0
	}
	at := 0
	for i := range s.width {
		was := digit(s.values[0][i])
		for _, v := range s.values {
			if digit(v[i]) != was || !alnum(v[i]) {
				return 0
			}
		}
		if i > 0 && at == 0 && was != digit(s.values[0][i-1]) {
			at = i
		}
	}
	if at == 1 && !digit(s.values[0][0]) {
		return 0 // no transform gives one letter a width
	}
	return at
}

const digits = "0123456789"

// only reports whether s is not empty and has no bytes except the given ones.
func only(s, bytes string) bool {
	for i := range len(s) {
		if strings.IndexByte(bytes, s[i]) < 0 {
			return false
		}
	}
	return s != ""
}

// digit reports whether c is a decimal digit.
func digit(c byte) bool { return '0' <= c && c <= '9' }

// alnum reports whether c is a letter or a digit of ASCII.
func alnum(c byte) bool { return digit(c) || 'a' <= c|0x20 && c|0x20 <= 'z' }
