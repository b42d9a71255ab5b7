//go:build !js

package sandbox

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

func clock() base.Micros { return 1_700_000_000_000_000 }

func TestOpen(t *testing.T) {
	list, err := ReadSandboxes(t.Context(), filepath.Join("..", "..", "host", "archive", "testdata", "version-1.tabletop"), clock, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	tables, rows := list[0].Session.TableAndRowCount()
	if list[0].Title == "" || tables != 1 || rows != 2 {
		t.Errorf("%q with %d tables, %d rows", list[0].Title, tables, rows)
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"text": "hello", "older": "TABLETOP 2\nx", "newer": "TABLETOP 9\nx", "short": "TABLETOP FILE 1\n\x01"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadSandboxes(t.Context(), path, clock, io.Discard); err == nil || !strings.HasPrefix(err.Error(), path+": ") || strings.Contains(err.Error(), "bad-file") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ReadSandboxes(t.Context(), filepath.Join(dir, "none"), clock, io.Discard); err == nil || !strings.Contains(err.Error(), "none") {
		t.Error(err)
	}
}

// TestEncode checks that tables come back unchanged, with families, rules, types, splits and bytes
// of all kinds. What a file cannot hold is named and counted.
func TestEncode(t *testing.T) {
	tab, err := table.New("t")
	if err != nil {
		t.Fatal(err)
	}
	err = tab.CreateFamilies(table.FamilyInfo{Name: "f", GC: table.Union{table.MaxVersions(2), table.MaxAge(time.Hour)}},
		table.FamilyInfo{Name: "sum", Type: table.IntSum}, table.FamilyInfo{Name: "count", Type: table.UniqueCount})
	if err != nil {
		t.Fatal(err)
	}
	tab.SetSplitKeys([]base.RowKey{"k\x00", "m"})
	for i := range 1000 {
		err := tab.Mutate(base.RowKey(fmt.Sprintf("k\x00\xff\n'\"%d", i)), 5000, []table.Mutation{
			table.SetCell{Family: "f", Qualifier: "q \\\"'\n\x00é:", At: table.ServerTime, Value: "v\x00\xff\n$'=" + strings.Repeat("x", i)},
			table.SetCell{Family: "f", Qualifier: "", At: 0, Value: ""},
			table.SetCell{Family: "f", Qualifier: "a=b", At: 5000, Value: "v"},
			table.AddToCell{Family: "sum", Qualifier: "n", At: 3000, Input: table.IntInput(-7)},
			table.AddToCell{Family: "count", Qualifier: "n=", At: 3000, Input: table.BytesInput(fmt.Sprint("x", i))},
			table.AddToCell{Family: "count", Qualifier: "n=", At: 3000, Input: table.BytesInput("y")},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := tab.Mutate("long", 5000, []table.Mutation{table.SetCell{Family: "f", Qualifier: "long", Value: strings.Repeat("x", 3<<20)}}); err != nil {
		t.Fatal(err)
	}
	data, lost, err := EncodeSandboxes([]SandboxContent{{Title: "here", Tables: []*table.Table{tab}}}, 7000)
	if err != nil || len(lost) > 0 {
		t.Fatal(err, lost)
	}
	path := filepath.Join(t.TempDir(), "x.tabletop")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	list, err := ReadSandboxes(t.Context(), path, clock, io.Discard)
	if err != nil || len(list) != 1 || list[0].Title != "here" {
		t.Fatal(err, list)
	}
	got, _ := list[0].Session.Table("t")
	if undo, _ := list[0].Session.UndoRedoCounts(); undo != 0 {
		t.Errorf("%d steps can be undone", undo)
	}
	if got.Bytes() != tab.Bytes() || got.CellCount() != tab.CellCount() || !slices.Equal(got.SplitKeys(), tab.SplitKeys()) || !reflect.DeepEqual(got.Families(), tab.Families()) {
		t.Errorf("%d bytes, %d cells, splits %q, families %v", got.Bytes(), got.CellCount(), got.SplitKeys(), got.Families())
	}
	for r := range tab.Scan(table.ScanQuery{}, nil) {
		if g, _ := got.Get(r.Key()); !slices.Equal(slices.Collect(g.Cells()), slices.Collect(r.Cells())) {
			t.Fatalf("%q differs", r.Key())
		}
	}

	long := []table.Mutation{table.SetCell{Family: "f", Qualifier: "longer", Value: strings.Repeat("x", maxValue+1)}}
	if err := tab.Mutate("long", 0, long); err != nil {
		t.Fatal(err)
	}
	_, lost, err = EncodeSandboxes([]SandboxContent{{Tables: []*table.Table{tab}}}, 7000)
	if want := []string{"values over 33488896 bytes, 1 in all"}; err != nil || !slices.Equal(lost, want) {
		t.Error(err, lost)
	}
}

// TestEncodeFineTimes encodes a table with times in microseconds. The page has milliseconds, and
// cells that get the same time are reported.
func TestEncodeFineTimes(t *testing.T) {
	tab, err := table.New("t")
	if err != nil {
		t.Fatal(err)
	}
	tab.SetGranularity(1)
	if err := tab.CreateFamilies(table.FamilyInfo{Name: "f"}); err != nil {
		t.Fatal(err)
	}
	err = tab.Mutate("k", 0, []table.Mutation{
		table.SetCell{Family: "f", Qualifier: "a", At: 1001, Value: "first"},
		table.SetCell{Family: "f", Qualifier: "a", At: 1999, Value: "second"},
		table.SetCell{Family: "f", Qualifier: "a", At: 3001, Value: "third"},
		table.SetCell{Family: "f", Qualifier: "b", At: 1500, Value: "other"},
	})
	if err != nil {
		t.Fatal(err)
	}
	data, lost, err := EncodeSandboxes([]SandboxContent{{Title: "here", Tables: []*table.Table{tab}}}, 7000)
	if err != nil || len(lost) != 1 || !strings.Contains(lost[0], "1 in all") {
		t.Fatal(err, lost)
	}
	path := filepath.Join(t.TempDir(), "x.tabletop")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	list, err := ReadSandboxes(t.Context(), path, clock, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	got, _ := list[0].Session.Table("t")
	var cells []string
	for r := range got.Scan(table.ScanQuery{}, nil) {
		for c := range r.Cells() {
			cells = append(cells, fmt.Sprintf("%s@%d=%s", c.Qualifier, c.At, c.Value))
		}
	}
	if want := "[a@3000=third a@1000=second b@1000=other]"; fmt.Sprint(cells) != want {
		t.Errorf("got %v, want %s", cells, want)
	}
}
