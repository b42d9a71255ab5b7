package heat

import (
	"maps"

	"tabletop/app/heat/picture"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/cluster"
)

// Msg is a message of this part.
type Msg interface{ apply(*update) }

type (
	// FieldChanged changes the value of a field.
	FieldChanged struct {
		Field TrafficField
		Text  string
	}
	// presetPicked sets all fields to those of a preset.
	presetPicked struct{ Preset preset }
	// QueryRateSet says how many times a second a question is asked. Was is the question's former
	// name, "" for a new one. Without a Rate it keeps the rate of the former name.
	QueryRateSet struct{ Query, Was, Rate string }
	// compared chooses the key of the second map: a template, [typed], or "" for none.
	compared struct{ Template string }
	// detailsShown scrolls to the texts below the maps.
	detailsShown struct{}
	// moreToggled shows all fields of the traffic, or only the unusual ones.
	moreToggled struct{}
	// SimulatePressed starts the simulation.
	SimulatePressed struct{}
	// metricPicked shows another metric.
	metricPicked struct{ Metric cluster.Metric }
	// brightSet sets the brightness, see [State].Bright.
	brightSet struct{ Step int }
	// moved moves the cursor of a map.
	moved struct {
		Map  int
		Move page.CursorMove
	}
	// picked pins the cursor to a cell, and asks for the keys and questions of its load.
	picked struct{ Map, Row, Column int }
	// scrubbed moves the cursor to a column.
	scrubbed struct{ Column int }
	// unpinned releases the pinned cell.
	unpinned struct{}
	// zoomed shows a part of a map. The columns apply to both maps.
	zoomed struct {
		Map  int
		View picture.Viewport
	}
	// zoomBy zooms a map around the cursor, separately by rows and by columns.
	zoomBy struct {
		Map           int
		Rows, Columns int // 1 zooms in, -1 out, 0 not at all
	}
	// whole shows the whole maps.
	whole struct{}
	// came brings the answer to a call of this part. The message to handles it, after a drawing
	// if the answer is a map.
	came struct {
		host.Answer
		to Msg
	}
	// simulated brings a simulated map; at is its index.
	simulated struct {
		host.Answer
		at int
	}
	// found brings the keys and questions of the pinned cell's load.
	found struct{ host.Answer }
	// otherCame brings the map of another table; key is its keyOf.
	otherCame struct {
		host.Answer
		table, key string
	}
	// liveCame brings the map of the reader's commands.
	liveCame struct{ host.Answer }
	// tabletsToggled shows or hides the list of tablets at the cursor's time.
	tabletsToggled struct{}
	// rested comes a moment after the traffic or the tables have changed. Of is what was to be
	// simulated then, see itself.
	rested struct{ Of string }
	// painted says that the present maps are painted, so that texts may be about them.
	painted struct{}
)

// update is the handling of one message of this part.
type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) {
	u := &update{t, s}
	m.apply(u)
	u.keepLoad()
}

// settings returns the fields with what they depend on.
func (u *update) settings() settings { return settings{given(u.Update.State, u.Work), u.State} }

// apply sets the key of the second map, or shows the field in which the reader types it.
func (m compared) apply(u *update) {
	if u.Typing = m.Template == typed; u.Typing {
		u.DoEffect(page.FocusElement{ID: FieldTemplate.element()})
		return
	}
	FieldChanged{FieldTemplate, m.Template}.apply(u)
}

func (detailsShown) apply(u *update) {
	u.DoEffect(page.ScrollToElement{ID: elementTold})
	u.DoEffect(page.FocusElement{ID: elementTold})
}

func (moreToggled) apply(u *update)    { u.More = !u.More }
func (tabletsToggled) apply(u *update) { u.Listed = !u.Listed }

