package lessons

import (
	"iter"

	"tabletop/engine"
	"tabletop/engine/base"
)

// noted is a read of the reader's.
type noted struct {
	engine.Read
	rows     int64               // of the table, when it was read
	returned map[string]bool     // of the keys that checks ask for
	columns  map[string][]string // that were returned, of the rows whose columns checks ask for
	wanted   map[string]wanted   // of the queries that checks ask for
}

// wanted is how many rows a query wants, and how many of them a read returned.
type wanted struct{ all, returned int64 }

// maxNoted is how many reads are remembered.
const maxNoted = 16

// remember notes the reads of the last console request.
func (r *Player) remember() {
	for i, read := range r.session.Reads() {
		n := noted{Read: read, returned: map[string]bool{}, columns: map[string][]string{}, wanted: map[string]wanted{}}
		if info, ok := r.table(read.Table); ok {
			n.rows = info.Rows
		}
		r.lookInto(i, &n)
		r.reads = append(r.reads[max(0, len(r.reads)+1-maxNoted):], n)
	}
}

// lookInto notes of a read, by its place in [engine.Session.Reads], what checks will ask of it.
func (r *Player) lookInto(i int, n *noted) {
	for c := range r.lesson.checks() {
		switch c := c.(type) {
		case Reads:
			for _, key := range c.Keys {
				if c.Table == n.Table && r.session.Returned(i, base.RowKey(key)) {
					n.returned[key] = true
				}
			}
		case Fetched:
			if c.Table == n.Table {
				n.columns[c.Row] = r.session.ReturnedColumns(i, base.RowKey(c.Row))
			}
		case ReadByReader:
			if _, known := n.wanted[c.Query]; c.Table != n.Table || known {
				continue
			}
			if all, returned, ok := r.session.WantedOf(i, c.Query); ok {
				n.wanted[c.Query] = wanted{all, returned}
			}
		}
	}
}

// checks yields the checks of a lesson's goals and notes; nil stands for one that a note has not.
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
