package table

import (
	"maps"
	"slices"
	"strings"

	"tabletop/engine/base"
)

// FamilyInfo is a column family of a table.
type FamilyInfo struct {
	Name base.Family
	GC   GCRule    // nil: nothing is ever collected
	Type ValueType // fixed when the family is made
}

// families is one state of a table's families; it never changes, but for what it
// takes note of. Ids are dense
// but for those of deleted families, which are given out again.
type families struct {
	info  []FamilyInfo           // by name
	ids   map[base.Family]uint32 // of the families there are
	names []base.Family          // by id, "" if free
	ranks []uint32               // by id: the place in info
	types []ValueType            // by id

	plain   bool // none is an aggregate
	columns *columns
	whole   source // of the rows that no filter altered
	after   []int  // by number of a column: one known to come after it, or noColumn
}

func newFamilies(c *columns) *families {
	f := &families{columns: c, plain: true}
	f.whole.fams = f
	return f
}

// id returns the id of a family.
func (f *families) id(name base.Family) (uint32, bool) {
	// Tables have few, and writes mean the first most of the time.
	for id, n := range f.names[:min(len(f.names), 4)] {
		if n == name && n != "" {
			return uint32(id), true
		}
	}
	id, ok := f.ids[name]
	return id, ok
}

// with returns the state that has exactly the given families, in order of name,
// and the ids they had in f.
func (f *families) with(info []FamilyInfo) *families {
	g := newFamilies(f.columns)
	g.info, g.ids, g.names = info, make(map[base.Family]uint32, len(info)), slices.Clone(f.names)
	for id, name := range g.names {
		if !slices.ContainsFunc(info, func(i FamilyInfo) bool { return i.Name == name }) {
			g.names[id] = ""
		}
	}
	for _, i := range info {
		id, ok := f.ids[i.Name]
		if !ok {
			free := slices.Index(g.names, "")
			if free < 0 {
				free = len(g.names)
				g.names = append(g.names, "")
			}
			id = uint32(free)
			g.names[id] = i.Name
		}
		g.ids[i.Name] = id
	}
	g.ranks = make([]uint32, len(g.names))
	g.types = make([]ValueType, len(g.names))
	for rank, i := range info {
		g.ranks[g.ids[i.Name]] = uint32(rank)
		g.types[g.ids[i.Name]] = i.Type
		g.plain = g.plain && i.Type == Plain
	}
	return g
}

func (f *families) find(name base.Family) (int, bool) {
	return slices.BinarySearchFunc(f.info, name, func(i FamilyInfo, n base.Family) int {
		return strings.Compare(string(i.Name), string(n))
	})
}

// CreateFamily adds a family. It refuses a bad name, one that exists, and a bad
// rule.
func (t *Table) CreateFamily(f FamilyInfo) error {
	if !validFamily(string(f.Name)) {
		return base.Refuse(base.CodeFamilyName, string(f.Name), t.name)
	}
	i, found := t.fams.find(f.Name)
	if found {
		return base.Refuse(base.CodeFamilyExists, t.name, string(f.Name))
	}
	if err := t.checkGC(f.Name, f.GC); err != nil {
		return err
	}
	t.fams = t.fams.with(slices.Insert(slices.Clone(t.fams.info), i, f))
	return nil
}

// SetGC replaces a family's rule. It refuses an undeclared family and a bad
// rule.
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
	t.fams = t.fams.with(info)
	return nil
}

// DeleteFamily removes a family with all its cells; rows that had no others go.
// It refuses an undeclared family.
func (t *Table) DeleteFamily(name base.Family) error {
	i, found := t.fams.find(name)
	if !found {
		return t.noFamily(name)
	}
	id, _ := t.fams.id(name)
	var holders []base.RowKey
	t.rows.Ascend("", "", func(r record) bool {
		for c := walk(r, t.fams); c.next(); {
			if c.fam == id {
				holders = append(holders, base.RowKey(r.Key()))
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
	t.fams = t.fams.with(slices.Delete(slices.Clone(t.fams.info), i, i+1))
	return nil
}

// Families returns the families by name.
func (t *Table) Families() []FamilyInfo { return slices.Clone(t.fams.info) }

// CheckFamily refuses a family that the table does not have.
func (t *Table) CheckFamily(name base.Family) error {
	if _, found := t.fams.find(name); !found {
		return t.noFamily(name)
	}
	return nil
}

func (t *Table) noFamily(name base.Family) error {
	declared := slices.Sorted(maps.Keys(t.fams.ids))
	names := make([]string, len(declared))
	for i, d := range declared {
		names[i] = string(d)
	}
	return base.Refuse(base.CodeNoFamily, t.name, string(name), strings.Join(names, ", "))
}

func validFamily(s string) bool {
	return s != "" && len(s) <= base.MaxFamilyName && strings.IndexFunc(s, notName) < 0
}

func validTable(s string) bool {
	return s != "" && len(s) <= base.MaxTableName && s[0] != '-' && s[0] != '.' && strings.IndexFunc(s, notName) < 0
}

// notName reports whether r is outside [-_.a-zA-Z0-9].
func notName(r rune) bool {
	return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_' || r == '.')
}
