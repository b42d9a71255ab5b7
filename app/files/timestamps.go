package files

import (
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/console/cbt"
	"tabletop/engine/records"
	"tabletop/engine/table"
)

// stamps is what is known about times in a file's values. cbt's import reads a time in
// microseconds since 1970 after a value: 42@1719830400000000.
type stamps struct {
	Stamped   bool        // the times are used as those of the cells; otherwise they are part of the values
	Stampable bool        // some of the first values have a time
	plain     []unstamped // by column, the values without a time
}

// unstamped counts the values of a column without a time, or with the time -1, which means
// that of the import.
type unstamped struct {
	values int
	line   int    // of the first such value
	value  string // the first such value
}

// stampsLooked is the number of bytes at the beginning of a text in which times are looked
// for.
const stampsLooked = 64 << 10

// minStamp is the earliest time that is taken for a time after a value. It is in 2001, when
// times in microseconds began to have 16 digits; numbers below it may mean something else.
const minStamp base.Micros = 1e15

// stampsOf looks for times in the first values of a text, after its first heads records. It
// proposes to use them if every value of some column, except the first, has a time of
// minStamp or later.
func stampsOf(text, comma string, heads int) (s stamps) {
	var values, stamped []int
	r := records.NewValuesReader(comma, func(_ int, record []string) {
		if heads--; heads >= 0 {
			return
		}
		for i, text := range record {
			for len(values) <= i {
				values, stamped = append(values, 0), append(stamped, 0)
			}
			if text == "" || i == 0 {
				continue
			}
			values[i]++
			if value, at := cbt.SplitTime(text); value != text {
				if s.Stampable = true; at >= minStamp {
					stamped[i]++
				}
			}
		}
	})
	text = text[:min(len(text), stampsLooked)]
	r.Write([]byte(text[:strings.LastIndexByte(text, '\n')+1]))
	for i, n := range values {
		s.Stamped = s.Stamped || n > 0 && n == stamped[i]
	}
	return s
}

// count counts the values of a record that have no time.
func (s *stamps) count(record []string, line int) {
	if !s.Stampable {
		return
	}
	for len(s.plain) < len(record) {
		s.plain = append(s.plain, unstamped{})
	}
	for i, text := range record {
		if text == "" {
			continue
		}
		if _, at := cbt.SplitTime(text); at == table.ServerTime {
			b := &s.plain[i]
			if b.values++; b.values == 1 {
				b.line, b.value = line, text
			}
		}
	}
}

// unstamped returns the number of values without a time in the columns that are used, and
// the first of these values.
func (m *Mapping) unstamped() (n int, first unstamped) {
	for i, b := range m.plain {
		if b.values == 0 || !m.Columns[i].Used {
			continue
		}
		if n += b.values; first.line == 0 || b.line < first.line {
			first = b
		}
	}
	return n, first
}

// places returns the places that the cells of a record are written to. That is one place for
// all columns, at, unless values have times of their own; then it is one for each cell
// outside of the key. keys says for each column whether it is in the key.
func (m *Mapping) places(at arrival, record []string, keys []bool) []arrival {
	if !m.Stamped {
		return []arrival{at}
	}
	var out []arrival
	cells, _ := m.cells()
	for i, text := range record[:len(m.Columns)] {
		if keys[i] || text == "" && !m.StoresEmpty {
			continue
		}
		out = append(out, arrival{at.key, ownTime(text, at.at), cells[i] + 1})
	}
	return out
}

// tellApart gives columns with the same name different qualifiers, since their values would
// replace each other otherwise. It leaves names that the reader has typed. Columns whose
// values have times keep their common name: cbt's import reads their values as versions of
// one column.
func (m *Mapping) tellApart() {
	met := map[[2]string]bool{}
	for i := range m.Columns {
		c := &m.Columns[i]
		if c.Qualifier != c.Head && c.Qualifier != c.Field {
			continue // the reader has named it
		}
		if c.Qualifier = c.Head; met[[2]string{c.Family, c.Qualifier}] && !m.Stamped {
			c.Qualifier = c.Field
		}
		met[[2]string{c.Family, c.Qualifier}] = true
	}
}

// cells returns, for each column of the file, the index of the first one with the same
// family and qualifier. shared reports whether two columns of the file are the same column
// of the table.
func (m *Mapping) cells() (out []int, shared bool) {
	met := map[[2]string]int{}
	for i, c := range m.Columns {
		name := [2]string{c.Family, c.Qualifier}
		if _, again := met[name]; !again {
			met[name] = i
		}
		out, shared = append(out, met[name]), shared || met[name] != i
	}
	return out, shared
}

// countWithin counts the values that are replaced by another value of their own line: both
// go to the same column, at the same time.
func (m *Mapping) countWithin() {
	m.Within, m.InLine = 0, 0
	cells, shared := m.cells()
	if !shared {
		return
	}
	for i, record := range m.records[:m.Counted] {
		met := map[arrival]bool{}
		for n, text := range record[:len(m.Columns)] {
			if !m.Columns[n].Used || text == "" && !m.StoresEmpty {
				continue
			}
			cell := arrival{of: cells[n] + 1}
			if m.Stamped {
				cell.at = ownTime(text, 0)
			}
			if met[cell] {
				if m.Within++; m.InLine == 0 {
					m.InLine = m.lines[i]
				}
			}
			met[cell] = true
		}
	}
}

// ownTime returns the time after a value, rounded down to milliseconds, or at if the value
// has none.
func ownTime(text string, at base.Micros) base.Micros {
	if _, own := cbt.SplitTime(text); own != table.ServerTime {
		return own - own%1000
	}
	return at
}
