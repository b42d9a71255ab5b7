package design

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
	"tabletop/engine/table"
)

// maxCollisions is the most shared row keys that a load names.
const maxCollisions = 3

// Loader writes the records of a data set as the rows of a new table, in steps. Step it until
// it is done; until then Table and the counts are of the records so far.
type Loader struct {
	Table   *table.Table
	Design  *Design // of that table; complete once the loader is done
	cursor  *dataset.Cursor
	columns []loaded
	keys    []int // the record's index of each template field
	values  []string
	key     []byte
	stamps
	absence
	cells []base.Cell

	Sample *Sample // takes some of the records on their way, nil for none

	Keys  *Keys                // for writing the rows in key order; nil writes them as the records come
	next  int                  // row of those
	met   int                  // records before it that have its key
	named bool                 // one of them has replaced another
	times map[base.Micros]bool // of those, where they have their own
	rare  rare
	rec   []string

	Records int64 // that have been taken
	replaced
	queries  []plan.Query
	tallies  []plan.Tally // of the records that each asks for
	lengths  []measured   // of the fields that the latest are asked of
	collided []collision  // keys that a second record met, the first few
}

// replaced is how many of a loader's records later ones have replaced.
type replaced struct {
	Lost    int64 // replaced by records with other values, or without a cell
	Repeats int64 // replaced by records that are equal in every field, see [Loader.CountRepeats]
	whole   bool  // the rows hold the values of all fields, so that they tell which records are equal
}

// stamps are where the times of a loader's cells come from.
type stamps struct {
	At    base.Micros // the time of cells that have none of their own
	Clock dataset.Clock
	// Split parts a value from the time of its cell. It is nil where values hold no times.
	Split func(text string) (value string, at base.Micros)
}

