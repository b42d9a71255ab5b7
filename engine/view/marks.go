package view

import (
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/compare"
	"tabletop/engine/filter"
	"tabletop/engine/table"
)

// Marks says which rows of a table a read scanned and returned. It does not list them: it asks
// the ranges, the filter and the table as they were, about one row or about all from afar.
type Marks struct {
	Table    string
	Was      *table.Table // the table when it was read; nil takes rows that came later for read
	Ranges   []base.Range
	joined   []base.Range // where ranges are very many, as they are seen from afar
	joinedBy *Outline     // of the table then
	Hits     *Hits        // the rows returned, nil if all that were scanned were
	Filter   *filter.Program
	Returned map[base.RowKey]bool // the rows returned; if it is not nil, the filter is not asked
	Picks    *compare.WantedRows  // what the client drops of the rows returned, nil for none
	Reversed bool
	Cut      bool        // the read was ended at Stop
	Stop     base.RowKey // the last row scanned
}

// Scanned reports whether the read scanned a row of a table, which may be another than it read.
func (l *Marks) Scanned(t *table.Table, key base.RowKey) bool {
	if l.Table != t.Name() {
		return false
	}
	if l.Was != nil {
		if _, there := l.Was.Get(key); !there {
			return false // it came later
		}
	}
	return l.walked(key) && !(l.Cut && (l.Reversed && key < l.Stop || !l.Reversed && key > l.Stop))
}

// Returns reports whether the read returned a row that it scanned, by the cells that the row has now.
func (l *Marks) Returns(t *table.Table, key base.RowKey) bool {
	if l.Returned != nil {
		return l.Returned[key]
	}
	var st table.Stats
	t.Count(table.Query{Ranges: []base.Range{base.Point(key)}, Filter: l.Filter}, &st)
	return st.RowsReturned > 0 && (l.Picks == nil || l.Picks.Takes(key))
}

// walked reports whether a key is in the ranges of a read. A read that skips from group to
// group has very many, which do not overlap and stand in order, as [base.Merge] leaves them.
func (l *Marks) walked(key base.RowKey) bool {
	i, _ := slices.BinarySearchFunc(l.Ranges, key, func(r base.Range, k base.RowKey) int {
		if r.Start <= k {
			return -1
		}
		return 1
	})
	return i > 0 && l.Ranges[i-1].Contains(key)
}

// maxComparedRows is how many rows of a range are looked up one by one, to see which came later.
const maxComparedRows = 5000

// Spans returns the rows that the read scanned and those that it returned, each in key order. If it
// returned all rows that it scanned, scanned is nil.
func (l *Marks) Spans(t *table.Table, o *Outline) (scanned, returned []Span) {
	for _, r := range l.seen(t, o) {
		if l.Cut && l.Reversed {
			r.Start = max(r.Start, l.Stop)
		} else if l.Cut && (r.End == "" || l.Stop < r.End) {
			r.End = l.Stop + "\x00"
		}
		if r.Empty() {
			continue
		}
		if l.Was == nil || t.Same(l.Was) {
			scanned = addSpan(scanned, o.span(t, r), o.Rows/MaxSpans)
			continue
		}
		scanned = l.addKnown(scanned, t, r, o.span(t, r))
	}
	if l.Hits == nil {
		return nil, scanned
	}
	for _, p := range l.Hits.parts {
		if p.first != "" {
			returned = addSpan(returned, o.span(t, base.Range{Start: p.first, End: p.last + "\x00"}), o.Rows/(2*MaxSpans))
		}
	}
	return scanned, returned
}

// seen returns the ranges of a read as far as they can be told apart from afar, where they
// are very many: nearer ones are joined, as [addSpan] joins their rows.
func (l *Marks) seen(t *table.Table, o *Outline) []base.Range {
	if len(l.Ranges) <= 4*MaxSpans {
		return l.Ranges
	}
	if l.joinedBy != o {
		l.joinedBy, l.joined = o, o.joined(t, l.Ranges)
	}
	return l.joined
}

// addKnown adds the rows of a span, those in a range, that the read can have met: none
// that came later, as far as that can be seen. In a range of very many rows they are not
// told apart; where more came than can be overlooked nothing is known of it any more.
func (l *Marks) addKnown(spans []Span, t *table.Table, r base.Range, s Span) []Span {
	gap := t.Len() / MaxSpans
	if s.To-s.From > maxComparedRows {
		if was := l.Was.Between(r.Start, r.End); max(was-(s.To-s.From), s.To-s.From-was) <= gap {
			return addSpan(spans, s, gap)
		}
		return spans
	}
	at := s.From
	for row := range t.At(s.From, s.To-s.From) {
		if _, there := l.Was.Get(row.Key()); there {
			spans = addSpan(spans, Span{at, at + 1}, gap)
		}
		at++
	}
	return spans
}
