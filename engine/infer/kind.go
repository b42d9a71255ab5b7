package infer

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"
	"time"
)

// Kind is what a field seems to hold.
type Kind string

const (
	KindUUID      Kind = "uuid"
	KindULID      Kind = "ulid"
	KindISO       Kind = "iso"       // 2015-03-01, 2015-03-01T12:45:01Z
	KindMillis    Kind = "millis"    // since 1970
	KindSeconds   Kind = "seconds"   // since 1970
	KindMicros    Kind = "micros"    // since 1970
	KindNanos     Kind = "nanos"     // since 1970
	KindNewest    Kind = "newest"    // 2^63-1 minus a time
	KindCountDown Kind = "countdown" // nines minus a time
	KindTurned    Kind = "turned"    // digits of a time in reverse order
	KindStamp     Kind = "stamp"     // yyyymmddhhmmss, with milliseconds or not
	KindDate      Kind = "date"      // yyyymmdd, or cut or gone on to month, hour, minute
	KindHexTime   Kind = "hextime"   // seconds or milliseconds since 1970 in hexadecimal
	KindDomain    Kind = "domain"    // com.example.www
	KindHost      Kind = "host"      // www.example.com
	KindAddress   Kind = "address"   // 10.0.0.1
	KindEmail     Kind = "email"
	KindHash      Kind = "hash"
	KindSalt      Kind = "salt"
	KindHex       Kind = "hex"
	KindNumber    Kind = "number"
	KindPadded    Kind = "padded"
	KindBinary    Kind = "binary"
	kindText      Kind = "text"
)

// kinds are the kinds that each value shows alone, the surest first: what the field is
// called, and the transforms that it may stand under.
var kinds = []struct {
	kind      Kind
	name, via string
	is        func(v string) bool
}{
	{KindUUID, "uuid", "", func(v string) bool { return len(v) == 36 && uuid(v) }},
	{KindULID, "ulid", "", ulid},
	{KindISO, "time", "", func(v string) bool { n := iso(v); return n > 0 && n == len(v) }},
	{KindStamp, "time", "date", calendar("20060102150405.000")},
	{KindStamp, "time", "date:s", calendar("20060102150405")},
	{KindDate, "minute", "zero:12", calendar("200601021504")},
	{KindDate, "hour", "zero:10", calendar("2006010215")},
	{KindDate, "day", "zero:8", calendar("20060102")},
	{KindDate, "month", "zero:6", calendar("200601")},
	{KindSeconds, "time", "zero:10", since(10, 1)},
	{KindMillis, "time", "zero:13", since(13, 1e3)},
	{KindMicros, "time", "zero:16", since(16, 1e6)},
	{KindNanos, "time", "zero:19", since(19, 1e9)},
	{KindNewest, "time", "newest", func(v string) bool {
		n, ok := decimal(v)
		return ok && len(v) == 19 && epoch(math.MaxInt64-n) != ""
	}},
	{KindCountDown, "time", "zero:13", func(v string) bool {
		n, ok := decimal(v)
		return ok && len(v) == 13 && within(9_999_999_999_999-n, 1e3)
	}},
	{KindTurned, "time", "reverse", func(v string) bool { return since(13, 1e3)(reversed(v)) }},
	{KindAddress, "ip", "", func(v string) bool {
		return strings.Count(v, ".") == 3 && len(v) <= 15 && allDigits(strings.ReplaceAll(v, ".", ""))
	}},
	{KindEmail, "user", "", func(v string) bool {
		_, host, ok := strings.Cut(v, "@")
		return ok && strings.Contains(host, ".")
	}},
	{KindDomain, "domain", "domain", func(v string) bool { head, _, ok := strings.Cut(v, "."); return ok && zone(head) }},
	{KindHost, "host", "", func(v string) bool { i := strings.LastIndexByte(v, '.'); return i > 0 && zone(v[i+1:]) }},
	{KindHash, "hash", "", func(v string) bool { return (len(v) == 32 || len(v) == 40 || len(v) == 64) && allHex(v) }},
}

// guess is what a piece seems to be.
type guess struct {
	kind Kind
	name string // "" where the kind tells none
	via  string // the field's transforms
}

// zones are the top-level domains that are met most.
const zones = " com org net edu gov mil int io de uk fr it es nl eu ch at be pl ru cn jp kr tw hk in au nz ca br mx us se no fi dk cz pt gr ie app dev info biz ai co me tv "

func zone(s string) bool { return s != "" && strings.Contains(zones, " "+s+" ") }

// within reports whether n, so many to the second, is a time from 2001 to 2040.
func within(n int64, second int64) bool { return n >= 1e9*second && n < 2_208_988_800*second }

// epoch returns the kind of a time since 1970, "" for none.
func epoch(n int64) Kind {
	for i, k := range []Kind{KindSeconds, KindMillis, KindMicros, KindNanos} {
		if within(n, int64(math.Pow10(3*i))) {
			return k
		}
	}
	return ""
}

