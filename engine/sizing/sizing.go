// Package sizing says how many nodes a load needs, what a month of them costs, and what gives way first when
// the load grows. It is arithmetic on what a simulation has measured ([tabletop/engine/cluster]) and on what
// Google says of Bigtable with SSD storage:
//
//   - A node's processor should work 60% of its time at most where latency matters, and 90% where only
//     throughput does. Source: "Plan your Bigtable capacity" in Understand performance.
//   - A node stores up to 5 TB, and should store 70% of that at most. Source: "Storage per node" in Quotas and
//     limits, and "Disk metrics" in Monitor Bigtable.
//   - A month is billed for its hours, a node for each hour, and a GB (2^30 bytes) for the mean of the month, in every
//     cluster of the instance. Source: Bigtable pricing.
package sizing

import "math"

// Limits of a node with SSD storage.
const (
	LatencyCeiling    = 0.6        // share of its time that a node works at most where latency matters
	ThroughputCeiling = 0.9        // the same where only throughput matters
	NodeBytes         = 5 << 40    // bytes that a node stores at most
	StorageCeiling    = 0.7        // share of NodeBytes that it should store at most
	MonthHours        = 730        // hours of a month, those of 365 days divided by twelve
	autoscaledTimes   = 10         // the most nodes of autoscaling are at most this many times the fewest
	gigabyte          = 1024 << 20 // bytes that are billed as a GB
)

// Load is the load on all tables of a cluster.
type Load struct {
	Peak, Least float64 // nodes that it keeps busy, in its busiest and its calmest time
	Hottest     float64 // the busiest node's share of the work, times the number of nodes; 1 is fair
	// HotTablet is the work of the hottest tablet that cannot be split any further, as a share of one
	// node's capacity; 0 if there is none. No number of nodes helps it.
	HotTablet float64
	Bytes     int64 // stored
}

// Prices are prices in one currency.
type Prices struct {
	NodeHour float64 `wire:"1"` // of a node for an hour
	StoredGB float64 `wire:"2"` // of a GB for a month
}

// Limit is what gives way first when a load grows.
type Limit uint8

const (
	NoLimit      Limit = iota // there is no work
	NodeLimit                 // the busiest node works all of its time
	TabletLimit               // the hottest tablet keeps a whole node busy, and cannot be split
	StorageLimit              // the nodes cannot store more
)

// Sizing is how many nodes a load needs, and what they cost.
type Sizing struct {
	ForLatency, ForThroughput int // nodes by the two ceilings of the processor
	ForStorage                int // nodes by what is stored
	Nodes                     int // the greater of ForLatency and ForStorage
	// AutoscaleLeast and AutoscaleMost are a range for autoscaling at the ceiling for latency.
	AutoscaleLeast, AutoscaleMost int
	First                         Limit   // what gives way first with Nodes
	FirstAt                       float64 // at this multiple of the load, or of what is stored
	NodesCost, StorageCost        float64 // of a month, in all clusters
}

// Total returns the cost of a month.
func (s Sizing) Total() float64 { return s.NodesCost + s.StorageCost }

// Size returns the sizing of a load on each of some clusters of an instance.
func Size(l Load, p Prices, clusters int) Sizing {
	hottest := max(l.Hottest, 1)
	nodes := func(work, ceiling float64) int { return max(int(math.Ceil(work*hottest/ceiling-1e-9)), 1) }
	s := Sizing{
		ForLatency: nodes(l.Peak, LatencyCeiling), ForThroughput: nodes(l.Peak, ThroughputCeiling),
		ForStorage: max(int(math.Ceil(float64(l.Bytes)/(NodeBytes*StorageCeiling))), 1),
	}
	s.Nodes = max(s.ForLatency, s.ForStorage)
	s.AutoscaleMost = s.Nodes
	s.AutoscaleLeast = max(nodes(l.Least, LatencyCeiling), s.ForStorage, (s.AutoscaleMost+autoscaledTimes-1)/autoscaledTimes)
	limit := func(which Limit, used float64) {
		if at := 1 / used; used > 0 && (s.First == NoLimit || at < s.FirstAt) {
			s.First, s.FirstAt = which, at
		}
	}
	limit(TabletLimit, l.HotTablet)
	limit(NodeLimit, l.Peak*hottest/float64(s.Nodes))
	limit(StorageLimit, float64(l.Bytes)/(NodeBytes*float64(s.Nodes)))
	s.NodesCost = float64(s.Nodes*clusters) * MonthHours * p.NodeHour
	s.StorageCost = float64(l.Bytes) / gigabyte * float64(clusters) * p.StoredGB
	return s
}

// PriceList is the published prices of one region and edition, with SSD storage, in US dollars.
type PriceList struct {
	Prices
	Region, Edition string
	Seen            string // year and month when the price was looked up, as 2026-11
	Source          string // address of the page
}

// PriceLists are the published prices that are known here. The first is the usual one. Prices of other
// regions are for the reader to type.
var PriceLists = []PriceList{
	{Prices{0.65, 0.17}, "us-central1", "Enterprise", "2026-11", "https://cloud.google.com/bigtable/pricing"},
	{Prices{0.85, 0.17}, "us-central1", "Enterprise Plus", "2026-11", "https://cloud.google.com/bigtable/pricing"},
}
