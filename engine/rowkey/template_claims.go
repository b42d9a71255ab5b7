package rowkey

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
)

// Reason says why a [TemplateClaim] about a template holds or does not hold.
type Reason string

const (
	// Reasons of [Template.DecodableClaim].
	Apart   Reason = "apart"   // holds: each field has a fixed width or ends the key
	Refuses Reason = "refuses" // holds: values that contain the separator are refused; the example would share a key
	Lossy   Reason = "lossy"   // fails: the key has the field only shortened or hashed; the example shares a key

	// Reasons of [Template.OrderedClaim]; only InOrder means that it holds.
	InOrder   Reason = "in-order"  // keys are in the order of the records
	Newest    Reason = "newest"    // greater values of the field come first
	Scrambled Reason = "scrambled" // a transform of the field does not keep the order
	ByLength  Reason = "by-length" // a transform puts shorter values of the field first
	Separator Reason = "separator" // the separator after the field may be greater than a byte of another value
	Unpadded  Reason = "unpadded"  // the field has no transform and may hold numbers of different lengths
	Shortened Reason = "shortened" // another field comes between the first bytes of this one and the rest

	Impossible Reason = "impossible" // no value is accepted in all places of the field; for both
)

// TemplateClaim says whether a property of a template holds, and why. If it depends on one field,
// Field names it, and Example demonstrates it.
type TemplateClaim struct {
	Holds   bool
	Reason  Reason
	Field   string
	Example *ClaimExample // nil if there is none, or none was found
}

// ClaimExample is two records, with their values in the order of [Template.Fields], and their
// keys.
type ClaimExample struct {
	Values [2][]string
	Keys   [2]base.RowKey
}

// DecodableClaim says whether every key that [Template.Encode] makes belongs to only one
// record. If a field is in the key in several shortened forms, an example may not be
// found.
func (t *Template) DecodableClaim() TemplateClaim {
	fill, bad := t.fill()
	if bad != "" {
		return TemplateClaim{Reason: Impossible, Field: bad}
	}
	for i, f := range t.fields {
		if t.whole[i] >= 0 {
			continue
		}
		c := TemplateClaim{Reason: Lossy, Field: f}
		steps := t.of(i)
		seen := map[string]string{}
		for _, p := range t.put(steps) {
			if other, met := seen[p.at]; met && other != p.value {
				c.Example = t.example(i, fill, other, p.value)
				break
			}
			seen[p.at] = p.value
		}
		return c
	}
	for i := range t.steps {
		s := &t.steps[i]
		if s.chain.width > 0 || s.Sep == "" || t.of(s.field)[0] != s {
			continue
		}
		c := TemplateClaim{Holds: true, Reason: Refuses, Field: s.Field}
		if i+1 < len(t.steps) && len(s.chain.via) == 0 && len(t.steps[i+1].chain.via) == 0 && t.steps[i+1].field != s.field &&
			len(t.of(s.field)) == 1 && len(t.of(t.steps[i+1].field)) == 1 {
			c.Example = t.sharing(i, fill)
		}
		return c
	}
	return TemplateClaim{Holds: true, Reason: Apart}
}

// OrderedClaim says whether keys are in the order of their records. Records are compared field
// by field, in the order of [Template.Fields]: as numbers if a transform reads the field
// as a number, and as bytes if a transform makes it a text or a date of fixed length. A
// field without a transform may hold numbers of any length, and so no order is claimed for
// it. If a field is in the key in several forms, an example may not be found.
func (t *Template) OrderedClaim() TemplateClaim {
	fill, bad := t.fill()
	if bad != "" {
		return TemplateClaim{Reason: Impossible, Field: bad}
	}
	settled := 0 // the first fields, this many, are whole in the key before this step
	open := -1   // the field of which the key has only the first bytes so far
	for i := range t.steps {
		s := &t.steps[i]
		switch {
		case s.field < settled:
			continue
		case open >= 0 && s.field != open:
			return TemplateClaim{Reason: Shortened, Field: t.fields[open], Example: t.crossed(open, i, fill)}
		}
		why := Reason("")
		switch {
		case s.chain.order < 0:
			why = Newest
		case len(s.chain.via) == 1 && s.chain.via[0].Name == "padleft" && !t.number(s.field):
			why = ByLength
		case s.chain.order == 0, !s.chain.number && t.number(s.field):
			why = Scrambled
		case s.chain.width == 0 && strings.Trim(s.Sep, "\x00") != "":
			why = Separator
		case !s.chain.number && !t.AcceptsOnlyTimes(s.Field) && !slices.ContainsFunc(s.chain.via, Transform.pads):
			why = Unpadded
		}
		if why != "" {
			return TemplateClaim{Reason: why, Field: s.Field, Example: t.turned(s.field, fill, why == Unpadded || t.number(s.field))}
		}
		open = s.field
		if s.chain.whole {
			settled, open = s.field+1, -1
		}
	}
	return TemplateClaim{Holds: true, Reason: InOrder}
}

