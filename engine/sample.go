package engine

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// Sample asks for the first rows that a [Load] makes, up to [MaxSampled], and refuses
// what that does as far as they show it. It changes nothing.
type Sample struct {
	Load Load
	Rows int
}

func (Sample) nature() Nature { return Nature{Looks: true, AnyState: true, Turn: TurnTyped} }

func (r Sample) start(t *Task) { t.sample(r) }

// MaxSampled is the most rows of a [Sample].
const MaxSampled = 20

// Sampled is the first rows of a data set: those before the first that is refused.
type Sampled struct {
	Rows []SampledRow
}

// SampledRow is a record with the key that is made of it.
type SampledRow struct {
	Key    base.RowKey
	Record []string
}

// Recipe asks for the [Load] that makes a table anew which a recipe has generated, under
// the template that it has now. Of other tables there is none (no-design).
type Recipe struct{ Table string }

func (Recipe) nature() Nature {
	return Nature{Looks: true, AnyState: true, Turn: TurnAtOnce, Aside: true}
}

func (r Recipe) start(t *Task) {
	of, err := t.s.recipe(r)
	if err != nil {
		t.fail(err)
		return
	}
	t.reply.Answer = &Remade{*of}
}

func (s *Session) recipe(r Recipe) (*Load, error) {
	d := s.state.designs[r.Table]
	if d == nil || d.data.Recipe == nil {
		return nil, base.Refuse(base.CodeNoDesign, r.Table)
	}
	return &Load{Table: r.Table, Template: d.template.String(), Columns: d.columns, Data: d.data}, nil
}

func (t *Task) sample(r Sample) {
	out := &Sampled{}
	t.reply.Answer = out
	t.push(func(int64) (int64, bool) {
		l, err := newLoader(r.Load.Table, r.Load.Template, r.Load.Columns, r.Load.Data, nil, t.at)
		for err == nil && len(out.Rows) < min(r.Rows, MaxSampled) {
			rec, ok := l.cursor.Next()
			if !ok {
				break
			}
			if err = l.row(rec); err == nil {
				out.Rows = append(out.Rows, SampledRow{base.RowKey(l.key), slices.Clone(rec)})
			}
		}
		if err != nil {
			t.fail(err)
		}
		return 1, true
	})
}

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
	m := t.s.made
	if m == nil || !sameData(m.of, d.data) {
		m = &made{of: d.data, fields: len(d.data.Fields)}
	}
	g := &glimpse{Glimpse: r, loader: l, made: m}
	t.push(func(budget int64) (int64, bool) {
		for used := range budget {
			switch err := error(nil); {
			case m.text.Len() > maxMade:
				return used + 1, true
			case len(g.ends) == m.len():
				g.choose(t.s)
				t.reply.Answer, err = g.fill()
				if err != nil {
					t.fail(err)
				}
				return used + 1, true
			default:
				if err = g.add(); err != nil {
					t.fail(err)
					return used + 1, true
				}
			}
		}
		return budget, false
	})
	if m != t.s.made {
		t.s.made = m
		l.cursor.Skip(int64(len(d.data.Records)))
		t.push(func(budget int64) (int64, bool) { return m.more(l.cursor, budget) })
	}
}

// maxMade is the most bytes that are kept of records that a recipe has generated.
const maxMade = 32 << 20

// made is the generated records of a data set.
type made struct {
	of     dataset.Spec
	fields int
	text   strings.Builder
	ends   []int // of each value
}

// more makes records. Of those that take too much none are kept.
func (m *made) more(c *dataset.Cursor, budget int64) (used int64, done bool) {
	for ; used < budget; used++ {
		rec, ok := c.Next()
		if !ok || m.text.Len() > maxMade {
			return used + 1, true
		}
		for _, v := range rec {
			m.text.WriteString(v)
			m.ends = append(m.ends, m.text.Len())
		}
	}
	return used, false
}

// record puts a record of the data set into the memory of another.
func (m *made) record(i int, into []string) []string {
	given := len(m.of.Records)
	if i < given {
		return append(into[:0], m.of.Records[i]...)
	}
	i = (i - given) * m.fields
	text, from := m.text.String(), 0
	if i > 0 {
		from = m.ends[i-1]
	}
	into = into[:0]
	for _, end := range m.ends[i : i+m.fields] {
		into = append(into, text[from:end])
		from = end
	}
	return into
}

func (m *made) len() int { return len(m.of.Records) + len(m.ends)/max(m.fields, 1) }

// glimpse is the keys of a table's records.
type glimpse struct {
	Glimpse
	*loader
	made  *made
	rec   []string
	bytes []byte // the keys, one after the other
	ends  []int
	heads []uint64 // the first bytes of each
	rows  []int    // numbers of records

	read   plan.Query   // what the first question's read returns
	ranges []base.Range // that it scans, none for no read
	page   Page
}

// add makes the key of the next record.
func (g *glimpse) add() (err error) {
	g.rec = g.made.record(len(g.ends), g.rec)
	for i, k := range g.keys {
		g.values[i] = g.rec[k]
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
func (g *glimpse) fill() (*Glimpsed, error) {
	fields, marks := g.design.data.Fields, map[base.RowKey]Mark{}
	for _, i := range g.rows {
		g.rec = g.made.record(i, g.rec)
		if err := g.row(g.rec); err != nil {
			return nil, err
		}
		key := base.RowKey(g.key)
		marks[key] = Unread
		if slices.ContainsFunc(g.ranges, func(r base.Range) bool { return r.Contains(key) }) {
			marks[key] = Scanned
			if g.read.Match(func(f string) string { return valueOf(f, fields, g.rec) }) {
				marks[key] = Returned
			}
		}
	}
	for r := range g.table.At(0, g.table.Len()) {
		g.page.Rows = append(g.page.Rows, PageRow{Key: r.Key(), Mark: marks[r.Key()], Cells: pageCells(r, g.Window.Versions)})
	}
	return &Glimpsed{g.page}, nil
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
