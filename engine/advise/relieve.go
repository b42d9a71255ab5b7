package advise

import (
	"cmp"
	"slices"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// Cause is why a table is hot under a load.
type Cause string

const (
	CauseBatch Cause = "batch" // what is written is sorted by key
	CauseTime  Cause = "time"  // a field that goes up with time leads the key
	CauseStar  Cause = "star"  // one value has much of all
	CauseFew   Cause = "few"   // the leading field has few values
	CauseRow   Cause = "row"   // one row has much of all
	CauseOther Cause = "other"
)

// Hot is what is known of a table that is hot under a load.
type Hot struct {
	Template *rowkey.Template
	Fields   []Counted // of the data
	Asked    []string  // fields that questions ask for one value of
	Nodes    int
	Sorted   bool   // records are written in order of the key
	Star     string // the field that much of all is about one value of, "" for none
	Row      bool   // one row has much of all
}

// Counted is what a field of the data looks like, by some of its records.
type Counted struct {
	Field string
	Kinds int     // different values
	Most  float64 // the share of the most frequent one
	Moves bool    // they go up, or down, as records arrive
}

// Remedy is something that may help.
type Remedy struct {
	Kind     RemedyKind
	Field    string
	Template string // the key to try, "" for that of now under another load
}

// RemedyKind tells what is done about a field.
type RemedyKind string

const (
	Later  RemedyKind = "later"  // it is moved to the end of the key
	First  RemedyKind = "first"  // it is moved to the front
	Added  RemedyKind = "added"  // it is put into the front
	Behind RemedyKind = "behind" // it is put into the key behind the others
	Salted RemedyKind = "salted" // a hash of it modulo the number of nodes stands in front
	Hashed RemedyKind = "hashed" // two digits of its hash stand in front
	Mixed  RemedyKind = "mixed"  // the records are written in no order
)

// maxRemedies is how many remedies are worth a measurement.
const maxRemedies = 5

// Relieve says why a table is hot, the field that is to blame or "", and what may help,
// the likeliest first.
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
	// Fields that do not move, those with most values first, and before all others those
	// of the key: what questions ask for may be put into it.
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
	// What has the most values parts the rest best.
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

// of returns what a field looks like.
func (h *Hot) of(field string) Counted {
	for _, f := range h.Fields {
		if f.Field == field {
			return f
		}
	}
	return Counted{Field: field}
}

// key is a template's fields, in their braces and with the words beside them, and the one
// text between them.
type key struct {
	head, sep string
	fields    []string
	names     []string // of the fields
}

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

// String writes the template.
func (k key) String() string { return k.head + strings.Join(k.fields, k.sep) }
