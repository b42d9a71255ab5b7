package heat

import (
	"slices"

	"tabletop/app/heat/picture"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
)

// fieldSource is the field for what the map shows: simulated traffic (""), or the reader's own
// commands (liveSource).
const fieldSource TrafficField = "source"

// liveSource is the value of fieldSource for the reader's own commands.
const liveSource = "live"

// liveMetrics is the number of metrics that commands have: the first ones.
const liveMetrics = cluster.Latency

// own is what the part remembers of the reader's own commands.
type own struct {
	old   bool    // there are newer commands than the map shows
	asked uint64  // number of the call under way for the map; 0 for none
	table string  // the table that it is about
	kept  [2]*Map // the maps of simulated traffic, which are not shown meanwhile
}

// sourced changes the maps after a change of fieldSource. was is whether they were live.
func (u *update) sourced(was bool) {
	h := u.State
	live := u.settings().live()
	if live == was {
		return
	}
	// The cursor, and the answer for the cell under it, belong to the other maps.
	h.Cursor, h.BusyKeys, h.behind, h.Err = Cursor{}, nil, 0, nil
	if live {
		h.own.old, h.own.kept, h.Maps = true, h.Maps, [2]*Map{}
		if h.Metric >= liveMetrics {
			h.Metric = cluster.Ops
		}
	} else {
		h.Maps = h.own.kept
		h.own = own{}
	}
	h.PaintedMaps = h.Maps
	h.Brightness = h.evenly()
}

// OnReply notes that a call was answered which may have read or written something. The root
// calls it for every answer.
func OnReply(t *page.Update, s *State, c host.Call) {
	u := &update{t, s}
	if u.settings().live() && !host.TraitsOfCall(c).OnlyLooks {
		u.own.old = true
	}
}

// AfterMessage starts what is due: the simulation of the open table, of others, or the map of the
// reader's commands. It removes maps that are about another table or lesson step. The root
// calls it after every message.
func AfterMessage(t *page.Update, s *State) {
	u := &update{t, s}
	u.step()
	u.opened()
	u.settle()
	u.seekOthers()
	// Ask for the commands' map only while it, or the card with it, is shown.
	l := &u.own
	if !l.old || l.asked != 0 || !u.Ready || !u.Open && u.Work.Tab != page.TabDesign || u.settings().Table() == "" {
		return
	}
	l.old, l.table = false, u.settings().Table()
	l.asked = u.ask(engine.MeasureLiveHeat{Table: l.table}, "", func(a host.Answer) Msg { return liveCame{a} })
}

// apply shows the map of the reader's commands. If one was shown before, the cursor stays on
// its keys and its command; if it was at the last command, it goes to the new last one.
func (m liveCame) apply(u *update) {
	h := u.State
	if m.Seq != h.own.asked {
		return
	}
	h.own.asked = 0
	if !u.settings().live() || h.own.table != u.settings().Table() || host.EngineAnswerAs[*engine.LoadSimulated](m.Answer) == nil {
		return
	}
	was := h.Maps[0]
	of := newMap(m.Seq, m.Reply)
	h.Maps[0] = of
	switch {
	case len(of.Columns) == 0:
		h.Maps[0], h.Cursor, h.BusyKeys = nil, Cursor{}, nil
	case was == nil || was.Request.Table != of.Request.Table:
		row, column := of.hottest()
		of.Row, h.Cursor = row, Cursor{Column: column}
		u.Announce(page.AnnouncementPart{Value: MapAnnouncement{}})
	// The cursor and the part in view follow the keys and the command that they were at.
	default:
		of.Row = of.rowOf(was.Borders[was.Row])
		last, command := h.Cursor.Column == len(was.Columns)-1, was.Columns[h.Cursor.Column].Command
		h.Cursor.Column = max(0, slices.IndexFunc(of.Columns, func(c engine.HeatMapColumn) bool { return c.Command == command }))
		if last {
			h.Cursor.Column = len(of.Columns) - 1
		}
		if v := was.View; v.Rows < len(was.Borders) {
			of.View.Rows = min(v.Rows, len(of.Borders))
			of.View.Row = min(v.Row, len(of.Borders)-of.View.Rows)
		}
		if v := was.View; v.Columns < len(was.Columns) {
			of.View.Columns = min(v.Columns, len(of.Columns))
			of.View.Column = min(v.Column, len(of.Columns)-of.View.Columns)
		}
		u.follow()
	}
}

// newMap returns a map, in full view, of what the engine has answered.
func newMap(seq uint64, r *engine.Reply) *Map {
	simulated := engine.AnswerAs[*engine.LoadSimulated](r.Answer)
	of := &Map{seq: seq, LoadSimulated: simulated, tablets: tabletsOf(simulated)}
	of.View = picture.Viewport{Rows: len(of.Borders), Columns: len(of.Columns)}
	return of
}

// rowOf returns the row that has a key.
func (m *Map) rowOf(key base.RowKey) int {
	row, exact := slices.BinarySearch(m.Borders, key)
	if !exact {
		row--
	}
	return max(row, 0)
}

// done sums up a live map.
type done struct {
	Reads, Writes float64
	Row           int     // row with the most operations
	Share         float64 // its share of all operations
}

// LiveTotals sums up a live map.
func (m *Map) LiveTotals() (d done) {
	ops, reads, writes := m.matrix(cluster.Ops), m.matrix(cluster.Reads), m.matrix(cluster.Writes)
	all, most := 0.0, 0.0
	for row := range m.Borders {
		sum := 0.0
		for column := range m.Columns {
			sum += float64(ops.At(row, column).Value())
			d.Reads += float64(reads.At(row, column).Value())
			d.Writes += float64(writes.At(row, column).Value())
		}
		if all += sum; sum > most {
			most, d.Row = sum, row
		}
	}
	if all > 0 {
		d.Share = most / all
	}
	return d
}
