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

// maxCollisions is the largest number of shared row keys that [Loader.CollidingKeys] names.
const maxCollisions = 3

// Loader writes the records of a data set as the rows of a new table. Call Step until it is done.
// Before that, Table and the counts cover only the records so far.
//
// Call UseKeyOrder and CountEqualRecordsApart, and set Sample, Split, Sparse and Blank, before the
// first step. Add, KeyAndTime and WriteUnderKey are for a caller that reads the records itself and
// does not call Step.
type Loader struct {
	Table   *table.Table
	Design  *Design // the design of Table; complete when the loader is done
	cursor  *dataset.Cursor
	columns []loaded
	keys    []int    // for each field of the template: its index in a record
	values  []string // scratch memory for the values of those fields
	key     []byte   // the key of the current row
	stamps
	absence
	cells []base.Cell // cells of the current row that are not written yet

	Sample *RecordSample // takes some of the loaded records; nil for none

	Keys  *RecordKeys          // makes the keys if rows are written in key order; nil otherwise
	next  int                  // the next record's position in key order
	met   int                  // records so far with the key of the current row
	named bool                 // the current row has been passed to collide
	times map[base.Micros]bool // the times of these records, if records have times of their own
	rare  rare
	rec   []string // scratch memory for a record

	Records int64 // records that have been read
	replaced
	queries  []plan.Query
	tallies  []plan.WantedCounter // for each query: how many records it returns
	lengths  []measured           // the fields by which queries ask for the latest records
	collided []collision          // the first keys that a second record had
}

// replaced counts the loader's records whose cells are not in the table.
type replaced struct {
	Lost    int64 // records replaced by later ones, except Repeats, and records without a cell
	Repeats int64 // records replaced by records equal in every field, see [Loader.CountEqualRecordsApart]
	whole   bool  // repeats are counted: the rows hold the values of all fields
}

// stamps says where the times of a loader's cells come from.
type stamps struct {
	At    base.Micros // time of the cells that have no time of their own
	Clock dataset.RecordClock
	// Split divides a value into the value and the time of its cell, which is
	// [table.ServerTime] if the value has none. Split is nil if values hold no times.
	Split func(text string) (value string, at base.Micros)
}

// absence says what a loader does with fields that records lack.
type absence struct {
	bare   bool // the last record passed to put has no cell
	Sparse bool // some records lack fields: those with one key and time are merged
	Blank  bool // an empty value makes no cell
}

// rare counts rows by the number of their records, for [Loader.EstimateUnseenRows].
type rare struct{ alone, twice int64 } // rows of one record, and of two

// collision is a row key that a second record had.
type collision struct {
	record int // number of that second record, from 0
	key    base.RowKey
}

// measured is a field with what is known about the order of its values.
type measured struct {
	plan.OrderCheck
	name  string
	field int // the field's index in a record
}

// loaded is a column that the loader writes.
type loaded struct {
	plan.FieldColumn
	field int // the index of the column's field in a record
}

// NewLoader returns a loader that writes a data set to a new table with the given name. at is the
// time of cells for which the data have no time. For each query the loader counts how many
// records it returns.
//
// NewLoader refuses a template that cannot be parsed or that names a field which the data do not
// have, a column of such a field, a bad data set, and bad names of the table or its families.
func NewLoader(name, template string, columns []plan.FieldColumn, data dataset.Spec, queries []plan.Query, at base.Micros) (*Loader, error) {
	tpl, err := rowkey.Parse(template)
	if err != nil {
		return nil, err
	}
	if err := tpl.CheckFields(data.Fields); err != nil {
		return nil, err
	}
	cursor, err := data.CheckedCursor()
	if err != nil {
		return nil, err
	}
	t, err := table.New(name)
	if err != nil {
		return nil, err
	}
	l := &Loader{
		Table: t, cursor: cursor, stamps: stamps{At: at, Clock: data.Clock()}, absence: absence{Sparse: data.IsSparse()}, times: map[base.Micros]bool{},
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
	// Rows hold their cells in this order, and cells that come in order are written faster.
	base.SortStable(l.columns, func(a, b loaded) int {
		return cmp.Or(cmp.Compare(a.Family, b.Family), cmp.Compare(a.Qualifier, b.Qualifier))
	})
	if err := t.CreateFamilies(made...); err != nil {
		return nil, err
	}
	for _, q := range queries {
		l.tallies = append(l.tallies, plan.WantedCounter{Query: q})
		if i := slices.Index(data.Fields, q.Latest.Field); i >= 0 && q.Latest.N > 0 {
			l.lengths = append(l.lengths, measured{name: q.Latest.Field, field: i})
		}
	}
	l.cells = make([]base.Cell, 0, len(columns))
	return l, nil
}

// Step loads records until the budget is used up, and reports whether the loader is done. The unit
// of budget and used is about one short row; see [Loader.RowWork]. It fails for a record that the
// template or the table refuses, or whose time cannot be read; then the loader must not be used
// any more.
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
			l.Keys, next = nil, l.stream // the records have too many bytes to be kept
		case !ok:
			l.learn()
			return used, true, nil
		}
	}
	return used, false, nil
}

