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

// KeyOrder holds the keys of records and puts them in order, as far as is asked for: the first
// rows are known long before all keys are sorted. Records are numbered from 0 as they were
// added; those with one key keep that order. Add all keys, then call Begin, then At.
type KeyOrder struct {
	bytes  []byte // the keys, one after the other
	ends   []uint32
	rows   []orderedKey // up to sorted as they stand in the table
	sorted int
	parts  []keyPart // behind those, the next one last
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

// Begin ends the adding of keys. It must be called before At.
func (k *KeyOrder) Begin() { k.parts = append(k.parts[:0], keyPart{end: len(k.rows)}) }

// Len returns how many keys there are.
func (k *KeyOrder) Len() int { return len(k.rows) }

// orderedKey is a record, and 8 bytes of its key from the depth of its part on.
type orderedKey struct {
	head   uint64
	record int32
}

// keyPart is rows in no order that end before end. All of their keys are the same up to
// depth.
type keyPart struct{ end, depth int }

// headOf returns what orders bytes by their first eight.
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

// Key returns the key of a record. It must not be written.
func (k *KeyOrder) Key(record int) []byte {
	from := uint32(0)
	if record > 0 {
		from = k.ends[record-1]
	}
	return k.bytes[from:k.ends[record]]
}

// compare orders records of one part as their rows stand, and those of one key as they
// come.
func (k *KeyOrder) compare(a, b orderedKey) int {
	switch {
	case a.head < b.head:
		return -1
	case a.head > b.head:
		return 1
	}
	return cmp.Or(bytes.Compare(k.Key(int(a.record)), k.Key(int(b.record))), cmp.Compare(a.record, b.record))
}

// At returns the record whose key is number row in order. It sorts what is needed for that,
// and returns as work the sixteenth of the keys that it has passed over.
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

// Rank returns how many keys are less than the given one. It compares all of them.
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

// shortPart is how many rows are sorted one by one.
const shortPart = 12

// divide divides the rows of the next part by a head: the lesser ones, those that have
// it too, whose next bytes are taken, and the greater ones.
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
		if !any { // shorter keys stand before longer ones, which go on with zeros
			n := int(same[i].record)
			same[i].head = uint64(len(k.Key(n)))<<32 | uint64(n)
		}
	}
}

// SuggestWidth adds to the refusal of a template whose width is too small for a value
// (field-transform) the transforms that are wide enough for all of the data. It returns other
// refusals unchanged, and those of more than [MaxKeyed] records, which it does not read.
func SuggestWidth(err *base.Error, template string, data dataset.Spec) *base.Error {
	if err.Code != base.CodeFieldTransform || len(err.Args) != 5 || err.Args[3] != "short" || data.Len() > MaxKeyed {
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
		first, rest, more := strings.Cut(p.Via, "|")
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
