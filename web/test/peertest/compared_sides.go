//go:build !js

package peertest

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
	"tabletop/engine/table"

	"cloud.google.com/go/bigtable"
)

// A Side is a table under comparison: one of the engine, or one of Google's in-memory server.
type Side interface {
	// CreateFamily declares a family.
	CreateFamily(table.FamilyInfo) error
	// SetGC sets the garbage-collection rule of a family.
	SetGC(base.Family, table.GCRule) error
	// DeleteFamily removes a family with its cells.
	DeleteFamily(base.Family) error
	// Mutate changes rows, each by itself, and returns an error or nil for each entry.
	Mutate(...Entry) []error
	// CheckAndMutate applies then or els to a row, depending on whether the predicate passes a
	// cell of it, and reports which.
	CheckAndMutate(key base.RowKey, predicate filter.Filter, then, els []table.Mutation) (bool, error)
	// Modify applies read-modify-write rules to a row and returns the new cells.
	Modify(base.RowKey, ...table.ReadModifyWriteRule) ([]base.Cell, error)
	// Read returns rows as text; see lineOf.
	Read(Question) ([]string, error)
	// DropPrefix deletes the rows whose keys begin with a prefix.
	DropPrefix(string) error
	// Sample returns sampled row keys in order, without the empty key at the end of the table.
	Sample() ([]base.RowKey, error)
	// Collect sets rules and collects garbage. The rules must make at least one cell garbage.
	Collect(...table.FamilyInfo) error
}

// Entry is a row key and the mutations of that row.
type Entry struct {
	Key  base.RowKey
	Muts []table.Mutation
}

// Question is a read that both sides can answer. Without keys and ranges it reads the whole
// table.
type Question struct {
	Keys     []base.RowKey
	Ranges   [][2]base.Bound // start and end
	Filter   filter.Filter
	Limit    int64 // rows at most; 0 is no limit
	Reversed bool
}

// lineOf returns a row as one line of text. Equal cells, which an interleave can produce, have
// no defined order, so they are sorted by value and label.
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

// An Own is the engine's side. A test can look into its table and set its clock.
type EngineSide interface {
	Side
	// Table returns the current state of the table.
	Table() *table.Table
	// SetNow sets the time of the next write.
	SetNow(base.Micros)
}

// LocalEngine is the engine's side without a server.
type LocalEngine struct {
	tab *table.Table // the table
	now base.Micros  // time of the next write
}

// NewEngine returns the side of a table; its clock is at now.
func NewEngine(tab *table.Table, now base.Micros) *LocalEngine { return &LocalEngine{tab, now} }

// Table implements [EngineSide].
func (o *LocalEngine) Table() *table.Table { return o.tab }

// SetNow implements [EngineSide].
func (o *LocalEngine) SetNow(now base.Micros) { o.now = now }

// CreateFamily implements [Side].
func (o *LocalEngine) CreateFamily(f table.FamilyInfo) error { return o.tab.CreateFamily(f) }

// SetGC implements [Side].
func (o *LocalEngine) SetGC(name base.Family, rule table.GCRule) error {
	return o.tab.SetGC(name, rule)
}

// DeleteFamily implements [Side].
func (o *LocalEngine) DeleteFamily(name base.Family) error { return o.tab.DeleteFamily(name) }

// Mutate implements [Side].
func (o *LocalEngine) Mutate(entries ...Entry) (errs []error) {
	for _, e := range entries {
		errs = append(errs, o.tab.Mutate(e.Key, o.now, e.Muts))
	}
	return errs
}

// CheckAndMutate implements [Side].
func (o *LocalEngine) CheckAndMutate(key base.RowKey, predicate filter.Filter, then, els []table.Mutation) (bool, error) {
	p, err := filter.Compile(predicate)
	if err != nil {
		return false, err
	}
	return o.tab.CheckAndMutate(key, o.now, p, then, els)
}

// Modify implements [Side].
func (o *LocalEngine) Modify(key base.RowKey, rules ...table.ReadModifyWriteRule) ([]base.Cell, error) {
	row, err := o.tab.ReadModifyWrite(key, o.now, rules)
	return slices.Collect(row.Cells()), err
}

// Read implements [Side].
func (o *LocalEngine) Read(q Question) (rows []string, err error) {
	own := table.ScanQuery{Limit: q.Limit, Reversed: q.Reversed}
	if own.Filter, err = filter.Compile(q.Filter); err != nil {
		return nil, err
	}
	for _, k := range q.Keys {
		own.Ranges = append(own.Ranges, base.PointRange(k))
	}
	for _, r := range q.Ranges {
		rg, err := base.NewRange(r[0], r[1])
		if err != nil {
			return nil, err
		}
		own.Ranges = append(own.Ranges, rg)
	}
	for r := range o.tab.Scan(own, nil) {
		rows = append(rows, lineOf(r.Key(), slices.Collect(r.Cells())))
	}
	return rows, nil
}

// DropPrefix implements [Side].
func (o *LocalEngine) DropPrefix(p string) error {
	o.tab.DropRows(base.PrefixRange(p))
	return nil
}

// Sample implements [Side].
func (o *LocalEngine) Sample() (keys []base.RowKey, err error) {
	samples := o.tab.SampleRowKeys()
	for _, s := range samples[:len(samples)-1] {
		keys = append(keys, s.Key)
	}
	return keys, nil
}

// Collect implements [Side].
func (o *LocalEngine) Collect(rules ...table.FamilyInfo) (err error) {
	for _, f := range rules {
		err = errors.Join(err, o.tab.SetGC(f.Name, f.GC))
	}
	o.tab.Compact(o.now)
	return err
}

