package search

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"tabletop/engine"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// space is everything that keys are made of and judged by.
type space struct {
	*records
	queries        []plan.Query // those about the records
	rates          []float64    // by query: a second
	columns        []plan.FieldColumn
	cells          int64 // bytes of a table without its keys
	sep            string
	segments       []segment
	plain          []int                // by field: its first whole segment whose values end before the separator; -1 for none
	order          []int                // fields, in the order of a tail
	need           uint64               // fields that no column holds, as bits
	held           uint64               // fields that every key has whole, likewise
	apart          []uint64             // sets of fields, as bits, that tell records apart and of which no part does
	orders         plan.KnownData       // what the planner is told of the data
	alone          map[[3]int]recordSet // see narrowed
	counts         map[string]int64     // see limited
	matching       []recordSet          // see wanted
	every          recordSet            // see allRecordSet; nil before its first call
	scratch        recordSet            // a buffer of within
	ascending      []int32              // see everyRecord
	chosen         []int32              // a buffer of walked
	wide           []uint64             // a buffer of number, as are narrow and places
	narrow, places []uint32
	capped         bool // a limit of the package was met
	spend          func(int64)
}

// maxFields is the most fields that a search can tell apart.
const maxFields = 64

// key is a key of the space, or a present key of the session, with what is known of its table.
type key struct {
	text     string
	template *rowkey.Template
	segments []int // indexes in the space; nil for a present key that is not of the space
	lead     int   // segments of the lead
	bytes    int64 // of its table
	load     float64
	reads    []read                // by query
	attempt  *engine.DesignAttempt // of its table alone; nil before it is measured
	refused  bool                  // the session refuses it, or loses records under it
}

// fill finds what keys can be made of. data is that of the records, which have been read, and like the
// present key.
func (s *space) fill(data dataset.Spec, like *rowkey.Template) {
	r, queries, columns, spend := s.records, s.queries, s.columns, s.spend
	s.alone, s.counts, s.matching = map[[3]int]recordSet{}, map[string]int64{}, make([]recordSet, len(queries))
	s.cells = cellBytes(r, columns, data.IsSparse())
	s.sep = separatorOf(r, like)
	inKey := like.Fields()
	for i := range r.fields {
		name := r.fields[i].name
		held := slices.ContainsFunc(columns, func(c plan.FieldColumn) bool { return c.Field == name })
		if !held {
			s.need |= 1 << i
		}
		u := usesOf(queries, name)
		if u.latest && r.fields[i].even {
			s.orders.SortsAlike = append(s.orders.SortsAlike, name)
		}
		first := len(s.segments)
		s.segments = append(s.segments, segmentsOf(r, i, u, !held || slices.Contains(inKey, name), s.sep, spend)...)
		s.plain = append(s.plain, -1)
		for at := first; at < len(s.segments); at++ {
			if s.segments[at].role == whole && s.segments[at].sealed {
				s.plain[i] = at
				break
			}
		}
		s.order = append(s.order, i)
	}
	slices.SortStableFunc(s.order, func(a, b int) int {
		f, g := &r.fields[a], &r.fields[b]
		switch {
		case f.moves && !g.moves:
			return 1
		case g.moves && !f.moves:
			return -1
		}
		return cmp.Compare(len(g.values), len(f.values))
	})
	if s.held != 0 {
		s.apart = []uint64{s.held}
		return
	}
	s.findSets()
}

// cellBytes returns the bytes of all cells. Of records that may lack fields it counts no empty cells, of which
// it cannot know whether they are there.
func cellBytes(r *records, columns []plan.FieldColumn, sparse bool) (n int64) {
	for _, c := range columns {
		f := &r.fields[r.index(c.Field)]
		for code, v := range f.values {
			if v != "" || !sparse {
				n += f.count[code] * int64(len(c.Family)+len(c.Qualifier)+len(v)+8)
			}
		}
	}
	return n
}

// separatorOf returns the separator of the keys: that of the present key, unless values contain it and
// there is one that fewer fields contain.
func separatorOf(r *records, like *rowkey.Template) string {
	candidates := []string{"#", "|", "~", "/", ";"}
	for _, step := range like.Steps() {
		if step.Sep != "" {
			candidates = append([]string{step.Sep}, candidates...)
			break
		}
	}
	best, fewest := "", len(r.fields)+1
	for _, sep := range candidates {
		within := 0
		for i := range r.fields {
			if slices.ContainsFunc(r.fields[i].values, func(v string) bool { return !rowkey.IsSeparable(v, sep) }) {
				within++
			}
		}
		if within < fewest {
			best, fewest = sep, within
		}
	}
	return best
}

