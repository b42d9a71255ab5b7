// Package search looks for better designs: row keys, and second tables, under which the questions of a
// session cost less. The result is a front: designs of which none is better than another in all of what
// the questions read, what the writes load the busiest node with, and what is stored.
//
//	s, err := search.New(session, search.Ask{Rates: rates})
//	for !s.Step(1000) {
//		show(s.Result()) // what has been found so far
//	}
//	result := s.Result()
//
// # What is searched
//
// A key is a lead and a tail, joined by one separator. The lead is made of segments, in any order: fields as
// they are, or with the transforms of package rowkey that a question can profit from (see segments.go). Each
// segment of a lead is used by a question: it narrows what that question reads, or puts the latest rows in
// order, or is a salt before such a segment. A key has at most one salt or hash, and one segment that cuts a
// field. The tail has the other fields of the present key, since these are known to tell records apart. If
// records are lost under the present key, or [Ask.AnyFields] is true, it has those fields, of all that tell
// these records apart, with which the key has the fewest bytes. The tail also has what no column holds.
// Fields with many values come first in it, and fields that move with time last.
//
// So the order of fields that no question uses is not searched, although it can make a difference to the load
// of the writes, and to a read that ends when it has met enough rows: among rows that are equal in the field
// by which the latest are wanted, the wanted ones may happen to come first.
//
// A design is one such key, or several: each further table is a copy of the first one under a key of its
// own. The present keys of the session are searched too, even if they have another form.
//
// # How it stays exact
//
// Every figure of a point is measured by the session, with [engine.CompareDesigns], as for a design that
// the reader tries. So that not every key has to be measured, the package knows for each one bounds that
// it cannot fall below: bytes and rows scanned are counted without loading a table, and no node gets less
// than its fair share of the writes. Whether a read of the latest of each value skips from group to group is
// decided by the session from a sample of the rows; where that might go either way, both count.
//
// A design is measured unless its bounds are already met by one that has been measured. When no such design
// is left, none that has not been measured can be better, and [Result.Complete] is true. It stays false if a
// bound turns out not to hold.
//
// The package reads no clock and starts no goroutine. The same session and Ask lead to the same result.
package search
