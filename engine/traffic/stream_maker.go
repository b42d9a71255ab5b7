package traffic

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

const (
	// maxWrites is the largest number of records that are kept, evenly distributed over all.
	maxWrites = 1 << 17
	// variants is the largest number of records with whose values each question is asked.
	variants = 1 << 10
	// many is the number of ranges of a question for which only half as many variants are
	// used.
	many = 8
)

// A StreamMaker makes a [Stream] step by step, so that the work can be interleaved with other
// work. Call [StreamMaker.Step] until it is done, and then [StreamMaker.Stream].
type StreamMaker struct {
	spec     Spec
	template *rowkey.Template
	columns  []plan.FieldColumn
	fields   []string
	data     dataset.Spec
	records  RecordIterator // nil before the first step
	random   dataset.Random
	inKey    []int // for each field of the template, its index in a record
	inCells  []int // for each column, the index of its field in a record

	filled []string // values of the template's fields in the current record
	key    []byte   // the key of the current record

	count, at, next int64          // number of all records, of those passed, index of the next to keep
	kept            int64          // number of records kept
	keys            []base.RowKey  // by kept record
	known           plan.KnownData // what the planner is told of the rows
	rows            []int32        // by kept record: bytes of its row
	order           *ordering      // of the kept records by key
	making          *Stream        // the stream while number builds it
	stream          *Stream        // the stream with its writes; then reads and marks are added

	timing
	asking
	placing
	electing
}

// drifting says which field of the key moves with time.
type drifting struct {
	moves  string  // the first field that moves, "" for none
	surely float64 // how consistently it does, see StreamMaker.sure
}

// asking is the state of planning the questions.
type asking struct {
	asked    [][]string          // the records with whose values questions are asked
	about    []int64             // for each of those, its index among the kept records
	lengths  []plan.OrderCheck   // by question: of the field by which the latest are wanted
	latest   []int               // by question: index of that field, -1 for none
	sorted   map[string][]string // by field: its values in asked, sorted
	question int                 // index of the question that is being planned
	variant  int                 // index in asked of the record with whose values it is planned
}

// RecordIterator iterates over the records of a data set in order, as a [dataset.Cursor] does.
type RecordIterator interface {
	// Next returns the next record, or false after the last. The record is valid until the
	// next call.
	Next() (rec []string, ok bool)
	// Skip passes over n records.
	Skip(n int64)
}

// placing is the state of finding the places of keys among the marks.
type placing struct {
	lead    []int32       // by kept record: bytes of its key before the moving field
	numbers []int32       // by kept record: index of its key in the stream's keys
	marked  int           // number of finished parts of mark
	borders []base.RowKey // bounds of reads that are not keys of writes
	shift   []int32       // by key of the stream: its index among the marks
}

// over returns the traffic of a Spec over the rows that a template makes of a data set.
// columns says where the other fields are stored. The refusals are those of [Spec.NewStreamMaker]
// and [StreamMaker.Step].
func (s Spec) over(t *rowkey.Template, columns []plan.FieldColumn, data dataset.Spec) (*Stream, error) {
	m, err := s.NewStreamMaker(t, columns, data)
	for err == nil {
		var done bool
		if done, err = m.Step(1 << 20); done {
			return m.Stream(), err
		}
	}
	return nil, err
}

// NewStreamMaker returns a StreamMaker of the traffic that Spec.over returns. The refusals are
// bad-traffic, bad-recipe and template-field.
func (s Spec) NewStreamMaker(t *rowkey.Template, columns []plan.FieldColumn, data dataset.Spec) (*StreamMaker, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	if err := data.Check(); err != nil {
		return nil, err
	}
	if err := t.CheckFields(data.Fields); err != nil {
		return nil, err
	}
	if data.Len() == 0 {
		return nil, refuse("records", 0, 1, dataset.MaxCount)
	}
	m := &StreamMaker{
		spec: s, template: t, columns: columns, fields: data.Fields, data: data, count: data.Len(),
		random: dataset.NewRandom(s.Seed, 1<<63), asking: asking{lengths: make([]plan.OrderCheck, len(s.Reads))},
	}
	for _, f := range t.Fields() {
		m.inKey = append(m.inKey, slices.Index(data.Fields, f))
	}
	for _, c := range columns {
		i := slices.Index(data.Fields, c.Field)
		if i < 0 {
			return nil, base.Refuse(base.CodeTemplateField, c.Field, strings.Join(data.Fields, ", "))
		}
		m.inCells = append(m.inCells, i)
	}
	if m.field = slices.Index(data.Fields, s.SkewedField); s.SkewedField != "" && m.field < 0 {
		return nil, base.Refuse(base.CodeTemplateField, s.SkewedField, strings.Join(data.Fields, ", "))
	}
	for _, q := range s.Reads {
		m.latest = append(m.latest, slices.Index(data.Fields, q.Query.Latest.Field))
	}
	kept := min(m.count, maxWrites)
	m.filled, m.keys, m.rows = make([]string, len(m.inKey)), make([]base.RowKey, 0, kept), make([]int32, 0, kept)
	m.next = m.target(0)
	return m, nil
}

