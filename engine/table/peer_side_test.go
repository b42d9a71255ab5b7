//go:build !js

package table

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/filter"

	"cloud.google.com/go/bigtable"
)

// A side is a table under comparison: ours, or that of Google's in-memory server.
type side interface {
	createFamily(FamilyInfo) error
	setGC(base.Family, GCRule) error
	deleteFamily(base.Family) error
	mutate(...entry) []error // by entry
	checkAndMutate(key base.RowKey, predicate filter.Filter, then, els []Mutation) (bool, error)
	modify(base.RowKey, ...Rule) ([]base.Cell, error)
	read(question) ([]string, error)
	dropPrefix(string) error
	sample() ([]base.RowKey, error) // without the end of the table
	// collect sets rules of families by which one row holds garbage, and collects it.
	collect(...FamilyInfo) error
}

// entry is the mutations of one row.
type entry struct {
	key  base.RowKey
	muts []Mutation
}

// question is a read that both sides understand.
type question struct {
	keys     []base.RowKey
	ranges   [][2]base.Bound
	filter   filter.Filter
	limit    int64
	reversed bool
}

// lineOf prints a row's cells. Copies of a cell, whose order is left open, are put
// into one of their own.
func lineOf(key base.RowKey, cells []base.Cell) string {
	for n := 0; n < len(cells); {
		end := n + 1
		for end < len(cells) && cells[n].Compare(cells[end]) == 0 {
			end++
		}
		slices.SortFunc(cells[n:end], func(a, b base.Cell) int {
			return cmp.Or(cmp.Compare(a.Value, b.Value), cmp.Compare(a.Label, b.Label))
		})
		n = end
	}
	var out strings.Builder
	out.WriteString(string(key))
	for _, c := range cells {
		fmt.Fprintf(&out, " %s:%s@%d=%s", c.Family, c.Qualifier, c.At, c.Value)
		if c.Label != "" {
			out.WriteString("!" + c.Label)
		}
	}
	return out.String()
}

// ownTable is our side.
type ownTable struct {
	*Table
	now base.Micros // of the next write
}

func (o *ownTable) createFamily(f FamilyInfo) error           { return o.CreateFamily(f) }
func (o *ownTable) setGC(name base.Family, rule GCRule) error { return o.SetGC(name, rule) }
func (o *ownTable) deleteFamily(name base.Family) error       { return o.DeleteFamily(name) }

func (o *ownTable) mutate(entries ...entry) (errs []error) {
	for _, e := range entries {
		errs = append(errs, o.Mutate(e.key, o.now, e.muts))
	}
	return errs
}

func (o *ownTable) checkAndMutate(key base.RowKey, predicate filter.Filter, then, els []Mutation) (bool, error) {
	p, err := filter.Compile(predicate)
	if err != nil {
		return false, err
	}
	return o.CheckAndMutate(key, o.now, p, then, els)
}

func (o *ownTable) modify(key base.RowKey, rules ...Rule) ([]base.Cell, error) {
	row, err := o.ReadModifyWrite(key, o.now, rules)
	return slices.Collect(row.Cells()), err
}

func (o *ownTable) read(q question) (rows []string, err error) {
	own := Query{Limit: q.limit, Reversed: q.reversed}
	if own.Filter, err = filter.Compile(q.filter); err != nil {
		return nil, err
	}
	for _, k := range q.keys {
		own.Ranges = append(own.Ranges, base.Point(k))
	}
	for _, r := range q.ranges {
		rg, err := base.NewRange(r[0], r[1])
		if err != nil {
			return nil, err
		}
		own.Ranges = append(own.Ranges, rg)
	}
	for r := range o.Scan(own, nil) {
		rows = append(rows, lineOf(r.Key(), slices.Collect(r.Cells())))
	}
	return rows, nil
}

func (o *ownTable) dropPrefix(p string) error {
	o.DropRows(base.Prefix(p))
	return nil
}

func (o *ownTable) sample() (keys []base.RowKey, err error) {
	samples := o.SampleRowKeys()
	for _, s := range samples[:len(samples)-1] {
		keys = append(keys, s.Key)
	}
	return keys, nil
}

func (o *ownTable) collect(rules ...FamilyInfo) (err error) {
	for _, f := range rules {
		err = errors.Join(err, o.setGC(f.Name, f.GC))
	}
	o.Compact(o.now)
	return err
}

// peerTable is Google's side, through the official client.
type peerTable struct {
	*peerServer
	ctx  context.Context
	name string
	*bigtable.Table
}

func (p *peerTable) createFamily(f FamilyInfo) error {
	var conf bigtable.Family
	if f.GC != nil {
		conf.GCPolicy = peerGC(f.GC)
	}
	if f.Type != Plain {
		typ := bigtable.AggregateType{Input: bigtable.Int64Type{Encoding: bigtable.BigEndianBytesEncoding{}}}
		switch f.Type {
		case IntSum:
			typ.Aggregator = bigtable.SumAggregator{}
		case IntMin:
			typ.Aggregator = bigtable.MinAggregator{}
		case IntMax:
			typ.Aggregator = bigtable.MaxAggregator{}
		case UniqueCount:
			typ.Aggregator = bigtable.HllppUniqueCountAggregator{}
		}
		conf.ValueType = typ
	}
	return p.admin.CreateColumnFamilyWithConfig(p.ctx, p.name, string(f.Name), conf)
}

