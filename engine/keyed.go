package engine

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// What of a data set is kept in memory while its keys are put in order. More is written
// as it comes, which takes longer for each row.
const (
	maxKeyed = 100_000 // records
	mostMade = 320     // bytes of each that a recipe generates, on average
)

// made is the records of a data set.
type made struct {
	of    dataset.Spec
	from  *dataset.Cursor // makes the next one
	text  strings.Builder // of those that a recipe generates
	stops []uint32        // where each value ends
	all   bool

	apart map[[2]string]bool // fields none of whose values has the separator
}

// newMade takes a cursor before the first record.
func newMade(of dataset.Spec, from *dataset.Cursor) *made {
	from.Skip(int64(len(of.Records)))
	return &made{of: of, from: from, apart: map[[2]string]bool{}}
}

// known reports whether no value of a field has a separator.
func (m *made) known(field, sep string) bool { return m.apart[[2]string{field, sep}] }

// more makes the next record and reports whether there is one, and room for it.
func (m *made) more() bool {
	if m.all || m.text.Len() > mostMade*(len(m.stops)/max(len(m.of.Fields), 1)+1000) {
		return false
	}
	rec, ok := m.from.Next()
	if m.all = !ok; m.all {
		return false
	}
	for _, v := range rec {
		m.text.WriteString(v)
		m.stops = append(m.stops, uint32(m.text.Len()))
	}
	return true
}

// record puts a record into the memory of another.
func (m *made) record(i int, into []string) []string {
	into = into[:0]
	if i < len(m.of.Records) {
		return append(into, m.of.Records[i]...)
	}
	text, stops := m.text.String(), m.stops
	at, from := (i-len(m.of.Records))*len(m.of.Fields), uint32(0)
	if at > 0 {
		from = stops[at-1]
	}
	for _, end := range stops[at : at+len(m.of.Fields)] {
		into, from = append(into, text[from:end]), end
	}
	return into
}

// values puts some of a record's values, by their fields, into the memory of others.
func (m *made) values(i int, fields []int, into []string) {
	given := len(m.of.Records)
	if i < given {
		for v, f := range fields {
			into[v] = m.of.Records[i][f]
		}
		return
	}
	text, stops := m.text.String(), m.stops
	at := (i - given) * len(m.of.Fields)
	for v, f := range fields {
		from := uint32(0)
		if at+f > 0 {
			from = stops[at+f-1]
		}
		into[v] = text[from:stops[at+f]]
	}
}

// again walks records that are all made.
type again struct {
	*made
	next int
	rec  []string
}

func (a *again) Next() ([]string, bool) {
	if int64(a.next) >= a.of.Len() {
		return nil, false
	}
	a.rec = a.record(a.next, a.rec)
	a.next++
	return a.rec, true
}

func (a *again) Skip(n int64) { a.next += int(n) }

// has reports whether there is a record with that number, the next one or one before.
func (m *made) has(i int) bool {
	i -= len(m.of.Records)
	return i < 0 || i*len(m.of.Fields) < len(m.stops) || m.more()
}

// keyed is the keys that a template makes of a data set's records.
type keyed struct {
	*made
	template *rowkey.Template
	fields   []int    // the record's index of each template field
	filled   []string // those fields' values of the record whose key is made
	scratch  []string
	clock    dataset.Clock
	times    []base.Micros // of records that have their own
	whole    bool          // all records have theirs
	ranking
}

// ranking is keys of records, which are put in order as far as is asked for.
type ranking struct {
	bytes  []byte // the keys, one after the other
	ends   []uint32
	rows   []ranked // up to sorted as they stand in the table
	sorted int
	parts  []part // behind those, the next one last
}

// reset forgets the keys and reuses their memory.
func (k *ranking) reset() {
	*k = ranking{bytes: k.bytes[:0], ends: k.ends[:0], rows: k.rows[:0], parts: k.parts[:0]}
}

// add takes the key of the next record.
func (k *ranking) add(key []byte) {
	k.bytes = append(k.bytes, key...)
	k.ends = append(k.ends, uint32(len(k.bytes)))
	k.rows = append(k.rows, ranked{headOf(key), int32(len(k.rows))})
}

// begin begins to sort, once all keys have been added.
func (k *ranking) begin() { k.parts = append(k.parts[:0], part{end: len(k.rows)}) }

// ranked is a record, and 8 bytes of its key from the depth of its part on.
type ranked struct {
	head   uint64
	record int32
}

