package heat

import (
	"maps"

	"tabletop/app/heat/picture"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/cluster"
)

// Msg is something that happened to the load.
type Msg interface{ apply(*update) }

type (
	// Set brings what a field of the traffic holds.
	Set struct {
		Field Field
		Text  string
	}
	// PresetPicked has the traffic be that of a preset.
	PresetPicked struct{ Preset Preset }
	// Asked says how many times a second a question is asked that had another name before,
	// "" for a new one; without a rate it keeps that one's.
	Asked struct{ Query, Was, Rate string }
	// Compared puts another key beside the table's: a template, [typed] for one that is
	// typed, "" for none.
	Compared struct{ Template string }
	// DetailsShown goes to what is told under the maps.
	DetailsShown struct{}
	// MoreToggled shows all words of the traffic, or the usual ones.
	MoreToggled struct{}
	// Run simulates.
	Run struct{}
	// MetricPicked shows another metric.
	MetricPicked struct{ Metric cluster.Metric }
	// BrightSet makes the maps brighter or darker.
	BrightSet struct{ Step int }
	// Moved moves the cursor of a map.
	Moved struct {
		Map  int
		Move page.Move
	}
	// Picked pins the cursor to a cell and asks what is behind that.
	Picked struct{ Map, Row, Column int }
	// Scrubbed moves the cursor to a column.
	Scrubbed struct{ Column int }
	// Unpinned lets go of the cell.
	Unpinned struct{}
	// Zoomed shows a part of a map larger; the columns are those of both.
	Zoomed struct {
		Map  int
		View picture.View
	}
	// ZoomBy zooms in around the cursor of a map, or out again: by rows, by
	// columns.
	ZoomBy struct {
		Map           int
		Rows, Columns int // -1 out, 1 in
	}
	// Whole shows the maps whole.
	Whole struct{}
	// came brings the answer to a call, as the message to.
	came struct {
		host.Answer
		to Msg
	}
	// simulated brings one of the maps.
	simulated struct {
		host.Answer
		at int
	}
	// found brings what is behind the pinned cell.
	found struct{ host.Answer }
	// otherCame brings the map of another table, and of what the key says.
	otherCame struct {
		host.Answer
		table, key string
	}
	// liveCame brings the map of the reader's commands.
	liveCame struct{ host.Answer }
	// TabletsToggled shows or hides the list of the tablets at the cursor's time.
	TabletsToggled struct{}
	// Rested comes a moment after the traffic, or what it is of, has changed.
	Rested struct{ Of string }
	// Painted tells in words of the maps that there are now.
	Painted struct{}
)

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

func (u *update) settings() settings { return settings{given(u.Update.State, u.Work), u.State} }

func (m Compared) apply(u *update) {
	if u.Typing = m.Template == typed; u.Typing {
		u.Do(page.Focus{ID: FieldTemplate.Element()})
		return
	}
	Set{FieldTemplate, m.Template}.apply(u)
}

func (DetailsShown) apply(u *update) {
	u.Do(page.ScrollTo{ID: elementTold})
	u.Do(page.Focus{ID: elementTold})
}

func (MoreToggled) apply(u *update)    { u.More = !u.More }
func (TabletsToggled) apply(u *update) { u.Listed = !u.Listed }

func (m Set) apply(u *update) {
	if m.Field == FieldPrice {
		u.Price = m.Text
		return
	}
	if m.Field == FieldTable && u.Lesson == nil {
		u.ShowTable(m.Text)
		return
	}
	was := u.settings().Live()
	set := maps.Clone(u.Set)
	if set == nil {
		set = map[Field]string{}
	}
	set[m.Field] = m.Text
	u.Set, u.Why = set, ""
	if q, is := m.Field.query(); is && m.Text != "0" && !u.settings().Refused(m.Field) {
		u.rate(q, m.Text)
	}
	u.More = u.More || m.Text == "0" || m.Text == "" // what is as usual stays, while the reader is at it
	u.sourced(was)
	u.own.old = u.settings().Live()
}

// rate keeps how often a question is asked.
func (u *update) rate(query, rate string) {
	rates := map[string]string{query: rate}
	for q, r := range u.Rates {
		if q != query {
			rates[q] = r
		}
	}
	u.Rates = rates
}

func (m Asked) apply(u *update) {
	given, set := m.Rate, m.Rate
	if m.Rate == "" {
		given, set = u.Rates[m.Was], u.Set[ReadField(m.Was)]
	}
	if set != "" {
		Set{ReadField(m.Query), set}.apply(u)
	}
	u.rate(m.Query, given)
}

func (Run) apply(u *update) { u.simulate(false) }

func (m MetricPicked) apply(u *update) {
	u.Metric, u.picked = m.Metric, true
	u.Bright = u.evenly()
	u.tellCell()
}

func (m BrightSet) apply(u *update) { u.Bright = max(0, min(m.Step, MaxBright)) }

func (m Picked) apply(u *update) {
	if of := u.mapAt(m.Map); of != nil {
		u.At.Column, u.At.Pinned = m.Column, true
		of.Row = m.Row
		u.tellCell()
		u.lookBehind()
	}
}

func (m Scrubbed) apply(u *update) {
	if u.Maps[0] != nil {
		u.At.Column = max(0, min(m.Column, len(u.Maps[0].Columns)-1))
		u.follow()
		u.tellCell()
	}
}

func (Unpinned) apply(u *update) { u.unpin() }

func (m Zoomed) apply(u *update) {
	if of := u.mapAt(m.Map); of != nil {
		u.show(of, m.View)
	}
}

func (Whole) apply(u *update) {
	for i, of := range u.Maps {
		if of != nil {
			u.show(u.mapAt(i), picture.View{Rows: len(of.Borders), Columns: len(of.Columns)})
		}
	}
}

func (Painted) apply(u *update) { u.Told = u.Maps }

func (m came) apply(u *update) {
	if of := host.AnswerOf[*engine.Simulated](m.Answer); of != nil && !of.Live {
		u.Do(page.SendAfterDraw{Msg: m.to}) // the page is idle again before it shows the map
		return
	}
	m.to.apply(u)
}

func (m found) apply(u *update) {
	if m.Seq != u.behind {
		return
	}
	u.behind = 0
	if m.Reply != nil {
		u.Found = host.AnswerOf[*engine.Found](m.Answer)
		u.Do(page.ScrollTo{ID: ElementBehind}) // which a second map may have pushed out of sight
	}
}

func (u *update) unpin() { u.At.Pinned, u.Found, u.behind = false, nil, 0 }

// ask asks the engine; its answer comes as the message that to makes.
func (u *update) ask(r engine.Request, running string, to func(host.Answer) Msg) uint64 {
	return u.Ask(host.Execute{Request: r}, running, func(a host.Answer) page.Msg { return came{a, to(a)} })
}

// Restarted forgets the calls that will have no answer.
func (s *State) Restarted() {
	s.sent, s.behind, s.own.asked, s.others, s.simulatedOf, s.Help = [2]uint64{}, 0, 0, others{}, "", help{}
}
