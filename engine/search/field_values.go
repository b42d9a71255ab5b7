package search

import (
	"slices"

	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// records holds the different records of a data set, field by field.
type records struct {
	fields []fieldValues
	count  int   // different records
	all    int64 // records, with those that are equal to another
}

// fieldValues has the values of one field.
type fieldValues struct {
	name   string
	values []string // the different ones, in the order of their first records
	codes  []uint32 // by record: index in values
	count  []int64  // by value: records that have it
	moves  bool     // values go up or down from record to record
	ranks  []uint32 // by value: its place in the order of latest
	latest []int32  // see latestFirst; nil before it is asked for
	even   bool     // see [plan.OrderCheck]
}

// readRecords reads a data set. It calls spend(1) for each record.
func readRecords(data dataset.Spec, spend func(int64)) *records {
	r := &records{fields: make([]fieldValues, len(data.Fields))}
	index := make([]map[string]uint32, len(data.Fields))
	for i, name := range data.Fields {
		r.fields[i].name, index[i] = name, map[string]uint32{}
	}
	for cursor := data.Cursor(); ; {
		rec, ok := cursor.Next()
		if spend(1); !ok {
			break
		}
		for i := range r.fields {
			f := &r.fields[i]
			code, known := index[i][rec[i]]
			if !known {
				code = uint32(len(f.values))
				index[i][rec[i]] = code
				f.values = append(f.values, rec[i])
			}
			f.codes = append(f.codes, code)
		}
		r.all++
	}
	r.count = int(r.all)
	r.dropEqual(spend)
	for i := range r.fields {
		f := &r.fields[i]
		f.count = make([]int64, len(f.values))
		for _, code := range f.codes {
			f.count[code]++
		}
		var check plan.OrderCheck
		for _, v := range f.values {
			check.Add(v)
		}
		f.even, f.moves = check.SortsAlike(), f.rises()
		spend(int64(len(f.values)) / 16)
	}
	return r
}

// dropEqual keeps the first of equal records.
func (r *records) dropEqual(spend func(int64)) {
	all := make([]int, len(r.fields))
	for i := range all {
		all[i] = i
	}
	first := newTuples(r, all)
	kept := make([]int32, 0, r.count)
	for i := range r.count {
		if spend(1); first.add(int32(i)) {
			kept = append(kept, int32(i))
		}
	}
	if len(kept) == r.count {
		return
	}
	for i := range r.fields {
		codes := make([]uint32, len(kept))
		for at, n := range kept {
			codes[at] = r.fields[i].codes[n]
		}
		r.fields[i].codes = codes
	}
	r.count = len(kept)
}

// tuples is a set of records that differ in some fields.
type tuples struct {
	of    *records
	by    []int
	first map[uint64]int32 // by hash, of those moved on where another tuple has it: the first record
}

func newTuples(r *records, by []int) *tuples {
	return &tuples{of: r, by: by, first: make(map[uint64]int32)}
}

// add adds a record, and reports whether none before has the same values.
func (t *tuples) add(record int32) bool {
	h := uint64(0xcbf29ce484222325)
	for _, f := range t.by {
		h = (h ^ uint64(t.of.fields[f].codes[record])) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	for ; ; h++ {
		other, taken := t.first[h]
		if !taken {
			t.first[h] = record
			return true
		}
		if t.same(record, other) {
			return false
		}
	}
}

func (t *tuples) same(a, b int32) bool {
	for _, f := range t.by {
		if codes := t.of.fields[f].codes; codes[a] != codes[b] {
			return false
		}
	}
	return true
}

// distinguish reports whether no two records have the same values in some fields.
func (r *records) distinguish(fields []int, spend func(int64)) bool {
	most := 1.0
	for _, f := range fields {
		most *= float64(len(r.fields[f].values))
	}
	if most < float64(r.count) {
		return false
	}
	t := newTuples(r, fields)
	for i := range r.count {
		if spend(1); !t.add(int32(i)) {
			return false
		}
	}
	return true
}

// rises reports whether values go up, or down, from record to record. It looks at some of the records.
func (f *fieldValues) rises() bool {
	const looked = 400
	up, down, before := 0, 0, ""
	for i := range min(looked, len(f.codes)) {
		v := f.values[f.codes[i*len(f.codes)/min(looked, len(f.codes))]]
		if i > 0 {
			switch c := plan.CompareValues(before, v); {
			case c < 0:
				up++
			case c > 0:
				down++
			}
		}
		before = v
	}
	return len(f.values) > 2 && max(up, down) >= 9*min(up, down) && up+down > 2
}

// latestFirst returns the records in descending order of their values, as [plan.CompareValues] orders them. It
// sets f.ranks.
func (f *fieldValues) latestFirst() []int32 {
	if f.latest != nil {
		return f.latest
	}
	order := make([]uint32, len(f.values))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int { return plan.CompareValues(f.values[b], f.values[a]) })
	f.ranks = make([]uint32, len(order))
	first := make([]int, len(order)) // by rank: where its records begin
	at := 0
	for rank, code := range order {
		f.ranks[code], first[rank] = uint32(rank), at
		at += int(f.count[code])
	}
	f.latest = make([]int32, len(f.codes))
	for i, code := range f.codes {
		rank := f.ranks[code]
		f.latest[first[rank]] = int32(i)
		first[rank]++
	}
	return f.latest
}

// value returns the value that a record has in a field.
func (r *records) value(record int32, field int) string {
	f := &r.fields[field]
	return f.values[f.codes[record]]
}

// index returns the number of a field, -1 if there is none of that name.
func (r *records) index(name string) int {
	return slices.IndexFunc(r.fields, func(f fieldValues) bool { return f.name == name })
}
