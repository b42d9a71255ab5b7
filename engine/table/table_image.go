package table

import (
	"math"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/rowmap"
)

// Image is the complete contents of a table in a form that can be stored; see
// [Table.Image] and [RestoreImage]. Images of snapshots of one table share their Columns and
// most of their Blocks, so that a store can write only what is new. Nothing in an Image may
// be changed.
type Image struct {
	Name     string
	Families []FamilyInfo // by id; an id whose family has no name is free
	Columns  NumberedColumns
	Splits   []base.RowKey // the first keys of the tablets but the first, ascending
	Large    []base.RowKey // keys of the rows of more than [base.WarnCell] bytes, ascending
	Blocks   []rowmap.Block
	Unit     base.Micros // granularity of timestamps: 1 is a microsecond, 0 a millisecond
}

// NumberedColumns is the list of numbered columns that a table shares with all its snapshots. Two
// values are equal (==) if they are the same list, not merely lists with equal elements.
// Columns may be appended later, but never change their numbers.
type NumberedColumns struct{ c *columns }

// NumberedColumn is a column that has a number: the id of its family, and its qualifier.
type NumberedColumn struct {
	Family    uint32         `wire:"1"`
	Qualifier base.Qualifier `wire:"2"`
}

// List returns the columns; the index of each is its number.
func (c NumberedColumns) List() []NumberedColumn {
	out := make([]NumberedColumn, len(c.c.list))
	for i, col := range c.c.list {
		out[i] = NumberedColumn{col.fam, col.qual}
	}
	return out
}

// NewNumberedColumns returns Columns with the given list. It reports false if the list has more
// columns than can have numbers, a qualifier that is too long for one, or a column twice.
func NewNumberedColumns(list []NumberedColumn) (NumberedColumns, bool) {
	c := new(columns)
	for i, col := range list {
		if c.number(col.Family, col.Qualifier) != i {
			return NumberedColumns{}, false
		}
	}
	return NumberedColumns{c}, true
}

// Image returns the current contents of the table. Later writes to the table do not change
// it, except that more columns may be appended to its Columns.
func (t *Table) Image() Image {
	im := Image{
		Name: t.name, Families: make([]FamilyInfo, len(t.fams.names)), Columns: NumberedColumns{t.fams.columns},
		Splits: t.splits, Large: t.large, Blocks: slices.Collect(t.rows.Blocks()),
	}
	if t.unit != base.Millisecond {
		im.Unit = t.unit
	}
	for i, f := range t.fams.info {
		im.Families[t.fams.byRank[i]] = f
	}
	return im
}

// RestoreImage returns the table of an image. Without from, it is built of im.Parts. With a
// table from that has the same Columns and Unit, im.Parts is not used: the new table has
// the rows of from with the splices put in their places. Both tables may be written
// afterwards, independently. RestoreImage checks its input, which may come from a damaged
// store: it refuses (bad-image) an image that no table can have had.
func RestoreImage(im Image, from *Table, splices []rowmap.Splice) (*Table, error) {
	t, err := New(im.Name)
	if err != nil {
		return nil, err
	}
	if im.Unit == 1 {
		t.unit = 1
	}
	whole := from == nil || from.unit != t.unit || from.fams.columns != im.Columns.c
	if whole {
		from, splices = t, []rowmap.Splice{{Blocks: im.Blocks}}
	}
	t.rows, t.bytes, t.count = from.rows.Clone(), from.bytes, from.count
	if t.fams, err = restoreFamilies(im, from.fams); err != nil {
		return nil, err
	}
	for _, s := range splices {
		grown, ok := t.rows.ReplaceBlocks(s.Low, s.High, s.Blocks)
		if !ok {
			return nil, badImage(im.Name, "parts")
		}
		t.count += grown.Cells
		t.bytes += grown.Bytes
		for _, p := range s.Blocks {
			if !t.fams.allows(p, t.unit) {
				return nil, badImage(im.Name, "row")
			}
		}
	}
	if t.fams != from.fams && !whole && !(slices.Equal(t.fams.names, from.fams.names) && slices.Equal(t.fams.types, from.fams.types)) {
		// The names or types of the families differ, so that the rows that stay are checked too.
		for p := range t.rows.Blocks() {
			if !t.fams.allows(p, t.unit) {
				return nil, badImage(im.Name, "family")
			}
		}
	}
	if !ascend(im.Splits) || !ascend(im.Large) {
		return nil, badImage(im.Name, "border")
	}
	t.splits, t.large = im.Splits, im.Large
	return t, nil
}

// badImage is the refusal of a stored table; what says which part of it is invalid.
func badImage(name, what string) error { return base.Refuse(base.CodeBadImage, name, what) }

// ascend reports whether the keys are in strictly ascending order and none is empty.
func ascend(keys []base.RowKey) bool {
	before := base.RowKey("")
	for _, k := range keys {
		if k <= before {
			return false
		}
		before = k
	}
	return true
}