// since returns the test of times since 1970 in decimal.
func since(width int, second int64) func(string) bool {
	return func(v string) bool {
		n, ok := decimal(v)
		return ok && len(v) == width && within(n, second)
	}
}

// calendar returns the test of dates from 1970 to 2099 in a layout of Go's, without its
// point.
func calendar(as string) func(string) bool {
	width, point := len(strings.ReplaceAll(as, ".", "")), strings.IndexByte(as, '.')
	return func(v string) bool {
		if len(v) != width || !allDigits(v) || v < "197" || v >= "21" {
			return false
		}
		if point > 0 {
			v = v[:point] + "." + v[point:]
		}
		_, err := time.Parse(as, v)
		return err == nil
	}
}

func reversed(v string) string {
	b := make([]byte, len(v))
	for i := range v {
		b[len(v)-1-i] = v[i]
	}
	return string(b)
}

// atom returns the length of what stands at the front of s and is one thing though it
// holds separators, 0 for nothing.
func atom(s string) int {
	if len(s) >= 36 && uuid(s[:36]) && (len(s) == 36 || !alnum(s[36])) {
		return 36
	}
	return iso(s)
}

func uuid(s string) bool {
	for i := range 36 {
		if dash := i == 8 || i == 13 || i == 18 || i == 23; dash != (s[i] == '-') || !dash && !hexDigit(s[i]) {
			return false
		}
	}
	return true
}

func ulid(v string) bool {
	return len(v) == 26 && v[0] <= '7' && strings.Trim(v, "0123456789ABCDEFGHJKMNPQRSTVWXYZ") == "" && !allDigits(v)
}

// iso returns the length of the date, or date and time, at the front of s.
func iso(s string) int {
	like := func(from int, form string) bool {
		if len(s) < from+len(form) {
			return false
		}
		for i := range len(form) {
			if c := s[from+i]; form[i] == 'd' && !digit(c) || form[i] != 'd' && c != form[i] && !(form[i] == 'T' && c == ' ') {
				return false
			}
		}
		return true
	}
	if !like(0, "dddd-dd-dd") || len(s) > 10 && digit(s[10]) {
		return 0
	}
	n := 10
	if !like(n, "Tdd:dd") {
		return n
	}
	n += 6
	if like(n, ":dd") {
		n += 3
	}
	if like(n, ".d") {
		for n++; n < len(s) && digit(s[n]); {
			n++
		}
	}
	switch {
	case like(n, "Z"):
		n++
	case like(n, "+dd:dd"), like(n, "-dd:dd"):
		n += 6
	}
	return n
}

// shape is what the values of a piece have in common.
type shape struct {
	values   []string
	width    int // 0 where that differs
	digits   bool
	hex      bool // hexadecimal digits, of one case
	zeros    bool // some begin with a zero that is not all of them
	letter   bool // some hold a letter
	distinct int
	most     int64 // of numbers
	binary   bool
}

func shapeOf(values []string) *shape {
	s := &shape{values: values, width: len(values[0]), digits: true, hex: true}
	seen := make(map[string]bool, len(values))
	lower, upper, odd := false, false, 0
	for _, v := range values {
		seen[v] = true
		if len(v) != s.width {
			s.width = 0
		}
		if !allDigits(v) {
			s.digits = false
		} else if n, ok := decimal(v); ok {
			s.most = max(s.most, n)
		} else {
			s.most = math.MaxInt64
		}
		s.zeros = s.zeros || len(v) > 1 && v[0] == '0'
		if s.hex = s.hex && allHex(v); s.hex {
			lower = lower || strings.ContainsAny(v, "abcdef")
			upper = upper || strings.ContainsAny(v, "ABCDEF")
		}
		if !legible(v) {
			odd++
		}
	}
	s.letter = lower || upper
	s.hex = s.hex && lower != upper
	s.distinct, s.binary = len(seen), odd*2 > len(values)
	return s
}

// share reports whether nearly all values are of a kind, and whether all are.
func (s *shape) share(is func(string) bool) (nearly, all bool) {
	n := 0
	for i, v := range s.values {
		if is(v) {
			n++
		} else if (i+1-n)*10 > len(s.values) {
			return false, false
		}
	}
	return true, n*50 >= len(s.values)*49
}

