package table

import (
	"slices"
	"strings"

	"tabletop/engine/base"
)

// FamilyInfo is a column family of a table.
type FamilyInfo struct {
	Name base.Family `wire:"1"`
	GC   GCRule      `wire:"2"` // nil: nothing is ever collected
	Type ValueType   `wire:"3"` // fixed when the family is made
}

// families is one state of a table's families; it never changes, but for what it
// takes note of. Ids are dense but for those of deleted families, which are given out
// again. What the states have in common they share.
type families struct {
	info   []FamilyInfo  // by name
	byRank []uint32      // their ids
	names  []base.Family // by id, "" if free
	ranks  []uint32      // by id: the place in info
	types  []ValueType   // by id

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
	if rank, ok := f.find(name); ok {
		return f.byRank[rank], true
	}
	return 0, false
}

// with returns the state of the given families, in order of name, with their ids and
// the names by id.
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

func (f *families) find(name base.Family) (int, bool) {
	return slices.BinarySearchFunc(f.info, name, byName)
}

func byName(i FamilyInfo, name base.Family) int { return strings.Compare(string(i.Name), string(name)) }

// CreateFamilies adds families, all or none. It refuses a bad name, one that exists,
// and a bad rule.
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

// CreateFamily is CreateFamilies of one.
func (t *Table) CreateFamily(f FamilyInfo) error { return t.CreateFamilies(f) }

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
	t.mark = nil
	t.fams = t.fams.with(info, t.fams.byRank, t.fams.names)
	return nil
}

// DeleteFamily removes a family with all its cells; rows that had no others go.
// It refuses an undeclared family.
func (t *Table) DeleteFamily(name base.Family) error {
	var st Stats
	for {
		if done, err := t.DeleteFamilySome(name, 0, &st); done || err != nil {
			return err
		}
	}
}

// DeleteFamilySome is DeleteFamily in slices: it looks at rows worth about the given
// work, from where st says that the slice before ended, and counts them there. The
// last slice removes the family.
func (t *Table) DeleteFamilySome(name base.Family, work int64, st *Stats) (done bool, err error) {
	i, found := t.fams.find(name)
	if !found {
		return false, t.noFamily(name)
	}
	id := t.fams.byRank[i]
	var holders []base.RowKey
	t.pass(Query{Ranges: st.Resume, Work: work}, st, func(r Row) bool {
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

// Family returns a family, if it is there.
func (t *Table) Family(name base.Family) (FamilyInfo, bool) {
	if i, found := t.fams.find(name); found {
		return t.fams.info[i], true
	}
	return FamilyInfo{}, false
}

// Schema returns what two tables have in common as long as their families are the same
// in all they say.
func (t *Table) Schema() any { return t.fams }

// FamilyCount returns how many families there are.
func (t *Table) FamilyCount() int { return len(t.fams.info) }

// Families returns the families by name.
func (t *Table) Families() []FamilyInfo { return slices.Clone(t.fams.info) }

// CheckFamily refuses a family that the table does not have.
func (t *Table) CheckFamily(name base.Family) error {
	if _, found := t.fams.find(name); !found {
		return t.noFamily(name)
	}
	return nil
}

// namedFamilies is how many families a refusal names at most.
const namedFamilies = 100

func (t *Table) noFamily(name base.Family) error {
	var names, alike []string
	for _, f := range t.fams.info {
		if len(f.Name) > 2 { // any two of one letter are alike
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

// ValidFamily reports whether a family can have the name.
func ValidFamily(s string) bool {
	return s != "" && len(s) <= base.MaxFamilyName && strings.IndexFunc(s, notName) < 0
}

func validTable(s string) bool {
	return s != "" && len(s) <= base.MaxTableName && s[0] != '-' && s[0] != '.' && strings.IndexFunc(s, notName) < 0
}

// notName reports whether r is outside [-_.a-zA-Z0-9].
func notName(r rune) bool {
	return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_' || r == '.')
}