// restoreFamilies returns the families of an image, or refuses them. It returns from
// itself if that has the same columns and families, so that tables that are alike share
// one state.
func restoreFamilies(im Image, from *families) (*families, error) {
	if im.Columns.c == nil {
		return nil, badImage(im.Name, "columns")
	}
	var names []base.Family
	var list []FamilyInfo
	ids := make(map[base.Family]uint32, len(im.Families))
	for id, info := range im.Families {
		names = append(names, info.Name)
		if info.Name == "" {
			continue
		}
		_, twice := ids[info.Name]
		if twice || !ValidFamily(string(info.Name)) || info.Type > UniqueCount || info.GC != nil && (gcSize(info.GC) < 0 || gcSize(info.GC) > base.MaxGCRule) {
			return nil, badImage(im.Name, "family")
		}
		ids[info.Name] = uint32(id)
		list = append(list, info)
	}
	sortFamilies(list)
	order := make([]uint32, len(list))
	for i, info := range list {
		order[i] = ids[info.Name]
	}
	f := newFamilies(im.Columns.c).with(list, order, names)
	same := from.columns == f.columns && slices.Equal(from.names, f.names) &&
		slices.EqualFunc(from.info, f.info, func(a, b FamilyInfo) bool {
			return a.Name == b.Name && a.Type == b.Type && sameRule(a.GC, b.GC)
		})
	if same {
		return from, nil
	}
	return f, nil
}

// allows reports whether all records of a part are valid rows of these families, with
// timestamps that are multiples of unit.
func (f *families) allows(p rowmap.Block, unit base.Micros) bool {
	for i := range p.Len() {
		if !f.allowsRow(p.Record(i), unit) {
			return false
		}
	}
	return true
}

// allowsRow reports whether a record is a valid row. Its cells have to be in order, in
// columns of existing families, and with valid values and timestamps; and the record has
// to state the number of its cells and bytes correctly. Every read is checked against the
// end of the text. Most numbers take one byte; the function reads those directly, because
// it runs over all rows of a stored table.
func (f *families) allowsRow(r record, unit base.Micros) bool {
	text, pos, size := r.Text(), 0, 0 // pos: where the cells begin; size: length of the key
	if len(text) > 0 && text[0] < 0x80 {
		size = int(text[0])
		pos = 1 + size
	} else {
		size = len(r.Key())
		pos = len(text) - len(r.Payload())
	}
	if size == 0 || size > base.MaxRowKey {
		return false
	}
	var rank uint32 // of the current column's family
	var qual base.Qualifier
	var typ ValueType
	var own int64 // bytes of a cell in the current column without its value
	var time base.Micros
	cells, bytes, ok := uint32(0), int64(size), true
	for pos < len(text) {
		tag := uint64(text[pos])
		if pos++; tag >= 0x80 {
			if tag, pos, ok = rowmap.Uvarint(text, pos-1); !ok {
				return false
			}
		}
		if tag != tagSame {
			var fam uint32
			beforeRank, before := rank, qual
			if n := tag - tagNumber; tag != tagInline && n < uint64(len(f.columns.list)) {
				col := &f.columns.list[n]
				fam, qual = col.fam, col.qual
			} else if fam, qual, pos, ok = columnAt(tag, text, pos); !ok {
				return false
			}
			if int(fam) >= len(f.names) || f.names[fam] == "" {
				return false
			}
			rank, typ = f.ranks[fam], f.types[fam]
			if cells > 0 && (rank < beforeRank || rank == beforeRank && qual <= before) {
				return false
			}
			own = int64(len(f.names[fam]) + len(qual) + 8)
		} else if cells == 0 {
			return false
		}
		step, start, ok := rowmap.Uvarint(text, pos)
		if !ok || start == len(text) {
			return false
		}
		n := uint64(text[start])
		if start++; n >= 0x80 {
			if n, start, ok = rowmap.Uvarint(text, start-1); !ok || n > base.MaxCell {
				return false
			}
		}
		if n > uint64(len(text)-start) {
			return false
		}
		since := base.Micros(unzigzag(int(step)))
		time += since
		if isOff(time, unit) || tag == tagSame && since >= 0 {
			return false
		}
		pos = start + int(n)
		if typ != Plain && !typ.holds(text[start:pos]) {
			return false
		}
		bytes += own + int64(n)
		cells++
	}
	return cells == r.Cells && bytes == int64(r.Bytes)
}

// columnAt reads a column that is stored inline, for a cell whose tag ends at pos. It
// returns where the column ends, and reports false if there is no valid column.
func columnAt(tag uint64, text string, pos int) (fam uint32, q base.Qualifier, end int, ok bool) {
	if tag != tagInline {
		return 0, "", pos, false
	}
	id, from, ok := rowmap.Uvarint(text, pos)
	n, start, also := rowmap.Uvarint(text, from)
	if !ok || !also || id > math.MaxInt32 || n > base.MaxQualifier || n > uint64(len(text)-start) {
		return 0, "", pos, false
	}
	end = start + int(n)
	return uint32(id), base.Qualifier(text[start:end]), end, true
}

// SameExceptBlocks reports whether two images are equal in everything except their parts.
func (im Image) SameExceptBlocks(other Image) bool {
	return im.Name == other.Name && im.Unit == other.Unit && im.Columns == other.Columns && slices.Equal(im.Splits, other.Splits) && slices.Equal(im.Large, other.Large) &&
		slices.EqualFunc(im.Families, other.Families, func(a, b FamilyInfo) bool {
			return a.Name == b.Name && a.Type == b.Type && sameRule(a.GC, b.GC)
		})
}
