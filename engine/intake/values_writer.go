package intake

import (
	"io"
	"strconv"

	"tabletop/engine/base"
	"tabletop/engine/console/cbt"
	"tabletop/engine/design"
	"tabletop/engine/records"
	"tabletop/engine/rewrite"
)

// MaxRows and MaxCells are the largest numbers of rows and cells of a table that is made from a
// text of values.
const (
	MaxRows  = 10_000_000
	MaxCells = 50_000_000
)

// ValuesFormat says how the records of a text are written, and what cells they make.
type ValuesFormat struct {
	Separator       string              // the separator of values; "" for JSON objects
	Names           []string            // for objects: which of their fields to read, in the order of the data's fields
	HeaderRecords   int                 // records to skip at the beginning, such as a line of column names
	Sparse          bool                // absent, null and empty values make no cell, instead of an empty one
	ValueTimestamps bool                // values may end with the times of their cells, as in cbt's import format
	Rules           []rewrite.ValueRule // how the values of the first fields are rewritten, a rule for each
}

// ValuesLoader makes a table from the records of a text. Call Step until it is done; then the
// loader has the table and its counts. Records are processed in batches: the writer makes all
// keys of a batch, and then writes its rows in the order of their keys. Rows of different batches
// are not in order.
type ValuesLoader struct {
	loader  *design.Loader
	text    *PackedTextReader
	parsed  *records.ParsedRecords // the records of the text as far as it has been read
	objects bool                   // records are JSON objects
	sparse  bool                   // see [ValuesFormat]
	rules   []rewrite.ValueRule
	heads   int // records that are still to be skipped
	left    int // records that make no row

	batch   *records.Batch // the current batch, nil for none
	keyed   bool           // all keys of the batch have been made
	next    int            // the next record to get a key or, if keyed, the next key to be written
	keys    design.KeyOrder
	records []int32       // for each key: the number of its record in the batch
	times   []base.Micros // for each key: the time of the cells, if records have times of their own
	record  []string      // scratch memory for a record
	written int           // bytes of the batches that are finished
	before  int           // records of the batches that are finished
	work    int64         // work of the current step
}

// NewValuesLoader returns a loader of the records of a text. l must be a new loader whose data have
// fields but no records. The writer sets those fields of l that depend on the form.
func NewValuesLoader(l *design.Loader, text *PackedTextReader, f ValuesFormat) *ValuesLoader {
	w := &ValuesLoader{loader: l, text: text, parsed: records.NewParsedRecords(f.Separator, f.Names), objects: f.Separator == "", sparse: f.Sparse, heads: f.HeaderRecords, rules: f.Rules}
	l.Blank, l.Sparse = f.Sparse && !w.objects, f.Sparse && !f.ValueTimestamps
	if f.ValueTimestamps {
		l.Split = cbt.SplitTime
	}
	l.CountEqualRecordsApart()
	return w
}

// UseParsedRecords gives the writer all records of the text, which then is not read. It must be called
// before the first step. all belongs to the writer from then on.
func (w *ValuesLoader) UseParsedRecords(all *records.ParsedRecords) {
	w.parsed, w.text.read = all, w.text.most
}

// SkippedRecordCount returns how many records and lines of the text so far have made no row.
func (w *ValuesLoader) SkippedRecordCount() int { return w.left + w.parsed.SkippedCount }

// BytesDone returns about how many bytes of the text are done, for showing progress. A byte counts
// half when it has been read; the other half is added while keys are made and rows are written.
func (w *ValuesLoader) BytesDone() int {
	n := w.text.read + w.written
	if b := w.batch; b != nil {
		done := w.next
		if w.keyed {
			done += b.Len()
		}
		n += b.MemoryBytes() / 2 * done / b.Len()
	}
	return min(n/2, w.text.most)
}

// Step continues for about budget rows of work. It refuses a text that is damaged, longer than
// announced or without a row (not-printed), and one that makes more than [MaxRows] rows or
// [MaxCells] cells (text-too-large).
func (w *ValuesLoader) Step(budget int64) (used int64, done bool, err error) {
	for w.work = 0; w.work < budget; {
		switch {
		case w.batch == nil:
			done, err = w.begin()
		case !w.keyed:
			w.key()
		default:
			err = w.write()
		}
		if done || err != nil {
			return w.work, true, err
		}
	}
	return w.work, false, nil
}

// begin begins the next batch. If there is none yet, it reads the next bytes of the text instead.
// It is done when there are no more batches.
func (w *ValuesLoader) begin() (done bool, err error) {
	w.work++
	if w.batch = w.parsed.TakeBatch(); w.batch != nil {
		w.keyed, w.next, w.records, w.times = false, 0, w.records[:0], w.times[:0]
		w.keys.Reset()
		return false, nil
	}
	if w.parsed.Closed {
		if w.loader.Table.Len() == 0 {
			return false, base.Refuse(base.CodeNotPrinted)
		}
		return true, nil
	}
	piece, err := w.text.next()
	w.work += int64(len(piece)) / BytesPerRowWork
	if err != nil && err != io.EOF {
		return false, err
	}
	w.parsed.Write(string(piece))
	if err == io.EOF {
		w.parsed.EndText()
	}
	return false, nil
}

// key makes the key of the next record of the batch. A record counts as left out if it has a wrong
// number of values, or if the template or the clock refuses it. After the last record key sets
// w.keyed.
func (w *ValuesLoader) key() {
	w.work++
	i := w.next
	if i == w.batch.Len() {
		w.keyed, w.next = true, 0
		w.keys.Begin()
		return
	}
	w.next++
	if w.heads > 0 {
		w.heads--
		return
	}
	l := w.loader
	record := w.recordOf(i)
	if len(record) < len(l.Design.Data.Fields) || !w.objects && len(record) > len(l.Design.Data.Fields) {
		w.left++
		return
	}
	key, at, err := l.KeyAndTime(record)
	if err != nil {
		w.left++
		return
	}
	w.keys.Add(key)
	w.records = append(w.records, int32(i))
	if l.Clock.HasOwnTimes() {
		w.times = append(w.times, at)
	}
}

// recordOf returns record i of the batch with its values rewritten. The slice is valid until the
// next call.
func (w *ValuesLoader) recordOf(i int) []string {
	w.record = w.batch.Record(i, w.record)
	for at, rule := range w.rules[:min(len(w.rules), len(w.record))] {
		if rule != "" {
			w.record[at], _ = rule.Apply(w.record[at])
		}
	}
	return w.record
}

// write writes the row of the next record in key order, and after the last one ends the batch. It
// refuses a table that becomes too large.
func (w *ValuesLoader) write() error {
	l, k := w.loader, &w.keys
	if w.next == k.Len() {
		w.work++
		w.written += w.batch.MemoryBytes()
		w.before += w.batch.Len()
		w.batch = nil
		return nil
	}
	i, used := k.At(w.next)
	w.next++
	w.work += 1 + used
	at := l.At
	if l.Clock.HasOwnTimes() {
		at = w.times[i]
	}
	record := w.recordOf(int(w.records[i]))
	if w.objects && !w.sparse {
		record = record[:len(l.Design.Data.Fields)]
	}
	if ok, err := l.WriteUnderKey(k.Key(i), w.before+int(w.records[i]), record, at); !ok || err != nil {
		w.left++
		return err
	}
	t := l.Table
	if t.Len() > MaxRows || t.CellCount() > MaxCells {
		return base.Refuse(base.CodeTextTooLarge, strconv.Itoa(MaxRows), strconv.Itoa(MaxCells))
	}
	w.work += l.RowWork()
	return nil
}