// apply sets a field. The price changes no map; in a sandbox another table is shown instead of
// set; and a question's rate is also remembered for itself, so that a preset cannot remove it.
func (m FieldChanged) apply(u *update) {
	if m.Field == FieldPrice {
		u.Price = m.Text
		return
	}
	if m.Field == FieldTable && u.Lesson == nil {
		u.ShowTable(m.Text)
		return
	}
	was := u.settings().live()
	set := maps.Clone(u.Set)
	if set == nil {
		set = map[TrafficField]string{}
	}
	set[m.Field] = m.Text
	u.Set, u.PresetRefusal = set, ""
	if q, is := m.Field.query(); is && m.Text != "0" && !u.settings().refused(m.Field) {
		u.rate(q, m.Text)
	}
	u.More = u.More || m.Text == "0" || m.Text == "" // show usual values until More is closed
	u.sourced(was)
	u.own.old = u.settings().live()
}

// rate notes how often a question is asked.
func (u *update) rate(query, rate string) {
	rates := map[string]string{query: rate}
	for q, r := range u.Rates {
		if q != query {
			rates[q] = r
		}
	}
	u.Rates = rates
}

// apply moves the rate of a renamed question to its new name.
func (m QueryRateSet) apply(u *update) {
	given, set := m.Rate, m.Rate
	if m.Rate == "" {
		given, set = u.Rates[m.Was], u.Set[readField(m.Was)]
	}
	if set != "" {
		FieldChanged{readField(m.Query), set}.apply(u)
	}
	u.rate(m.Query, given)
}

func (SimulatePressed) apply(u *update) { u.simulate(false) }

func (m metricPicked) apply(u *update) {
	u.Metric, u.picked = m.Metric, true
	u.Brightness = u.evenly()
	u.tellCell()
}

func (m brightSet) apply(u *update) { u.Brightness = max(0, min(m.Step, maxBright)) }

// apply pins a cell and asks for the keys and questions of its load.
func (m picked) apply(u *update) {
	if of := u.mapAt(m.Map); of != nil {
		u.Cursor.Column, u.Cursor.Pinned = m.Column, true
		of.Row = m.Row
		u.tellCell()
		u.findBusyKeys()
	}
}

// apply moves the cursor to a column, which is scrolled into view.
func (m scrubbed) apply(u *update) {
	if u.Maps[0] != nil {
		u.Cursor.Column = max(0, min(m.Column, len(u.Maps[0].Columns)-1))
		u.follow()
		u.tellCell()
	}
}

func (unpinned) apply(u *update) { u.unpin() }

func (m zoomed) apply(u *update) {
	if of := u.mapAt(m.Map); of != nil {
		u.show(of, m.View)
	}
}

// apply zooms out both maps.
func (whole) apply(u *update) {
	for i, of := range u.Maps {
		if of != nil {
			u.show(u.mapAt(i), picture.Viewport{Rows: len(of.Borders), Columns: len(of.Columns)})
		}
	}
}

func (painted) apply(u *update) { u.PaintedMaps = u.Maps }

// apply handles the answer, a moment later if it is a simulated map.
func (m came) apply(u *update) {
	if of := host.EngineAnswerAs[*engine.LoadSimulated](m.Answer); of != nil && !of.Live {
		u.DoEffect(page.SendMsgAfterDraw{Msg: m.to}) // let the page handle events before it draws the map
		return
	}
	m.to.apply(u)
}

// apply shows the keys and questions of the pinned cell, unless the reader has released it.
func (m found) apply(u *update) {
	if m.Seq != u.behind {
		return
	}
	u.behind = 0
	if m.Reply != nil {
		u.BusyKeys = host.EngineAnswerAs[*engine.BusyKeysFound](m.Answer)
		u.DoEffect(page.ScrollToElement{ID: elementBusyKeys}) // a second map may have pushed it out of view
	}
}

// unpin releases the pinned cell.
func (u *update) unpin() { u.Cursor.Pinned, u.BusyKeys, u.behind = false, nil, 0 }

// ask sends a request. Its answer comes as the message that to makes.
func (u *update) ask(r engine.Request, running string, to func(host.Answer) Msg) uint64 {
	return u.SendCallThen(host.ExecuteRequest{Request: r}, running, func(a host.Answer) page.Msg { return came{a, to(a)} })
}

// OnWorkerRestarted forgets the calls under way, which a new worker will not answer.
func (s *State) OnWorkerRestarted() {
	s.sent, s.behind, s.own.asked, s.others, s.simulatedOf, s.Help = [2]uint64{}, 0, 0, others{}, "", help{}
}
