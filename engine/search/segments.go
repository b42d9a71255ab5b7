package search

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// segment is a field with transforms, as a part of a key.
type segment struct {
	field     int
	inside    string // as it stands between the braces of a template
	role      segmentRole
	texts     []string // by value of the field: its bytes in the key
	kinds     []uint32 // by value of the field: the number of these bytes
	kindCount uint64   // different bytes
	bytes     int64    // of all records
	sealed    bool     // something may follow after the separator
}

// segmentRole says what a segment holds of its field.
type segmentRole uint8

const (
	whole segmentRole = iota // the whole value
	cut                      // its first part; the whole value comes later in the key
	salt                     // a few hash values; likewise
	hash                     // many hash values; the whole value follows directly
)

// salts are the numbers of buckets of the salts that are searched.
var salts = []int{4, 8, 16}

// hashDigits is the number of hexadecimal digits of the hashes that are searched.
const hashDigits = 2

// uses says how questions ask for a field.
type uses struct {
	equal, prefix, between, numbers, under, latest, each bool
	prefixes                                             []int // lengths of the prefixes
}

func (u uses) any() bool {
	return u.equal || u.prefix || u.between || u.numbers || u.under || u.latest || u.each
}

// usesOf says how questions ask for a field.
func usesOf(queries []plan.Query, field string) (u uses) {
	for _, q := range queries {
		for _, c := range q.Where {
			if c.Field != field {
				continue
			}
			switch c.Op {
			case plan.Equal:
				u.equal = true
			case plan.HasPrefix:
				u.prefix, u.prefixes = true, append(u.prefixes, len(c.Value))
			case plan.Between:
				u.between = true
			case plan.Numbers:
				u.numbers = true
			case plan.Under:
				u.under = true
			}
		}
		u.latest = u.latest || q.Latest.N > 0 && q.Latest.Field == field
		u.each = u.each || q.Latest.N > 0 && q.Each == field
	}
	return u
}

// segmentsOf returns the segments that a key may have of a field, the plain field first. sep is the
// separator of keys. Those that refuse a value of the field are left out.
func segmentsOf(r *records, field int, u uses, kept bool, sep string, spend func(int64)) (out []segment) {
	f := &r.fields[field]
	add := func(role segmentRole, transforms string) {
		inside := f.name
		if transforms != "" {
			inside += "|" + transforms
		}
		spend(int64(len(f.values)) / 8)
		if s, ok := newSegment(f, inside, sep); ok {
			s.field, s.role = field, role
			out = append(out, s)
		}
	}
	add(whole, "")
	number, shortest, longest, dotted := true, len(f.values[0]), 0, false
	for _, v := range f.values {
		_, ok := rowkey.ParseNumber(v)
		number, dotted = number && ok, dotted || strings.Contains(v, ".")
		shortest, longest = min(shortest, len(v)), max(longest, len(v))
	}
	if !u.any() && !kept {
		return out
	}
	ordered := u.latest || u.between
	if number && longest <= rowkey.MaxDigits && (u.numbers || ordered && shortest < longest) {
		add(whole, "zero:"+strconv.Itoa(longest))
	}
	if number && u.latest {
		add(whole, "newest")
	}
	if dotted && !number && (u.under || u.equal) {
		add(whole, "domain")
	}
	if f.moves && (u.equal || u.each) {
		add(whole, "reverse")
		add(hash, "hash:"+strconv.Itoa(hashDigits))
	}
	for _, n := range cutsOf(f, u, shortest) {
		add(cut, "first:"+strconv.Itoa(n))
	}
	for _, n := range salts {
		if len(f.values) >= 2*n {
			add(salt, "salt:"+strconv.Itoa(n))
		}
	}
	return out
}

// cutsOf returns to how many bytes a key may cut the values of a field: to the prefixes that questions
// ask for, and of times in digits to the month and the day.
func cutsOf(f *fieldValues, u uses, shortest int) (out []int) {
	may := u.prefixes
	if u.between && f.even && shortest >= 8 && isDigits(f.values[0]) && (strings.HasPrefix(f.values[0], "19") || strings.HasPrefix(f.values[0], "20")) {
		may = append(slices.Clone(may), 6, 8)
	}
	slices.Sort(may)
	for _, n := range slices.Compact(may) {
		if n < 1 || n >= shortest || n > rowkey.MaxWidth {
			continue
		}
		kinds := map[string]bool{}
		for _, v := range f.values {
			kinds[v[:n]] = true
		}
		if len(kinds) > 1 && 2*len(kinds) <= len(f.values) {
			out = append(out, n)
		}
	}
	return out
}

func isDigits(v string) bool {
	return !strings.ContainsFunc(v, func(r rune) bool { return r < '0' || r > '9' })
}

// newSegment makes the segment of a field. ok is false if a transform refuses one of its values.
func newSegment(f *fieldValues, inside, sep string) (s segment, ok bool) {
	t, err := rowkey.Parse("{" + inside + "}")
	if err != nil {
		return s, false
	}
	step := t.Steps()[0]
	s = segment{inside: inside, texts: make([]string, len(f.values)), kinds: make([]uint32, len(f.values)), sealed: true}
	numbers := map[string]uint32{}
	for code, v := range f.values {
		text, err := step.Apply(v)
		if err != nil {
			return s, false
		}
		s.texts[code] = text
		kind, met := numbers[text]
		if !met {
			kind = uint32(len(numbers))
			numbers[text] = kind
		}
		s.kinds[code] = kind
		s.bytes += int64(len(text)) * f.count[code]
		s.sealed = s.sealed && (step.Width() > 0 || rowkey.IsSeparable(text, sep))
	}
	s.kindCount = uint64(len(numbers))
	return s, true
}
