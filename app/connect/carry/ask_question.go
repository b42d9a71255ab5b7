package carry

import (
	"context"
	"time"

	"cloud.google.com/go/bigtable"

	"tabletop/engine/base"
	"tabletop/engine/plan"
)

// QuestionCost is the cost of a question, predicted or seen.
type QuestionCost struct {
	RowsSeen      int64 `json:"rowsSeen"`
	RowsReturned  int64 `json:"rowsReturned"`
	CellsSeen     int64 `json:"cellsSeen"`
	CellsReturned int64 `json:"cellsReturned"`
	BytesReturned int64 `json:"bytesReturned"` // of keys, families, qualifiers and values, and 8 for each time
}

// asked is the result of asking a question once.
type asked struct {
	QuestionCost               // RowsSeen and CellsSeen are from the server's statistics
	told         bool          // the server has returned statistics for every request
	server       time.Duration // as the server reports it
	took         time.Duration // until the last row had arrived
	calls        int           // number of requests
}

// reader asks a question of a table according to its plan.
type reader struct {
	table  *bigtable.Table
	plan   plan.Plan
	filter bigtable.Filter // nil for none
}

// ask asks the question once. It takes one request, or one for each range or group if only some
// rows of each are wanted.
func (r *reader) ask(ctx context.Context) (asked, error) {
	a := asked{told: true}
	begun := time.Now()
	var err error
	switch {
	case r.plan.Limit == 0:
		err = r.read(ctx, &a, merged(r.plan.Ranges), 0, nil)
	case r.plan.Groups.IsEmpty():
		for _, of := range r.plan.Ranges {
			if err = r.read(ctx, &a, []base.Range{of}, r.plan.Limit, nil); err != nil {
				break
			}
		}
	default:
		for _, of := range r.plan.Ranges {
			if err = r.each(ctx, &a, of); err != nil {
				break
			}
		}
	}
	a.took = time.Since(begun)
	return a, err
}

// merged returns the ranges that a read walks. An empty list means the whole table.
func merged(ranges []base.Range) []base.Range {
	if len(ranges) == 0 {
		return []base.Range{base.AllKeys}
	}
	return base.MergeRanges(ranges)
}

// each reads the first rows of every group in a range. It asks for as many rows as the present
// group still lacks, and skips to the next group when it lacks none.
func (r *reader) each(ctx context.Context, a *asked, rest base.Range) error {
	var group base.Range
	met := int64(0)
	for !rest.IsEmpty() {
		// One request reads until the present group should be complete. It may go into later groups
		// if the present one has fewer rows.
		limit, came := r.plan.Limit-met, int64(0)
		err := r.read(ctx, a, []base.Range{rest}, limit, func(key base.RowKey) {
			came++
			of, ok := r.plan.Groups.Of(key)
			if of != group || !ok {
				group, met = of, 0
			}
			if ok {
				met++
			}
			if r.plan.Reversed {
				rest.End = key
			} else {
				rest.Start = key + "\x00"
			}
		})
		if err != nil {
			return err
		}
		if came < limit {
			return nil
		}
		// A later group was begun and still lacks rows: continue in it.
		if met < r.plan.Limit {
			continue
		}
		// The group is complete. Skip the rest of its rows.
		met = 0
		switch {
		case r.plan.Reversed:
			if rest.End = group.Start; rest.End == "" {
				return nil
			}
		case group.End == "":
			return nil
		default:
			rest.Start = group.End
		}
	}
	return nil
}

// read makes one request and adds its costs to a. It calls met, unless that is nil, with each key.
func (r *reader) read(ctx context.Context, a *asked, ranges []base.Range, limit int64, met func(base.RowKey)) error {
	var set bigtable.RowRangeList
	for _, of := range ranges {
		switch {
		case of.IsEmpty():
		case of.End == "":
			set = append(set, bigtable.InfiniteRange(string(of.Start)))
		default:
			set = append(set, bigtable.NewClosedOpenRange(string(of.Start), string(of.End)))
		}
	}
	if len(set) == 0 {
		return nil
	}
	// The server returns its statistics at the end of the request, and adds them to those of
	// earlier requests.
	told := false
	opts := []bigtable.ReadOption{bigtable.WithFullReadStats(func(s *bigtable.FullReadStats) {
		told = true
		i := s.ReadIterationStats
		a.RowsSeen += i.RowsSeenCount
		a.CellsSeen += i.CellsSeenCount
		a.server += s.RequestLatencyStats.FrontendServerLatency
	})}
	if r.filter != nil {
		opts = append(opts, bigtable.RowFilter(r.filter))
	}
	if limit > 0 {
		opts = append(opts, bigtable.LimitRows(limit))
	}
	if r.plan.Reversed {
		opts = append(opts, bigtable.ReverseScan())
	}
	a.calls++
	err := r.table.ReadRows(ctx, set, func(row bigtable.Row) bool {
		a.RowsReturned++
		a.BytesReturned += int64(len(row.Key()))
		for _, items := range row {
			a.CellsReturned += int64(len(items))
			for _, it := range items {
				a.BytesReturned += int64(len(it.Column)-len(":")+len(it.Value)) + 8 // family:qualifier, and the time
			}
		}
		if met != nil {
			met(base.RowKey(row.Key()))
		}
		return true
	}, opts...)
	a.told = a.told && told
	return err
}
