package model

import (
	"maps"

	"tabletop/app/heat"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
)

// heat handles the messages of the load and reports whether this was one.
func (u *update) heat(m Msg) bool {
	h := &u.Work.Heat
	switch m := m.(type) {
	case HeatToggled:
		h.Open = !h.Open
	case TabletsToggled:
		h.Listed = !h.Listed
	case HeatSet:
		h.Set = maps.Clone(h.Set)
		if h.Set == nil {
			h.Set = map[HeatField]string{}
		}
		was := u.HeatLive()
		h.Set[m.Field] = m.Text
		u.heatSourced(was)
		h.live.old = u.HeatLive()
	case HeatRun:
		u.simulate()
	case MetricPicked:
		h.Metric = m.Metric
		h.Bright = h.evenly()
		u.tellCell()
	case BrightSet:
		h.Bright = max(0, min(m.Step, MaxBright))
	case HeatMoved:
		u.heatMoved(m)
	case HeatPicked:
		if of := u.heatMap(m.Map); of != nil {
			h.At.Column, h.At.Pinned = m.Column, true
			of.Row = m.Row
			u.tellCell()
			u.lookBehind()
		}
	case HeatScrubbed:
		if h.Maps[0] != nil {
			h.At.Column = max(0, min(m.Column, len(h.Maps[0].Columns)-1))
			u.heatFollow()
			u.tellCell()
		}
	case HeatUnpinned:
		h.At.Pinned, h.Found, h.behind = false, nil, 0
	case HeatZoomed:
		if of := u.heatMap(m.Map); of != nil {
			u.heatShow(of, m.View)
		}
	case HeatCloser:
		u.heatCloser(m)
	case HeatWhole:
		for i, of := range h.Maps {
			if of != nil {
				u.heatShow(u.heatMap(i), heat.View{Rows: len(of.Borders), Columns: len(of.Columns)})
			}
		}
	case HeatCame:
		u.answered(m.Answer)
	case HeatPainted:
		h.Told = h.Maps
	default:
		return false
	}
	return true
}

// heatMap makes a map the one that the cursor is on and returns a copy of it that
// may be changed, nil where there is none.
func (u *update) heatMap(i int) *HeatMap {
	h := &u.Work.Heat
	if i < 0 || i >= len(h.Maps) || h.Maps[i] == nil {
		return nil
	}
	of := *h.Maps[i]
	h.Maps[i], h.At.Map = &of, i
	return &of
}

// simulate asks for the maps.
func (u *update) simulate() {
	r, ok := u.heatRequest()
	h := &u.Work.Heat
	if !ok || h.Waits() || u.HeatLive() {
		return
	}
	h.Err = nil
	h.sent = [2]uint64{u.send(host.Run{Request: r}, "running-simulate")}
	if t := u.HeatValue(HeatTemplate); t != "" && u.heatTable().Template != "" {
		r.Template = t
		h.sent[1] = u.send(host.Run{Request: r}, "running-simulate")
	}
}

// Waits reports whether maps are on their way.
func (h *Heat) Waits() bool { return h.sent != [2]uint64{} }

// heatCame takes the answer to a call of the load and reports whether it was one.
func (u *update) heatCame(w page.Pending, a host.Answer) bool {
	h := &u.Work.Heat
	run, _ := w.Call.(host.Run)
	switch asked := run.Request.(type) {
	case engine.Behind:
		if a.Seq == h.behind {
			h.behind = 0
			if a.Reply != nil {
				h.Found = engine.As[*engine.Found](a.Reply.Answer)
				u.do(ScrollTo{ID: ElementBehind}) // which a second map may have pushed out of sight
			}
		}
	case engine.Simulate:
		u.simulated(asked, a)
	case engine.LiveLoad:
		u.liveCame(asked, a)
	default:
		return false
	}
	return true
}

func (u *update) simulated(asked engine.Simulate, a host.Answer) {
	h := &u.Work.Heat
	i := 0
	switch a.Seq {
	case h.sent[0]:
	case h.sent[1]:
		i = 1
	default:
		return // of a workspace that was left
	}
	h.sent[i] = 0
	err := a.Err
	if err == nil && a.Reply != nil {
		err = a.Reply.Err
	}
	if err != nil || host.AnswerOf[*engine.Simulated](a) == nil {
		if err != nil && err.Code == base.CodeCancelled && h.sent[1] != 0 {
			u.do(Send{Sent: host.Sent{Seq: u.next(), Call: host.Cancel{Seq: h.sent[1]}}})
			return
		}
		if err != nil && err.Code != base.CodeCancelled {
			h.Err = err
		}
		return
	}
	of := newHeatMap(a.Seq, a.Reply)
	if u.HeatLive() {
		of.Row, _ = of.hottest()
		if h.live.kept[i] = of; i == 0 {
			h.live.kept[1] = nil
		}
		return
	}
	h.Maps[i] = of
	if i == 0 {
		h.Found, h.behind, h.At, h.Maps[1] = nil, 0, HeatAt{}, nil
	}
	h.Bright = h.evenly()
	row, column := of.hottest()
	if of.Row = row; i == 0 {
		h.At.Column = column
	}
	u.tell(Saying{Of: HeatDiagnosed{Map: i}})
}

