package engine

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"maps"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// Glimpse asks for the page that a [Rekey] of a table would bring, long before that is
// done: the keys of all records are made, but only the rows in sight. Where records share
// keys the page may be off by so many rows. It changes nothing.
type Glimpse struct {
	Table    string
	Template string
	Window   Window
}

// Glimpsed is a page of a table that is not there yet. Rows of a question of which only
// the latest are asked are not marked.
type Glimpsed struct{ Page Page }

func (*Glimpsed) answer() {}

func (Glimpse) nature() Nature { return Nature{Looks: true, Turn: TurnAtOnce, Aside: true} }

func (r Glimpse) start(t *Task) {
	d := t.s.state.designs[r.Table]
	if d == nil {
		t.fail(base.Refuse(base.CodeNoDesign, r.Table))
		return
	}
	l, err := newLoader(r.Table, r.Template, d.columns, d.data, nil, t.at)
	if err != nil {
		t.fail(err)
		return
	}
	g := &glimpse{Glimpse: r, loader: l, marks: map[base.RowKey]Mark{}, again: d.data.Cursor()}
	t.push(func(budget int64) (int64, bool) {
		for used := range budget {
			rec, ok := l.cursor.Next()
			if !ok {
				g.choose(t.s)
				t.push(func(budget int64) (int64, bool) { return g.fill(t, budget) })
				return used + 1, true
			}
			if err := g.add(rec); err != nil {
				t.fail(err)
				return used, true
			}
		}
		return budget, false
	})
}

// glimpse is the keys of a table's records.
type glimpse struct {
	Glimpse
	*loader
	bytes []byte // the keys, one after the other
	ends  []int
	heads []uint64 // the first bytes of each
	rows  []int    // numbers of records

	read   plan.Query   // what the first question's read returns
	ranges []base.Range // that it scans, none for no read
	marks  map[base.RowKey]Mark
	page   Page
	again  *dataset.Cursor // makes the records in sight
	passed int             // records of it
}

// add makes a record's key.
func (g *glimpse) add(rec []string) (err error) {
	for i, k := range g.keys {
		g.values[i] = rec[k]
	}
	at := len(g.bytes)
	if g.bytes, err = g.design.template.AppendKey(g.bytes, g.values); err != nil {
		return err
	}
	var head [8]byte
	copy(head[:], g.bytes[at:])
	g.rows = append(g.rows, len(g.ends))
	g.ends = append(g.ends, len(g.bytes))
	g.heads = append(g.heads, binary.BigEndian.Uint64(head[:]))
	return nil
}

func (g *glimpse) keyOf(record int) []byte {
	from := 0
	if record > 0 {
		from = g.ends[record-1]
	}
	return g.bytes[from:g.ends[record]]
}

// compare orders records as their rows stand, and those of one key as they come.
func (g *glimpse) compare(a, b int) int {
	if c := cmp.Compare(g.heads[a], g.heads[b]); c != 0 {
		return c
	}
	return cmp.Or(bytes.Compare(g.keyOf(a), g.keyOf(b)), cmp.Compare(a, b))
}

// choose finds the records of the page: the rows that were in sight, unless the first
// question reads others.
func (g *glimpse) choose(s *Session) {
	w, total := g.Window, len(g.rows)
	if g.ask(s); len(g.ranges) > 0 {
		start, at := []byte(g.ranges[0].Start), 0
		for _, r := range g.rows {
			if bytes.Compare(g.keyOf(r), start) < 0 {
				at++
			}
		}
		if at < w.Offset || at >= w.Offset+max(w.Count/2, 1) {
			w.Offset = max(at-2, 0)
		}
	}
	w.Offset = min(max(w.Offset, 0), max(total-w.count(), 0))
	from, to := max(w.Offset-w.margin(), 0), min(w.Offset+w.count()+w.margin(), total)
	g.page = Page{Table: g.Table, Offset: from, First: w.Offset, Total: total}
	nth(g.rows, to, g.compare)
	nth(g.rows[:to], from, g.compare)
	g.rows = g.rows[from:to]
	slices.Sort(g.rows)
}

// ask finds what the first question reads of the table.
func (g *glimpse) ask(s *Session) {
	if len(s.state.workload) == 0 || s.state.workload[0].Latest.N > 0 {
		return
	}
	designs := maps.Clone(s.state.designs)
	designs[g.Table] = g.design
	name, p := best(slices.Sorted(maps.Keys(designs)), designs, s.state.workload[0])
	if name == g.Table {
		g.ranges = walked(p.Ranges)
		g.read.Where = slices.DeleteFunc(slices.Clone(p.Residual), func(c plan.Cond) bool { return slices.Contains(p.Client, c) })
	}
}

// fill makes the rows of the records that were chosen.
func (g *glimpse) fill(t *Task, budget int64) (used int64, done bool) {
	fields := g.design.data.Fields
	for ; used < budget && len(g.rows) > 0; used++ {
		if skip := min(int64(g.rows[0]-g.passed), budget-used); skip > 0 {
			g.again.Skip(skip)
			g.passed += int(skip)
			used += skip - 1
			continue
		}
		rec, _ := g.again.Next()
		g.passed++
		g.rows = g.rows[1:]
		if err := g.row(rec); err != nil {
			t.fail(err)
			return used + 1, true
		}
		key := base.RowKey(g.key)
		delete(g.marks, key)
		if slices.ContainsFunc(g.ranges, func(r base.Range) bool { return r.Contains(key) }) {
			g.marks[key] = Scanned
			if g.read.Match(func(f string) string { return valueOf(f, fields, rec) }) {
				g.marks[key] = Returned
			}
		}
	}
	if len(g.rows) > 0 {
		return used, false
	}
	for r := range g.table.At(0, g.table.Len()) {
		g.page.Rows = append(g.page.Rows, PageRow{Key: r.Key(), Mark: g.marks[r.Key()], Cells: pageCells(r, g.Window.Versions)})
	}
	t.reply.Answer = &Glimpsed{g.page}
	return used + 1, true
}

// nth puts the n least of some records before the others.
func nth(rows []int, n int, compare func(a, b int) int) {
	for len(rows) > 1 && 0 < n && n < len(rows) {
		pivot, i, j := rows[len(rows)/2], 0, len(rows)-1
		for i <= j {
			for compare(rows[i], pivot) < 0 {
				i++
			}
			for compare(rows[j], pivot) > 0 {
				j--
			}
			if i <= j {
				rows[i], rows[j] = rows[j], rows[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case n <= j:
			rows = rows[:j+1]
		case n >= i:
			rows, n = rows[i:], n-i
		default:
			return
		}
	}
}
