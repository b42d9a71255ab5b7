package table

import (
	"encoding/binary"
	"slices"
	"strings"

	"tabletop/engine/base"
)

// Size is what cells take, in bytes.
type Size struct {
	// Plain counts a row's key once, and of each cell the family's name, the
	// qualifier, 8 for the timestamp, and the value. It is what [Row.Bytes] and
	// [Table.Bytes] count.
	Plain int64

	// Packed counts what is left when each cell's key is stored as its difference
	// from that of the cell before, also across rows, as the PREFIX encoding of
	// HBase's data blocks does. The key is row key, family, qualifier and
	// timestamp, 8 bytes big endian, one after the other. A cell counts the bytes
	// of its key that follow the longest prefix it shares with the one before, the
	// length of that prefix as a uvarint, and the value. The first cell shares
	// nothing. Where HBase begins anew with each block of 64 KiB, this does not.
	Packed int64
}

func (s *Size) add(o Size) {
	s.Plain += o.Plain
	s.Packed += o.Packed
}

// FamilySize is what the cells of a family take, without the row keys.
type FamilySize struct {
	Family base.Family
	Cells  int64
	Size
}

// Sizes adds up rows. The zero value has none. To measure a table in slices, add
// the rows of a scan that pauses.
type Sizes struct {
	Rows     int64
	Total    Size         // the sum of Keys and Families
	Keys     Size         // row keys; packed, what rows do not share of them
	Families []FamilySize // by name, those that have cells

	key, before []byte // of the last cell and the one before it
}

// Sizes measures the whole table in one pass.
func (t *Table) Sizes() Sizes {
	var s Sizes
	for r := range t.Scan(Query{}, nil) {
		s.Add(r)
	}
	return s
}

// Add adds a row, which has a greater key than those added before, and returns
// what it takes behind them.
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

// next makes the last cell's key that of c and returns how many bytes it shares
// with the one before.
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

func (s *Sizes) family(name base.Family) *FamilySize {
	i, found := slices.BinarySearchFunc(s.Families, name, func(f FamilySize, n base.Family) int {
		return strings.Compare(string(f.Family), string(n))
	})
	if !found {
		s.Families = slices.Insert(s.Families, i, FamilySize{Family: name})
	}
	return &s.Families[i]
}