// part is rows in no order that end before end. All of their keys are the same up to
// depth.
type part struct{ end, depth int }

// add makes the key of the next record and reports whether there was one.
func (k *keyed) add() (ok bool, err error) {
	n := len(k.ends)
	if !k.has(n) {
		k.whole = k.all
		k.begin()
		for _, s := range k.template.Steps() {
			if k.whole && len(s.Via()) == 0 {
				k.apart[[2]string{s.Field, s.Sep}] = true
			}
		}
		return false, nil
	}
	var room [8]string // which the collector need not hear of
	filled := room[:]
	if len(k.fields) > len(room) {
		filled = k.filled
	}
	k.values(n, k.fields, filled)
	if k.bytes, err = k.template.AppendKey(k.bytes, filled); err != nil {
		return false, err
	}
	if k.clock.Own() {
		k.scratch = k.record(n, k.scratch)
		at, err := k.clock.Of(k.scratch, 0)
		if err != nil {
			return false, err
		}
		k.times = append(k.times, at)
	}
	if n == 1000 { // of about this length are all
		records := int(k.of.Len())
		k.bytes = append(make([]byte, 0, len(k.bytes)*(records+records/8)/n), k.bytes...)
		k.ends = append(make([]uint32, 0, records), k.ends...)
		k.rows = append(make([]ranked, 0, records), k.rows...)
	}
	k.ends = append(k.ends, uint32(len(k.bytes)))
	k.rows = append(k.rows, ranked{headOf(k.keyOf(n)), int32(n)})
	return true, nil
}

// headOf returns what orders bytes by their first eight.
func headOf(key []byte) (head uint64) {
	if len(key) >= 8 {
		return binary.BigEndian.Uint64(key)
	}
	for i := range 8 {
		if head <<= 8; i < len(key) {
			head |= uint64(key[i])
		}
	}
	return head
}

func (k *ranking) keyOf(record int) []byte {
	from := uint32(0)
	if record > 0 {
		from = k.ends[record-1]
	}
	return k.bytes[from:k.ends[record]]
}

// compare orders records of one part as their rows stand, and those of one key as they
// come.
func (k *ranking) compare(a, b ranked) int {
	switch {
	case a.head < b.head:
		return -1
	case a.head > b.head:
		return 1
	}
	return cmp.Or(bytes.Compare(k.keyOf(int(a.record)), k.keyOf(int(b.record))), cmp.Compare(a.record, b.record))
}

// at returns the record of a row: it puts in order what is needed for it, and returns
// how much work that was.
func (k *ranking) at(row int) (record int, used int64) {
	for k.sorted <= row {
		top := k.parts[len(k.parts)-1]
		rows := k.rows[k.sorted:top.end]
		used += int64(len(rows)) / 16
		if len(rows) > shortPart {
			k.divide(rows, top.depth)
			continue
		}
		for i := range rows {
			for j := i; j > 0 && k.compare(rows[j], rows[j-1]) < 0; j-- {
				rows[j], rows[j-1] = rows[j-1], rows[j]
			}
		}
		k.sorted, k.parts = top.end, k.parts[:len(k.parts)-1]
	}
	return int(k.rows[row].record), used
}

// before returns how many keys are less than one.
func (k *ranking) before(key []byte) (n int) {
	head, from := headOf(key), uint32(0)
	for _, end := range k.ends {
		of := k.bytes[from:end]
		if h := headOf(of); h < head || h == head && bytes.Compare(of, key) < 0 {
			n++
		}
		from = end
	}
	return n
}

// shortPart is how many rows are sorted one by one.
const shortPart = 12

