package rowkey

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
)

// Reason is why a claim about a template holds or does not.
type Reason string

const (
	// Decodable.
	Apart   Reason = "apart"   // holds: each field has a width, or nothing behind it
	Refuses Reason = "refuses" // holds since a value that holds its separator is refused; the example would share a key
	Lossy   Reason = "lossy"   // the field is in the key only cut short or hashed; the example shares a key

	// Ordered.
	InOrder   Reason = "in-order"
	Newest    Reason = "newest"    // the field is turned round
	Scrambled Reason = "scrambled" // a transform of the field keeps no order
	ByLength  Reason = "by-length" // a transform orders shorter values of the field first
	Separator Reason = "separator" // what ends the field sorts above a byte of another value
	Unpadded  Reason = "unpadded"  // the field stands as it is, and may hold numbers of different lengths
	Shortened Reason = "shortened" // a field comes between the first bytes of this one and the rest

	Impossible Reason = "impossible" // no value fits all places of the field
)

// Claim says whether something holds of a template, why, because of which field,
// and what shows it.
type Claim struct {
	Holds   bool
	Why     Reason
	Field   string
	Example *Example // nil where there is none to show, or none is known
}

// Example is two records, their values in the order of [Template.Fields], and
// what stands in the keys for them.
type Example struct {
	Values [2][]string
	Keys   [2]base.RowKey
}

// Decodable claims that every key [Template.Encode] makes is made of one record
// only. Of hashes and other shortened forms of one field together an example may
// be unknown.
func (t *Template) Decodable() Claim {
	fill, bad := t.fill()
	if bad != "" {
		return Claim{Why: Impossible, Field: bad}
	}
	for i, f := range t.fields {
		if t.whole[i] >= 0 {
			continue
		}
		c := Claim{Why: Lossy, Field: f}
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
		c := Claim{Holds: true, Why: Refuses, Field: s.Field}
		if i+1 < len(t.steps) && len(s.chain.via) == 0 && len(t.steps[i+1].chain.via) == 0 && t.steps[i+1].field != s.field &&
			len(t.of(s.field)) == 1 && len(t.of(t.steps[i+1].field)) == 1 {
			c.Example = t.sharing(i, fill)
		}
		return c
	}
	return Claim{Holds: true, Why: Apart}
}

// Ordered claims that keys are in the order of their records, which are compared
// field by field in the order of [Template.Fields]: as numbers where a transform
// reads the field as one, as bytes where one makes it a text or a date of one length.
// What stands as it is may be a number of any length, and is claimed of neither. Of a
// field that stands in several forms an example may be unknown.
func (t *Template) Ordered() Claim {
	fill, bad := t.fill()
	if bad != "" {
		return Claim{Why: Impossible, Field: bad}
	}
	settled := 0 // so many fields are decided by what stands before
	open := -1   // the field of which only the first bytes are
	for i := range t.steps {
		s := &t.steps[i]
		switch {
		case s.field < settled:
			continue
		case open >= 0 && s.field != open:
			return Claim{Why: Shortened, Field: t.fields[open], Example: t.crossed(open, i, fill)}
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
		case !s.chain.number && !t.Dated(s.Field) && !slices.ContainsFunc(s.chain.via, Transform.pads):
			why = Unpadded
		}
		if why != "" {
			return Claim{Why: why, Field: s.Field, Example: t.turned(s.field, fill, why == Unpadded || t.number(s.field))}
		}
		open = s.field
		if s.chain.whole {
			settled, open = s.field+1, -1
		}
	}
	return Claim{Holds: true, Why: InOrder}
}

// of returns the places of a field.
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

// Dated reports whether only dates of one length are taken for a field.
func (t *Template) Dated(field string) bool {
	return slices.ContainsFunc(t.steps, func(s Step) bool {
		return s.Field == field && len(s.chain.via) > 0 && s.chain.via[0].dates()
	})
}

// together returns what a value becomes in all places, with what ends each.
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

// put is a value and what it becomes in all places of its field.
type put struct{ value, at string }

// put returns the candidates that a field's places take.
func (t *Template) put(steps []*Step) []put {
	var all []put
	for _, v := range candidates(steps) {
		if at, ok := together(steps, v); ok {
			all = append(all, put{v, at})
		}
	}
	return all
}

// fill returns a value for each field, or a field for which there is none.
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

// example returns the records that differ in one field.
func (t *Template) example(field int, fill []string, a, b string) *Example {
	e := &Example{Values: [2][]string{slices.Clone(fill), slices.Clone(fill)}}
	e.Values[0][field], e.Values[1][field] = a, b
	return t.keyed(e)
}

// keyed sets the keys of an example; nil if there are none.
func (t *Template) keyed(e *Example) *Example {
	for i, values := range e.Values {
		key, err := t.AppendKey(nil, values)
		if err != nil {
			return nil
		}
		e.Keys[i] = base.RowKey(key)
	}
	return e
}

// turned returns two records in the order of a field whose keys are in the other.
func (t *Template) turned(field int, fill []string, number bool) *Example {
	all := t.put(t.of(field))
	if number {
		all = slices.DeleteFunc(all, func(p put) bool { _, is := Number(p.value); return !is })
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

// crossed returns two records that are the same where field stands before the
// step at, and of which the other field there decides against it, before field stands
// again.
func (t *Template) crossed(field, at int, fill []string) *Example {
	later, there := t.steps[at].field, []*Step{}
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

// sharing returns two records that would have one key if the values that hold
// the separator behind step i were not refused.
func (t *Template) sharing(i int, fill []string) *Example {
	a, b, sep := t.steps[i].field, t.steps[i+1].field, t.steps[i].Sep
	e := &Example{Values: [2][]string{slices.Clone(fill), slices.Clone(fill)}}
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

func compare(a, b string, number bool) int {
	if !number {
		return cmp.Compare(a, b)
	}
	m, _ := Number(a)
	n, _ := Number(b)
	return cmp.Compare(m, n)
}

// Two values with the same hash in its first [MaxHash] digits.
const sameHash1, sameHash2 = "57439", "162920"

// candidates returns values of all kinds, of which those places take some.
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
					n, _ := Number(at)
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
