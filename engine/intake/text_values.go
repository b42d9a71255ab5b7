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

// MaxRows is the most rows, and MaxCells the most cells, of a table that is made of a text of
// values.
const (
	MaxRows  = 10_000_000
	MaxCells = 50_000_000
)

// ValuesForm says how the records of a text are written.
type ValuesForm struct {
	Comma   string         // between values, "" for JSON with an object a line
	Names   []string       // of objects: which of their fields are read, in the order of the data's fields
	Heads   int            // records before the first one
	Sparse  bool           // what is absent, null or empty is no cell; else it is a cell without bytes
	Stamped bool           // values end with the times of their cells, as for cbt's import
	Rules   []rewrite.Rule // how the values of the first fields are rewritten
}

// ValuesWriter writes the records of a text as rows, in steps. It works in batches: it makes all
// keys of a batch and then writes its rows in the order of these keys.
type ValuesWriter struct {
	loader  *design.Loader
	text    *Reader
	parsed  *records.Parsed // of the text
	objects bool
	sparse  bool // what is absent is no cell
	rules   []rewrite.Rule
	heads   int // records to be passed
	left    int // records that make no row

	batch   *records.Batch // nil for none
	keyed   bool           // it has its keys
	next    int            // record that gets its key, or row that is written
	keys    design.KeyOrder
	records []int32       // of the keys
	times   []base.Micros // of those, where records have their own
	record  []string
	written int // bytes of the batches that are done with
	before  int // records of those
	work    int64
}

// NewValuesWriter returns a writer of the records of a text. The loader is one of data without
// records that nothing else has used.
func NewValuesWriter(l *design.Loader, text *Reader, f ValuesForm) *ValuesWriter {
	w := &ValuesWriter{loader: l, text: text, parsed: records.NewParsed(f.Comma, f.Names), objects: f.Comma == "", sparse: f.Sparse, heads: f.Heads, rules: f.Rules}
	l.Blank, l.Sparse = f.Sparse && !w.objects, f.Sparse && !f.Stamped
	if f.Stamped {
		l.Split = cbt.SplitTime
	}
	l.CountRepeats()
	return w
}

// ReadAhead hands over all records of the text, so that it need not be read. It must be called
// before the first step.
func (w *ValuesWriter) ReadAhead(all *records.Parsed) { w.parsed, w.text.read = all, w.text.most }

// LeftOut returns how many records have made no row.
func (w *ValuesWriter) LeftOut() int { return w.left + w.parsed.Left }

// BytesDone returns how many bytes of the text have become rows, about: a byte counts half when it
// is read.
func (w *ValuesWriter) BytesDone() int {
	n := w.text.read + w.written
	if b := w.batch; b != nil {
		done := w.next
		if w.keyed {
			done += b.Len()
		}
		n += b.Bytes() / 2 * done / b.Len()
	}
	return min(n/2, w.text.most)
}

// Step goes on. It refuses a text that is longer than it says, damaged, or without a row.
func (w *ValuesWriter) Step(budget int64) (used int64, done bool, err error) {
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

// begin begins the next batch, or reads more of the text where there is none. After the last
// batch it is done.
func (w *ValuesWriter) begin() (done bool, err error) {
	w.work++
	if w.batch = w.parsed.Next(); w.batch != nil {
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
	w.work += int64(len(piece)) / ReadBytes
	if err != nil && err != io.EOF {
		return false, err
	}
	w.parsed.Write(string(piece))
	if err == io.EOF {
		w.parsed.Close()
	}
	return false, nil
}

// key makes the key of the next record, if it has one.
func (w *ValuesWriter) key() {
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
	key, at, err := l.Place(record)
	if err != nil {
		w.left++
		return
	}
	w.keys.Add(key)
	w.records = append(w.records, int32(i))
	if l.Clock.Own() {
		w.times = append(w.times, at)
	}
}

// recordOf returns a record of the batch, its values rewritten.
func (w *ValuesWriter) recordOf(i int) []string {
	w.record = w.batch.Record(i, w.record)
	for at, rule := range w.rules[:min(len(w.rules), len(w.record))] {
		if rule != "" {
			w.record[at], _ = rule.Apply(w.record[at])
		}
	}
	return w.record
}

// write writes the row of the next record. What is absent is no cell, nor in a sparse table
// what is empty.
func (w *ValuesWriter) write() error {
	l, k := w.loader, &w.keys
	if w.next == k.Len() {
		w.work++
		w.written += w.batch.Bytes()
		w.before += w.batch.Len()
		w.batch = nil
		return nil
	}
	i, used := k.At(w.next)
	w.next++
	w.work += 1 + used
	at := l.At
	if l.Clock.Own() {
		at = w.times[i]
	}
	record := w.recordOf(int(w.records[i]))
	if w.objects && !w.sparse {
		record = record[:len(l.Design.Data.Fields)]
	}
	if ok, err := l.WriteAs(k.Key(i), w.before+int(w.records[i]), record, at); !ok || err != nil {
		w.left++
		return err
	}
	t := l.Table
	if t.Len() > MaxRows || t.Cells() > MaxCells {
		return base.Refuse(base.CodeTextTooLarge, strconv.Itoa(MaxRows), strconv.Itoa(MaxCells))
	}
	w.work += l.RowWork()
	return nil
}
