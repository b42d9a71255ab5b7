package design

import (
	"strings"

	"tabletop/engine/dataset"
)

// Bounds of the data sets whose keys are sorted before any row is written. The rows of larger
// ones are written as the records come, which takes longer for each row.
const (
	MaxKeyed    = 100_000 // records
	maxBuffered = 320     // bytes of a generated record, on average
)

// RecordBuffer holds the records of a data set in memory, those that a recipe generates in one
// string. They are generated as they are asked for.
type RecordBuffer struct {
	of    dataset.Spec
	from  *dataset.Cursor // makes the next one
	text  strings.Builder // of those that a recipe generates
	stops []uint32        // where each value ends
	all   bool

	apart map[[2]string]bool // fields none of whose values has the separator
}

// newRecordBuffer returns an empty buffer that generates records from a cursor, which stands
// before the first.
func newRecordBuffer(of dataset.Spec, from *dataset.Cursor) *RecordBuffer {
	from.Skip(int64(len(of.Records)))
	return &RecordBuffer{of: of, from: from, apart: map[[2]string]bool{}}
}

// NeverHolds reports whether it is known that no value of a field has a separator in it.
func (m *RecordBuffer) NeverHolds(field, sep string) bool { return m.apart[[2]string{field, sep}] }

// generate generates the next record and reports whether there is one, and room for it.
func (m *RecordBuffer) generate() bool {
	if m.all || m.text.Len() > maxBuffered*(len(m.stops)/max(len(m.of.Fields), 1)+1000) {
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

// Record returns record i, which must have been generated, in the memory of into.
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
	return into
}

// values puts the values of some fields of record i, which must have been generated, into others.
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

// generateUpTo generates record i if all before it are there, and reports whether it is there.
func (m *RecordBuffer) generateUpTo(i int) bool {
	i -= len(m.of.Records)
	return i < 0 || i*len(m.of.Fields) < len(m.stops) || m.generate()
}

// Holds reports whether the buffer, which may be nil, has all records of a data set.
func (m *RecordBuffer) Holds(data dataset.Spec) bool {
	return m != nil && m.all && SameData(m.of, data)
}

// Cursor returns a cursor before the first record. The buffer must have all of them.
func (m *RecordBuffer) Cursor() *BufferCursor { return &BufferCursor{RecordBuffer: m} }

// BufferCursor walks the records of a buffer in their order.
type BufferCursor struct {
	*RecordBuffer
	next int
	rec  []string
}

// Next returns the next record, which is good until the next call.
func (a *BufferCursor) Next() ([]string, bool) {
	if int64(a.next) >= a.of.Len() {
		return nil, false
	}
	a.rec = a.Record(a.next, a.rec)
	a.next++
	return a.rec, true
}

// Skip passes over n records.
func (a *BufferCursor) Skip(n int64) { a.next += int(n) }
