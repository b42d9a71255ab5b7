// Package traffic makes what is asked of a simulated cluster out of a data set,
// a row-key template and a workload. A [Spec] is plain data; the same Spec over
// the same data gives the same operations, byte for byte, on every machine.
//
// # Writes
//
// The records of the data set are written in the order of their times, where a field
// holds those, and else in their own, spread over the time of the Spec: the first at
// its beginning, the last at its end, the faster the higher
// the rate is just then. A record stands for all that are written about when it
// is: a thousand records a minute show where a million a second go.
//
// So that few records show as much, it is told which field of the key is the first
// that moves with time, as times and counters do: its values go up, or down, as
// records arrive. What stands before it in the key is taken to be written all the
// time, as often as in the data: of a user's records, or of those of a few
// neighbours who have little, the one is written whose turn it is. Where no field
// moves any record is written at any time.
//
// # Reads
//
// A question of the workload is asked with values from the data: a condition
// that a field equals Corrie holds for Corrie only once in a while, as often as a
// record is Corrie's. What it then reads is what the planner says, with real keys:
// a row, a range, or several.
package traffic
