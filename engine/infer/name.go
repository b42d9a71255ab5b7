package infer

import (
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// name gives each field a name that no other has.
func (l *layout) name() {
	taken := map[string]int{}
	for i := range l.pieces {
		p := &l.pieces[i]
		if p.values == nil {
			continue
		}
		name := p.name
		switch {
		case p.hint != "" && (name == "" || name == "id"):
			name = p.hint
		case name != "":
		case len(l.pieces) == 1, p.kind == KindBinary:
			name = "key"
		case p.rest:
			name = "rest"
		case kindOfWords(p.values):
			name = "type"
		default:
			name = "name"
		}
		p.name = name
		if taken[name]++; taken[name] > 1 {
			p.name += strconv.Itoa(taken[name])
		}
	}
}

// kindOfWords reports whether values are of a small set.
func kindOfWords(values []string) bool {
	seen := map[string]bool{}
	for _, v := range values {
		seen[v] = true
	}
	return len(seen) <= 20 && len(seen)*5 <= len(values)
}

// text writes the template. as has other insides of fields, by piece.
func (l *layout) text(as map[int]string) string {
	var b strings.Builder
	for i, p := range l.pieces {
		inside, other := as[i]
		switch {
		case p.values == nil:
			b.WriteString(p.literal)
			continue
		case other:
		case p.via != "":
			inside = p.name + "|" + p.via
		default:
			inside = p.name
		}
		b.WriteString("{" + inside + "}")
	}
	return b.String()
}

// What is looked at to see that a field is made of another.
const (
	derivedKeys = 64
	derivedFrom = 8 // different values at least
)

// derived finds the fields that are made of others by a transform: hashes, salts, first
// bytes, days of times.
func (l *layout) derived(t *rowkey.Template, keys []string) map[int]string {
	var records, stands [][]string
	for _, k := range keys {
		if values, ok := t.Decode(base.RowKey(k)); ok && len(records) < derivedKeys {
			records = append(records, values)
			var at []string
			for _, s := range t.Segments(base.RowKey(k)) {
				if s.Field != "" {
					at = append(at, k[s.Start:s.End])
				}
			}
			stands = append(stands, at)
		}
	}
	fields := t.Fields()
	if len(records) < derivedFrom || len(fields) < 2 {
		return nil
	}
	var out map[int]string
	n := -1
	for i, p := range l.pieces {
		if p.values == nil {
			continue
		}
		n++
		for j, from := range fields {
			if j == n || out[l.at(from)] != "" || !differ(records, j) {
				continue
			}
			if via := made(p, records, stands, n, j); via != "" {
				if out == nil {
					out = map[int]string{}
				}
				out[i] = from + "|" + via
				break
			}
		}
	}
	return out
}

// differ reports whether a field has enough values to tell anything by.
func differ(records [][]string, field int) bool {
	seen := map[string]bool{}
	for _, r := range records {
		seen[r[field]] = true
	}
	return len(seen) >= derivedFrom
}

// made returns the transform that makes what stands at field n of the values of field j.
func made(p piece, records, stands [][]string, n, j int) string {
	width := len(stands[0][min(n, len(stands[0])-1)])
	var tries []string
	if width <= rowkey.MaxHash {
		tries = append(tries, "hash:"+strconv.Itoa(width))
	}
	tries = append(tries, "first:"+strconv.Itoa(width), "day", "day:s", "hour", "hour:s", "month", "month:s")
	if p.kind == KindSalt || p.kind == KindNumber {
		for m := 2; m <= rowkey.MaxSalt; m++ {
			if len(strconv.Itoa(m-1)) == width {
				tries = append(tries, "salt:"+strconv.Itoa(m))
			}
		}
	}
	for _, via := range tries {
		t, err := rowkey.Parse("{a|" + via + "}")
		if err != nil {
			continue
		}
		step, ok := t.Steps()[0], true
		for i, r := range records {
			if n >= len(stands[i]) {
				return ""
			}
			if is, err := step.Apply(r[j]); err != nil || is != stands[i][n] {
				ok = false
				break
			}
		}
		if ok {
			return via
		}
	}
	return ""
}

// at returns the piece of a field.
func (l *layout) at(field string) int {
	for i, p := range l.pieces {
		if p.values != nil && p.name == field {
			return i
		}
	}
	return -1
}

func (l *layout) kindOf(field string) Kind { return l.pieces[l.at(field)].kind }

// doubts says what the keys do not tell of these fields.
func (l *layout) doubts(fields []Field) []Doubt {
	var out []Doubt
	for _, p := range l.pieces {
		if p.values == nil && strings.ContainsFunc(p.literal, func(r rune) bool { return r > 127 || alnum(byte(r)) }) {
			out = append(out, Doubt{What: Alike, Text: p.literal})
		}
	}
	for _, f := range fields {
		p := l.pieces[l.at(f.Name)]
		d := Doubt{Field: f.Name}
		switch {
		case p.kind == KindBinary:
			d.What = Binary
			if at, ok := timeIn(p.values); ok {
				d.Text = strconv.Itoa(at+1) + "–" + strconv.Itoa(at+8)
			}
		case p.kind == KindHash:
			d.What = Hashed
		case p.kind == KindSalt:
			d.What = Salted
		case p.kind == KindCountDown:
			d.What = CountDown
		case p.kind == KindHexTime:
			d.What = HexTime
		case len(l.pieces) == 1 && p.kind == kindText:
			d.What = Whole
		case p.rest:
			d.What = Rest
		case p.hint == "" && (p.kind == kindText || p.kind == KindNumber || p.kind == KindPadded || p.kind == KindHex):
			d.What = Meaning
		default:
			continue
		}
		out = append(out, d)
	}
	return out
}
