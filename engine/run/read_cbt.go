package run

import (
	"iter"
	"strconv"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	"tabletop/engine/console/printed"
	"tabletop/engine/filter"
	"tabletop/engine/table"
)

// CBTReadOf returns the read of a command of cbt. ok is false if the command reads no rows, does
// more than read, or is refused.
func CBTReadOf(cmd console.Command) (r CommandRead, ok bool) {
	var spec CBTRead
	var err error
	switch cmd := cmd.(type) {
	case console.CountRows:
		return CommandRead{Query: CBTCountQuery(cmd)}, true
	case console.Lookup:
		spec, err = CBTReadOfLookup(cmd)
	case console.Read:
		spec, err = CBTReadOfScan(cmd)
	default:
		return r, false
	}
	if err == nil {
		r.Query, err = spec.Query()
	}
	return r, err == nil
}

// CBTReadOfLookup returns the read of a lookup, which reads one row. It refuses an invalid row key.
func CBTReadOfLookup(cmd console.Lookup) (CBTRead, error) {
	return CBTRead{
		ShowOptions: cmd.ShowOptions, IsLookup: true, Ranges: []base.Range{base.PointRange(cmd.Row)},
	}, base.CheckRowKey(cmd.Row)
}

// CBTReadOfScan returns the read of cbt's read command. It refuses (range-reversed) a range whose end is
// before its start.
func CBTReadOfScan(cmd console.Read) (CBTRead, error) {
	rows := base.Range{Start: cmd.Start, End: cmd.End}
	if cmd.Prefix != "" {
		rows = base.PrefixRange(cmd.Prefix)
	} else if cmd.End != "" && cmd.End < cmd.Start {
		return CBTRead{}, base.Refuse(base.CodeRangeReversed, string(cmd.Start), string(cmd.End))
	}
	spec := CBTRead{
		ShowOptions: cmd.ShowOptions, Ranges: []base.Range{rows}, Regex: cmd.Regex, reversed: cmd.Reversed, limit: int64(cmd.Count),
	}
	if cmd.Count == console.NoRows {
		spec.Ranges, spec.limit, spec.NoRows = []base.Range{nowhere}, 0, true
	}
	return spec, nil
}

// nowhere is a range that contains no key.
var nowhere = base.Range{Start: "\x00", End: "\x00"}

// CBTCountQuery returns the query of cbt's count command. It has [table.ScanQuery.CountOnly].
func CBTCountQuery(cmd console.CountRows) table.ScanQuery {
	return table.ScanQuery{Ranges: []base.Range{base.PrefixRange(cmd.Prefix)}, CountOnly: true}
}

// CBTRead is a read or lookup command of cbt.
type CBTRead struct {
	console.ShowOptions
	Ranges   []base.Range
	Regex    string // pattern of the whole key, "" for none
	reversed bool   // rows in descending order
	limit    int64  // most rows to return, 0 for all
	IsLookup bool   // the command is a lookup
	NoRows   bool   // the command asks for no rows: nothing is read, and it has no statistics
}

// Query returns the query of the read. It refuses a filter that cannot be parsed.
func (r CBTRead) Query() (table.ScanQuery, error) {
	tree, err := r.filter()
	if err != nil {
		return table.ScanQuery{}, err
	}
	program, err := filter.Compile(tree)
	return table.ScanQuery{Ranges: r.Ranges, Filter: program, Limit: r.limit, Reversed: r.reversed}, err
}

// filter returns the filter of a read, or nil for none. Its parts are chained in the same order as
// in cbt. The expression that the command gives comes after the parts that select cells, and
// before values are removed, so that it can test them.
func (r CBTRead) filter() (filter.Filter, error) {
	var chain filter.Chain
	if r.CellsPerColumn > 0 {
		chain = append(chain, filter.CellsPerColumn(r.CellsPerColumn))
	}
	if r.Regex != "" {
		chain = append(chain, filter.RowKeyRegex(r.Regex))
	}
	if len(r.Columns) > 0 {
		chain = append(chain, ColumnsFilter(r.Columns))
	}
	if r.Expr != "" {
		f, err := filter.Parse(r.Expr)
		if err != nil {
			return nil, err
		}
		chain = append(chain, f)
	}
	if r.KeysOnly {
		chain = append(chain, filter.StripValue{})
	}
	if len(chain) == 0 {
		return nil, nil
	}
	return single(chain), nil
}

// ColumnsFilter returns a filter that passes the cells of all given columns, or nil if there are
// none. Families and qualifiers are patterns; an empty one matches everything.
func ColumnsFilter(columns []console.ColumnPattern) filter.Filter {
	if len(columns) == 0 {
		return nil
	}
	var any filter.Interleave
	for _, c := range columns {
		var one filter.Chain
		if c.Family != "" {
			one = append(one, filter.FamilyRegex(c.Family))
		}
		if c.Qualifier != "" {
			one = append(one, filter.QualifierRegex(c.Qualifier))
		}
		any = append(any, single(one))
	}
	if len(any) == 1 {
		return any[0]
	}
	return any
}

// single returns the only filter of a chain that has one, a filter that passes everything for an
// empty chain, and otherwise the chain.
func single(c filter.Chain) filter.Filter {
	switch len(c) {
	case 0:
		return filter.PassAll{}
	case 1:
		return c[0]
	}
	return c
}

// RowFormat appends a row to dst as a dialect prints it. It fails if it cannot print a value.
type RowFormat func(dst []byte, key base.RowKey, cells iter.Seq[base.Cell]) ([]byte, error)

// FormatCBTRow is the RowFormat of cbt. Its error is always nil.
func FormatCBTRow(dst []byte, key base.RowKey, cells iter.Seq[base.Cell]) ([]byte, error) {
	return cbt.AppendRow(dst, key, cells), nil
}

// ShortenValues returns a RowFormat that prints like row, except that of a value with more than
// [printed.MaxPrinted] bytes it prints only the first of these, followed by the value's size.
func ShortenValues(row RowFormat) RowFormat {
	return func(dst []byte, key base.RowKey, cells iter.Seq[base.Cell]) ([]byte, error) {
		return row(dst, key, func(yield func(base.Cell) bool) {
			for c := range cells {
				if n := len(c.Value); n > printed.MaxPrinted {
					c.Value = c.Value[:printed.MaxPrinted] + "… (" + strconv.Itoa(n) + " bytes)"
				}
				if !yield(c) {
					return
				}
			}
		})
	}
}

// RemainingQuery returns the query that reads the remaining rows of q, which must have one range.
// printed is how many of its rows have been printed, and last is the key of the last of them.
func RemainingQuery(q table.ScanQuery, last base.RowKey, printed int64) table.ScanQuery {
	r := q.Ranges[0]
	if q.Reversed {
		r.End = last
	} else {
		r.Start = last + "\x00"
	}
	q.Ranges = []base.Range{r}
	if q.Limit > 0 {
		if q.Limit -= printed; q.Limit <= 0 {
			q.Ranges, q.Limit = []base.Range{nowhere}, 0 // a limit of 0 alone would read all rows
		}
	}
	return q
}