// learn adds to the design what the records have shown. All records must have been loaded.
func (l *Loader) learn() {
	d := l.Design
	for i := range l.lengths {
		d.SetSortsAlike(l.lengths[i].name, &l.lengths[i].OrderCheck)
	}
	if d.WantedRecords == nil {
		d.WantedRecords = map[string]int64{}
	}
	for i, q := range l.queries {
		d.WantedRecords[q.ID] = l.WantedRecordCount(i)
	}
	d.KeptRecords = l.Records - l.Lost
}

// UseKeyOrder makes the loader write the rows in key order, which takes less time. It does nothing if
// there are more than [MaxBufferedRecords] records. It must be called before the first step.
//
// m and k are the records and keys of an earlier load, or nil. They are used again if they belong
// to the same data, and the keys if they belong to the same template.
func (l *Loader) UseKeyOrder(m *RecordBuffer, k *RecordKeys) {
	switch data := l.Design.Data; {
	case data.Len() > MaxBufferedRecords:
		return
	case m == nil || !SameData(m.of, data):
		m = newRecordBuffer(data, l.cursor)
		l.cursor = data.Cursor()
	case k != nil && k.RecordBuffer == m && k.template.String() == l.Design.Template.String():
		l.Keys = k
		return
	}
	l.Keys = &RecordKeys{RecordBuffer: m, template: l.Design.Template.WithPrecheckedValues(m.FieldNeverContains), fields: l.keys, filled: l.values, clock: l.Clock}
}

// WriteRecord writes the row of one record and returns its key. It does not change any count.
func (l *Loader) WriteRecord(rec []string) (base.RowKey, error) {
	err := l.row(rec)
	return base.RowKey(l.key), err
}

// stream writes the next record in the order of the data. ok is false if there is none.
func (l *Loader) stream() (used int64, ok bool, err error) {
	rec, ok := l.cursor.Next()
	if !ok {
		return 1, false, nil
	}
	rows, before := l.Table.Len(), l.Table.CellCount()
	if err := l.row(rec); err != nil {
		return 1, false, err
	}
	if l.wrote(int(l.Records), rows, before); l.bare {
		l.Lost++
	}
	l.count(rec)
	return l.RowWork(), true, nil
}

// RowWork returns the work of writing one row. It is 1, and 1 more for every 16 cells that the
// rows so far have in each column, on average.
func (l *Loader) RowWork() int64 {
	return 1 + l.Table.CellCount()/int64(16*max(len(l.columns), 1)*max(l.Table.Len(), 1))
}

// WantedRecordCount returns how many of the records so far the loader's query number i returns, from 0.
func (l *Loader) WantedRecordCount(i int) int64 { return l.tallies[i].WantedCount() }

// EstimateUnseenRows estimates how many row keys the whole data set has that no record of a sample has.
// The loader must have loaded the sample in key order. The estimate is Chao's (Chao1): it uses
// how many keys have one record, and how many have two.
func (l *Loader) EstimateUnseenRows() float64 {
	return float64(l.rare.alone) * float64(l.rare.alone) / float64(2*max(l.rare.twice, 1))
}

// CountEqualRecordsApart makes the loader count a record that is equal in every field to the one that it
// replaces as a repeat, not as lost. It has no effect unless key and columns together hold the
// values of all fields, nor on rows that are written in key order. It must be called before the
// first record is written.
func (l *Loader) CountEqualRecordsApart() {
	held := map[string]bool{}
	for _, s := range l.Design.Template.Steps() {
		held[s.Field] = held[s.Field] || s.KeepsWholeValue()
	}
	for _, c := range l.columns {
		held[c.Field] = true
	}
	l.whole = !slices.ContainsFunc(l.Design.Data.Fields, func(f string) bool { return !held[f] })
}

