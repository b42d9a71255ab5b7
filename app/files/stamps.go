package files

import (
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/console/cbt"
	"tabletop/engine/records"
	"tabletop/engine/table"
)

// stamps is what is known of the times in a file's values. cbt's import writes a time in
// microseconds since 1970 after each value: 42@1719830400000000.
type stamps struct {
	Stamped   bool // these times are those of the cells, and no part of the values
	Stampable bool // some of the first values have one
	plain     []unstamped
}

// unstamped counts the values of a column that have no time, or ask for that of the
// import with a time of -1.
type unstamped struct {
	values int
	line   int // of the first
	value  string
}

// stampsLooked is in how many bytes times are looked for.
const stampsLooked = 64 << 10

// minStamp is the least time by which a column is taken for one of stamped values: in
// 2001, from which on microseconds have 16 digits.
const minStamp base.Micros = 1e15

// stampsOf looks for times in the first values of a text, after the given number of records.
// It proposes to use them where every value of some column has a time of 16 digits or more.
func stampsOf(text, comma string, heads int) (s stamps) {
	var values, stamped []int
	r := records.Values(comma, func(_ int, record []string) {
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

// count looks at the values of a record.
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

// Unstamped returns how many values of the columns that are kept have no time, and the
// first of them.
func (m *Mapping) Unstamped() (n int, first unstamped) {
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

// places returns where and when the cells of a record are written: one place for all,
// or where they have times of their own one for each cell outside of the key.
func (m *Mapping) places(at arrival, record []string, keys []bool) []arrival {
	if !m.Stamped {
		return []arrival{at}
	}
	var out []arrival
	cells, _ := m.cells()
	for i, text := range record[:len(m.Columns)] {
		if keys[i] || text == "" && !m.Empty {
			continue
		}
		out = append(out, arrival{at.key, ownTime(text, at.at), cells[i] + 1})
	}
	return out
}

// tellApart names columns that are called alike otherwise, since they would be one cell. Not
// where their values have times: these are versions of it, which cbt's import reads so.
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

// cells returns for each column the first that is the same column of the table, and whether
// some columns are.
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

// countWithin counts the values of the records that another of their own line takes the
// place of: both are in the same column, at the same time.
func (m *Mapping) countWithin() {
	m.Within, m.InLine = 0, 0
	cells, shared := m.cells()
	if !shared {
		return
	}
	for i, record := range m.records[:m.Counted] {
		met := map[arrival]bool{}
		for n, text := range record[:len(m.Columns)] {
			if !m.Columns[n].Used || text == "" && !m.Empty {
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

// ownTime returns the time after a value in whole milliseconds, or else that of its record.
func ownTime(text string, at base.Micros) base.Micros {
	if _, own := cbt.SplitTime(text); own != table.ServerTime {
		return own - own%1000
	}
	return at
}
