package search

import (
	"cmp"
	"slices"
)

// proposal is some keys, one for each table, in the order of the names of the tables.
type proposal struct {
	keys []*key
	cost Cost
}

// finder finds the front of all designs of some keys.
type finder struct {
	*space
	maxTables int
	maxBytes  int64
	keys      []*key
	front     []proposal
	weighed   int64
	best      []float64 // by query: the fewest rows scanned, of any key, at the query's rate
	fewest    int64     // bytes of the smallest key
}

// find sets f.front: of the designs of the keys that answer all queries and keep the limits those of which
// none meets the cost of another. Of designs that cost the same the first stays.
func (f *finder) find() {
	f.front = nil
	f.best = make([]float64, len(f.queries))
	for q := range f.queries {
		f.best[q] = -1
		for _, k := range f.keys {
			if r := &k.reads[q]; !r.missing && (f.best[q] < 0 || f.rates[q]*float64(r.scanned) < f.best[q]) {
				f.best[q] = f.rates[q] * float64(r.scanned)
			}
		}
		f.best[q] = max(f.best[q], 0)
	}
	for i, k := range f.keys {
		if i == 0 || k.bytes < f.fewest {
			f.fewest = k.bytes
		}
	}
	for tables := 1; tables <= f.maxTables; tables++ {
		f.extend(nil, 0, tables)
	}
	slices.SortStableFunc(f.front, func(a, b proposal) int {
		return cmp.Or(cmp.Compare(a.cost.Scanned, b.cost.Scanned), cmp.Compare(a.cost.WriteLoad, b.cost.WriteLoad), cmp.Compare(a.cost.Bytes, b.cost.Bytes))
	})
}

// extend weighs all designs of a number of tables that have the given keys and others from index from on.
func (f *finder) extend(with []*key, from, tables int) {
	if len(with) == tables {
		f.weigh(with)
		return
	}
	if len(with) > 0 && f.cannotReachFront(with, tables) {
		return
	}
	for i := from; i < len(f.keys); i++ {
		f.extend(append(with, f.keys[i]), i+1, tables)
	}
	f.spend(1)
}

// cannotReachFront reports whether every design that has the given keys and a number of tables in all would be worse than one
// on the front, even with the best of all keys for its other tables.
func (f *finder) cannotReachFront(with []*key, tables int) bool {
	c := Cost{Bytes: f.fewest * int64(tables-len(with))}
	for _, k := range with {
		c.Bytes, c.WriteLoad = c.Bytes+k.bytes, max(c.WriteLoad, k.load)
	}
	c.WriteLoad *= float64(tables)
	for _, of := range f.best {
		c.Scanned += of
	}
	return f.isBeaten(c)
}

// isBeaten reports whether a cost is above a limit, or is not less in anything than that of a design of the front.
func (f *finder) isBeaten(c Cost) bool {
	return f.maxBytes > 0 && c.Bytes > f.maxBytes || slices.ContainsFunc(f.front, func(d proposal) bool { return d.cost.IsAtMost(c) })
}

// weigh puts a design on the front unless that has one that meets its cost.
func (f *finder) weigh(keys []*key) {
	f.weighed++
	c := Cost{}
	for _, k := range keys {
		c.Bytes, c.WriteLoad = c.Bytes+k.bytes, max(c.WriteLoad, k.load)
	}
	c.WriteLoad *= float64(len(keys))
	differs := false
	for q, rate := range f.rates {
		rows, ok, tied := served(keys, q)
		if !ok {
			return
		}
		c.Scanned += float64(rate * float64(rows))
		differs = differs || tied
	}
	if f.isBeaten(c) {
		return
	}
	d := proposal{slices.Clone(keys), c}
	if differs && !slices.ContainsFunc(keys, (*key).uncertain) {
		d = f.ordered(d)
		if f.isBeaten(d.cost) {
			return
		}
	}
	f.front = append(slices.DeleteFunc(f.front, func(o proposal) bool { return d.cost.IsAtMost(o.cost) }), d)
}