// of returns the steps of a field.
func (t *Template) of(field int) []*Step {
	var out []*Step
	for i := range t.steps {
		if t.steps[i].field == field {
			out = append(out, &t.steps[i])
		}
	}
	return out
}

// number reports whether a transform reads a field as a number.
func (t *Template) number(field int) bool {
	return slices.ContainsFunc(t.steps, func(s Step) bool { return s.field == field && s.chain.number })
}

// AcceptsOnlyTimes reports whether a field accepts only times written as text, all of one length.
func (t *Template) AcceptsOnlyTimes(field string) bool {
	return slices.ContainsFunc(t.steps, func(s Step) bool {
		return s.Field == field && len(s.chain.via) > 0 && s.chain.via[0].dates()
	})
}

// together returns the bytes of a key for a value in all the given steps of its field,
// each followed by its separator. It reports false if a step refuses the value.
func together(steps []*Step, v string) (string, bool) {
	var out []byte
	for _, s := range steps {
		var err *base.Error
		if out, err = s.append(out, v); err != nil {
			return "", false
		}
		out = append(out, s.Sep...)
	}
	return string(out), true
}

// put is a value with its bytes in all steps of its field, as together returns them.
type put struct{ value, at string }

// put returns those candidate values that all steps of a field accept.
func (t *Template) put(steps []*Step) []put {
	var all []put
	for _, v := range candidates(steps) {
		if at, ok := together(steps, v); ok {
			all = append(all, put{v, at})
		}
	}
	return all
}

// fill returns a valid value for each field. If there is none for a field, it returns that
// field as bad.
func (t *Template) fill() (values []string, bad string) {
	for i, f := range t.fields {
		all := t.put(t.of(i))
		if len(all) == 0 {
			return nil, f
		}
		values = append(values, all[0].value)
	}
	return values, ""
}

// example returns an example of two records that have the values a and b in one field, and
// those of fill in the others.
func (t *Template) example(field int, fill []string, a, b string) *ClaimExample {
	e := &ClaimExample{Values: [2][]string{slices.Clone(fill), slices.Clone(fill)}}
	e.Values[0][field], e.Values[1][field] = a, b
	return t.keyed(e)
}

// keyed sets the keys of an example and returns it, or returns nil if a record is refused.
func (t *Template) keyed(e *ClaimExample) *ClaimExample {
	for i, values := range e.Values {
		key, err := t.AppendKey(nil, values)
		if err != nil {
			return nil
		}
		e.Keys[i] = base.RowKey(key)
	}
	return e
}

// turned returns two records whose keys are in the opposite order of their values in the
// field, or nil if none are found. number says that the values are compared as numbers.
func (t *Template) turned(field int, fill []string, number bool) *ClaimExample {
	all := t.put(t.of(field))
	if number {
		all = slices.DeleteFunc(all, func(p put) bool { _, is := ParseNumber(p.value); return !is })
	}
	for j := range all {
		for i := range j {
			a, b := all[i], all[j]
			if compare(a.value, b.value, number) > 0 {
				a, b = b, a
			}
			if a.at > b.at {
				return t.example(field, fill, a.value, b.value)
			}
		}
	}
	return nil
}