// divide divides the rows of the next part by a head: the lesser ones, those that have
// it too, whose next bytes are taken, and the greater ones.
func (k *ranking) divide(rows []ranked, depth int) {
	a, b, c := rows[0].head, rows[len(rows)/2].head, rows[len(rows)-1].head
	pivot := max(min(a, b), min(max(a, b), c))
	less, more := 0, len(rows)
	for i := 0; i < more; {
		switch h := rows[i].head; {
		case h < pivot:
			rows[i], rows[less] = rows[less], rows[i]
			less, i = less+1, i+1
		case h > pivot:
			more--
			rows[i], rows[more] = rows[more], rows[i]
		default:
			i++
		}
	}
	k.parts = append(k.parts, part{k.sorted + more, depth + 8})
	if less > 0 {
		k.parts = append(k.parts, part{k.sorted + less, depth})
	}
	same, any := rows[less:more], false
	for i := range same {
		same[i].head = 0
		if key := k.keyOf(int(same[i].record)); len(key) > depth+8 {
			same[i].head, any = headOf(key[depth+8:]), true
		}
	}
	for i := range same {
		if !any { // shorter keys stand before longer ones, which go on with zeros
			n := int(same[i].record)
			same[i].head = uint64(len(k.keyOf(n)))<<32 | uint64(n)
		}
	}
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
	t.s.order(l)
	if l.keyed == nil {
		return
	}
	t.s.keyed = l.keyed
	t.push(func(budget int64) (int64, bool) {
		for used := range budget {
			if l.keyed.whole {
				g := &glimpse{Glimpse: r, loader: l}
				g.choose(t.s)
				if t.reply.Answer, err = g.fill(); err != nil {
					t.fail(err)
				}
				return used + 1, true
			}
			if ok, err := l.keyed.add(); err != nil {
				t.fail(err)
				return used + 1, true
			} else if !ok && !l.keyed.whole {
				return used + 1, true // there are too many bytes of them
			}
		}
		return budget, false
	})
}

// glimpse is the rows that will be in sight.
type glimpse struct {
	Glimpse
	*loader
	rows []int // numbers of records

	read   plan.Query   // what the first question wants of the ranges
	ranges []base.Range // that it scans, none for no read
	page   Page
}

// choose finds the records of the page: the rows that were in sight, unless the first
// question reads others.
func (g *glimpse) choose(s *Session) {
	w, k := g.Window, g.keyed
	total := len(k.rows)
	if g.ask(s); len(g.ranges) > 0 {
		at := k.before([]byte(g.ranges[0].Start))
		if at < w.Offset || at >= w.Offset+max(w.Count/2, 1) {
			w.Offset = max(at-2, 0)
		}
	}
	w.Offset = min(max(w.Offset, 0), max(total-w.count(), 0))
	from, to := max(w.Offset-w.margin(), 0), min(w.Offset+w.count()+w.margin(), total)
	g.page = Page{Table: g.Table, Offset: from, First: w.Offset, Total: total}
	for row := from; row < to; row++ {
		record, _ := k.at(row)
		g.rows = append(g.rows, record)
	}
}

// ask finds what the first question reads of the table.
func (g *glimpse) ask(s *Session) {
	if len(s.state.workload) == 0 || s.state.workload[0].Latest.N > 0 {
		return
	}
	st := s.state
	st.designs = maps.Clone(st.designs)
	st.designs[g.Table] = g.design
	name, p := best(slices.Sorted(maps.Keys(st.designs)), st, st.workload[0])
	if name == g.Table {
		g.ranges = walked(p.Ranges)
		g.read.Where = p.Residual
	}
}

// fill makes the rows of the records that were chosen.
func (g *glimpse) fill() (*Glimpsed, error) {
	fields, marks := g.design.data.Fields, map[base.RowKey]Mark{}
	for _, i := range g.rows {
		g.rec = g.keyed.record(i, g.rec)
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

// widened returns the refusal of a template whose width is too small for a value
// (field-transform) with the transforms that are wide enough for all of the data. It
// returns other refusals as they are, and those of more than maxKeyed records, which are
// not looked through at once.
func widened(err *base.Error, template string, data dataset.Spec) *base.Error {
	if err.Code != base.CodeFieldTransform || len(err.Args) != 5 || err.Args[3] != "short" || data.Len() > maxKeyed {
		return err
	}
	t, bad := rowkey.Parse(template)
	at := slices.Index(data.Fields, err.Args[0])
	if bad != nil || at < 0 {
		return err
	}
	longest := 0
	for records := data.Cursor(); ; {
		record, ok := records.Next()
		if !ok {
			break
		}
		longest = max(longest, len(record[at]))
	}
	name, args, _ := strings.Cut(err.Args[2], ":")
	_, fill, filled := strings.Cut(args, ":")
	wide := name + ":" + strconv.Itoa(longest)
	if filled {
		wide += ":" + fill
	}
	for _, p := range t.Parts() {
		first, rest, more := strings.Cut(p.Via, "|")
		if p.Field != err.Args[0] || first != err.Args[2] {
			continue
		}
		if more {
			wide += "|" + rest
		}
		if _, bad := rowkey.Parse("{" + p.Field + "|" + wide + "}"); bad == nil && longest > 0 {
			return base.RefuseAt(err.Pos, err.End, err.Code, append(slices.Clone(err.Args), wide)...)
		}
	}
	return err
}
