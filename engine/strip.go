package engine

import (
	"tabletop/engine/table"
	"tabletop/engine/view"
)

// Strip is a table from afar: where its tablets begin, and which of its rows the
// read that marks its pages scanned and returned.
type Strip struct {
	Table   string
	Rows    int
	Tablets []int  // rows before each tablet but the first, at most MaxSpans
	Spans   []Span // in key order, those of returned rows behind those of scanned ones
}

// MaxSpans is the most spans of a kind that a strip has; those that lie nearer
// to each other than can be seen are one.
const MaxSpans = view.MaxSpans

// Span is the rows [From, To), counted from the table's first.
type Span struct {
	From, To int
	Mark     Mark // Scanned or Returned
}

// outlineOf is the outline of a table as it was.
type outlineOf struct {
	*view.Outline
	table   string
	state   uint64 // of the timeline, as in a [Page]
	version uint64
	rows    int
	bytes   int64
}

// outlined returns the outline of a table of the session as it is now.
func (s *Session) outlined(t *table.Table) *view.Outline { return s.outlinedIn(0, t) }

// outlinedIn returns the outline of a table of a state of the timeline.
func (s *Session) outlinedIn(state uint64, t *table.Table) *view.Outline {
	o := &s.outline
	if o.Outline == nil || o.table != t.Name() || o.state != state || o.version != s.version || o.rows != t.Len() || o.bytes != t.Bytes() {
		*o = outlineOf{view.NewOutline(t), t.Name(), state, s.version, t.Len(), t.Bytes()}
	}
	return o.Outline
}

// tally returns the hits of a read that is to come, nil if it returns all that it
// scans.
func (s *Session) tally(t *table.Table, q table.Query) *view.Hits {
	if q.Filter.PassesAll() {
		return nil
	}
	return view.NewHits(s.outlined(t))
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
	out.Rows = o.Rows
	splits := t.Splits()
	step := (len(splits) + MaxSpans - 1) / MaxSpans
	for i := 0; i < len(splits); i += step {
		out.Tablets = append(out.Tablets, o.Rank(t, splits[i]))
	}
	if l := s.shownIn(p.State); l != nil && l.Table == p.Table {
		scanned, returned := l.Spans(t, o)
		for _, r := range scanned {
			out.Spans = append(out.Spans, Span{r.From, r.To, Scanned})
		}
		for _, r := range returned {
			out.Spans = append(out.Spans, Span{r.From, r.To, Returned})
		}
	}
	return out
}
