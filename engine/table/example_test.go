package table_test

import (
	"encoding/binary"
	"fmt"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/table"
)

// must panics on an error, so that examples need no error handling.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// scores is a table with one family and three rows.
func scores() *table.Table {
	t, err := table.New("scores")
	must(err)
	must(t.CreateFamily(table.FamilyInfo{Name: "game"}))
	for _, row := range []struct{ key, winner string }{
		{"chess#2020-01-02", "Ada"}, {"chess#2020-01-03", "Bo"}, {"go#2020-01-02", "Cy"},
	} {
		must(t.Mutate(base.RowKey(row.key), 0, []table.Mutation{
			table.SetCell{Family: "game", Qualifier: "winner", At: 1000, Value: row.winner},
		}))
	}
	return t
}

func show(r table.Row) {
	fmt.Println(r.Key())
	for c := range r.Cells() {
		fmt.Printf("  %s:%s @%d %q\n", c.Family, c.Qualifier, c.At, c.Value)
	}
}

func Example() {
	t, err := table.New("scores")
	must(err)
	must(t.CreateFamily(table.FamilyInfo{Name: "game"}))
	must(t.Mutate("chess#2020-01-02", 0, []table.Mutation{
		table.SetCell{Family: "game", Qualifier: "winner", At: 1000, Value: "Ada"},
		table.SetCell{Family: "game", Qualifier: "moves", At: 1000, Value: "41"},
	}))
	row, ok := t.Get("chess#2020-01-02")
	fmt.Println(ok)
	show(row)
	// Output:
	// true
	// chess#2020-01-02
	//   game:moves @1000 "41"
	//   game:winner @1000 "Ada"
}

// A cell keeps its versions, newest first, until garbage is collected. A write
// at the same timestamp replaces.
func Example_versions() {
	t := scores()
	must(t.Mutate("go#2020-01-02", 7_654_321, []table.Mutation{
		table.SetCell{Family: "game", Qualifier: "winner", At: 1000, Value: "Di"},
		table.SetCell{Family: "game", Qualifier: "winner", At: table.ServerTime, Value: "Ed"},
	}))
	row, _ := t.Get("go#2020-01-02")
	show(row)
	newest, _ := row.Newest("game", "winner")
	fmt.Println("newest:", newest.Value)
	// Output:
	// go#2020-01-02
	//   game:winner @7654000 "Ed"
	//   game:winner @1000 "Di"
	// newest: Ed
}

// Rows whose keys share a prefix are next to each other: reading them touches no others.
func ExampleTable_Scan() {
	t := scores()
	var st table.ScanStats
	for row := range t.Scan(table.ScanQuery{Ranges: []base.Range{base.PrefixRange("chess#")}}, &st) {
		fmt.Println(row.Key())
	}
	fmt.Println("returned", st.RowsReturned, "of", st.RowsScanned, "scanned")
	// Output:
	// chess#2020-01-02
	// chess#2020-01-03
	// returned 2 of 2 scanned
}

func ExampleTable_Clone() {
	t := scores()
	before := t.Clone()
	fmt.Println(t.DropRows(base.PrefixRange("chess#")), "rows dropped")
	fmt.Println(t.Len(), "left,", before.Len(), "in the snapshot")
	// Output:
	// 2 rows dropped
	// 1 left, 3 in the snapshot
}

// The winner is set only where there is none yet.
func ExampleTable_CheckAndMutate() {
	t := scores()
	hasWinner, err := filter.Compile(filter.QualifierRegex("winner"))
	must(err)
	set := []table.Mutation{table.SetCell{Family: "game", Qualifier: "winner", At: 1000, Value: "Flo"}}
	for _, key := range []base.RowKey{"chess#2020-01-02", "chess#2020-01-04"} {
		matched, err := t.CheckAndMutate(key, 0, hasWinner, nil, set)
		must(err)
		row, _ := t.Get(key)
		winner, _ := row.Newest("game", "winner")
		fmt.Println(key, matched, winner.Value)
	}
	// Output:
	// chess#2020-01-02 true Ada
	// chess#2020-01-04 false Flo
}

// An increment reads and writes in one step.
func ExampleTable_ReadModifyWrite() {
	t := scores()
	for range 3 {
		row, err := t.ReadModifyWrite("go#2020-01-02", 5000, []table.ReadModifyWriteRule{
			table.Increment{Family: "game", Qualifier: "views", By: 2},
		})
		must(err)
		views, _ := row.Newest("game", "views")
		fmt.Println(binary.BigEndian.Uint64([]byte(views.Value)))
	}
	// Output:
	// 2
	// 4
	// 6
}

// Writers add to aggregate families without reading first. In each hour, one cell counts
// the views and another the different viewers.
func Example_counters() {
	t := scores()
	must(t.CreateFamily(table.FamilyInfo{Name: "views", Type: table.IntSum}))
	must(t.CreateFamily(table.FamilyInfo{Name: "viewers", Type: table.UniqueCount}))
	const hour = base.Micros(3_600_000_000)
	for _, viewer := range []string{"Ada", "Bo", "Ada"} {
		must(t.Mutate("go#2020-01-02", 0, []table.Mutation{
			table.AddToCell{Family: "views", Qualifier: "hourly", At: hour, Input: table.IntInput(1)},
			table.AddToCell{Family: "viewers", Qualifier: "hourly", At: hour, Input: table.BytesInput(viewer)},
		}))
	}
	row, _ := t.Get("go#2020-01-02")
	views, _ := row.Newest("views", "hourly")
	fmt.Println("views:", binary.BigEndian.Uint64([]byte(views.Value)))
	viewers, _ := row.Newest("viewers", "hourly")
	n, err := table.EstimateDistinctCount(viewers.Value)
	must(err)
	fmt.Println("viewers:", n)
	// Output:
	// views: 3
	// viewers: 2
}

// Garbage can be read until it is collected.
func ExampleTable_Compact() {
	t := scores()
	must(t.SetGC("game", table.MaxAge(24*time.Hour)))
	const day = base.Micros(24 * 3_600_000_000)
	must(t.Mutate("go#2020-01-02", 0, []table.Mutation{
		table.SetCell{Family: "game", Qualifier: "winner", At: 2 * day, Value: "Ed"},
	}))
	dry := t.FindGarbage(3 * day)
	fmt.Println(dry.Total().Cells, "cells are garbage,", t.CellCount(), "can be read")
	rep := t.Compact(3 * day)
	fmt.Println(rep.Total().Cells, "collected,", rep.VanishedRows, "rows gone,", t.CellCount(), "cells left")
	// Output:
	// 3 cells are garbage, 4 can be read
	// 3 collected, 2 rows gone, 1 cells left
}