// findSets finds the smallest sets of fields that tell records apart. It tries sets of one field, then
// of two, and so on, and leaves out those that contain a set which does.
func (s *space) findSets() {
	var usable []int
	for _, f := range s.order {
		if s.plain[f] >= 0 && len(s.fields[f].values) > 1 {
			usable = append(usable, f)
		}
	}
	level, tried := []uint64{0}, 0
	for size := 1; size <= len(usable) && len(level) > 0; size++ {
		var next []uint64
		for _, set := range level {
			for i, f := range usable {
				if set>>f&1 == 1 || slices.ContainsFunc(usable[i+1:], func(g int) bool { return set>>g&1 == 1 }) {
					continue // each set is made once, with its fields in the order of usable
				}
				with := set | 1<<f
				if slices.ContainsFunc(s.apart, func(of uint64) bool { return of&with == of }) {
					continue
				}
				if tried++; tried > maxSets {
					s.capped = true
					break
				}
				if s.distinguish(fieldsOf(with), s.spend) {
					s.apart = append(s.apart, with)
				} else {
					next = append(next, with)
				}
			}
		}
		if tried > maxSets {
			break
		}
		level = next
	}
	if len(s.apart) == 0 { // of values of which some contain the separator
		all := uint64(0)
		for _, f := range usable {
			all |= 1 << f
		}
		s.apart = []uint64{all}
	}
}

// fieldsOf returns the fields of a set.
func fieldsOf(set uint64) (out []int) {
	for ; set != 0; set &= set - 1 {
		out = append(out, bits.TrailingZeros64(set))
	}
	return out
}

// tailOf returns the segments of the tail after a lead, in their order. ok is false if there is none.
func (s *space) tailOf(lead []int) (tail []int, ok bool) {
	have, need := uint64(0), s.need|s.held
	for _, i := range lead {
		if s.segments[i].role == whole {
			have |= 1 << s.segments[i].field
		} else {
			need |= 1 << s.segments[i].field
		}
	}
	best, least, found := uint64(0), int64(0), false
	for _, set := range s.apart {
		rest, bytes := (set|need)&^have, int64(0)
		for _, f := range fieldsOf(rest) {
			if s.plain[f] < 0 {
				return nil, false
			}
			bytes += s.segments[s.plain[f]].bytes + int64(s.count*len(s.sep))
		}
		if !found || bytes < least {
			best, least, found = rest, bytes, true
		}
	}
	for _, f := range s.order {
		if best>>f&1 == 1 {
			tail = append(tail, s.plain[f])
		}
	}
	return tail, found
}

// newKey makes the key of a lead. ok is false if there is none.
func (s *space) newKey(lead []int) (*key, bool) {
	tail, ok := s.tailOf(lead)
	k := &key{segments: append(slices.Clone(lead), tail...), lead: len(lead), load: 1, bytes: s.cells}
	if !ok || len(k.segments) == 0 {
		return nil, false
	}
	var text strings.Builder
	for n, i := range k.segments {
		of := &s.segments[i]
		last := n == len(k.segments)-1
		if !of.sealed && !last {
			return nil, false
		}
		text.WriteString("{" + of.inside + "}")
		if k.bytes += of.bytes; !last {
			text.WriteString(s.sep)
			k.bytes += int64(s.count * len(s.sep))
		}
	}
	k.text = text.String()
	t, err := rowkey.Parse(k.text)
	k.template = t
	return k, err == nil
}

// plan plans a query on a key.
func (s *space) plan(k *key, q plan.Query) plan.Plan {
	return plan.PlanQuery(k.template, s.columns, q, s.orders)
}

// eachKey yields the keys of the space. It yields keys with shorter leads before those that continue them.
func (s *space) eachKey(yield func(k *key, plans []plan.Plan)) {
	seen := map[string]bool{}
	// visit plans the queries on the key of a lead. before has the plans for its first length segments, or is nil.
	visit := func(lead []int, length int, before []plan.Plan) (k *key, plans []plan.Plan, used bool) {
		k, ok := s.newKey(lead)
		if !ok {
			return nil, nil, false
		}
		for i, q := range s.queries {
			if before != nil && s.ended(q, &before[i], lead[:length]) {
				plans = append(plans, before[i])
				continue
			}
			plans = append(plans, s.plan(k, q))
			s.spend(1)
		}
		last := len(lead) - 1
		used = last < 0
		for i, q := range s.queries {
			used = used || s.uses(&plans[i], q, lead, last)
		}
		return k, plans, used
	}
	put := func(k *key, plans []plan.Plan) {
		if !seen[k.text] {
			seen[k.text] = true
			yield(k, plans)
		}
	}
	if k, plans, used := visit(nil, 0, nil); used {
		put(k, plans)
	}
	// extend visits the leads that continue one. plans are those for its first length segments.
	var extend func(lead []int, length int, plans []plan.Plan)
	extend = func(lead []int, length int, plans []plan.Plan) {
		for i := range s.segments {
			with, ok := s.extended(lead, i)
			if !ok || len(with) > maxSegments {
				continue
			}
			if len(seen) >= maxKeys {
				s.capped = true
				return
			}
			if s.segments[i].role == salt {
				extend(with, length, plans)
				continue
			}
			if !s.asked(with) {
				continue
			}
			if k, plans, used := visit(with, length, plans); used {
				put(k, plans)
				extend(with, len(with), plans)
			}
		}
	}
	extend(nil, 0, nil)
}

