package table

import (
	"slices"
	"strings"

	"tabletop/engine/base"
)

// FamilyInfo describes a column family of a table.
type FamilyInfo struct {
	Name base.Family `wire:"1"`
	GC   GCRule      `wire:"2"` // nil: nothing is ever collected
	Type ValueType   `wire:"3"` // fixed when the family is made
}

// families is one state of a table's families. It is immutable, except for the cache in
// after. Every family has an id, which is stored in rows, and a rank, its place by name.
// Ids are small numbers; the id of a deleted family is used again. States of one table
// share the columns.
type families struct {
	info   []FamilyInfo  // in order of name
	byRank []uint32      // the ids of the families in info
	names  []base.Family // by id; "" if the id is free
	ranks  []uint32      // by id: the index in info
	types  []ValueType   // by id

	plain   bool // no family is an aggregate
	columns *columns
	whole   source // the source of all rows that no filter has altered
	after   []int  // by number of a column: a column known to come after it, or noColumn
}

// newFamilies returns the state of a table without families.
func newFamilies(c *columns) *families {
	f := &families{columns: c, plain: true}
	f.whole.fams = f
	return f
}

// id returns the id of the family with the name, and whether there is one.
func (f *families) id(name base.Family) (uint32, bool) {
	// Most tables have few families, and most writes go to the first of them.
	for id, n := range f.names[:min(len(f.names), 4)] {
		if n == name && n != "" {
			return uint32(id), true
		}
	}
	if rank, ok := f.find(name); ok {
		return f.byRank[rank], true
	}
	return 0, false
}

// with returns a new state with the given families, which are in order of name. order is
// their ids, and names is the name for each id.
func (f *families) with(info []FamilyInfo, order []uint32, names []base.Family) *families {
	g := newFamilies(f.columns)
	g.info, g.byRank, g.names = info, order, names
	g.ranks, g.types = make([]uint32, len(names)), make([]ValueType, len(names))
	for rank, id := range order {
		g.ranks[id], g.types[id] = uint32(rank), info[rank].Type
		g.plain = g.plain && info[rank].Type == Plain
	}
	return g
}

// find returns the index of a family in f.info, and whether it is there.
func (f *families) find(name base.Family) (int, bool) {
	return slices.BinarySearchFunc(f.info, name, byName)
}

func byName(i FamilyInfo, name base.Family) int { return strings.Compare(string(i.Name), string(name)) }

// CreateFamilies adds families, all or none. It refuses an invalid name, a name that
// exists or is given twice, and an invalid rule.
func (t *Table) CreateFamilies(fresh ...FamilyInfo) error {
	f := t.fams
	names, free := slices.Clone(f.names), 0
	ids := make(map[base.Family]uint32, len(fresh))
	for _, v := range fresh {
		if !ValidFamily(string(v.Name)) {
			return base.Refuse(base.CodeFamilyName, string(v.Name), t.name)
		}
		if _, found := f.find(v.Name); found {
			return base.Refuse(base.CodeFamilyExists, t.name, string(v.Name))
		}
		if _, twice := ids[v.Name]; twice {
			return base.Refuse(base.CodeFamilyExists, t.name, string(v.Name), "twice")
		}
		if err := t.checkGC(v.Name, v.GC); err != nil {
			return err
		}
		for free < len(names) && names[free] != "" {
			free++
		}
		if free == len(names) {
			names = append(names, "")
		}
		names[free], ids[v.Name] = v.Name, uint32(free)
	}
	info := slices.Concat(f.info, fresh)
	sortFamilies(info)
	order, old := make([]uint32, len(info)), f.byRank
	for i, v := range info {
		if id, isFresh := ids[v.Name]; isFresh {
			order[i] = id
		} else {
			order[i], old = old[0], old[1:]
		}
	}
	t.mark = nil
	t.fams = f.with(info, order, names)
	return nil
}

func sortFamilies(list []FamilyInfo) {
	base.Sort(list, func(a, b FamilyInfo) int { return byName(a, b.Name) })
}

// CreateFamily adds one family, as [Table.CreateFamilies] does.
func (t *Table) CreateFamily(f FamilyInfo) error { return t.CreateFamilies(f) }

