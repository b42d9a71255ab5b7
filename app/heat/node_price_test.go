package heat

import (
	"math"
	"testing"
)

// TestPrice tests what the nodes cost in a month at the reader's price.
func TestPrice(t *testing.T) {
	for _, tt := range []struct {
		price, nodes string
		month        float64
		ok, refused  bool
	}{
		{"", "3", 0, false, false},
		{"0.65", "3", 0.65 * 3 * 730, true, false},
		{"1", "1", 730, true, false},
		{"0", "3", 0, false, true},
		{"-1", "3", 0, false, true},
		{"NaN", "3", 0, false, true},
		{"2000000", "3", 0, false, true},
		{"dear", "3", 0, false, true},
		{"0.65", "0", 0, false, false},
	} {
		p := loaded(t)
		sent := len(p.s.Set)
		p.on(FieldChanged{FieldPrice, tt.price})
		if len(p.s.Set) != sent {
			t.Errorf("a price of %q changes the load", tt.price)
		}
		p.on(FieldChanged{FieldNodes, tt.nodes})
		month, ok := p.settings().month()
		if math.Abs(month-tt.month) > 1e-9 || ok != tt.ok || p.settings().refused(FieldPrice) != tt.refused {
			t.Errorf("%s nodes at %q: %v, %v, refused %v", tt.nodes, tt.price, month, ok, p.settings().refused(FieldPrice))
		}
	}
}