// ended reports whether the plan for a key with a lead is also that for every longer lead: the read has ended
// at a segment of the lead, and nothing after it matters. A salt may end it for want of something after it.
func (s *space) ended(q plan.Query, p *plan.Plan, lead []int) bool {
	at := slices.IndexFunc(p.Steps, func(step plan.Step) bool { return step.State == plan.Open })
	if s.need != 0 || at < 0 || at >= len(lead) {
		return false
	}
	of := &s.segments[lead[at]]
	ordered := q.Latest.N > 0 && (q.Each != "" || s.fields[of.field].name == q.Latest.Field)
	return of.role != salt && !ordered
}

// extended returns a lead with one more segment, and with the whole field after a hash. ok is false if the
// segment cannot follow.
func (s *space) extended(lead []int, i int) (with []int, ok bool) {
	of := &s.segments[i]
	for _, j := range lead {
		have := &s.segments[j]
		switch {
		case have.field == of.field && have.role == whole:
			return nil, false
		case have.field == of.field && have.role == of.role:
			return nil, false
		case of.role == cut && have.role == cut:
			return nil, false
		case (of.role == salt || of.role == hash) && (have.role == salt || have.role == hash):
			return nil, false
		}
	}
	with = append(slices.Clone(lead), i)
	if of.role == hash {
		if s.plain[of.field] < 0 {
			return nil, false
		}
		with = append(with, s.plain[of.field])
	}
	return with, true
}

// asked reports whether a question may use the last segment of a lead: the segments before it hold one
// value of each of its fields, or a few, as far as its conditions say. It may be wrong only in that it is
// too hopeful.
func (s *space) asked(lead []int) bool {
	for _, q := range s.queries {
		open, grouped := true, false
		for n, i := range lead {
			of := &s.segments[i]
			name := s.fields[of.field].name
			last := n == len(lead)-1
			asks := slices.ContainsFunc(q.Where, func(c plan.Cond) bool { return c.Field == name })
			orders := q.Latest.N > 0 && q.Latest.Field == name
			groups := q.Latest.N > 0 && q.Each == name
			if last && (open && (asks || orders || groups) || asks && s.partly(lead[:n], of.field)) {
				return true
			}
			grouped = grouped || groups
			open = open && (asks || orders || grouped || of.role == salt)
		}
	}
	return false
}

// partly reports whether segments hold a part of a field.
func (s *space) partly(segments []int, field int) bool {
	return slices.ContainsFunc(segments, func(i int) bool { return s.segments[i].field == field && s.segments[i].role != whole })
}

// uses reports whether a query, whose plan on a key with a lead is given, uses segment n of the lead.
func (s *space) uses(p *plan.Plan, q plan.Query, lead []int, n int) bool {
	if n < 0 {
		return false
	}
	if n >= len(p.Steps) {
		return false // see ended
	}
	name := s.fields[s.segments[lead[n]].field].name
	before := true
	for _, step := range p.Steps[:n] {
		before = before && (step.State == plan.Fixed || step.State == plan.Fanned)
	}
	latest := q.Latest.N > 0 && q.Latest.Field == name
	if p.Steps[n].State != plan.Open || before && (latest || q.Latest.N > 0 && q.Each == name) {
		return true
	}
	if lead[n] != s.plain[s.segments[lead[n]].field] && slices.ContainsFunc(q.Where, func(c plan.Cond) bool { return c.Field == name }) {
		// A filter may be able to test a condition only on this form of a field. Then a read in the order of the
		// latest can end as soon as it has met enough rows. The order of such fields makes no difference.
		at := slices.IndexFunc(lead[:n], func(i int) bool { return s.fields[s.segments[i].field].name == q.Latest.Field })
		if q.Latest.N > 0 && at >= 0 && (at == n-1 || lead[n-1] < lead[n]) {
			return true
		}
		// It may decide which parts of the field there can be.
		if s.partly(lead[:n], s.segments[lead[n]].field) {
			return true
		}
	}
	return latest && !p.LatestMethod.NeedsSort()
}
