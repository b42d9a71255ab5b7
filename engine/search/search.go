package search

import (
	"cmp"
	"slices"
	"strconv"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/design"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// Search is a search under way. Call Step until it is done; Result may be called after each step. A search
// that is not stepped to its end must be stopped with Stop. Between steps the session may be used, but
// not changed.
type Search struct {
	session *engine.Session
	ask     Ask
	table   string
	like    *rowkey.Template
	data    dataset.Spec
	work    *base.SlicedWork

	*space
	keys      []*key          // of the space, and the present ones
	known     map[string]bool // the texts of these keys
	weighed   int64
	toMeasure int64 // keys that are still to be measured, as far as is known
	points    []Point
	measured  int64
	complete  bool
	sampled   int64
}

// New returns a search for designs of a session's table. It refuses (no-design) a session in which no table
// of that name is designed, or whose table has no records or is not asked by any question.
func New(session *engine.Session, ask Ask) (*Search, error) {
	s := &Search{session: session, ask: ask, table: ask.Table, known: map[string]bool{}}
	if s.table == "" {
		for _, info := range session.Tables() {
			if info.Template != "" {
				s.table = info.Name
				break
			}
		}
	}
	template, data, ok := session.Design(s.table)
	if !ok || data.Len() == 0 {
		return nil, base.Refuse(base.CodeNoDesign, s.table)
	}
	like, err := rowkey.Parse(template)
	if err != nil {
		return nil, err
	}
	if len(data.Fields) > maxFields {
		return nil, base.CheckAtMost(base.CodeManyFields, len(data.Fields), maxFields, s.table)
	}
	s.like, s.data = like, data
	s.work = base.NewSlicedWork(s.search)
	s.space = &space{columns: session.FieldColumns(s.table), spend: s.work.Spend}
	im := session.Image()
	for _, q := range im.States[im.Now].Workload {
		if isAbout(q, data.Fields) {
			s.queries = append(s.queries, q)
			s.rates = append(s.rates, rateOf(ask.Rates, q.ID))
		}
	}
	if len(s.queries) == 0 {
		return nil, base.Refuse(base.CodeNoDesign, s.table)
	}
	return s, nil
}

// isAbout reports whether a query is about the fields of some data.
func isAbout(q plan.Query, fields []string) bool {
	asked := slices.Clone(q.Columns)
	for _, c := range q.Where {
		asked = append(asked, c.Field)
	}
	if q.Latest.N > 0 {
		asked = append(asked, q.Latest.Field)
		if q.Each != "" {
			asked = append(asked, q.Each)
		}
	}
	return !slices.ContainsFunc(asked, func(f string) bool { return !slices.Contains(fields, f) })
}

// rateOf returns how often a query is asked in a second, as [Ask.Rates] says.
func rateOf(rates []engine.QueryRate, query string) (rate float64) {
	if len(rates) == 0 {
		return 1
	}
	for _, r := range rates {
		if r.Query == query {
			rate += r.Rate
		}
	}
	return rate
}

// Step works for about budget rows and reports whether the search is done.
func (s *Search) Step(budget int64) bool { return s.work.Step(budget) }

// Stop ends a search that will not be stepped again. It may be called whether or not the search is done.
func (s *Search) Stop() { s.work.Stop() }

// HasPoints reports whether a design has been found.
func (s *Search) HasPoints() bool { return len(s.points) > 0 }

// Result returns what has been found so far. The points are not changed later.
func (s *Search) Result() Result {
	return Result{
		Points: slices.Clone(s.points), Complete: s.complete, Keys: int64(len(s.keys)), Designs: s.weighed,
		Measured: s.measured, Left: s.toMeasure, Sampled: s.sampled,
	}
}

// search does all the work.
func (s *Search) search() {
	if s.data.Len() > engine.MaxTrialRecords {
		s.takeSample()
	}
	for _, k := range s.present() {
		s.measure(k)
		s.add(k)
	}
	s.show()
	s.records = readRecords(s.data, s.spend)
	for _, k := range s.keys {
		k.refused = k.attempt == nil || k.loses(s.space)
	}
	if present := s.keys[0]; !present.refused && !s.ask.AnyFields {
		for i := range s.fields {
			if plan.HoldsWholeField(present.template, s.fields[i].name) {
				s.held |= 1 << i
			}
		}
	}
	s.fill(s.data, s.like)
	s.greedy()
	s.eachKey(func(k *key, plans []plan.Plan) {
		if s.known[k.text] {
			return
		}
		s.bind(k, plans)
		s.add(k)
	})
	s.settle()
}

// add adds a key.
func (s *Search) add(k *key) {
	s.keys, s.known[k.text] = append(s.keys, k), true
}

// greedy measures the keys that serve single questions best, those first on which most rows are scanned, so
// that there is a front before all keys are weighed.
func (s *Search) greedy() {
	var order []int
	for q := range s.queries {
		order = append(order, q)
	}
	cost := func(q int) float64 {
		if len(s.keys) == 0 || s.keys[0].attempt == nil {
			return s.rates[q]
		}
		return float64(s.rates[q] * float64(s.keys[0].reads[q].scanned))
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(cost(b), cost(a)) })
	for _, q := range order[:min(len(order), greedyKeys)] {
		k, ok := s.newKey(s.leadFor(s.queries[q]))
		if !ok || s.known[k.text] {
			continue
		}
		s.bind(k, nil)
		s.add(k)
		s.measure(k)
		s.show()
	}
}

