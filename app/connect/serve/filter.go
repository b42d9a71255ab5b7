package serve

import (
	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"

	"tabletop/engine/base"
	"tabletop/engine/filter"
)

// filterOf returns a filter of the API as one of the engine.
func filterOf(f *pb.RowFilter) (filter.Filter, error) {
	switch f := f.GetFilter().(type) {
	case *pb.RowFilter_Chain_:
		list, err := filtersOf(f.Chain.GetFilters())
		return filter.Chain(list), err
	case *pb.RowFilter_Interleave_:
		list, err := filtersOf(f.Interleave.GetFilters())
		return filter.Interleave(list), err
	case *pb.RowFilter_Condition_:
		return conditionOf(f.Condition)
	case *pb.RowFilter_Sink:
		return filter.Sink{}, mustSet("sink", f.Sink)
	case *pb.RowFilter_PassAllFilter:
		return filter.PassAll{}, mustSet("pass_all_filter", f.PassAllFilter)
	case *pb.RowFilter_BlockAllFilter:
		return filter.BlockAll{}, mustSet("block_all_filter", f.BlockAllFilter)
	case *pb.RowFilter_StripValueTransformer:
		return filter.StripValue{}, mustSet("strip_value_transformer", f.StripValueTransformer)
	case *pb.RowFilter_RowKeyRegexFilter:
		return filter.RowKeyRegex(f.RowKeyRegexFilter), nil
	case *pb.RowFilter_RowSampleFilter:
		return filter.RowSample(f.RowSampleFilter), nil
	case *pb.RowFilter_FamilyNameRegexFilter:
		return filter.FamilyRegex(f.FamilyNameRegexFilter), nil
	case *pb.RowFilter_ColumnQualifierRegexFilter:
		return filter.QualifierRegex(f.ColumnQualifierRegexFilter), nil
	case *pb.RowFilter_ColumnRangeFilter:
		return columnRangeOf(f.ColumnRangeFilter), nil
	case *pb.RowFilter_TimestampRangeFilter:
		r := f.TimestampRangeFilter
		return filter.TimestampRange{Start: base.Micros(r.GetStartTimestampMicros()), End: base.Micros(r.GetEndTimestampMicros())}, nil
	case *pb.RowFilter_ValueRegexFilter:
		return filter.ValueRegex(f.ValueRegexFilter), nil
	case *pb.RowFilter_ValueRangeFilter:
		return valueRangeOf(f.ValueRangeFilter), nil
	case *pb.RowFilter_ValueBitmaskFilter:
		return filter.ValueBitmask(f.ValueBitmaskFilter.GetMask()), nil
	case *pb.RowFilter_CellsPerRowOffsetFilter:
		return filter.CellsPerRowOffset(f.CellsPerRowOffsetFilter), nil
	case *pb.RowFilter_CellsPerRowLimitFilter:
		return filter.CellsPerRow(f.CellsPerRowLimitFilter), nil
	case *pb.RowFilter_CellsPerColumnLimitFilter:
		return filter.CellsPerColumn(f.CellsPerColumnLimitFilter), nil
	case *pb.RowFilter_ApplyLabelTransformer:
		return filter.Label(f.ApplyLabelTransformer), nil
	default:
		return nil, invalid("a filter says nothing: set one of its fields, or leave it out")
	}
}

// mustSet refuses a filter without arguments that is set to false.
func mustSet(name string, set bool) error {
	if !set {
		return invalid("%s is false: set it to true, or leave the filter out", name)
	}
	return nil
}

// filtersOf returns the filters of a chain or an interleave.
func filtersOf(list []*pb.RowFilter) (out []filter.Filter, err error) {
	for _, f := range list {
		g, err := filterOf(f)
		if err != nil {
			return nil, err
		}
		out = append(out, g)
	}
	return out, nil
}

// conditionOf returns a condition. A missing branch stays nil, which passes nothing.
func conditionOf(c *pb.RowFilter_Condition) (filter.Filter, error) {
	var out filter.Condition
	for _, part := range []struct {
		from *pb.RowFilter
		to   *filter.Filter
		must bool
	}{{c.GetPredicateFilter(), &out.If, true}, {c.GetTrueFilter(), &out.Then, false}, {c.GetFalseFilter(), &out.Else, false}} {
		if part.from == nil && !part.must {
			continue
		}
		f, err := filterOf(part.from)
		if err != nil {
			return nil, err
		}
		*part.to = f
	}
	return out, nil
}

// columnRangeOf returns a range of columns. A missing bound is open-ended.
func columnRangeOf(r *pb.ColumnRange) filter.Filter {
	out := filter.ColumnRange{Family: base.Family(r.GetFamilyName())}
	switch at := r.GetStartQualifier().(type) {
	case *pb.ColumnRange_StartQualifierClosed:
		out.Start = base.ClosedBound(string(at.StartQualifierClosed))
	case *pb.ColumnRange_StartQualifierOpen:
		out.Start = base.OpenBound(string(at.StartQualifierOpen))
	}
	switch at := r.GetEndQualifier().(type) {
	case *pb.ColumnRange_EndQualifierClosed:
		out.End = base.ClosedBound(string(at.EndQualifierClosed))
	case *pb.ColumnRange_EndQualifierOpen:
		out.End = base.OpenBound(string(at.EndQualifierOpen))
	}
	return out
}

// valueRangeOf returns a range of values. A missing bound is open-ended.
func valueRangeOf(r *pb.ValueRange) filter.Filter {
	var out filter.ValueRange
	switch at := r.GetStartValue().(type) {
	case *pb.ValueRange_StartValueClosed:
		out.Start = base.ClosedBound(string(at.StartValueClosed))
	case *pb.ValueRange_StartValueOpen:
		out.Start = base.OpenBound(string(at.StartValueOpen))
	}
	switch at := r.GetEndValue().(type) {
	case *pb.ValueRange_EndValueClosed:
		out.End = base.ClosedBound(string(at.EndValueClosed))
	case *pb.ValueRange_EndValueOpen:
		out.End = base.OpenBound(string(at.EndValueOpen))
	}
	return out
}
