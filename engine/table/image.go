package table

import (
	"slices"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/rowmap"
)

// Image is a table at rest, for who stores tables. Tables that are snapshots of
// one another share columns, most parts, and often families.
type Image struct {
	Name     string
	Families []FamilyInfo // by id; one without a name is free
	Columns  Columns
	Splits   []base.RowKey
	Large    []base.RowKey // rows above [base.WarnCell] bytes
	Parts    []rowmap.Part
}

// Columns is the numbered columns of a table and of all its snapshots. Two are
// equal if they are the same ones. They are only added to.
type Columns struct{ c *columns }

// NumberedColumn is a family by its id, and a qualifier.
type NumberedColumn struct {
	Family    uint32
	Qualifier base.Qualifier
}

// List returns the columns by number.
func (c Columns) List() []NumberedColumn {
	out := make([]NumberedColumn, len(c.c.list))
	for i, col := range c.c.list {
		out[i] = NumberedColumn{col.fam, col.qual}
	}
	return out
}

// NewColumns returns numbered columns. It reports false for more than can have
// numbers, and for one twice.
func NewColumns(list []NumberedColumn) (Columns, bool) {
	c := new(columns)
	for i, col := range list {
		if c.number(col.Family, col.Qualifier) != i {
			return Columns{}, false
		}
	}
	return Columns{c}, true
}

// Image returns the table as it is.
func (t *Table) Image() Image {
	im := Image{
		Name: t.name, Families: make([]FamilyInfo, len(t.fams.names)), Columns: Columns{t.fams.columns},
		Splits: t.splits, Large: t.large, Parts: slices.Collect(t.rows.Parts()),
	}
	for _, f := range t.fams.info {
		im.Families[t.fams.ids[f.Name]] = f
	}
	return im
}

// Restore makes a table from an image. With one to begin from, which is of the
// same columns, the image's parts are not looked at: the table has the rows of
// that one with the splices put in; it may be written afterwards, and so may the
// other. Restore refuses (bad-image) what could not have been the image of a
// table, so that one from a disk can be given to it.
func Restore(im Image, from *Table, splices []rowmap.Splice) (*Table, error) {
	t, err := New(im.Name)
	if err != nil {
		return nil, err
	}
	whole := from == nil || from.fams.columns != im.Columns.c
	if whole {
		from, splices = t, []rowmap.Splice{{Parts: im.Parts}}
	}
	t.rows, t.bytes, t.count = from.rows.Clone(), from.bytes, from.count
	if t.fams, err = restoreFamilies(im, from.fams); err != nil {
		return nil, err
	}
	for _, s := range splices {
		grown, ok := t.rows.Graft(s.Low, s.High, s.Parts)
		if !ok {
			return nil, badImage(im.Name, "its parts do not meet")
		}
		t.count += grown.Cells
		t.bytes += grown.Bytes
		for _, p := range s.Parts {
			if !t.fams.allows(p) {
				return nil, badImage(im.Name, "a row is damaged")
			}
		}
	}
	if t.fams != from.fams && !whole && !(slices.Equal(t.fams.names, from.fams.names) && slices.Equal(t.fams.types, from.fams.types)) {
		// What the rows that stay are made of has changed.
		for p := range t.rows.Parts() {
			if !t.fams.allows(p) {
				return nil, badImage(im.Name, "a row is of no family")
			}
		}
	}
	if !ascend(im.Splits) || !ascend(im.Large) {
		return nil, badImage(im.Name, "its borders are out of order")
	}
	t.splits, t.large = im.Splits, im.Large
	return t, nil
}

func badImage(name, what string) error { return base.Refuse(base.CodeBadImage, name, what) }

// ascend reports whether keys are in order, and none is empty.
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