// ServerTable is a table of a server, used through the official client.
type ServerTable struct {
	*Server
	ctx  context.Context // of all requests
	name string          // of the table
	*bigtable.Table
}

// CreateFamily implements [Side].
func (p *ServerTable) CreateFamily(f table.FamilyInfo) error {
	var conf bigtable.Family
	if f.GC != nil {
		conf.GCPolicy = peerGC(f.GC)
	}
	if f.Type != table.Plain {
		typ := bigtable.AggregateType{Input: bigtable.Int64Type{Encoding: bigtable.BigEndianBytesEncoding{}}}
		switch f.Type {
		case table.IntSum:
			typ.Aggregator = bigtable.SumAggregator{}
		case table.IntMin:
			typ.Aggregator = bigtable.MinAggregator{}
		case table.IntMax:
			typ.Aggregator = bigtable.MaxAggregator{}
		case table.UniqueCount:
			typ.Aggregator = bigtable.HllppUniqueCountAggregator{}
		}
		conf.ValueType = typ
	}
	return p.Admin.CreateColumnFamilyWithConfig(p.ctx, p.name, string(f.Name), conf)
}

// SetGC implements [Side].
func (p *ServerTable) SetGC(name base.Family, rule table.GCRule) error {
	return p.Admin.SetGCPolicy(p.ctx, p.name, string(name), peerGC(rule))
}

// DeleteFamily implements [Side].
func (p *ServerTable) DeleteFamily(name base.Family) error {
	return p.Admin.DeleteColumnFamily(p.ctx, p.name, string(name))
}

// Mutate implements [Side]. The client sends one entry as MutateRow, and several as MutateRows.
func (p *ServerTable) Mutate(entries ...Entry) []error {
	if len(entries) == 1 {
		return []error{p.Apply(p.ctx, string(entries[0].Key), Mutation(entries[0].Muts))}
	}
	var keys []string
	var muts []*bigtable.Mutation
	for _, e := range entries {
		keys, muts = append(keys, string(e.Key)), append(muts, Mutation(e.Muts))
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

// CheckAndMutate implements [Side].
func (p *ServerTable) CheckAndMutate(key base.RowKey, predicate filter.Filter, then, els []table.Mutation) (matched bool, err error) {
	m := bigtable.NewCondMutation(Filter(predicate), Mutation(then), Mutation(els))
	err = p.Apply(p.ctx, string(key), m, bigtable.GetCondMutationResult(&matched))
	return matched, err
}

// Modify implements [Side].
func (p *ServerTable) Modify(key base.RowKey, rules ...table.ReadModifyWriteRule) ([]base.Cell, error) {
	m := bigtable.NewReadModifyWrite()
	for _, r := range rules {
		switch r := r.(type) {
		case table.AppendValue:
			m.AppendValue(string(r.Family), string(r.Qualifier), []byte(r.Value))
		case table.Increment:
			m.Increment(string(r.Family), string(r.Qualifier), r.By)
		}
	}
	row, err := p.ApplyReadModifyWrite(p.ctx, string(key), m)
	return peerCells(row), err
}

// peerCells returns the cells of a row, with the families in the order of their names. The
// client returns families in a map.
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

// Read implements [Side]. A filter that the client cannot express is used alone: the rest of
// the question is ignored.
func (p *ServerTable) Read(q Question) (rows []string, err error) {
	var set bigtable.RowSet
	switch {
	case len(q.Keys)+len(q.Ranges) == 0:
		set = bigtable.InfiniteRange("")
	case len(q.Ranges) == 0:
		list := bigtable.RowList{}
		for _, k := range q.Keys {
			list = append(list, string(k))
		}
		set = list
	default: // a list of ranges cannot contain keys
		list := bigtable.RowRangeList{}
		for _, k := range q.Keys {
			list = append(list, bigtable.NewClosedRange(string(k), string(k)))
		}
		for _, r := range q.Ranges {
			list = append(list, peerRange(r[0], r[1]))
		}
		set = list
	}
	var opts []bigtable.ReadOption
	if q.Filter != nil && !clientKnows(q.Filter) {
		return p.ReadRaw(q.Filter)
	}
	if q.Filter != nil {
		opts = append(opts, bigtable.RowFilter(Filter(q.Filter)))
	}
	if q.Limit > 0 {
		opts = append(opts, bigtable.LimitRows(q.Limit))
	}
	if q.Reversed {
		opts = append(opts, bigtable.ReverseScan())
	}
	err = p.ReadRows(p.ctx, set, func(r bigtable.Row) bool {
		rows = append(rows, lineOf(base.RowKey(r.Key()), peerCells(r)))
		return true
	}, opts...)
	return rows, err
}

// peerRange returns a range of keys for the official client, which takes an empty bound as no
// bound.
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

// DropPrefix implements [Side].
func (p *ServerTable) DropPrefix(prefix string) error {
	if prefix == "" {
		return p.Admin.DropAllRows(p.ctx, p.name)
	}
	return p.Admin.DropRowRange(p.ctx, p.name, prefix)
}

// Sample implements [Side].
func (p *ServerTable) Sample() (keys []base.RowKey, err error) {
	sampled, err := p.SampleRowKeys(p.ctx)
	for _, k := range sampled {
		keys = append(keys, base.RowKey(k))
	}
	return keys, err
}

// Collect implements [Side]. It reads until the rows have changed, since the server collects
// garbage about once a second.
func (p *ServerTable) Collect(rules ...table.FamilyInfo) error {
	before, err := p.Read(Question{})
	for _, f := range rules {
		err = errors.Join(err, p.SetGC(f.Name, f.GC))
	}
	for err == nil {
		var now []string
		if now, err = p.Read(Question{}); !slices.Equal(now, before) {
			break
		}
	}
	return err
}
