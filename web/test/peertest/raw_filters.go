//go:build !js

package peertest

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/filter"

	btpb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
)

// clientKnows reports whether the official client can express a filter. Of a condition it looks
// at the predicate only.
func clientKnows(f filter.Filter) bool {
	switch f := f.(type) {
	case filter.Sink, filter.ValueBitmask:
		return false
	case filter.Chain:
		return !slices.ContainsFunc(f, func(g filter.Filter) bool { return !clientKnows(g) })
	case filter.Interleave:
		return clientKnows(filter.Chain(f))
	case filter.Condition:
		return clientKnows(f.If)
	}
	return true
}

// ReadRaw reads all rows through a filter that the client cannot express, by a request of the
// protocol.
func (p *ServerTable) ReadRaw(f filter.Filter) (rows []string, err error) {
	stream, err := btpb.NewBigtableClient(p.Conn).ReadRows(p.ctx, &btpb.ReadRowsRequest{TableName: "projects/p/instances/i/tables/" + p.name, Filter: rawFilter(f)})
	if err != nil {
		return nil, err
	}
	for {
		res, err := stream.Recv()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		var cells []base.Cell
		for _, c := range res.Chunks { // the server sends each row in one response, and repeats all names
			cells = append(cells, base.Cell{
				Family: base.Family(c.FamilyName.Value), Qualifier: base.Qualifier(c.Qualifier.Value),
				At: base.Micros(c.TimestampMicros), Value: string(c.Value), Label: strings.Join(c.Labels, "+"),
			})
		}
		rows = append(rows, lineOf(base.RowKey(res.Chunks[0].RowKey), cells))
	}
}

// rawFilter returns a filter as a message of the protocol. It knows only the kinds that the
// comparisons need, and panics on others.
func rawFilter(f filter.Filter) *btpb.RowFilter {
	list := func(fs []filter.Filter) (out []*btpb.RowFilter) {
		for _, g := range fs {
			out = append(out, rawFilter(g))
		}
		return out
	}
	switch f := f.(type) {
	case filter.PassAll:
		return &btpb.RowFilter{Filter: &btpb.RowFilter_PassAllFilter{PassAllFilter: true}}
	case filter.BlockAll:
		return &btpb.RowFilter{Filter: &btpb.RowFilter_BlockAllFilter{BlockAllFilter: true}}
	case filter.Sink:
		return &btpb.RowFilter{Filter: &btpb.RowFilter_Sink{Sink: true}}
	case filter.Chain:
		return &btpb.RowFilter{Filter: &btpb.RowFilter_Chain_{Chain: &btpb.RowFilter_Chain{Filters: list(f)}}}
	case filter.Interleave:
		return &btpb.RowFilter{Filter: &btpb.RowFilter_Interleave_{Interleave: &btpb.RowFilter_Interleave{Filters: list(f)}}}
	case filter.Condition:
		return &btpb.RowFilter{Filter: &btpb.RowFilter_Condition_{Condition: &btpb.RowFilter_Condition{PredicateFilter: rawFilter(f.If), TrueFilter: rawFilter(f.Then)}}}
	case filter.ValueBitmask:
		return &btpb.RowFilter{Filter: &btpb.RowFilter_ValueBitmaskFilter{ValueBitmaskFilter: &btpb.ValueBitmask{Mask: []byte(f)}}}
	case filter.ColumnRange:
		r := &btpb.ColumnRange{FamilyName: string(f.Family)}
		switch at := []byte(f.Start.At); f.Start.Kind {
		case base.BoundClosed:
			r.StartQualifier = &btpb.ColumnRange_StartQualifierClosed{StartQualifierClosed: at}
		case base.BoundOpen:
			r.StartQualifier = &btpb.ColumnRange_StartQualifierOpen{StartQualifierOpen: at}
		}
		switch at := []byte(f.End.At); f.End.Kind {
		case base.BoundClosed:
			r.EndQualifier = &btpb.ColumnRange_EndQualifierClosed{EndQualifierClosed: at}
		case base.BoundOpen:
			r.EndQualifier = &btpb.ColumnRange_EndQualifierOpen{EndQualifierOpen: at}
		}
		return &btpb.RowFilter{Filter: &btpb.RowFilter_ColumnRangeFilter{ColumnRangeFilter: r}}
	case filter.ValueRange:
		r := &btpb.ValueRange{}
		switch at := []byte(f.Start.At); f.Start.Kind {
		case base.BoundClosed:
			r.StartValue = &btpb.ValueRange_StartValueClosed{StartValueClosed: at}
		case base.BoundOpen:
			r.StartValue = &btpb.ValueRange_StartValueOpen{StartValueOpen: at}
		}
		switch at := []byte(f.End.At); f.End.Kind {
		case base.BoundClosed:
			r.EndValue = &btpb.ValueRange_EndValueClosed{EndValueClosed: at}
		case base.BoundOpen:
			r.EndValue = &btpb.ValueRange_EndValueOpen{EndValueOpen: at}
		}
		return &btpb.RowFilter{Filter: &btpb.RowFilter_ValueRangeFilter{ValueRangeFilter: r}}
	default:
		panic(fmt.Sprintf("no raw filter for %T", f))
	}
}
