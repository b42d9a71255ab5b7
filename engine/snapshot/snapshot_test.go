package snapshot_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/snapshot"
	"tabletop/engine/storage"
	"tabletop/engine/table"
)

// disk holds the parts of a snapshot.
type disk struct {
	manifest []byte
	chunks   map[uint64][]byte
	written  int // bytes written by the last save
}

// save writes a snapshot in steps.
func (d *disk) save(t testing.TB, w *snapshot.Writer, s *engine.Session, upTo uint64) {
	t.Helper()
	p := w.Begin(s.Image(), upTo)
	d.written = 0
	for done := false; !done; {
		var full []snapshot.Chunk
		full, done = p.Step(10_000)
		for _, c := range full {
			d.chunks[c.Number] = c.Data
			d.written += len(c.Data)
		}
	}
	manifest, keep := p.Finish()
	for no := range d.chunks {
		if !slices.Contains(keep, no) {
			delete(d.chunks, no)
		}
	}
	d.manifest = manifest
	d.written += len(manifest)
	p.MarkStored()
}

// open opens the session from the snapshot.
func (d *disk) open(t testing.TB) (*engine.Session, *snapshot.Writer, uint64) {
	t.Helper()
	r, err := snapshot.ReadManifest(bytes.Clone(d.manifest))
	if err != nil {
		t.Fatal(err)
	}
	numbers := r.NeededChunks()
	if len(numbers) != len(d.chunks) {
		t.Errorf("it asks for %d chunks, %d are kept", len(numbers), len(d.chunks))
	}
	for _, no := range numbers {
		if err := r.Add(snapshot.Chunk{Number: no, Data: bytes.Clone(d.chunks[no])}); err != nil {
			t.Fatal(err)
		}
	}
	s, w, err := r.Session(options())
	if err != nil {
		t.Fatal(err)
	}
	return s, w, r.FirstEntryAfter()
}

func options() engine.Options {
	now := base.Micros(1_700_000_000_000_000)
	return engine.Options{Now: func() base.Micros { now += 1000; return now }, Interpreters: []*engine.Interpreter{engine.HBaseInterpreter()}}
}

// dump returns everything that can be seen of a session as text. For every n-th state,
// with n = every, it includes the rows.
func dump(s *engine.Session, every int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "version %d\n", s.Version())
	for _, v := range s.Verdicts() {
		v.Stats.Last = "" // used only to continue reading
		fmt.Fprintf(&b, "%+v\n", v)
	}
	tl := s.Timeline()
	fmt.Fprintf(&b, "%+v\n", *tl)
	im := s.Image()
	for i, st := range im.States {
		fmt.Fprintf(&b, "state %d: %+v %v %+v\n", i, st.Step, st.Ahead, st.Workload)
		for _, t := range st.Tables {
			fmt.Fprintf(&b, " %s born %d disabled %v %d rows %d cells %d bytes, splits %q, %v\n",
				t.Table.Name(), t.Born, t.Disabled, t.Table.Len(), t.Table.CellCount(), t.Table.Bytes(), t.Table.SplitKeys(), t.Table.Warnings())
			for _, f := range t.Table.Families() {
				fmt.Fprintf(&b, "  family %s %s %s\n", f.Name, table.GCString(f.GC), f.Type)
			}
			if t.Stored != nil {
				fmt.Fprintf(&b, "  settings %+v, next write %d, last %+v\n", t.Stored.Settings, t.Stored.Next, t.Stored.Last)
				if f := t.Stored.Files; f != nil {
					fmt.Fprintf(&b, "  log %s, written %+v, %d writes\n", entries(f.Memory), f.Written, f.Seq)
					for _, v := range f.Files {
						fmt.Fprintf(&b, "  file %d of %s, %d flushes, without %q of those loaded (%v): %s\n", v.Number, v.Family, v.Flushes, v.Replaced, v.Loaded, entries(v.Entries))
					}
				}
			}
			if t.Design != nil {
				fmt.Fprintf(&b, "  design %s %+v %+v, held %d\n", t.Design.Template, t.Design.Columns, t.Design.Data.Fields, t.Design.KeptRecords)
			}
			if i%every > 0 && i != im.Now {
				continue
			}
			for r := range t.Table.Scan(table.ScanQuery{}, nil) {
				fmt.Fprintf(&b, "  %q %v\n", r.Key(), slices.Collect(r.Cells()))
			}
		}
	}
	return b.String()
}