// UseRecords makes the StreamMaker read the records from an existing iterator, which must be before
// the first record. It must be called before the first step.
func (m *StreamMaker) UseRecords(records RecordIterator) { m.records = records }

// target returns the index of the record that is kept as the i-th: a random one in the
// i-th of equal parts.
func (m *StreamMaker) target(i int64) int64 {
	kept := min(m.count, maxWrites)
	lo, hi := m.count*i/kept, m.count*(i+1)/kept
	if hi-lo <= 1 {
		return lo
	}
	return lo + int64(m.random.Below(uint64(hi-lo)))
}

// Step does work for about the given number of records, and reports whether the stream is
// finished. It refuses a record whose key [rowkey.Template.Encode] refuses.
func (m *StreamMaker) Step(budget int) (done bool, err error) {
	if m.records == nil {
		m.records = m.data.Cursor()
	}
	for budget > 0 && !m.whole {
		if n := min(m.next-m.at, int64(budget)); n > 0 {
			m.records.Skip(n)
			m.at += n
			budget -= int(n)
			continue
		}
		rec, ok := m.records.Next()
		if !ok {
			m.whole = true
			break
		}
		m.at++
		if err := m.keep(rec); err != nil {
			return true, err
		}
		m.next = m.target(m.kept)
		budget--
	}
	for budget > 0 && !m.arrived {
		used, _ := m.arrive()
		budget -= used
	}
	if budget > 0 && m.order == nil {
		m.order = byKey(m.keys)
		if m.spec.Order == ByTime {
			m.moves, m.surely = m.moving()
		}
		m.elect()
	}
	for budget > 0 && m.stream == nil {
		used, sorted := m.order.step()
		if sorted {
			used = piece
			if m.moves == "" || m.leads(piece) {
				m.number()
				return false, nil
			}
		}
		budget -= 1 + used/10
	}
	for budget > 0 && m.question < len(m.spec.Reads) {
		const each = 20 // work of planning a question, in records
		m.ask(m.spec.Reads[m.question])
		budget -= each
	}
	switch {
	case budget <= 0:
	case m.marked < marking:
		m.mark()
		m.marked++
	case len(m.stream.fields) < len(m.fields):
		m.look()
	}
	return m.marked == marking && len(m.stream.fields) == len(m.fields), nil
}

// Stream returns the stream after [StreamMaker.Step] has reported that it is finished.
func (m *StreamMaker) Stream() *Stream { return m.stream }

// keep keeps a record as a write, and perhaps as one with whose values questions are
// asked.
func (m *StreamMaker) keep(rec []string) (err error) {
	for v, i := range m.inKey {
		m.filled[v] = rec[i]
	}
	if m.key, err = m.template.AppendKey(m.key[:0], m.filled); err != nil {
		return err
	}
	bytes := len(m.key)
	for c, i := range m.inCells {
		bytes += len(m.columns[c].Family) + len(m.columns[c].Qualifier) + len(rec[i]) + 8
	}
	kept := min(m.count, maxWrites)
	if m.kept*variants/kept != (m.kept+1)*variants/kept {
		m.asked = append(m.asked, slices.Clone(rec))
		m.about = append(m.about, m.kept)
	}
	for q, i := range m.latest {
		if i >= 0 {
			m.lengths[q].Add(rec[i])
		}
	}
	m.vote(rec)
	m.clock(rec)
	m.keys = append(m.keys, base.RowKey(m.key))
	m.rows = append(m.rows, int32(min(bytes, 1<<30)))
	m.kept++
	return nil
}

