package engine

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/console/cbt"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
	"tabletop/engine/table"
)

// maxCollisions is the most shared row keys that a load names.
const maxCollisions = 3

// loader turns the records of a data set into the rows of a new table.
type loader struct {
	table   *table.Table
	design  *design
	cursor  *dataset.Cursor
	columns []loaded
	keys    []int // the record's index of each template field
	values  []string
	key     []byte
	stamps
	absence
	cells []base.Cell

	sampled *sampled // of many records, nil for none

	keyed *keyed               // what is written in the order of its rows, nil for as it comes
	next  int                  // row of those
	met   int                  // records before it that have its key
	named bool                 // one of them has replaced another
	times map[base.Micros]bool // of those, where they have their own
	rare  rare
	rec   []string

	records int64
	replaced
	queries  []plan.Query
	tallies  []plan.Tally // of the records that each asks for
	lengths  []measured   // of the fields that the latest are asked of
	collided []collision  // keys that a second record met, the first few
}

// replaced is how many of a loader's records later ones have replaced.
type replaced struct {
	lost    int64 // those that are told
	repeats int64 // of a text: replaced by ones that are equal in every field, so that nothing is lost
	whole   bool  // the rows hold the values of all fields, so that they tell which records are equal
}

// stamps are where the times of a loader's cells come from.
type stamps struct {
	at      base.Micros
	clock   dataset.Clock
	stamped bool // values end with the times of their cells, see [Values]
}

// absence is what a loader knows of fields that records lack.
type absence struct {
	bare   bool // the last record has no cell
	sparse bool // some records lack fields: those with one key are written together
	blank  bool // what is empty is lacking
}

// rare counts rows of few records, which tell how many more there may be.
type rare struct{ alone, twice int64 }

// collision is a key that a second record met, with the number of that.
type collision struct {
	record int
	key    base.RowKey
}

// measured is a field of the records whose values are looked at.
type measured struct {
	plan.Lengths
	name  string
	field int
}

// loaded is a column with the record's index of its field.
type loaded struct {
	plan.Column
	field int
}

func newLoader(name, template string, columns []plan.Column, data dataset.Spec, queries []plan.Query, at base.Micros) (*loader, error) {
	tpl, err := rowkey.Parse(template)
	if err != nil {
		return nil, err
	}
	if err := tpl.Check(data.Fields); err != nil {
		return nil, err
	}
	cursor, err := data.Begin()
	if err != nil {
		return nil, err
	}
	t, err := table.New(name)
	if err != nil {
		return nil, err
	}
	l := &loader{
		table: t, cursor: cursor, stamps: stamps{at: at, clock: data.Clock()}, absence: absence{sparse: data.Sparse()}, times: map[base.Micros]bool{},
		design:  &design{template: tpl, columns: columns, data: data},
		queries: queries,
	}
	for _, f := range tpl.Fields() {
		l.keys = append(l.keys, slices.Index(data.Fields, f))
	}
	l.values = make([]string, len(l.keys))
	fields, families := make(map[string]int, len(data.Fields)), map[string]bool{}
	for i, f := range data.Fields {
		fields[f] = i
	}
	var made []table.FamilyInfo
	for _, c := range columns {
		i, known := fields[c.Field]
		if !known {
			return nil, base.Refuse(base.CodeTemplateField, c.Field, strings.Join(data.Fields, ", "))
		}
		if f := string(c.Family); !families[f] {
			families[f] = true
			made = append(made, table.FamilyInfo{Name: c.Family})
		}
		l.columns = append(l.columns, loaded{c, i})
	}
	// As rows hold them: what comes in order is written sooner.
	base.SortStable(l.columns, func(a, b loaded) int {
		return cmp.Or(cmp.Compare(a.Family, b.Family), cmp.Compare(a.Qualifier, b.Qualifier))
	})
	if err := t.CreateFamilies(made...); err != nil {
		return nil, err
	}
	for _, q := range queries {
		l.tallies = append(l.tallies, plan.Tally{Query: q})
		if i := slices.Index(data.Fields, q.Latest.Field); i >= 0 && q.Latest.N > 0 {
			l.lengths = append(l.lengths, measured{name: q.Latest.Field, field: i})
		}
	}
	l.cells = make([]base.Cell, 0, len(columns))
	return l, nil
}

// order has few records written in the order of their rows, which takes less time. What
// is known of the records, or of their keys, is not made again.
func (s *Session) order(l *loader) {
	k, m := s.keyed, s.made
	switch data := l.design.data; {
	case data.Len() > maxKeyed:
		return
	case m == nil || !sameData(m.of, data):
		m = newMade(data, l.cursor)
		l.cursor = data.Cursor()
	case k != nil && k.made == m && k.template.String() == l.design.template.String():
		l.keyed = k
		return
	}
	l.keyed = &keyed{made: m, template: l.design.template.Apart(m.known), fields: l.keys, filled: l.values, clock: l.clock}
}