// entries returns entries of a file as text.
func entries(list []*storage.Entry) string {
	var b strings.Builder
	for _, e := range list {
		fmt.Fprintf(&b, "%+v", *e)
	}
	return b.String()
}

var games = dataset.Spec{Fields: []string{"game", "player", "n"}, Recipe: &dataset.Recipe{Count: 500, Seed: 7, Gens: []dataset.Generator{
	{Field: "game", Values: []string{"LoL", "Go"}}, {Field: "player", Values: []string{"Jo", "Sam", "Corrie"}},
	{Field: "n", Kind: dataset.Decimals, From: "0", To: "400000", Step: "1"},
}}}

// request returns a random request.
func request(r *rand.Rand, s *engine.Session) engine.Request {
	tab := []string{"a", "b", "c"}[r.IntN(3)]
	row := fmt.Sprintf("row%04d", r.IntN(3000))
	fam := []string{"f", "g", "n"}[r.IntN(3)]
	run := func(format string, args ...any) engine.Request {
		return engine.RunConsole{Text: fmt.Sprintf(format, args...)}
	}
	shell := func(format string, args ...any) engine.Request {
		return engine.RunConsole{Dialect: engine.HBase, Text: fmt.Sprintf(format, args...)}
	}
	switch r.IntN(40) {
	case 30:
		return shell("alter '%s', {NAME => 'f', KEEP_DELETED_CELLS => '%s'}", tab, []string{"TRUE", "FALSE"}[r.IntN(2)])
	case 31:
		return shell("flush '%s'", tab)
	case 32:
		return shell("%s '%s'", []string{"compact", "major_compact"}[r.IntN(2)], tab)
	case 33, 34:
		return shell("deleteall '%s', '%s'", tab, row[:6])
	case 35, 36, 37:
		return shell("put '%s', '%s', 'f:q', 'v%d', %d\nput '%s', '%s', 'g:q', 'w'", tab, row[:6], r.IntN(100), 1_700_000_000_000+r.IntN(5000), tab, row)
	case 38:
		return shell("create '%s', {NAME => 'f', VERSIONS => 2}, {NAME => 'g', KEEP_DELETED_CELLS => true}, 'n'", tab)
	case 0:
		return run("createtable %s families=f:maxversions=2,g:maxage=1h||maxversions=1,n:never:intsum splits=row1,row2", tab)
	case 1:
		return run("deletetable %s", tab)
	case 2:
		return run("createfamily %s x%d", tab, r.IntN(3))
	case 3:
		return run("deletefamily %s %s", tab, fam)
	case 4:
		return run("setgcpolicy %s %s maxversions=%d", tab, fam, 1+r.IntN(3))
	case 5:
		return run("deleterow %s %s", tab, row)
	case 6:
		return run("addtocell %s %s n:%d=%d", tab, row, r.IntN(4), r.IntN(9))
	case 7, 8:
		return engine.Undo{}
	case 9:
		return engine.Redo{}
	case 10:
		if tl := s.Timeline(); len(tl.Steps) > 0 {
			return engine.GoToState{State: tl.Steps[r.IntN(len(tl.Steps))].State}
		}
		return engine.Undo{}
	case 11:
		return engine.SaveCheckpoint{Name: fmt.Sprint("c", r.IntN(4))}
	case 12:
		return engine.RestoreCheckpoint{Name: fmt.Sprint("c", r.IntN(4))}
	case 13:
		return engine.DeleteCheckpoint{Name: fmt.Sprint("c", r.IntN(4))}
	case 14:
		return engine.LoadRecords{Table: "games", Template: []string{"{game}#{player}#{n}", "{n}"}[r.IntN(2)], Columns: []plan.FieldColumn{{Field: "player", Family: "p", Qualifier: "q"}}, Data: games}
	case 15:
		return engine.SetWorkload{Queries: []plan.Query{{ID: "one", Where: []plan.Cond{{Field: "player", Op: plan.Equal, Value: "Jo"}}}}}
	case 16:
		return engine.CollectGarbage{Table: tab}
	case 17:
		return engine.AdvanceClock{By: base.Micros(r.IntN(4000)) * 1_000_000}
	case 18:
		return engine.RunConsole{Dialect: engine.HBase, Text: fmt.Sprintf("disable '%s'", tab)}
	case 19:
		var b strings.Builder
		for range 300 {
			fmt.Fprintf(&b, "set %s row%04d f:q%d=%s\n", tab, r.IntN(3000), r.IntN(3), strings.Repeat("v", r.IntN(100)))
		}
		return run("%s", b.String())
	case 20:
		return run("set %s %s f:long=%s", tab, row, strings.Repeat("long ", 2000))
	case 21:
		return engine.CopyTable{Table: tab, As: fmt.Sprint("copy", r.IntN(3))}
	default:
		return run("set %s %s %s:%s=v%d", tab, row, []string{"f", "g"}[r.IntN(2)], []string{"q", "r", strings.Repeat("long", 20)}[r.IntN(3)], r.IntN(1000))
	}
}

