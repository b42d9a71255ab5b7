package traffic

import (
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/dataset"
)

// Stream is traffic over real keys. It implements [cluster.Traffic] and
// [cluster.Marked].
type Stream struct {
	spec   Spec
	keys   []base.RowKey // that are written, in order, without repetition
	marks  []base.RowKey // those and where reads begin and end
	writes []write       // by groups, or where there are none in order of their keys
	groups []group       // nil where nothing moves with time
	reads  [][]read      // of each question
	bytes  float64       // of all the data
	star   []int32       // the writes that are about the star, in order of arrival where that counts
	stars  [][]int32     // of each question, the reads that are
	fields []Spread
	large  float64 // factor by which the table is larger than its data, 0 for none: see [Stream.ScaledTo]
}

// write is a record that is written.
type write struct {
	key   int32 // which of the marks
	bytes int32
}

// read is what a question reads with some values.
type read struct {
	about int64 // the record that the values are of, counted among the writes
	star  bool
	all   bool // it scans the whole table
	ops   []cluster.Op
}

// ScaledTo returns the traffic on the same table at a size of the given number of bytes. A
// scan of the whole table reads all of them. A read that is bounded by a value or a limit
// reads as much as before, since a larger table has more values, not more rows of each.
func (s *Stream) ScaledTo(bytes int64) *Stream {
	large := *s
	large.large = float64(bytes) / max(s.bytes, 1)
	return &large
}

// Ops implements [cluster.Traffic].
func (s *Stream) Ops(from, to int64, n int, emit func(cluster.Op)) {
	amount := s.spec.Shape.passed(to) - s.spec.Shape.passed(from)
	all := s.spec.Writes
	for _, r := range s.spec.Reads {
		all += r.Rate
	}
	if amount <= 0 || all == 0 {
		return
	}
	r := dataset.Seeded(s.spec.Seed, uint64(from))
	looks := func(rate float64) int { return max(1, int(float64(n)*rate/all+0.5)) }
	a, b := s.share(from), s.share(to)
	if rate := s.spec.Writes; rate > 0 {
		n := looks(rate)
		times := rate * amount / float64(n)
		for i := range n {
			const fine = 1 << 20
			x, u := (float64(i)+float64(float64(r.Below(fine))/fine))/float64(n), float64(r.Below(fine))/fine
			when := u
			if len(s.groups) == 1 {
				when = x
			}
			w := s.writes[s.writeAt(x*float64(len(s.writes)), a, b-a, when, u)]
			if k := len(s.star); i%2 == 1 && k > 0 {
				if s.groups != nil {
					x = a + float64((b-a)*u)
				}
				w = s.writes[s.star[min(int(x*float64(k)), k-1)]]
			}
			emit(cluster.Op{Kind: cluster.Write, Key: s.marks[w.key], At: w.key + 1, Times: times, Bytes: int64(w.bytes), Grows: int64(w.bytes)})
		}
	}
	for q, reads := range s.reads {
		rate := s.spec.Reads[q].Rate
		if rate == 0 || len(reads) == 0 {
			continue
		}
		n := looks(rate)
		times := rate * amount / float64(n)
		lo, hi := 0, len(reads)
		if s.spec.Reads[q].Newest {
			lo, hi = s.newest(reads, b*float64(len(s.writes)))
		}
		for i := range n {
			const fine = 1 << 20
			x := (float64(i) + float64(float64(r.Below(fine))/fine)) / float64(n)
			of := min(lo+int(x*float64(hi-lo)), hi-1)
			if k := len(s.stars[q]); i%2 == 1 && k > 0 {
				of = int(s.stars[q][min(int(x*float64(k)), k-1)])
			}
			for _, op := range reads[of].ops {
				if op.Times = times; reads[of].all && s.large > 0 {
					op.Bytes = int64(float64(op.Bytes) * s.large)
				}
				emit(op)
			}
		}
	}
}

// share returns which share of the writes have been made at a time.
func (s *Stream) share(at int64) float64 {
	all := s.spec.Shape.passed(s.spec.Seconds)
	if all == 0 {
		return 0
	}
	return min(1, s.spec.Shape.passed(at)/all)
}

// newest returns which of the reads are about the twentieth of the writes before a
// position, or the last ones before it.
func (s *Stream) newest(reads []read, at float64) (lo, hi int) {
	after := func(p float64) int {
		i, _ := slices.BinarySearchFunc(reads, p, func(r read, p float64) int {
			if float64(r.about) < p {
				return -1
			}
			return 1
		})
		return i
	}
	hi = max(1, after(at))
	lo = after(at - float64(len(s.writes))/20)
	return min(lo, hi-1), hi
}

// Fields returns what the fields of the data look like, in their order.
func (s *Stream) Fields() []Spread { return s.fields }

// Keys returns the keys that are written, in order.
func (s *Stream) Keys() []base.RowKey { return s.keys }

// Marks implements [cluster.Marked].
func (s *Stream) Marks() []base.RowKey { return s.marks }

// Parts cuts a table of so many bytes, spread as the data is, into at most n
// tablets; n is at least 1.
func (s *Stream) Parts(n int, bytes int64) []cluster.Part {
	return Parts(func(yield func(base.RowKey, int64) bool) {
		for _, k := range s.keys {
			if !yield(k, 1) {
				return
			}
		}
	}, int64(len(s.keys)), n, bytes)
}

// PartsAt cuts a table of so many bytes, spread as the data is, at borders in key order.
func (s *Stream) PartsAt(borders []base.RowKey, bytes int64) []cluster.Part {
	out := []cluster.Part{{}}
	before := 0
	for _, b := range append(slices.Clip(borders), "") {
		upTo := len(s.keys)
		if b != "" {
			upTo, _ = slices.BinarySearch(s.keys, b)
		}
		out[len(out)-1].Bytes = int64(float64(bytes) * (float64(upTo-before) / float64(max(len(s.keys), 1))))
		if before = upTo; b != "" {
			out = append(out, cluster.Part{Start: b})
		}
	}
	return out
}
