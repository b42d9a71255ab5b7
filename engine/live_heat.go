package engine

import (
	"tabletop/engine/advise"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/console"
	"tabletop/engine/table"
)

// Bounds of what a session remembers of the reader's own commands, see Session.touched.
const (
	maxTouched     = 4_000 // reads and writes, of all tables
	maxTouchedOnce = 256   // of one command; each one of a larger import counts for several rows
	touchedColumns = 360   // commands on a heat map
)

// ConsoleOperation is a read or a write by one of the reader's own console commands. Replayed commands,
// previews and the deletion of whole ranges of rows do not count.
type ConsoleOperation struct {
	Command uint64 // number of the command; those that touched something are numbered from 1
	At      base.Micros
	Table   string
	Op      cluster.OpBatch
}

// touches holds the latest of them. They are not journaled and cannot be undone.
type touches struct {
	list    []ConsoleOperation // the oldest first
	command uint64
}

// add appends the operations of one command and drops the oldest beyond maxTouched.
func (l *touches) add(at base.Micros, name string, ops ...cluster.OpBatch) {
	if len(ops) == 0 {
		return
	}
	l.command++
	for _, op := range ops {
		l.list = append(l.list, ConsoleOperation{l.command, at, name, op})
	}
	if over := len(l.list) - maxTouched; over > 0 {
		l.list = append(l.list[:0], l.list[over:]...)
	}
}

// countRead adds a read to the reader's operations, one for each range. If a limit ended the read,
// the ranges end at the row where it stopped. The bytes are divided evenly among the ranges.
func (t *Task) countRead(name string, l *lastRead, st *table.ScanStats) {
	if t.replayed {
		return
	}
	var ops []cluster.OpBatch
	for _, r := range l.Ranges[:min(len(l.Ranges), maxTouchedOnce)] {
		if l.Truncated && !l.Reversed { // the read ended at this row
			if r.Start > l.Stop {
				break
			}
			if end := l.Stop + "\x00"; r.End == "" || r.End > end {
				r.End = end
			}
		}
		if l.Truncated && l.Reversed {
			if r.End != "" && r.End <= l.Stop {
				continue
			}
			r.Start = max(r.Start, l.Stop)
		}
		op := cluster.OpBatch{Kind: cluster.Scan, Key: r.Start, End: r.End, Count: 1, Bytes: st.BytesScanned / int64(len(l.Ranges))}
		if key, one := r.PointKey(); one {
			op.Kind, op.Key, op.End = cluster.Read, key, ""
		}
		ops = append(ops, op)
	}
	t.s.touches.add(t.at, name, ops...)
}

// countWrite adds the write of a command to a single row. A command that has no row does not
// count.
func (t *Task) countWrite(c console.Descriptor) {
	if tab := t.s.state.tables[c.Table]; tab != nil && c.Row != "" && !t.replayed {
		row, _ := tab.Get(c.Row)
		t.s.touches.add(t.at, c.Table, cluster.OpBatch{Kind: cluster.Write, Key: c.Row, Count: 1, Bytes: row.Bytes()})
	}
}

// imported samples the rows of an import. It keeps every row with a number that stride divides,
// and doubles stride when it has too many.
type imported struct {
	ops    []cluster.OpBatch
	rows   int // all imported rows
	stride int // 0 means 1
}

// add counts a row that was imported, and keeps it if it belongs to the sample.
func (i *imported) add(tab *table.Table, key base.RowKey) {
	i.stride = max(i.stride, 1)
	if i.rows++; (i.rows-1)%i.stride != 0 {
		return
	}
	if len(i.ops) == maxTouchedOnce {
		for j := range maxTouchedOnce / 2 {
			i.ops[j] = i.ops[2*j]
		}
		i.ops = i.ops[:maxTouchedOnce/2]
		i.stride *= 2
		if (i.rows-1)%i.stride != 0 {
			return
		}
	}
	row, _ := tab.Get(key)
	i.ops = append(i.ops, cluster.OpBatch{Kind: cluster.Write, Key: key, Bytes: row.Bytes()})
}

// all returns the sampled operations, weighted so that together they count as all rows.
func (i *imported) all() []cluster.OpBatch {
	for j := range i.ops {
		i.ops[j].Count = float64(i.rows) / float64(len(i.ops))
	}
	return i.ops
}

// touched returns the latest operations of the reader's commands, the oldest first. The caller
// must not change them.
func (s *Session) touched() []ConsoleOperation { return s.touches.list }

// liveHeat returns a heat map of the reader's own commands on a table. It has at most the given
// number of key ranges, and a column for each command. Each column counts as one second. It shows
// operations, reads, writes and bytes; latency and the load of nodes stay 0.
func (s *Session) liveHeat(name string, ranges int) cluster.HeatMatrix {
	h := cluster.HeatMatrix{Borders: []base.RowKey{""}}
	if t := s.state.tables[name]; t != nil {
		n := min(ranges, t.Len())
		ranks := make([]int, 0, n)
		for i := 1; i < n; i++ {
			ranks = append(ranks, i*t.Len()/n)
		}
		h.Borders = append(h.Borders, t.KeysAt(ranks)...)
	}
	var of []ConsoleOperation
	columns := 0
	for _, touched := range s.touches.list {
		if touched.Table == name {
			if n := len(of); n == 0 || of[n-1].Command != touched.Command {
				columns++
			}
			of = append(of, touched)
		}
	}
	first := columns - min(columns, touchedColumns)
	h.Columns = make([]cluster.HeatColumn, columns-first)
	for m := range h.Cells {
		h.Cells[m] = make([]float32, len(h.Borders)*len(h.Columns))
	}
	column := -1
	for i, touched := range of {
		if i == 0 || of[i-1].Command != touched.Command {
			column++
		}
		c := column - first
		if c < 0 {
			continue
		}
		op := touched.Op
		h.Columns[c].From, h.Columns[c].To = int64(touched.Command), int64(touched.Command)+1
		h.Columns[c].Ops += op.Count
		low := rangeOf(h.Borders, op.Key)
		high := low
		if op.Kind == cluster.Scan {
			if high = len(h.Borders) - 1; op.End != "" {
				if high = rangeOf(h.Borders, op.End); high > low && h.Borders[high] == op.End {
					high--
				}
			}
		}
		// The operations of a scan are spread evenly over the ranges that it covers.
		part := float32(op.Count / float64(high-low+1))
		for r := low; r <= high; r++ {
			at := r*len(h.Columns) + c
			h.Cells[cluster.Ops][at] += part
			h.Cells[cluster.Bytes][at] += float32(part * float32(op.Bytes))
			if op.Kind == cluster.Write {
				h.Cells[cluster.Writes][at] += part
			} else {
				h.Cells[cluster.Reads][at] += part
			}
		}
	}
	return h
}

// rangeOf returns the index of the last border that is not after a key. The first border is "".
func rangeOf(borders []base.RowKey, key base.RowKey) int {
	low, high := 0, len(borders)
	for high-low > 1 {
		if middle := (low + high) / 2; borders[middle] <= key {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// writes returns the writes of commands that wrote a single row, for the advisor.
func (l *touches) writes() (out []advise.Write) {
	for i, w := range l.list {
		alone := (i == 0 || l.list[i-1].Command != w.Command) && (i+1 == len(l.list) || l.list[i+1].Command != w.Command)
		if w.Op.Kind == cluster.Write && alone {
			out = append(out, advise.Write{Table: w.Table, Key: w.Op.Key})
		}
	}
	return out
}
