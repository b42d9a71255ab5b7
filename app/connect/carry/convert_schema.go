package carry

import (
	"context"
	"fmt"
	"slices"
	"time"

	"cloud.google.com/go/bigtable"

	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/table"
)

// maxSplits is how many borders a new table may have.
const maxSplits = 100

// splitsOf returns the borders with which a table is created: those of its design, or else those at
// which Bigtable would split it by its bytes. They are in key order, at most [maxSplits].
func splitsOf(t *table.Table) []base.RowKey {
	splits := t.SplitKeys()
	if len(splits) == 0 && t.Bytes() > cluster.SplitBytes {
		sum := int64(0)
		for row := range t.Scan(table.ScanQuery{}, nil) {
			if sum += row.Bytes(); sum > cluster.SplitBytes {
				splits, sum = append(splits, row.Key()), 0
			}
		}
	}
	if n := len(splits); n > maxSplits {
		some := make([]base.RowKey, maxSplits)
		for i := range some {
			some[i] = splits[(i+1)*n/(maxSplits+1)]
		}
		return some
	}
	return splits
}

// familiesOf returns a table's families as the client takes them.
func familiesOf(t *table.Table) map[string]bigtable.Family {
	out := map[string]bigtable.Family{}
	for _, f := range t.Families() {
		out[string(f.Name)] = bigtable.Family{GCPolicy: policyOf(f.GC), ValueType: typeOf(f.Type)}
	}
	return out
}

// policyOf returns a garbage-collection rule as the client takes it.
func policyOf(r table.GCRule) bigtable.GCPolicy {
	all := func(rules []table.GCRule) (out []bigtable.GCPolicy) {
		for _, r := range rules {
			out = append(out, policyOf(r))
		}
		return out
	}
	switch r := r.(type) {
	case nil:
		return bigtable.NoGcPolicy()
	case table.MaxVersions:
		return bigtable.MaxVersionsPolicy(int(r))
	case table.MaxAge:
		return bigtable.MaxAgePolicy(time.Duration(r))
	case table.Union:
		return bigtable.UnionPolicy(all(r)...)
	case table.Intersection:
		return bigtable.IntersectionPolicy(all(r)...)
	}
	panic(fmt.Sprintf("carry: unknown rule %T", r))
}

// ruleOf returns a rule of the client as one of the engine, nil for none.
func ruleOf(p bigtable.GCPolicy) table.GCRule {
	all := func(policies []bigtable.GCPolicy) (out []table.GCRule) {
		for _, p := range policies {
			out = append(out, ruleOf(p))
		}
		return out
	}
	switch p := p.(type) {
	case bigtable.MaxVersionsGCPolicy:
		return table.MaxVersions(p)
	case bigtable.MaxAgeGCPolicy:
		return table.MaxAge(p)
	case bigtable.UnionGCPolicy:
		return table.Union(all(p.Children))
	case bigtable.IntersectionGCPolicy:
		return table.Intersection(all(p.Children))
	}
	return nil
}

// aggregators has the client's aggregators by the engine's value types.
var aggregators = map[table.ValueType]bigtable.Aggregator{
	table.IntSum: bigtable.SumAggregator{}, table.IntMin: bigtable.MinAggregator{}, table.IntMax: bigtable.MaxAggregator{},
	table.UniqueCount: bigtable.HllppUniqueCountAggregator{},
}

// typeOf returns a value type as the client takes it, nil for bytes.
func typeOf(v table.ValueType) bigtable.Type {
	a, ok := aggregators[v]
	if !ok {
		return nil
	}
	return bigtable.AggregateType{Input: bigtable.Int64Type{Encoding: bigtable.BigEndianBytesEncoding{}}, Aggregator: a}
}

// valueOf returns a type of the client as one of the engine. An unknown type counts as bytes.
func valueOf(t bigtable.Type) table.ValueType {
	if a, ok := t.(bigtable.AggregateType); ok {
		for v, b := range aggregators {
			if a.Aggregator == b {
				return v
			}
		}
	}
	return table.Plain
}

// make creates a table without rows.
func (c *server) make(ctx context.Context, t *table.Table) error {
	var splits []string
	for _, s := range splitsOf(t) {
		splits = append(splits, string(s))
	}
	return c.admin.CreateTableFromConf(ctx, &bigtable.TableConf{TableID: t.Name(), SplitKeys: splits, ColumnFamilies: familiesOf(t)})
}

// complete returns the families that an existing table lacks, and with adds it creates them. It
// first refuses a table in which a family has another type.
func (c *server) complete(ctx context.Context, t *table.Table, adds bool) (lacking []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, c.wait)
	defer cancel()
	info, err := c.admin.TableInfo(ctx, t.Name())
	if err != nil {
		return nil, c.explain(err, true)
	}
	there := map[string]table.ValueType{}
	for _, f := range info.FamilyInfos {
		there[f.Name] = valueOf(f.ValueType)
	}
	for _, f := range t.Families() {
		v, ok := there[string(f.Name)]
		switch {
		case !ok:
			lacking = append(lacking, string(f.Name))
		case v != f.Type:
			return nil, fmt.Errorf("family %s of table %s holds %s there and %s here: push into another table, or give the family another name", f.Name, t.Name(), held(v), held(f.Type))
		}
	}
	slices.Sort(lacking)
	families := familiesOf(t)
	for _, f := range lacking {
		if !adds {
			break
		}
		if err := c.admin.CreateColumnFamilyWithConfig(ctx, t.Name(), f, families[f]); err != nil {
			return lacking, c.explain(err, true)
		}
	}
	return lacking, nil
}

// held returns what the cells of a type hold, for messages.
func held(v table.ValueType) string {
	if v == table.Plain {
		return "bytes"
	}
	return v.String()
}