// greedyKeys is the most keys that are measured before all keys are weighed.
const greedyKeys = 2

// leadFor returns the lead that has the fields of a query: those with one value, then that of whose values
// the latest are wanted, and then one that has bounds or an order.
func (s *space) leadFor(q plan.Query) (lead []int) {
	add := func(name string) {
		f := s.index(name)
		if f < 0 || s.plain[f] < 0 || slices.ContainsFunc(lead, func(i int) bool { return s.segments[i].field == f }) {
			return
		}
		lead = append(lead, s.plain[f])
	}
	for _, c := range q.Where {
		if c.Op == plan.Equal {
			add(c.Field)
		}
	}
	if q.Latest.N > 0 {
		add(q.Each)
		add(q.Latest.Field)
		return lead
	}
	for _, c := range q.Where {
		if c.Op != plan.Equal {
			add(c.Field)
			return lead
		}
	}
	return lead
}

// bind sets the bounds of a key. plans may be nil.
func (s *space) bind(k *key, plans []plan.Plan) {
	for q := range s.queries {
		if plans == nil {
			p := s.plan(k, s.queries[q])
			k.reads = append(k.reads, s.bound(k, q, &p))
			continue
		}
		k.reads = append(k.reads, s.bound(k, q, &plans[q]))
	}
}

// takeSample replaces the records by a sample of them.
func (s *Search) takeSample() {
	sample, cursor := design.NewRecordSample(s.data, SampleSize), s.data.Cursor()
	for done := false; !done; {
		var used int64
		used, done = sample.TakeFrom(cursor, max(s.work.Left(), 1))
		s.spend(used)
	}
	s.data = dataset.Spec{Fields: s.data.Fields, Records: sample.Records, Time: s.data.Time}
	s.sampled = int64(len(sample.Records))
}

// present returns the present keys of the searched records, that of the searched table first.
func (s *Search) present() (out []*key) {
	names := []string{s.table}
	for _, info := range s.session.Tables() {
		names = append(names, info.Name)
	}
	for _, name := range names {
		template, data, ok := s.session.Design(name)
		if !ok || !slices.Equal(data.Fields, s.data.Fields) {
			continue
		}
		t, err := rowkey.Parse(template)
		if err == nil && !slices.ContainsFunc(out, func(k *key) bool { return k.text == template }) {
			out = append(out, &key{text: template, template: t, load: 1})
		}
	}
	return out
}

