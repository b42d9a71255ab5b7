//go:build !js

package serve

import (
	"context"
	"flag"
	"fmt"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/table"
	"tabletop/web/test/peertest"
)

var (
	seed    = flag.Uint64("seed", 0, "the first seed of a comparison")
	opsFlag = flag.Int("ops", 0, "operations of a comparison; 0 for 100,000, or a few in short runs")
)

// TestAgainstPeer makes the same requests to this server and to Google's in-memory server, both
// through the official client. Only the differences in the engine's table of divergences are
// allowed.
func TestAgainstPeer(t *testing.T) {
	operations := 100_000
	if testing.Short() {
		operations = peertest.RoundOperations
	}
	if *opsFlag > 0 {
		operations = *opsFlag
	}
	h := start(t, Options{Folder: t.TempDir()})
	peertest.Trials{
		Seed: *seed, Least: operations,
		Own:   func(name string) peertest.EngineSide { return h.own(t, t.Context(), name) },
		Check: checkTable,
	}.Run(t)
}

// checkTable checks what is true of every table: rows and cells are in order, and their numbers are
// right.
func checkTable(t testing.TB, tab *table.Table) {
	t.Helper()
	var before base.RowKey
	rows, cells := 0, int64(0)
	for r := range tab.Scan(table.ScanQuery{}, nil) {
		if r.Key() <= before || r.Len() == 0 {
			t.Errorf("row %q with %d cells after %q", r.Key(), r.Len(), before)
		}
		before = r.Key()
		rows, cells = rows+1, cells+int64(r.Len())
	}
	if rows != tab.Len() || cells != tab.CellCount() {
		t.Errorf("%d rows, %d cells; the table says %d, %d", rows, cells, tab.Len(), tab.CellCount())
	}
}

// TestDivergences checks that this server does what the service's documentation says where Google's
// in-memory server differs.
func TestDivergences(t *testing.T) {
	ctx := context.Background()
	h := start(t, Options{})
	// Here the eight bytes of an integer are an input like any other.
	const counted = "numbers to count distinct values of"
	for n, d := range peertest.Divergences {
		t.Run(d.Name, func(t *testing.T) {
			own := h.own(t, ctx, fmt.Sprint("t", n), table.FamilyInfo{Name: "f"}, table.FamilyInfo{Name: "g"})
			if got := d.Do(own); got != d.Here && d.Name != counted {
				t.Errorf("got\n%s\nwant\n%s", got, d.Here)
			}
		})
	}
}
