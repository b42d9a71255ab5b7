//go:build !js

package peertest

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/table"
)

// A Divergence is a case in which Google's in-memory server does something else than the
// documentation of Bigtable says. Random trials avoid all of them.
type Divergence struct {
	// Name says what the server does.
	Name string
	// Documented is what the public documentation says, and where it says that: at an element
	// of google.bigtable.v2 or google.bigtable.admin.v2, or on a page of
	// cloud.google.com/bigtable/docs.
	Documented string
	// Do makes requests to a table with the plain families f and g, and returns their outcome
	// as text.
	Do          func(s Side) string
	There, Here string // the outcome on Google's server and on the engine
}

// did returns the outcome of requests as text: "done" or "refused" for each, and then the rows
// of the table.
func did(s Side, errs ...error) string {
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

// asked returns the rows of the table, read through a filter, as text.
func asked(s Side, f filter.Filter) string {
	rows, err := s.Read(Question{Filter: f})
	if err != nil {
		return "refused"
	}
	return fmt.Sprintf("%q", rows)
}

// put changes the row k. It panics if the side refuses that.
func put(s Side, muts ...table.Mutation) {
	if err := s.Mutate(Entry{"k", muts})[0]; err != nil {
		panic(err)
	}
}

// answers reads the table through a filter 50 times and says how many different answers there
// are.
func answers(s Side, f filter.Filter) string {
	seen := map[string]bool{}
	for range 50 {
		seen[asked(s, f)] = true
	}
	return fmt.Sprintf("%d answers", len(seen))
}

// aggregate makes the family sum with a type, and adds numbers to the cell sum:q of the row k.
// It returns an error or nil for each request.
func aggregate(s Side, typ table.ValueType, numbers ...table.IntInput) (errs []error) {
	errs = append(errs, s.CreateFamily(table.FamilyInfo{Name: "sum", Type: typ}))
	for _, n := range numbers {
		errs = append(errs, s.Mutate(Entry{"k", []table.Mutation{table.AddToCell{Family: "sum", Qualifier: "q", At: 0, Input: n}}})...)
	}
	return errs
}

// Mutations that several divergences use. Families f and g exist, and none does not.
var (
	setF    = table.SetCell{Family: "f", Qualifier: "q", At: FarFuture, Value: "v"}
	setG    = table.SetCell{Family: "g", Qualifier: "q", At: FarFuture, Value: "w"}
	setNone = table.SetCell{Family: "none", Qualifier: "q", At: FarFuture, Value: "v"}
)

// Divergences are all known divergences.
var Divergences = []Divergence{
	{
		Name:       "mutations before a refused one are written",
		Documented: "Bigtable.MutateRow: mutates a row atomically",
		Do:         func(s Side) string { return did(s, s.Mutate(Entry{"k", []table.Mutation{setF, setNone}})...) },
		There:      `refused ["k f:q@9000000000000000=v"]`, Here: `refused []`,
	},
	{
		Name:       "mutations before a refused one are written, in one of many rows",
		Documented: "Bigtable.MutateRows: each individual row is mutated atomically as in MutateRow",
		Do: func(s Side) string {
			return did(s, s.Mutate(Entry{"k", []table.Mutation{setF, setNone}}, Entry{"l", []table.Mutation{setF}})...)
		},
		There: `refused done ["k f:q@9000000000000000=v" "l f:q@9000000000000000=v"]`, Here: `refused done ["l f:q@9000000000000000=v"]`,
	},
	{
		Name:       "mutations of a condition before a refused one are written",
		Documented: "Bigtable.CheckAndMutateRow: mutates a row atomically",
		Do: func(s Side) string {
			_, err := s.CheckAndMutate("k", nil, nil, []table.Mutation{setF, setNone})
			return did(s, err)
		},
		There: `refused ["k f:q@9000000000000000=v"]`, Here: `refused []`,
	},
	{
		Name:       "rules before a refused one are written",
		Documented: "ReadModifyWriteRule.increment_amount: the targeted cell must contain an 8-byte value, or the entire request will fail",
		Do: func(s Side) string {
			put(s, setF, setG)
			_, err := s.Modify("k", table.AppendValue{Family: "g", Qualifier: "q", Value: "!"}, table.Increment{Family: "f", Qualifier: "q", By: 1})
			return did(s, err)
		},
		There: `refused ["k f:q@9000000000000000=v g:q@9000000000000000=w!"]`, Here: `refused ["k f:q@9000000000000000=v g:q@9000000000000000=w"]`,
	},
	{
		Name:       "the shape of the mutations not chosen is not looked at",
		Documented: "not said; what no table would take is refused whatever the row holds",
		Do: func(s Side) string {
			odd := table.DeleteColumn{Family: "f", Qualifier: "q", Start: 2000, End: 1000}
			_, err := s.CheckAndMutate("k", nil, []table.Mutation{odd}, []table.Mutation{setF})
			return did(s, err)
		},
		There: `done ["k f:q@9000000000000000=v"]`, Here: `refused []`,
	},
	{
		Name:       "a condition without mutations",
		Documented: "CheckAndMutateRowRequest.true_mutations: must contain at least one entry if false_mutations is empty",
		Do: func(s Side) string {
			_, err := s.CheckAndMutate("k", nil, nil, nil)
			return did(s, err)
		},
		There: `done []`, Here: `refused []`,
	},
	{
		Name:       "one of many rows without mutations",
		Documented: "MutateRowsRequest.Entry.mutations: you must specify at least one mutation",
		Do: func(s Side) string {
			return did(s, s.Mutate(Entry{"k", nil}, Entry{"l", []table.Mutation{setF}})...)
		},
		There: `done done ["l f:q@9000000000000000=v"]`, Here: `refused done ["l f:q@9000000000000000=v"]`,
	},
	{
		Name:       "no rules",
		Documented: "ReadModifyWriteRowRequest.rules: required",
		Do: func(s Side) string {
			_, err := s.Modify("k")
			return did(s, err)
		},
		There: `done []`, Here: `refused []`,
	},
	{
		Name:       "rules for a row without a key",
		Documented: "ReadModifyWriteRowRequest.row_key: required",
		Do: func(s Side) string {
			_, err := s.Modify("", table.AppendValue{Family: "f", Qualifier: "q", Value: "v"})
			return did(s, err) // the client refuses to read what came of it
		},
		There: `done refused`, Here: `refused []`,
	},
	{
		Name:       "long row keys",
		Documented: "docs/quotas: a row key has at most 4 KB",
		Do: func(s Side) string {
			return did(s, s.Mutate(Entry{base.RowKey(strings.Repeat("k", base.MaxRowKey+1)), []table.Mutation{setF}})...)[:8]
		},
		There: `done ["k`, Here: `refused `,
	},
	{
		Name:       "long qualifiers",
		Documented: "docs/quotas: a column qualifier has at most 16 KB",
		Do: func(s Side) string {
			return did(s, s.Mutate(Entry{"k", []table.Mutation{table.SetCell{Family: "f", Qualifier: base.Qualifier(strings.Repeat("q", base.MaxQualifier+1)), At: FarFuture, Value: "v"}}})...)[:8]
		},
		There: `done ["k`, Here: `refused `,
	},
	{
		Name:       "many mutations",
		Documented: "MutateRowRequest.mutations: at most 100000",
		Do: func(s Side) string {
			return did(s, s.Mutate(Entry{"k", slices.Repeat([]table.Mutation{setF}, base.MaxMutations+1)})...)
		},
		There: `done ["k f:q@9000000000000000=v"]`, Here: `refused []`,
	},
	{
		Name:       "names of families",
		Documented: "Mutation.SetCell.family_name: must match [-_.a-zA-Z0-9]+",
		Do:         func(s Side) string { return did(s, s.CreateFamily(table.FamilyInfo{Name: "a:b"})) },
		There:      `done []`, Here: `refused []`,
	},
	{
		Name:       "a family to delete from that is not there",
		Documented: "Mutation.DeleteFromFamily.family_name: the name of the family from which cells should be deleted",
		Do: func(s Side) string {
			return did(s, s.Mutate(Entry{"k", []table.Mutation{table.DeleteFamilyCells{Family: "none"}}})...)
		},
		There: `done []`, Here: `refused []`,
	},
	{
		Name:       "a reversed range of times to delete, where there is nothing to delete",
		Documented: "Mutation.DeleteFromColumn.time_range: the range of timestamps within which cells should be deleted",
		Do: func(s Side) string {
			return did(s, s.Mutate(Entry{"k", []table.Mutation{table.DeleteColumn{Family: "f", Qualifier: "q", Start: 3000, End: 1000}}})...)
		},
		There: `done []`, Here: `refused []`,
	},
	{
		Name:       "increments that overflow",
		Documented: "ReadModifyWriteRule.increment_amount is added to a signed integer of 64 bits; a sum that is none is not described",
		Do: func(s Side) string {
			put(s, table.SetCell{Family: "f", Qualifier: "q", At: FarFuture, Value: encodeInt(math.MaxInt64)})
			_, err := s.Modify("k", table.Increment{Family: "f", Qualifier: "q", By: 1})
			return did(s, err)
		},
		There: `done ["k f:q@9000000000000000=\x80\x00\x00\x00\x00\x00\x00\x00"]`,
		Here:  `refused ["k f:q@9000000000000000=\x7f\xff\xff\xff\xff\xff\xff\xff"]`,
	},
	{
		Name:       "sums that overflow",
		Documented: "Type.Aggregate.Sum computes the sum of the input values; one that is no int64 is not described",
		Do:         func(s Side) string { return did(s, aggregate(s, table.IntSum, math.MaxInt64, 1)...) },
		There:      `done done done ["k sum:q@0=\x80\x00\x00\x00\x00\x00\x00\x00"]`,
		Here:       `done done refused ["k sum:q@0=\x7f\xff\xff\xff\xff\xff\xff\xff"]`,
	},
	{
		Name:       "the least of the inputs",
		Documented: "Type.Aggregate.Min: computes the min of the input values",
		Do:         func(s Side) string { return did(s, aggregate(s, table.IntMin, 3, 1, 2)...) },
		There:      `done done done done ["k sum:q@0=\x00\x00\x00\x00\x00\x00\x00\x02"]`,
		Here:       `done done done done ["k sum:q@0=\x00\x00\x00\x00\x00\x00\x00\x01"]`,
	},
	{
		Name:       "the greatest of the inputs",
		Documented: "Type.Aggregate.Max: computes the max of the input values",
		Do:         func(s Side) string { return did(s, aggregate(s, table.IntMax, 3, 5, 2)...) },
		There:      `done done done done ["k sum:q@0=\x00\x00\x00\x00\x00\x00\x00\x02"]`,
		Here:       `done done done done ["k sum:q@0=\x00\x00\x00\x00\x00\x00\x00\x05"]`,
	},
	{
		Name:       "numbers to count distinct values of",
		Documented: "Type.Aggregate.HyperLogLogPlusPlusUniqueCount: input of any type, the state its own; a family here is declared for bytes",
		Do:         func(s Side) string { return did(s, aggregate(s, table.UniqueCount, 3)...) },
		There:      `done done ["k sum:q@0=\x00\x00\x00\x00\x00\x00\x00\x03"]`, Here: `done refused []`,
	},
	{
		Name:       "states that are none",
		Documented: "Mutation.MergeToCell: merges accumulated state into a cell, which for int64 is 8 bytes",
		Do: func(s Side) string {
			errs := aggregate(s, table.IntSum)
			return did(s, append(errs, s.Mutate(Entry{"k", []table.Mutation{table.MergeToCell{Family: "sum", Qualifier: "q", At: 0, State: "7 bytes"}}})...)...)
		},
		There: `done done ["k sum:q@0=7 bytes"]`, Here: `done refused []`,
	},
	{
		Name:       "setting cells of aggregates",
		Documented: "docs/aggregates: such families hold only aggregate cells, which are updated with AddToCell and MergeToCell",
		Do: func(s Side) string {
			errs := aggregate(s, table.IntSum, 1)
			return did(s, append(errs, s.Mutate(Entry{"k", []table.Mutation{table.SetCell{Family: "sum", Qualifier: "q", At: 0, Value: encodeInt(2)}}})...)...)
		},
		There: `done done done ["k sum:q@0=\x00\x00\x00\x00\x00\x00\x00\x03"]`, Here: `done done refused ["k sum:q@0=\x00\x00\x00\x00\x00\x00\x00\x01"]`,
	},
	{
		Name:       "rules for aggregates",
		Documented: "docs/aggregates: such families hold only aggregate cells, which are updated with AddToCell and MergeToCell",
		Do: func(s Side) string {
			errs := append(aggregate(s, table.IntSum), s.Mutate(Entry{"k", []table.Mutation{table.AddToCell{Family: "sum", Qualifier: "q", At: FarFuture, Input: table.IntInput(1)}}})...)
			_, err := s.Modify("k", table.Increment{Family: "sum", Qualifier: "q", By: 2})
			return did(s, append(errs, err)...)
		},
		// The server adds the old sum to the new one, which already contains it.
		There: `done done done ["k sum:q@9000000000000000=\x00\x00\x00\x00\x00\x00\x00\x04"]`,
		Here:  `done done refused ["k sum:q@9000000000000000=\x00\x00\x00\x00\x00\x00\x00\x01"]`,
	},
	{
		Name:       "rows without cells in samples",
		Documented: "Bigtable.SampleRowKeys: keys that delimit contiguous sections of the table of approximately equal size",
		Do: func(s Side) string {
			put(s, setF)
			put(s, table.DeleteRow{})
			keys, err := s.Sample()
			return fmt.Sprintf("%q %v", keys, err)
		},
		There: `["k"] <nil>`, Here: `[] <nil>`,
	},
	{
		Name:       "limits of cells across families",
		Documented: "RowFilter.cells_per_row_limit_filter: matches only the first N cells of each row",
		Do:         func(s Side) string { put(s, setF, setG); return answers(s, filter.CellsPerRow(1)) },
		There:      "2 answers", Here: "1 answers",
	},
	{
		Name:       "offsets of cells across families",
		Documented: "RowFilter.cells_per_row_offset_filter: skips the first N cells of each row",
		Do:         func(s Side) string { put(s, setF, setG); return answers(s, filter.CellsPerRowOffset(1)) },
		There:      "2 answers", Here: "1 answers",
	},
	{
		Name:       "sink",
		Documented: "RowFilter.sink: outputs all cells directly to the output of the read rather than to any parent filter",
		Do: func(s Side) string {
			put(s, setF)
			return asked(s, filter.Chain{filter.Interleave{filter.BlockAll{}, filter.Sink{}}, filter.BlockAll{}})
		},
		There: `[]`, Here: `["k f:q@9000000000000000=v"]`,
	},
	{
		Name:       "sink in a condition",
		Documented: "RowFilter.sink: cannot be used within the filters of a Condition",
		Do: func(s Side) string {
			put(s, setF)
			return asked(s, filter.Condition{If: filter.Sink{}, Then: filter.PassAll{}})
		},
		There: `["k f:q@9000000000000000=v"]`, Here: `refused`,
	},
	{
		Name:       "masks",
		Documented: "RowFilter.value_bitmask_filter: (value & mask) == mask; the mask length must exactly match the value length",
		Do: func(s Side) string {
			put(s, setF, table.SetCell{Family: "f", Qualifier: "r", At: FarFuture, Value: "\x0f"})
			return asked(s, filter.ValueBitmask("\x09"))
		},
		There: `["k f:q@9000000000000000=v f:r@9000000000000000=\x0f"]`, Here: `["k f:r@9000000000000000=\x0f"]`,
	},
	{
		Name:       "labels under strip",
		Documented: "RowFilter.strip_value_transformer: replaces each cell's value with the empty string",
		Do: func(s Side) string {
			put(s, setF)
			return asked(s, filter.Chain{filter.Label("x"), filter.StripValue{}})
		},
		There: `["k f:q@9000000000000000="]`, Here: `["k f:q@9000000000000000=!x"]`,
	},
	{
		Name:       "two labels in a chain",
		Documented: "RowFilter.apply_label_transformer: a Chain may have no more than one sub-filter which contains one",
		Do: func(s Side) string {
			put(s, setF)
			return asked(s, filter.Chain{filter.Label("x"), filter.Label("y")})
		},
		There: `["k f:q@9000000000000000=v!y"]`, Here: `refused`,
	},
	{
		Name:       "labels of other characters",
		Documented: "RowFilter.apply_label_transformer: values must be at most 15 characters and match [a-z0-9\\-]+",
		Do:         func(s Side) string { put(s, setF); return asked(s, filter.Label("No, Sir")) },
		There:      `["k f:q@9000000000000000=v!No, Sir"]`, Here: `refused`,
	},
	{
		Name:       "a colon in the pattern of a family",
		Documented: "RowFilter.family_name_regex_filter: the regex must not contain the : character",
		Do:         func(s Side) string { put(s, setF); return asked(s, filter.FamilyRegex("f|a:b")) },
		There:      `["k f:q@9000000000000000=v"]`, Here: `refused`,
	},
	{
		Name:       "invalid filters over an empty table",
		Documented: "not said of empty tables; over a row the server refuses it too",
		Do:         func(s Side) string { return asked(s, filter.CellsPerColumn(0)) },
		There:      `[]`, Here: `refused`,
	},
	{
		Name:       "invalid filters that no cell reaches",
		Documented: "not said of what no cell reaches; alone the server refuses it too",
		Do: func(s Side) string {
			put(s, setF)
			return asked(s, filter.Chain{filter.BlockAll{}, filter.ValueRegex("(")})
		},
		There: `[]`, Here: `refused`,
	},
	{
		Name:       "invalid predicates",
		Documented: "not said of what no cell reaches; alone the server refuses it too",
		Do: func(s Side) string {
			_, err := s.CheckAndMutate("k", filter.Chain{filter.BlockAll{}, filter.CellsPerRow(0)}, nil, []table.Mutation{setF})
			return did(s, err)
		},
		There: `done ["k f:q@9000000000000000=v"]`, Here: `refused []`,
	},
	{
		Name:       "rules of garbage collection out of bounds",
		Documented: "GcRule.max_age: values must be at least one millisecond",
		Do: func(s Side) string {
			return did(s, s.SetGC("f", table.MaxVersions(0)), s.SetGC("f", table.MaxAge(time.Microsecond)), s.CreateFamily(table.FamilyInfo{Name: "h", GC: table.Union{table.MaxAge(0)}}))
		},
		There: `done done done []`, Here: `refused refused refused []`,
	},
	{
		Name:       "intersections are not collected",
		Documented: "GcRule.Intersection: only delete cells which would be deleted by every element of rules",
		Do: func(s Side) string {
			for _, f := range []base.Family{"f", "g"} {
				put(s, table.SetCell{Family: f, Qualifier: "q", At: 2000, Value: "new"}, table.SetCell{Family: f, Qualifier: "q", At: 1000, Value: "old"})
			}
			return did(s, s.Collect(table.FamilyInfo{Name: "f", GC: table.Intersection{table.MaxVersions(1), table.MaxAge(time.Hour)}}, table.FamilyInfo{Name: "g", GC: table.MaxVersions(1)}))
		},
		There: `done ["k f:q@2000=new f:q@1000=old g:q@2000=new"]`, Here: `done ["k f:q@2000=new g:q@2000=new"]`,
	},
	{
		Name:       "cells are doubled after a collection",
		Documented: "Column.cells must not be empty, in order of decreasing timestamp_micros: a column has one cell at a time",
		Do: func(s Side) string {
			put(s, table.SetCell{Family: "f", Qualifier: "keep", At: FarFuture, Value: "v"}, table.SetCell{Family: "f", Qualifier: "q", At: 1000, Value: "old"})
			err := s.Collect(table.FamilyInfo{Name: "f", GC: table.MaxAge(time.Hour)})
			put(s, table.SetCell{Family: "f", Qualifier: "q", At: FarFuture, Value: "new"})
			return did(s, err)
		},
		There: `done ["k f:keep@9000000000000000=v f:q@9000000000000000=new f:q@9000000000000000=new"]`,
		Here:  `done ["k f:keep@9000000000000000=v f:q@9000000000000000=new"]`,
	},
}
