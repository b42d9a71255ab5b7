package export

import (
	"encoding/binary"
	"strings"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	"tabletop/engine/table"
)

// Bounds of one line of a script. A single cell may be larger.
const (
	maxLineCells = 100
	maxLineBytes = 32 << 10
)

// WriteCBTScript writes a script for the cbt tool: for each table its families with their types and
// garbage-collection rules, its splits, and its cells with their timestamps. Zero bytes and
// line breaks are written so that the page's console reads them. The tool itself does not: no
// shell passes on a zero byte, and the tool cuts a value at a line break.
func WriteCBTScript(tables []Table, write WriteFunc) []Loss {
	s := &cbtScript{write: write, lost: losses{}}
	for _, t := range tables {
		if !s.table(t) {
			break
		}
	}
	return s.lost.list()
}

// WriteCBTSchema writes a script for the cbt tool as [WriteCBTScript] does, without any cells.
func WriteCBTSchema(tables []Table, write WriteFunc) []Loss {
	s := &cbtScript{write: write, lost: losses{}}
	for _, t := range tables {
		if !s.create(t) {
			break
		}
	}
	return s.lost.list()
}

// cbtScript writes the lines of a script.
type cbtScript struct {
	write WriteFunc
	lost  losses
}

// table writes a table, and reports whether to go on.
func (s *cbtScript) table(t Table) bool {
	if !s.create(t) {
		return false
	}
	types := families(t)
	for row := range t.Scan(table.ScanQuery{}, nil) {
		if !s.row(t.Name(), row, types) {
			return false
		}
	}
	return true
}

// create writes the command that makes a table, and reports whether to go on.
func (s *cbtScript) create(t Table) bool {
	if t.Disabled {
		s.lost["disabled"]++
	}
	return s.say(console.CreateTable{Table: t.Name(), Families: t.Families(), Splits: t.SplitKeys()})
}

// row writes a row in as few lines as the bounds allow.
func (s *cbtScript) row(name string, row table.Row, types map[base.Family]table.FamilyInfo) bool {
	if strings.Contains(string(row.Key()), "\x00") {
		s.lost["zero"]++
	}
	set := console.SetCells{Table: name, Row: row.Key()}
	add := console.AddToCell{Table: name, Row: row.Key()}
	size := 0
	flush := func() bool {
		ok := (len(set.Cells) == 0 || s.say(set)) && (len(add.Cells) == 0 || s.say(add))
		set.Cells, add.Cells, size = nil, nil, 0
		return ok
	}
	for c := range row.Cells() {
		typ := types[c.Family].Type
		switch {
		case strings.Contains(string(c.Qualifier), "="):
			s.lost["equals"]++
			continue
		case typ == table.UniqueCount:
			s.lost["sketch"]++
			continue
		case len(c.Value) > engine.MaxConsoleText/8:
			s.lost["long"]++ // escaped, a byte may take several characters of the console's line
			continue
		}
		if typ == table.Plain && strings.Contains(c.Value, "\x00") || strings.Contains(string(c.Qualifier), "\x00") {
			s.lost["zero"]++
		}
		if typ == table.Plain && strings.Contains(c.Value, "\n") {
			s.lost["breaks"]++
		}
		// Begin a new line if this cell would exceed the bounds.
		size += len(c.Qualifier) + len(c.Value)
		if len(set.Cells)+len(add.Cells) == maxLineCells || size > maxLineBytes {
			if !flush() {
				return false
			}
			size = len(c.Qualifier) + len(c.Value)
		}
		if typ == table.Plain {
			set.Cells = append(set.Cells, console.CellWrite{Family: c.Family, Qualifier: c.Qualifier, Value: c.Value, At: c.At})
			continue
		}
		// A cell of an aggregate is written as an input to it, so that the sum comes out the
		// same.
		n := int64(binary.BigEndian.Uint64([]byte(c.Value)))
		add.Cells = append(add.Cells, console.CellIncrement{Family: c.Family, Qualifier: c.Qualifier, Input: n, At: c.At})
	}
	return flush()
}

// say writes a command as one line.
func (s *cbtScript) say(c console.Command) bool {
	line, err := cbt.Print(c)
	if err != nil {
		panic(err) // cells that cannot be printed were left out
	}
	return s.write(line + "\n")
}
