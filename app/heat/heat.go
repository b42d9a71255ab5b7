// Package heat is the part of the page that shows where load falls on a table. It simulates
// traffic on a cluster, or takes the reader's own commands, and draws the result as heat maps:
// rows are ranges of keys, columns are spans of time (or commands), and the colour is an
// amount.
//
// # Terms
//
// The traffic is what the form's fields say: writes and reads a second, their order, the number
// of nodes and so on. A preset is a named setting of all the fields. A second map may show
// another row key (a template) under the same traffic. A remedy is a change that the simulation
// has shown to cool a hot table.
//
// # How it works
//
// Fields are a map from [TrafficField] to text in [State].Set; fields that the reader has not changed
// have a value by the lesson's step or a default. The type settings combines them with what the
// page knows of the tables, and makes the request (engine.SimulateLoad). In a sandbox the load is
// simulated by itself, a moment after a change, first for the open table and then for the
// others; in a lesson the reader says when. [AfterMessage], which the root calls after every message,
// starts that. The answers become a [Map] each.
//
// Maps are painted on canvases, in steps over several frames, see view_paint.go. Package
// picture makes the pixels.
package heat

import (
	"strconv"
	"strings"

	"tabletop/app/heat/picture"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/traffic"
	"tabletop/lessons"
)

// State is the load: the settings, and the maps that were made from them.
type State struct {
	Open bool // the heat map is shown in place of the rows
	changed
	Err           *base.Error           // why there is no newer map; nil if nothing failed
	Maps          [2]*Map               // nil for none; the second one has another template under the same traffic
	PaintedMaps   [2]*Map               // the maps that texts are about: Maps, once they are painted
	Metric        cluster.Metric        // what the colours show
	picked        bool                  // the reader has chosen Metric
	Brightness    int                   // how often the brightness is doubled, up to maxBright
	Cursor        Cursor                // the cursor
	BusyKeys      *engine.BusyKeysFound // keys and questions of the pinned cell; nil for none
	Listed        bool                  // the tablets at the cursor's time are listed
	More          bool                  // all fields of the traffic are shown
	Typing        bool                  // the key of the second map is typed, not chosen
	Price         string                // of a node for an hour, as typed; "" for none
	PresetRefusal string                // i18n code of why a preset is impossible; "" for none
	PresetResults [presets]tried        // results by preset
	Help          help                  // remedies

	sent   [2]uint64 // numbers of the calls under way for Maps; 0 for none
	behind uint64    // number of the call under way for Found; 0 for none
	own    own       // the reader's own commands

	data
	about                *lessons.Traffic // traffic of the latest lesson step that has any
	resting, simulatedOf string           // what will be simulated in a moment, and what was last; see itself
}

// changed holds the settings of the load that the reader has changed.
type changed struct {
	Set   map[TrafficField]string // values of fields; not changed in place
	Rates map[string]string       // times a second by question, as the reader has set them
	kept  string                  // both, as stored with the sandbox, see [State.RestoreLoadSettings]
}

// data is what the last simulation has found out about the tables' records.
type data struct {
	spreads  []traffic.FieldSpread // how values are distributed, by field
	spreadOf string                // the table that spreads is about
	others   others                // maps of other tables
}

// Map is one heat map, and which part of it is in view. A map is not changed in place, since
// states share it; see mapAt.
type Map struct {
	seq uint64 // number of its call; first, so that maps compare quickly
	*engine.LoadSimulated
	few     bool             // the table has too few records for a result
	View    picture.Viewport // the part in view
	Row     int              // the cursor's row in the whole map
	tablets []tablet         // all tablets of its whole time
}

// figure returns a figure of the map's table under its traffic. own is the table's own
// template: a map of another key is in another state.
func (m *Map) figure(name string, value float64, own string) page.TableFigure {
	state := page.FigureStateUnderLoad(page.FigureStateName(m.LoadSimulated.Version, 0), m.Request.ID())
	if m.Template != own {
		state += " " + m.Template
	}
	return page.TableFigure{Name: name, Table: m.Request.Table, State: state, Value: value}
}

// fairness returns the figure that tells how hot a table is: the share of all work that the
// busiest node has, times the number of nodes. 1 is fair.
func (m *Map) fairness(own string) page.TableFigure { return m.figure("hottest", m.Hottest, own) }

// matrix returns the cells of a metric.
func (m *Map) matrix(of cluster.Metric) picture.Matrix {
	return picture.Matrix{Rows: len(m.Borders), Columns: len(m.Columns), Cells: m.Cells[of]}
}

// KeyRange returns the keys of a row, [start, end). An end of "" is the end of the table.
func (m *Map) KeyRange(row int) (start, end base.RowKey) {
	start = m.Borders[row]
	if row+1 < len(m.Borders) {
		end = m.Borders[row+1]
	}
	return start, end
}

// TimeSpan returns the seconds of a column, [from, to).
func (m *Map) TimeSpan(column int) (from, to int64) {
	return int64(column) * m.Seconds, min(int64(column+1)*m.Seconds, m.Request.Minutes*60)
}

// share returns the share that a cell has of its column. ok is false for a metric that cannot
// be added up, and for an empty column.
func (m *Map) share(of cluster.Metric, row, column int) (share float64, ok bool) {
	if of == cluster.Latency || of == cluster.Load {
		return 0, false
	}
	sum, cells := 0.0, m.matrix(of)
	for i := range cells.Rows {
		sum += float64(cells.At(i, column).Value())
	}
	if sum == 0 {
		return 0, false
	}
	return float64(cells.At(row, column).Value()) / sum, true
}

