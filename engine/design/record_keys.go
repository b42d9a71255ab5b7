package design

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/rowkey"
)

// RecordKeys holds the row keys that a template makes of the records of a data set. Call Step until all
// keys are made. Then [KeyOrder.At] returns the records in key order, and sorts only as many
// keys as it needs for that. [Loader.UseKeyOrder] creates a Keys.
type RecordKeys struct {
	*RecordBuffer
	template *rowkey.Template
	fields   []int    // for each field of the template: its index in a record
	filled   []string // scratch memory for the values of those fields
	scratch  []string // scratch memory for a record
	clock    dataset.RecordClock
	times    []base.Micros // by record: the time of its cells, if records have times of their own
	Complete bool          // all records have keys, so that At may be called
	KeyOrder
}

// Step makes at most budget keys; used is about how many it made, and at least 1. When all records
// have keys it is done, and k.Complete is true. It is also done, with k.Complete false, if the
// records have too many bytes to be kept in memory. It fails for a record that the template
// refuses, or whose time cannot be read.
func (k *RecordKeys) Step(budget int64) (used int64, done bool, err error) {
	for !k.Complete && used < budget {
		used++
		if ok, err := k.addNext(); err != nil || !ok && !k.Complete {
			return used, true, err
		}
	}
	return max(used, 1), k.Complete, nil
}

// addNext makes the key of the next record and reports whether it made one. If there is no next
// record, it sets k.Complete and begins the sorting. Then it also notes for which fields no value
// contains the separator after the field: the template has checked all values.
func (k *RecordKeys) addNext() (ok bool, err error) {
	n := len(k.ends)
	if !k.generateUpTo(n) {
		k.Complete = k.all
		k.Begin()
		for _, s := range k.template.Steps() {
			if k.Complete && len(s.Transforms()) == 0 {
				k.apart[[2]string{s.Field, s.Sep}] = true
			}
		}
		return false, nil
	}
	var room [8]string // on the stack: writing it needs no write barriers of the garbage collector
	filled := room[:]
	if len(k.fields) > len(room) {
		filled = k.filled
	}
	k.values(n, k.fields, filled)
	if k.bytes, err = k.template.AppendKey(k.bytes, filled); err != nil {
		return false, err
	}
	if k.clock.HasOwnTimes() {
		k.scratch = k.Record(n, k.scratch)
		at, err := k.clock.TimeOf(k.scratch, 0)
		if err != nil {
			return false, err
		}
		k.times = append(k.times, at)
	}
	if n == 1000 { // allocate memory for all records, assuming that their keys are about as long
		records := int(k.of.Len())
		k.bytes = append(make([]byte, 0, len(k.bytes)*(records+records/8)/n), k.bytes...)
		k.ends = append(make([]uint32, 0, records), k.ends...)
		k.rows = append(make([]orderedKey, 0, records), k.rows...)
	}
	k.ends = append(k.ends, uint32(len(k.bytes)))
	k.rows = append(k.rows, orderedKey{headOf(k.Key(n)), int32(n)})
	return true, nil
}

// KeyOrder sorts the keys of records lazily: the first rows are known long before all keys are
// sorted. Records are numbered from 0 in the order in which they were added, and records with
// equal keys keep that order. Add all keys, then call Begin, then At. The zero value is empty.
//
// It is a quicksort that compares 8 bytes of the keys at a time, as integers.
type KeyOrder struct {
	bytes  []byte       // the keys, one after the other
	ends   []uint32     // by record: where its key ends in bytes
	rows   []orderedKey // the first sorted ones are in their final order
	sorted int
	parts  []keyPart // a stack that divides the other rows; the first part of them is the last element
}

// Reset forgets the keys and reuses their memory.
func (k *KeyOrder) Reset() {
	*k = KeyOrder{bytes: k.bytes[:0], ends: k.ends[:0], rows: k.rows[:0], parts: k.parts[:0]}
}

// Add copies the key of the next record.
func (k *KeyOrder) Add(key []byte) {
	k.bytes = append(k.bytes, key...)
	k.ends = append(k.ends, uint32(len(k.bytes)))
	k.rows = append(k.rows, orderedKey{headOf(key), int32(len(k.rows))})
}

// Begin ends the adding of keys. It must be called after the last Add and before At.
func (k *KeyOrder) Begin() { k.parts = append(k.parts[:0], keyPart{end: len(k.rows)}) }

// Len returns the number of keys.
func (k *KeyOrder) Len() int { return len(k.rows) }

// orderedKey is a record with 8 bytes of its key, which begin at the depth of its part.
type orderedKey struct {
	head   uint64 // see headOf
	record int32
}

// keyPart is a part of the rows that is not sorted yet. It begins where the previous part ends,
// and its last row is the one before end. The first depth bytes of all of its keys are equal, if
// a shorter key counts as followed by zero bytes. Its rows come before all rows of the next part.
type keyPart struct{ end, depth int }

// headOf returns the first eight bytes of a key as a number that sorts like them. Zero bytes are
// added to a shorter key.
func headOf(key []byte) (head uint64) {
	if len(key) >= 8 {
		return binary.BigEndian.Uint64(key)
	}
	for i := range 8 {
		if head <<= 8; i < len(key) {
			head |= uint64(key[i])
		}
	}
	return head
}

