package search

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/plan"
)

// read is what a query costs on the table of a key.
type read struct {
	scanned   int64 // rows scanned, or fewer
	narrows   int   // fields of the key that narrow the read, see [compare.BestTable]
	sorts     bool  // the reader has to sort the rows
	uncertain bool  // narrows and sorts are not known before the table is measured
	missing   bool  // the table cannot answer the query
}

// holds reports whether a bound is right about what was measured.
func (r read) holds(measured read) bool {
	if r.missing || measured.missing {
		return r.missing == measured.missing
	}
	return r.scanned <= measured.scanned && (r.uncertain || r.narrows == measured.narrows && r.sorts == measured.sorts)
}

// bound returns what a query costs on the table of a key at least, whose plan is given.
func (s *space) bound(k *key, query int, p *plan.Plan) read {
	q := s.queries[query]
	out := read{narrows: len(p.InKey), sorts: p.LatestMethod.NeedsSort(), missing: len(p.Missing) > 0}
	switch {
	case out.missing:
	case p.Limit == 0:
		out.scanned = s.within(k, query, p).size()
	case p.Groups.IsEmpty():
		out.scanned = s.limited(k, query, p)
	default:
		// The session decides by the rows of the table whether it skips from group to group or reads them all.
		all := q
		all.Latest = plan.Latest{}
		other := s.plan(k, all)
		every := func() int64 { return s.within(k, query, &other).size() }
		rows := float64(s.count) / (seekRows + float64(p.Limit)) // with fewer groups it is faster to skip
		switch groups := s.groups(k, p.Groups.Steps(), surely*rows); {
		case groups*surely < rows:
			out.scanned = s.limited(k, query, p)
		case groups > surely*rows:
			out.scanned, out.narrows, out.sorts = every(), len(other.InKey), true
		default:
			out.uncertain, out.scanned = true, min(s.limited(k, query, p), every())
		}
	}
	return out
}

// seekRows is how many rows the planner takes a seek for, and surely is a factor by which its estimate of the
// number of groups, from 2,000 rows, is not wrong.
const (
	seekRows = 220_000 / 17_000.0
	surely   = 2
)

// groups returns the number of groups that the rows of a table make that are equal in the first steps of its
// key. If it is above enough, groups may return less, but no less than enough.
func (s *space) groups(k *key, steps int, enough float64) float64 {
	var names []string
	for _, i := range k.segments[:steps] {
		if n := float64(s.segments[i].kindCount); n > enough {
			return n
		}
		names = append(names, s.segments[i].inside)
	}
	slices.Sort(names)
	at := "groups\n" + strings.Join(names, "\n")
	n, known := s.counts[at]
	if !known {
		_, n = s.number(s.everyRecord(), k.segments[:steps])
		s.counts[at] = n
	}
	return float64(n)
}

// number numbers records from 0 on, so that two have the same number if they have the same bytes in all of
// some segments. It returns the number of each record, and how many there are. The result is valid until the
// next call.
func (s *space) number(records []int32, segments []int) (numbers []uint32, count int64) {
	s.wide = append(s.wide[:0], make([]uint64, len(records))...)
	most := uint64(1)
	for _, at := range segments {
		of := &s.segments[at]
		if most > 1<<62/of.kindCount {
			most = s.condense(most)
		}
		codes := s.fields[of.field].codes
		for i, record := range records {
			s.wide[i] = s.wide[i]*of.kindCount + uint64(of.kinds[codes[record]])
		}
		most *= of.kindCount
	}
	s.spend(int64(len(records)*(len(segments)+2)) / 64)
	count = int64(s.condense(most))
	s.narrow = s.narrow[:0]
	for _, n := range s.wide {
		s.narrow = append(s.narrow, uint32(n))
	}
	return s.narrow, count
}

