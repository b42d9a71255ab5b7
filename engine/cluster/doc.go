// Package cluster simulates the servers of a table in virtual time: tablets of the table's
// keys, the nodes that serve them, and traffic. It shows where the load goes, how it
// affects latency, and why a hot tablet cannot be relieved.
//
//	sim, err := cluster.New(cluster.Options{Policy: cluster.Bigtable, Nodes: 3, Seconds: 3600, Traffic: traffic})
//	for !sim.Step(100) {
//	}
//	result := sim.Result() // heat matrix, nodes, tablets, events
//	fmt.Println(result.Diagnose().Pattern)
//
// The package reads no clock and starts no goroutines. The same options give the same
// result, byte for byte, on every machine: numbers are added in a fixed order, products
// are rounded before they are added, and no function is used whose last bits differ
// between machines.
//
// # Time
//
// A [Simulation] advances in ticks. In each tick the [Traffic] emits some operations, each of
// which represents many: a thousand virtual minutes with a hundred thousand operations a
// second are six thousand million operations, of which some millions are emitted. What a
// tick demands of a tablet is work, in nanoseconds of a node.
//
// # Nodes
//
// A node does a second of work in a second. Work beyond that waits, and later work waits
// after it. If nothing waits, an operation still takes longer the busier the node is, as
// in a queue with random arrivals: its service time divided by the idle share of the node.
// The service times follow what Google says of a node with SSD storage: it reads 17,000
// rows of 1 KB a second, or writes 14,000, or scans 220 MB
// (https://cloud.google.com/bigtable/docs/performance). That a scan's seek costs as much
// as the read of a row is our assumption.
//
// # Tablets
//
// A tablet is the keys [Start, next start), and one node serves it. A policy says when
// tablets are split, moved or merged:
//
//   - [Bigtable] splits by size and by load, and moves tablets to distribute the work
//     evenly. The documentation says that it does so within minutes, but gives no
//     thresholds. Those used here are illustrative: [SplitBytes], and a sixth of a node's
//     capacity. Small idle tablets are merged.
//   - [HBase] splits by size only, in the middle of a region's bytes: at twice the flush
//     size of 128 MB while the server has no other region of the table, and otherwise at
//     10 GB (SteppingSplitPolicy, the default since HBase 2.0). Its balancer makes the
//     numbers of regions equal, every 5 minutes (hbase.balancer.period).
//   - [ByLoad] splits a range that has more than 2,500 operations a second or 512 MB,
//     where the sampled operations are divided most evenly, and moves ranges by work
//     (CockroachDB, kv.range_split.load_qps_threshold).
//
// A split by load uses a sample of the operations on the tablet. It is not done if it
// would not help; see [NoSplitReason].
package cluster
