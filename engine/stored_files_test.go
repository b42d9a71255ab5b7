package engine

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/storage"
	"tabletop/engine/table"
)

// storageOf describes the files of a table.
func storageOf(t *testing.T, s *Session, name string) *StorageDescribed {
	t.Helper()
	d := AnswerAs[*StorageDescribed](s.Do(DescribeStorage{name}).Answer)
	if d == nil {
		t.Fatalf("%s is not described", name)
	}
	return d
}

// cellsIn returns the cells of a table as text.
func cellsIn(tab *table.Table) (cells []string) {
	for row := range tab.RowsAt(0, tab.Len()) {
		for c := range row.Cells() {
			cells = append(cells, fmt.Sprint(row.Key(), c))
		}
	}
	return cells
}

// checkFiles checks that each table to which only the shell has written has just the puts of its files
// that no tombstone hides.
func checkFiles(t *testing.T, st *state, now base.Micros) (followed int) {
	t.Helper()
	for name, tab := range st.tables {
		f := st.followed(tab)
		if f == nil {
			continue
		}
		followed++
		shown, _ := f.store.Read(storage.Query{Stored: true}, now)
		var want []string
		for _, e := range shown {
			want = append(want, fmt.Sprint(e.Row, cellOf(e)))
		}
		if got := cellsIn(tab); !slices.Equal(got, want) {
			t.Fatalf("%s has\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	return followed
}

// TestRandomFiles changes tables by random commands of both consoles, and checks after each that the
// tables and their files agree, also after undoing, in a copy, and in a session from an image. In the
// end a session that replays all changes has the same.
func TestRandomFiles(t *testing.T) {
	seeds, steps := 60, 300
	if testing.Short() {
		seeds, steps = 6, 200
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		now := base.Micros(1_000_000_000)
		o := Options{Now: func() base.Micros { return now }, Interpreters: []*Interpreter{HBaseInterpreter()}}
		s, again := New(o), New(o)
		followed := 0
		for range steps {
			now += base.Micros(r.IntN(3)) * 1000
			name := []string{"t", "u"}[r.IntN(2)]
			row, column := fmt.Sprint("r", r.IntN(4)), []string{"f:q", "f:", "g:q"}[r.IntN(3)]
			time := fmt.Sprint(1_000_000 - r.IntN(20))
			dialect, text := HBase, ""
			switch r.IntN(26) {
			case 0:
				text = fmt.Sprintf("create '%s', {NAME => 'f', VERSIONS => 2}, {NAME => 'g', TTL => 2, MIN_VERSIONS => 1, VERSIONS => 3, KEEP_DELETED_CELLS => '%s'}", name, keepDeletedOf[r.IntN(3)])
			case 1:
				text = fmt.Sprintf("disable '%s'\ndrop '%s'", name, name)
			case 2, 3, 4:
				text = fmt.Sprintf("put '%s', '%s', '%s', 'v%d', %s", name, row, column, r.IntN(100), time)
			case 5, 6, 7:
				text = fmt.Sprintf("put '%s', '%s', '%s', 'v%d'", name, row, column, r.IntN(100))
			case 8, 9:
				text = fmt.Sprintf("delete '%s', '%s', '%s'", name, row, column)
			case 10:
				text = fmt.Sprintf("delete '%s', '%s', '%s', %s", name, row, column, time)
			case 11:
				text = fmt.Sprintf("deleteall '%s', '%s', '%s'", name, row, column)
			case 12:
				text = fmt.Sprintf("deleteall '%s', '%s'\nput '%s', '%s', '%s', 'at once'", name, row, name, row, column)
			case 13:
				text = fmt.Sprintf("deleteall '%s', '%s', 'g', %s", name, row, time)
			case 14:
				text = fmt.Sprintf("deleteall '%s', {ROWPREFIXFILTER => 'r'}, 'f:q'", name)
			case 15, 16, 17:
				text = fmt.Sprintf("flush '%s'", name)
			case 18:
				text = fmt.Sprintf("compact '%s'", name)
			case 19:
				text = fmt.Sprintf("major_compact '%s'", name)
			case 20:
				text = fmt.Sprintf("append '%s', '%s', '%s', 'x'", name, row, column)
			case 21:
				text = fmt.Sprintf("alter '%s', {NAME => 'f', KEEP_DELETED_CELLS => '%s'}, {NAME => 'h', VERSIONS => 2}", name, keepDeletedOf[r.IntN(3)])
			case 22:
				text = []string{fmt.Sprintf("alter '%s', 'delete' => 'h'", name), fmt.Sprintf("truncate '%s'", name)}[r.IntN(2)]
			case 23:
				dialect, text = CBT, fmt.Sprintf("set %s %s %s=cbt", name, row, column)
			}
			var reqs []Request
			switch {
			case text != "":
				reqs = []Request{RunConsole{Dialect: dialect, Text: text}}
			case r.IntN(3) == 0:
				reqs = []Request{Undo{}, Undo{}}
			case r.IntN(2) == 0:
				reqs = []Request{CollectGarbage{name}}
			default:
				reqs = []Request{CopyTable{Table: name, As: "copy"}, RunConsole{Dialect: HBase, Text: "major_compact 'copy'"}, Undo{}, Undo{}}
			}
			for _, req := range reqs {
				for _, c := range s.Do(req).Changes {
					for task := again.Replay(c); !task.Step(7); {
					}
				}
			}
			followed += checkFiles(t, &s.state, now)
			if r.IntN(20) == 0 {
				stored, err := SessionFromImage(o, s.Image())
				if err != nil {
					t.Fatal(err)
				}
				for i := range stored.history.past {
					checkFiles(t, &stored.history.past[i], now)
				}
				for name := range s.state.tables {
					if want, got := *storageOf(t, s, name), *storageOf(t, stored, name); !reflect.DeepEqual(got.Layout, want.Layout) || got.Followed != want.Followed {
						t.Fatalf("%s is stored as\n%+v, want\n%+v", name, got, want)
					}
				}
				s = stored
			}
		}
		if followed < steps/4 {
			t.Errorf("only %d tables had files", followed)
		}
		for name, tab := range s.state.tables {
			if want, got := storageOf(t, s, name).Layout, storageOf(t, again, name).Layout; !reflect.DeepEqual(got, want) {
				t.Fatalf("seed %d: %s is replayed as\n%+v, want\n%+v", seed, name, got, want)
			}
			if want, got := cellsIn(tab), cellsIn(again.state.tables[name]); !slices.Equal(got, want) {
				t.Fatalf("seed %d: %s is replayed as %s, want %s", seed, name, got, want)
			}
		}
	}
}

// TestDeletes checks what remains to be seen after deletions.
func TestDeletes(t *testing.T) {
	for command, want := range map[string]string{
		"delete 't', 'r', 'a:x'":                       "a:x@2 a:x@1 a:y@7 b:x@5",
		"delete 't', 'r', 'a:y'":                       "a:x@3 a:x@2 a:x@1 b:x@5",
		"delete 't', 'r', 'a:x', 2000":                 "a:x@3 a:x@1 a:y@7 b:x@5",
		"delete 't', 'r', 'a:x', 5000":                 "a:x@3 a:x@2 a:x@1 a:y@7 b:x@5",
		"delete 't', 'r', 'a:z'":                       "a:x@3 a:x@2 a:x@1 a:y@7 b:x@5",
		"delete 't', 'r', 'a', 3000":                   "a:x@2 a:x@1 a:y@7 b:x@5",
		"deleteall 't', 'r'":                           "",
		"deleteall 't', 'r', '', 2000":                 "a:x@3 a:y@7 b:x@5",
		"deleteall 't', 'r', 'a:x'":                    "a:y@7 b:x@5",
		"deleteall 't', 'r', 'a:x', 2000":              "a:x@3 a:y@7 b:x@5",
		"deleteall 't', 'r', 'a'":                      "b:x@5",
		"deleteall 't', 'r', 'a:z'":                    "a:x@3 a:x@2 a:x@1 a:y@7 b:x@5",
		"deleteall 't', {ROWPREFIXFILTER => 'r'}, 'b'": "a:x@3 a:x@2 a:x@1 a:y@7",
	} {
		// The rows are written by the shell, or loaded before.
		for _, loaded := range []bool{false, true} {
			s := New(Options{Now: func() base.Micros { return 100_000_000 }, Interpreters: []*Interpreter{HBaseInterpreter()}})
			columns := strings.Fields("a:x@3 a:x@2 a:x@1 a:y@7 b:x@5")
			text := "createtable t families=a,b"
			if !loaded {
				text = "create 't', {NAME => 'a', VERSIONS => 9}, {NAME => 'b', VERSIONS => 9}"
			}
			for _, c := range columns {
				name, at, _ := strings.Cut(c, "@")
				if loaded {
					text += fmt.Sprintf("\nset t r %s=v@%s000000", name, at)
				} else {
					text += fmt.Sprintf("\nput 't', 'r', '%s', 'v', %s000", name, at)
				}
			}
			dialect := HBase
			if loaded {
				dialect = CBT
			}
			if rep := s.Do(RunConsole{Dialect: dialect, Text: text}); rep.Err != nil {
				t.Fatal(rep.Err)
			}
			shellDo(t, s, command)
			// A later put with the time of what was deleted is hidden until a major compaction.
			for _, then := range []string{"", "flush 't'\ncompact 't'", "major_compact 't'", "flush 't'\nmajor_compact 't'"} {
				if then != "" {
					shellDo(t, s, then)
				}
				var got []string
				for row := range s.state.tables["t"].RowsAt(0, 9) {
					for c := range row.Cells() {
						got = append(got, fmt.Sprintf("%s:%s@%d", c.Family, c.Qualifier, c.At/1_000_000))
					}
				}
				if strings.Join(got, " ") != want {
					t.Errorf("%s, loaded %v, %q: %s, want %s", command, loaded, then, got, want)
				}
			}
			if d := storageOf(t, s, "t"); d.MarkerCount() != 0 || d.Log.Puts != 0 {
				t.Errorf("%s, loaded %v: %+v", command, loaded, d)
			}
		}
	}
}

// TestDescribeStorage checks the description of files, and what a read has looked into.
func TestDescribeStorage(t *testing.T) {
	s := shellSession(t, 300)
	if rep := s.Do(DescribeStorage{"nothing"}); rep.Err == nil || rep.Err.Code != base.CodeNoTable {
		t.Errorf("%v", rep.Err)
	}
	d := storageOf(t, s, "t")
	rows := d.Log.Rows
	if !d.Followed || rows != 300 || len(d.Files) != 0 || d.Last != nil || d.Written.Flushed != 0 {
		t.Errorf("%+v", d)
	}
	shellDo(t, s, "flush 't'\nput 't', 'r000', 'f:q', 'x'\ndeleteall 't', 'r001'\nflush 't'\nput 't', 'r299', 'f:q', 'y'\nget 't', 'r000'")
	d = storageOf(t, s, "t")
	if len(d.Files) != 2 || d.Log.Puts != 1 || d.MarkerCount() != 1 || d.Last == nil || d.Last.Work.FilesWritten != 1 {
		t.Errorf("%+v", d)
	}
	if f := d.Files[0]; f.Puts != 1 || f.Markers != 1 || f.First != "r000" || f.Last != "r001" {
		t.Errorf("%+v", f)
	}
	if want := (storage.ReadCost{Memtables: 1, Files: 2, Puts: 3, Returned: 2}); *d.LastRead != want {
		t.Errorf("%+v, want %+v", *d.LastRead, want)
	}
	if f := d.Files[1]; !slices.Equal(d.Uses, []storage.UsedFile{{Number: f.Number}, {Number: d.Files[0].Number}}) || d.Memtables[0].First != "r299" {
		t.Errorf("%+v, %+v", d.Uses, d.Memtables)
	}
	for text, want := range map[string]storage.ReadCost{
		"get 't', 'r001'": {Memtables: 1, Files: 2, Puts: 2, Markers: 1},
		"get 't', 'r150'": {Memtables: 1, Files: 1, SkippedByRange: 1, Puts: 2, Returned: 2},
		"scan 't', {STARTROW => 'r001', STOPROW => 'r003'}": {Memtables: 1, Files: 2, Puts: 4, Markers: 1, Returned: 2},
	} {
		shellDo(t, s, text)
		if got := *storageOf(t, s, "t").LastRead; got != want {
			t.Errorf("%s costs %+v, want %+v", text, got, want)
		}
	}
	shellDo(t, s, "flush 't'\nmajor_compact 't'\nget 't', 'r001'")
	d = storageOf(t, s, "t")
	if len(d.Files) != 1 || d.MarkerCount() != 0 || d.Files[0].Rows != 299 || *d.LastRead != (storage.ReadCost{SkippedByBloom: 1}) || !slices.Equal(d.Uses, []storage.UsedFile{{Number: d.Files[0].Number, Use: storage.FileSkippedByBloom}}) {
		t.Errorf("%+v, %+v", d, d.LastRead)
	}
	// What cbt writes counts as one file.
	mustDo(t, s, RunConsole{Text: "set t r500 f:q=cbt"})
	d = storageOf(t, s, "t")
	if d.Followed || len(d.Files) != 1 || !d.Files[0].Loaded || d.Files[0].Last != "r500" {
		t.Errorf("%+v", d)
	}
}

// TestPutAfterDelete checks that a put without a time is never hidden by a deletion before it, also if
// both have the same millisecond.
func TestPutAfterDelete(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 5_000_000 }, Interpreters: []*Interpreter{HBaseInterpreter()}})
	shellDo(t, s, "create 't', 'f'\nput 't', 'r', 'f:q', '1'\ndeleteall 't', 'r'\nput 't', 'r', 'f:q', '2'\ndelete 't', 'r', 'f:q'\nput 't', 'r', 'f:q', '3'")
	shellDo(t, s, "deleteall 't', 'r'")
	shellDo(t, s, "put 't', 'r', 'f:q', '4'")
	if got := cellsIn(s.state.tables["t"]); len(got) != 1 || !strings.Contains(got[0], "4") {
		t.Errorf("%v", got)
	}
}

