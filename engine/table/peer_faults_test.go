//go:build !js

package table

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/filter"
)

// A divergence is what Google's in-memory server does otherwise than the service is
// documented to. Random trials keep clear of all of them.
type divergence struct {
	name string
	// documented is what the public documentation says, and where: an element of
	// google.bigtable.v2 or google.bigtable.admin.v2, or a page of
	// cloud.google.com/bigtable/docs.
	documented string
	// do makes requests to a table with the plain families f and g and tells what
	// came of them.
	do          func(s side) string
	there, here string
}

// did is what came of requests: "done" or "refused" for each, then the rows there
// are.
func did(s side, errs ...error) string {
	out := ""
	for _, err := range errs {
		if err != nil {
			out += "refused "
		} else {
			out += "done "
		}
	}
	return out + asked(s, nil)
}

// asked is what a filter lets out of the rows there are.
func asked(s side, f filter.Filter) string {
	rows, err := s.read(question{filter: f})
	if err != nil {
		return "refused"
	}
	return fmt.Sprintf("%q", rows)
}

// put writes cells of the row k, which no side may refuse.
func put(s side, muts ...Mutation) {
	if err := s.mutate(entry{"k", muts})[0]; err != nil {
		panic(err)
	}
}

// answers tells how many different answers there are to a question put often.
func answers(s side, f filter.Filter) string {
	seen := map[string]bool{}
	for range 50 {
		seen[asked(s, f)] = true
	}
	return fmt.Sprintf("%d answers", len(seen))
}

// aggregate makes a family of a type and adds numbers to a cell of it.
func aggregate(s side, typ ValueType, numbers ...Int) (errs []error) {
	errs = append(errs, s.createFamily(FamilyInfo{Name: "sum", Type: typ}))
	for _, n := range numbers {
		errs = append(errs, s.mutate(entry{"k", []Mutation{AddToCell{"sum", "q", 0, n}}})...)
	}
	return errs
}

var (
	setF    = SetCell{"f", "q", far, "v"}
	setG    = SetCell{"g", "q", far, "w"}
	setNone = SetCell{"none", "q", far, "v"}
)

