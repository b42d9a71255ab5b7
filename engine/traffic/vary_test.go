package traffic

import (
	"testing"

	"tabletop/engine/plan"
)

// TestVaryNumbers checks that a varied query for a range of numbers asks for as many
// numbers in another place.
func TestVaryNumbers(t *testing.T) {
	m := &StreamMaker{fields: []string{"n"}}
	for _, c := range []struct{ from, to, v, wantFrom, wantTo string }{
		{"100", "130", "7", "7", "37"},
		{"100", "", "7", "7", ""},
		{"", "130", "7", "7", "137"},
		{"100", "100", "7", "7", "8"},
		{"0", "9", "9223372036854775806", "9223372036854775806", "9223372036854775807"},
		{"100", "130", "x", "100", "130"},
	} {
		cond := plan.Cond{Field: "n", Op: plan.Numbers, Value: c.from, To: c.to}
		m.vary(&cond, []string{c.v})
		if cond.Value != c.wantFrom || cond.To != c.wantTo {
			t.Errorf("[%s, %s) at %s is asked as [%s, %s)", c.from, c.to, c.v, cond.Value, cond.To)
		}
	}
}