// TestAgainstReplay changes a session at random, stores it, and opens it again. It
// compares the opened session with the one that continued, and at the end with one that
// repeats all changes.
func TestAgainstReplay(t *testing.T) {
	steps, seeds := 700, uint64(3)
	if testing.Short() {
		steps, seeds = 200, 1
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 9))
		s, w := engine.New(options()), snapshot.NewWriter()
		d := &disk{chunks: map[uint64][]byte{}}
		var changes []engine.Change
		now := base.Micros(1_700_000_000_000_000)
		do := func(s *engine.Session, req engine.Request, at base.Micros) engine.Reply {
			task := s.Replay(engine.Change{At: at, Request: req})
			for !task.Step(1 << 20) {
			}
			return task.Reply()
		}
		opened := 0
		for i := range steps {
			now += 1_000_000
			req := request(r, s)
			changes = append(changes, do(s, req, now).Changes...)
			if r.IntN(20) > 0 {
				continue
			}
			d.save(t, w, s, uint64(i))
			again, writer, upTo := d.open(t)
			if upTo != uint64(i) {
				t.Fatalf("up to %d, want %d", upTo, i)
			}
			if got, want := dump(again, 31), dump(s, 31); got != want {
				t.Fatalf("seed %d, step %d: what is opened differs:\n%s", seed, i, difference(got, want))
			}
			if r.IntN(3) > 0 {
				s, w = again, writer
				opened++
			}
		}
		fresh := engine.New(options())
		for _, c := range changes {
			do(fresh, c.Request, c.At)
		}
		if got, want := dump(s, 1), dump(fresh, 1); got != want {
			t.Fatalf("seed %d: the changes repeated differ from what was opened %d times:\n%s", seed, opened, difference(got, want))
		}
		t.Logf("%d changes, opened %d times, %d chunks", len(changes), opened, len(d.chunks))
	}
}

// difference returns the first lines in which two texts differ.
func difference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d\n got %.600s\nwant %.600s", i, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(a), len(b))
}

// TestCost changes one cell of a large table. The next snapshot must be about as small as
// the changed part.
func TestCost(t *testing.T) {
	s, w, d := engine.New(options()), snapshot.NewWriter(), &disk{chunks: map[uint64][]byte{}}
	big := games
	recipe := *games.Recipe
	recipe.Count = 200_000
	if testing.Short() {
		recipe.Count = 50_000
	}
	big.Recipe = &recipe
	columns := []plan.FieldColumn{{Field: "player", Family: "p", Qualifier: "q"}}
	if rep := s.Do(engine.LoadRecords{Table: "games", Template: "{game}#{player}#{n}", Columns: columns, Data: big}); rep.Err != nil {
		t.Fatal(rep.Err)
	}
	d.save(t, w, s, 1)
	all := d.written
	for i := range 500 {
		if rep := s.Do(engine.RunConsole{Text: fmt.Sprintf("set games Go#Jo#%d p:q=x", i*331)}); rep.Err != nil {
			t.Fatal(rep.Err)
		}
		d.save(t, w, s, 1)
		// The snapshot keeps 200 states, each with the leaf that it changed.
		if d.written > 64<<10 && i < 20 {
			t.Fatalf("after one cell %d bytes are written, of %d", d.written, all)
		}
	}
	kept := 0
	for _, c := range d.chunks {
		kept += len(c)
	}
	if kept > 2*all+200*20<<10 {
		t.Errorf("%d bytes are kept of a table of %d", kept, all)
	}
	if len(d.chunks) > all/snapshot.ChunkBytes+300 {
		t.Errorf("%d chunks are kept", len(d.chunks))
	}
	t.Logf("%d bytes at first, then %d; %d kept in %d chunks", all, d.written, kept, len(d.chunks))
	again, _, _ := d.open(t)
	if dump(again, 50) != dump(s, 50) {
		t.Error("what is opened differs")
	}
}