// step loads up to budget records.
func (l *loader) step(budget int64) (used int64, done bool, err error) {
	next := l.stream
	if l.keyed != nil {
		next = l.ordered
	}
	for used < budget {
		work, ok, err := next()
		switch used += work; {
		case err != nil:
			return used, true, err
		case !ok && l.keyed != nil && !l.keyed.whole:
			l.keyed, next = nil, l.stream // there are too many bytes of them
		case !ok:
			for i := range l.lengths {
				l.design.setEven(l.lengths[i].name, &l.lengths[i].Lengths)
			}
			return used, true, nil
		}
	}
	return used, false, nil
}

// stream writes the next record.
func (l *loader) stream() (used int64, ok bool, err error) {
	rec, ok := l.cursor.Next()
	if !ok {
		return 1, false, nil
	}
	rows, before := l.table.Len(), l.table.Cells()
	if err := l.row(rec); err != nil {
		return 1, false, err
	}
	if l.wrote(int(l.records), rows, before); l.bare {
		l.lost++
	}
	l.count(rec)
	// Long rows take their time.
	return 1 + l.table.Cells()/int64(16*len(l.columns)*max(l.table.Len(), 1)), true, nil
}

// wrote counts a record that has been written into a table that had the given numbers of rows
// and cells before, and records whether it replaced an earlier one.
func (l *loader) wrote(record, rows int, cells int64) {
	again := l.table.Cells() == cells || l.sparse && !l.clock.Own() && l.table.Len() == rows
	if l.bare || !again {
		return
	}
	if l.whole && l.table.Unchanged() {
		l.repeats++
		return
	}
	l.lost++
	key := base.RowKey(l.key)
	first := len(l.collided) < maxCollisions || record < l.collided[maxCollisions-1].record
	if first && !slices.ContainsFunc(l.collided, func(c collision) bool { return c.key == key }) {
		l.collide(record, key)
	}
}

// noteLost adds a note of how many records were replaced by others, if any were.
func (l *loader) noteLost(t *Task) {
	if len(l.collided) > 0 {
		t.note(base.NoteCollided, count(l.lost), quoteKeys(l.collided))
	}
	if l.repeats > 0 {
		t.note(base.NoteRepeated, count(l.repeats))
	}
}

// ordered makes the next key, and once there are all of them writes the next row. Of
// records that share one the last stays, and of those with a time of their own the last
// of each time.
func (l *loader) ordered() (used int64, ok bool, err error) {
	k := l.keyed
	if !k.whole {
		ok, err := k.add()
		return 1, ok || k.whole, err
	}
	if l.next == len(k.rows) {
		return 1, false, nil
	}
	i, used := k.at(l.next)
	l.next++
	last := l.next == len(k.rows)
	if !last {
		after, work := k.at(l.next)
		used += work
		last = !bytes.Equal(k.keyOf(i), k.keyOf(after))
	}
	at, again := l.at, l.met > 0
	if l.clock.Own() {
		at = k.times[i]
		again = l.times[at]
		l.times[at] = true
	}
	if again {
		l.lost++
		if !l.named {
			l.named = true
			l.collide(i, base.RowKey(k.keyOf(i)))
		}
	}
	l.met++
	l.rec = k.record(i, l.rec)
	together := l.clock.Own() || l.sparse // what a later one lacks stays
	full := together && len(l.cells)+len(l.columns) > maxTogether
	if last || together {
		if l.put(l.rec, at); l.bare && !again {
			l.lost++
		}
	}
	if last {
		switch l.met {
		case 1:
			l.rare.alone++
		case 2:
			l.rare.twice++
		}
		l.met, l.named = 0, false
		clear(l.times)
	}
	if last || full {
		l.key = append(l.key[:0], k.keyOf(i)...)
		err = l.write()
	}
	l.count(l.rec)
	return used + 1, true, err
}

// count notes a record that has been taken.
func (l *loader) count(rec []string) {
	if l.records++; l.sampled != nil {
		l.sampled.add(rec)
	}
	for i := range l.lengths {
		l.lengths[i].Add(rec[l.lengths[i].field])
	}
	fields := l.design.data.Fields
	for i := range l.tallies {
		l.tallies[i].Add(func(f string) string { return valueOf(f, fields, rec) })
	}
}

// collide notes a key that a second record met, if it is one of the first.
func (l *loader) collide(record int, key base.RowKey) {
	l.collided = append(l.collided, collision{record, key})
	base.Sort(l.collided, func(a, b collision) int { return cmp.Compare(a.record, b.record) })
	l.collided = l.collided[:min(len(l.collided), maxCollisions)]
}

// row writes a record's row, whose key is left in l.key.
func (l *loader) row(rec []string) error {
	at, err := l.place(rec)
	if err != nil {
		return err
	}
	l.put(rec, at)
	return l.write()
}

