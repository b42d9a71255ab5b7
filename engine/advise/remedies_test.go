package advise

import (
	"slices"
	"testing"

	"tabletop/engine/rowkey"
)

// TestRelieve checks the cause that is given for each hotspot, and the remedies that fit
// it.
func TestRelieve(t *testing.T) {
	fields := []FieldSpread{{Field: "exchange", DistinctValues: 2}, {Field: "symbol", DistinctValues: 200}, {Field: "time", DistinctValues: 1000, Moves: true}, {Field: "bid", DistinctValues: 900}}
	for _, tt := range []struct {
		template string
		hot      HotTable
		why      HeatCause
		field    string
		first    []Remedy
	}{
		{"{time}#{symbol}", HotTable{}, CauseTime, "time", []Remedy{{MoveToEnd, "time", "{symbol}#{time}"}, {AddSalt, "time", "{time|salt:8}#{time}#{symbol}"}, {AddHash, "symbol", "{symbol|hash:2}#{time}#{symbol}"}}},
		{"Q/{time|zero:13}/{exchange}", HotTable{Asked: []string{"symbol"}}, CauseTime, "time", []Remedy{
			{MoveToEnd, "time", "Q/{exchange}/{time|zero:13}"}, {AddAtFront, "symbol", "Q/{symbol}/{time|zero:13}/{exchange}"}, {AddSalt, "time", "Q/{time|salt:8}/{time|zero:13}/{exchange}"}}},
		{"{exchange}#{symbol}#{time}", HotTable{}, CauseFewValues, "exchange", []Remedy{{MoveToFront, "symbol", "{symbol}#{exchange}#{time}"}, {AddSalt, "time", "{time|salt:8}#{exchange}#{symbol}#{time}"}}},
		{"{symbol}#{time}", HotTable{SkewedField: "symbol"}, CauseHotValue, "symbol", []Remedy{{AddSalt, "time", "{time|salt:8}#{symbol}#{time}"}}},
		{"{symbol}", HotTable{SkewedField: "symbol", Row: true}, CauseHotRow, "", []Remedy{{AddSalt, "symbol", "{symbol|salt:8}#{symbol}"}}},
		{"{time}", HotTable{Sorted: true}, CauseSortedBatch, "", []Remedy{{Kind: ShuffleWrites}}},
		{"{bid}#{time}", HotTable{}, CauseOther, "", []Remedy{{AddSalt, "time", "{time|salt:8}#{bid}#{time}"}}},
	} {
		tt.hot.Template, _ = rowkey.Parse(tt.template)
		tt.hot.Fields, tt.hot.Nodes = fields, 8
		why, field, may := FindRemedies(tt.hot)
		if why != tt.why || field != tt.field || !slices.Equal(may[:min(len(may), len(tt.first))], tt.first) {
			t.Errorf("%s: %s of %q, %+v", tt.template, why, field, may)
		}
		for _, r := range may {
			if _, err := rowkey.Parse(r.Template); err != nil && r.Kind != ShuffleWrites {
				t.Errorf("%s: %q, %v", tt.template, r.Template, err)
			}
		}
	}
}
