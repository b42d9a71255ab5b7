package design

import (
	"strings"

	"tabletop/engine/base"
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

// Sample is a stratified sample of a data set: one record by chance of each stretch of as many,
// since records of different things may take turns. The same data have the same sample.
type Sample struct {
	Of      dataset.Spec
	every   int64
	seen    int64
	next    int64 // number of the one that is taken next
	Records [][]string
}

// NewSample returns an empty sample, which will be of at most that many records.
func NewSample(of dataset.Spec, most int64) *Sample {
	s := &Sample{Of: of, every: max((of.Len()+most-1)/most, 1)}
	s.choose()
	return s
}

func (s *Sample) choose() {
	random := dataset.Random(len(s.Records))
	s.next = int64(len(s.Records))*s.every + int64(random.Below(uint64(s.every)))
}

// add takes the next record of the data set, if it is one of the sample.
func (s *Sample) add(rec []string) {
	if s.seen == s.next {
		s.Records = append(s.Records, append([]string(nil), rec...))
		s.choose()
	}
	s.seen++
}

// Take takes the sample's records from a cursor, which must stand before the first record when
// it is called first. The budget is in records; those passed over count as a quarter.
func (s *Sample) Take(c *dataset.Cursor, budget int64) (used int64, done bool) {
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

// arrival is where and when a record's cells are written.
type arrival struct {
	Key base.RowKey
	At  base.Micros
}

// Arrivals walks the records of a data set in the order in which they are written.
type Arrivals struct{ *Loader }

// Next returns the key and the time of the next record; ok is false at the end, and at a record
// that has no key or no time.
func (a *Arrivals) Next() (out arrival, ok bool) {
	rec, ok := a.cursor.Next()
	if !ok {
		return out, false
	}
	for i, k := range a.keys {
		a.values[i] = rec[k]
	}
	var wrong, late error
	a.key, wrong = a.Design.Template.AppendKey(a.key[:0], a.values)
	out.At, late = a.Clock.Of(rec, a.At)
	out.Key = base.RowKey(a.key)
	return out, wrong == nil && late == nil
}

// Lost looks at that many of the next records at most, and returns at how many, and how many of
// them have the key and time of another.
func (a *Arrivals) Lost(most int) (looked, lost int64) {
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