// Key returns the key of a record. The caller must not change its bytes.
func (k *KeyOrder) Key(record int) []byte {
	from := uint32(0)
	if record > 0 {
		from = k.ends[record-1]
	}
	return k.bytes[from:k.ends[record]]
}

// compare compares records of the same part by their keys, and those with equal keys by their
// numbers.
func (k *KeyOrder) compare(a, b orderedKey) int {
	switch {
	case a.head < b.head:
		return -1
	case a.head > b.head:
		return 1
	}
	return cmp.Or(bytes.Compare(k.Key(int(a.record)), k.Key(int(b.record))), cmp.Compare(a.record, b.record))
}

// At returns the record with the row-th smallest key, counted from 0. It sorts only as many keys
// as it needs for that. used is the work, in the unit of [Loader.Step]: each pass over a part
// counts a sixteenth of its keys.
func (k *KeyOrder) At(row int) (record int, used int64) {
	for k.sorted <= row {
		top := k.parts[len(k.parts)-1]
		rows := k.rows[k.sorted:top.end]
		used += int64(len(rows)) / 16
		if len(rows) > shortPart {
			k.divide(rows, top.depth)
			continue
		}
		for i := range rows {
			for j := i; j > 0 && k.compare(rows[j], rows[j-1]) < 0; j-- {
				rows[j], rows[j-1] = rows[j-1], rows[j]
			}
		}
		k.sorted, k.parts = top.end, k.parts[:len(k.parts)-1]
	}
	return int(k.rows[row].record), used
}

// Rank returns how many keys are less than the given one. It compares it with every key, and may
// be called before Begin.
func (k *KeyOrder) Rank(key []byte) (n int) {
	head, from := headOf(key), uint32(0)
	for _, end := range k.ends {
		of := k.bytes[from:end]
		if h := headOf(of); h < head || h == head && bytes.Compare(of, key) < 0 {
			n++
		}
		from = end
	}
	return n
}

// shortPart is the largest number of rows that are sorted by insertion.
const shortPart = 12

// divide replaces the next part, whose rows and depth are given, by up to three parts: the rows
// with smaller heads than a pivot, the rows with the same head, and the rows with greater heads.
// The part with the same head gets the next 8 bytes of its keys as heads.
func (k *KeyOrder) divide(rows []orderedKey, depth int) {
	a, b, c := rows[0].head, rows[len(rows)/2].head, rows[len(rows)-1].head
	pivot := max(min(a, b), min(max(a, b), c))
	less, more := 0, len(rows)
	for i := 0; i < more; {
		switch h := rows[i].head; {
		case h < pivot:
			rows[i], rows[less] = rows[less], rows[i]
			less, i = less+1, i+1
		case h > pivot:
			more--
			rows[i], rows[more] = rows[more], rows[i]
		default:
			i++
		}
	}
	k.parts = append(k.parts, keyPart{k.sorted + more, depth + 8})
	if less > 0 {
		k.parts = append(k.parts, keyPart{k.sorted + less, depth})
	}
	same, any := rows[less:more], false
	for i := range same {
		same[i].head = 0
		if key := k.Key(int(same[i].record)); len(key) > depth+8 {
			same[i].head, any = headOf(key[depth+8:]), true
		}
	}
	for i := range same {
		if !any { // no key is longer, so that they differ at most by zero bytes at their ends
			n := int(same[i].record)
			same[i].head = uint64(len(k.Key(n)))<<32 | uint64(n)
		}
	}
}

// SuggestWidth completes the refusal (field-transform) of a template in which the width of a
// transform is too small for a value. It returns a copy with one more argument: the transforms
// with a width that is large enough for all of the data. It returns other refusals unchanged.
// It reads all records, and therefore also returns the refusal unchanged if there are more than
// [MaxBufferedRecords].
func SuggestWidth(err *base.Error, template string, data dataset.Spec) *base.Error {
	if err.Code != base.CodeFieldTransform || len(err.Args) != 5 || err.Args[3] != "short" || data.Len() > MaxBufferedRecords {
		return err
	}
	t, bad := rowkey.Parse(template)
	at := slices.Index(data.Fields, err.Args[0])
	if bad != nil || at < 0 {
		return err
	}
	longest := 0
	for records := data.Cursor(); ; {
		record, ok := records.Next()
		if !ok {
			break
		}
		longest = max(longest, len(record[at]))
	}
	name, args, _ := strings.Cut(err.Args[2], ":")
	_, fill, filled := strings.Cut(args, ":")
	wide := name + ":" + strconv.Itoa(longest)
	if filled {
		wide += ":" + fill
	}
	for _, p := range t.Parts() {
		first, rest, more := strings.Cut(p.Transforms, "|")
		if p.Field != err.Args[0] || first != err.Args[2] {
			continue
		}
		if more {
			wide += "|" + rest
		}
		if _, bad := rowkey.Parse("{" + p.Field + "|" + wide + "}"); bad == nil && longest > 0 {
			return base.RefuseAt(err.Pos, err.End, err.Code, append(slices.Clone(err.Args), wide)...)
		}
	}
	return err
}
