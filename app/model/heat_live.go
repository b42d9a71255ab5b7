package model

import (
	"slices"

	"tabletop/app/heat"
	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
)

// HeatSource is the field that says whether traffic is simulated, "", or is that of
// the reader's own commands, [LiveSource].
const HeatSource HeatField = "source"

// LiveSource is what it holds then.
const LiveSource = "live"

// LiveMetrics are the first so many of the metrics: those that commands have.
const LiveMetrics = cluster.Latency

// heatLive is what the load remembers of the reader's own commands.
type heatLive struct {
	old   bool        // more has been done than the map shows
	asked uint64      // the call under way that brings it
	kept  [2]*HeatMap // those of simulated traffic, out of sight meanwhile
}

// HeatLive reports whether the load is that of the reader's own commands.
func (st *State) HeatLive() bool { return st.HeatValue(HeatSource) == LiveSource }

// heatSourced shows the maps of the source that is chosen now.
func (u *update) heatSourced(was bool) {
	h := &u.Work.Heat
	live := u.HeatLive()
	if live == was {
		return
	}
	h.At, h.Found, h.behind, h.Err = HeatAt{}, nil, 0, nil
	if live {
		h.live.old, h.live.kept, h.Maps = true, h.Maps, [2]*HeatMap{}
		if h.Metric >= LiveMetrics {
			h.Metric = cluster.Ops
		}
	} else {
		h.Maps = h.live.kept
		h.live = heatLive{}
	}
	h.Told = h.Maps
	h.Bright = h.evenly()
}

// done notes that a call may have read or written something.
func (u *update) done(c host.Call) {
	if u.HeatLive() && !host.NatureOf(c).Looks {
		u.Work.Heat.live.old = true
	}
}

// followLive asks for the map of the reader's commands if it is in sight and old.
func (u *update) followLive() {
	l := &u.Work.Heat.live
	if !l.old || l.asked != 0 || !u.Ready || !u.Work.Heat.Open && u.Work.Tab != TabMap || u.HeatOf() == "" {
		return
	}
	l.old, l.asked = false, u.send(host.Run{Request: engine.LiveLoad{Table: u.HeatOf()}}, "")
}

// liveCame shows the map of the reader's commands. Where it was shown before, the
// cursor stays on its keys and its command, or at the end.
func (u *update) liveCame(asked engine.LiveLoad, a host.Answer) {
	h := &u.Work.Heat
	if a.Seq != h.live.asked {
		return
	}
	h.live.asked = 0
	if !u.HeatLive() || asked.Table != u.HeatOf() || host.AnswerOf[*engine.Simulated](a) == nil {
		return
	}
	was := h.Maps[0]
	of := newHeatMap(a.Seq, a.Reply)
	h.Maps[0] = of
	switch {
	case len(of.Columns) == 0:
		h.Maps[0], h.At, h.Found = nil, HeatAt{}, nil
	case was == nil || was.Of.Table != of.Of.Table:
		row, column := of.hottest()
		of.Row, h.At = row, HeatAt{Column: column}
		u.tell(Saying{Of: HeatDiagnosed{}})
	default:
		of.Row = of.RowOf(was.Borders[was.Row])
		last, command := h.At.Column == len(was.Columns)-1, was.Columns[h.At.Column].Command
		h.At.Column = max(0, slices.IndexFunc(of.Columns, func(c engine.SimulatedColumn) bool { return c.Command == command }))
		if last {
			h.At.Column = len(of.Columns) - 1
		}
		if v := was.View; v.Rows < len(was.Borders) {
			of.View.Rows = min(v.Rows, len(of.Borders))
			of.View.Row = min(v.Row, len(of.Borders)-of.View.Rows)
		}
		if v := was.View; v.Columns < len(was.Columns) {
			of.View.Columns = min(v.Columns, len(of.Columns))
			of.View.Column = min(v.Column, len(of.Columns)-of.View.Columns)
		}
		u.heatFollow()
	}
}

// newHeatMap returns a whole map of what the engine answered.
func newHeatMap(seq uint64, r *engine.Reply) *HeatMap {
	simulated := engine.As[*engine.Simulated](r.Answer)
	of := &HeatMap{seq: seq, Simulated: simulated, tablets: tabletsOf(simulated)}
	of.View = heat.View{Rows: len(of.Borders), Columns: len(of.Columns)}
	return of
}

// RowOf returns the row that a key is in.
func (m *HeatMap) RowOf(key base.RowKey) int {
	row, exact := slices.BinarySearch(m.Borders, key)
	if !exact {
		row--
	}
	return max(row, 0)
}

// Done is what the commands of a live map have come to.
type Done struct {
	Reads, Writes float64
	Row           int     // with the most operations
	Share         float64 // of them that it has
}

// Done adds up a live map.
func (m *HeatMap) Done() (d Done) {
	ops, reads, writes := m.Matrix(cluster.Ops), m.Matrix(cluster.Reads), m.Matrix(cluster.Writes)
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