// settle measures keys until no key that has not been measured can lead to a better design.
func (s *Search) settle() {
	for {
		f := &finder{space: s.space, maxTables: s.tables(), maxBytes: s.ask.MaxBytes, keys: candidates(s.keys)}
		f.find()
		s.weighed = max(s.weighed, f.weighed)
		var open []*key
		for _, d := range f.front {
			for _, k := range d.keys {
				if k.attempt == nil && !slices.Contains(open, k) {
					open = append(open, k)
				}
			}
		}
		if s.toMeasure = 0; len(open) == 0 {
			s.complete = !s.capped
			s.points = s.pointsOf(f.front)
			return
		}
		for i, k := range open {
			if s.measured >= maxMeasured {
				s.capped = true
				return
			}
			s.toMeasure = int64(len(open) - i)
			s.measure(k)
			s.show()
		}
	}
}

func (s *Search) tables() int {
	if s.ask.MaxTables == 0 {
		return DefaultTables
	}
	return min(max(s.ask.MaxTables, 1), MostTables)
}

// show sets the points to the front of what has been measured.
func (s *Search) show() {
	var known []*key
	for _, k := range s.keys {
		if k.attempt != nil && !k.refused {
			known = append(known, k)
		}
	}
	f := &finder{space: s.space, maxTables: s.tables(), maxBytes: s.ask.MaxBytes, keys: candidates(known)}
	f.find()
	s.points = s.pointsOf(f.front)
}

// measure has the session measure the table of a key.
func (s *Search) measure(k *key) {
	s.measured++
	proposed := engine.ProposedDesign{Tables: []engine.TableDesign{{Table: s.table, Template: k.text}}}
	if s.sampled > 0 {
		proposed.Data = &s.data
	}
	task := s.session.Start(engine.CompareDesigns{Proposed: []engine.ProposedDesign{proposed}, OnlyProposed: true})
	defer task.Stop()
	for !task.Step(max(s.work.Left(), 1)) {
		s.spend(s.work.Left())
	}
	s.spend(1)
	came := engine.AnswerAs[*engine.DesignsCompared](task.Reply().Answer)
	if _, err := task.AcceptedChanges(); err != nil || came == nil || len(came.Proposed) == 0 {
		k.refused = true
		return
	}
	s.learn(k, came.Proposed[0])
}

// learn replaces the bounds of a key by what was measured. A key under which records are lost is refused.
func (s *Search) learn(k *key, a engine.DesignAttempt) {
	bounds := *k
	k.attempt, k.bytes, k.load, k.reads = &a, a.Bytes, roundedSkew(a.Skew), nil
	k.refused = k.loses(s.space)
	for i, q := range s.queries {
		at := slices.IndexFunc(a.Verdicts, func(v engine.Verdict) bool { return v.Query == q.ID })
		v := a.Verdicts[at]
		now := read{scanned: v.Stats.RowsScanned, narrows: len(v.InKey), sorts: v.LatestMethod.NeedsSort(), missing: v.Table == ""}
		k.reads = append(k.reads, now)
		// A bound that does not hold would make the search incomplete.
		if bounds.segments != nil && !bounds.reads[i].holds(now) {
			s.capped = true
		}
	}
	if bounds.segments != nil && bounds.bytes > k.bytes {
		s.capped = true
	}
}

// loses reports whether records are lost under a key that has been measured, other than ones that are equal to
// another. Before the records have been read it is not known which of them are.
func (k *key) loses(s *space) bool {
	most := int64(0)
	for _, lost := range k.attempt.Lost {
		most = max(most, lost)
	}
	if s.records == nil {
		return most > 0
	}
	return most > s.all-int64(s.count)
}

// tableName returns the name of a table of a design, from 0.
func (s *Search) tableName(i int) string {
	if i == 0 {
		return s.table
	}
	return s.table + "_" + strconv.Itoa(i+1)
}
