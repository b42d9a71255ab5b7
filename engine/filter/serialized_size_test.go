//go:build !js

package filter

import (
	"math/rand/v2"
	"testing"

	"tabletop/engine/base"

	btpb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/protobuf/proto"
)

// message returns f as a message of Bigtable's protocol.
func message(f Filter) *btpb.RowFilter {
	list := func(fs []Filter) (out []*btpb.RowFilter) {
		for _, g := range fs {
			out = append(out, message(g))
		}
		return out
	}
	optional := func(f Filter) *btpb.RowFilter {
		if f == nil {
			return nil
		}
		return message(f)
	}
	var m btpb.RowFilter
	switch f := f.(type) {
	case nil:
	case PassAll:
		m.Filter = &btpb.RowFilter_PassAllFilter{PassAllFilter: true}
	case BlockAll:
		m.Filter = &btpb.RowFilter_BlockAllFilter{BlockAllFilter: true}
	case Sink:
		m.Filter = &btpb.RowFilter_Sink{Sink: true}
	case Chain:
		m.Filter = &btpb.RowFilter_Chain_{Chain: &btpb.RowFilter_Chain{Filters: list(f)}}
	case Interleave:
		m.Filter = &btpb.RowFilter_Interleave_{Interleave: &btpb.RowFilter_Interleave{Filters: list(f)}}
	case Condition:
		m.Filter = &btpb.RowFilter_Condition_{Condition: &btpb.RowFilter_Condition{
			PredicateFilter: optional(f.If), TrueFilter: optional(f.Then), FalseFilter: optional(f.Else)}}
	case RowKeyRegex:
		m.Filter = &btpb.RowFilter_RowKeyRegexFilter{RowKeyRegexFilter: []byte(f)}
	case RowSample:
		m.Filter = &btpb.RowFilter_RowSampleFilter{RowSampleFilter: float64(f)}
	case FamilyRegex:
		m.Filter = &btpb.RowFilter_FamilyNameRegexFilter{FamilyNameRegexFilter: string(f)}
	case QualifierRegex:
		m.Filter = &btpb.RowFilter_ColumnQualifierRegexFilter{ColumnQualifierRegexFilter: []byte(f)}
	case ColumnRange:
		r := &btpb.ColumnRange{FamilyName: string(f.Family)}
		switch f.Start.Kind {
		case base.BoundClosed:
			r.StartQualifier = &btpb.ColumnRange_StartQualifierClosed{StartQualifierClosed: []byte(f.Start.At)}
		case base.BoundOpen:
			r.StartQualifier = &btpb.ColumnRange_StartQualifierOpen{StartQualifierOpen: []byte(f.Start.At)}
		}
		switch f.End.Kind {
		case base.BoundClosed:
			r.EndQualifier = &btpb.ColumnRange_EndQualifierClosed{EndQualifierClosed: []byte(f.End.At)}
		case base.BoundOpen:
			r.EndQualifier = &btpb.ColumnRange_EndQualifierOpen{EndQualifierOpen: []byte(f.End.At)}
		}
		m.Filter = &btpb.RowFilter_ColumnRangeFilter{ColumnRangeFilter: r}
	case TimestampRange:
		m.Filter = &btpb.RowFilter_TimestampRangeFilter{TimestampRangeFilter: &btpb.TimestampRange{
			StartTimestampMicros: int64(f.Start), EndTimestampMicros: int64(f.End)}}
	case ValueRegex:
		m.Filter = &btpb.RowFilter_ValueRegexFilter{ValueRegexFilter: []byte(f)}
	case ValueRange:
		r := &btpb.ValueRange{}
		switch f.Start.Kind {
		case base.BoundClosed:
			r.StartValue = &btpb.ValueRange_StartValueClosed{StartValueClosed: []byte(f.Start.At)}
		case base.BoundOpen:
			r.StartValue = &btpb.ValueRange_StartValueOpen{StartValueOpen: []byte(f.Start.At)}
		}
		switch f.End.Kind {
		case base.BoundClosed:
			r.EndValue = &btpb.ValueRange_EndValueClosed{EndValueClosed: []byte(f.End.At)}
		case base.BoundOpen:
			r.EndValue = &btpb.ValueRange_EndValueOpen{EndValueOpen: []byte(f.End.At)}
		}
		m.Filter = &btpb.RowFilter_ValueRangeFilter{ValueRangeFilter: r}
	case ValueBitmask:
		m.Filter = &btpb.RowFilter_ValueBitmaskFilter{ValueBitmaskFilter: &btpb.ValueBitmask{Mask: []byte(f)}}
	case CellsPerRowOffset:
		m.Filter = &btpb.RowFilter_CellsPerRowOffsetFilter{CellsPerRowOffsetFilter: int32(f)}
	case CellsPerRow:
		m.Filter = &btpb.RowFilter_CellsPerRowLimitFilter{CellsPerRowLimitFilter: int32(f)}
	case CellsPerColumn:
		m.Filter = &btpb.RowFilter_CellsPerColumnLimitFilter{CellsPerColumnLimitFilter: int32(f)}
	case StripValue:
		m.Filter = &btpb.RowFilter_StripValueTransformer{StripValueTransformer: true}
	case Label:
		m.Filter = &btpb.RowFilter_ApplyLabelTransformer{ApplyLabelTransformer: string(f)}
	default:
		panic(unknown(f))
	}
	return &m
}

// TestSize compares the counted size with the size of Google's own messages.
func TestSize(t *testing.T) {
	fs := append([]Filter{nil}, kinds...)
	for _, tt := range examples {
		fs = append(fs, tt.filter)
	}
	for seed := range uint64(2000) {
		fs = append(fs, randomFilter(rand.New(rand.NewPCG(seed, 3)), 1))
	}
	for _, f := range fs {
		if got, want := size(f, 1), proto.Size(message(f)); got != want {
			t.Errorf("%s: %d bytes, want %d", FilterText(f), got, want)
		}
	}
}
