package model

import (
	"slices"
	"strconv"

	"tabletop/app/heat"
	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/rowkey"
	"tabletop/engine/traffic"
)

// Heat is the load that a cluster would have: what is asked for, and its maps.
type Heat struct {
	Open   bool                 // on a wide screen
	Set    map[HeatField]string // what the reader has changed of the traffic
	Err    *base.Error          // why there is no newer map
	Maps   [2]*HeatMap          // the second is of another template, under the same traffic; nil for none
	Told   [2]*HeatMap          // those that words tell of: the same, once they are painted
	Metric cluster.Metric
	Bright int // steps, up to [MaxBright]
	At     HeatAt
	Found  *engine.Found // what was behind the cell that is pinned, nil for none
	Listed bool          // the tablets at the cursor's time are

	sent   [2]uint64 // the calls under way that bring maps
	behind uint64    // and the one that brings Found
	live   heatLive
}

// HeatMap is one map with what of it is in sight.
type HeatMap struct {
	seq uint64 // of the call that brought it; first, as it tells two maps apart at once
	*engine.Simulated
	View    heat.View
	Row     int      // the cursor's, of the whole map
	tablets []Tablet // of all its time
}

// Matrix returns the cells of a metric.
func (m *HeatMap) Matrix(of cluster.Metric) heat.Matrix {
	return heat.Matrix{Rows: len(m.Borders), Columns: len(m.Columns), Cells: m.Cells[of]}
}

// Range returns the keys of a row, [start, end); no end is "".
func (m *HeatMap) Range(row int) (start, end base.RowKey) {
	start = m.Borders[row]
	if row+1 < len(m.Borders) {
		end = m.Borders[row+1]
	}
	return start, end
}

// Time returns the seconds of a column, [from, to).
func (m *HeatMap) Time(column int) (from, to int64) {
	return int64(column) * m.Seconds, min(int64(column+1)*m.Seconds, m.Of.Minutes*60)
}

