package view

import (
	"slices"
	"sort"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// MaxSpans is how many spans of rows can be told apart from afar: spans that lie nearer to each
// other than this part of the table are one.
const MaxSpans = 100

// outlineParts is into how many parts an outline cuts a table.
const outlineParts = 256

// Span is the rows [From, To) of a table, counted from 0.
type Span struct{ From, To int }

// Outline cuts a table into parts of about as many rows each, so that finding where a key stands
// takes a look at one part. It is good until the table is written.
type Outline struct {
	Rows  int
	keys  []base.RowKey // of each part's first row
	ranks []int         // rows before it
}

// NewOutline returns the outline of a table as it is now.
func NewOutline(t *table.Table) *Outline {
	o := &Outline{Rows: t.Len()}
	parts := min(o.Rows, outlineParts)
	for i := range parts {
		o.ranks = append(o.ranks, i*o.Rows/parts)
	}
	o.keys = t.KeysAt(o.ranks)
	return o
}

// Rank returns how many rows of the table, which must be that of the outline, have a smaller key.
func (o *Outline) Rank(t *table.Table, key base.RowKey) int {
	i, exact := slices.BinarySearch(o.keys, key)
	switch {
	case exact:
		return o.ranks[i]
	case i == 0:
		return 0
	}
	return o.ranks[i-1] + t.Between(o.keys[i-1], key)
}

// span returns the rows of a range.
func (o *Outline) span(t *table.Table, r base.Range) Span {
	to := o.Rows
	if r.End != "" {
		to = o.Rank(t, r.End)
	}
	return Span{o.Rank(t, r.Start), to}
}

// joined joins ranges, in order, between which few rows lie.
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
			for near > n && t.Between(ranges[near-1].Start, ranges[near-1].End) == 0 {
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

// addSpan adds a span after the others, or to the last of them where at most a gap of rows lies
// between.
func addSpan(spans []Span, s Span, gap int) []Span {
	if s.From >= s.To {
		return spans
	}
	if n := len(spans); n > 0 && s.From-spans[n-1].To <= gap {
		spans[n-1].To = max(spans[n-1].To, s.To)
		return spans
	}
	return append(spans, s)
}

// Hits keeps which rows a read returned: of each part of the table the first and the last one.
// Nil keeps nothing.
type Hits struct {
	keys  []base.RowKey // where the parts begin
	parts []struct{ first, last base.RowKey }
	at    int // the part of the row added last
}

// NewHits returns hits without a row yet, of a table with that outline.
func NewHits(o *Outline) *Hits {
	return &Hits{keys: o.keys, parts: make([]struct{ first, last base.RowKey }, max(len(o.keys), 1))}
}

// Add keeps a row. It is quick where rows come in the order of a scan.
func (h *Hits) Add(key base.RowKey) {
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

// Each returns what keeps the rows of a scan, nil for nil.
func (h *Hits) Each() func(table.Row) bool {
	if h == nil {
		return nil
	}
	return func(r table.Row) bool {
		h.Add(r.Key())
		return true
	}
}
