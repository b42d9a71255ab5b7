package storage

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
)

// run plays a script on a store with one family f and returns what its reads show, by the words of
// the script: put AT, delete AT (one version), deleteall AT (the column), flush, minor, major, and
// read [TO] or raw.
func run(t *testing.T, system System, f Family, now base.Micros, script string) string {
	t.Helper()
	f.Name = "f"
	s := New(system, f)
	var out []string
	for line := range strings.SplitSeq(script, ";") {
		var word string
		var at base.Micros
		fmt.Sscan(line, &word, &at)
		e := Entry{Row: "r", Family: "f", Qualifier: "q", At: at}
		switch word {
		case "put":
			s.Write(e)
		case "delete":
			e.Kind = DeleteVersion
			s.Write(e)
		case "deleteall":
			e.Kind = DeleteColumn
			s.Write(e)
		case "flush":
			s.Flush(now)
		case "minor":
			s.CompactMinor(now)
		case "major":
			s.CompactMajor(now)
		case "read", "raw":
			shown, _ := s.Read(Query{To: at, Raw: word == "raw"}, now)
			var times []string
			for _, e := range shown {
				times = append(times, fmt.Sprint([]string{"", "v", "fv", "c", "f"}[e.Kind], e.At))
			}
			out = append(out, "["+strings.Join(times, " ")+"]")
		default:
			t.Fatal(line)
		}
	}
	return strings.Join(out, " ")
}

func TestRules(t *testing.T) {
	for _, c := range []struct {
		name   string
		system System
		family Family
		script string
		want   string
	}{
		{"a marker hides a later put with an older time", HBase, Family{}, "put 5;deleteall 7;put 6;read;flush;read;major;put 6;read", "[] [] [6]"},
		{"in Bigtable it does not", Bigtable, Family{}, "put 5;deleteall 7;put 6;read;flush;major;read", "[6] [6]"},
		{"a marker hides a put of its own time", HBase, Family{}, "deleteall 7;put 7;read;delete 8;put 8;read", "[] []"},
		{"a deleted version uncovers the one before it", HBase, Family{MaxVersions: 1}, "put 5;put 6;read;delete 6;read", "[6] [5]"},
		{"after a major compaction there is none", HBase, Family{MaxVersions: 1}, "put 5;put 6;flush;major;delete 6;read", "[]"},
		{"a flush leaves out what is hidden, and keeps the marker", HBase, Family{}, "put 5;deleteall 7;put 8;raw;flush;raw", "[8 c7 5] [8 c7]"},
		{"a minor compaction keeps markers", HBase, Family{}, "put 5;flush;deleteall 7;flush;put 6;flush;raw;minor;raw;read", "[c7 6 5] [c7] []"},
		{"a major compaction takes them", HBase, Family{}, "put 5;flush;deleteall 7;flush;major;raw;put 6;read", "[] [6]"},
		{"it does not read the memstore", HBase, Family{}, "deleteall 7;flush;put 6;read;major;read", "[] [6]"},
		{"a marker in the memstore outlives it", HBase, Family{}, "put 5;flush;deleteall 7;major;raw;read", "[c7 5] []"},
		{"expired", HBase, Family{TTL: 5}, "put 4;put 5;read;raw;flush;raw", "[5] [5 4] [5]"},
		{"in Bigtable until it is collected", Bigtable, Family{TTL: 5}, "put 4;put 5;flush;read;major;read", "[5 4] [5]"},
		{"the newest stay although they have expired", HBase, Family{TTL: 5, MinVersions: 2}, "put 1;put 2;put 3;read;flush;major;raw", "[3 2] [3 2]"},
		{"kept cells are seen by a read up to an earlier time", HBase, Family{KeepDeleted: KeepAll}, "put 5;deleteall 7;read;read 7;read 8;flush;major;read;read 7;raw", "[] [5] [] [] [5] [c7 5]"},
		{"others are not", HBase, Family{}, "put 5;deleteall 7;read 7", "[]"},
		{"kept cells count as versions", HBase, Family{KeepDeleted: KeepAll, MaxVersions: 1}, "put 5;deleteall 7;put 8;flush;major;raw", "[8 c7]"},
		{"and the marker goes once it is older than all puts", HBase, Family{KeepDeleted: KeepAll, MaxVersions: 1}, "put 5;deleteall 7;put 8;flush;major;major;raw", "[8]"},
		{"kept until the marker has expired", HBase, Family{KeepDeleted: KeepUntilTTL, TTL: 4, MinVersions: 1}, "put 4;deleteall 7;put 3;deleteall 5;flush;raw;major;raw", "[c7 c5 4 3] [c7]"},
	} {
		if got := run(t, c.system, c.family, 10, c.script); got != c.want {
			t.Errorf("%s: %s shows %s, want %s", c.name, c.script, got, c.want)
		}
	}
}

