package design

import (
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/rowkey"
)

// Keys holds the row keys that a template makes of the records of a data set. They are made
// step by step and then put in order, as far as is asked for.
type Keys struct {
	*RecordBuffer
	template *rowkey.Template
	fields   []int    // the record's index of each template field
	filled   []string // those fields' values of the record whose key is made
	scratch  []string
	clock    dataset.Clock
	times    []base.Micros // of records that have their own
	Complete bool          // all records have their keys, so that they can be asked for in order
	KeyOrder
}

// Step makes keys, about as many as the budget says, and returns how many. It is done when all
// records have theirs, or when the records have too many bytes to be kept; then the keys are
// not complete.
func (k *Keys) Step(budget int64) (used int64, done bool, err error) {
	for !k.Complete && used < budget {
		used++
		if ok, err := k.addNext(); err != nil || !ok && !k.Complete {
			return used, true, err
		}
	}
	return max(used, 1), k.Complete, nil
}

// addNext makes the key of the next record and reports whether there was one.
func (k *Keys) addNext() (ok bool, err error) {
	n := len(k.ends)
	if !k.generateUpTo(n) {
		k.Complete = k.all
		k.Begin()
		for _, s := range k.template.Steps() {
			if k.Complete && len(s.Via()) == 0 {
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
		k.scratch = k.Record(n, k.scratch)
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
		k.rows = append(make([]orderedKey, 0, records), k.rows...)
	}
	k.ends = append(k.ends, uint32(len(k.bytes)))
	k.rows = append(k.rows, orderedKey{headOf(k.Key(n)), int32(n)})
	return true, nil
}
