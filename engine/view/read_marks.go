package view

import (
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/compare"
	"tabletop/engine/filter"
	"tabletop/engine/table"
)

// ReadMarks says which rows of a table a read scanned and returned. It does not hold a list of them. It
// computes the answer from the ranges and the filter of the read, and from the table in its state
// at the time of the read. Other than in a query, no ranges mean no rows.
type ReadMarks struct {
	Table        string                    // name of the table
	TableAtRead  *table.Table              // the table at the time of the read; if nil, later rows count as scanned
	Ranges       []base.Range              // the ranges scanned, in key order and without overlap
	joined       []base.Range              // Ranges with near ones joined, computed with joinedBy; see seen
	joinedBy     *Outline                  // nil if joined has not been computed
	ReturnedRows *ReturnedRows             // the rows returned; nil if all rows scanned were returned
	Filter       *filter.Program           // the filter of the read
	ReturnedKeys map[base.RowKey]bool      // the rows returned, to be used in place of Filter; nil if unknown
	Wanted       *compare.WantedRowCounter // drops rows that the client drops; nil if it drops none
	Reversed     bool                      // the read went from the end of the ranges to their beginning
	Truncated    bool                      // the read ended at Stop, before the end of the ranges
	Stop         base.RowKey               // the last row scanned
}

// HasScanned reports whether the read scanned the row with a key. t is the table that the row is in.
// HasScanned reports false if that is not the table of the read.
func (l *ReadMarks) HasScanned(t *table.Table, key base.RowKey) bool {
	if l.Table != t.Name() {
		return false
	}
	if l.TableAtRead != nil {
		if _, there := l.TableAtRead.Get(key); !there {
			return false // the row was added after the read
		}
	}
	return l.walked(key) && !(l.Truncated && (l.Reversed && key < l.Stop || !l.Reversed && key > l.Stop))
}

// HasReturned reports whether the read returned a row that it scanned. Unless l.Returned is set, it
// applies the filter to the cells that the row has now in t. These may have changed since the read.
func (l *ReadMarks) HasReturned(t *table.Table, key base.RowKey) bool {
	if l.ReturnedKeys != nil {
		return l.ReturnedKeys[key]
	}
	var st table.ScanStats
	t.CountScan(table.ScanQuery{Ranges: []base.Range{base.PointRange(key)}, Filter: l.Filter}, &st)
	return st.RowsReturned > 0 && (l.Wanted == nil || l.Wanted.MeetsConditions(key))
}

// walked reports whether a key is in l.Ranges. These may be very many, since a read that skips from
// group to group has one for each group.
func (l *ReadMarks) walked(key base.RowKey) bool {
	i, _ := slices.BinarySearchFunc(l.Ranges, key, func(r base.Range, k base.RowKey) int {
		if r.Start <= k {
			return -1
		}
		return 1
	})
	return i > 0 && l.Ranges[i-1].Contains(key)
}

// maxComparedRows is the largest number of rows in a range that are looked up one by one, to find
// out which were added after the read.
const maxComparedRows = 5000

// MarkedSpans returns the rows of t that the read scanned, and those that it returned, each as spans in
// key order. o must be the outline of t. Spans that are nearer to each other than can be seen are
// joined. If the read returned all rows that it scanned, scanned is nil.
func (l *ReadMarks) MarkedSpans(t *table.Table, o *Outline) (scanned, returned []RowSpan) {
	for _, r := range l.seen(t, o) {
		if l.Truncated && l.Reversed {
			r.Start = max(r.Start, l.Stop)
		} else if l.Truncated && (r.End == "" || l.Stop < r.End) {
			r.End = l.Stop + "\x00"
		}
		if r.IsEmpty() {
			continue
		}
		if l.TableAtRead == nil || t.KnownEqual(l.TableAtRead) {
			scanned = addSpan(scanned, o.span(t, r), o.Rows/MaxSpans)
			continue
		}
		scanned = l.addKnown(scanned, t, r, o.span(t, r))
	}
	if l.ReturnedRows == nil {
		return nil, scanned
	}
	for _, p := range l.ReturnedRows.parts {
		if p.first != "" {
			returned = addSpan(returned, o.span(t, base.Range{Start: p.first, End: p.last + "\x00"}), o.Rows/(2*MaxSpans))
		}
	}
	return scanned, returned
}

// seen returns the ranges of the read. If there are very many, ranges that are near to each other
// are joined, in the same way as addSpan joins their rows. The result for an outline is kept.
func (l *ReadMarks) seen(t *table.Table, o *Outline) []base.Range {
	if len(l.Ranges) <= 4*MaxSpans {
		return l.Ranges
	}
	if l.joinedBy != o {
		l.joinedBy, l.joined = o, o.joined(t, l.Ranges)
	}
	return l.joined
}

// addKnown adds those rows of a span that were in the table at the time of the read. s is the span
// of the rows in the range r. If it has more than maxComparedRows rows, they are not looked up.
// Then the whole span is added if the number of rows in the range has hardly changed since the
// read, and otherwise nothing.
func (l *ReadMarks) addKnown(spans []RowSpan, t *table.Table, r base.Range, s RowSpan) []RowSpan {
	gap := t.Len() / MaxSpans
	if s.To-s.From > maxComparedRows {
		if was := l.TableAtRead.CountBetween(r.Start, r.End); max(was-(s.To-s.From), s.To-s.From-was) <= gap {
			return addSpan(spans, s, gap)
		}
		return spans
	}
	at := s.From
	for row := range t.RowsAt(s.From, s.To-s.From) {
		if _, there := l.TableAtRead.Get(row.Key()); there {
			spans = addSpan(spans, RowSpan{at, at + 1}, gap)
		}
		at++
	}
	return spans
}
