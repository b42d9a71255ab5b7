package table

import "tabletop/engine/base"

// look applies the filter to a row whose cells decide the result, and emits the cells that
// pass. It reports whether the scan is to continue.
func (s *scan) look(rec record) bool {
	s.decide(rec)
	cells := s.run.EndRow()
	if len(cells) == 0 {
		return true
	}
	if s.Wire {
		w := newChunkSizer(rec.Key())
		for i := range cells {
			w.add(&cells[i])
		}
		s.st.WireBytes += w.finish()
	}
	n := int(len(rec.Key()))
	for i := range cells {
		n += len(cells[i].Family) + len(cells[i].Qualifier) + 8 + len(cells[i].Value)
	}
	rec.Cells, rec.Bytes = uint32(len(cells)), uint32(n)
	if s.CountOnly {
		return s.emit(Row{rec, &counted})
	}
	return s.emit(Row{rec, s.keep(cells)})
}

// decide passes the cells of a row to the filter. It decodes them as cursor.next does, but
// keeps the state in local variables, for speed, and asks only once per scan whether the
// filter wants a numbered column.
func (s *scan) decide(rec record) {
	text, pos := rec.Payload(), 0
	var at base.Micros
	wanted := false
	for pos < len(text) {
		var tag, n int
		if tag, pos = uvarint(text, pos); tag != tagSame {
			var c column
			if tag >= tagNumber {
				c = s.fams.columns.list[tag-tagNumber]
				wanted = s.wantsNumber(tag-tagNumber, c)
			} else {
				n, pos = uvarint(text, pos)
				c.fam = uint32(n)
				n, pos = uvarint(text, pos)
				c.qual = base.Qualifier(text[pos : pos+n])
				pos += n
				wanted = s.run.Wants(s.fams.names[c.fam], c.qual)
			}
			if wanted {
				s.run.BeginColumn(s.fams.names[c.fam], c.qual)
			}
		}
		n, pos = uvarint(text, pos)
		at += base.Micros(unzigzag(n))
		n, pos = uvarint(text, pos)
		value := text[pos : pos+n]
		pos += n
		if wanted && !s.run.PassCell(at, value) {
			return
		}
	}
}

// verdict is the cached answer to whether the filter wants a column.
type verdict uint8

const (
	unknown verdict = iota
	unwanted
	wanted
)

// wantsNumber reports whether the filter wants the column c, which has the given number.
func (s *scan) wantsNumber(number int, c column) bool {
	if number >= len(s.verdicts) {
		s.verdicts = append(s.verdicts, make([]verdict, len(s.fams.columns.list)-len(s.verdicts))...)
	}
	if s.verdicts[number] == unknown {
		s.verdicts[number] = unwanted
		if s.run.Wants(s.fams.names[c.fam], c.qual) {
			s.verdicts[number] = wanted
		}
	}
	return s.verdicts[number] == wanted
}

// counted is the source of filtered rows in a scan that only counts: their cells are not
// kept.
var counted = source{filtered: true}

// keep returns a source with a copy of cells, which the filter reuses for the next row.
// The copies of several rows share an allocation.
func (s *scan) keep(cells []base.Cell) *source {
	const most = 256 // cells or sources in one allocation, unless one row has more
	if cap(s.slab)-len(s.slab) < len(cells) {
		s.slab = make([]base.Cell, 0, max(len(cells), min(2*cap(s.slab), most)))
	}
	n := len(s.slab)
	s.slab = append(s.slab, cells...)
	if len(s.sources) == cap(s.sources) {
		s.sources = make([]source, 0, max(1, min(2*cap(s.sources), most)))
	}
	s.sources = append(s.sources, source{filtered: true, cells: s.slab[n:len(s.slab):len(s.slab)]})
	return &s.sources[len(s.sources)-1]
}