// place returns when the cells of a record are written, and leaves its key in l.key.
func (l *loader) place(rec []string) (at base.Micros, err error) {
	for i, k := range l.keys {
		l.values[i] = rec[k]
	}
	if l.key, err = l.design.template.AppendKey(l.key[:0], l.values); err != nil {
		return 0, err
	}
	return l.clock.Of(rec, l.at)
}

// maxTogether is how many cells of a row are written at once.
const maxTogether = 10_000

// put makes the cells of a record ready to be written. A field that it lacks is no cell.
func (l *loader) put(rec []string, at base.Micros) {
	before := len(l.cells)
	for _, c := range l.columns {
		if l.blank && rec[c.field] == "" || dataset.Lacks(rec, len(l.design.data.Fields), c.field) {
			continue
		}
		value, when := rec[c.field], at
		if l.stamped {
			value, when = stampOf(value, at)
		}
		l.cells = append(l.cells, base.Cell{Family: c.Family, Qualifier: c.Qualifier, At: when, Value: value})
	}
	l.bare = len(l.cells) == before && len(l.columns) > 0
}

// stampOf parts a value from the time of its cell, which otherwise is at.
func stampOf(text string, at base.Micros) (string, base.Micros) {
	value, own := cbt.SplitTime(text)
	if own == table.ServerTime {
		return value, at
	}
	return value, own - own%1000
}

// write writes what is ready under the key l.key. Where that is nothing there is no row.
func (l *loader) write() error {
	if len(l.cells) == 0 && len(l.columns) > 0 {
		return base.CheckRowKey(base.RowKey(l.key))
	}
	err := l.table.Set(base.RowKey(l.key), l.at, l.cells)
	clear(l.cells)
	l.cells = l.cells[:0]
	return err
}

// valueOf returns a record's value of a field, "" of one that it does not have: what
// asks for that cannot be answered.
func valueOf(field string, fields, rec []string) string {
	if i := slices.Index(fields, field); i >= 0 {
		return rec[i]
	}
	return ""
}

// bounded refuses more than the most of something, of a table or of none.
func bounded(code base.Code, n, most int, of ...string) error {
	if n <= most {
		return nil
	}
	return base.Refuse(code, append(of, strconv.Itoa(n), strconv.Itoa(most))...)
}

// checkLoad refuses what is beyond the bounds of a data set and of a table's families.
// Of a data set that has been loaded once nothing is asked.
func checkLoad(r Load) error {
	if err := bounded(base.CodeManyFields, len(r.Data.Fields), base.MaxFields, r.Table); err != nil {
		return err
	}
	if err := bounded(base.CodeManyValues, int(min(r.Data.Values(), 1<<31-1)), base.MaxValues); err != nil {
		return err
	}
	families := map[string]bool{}
	for _, c := range r.Columns {
		families[string(c.Family)] = true
	}
	return bounded(base.CodeManyFamilies, len(families), base.MaxFamilies, r.Table)
}

// checkWorkload refuses more questions than designs are measured by.
func checkWorkload(r Workload) error {
	return bounded(base.CodeManyQueries, len(r.Queries), base.MaxQueries)
}

// load replaces a table by a loaded one in its last step. It may be of the data of
// another design, nil for none, of which what is known of that is taken.
func (t *Task) load(r Load, like *design) {
	if err := checkLoad(r); err != nil && !t.replayed {
		t.fail(err)
		return
	}
	queries := t.s.state.workload
	if like != nil && like.asked != nil {
		queries = nil
	}
	l, err := newLoader(r.Table, r.Template, r.Columns, r.Data, queries, t.at)
	if err != nil {
		t.fail(err)
		return
	}
	if queries == nil && like != nil {
		l.design.asked, l.design.even, l.design.numbers = maps.Clone(like.asked), maps.Clone(like.even), maps.Clone(like.numbers)
	}
	if _, known := t.s.state.tables[r.Table]; !known && len(t.s.state.tables) >= base.MaxTables {
		t.fail(base.Refuse(base.CodeTooManyTables, strconv.Itoa(base.MaxTables)))
		return
	}
	if t.s.order(l); r.Data.Len() > MaxTried {
		l.sampled = newSampled(r.Data)
	}
	t.rowsTotal += r.Data.Len()
	t.push(func(budget int64) (int64, bool) {
		used, done, err := t.stepLoad(l, budget)
		if done && err == nil {
			t.keep(l, r)
		}
		return used, done
	})
}

// stepLoad is a step of a load.
func (t *Task) stepLoad(l *loader, budget int64) (used int64, done bool, err error) {
	before := l.records
	used, done, err = l.step(budget)
	if t.rowsDone += l.records - before; err != nil {
		t.fail(err)
	}
	return used, done, err
}

func quoteKeys(of []collision) string {
	quoted := make([]string, len(of))
	for i, c := range of {
		quoted[i] = strconv.Quote(string(c.key))
	}
	return strings.Join(quoted, ", ")
}

func count(n int64) string { return strconv.FormatInt(n, 10) }
