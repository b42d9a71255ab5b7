package engine

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	"tabletop/engine/console/printed"
	"tabletop/engine/filter"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// MaxPrinted is the most rows that a read prints before it asks whether to go
// on. It is scanned and counted to its end all the same.
const MaxPrinted = 100

// unprinted is a read with rows left to print, over the snapshot it began with.
type unprinted struct {
	table     *table.Table
	query     table.Query
	remaining int64
	row       rowFormat
	run       *hbaseFilter // what query cannot say; nil for nothing
	rows      int64        // that run has let through
}

// rowFormat appends a row as a dialect prints it.
type rowFormat func(dst []byte, key base.RowKey, cells iter.Seq[base.Cell]) ([]byte, error)

// cbtRow prints a row as cbt does.
func cbtRow(dst []byte, key base.RowKey, cells iter.Seq[base.Cell]) ([]byte, error) {
	return cbt.AppendRow(dst, key, cells), nil
}

func (t *Task) countRows(tab *table.Table, cmd console.Count) error {
	return t.readTable(tab, countQuery(cmd), nil, func(st *table.Stats) error {
		t.print(string(cbt.AppendCount(nil, st.RowsReturned)))
		return nil
	})
}

func (t *Task) lookup(tab *table.Table, cmd console.Lookup, r Console) error {
	spec, err := lookupSpec(cmd)
	if err != nil {
		return err
	}
	return t.printed(tab, spec, r)
}

func lookupSpec(cmd console.Lookup) (readSpec, error) {
	return readSpec{
		Shown: cmd.Shown, one: true, ranges: []base.Range{base.Point(cmd.Row)},
	}, base.CheckRowKey(cmd.Row)
}

func (t *Task) read(tab *table.Table, cmd console.Read, r Console) error {
	spec, err := scanSpec(cmd)
	if err != nil {
		return err
	}
	return t.printed(tab, spec, r)
}

func scanSpec(cmd console.Read) (readSpec, error) {
	rows := base.Range{Start: cmd.Start, End: cmd.End}
	if cmd.Prefix != "" {
		rows = base.Prefix(cmd.Prefix)
	} else if cmd.End != "" && cmd.End < cmd.Start {
		return readSpec{}, base.Refuse(base.CodeRangeReversed, string(cmd.Start), string(cmd.End))
	}
	spec := readSpec{
		Shown: cmd.Shown, ranges: []base.Range{rows}, regex: cmd.Regex, reversed: cmd.Reversed, limit: int64(cmd.Count),
	}
	if cmd.Count == console.NoRows {
		spec.ranges, spec.limit, spec.none = []base.Range{nowhere}, 0, true
	}
	return spec, nil
}

// nowhere is a range that holds no key.
var nowhere = base.Range{Start: "\x00", End: "\x00"}

// countQuery returns what a count reads.
func countQuery(cmd console.Count) table.Query {
	return table.Query{Ranges: []base.Range{base.Prefix(cmd.Prefix)}, CountOnly: true}
}

// query returns what a read asks of its table.
func (r readSpec) query() (table.Query, error) {
	tree, err := r.filter()
	if err != nil {
		return table.Query{}, err
	}
	program, err := filter.Compile(tree)
	return table.Query{Ranges: r.ranges, Filter: program, Limit: r.limit, Reversed: r.reversed}, err
}

// readSpec is what read and lookup have in common.
type readSpec struct {
	console.Shown
	ranges   []base.Range
	regex    string
	reversed bool
	limit    int64
	one      bool // the read of a lookup
	none     bool // of no rows: nothing is asked, so that there are no statistics either
}

