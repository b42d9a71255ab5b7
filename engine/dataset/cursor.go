package dataset

// Cursor iterates once over the records of a [Spec], in order.
type Cursor struct {
	p         *program
	given     int      // given records not yet passed, counted from the front
	remaining uint64   // records still to generate
	made      uint64   // records generated
	rng       Random   // for independent fields, and for the choice of a stratum
	lots      []lot    // the state of each stratum
	rec       []string // memory for a generated record that Next returns
	room      []string // memory for a given record that Next returns
	fits      []fit    // what the current record has in each Fitted field
}

// lot is the state of a stratum.
type lot struct {
	remaining uint64 // records still to generate
	next      uint64 // next input of the permutation
}

// Cursor returns a cursor before the first record. The Spec must not be changed while the
// cursor is used. It panics if [Spec.Check] refuses the Spec.
func (s Spec) Cursor() *Cursor {
	c, err := s.CheckedCursor()
	if err != nil {
		panic("dataset: " + err.Error())
	}
	return c
}

// CheckedCursor is Cursor for a Spec that has not been checked. It refuses what [Spec.Check]
// refuses.
func (s Spec) CheckedCursor() (*Cursor, error) {
	p, err := s.compile()
	if err != nil {
		return nil, err
	}
	c := &Cursor{p: p, rec: make([]string, len(s.Fields), len(s.Fields)+1), fits: make([]fit, len(p.fitted))}
	if s.Recipe == nil {
		return c, nil
	}
	c.remaining = uint64(s.Recipe.Count - int64(len(s.Records)))
	c.rng = Random(mix(s.Recipe.Seed ^ golden))
	for _, st := range p.strata {
		c.lots = append(c.lots, lot{remaining: st.quota})
	}
	return c, nil
}

// Next returns the next record, or false after the last one. The slice belongs to the
// cursor and is valid until the next call.
func (c *Cursor) Next() ([]string, bool) {
	p := c.p
	if c.given < len(p.spec.Records) {
		// A record that lacks fields has one more string than there are fields.
		c.room = append(c.room[:0], p.spec.Records[c.given]...)
		c.given++
		return c.room, true
	}
	if c.remaining == 0 {
		return nil, false
	}
	if c.lots != nil {
		c.combine()
	}
	c.remaining--
	for i := range p.free {
		d := &p.free[i]
		table := p.tables[d.field]
		if d.weights == nil {
			c.rec[d.field] = table[c.rng.Below(uint64(len(table)))]
			continue
		}
		x, n := c.rng.Below(d.sum), 0
		for x >= uint64(d.weights[n]) {
			x -= uint64(d.weights[n])
			n++
		}
		c.rec[d.field] = table[n]
	}
	for i := range p.made {
		m := &p.made[i]
		r := Random(mix(m.seed + c.made*golden))
		c.rec[m.field] = m.value(c.made, &r)
	}
	rec := c.rec
	if len(p.fitted) > 0 {
		rec = c.fit()
	}
	c.made++
	return rec, true
}

// Skip passes over n records, or over all that remain. It generates them only if later
// records depend on them, which is so with several strata, or with given records and
// unique fields.
func (c *Cursor) Skip(n int64) {
	given := min(n, int64(len(c.p.spec.Records)-c.given))
	c.given += int(given)
	n = min(n-given, int64(c.remaining))
	if len(c.lots) > 1 || len(c.lots) == 1 && c.p.strata[0].taken != nil {
		for range n {
			c.Next()
		}
		return
	}
	if len(c.lots) == 1 {
		c.lots[0].next += uint64(n)
		c.lots[0].remaining -= uint64(n)
	}
	c.remaining -= uint64(n)
	c.made += uint64(n)
	c.rng += Random(uint64(n) * uint64(len(c.p.free)) * golden)
}

// combine sets the unique fields to a combination that no earlier record has.
func (c *Cursor) combine() {
	// The stratum is chosen at random, in proportion to the records that it still has to give.
	p, n := c.p, 0
	if len(c.lots) > 1 {
		x := c.rng.Below(c.remaining)
		for x >= c.lots[n].remaining {
			x -= c.lots[n].remaining
			n++
		}
	}
	l, st := &c.lots[n], &p.strata[n]
	number := st.perm.nth(l.next)
	l.next++
	for st.taken != nil && st.taken[number] {
		number = st.perm.nth(l.next)
		l.next++
	}
	l.remaining--
	if p.by >= 0 {
		c.rec[p.by] = p.tables[p.by][n]
	}
	for i := len(p.dims) - 1; i >= 0; i-- {
		d := &p.dims[i]
		c.rec[d.field] = p.tables[d.field][number%d.size]
		number /= d.size
	}
}
