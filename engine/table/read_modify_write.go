package table

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"

	"tabletop/engine/base"
	"tabletop/engine/rowmap"
)

// ReadModifyWriteRule says how [Table.ReadModifyWrite] derives a new value of a column from its newest
// value. It is an [AppendValue] or an [Increment].
type ReadModifyWriteRule interface{ rule() }

type (
	// AppendValue adds bytes to the end of the newest value. A column without cells counts as
	// empty.
	AppendValue struct {
		Family    base.Family
		Qualifier base.Qualifier
		Value     string
	}

	// Increment adds to the newest value, which must be 8 bytes: an int64, big endian. A
	// column without cells counts as 0.
	Increment struct {
		Family    base.Family
		Qualifier base.Qualifier
		By        int64
	}
)

func (AppendValue) rule() {}
func (Increment) rule()   {}

// modified is a column that rules change, with the new cell that they will give it.
type modified struct {
	draft
	value []byte // the value so far; it is copied to the draft at the end
	set   bool   // the column has a value, which may be empty
}

// ReadModifyWrite applies rules to one row in order, all or none. Each rule sees the
// results of the previous ones. A changed column gets one new cell. Its timestamp is now,
// truncated to the table's granularity, or the timestamp of the column's newest cell if
// that is later; a cell with the same timestamp is replaced. The returned Row consists of
// the new cells.
//
// It refuses no rules and more than [base.MaxMutations] of them, everything for which
// Mutate would refuse a SetCell, an aggregate family, an Increment of a value that does
// not have 8 bytes or whose sum is not an int64, and a row of more than [base.MaxRow]
// bytes (row-unreadable).
func (t *Table) ReadModifyWrite(key base.RowKey, now base.Micros, rules []ReadModifyWriteRule) (Row, error) {
	if err := base.CheckRowKey(key); err != nil {
		return Row{}, err
	}
	switch {
	case len(rules) == 0:
		return Row{}, base.Refuse(base.CodeNoMutation, string(key))
	case len(rules) > base.MaxMutations:
		return Row{}, tooMany(key, len(rules))
	}
	for _, r := range rules {
		if err := ruleAt(t, key, r).checkSet(t.truncate(now), 0); err != nil {
			return Row{}, err
		}
	}
	old, _ := t.rows.Get(string(key))
	if old.Bytes > base.MaxRow {
		return Row{}, base.UnreadableRowError(key, int64(old.Bytes))
	}
	t.load(old)
	columns, err := t.modify(key, now, rules)
	if err != nil {
		t.clearScratch()
		return Row{}, err
	}
	for i := range columns {
		c := &columns[i]
		c.draft.value = string(c.value)
		t.fresh = append(t.fresh, c.draft)
	}
	if err := t.merge(key); err != nil {
		panic(err) // no family is an aggregate
	}
	if err := t.commit(key, old); err != nil {
		return Row{}, err
	}
	base.Sort(columns, func(a, b modified) int { return compareDrafts(a.draft, b.draft) })
	drafts := make([]draft, len(columns))
	for i := range columns {
		drafts[i] = columns[i].draft
	}
	s := rowmap.Sizes{Cells: uint32(len(drafts)), Bytes: uint32(draftBytes(key, drafts, t.fams))}
	return Row{rowmap.NewRecord(string(key), s, t.fams.pack(nil, drafts)), &t.fams.whole}, nil
}

// ruleAt returns the column that a rule changes.
func ruleAt(t *Table, key base.RowKey, r ReadModifyWriteRule) place {
	switch r := r.(type) {
	case AppendValue:
		return place{t, key, r.Family, r.Qualifier}
	case Increment:
		return place{t, key, r.Family, r.Qualifier}
	default:
		panic(fmt.Sprintf("table: unknown rule %T", r))
	}
}

// modify returns the columns that the rules change, each column once, with their new
// values. The rules have been checked, and the current cells of the row are in t.cells.
func (t *Table) modify(key base.RowKey, now base.Micros, rules []ReadModifyWriteRule) ([]modified, error) {
	var columns []modified
	type name struct {
		fam  base.Family
		qual base.Qualifier
	}
	seen := map[name]int{}
	for _, r := range rules {
		at := ruleAt(t, key, r)
		i, ok := seen[name{at.fam, at.qual}]
		if !ok {
			i = len(columns)
			seen[name{at.fam, at.qual}] = i
			columns = append(columns, t.newest(at, now))
		}
		c := &columns[i]
		switch r := r.(type) {
		case AppendValue:
			if err := at.checkValue(len(c.value) + len(r.Value)); err != nil {
				return nil, err
			}
			c.value = append(c.value, r.Value...)
		case Increment:
			var n int64
			if c.set {
				if len(c.value) != 8 {
					return nil, base.Refuse(base.CodeNotInteger, string(key), at.column(), strconv.Itoa(len(c.value)))
				}
				n = decodeInt(string(c.value))
			}
			sum, ok := add(n, r.By)
			if !ok {
				return nil, at.overflow(n, r.By)
			}
			c.value = binary.BigEndian.AppendUint64(c.value[:0], uint64(sum))
		default:
			panic(fmt.Sprintf("table: unknown rule %T", r))
		}
		c.set = true
	}
	return columns, nil
}

// newest returns a column as it is before the first rule that changes it: with the value
// of its newest cell, if there is one, and the timestamp that its new cell will have.
func (t *Table) newest(at place, now base.Micros) modified {
	id, _ := t.fams.id(at.fam)
	c := modified{draft: draft{col: t.fams.columns.find(id, at.qual), fam: id, rank: t.fams.ranks[id], qual: at.qual, at: math.MaxInt64}}
	i, _ := slices.BinarySearchFunc(t.cells, c.draft, compareDrafts)
	c.at = t.truncate(now)
	if i < len(t.cells) && t.cells[i].fam == id && t.cells[i].qual == c.qual {
		c.at, c.value, c.set = max(c.at, t.cells[i].at), []byte(t.cells[i].value), true
	}
	return c
}