// SetGC replaces the garbage-collection rule of a family. It removes no cells. It refuses
// an unknown family and an invalid rule.
func (t *Table) SetGC(name base.Family, gc GCRule) error {
	i, found := t.fams.find(name)
	if !found {
		return t.noFamily(name)
	}
	if err := t.checkGC(name, gc); err != nil {
		return err
	}
	info := slices.Clone(t.fams.info)
	info[i].GC = gc
	t.mark = nil
	t.fams = t.fams.with(info, t.fams.byRank, t.fams.names)
	return nil
}

// DeleteFamily removes a family with all its cells. Rows that have no cells in other
// families disappear. It refuses an unknown family.
func (t *Table) DeleteFamily(name base.Family) error {
	var st ScanStats
	for {
		if done, err := t.DeleteFamilySlice(name, 0, &st); done || err != nil {
			return err
		}
	}
}

// DeleteFamilySlice does one slice of DeleteFamily: it looks at rows for about the given
// amount of [ScanStats.Work], continues where the previous slice stopped according to st, and
// adds its counts to st. The family itself is removed by the last slice, for which done is
// true. The table must not be written between slices.
func (t *Table) DeleteFamilySlice(name base.Family, work int64, st *ScanStats) (done bool, err error) {
	i, found := t.fams.find(name)
	if !found {
		return false, t.noFamily(name)
	}
	id := t.fams.byRank[i]
	var holders []base.RowKey
	t.pass(ScanQuery{Ranges: st.Resume, Work: work}, st, func(r Row) bool {
		for c := walk(r.rec, t.fams); c.next(); {
			if c.fam == id {
				holders = append(holders, r.Key())
				break
			}
		}
		return true
	})
	for _, key := range holders {
		if err := t.mutate(key, 0, []Mutation{DeleteFamilyCells{name}}); err != nil {
			panic(err) // rows only shrink
		}
	}
	if st.Resume != nil {
		return false, nil
	}
	f := t.fams
	names := slices.Clone(f.names)
	names[id] = ""
	t.mark = nil
	t.fams = f.with(slices.Delete(slices.Clone(f.info), i, i+1), slices.Delete(slices.Clone(f.byRank), i, i+1), names)
	return true, nil
}

// Family returns the description of a family, and whether the table has it.
func (t *Table) Family(name base.Family) (FamilyInfo, bool) {
	if i, found := t.fams.find(name); found {
		return t.fams.info[i], true
	}
	return FamilyInfo{}, false
}

// SchemaIdentity returns a comparable value that identifies the current state of the families. Two
// tables with equal values have the same families with the same rules and types. Different
// values say nothing: two states may be alike and still have different values.
func (t *Table) SchemaIdentity() any { return t.fams }

// FamilyCount returns the number of families.
func (t *Table) FamilyCount() int { return len(t.fams.info) }

// Families returns a copy of the families in order of name.
func (t *Table) Families() []FamilyInfo { return slices.Clone(t.fams.info) }

// CheckFamily refuses (no-family) the name of a family that the table does not have.
func (t *Table) CheckFamily(name base.Family) error {
	if _, found := t.fams.find(name); !found {
		return t.noFamily(name)
	}
	return nil
}

// namedFamilies is the largest number of existing families that a refusal lists.
const namedFamilies = 100

// noFamily is the refusal of an unknown family. It lists the existing families, and names
// the one whose name is most similar, if any is.
func (t *Table) noFamily(name base.Family) error {
	var names, alike []string
	for _, f := range t.fams.info {
		// Any two very short names are similar, but not in all letters.
		if len(f.Name) > 2 || strings.EqualFold(string(f.Name), string(name)) {
			alike = append(alike, string(f.Name))
		}
	}
	for i, f := range t.fams.info {
		if i == namedFamilies {
			names = append(names, "…")
			break
		}
		names = append(names, string(f.Name))
	}
	return base.Refuse(base.CodeNoFamily, t.name, string(name), strings.Join(names, ", "), base.Nearest(string(name), alike))
}

// ValidFamily reports whether s is a valid family name: 1 to [base.MaxFamilyName]
// characters of [-_.a-zA-Z0-9].
func ValidFamily(s string) bool {
	return s != "" && len(s) <= base.MaxFamilyName && strings.IndexFunc(s, notName) < 0
}

// validTable reports whether s is a valid table name; see [New].
func validTable(s string) bool {
	return s != "" && len(s) <= base.MaxTableName && s[0] != '-' && s[0] != '.' && strings.IndexFunc(s, notName) < 0
}

// notName reports whether r is outside [-_.a-zA-Z0-9].
func notName(r rune) bool {
	return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_' || r == '.')
}
