// Package cluster simulates the servers beneath a table: tablets over real keys,
// nodes that serve them, and traffic, in virtual time. It says where load goes,
// what it does to latency, and why a tablet that is hot cannot be helped.
//
// It keeps no clock and starts nothing. The same options give the same result,
// byte for byte, on every machine: numbers are added in one order, products are
// rounded before, and nothing is used whose last bits differ between machines.
//
// # Time
//
// A [Sim] goes in ticks. In each the [Traffic] shows some operations, every one of
// which stands for many: a thousand virtual minutes of a hundred thousand
// operations a second are six thousand million operations, and some millions are
// looked at. What a tick asks of a tablet is work, in nanoseconds of a node.
//
// # Nodes
//
// A node works off a second of work a second. What it cannot work off waits, and
// what comes later waits behind it. Below that, an operation waits the longer the
// busier the node is, as in a queue with random arrivals: service time divided by
// the idle share. What the work is, is taken from what Google says of a node with
// SSD storage: 17,000 rows of 1 KB read a second, or 14,000 written, or 220 MB
// scanned (https://cloud.google.com/bigtable/docs/performance). That a seek of a
// scan costs as much as the read of a row is ours.
//
// # Tablets
//
// A tablet is the keys [Start, next start). It is served by one node. Policies say
// when it is split, moved or merged:
//
//   - [Bigtable] splits by size and by load and moves tablets to even out work; the
//     documentation says that it does, within minutes, and not at which figures.
//     Those here are illustrative: [SplitBytes], a sixth of a node's capacity.
//     Tablets that are small and idle are merged.
//   - [HBase] splits by size only, in the middle of a region's bytes: at twice the
//     flush size of 128 MB while the server has no other region of the table, else at
//     10 GB (SteppingSplitPolicy, the default since HBase 2.0). Its
//     balancer evens out the number of regions, every 5 minutes
//     (hbase.balancer.period).
//   - [ByLoad] splits a range that is asked for more than 2,500 times a second, or
//     holds 512 MB, where the sampled operations fall most evenly to both sides, and
//     moves by work (CockroachDB, kv.range_split.load_qps_threshold).
//
// A split by load looks at the operations that a tablet has kept as samples. It is
// not made where it would not help: see [Reason].
package cluster