// served returns how many rows a query scans at least, of the table that answers it. ok is false if none
// does. tied says that the table depends on the names of the tables; then the fewest rows are returned.
func served(keys []*key, query int) (rows int64, ok, tied bool) {
	var best *read
	for _, k := range keys {
		r := &k.reads[query]
		switch {
		case r.missing:
		case best == nil:
			best = r
		case best.uncertain || r.uncertain:
			if r.scanned < best.scanned {
				best = r
			}
			// Any of them may answer it.
			uncertain := *best
			uncertain.uncertain = true
			best = &uncertain
		case r.narrows > best.narrows || r.narrows == best.narrows && best.sorts && !r.sorts:
			best, tied = r, false
		case r.narrows == best.narrows && r.sorts == best.sorts && r.scanned != best.scanned:
			tied = true
			if r.scanned < best.scanned {
				best = r
			}
		}
	}
	if best == nil {
		return 0, false, false
	}
	return best.scanned, true, tied && !best.uncertain
}

// ordered returns the design with its keys in the order, of all orders, in which it scans the fewest rows.
func (f *finder) ordered(d proposal) proposal {
	best := proposal{}
	permute(d.keys, 0, func(keys []*key) {
		cost := d.cost
		cost.Scanned = 0
		for q, rate := range f.rates {
			cost.Scanned += float64(rate * float64(keys[answering(keys, q)].reads[q].scanned))
		}
		if best.keys == nil || cost.Scanned < best.cost.Scanned {
			best = proposal{slices.Clone(keys), cost}
		}
	})
	return best
}

// answering returns the index of the key whose table answers a query, as [compare.BestTable] chooses it. It
// returns -1 if none does.
func answering(keys []*key, query int) int {
	found := -1
	for i, k := range keys {
		r := &k.reads[query]
		if r.missing {
			continue
		}
		if found < 0 {
			found = i
			continue
		}
		have := &keys[found].reads[query]
		if r.narrows > have.narrows || r.narrows == have.narrows && have.sorts && !r.sorts {
			found = i
		}
	}
	return found
}

// permute calls visit with each order of the keys, the given one first.
func permute(keys []*key, from int, visit func([]*key)) {
	if from == len(keys)-1 {
		visit(keys)
		return
	}
	for i := from; i < len(keys); i++ {
		keys[from], keys[i] = keys[i], keys[from]
		permute(keys, from+1, visit)
		keys[from], keys[i] = keys[i], keys[from]
	}
}

// candidates returns the keys of which designs may be on the front: of keys whose tables answer the same
// queries of the same other tables, those of which no other is at least as good in everything. For a key
// that has not been measured its bounds count.
func candidates(keys []*key) (out []*key) {
	groups := map[string][]*key{}
	var names []string
	for _, k := range keys {
		if k.refused {
			continue
		}
		name := k.rankForQueries()
		if groups[name] == nil {
			names = append(names, name)
		}
		groups[name] = append(groups[name], k)
	}
	for _, name := range names {
		var front []*key
		for _, k := range groups[name] {
			if slices.ContainsFunc(front, func(o *key) bool { return o.isAtMost(k) }) {
				continue
			}
			front = append(slices.DeleteFunc(front, func(o *key) bool { return k.isAtMost(o) }), k)
		}
		out = append(out, front...)
	}
	return out
}

// rankForQueries returns a text that two keys have in common if the session has no reason to prefer the table of one
// of them for any query.
func (k *key) rankForQueries() string {
	var b []byte
	for _, r := range k.reads {
		b = append(b, byte(r.narrows), 0)
		for bit, of := range []bool{r.sorts, r.uncertain, r.missing} {
			if of {
				b[len(b)-1] |= 1 << bit
			}
		}
	}
	return string(b)
}

// uncertain reports whether it is not known yet which queries the table of a key answers.
func (k *key) uncertain() bool {
	return slices.ContainsFunc(k.reads, func(r read) bool { return r.uncertain })
}

// isAtMost reports whether a key is at least as good as another in everything.
func (k *key) isAtMost(o *key) bool {
	if k.bytes > o.bytes || k.load > o.load {
		return false
	}
	for q := range k.reads {
		if k.reads[q].scanned > o.reads[q].scanned {
			return false
		}
	}
	return true
}