// Share returns which part of its column a cell has; ok is false for what is no sum.
func (m *HeatMap) Share(of cluster.Metric, row, column int) (share float64, ok bool) {
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

// What is said of a map beside its diagnosis; the thresholds are ours.
const (
	unfair  = 1.5 // times its share, of a node
	fewKeys = 50
)

// Lopsided reports whether a node has far more than its share of what falls on all
// keys alike.
func (m *HeatMap) Lopsided() bool {
	return m.Diagnosis.Pattern == cluster.Even && m.Hottest >= unfair
}

// Few reports whether the table has so few rows that each has much of the traffic,
// whatever the design, however large it counts as.
func (m *HeatMap) Few() bool { return !m.Live && m.Keys < fewKeys && m.Of.Times > 1 }

// HeatAt is where the cursor is: its column is the same on both maps.
type HeatAt struct {
	Map    int
	Column int
	Pinned bool
}

// What a screen reader is told in words of the load.
type (
	// HeatCell is what is under the cursor.
	HeatCell HeatAt
	// HeatDiagnosed is what a map looks like.
	HeatDiagnosed struct{ Map int }
)

// MaxBright is how many times the brightness can be doubled.
const MaxBright = 8

// Full returns the amount that has the last colour.
func (h *Heat) Full() float32 {
	most := float32(0)
	for _, m := range h.Maps {
		if m != nil {
			most = max(most, m.Peaks[h.Metric].Most.Value())
		}
	}
	if h.Metric == cluster.Load {
		most = 1
	}
	return most / float32(int(1)<<h.Bright)
}

// HeatField is a field of the traffic: one of those below, or what [HeatRead]
// returns.
type HeatField string

const (
	HeatTable    HeatField = "table"
	HeatTemplate HeatField = "template" // of the second map
	HeatWrites   HeatField = "writes"   // a second
	HeatRows     HeatField = "rows"     // reads of single rows a second
	HeatMinutes  HeatField = "minutes"
	HeatNodes    HeatField = "nodes"
	HeatPolicy   HeatField = "policy" // a number, see [cluster.Policy]
	HeatShape    HeatField = "shape"  // a number, see [traffic.ShapeKind]
	HeatNewest   HeatField = "newest" // "true" where reads are of what was written last
)

// HeatRead is the field for how often a question is asked.
func HeatRead(query string) HeatField { return HeatField("read:" + query) }

// ElementBehind is the id of what tells what is behind a cell.
const ElementBehind = "heat-behind"

// Element returns the id of the field.
func (f HeatField) Element() string { return "heat-" + string(f) }

// Bounds of the fields.
const (
	MaxHeatNodes   = 100
	MaxHeatMinutes = 7 * 24 * 60
	MaxHeatRate    = 1_000_000
)

// HeatOf returns the table that the traffic is of, "" for none.
func (st *State) HeatOf() string {
	names := []string{st.Work.Heat.Set[HeatTable]}
	if t := st.traffic(); t != nil {
		names = append(names, t.Table)
	}
	if st.Lesson != nil {
		names = append(names, st.Lesson.Lesson.Table)
	}
	for _, t := range st.Work.Tables {
		if t.Template != "" {
			names = append(names, t.Name)
		}
	}
	for _, t := range st.Work.Tables {
		names = append(names, t.Name)
	}
	for _, name := range names {
		if slices.ContainsFunc(st.Work.Tables, func(t engine.TableInfo) bool { return t.Name == name && t.Rows > 0 }) {
			return name
		}
	}
	return ""
}

// HeatValue returns what a field holds.
func (st *State) HeatValue(f HeatField) string {
	if f == HeatTable {
		return st.HeatOf() // which the chosen one may not be any more
	}
	if v, ok := st.Work.Heat.Set[f]; ok {
		return v
	}
	if t := st.traffic(); t != nil && f != HeatSource {
		return trafficValue(t, f)
	}
	switch f {
	case HeatWrites:
		return "10000"
	case HeatRows:
		return "1000"
	case HeatMinutes:
		return "60"
	case HeatNodes:
		return "8"
	case HeatPolicy, HeatShape:
		return "0"
	case HeatTemplate, HeatNewest, HeatSource:
		return ""
	}
	return "100" // of a question
}

// HeatAsked returns the questions that can be asked of the table.
func (st *State) HeatAsked() []string {
	var out []string
	info := st.heatTable()
	for _, v := range st.Work.Verdicts {
		if info.Template != "" && (v.Table == info.Name || v.Table == "") {
			out = append(out, v.Query)
		}
	}
	return out
}

func (st *State) heatTable() engine.TableInfo {
	name := st.HeatOf()
	for _, t := range st.Work.Tables {
		if t.Name == name {
			return t
		}
	}
	return engine.TableInfo{}
}

// HeatRefused reports whether a field cannot be as it is.
func (st *State) HeatRefused(f HeatField) bool {
	v := st.HeatValue(f)
	least, most := 0, MaxHeatRate
	switch f {
	case HeatTable, HeatPolicy, HeatShape, HeatNewest, HeatSource:
		return false
	case HeatTemplate:
		return v != "" && st.heatTemplate(v) != nil
	case HeatMinutes:
		least, most = 1, MaxHeatMinutes
	case HeatNodes:
		least, most = 1, MaxHeatNodes
	}
	n, err := strconv.Atoi(v)
	return err != nil || n < least || n > most
}

// heatTemplate says what is wrong with a template for the table, nil for nothing.
func (st *State) heatTemplate(text string) error {
	t, err := rowkey.Parse(text)
	if err == nil {
		err = t.Check(st.heatTable().Fields)
	}
	return err
}

// HeatFields returns the fields that there are now.
func (st *State) HeatFields() []HeatField {
	if st.HeatLive() {
		return []HeatField{HeatSource, HeatTable}
	}
	out := []HeatField{HeatSource, HeatTable, HeatWrites}
	for _, q := range st.HeatAsked() {
		out = append(out, HeatRead(q))
	}
	out = append(out, HeatRows, HeatNewest, HeatShape, HeatMinutes, HeatNodes, HeatPolicy)
	if st.heatTable().Template != "" {
		out = append(out, HeatTemplate)
	}
	return out
}

// heatRequest returns what the fields ask for; ok is false where one is refused.
func (st *State) heatRequest() (r engine.Simulate, ok bool) {
	ok = st.HeatOf() != ""
	for _, f := range st.HeatFields() {
		ok = ok && !st.HeatRefused(f)
	}
	n := func(f HeatField) int { v, _ := strconv.Atoi(st.HeatValue(f)); return v }
	r = engine.Simulate{
		Table: st.HeatOf(), Policy: cluster.Policy(n(HeatPolicy)), Nodes: n(HeatNodes), Minutes: int64(n(HeatMinutes)),
		Writes: float64(n(HeatWrites)), Seed: 1,
	}
	r.Shape = traffic.Shaped(traffic.ShapeKind(n(HeatShape)), r.Minutes*60)
	newest := st.HeatValue(HeatNewest) == "true"
	for _, q := range st.HeatAsked() {
		r.Reads = append(r.Reads, engine.Asked{Query: q, Rate: float64(n(HeatRead(q))), Newest: newest})
	}
	r.Reads = append(r.Reads, engine.Asked{Rate: float64(n(HeatRows)), Newest: newest})
	return r, ok
}

type (
	// HeatToggled opens or closes the load on a wide screen.
	HeatToggled struct{}
	// HeatSet brings what a field of the traffic holds.
	HeatSet struct {
		Field HeatField
		Text  string
	}
	// HeatRun simulates.
	HeatRun struct{}
	// MetricPicked shows another metric.
	MetricPicked struct{ Metric cluster.Metric }
	// BrightSet makes the maps brighter or darker.
	BrightSet struct{ Step int }
	// HeatMoved moves the cursor of a map.
	HeatMoved struct {
		Map  int
		Move Move
	}
	// HeatPicked pins the cursor to a cell and asks what is behind that.
	HeatPicked struct{ Map, Row, Column int }
	// HeatScrubbed moves the cursor to a column.
	HeatScrubbed struct{ Column int }
	// HeatUnpinned lets go of the cell.
	HeatUnpinned struct{}
	// HeatZoomed shows a part of a map larger; the columns are those of both.
	HeatZoomed struct {
		Map  int
		View heat.View
	}
	// HeatCloser zooms in around the cursor of a map, or out again: by rows, by
	// columns.
	HeatCloser struct {
		Map           int
		Rows, Columns int // -1 out, 1 in
	}
	// HeatWhole shows the maps whole.
	HeatWhole struct{}
	// HeatCame brings a map.
	HeatCame struct{ Answer host.Answer }
	// HeatPainted tells in words of the maps that there are now.
	HeatPainted struct{}
)