// condense replaces the numbers in s.wide, which are less than most, by numbers from 0 on, and returns how many
// there are.
func (s *space) condense(most uint64) (count uint64) {
	const direct = 1 << 20
	if most <= direct {
		s.places = append(s.places[:0], make([]uint32, most)...)
		for i, n := range s.wide {
			if s.places[n] == 0 {
				count++
				s.places[n] = uint32(count)
			}
			s.wide[i] = uint64(s.places[n] - 1)
		}
		return count
	}
	places := make(map[uint64]uint64, len(s.wide)/2)
	for i, n := range s.wide {
		place, met := places[n]
		if !met {
			place = count
			places[n] = place
			count++
		}
		s.wide[i] = place
	}
	return count
}

// everyRecord returns all records in order.
func (s *space) everyRecord() []int32 {
	if s.ascending == nil {
		s.ascending = make([]int32, s.count)
		for i := range s.ascending {
			s.ascending[i] = int32(i)
		}
	}
	return s.ascending
}

// recordSet is a set of records, a bit for each.
type recordSet []uint64

func (b recordSet) size() (n int64) {
	for _, w := range b {
		n += int64(bits.OnesCount64(w))
	}
	return n
}

// allRecordSet returns the set of all records.
func (s *space) allRecordSet() recordSet {
	if s.every == nil {
		s.every = make(recordSet, (s.count+63)/64)
		for i := range s.count {
			s.every[i/64] |= 1 << (i % 64)
		}
	}
	return s.every
}

// within returns the records in the ranges of a plan: those that are in the ranges of a key that has only the
// one segment, for each segment that narrows. The caller must not change the result, which is valid until
// the next call.
func (s *space) within(k *key, query int, p *plan.Plan) recordSet {
	out, own := s.allRecordSet(), false
	for i, step := range p.Steps {
		if step.State == plan.Open {
			break
		}
		of := s.narrowed(query, k, i)
		if of == nil {
			continue
		}
		if !own {
			s.scratch = append(s.scratch[:0], out...)
			out, own = s.scratch, true
		}
		for w := range out {
			out[w] &= of[w]
		}
	}
	s.spend(int64(len(out)) / 64)
	return out
}

// narrowed returns the records in the ranges of a query on a key that begins with segment n of a key, nil for
// all. If that holds a part of a field, it depends on the segment that holds the whole field too.
func (s *space) narrowed(query int, of *key, n int) recordSet {
	segment, lead := of.segments[n], of.segments[n:n+1]
	for _, i := range of.segments[n+1:] {
		if s.segments[i].field == s.segments[segment].field && s.segments[i].role == whole {
			lead = []int{segment, i}
		}
	}
	return s.leading(query, segment, lead)
}

// leading returns the records in the ranges of a query on the key of a lead, as far as the first segment of
// the lead narrows them, nil for all.
func (s *space) leading(query, segment int, lead []int) recordSet {
	at := [3]int{query, segment, lead[len(lead)-1]}
	set, known := s.alone[at]
	if known {
		return set
	}
	defer func() { s.alone[at] = set }()
	of, q := &s.segments[segment], s.queries[query]
	f := &s.fields[of.field]
	if !slices.ContainsFunc(q.Where, func(c plan.Cond) bool { return c.Field == f.name }) {
		return nil
	}
	k, ok := s.newKey(lead)
	if !ok {
		return nil
	}
	q.Latest = plan.Latest{}
	p := s.plan(k, q)
	if p.Access == plan.Scan || p.Steps[0].State == plan.Open {
		return nil
	}
	sep := ""
	if len(k.segments) > 1 {
		sep = s.sep
	}
	ranges, may := base.MergeRanges(p.Ranges), make([]bool, len(of.texts))
	for code, text := range of.texts {
		// The ranges may be bounded by later segments too.
		around := base.PrefixRange(text + sep)
		if len(k.segments) == 1 {
			around = base.PointRange(base.RowKey(text))
		}
		at, _ := slices.BinarySearchFunc(ranges, around.Start, func(r base.Range, key base.RowKey) int { return cmp.Compare(r.Start, key) })
		for _, r := range ranges[max(at-1, 0):min(at+1, len(ranges))] {
			may[code] = may[code] || (r.End == "" || r.End > around.Start) && (around.End == "" || r.Start < around.End)
		}
	}
	set = make(recordSet, (s.count+63)/64)
	for i, code := range f.codes {
		if may[code] {
			set[i/64] |= 1 << (i % 64)
		}
	}
	s.spend(int64(len(may)+s.count) / 16)
	return set
}

