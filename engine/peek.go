package engine

import (
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// What a look at cells carries at most.
const (
	MaxVersions = 100     // versions of a column
	MaxPeek     = 4 << 10 // bytes of a value
	MaxWhole    = 64 << 10
)

// Peeked is what a [Peek] found.
type Peeked struct {
	Peek                 // as asked
	Cells    int64       // of the row, or of the column: its versions
	Bytes    int64       // of the row, or of the column's values
	Key      base.RowKey // of the row that was asked for by its offset; "" if there is none
	Versions []Version   // of the column, the newest first, up to [MaxVersions] or one
}

// Version is one version of a column.
type Version struct {
	At    base.Micros
	Value string // its first [MaxPeek] bytes, or [MaxWhole]
	Size  int64  // bytes of the whole value
}

// peek looks at one column of a row, or at the row. What is not there has no
// cells.
func (s *Session) peek(r Peek) *Peeked {
	p := &Peeked{Peek: r}
	shown := &s.state
	if past, ok := s.stateOf(r.State); ok {
		shown = past
	}
	t, ok := shown.tables[r.Table]
	if !ok {
		return p
	}
	if r.Row == "" {
		for row := range t.At(max(r.Offset, 0), 1) {
			p.Key = row.Key()
		}
		return p
	}
	versions, most := MaxVersions, MaxPeek
	if r.Whole {
		versions, most = 1, MaxWhole
	}
	row, ok := t.Get(r.Row)
	switch {
	case !ok:
	case r.Family == "":
		p.Cells, p.Bytes = int64(row.Len()), row.Bytes()
	default:
		for c := range row.Cells() {
			if c.Family != r.Family || c.Qualifier != r.Qualifier {
				continue
			}
			p.Cells++
			p.Bytes += int64(len(c.Value))
			if len(p.Versions) < versions {
				p.Versions = append(p.Versions, Version{At: c.At, Value: c.Value[:min(len(c.Value), most)], Size: int64(len(c.Value))})
			}
		}
	}
	return p
}

// pageCells returns the cells of a row for a page, with so many versions of each
// column.
func pageCells(r table.Row, versions int) []PageCell {
	cells := make([]PageCell, 0, r.Len())
	newest, most := 0, int64(min(max(versions, 1), MaxVersions))
	for c := range r.Cells() {
		cell := PageCell{
			Family: c.Family, Qualifier: c.Qualifier, At: c.At,
			Value: c.Value[:min(len(c.Value), MaxShown)], Size: int64(len(c.Value)),
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
