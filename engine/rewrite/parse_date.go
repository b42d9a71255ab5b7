package rewrite

import (
	"strings"
	"time"
)

// moment is a date, perhaps with the time of day, as it is written.
type moment struct {
	parts [3]int  // the parts of the date in the order in which they are written
	order [3]byte // what they are: y, m and d; "??y" if it may begin with the day or the month
	short bool    // the year has two digits
	sorts bool    // it has a form of ISO 8601 that dataset.ParseTime reads

	clock  bool   // it has the time of day
	time   [3]int // hour, minute, second
	millis int
	finer  bool // it has decimals of a second
	zoned  bool // it has a zone
	east   int  // minutes by which the zone is east of UTC
}

// unknown is a part that is the day or the month.
const unknown = '?'

// scanner reads a text from its beginning.
type scanner struct{ rest string }

// digits reads up to most digits, and returns their number and how many they are.
func (s *scanner) digits(most int) (n, count int) {
	for count < len(s.rest) && count < most && '0' <= s.rest[count] && s.rest[count] <= '9' {
		n = n*10 + int(s.rest[count]-'0')
		count++
	}
	s.rest = s.rest[count:]
	return n, count
}

// word reads letters, and returns them in lower case.
func (s *scanner) word() string {
	n := 0
	for n < len(s.rest) && ('a' <= s.rest[n]|0x20 && s.rest[n]|0x20 <= 'z') {
		n++
	}
	word := s.rest[:n]
	s.rest = s.rest[n:]
	return strings.ToLower(word)
}

// one reads one of the given bytes. It returns 0 if the next byte is another.
func (s *scanner) one(of string) byte {
	if s.rest == "" || strings.IndexByte(of, s.rest[0]) < 0 {
		return 0
	}
	c := s.rest[0]
	s.rest = s.rest[1:]
	return c
}

// text reads the given text, and reports whether it comes next.
func (s *scanner) text(text string) (is bool) {
	s.rest, is = strings.CutPrefix(s.rest, text)
	return is
}

// maxDate is the largest number of bytes of a date with the time of day.
const maxDate = 48

// parseDate reads a date with the year first or last. The month may be an English name.
// There may be a weekday before the date, the time of day after it, and then a zone.
func parseDate(v string) (m moment, ok bool) {
	if len(v) < len("1/1/70") || len(v) > maxDate {
		return m, false
	}
	s := &scanner{v}
	if named(weekdays, (&scanner{v}).word()) > 0 {
		s.word()
		s.text(",")
		s.text(" ")
	}
	if !m.date(s) {
		return m, false
	}
	m.sorts = m.order == [3]byte{'y', 'm', 'd'} && len(v)-len(s.rest) == len(time.DateOnly) && v[4] == '-' && v[7] == '-'
	if s.rest == "" {
		return m, true
	}
	behind := s.rest
	if !m.daytime(s) {
		return m, false
	}
	_, err := time.Parse("15:04:05", behind[1:min(9, len(behind))])
	m.sorts = m.sorts && err == nil && (!m.zoned || strings.HasSuffix(v, "Z") || v[len(v)-3] == ':')
	return m, s.rest == ""
}

// date reads the three parts of a date.
func (m *moment) date(s *scanner) bool {
	var counts [3]int
	name, sep := -1, byte(0)
	for i := range m.parts {
		if i > 0 && !m.between(s, i, name, &sep) {
			return false
		}
		if m.parts[i], counts[i] = s.digits(4); counts[i] > 0 {
			continue
		}
		if m.parts[i] = named(months, s.word()); m.parts[i] == 0 || name >= 0 {
			return false
		}
		name = i
	}
	year := 2
	if counts[0] == 4 {
		year = 0
	}
	m.short = counts[year] == 2
	if m.short && name < 0 && sep != '/' && (counts[0] != 2 || counts[1] != 2) || !m.short && counts[year] != 4 {
		return false // 1.10.24 is more likely the number of a version
	}
	for i := range m.parts {
		if i != year && i != name && (counts[i] > 2 || m.parts[i] == 0) {
			return false
		}
	}
	switch {
	case year == 0 && name <= 0, year == 0 && name == 1:
		m.order = [3]byte{'y', 'm', 'd'}
	case year == 0:
		return false
	case name == 0:
		m.order = [3]byte{'m', 'd', 'y'}
	case name == 1:
		m.order = [3]byte{'d', 'm', 'y'}
	case name == 2:
		return false
	default:
		m.order = [3]byte{unknown, unknown, 'y'}
	}
	return m.valid("dmy") || m.valid("mdy")
}