func (p *peerTable) setGC(name base.Family, rule GCRule) error {
	return p.admin.SetGCPolicy(p.ctx, p.name, string(name), peerGC(rule))
}

func (p *peerTable) deleteFamily(name base.Family) error {
	return p.admin.DeleteColumnFamily(p.ctx, p.name, string(name))
}

func (p *peerTable) mutate(entries ...entry) []error {
	if len(entries) == 1 {
		return []error{p.Apply(p.ctx, string(entries[0].key), peerMutation(entries[0].muts))}
	}
	var keys []string
	var muts []*bigtable.Mutation
	for _, e := range entries {
		keys, muts = append(keys, string(e.key)), append(muts, peerMutation(e.muts))
	}
	errs, err := p.ApplyBulk(p.ctx, keys, muts)
	switch {
	case err != nil:
		return slices.Repeat([]error{err}, len(entries))
	case errs == nil:
		return make([]error, len(entries))
	default:
		return errs
	}
}

func (p *peerTable) checkAndMutate(key base.RowKey, predicate filter.Filter, then, els []Mutation) (matched bool, err error) {
	m := bigtable.NewCondMutation(peerFilter(predicate), peerMutation(then), peerMutation(els))
	err = p.Apply(p.ctx, string(key), m, bigtable.GetCondMutationResult(&matched))
	return matched, err
}

func (p *peerTable) modify(key base.RowKey, rules ...Rule) ([]base.Cell, error) {
	m := bigtable.NewReadModifyWrite()
	for _, r := range rules {
		switch r := r.(type) {
		case Append:
			m.AppendValue(string(r.Family), string(r.Qualifier), []byte(r.Value))
		case Increment:
			m.Increment(string(r.Family), string(r.Qualifier), r.By)
		}
	}
	row, err := p.ApplyReadModifyWrite(p.ctx, string(key), m)
	return peerCells(row), err
}

// peerCells returns a row's cells, families in the order of their names: the server
// has them in another.
func peerCells(row bigtable.Row) (cells []base.Cell) {
	for _, f := range slices.Sorted(maps.Keys(row)) {
		for _, c := range row[f] {
			cells = append(cells, base.Cell{
				Family: base.Family(f), Qualifier: base.Qualifier(strings.TrimPrefix(c.Column, f+":")),
				At: base.Micros(c.Timestamp), Value: string(c.Value), Label: strings.Join(c.Labels, "+"),
			})
		}
	}
	return cells
}

func (p *peerTable) read(q question) (rows []string, err error) {
	var set bigtable.RowSet
	switch {
	case len(q.keys)+len(q.ranges) == 0:
		set = bigtable.InfiniteRange("")
	case len(q.ranges) == 0:
		list := bigtable.RowList{}
		for _, k := range q.keys {
			list = append(list, string(k))
		}
		set = list
	default: // a list of ranges has no room for keys
		list := bigtable.RowRangeList{}
		for _, k := range q.keys {
			list = append(list, bigtable.NewClosedRange(string(k), string(k)))
		}
		for _, r := range q.ranges {
			list = append(list, peerRange(r[0], r[1]))
		}
		set = list
	}
	var opts []bigtable.ReadOption
	if q.filter != nil && !clientKnows(q.filter) {
		return p.readRaw(q.filter)
	}
	if q.filter != nil {
		opts = append(opts, bigtable.RowFilter(peerFilter(q.filter)))
	}
	if q.limit > 0 {
		opts = append(opts, bigtable.LimitRows(q.limit))
	}
	if q.reversed {
		opts = append(opts, bigtable.ReverseScan())
	}
	err = p.ReadRows(p.ctx, set, func(r bigtable.Row) bool {
		rows = append(rows, lineOf(base.RowKey(r.Key()), peerCells(r)))
		return true
	}, opts...)
	return rows, err
}

// peerRange is a range of keys for the official client, to which an empty bound is
// none.
func peerRange(start, end base.Bound) bigtable.RowRange {
	switch open, closed := start.Kind == base.BoundOpen, end.Kind == base.BoundClosed; {
	case open && closed:
		return bigtable.NewOpenClosedRange(start.At, end.At)
	case open:
		return bigtable.NewOpenRange(start.At, end.At)
	case closed:
		return bigtable.NewClosedRange(start.At, end.At)
	default:
		return bigtable.NewClosedOpenRange(start.At, end.At)
	}
}

func (p *peerTable) dropPrefix(prefix string) error {
	if prefix == "" {
		return p.admin.DropAllRows(p.ctx, p.name)
	}
	return p.admin.DropRowRange(p.ctx, p.name, prefix)
}

func (p *peerTable) sample() (keys []base.RowKey, err error) {
	sampled, err := p.SampleRowKeys(p.ctx)
	for _, k := range sampled {
		keys = append(keys, base.RowKey(k))
	}
	return keys, err
}

// collect reads until the server has collected, which it does every second or so.
func (p *peerTable) collect(rules ...FamilyInfo) error {
	before, err := p.read(question{})
	for _, f := range rules {
		err = errors.Join(err, p.setGC(f.Name, f.GC))
	}
	for err == nil {
		var now []string
		if now, err = p.read(question{}); !slices.Equal(now, before) {
			break
		}
	}
	return err
}
