package traffic

import (
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/dataset"
)

// Stream is the traffic of a Spec over real keys. It implements [cluster.Traffic] and
// [cluster.KeyedTraffic]. It is immutable.
type Stream struct {
	spec   Spec
	keys   []base.RowKey // the keys that are written, in order, without repetitions
	marks  []base.RowKey // these keys and the bounds of reads, in order
	writes []write       // by group, or in key order if there are no groups
	groups []group       // nil if no field moves with time
	reads  [][]read      // by question
	bytes  float64       // bytes of all the data
	star   []int32       // the writes about the star, in order of arrival if written by time
	stars  [][]int32     // by question: the reads about the star
	fields []FieldSpread
	large  float64 // factor by which the table is larger than its data, 0 for none; see ScaledTo
}

// write is a record that is written.
type write struct {
	key   int32 // index of its key among the marks
	bytes int32
}

// read is what a question reads with the values of one record.
type read struct {
	about int64 // index of the record among the kept ones, in order of arrival
	star  bool  // the record has the star
	all   bool  // the whole table is scanned
	ops   []cluster.OpBatch
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
func (s *Stream) Ops(from, to int64, n int, emit func(cluster.OpBatch)) {
	amount := s.spec.Shape.passed(to) - s.spec.Shape.passed(from)
	all := s.spec.Writes
	for _, r := range s.spec.Reads {
		all += r.Rate
	}
	if amount <= 0 || all == 0 {
		return
	}
	r := dataset.NewRandom(s.spec.Seed, uint64(from))
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
			emit(cluster.OpBatch{Kind: cluster.Write, Key: s.marks[w.key], At: w.key + 1, Count: times, Bytes: int64(w.bytes), BytesAdded: int64(w.bytes)})
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
				if op.Count = times; reads[of].all && s.large > 0 {
					op.Bytes = int64(float64(op.Bytes) * s.large)
				}
				emit(op)
			}
		}
	}
}

// share returns which share of the writes has been made up to a time.
func (s *Stream) share(at int64) float64 {
	all := s.spec.Shape.passed(s.spec.Seconds)
	if all == 0 {
		return 0
	}
	return min(1, s.spec.Shape.passed(at)/all)
}

// newest returns the indexes [lo, hi) of the reads about the twentieth of all writes
// before a position, or about the last one before it if there are none.
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

// Fields describes the fields of the data, in their order.
func (s *Stream) Fields() []FieldSpread { return s.fields }

// WrittenKeys returns the keys that are written, in order.
func (s *Stream) WrittenKeys() []base.RowKey { return s.keys }

// Marks implements [cluster.KeyedTraffic].
func (s *Stream) Marks() []base.RowKey { return s.marks }

// InitialTablets divides a table of the given number of bytes into at most n tablets, n >= 1. Its
// rows are distributed like the data.
func (s *Stream) InitialTablets(n int, bytes int64) []cluster.InitialTablet {
	return InitialTablets(func(yield func(base.RowKey, int64) bool) {
		for _, k := range s.keys {
			if !yield(k, 1) {
				return
			}
		}
	}, int64(len(s.keys)), n, bytes)
}

// InitialTabletsAt divides a table of the given number of bytes at the given keys, which are in
// order. Its rows are distributed like the data.
func (s *Stream) InitialTabletsAt(borders []base.RowKey, bytes int64) []cluster.InitialTablet {
	out := []cluster.InitialTablet{{}}
	before := 0
	for _, b := range append(slices.Clip(borders), "") {
		upTo := len(s.keys)
		if b != "" {
			upTo, _ = slices.BinarySearch(s.keys, b)
		}
		out[len(out)-1].Bytes = int64(float64(bytes) * (float64(upTo-before) / float64(max(len(s.keys), 1))))
		if before = upTo; b != "" {
			out = append(out, cluster.InitialTablet{Start: b})
		}
	}
	return out
}