// filter returns the tree of filters that a read asks for, nil for none, in the
// order in which the tool chains them; its own expression stands behind what narrows
// the cells and sees their values.
func (r readSpec) filter() (filter.Filter, error) {
	var chain filter.Chain
	if r.CellsPerColumn > 0 {
		chain = append(chain, filter.CellsPerColumn(r.CellsPerColumn))
	}
	if r.regex != "" {
		chain = append(chain, filter.RowKeyRegex(r.regex))
	}
	if len(r.Columns) > 0 {
		chain = append(chain, anyOf(r.Columns))
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

// anyOf returns the filter of what lies in any of some columns, nil without any.
func anyOf(columns []console.ColumnSpec) filter.Filter {
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

// single unwraps a chain of one.
func single(c filter.Chain) filter.Filter {
	switch len(c) {
	case 0:
		return filter.PassAll{}
	case 1:
		return c[0]
	}
	return c
}

// maxPrinted is the most bytes of a value that is printed.
const maxPrinted = printed.MaxPrinted

// shortened prints only the beginning of values that are very long, and says how long
// they are.
func shortened(row rowFormat) rowFormat {
	return func(dst []byte, key base.RowKey, cells iter.Seq[base.Cell]) ([]byte, error) {
		return row(dst, key, func(yield func(base.Cell) bool) {
			for c := range cells {
				if n := len(c.Value); n > maxPrinted {
					c.Value = c.Value[:maxPrinted] + "… (" + strconv.Itoa(n) + " bytes)"
				}
				if !yield(c) {
					return
				}
			}
		})
	}
}

// formatOf returns how the rows of a read are printed.
func (r Console) formatOf(name string) (rowFormat, error) {
	if name == "" {
		return shortened(cbtRow), nil
	}
	file, err := r.file(name)
	if err != nil {
		return nil, err
	}
	f, err := cbt.NewFormat(name, file.Text)
	if err != nil {
		return nil, err
	}
	return f.AppendRow, nil
}

// printed runs a read whose rows are printed.
func (t *Task) printed(tab *table.Table, r readSpec, from Console) error {
	var bad error
	format, err := from.formatOf(r.Format)
	if err != nil {
		return err
	}
	q, err := r.query()
	if err != nil {
		return err
	}
	var out []byte
	printed := int64(0)
	var last base.RowKey
	snapshot := tab.Clone()
	return t.readTable(snapshot, q, func(row table.Row, _ *table.Stats) bool {
		if printed < MaxPrinted && len(out) < MaxOutput {
			printed++
			last = row.Key()
			out, bad = format(out, row.Key(), row.Cells())
		}
		return bad == nil
	}, func(st *table.Stats) error {
		if bad != nil {
			return bad
		}
		if r.one && printed == 0 {
			out = cbt.AppendRow(out, "", func(func(base.Cell) bool) {}) // what the tool prints of no row
		}
		if r.Stats && !r.none {
			out = cbt.AppendStats(out, *st)
		}
		t.print(string(out))
		if st.RowsReturned == 0 {
			t.noteNothing(tab, r, st)
		}
		if remaining := st.RowsReturned - printed; remaining > 0 {
			t.leave(&unprinted{table: snapshot, query: after(q, last, printed), remaining: remaining, row: format})
		}
		return nil
	})
}

// noteNothing says that a read found nothing, and why where that is plain: its row is
// not there, or no row that it read has the columns.
func (t *Task) noteNothing(tab *table.Table, r readSpec, st *table.Stats) {
	row := ""
	if r.one {
		row = strconv.Quote(string(r.ranges[0].Start))
	}
	if !r.one {
		t.note(base.NoteNoRows)
	}
	switch {
	case r.one && st.RowsScanned == 0:
		t.note(base.NoteNoRow, tab.Name(), row)
	case len(r.Columns) > 0 && st.RowsScanned > 0 && r.Expr == "" && r.regex == "":
		var asked []string
		meant := ""
		for _, c := range r.Columns {
			name := c.Qualifier
			if c.Family != "" {
				name = c.Family + ":" + name
			} else if _, ok := tab.Family(base.Family(c.Qualifier)); ok {
				meant = c.Qualifier
			}
			asked = append(asked, name)
		}
		t.note(base.NoteNoCells, tab.Name(), row, strings.Join(asked, ", "), meant)
	}
}

// leave keeps rows for [More].
func (t *Task) leave(rest *unprinted) {
	t.s.rest = rest
	t.reply.More = true
	t.note(base.NoteMoreRows, count(rest.remaining))
}

// readTable runs a read of the reader's: what it walked is what the grid marks. each, which may be
// nil, may change what was counted, and ends the read by returning false. then tells what came
// of the read.
func (t *Task) readTable(tab *table.Table, q table.Query, each func(table.Row, *table.Stats) bool, then func(*table.Stats) error) error {
	s := t.s
	st := new(table.Stats)
	s.rest = nil
	t.reply.More = false
	t.rowsTotal, t.reading = int64(tab.Len()), st
	t.noteIdle()
	stopped := false
	var unreadable error
	h := s.tally(tab, q)
	var row func(table.Row) bool
	if each != nil {
		row = func(r table.Row) bool {
			if n := r.Bytes(); n > base.MaxRow && !q.CountOnly {
				unreadable = base.Unreadable(r.Key(), n)
				return false
			}
			h.add(r.Key())
			stopped = !each(r, st)
			return !stopped
		}
	}
	t.scan(tab, q, st, row)
	if unreadable != nil {
		return unreadable
	}
	s.last = &lastRead{
		query: q, hits: h, table: tab.Name(), was: tab.Keep(), ranges: base.Merge(q.Ranges), filter: q.Filter, reversed: q.Reversed,
		cut: stopped || q.Limit > 0 && st.RowsReturned == q.Limit, stop: st.Last,
	}
	t.reply.Read = &Read{
		Table: tab.Name(), Access: plan.Describe(q.Ranges), Ranges: told(s.last.ranges), Stats: *st,
	}
	s.last.told = t.reply.Read
	s.reads = append(s.reads[max(0, len(s.reads)+1-maxReads):], consoleRead{*t.reply.Read, s.last})
	t.countRead(tab.Name(), s.last, st)
	if err := then(st); err != nil {
		return err
	}
	if st.RowsScanned == 0 {
		t.noteNearest(tab, q.Ranges)
	}
	return nil
}

// after returns the query for the rows after the last printed one.
func after(q table.Query, last base.RowKey, printed int64) table.Query {
	r := q.Ranges[0]
	if q.Reversed {
		r.End = last
	} else {
		r.Start = last + "\x00"
	}
	q.Ranges = []base.Range{r}
	if q.Limit > 0 {
		q.Limit -= printed
	}
	return q
}

// more prints the next rows of the read that was cut short.
func (t *Task) more() error {
	rest := t.s.rest
	if rest == nil {
		return nil
	}
	next, printed := *rest, int64(0)
	next.run = rest.run.forked() // a task that is dropped leaves the other as it was
	q := rest.query
	if next.run == nil && (q.Limit == 0 || q.Limit > MaxPrinted) {
		q.Limit = MaxPrinted
	}
	var out []byte
	var bad error
	var last base.RowKey
	st := new(table.Stats)
	t.reading, t.rowsTotal = st, int64(rest.table.Len())
	t.scan(rest.table, q, st, func(r table.Row) bool {
		cells, more := r.Cells(), true
		if next.run != nil {
			var kept []base.Cell
			if kept, more = next.run.row(r, &next.rows); len(kept) == 0 {
				return more
			}
			cells = slices.Values(kept)
		}
		last = r.Key()
		out, bad = rest.row(out, last, cells)
		printed++
		return more && bad == nil && printed < MaxPrinted && len(out) < MaxOutput
	})
	t.print(string(out))
	t.s.rest = nil
	if next.remaining -= printed; bad == nil && next.remaining > 0 && printed > 0 {
		next.query = after(rest.query, last, printed)
		t.leave(&next)
	}
	return bad
}

// Bounds of the search for keys in another case: how many characters of the beginning are
// changed, and how many spellings are looked up at a time.
const (
	maxCased = 100
	maxCases = 8
)

// noteNearest explains a read of a prefix or of one row that found nothing: it names the
// rows that differ in upper and lower case only, or else the nearest key.
func (t *Task) noteNearest(tab *table.Table, ranges []base.Range) {
	if len(ranges) != 1 || ranges[0].Start == "" {
		return
	}
	of := string(ranges[0].Start)
	if ranges[0] != base.Prefix(of) && ranges[0] != base.Point(base.RowKey(of)) {
		return
	}
	if found := otherCase(tab, of); found != "" {
		t.note(base.NoteOtherCase, tab.Name(), strconv.Quote(of), strconv.Quote(found))
	} else if near := nearestKey(tab, of); near != "" {
		t.note(base.NoteNearest, tab.Name(), strconv.Quote(of), strconv.Quote(near))
	}
}

// nearestKey returns the key before or after a text in key order, whichever shares the longer
// prefix with it, the one after it when both share the same. It returns "" for an empty table.
func nearestKey(tab *table.Table, of string) string {
	alike := func(key string) (n int) {
		for n < min(len(of), len(key)) && of[n] == key[n] {
			n++
		}
		return n
	}
	best := ""
	for _, q := range []table.Query{{Ranges: []base.Range{{Start: base.RowKey(of)}}}, {Ranges: []base.Range{{End: base.RowKey(of)}}, Reversed: true}} {
		q.Limit = 1
		for row := range tab.Scan(q, nil) {
			if key := string(row.Key()); best == "" || alike(key) > alike(best) {
				best = key
			}
		}
	}
	return best
}

// otherCase returns a text that keys of a table begin with and that differs from the given
// one in upper and lower case alone, "" for none. It looks up at most 3 · maxCases · maxCased
// single rows.
func otherCase(tab *table.Table, of string) string {
	if utf8.RuneCountInString(of) > maxCased {
		return ""
	}
	some := []string{""}
	for at := 0; at < len(of); {
		r, n := utf8.DecodeRuneInString(of[at:])
		ways := []string{of[at : at+n]}
		if r != utf8.RuneError {
			for _, c := range []rune{unicode.ToLower(r), unicode.ToUpper(r)} {
				if !slices.Contains(ways, string(c)) {
					ways = append(ways, string(c))
				}
			}
		}
		var next []string
		for _, begun := range some {
			for _, w := range ways {
				if len(next) < maxCases && begins(tab, begun+w) {
					next = append(next, begun+w)
				}
			}
		}
		some, at = next, at+n
	}
	if i := slices.IndexFunc(some, func(s string) bool { return s != of }); i >= 0 {
		return some[i]
	}
	return ""
}

// begins reports whether a key of a table begins with a text.
func begins(tab *table.Table, with string) bool {
	for range tab.Scan(table.Query{Ranges: []base.Range{base.Prefix(with)}, Limit: 1}, nil) {
		return true
	}
	return false
}
