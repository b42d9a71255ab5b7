package lessons

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/rewrite"
	"tabletop/engine/table"
)

// truth returns the right answer to the question that a answers, after its command has run.
func (r *Player) truth(a Answer) string {
	q, _, _ := r.lesson.Question(a.Question)
	return r.stands(q)
}

// stands returns what the engine measures now for a question, in the form of [Answer.Value].
// Measures of a read are those of the last read of the console. For a source that is measured
// elsewhere it returns [Question.Right].
func (r *Player) stands(q Question) string {
	var read engine.ReadReport
	if reads := r.session.LatestReads(); len(reads) > 0 {
		read = reads[len(reads)-1]
	}
	// among joins those of the given texts that are choices, in order and without duplicates.
	among := func(have func(yield func(string) bool)) string {
		var out []string
		for v := range have {
			if !slices.Contains(out, v) && slices.ContainsFunc(q.Choices, func(c Choice) bool { return c.Value == v }) {
				out = append(out, v)
			}
		}
		return strings.Join(out, ",")
	}
	n := int64(0)
	switch t := q.Truth; t.Of {
	case OfRowsScanned:
		n = read.Stats.RowsScanned
	case OfRowsReturned:
		n = read.Stats.RowsReturned
	case OfCellsScanned:
		n = read.Stats.CellsScanned
	case OfCells:
		n = read.Stats.CellsReturned
	case OfBytes:
		n = read.Stats.BytesScanned
	case OfBytesKept:
		n = read.Stats.BytesReturned
	case OfSeeks:
		n = read.Stats.Seeks
	case OfFilesRead, OfWalked:
		d, ok := r.session.DescribeStorage(read.Table)
		if !ok || d.LastRead == nil {
			return q.Right
		}
		n = int64(d.LastRead.Files)
		if t.Of == OfWalked {
			n = int64(d.LastRead.Puts + d.LastRead.Markers)
		}
	case OfRows:
		info, _ := r.table(t.Table)
		n = info.Rows
	case OfBytesStored:
		info, _ := r.table(t.Table)
		n = info.Bytes
	case OfPlace:
		return r.place(read)
	case OfKeys:
		return among(func(yield func(string) bool) {
			if tab, ok := r.session.Table(t.Table); ok {
				for row := range tab.Scan(table.ScanQuery{Ranges: []base.Range{base.AllKeys}}, &table.ScanStats{}) {
					if !yield(string(row.Key())) {
						return
					}
				}
			}
		})
	case OfColumns:
		return among(func(yield func(string) bool) {
			if tab, ok := r.session.Table(t.Table); ok {
				row, _ := tab.Get(base.RowKey(t.Row))
				row.EachCell(func(c base.Cell) { _ = yield(string(c.Qualifier)) })
			}
		})
	case OfValue:
		v, _ := r.cell(t.Table, t.Row, t.Column)
		return v
	case OfVersions:
		_, n = r.cell(t.Table, t.Row, t.Column)
	case OfNumber:
		v, _ := r.cell(t.Table, t.Row, t.Column)
		n, _ = integer(v)
	default:
		return q.Right
	}
	return strconv.FormatInt(n, 10)
}

// NormalizeNumber returns a whole number without separators of thousands and leading zeros. It returns any
// other text unchanged.
func NormalizeNumber(s string) string {
	for _, rule := range []rewrite.ValueRule{rewrite.DotThousands, rewrite.CommaThousands} {
		plain, _ := rule.Apply(s)
		if n, err := strconv.ParseInt(plain, 10, 64); err == nil {
			return strconv.FormatInt(n, 10)
		}
	}
	return s
}

// pointed returns a number with a decimal point in place of a decimal comma, and any other text
// unchanged.
func pointed(s string) string {
	plain, _ := rewrite.DecimalComma.Apply(s)
	return plain
}