// wrote counts a record that has just been written, if it replaced an earlier one. record is its
// number; rows and cells are the numbers of rows and cells that the table had before.
func (l *Loader) wrote(record, rows int, cells int64) {
	again := l.Table.CellCount() == cells || l.Sparse && !l.Clock.HasOwnTimes() && l.Table.Len() == rows
	if l.bare || !again {
		return
	}
	if l.whole && l.Table.WasLastWriteNoop() {
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

// ordered makes the key of the next record or, when all keys are made, takes the next record in
// key order. It writes a row when it has taken the last record with the row's key. Of the records
// with the same key only the last is written, unless records have times of their own or lack
// fields; then all are written, and later cells replace earlier ones with the same time.
// ok is false at the end, or if the keys cannot be completed.
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
	if l.Clock.HasOwnTimes() {
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
	together := l.Clock.HasOwnTimes() || l.Sparse // the row has cells of all of its records
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

// count adds a record to the counts of the loader and to its sample.
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

// collide adds a key that a second record had to l.collided, which keeps those with the smallest
// record numbers.
func (l *Loader) collide(record int, key base.RowKey) {
	l.collided = append(l.collided, collision{record, key})
	base.Sort(l.collided, func(a, b collision) int { return cmp.Compare(a.record, b.record) })
	l.collided = l.collided[:min(len(l.collided), maxCollisions)]
}

// row writes the row of a record and leaves its key in l.key.
func (l *Loader) row(rec []string) error {
	_, at, err := l.KeyAndTime(rec)
	if err != nil {
		return err
	}
	l.put(rec, at)
	return l.write()
}

// KeyAndTime returns the row key of a record and the time of its cells. It writes nothing. The key is
// valid until the next call of any method. KeyAndTime fails if the template refuses the record or its
// time cannot be read.
func (l *Loader) KeyAndTime(rec []string) (key []byte, at base.Micros, err error) {
	for i, k := range l.keys {
		l.values[i] = rec[k]
	}
	if l.key, err = l.Design.Template.AppendKey(l.key[:0], l.values); err != nil {
		return nil, 0, err
	}
	at, err = l.Clock.TimeOf(rec, l.At)
	return l.key, at, err
}

// put appends the cells of a record to l.cells and sets l.bare. It makes no cell for a field that
// the record lacks, nor, with l.Blank, for an empty value.
func (l *Loader) put(rec []string, at base.Micros) {
	before := len(l.cells)
	for _, c := range l.columns {
		if l.Blank && rec[c.field] == "" || dataset.LacksField(rec, len(l.Design.Data.Fields), c.field) {
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

// WriteUnderKey writes a record under the key and time that [Loader.KeyAndTime] has returned for it. If it
// replaces an earlier record, that one counts as lost or as a repeat. number is the record's number
// in the data set, from 0. ok is false if the record has no cell; then nothing is written.
func (l *Loader) WriteUnderKey(key []byte, number int, rec []string, at base.Micros) (ok bool, err error) {
	if l.put(rec, at); l.bare {
		return false, nil
	}
	rows, cells := l.Table.Len(), l.Table.CellCount()
	l.key = append(l.key[:0], key...)
	if err := l.write(); err != nil {
		return false, err
	}
	l.wrote(number, rows, cells)
	return true, nil
}

// write writes l.cells to the row l.key and empties them. If there are none although there are
// columns, it writes no row and only checks the key.
func (l *Loader) write() error {
	if len(l.cells) == 0 && len(l.columns) > 0 {
		return base.CheckRowKey(base.RowKey(l.key))
	}
	err := l.Table.SetCells(base.RowKey(l.key), l.At, l.cells)
	clear(l.cells)
	l.cells = l.cells[:0]
	return err
}

// Arrivals returns an iterator over the keys of all records, beginning with the first. After that
// Step must not be called.
func (l *Loader) Arrivals() *ArrivalKeys {
	l.cursor = l.Design.Data.Cursor()
	return &ArrivalKeys{l}
}

// maxTogether is the largest number of cells of a row that are collected before they are written.
const maxTogether = 10_000

// stampOf divides a text with l.Split into a value and the time of its cell, in whole
// milliseconds. The time is at if the text has none.
func (l *Loader) stampOf(text string, at base.Micros) (string, base.Micros) {
	value, own := l.Split(text)
	if own == table.ServerTime {
		return value, at
	}
	return value, own - own%1000
}

// CollidingKeys names the first row keys that more than one record had, at most 3. They are quoted,
// separated by ", ", and in the order of the second records that had them. It returns "" if
// there are none.
func (l *Loader) CollidingKeys() string {
	quoted := make([]string, len(l.collided))
	for i, c := range l.collided {
		quoted[i] = strconv.Quote(string(c.key))
	}
	return strings.Join(quoted, ", ")
}

// CheckLoadLimits refuses a data set with too many fields or values, and columns in too many
// families. name is the table's, for the refusal. A load that is repeated from a journal need not
// be checked again.
func CheckLoadLimits(name string, columns []plan.FieldColumn, data dataset.Spec) error {
	if err := base.CheckAtMost(base.CodeManyFields, len(data.Fields), base.MaxFields, name); err != nil {
		return err
	}
	if err := base.CheckAtMost(base.CodeManyValues, int(min(data.VocabularySize(), 1<<31-1)), base.MaxValues); err != nil {
		return err
	}
	families := map[string]bool{}
	for _, c := range columns {
		families[string(c.Family)] = true
	}
	return base.CheckAtMost(base.CodeManyFamilies, len(families), base.MaxFamilies, name)
}
