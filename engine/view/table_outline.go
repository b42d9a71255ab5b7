package view

import (
	"slices"
	"sort"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// MaxSpans bounds how finely spans are told apart: two spans with at most 1/MaxSpans of the table's
// rows between them are joined.
const MaxSpans = 100

// outlineParts is the largest number of parts into which an outline divides a table.
const outlineParts = 256

// RowSpan is the rows [From, To) of a table, where the first row is 0.
type RowSpan struct{ From, To int }

// Outline divides a table into parts of about equally many rows. To find the position of a key,
// only one part has to be looked at. An Outline is valid until the table is written.
type Outline struct {
	Rows  int           // rows of the table
	keys  []base.RowKey // for each part: the key of its first row
	ranks []int         // for each part: the number of rows before it
}

// NewOutline returns the outline of a table in its present state.
func NewOutline(t *table.Table) *Outline {
	o := &Outline{Rows: t.Len()}
	parts := min(o.Rows, outlineParts)
	for i := range parts {
		o.ranks = append(o.ranks, i*o.Rows/parts)
	}
	o.keys = t.KeysAt(o.ranks)
	return o
}

// Rank returns how many rows of the table have a smaller key. t must be the outline's table.
func (o *Outline) Rank(t *table.Table, key base.RowKey) int {
	i, exact := slices.BinarySearch(o.keys, key)
	switch {
	case exact:
		return o.ranks[i]
	case i == 0:
		return 0
	}
	return o.ranks[i-1] + t.CountBetween(o.keys[i-1], key)
}

// span returns the rows of t that are in a range.
func (o *Outline) span(t *table.Table, r base.Range) RowSpan {
	to := o.Rows
	if r.End != "" {
		to = o.Rank(t, r.End)
	}
	return RowSpan{o.Rank(t, r.Start), to}
}

// joined joins ranges with few rows between them. The ranges must be in key order and must not
// overlap. If addSpan joins the spans of the result, they are the same as for all ranges.
func (o *Outline) joined(t *table.Table, ranges []base.Range) (out []base.Range) {
	gap := o.Rows / MaxSpans
	for len(ranges) > 0 {
		r, n := ranges[0], 1
		for s := o.span(t, r); s.From < s.To && n < len(ranges); s = o.span(t, r) {
			near := len(ranges)
			if s.To+gap < o.Rows {
				far := t.KeysAt([]int{s.To + gap})[0]
				near = sort.Search(near, func(i int) bool { return ranges[i].Start > far })
			}
			for near > n && t.CountBetween(ranges[near-1].Start, ranges[near-1].End) == 0 {
				near--
			}
			if near == n {
				break
			}
			n, r.End = near, ranges[near-1].End
		}
		out, ranges = append(out, r), ranges[n:]
	}
	return out
}

// addSpan adds a span to spans. It extends the last of them if there are at most gap rows between
// the two, and ignores an empty span. s must not begin before the last span.
func addSpan(spans []RowSpan, s RowSpan, gap int) []RowSpan {
	if s.From >= s.To {
		return spans
	}
	if n := len(spans); n > 0 && s.From-spans[n-1].To <= gap {
		spans[n-1].To = max(spans[n-1].To, s.To)
		return spans
	}
	return append(spans, s)
}

// ReturnedRows collects the rows that a read returned. To need little memory it keeps only the first and
// the last row of each part of an outline. A nil ReturnedRows collects nothing.
type ReturnedRows struct {
	keys  []base.RowKey                       // for each part: where it begins
	parts []struct{ first, last base.RowKey } // "" for a part without rows
	at    int                                 // index of the part to which the last row belongs
}

// NewReturnedRows returns ReturnedRows without rows for the table of an outline.
func NewReturnedRows(o *Outline) *ReturnedRows {
	return &ReturnedRows{keys: o.keys, parts: make([]struct{ first, last base.RowKey }, max(len(o.keys), 1))}
}

// Add adds a row. It is fast if rows are added in the order of a scan, forwards or backwards.
func (h *ReturnedRows) Add(key base.RowKey) {
	if h == nil {
		return
	}
	for h.at+1 < len(h.keys) && h.keys[h.at+1] <= key {
		h.at++
	}
	for h.at > 0 && key < h.keys[h.at] {
		h.at--
	}
	p := &h.parts[h.at]
	if p.first == "" || key < p.first {
		p.first = key
	}
	p.last = max(p.last, key)
}

// AddFunc returns a function that adds a row and returns true, or nil if h is nil.
func (h *ReturnedRows) AddFunc() func(table.Row) bool {
	if h == nil {
		return nil
	}
	return func(r table.Row) bool {
		h.Add(r.Key())
		return true
	}
}