// between reads the separator before a part of a date: the same each time, except beside
// the name of a month.
func (m *moment) between(s *scanner, part, name int, sep *byte) bool {
	if s.text(", ") {
		return part == 2 && name >= 0
	}
	c := s.one("/.- ")
	if c == '.' && s.text(" ") { // 3. Jul 2024
		return part == 1
	}
	same := part == 1 || c == *sep
	*sep = c
	if c == ' ' { // only beside a name
		return name >= 0 || part == 1 && s.rest != "" && s.rest[0] > '9'
	}
	return c != 0 && (same || name >= 0)
}

// daytime reads the time of day and its zone.
func (m *moment) daytime(s *scanner) bool {
	if !s.text(", ") && !s.text(" at ") && s.one(" T:") == 0 {
		return false
	}
	m.clock = true
	for i := range m.time {
		if i > 0 && !s.text(":") {
			if i == 1 {
				return false
			}
			break
		}
		n, count := s.digits(2)
		if m.time[i] = n; count == 0 || i > 0 && count != 2 {
			return false
		}
		if i == 2 && s.one(".,") != 0 {
			part, count := s.digits(9)
			for ; count > 3; count-- {
				part /= 10
			}
			for ; count < 3; count++ {
				part *= 10
			}
			m.millis, m.finer = part, true
		}
	}
	if m.time[0] > 23 || m.time[1] > 59 || m.time[2] > 59 {
		return false
	}
	return m.half(s) && m.zone(s)
}

// half reads am or pm, if one of them comes next.
func (m *moment) half(s *scanner) bool {
	was := s.rest
	s.text(" ")
	word := strings.ToLower(s.rest[:min(2, len(s.rest))])
	if word != "am" && word != "pm" {
		s.rest = was
		return true
	}
	s.rest = s.rest[2:]
	if m.time[0] == 0 || m.time[0] > 12 {
		return false
	}
	m.time[0] %= 12
	if word == "pm" {
		m.time[0] += 12
	}
	return true
}

// zone reads a zone: UTC, or an offset from it.
func (m *moment) zone(s *scanner) bool {
	if s.rest == "" {
		return true
	}
	s.text(" ")
	m.zoned = true
	if s.text("UTC") || s.text("GMT") || s.text("Z") {
		return true
	}
	sign := s.one("+-")
	hours, n := s.digits(2)
	s.text(":")
	minutes, k := s.digits(2)
	if m.east = hours*60 + minutes; sign == '-' {
		m.east = -m.east
	}
	return sign != 0 && n == 2 && k == 2 && hours < 24 && minutes < 60
}

// valid reports whether the day exists if unknown parts are as in order.
func (m *moment) valid(order string) bool {
	_, ok := m.at(order)
	return ok
}

// pivot is the earliest year that two digits can mean.
const pivot = 1969

// at returns the time, where unknown parts are as in order. ok is false if there is no
// such day.
func (m *moment) at(order string) (t time.Time, ok bool) {
	year, month, day := 0, 0, 0
	for i, of := range m.order {
		if of == unknown {
			of = order[i]
		}
		switch of {
		case 'y':
			year = m.parts[i]
		case 'm':
			month = m.parts[i]
		default:
			day = m.parts[i]
		}
	}
	if m.short {
		if year += 2000; year >= pivot+100 {
			year -= 100
		}
	}
	t = time.Date(year, time.Month(month), day, m.time[0], m.time[1], m.time[2], m.millis*1e6, time.UTC)
	ok = t.Day() == day && int(t.Month()) == month
	return t.Add(-time.Duration(m.east) * time.Minute), ok
}

var (
	weekdays = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}
	months   = []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"}
)

// named returns the position, counted from 1, of the name that word is or abbreviates to
// three letters; or 0.
func named(names []string, word string) int {
	for i, name := range names {
		if word == name || word == name[:3] || word == "sept" && name[:3] == "sep" {
			return i + 1
		}
	}
	return 0
}
