package lessons

import (
	"iter"
	"strings"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/table"
)

// noted is a read of the reader, with what checks will ask about it. It is noted at once, since the
// table may change later.
type noted struct {
	engine.ReadReport
	rows     int64               // of the table at the time of the read
	returned map[string]bool     // those of the keys asked for by checks that were returned
	columns  map[string][]string // by row, for the rows whose columns checks ask for
	wanted   map[string]wanted   // by query, for the queries that checks ask for
	shell    console.Read        // as a command of the HBase shell asked for it; without a table if none did
	sums     map[string]string   // of [ColumnSums], by its columns: their sums over the returned rows
	table    *table.Table        // the table as it was then, for a [WorkedQueue] of it; else nil
	birth    uint64              // of that table, see [engine.Session.BirthOf]
}

// wanted is the number of rows that a query wants, and of those that a read returned.
type wanted struct{ all, returned int64 }

// maxNoted is how many of the latest reads are kept.
const maxNoted = 16

// remember notes the reads of the last console request.
func (r *Player) remember() {
	for i, read := range r.session.LatestReads() {
		n := noted{ReadReport: read, shell: r.session.ShellRead(i), returned: map[string]bool{}, columns: map[string][]string{}, wanted: map[string]wanted{}, sums: map[string]string{}}
		if info, ok := r.table(read.Table); ok {
			n.rows = info.Rows
		}
		r.lookInto(i, &n)
		r.reads = append(r.reads[max(0, len(r.reads)+1-maxNoted):], n)
	}
}

// lookInto adds to n what checks will ask about it. i is the index of the read in
// [engine.Session.LatestReads].
func (r *Player) lookInto(i int, n *noted) {
	for c := range r.lesson.checks() {
		switch c := c.(type) {
		case LatestReads:
			for _, key := range c.Keys {
				if c.Table == n.Table && r.session.ReadReturned(i, base.RowKey(key)) {
					n.returned[key] = true
				}
			}
		case RowFetched:
			if c.Table == n.Table {
				n.columns[c.Row] = r.session.ReadReturnedColumns(i, base.RowKey(c.Row))
			}
		case ColumnSums:
			if t, ok := r.session.Table(n.Table); ok && c.Table == n.Table && c.Scanned.Set {
				n.sums[strings.Join(c.Columns, ",")] = c.join(c.of(t, func(key base.RowKey) bool { return r.session.ReadReturned(i, key) }))
			}
		case WorkedQueue:
			if c.Table == n.Table {
				n.table, n.birth = r.session.TableOfRead(i)
			}
		case ExactReadByReader:
			if _, known := n.wanted[c.Query]; c.Table != n.Table || known {
				continue
			}
			if all, returned, ok := r.session.CountWantedRows(i, c.Query); ok {
				n.wanted[c.Query] = wanted{all, returned}
			}
		}
	}
}

// checks yields the checks of all goals and notes. It yields nil for a check that a note does not
// have.
func (l *Lesson) checks() iter.Seq[Check] {
	return func(yield func(Check) bool) {
		for _, s := range l.Steps {
			for _, g := range s.Goals {
				if !yield(g.Check) {
					return
				}
			}
			for _, n := range s.Notes {
				if !yield(n.When.Is) || !yield(n.When.Unless) {
					return
				}
			}
		}
	}
}
