// Package compare has the arithmetic by which designs are compared: which reads a plan becomes
// ([Reads]) and which of the rows read a query wants ([WantedRows]), at which other size data are
// measured to tell how a cost grows ([OtherSize], [Axis]), and what the cost of a sample becomes
// of all records ([Scale]). It reads no table itself.
package compare