// absence is what a loader knows of fields that records lack.
type absence struct {
	bare   bool // the last record has no cell
	Sparse bool // some records lack fields: records with one key become one row together
	Blank  bool // an empty value is no cell
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

// NewLoader returns a loader of a data set into a table of that name. It counts for each of
// the queries the records that it asks for. It refuses a template that cannot be read or does
// not fit the data, and columns of fields that the data do not have.
func NewLoader(name, template string, columns []plan.Column, data dataset.Spec, queries []plan.Query, at base.Micros) (*Loader, error) {
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
	l := &Loader{
		Table: t, cursor: cursor, stamps: stamps{At: at, Clock: data.Clock()}, absence: absence{Sparse: data.Sparse()}, times: map[base.Micros]bool{},
		Design:  &Design{Template: tpl, Columns: columns, Data: data},
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

// Step loads up to budget records.
func (l *Loader) Step(budget int64) (used int64, done bool, err error) {
	next := l.stream
	if l.Keys != nil {
		next = l.ordered
	}
	for used < budget {
		work, ok, err := next()
		switch used += work; {
		case err != nil:
			return used, true, err
		case !ok && l.Keys != nil && !l.Keys.Complete:
			l.Keys, next = nil, l.stream // there are too many bytes of them
		case !ok:
			l.learn()
			return used, true, nil
		}
	}
	return used, false, nil
}

// learn keeps in the design what the records have told of it.
func (l *Loader) learn() {
	d := l.Design
	for i := range l.lengths {
		d.SetEven(l.lengths[i].name, &l.lengths[i].Lengths)
	}
	if d.Asked == nil {
		d.Asked = map[string]int64{}
	}
	for i, q := range l.queries {
		d.Asked[q.ID] = l.Wanted(i)
	}
	d.Held = l.Records - l.Lost
}

// Order has rows written in key order, which takes less time, if there are at most [MaxKeyed]
// records. It must be called before the first step. Records and keys that were made before
// are used again if they are the ones needed; nil is for none.
func (l *Loader) Order(m *RecordBuffer, k *Keys) {
	switch data := l.Design.Data; {
	case data.Len() > MaxKeyed:
		return
	case m == nil || !SameData(m.of, data):
		m = newRecordBuffer(data, l.cursor)
		l.cursor = data.Cursor()
	case k != nil && k.RecordBuffer == m && k.template.String() == l.Design.Template.String():
		l.Keys = k
		return
	}
	l.Keys = &Keys{RecordBuffer: m, template: l.Design.Template.Apart(m.NeverHolds), fields: l.keys, filled: l.values, clock: l.Clock}
}

// Add writes the row of one record and returns its key. It counts nothing.
func (l *Loader) Add(rec []string) (base.RowKey, error) {
	err := l.row(rec)
	return base.RowKey(l.key), err
}

// stream writes the next record.
func (l *Loader) stream() (used int64, ok bool, err error) {
	rec, ok := l.cursor.Next()
	if !ok {
		return 1, false, nil
	}
	rows, before := l.Table.Len(), l.Table.Cells()
	if err := l.row(rec); err != nil {
		return 1, false, err
	}
	if l.wrote(int(l.Records), rows, before); l.bare {
		l.Lost++
	}
	l.count(rec)
	return l.RowWork(), true, nil
}

// RowWork returns the work of writing one row, in units of a short row: 1 and more by the
// mean length of the rows so far.
func (l *Loader) RowWork() int64 {
	return 1 + l.Table.Cells()/int64(16*max(len(l.columns), 1)*max(l.Table.Len(), 1))
}

// Wanted returns how many of the records so far query number i of the loader asks for.
func (l *Loader) Wanted(i int) int64 { return l.tallies[i].Wanted() }

// UnseenRows estimates how many more rows there are in the data that the records are a sample
// of. It is Chao's estimator, by how many keys have one record and how many have two. Rows
// must have been written in key order.
func (l *Loader) UnseenRows() float64 {
	return float64(l.rare.alone) * float64(l.rare.alone) / float64(2*max(l.rare.twice, 1))
}

// CountRepeats counts records that are equal in every field as repeats, not as lost. It does so
// only if keys and columns hold the values of all fields. It must be called before the first
// step.
func (l *Loader) CountRepeats() {
	held := map[string]bool{}
	for _, s := range l.Design.Template.Steps() {
		held[s.Field] = held[s.Field] || s.Whole()
	}
	for _, c := range l.columns {
		held[c.Field] = true
	}
	l.whole = !slices.ContainsFunc(l.Design.Data.Fields, func(f string) bool { return !held[f] })
}

// wrote counts a record that has been written into a table that had the given numbers of rows
// and cells before, and records whether it replaced an earlier one.
func (l *Loader) wrote(record, rows int, cells int64) {
	again := l.Table.Cells() == cells || l.Sparse && !l.Clock.Own() && l.Table.Len() == rows
	if l.bare || !again {
		return
	}
	if l.whole && l.Table.Unchanged() {
		l.Repeats++
		return
	}
	l.Lost++
	key := base.RowKey(l.key)
	first := len(l.collided) < maxCollisions || record < l.collided[maxCollisions-1].record
	if first && !slices.ContainsFunc(l.collided, func(c collision) bool { return c.key == key }) {
		l.collide(record, key)
	}
}

// ordered makes the next key, and once there are all of them writes the next row. Of
// records that share one the last stays, and of those with a time of their own the last
// of each time.
func (l *Loader) ordered() (used int64, ok bool, err error) {
	k := l.Keys
	if !k.Complete {
		ok, err := k.addNext()
		return 1, ok || k.Complete, err
	}
	if l.next == len(k.rows) {
		return 1, false, nil
	}
	i, used := k.At(l.next)
	l.next++
	last := l.next == len(k.rows)
	if !last {
		after, work := k.At(l.next)
		used += work
		last = !bytes.Equal(k.Key(i), k.Key(after))
	}
	at, again := l.At, l.met > 0
	if l.Clock.Own() {
		at = k.times[i]
		again = l.times[at]
		l.times[at] = true
	}
	if again {
		l.Lost++
		if !l.named {
			l.named = true
			l.collide(i, base.RowKey(k.Key(i)))
		}
	}
	l.met++
	l.rec = k.Record(i, l.rec)
	together := l.Clock.Own() || l.Sparse // what a later one lacks stays
	full := together && len(l.cells)+len(l.columns) > maxTogether
	if last || together {
		if l.put(l.rec, at); l.bare && !again {
			l.Lost++
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
		l.key = append(l.key[:0], k.Key(i)...)
		err = l.write()
	}
	l.count(l.rec)
	return used + 1, true, err
}

// count notes a record that has been taken.
func (l *Loader) count(rec []string) {
	if l.Records++; l.Sample != nil {
		l.Sample.add(rec)
	}
	for i := range l.lengths {
		l.lengths[i].Add(rec[l.lengths[i].field])
	}
	fields := l.Design.Data.Fields
	for i := range l.tallies {
		l.tallies[i].Add(func(f string) string { return ValueOf(f, fields, rec) })
	}
}

// collide notes a key that a second record met, if it is one of the first.
func (l *Loader) collide(record int, key base.RowKey) {
	l.collided = append(l.collided, collision{record, key})
	base.Sort(l.collided, func(a, b collision) int { return cmp.Compare(a.record, b.record) })
	l.collided = l.collided[:min(len(l.collided), maxCollisions)]
}

// row writes the row of a record, and leaves its key in l.key.
func (l *Loader) row(rec []string) error {
	_, at, err := l.Place(rec)
	if err != nil {
		return err
	}
	l.put(rec, at)
	return l.write()
}

// Place returns the row key of a record, which is good until the next call of any method, and
// the time of its cells.
func (l *Loader) Place(rec []string) (key []byte, at base.Micros, err error) {
	for i, k := range l.keys {
		l.values[i] = rec[k]
	}
	if l.key, err = l.Design.Template.AppendKey(l.key[:0], l.values); err != nil {
		return nil, 0, err
	}
	at, err = l.Clock.Of(rec, l.At)
	return l.key, at, err
}

// put makes the cells of a record ready to be written. A field that it lacks is no cell.
func (l *Loader) put(rec []string, at base.Micros) {
	before := len(l.cells)
	for _, c := range l.columns {
		if l.Blank && rec[c.field] == "" || dataset.Lacks(rec, len(l.Design.Data.Fields), c.field) {
			continue
		}
		value, when := rec[c.field], at
		if l.Split != nil {
			value, when = l.stampOf(value, at)
		}
		l.cells = append(l.cells, base.Cell{Family: c.Family, Qualifier: c.Qualifier, At: when, Value: value})
	}
	l.bare = len(l.cells) == before && len(l.columns) > 0
}

// WriteAs writes a record under a key that [Loader.Place] has made of it, and counts it as lost
// or repeated if it shares a row with an earlier one. number is the record's place in the data
// set, from 0. ok is false of a record without a cell, of which nothing is written.
func (l *Loader) WriteAs(key []byte, number int, rec []string, at base.Micros) (ok bool, err error) {
	if l.put(rec, at); l.bare {
		return false, nil
	}
	rows, cells := l.Table.Len(), l.Table.Cells()
	l.key = append(l.key[:0], key...)
	if err := l.write(); err != nil {
		return false, err
	}
	l.wrote(number, rows, cells)
	return true, nil
}

// write writes what is ready under the key l.key. Where that is nothing there is no row.
func (l *Loader) write() error {
	if len(l.cells) == 0 && len(l.columns) > 0 {
		return base.CheckRowKey(base.RowKey(l.key))
	}
	err := l.Table.Set(base.RowKey(l.key), l.At, l.cells)
	clear(l.cells)
	l.cells = l.cells[:0]
	return err
}

// Arrivals returns an iterator over all records from the first on. The loader cannot be
// stepped after that.
func (l *Loader) Arrivals() *Arrivals {
	l.cursor = l.Design.Data.Cursor()
	return &Arrivals{l}
}

// maxTogether is how many cells of a row are written at once.
const maxTogether = 10_000

// stampOf parts a value from the time of its cell, which otherwise is at.
func (l *Loader) stampOf(text string, at base.Micros) (string, base.Micros) {
	value, own := l.Split(text)
	if own == table.ServerTime {
		return value, at
	}
	return value, own - own%1000
}

// Collisions returns the first row keys that several records had, up to 3, quoted and in the
// order of the records that met them; "" for none.
func (l *Loader) Collisions() string {
	quoted := make([]string, len(l.collided))
	for i, c := range l.collided {
		quoted[i] = strconv.Quote(string(c.key))
	}
	return strings.Join(quoted, ", ")
}

// CheckBounds refuses a data set with too many fields or values, and columns of too many
// families. Only what is loaded for the first time needs to be checked.
func CheckBounds(name string, columns []plan.Column, data dataset.Spec) error {
	if err := base.AtMost(base.CodeManyFields, len(data.Fields), base.MaxFields, name); err != nil {
		return err
	}
	if err := base.AtMost(base.CodeManyValues, int(min(data.Values(), 1<<31-1)), base.MaxValues); err != nil {
		return err
	}
	families := map[string]bool{}
	for _, c := range columns {
		families[string(c.Family)] = true
	}
	return base.AtMost(base.CodeManyFamilies, len(families), base.MaxFamilies, name)
}
