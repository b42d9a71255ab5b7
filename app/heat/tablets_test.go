package heat

import (
	"reflect"
	"strings"
	"testing"

	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
)

// TestTabletsAtEachTime follows tablets through a simulation: in each column they are as many
// as the simulation counted, in order, and at the end the hot ones are on their nodes.
func TestTabletsAtEachTime(t *testing.T) {
	s := engine.New(engine.Options{Now: func() base.Micros { return 1_700_000_000_000_000 }})
	var script strings.Builder
	script.WriteString("createtable t families=f\n")
	for i := range 600 {
		script.WriteString("set t r" + string(rune('a'+i%26)) + string(rune('a'+i/26)) + " f:q=v\n")
	}
	if r := s.Do(engine.RunConsole{Text: script.String()}); r.Err != nil {
		t.Fatal(r.Err)
	}
	for policy, times := range map[cluster.TabletPolicy]int64{cluster.Bigtable: 3_000_000, cluster.HBase: 10_000, cluster.ByLoad: 3_000_000} {
		r := s.Do(engine.SimulateLoad{Table: "t", Policy: policy, Nodes: 7, Minutes: 90, Writes: 50_000, Reads: []engine.QueryRate{{Rate: 20_000}}, SizeFactor: times})
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		m := newMap(1, &r)
		if len(m.Events) < 5 || m.UnlistedEvents > 0 {
			t.Fatalf("policy %d: only %d events", policy, len(m.Events))
		}
		seen := 0
		for c := range m.Columns {
			now := m.tabletsAt(c)
			if len(now) != m.Columns[c].Tablets {
				t.Errorf("policy %d, column %d: %d tablets, %d counted", policy, c, len(now), m.Columns[c].Tablets)
			}
			for i, tab := range now {
				if row := m.rowOf(tab.Start); int(tab.Row) != row || i > 0 && (tab.Start <= now[i-1].Start || tab.Row <= now[i-1].Row) {
					t.Fatalf("policy %d, column %d: tablet %d is %+v", policy, c, i, tab)
				}
			}
			for row := range m.Borders {
				first, end := servedBy(now, row)
				start, limit := m.KeyRange(row)
				if first >= end || now[first].Start > start || end < len(now) && limit != "" && now[end].Start < limit || first+1 < len(now) && now[first+1].Start <= start {
					t.Fatalf("policy %d, column %d: row %d is served by tablets %d to %d", policy, c, row, first, end)
				}
			}
			seen += len(m.happened(c))
		}
		if seen != len(m.Events) {
			t.Errorf("policy %d: %d of %d events are in columns", policy, seen, len(m.Events))
		}
		node := map[base.RowKey]int{}
		for _, tab := range m.tablets {
			node[tab.Start] = tab.Node
		}
		for _, hot := range m.Hot {
			if n, ok := node[hot.Start]; !ok || n != hot.Node {
				t.Errorf("policy %d: the tablet at %q is on node %d at the end, not on %d", policy, hot.Start, hot.Node, n)
			}
		}
	}
}

// TestTablets makes tablets from events, by hand.
func TestTablets(t *testing.T) {
	of := heated(3, 4, 1) // rows "", "b", "c"; columns of a minute
	of.InitialTablets = []cluster.Assignment{{Node: 0}, {Start: "bb", Node: 1}}
	of.Events = []cluster.TabletEvent{
		{At: 60, Kind: cluster.SplitByLoad, Key: "bc", From: 1, To: 2},
		{At: 60, Kind: cluster.Moved, Key: "bc", From: 2, To: 0},
		{At: 120, Kind: cluster.Merged, Key: "bb", From: 1, To: 0},
		{At: 240, Kind: cluster.SplitBySize, Key: "c", From: 0, To: 0},
	}
	m := newMap(1, &engine.Reply{Answer: of})
	type tablet struct {
		start base.RowKey
		row   float64
		node  int
	}
	three := 3.0
	first, split, merged := tablet{"", 0, 0}, tablet{"bb", 1 + 1/three, 1}, tablet{"bc", 1 + 2/three, 0}
	for column, want := range [][]tablet{{first, split}, {first, split, merged}, {first, merged}, {first, merged}} {
		got := []tablet{}
		for _, now := range m.tabletsAt(column) {
			got = append(got, tablet{now.Start, now.Row, now.Node})
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("in column %d are %v, want %v", column, got, want)
		}
	}
	for column, want := range []int{0, 2, 1, 1} {
		if got := len(m.happened(column)); got != want {
			t.Errorf("in column %d happened %d", column, got)
		}
	}
	if first, end := servedBy(m.tabletsAt(1), 1); first != 0 || end != 3 {
		t.Errorf("the row b is served by %d to %d", first, end)
	}
	for _, tt := range [][4]int{{0, 5, 0, 5}, {0, 50, 0, 12}, {20, 50, 14, 26}, {49, 50, 38, 50}} {
		if first, end := around(tt[0], tt[1]); first != tt[2] || end != tt[3] {
			t.Errorf("around %d of %d: %d to %d", tt[0], tt[1], first, end)
		}
	}
	p := loaded(t).on(SimulatePressed{})
	p.simulated(host.Answer{Seq: p.s.sent[0], Reply: &engine.Reply{Answer: of}}).on(tabletsToggled{})
	if h := p.s; !h.Listed || len(h.Maps[0].tabletsAt(1)) != 3 {
		t.Error("the tablets are not listed")
	}
	if p.on(tabletsToggled{}); p.s.Listed {
		t.Error("they are still listed")
	}
}