// fewKeys is the number of keys below which the page warns that a map tells little.
const fewKeys = 50

// heats reports whether some keys, or a node, have far more than their share.
func (m *Map) heats() bool { return !m.few && m.Diagnosis.Pattern.IsHot(m.Hottest) }

// drowns reports whether the nodes are asked for more than they can do. The page tells that
// first.
func (m *Map) drowns() bool { return !m.few && !m.Live && m.IsOverloaded() }

// beyond reports whether a number of seconds is longer than the simulated time.
func (m *Map) beyond(seconds float64) bool { return seconds > float64(m.Request.Minutes)*60 }

// in returns the result of a map in a word: the CSS class and the i18n code of the word, and
// its number.
func (m *Map) in() (class, word string, of float64) {
	switch {
	case m.drowns():
		return "bad", "card-over", m.LatencyPercentiles[2]
	case m.heats():
		return "bad", "card-hot", m.Hottest
	}
	return "good", "card-even", m.Hottest
}

// hottestTablet returns the share of the work that the hottest tablet has at the end.
func (m *Map) hottestTablet() float64 {
	if len(m.Hot) == 0 {
		return 0
	}
	return m.Hot[0].Share
}

// shows returns the metric that shows best what is hot: the load of nodes if the map is
// lopsided, else operations.
func (m *Map) shows() cluster.Metric {
	if m.heats() && !m.Diagnosis.Pattern.IsHot(0) {
		return cluster.Load
	}
	return cluster.Ops
}

// HasFewKeys reports whether the table has so few keys that each gets much of the traffic under any
// design, although the simulation treats it as a larger table.
func (m *Map) HasFewKeys() bool { return !m.Live && m.Keys < fewKeys && m.Request.SizeFactor > 1 }

// Cursor is the position of the cursor. Both maps share its column.
type Cursor struct {
	Map    int  // 0 or 1
	Column int  // of the whole map; for the row see [Map.Row]
	Pinned bool // the reader has chosen the cell to see its keys and questions
}

// What screen readers are told about the load; see [View.AnnouncementText].
type (
	// saidCell tells the cell under the cursor.
	saidCell Cursor
	// MapAnnouncement tells what a map looks like.
	MapAnnouncement struct{ Map int }
)

// maxBright is how often the brightness can be doubled.
const maxBright = 8

// full returns the amount that has the last colour of the ramp. For simulated traffic it is at
// least four times the mean, so that even load has a light colour however large it is.
func (h *State) full() float32 {
	most := float32(0)
	for _, m := range h.Maps {
		if m == nil {
			continue
		}
		of := m.Peaks[h.Metric]
		if most = max(most, of.Most.Value()); !m.Live {
			most = max(most, 4*of.Mean.Value())
		}
	}
	if h.Metric == cluster.Load {
		most = 1
	}
	return most / float32(int(1)<<h.Brightness)
}

// TrafficField names a field of the traffic: one of these constants, or what readField returns.
type TrafficField string

const (
	FieldTable     TrafficField = "table"    // name of the table
	FieldTemplate  TrafficField = "template" // row key of the second map
	FieldWrites    TrafficField = "writes"   // writes a second
	FieldRows      TrafficField = "rows"     // reads of single rows a second
	FieldMinutes   TrafficField = "minutes"  // simulated time
	FieldNodes     TrafficField = "nodes"    // number of nodes
	FieldPolicy    TrafficField = "policy"   // a number, see [cluster.TabletPolicy]
	FieldShape     TrafficField = "shape"    // a number, see [traffic.ShapeKind]
	FieldOrder     TrafficField = "order"    // a number, see [traffic.WriteOrder]
	FieldCelebrity TrafficField = "star"     // field that has a celebrity, see celebrity; "" for none
	FieldPrice     TrafficField = "price"    // of a node for an hour, in any currency; it changes no map
	FieldNewest    TrafficField = "newest"   // "true" if reads are of what was written last
)

// SettingsWithNodes returns a [State].Set with a number of nodes, 0 for that of the lesson's step.
func SettingsWithNodes(nodes int) map[TrafficField]string {
	if nodes == 0 {
		return nil
	}
	return map[TrafficField]string{FieldNodes: strconv.Itoa(nodes)}
}

// readField returns the field for how often a question is asked, in times a second.
func readField(query string) TrafficField { return TrafficField("read:" + query) }

// query returns the question of a readField; ok is false for any other field.
func (f TrafficField) query() (query string, ok bool) {
	return strings.CutPrefix(string(f), string(readField("")))
}

// elementTold is the ID of the texts below the maps.
const elementTold = "heat-told"

// typed is the value of the choice of the second map's key if the reader types the key.
const typed = "*"

// elementBusyKeys is the ID of the element that shows the keys and questions of a cell's load.
const elementBusyKeys = "heat-behind"

// element returns the ID of the field's element.
func (f TrafficField) element() string { return elements + string(f) }

// elements is the prefix of the IDs of fields.
const elements = "heat-"

// fieldOf returns the field whose element has an ID.
func fieldOf(id string) TrafficField { return TrafficField(strings.TrimPrefix(id, elements)) }

// Bounds of the fields.
const (
	MaxNodes   = 100
	MaxPrice   = 1_000_000 // of a node for an hour, in any currency
	MaxMinutes = 7 * 24 * 60
)