// number makes the writes of the stream from the records sorted by key. It does one of
// several parts in each call, and sets m.stream in the last.
func (m *StreamMaker) number() {
	s, order := m.making, m.order.order
	switch {
	case s == nil:
		m.making = &Stream{spec: m.spec, reads: make([][]read, len(m.spec.Reads))}
		m.making.keys, m.numbers = m.order.number(m.keys)
		return
	case m.moves != "" && s.groups == nil:
		s.groups = m.group(order)
		return
	case m.spec.Order == ByKey && s.groups == nil:
		s.groups = []group{{count: len(order), wide: several}}
		return
	case s.writes == nil:
		s.star = m.written(order)
		s.writes = make([]write, 0, len(order))
		for _, i := range order {
			s.writes = append(s.writes, write{m.numbers[i], m.rows[i]})
			s.bytes += float64(m.rows[i])
		}
		s.bytes *= float64(m.count) / float64(len(m.keys))
		return
	}
	m.sorted = map[string][]string{}
	for i, f := range m.fields {
		for _, rec := range m.asked {
			m.sorted[f] = append(m.sorted[f], rec[i])
		}
		slices.Sort(m.sorted[f])
	}
	m.keys, m.rows, m.lead, m.numbers, m.making, m.order, m.stream = nil, nil, nil, nil, nil, &ordering{}, s
}

// ask plans a question with the values of the current variant, and adds the result to the
// reads of the stream.
func (m *StreamMaker) ask(q RepeatedQuestion) {
	s, rec := m.stream, m.asked[m.variant]
	query := q.Query
	if !q.AsWritten {
		query.Where = slices.Clone(query.Where)
		for c := range query.Where {
			m.vary(&query.Where[c], rec)
		}
	}
	r := read{about: m.about[m.variant], star: m.field >= 0 && rec[m.field] == m.star}
	if m.known.Rows == nil {
		m.known = plan.KnownData{Rows: rows(s.keys), SampleFactor: float64(m.count) / float64(m.kept)}.WithCachedGroups()
	}
	known := m.known
	if m.lengths[m.question].SortsAlike() {
		known.SortsAlike = append(known.SortsAlike, query.Latest.Field)
	}
	if p := plan.PlanQuery(m.template, m.columns, query, known); len(p.Missing) == 0 {
		if len(p.Residual) > 0 {
			p.Limit, p.Groups = 0, plan.RowGroups{} // it is unknown how many rows have to be scanned
		}
		walked := 0
		for _, at := range p.Ranges {
			lo, hi := s.within(at)
			walked += hi - lo
			for _, at := range s.grouped(at, p.Groups) {
				r.ops = append(r.ops, s.read(at, p.Limit, p.Reversed, m.count))
			}
		}
		r.all = p.Access != plan.Point && p.Limit == 0 && walked == len(s.keys)
	}
	s.reads[m.question] = append(s.reads[m.question], r)
	// A question with many ranges is asked with fewer variants.
	m.variant += 1 + len(r.ops)/many
	if q.AsWritten || m.variant >= len(m.asked) {
		m.question, m.variant = m.question+1, 0
	}
}

// rows is a list of sorted keys as the [plan.RowKeys] of the planner.
type rows []base.RowKey

func (r rows) Len() int { return len(r) }

func (r rows) KeysAt(ranks []int) (out []base.RowKey) {
	for _, rank := range ranks {
		out = append(out, r[rank])
	}
	return out
}

// marking is the number of parts of mark.
const marking = 5

// mark finds the marks, and the place of each operation's keys among them. It does one
// part in each call.
func (m *StreamMaker) mark() {
	s := m.stream
	each := func(do func(key base.RowKey, at *int32)) {
		for _, reads := range s.reads {
			for _, r := range reads {
				for i := range r.ops {
					do(r.ops[i].Key, &r.ops[i].At)
					do(r.ops[i].End, &r.ops[i].EndAt)
				}
			}
		}
	}
	switch m.marked {
	case 0:
		each(func(key base.RowKey, _ *int32) {
			if _, known := slices.BinarySearch(s.keys, key); !known && key != "" {
				m.borders = append(m.borders, key)
			}
		})
		slices.Sort(m.borders)
		m.borders = slices.Compact(m.borders)
	case 1:
		s.marks = make([]base.RowKey, 0, len(s.keys)+len(m.borders))
		m.shift = make([]int32, len(s.keys))
		rest := m.borders
		for i, k := range s.keys {
			for len(rest) > 0 && rest[0] < k {
				s.marks, rest = append(s.marks, rest[0]), rest[1:]
			}
			m.shift[i] = int32(len(s.marks))
			s.marks = append(s.marks, k)
		}
		s.marks = append(s.marks, rest...)
	case 2:
		for i := range s.writes {
			s.writes[i].key = m.shift[s.writes[i].key]
		}
	case 3:
		// Ops takes reads at regular distances. Sorted by key, they are spread over the keys.
		s.stars = make([][]int32, len(m.spec.Reads))
		for i, q := range m.spec.Reads {
			if !q.Newest {
				base.SortStable(s.reads[i], func(a, b read) int {
					return slices.CompareFunc(a.ops, b.ops, func(a, b cluster.OpBatch) int { return cmp.Compare(a.Key, b.Key) })
				})
			}
			for n, r := range s.reads[i] {
				if r.star {
					s.stars[i] = append(s.stars[i], int32(n))
				}
			}
		}
	case 4:
		each(func(key base.RowKey, at *int32) {
			if i, known := slices.BinarySearch(s.marks, key); known {
				*at = int32(i + 1)
			}
		})
	}
}

