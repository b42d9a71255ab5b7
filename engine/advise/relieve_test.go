package advise

import (
	"slices"
	"testing"

	"tabletop/engine/rowkey"
)

// TestRelieve checks the cause that is given for each hotspot, and the remedies that fit
// it.
func TestRelieve(t *testing.T) {
	fields := []Counted{{Field: "exchange", Kinds: 2}, {Field: "symbol", Kinds: 200}, {Field: "time", Kinds: 1000, Moves: true}, {Field: "bid", Kinds: 900}}
	for _, tt := range []struct {
		template string
		hot      Hot
		why      Cause
		field    string
		first    []Remedy
	}{
		{"{time}#{symbol}", Hot{}, CauseTime, "time", []Remedy{{Later, "time", "{symbol}#{time}"}, {Salted, "time", "{time|salt:8}#{time}#{symbol}"}, {Hashed, "symbol", "{symbol|hash:2}#{time}#{symbol}"}}},
		{"Q/{time|zero:13}/{exchange}", Hot{Asked: []string{"symbol"}}, CauseTime, "time", []Remedy{
			{Later, "time", "Q/{exchange}/{time|zero:13}"}, {Added, "symbol", "Q/{symbol}/{time|zero:13}/{exchange}"}, {Salted, "time", "Q/{time|salt:8}/{time|zero:13}/{exchange}"}}},
		{"{exchange}#{symbol}#{time}", Hot{}, CauseFew, "exchange", []Remedy{{First, "symbol", "{symbol}#{exchange}#{time}"}, {Salted, "time", "{time|salt:8}#{exchange}#{symbol}#{time}"}}},
		{"{symbol}#{time}", Hot{Star: "symbol"}, CauseStar, "symbol", []Remedy{{Salted, "time", "{time|salt:8}#{symbol}#{time}"}}},
		{"{symbol}", Hot{Star: "symbol", Row: true}, CauseRow, "", []Remedy{{Salted, "symbol", "{symbol|salt:8}#{symbol}"}}},
		{"{time}", Hot{Sorted: true}, CauseBatch, "", []Remedy{{Kind: Mixed}}},
		{"{bid}#{time}", Hot{}, CauseOther, "", []Remedy{{Salted, "time", "{time|salt:8}#{bid}#{time}"}}},
	} {
		tt.hot.Template, _ = rowkey.Parse(tt.template)
		tt.hot.Fields, tt.hot.Nodes = fields, 8
		why, field, may := Relieve(tt.hot)
		if why != tt.why || field != tt.field || !slices.Equal(may[:min(len(may), len(tt.first))], tt.first) {
			t.Errorf("%s: %s of %q, %+v", tt.template, why, field, may)
		}
		for _, r := range may {
			if _, err := rowkey.Parse(r.Template); err != nil && r.Kind != Mixed {
				t.Errorf("%s: %q, %v", tt.template, r.Template, err)
			}
		}
	}
}
