package engine

import (
	"slices"
	"sort"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// Strip is a table from afar: where its tablets begin, and which of its rows the
// read that marks its pages scanned and returned.
type Strip struct {
	Table   string
	Rows    int
	Tablets []int  // rows before each tablet but the first, at most MaxSpans
	Spans   []Span // in key order, those of returned rows behind those of scanned ones
}

// Span is the rows [From, To), counted from the table's first.
type Span struct {
	From, To int
	Mark     Mark // Scanned or Returned
}

// MaxSpans is the most spans of a kind that a strip has; those that lie nearer
// to each other than can be seen are one.
const MaxSpans = 100

// outlineParts is into how many parts an outline cuts a table.
const outlineParts = 256

// outline cuts a table into parts of about as many rows, so that finding where a
// key stands takes a look at one part.
type outline struct {
	table   string
	state   uint64 // of the timeline, as in a [Page]
	version uint64
	rows    int
	bytes   int64
	keys    []base.RowKey // of each part's first row
	ranks   []int         // rows before it
}

// outlined returns the outline of a table of the session as it is now.
func (s *Session) outlined(t *table.Table) *outline { return s.outlinedIn(0, t) }

// outlinedIn returns the outline of a table of a state of the timeline.
func (s *Session) outlinedIn(state uint64, t *table.Table) *outline {
	o := s.outline
	if o != nil && o.table == t.Name() && o.state == state && o.version == s.version && o.rows == t.Len() && o.bytes == t.Bytes() {
		return o
	}
	o = &outline{table: t.Name(), state: state, version: s.version, rows: t.Len(), bytes: t.Bytes()}
	parts := min(o.rows, outlineParts)
	for i := range parts {
		o.ranks = append(o.ranks, i*o.rows/parts)
	}
	o.keys = t.KeysAt(o.ranks)
	s.outline = o
	return o
}

// rank returns how many rows of the table have a smaller key.
func (o *outline) rank(t *table.Table, key base.RowKey) int {
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
func (o *outline) span(t *table.Table, r base.Range, m Mark) Span {
	to := o.rows
	if r.End != "" {
		to = o.rank(t, r.End)
	}
	return Span{o.rank(t, r.Start), to, m}
}

// hits is which rows a read returned: of each part of the table the first and
// the last one.
type hits struct {
	keys  []base.RowKey // where the parts begin
	parts []struct{ first, last base.RowKey }
	at    int // the part of the row added last
}

// tally returns the hits of a read that is to come, nil if it returns all that it
// scans.
func (s *Session) tally(t *table.Table, q table.Query) *hits {
	if q.Filter.PassesAll() {
		return nil
	}
	return newHits(s.outlined(t))
}

func newHits(o *outline) *hits {
	return &hits{keys: o.keys, parts: make([]struct{ first, last base.RowKey }, max(len(o.keys), 1))}
}

// add notes a row; rows come in the order of a scan. Nil notes nothing.
func (h *hits) add(key base.RowKey) {
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

// each returns what notes the rows of a scan, nil if there is nothing to note.
func (h *hits) each() func(table.Row) bool {
	if h == nil {
		return nil
	}
	return func(r table.Row) bool {
		h.add(r.Key())
		return true
	}
}

// Strip returns the table of a page from afar. An unknown one has no rows.
func (s *Session) Strip(p Page) Strip {
	out := Strip{Table: p.Table}
	shown := &s.state
	if past, ok := s.stateOf(p.State); ok && p.State != 0 {
		shown = past
	}
	t := shown.tables[p.Table]
	if t == nil {
		return out
	}
	o := s.outlinedIn(p.State, t)
	out.Rows = o.rows
	splits := t.Splits()
	step := (len(splits) + MaxSpans - 1) / MaxSpans
	for i := 0; i < len(splits); i += step {
		out.Tablets = append(out.Tablets, o.rank(t, splits[i]))
	}
	if l := s.shownIn(p.State); l != nil && l.table == p.Table {
		out.Spans = l.spans(t, o)
	}
	return out
}

// spans returns the rows that a read scanned and returned.
func (l *lastRead) spans(t *table.Table, o *outline) []Span {
	mark := Scanned
	if l.hits == nil {
		mark = Returned
	}
	var spans []Span
	for _, r := range l.seen(t, o) {
		if l.cut && l.reversed {
			r.Start = max(r.Start, l.stop)
		} else if l.cut && (r.End == "" || l.stop < r.End) {
			r.End = l.stop + "\x00"
		}
		if r.Empty() {
			continue
		}
		if l.was == nil || t.Same(l.was) {
			spans = addSpan(spans, o.span(t, r, mark), 0, o.rows/MaxSpans)
			continue
		}
		spans = l.addKnown(spans, t, r, o.span(t, r, mark))
	}
	if l.hits == nil {
		return spans
	}
	from := len(spans)
	for _, p := range l.hits.parts {
		if p.first != "" {
			spans = addSpan(spans, o.span(t, base.Range{Start: p.first, End: p.last + "\x00"}, Returned), from, o.rows/(2*MaxSpans))
		}
	}
	return spans
}

// seen returns the ranges of a read as far as they can be told apart from afar, where they
// are very many: nearer ones are joined, as [addSpan] joins their rows.
func (l *lastRead) seen(t *table.Table, o *outline) []base.Range {
	if len(l.ranges) <= 4*MaxSpans {
		return l.ranges
	}
	if l.joinedBy != o {
		l.joinedBy, l.joined = o, o.joined(t, l.ranges)
	}
	return l.joined
}

// joined joins ranges, in order, between which few rows lie.
func (o *outline) joined(t *table.Table, ranges []base.Range) (out []base.Range) {
	gap := o.rows / MaxSpans
	for len(ranges) > 0 {
		r, n := ranges[0], 1
		for s := o.span(t, r, Scanned); s.From < s.To && n < len(ranges); s = o.span(t, r, Scanned) {
			near := len(ranges)
			if s.To+gap < o.rows {
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

// addKnown adds the rows of a span, those in a range, that the read can have met: none
// that came later, as far as that can be seen. In a range of very many rows they are not
// told apart; where more came than can be overlooked nothing is known of it any more.
func (l *lastRead) addKnown(spans []Span, t *table.Table, r base.Range, s Span) []Span {
	gap := t.Len() / MaxSpans
	if s.To-s.From > maxCompared {
		if was := l.was.Between(r.Start, r.End); max(was-(s.To-s.From), s.To-s.From-was) <= gap {
			return addSpan(spans, s, 0, gap)
		}
		return spans
	}
	at := s.From
	for row := range t.At(s.From, s.To-s.From) {
		if _, there := l.was.Get(row.Key()); there {
			spans = addSpan(spans, Span{at, at + 1, s.Mark}, 0, gap)
		}
		at++
	}
	return spans
}

// addSpan adds a span behind those from number from on, or to the last of them
// where only a gap of rows lies between.
func addSpan(spans []Span, s Span, from, gap int) []Span {
	if s.From >= s.To {
		return spans
	}
	if n := len(spans); n > from && s.From-spans[n-1].To <= gap {
		spans[n-1].To = max(spans[n-1].To, s.To)
		return spans
	}
	return append(spans, s)
}
