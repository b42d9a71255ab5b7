package table

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/filter"
)

// state is everything that a reader can find out about a table.
type state struct {
	rows     []record
	families string
	bytes    int64
	cells    int64
	large    int
}

func stateOfTable(tab *Table) (s state) {
	tab.rows.Ascend("", "", func(r record) bool {
		s.rows = append(s.rows, r)
		return true
	})
	for _, f := range tab.Families() {
		s.families += string(f.Name) + " " + f.Type.String() + " " + GCString(f.GC) + "\n"
	}
	s.bytes, s.cells, s.large = tab.Bytes(), tab.CellCount(), len(tab.large)
	return s
}

func (s state) equal(o state) bool {
	return slices.Equal(s.rows, o.rows) && s.families == o.families && s.bytes == o.bytes && s.cells == o.cells && s.large == o.large
}

// invalidMutations returns mutations that the table refuses in the row that
// TestInvalidRequests has made.
func invalidMutations() []Mutation {
	qual := base.Qualifier(strings.Repeat("q", base.MaxQualifier+1))
	long := strings.Repeat("v", base.MaxCell+1)
	return []Mutation{
		SetCell{"none", "q", 0, "v"}, SetCell{"plain", qual, 0, "v"}, SetCell{"plain", "q", 0, long},
		SetCell{"plain", "q", 1, "v"}, SetCell{"plain", "q", -1000, "v"}, SetCell{"plain", "q", math.MinInt64, "v"},
		SetCell{"plain", "q", math.MaxInt64, "v"}, SetCell{"intsum", "q", 0, encodeInt(1)}, SetCell{"", "q", 0, "v"},
		SetCell{"inthll", "q", 0, stateOf(BytesInput("x"))},
		AddToCell{"plain", "q", 0, IntInput(1)}, AddToCell{"intsum", "q", 0, BytesInput("1")}, AddToCell{"intsum", "q", 0, nil},
		AddToCell{"inthll", "q", 0, IntInput(1)}, AddToCell{"inthll", "q", 0, BytesInput(long)}, AddToCell{"intmin", qual, 0, IntInput(1)},
		AddToCell{"intmax", "q", ServerTime, IntInput(1)}, AddToCell{"intmax", "q", 999, IntInput(1)}, AddToCell{"none", "q", 0, IntInput(1)},
		AddToCell{"intsum", "most", 0, IntInput(1)}, MergeToCell{"intsum", "most", 0, encodeInt(math.MaxInt64)},
		MergeToCell{"plain", "q", 0, encodeInt(1)}, MergeToCell{"intsum", "q", 0, ""}, MergeToCell{"intmin", "q", 0, "123456789"},
		MergeToCell{"inthll", "q", 0, "\x02\x0e\x00\x01\xff\xff\xff\xff"}, MergeToCell{"inthll", "q", 0, long}, MergeToCell{"intsum", "q", 5, encodeInt(1)},
		MergeToCell{"none", "q", 0, encodeInt(1)}, MergeToCell{"intsum", qual, 0, encodeInt(1)},
		DeleteColumn{Family: "none"}, DeleteColumn{Family: "plain", Qualifier: qual}, DeleteColumn{"plain", "q", 5, 0},
		DeleteColumn{"plain", "q", 0, -1}, DeleteColumn{"plain", "q", 2000, 1000}, DeleteColumn{"plain", "q", 1000, 1000},
		DeleteFamilyCells{"none"},
	}
}

