package cbt

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// TestFormat prints each kind of result and compares the text with the golden file.
func TestFormat(t *testing.T) {
	var out []byte
	out = append(out, "-- read --\n"...)
	out = AppendRow(out, "phone#4c410523#20190502", slices.Values([]base.Cell{
		{Family: "plain", Qualifier: "a", At: 1570041766000000, Value: "hello"},
	}))
	out = AppendRow(out, "日本\x00\xff\"\\", slices.Values([]base.Cell{
		{Family: "GAME", Qualifier: "", At: 0, Value: ""},
		{Family: "GAME", Qualifier: "日本", At: 1000, Value: "two\nlines\t\x00"},
		{Family: "GAME", Qualifier: base.Qualifier(strings.Repeat("long", 12)), At: 9223372036854775000, Value: "it's"},
	}))
	out = append(out, "-- lookup of nothing --\n"...)
	out = AppendRow(out, "", slices.Values([]base.Cell(nil)))
	out = append(out, "-- count --\n"...)
	out = AppendCount(out, 100000)
	out = append(out, "-- ls --\n"...)
	out = AppendTables(out, []string{"games", "metrics"})
	out = append(out, "-- ls games --\n"...)
	out = AppendFamilies(out, []table.FamilyInfo{
		{Name: "GAME"},
		{Name: "STATS", GC: table.Union{table.MaxAge(240 * time.Hour), table.MaxVersions(1)}},
		{Name: "a-family-with-a-long-name", GC: table.MaxVersions(3)},
	})
	out = append(out, "-- ls of a table without families --\n"...)
	out = AppendFamilies(out, nil)
	out = append(out, "-- include-stats=full --\n"...)
	out = AppendStats(out, table.ScanStats{RowsScanned: 5, RowsReturned: 2, CellsScanned: 15, CellsReturned: 6})

	path := filepath.Join("testdata", "format.txt")
	if *update {
		if err := os.WriteFile(path, out, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(out) != string(want) {
		t.Errorf("got\n%s\nwant\n%s", out, want)
	}
}

// TestAppendRow compares the text of a cell with the same layout made with packages fmt
// and time.
func TestAppendRow(t *testing.T) {
	for _, q := range []string{"", "q", "é", "\xff\xfe", strings.Repeat("x", 34), strings.Repeat("x", 35), strings.Repeat("é", 60), "\u00a0\n"} {
		c := base.Cell{Family: "f", Qualifier: base.Qualifier(q), At: 1425330757685000, Value: q}
		got := string(AppendRow([]byte("before\n"), base.RowKey(q), slices.Values([]base.Cell{c})))
		want := fmt.Sprintf("before\n%s\n%q\n  %-40q @ %s\n    %q\n\n", strings.Repeat("-", 40), q, "f:"+q,
			time.UnixMicro(int64(c.At)).UTC().Format("2006/01/02-15:04:05.000000"), q)
		if got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

func BenchmarkAppendRow(b *testing.B) {
	cells := slices.Values([]base.Cell{
		{Family: "GAME", Qualifier: "KDA", At: 1425330757685000, Value: "4.25"},
		{Family: "GAME", Qualifier: "PLAYER", At: 1425330757685000, Value: "Corrie"},
		{Family: "GAME", Qualifier: "WIN", At: 1425330757685000, Value: "false"},
	})
	var buf []byte
	for b.Loop() {
		buf = AppendRow(buf[:0], "LoL#Corrie#20150301", cells)
	}
}
