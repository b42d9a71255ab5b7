package heat

import (
	"fmt"
	"reflect"
	"time"

	"tabletop/app/heat/picture"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
)

// mapAt moves the cursor to a map and returns a copy of that map, which replaces it and may be
// changed; nil if there is no such map.
func (u *update) mapAt(i int) *Map {
	h := u.State
	if i < 0 || i >= len(h.Maps) || h.Maps[i] == nil {
		return nil
	}
	of := *h.Maps[i]
	h.Maps[i], h.Cursor.Map = &of, i
	return &of
}

// rest is how long traffic and tables must stay unchanged before they are simulated.
const rest = 250 * time.Millisecond

// itself returns a text that identifies what should be simulated without being asked for; ""
// for nothing. In lessons it is always "".
func (u *update) itself() string {
	f := u.settings()
	r, ok := f.request()
	if !ok || !u.Ready || f.InLesson || f.live() || f.table().Template == "" || u.Work.ShowsPastState() {
		return ""
	}
	return fmt.Sprint(u.Work.Version, r, f.beside())
}

// settle plans the simulation of the open table for when nothing has changed for a moment.
func (u *update) settle() {
	if of := u.itself(); of != "" && of != u.simulatedOf && of != u.resting {
		u.resting = of
		u.DoEffect(page.SendMsgLater{Wait: rest, Msg: rested{of}})
	}
}

// apply starts the planned simulation if nothing has changed since it was planned.
func (m rested) apply(u *update) {
	if u.resting == m.Of {
		u.resting = ""
	}
	if m.Of != u.itself() || m.Of == u.simulatedOf {
		return
	}
	u.stop()
	u.stopHelp()
	u.stopOthers()
	u.simulatedOf = m.Of
	u.simulate(true)
}

// stop cancels the simulations of the open table.
func (u *update) stop() {
	for i, seq := range u.sent {
		if seq != 0 {
			u.CancelCall(seq)
			u.sent[i] = 0
		}
	}
}

// step removes the maps after a lesson's step with other traffic than the last one.
func (u *update) step() {
	of := u.settings().Traffic
	if of == nil || of == u.about {
		return
	}
	if u.about != nil && !reflect.DeepEqual(of, u.about) {
		u.stop()
		h := u.State
		h.Maps, h.PaintedMaps, h.Cursor, h.BusyKeys, h.behind, h.Err = [2]*Map{}, [2]*Map{}, Cursor{}, nil, 0, nil
	}
	u.about = of
}

// simulate sends the simulations. With idle they run when the host has nothing else to do. It
// does nothing if a field is refused, a simulation is under way, or the map shows commands.
func (u *update) simulate(idle bool) {
	r, ok := u.settings().request()
	r.WhenIdle = idle
	running := "running-simulate"
	if idle {
		running = ""
	} else if of := u.itself(); of != "" {
		u.simulatedOf = of
	}
	h := u.State
	if !ok || h.waits() || u.settings().live() {
		return
	}
	h.Err = nil
	ask := func(at int) uint64 {
		return u.ask(r, running, func(a host.Answer) Msg { return simulated{a, at} })
	}
	// The second map has the same traffic under another key.
	h.sent = [2]uint64{ask(0)}
	if t := u.settings().beside(); t != "" && u.settings().table().Template != "" {
		r.Template = t
		h.sent[1] = ask(1)
	}
}

// waits reports whether a simulation of the open table is under way.
func (h *State) waits() bool { return h.sent != [2]uint64{} }

// apply shows a simulated map. If the first of two was cancelled, the second is cancelled too.
func (m simulated) apply(u *update) {
	h, i, a := u.State, m.at, m.Answer
	if a.Seq != h.sent[i] {
		return
	}
	h.sent[i] = 0
	err := page.AnswerError(a)
	if err != nil || host.EngineAnswerAs[*engine.LoadSimulated](a) == nil {
		if err != nil && err.Code == base.CodeCancelled && h.sent[1] != 0 {
			u.CancelCall(h.sent[1])
			return
		}
		if err != nil && err.Code != base.CodeCancelled {
			h.Err = err
		}
		return
	}
	of := newMap(a.Seq, a.Reply)
	// The reader has changed to the commands meanwhile: keep the map for later.
	if u.settings().live() {
		of.Row, _ = of.hottest()
		if h.own.kept[i] = of; i == 0 {
			h.own.kept[1] = nil
		}
		return
	}
	if h.Maps[i] = of; i == 0 {
		u.keep(of.LoadSimulated)
		u.show0(of)
		return
	}
	h.Brightness = h.evenly()
	of.Row, _ = of.hottest()
	u.Announce(page.AnnouncementPart{Value: MapAnnouncement{Map: i}})
}

// show0 shows the map of the table's own key, with the cursor on its hottest cell.
func (u *update) show0(of *Map) {
	h := u.State
	of.few = u.settings().few(page.TableByName(u.Work.Tables, of.Request.Table))
	h.Maps[0] = of
	u.count(of)
	u.seekHelp(of)
	h.BusyKeys, h.behind, h.Cursor, h.Maps[1] = nil, 0, Cursor{}, nil
	if !h.picked {
		h.Metric = of.shows()
	}
	h.Brightness = h.evenly()
	of.Row, h.Cursor.Column = of.hottest()
	u.Announce(page.AnnouncementPart{Value: MapAnnouncement{}})
}