// guess returns what the values are; first of all fields may be a salt. Numbers stand
// as they are where no zeros are before them: so the server can filter by them.
func (s *shape) guess(first bool) guess {
	if s.binary {
		return guess{kind: KindBinary}
	}
	for _, k := range kinds {
		nearly, all := s.share(k.is)
		if !nearly {
			continue
		}
		g := guess{k.kind, k.name, k.via}
		if !all || strings.HasPrefix(k.via, "zero") && !s.zeros {
			g.via = ""
		}
		return g
	}
	if nearly, _ := s.share(hexTime); nearly && s.letter {
		return guess{kind: KindHexTime, name: "time"}
	}
	switch {
	case s.digits:
		g := guess{kind: KindNumber, name: "id"}
		if s.zeros && s.width > 0 && s.width <= 19 && s.most < math.MaxInt64 {
			g.via = "zero:" + strconv.Itoa(s.width)
		}
		if first && s.most < 256 && s.distinct > 1 && int64(s.distinct) > s.most/2 && (s.distinct*3 <= len(s.values) || s.zeros) {
			g.kind, g.name = KindSalt, "salt"
		}
		return g
	case s.hex && s.width > 1 && s.width <= 8 && s.distinct > 1:
		return guess{kind: KindHash, name: "hash"}
	case s.hex && s.width > 8:
		return guess{kind: KindHex, name: "id"}
	}
	if via := s.padding(); via != "" {
		return guess{kind: KindPadded, via: via}
	}
	return guess{kind: kindText}
}

func hexTime(v string) bool {
	if len(v) < 8 || len(v) > 11 || !allHex(v) {
		return false
	}
	n, err := strconv.ParseInt(v, 16, 64)
	return err == nil && (within(n, 1) || within(n, 1e3))
}

// padding returns the transform that fills the values to one width, "" for none.
func (s *shape) padding() string {
	if s.width < 2 || s.width > 64 {
		return ""
	}
	for _, c := range []byte(" _.-*~=x0") {
		left, right := map[int]bool{}, map[int]bool{}
		fill := string([]byte{c})
		for _, v := range s.values {
			left[s.width-len(strings.TrimLeft(v, fill))] = true
			right[s.width-len(strings.TrimRight(v, fill))] = true
		}
		via := ":" + strconv.Itoa(s.width)
		if c != ' ' {
			via += ":" + fill
		}
		switch {
		case len(right) > 2 && len(left) == 1:
			return "pad" + via
		case len(left) > 2 && len(right) == 1:
			return "padleft" + via
		}
	}
	return ""
}

// cuts returns where values of one width change from letters to digits or back, or
// where a time begins or ends; nil for nowhere.
func (s *shape) cuts() []int {
	if s.width < 3 || s.width > 64 || s.hex || len(s.values) < 2 {
		return nil
	}
	if s.digits {
		return s.times()
	}
	var at []int
	before := byte(0)
	for i := range s.width {
		class := classOf(s.values[0][i])
		for _, v := range s.values {
			if c := v[i]; class == 0 || classOf(c) != class {
				return nil
			}
		}
		if i > 0 && class != before {
			at = append(at, i)
		}
		before = class
	}
	if len(at) == 0 || len(at) > 3 {
		return nil
	}
	from := 0
	for _, to := range at {
		if to-from < 2 && !digit(s.values[0][from]) {
			return nil // no transform gives one letter a width
		}
		from = to
	}
	return at
}

// times returns where a time parts from the rest of the digits.
func (s *shape) times() []int {
	for _, k := range kinds {
		t, ok := map[string]int{"date": 17, "date:s": 14, "zero:13": 13, "zero:10": 10, "zero:8": 8, "newest": 19}[k.via]
		if !ok || k.kind == KindCountDown || s.width-t < 1 || s.width-t > 19 {
			continue
		}
		if _, all := s.share(func(v string) bool { return k.is(v[s.width-t:]) }); all {
			return []int{s.width - t}
		}
		if _, all := s.share(func(v string) bool { return k.is(v[:t]) }); all {
			return []int{t}
		}
	}
	return nil
}

// timeIn returns where 8 bytes of binary values are a time, the highest byte first.
func timeIn(values []string) (at int, ok bool) {
	for at := range len(values[0]) - 7 {
		n := 0
		for _, v := range values {
			if len(v) >= at+8 {
				u := int64(binary.BigEndian.Uint64([]byte(v[at : at+8])))
				if epoch(u) != "" || u > 0 && epoch(math.MaxInt64-u) != "" {
					n++
				}
			}
		}
		if mostly(n, len(values)) {
			return at, true
		}
	}
	return 0, false
}

// classOf is 'd' for a digit, 'a' for a letter, 0 for others.
func classOf(c byte) byte {
	switch {
	case digit(c):
		return 'd'
	case alnum(c):
		return 'a'
	}
	return 0
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

func alnum(c byte) bool { return digit(c) || 'a' <= c|0x20 && c|0x20 <= 'z' }

func hexDigit(c byte) bool { return digit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

func allDigits(s string) bool {
	for i := range len(s) {
		if !digit(s[i]) {
			return false
		}
	}
	return s != ""
}

func allHex(s string) bool {
	for i := range len(s) {
		if !hexDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

func decimal(s string) (int64, bool) {
	if !allDigits(s) || len(s) > 19 {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}
