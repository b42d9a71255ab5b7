package advise

import (
	"cmp"
	"slices"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// HeatCause says why a table is hot under a load.
type HeatCause string

const (
	CauseSortedBatch HeatCause = "batch" // records are written in key order
	CauseTime        HeatCause = "time"  // the leading field of the key moves with time
	CauseHotValue    HeatCause = "star"  // one value has much of the load
	CauseFewValues   HeatCause = "few"   // the leading field has few values
	CauseHotRow      HeatCause = "row"   // one row has much of the load
	CauseOther       HeatCause = "other" // none of these
)

// HotTable is what is known of a table that is hot under a load.
type HotTable struct {
	Template    *rowkey.Template
	Fields      []FieldSpread // the fields of the data
	Asked       []string      // fields for which questions have one value
	Nodes       int           // number of nodes
	Sorted      bool          // whether records are written in key order
	SkewedField string        // the field one of whose values has much of the load, "" for none
	Row         bool          // whether one row has much of the load
}

// FieldSpread describes the values of a field, by a sample of records.
type FieldSpread struct {
	Field          string
	DistinctValues int     // number of different values
	TopShare       float64 // share of the most frequent value
	Moves          bool    // whether values go up, or down, as records arrive
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
	MoveToEnd     RemedyKind = "later"  // moves it to the end of the key
	MoveToFront   RemedyKind = "first"  // moves it to the front of the key
	AddAtFront    RemedyKind = "added"  // adds it at the front of the key
	AddAtEnd      RemedyKind = "behind" // adds it at the end of the key
	AddSalt       RemedyKind = "salted" // adds its hash modulo the number of nodes at the front
	AddHash       RemedyKind = "hashed" // adds two digits of its hash at the front
	ShuffleWrites RemedyKind = "mixed"  // writes the records in random order
)

// maxRemedies is the largest number of remedies that are proposed, since each of them has
// to be measured.
const maxRemedies = 5

// FindRemedies returns why a table is hot, the field that causes it or "", and remedies that
// may help, the most promising first.
func FindRemedies(h HotTable) (why HeatCause, field string, may []Remedy) {
	k := keyOf(h.Template)
	if len(k.names) == 0 {
		return CauseOther, "", nil
	}
	lead := h.of(k.names[0])
	switch field = lead.Field; {
	case h.Sorted:
		return CauseSortedBatch, "", []Remedy{{Kind: ShuffleWrites}}
	case lead.Moves:
		why = CauseTime
	case h.Row:
		why, field = CauseHotRow, ""
	case h.SkewedField != "":
		why, field = CauseHotValue, h.SkewedField
	case lead.DistinctValues < 4*h.Nodes:
		why = CauseFewValues
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
		add(MoveToEnd, lead.Field, func(k *key) { k.fields = append(k.fields[1:], k.fields[0]) })
	}
	// whole is the fields that do not move with time. Fields of the key come first, since only
	// fields that questions ask for may be added; then fields with many values.
	var whole []FieldSpread
	for _, f := range h.Fields {
		if !f.Moves && f.DistinctValues > 1 && (slices.Contains(k.names, f.Field) || slices.Contains(h.Asked, f.Field)) {
			whole = append(whole, f)
		}
	}
	base.SortStable(whole, func(a, b FieldSpread) int {
		if x, y := slices.Contains(k.names, a.Field), slices.Contains(k.names, b.Field); x != y {
			return cmp.Compare(slices.Index(k.names, b.Field), slices.Index(k.names, a.Field))
		}
		return cmp.Compare(b.DistinctValues, a.DistinctValues)
	})
	for _, f := range whole {
		at := slices.Index(k.names, f.Field)
		switch {
		case at > 0 && f.DistinctValues > lead.DistinctValues || at > 0 && lead.Moves:
			add(MoveToFront, f.Field, func(k *key) {
				moved := k.fields[at]
				k.fields = slices.Insert(slices.Delete(k.fields, at, at+1), 0, moved)
			})
		case at < 0 && why != CauseHotRow:
			add(AddAtFront, f.Field, front(f.Field))
		}
	}
	// The hash of the field with most values distributes the rows best.
	best := FieldSpread{}
	for _, name := range k.names {
		if f := h.of(name); f.DistinctValues > best.DistinctValues {
			best = f
		}
	}
	if best.DistinctValues > 1 {
		add(AddSalt, best.Field, front(best.Field+"|salt:"+itoa(max(2, min(h.Nodes, rowkey.MaxSalt)))))
	}
	for _, f := range whole {
		if slices.Contains(k.names, f.Field) && f.Field != h.SkewedField && f.DistinctValues >= 2*h.Nodes {
			add(AddHash, f.Field, front(f.Field+"|hash:2"))
			break
		}
	}
	if why == CauseHotRow || why == CauseHotValue {
		for _, f := range h.Fields {
			if f.Moves && !slices.Contains(k.names, f.Field) {
				add(AddAtEnd, f.Field, func(k *key) { k.fields = append(k.fields, "{"+f.Field+"}") })
			}
		}
	}
	return why, field, may
}

// of returns the description of a field.
func (h *HotTable) of(field string) FieldSpread {
	for _, f := range h.Fields {
		if f.Field == field {
			return f
		}
	}
	return FieldSpread{Field: field}
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