// vary replaces the values of a condition by values of the record, such that the condition
// selects about as much of the data as before.
func (m *StreamMaker) vary(c *plan.Cond, rec []string) {
	i := slices.Index(m.fields, c.Field)
	if i < 0 {
		return
	}
	v := rec[i]
	switch c.Op {
	case plan.Equal:
		c.Value = v
	case plan.HasPrefix:
		c.Value = v[:min(len(v), len(c.Value))]
	case plan.Between:
		if c.To == "" {
			c.Value = v
			return
		}
		// As many of the sorted values lie between the new bounds as between the old ones.
		sorted := m.sorted[c.Field]
		lo, _ := slices.BinarySearch(sorted, c.Value)
		hi, _ := slices.BinarySearch(sorted, c.To)
		at, _ := slices.BinarySearch(sorted, v)
		at = max(0, min(at, len(sorted)-1-(hi-lo)))
		c.Value, c.To = sorted[at], sorted[min(at+max(1, hi-lo), len(sorted)-1)]
		if c.To <= c.Value {
			c.To = c.Value + "\x00"
		}
	case plan.Numbers:
		lo, _ := rowkey.ParseNumber(c.Value)
		hi, bounded := rowkey.ParseNumber(c.To)
		n, ok := rowkey.ParseNumber(v)
		if !ok {
			return
		}
		if c.Value = v; bounded {
			c.To = strconv.FormatInt(n+min(max(1, hi-lo), 1<<63-1-n), 10)
		}
	case plan.Under:
		// Keep as many labels of the name as the old value has.
		labels := strings.Split(v, ".")
		n := min(strings.Count(c.Value, ".")+1, len(labels)-1)
		if under := strings.Join(labels[len(labels)-n:], "."); under != "" && c.Value != "" {
			c.Value = under
		}
	default:
		panic("traffic: a condition without values")
	}
}

// grouped divides a range into the ranges of its groups, or returns it whole if there are
// no groups.
func (s *Stream) grouped(r base.Range, by plan.RowGroups) []base.Range {
	if by.IsEmpty() {
		return []base.Range{r}
	}
	return slices.Collect(by.In(r, func(key base.RowKey) (base.RowKey, bool) {
		i, _ := slices.BinarySearch(s.keys, key)
		if i == len(s.keys) {
			return "", false
		}
		return s.keys[i], true
	}))
}

// within returns the indexes [lo, hi) of the stream's keys in a range.
func (s *Stream) within(r base.Range) (lo, hi int) {
	lo, _ = slices.BinarySearch(s.keys, r.Start)
	if hi = len(s.keys); r.End != "" {
		hi, _ = slices.BinarySearch(s.keys, r.End)
	}
	return lo, max(lo, hi)
}

// read returns the operation that reads a range. With a limit other than 0 it reads that
// many of count records, at the beginning of the range or, if reversed, at its end.
func (s *Stream) read(r base.Range, limit int64, reversed bool, count int64) cluster.OpBatch {
	lo, hi := s.within(r)
	share := float64(hi-lo) / float64(len(s.keys))
	if rows := (limit*int64(len(s.keys)) + count - 1) / count; limit > 0 && rows < int64(hi-lo) {
		share = float64(limit) / float64(count)
		if reversed {
			r.Start = s.keys[hi-int(rows)]
		} else {
			r.End = s.keys[lo+int(rows)]
		}
	}
	op := cluster.OpBatch{Kind: cluster.Scan, Key: r.Start, End: r.End, Bytes: int64(s.bytes * share)}
	if key, ok := r.PointKey(); ok {
		op = cluster.OpBatch{Kind: cluster.Read, Key: key, Bytes: int64(s.bytes / float64(len(s.keys)))}
	}
	return op
}