// TestInvalidRequests makes 100,000 requests of every kind, each with one invalid part
// among valid ones. The table must refuse all of them with a code, and must not change by
// one byte.
func TestInvalidRequests(t *testing.T) {
	const seed = 7
	r := rand.New(rand.NewPCG(seed, 8))
	tab := aggregateTable(t)
	keys := []base.RowKey{"a", "b", "k", "\xff"}
	for _, key := range keys {
		mustMutate(t, tab, string(key), SetCell{"plain", "text", 1000, "v"}, SetCell{"plain", "most", 1000, encodeInt(math.MaxInt64)},
			AddToCell{"intsum", "most", 0, IntInput(math.MaxInt64)}, AddToCell{"intmin", "q", 0, IntInput(1)}, AddToCell{"inthll", "q", 0, BytesInput("x")})
	}
	valid := []Mutation{
		SetCell{"plain", "text", 1000, "other"}, SetCell{"plain", "new", ServerTime, ""}, AddToCell{"intmin", "q", 0, IntInput(-5)},
		MergeToCell{"intmax", "new", 0, encodeInt(1)}, AddToCell{"inthll", "q", 0, BytesInput("y")}, DeleteColumn{Family: "plain", Qualifier: "text"},
	}
	invalid := invalidMutations()
	badRules := []ReadModifyWriteRule{
		AppendValue{"none", "q", "v"}, AppendValue{"intsum", "q", "v"}, AppendValue{"plain", base.Qualifier(strings.Repeat("q", base.MaxQualifier+1)), "v"},
		Increment{"plain", "text", 1}, Increment{"plain", "most", 1}, Increment{"inthll", "q", 1}, Increment{"none", "q", 0},
	}
	goodRules := []ReadModifyWriteRule{AppendValue{"plain", "text", "!"}, AppendValue{"plain", "new", "!"}, Increment{"plain", "count", 1}, Increment{"plain", "most", -1}}
	badKeys := []base.RowKey{"", base.RowKey(strings.Repeat("k", base.MaxRowKey+1)), base.RowKey(strings.Repeat("\x00", 3*base.MaxRowKey))}
	badNames := []base.Family{"", "a:b", "é", " ", "plain", base.Family(strings.Repeat("n", base.MaxFamilyName+1))}
	badGC := []GCRule{MaxVersions(0), MaxVersions(-1), MaxVersions(math.MaxInt32 + 1), MaxAge(0), MaxAge(-time.Hour), MaxAge(time.Millisecond - 1),
		Union{}, Union{nil}, Intersection{MaxVersions(1), Union{}}, Intersection(slices.Repeat([]GCRule{MaxAge(time.Hour)}, 100))}
	many := slices.Repeat([]Mutation{valid[0]}, base.MaxMutations+1)
	manyRules := slices.Repeat([]ReadModifyWriteRule{goodRules[0]}, base.MaxMutations+1)

	some := func() (muts []Mutation) {
		for range r.IntN(4) {
			muts = append(muts, pick(r, valid...))
		}
		return muts
	}
	wrong := func() []Mutation {
		if r.IntN(2000) == 0 {
			return many
		}
		return slices.Concat(some(), []Mutation{pick(r, invalid...)}, some())
	}
	now := func() base.Micros { return pick[base.Micros](r, 0, 1, 5999, 1e15) }
	matches := program(t, filter.FamilyRegex("plain"))
	requests := []func() error{
		func() error { return tab.Mutate(pick(r, keys...), now(), wrong()) },
		func() error { return tab.Mutate(pick(r, badKeys...), now(), valid) },
		func() error { return tab.Mutate(pick(r, keys...), now(), nil) },
		func() error { return tab.Mutate(pick(r, keys...), -1000, append(some(), valid[1])) },
		func() error {
			for {
				if cells, bad := cellsOf(wrong()), cellsOf(invalid); len(cells) > 0 {
					return tab.SetCells(pick(r, keys...), now(), append(cells, pick(r, bad...)))
				}
			}
		},
		func() error { return tab.SetCells(pick(r, badKeys...), now(), cellsOf(valid)) },
		func() error { return tab.SetCells(pick(r, keys...), now(), nil) },
		func() error {
			_, err := tab.CheckAndMutate(pick(r, keys...), now(), pick(r, nil, matches), wrong(), some())
			return err
		},
		func() error {
			_, err := tab.CheckAndMutate(pick(r, badKeys...), now(), nil, valid, some())
			return err
		},
		func() error {
			_, err := tab.CheckAndMutate(pick(r, keys...), now(), matches, nil, nil)
			return err
		},
		func() error {
			rules := []ReadModifyWriteRule{pick(r, goodRules...), pick(r, goodRules...), pick(r, badRules...), pick(r, goodRules...)}
			if r.IntN(2000) == 0 {
				rules = manyRules
			} else if rules[2] == badRules[4] {
				rules = rules[2:] // an earlier rule could make room
			}
			_, err := tab.ReadModifyWrite(pick(r, keys...), now(), rules)
			return err
		},
		func() error {
			_, err := tab.ReadModifyWrite(pick(r, badKeys...), now(), goodRules)
			return err
		},
		func() error {
			_, err := tab.ReadModifyWrite(pick(r, keys...), pick[base.Micros](r, -1000, math.MinInt64), goodRules[2:3])
			return err
		},
		func() error { return tab.CreateFamily(FamilyInfo{Name: pick(r, badNames...), Type: IntSum}) },
		func() error { return tab.CreateFamily(FamilyInfo{Name: "new", GC: pick(r, badGC...)}) },
		func() error { return tab.SetGC("plain", pick(r, badGC...)) },
		func() error { return tab.SetGC("none", MaxVersions(1)) },
		func() error { return tab.DeleteFamily(pick[base.Family](r, "none", "", "\xff")) },
	}
	before := stateOfTable(tab)
	for n := range 100_000 {
		kind := r.IntN(len(requests))
		err := requests[kind]()
		var coded *base.Error
		if !errors.As(err, &coded) || coded.Code == "" {
			t.Fatalf("seed %d, request %d of kind %d: %v", seed, n, kind, err)
		}
		if !before.equal(stateOfTable(tab)) {
			t.Fatalf("seed %d, request %d of kind %d: refused with %v, but the table changed", seed, n, kind, err)
		}
	}
	checkTable(t, tab)
}

// cellsOf returns the cells that the mutations of type SetCell write.
func cellsOf(muts []Mutation) (cells []base.Cell) {
	for _, m := range muts {
		if c, ok := m.(SetCell); ok {
			cells = append(cells, base.Cell{Family: c.Family, Qualifier: c.Qualifier, At: c.At, Value: c.Value})
		}
	}
	return cells
}
