package export

import (
	"strings"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	hbaseshell "tabletop/engine/console/hbase"
	"tabletop/engine/table"
)

// WriteHBaseScript writes a script for the HBase shell: for each table its families, its splits, and its
// cells with their timestamps. A family with a type becomes a plain one, and a
// garbage-collection rule that the shell cannot express is left out.
func WriteHBaseScript(tables []Table, write WriteFunc) []Loss {
	s := &shellScript{write: write, lost: losses{}}
	for _, t := range tables {
		if !s.table(t) {
			break
		}
	}
	return s.lost.list()
}

// WriteHBaseSchema writes a script for the HBase shell as [WriteHBaseScript] does, without any cells.
func WriteHBaseSchema(tables []Table, write WriteFunc) []Loss {
	s := &shellScript{write: write, lost: losses{}}
	for _, t := range tables {
		if goOn, _ := s.create(t); !goOn {
			break
		}
	}
	return s.lost.list()
}

// shellScript writes the lines of a script.
type shellScript struct {
	write WriteFunc
	lost  losses
}

// table writes a table, and reports whether to go on.
func (s *shellScript) table(t Table) bool {
	if goOn, made := s.create(t); !goOn || !made {
		return goOn
	}
	types := families(t)
	for row := range t.Scan(table.ScanQuery{}, nil) {
		if !s.row(t.Name(), row, types) {
			return false
		}
	}
	return !t.Disabled || s.say(console.Disable{Table: t.Name()})
}

// create writes the command that makes a table. It reports whether to go on, and whether it has made
// the table: the shell has no tables without families.
func (s *shellScript) create(t Table) (goOn, created bool) {
	made := t.Families()
	for i, f := range made {
		if f.Type != table.Plain {
			s.lost["typed"]++
			f.Type = table.Plain
		}
		if _, err := hbaseshell.Print(console.SetGC{Table: t.Name(), Family: f.Name, GC: f.GC}); err != nil {
			s.lost["rule"]++
			f.GC = nil
		}
		made[i] = f
	}
	if len(made) == 0 {
		s.lost["bare"]++
		return true, false
	}
	return s.say(console.CreateTable{Table: t.Name(), Families: made, Splits: t.SplitKeys()}), true
}

// row writes a row, with a line for each cell.
func (s *shellScript) row(name string, row table.Row, types map[base.Family]table.FamilyInfo) bool {
	ok := true
	row.EachCell(func(c base.Cell) {
		switch {
		case !ok:
		case types[c.Family].Type == table.UniqueCount:
			s.lost["sketch"]++
		case len(c.Value) > engine.MaxConsoleText/8:
			s.lost["long"]++
		case strings.Contains(string(c.Qualifier), ":"):
			s.lost["colons"]++
		default:
			cell := console.CellWrite{Family: c.Family, Qualifier: c.Qualifier, Value: c.Value, At: c.At}
			ok = s.say(console.SetCells{Table: name, Row: row.Key(), Cells: []console.CellWrite{cell}})
		}
	})
	return ok
}

// say writes a command as one line.
func (s *shellScript) say(c console.Command) bool {
	line, err := hbaseshell.Print(c)
	if err != nil {
		panic(err) // cells that cannot be printed were left out
	}
	return s.write(line + "\n")
}
