package table

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/rowmap"
)

// rest stores the parts of the table that have changed since the last store, restores a
// table from all parts, and continues the trial with the restored table.
func (t *trial) rest() {
	t.Helper()
	im := t.Image()
	var splices []rowmap.Splice
	var err error
	if from := t.rested; from != nil && from.Image().Columns == im.Columns {
		for _, s := range rowmap.DiffBlocks(from.Image().Blocks, im.Blocks) {
			splices = append(splices, rowmap.Splice{Low: s.Low, High: s.High, Blocks: again(t, s.Blocks)})
		}
		im.Blocks = nil
		t.rested, err = RestoreImage(im, from, splices)
	} else {
		im.Blocks = again(t, im.Blocks)
		var ok bool
		if im.Columns, ok = NewNumberedColumns(im.Columns.List()); !ok {
			t.Fatal("columns are not taken again")
		}
		t.rested, err = RestoreImage(im, nil, nil)
	}
	if err != nil {
		t.Fatalf("a table at rest is refused: %v", err)
	}
	t.Table = t.rested.Clone()
	t.finish()
}

// again writes parts and reads them back.
func again(t testing.TB, parts []rowmap.Block) []rowmap.Block {
	t.Helper()
	var out []rowmap.Block
	for _, p := range parts {
		q, rest, ok := rowmap.ReadBlock(p.AppendEncoded(nil))
		if !ok || len(rest) > 0 {
			t.Fatal("a part is not read again")
		}
		out = append(out, q)
	}
	return out
}

// TestRestoreRefuses damages images. RestoreImage must refuse each of them.
func TestRestoreRefuses(t *testing.T) {
	fresh := func() Image {
		tab := newTable(t)
		for _, f := range []FamilyInfo{{Name: "f", GC: MaxVersions(2)}, {Name: "n", Type: IntSum}} {
			if err := tab.CreateFamily(f); err != nil {
				t.Fatal(err)
			}
		}
		for i := range 2000 {
			key := base.RowKey(fmt.Sprintf("row%04d", i))
			muts := []Mutation{
				SetCell{"f", "q", 2000, "value"}, SetCell{"f", "q", 1000, "old"}, SetCell{"f", base.Qualifier(strings.Repeat("long", 20)), 0, "x"},
				AddToCell{"n", "", 0, IntInput(7)},
			}
			if err := tab.Mutate(key, 0, muts); err != nil {
				t.Fatal(err)
			}
		}
		tab.SetSplitKeys([]base.RowKey{"row1"})
		return tab.Image()
	}
	im := fresh()
	if tab, err := RestoreImage(im, nil, nil); err != nil || tab.Len() != 2000 {
		t.Fatal(err)
	}
	for name, damage := range map[string]func(im *Image){
		"a name that is none":          func(im *Image) { im.Name = "a b" },
		"no columns":                   func(im *Image) { im.Columns = NumberedColumns{} },
		"fewer columns":                func(im *Image) { im.Columns, _ = NewNumberedColumns(nil) },
		"columns of no family":         func(im *Image) { im.Columns, _ = NewNumberedColumns([]NumberedColumn{{9, "q"}}) },
		"no families":                  func(im *Image) { im.Families = nil },
		"a family less":                func(im *Image) { im.Families[1].Name = "" },
		"families that change places":  func(im *Image) { slices.Reverse(im.Families) },
		"a family twice":               func(im *Image) { im.Families[1].Name = "f" },
		"a family's name that is none": func(im *Image) { im.Families[0].Name = "f g" },
		"another type":                 func(im *Image) { im.Families[0].Type = IntSum },
		"a type that is none":          func(im *Image) { im.Families[1].Type = UniqueCount + 1 },
		"a rule that is none":          func(im *Image) { im.Families[0].GC = MaxVersions(0) },
		"borders out of order":         func(im *Image) { im.Splits = []base.RowKey{"b", "a"} },
		"an empty border":              func(im *Image) { im.Splits = []base.RowKey{""} },
		"a part less":                  func(im *Image) { im.Blocks = im.Blocks[1:] },
		"no parts":                     func(im *Image) { im.Blocks = nil },
	} {
		im := fresh()
		im.Families = slices.Clone(im.Families)
		damage(&im)
		if _, err := RestoreImage(im, nil, nil); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

// FuzzRestore reads a part that may be damaged, and then everything in the table that is
// restored from it.
func FuzzRestore(f *testing.F) {
	tab := newTable(f)
	for _, info := range trialFamilies {
		if err := tab.CreateFamily(info); err != nil {
			f.Fatal(err)
		}
	}
	for i := range 20 {
		muts := []Mutation{
			SetCell{"a", "q", 2000, "value"}, SetCell{"a", "q", 1000, strings.Repeat("long ", i*40)},
			SetCell{"b", base.Qualifier(strings.Repeat("q", 60+i)), 0, "x"}, AddToCell{"n", "", 0, IntInput(i)},
		}
		if err := tab.Mutate(base.RowKey(fmt.Sprint("row", i)), 0, muts); err != nil {
			f.Fatal(err)
		}
		for p := range tab.Clone().rows.Blocks() {
			f.Add(p.AppendEncoded(nil))
		}
	}
	im := tab.Image()
	f.Fuzz(func(t *testing.T, data []byte) {
		p, _, ok := rowmap.ReadBlock(data)
		if !ok {
			return
		}
		im := im
		im.Blocks = []rowmap.Block{p}
		tab, err := RestoreImage(im, nil, nil)
		if err != nil {
			return
		}
		checkTable(t, tab)
		tab.Warnings()
		tab.Compact(10_000_000)
		for r := range tab.Clone().Scan(ScanQuery{}, nil) {
			if err := tab.Mutate(r.Key(), 0, []Mutation{SetCell{"a", "q", 5000, "new"}, AddToCell{"n", "", 0, IntInput(1)}}); err != nil && !strings.Contains(err.Error(), "overflow") {
				t.Fatal(err)
			}
		}
		checkTable(t, tab)
	})
}
