package heat

import (
	"fmt"
	"maps"
	"slices"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
)

// others is the load on the tables other than the open one.
type others struct {
	known map[string]known // by table, including the open one; not changed in place
	asked uint64           // number of the call under way for a table; 0 for none
}

// known is the result of a simulation.
type known struct {
	key string // keyOf the simulation
	*engine.LoadSimulated
}

// maxOthers is the most other tables whose load is simulated.
const maxOthers = 8

// keyOf returns a text that differs between any two simulations with different results: by
// table, state and load.
func (u *update) keyOf(r engine.SimulateLoad) string {
	r.SizeFactor, r.WhenIdle = 0, false
	return fmt.Sprint(u.Work.Version, r)
}

// keep remembers a result for the table's own key, and forgets tables that no longer exist.
func (u *update) keep(of *engine.LoadSimulated) {
	if of.Live || of.Version != u.Work.Version || of.Request.Template != "" {
		return
	}
	all := map[string]known{of.Request.Table: {u.keyOf(of.Request), of}}
	for name, k := range u.others.known {
		if _, newer := all[name]; !newer && page.TableByName(u.Work.Tables, name).Name != "" {
			all[name] = k
		}
	}
	u.others.known = all
}

// opened changes the maps after another table was opened: it shows the known map of that table,
// or none.
func (u *update) opened() {
	h := u.State
	m, table := h.Maps[0], u.settings().Table()
	if u.settings().live() && h.own.table != table && table != "" {
		h.own.old, h.Maps, h.PaintedMaps = true, [2]*Map{}, [2]*Map{}
		return
	}
	if m == nil || m.Live || u.settings().InLesson || table == "" || m.Request.Table == table {
		return
	}
	u.stop()
	u.stopHelp()
	h.Maps, h.PaintedMaps, h.Cursor, h.BusyKeys, h.behind, h.Err, h.simulatedOf = [2]*Map{}, [2]*Map{}, Cursor{}, nil, 0, nil, ""
	if k, ok := u.others.known[table]; ok {
		if r, _ := u.settings().request(); k.key == u.keyOf(r) && u.settings().beside() == "" {
			h.simulatedOf = u.itself()
			u.show0(newMap(u.Seq, &engine.Reply{Answer: k.LoadSimulated}))
		}
	}
}

// stopOthers cancels the simulation of another table, if there is one under way.
func (u *update) stopOthers() {
	if u.others.asked != 0 {
		u.CancelCall(u.others.asked)
		u.others.asked = 0
	}
}

// seekOthers simulates the load on the other tables, one after the other, once the result for
// the open table is known. It also notes the load on all tables for the comparison of designs.
func (u *update) seekOthers() {
	f := u.settings()
	if f.InLesson || f.live() || u.Work.ShowsPastState() {
		return
	}
	now, ok := f.request()
	if !ok {
		return
	}
	k, known := u.others.known[f.Table()]
	known = known && k.key == u.keyOf(now)
	// Designs are compared under this load, once it is simulated: while a number is being typed
	// the load is another one at each key. It is replaced only if it has changed.
	if f.table().Template != "" && (known || u.Work.Load == nil || f.few(f.table())) {
		if load := f.whole(); u.Work.Load == nil || fmt.Sprint(*u.Work.Load) != fmt.Sprint(load) {
			u.Work.Load = &load
		}
	}
	if !known || !u.Ready || u.waits() || u.others.asked != 0 {
		return
	}
	// Simulate the next table whose result is missing or out of date.
	seen := 0
	for _, t := range u.Work.Tables {
		if t.Template == "" || t.Rows == 0 || t.Name == f.Table() || f.few(t) {
			continue
		}
		if seen++; seen > maxOthers {
			return
		}
		r, _ := f.of(t.Name).request()
		if key := u.keyOf(r); u.others.known[t.Name].key != key {
			r.WhenIdle = true
			u.others.asked = u.ask(r, "", func(a host.Answer) Msg { return otherCame{a, t.Name, key} })
			return
		}
	}
}

// apply takes the result of a simulation on another table. A simulation that was refused has no
// result and is not asked for again.
func (m otherCame) apply(u *update) {
	if m.Seq != u.others.asked {
		return
	}
	u.others.asked = 0
	if m.Err != nil && m.Reply == nil {
		return // it was cancelled
	}
	all := map[string]known{m.table: {m.key, host.EngineAnswerAs[*engine.LoadSimulated](m.Answer)}}
	for name, k := range u.others.known {
		if name != m.table {
			all[name] = k
		}
	}
	u.others.known = all
}

// hottest returns the map of the hottest table with a known result, or nil if no table is
// hotter than the one of the map than.
func (s *State) hottest(than *Map, version uint64, few func(table string) bool) *Map {
	var most *Map
	for _, name := range slices.Sorted(maps.Keys(s.others.known)) {
		k := s.others.known[name]
		if k.LoadSimulated == nil || k.LoadSimulated.Version != version || few(name) {
			continue
		}
		m := &Map{LoadSimulated: k.LoadSimulated}
		if most == nil || m.heats() && !most.heats() || m.heats() == most.heats() && m.Hottest > most.Hottest {
			most = m
		}
	}
	if most == nil || most.Request.Table == than.Request.Table || most.Hottest <= than.Hottest && most.heats() == than.heats() {
		return nil
	}
	return most
}
