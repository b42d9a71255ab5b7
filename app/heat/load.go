// Package heat is the part of the page that simulates the load on a cluster, or shows
// that of the reader's own commands, as heat maps.
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

// State is the load that a cluster would have: what is asked for, and its maps.
type State struct {
	Open bool // in the rows' place
	changed
	Err    *base.Error // why there is no newer map
	Maps   [2]*Map     // the second is of another template, under the same traffic; nil for none
	Told   [2]*Map     // those that words tell of: the same, once they are painted
	Metric cluster.Metric
	picked bool // by the reader
	Bright int  // steps, up to [MaxBright]
	At     At
	Found  *engine.Found // what was behind the cell that is pinned, nil for none
	Listed bool          // the tablets at the cursor's time are
	More   bool          // all of the traffic's words are shown
	Typing bool          // the key of the second map is typed, not chosen
	Price  string        // of a node for an hour, as the reader has typed it, "" for not
	Why    string        // the code of why there is no such preset, "" for nothing to say
	Tried  [Presets]tried
	Help   help

	sent   [2]uint64 // the calls under way that bring maps
	behind uint64    // and the one that brings Found
	own    own

	data
	about                *lessons.Traffic // what the lesson's step before this one, or this, was about
	resting, simulatedOf string           // what is simulated by itself in a moment, and what was last
}

// changed holds the settings of the load that the reader has changed.
type changed struct {
	Set   map[Field]string  // of the traffic
	Rates map[string]string // how often a question is asked a second, where the reader has said so
	kept  string            // of both, what is stored with the sandbox, see [State.Lay]
}

// data is what the data of a table looks like, by the last simulation.
type data struct {
	spreads  []traffic.Spread
	spreadOf string // which table
	others   others
}

// Map is one map with what of it is in sight.
type Map struct {
	seq uint64 // of the call that brought it; first, as it tells two maps apart at once
	*engine.Simulated
	few     bool // the table has too few records to tell anything
	View    picture.View
	Row     int      // the cursor's, of the whole map
	tablets []Tablet // of all its time
}

// Figure is a measure of the map's table under its traffic. A map of another key than the
// table's is of another state.
func (m *Map) Figure(name string, value float64, own string) page.Figure {
	state := page.StateUnder(page.StateAt(m.Simulated.Version, 0), m.Of.ID())
	if m.Template != own {
		state += " " + m.Template
	}
	return page.Figure{Name: name, Table: m.Of.Table, State: state, Value: value}
}

// Fairness is the busiest node's share of the work of the whole time, times the number of
// nodes: 1 is fair. It is the one figure that tells how hot a table is.
func (m *Map) Fairness(own string) page.Figure { return m.Figure("hottest", m.Hottest, own) }

// Matrix returns the cells of a metric.
func (m *Map) Matrix(of cluster.Metric) picture.Matrix {
	return picture.Matrix{Rows: len(m.Borders), Columns: len(m.Columns), Cells: m.Cells[of]}
}

// Range returns the keys of a row, [start, end); no end is "".
func (m *Map) Range(row int) (start, end base.RowKey) {
	start = m.Borders[row]
	if row+1 < len(m.Borders) {
		end = m.Borders[row+1]
	}
	return start, end
}

// Time returns the seconds of a column, [from, to).
func (m *Map) Time(column int) (from, to int64) {
	return int64(column) * m.Seconds, min(int64(column+1)*m.Seconds, m.Of.Minutes*60)
}

// Share returns which part of its column a cell has; ok is false for what is no sum.
func (m *Map) Share(of cluster.Metric, row, column int) (share float64, ok bool) {
	if of == cluster.Latency || of == cluster.Load {
		return 0, false
	}
	sum, cells := 0.0, m.Matrix(of)
	for i := range cells.Rows {
		sum += float64(cells.At(i, column).Value())
	}
	if sum == 0 {
		return 0, false
	}
	return float64(cells.At(row, column).Value()) / sum, true
}

// fewKeys is of how many keys little is told; the threshold is ours.
const fewKeys = 50

// Lopsided reports whether a node has far more than its share of what falls on all
// keys alike.
func (m *Map) Lopsided() bool {
	return m.Diagnosis.Pattern == cluster.Even && m.Hottest >= cluster.Unfair
}

