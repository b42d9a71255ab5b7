package table

import (
	"encoding/binary"
	"slices"
	"strings"

	"tabletop/engine/base"
)

// Size is how much room cells take, in bytes, counted in two ways.
type Size struct {
	// Plain counts the key of each row once and, for each cell, the lengths of family name,
	// qualifier and value and 8 for the timestamp. [Row.Bytes] and [Table.Bytes] count the
	// same.
	Plain int64

	// Packed counts what remains when each cell's key is stored as its difference from the
	// previous cell's key, also across rows, as the PREFIX encoding of HBase's data blocks
	// does. The key of a cell is row key, family, qualifier and timestamp (8 bytes, big
	// endian), concatenated. A cell counts the bytes of its key after the longest prefix that
	// it shares with the previous key, the length of that prefix as a uvarint, and the value.
	// The first cell shares nothing. HBase starts anew with each block of 64 KiB; this count
	// does not.
	Packed int64
}

// add adds o to s.
func (s *Size) add(o Size) {
	s.Plain += o.Plain
	s.Packed += o.Packed
}

// FamilySize is how much room the cells of one family take, without the row keys.
type FamilySize struct {
	Family base.Family
	Cells  int64
	Size
}

// Sizes adds up the sizes of rows. The zero value is empty and ready to use. To measure a
// large table in slices, pass the rows of a scan that pauses to [Sizes.Add].
type Sizes struct {
	Rows     int64
	Total    Size         // the sum of Keys and Families
	Keys     Size         // row keys; Packed is the part that adjacent rows do not share
	Families []FamilySize // the families that have cells, in order of name

	key, before []byte // keys of the last cell and of the one before it
}

// MeasureSizes measures the whole table in one pass.
func (t *Table) MeasureSizes() Sizes {
	var s Sizes
	for r := range t.Scan(ScanQuery{}, nil) {
		s.Add(r)
	}
	return s
}

// Add adds a row and returns its size, in which Packed depends on the previous row. The
// row's key must be greater than the keys that were added before.
func (s *Sizes) Add(r Row) Size {
	key := r.Key()
	keys := Size{Plain: int64(len(key))}
	row := keys
	for c := range r.Cells() {
		shared := s.next(key, c)
		own := max(0, len(key)-shared)
		keys.Packed += int64(own)
		size := Size{Plain: CellBytes(c), Packed: int64(len(s.key)-shared-own+varint(int64(shared))) + int64(len(c.Value))}
		f := s.family(c.Family)
		f.Cells++
		f.add(size)
		row.add(size)
	}
	row.Packed += keys.Packed
	s.Rows++
	s.Keys.add(keys)
	s.Total.add(row)
	return row
}

// next makes s.key the key of the cell c and s.before the previous key. It returns how
// many bytes the two share at their beginnings.
func (s *Sizes) next(row base.RowKey, c base.Cell) int {
	s.key, s.before = s.before[:0], s.key
	s.key = append(s.key, row...)
	s.key = append(s.key, c.Family...)
	s.key = append(s.key, c.Qualifier...)
	s.key = binary.BigEndian.AppendUint64(s.key, uint64(c.At))
	n := min(len(s.key), len(s.before))
	for i := range n {
		if s.key[i] != s.before[i] {
			return i
		}
	}
	return n
}

// family returns the entry of a family in s.Families, and adds it if it is missing. The
// pointer is valid until the next call.
func (s *Sizes) family(name base.Family) *FamilySize {
	i, found := slices.BinarySearchFunc(s.Families, name, func(f FamilySize, n base.Family) int {
		return strings.Compare(string(f.Family), string(n))
	})
	if !found {
		s.Families = slices.Insert(s.Families, i, FamilySize{Family: name})
	}
	return &s.Families[i]
}
