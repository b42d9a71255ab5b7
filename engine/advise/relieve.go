package advise

import (
	"cmp"
	"slices"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// Cause says why a table is hot under a load.
type Cause string

const (
	CauseBatch Cause = "batch" // records are written in key order
	CauseTime  Cause = "time"  // the leading field of the key moves with time
	CauseStar  Cause = "star"  // one value has much of the load
	CauseFew   Cause = "few"   // the leading field has few values
	CauseRow   Cause = "row"   // one row has much of the load
	CauseOther Cause = "other" // none of these
)

// Hot is what is known of a table that is hot under a load.
type Hot struct {
	Template *rowkey.Template
	Fields   []Counted // the fields of the data
	Asked    []string  // fields for which questions have one value
	Nodes    int       // number of nodes
	Sorted   bool      // whether records are written in key order
	Star     string    // the field one of whose values has much of the load, "" for none
	Row      bool      // whether one row has much of the load
}

// Counted describes the values of a field, by a sample of records.
type Counted struct {
	Field string
	Kinds int     // number of different values
	Most  float64 // share of the most frequent value
	Moves bool    // whether values go up, or down, as records arrive
}

// Remedy is a change that may help.
type Remedy struct {
	Kind     RemedyKind
	Field    string
	Template string // the template to try; "" to keep the present one and change the load
}

// RemedyKind says what a remedy does with a field.
type RemedyKind string

const (
	Later  RemedyKind = "later"  // moves it to the end of the key
	First  RemedyKind = "first"  // moves it to the front of the key
	Added  RemedyKind = "added"  // adds it at the front of the key
	Behind RemedyKind = "behind" // adds it at the end of the key
	Salted RemedyKind = "salted" // adds its hash modulo the number of nodes at the front
	Hashed RemedyKind = "hashed" // adds two digits of its hash at the front
	Mixed  RemedyKind = "mixed"  // writes the records in random order
)

// maxRemedies is the largest number of remedies that are proposed, since each of them has
// to be measured.
const maxRemedies = 5

// Relieve returns why a table is hot, the field that causes it or "", and remedies that
// may help, the most promising first.
func Relieve(h Hot) (why Cause, field string, may []Remedy) {
	k := keyOf(h.Template)
	if len(k.names) == 0 {
		return CauseOther, "", nil
	}
	lead := h.of(k.names[0])
	switch field = lead.Field; {
	case h.Sorted:
		return CauseBatch, "", []Remedy{{Kind: Mixed}}
	case lead.Moves:
		why = CauseTime
	case h.Row:
		why, field = CauseRow, ""
	case h.Star != "":
		why, field = CauseStar, h.Star
	case lead.Kinds < 4*h.Nodes:
		why = CauseFew
	default:
		why, field = CauseOther, ""
	}
	add := func(kind RemedyKind, field string, edit func(*key)) {
		changed := key{head: k.head, sep: k.sep, fields: slices.Clone(k.fields), names: k.names}
		edit(&changed)
		text := changed.String()
		t, err := rowkey.Parse(text)
		same := func(r Remedy) bool { return r.Template == text }
		if err == nil && t.String() != h.Template.String() && !slices.ContainsFunc(may, same) && len(may) < maxRemedies {
			may = append(may, Remedy{kind, field, text})
		}
	}
	front := func(inside string) func(*key) {
		return func(k *key) { k.fields = slices.Insert(k.fields, 0, "{"+inside+"}") }
	}
	if lead.Moves {
		add(Later, lead.Field, func(k *key) { k.fields = append(k.fields[1:], k.fields[0]) })
	}
	// whole is the fields that do not move with time. Fields of the key come first, since only
	// fields that questions ask for may be added; then fields with many values.
	var whole []Counted
	for _, f := range h.Fields {
		if !f.Moves && f.Kinds > 1 && (slices.Contains(k.names, f.Field) || slices.Contains(h.Asked, f.Field)) {
			whole = append(whole, f)
		}
	}
	base.SortStable(whole, func(a, b Counted) int {
		if x, y := slices.Contains(k.names, a.Field), slices.Contains(k.names, b.Field); x != y {
			return cmp.Compare(slices.Index(k.names, b.Field), slices.Index(k.names, a.Field))
		}
		return cmp.Compare(b.Kinds, a.Kinds)
	})
	for _, f := range whole {
		at := slices.Index(k.names, f.Field)
		switch {
		case at > 0 && f.Kinds > lead.Kinds || at > 0 && lead.Moves:
			add(First, f.Field, func(k *key) {
				moved := k.fields[at]
				k.fields = slices.Insert(slices.Delete(k.fields, at, at+1), 0, moved)
			})
		case at < 0 && why != CauseRow:
			add(Added, f.Field, front(f.Field))
		}
	}
	// The hash of the field with most values distributes the rows best.
	best := Counted{}
	for _, name := range k.names {
		if f := h.of(name); f.Kinds > best.Kinds {
			best = f
		}
	}
	if best.Kinds > 1 {
		add(Salted, best.Field, front(best.Field+"|salt:"+itoa(max(2, min(h.Nodes, rowkey.MaxSalt)))))
	}
	for _, f := range whole {
		if slices.Contains(k.names, f.Field) && f.Field != h.Star && f.Kinds >= 2*h.Nodes {
			add(Hashed, f.Field, front(f.Field+"|hash:2"))
			break
		}
	}
	if why == CauseRow || why == CauseStar {
		for _, f := range h.Fields {
			if f.Moves && !slices.Contains(k.names, f.Field) {
				add(Behind, f.Field, func(k *key) { k.fields = append(k.fields, "{"+f.Field+"}") })
			}
		}
	}
	return why, field, may
}

// of returns the description of a field.
func (h *Hot) of(field string) Counted {
	for _, f := range h.Fields {
		if f.Field == field {
			return f
		}
	}
	return Counted{Field: field}
}

// key is a template as a list of fields, in their braces and with the words beside them,
// and the separator between them.
type key struct {
	head, sep string
	fields    []string
	names     []string // names of the fields
}

// keyOf returns the key of a template. It takes the first separator for all.
func keyOf(t *rowkey.Template) key {
	l := t.Layout()
	k := key{head: l.Seps[0]}
	for i, f := range l.Fields {
		if k.sep == "" && i > 0 {
			k.sep = l.Seps[i]
		}
		name, _, _ := strings.Cut(f.Inside, "|")
		k.fields, k.names = append(k.fields, f.String()), append(k.names, name)
	}
	k.sep = cmp.Or(k.sep, "#")
	return k
}

// String returns the template.
func (k key) String() string { return k.head + strings.Join(k.fields, k.sep) }
