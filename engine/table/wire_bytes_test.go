//go:build !js

package table

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/filter"

	btpb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// chunks returns the response that holds a row. The rules for its chunks are in the
// documentation of ReadRowsResponse.CellChunk.
func chunks(r Row) *btpb.ReadRowsResponse {
	var out btpb.ReadRowsResponse
	var prev base.Cell
	for c := range r.Cells() {
		chunk := &btpb.ReadRowsResponse_CellChunk{TimestampMicros: int64(c.At), Value: []byte(c.Value)}
		first := len(out.Chunks) == 0
		if first {
			chunk.RowKey = []byte(r.Key())
		}
		if first || c.Family != prev.Family {
			chunk.FamilyName = wrapperspb.String(string(c.Family))
		}
		if first || c.Family != prev.Family || c.Qualifier != prev.Qualifier {
			chunk.Qualifier = wrapperspb.Bytes([]byte(c.Qualifier))
		}
		if c.Label != "" {
			chunk.Labels = []string{c.Label}
		}
		prev = c
		out.Chunks = append(out.Chunks, chunk)
	}
	out.Chunks[len(out.Chunks)-1].RowStatus = &btpb.ReadRowsResponse_CellChunk_CommitRow{CommitRow: true}
	return &out
}

// TestWireBytes compares the counted bytes with the sizes of Google's own messages.
func TestWireBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	tab := newTable(t, "a", "long-name")
	text := func() string { return strings.Repeat("x", pick(r, 0, 1, 9, 126, 127, 128, 200, 16_383, 16_384)) }
	for i := range 200 {
		var muts []Mutation
		for range 1 + r.IntN(6) {
			qual := text()
			qual = qual[:min(len(qual), base.MaxQualifier)]
			muts = append(muts, SetCell{pick[base.Family](r, "a", "long-name"), base.Qualifier(qual),
				pick[base.Micros](r, 0, 1000, 127_000, 1_700_000_000_000_000), text()})
		}
		mustMutate(t, tab, fmt.Sprintf("%s%03d", strings.Repeat("k", pick(r, 0, 120, 124, 130)), i), muts...)
	}
	for _, f := range []filter.Filter{
		nil, filter.RowKeyRegex(".*1"), filter.StripValue{}, filter.CellsPerRow(1),
		filter.Interleave{filter.Label("x"), filter.PassAll{}, filter.Chain{filter.CellsPerColumn(1), filter.Sink{}}},
	} {
		for _, count := range []bool{false, true} {
			q := ScanQuery{Filter: program(t, f), Wire: true}
			want := int64(0)
			for row := range tab.Scan(q, nil) {
				want += int64(proto.Size(chunks(row)))
			}
			var st ScanStats
			q.CountOnly = count
			for range tab.Scan(q, &st) {
			}
			if st.WireBytes != want || want == 0 {
				t.Errorf("%s, counting %v: %d bytes, want %d", filter.FilterText(f), count, st.WireBytes, want)
			}
			q.Wire, st = false, ScanStats{}
			for range tab.Scan(q, &st) {
			}
			if st.WireBytes != 0 {
				t.Errorf("%s: %d bytes counted unasked", filter.FilterText(f), st.WireBytes)
			}
		}
	}
}