func TestCost(t *testing.T) {
	s := New(HBase, Family{Name: "a", TTL: 50}, Family{Name: "b"})
	put := func(row base.RowKey, f base.Family, at base.Micros) { s.Write(Entry{Row: row, Family: f, At: at}) }
	put("k", "a", 10)
	s.Flush(20)
	put("m", "a", 60)
	put("m", "b", 60)
	s.Flush(60)
	put("a", "a", 70)
	put("z", "a", 70)
	s.Flush(70)
	put("m", "b", 80)
	for _, c := range []struct {
		q    Query
		want ReadCost
	}{
		{Query{Rows: base.PointRange("m")}, ReadCost{Memtables: 1, Files: 2, SkippedByRange: 1, SkippedByBloom: 1, Puts: 3, Returned: 3}},
		{Query{Rows: base.PointRange("m"), Families: []base.Family{"b"}}, ReadCost{Memtables: 1, Files: 1, Puts: 2, Returned: 2}},
		{Query{Rows: base.PointRange("m"), Families: []base.Family{"b"}, From: 70}, ReadCost{Memtables: 1, SkippedByTime: 1, Puts: 1, Returned: 1}},
		{Query{Families: []base.Family{"a"}}, ReadCost{Files: 2, SkippedByTime: 1, Puts: 3, Returned: 3}},
		{Query{Families: []base.Family{"a"}, Raw: true}, ReadCost{Files: 3, Puts: 4, Returned: 4}},
	} {
		if _, got := s.Read(c.q, 100); got != c.want {
			t.Errorf("%+v costs %+v, want %+v", c.q, got, c.want)
		}
	}
	if got := (ReadCost{Puts: 5, Markers: 1, Returned: 2}).Amplification(); got != 3 {
		t.Errorf("amplification %v", got)
	}
}

func TestCompactionCost(t *testing.T) {
	s := New(HBase, Family{Name: "f", MaxVersions: 1})
	e := Entry{Row: "rrr", Family: "f", Qualifier: "qqq", Value: "vvvv"} // 20 bytes
	for i := range 4 {
		e.At = base.Micros(i + 1)
		s.Write(e)
		if w := s.Flush(10); w != (Work{FilesWritten: 1, BytesWritten: 20}) {
			t.Fatalf("flush: %+v", w)
		}
	}
	if w := s.CompactMajor(10); w != (Work{FilesRead: 4, FilesWritten: 1, BytesRead: 80, BytesWritten: 20, Removed: Removed{Surplus: 3}}) {
		t.Errorf("major compaction: %+v", w)
	}
	l := s.Layout()
	if l.Written != (Written{Logged: 80, Flushed: 80, Compacted: 20}) || l.Written.Amplification() != 1.25 {
		t.Errorf("written %+v, %v", l.Written, l.Written.Amplification())
	}
	want := FileInfo{Number: 5, Families: []base.Family{"f"}, First: "rrr", Last: "rrr", Rows: 1, Puts: 1, Bytes: 20, Oldest: 4, Newest: 4, FirstSeq: 4, LastSeq: 4, Flushes: 4}
	if len(l.Files) != 1 || fmt.Sprint(l.Files[0]) != fmt.Sprint(want) {
		t.Errorf("%+v, want %+v", l.Files, want)
	}
}

func TestPolicy(t *testing.T) {
	for _, c := range []struct {
		sizes []int64
		first int
		ok    bool
	}{
		{nil, 0, false},
		{[]int64{10, 10}, 0, false},
		{[]int64{10, 10, 10}, 0, true},
		{[]int64{100, 10, 10}, 1, true},
		{[]int64{24, 10, 10}, 0, true},
		{[]int64{25, 10, 10}, 1, true},
		{[]int64{10, 100, 10, 10}, 2, true},
	} {
		var files []*file
		for _, n := range c.sizes {
			files = append(files, &file{FileInfo: FileInfo{Bytes: n}})
		}
		if first, ok := DefaultPolicy.choose(files); first != c.first || ok != c.ok {
			t.Errorf("%v: %d %v, want %d %v", c.sizes, first, ok, c.first, c.ok)
		}
	}
}

// TestBloom requires that the filter passes every key that was added, and few others, for several
// forms of keys.
func TestBloom(t *testing.T) {
	for _, form := range []string{"%d", "user#%08d", "%02x", "{meter:%010d}#2018"} {
		const keys = 1000
		b := newBloom(keys)
		for i := range keys {
			b.add(base.RowKey(fmt.Sprintf(form, i)))
		}
		passed := 0
		for i := range 10 * keys {
			ok := b.mayHold(base.RowKey(fmt.Sprintf(form, i)))
			if i < keys && !ok {
				t.Fatalf(form+" was added and does not pass", i)
			}
			if i >= keys && ok {
				passed++
			}
		}
		if rate := float64(passed) / (9 * keys); rate > 0.02 {
			t.Errorf("%s: %.3f of other keys pass", form, rate)
		}
	}
}

func TestCrashForbidsWrites(t *testing.T) {
	for name, f := range map[string]func(*Store){
		"write": func(s *Store) { s.Write(Entry{Row: "r", Family: "f"}) },
		"flush": func(s *Store) { s.Flush(1) },
		"minor": func(s *Store) { s.CompactMinor(1) },
		"major": func(s *Store) { s.CompactMajor(1) },
	} {
		s := New(HBase, Family{Name: "f"})
		s.Crash()
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s after a crash", name)
				}
			}()
			f(s)
		}()
	}
}

func TestGroups(t *testing.T) {
	families := []Family{{Name: "b"}, {Name: "a"}}
	for system, want := range map[System]int{Bigtable: 1, HBase: 2} {
		s := New(system, families...)
		s.Write(s.RowMarkers("r", 5)...)
		s.Flush(5)
		if l := s.Layout(); len(l.Files) != want || len(l.Memtables) != want {
			t.Errorf("%v: %+v", system, l)
		}
		s.SetFamilies(families[1])
		if l := s.Layout(); len(l.Files) != 1 || !slices.Equal(l.Files[0].Families, []base.Family{"a"}) || l.Files[0].Markers != 1 {
			t.Errorf("%v after a family is dropped: %+v", system, l)
		}
	}
}
