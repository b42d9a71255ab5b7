//go:build !js

package export

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cloud.google.com/go/bigtable"
	"cloud.google.com/go/bigtable/bttest"
	"google.golang.org/api/option"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	"tabletop/engine/table"
)

// peer is Google's in-memory server.
type peer struct {
	address string
	admin   *bigtable.AdminClient
	client  *bigtable.Client
}

func newPeer(t *testing.T) *peer {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ctx := context.Background()
	server, err := bttest.NewServer("localhost:0")
	must(err)
	t.Cleanup(server.Close)
	conn, err := grpc.NewClient(server.Addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
	must(err)
	admin, err := bigtable.NewAdminClient(ctx, "p", "i", option.WithGRPCConn(conn))
	must(err)
	client, err := bigtable.NewClientWithConfig(ctx, "p", "i", bigtable.ClientConfig{MetricsProvider: bigtable.NoopMetricsProvider{}}, option.WithGRPCConn(conn))
	must(err)
	t.Cleanup(func() { _ = client.Close() })
	return &peer{server.Addr, admin, client}
}

// run has the server carry out a line of a script. It is not told garbage-collection rules,
// since it would collect at its own times.
func (p *peer) run(ctx context.Context, line string) error {
	cmd, err := cbt.Parse(line)
	if err != nil {
		return err
	}
	switch c := cmd.(type) {
	case console.CreateTable:
		conf := &bigtable.TableConf{TableID: c.Table, ColumnFamilies: map[string]bigtable.Family{}}
		for _, s := range c.Splits {
			conf.SplitKeys = append(conf.SplitKeys, string(s))
		}
		for _, f := range c.Families {
			family := bigtable.Family{GCPolicy: bigtable.NoGcPolicy()}
			in := bigtable.Int64Type{Encoding: bigtable.BigEndianBytesEncoding{}}
			switch f.Type {
			case table.IntSum:
				family.ValueType = bigtable.AggregateType{Input: in, Aggregator: bigtable.SumAggregator{}}
			case table.IntMin:
				family.ValueType = bigtable.AggregateType{Input: in, Aggregator: bigtable.MinAggregator{}}
			case table.IntMax:
				family.ValueType = bigtable.AggregateType{Input: in, Aggregator: bigtable.MaxAggregator{}}
			}
			conf.ColumnFamilies[string(f.Name)] = family
		}
		return p.admin.CreateTableFromConf(ctx, conf)
	case console.SetCells:
		m := bigtable.NewMutation()
		for _, v := range c.Cells {
			m.Set(string(v.Family), string(v.Qualifier), bigtable.Timestamp(v.At), []byte(v.Value))
		}
		return p.client.Open(c.Table).Apply(ctx, string(c.Row), m)
	case console.AddToCell:
		m := bigtable.NewMutation()
		for _, v := range c.Cells {
			m.AddIntToCell(string(v.Family), string(v.Qualifier), bigtable.Timestamp(v.At), v.Input)
		}
		return p.client.Open(c.Table).Apply(ctx, string(c.Row), m)
	}
	return fmt.Errorf("the server does not know %T", cmd)
}

// rows says what the server holds of a table, as cells does.
func (p *peer) rows(ctx context.Context, name string) (string, error) {
	var b strings.Builder
	err := p.client.Open(name).ReadRows(ctx, bigtable.InfiniteRange(""), func(row bigtable.Row) bool {
		families := []string{}
		for _, f := range []string{"-g.h_", "f", "n", "true"} {
			if len(row[f]) > 0 {
				families = append(families, f)
			}
		}
		fmt.Fprintf(&b, " %q", row.Key())
		for _, f := range families {
			for _, c := range row[f] {
				fmt.Fprintf(&b, " %s:%q@%d=%q", f, strings.TrimPrefix(c.Column, f+":"), c.Timestamp, c.Value)
			}
		}
		b.WriteByte('\n')
		return true
	})
	return b.String(), err
}

// TestCBTScriptAgainstPeer runs scripts against Google's server by the official client. The
// server must then hold the same rows.
func TestCBTScriptAgainstPeer(t *testing.T) {
	ctx := context.Background()
	rows := 0
	for seed := range uint64(25) {
		tables := random(t, rand.New(rand.NewPCG(seed, 1)), false)
		script, _ := written(func(w WriteFunc) []Loss { return WriteCBTScript(tables, w) })
		p := newPeer(t)
		for _, line := range cbt.SplitScript(script) {
			if err := p.run(ctx, line.Text); err != nil {
				t.Fatalf("seed %d: %s: %v", seed, line.Text, err)
			}
		}
		for _, tab := range read(t, engine.CBT, script) {
			got, err := p.rows(ctx, tab.Name())
			_, want, _ := strings.Cut(cells([]Table{tab}, false, nil), "\n")
			if err != nil || got != want {
				t.Fatalf("seed %d: %v: there\n%s\nhere\n%s", seed, err, got, want)
			}
			rows += strings.Count(got, "\n")
		}
	}
	if rows < 100 {
		t.Errorf("only %d rows were compared", rows)
	}
}

var update = flag.Bool("update", false, "with the real tool's path in CBT, have it make the samples anew")

// TestCBTToolRunsTheScript compares scripts with what the real tool made of them: the script's
// lines, and the tables as the tool printed them. The tool cuts a value at a line break, and no
// program can be passed a zero byte, so these scripts have neither.
func TestCBTToolRunsTheScript(t *testing.T) {
	tool, path := os.Getenv("CBT"), filepath.Join("testdata", "cbt-tool.txt")
	var out strings.Builder
	for seed := range uint64(2) {
		tables := random(t, rand.New(rand.NewPCG(seed, 4)), true)[:1]
		script, _ := written(func(w WriteFunc) []Loss { return WriteCBTScript(tables, w) })
		var reads []string
		for _, tab := range tables {
			reads = append(reads, "read "+cbt.QuoteWord(tab.Name()))
		}
		fmt.Fprintf(&out, "# %d\n%s", seed, script)
		if *update && tool != "" {
			p := newPeer(t)
			run := func(line string) string {
				cmd := exec.Command(tool, append([]string{"-project", "p", "-instance", "i"}, cbt.SplitWords(line)...)...)
				cmd.Env = append(os.Environ(), "BIGTABLE_EMULATOR_HOST="+p.address, "TZ=UTC", "HOME="+t.TempDir())
				cmd.Stderr = os.Stderr
				printed, err := cmd.Output()
				if err != nil {
					t.Fatalf("%s: %v", line, err)
				}
				return string(printed)
			}
			for _, line := range cbt.SplitScript(script) {
				run(line.Text)
			}
			for _, line := range reads {
				out.WriteString("> " + line + "\n" + run(line))
			}
			continue
		}
		s := engine.New(engine.Options{Now: func() base.Micros { return 0 }})
		if r := s.Do(engine.RunConsole{Text: script}); r.Err != nil {
			t.Fatal(r.Err)
		}
		for _, line := range reads {
			out.WriteString("> " + line + "\n")
			for _, l := range s.Do(engine.RunConsole{Text: line}).Output {
				out.WriteString(l.Text)
			}
		}
	}
	if *update && tool != "" {
		if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != string(want) {
		at := 0
		for at < len(got) && at < len(want) && got[at] == want[at] {
			at++
		}
		t.Errorf("here\n%.300s\nthere\n%.300s", got[max(0, at-100):], want[max(0, at-100):])
	}
}
