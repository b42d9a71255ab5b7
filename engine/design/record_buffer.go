package design

import (
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
)

// These are bounds of the data sets whose keys are sorted before any row is written. The rows of
// larger data sets are written in the order of the records, which takes longer for each row.
const (
	MaxBufferedRecords = 100_000 // records
	maxBuffered        = 320     // bytes of a generated record, on average
)

// RecordBuffer holds the records of a data set in memory. It generates the records of a recipe
// one by one, when they are needed, and keeps all their values in one string.
type RecordBuffer struct {
	of    dataset.Spec
	from  *dataset.Cursor // generates the next record
	text  strings.Builder // the values of the generated records, one after the other
	stops []uint32        // for each generated value: where it ends in text
	lacks map[int]string  // by the number of a generated record that lacks fields: the string after its values
	all   bool            // all records have been generated

	apart map[[2]string]bool // pairs of a field and a separator that none of its values contains
}

// newRecordBuffer returns a buffer without generated records. The cursor must be before the first
// record and belongs to the buffer from then on.
func newRecordBuffer(of dataset.Spec, from *dataset.Cursor) *RecordBuffer {
	from.Skip(int64(len(of.Records)))
	return &RecordBuffer{of: of, from: from, apart: map[[2]string]bool{}}
}

// FieldNeverContains reports whether it is known that no value of a field contains a separator.
func (m *RecordBuffer) FieldNeverContains(field, sep string) bool {
	return m.apart[[2]string{field, sep}]
}

// generate generates the next record. It reports false if there is none, or if the records so far
// have more bytes than the buffer may keep.
func (m *RecordBuffer) generate() bool {
	if m.all || m.text.Len() > maxBuffered*(len(m.stops)/max(len(m.of.Fields), 1)+1000) {
		return false
	}
	rec, ok := m.from.Next()
	if m.all = !ok; m.all {
		return false
	}
	fields := len(m.of.Fields)
	if len(rec) > fields {
		if m.lacks == nil {
			m.lacks = map[int]string{}
		}
		m.lacks[len(m.stops)/fields] = rec[fields]
	}
	for _, v := range rec[:fields] {
		m.text.WriteString(v)
		m.stops = append(m.stops, uint32(m.text.Len()))
	}
	return true
}

// Record returns record i, which must be a given record or have been generated already. It uses
// the memory of into for the slice if that is large enough.
func (m *RecordBuffer) Record(i int, into []string) []string {
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
	if lacks, some := m.lacks[i-len(m.of.Records)]; some {
		into = append(into, lacks)
	}
	return into
}

// values copies the values of some fields of record i to into, in the order of fields. Record i
// must be a given record or have been generated already.
func (m *RecordBuffer) values(i int, fields []int, into []string) {
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

// generateUpTo reports whether the buffer has record i, and generates it if it is the next one. All
// records before i must have been generated already.
func (m *RecordBuffer) generateUpTo(i int) bool {
	i -= len(m.of.Records)
	return i < 0 || i*len(m.of.Fields) < len(m.stops) || m.generate()
}

// Holds reports whether the buffer has all records of a data set. It reports false for a nil
// buffer.
func (m *RecordBuffer) Holds(data dataset.Spec) bool {
	return m != nil && m.all && SameData(m.of, data)
}

// Cursor returns a cursor before the first record. All records must have been generated.
func (m *RecordBuffer) Cursor() *BufferCursor { return &BufferCursor{RecordBuffer: m} }

// BufferCursor iterates over the records of a buffer, in order.
type BufferCursor struct {
	*RecordBuffer
	next int
	rec  []string
}

// Next returns the next record, or false after the last one. The slice is valid until the next
// call.
func (a *BufferCursor) Next() ([]string, bool) {
	if int64(a.next) >= a.of.Len() {
		return nil, false
	}
	a.rec = a.Record(a.next, a.rec)
	a.next++
	return a.rec, true
}

// Skip passes over n records. It takes constant time.
func (a *BufferCursor) Skip(n int64) { a.next += int(n) }

// RecordSample is a stratified sample of a data set. The data set is divided into strata of equally
// many consecutive records, and one record of each is chosen at random. Every n-th record would
// be a biased sample, since records of different things may take turns. The same data always
// give the same sample.
type RecordSample struct {
	Of      dataset.Spec // the whole data set
	every   int64        // records of a stratum
	seen    int64        // records of the data set that have been passed
	next    int64        // number of the record that is taken next
	Records [][]string   // the records taken so far
}

// NewRecordSample returns an empty sample that will take at most most records.
func NewRecordSample(of dataset.Spec, most int64) *RecordSample {
	s := &RecordSample{Of: of, every: max((of.Len()+most-1)/most, 1)}
	s.choose()
	return s
}

// choose chooses the record of the next stratum.
func (s *RecordSample) choose() {
	random := dataset.Random(len(s.Records))
	s.next = int64(len(s.Records))*s.every + int64(random.Below(uint64(s.every)))
}

// add passes the next record of the data set, and takes a copy if it belongs to the sample.
func (s *RecordSample) add(rec []string) {
	if s.seen == s.next {
		s.Records = append(s.Records, append([]string(nil), rec...))
		s.choose()
	}
	s.seen++
}

// TakeFrom takes the sample's records from a cursor. At the first call the cursor must be before the
// first record; later calls must pass the same cursor. The budget is in records, of which one
// that is skipped counts a quarter. done says that the sample is complete.
func (s *RecordSample) TakeFrom(c *dataset.Cursor, budget int64) (used int64, done bool) {
	for used < budget && s.seen < s.Of.Len() {
		c.Skip(s.next - s.seen)
		used += 1 + (s.next-s.seen)/4
		s.seen = s.next
		rec, ok := c.Next()
		if !ok {
			break
		}
		s.add(rec)
	}
	return used + 1, s.seen >= s.Of.Len()
}

// arrival is the row key and the time of a record's cells.
type arrival struct {
	Key base.RowKey
	At  base.Micros
}

// ArrivalKeys iterates over the row keys of the records of a data set, in the order of the records.
// [Loader.Arrivals] creates one.
type ArrivalKeys struct{ *Loader }

// Next returns the key and the time of the next record. ok is false after the last record, and
// for a record that the template refuses or whose time cannot be read.
func (a *ArrivalKeys) Next() (out arrival, ok bool) {
	rec, ok := a.cursor.Next()
	if !ok {
		return out, false
	}
	for i, k := range a.keys {
		a.values[i] = rec[k]
	}
	var wrong, late error
	a.key, wrong = a.Design.Template.AppendKey(a.key[:0], a.values)
	out.At, late = a.Clock.TimeOf(rec, a.At)
	out.Key = base.RowKey(a.key)
	return out, wrong == nil && late == nil
}

// CountLost looks at the next records, at most most, up to the first for which [ArrivalKeys.Next] fails.
// looked is how many it looked at. lost is how many of these have the same key and time as an
// earlier one of them.
func (a *ArrivalKeys) CountLost(most int) (looked, lost int64) {
	met := map[arrival]bool{}
	for range most {
		at, ok := a.Next()
		if !ok {
			break
		}
		if looked++; met[at] {
			lost++
		}
		met[at] = true
	}
	return looked, lost
}
