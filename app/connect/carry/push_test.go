//go:build !js

package carry

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"cloud.google.com/go/bigtable"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console/cbt"
	"tabletop/engine/table"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// one returns a batch of one row with one cell, in a table's first family.
func one(key string, t *table.Table) *batch {
	m := bigtable.NewMutation()
	m.Set(string(t.Families()[0].Name), "q", 1000, []byte("v"))
	return &batch{keys: []string{key}, muts: []*bigtable.Mutation{m}}
}

// all saves a sandbox that has a little of everything that tables can have.
func all(t *testing.T, rows int) string {
	lines := []string{
		"createtable t families=a:maxversions=3,b:maxage=24000h splits=r0100,r0200",
		"createtable sums families=s:never:intsum,m:never:intmax,f",
		"createfamily t c", `set t odd#$'\x00\xff' a:q=1@5000 a:q=2@6000 b:=$'\x00'`,
		"setgcpolicy t c (maxage=24000h and maxversions=2) or maxage=240000h",
	}
	var b strings.Builder
	for i := range rows {
		fmt.Fprintf(&b, "set t r%04d a:x=%d a:y=%s\n", i, i, strings.Repeat("y", i%100))
		fmt.Fprintf(&b, "addtocell sums r%04d s:n=%d@7000 s:n=1@7000 m:n=%d@7000\nset sums r%04d f:q=1\n", i, i, -i, i)
	}
	requests := []engine.Request{}
	for _, l := range append(lines, b.String()) {
		requests = append(requests, engine.RunConsole{Text: l})
	}
	return saved(t, requests...)
}

// TestPushHoldsTheSame checks that a push has the sandbox's content, with families, rules and
// types, and that a second push changes nothing.
func TestPushHoldsTheSame(t *testing.T) {
	t.Run("Google's", func(t *testing.T) { holdsTheSame(t, google(t)) })
	t.Run("ours", func(t *testing.T) { holdsTheSame(t, ours(t)) })
}

