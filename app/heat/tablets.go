package heat

import (
	"math"
	"slices"
	"sort"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
)

// tablet is a tablet during the time in which one node serves it.
type tablet struct {
	Start    base.RowKey
	Row      float64 // where it begins among the rows of the map; 1.5 is the middle of the second row
	Node     int     // from 0
	From, To int64   // seconds [From, To)
}

// maxTablets is the most tablets, and the most events, that are listed.
const maxTablets = 12

// tabletsOf returns all tablets of a simulation, ordered by key and then by time: the initial
// ones, and those that splits, moves and merges have made.
func tabletsOf(of *engine.LoadSimulated) []tablet {
	var all []tablet
	at := map[base.RowKey]int{} // index of the present tablet, by its start
	begin := func(key base.RowKey, node int, from int64) {
		at[key] = len(all)
		all = append(all, tablet{Start: key, Node: node, From: from, To: math.MaxInt64})
	}
	end := func(key base.RowKey, to int64) {
		if i, ok := at[key]; ok {
			all[i].To = to
		}
	}
	// A split begins a tablet, a merge ends one, and a move does both.
	for _, t := range of.InitialTablets {
		begin(t.Start, t.Node, 0)
	}
	for _, e := range of.Events {
		switch e.Kind {
		case cluster.SplitBySize, cluster.SplitByLoad:
			begin(e.Key, e.To, e.At)
		case cluster.Moved:
			end(e.Key, e.At)
			begin(e.Key, e.To, e.At)
		case cluster.Merged:
			end(e.Key, e.At)
		default:
			panic("heat: an event that tablets do not know")
		}
	}
	all = slices.DeleteFunc(all, func(t tablet) bool { return t.From == t.To })
	sort.Slice(all, func(a, b int) bool {
		return all[a].Start < all[b].Start || all[a].Start == all[b].Start && all[a].From < all[b].From
	})
	placeTablets(all, of.Borders)
	return all
}

// placeTablets sets tablet.Row. Tablets that begin inside the same row divide it evenly. all
// is in key order, and so are borders, the starts of the rows.
func placeTablets(all []tablet, borders []base.RowKey) {
	row := 0
	for i := 0; i < len(all); {
		for row+1 < len(borders) && borders[row+1] <= all[i].Start {
			row++
		}
		// Count the different starts inside this row; a tablet that begins with the row is not
		// inside.
		n, within := i, 0 // within the row
		for ; n < len(all) && (row+1 == len(borders) || all[n].Start < borders[row+1]); n++ {
			if all[n].Start != borders[row] && (n == i || all[n].Start != all[n-1].Start) {
				within++
			}
		}
		for k, nth := i, 0; k < n; k++ {
			if all[k].Start != borders[row] && (k == i || all[k].Start != all[k-1].Start) {
				nth++
			}
			all[k].Row = float64(row) + float64(nth)/float64(within+1)
		}
		i = n
	}
}

// tabletsAt returns the tablets of a column, in key order. An event at the column's end belongs
// to the next column.
func (m *Map) tabletsAt(column int) []tablet {
	_, to := m.TimeSpan(column)
	out := make([]tablet, 0, len(m.InitialTablets)+len(m.InitialTablets)/4)
	for _, t := range m.tablets {
		if t.From < to && t.To >= to {
			out = append(out, t)
		}
	}
	return out
}

// servedBy returns which of the tablets, which are in key order, have keys of a row: [first,
// end).
func servedBy(tablets []tablet, row int) (first, end int) {
	first = sort.Search(len(tablets), func(i int) bool { return tablets[i].Row > float64(row) }) - 1
	end = sort.Search(len(tablets), func(i int) bool { return tablets[i].Row >= float64(row+1) })
	return max(first, 0), end
}

// unsplit returns why the tablet of a row is hot at the end and was not split. Only the hottest
// tablets have a reason.
func (m *Map) unsplit(row int) cluster.NoSplitReason {
	start, end := m.KeyRange(row)
	for _, t := range m.Hot {
		if (t.End == "" || start < t.End) && (end == "" || end > t.Start) {
			return t.Reason
		}
	}
	return cluster.NoReason
}

// eventColumn returns the column in which an event happened.
func (m *Map) eventColumn(e cluster.TabletEvent) int {
	return min(int(e.At/max(m.Seconds, 1)), len(m.Columns)-1)
}

// happened returns the events of a column.
func (m *Map) happened(column int) []cluster.TabletEvent {
	first := sort.Search(len(m.Events), func(i int) bool { return m.eventColumn(m.Events[i]) >= column })
	end := sort.Search(len(m.Events), func(i int) bool { return m.eventColumn(m.Events[i]) > column })
	return m.Events[first:end]
}

// around returns which of n items are listed, [first, end), so that the item at is among them.
func around(at, n int) (first, end int) {
	first = max(0, min(at-maxTablets/2, n-maxTablets))
	return first, min(first+maxTablets, n)
}