var divergences = []divergence{
	{
		name:       "mutations before a refused one are written",
		documented: "Bigtable.MutateRow: mutates a row atomically",
		do:         func(s side) string { return did(s, s.mutate(entry{"k", []Mutation{setF, setNone}})...) },
		there:      `refused ["k f:q@9000000000000000=v"]`, here: `refused []`,
	},
	{
		name:       "mutations before a refused one are written, in one of many rows",
		documented: "Bigtable.MutateRows: each individual row is mutated atomically as in MutateRow",
		do: func(s side) string {
			return did(s, s.mutate(entry{"k", []Mutation{setF, setNone}}, entry{"l", []Mutation{setF}})...)
		},
		there: `refused done ["k f:q@9000000000000000=v" "l f:q@9000000000000000=v"]`, here: `refused done ["l f:q@9000000000000000=v"]`,
	},
	{
		name:       "mutations of a condition before a refused one are written",
		documented: "Bigtable.CheckAndMutateRow: mutates a row atomically",
		do: func(s side) string {
			_, err := s.checkAndMutate("k", nil, nil, []Mutation{setF, setNone})
			return did(s, err)
		},
		there: `refused ["k f:q@9000000000000000=v"]`, here: `refused []`,
	},
	{
		name:       "rules before a refused one are written",
		documented: "ReadModifyWriteRule.increment_amount: the targeted cell must contain an 8-byte value, or the entire request will fail",
		do: func(s side) string {
			put(s, setF, setG)
			_, err := s.modify("k", Append{"g", "q", "!"}, Increment{"f", "q", 1})
			return did(s, err)
		},
		there: `refused ["k f:q@9000000000000000=v g:q@9000000000000000=w!"]`, here: `refused ["k f:q@9000000000000000=v g:q@9000000000000000=w"]`,
	},
	{
		name:       "the mutations not chosen are not looked at",
		documented: "not said; a request that cannot be applied is refused whatever the row holds",
		do: func(s side) string {
			_, err := s.checkAndMutate("k", nil, []Mutation{setNone}, []Mutation{setF})
			return did(s, err)
		},
		there: `done ["k f:q@9000000000000000=v"]`, here: `refused []`,
	},
	{
		name:       "a condition without mutations",
		documented: "CheckAndMutateRowRequest.true_mutations: must contain at least one entry if false_mutations is empty",
		do: func(s side) string {
			_, err := s.checkAndMutate("k", nil, nil, nil)
			return did(s, err)
		},
		there: `done []`, here: `refused []`,
	},
	{
		name:       "one of many rows without mutations",
		documented: "MutateRowsRequest.Entry.mutations: you must specify at least one mutation",
		do: func(s side) string {
			return did(s, s.mutate(entry{"k", nil}, entry{"l", []Mutation{setF}})...)
		},
		there: `done done ["l f:q@9000000000000000=v"]`, here: `refused done ["l f:q@9000000000000000=v"]`,
	},
	{
		name:       "no rules",
		documented: "ReadModifyWriteRowRequest.rules: required",
		do: func(s side) string {
			_, err := s.modify("k")
			return did(s, err)
		},
		there: `done []`, here: `refused []`,
	},
	{
		name:       "rules for a row without a key",
		documented: "ReadModifyWriteRowRequest.row_key: required",
		do: func(s side) string {
			_, err := s.modify("", Append{"f", "q", "v"})
			return did(s, err) // the client refuses to read what came of it
		},
		there: `done refused`, here: `refused []`,
	},
	{
		name:       "long row keys",
		documented: "docs/quotas: a row key has at most 4 KB",
		do: func(s side) string {
			return did(s, s.mutate(entry{base.RowKey(strings.Repeat("k", base.MaxRowKey+1)), []Mutation{setF}})...)[:8]
		},
		there: `done ["k`, here: `refused `,
	},
	{
		name:       "long qualifiers",
		documented: "docs/quotas: a column qualifier has at most 16 KB",
		do: func(s side) string {
			return did(s, s.mutate(entry{"k", []Mutation{SetCell{"f", base.Qualifier(strings.Repeat("q", base.MaxQualifier+1)), far, "v"}}})...)[:8]
		},
		there: `done ["k`, here: `refused `,
	},
	{
		name:       "many mutations",
		documented: "MutateRowRequest.mutations: at most 100000",
		do: func(s side) string {
			return did(s, s.mutate(entry{"k", slices.Repeat([]Mutation{setF}, base.MaxMutations+1)})...)
		},
		there: `done ["k f:q@9000000000000000=v"]`, here: `refused []`,
	},
	{
		name:       "names of families",
		documented: "Mutation.SetCell.family_name: must match [-_.a-zA-Z0-9]+",
		do:         func(s side) string { return did(s, s.createFamily(FamilyInfo{Name: "a:b"})) },
		there:      `done []`, here: `refused []`,
	},
	{
		name:       "a family to delete from that is not there",
		documented: "Mutation.DeleteFromFamily.family_name: the name of the family from which cells should be deleted",
		do:         func(s side) string { return did(s, s.mutate(entry{"k", []Mutation{DeleteFamilyCells{"none"}}})...) },
		there:      `done []`, here: `refused []`,
	},
	{
		name:       "a reversed range of times to delete, where there is nothing to delete",
		documented: "Mutation.DeleteFromColumn.time_range: the range of timestamps within which cells should be deleted",
		do: func(s side) string {
			return did(s, s.mutate(entry{"k", []Mutation{DeleteColumn{"f", "q", 3000, 1000}}})...)
		},
		there: `done []`, here: `refused []`,
	},
	{
		name:       "increments that overflow",
		documented: "ReadModifyWriteRule.increment_amount is added to a signed integer of 64 bits; a sum that is none is not described",
		do: func(s side) string {
			put(s, SetCell{"f", "q", far, encodeInt(math.MaxInt64)})
			_, err := s.modify("k", Increment{"f", "q", 1})
			return did(s, err)
		},
		there: `done ["k f:q@9000000000000000=\x80\x00\x00\x00\x00\x00\x00\x00"]`,
		here:  `refused ["k f:q@9000000000000000=\x7f\xff\xff\xff\xff\xff\xff\xff"]`,
	},
	{
		name:       "sums that overflow",
		documented: "Type.Aggregate.Sum computes the sum of the input values; one that is no int64 is not described",
		do:         func(s side) string { return did(s, aggregate(s, IntSum, math.MaxInt64, 1)...) },
		there:      `done done done ["k sum:q@0=\x80\x00\x00\x00\x00\x00\x00\x00"]`,
		here:       `done done refused ["k sum:q@0=\x7f\xff\xff\xff\xff\xff\xff\xff"]`,
	},
	{
		name:       "the least of the inputs",
		documented: "Type.Aggregate.Min: computes the min of the input values",
		do:         func(s side) string { return did(s, aggregate(s, IntMin, 3, 1, 2)...) },
		there:      `done done done done ["k sum:q@0=\x00\x00\x00\x00\x00\x00\x00\x02"]`,
		here:       `done done done done ["k sum:q@0=\x00\x00\x00\x00\x00\x00\x00\x01"]`,
	},
	{
		name:       "the greatest of the inputs",
		documented: "Type.Aggregate.Max: computes the max of the input values",
		do:         func(s side) string { return did(s, aggregate(s, IntMax, 3, 5, 2)...) },
		there:      `done done done done ["k sum:q@0=\x00\x00\x00\x00\x00\x00\x00\x02"]`,
		here:       `done done done done ["k sum:q@0=\x00\x00\x00\x00\x00\x00\x00\x05"]`,
	},
	{
		name:       "numbers to count distinct values of",
		documented: "Type.Aggregate.HyperLogLogPlusPlusUniqueCount: input of any type, the state its own; a family here is declared for bytes",
		do:         func(s side) string { return did(s, aggregate(s, UniqueCount, 3)...) },
		there:      `done done ["k sum:q@0=\x00\x00\x00\x00\x00\x00\x00\x03"]`, here: `done refused []`,
	},
	{
		name:       "states that are none",
		documented: "Mutation.MergeToCell: merges accumulated state into a cell, which for int64 is 8 bytes",
		do: func(s side) string {
			errs := aggregate(s, IntSum)
			return did(s, append(errs, s.mutate(entry{"k", []Mutation{MergeToCell{"sum", "q", 0, "7 bytes"}}})...)...)
		},
		there: `done done ["k sum:q@0=7 bytes"]`, here: `done refused []`,
	},
	{
		name:       "setting cells of aggregates",
		documented: "docs/aggregates: such families hold only aggregate cells, which are updated with AddToCell and MergeToCell",
		do: func(s side) string {
			errs := aggregate(s, IntSum, 1)
			return did(s, append(errs, s.mutate(entry{"k", []Mutation{SetCell{"sum", "q", 0, encodeInt(2)}}})...)...)
		},
		there: `done done done ["k sum:q@0=\x00\x00\x00\x00\x00\x00\x00\x03"]`, here: `done done refused ["k sum:q@0=\x00\x00\x00\x00\x00\x00\x00\x01"]`,
	},
	{
		name:       "rules for aggregates",
		documented: "docs/aggregates: such families hold only aggregate cells, which are updated with AddToCell and MergeToCell",
		do: func(s side) string {
			errs := append(aggregate(s, IntSum), s.mutate(entry{"k", []Mutation{AddToCell{"sum", "q", far, Int(1)}}})...)
			_, err := s.modify("k", Increment{"sum", "q", 2})
			return did(s, append(errs, err)...)
		},
		// The sum of what there was and of what is written over it.
		there: `done done done ["k sum:q@9000000000000000=\x00\x00\x00\x00\x00\x00\x00\x04"]`,
		here:  `done done refused ["k sum:q@9000000000000000=\x00\x00\x00\x00\x00\x00\x00\x01"]`,
	},
	{
		name:       "rows without cells in samples",
		documented: "Bigtable.SampleRowKeys: keys that delimit contiguous sections of the table of approximately equal size",
		do: func(s side) string {
			put(s, setF)
			put(s, DeleteRow{})
			keys, err := s.sample()
			return fmt.Sprintf("%q %v", keys, err)
		},
		there: `["k"] <nil>`, here: `[] <nil>`,
	},
	{
		name:       "limits of cells across families",
		documented: "RowFilter.cells_per_row_limit_filter: matches only the first N cells of each row",
		do:         func(s side) string { put(s, setF, setG); return answers(s, filter.CellsPerRow(1)) },
		there:      "2 answers", here: "1 answers",
	},
	{
		name:       "offsets of cells across families",
		documented: "RowFilter.cells_per_row_offset_filter: skips the first N cells of each row",
		do:         func(s side) string { put(s, setF, setG); return answers(s, filter.CellsPerRowOffset(1)) },
		there:      "2 answers", here: "1 answers",
	},
	{
		name:       "sink",
		documented: "RowFilter.sink: outputs all cells directly to the output of the read rather than to any parent filter",
		do: func(s side) string {
			put(s, setF)
			return asked(s, filter.Chain{filter.Interleave{filter.BlockAll{}, filter.Sink{}}, filter.BlockAll{}})
		},
		there: `[]`, here: `["k f:q@9000000000000000=v"]`,
	},
	{
		name:       "sink in a condition",
		documented: "RowFilter.sink: cannot be used within the filters of a Condition",
		do: func(s side) string {
			put(s, setF)
			return asked(s, filter.Condition{If: filter.Sink{}, Then: filter.PassAll{}})
		},
		there: `["k f:q@9000000000000000=v"]`, here: `refused`,
	},
	{
		name:       "masks",
		documented: "RowFilter.value_bitmask_filter: (value & mask) == mask; the mask length must exactly match the value length",
		do: func(s side) string {
			put(s, setF, SetCell{"f", "r", far, "\x0f"})
			return asked(s, filter.ValueBitmask("\x09"))
		},
		there: `["k f:q@9000000000000000=v f:r@9000000000000000=\x0f"]`, here: `["k f:r@9000000000000000=\x0f"]`,
	},
	{
		name:       "labels under strip",
		documented: "RowFilter.strip_value_transformer: replaces each cell's value with the empty string",
		do: func(s side) string {
			put(s, setF)
			return asked(s, filter.Chain{filter.Label("x"), filter.StripValue{}})
		},
		there: `["k f:q@9000000000000000="]`, here: `["k f:q@9000000000000000=!x"]`,
	},
	{
		name:       "two labels in a chain",
		documented: "RowFilter.apply_label_transformer: a Chain may have no more than one sub-filter which contains one",
		do: func(s side) string {
			put(s, setF)
			return asked(s, filter.Chain{filter.Label("x"), filter.Label("y")})
		},
		there: `["k f:q@9000000000000000=v!y"]`, here: `refused`,
	},
	{
		name:       "labels of other characters",
		documented: "RowFilter.apply_label_transformer: values must be at most 15 characters and match [a-z0-9\\-]+",
		do:         func(s side) string { put(s, setF); return asked(s, filter.Label("No, Sir")) },
		there:      `["k f:q@9000000000000000=v!No, Sir"]`, here: `refused`,
	},
	{
		name:       "a colon in the pattern of a family",
		documented: "RowFilter.family_name_regex_filter: the regex must not contain the : character",
		do:         func(s side) string { put(s, setF); return asked(s, filter.FamilyRegex("f|a:b")) },
		there:      `["k f:q@9000000000000000=v"]`, here: `refused`,
	},
	{
		name:       "invalid filters over an empty table",
		documented: "not said of empty tables; over a row the server refuses it too",
		do:         func(s side) string { return asked(s, filter.CellsPerColumn(0)) },
		there:      `[]`, here: `refused`,
	},
	{
		name:       "invalid filters that no cell reaches",
		documented: "not said of what no cell reaches; alone the server refuses it too",
		do: func(s side) string {
			put(s, setF)
			return asked(s, filter.Chain{filter.BlockAll{}, filter.ValueRegex("(")})
		},
		there: `[]`, here: `refused`,
	},
	{
		name:       "invalid predicates",
		documented: "not said of what no cell reaches; alone the server refuses it too",
		do: func(s side) string {
			_, err := s.checkAndMutate("k", filter.Chain{filter.BlockAll{}, filter.CellsPerRow(0)}, nil, []Mutation{setF})
			return did(s, err)
		},
		there: `done ["k f:q@9000000000000000=v"]`, here: `refused []`,
	},
	{
		name:       "rules of garbage collection out of bounds",
		documented: "GcRule.max_age: values must be at least one millisecond",
		do: func(s side) string {
			return did(s, s.setGC("f", MaxVersions(0)), s.setGC("f", MaxAge(time.Microsecond)), s.createFamily(FamilyInfo{Name: "h", GC: Union{MaxAge(0)}}))
		},
		there: `done done done []`, here: `refused refused refused []`,
	},
	{
		name:       "intersections are not collected",
		documented: "GcRule.Intersection: only delete cells which would be deleted by every element of rules",
		do: func(s side) string {
			for _, f := range []base.Family{"f", "g"} {
				put(s, SetCell{f, "q", 2000, "new"}, SetCell{f, "q", 1000, "old"})
			}
			return did(s, s.collect(FamilyInfo{Name: "f", GC: Intersection{MaxVersions(1), MaxAge(time.Hour)}}, FamilyInfo{Name: "g", GC: MaxVersions(1)}))
		},
		there: `done ["k f:q@2000=new f:q@1000=old g:q@2000=new"]`, here: `done ["k f:q@2000=new g:q@2000=new"]`,
	},
	{
		name:       "cells are doubled after a collection",
		documented: "Column.cells must not be empty, in order of decreasing timestamp_micros: a column has one cell at a time",
		do: func(s side) string {
			put(s, SetCell{"f", "keep", far, "v"}, SetCell{"f", "q", 1000, "old"})
			err := s.collect(FamilyInfo{Name: "f", GC: MaxAge(time.Hour)})
			put(s, SetCell{"f", "q", far, "new"})
			return did(s, err)
		},
		there: `done ["k f:keep@9000000000000000=v f:q@9000000000000000=new f:q@9000000000000000=new"]`,
		here:  `done ["k f:keep@9000000000000000=v f:q@9000000000000000=new"]`,
	},
}

// TestDivergences holds both sides to what the table says, so that a server that
// comes to do what is documented is noticed.
func TestDivergences(t *testing.T) {
	quiet(t) // the server's warnings
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	server := newPeer(t)
	for n, d := range divergences {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel() // a few wait for the server to collect
			peer := server.table(t, ctx, fmt.Sprint("t", n), FamilyInfo{Name: "f"}, FamilyInfo{Name: "g"})
			if got := d.do(peer); got != d.there {
				t.Errorf("there:\n got %s\nwant %s", got, d.there)
			}
			own := &ownTable{Table: newTable(t, "f", "g"), now: base.Micros(time.Now().UnixMicro())}
			if got := d.do(own); got != d.here {
				t.Errorf("here:\n got %s\nwant %s", got, d.here)
			}
			if d.there == d.here || d.documented == "" {
				t.Error("no divergence")
			}
			checkTable(t, own.Table)
		})
	}
	if slices.ContainsFunc(divergences, func(d divergence) bool { return d.do == nil }) {
		t.Error("a divergence does nothing")
	}
}
