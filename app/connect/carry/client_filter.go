package carry

import (
	"fmt"

	"cloud.google.com/go/bigtable"

	"tabletop/engine/filter"
)

// filterOf returns a filter as the client takes it. It refuses filters that the client does not
// have; no plan of a question uses one of those.
func filterOf(f filter.Filter) (bigtable.Filter, error) {
	switch f := f.(type) {
	case filter.PassAll:
		return bigtable.PassAllFilter(), nil
	case filter.BlockAll:
		return bigtable.BlockAllFilter(), nil
	case filter.Chain:
		all, err := filtersOf(f...)
		return bigtable.ChainFilters(all...), err
	case filter.Interleave:
		all, err := filtersOf(f...)
		return bigtable.InterleaveFilters(all...), err
	case filter.Condition:
		all, err := filtersOf(f.If, f.Then, f.Else)
		if err != nil {
			return nil, err
		}
		return bigtable.ConditionFilter(all[0], all[1], all[2]), nil
	case filter.RowKeyRegex:
		return bigtable.RowKeyFilter(string(f)), nil
	case filter.FamilyRegex:
		return bigtable.FamilyFilter(string(f)), nil
	case filter.QualifierRegex:
		return bigtable.ColumnFilter(string(f)), nil
	case filter.ValueRegex:
		return bigtable.ValueFilter(string(f)), nil
	case filter.CellsPerColumn:
		return bigtable.LatestNFilter(int(f)), nil
	case filter.CellsPerRow:
		return bigtable.CellsPerRowLimitFilter(int(f)), nil
	case filter.CellsPerRowOffset:
		return bigtable.CellsPerRowOffsetFilter(int(f)), nil
	case filter.StripValue:
		return bigtable.StripValueFilter(), nil
	}
	return nil, fmt.Errorf("the filter %s cannot be said to Bigtable’s client", filter.Name(f))
}

// filtersOf returns filters as the client takes them. A nil filter stays nil.
func filtersOf(list ...filter.Filter) (out []bigtable.Filter, err error) {
	for _, f := range list {
		var g bigtable.Filter
		if f != nil {
			if g, err = filterOf(f); err != nil {
				return nil, err
			}
		}
		out = append(out, g)
	}
	return out, nil
}