// limited returns how many rows a read scans at least that wants some rows of each of its ranges, or of each
// group in them. The result is remembered for all keys of which the same segments narrow the read.
func (s *space) limited(k *key, query int, p *plan.Plan) int64 {
	var name []string
	var fans []int // segments that divide the read into ranges
	for i, step := range p.Steps {
		if step.State == plan.Open {
			break
		}
		text := s.segments[k.segments[i]].inside
		if step.State == plan.Fanned || step.Alternatives > 1 {
			fans = append(fans, k.segments[i])
			text = "*" + text
		}
		name = append(name, text)
	}
	slices.Sort(name)
	at := string(rune('0'+query)) + strings.Join(name, "\n")
	var groups []int
	if open := len(name); !p.Groups.IsEmpty() {
		groups = k.segments[min(open, p.Groups.Steps()):p.Groups.Steps()]
		for _, i := range groups {
			at += "\n>" + s.segments[i].inside
		}
	}
	rows, known := s.counts[at]
	if !known {
		in := s.within(k, query, p)
		if len(fans) == 0 && len(p.Residual) == 0 && len(groups) == 0 {
			rows = min(p.Limit, in.size())
		} else {
			rows = s.walked(query, p, in, append(fans, groups...))
		}
		s.counts[at] = rows
	}
	return rows
}

// part is a range of a read, or a group in it, as far as it has been walked.
type part struct {
	rows, wanted int64
	rank         uint32 // of the rows that were met last
	tied         int64  // rows of that rank, and those of them that are wanted
	tiedWanted   int64
	done         bool
}

// end counts the rows of the last rank, of which the wanted ones may come first.
func (p *part) end(limit int64) {
	switch {
	case p.done:
	case p.wanted+p.tiedWanted >= limit:
		p.rows, p.done = p.rows+limit-p.wanted, true
	default:
		p.rows, p.wanted = p.rows+p.tied, p.wanted+p.tiedWanted
	}
	p.tied, p.tiedWanted = 0, 0
}

// walked returns how many rows a read scans at least until it has met as many of each part as it wants. The
// rows of a part are in the order of the field by which the latest are wanted, unless that has one value in
// all that are wanted; then they may be in any order. Rows in different parts differ in some segments.
func (s *space) walked(query int, p *plan.Plan, in recordSet, by []int) (rows int64) {
	q := s.queries[query]
	latest := &s.fields[s.index(q.Latest.Field)]
	wanted := s.allRecordSet()
	if len(p.Residual) > 0 {
		wanted = s.wanted(query)
	}
	anyOrder := slices.ContainsFunc(q.Where, func(c plan.Cond) bool { return c.Field == q.Latest.Field })
	s.chosen = s.chosen[:0]
	for _, i := range latest.latestFirst() {
		if in[i/64]>>(i%64)&1 == 1 {
			s.chosen = append(s.chosen, i)
		}
	}
	s.spend(int64(s.count) / 64)
	numbers, count := s.number(s.chosen, by)
	parts := make([]part, count)
	for n, i := range s.chosen {
		of := &parts[numbers[n]]
		if of.done {
			continue
		}
		if rank := latest.ranks[latest.codes[i]]; rank != of.rank && !anyOrder {
			of.end(p.Limit)
			of.rank = rank
		}
		of.tied++
		of.tiedWanted += int64(wanted[i/64] >> (i % 64) & 1)
	}
	for i := range parts {
		parts[i].end(p.Limit)
		rows += parts[i].rows
	}
	return rows
}

// wanted returns the records that meet the conditions of a query.
func (s *space) wanted(query int) recordSet {
	if s.matching[query] != nil {
		return s.matching[query]
	}
	out := make(recordSet, (s.count+63)/64)
	for i := range int32(s.count) {
		if s.queries[query].Match(func(field string) string { return s.value(i, s.index(field)) }) {
			out[i/64] |= 1 << (i % 64)
		}
	}
	s.spend(int64(s.count))
	s.matching[query] = out
	return out
}
