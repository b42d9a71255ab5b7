package engine

import (
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/rowkey"
	"tabletop/engine/table"
)

// NextKeys asks how a table's row keys go on behind a prefix, and which columns
// the first rows there have. Its work is a few seeks for each piece, however
// large the table is. An unknown table has none.
type NextKeys struct {
	Table  string
	Prefix string
	Count  int // pieces at most, up to [MaxNextKeys]
}

func (NextKeys) nature() Nature {
	return Nature{Looks: true, AnyState: true, Turn: TurnAtOnce, Aside: true}
}

func (r NextKeys) start(t *Task) { t.nextKeys(r) }

// MaxNextKeys is the most pieces that [NextKeys] finds.
const MaxNextKeys = 50

// How much of the first rows is looked at for columns.
const (
	columnRows  = 20
	columnCells = 500
)

// KeysFound is what [NextKeys] found.
type KeysFound struct {
	Table   string
	Prefix  string
	Pieces  []KeyPiece // in key order
	More    bool       // there are further ones
	Columns []ColumnName
}

// KeyPiece is a start that keys have in common: the prefix and the next segment
// behind it, with what parts that from the next.
type KeyPiece struct {
	Start string
	Field string // whose value the segment is, "" where there is no template
	Rows  int64  // whose keys begin so
	Whole bool   // Start is the key of a row
}

// ColumnName names a column.
type ColumnName struct {
	Family    base.Family
	Qualifier base.Qualifier
}

func (t *Task) nextKeys(r NextKeys) {
	found := &KeysFound{Table: r.Table, Prefix: r.Prefix}
	t.reply.Answer = found
	tab, ok := t.s.state.tables[r.Table]
	if !ok {
		return
	}
	var template *rowkey.Template
	if d := t.s.state.designs[r.Table]; d != nil {
		template = d.Template
	}
	o, at := t.s.outlined(tab), base.RowKey(r.Prefix)
	found.Columns = columnsFrom(tab, at)
	for {
		key, ok := keyFrom(tab, at)
		if !ok || !strings.HasPrefix(string(key), r.Prefix) {
			return
		}
		if len(found.Pieces) >= min(r.Count, MaxNextKeys) {
			found.More = true
			return
		}
		end, field := pieceOf(template, key, len(r.Prefix))
		piece := KeyPiece{Rows: 1, Start: string(key[:end]), Field: field, Whole: end == len(key)}
		if at = key + "\x00"; !piece.Whole {
			next := tab.Len()
			if at = base.PrefixEnd(piece.Start); at != "" {
				next = o.Rank(tab, at)
			}
			piece.Rows = int64(next - o.Rank(tab, key))
		}
		if found.Pieces = append(found.Pieces, piece); at == "" {
			return
		}
	}
}

// pieceOf returns where the segment ends that holds the byte at from, together
// with what parts it from the next, and the segment's field.
func pieceOf(template *rowkey.Template, key base.RowKey, from int) (end int, field string) {
	for _, s := range template.Segments(key) {
		switch {
		case s.End <= from:
		case field != "" && s.Field != "":
			return end, named(template, field)
		default:
			end = s.End
			if s.Field == "" {
				return end, named(template, field)
			}
			field = s.Field
		}
	}
	return len(key), named(template, field)
}

// named returns a field's name; without a template the pieces only have numbers.
func named(template *rowkey.Template, field string) string {
	if template == nil {
		return ""
	}
	return field
}

// keyFrom returns the first key that is not before another.
func keyFrom(t *table.Table, at base.RowKey) (base.RowKey, bool) {
	for r := range t.Scan(table.Query{Ranges: []base.Range{{Start: at}}, Limit: 1}, nil) {
		return r.Key(), true
	}
	return "", false
}

// columnsFrom returns the columns of the rows from at on, as they come.
func columnsFrom(t *table.Table, at base.RowKey) []ColumnName {
	var out []ColumnName
	seen := map[ColumnName]bool{}
	cells := 0
	for r := range t.Scan(table.Query{Ranges: []base.Range{{Start: at}}, Limit: columnRows}, nil) {
		for c := range r.Cells() {
			if cells++; cells > columnCells {
				return out
			}
			name := ColumnName{c.Family, c.Qualifier}
			if !seen[name] {
				seen[name] = true
				out = append(out, name)
			}
		}
	}
	return out
}