// TestDamage flips, cuts and swaps the stored bytes. Opening the snapshot must notice
// every damage.
func TestDamage(t *testing.T) {
	s, w, d := engine.New(options()), snapshot.NewWriter(), &disk{chunks: map[uint64][]byte{}}
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		s.Do(request(r, s))
	}
	d.save(t, w, s, 1)
	open := func(manifest []byte, chunks map[uint64][]byte) error {
		reader, err := snapshot.ReadManifest(manifest)
		if err != nil {
			return err
		}
		for _, no := range reader.NeededChunks() {
			if err := reader.Add(snapshot.Chunk{Number: no, Data: chunks[no]}); err != nil {
				return err
			}
		}
		_, _, err = reader.Session(options())
		return err
	}
	if err := open(d.manifest, d.chunks); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(d.manifest); i += 1 + i/20 {
		m := bytes.Clone(d.manifest)
		m[i] ^= 1 << r.IntN(8)
		if open(m, d.chunks) == nil {
			t.Errorf("byte %d of the manifest is changed, and it is taken", i)
		}
		if open(d.manifest[:i], d.chunks) == nil {
			t.Errorf("a manifest of %d bytes is taken", i)
		}
	}
	for no, chunk := range d.chunks {
		for _, damaged := range [][]byte{nil, chunk[:len(chunk)-1], append(bytes.Clone(chunk), 0), slices.Concat(chunk[1:], chunk[:1])} {
			chunks := map[uint64][]byte{}
			for k, v := range d.chunks {
				chunks[k] = v
			}
			chunks[no] = damaged
			if open(d.manifest, chunks) == nil {
				t.Errorf("chunk %d is changed, and it is taken", no)
			}
		}
	}
}

// FuzzManifest reads an arbitrary manifest over undamaged chunks. If it opens a session,
// it continues with that session.
func FuzzManifest(f *testing.F) {
	s, w, d := engine.New(options()), snapshot.NewWriter(), &disk{chunks: map[uint64][]byte{}}
	r := rand.New(rand.NewPCG(2, 2))
	for i := range 60 {
		s.Do(request(r, s))
		if i%20 == 0 {
			d.save(f, w, s, 1)
			f.Add(d.manifest[:len(d.manifest)-4])
		}
	}
	d.save(f, w, s, 1)
	f.Add(d.manifest[:len(d.manifest)-4])
	f.Fuzz(func(t *testing.T, body []byte) {
		reader, err := snapshot.ReadManifest(binary.BigEndian.AppendUint32(bytes.Clone(body), crc32.ChecksumIEEE(body)))
		if err != nil {
			return
		}
		for _, no := range reader.NeededChunks() {
			if reader.Add(snapshot.Chunk{Number: no, Data: d.chunks[no]}) != nil {
				return
			}
		}
		s, w, err := reader.Session(options())
		if err != nil {
			return
		}
		before := dump(s, 1)
		again := &disk{chunks: map[uint64][]byte{}}
		for no, data := range d.chunks {
			again.chunks[no] = data
		}
		again.save(t, w, s, 1)
		other, _, _ := again.open(t)
		if got := dump(other, 1); got != before {
			t.Fatal(difference(got, before))
		}
		for _, req := range []engine.Request{engine.Undo{}, engine.Redo{}, engine.RunConsole{Text: "set a r f:q=v"}, engine.CollectGarbage{Table: "a"}, engine.Refresh{}} {
			s.Do(req)
		}
		dump(s, 1)
	})
}
