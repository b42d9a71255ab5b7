//go:build !js

package serve

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cloud.google.com/go/bigtable"

	"tabletop/engine/base"
	"tabletop/engine/table"
	"tabletop/web/test/peertest"
)

// servedData is the environment variable with the folder that this program serves instead of
// running tests.
const servedData = "TABLETOP_TEST_SERVED_DATA"

func TestMain(m *testing.M) {
	if dir := os.Getenv(servedData); dir != "" {
		o := settings{addr: "localhost:0", project: "p", instance: "i"}
		l, err := o.listen()
		if err == nil {
			var s *Server
			if s, err = New(Options{Folder: dir, SnapshotBytes: 64 << 10}); err == nil {
				err = s.run(context.Background(), o, l, os.Stdout)
			}
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// dump returns all tables of a server, one line a row.
func dump(s *Server) (out []string) {
	for _, t := range s.all() {
		view, _ := t.look()
		tab := view.Table()
		out = append(out, fmt.Sprint(t.name, tab.Families(), tab.SplitKeys(), t.protected))
		for r := range tab.Scan(table.ScanQuery{}, nil) {
			out = append(out, fmt.Sprintf("%q %v", r.Key(), slices.Collect(r.Cells())))
		}
	}
	return out
}

// TestKept checks that the result of random operations is restored when the folder is opened: from
// the journal, from a snapshot, and from both.
func TestKept(t *testing.T) {
	dir := t.TempDir()
	h := start(t, Options{Folder: dir})
	ctx := t.Context()
	policy := table.Union{table.MaxVersions(1), table.Intersection{table.MaxAge(time.Hour), table.MaxVersions(3)}}
	o := h.own(t, ctx, "t", table.FamilyInfo{Name: "gone"}, table.FamilyInfo{Name: "f", GC: policy}, table.FamilyInfo{Name: "sum", Type: table.IntSum})
	h.own(t, ctx, "gone", table.FamilyInfo{Name: "f"})
	must(t, h.Admin.CreateTableFromConf(ctx, &bigtable.TableConf{TableID: "split", SplitKeys: []string{"a", "\xff"}}))
	must(t, h.Admin.DeleteTable(ctx, "gone"))
	must(t, o.DeleteFamily("gone"))
	must(t, h.Admin.UpdateTableWithDeletionProtection(ctx, "split", bigtable.Protected))
	r := rand.New(rand.NewPCG(1, 1))
	work := func() {
		for range 200 {
			key := base.RowKey(fmt.Sprint("k", r.IntN(50)))
			switch r.IntN(5) {
			case 0:
				_, err := o.Modify(key, table.AppendValue{Family: "f", Qualifier: "q", Value: "+"})
				must(t, err)
			case 1:
				_, err := o.CheckAndMutate(key, nil, []table.Mutation{table.DeleteRow{}}, []table.Mutation{table.SetCell{Family: "f", Qualifier: "new", At: table.ServerTime, Value: "v"}})
				must(t, err)
			case 2:
				o.Mutate(peertest.Entry{Key: key, Muts: []table.Mutation{table.SetCell{Family: "f", Qualifier: "x", At: table.ServerTime, Value: "v"}}},
					peertest.Entry{Key: key, Muts: []table.Mutation{table.SetCell{Family: "none", Qualifier: "x", Value: "v"}}})
			case 3:
				must(t, o.Mutate(peertest.Entry{Key: key, Muts: []table.Mutation{table.AddToCell{Family: "sum", Qualifier: "n", At: 1000, Input: table.IntInput(7)}}})[0])
			default:
				if r.IntN(20) == 0 {
					must(t, o.DropPrefix(fmt.Sprint("k", r.IntN(5))))
				}
			}
		}
		must(t, h.server.collectTable(h.server.all()[1]))
	}
	again := func(when string) {
		t.Helper()
		want := dump(h.server)
		copied := t.TempDir()
		must(t, os.CopyFS(copied, os.DirFS(dir)))
		s, err := New(Options{Folder: copied})
		must(t, err)
		if got := dump(s); !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n got %q\nwant %q", when, got, want)
		}
		must(t, s.Close())
	}
	work()
	again("from the journal")
	must(t, h.server.cut())
	again("from a snapshot")
	work()
	again("from both")
	if n := len(dump(h.server)); n < 20 {
		t.Errorf("only %d lines", n)
	}
}

// A writer writes rows of its own and remembers which of them were acknowledged.
type writer struct {
	id    int
	next  int
	acked []int
	count int64 // of a counter: acknowledged, and requested
	asked int64
}

func (w *writer) key(n int) string { return fmt.Sprintf("w%d#%06d", w.id, n) }

// rows returns requests for rows with three equal cells.
func (w *writer) rows(n int) (keys []string, muts []*bigtable.Mutation) {
	for range n {
		m := bigtable.NewMutation()
		for _, q := range []string{"a", "b", "c"} {
			m.Set("f", q, 1000, []byte(w.key(w.next)))
		}
		keys, muts = append(keys, w.key(w.next)), append(muts, m)
		w.next++
	}
	return keys, muts
}

// work writes until something fails, and reports each acknowledged request.
func (w *writer) work(ctx context.Context, tab *bigtable.Table, acknowledged func()) {
	for n := 0; ; n++ {
		from := w.next
		switch n % 3 {
		case 0:
			keys, muts := w.rows(1)
			if tab.Apply(ctx, keys[0], muts[0]) != nil {
				return
			}
		case 1:
			keys, muts := w.rows(5)
			if errs, err := tab.ApplyBulk(ctx, keys, muts); err != nil || errs != nil {
				return
			}
		default:
			m := bigtable.NewReadModifyWrite()
			m.Increment("f", "n", 1)
			w.asked++
			if _, err := tab.ApplyReadModifyWrite(ctx, w.key(999_999), m); err != nil {
				return
			}
			w.count++
		}
		for ; from < w.next; from++ {
			w.acked = append(w.acked, from)
		}
		acknowledged()
	}
}

// check checks that all acknowledged rows are there, and that no row is incomplete.
func (w *writer) check(t *testing.T, rows map[string]bigtable.Row) {
	for _, n := range w.acked {
		if rows[w.key(n)] == nil {
			t.Errorf("the row %s was acknowledged, and is not there", w.key(n))
		}
	}
	w.acked = nil // from now on they are known to be there, or reported
	counter := rows[w.key(999_999)]["f"]
	delete(rows, w.key(999_999))
	if len(counter) == 0 {
		if w.count > 0 {
			t.Errorf("a counter of %d is not there", w.count)
		}
		return
	}
	n := int64(binary.BigEndian.Uint64(counter[0].Value))
	if n < w.count || n > w.asked {
		t.Errorf("a counter is %d of %d acknowledged, %d asked for", n, w.count, w.asked)
	}
	w.count, w.asked = n, n
}

// TestKilled kills the server repeatedly while eight clients write.
func TestKilled(t *testing.T) {
	times := 50
	if testing.Short() {
		times = 4
	}
	dir := t.TempDir()
	writers := make([]*writer, 8)
	for i := range writers {
		writers[i] = &writer{id: i}
	}
	r := rand.New(rand.NewPCG(2, 2))
	total := 0
	for n := range times + 1 {
		server, addr := serveApart(t, dir)
		c := peertest.Connect(t, addr)
		if n == 0 {
			c.Table(t, t.Context(), "t", table.FamilyInfo{Name: "f"})
		}
		tab := c.Client.Open("t")
		total = checkRows(t, tab, writers)
		ctx, cancel := context.WithCancel(t.Context())
		enough, acks := make(chan struct{}), atomic.Int64{}
		most := int64(20 + r.IntN(400))
		var running sync.WaitGroup
		for _, w := range writers {
			running.Go(func() {
				w.work(ctx, tab, func() {
					if acks.Add(1) == most {
						close(enough)
					}
				})
			})
		}
		<-enough
		must(t, server.Process.Kill())
		server.Wait()
		cancel()
		running.Wait()
		if t.Failed() {
			t.Fatalf("after %d kills", n)
		}
	}
	t.Logf("%d kills, %d rows", times, total)
	if total < 100 {
		t.Errorf("only %d rows", total)
	}
}

// serveApart starts a server of a folder in a process of its own.
func serveApart(t *testing.T, dir string) (*exec.Cmd, string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), servedData+"="+dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	t.Cleanup(func() { cmd.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	must(t, err)
	go io.Copy(io.Discard, out)
	addr, _, _ := strings.Cut(strings.TrimPrefix(line, "serving on "), ";")
	return cmd, addr
}

// checkRows reads all rows: none is incomplete, and no acknowledged one is missing.
func checkRows(t *testing.T, tab *bigtable.Table, writers []*writer) int {
	t.Helper()
	rows := map[string]bigtable.Row{}
	must(t, tab.ReadRows(t.Context(), bigtable.InfiniteRange(""), func(r bigtable.Row) bool {
		rows[r.Key()] = r
		return true
	}))
	for _, w := range writers {
		w.check(t, rows)
	}
	for key, r := range rows {
		f := r["f"]
		if len(f) != 3 || slices.ContainsFunc(f, func(c bigtable.ReadItem) bool { return string(c.Value) != key }) {
			t.Errorf("half a row: %v", r)
		}
	}
	return len(rows)
}
