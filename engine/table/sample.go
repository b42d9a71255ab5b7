package table

import "tabletop/engine/base"

// Parts that SampleRowKeys aims at, and the bytes that one has at least.
const (
	sampleParts = 32
	samplePart  = 1 << 10
)

// Sample is a key that parts a table, and the bytes of the rows before it.
type Sample struct {
	Key    base.RowKey
	Offset int64
}

// SampleRowKeys returns keys that split the table into parts of about equal size,
// in order: the borders of its tablets, and where those lie far apart rows
// between them. Like a border, a sample need not be the key of a row. The last is
// the empty key, for the end of the table, with all its bytes.
func (t *Table) SampleRowKeys() []Sample {
	var out []Sample
	part := max(t.bytes/sampleParts, samplePart)
	var offset, last int64 // bytes before the row, and before the last sample
	add := func(key base.RowKey) {
		out = append(out, Sample{key, offset})
		last = offset
	}
	borders := t.splits
	t.rows.Ascend("", "", func(rec record) bool {
		key := base.RowKey(rec.Key())
		for len(borders) > 0 && borders[0] <= key {
			add(borders[0])
			borders = borders[1:]
		}
		if offset-last >= part {
			add(key)
		}
		offset += int64(rec.Bytes)
		return true
	})
	for _, b := range borders {
		add(b)
	}
	add("")
	return out
}
