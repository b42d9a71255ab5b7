// Package traffic derives the operations on a simulated cluster from a data set, a row-key
// template and a workload. A [Spec] is plain data. The same Spec over the same data gives
// the same operations, byte for byte, on every machine.
//
//	spec := traffic.Spec{Seconds: 3600, Writes: 20_000, Seed: 1}
//	stream, err := spec.Over(template, columns, data) // or step by step, with spec.Maker
//	sim, err := cluster.New(cluster.Options{Nodes: 3, Seconds: spec.Seconds, Traffic: stream})
//
// # Writes
//
// The records of the data set are written over the time of the Spec: the first at its
// beginning, the last at its end, and faster where the rate is higher. They are written in
// the order of their times, if a field has times, and otherwise in their own order. A
// record represents all that are written at about the same time: a thousand records a
// minute show where a million a second would go.
//
// To show this with few records, the package finds the first field of the key that moves
// with time, as times and counters do: its values go up, or down, as records arrive. The
// part of the key before that field is taken to be written all the time, as often as in
// the data. If all records of a user form such a group, a write for the user is the record
// whose turn it is at that time; users with few records are put into one group with their
// neighbours. If no field moves, any record may be written at any time.
//
// # Reads
//
// A question of the workload is asked with values from the data: a condition that a field
// equals Corrie is varied, and has the value Corrie as often as the records have it. What
// the question then reads is decided by package plan, with real keys: a row, a range, or
// several.
//
// # Terms
//
// The star is the most frequent value of a field; half of all operations may be directed
// at it. The marks are the keys that are written, and the bounds of the ranges that are
// read.
package traffic
