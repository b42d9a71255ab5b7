package design

import (
	"tabletop/engine/base"
	"tabletop/engine/dataset"
)

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