// TestDeleteMany checks that a deletion of very many rows leaves no tombstones, but deletes.
func TestDeleteMany(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 5_000_000 }, Interpreters: []*Interpreter{HBaseInterpreter()}})
	mustDo(t, s, RunConsole{Text: "createtable t families=f"})
	tab := s.state.tables["t"]
	for i := range maxTombstoneRows + 1 {
		if err := tab.Mutate(base.RowKey(fmt.Sprintf("a%06d", i)), 1000, []table.Mutation{table.SetCell{Family: "f", At: 1000}}); err != nil {
			t.Fatal(err)
		}
	}
	shellDo(t, s, "put 't', 'b', 'f:q', 'v'\ndeleteall 't', {ROWPREFIXFILTER => 'a'}")
	if d := storageOf(t, s, "t"); s.state.tables["t"].Len() != 1 || d.Followed || d.MarkerCount() != 0 {
		t.Errorf("%d rows, %+v", s.state.tables["t"].Len(), d)
	}
}

// TestLoadedFiles checks the files of a table whose rows were loaded together, before and after most of
// them are deleted.
func TestLoadedFiles(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 5_000_000_000 }, Interpreters: []*Interpreter{HBaseInterpreter()}})
	mustDo(t, s, LoadRecords{Table: "t", Template: "{n}", Columns: []plan.FieldColumn{{Field: "v", Family: "f", Qualifier: "v"}}, Data: dataset.Spec{Fields: []string{"n", "v"}, Recipe: &dataset.Recipe{Count: 1000, Seed: 1, Gens: []dataset.Generator{
		{Field: "n", Kind: dataset.Sequence, From: "1000"}, {Field: "v", Values: []string{"a", "bb"}},
	}}}})
	d := storageOf(t, s, "t")
	exact := int64(0)
	for row := range s.state.tables["t"].RowsAt(0, 1000) {
		for c := range row.Cells() {
			exact += (&storage.Entry{Row: row.Key(), Family: c.Family, Qualifier: c.Qualifier, Value: c.Value}).Bytes()
		}
	}
	if len(d.Files) != 1 || !d.Files[0].Loaded || d.Files[0].Rows < 980 || d.Files[0].Rows > 1000 || d.Files[0].Bytes < exact*98/100 || d.Files[0].Bytes > exact*102/100 {
		t.Errorf("%+v, %d bytes", d, exact)
	}
	shellDo(t, s, "put 't', '1500', 'f:v', 'new', 6000\nput 't', '2500', 'f:v', 'new'\nflush 't'\nscan 't', {STARTROW => '1500', STOPROW => '1502'}")
	if d = storageOf(t, s, "t"); len(d.Files) != 2 || d.Files[0].Loaded || *d.LastRead != (storage.ReadCost{Files: 2, Puts: 3, Returned: 2}) {
		t.Errorf("%+v, %+v", d, d.LastRead)
	}
	shellDo(t, s, "deleteall 't', {ROWPREFIXFILTER => '1'}\nflush 't'\nmajor_compact 't'")
	if d = storageOf(t, s, "t"); len(d.Files) != 1 || d.Files[0].Rows != 1 || d.Files[0].First != "2500" || d.MarkerCount() != 0 || s.state.tables["t"].Len() != 1 {
		t.Errorf("%+v", d)
	}
	for _, text := range []string{"deleteall 't', '2500'\nflush 't'\nmajor_compact 't'", "major_compact 't'"} {
		shellDo(t, s, text)
		if d = storageOf(t, s, "t"); len(d.Files) != 0 || s.state.tables["t"].Len() != 0 {
			t.Errorf("%+v", d)
		}
	}
}

// TestWalkOfExpiredFiles checks that a read of the HBase shell does not walk over the cells of a file
// that has expired whole, and that one of cbt, which shows them, does.
func TestWalkOfExpiredFiles(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 1_000_000 }, Interpreters: []*Interpreter{HBaseInterpreter()}})
	shellDo(t, s, "create 'jobs', {NAME => 'J', TTL => 60}\nput 'jobs', 'a', 'J:q', 'v'\nput 'jobs', 'b', 'J:q', 'v'\nflush 'jobs'")
	mustDo(t, s, AdvanceClock{By: 120_000_000})
	shellDo(t, s, "put 'jobs', 'c', 'J:q', 'v'\nscan 'jobs'")
	if got, want := *storageOf(t, s, "jobs").LastRead, (storage.ReadCost{Memtables: 1, SkippedByTime: 1, Puts: 1, Returned: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	mustDo(t, s, RunConsole{Text: "read jobs"})
	if got, want := *storageOf(t, s, "jobs").LastRead, (storage.ReadCost{Memtables: 1, Files: 1, Puts: 3, Returned: 3}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
