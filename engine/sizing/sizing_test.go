package sizing

import (
	"math"
	"testing"
)

// TestWorksheet compares sizings with cases that were computed by hand.
func TestWorksheet(t *testing.T) {
	const tb = 1 << 40
	for _, c := range []struct {
		name     string
		load     Load
		clusters int
		want     Sizing
	}{
		// 14,000 writes a second keep one node busy. At 60% that is 1.67 nodes, at 90% 1.11.
		// Two nodes are 50% busy each, so that twice the load fills them. 2 × 730 h × $0.65 = $949.
		// 100 GB × $0.17 = $17.
		{"one node's writes", Load{Peak: 1, Least: 1, Hottest: 1, Bytes: 100 << 30}, 1, Sizing{ForLatency: 2, ForThroughput: 2, ForStorage: 1, Nodes: 2, AutoscaleLeast: 2, AutoscaleMost: 2, First: NodeLimit, FirstAt: 2, NodesCost: 949, StorageCost: 17}},
		// 5 nodes' work by day, of which the busiest node has 1.2 × its share: 6 / 0.6 = 10 nodes, 6 / 0.9 = 6.67.
		// By night half a node's work: 0.6 / 0.6 = 1 node. 10 × 730 × 0.65 = 4,745, twice for two clusters.
		{"a day's curve", Load{Peak: 5, Least: 0.5, Hottest: 1.2}, 2, Sizing{ForLatency: 10, ForThroughput: 7, ForStorage: 1, Nodes: 10, AutoscaleLeast: 1, AutoscaleMost: 10, First: NodeLimit, FirstAt: 10 / 6.0, NodesCost: 9490}},
		// 21 TB at 3.5 TB a node are 6 nodes, though the load needs one. They could hold 30 TB: 1.43 times as much.
		// 6 × 730 × 0.65 = 2,847. 21 × 1024 GB × 0.17 = 3,655.68.
		{"much stored", Load{Peak: 0.3, Least: 0.3, Hottest: 1, Bytes: 21 * tb}, 1, Sizing{ForLatency: 1, ForThroughput: 1, ForStorage: 6, Nodes: 6, AutoscaleLeast: 6, AutoscaleMost: 6, First: StorageLimit, FirstAt: 30 / 21.0, NodesCost: 2847, StorageCost: 3655.68}},
		// One row takes 80% of a node. Ten nodes do not help it: at 1.25 times the load it is too much.
		{"a hot row", Load{Peak: 3, Least: 3, Hottest: 2, HotTablet: 0.8}, 1, Sizing{ForLatency: 10, ForThroughput: 7, ForStorage: 1, Nodes: 10, AutoscaleLeast: 10, AutoscaleMost: 10, First: TabletLimit, FirstAt: 1.25, NodesCost: 4745}},
		// Nothing is asked: an instance still has a node. 730 × 0.65 = 474.50.
		{"idle", Load{}, 1, Sizing{ForLatency: 1, ForThroughput: 1, ForStorage: 1, Nodes: 1, AutoscaleLeast: 1, AutoscaleMost: 1, NodesCost: 474.5}},
		// 60 nodes by day, 2 by night: autoscaling goes down to a tenth of the most at least.
		{"a steep curve", Load{Peak: 36, Least: 1.2, Hottest: 1}, 1, Sizing{ForLatency: 60, ForThroughput: 40, ForStorage: 1, Nodes: 60, AutoscaleLeast: 6, AutoscaleMost: 60, First: NodeLimit, FirstAt: 60 / 36.0, NodesCost: 28_470}},
	} {
		got := Size(c.load, PriceLists[0].Prices, c.clusters)
		near := func(a, b float64) bool { return math.Abs(a-b) < 1e-6 }
		if !near(got.FirstAt, c.want.FirstAt) || !near(got.NodesCost, c.want.NodesCost) || !near(got.StorageCost, c.want.StorageCost) || !near(got.Total(), c.want.NodesCost+c.want.StorageCost) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
		got.FirstAt, got.NodesCost, got.StorageCost = c.want.FirstAt, c.want.NodesCost, c.want.StorageCost
		if got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}