func holdsTheSame(t *testing.T, addr string) {
	path := all(t, 300)
	c := client(t, addr)
	out, _ := must(t, "push", "-emulator", addr, "-dry-run", path)
	if there, err := c.admin.Tables(t.Context()); err != nil || len(there) != 0 || !strings.Contains(out, "table t would be made") || !strings.Contains(out, "2 splits") {
		t.Errorf("a dry run: %v, %v\n%s", there, err, out)
	}
	if out, _ := must(t, "push", "-emulator", addr, "-schema", "-table", "sums", path); !strings.Contains(out, "table sums made: no rows") || c.held(t, "sums") != "" {
		t.Errorf("the schema alone: %s\n%s", out, c.held(t, "sums"))
	}
	if err := c.admin.DeleteTable(t.Context(), "sums"); err != nil {
		t.Fatal(err)
	}
	must(t, "push", "-emulator", addr, path)
	same := func() {
		t.Helper()
		for _, name := range []string{"t", "sums"} {
			if got, want := c.held(t, name), holds(t, path, name); got != want {
				t.Errorf("table %s holds\n%.2000s\nnot\n%.2000s", name, got, want)
			}
		}
	}
	same()
	s, err := open(t.Context(), path, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"t", "sums"} {
		got := &sample{name: name, types: map[base.Family]table.ValueType{}}
		if err := got.schema(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		tab, _ := s.Session.Table(name)
		if fmt.Sprint(got.families) != fmt.Sprint(tab.Families()) {
			t.Errorf("table %s has %v, not %v", name, got.families, tab.Families())
		}
	}
	if _, err := os.Stat(path + ".push"); err == nil {
		t.Error("the state is left behind")
	}
	_, _, err = run("push", "-emulator", addr, path)
	if err == nil || !strings.Contains(err.Error(), "sums, t is in "+addr+" already") {
		t.Errorf("tables that exist: %v", err)
	}
	must(t, "push", "-emulator", addr, "-into-existing", path)
	same()
}

// TestPushGoesOn interrupts a push repeatedly: by errors, by lost answers, by the reader, and by a
// kill that leaves an older state. The result, including sums, has to be that of an uninterrupted
// push.
func TestPushGoesOn(t *testing.T) {
	path := all(t, 400)
	var calls, writes atomic.Int64
	var failing atomic.Bool
	lose := func() error {
		if n := calls.Add(1); failing.Load() && n%7 == 0 {
			return status.Error(codes.Internal, "the answer is lost")
		}
		return nil
	}
	addr := google(t, grpc.UnaryInterceptor(func(ctx context.Context, req any, info *grpc.UnaryServerInfo, h grpc.UnaryHandler) (any, error) {
		out, err := h(ctx, req) // carried out, even if the answer is an error
		if err == nil && strings.HasSuffix(info.FullMethod, "CheckAndMutateRow") {
			writes.Add(1)
			err = lose()
		}
		return out, err
	}), grpc.StreamInterceptor(func(srv any, s grpc.ServerStream, info *grpc.StreamServerInfo, h grpc.StreamHandler) error {
		err := h(srv, s)
		if err == nil && strings.HasSuffix(info.FullMethod, "MutateRows") {
			err = lose()
		}
		return err
	}))
	failing.Store(true)
	var older []byte
	ended := false
	for round := range 200 {
		ctx, cancel := context.WithCancel(t.Context())
		if round%3 == 1 {
			ctx, cancel = context.WithTimeout(t.Context(), time.Duration(5*round)*time.Millisecond)
		}
		_, _, err := runUntil(ctx, "push", "-emulator", addr, "-workers", "3", path)
		cancel()
		if err == nil {
			ended = true
			break
		}
		if state, e := os.ReadFile(path + ".push"); e == nil {
			if round%5 == 4 && older != nil { // as a kill leaves it
				if err := os.WriteFile(path+".push", older, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			older = state
		}
		if round == 30 {
			failing.Store(false)
		}
	}
	if !ended {
		t.Fatal("it does not end")
	}
	c := client(t, addr)
	for _, name := range []string{"t", "sums"} {
		if got, want := c.held(t, name), holds(t, path, name); got != want {
			t.Errorf("table %s holds\n%.2000s\nnot\n%.2000s", name, got, want)
		}
	}
	if n := writes.Load(); n <= 400 {
		t.Errorf("%d writes of sums: nothing was written twice", n)
	}
}

// TestSketches checks that a dry run, a push and an anonymized pull report how many cells with
// counts of distinct values they leave out, and carry the rest of their rows.
func TestSketches(t *testing.T) {
	path := saved(t, engine.RunConsole{Text: "createtable u families=c:never:inthll,f"},
		engine.RunConsole{Text: "addtocell u a c:n=1@5000 c:m=2@5000\nset u a f:q=1@5000\naddtocell u b c:n=1@5000"})
	addr := ours(t)
	for _, flag := range []string{"-dry-run", "-rate=1000"} {
		_, say := must(t, "push", "-emulator", addr, flag, path)
		if say != "table u: 3 cells are left out: each program keeps the count of distinct values in a form of its own\n" {
			t.Errorf("%s: %s", flag, say)
		}
	}
	c := client(t, addr)
	if got := c.held(t, "u"); got != "\"a\"\n \"f:q\"@5000=\"1\"\n" {
		t.Error(got)
	}
	add := bigtable.NewMutation()
	add.AddIntToCell("c", "n", 5000, 1)
	if err := c.data.Open("u").Apply(t.Context(), "a", add); err != nil {
		t.Fatal(err)
	}
	back, _, say := pulled(t, addr, "-table", "u")
	if say != "" || strings.Count(holds(t, back, "u"), " \"") != 2 {
		t.Errorf("%s\n%s", holds(t, back, "u"), say)
	}
	back, _, say = pulled(t, addr, "-table", "u", "-anonymize")
	if say != "table u: 1 cell is left out: counts of distinct values cannot be hidden\n" || strings.Count(holds(t, back, "u"), " \"") != 1 {
		t.Errorf("%s\n%s", holds(t, back, "u"), say)
	}
}

// TestRate checks that a limit of rows a second is kept.
func TestRate(t *testing.T) {
	addr, path := google(t), all(t, 50)
	begun := time.Now()
	must(t, "push", "-emulator", addr, "-rate", "300", path)
	if took := time.Since(begun); took < 250*time.Millisecond {
		t.Errorf("101 rows at 300 a second in %v", took)
	}
}

// TestTypesOfLS checks that the console's ls prints a family's type as the real tool does, which
// gets the text from the client library.
func TestTypesOfLS(t *testing.T) {
	for v := table.Plain; v <= table.UniqueCount; v++ {
		typ := typeOf(v)
		if typ == nil {
			typ = bigtable.TypeUnspecified{}
		}
		text, err := bigtable.MarshalJSON(typ)
		if err != nil {
			t.Fatal(err)
		}
		var want bytes.Buffer
		if err := json.Compact(&want, text); err != nil {
			t.Fatal(err)
		}
		if got := cbt.TypeJSON(v); got != want.String() {
			t.Errorf("%v is listed as %s, want %s", v, got, &want)
		}
	}
}
