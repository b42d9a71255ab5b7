package plan

import (
	"fmt"
	"slices"
	"testing"

	"tabletop/engine/base"
)

// keys are rows, of which only the keys are known.
type keys []base.RowKey

func (k keys) Len() int { return len(k) }

func (k keys) KeysAt(ranks []int) (out []base.RowKey) {
	for _, rank := range ranks {
		out = append(out, k[rank])
	}
	return out
}

// TestKnown checks that the latest rows of each group are found group by group if that
// takes less work than walking all rows, regardless of how the groups alternate.
func TestKnown(t *testing.T) {
	made := func(groups, of int) (out keys) {
		for g := range groups {
			for n := range of {
				out = append(out, base.RowKey(fmt.Sprintf("m%06d#%06d", g, n)))
			}
		}
		return out
	}
	mixed := append(made(10, 2_000), made(2_000, 2)...)
	slices.Sort(mixed)
	for _, tt := range []struct {
		name  string
		rows  keys
		times float64
		n     int64
		want  LatestMethod
	}{
		{"20 long groups", made(20, 600), 0, 1, BySkip},
		{"20 short groups", made(20, 13), 0, 1, BySearch},
		{"20 groups just long enough", made(20, 15), 0, 1, BySkip},
		{"one group", made(1, 1_000), 0, 1, BySkip},
		{"98,000 groups of 4", made(98_000, 4), 0, 1, BySearch},
		{"1,000 groups of 100", made(1_000, 100), 0, 1, BySkip},
		{"nearly all of each", made(1_000, 100), 0, 90, BySearch},
		{"groups of a hundred, of which a sample has four", made(1_000, 4), 25, 1, BySkip},
		{"groups of which a sample has one", made(10_000, 1), 10, 1, BySearch},
		{"few long and many short", mixed, 0, 1, BySearch},
		{"no row", nil, 0, 1, BySkip},
		{"a row", made(1, 1), 0, 1, BySearch},
		{"two rows", made(2, 1), 0, 1, BySearch},
	} {
		q := Query{Latest: Latest{"time", tt.n}, Each: "machine"}
		p := PlanQuery(parse(t, "{machine}#{time}"), nil, q, KnownData{SortsAlike: []string{"time"}, Rows: tt.rows, SampleFactor: tt.times})
		if p.LatestMethod != tt.want || p.LatestMethod.NeedsSort() != (p.Access == Scan) || p.Groups.IsEmpty() != p.LatestMethod.NeedsSort() || p.LatestMethod.NeedsSort() != (p.Limit == 0) {
			t.Errorf("%s: %s, %+v", tt.name, p.LatestMethod, p)
		}
	}
}

// TestGroupFields checks that the plan names the fields that all rows of a group have in
// common.
func TestGroupFields(t *testing.T) {
	for template, want := range map[string][]string{
		"{machine}#{time}":                     {"machine"},
		"{machine|hash:2}{machine}#{time}":     {"machine"},
		"{machine}#{sensor}#{time}":            {"machine", "sensor"},
		"{sensor}#{machine}#{time|newest}":     {"sensor", "machine"},
		"{time|salt:3}#{machine}#{time}":       {"machine"},
		"{time|salt:3}{machine}#{kind}#{time}": {"time", "machine", "kind"},
		"{time}#{machine}":                     nil,
	} {
		p := PlanQuery(parse(t, template), nil, Query{Latest: Latest{"time", 1}, Each: "machine"}, KnownData{SortsAlike: []string{"time"}})
		if got := p.Groups.Fields(); !slices.Equal(got, want) {
			t.Errorf("%s parts rows by %q, want %q", template, got, want)
		}
	}
}
