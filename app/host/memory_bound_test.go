//go:build !js

package host

import (
	"strings"
	"sync/atomic"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// TestMemoryFull tests a load that would take more memory than there is: it stops in time and
// leaves nothing, the refusal names the table that could be dropped, and dropping it makes
// room.
func TestMemoryFull(t *testing.T) {
	var used atomic.Int64
	var grows atomic.Int64
	p := newTab(t, newListStore(), newTabs())
	p.host.Memory = func() (int64, int64) { return used.Add(grows.Load()), 1000 }
	p.sandbox()
	load := func(table string) *base.Error {
		a := p.ask(ExecuteRequest{Request: engine.LoadRecords{
			Table: table, Template: "{n}", Columns: []plan.FieldColumn{{Field: "v", Family: "f", Qualifier: "v"}},
			Data: dataset.Spec{Fields: []string{"n", "v"}, Recipe: &dataset.Recipe{Count: 20_000, Seed: 1, Unique: []string{"n"}, Gens: []dataset.Generator{
				{Field: "n", Kind: dataset.Decimals, From: "0", To: "490000", Step: "1"}, {Field: "v", Kind: dataset.Decimals, From: "0", To: "9", Step: "1"},
			}}},
		}})
		if a.Err != nil {
			return a.Err
		}
		return a.Reply.Err
	}
	if err := load("small"); err != nil {
		t.Fatal(err)
	}
	grows.Store(100)
	err := load("large")
	if err == nil || err.Code != base.CodeMemoryFull || err.Args[2] != "small" {
		t.Fatalf("the load ends with %v", err)
	}
	grows.Store(0)
	if err := load("another"); err == nil || err.Code != base.CodeMemoryFull {
		t.Fatalf("another load ends with %v", err)
	}
	a := p.console("ls")
	if text := a.Reply.Output[0].Text; !strings.Contains(text, "small") || len(a.Reply.Tables) != 1 {
		t.Errorf("there are %v", a.Reply.Tables)
	}
	if a := p.console("deletetable small"); a.Reply.Err != nil {
		t.Fatal(a.Reply.Err)
	}
	used.Store(10)
	if err := load("another"); err != nil {
		t.Error(err)
	}
	p.saved()
}