// crossed returns an example for Shortened: two records whose keys are in the wrong order
// because the step at, of another field, comes between the first bytes of field and the
// rest of it. The records are equal in the first bytes, and the other field decides.
func (t *Template) crossed(field, at int, fill []string) *ClaimExample {
	later, there := t.steps[at].field, []*Step{} // the other field, and its steps before field returns
	for i := at; i < len(t.steps) && t.steps[i].field != field; i++ {
		if t.steps[i].field == later {
			there = append(there, &t.steps[i])
		}
	}
	low, high, lowAt, highAt := "", "", "", ""
	for i, p := range t.put(t.of(later)) {
		stands, _ := together(there, p.value)
		if i == 0 || stands < lowAt {
			low, lowAt = p.value, stands
		}
		if i == 0 || stands > highAt {
			high, highAt = p.value, stands
		}
	}
	if lowAt == highAt {
		return nil
	}
	places := t.of(field)
	before := places
	for i, s := range places {
		if s.at > at {
			before = places[:i]
			break
		}
	}
	seen := map[string]string{}
	for _, p := range t.put(places) {
		same, _ := together(before, p.value)
		u, met := seen[same]
		v := p.value
		if !met || u == v {
			seen[same] = v
			continue
		}
		if compare(u, v, t.number(field)) > 0 {
			u, v = v, u
		}
		e := t.example(field, fill, u, v)
		if e == nil {
			return nil
		}
		e.Values[0][later], e.Values[1][later] = high, low
		return t.keyed(e)
	}
	return nil
}

// sharing returns two records that would have the same key if values containing the
// separator after step i were not refused.
func (t *Template) sharing(i int, fill []string) *ClaimExample {
	a, b, sep := t.steps[i].field, t.steps[i+1].field, t.steps[i].Sep
	e := &ClaimExample{Values: [2][]string{slices.Clone(fill), slices.Clone(fill)}}
	e.Values[0][a] = fill[a] + sep + fill[b]
	e.Values[1][b] = fill[b] + sep + fill[b]
	key := []byte(t.head)
	for i := range t.steps {
		s := &t.steps[i]
		key, _, _ = s.chain.append(key, e.Values[0][s.field])
		key = append(key, s.Sep...)
	}
	e.Keys = [2]base.RowKey{base.RowKey(key), base.RowKey(key)}
	return e
}

// compare compares two values as numbers or as bytes.
func compare(a, b string, number bool) int {
	if !number {
		return cmp.Compare(a, b)
	}
	m, _ := ParseNumber(a)
	n, _ := ParseNumber(b)
	return cmp.Compare(m, n)
}

// These two values have the same hash in its first [MaxHash] digits.
const sameHash1, sameHash2 = "57439", "162920"

// candidates returns values of many kinds, among which are some that the steps of a field
// accept, and some that show how the steps lose information or order.
func candidates(steps []*Step) []string {
	out := []string{"ann", "ann!", "bob", "a", "b", "ab", "ba", "aa", "", "a.b", "b.a", "ab.c", "c.ab", "!", "a!", "a\x00", "\x00"}
	dates := []string{"20150301124501001", "20150301124502002", "20150301134501000", "20150302124501001", "20151101000000000", "20160301124501001"}
	times := []string{"1425213901001", "1425213902002", "1425217501000", "1425300301001", "1446336000000", "1456836301001"}
	out = append(out, times...)
	for i, d := range dates {
		out = append(out, times[i][:10], d, d[:14])
	}
	for n := range int64(300) {
		out = append(out, strconv.FormatInt(n, 10))
	}
	for _, s := range steps {
		if s.Sep != "" {
			out = append(out, s.Sep[:1], "a"+s.Sep[:1])
		}
		for _, f := range s.chain.via {
			switch {
			case f.Form != "":
				for _, at := range times {
					n, _ := ParseNumber(at)
					if f.Name == "seconds" {
						n /= 1000
					}
					out = append(out, f.Date(n))
				}
			case f.Name == "first":
				for _, c := range []string{"a", "b", "z"} {
					long := strings.Repeat(c, f.N)
					out = append(out, long, long+"a", long+"b", long[1:]+"d", "d"+long[1:], "1"+strings.Repeat("0", f.N)+"2")
				}
			case f.Name == "zero":
				for n := range f.N {
					ten := "1" + strings.Repeat("0", n)
					out = append(out, ten, "2"+ten[1:], ten[:n]+"1")
				}
			case f.Name == "hash":
				out = append(out, sameHash1, sameHash2)
			}
		}
	}
	return append(out, "99999999")
}