// evenly returns the brightness at which what would be even has about a quarter of
// the colours.
func (h *Heat) evenly() int {
	most, mean := float32(0), float32(0)
	for _, m := range h.Maps {
		if m == nil {
			continue
		}
		if m.Live {
			return 0
		}
		most, mean = max(most, m.Peaks[h.Metric].Most.Value()), max(mean, m.Peaks[h.Metric].Mean.Value())
	}
	step := 0
	for h.Metric != cluster.Load && mean > 0 && step < MaxBright && most > 8*mean {
		step++
		most /= 2
	}
	return step
}

// hottest returns the first of the cells with the most operations.
func (m *HeatMap) hottest() (row, column int) {
	i, columns := m.Peaks[cluster.Ops].Cell, max(len(m.Columns), 1)
	return i / columns, i % columns
}

func (u *update) heatMoved(m HeatMoved) {
	of := u.heatMap(m.Map)
	if of == nil {
		return
	}
	h, v := &u.Work.Heat, of.View
	page := max(v.Rows/10, 1)
	switch m.Move {
	case MoveUp:
		of.Row--
	case MoveDown:
		of.Row++
	case MoveLeft:
		h.At.Column--
	case MoveRight:
		h.At.Column++
	case MovePageUp:
		of.Row -= page
	case MovePageDown:
		of.Row += page
	case MoveRowStart:
		h.At.Column = v.Column
	case MoveRowEnd:
		h.At.Column = v.Column + v.Columns - 1
	case MoveFirst:
		of.Row, h.At.Column = v.Row, v.Column
	case MoveLast:
		of.Row, h.At.Column = v.Row+v.Rows-1, v.Column+v.Columns-1
	default:
		panic("model: a move that the map does not know")
	}
	of.Row = max(0, min(of.Row, len(of.Borders)-1))
	h.At.Column = max(0, min(h.At.Column, len(of.Columns)-1))
	if h.At.Pinned {
		h.At.Pinned, h.Found, h.behind = false, nil, 0
	}
	u.heatFollow()
	u.tellCell()
}

// heatFollow brings the cursor into sight.
func (u *update) heatFollow() {
	h := &u.Work.Heat
	for i, m := range h.Maps {
		if m == nil {
			continue
		}
		of, v := *m, m.View
		v.Row = max(min(v.Row, of.Row), of.Row-v.Rows+1)
		v.Column = max(min(v.Column, h.At.Column), h.At.Column-v.Columns+1)
		if v != of.View {
			of.View = v
			h.Maps[i] = &of
		}
	}
}

// heatShow shows a part of a map, and its columns of the other one.
func (u *update) heatShow(of *HeatMap, v heat.View) {
	rows, columns := len(of.Borders), len(of.Columns)
	v.Rows, v.Columns = max(1, min(v.Rows, rows)), max(1, min(v.Columns, columns))
	v.Row, v.Column = max(0, min(v.Row, rows-v.Rows)), max(0, min(v.Column, columns-v.Columns))
	of.View = v
	of.Row = max(v.Row, min(of.Row, v.Row+v.Rows-1))
	h := &u.Work.Heat
	h.At.Column = max(v.Column, min(h.At.Column, v.Column+v.Columns-1))
	for i, m := range h.Maps {
		if m != nil && m != of && (m.View.Column != v.Column || m.View.Columns != v.Columns) {
			other := *m
			other.View.Column, other.View.Columns = v.Column, v.Columns
			h.Maps[i] = &other
		}
	}
}

func (u *update) heatCloser(m HeatCloser) {
	of := u.heatMap(m.Map)
	if of == nil {
		return
	}
	around := func(from, n, at, way int) (int, int) {
		switch {
		case way > 0:
			n = max(n/2, 4)
		case way < 0:
			n *= 2
		default:
			return from, n
		}
		return at - n/2, n
	}
	v := of.View
	v.Row, v.Rows = around(v.Row, v.Rows, of.Row, m.Rows)
	v.Column, v.Columns = around(v.Column, v.Columns, u.Work.Heat.At.Column, m.Columns)
	u.heatShow(of, v)
}

// tellCell says what is under the cursor.
func (u *update) tellCell() {
	at := u.Work.Heat.At
	if u.Work.Heat.Maps[at.Map] != nil {
		u.tell(Saying{Of: HeatCell(at)})
	}
}

// lookBehind asks what is behind the cell under the cursor.
func (u *update) lookBehind() {
	h := &u.Work.Heat
	of := h.Maps[h.At.Map]
	h.Found, h.behind = nil, 0
	if of.Live || of.Version != u.Work.Version {
		return // the table is another one by now
	}
	start, end := of.Range(of.Row)
	from, to := of.Time(h.At.Column)
	h.behind = u.send(host.Run{Request: engine.Behind{Of: of.Of, Start: start, End: end, From: from, To: to}}, "running-simulate")
}

// HeatStale reports whether a map is of tables as they were before.
func (w *Workbench) HeatStale(i int) bool {
	return w.Heat.Maps[i] != nil && !w.Heat.Maps[i].Live && w.Heat.Maps[i].Version != w.Version
}
