package table

import "tabletop/engine/base"

// Bounds of the parts into which SampleRowKeys divides a table.
const (
	sampleParts = 32      // number of parts that it aims at
	samplePart  = 1 << 10 // fewest bytes of a part
)

// RowKeySample is a row key that divides a table, with the total bytes of all rows before it.
type RowKeySample struct {
	Key    base.RowKey
	Offset int64
}

// SampleRowKeys returns keys in ascending order that divide the table into parts of about
// equal size. They are the split keys of the tablets and, within large tablets, keys of
// rows. A split key need not be the key of a row. The last sample has the empty key and
// means the end of the table; its Offset is the size of the table.
func (t *Table) SampleRowKeys() []RowKeySample {
	var out []RowKeySample
	part := max(t.bytes/sampleParts, samplePart)
	var offset, last int64 // bytes before the current row, and before the last sample
	add := func(key base.RowKey) {
		out = append(out, RowKeySample{key, offset})
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
