package page

import (
	"strconv"

	"tabletop/engine"
)

// TableFigure is a measure of a table that the page shows. Two elements that show the same
// measure of a table in the same state show the same value, see [tabletop/app/ui.WithFigureAttributes].
type TableFigure struct {
	Name  string // what is measured: "rows", "hottest" …
	Table string
	State string // of the tables, see [FigureStateName]
	Value float64
}

// FigureStateName names a state of the tables for a [TableFigure]. The present state has the session's
// version, other states of the timeline have their own number, and an estimate from a sample
// has a name of its own.
func FigureStateName(version, state uint64) string {
	switch {
	case state == engine.EstimateState:
		return "estimate-" + strconv.FormatUint(version, 10)
	case state != 0:
		return "step-" + strconv.FormatUint(state, 10)
	}
	return "now-" + strconv.FormatUint(version, 10)
}

// FigureStateUnderLoad names a state under a load, which [engine.SimulateLoad.ID] identifies.
func FigureStateUnderLoad(state, load string) string { return state + " under " + load }

// FigureStateName names the state of the tables that is shown, see [FigureStateName].
func (w *Workspace) FigureStateName() string { return FigureStateName(w.Version, w.Page.State) }

// ValueText returns the value in the format of the attribute data-value.
func (f TableFigure) ValueText() string { return strconv.FormatFloat(f.Value, 'f', -1, 64) }

// RowsTableFigure returns the [TableFigure] of how many rows a table has in a state.
func RowsTableFigure(t engine.TableInfo, state string) TableFigure {
	return TableFigure{Name: "rows", Table: t.Name, State: state, Value: float64(t.Rows)}
}

// ScannedTableFigure returns the [TableFigure] of how many rows a question scans in a state.
func ScannedTableFigure(v engine.Verdict, state string) TableFigure {
	return TableFigure{Name: "scanned-" + v.Query, Table: v.Table, State: state, Value: float64(v.Stats.RowsScanned)}
}