// Heats reports whether some keys, or a node, have far more than their share.
func (m *Map) Heats() bool { return !m.few && m.Diagnosis.Pattern.Hot(m.Hottest) }

// drowns reports whether the nodes are asked for more than they can do, which is told first.
func (m *Map) drowns() bool { return !m.few && !m.Live && m.TooMuch() }

// beyond reports whether a number of seconds is more than the time that is simulated.
func (m *Map) beyond(seconds float64) bool { return seconds > float64(m.Of.Minutes)*60 }

// in returns the class and the code of the word for what a map comes to, and its number.
func (m *Map) in() (class, word string, of float64) {
	switch {
	case m.drowns():
		return "bad", "card-over", m.Took[2]
	case m.Heats():
		return "bad", "card-hot", m.Hottest
	}
	return "good", "card-even", m.Hottest
}

// hottestTablet returns which share of the work the hottest tablet has at the end.
func (m *Map) hottestTablet() float64 {
	if len(m.Hot) == 0 {
		return 0
	}
	return m.Hot[0].Share
}

// shows returns the metric in which what is hot shows: of a node that has more than its
// share of what falls on all keys alike, its load.
func (m *Map) shows() cluster.Metric {
	if m.Heats() && !m.Diagnosis.Pattern.Hot(0) {
		return cluster.Load
	}
	return cluster.Ops
}

// Few reports whether the table has so few rows that each has much of the traffic,
// whatever the design, however large it counts as.
func (m *Map) Few() bool { return !m.Live && m.Keys < fewKeys && m.Of.Times > 1 }

// At is where the cursor is: its column is the same on both maps.
type At struct {
	Map    int
	Column int
	Pinned bool
}

// What a screen reader is told in words of the load.
type (
	// SaidCell is what is under the cursor.
	SaidCell At
	// SaidMap is what a map looks like.
	SaidMap struct{ Map int }
)

// MaxBright is how many times the brightness can be doubled.
const MaxBright = 8

// Full returns the amount that has the last colour. What is even has a light one, however
// much it is.
func (h *State) Full() float32 {
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
	return most / float32(int(1)<<h.Bright)
}

// Field is a field of the traffic: one of those below, or what [ReadField]
// returns.
type Field string

const (
	FieldTable    Field = "table"
	FieldTemplate Field = "template" // of the second map
	FieldWrites   Field = "writes"   // a second
	FieldRows     Field = "rows"     // reads of single rows a second
	FieldMinutes  Field = "minutes"
	FieldNodes    Field = "nodes"
	FieldPolicy   Field = "policy" // a number, see [cluster.Policy]
	FieldShape    Field = "shape"  // a number, see [traffic.ShapeKind]
	FieldOrder    Field = "order"  // a number, see [traffic.Order]
	FieldStar     Field = "star"   // the field that half of all is about one value of, "" for none
	FieldPrice    Field = "price"  // of a node for an hour, in any currency; it changes no map
	FieldNewest   Field = "newest" // "true" where reads are of what was written last
)

// OnNodes is the traffic of a lesson's step on so many nodes, 0 for its own.
func OnNodes(nodes int) map[Field]string {
	if nodes == 0 {
		return nil
	}
	return map[Field]string{FieldNodes: strconv.Itoa(nodes)}
}

// ReadField is the field for how often a question is asked.
func ReadField(query string) Field { return Field("read:" + query) }

// query returns the question that the field is the rate of; ok is false for other fields.
func (f Field) query() (query string, ok bool) {
	return strings.CutPrefix(string(f), string(ReadField("")))
}

// elementTold is the id of what is told of the maps.
const elementTold = "heat-told"

// typed is what the choice of a second key holds where that is typed.
const typed = "*"

// ElementBehind is the id of what tells what is behind a cell.
const ElementBehind = "heat-behind"

// Element returns the id of the field.
func (f Field) Element() string { return elements + string(f) }

// elements is what the ids of the fields begin with.
const elements = "heat-"

// fieldOf returns the field with an id.
func fieldOf(id string) Field { return Field(strings.TrimPrefix(id, elements)) }

// Bounds of the fields.
const (
	MaxNodes   = 100
	MaxPrice   = 1_000_000 // of a node for an hour, in any currency
	MaxMinutes = 7 * 24 * 60
)
