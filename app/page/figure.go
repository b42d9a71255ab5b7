package page

import (
	"strconv"

	"tabletop/engine"
)

// TableFigure is a measure of a table that the page shows. Two elements that show the same
// measure of a table in the same state show the same value, see [tabletop/app/ui.WithFigure].
type TableFigure struct {
	Name  string // what is measured: "rows", "hottest" …
	Table string
	State string // of the tables, see [StateName]
	Value float64
}

// StateName names a state of the tables for a [TableFigure]. The present state has the session's
// version, other states of the timeline have their own number, and an estimate from a sample
// has a name of its own.
func StateName(version, state uint64) string {
	switch {
	case state == engine.EstimateState:
		return "estimate-" + strconv.FormatUint(version, 10)
	case state != 0:
		return "step-" + strconv.FormatUint(state, 10)
	}
	return "now-" + strconv.FormatUint(version, 10)
}

// StateNameUnderLoad names a state under a load, which [engine.SimulateLoad.ID] identifies.
func StateNameUnderLoad(state, load string) string { return state + " under " + load }

// StateName names the state of the tables that is shown, see [StateName].
func (w *Workspace) StateName() string { return StateName(w.Version, w.Page.State) }

// Text returns the value in the format of the attribute data-value.
func (f TableFigure) Text() string { return strconv.FormatFloat(f.Value, 'f', -1, 64) }

// RowsFigure returns the [TableFigure] of how many rows a table has in a state.
func RowsFigure(t engine.TableInfo, state string) TableFigure {
	return TableFigure{Name: "rows", Table: t.Name, State: state, Value: float64(t.Rows)}
}

// ScannedFigure returns the [TableFigure] of how many rows a question scans in a state.
func ScannedFigure(v engine.Verdict, state string) TableFigure {
	return TableFigure{Name: "scanned-" + v.Query, Table: v.Table, State: state, Value: float64(v.Stats.RowsScanned)}
}
