package traffic

import (
	"slices"
	"strings"
	"testing"

	"tabletop/engine/cluster"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// played is a data set of games in the order of their days.
func played(n int64) dataset.Spec {
	d := games(n)
	d.Recipe.Gens[2] = dataset.Generator{Field: "day", Kind: dataset.Arrival, From: "1426535612156", Step: "36000"}
	return d
}

// TestOrders checks that the order of the writes is the one that the Spec asks for,
// regardless of the key.
func TestOrders(t *testing.T) {
	for _, tt := range []struct {
		template    string
		order       WriteOrder
		least, most float64 // share of the keys that the first tenth of the time reaches
	}{
		{"{day}#{player}", ByTime, 0.09, 0.12},
		{"{day}#{player}", AnyOrder, 0.95, 1},
		{"{player}#{day}", ByTime, 0.9, 1},
		{"{player}#{day}", ByKey, 0.09, 0.12},
	} {
		s := over(t, Spec{Seconds: 1000, Writes: 100, Order: tt.order}, tt.template, played(2000))
		reached := 0.0
		for _, op := range ops(s, 0, 100, 500) {
			at, _ := slices.BinarySearch(s.WrittenKeys(), op.Key)
			reached = max(reached, float64(at+1)/float64(len(s.WrittenKeys())))
		}
		if reached < tt.least || reached > tt.most {
			t.Errorf("%s, order %d: %.2f of the keys", tt.template, tt.order, reached)
		}
	}
}

// TestStar checks that half of the writes and reads concern the most frequent value.
func TestStar(t *testing.T) {
	s := Spec{Seconds: 1000, Writes: 100, Reads: []RepeatedQuestion{{Query: where("player", plan.Equal, "Corrie", ""), Rate: 100}}}
	of := func(s *Stream) (writes, reads float64) {
		most := map[string][2]float64{}
		for _, op := range ops(s, 300, 400, 1000) {
			player, _, _ := strings.Cut(string(op.Key), "#")
			n := most[player]
			if op.Kind == cluster.Write {
				n[0] += op.Count
			} else {
				n[1] += op.Count
			}
			most[player] = n
		}
		for _, n := range most {
			writes, reads = max(writes, n[0]/1e4), max(reads, n[1]/1e4)
		}
		return writes, reads
	}
	if w, r := of(over(t, s, "{player}#{day}", played(2000))); w > 0.2 || r > 0.2 {
		t.Errorf("without a star one player has %.2f of the writes and %.2f of the reads", w, r)
	}
	s.SkewedField = "player"
	if w, r := of(over(t, s, "{player}#{day}", played(2000))); w < 0.45 || w > 0.6 || r < 0.45 || r > 0.6 {
		t.Errorf("the star has %.2f of the writes and %.2f of the reads", w, r)
	}
}

// TestSpread checks the number of values, the share of the most frequent value, and
// whether a field moves with time.
func TestSpread(t *testing.T) {
	f := over(t, Spec{Seconds: 1000, Writes: 1}, "{player}", played(2000)).Fields()
	if len(f) != 3 || f[0].DistinctValues != 2 || f[0].TopShare < 0.85 || f[0].Moves || f[1].DistinctValues < 50 || f[1].Moves || !f[2].Moves || f[2].DistinctValues < 300 {
		t.Errorf("fields look like %+v", f)
	}
}
