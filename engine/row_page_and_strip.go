package engine

import (
	"tabletop/engine/base"
	"tabletop/engine/table"
	"tabletop/engine/view"
)

// TableStrip is an overview of a whole table: where its tablets begin, and which rows were scanned and
// returned by the read that marks its pages.
type TableStrip struct {
	Table   string
	Rows    int
	Tablets []int       // rows before each tablet except the first, at most maxSpans
	Spans   []StripSpan // scanned spans in key order, then returned spans in key order
}

// maxSpans is the most spans of one kind in a strip. Spans that are too close to be told apart are
// merged.
const maxSpans = view.MaxSpans

// StripSpan is the rows [From, To), counted from the first row of the table.
type StripSpan struct {
	From, To int
	Mark     ReadMark // Scanned or Returned
}

// outlineOf is an outline with the facts by which a change of its table is noticed.
type outlineOf struct {
	*view.Outline
	table   string
	state   uint64 // of the timeline, as in a [RowPage]
	version uint64
	rows    int
	bytes   int64
}

// outlined returns the outline of a table of the current state.
func (s *Session) outlined(t *table.Table) *view.Outline { return s.outlinedIn(0, t) }

// outlinedIn returns the outline of a table in a state of the timeline. The session keeps the last
// outline and returns it again while the table has not changed.
func (s *Session) outlinedIn(state uint64, t *table.Table) *view.Outline {
	o := &s.outline
	if o.Outline == nil || o.table != t.Name() || o.state != state || o.version != s.version || o.rows != t.Len() || o.bytes != t.Bytes() {
		*o = outlineOf{view.NewOutline(t), t.Name(), state, s.version, t.Len(), t.Bytes()}
	}
	return o.Outline
}

// tally returns an empty record of the rows that a read will return. It is nil for a read that
// returns every row it scans.
func (s *Session) tally(t *table.Table, q table.ScanQuery) *view.ReturnedRows {
	if q.Filter.PassesAll() {
		return nil
	}
	return view.NewReturnedRows(s.outlined(t))
}

// TableStrip returns the strip of a page's table. An unknown table has no rows.
func (s *Session) TableStrip(p RowPage) TableStrip {
	out := TableStrip{Table: p.Table}
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
	splits := t.SplitKeys()
	step := (len(splits) + maxSpans - 1) / maxSpans
	for i := 0; i < len(splits); i += step {
		out.Tablets = append(out.Tablets, o.Rank(t, splits[i]))
	}
	if l := s.shownIn(p.State); l != nil && l.Table == p.Table {
		scanned, returned := l.MarkedSpans(t, o)
		for _, r := range scanned {
			out.Spans = append(out.Spans, StripSpan{r.From, r.To, MarkScanned})
		}
		for _, r := range returned {
			out.Spans = append(out.Spans, StripSpan{r.From, r.To, MarkReturned})
		}
	}
	return out
}

// The bounds of a [ReadVersions].
const (
	MaxVersions     = 100     // versions of a column
	MaxVersionValue = 4 << 10 // bytes of a value
	MaxWholeValue   = 64 << 10
)

// VersionsRead is the answer to [ReadVersions].
type VersionsRead struct {
	ReadVersions               // the request
	Cells        int64         // of the row, or versions of the column
	Bytes        int64         // of the row, or of the values of the column
	Key          base.RowKey   // of the row at the offset; "" if there is none
	Versions     []CellVersion // of the column, the newest first: at most [MaxVersions], or one
}

// CellVersion is one version of a column.
type CellVersion struct {
	At    base.Micros
	Value string // its first [MaxVersionValue] bytes, or [MaxWholeValue]
	Size  int64  // bytes of the whole value
}

// peek returns the versions of a column, the size of a row, or the key at an offset. A table, row
// or column that does not exist has no cells.
func (s *Session) peek(r ReadVersions) *VersionsRead {
	p := &VersionsRead{ReadVersions: r}
	shown := &s.state
	if past, ok := s.stateOf(r.State); ok {
		shown = past
	}
	t, ok := shown.tables[r.Table]
	if !ok {
		return p
	}
	if r.Row == "" {
		for row := range t.RowsAt(max(r.Offset, 0), 1) {
			p.Key = row.Key()
		}
		return p
	}
	versions, most := MaxVersions, MaxVersionValue
	if r.Whole {
		versions, most = 1, MaxWholeValue
	}
	row, ok := t.Get(r.Row)
	switch {
	case !ok:
	case r.Family == "":
		p.Cells, p.Bytes = int64(row.Len()), row.Bytes()
	default:
		row.EachCell(func(c base.Cell) {
			if c.Family != r.Family || c.Qualifier != r.Qualifier {
				return
			}
			p.Cells++
			p.Bytes += int64(len(c.Value))
			if len(p.Versions) < versions {
				p.Versions = append(p.Versions, CellVersion{At: c.At, Value: c.Value[:min(len(c.Value), most)], Size: int64(len(c.Value))})
			}
		})
	}
	return p
}

// pageCells returns the cells of a row for a page, with at most the given number of versions of
// each column. The newest cell of a column carries the number of all its versions.
func pageCells(r table.Row, versions int) []PageCell {
	cells := make([]PageCell, 0, r.Len())
	newest, most := 0, int64(min(max(versions, 1), MaxVersions))
	for c := range r.Cells() {
		cell := PageCell{
			Family: c.Family, Qualifier: c.Qualifier, At: c.At,
			Value: c.Value[:min(len(c.Value), maxShown)], Size: int64(len(c.Value)),
		}
		if n := len(cells); n == 0 || cells[n-1].Family != c.Family || cells[n-1].Qualifier != c.Qualifier {
			cell.Versions, newest = 1, n
			cells = append(cells, cell)
			continue
		}
		if cells[newest].Versions++; cells[newest].Versions <= most {
			cells = append(cells, cell)
		}
	}
	return cells
}
