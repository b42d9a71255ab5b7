package engine

import (
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/rowkey"
	"tabletop/engine/table"
)

// CompleteKeys asks how the row keys of a table continue after a prefix, and which columns the first
// of these rows have. It takes a few seeks for each piece, regardless of the size of the table. An
// unknown table has no pieces.
type CompleteKeys struct {
	Table  string
	Prefix string
	Count  int // most pieces, up to maxNextKeys
}

func (CompleteKeys) traits() RequestTraits {
	return RequestTraits{OnlyLooks: true, AnyState: true, Urgency: UrgencyAtOnce, Unjudged: true}
}

func (r CompleteKeys) start(t *Task) { t.nextKeys(r) }

// maxNextKeys is the most pieces that [CompleteKeys] returns.
const maxNextKeys = 50

// The bounds within which [CompleteKeys] looks for columns.
const (
	columnRows  = 20  // rows after the prefix
	columnCells = 500 // cells of these rows
)

// KeyCompletions is the answer to [CompleteKeys].
type KeyCompletions struct {
	Table   string
	Prefix  string
	Pieces  []KeyCompletion // in key order
	More    bool            // there are further pieces
	Columns []ColumnName    // columns of the first rows with the prefix or after it
}

// KeyCompletion is a start that keys have in common: the prefix and the next segment after it, with the
// separator that follows the segment.
type KeyCompletion struct {
	Prefix string
	Field  string // field whose value the segment is, "" without a template
	Rows   int64  // rows whose keys have this start
	IsKey  bool   // Prefix is the key of a row
}

// ColumnName names a column.
type ColumnName struct {
	Family    base.Family
	Qualifier base.Qualifier
}

// nextKeys answers [CompleteKeys]. It seeks the first key of each piece and counts the piece's rows
// with the outline of the table.
func (t *Task) nextKeys(r CompleteKeys) {
	found := &KeyCompletions{Table: r.Table, Prefix: r.Prefix}
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
		if len(found.Pieces) >= min(r.Count, maxNextKeys) {
			found.More = true
			return
		}
		end, field := pieceOf(template, key, len(r.Prefix))
		piece := KeyCompletion{Rows: 1, Prefix: string(key[:end]), Field: field, IsKey: end == len(key)}
		// The next piece begins after this key or, if the piece has several keys, after all of
		// them.
		if at = key + "\x00"; !piece.IsKey {
			next := tab.Len()
			if at = base.PrefixEnd(piece.Prefix); at != "" {
				next = o.Rank(tab, at)
			}
			piece.Rows = int64(next - o.Rank(tab, key))
		}
		if found.Pieces = append(found.Pieces, piece); at == "" {
			return
		}
	}
}

// pieceOf returns the end of the segment that contains the byte at from, including the separator
// after the segment, and the field of the segment.
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

// named returns the name of a field. Without a template it returns "", because segments only have
// numbers then.
func named(template *rowkey.Template, field string) string {
	if template == nil {
		return ""
	}
	return field
}

// keyFrom returns the first key of a table at or after another one.
func keyFrom(t *table.Table, at base.RowKey) (base.RowKey, bool) {
	for r := range t.Scan(table.ScanQuery{Ranges: []base.Range{{Start: at}}, Limit: 1}, nil) {
		return r.Key(), true
	}
	return "", false
}

// columnsFrom returns the columns of the first rows at or after a key, in the order in which they
// are met.
func columnsFrom(t *table.Table, at base.RowKey) []ColumnName {
	var out []ColumnName
	seen := map[ColumnName]bool{}
	cells := 0
	for r := range t.Scan(table.ScanQuery{Ranges: []base.Range{{Start: at}}, Limit: columnRows}, nil) {
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
