package storage_test

import (
	"fmt"

	"tabletop/engine/base"
	"tabletop/engine/storage"
)

// A put becomes a file, and stays in it below its marker until a major compaction.
func Example() {
	s := storage.New(storage.HBase, storage.Family{Name: "cf", MaxVersions: 1})
	put := storage.Entry{Row: "r1", Family: "cf", Qualifier: "q", At: 10, Value: "v"}
	marker := storage.Entry{Kind: storage.DeleteColumn, Row: "r1", Family: "cf", Qualifier: "q", At: 20}
	show := func(what string) {
		cells, cost := s.Read(storage.Query{Rows: base.PointRange("r1")}, 30)
		fmt.Printf("%s: %d shown, %d puts and %d markers walked, %d files\n", what, len(cells), cost.Puts, cost.Markers, len(s.Layout().Files))
	}
	s.Write(put)
	s.Flush(30)
	show("put and flush")
	s.Write(marker)
	s.Flush(30)
	show("delete and flush")
	s.Write(put) // its time is before that of the marker
	show("put again")
	s.Flush(30)
	s.CompactMajor(30)
	show("major compaction")
	s.Write(put)
	show("put once more")
	// Output:
	// put and flush: 1 shown, 1 puts and 0 markers walked, 1 files
	// delete and flush: 0 shown, 1 puts and 1 markers walked, 2 files
	// put again: 0 shown, 2 puts and 1 markers walked, 2 files
	// major compaction: 0 shown, 0 puts and 0 markers walked, 0 files
	// put once more: 1 shown, 1 puts and 0 markers walked, 0 files
}

// In Bigtable the order of writes decides.
func Example_bigtable() {
	s := storage.New(storage.Bigtable, storage.Family{Name: "cf"})
	put := storage.Entry{Row: "r1", Family: "cf", Qualifier: "q", At: 10, Value: "v"}
	s.Write(put)
	s.Write(s.RowMarkers("r1", 20)...)
	cells, _ := s.Read(storage.Query{}, 30)
	fmt.Println(len(cells))
	s.Write(put)
	cells, _ = s.Read(storage.Query{}, 30)
	fmt.Println(len(cells))
	// Output:
	// 0
	// 1
}

// A server that dies loses its memtable. The log has it too.
func ExampleStore_Crash() {
	s := storage.New(storage.HBase, storage.Family{Name: "cf"})
	s.Write(storage.Entry{Row: "r1", Family: "cf", At: 10})
	s.Flush(20)
	s.Write(storage.Entry{Row: "r2", Family: "cf", At: 10})
	s.Crash()
	cells, _ := s.Read(storage.Query{}, 20)
	fmt.Println(len(cells))
	fmt.Println(s.Recover())
	cells, _ = s.Read(storage.Query{}, 20)
	fmt.Println(len(cells))
	// Output:
	// 1
	// 1
	// 2
}