// restoreFamilies returns the families of an image, and from if it has the same.
func restoreFamilies(im Image, from *families) (*families, error) {
	if im.Columns.c == nil {
		return nil, badImage(im.Name, "it has no columns")
	}
	f := newFamilies(im.Columns.c)
	f.ids = map[base.Family]uint32{}
	for id, info := range im.Families {
		f.names = append(f.names, info.Name)
		f.types = append(f.types, info.Type)
		f.ranks = append(f.ranks, 0)
		if info.Name == "" {
			f.types[id] = Plain
			continue
		}
		_, twice := f.ids[info.Name]
		if twice || !validFamily(string(info.Name)) || info.Type > UniqueCount || info.GC != nil && (gcSize(info.GC) < 0 || gcSize(info.GC) > base.MaxGCRule) {
			return nil, badImage(im.Name, "a family is none")
		}
		f.ids[info.Name] = uint32(id)
		f.plain = f.plain && info.Type == Plain
		f.info = append(f.info, info)
	}
	slices.SortFunc(f.info, func(a, b FamilyInfo) int { return strings.Compare(string(a.Name), string(b.Name)) })
	for rank, info := range f.info {
		f.ranks[f.ids[info.Name]] = uint32(rank)
	}
	same := from.columns == f.columns && slices.Equal(from.names, f.names) &&
		slices.EqualFunc(from.info, f.info, func(a, b FamilyInfo) bool {
			return a.Name == b.Name && a.Type == b.Type && GCString(a.GC) == GCString(b.GC)
		})
	if same {
		return from, nil
	}
	return f, nil
}

// allows reports whether all rows of a part are rows of these families.
func (f *families) allows(p rowmap.Part) bool {
	for i := range p.Len() {
		if !f.allowsRow(p.Record(i)) {
			return false
		}
	}
	return true
}

// allowsRow reports whether a record is a row: cells in order, in columns of
// families that there are, and as many and as large as it says.
func (f *families) allowsRow(r record) bool {
	if len(r.Key()) == 0 || len(r.Key()) > base.MaxRowKey {
		return false
	}
	text, pos := r.Payload(), 0
	var before, d draft
	cells, bytes := uint32(0), int64(len(r.Key()))
	for pos < len(text) {
		tag, at, ok := rowmap.Uvarint(text, pos)
		switch {
		case !ok:
			return false
		case tag >= tagNumber:
			n := tag - tagNumber
			if n >= uint64(len(f.columns.list)) {
				return false
			}
			d.col, d.fam, d.qual = int(n), f.columns.list[n].fam, f.columns.list[n].qual
		case tag == tagInline:
			fam, from, ok := rowmap.Uvarint(text, at)
			n, start, also := rowmap.Uvarint(text, from)
			if !ok || !also || fam > uint64(len(f.names)) || n > base.MaxQualifier || n > uint64(len(text)-start) {
				return false
			}
			at = start + int(n)
			d.col, d.fam, d.qual = noColumn, uint32(fam), base.Qualifier(text[start:at])
		case cells == 0:
			return false
		}
		if int(d.fam) >= len(f.names) || f.names[d.fam] == "" {
			return false
		}
		d.rank = f.ranks[d.fam]
		step, at, ok := rowmap.Uvarint(text, at)
		n, start, also := rowmap.Uvarint(text, at)
		if !ok || !also || n > base.MaxCell || n > uint64(len(text)-start) {
			return false
		}
		d.at = before.at + base.Micros(int64(step>>1)^-int64(step&1))
		pos = start + int(n)
		d.value = text[start:pos]
		if d.at < 0 || d.at%1000 != 0 || cells > 0 && before.compare(&d) >= 0 || (tag == tagSame) != (cells > 0 && before.sameColumn(&d)) {
			return false
		}
		if typ := f.types[d.fam]; typ != Plain && !typ.holds(d.value) {
			return false
		}
		bytes += int64(len(f.names[d.fam]) + len(d.qual) + 8 + len(d.value))
		cells++
		before = d
	}
	return cells == r.Cells && bytes == int64(r.Bytes)
}

// Alike reports whether two images differ in their parts at most.
func (im Image) Alike(other Image) bool {
	return im.Name == other.Name && im.Columns == other.Columns && slices.Equal(im.Splits, other.Splits) && slices.Equal(im.Large, other.Large) &&
		slices.EqualFunc(im.Families, other.Families, func(a, b FamilyInfo) bool {
			return a.Name == b.Name && a.Type == b.Type && GCString(a.GC) == GCString(b.GC)
		})
}