// evenly returns the brightness at which an even load would have about a quarter of the
// colours. For the load of nodes the busiest one has at least half of them.
func (h *State) evenly() int {
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
	for h.Metric == cluster.Load && most > 0 && 2*most <= 1 && step < maxBright {
		step++
		most *= 2
	}
	for h.Metric != cluster.Load && mean > 0 && step < maxBright && most > 8*mean {
		step++
		most /= 2
	}
	return step
}

// hottest returns the first cell with the most operations.
func (m *Map) hottest() (row, column int) {
	i, columns := m.Peaks[cluster.Ops].Cell, max(len(m.Columns), 1)
	return i / columns, i % columns
}

// apply moves the cursor by a key, and releases the pinned cell.
func (m moved) apply(u *update) {
	of := u.mapAt(m.Map)
	if of == nil {
		return
	}
	h, v := u.State, of.View
	leap := max(v.Rows/10, 1)
	switch m.Move {
	case page.MoveUp:
		of.Row--
	case page.MoveDown:
		of.Row++
	case page.MoveLeft:
		h.Cursor.Column--
	case page.MoveRight:
		h.Cursor.Column++
	case page.MovePageUp:
		of.Row -= leap
	case page.MovePageDown:
		of.Row += leap
	case page.MoveRowStart:
		h.Cursor.Column = v.Column
	case page.MoveRowEnd:
		h.Cursor.Column = v.Column + v.Columns - 1
	case page.MoveFirst:
		of.Row, h.Cursor.Column = v.Row, v.Column
	case page.MoveLast:
		of.Row, h.Cursor.Column = v.Row+v.Rows-1, v.Column+v.Columns-1
	default:
		panic("heat: a move that the map does not know")
	}
	// The cursor stays on the map, and comes into view.
	of.Row = max(0, min(of.Row, len(of.Borders)-1))
	h.Cursor.Column = max(0, min(h.Cursor.Column, len(of.Columns)-1))
	if h.Cursor.Pinned {
		u.unpin()
	}
	u.follow()
	u.tellCell()
}

// follow scrolls the maps so that the cursor is in view.
func (u *update) follow() {
	h := u.State
	for i, m := range h.Maps {
		if m == nil {
			continue
		}
		of, v := *m, m.View
		v.Row = max(min(v.Row, of.Row), of.Row-v.Rows+1)
		v.Column = max(min(v.Column, h.Cursor.Column), h.Cursor.Column-v.Columns+1)
		if v != of.View {
			of.View = v
			h.Maps[i] = &of
		}
	}
}

// show shows a part of a map, clipped to it, and the same columns of the other map. The cursor
// moves into that part.
func (u *update) show(of *Map, v picture.Viewport) {
	rows, columns := len(of.Borders), len(of.Columns)
	v.Rows, v.Columns = max(1, min(v.Rows, rows)), max(1, min(v.Columns, columns))
	v.Row, v.Column = max(0, min(v.Row, rows-v.Rows)), max(0, min(v.Column, columns-v.Columns))
	of.View = v
	of.Row = max(v.Row, min(of.Row, v.Row+v.Rows-1))
	h := u.State
	h.Cursor.Column = max(v.Column, min(h.Cursor.Column, v.Column+v.Columns-1))
	for i, m := range h.Maps {
		if m != nil && m != of && (m.View.Column != v.Column || m.View.Columns != v.Columns) {
			other := *m
			other.View.Column, other.View.Columns = v.Column, v.Columns
			h.Maps[i] = &other
		}
	}
}

// apply halves or doubles the rows or columns in view, around the cursor.
func (m zoomBy) apply(u *update) {
	of := u.mapAt(m.Map)
	if of == nil {
		return
	}
	// around returns the new range of one axis: half or twice as large, with the cursor in the
	// middle.
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
	v.Column, v.Columns = around(v.Column, v.Columns, u.Cursor.Column, m.Columns)
	u.show(of, v)
}

// tellCell tells screen readers the cell under the cursor.
func (u *update) tellCell() {
	at := u.Cursor
	if u.Maps[at.Map] != nil {
		u.Announce(page.AnnouncementPart{Value: saidCell(at)})
	}
}

// findBusyKeys asks for the keys and questions that make the load of the cell under the cursor.
func (u *update) findBusyKeys() {
	h := u.State
	of := h.Maps[h.Cursor.Map]
	h.BusyKeys, h.behind = nil, 0
	if of.Live || of.Version != u.Work.Version {
		return // the table has changed since
	}
	start, end := of.KeyRange(of.Row)
	from, to := of.TimeSpan(h.Cursor.Column)
	h.behind = u.ask(engine.FindBusyKeys{Simulation: of.Request, Start: start, End: end, From: from, To: to}, "running-simulate", func(a host.Answer) Msg { return found{a} })
}
