package lessons

import (
	"math"
	"slices"

	"tabletop/engine"
	"tabletop/engine/plan"
)

// KeepsFields passes when every record of a table's data set has a row of its own, and every field
// is in the table's key or columns. Without a Table it is about all tables that have a design, of
// which there must be at least two.
type KeepsFields struct {
	Table string `wire:"1"`
}

// measure counts the records that have a row of their own and the fields that are stored, over all
// tables of the check.
func (v KeepsFields) measure(r *Player, _ moment) (g readings) {
	var rows, records, held, fields int64
	tables := slices.DeleteFunc(r.session.Tables(), func(info engine.TableInfo) bool {
		return info.Template == "" || v.Table != "" && info.Name != v.Table
	})
	for _, info := range tables {
		rows, records = rows+min(info.Rows, info.KeptRecords), records+info.Records
		for _, f := range info.Fields {
			if fields++; !r.missing(info, f) {
				held++
			}
		}
	}
	switch {
	case len(tables) == 0:
		g.unknown("records-kept", Bound{true, 1, math.MaxInt64})
		return g
	// One table alone does not pass: a second one with as many records is missing.
	case v.Table == "" && len(tables) == 1:
		records *= 2
	}
	g.number("records-kept", rows, Exactly(records))
	g.number("fields-held", held, Exactly(fields))
	return g
}

// lasting is a check of something that has to stay true. If it is no longer true while the step of
// its goal is the furthest one, the goal is open again.
type lasting interface {
	Check
	// lasts marks the type and does nothing.
	lasts()
}

func (KeepsFields) lasts() {}

// ExactReads passes when each of the queries finds every wanted row and scans no other row. The
// best of the designs answers each query.
type ExactReads struct {
	Queries []string `wire:"1"`
}

func (ExactReads) lasts() {}

// measure has three readings of each query at most: the rows returned, those of them that are
// wanted, and the rows scanned.
func (v ExactReads) measure(r *Player, _ moment) (g readings) {
	for _, q := range v.Queries {
		of, ok := r.verdict(q)
		if !ok || of.Table == "" {
			g.unknown("rows-scanned", Exactly(0))
			continue
		}
		g.answer(of)
		g.number("rows-scanned", of.Stats.RowsScanned, Exactly(of.Wanted))
	}
	return g
}

// answer adds the number of rows that a query returns. If the query lacks wanted rows and returns
// others, it also adds how many of the wanted rows it found.
func (g *readings) answer(v engine.Verdict) {
	g.number("rows-returned", v.Stats.RowsReturned, Exactly(v.Wanted))
	if v.MissingRecordCount() > 0 && v.Stats.RowsReturned != v.Found {
		g.number("rows-found", v.Found, Exactly(v.Wanted))
	}
}

// QueryCost passes when a query of the workload finds every wanted row at no more than a cost.
type QueryCost struct {
	Query   string      `wire:"1"`
	Access  plan.Access `wire:"2"` // the access path, "" for any
	Scanned Bound       `wire:"3"` // rows
	Per     int64       `wire:"4"` // rows scanned at most for each wanted row, 0 for no limit
	Seeks   Bound       `wire:"5"`
	Bytes   Bound       `wire:"6"` // bytes scanned
}

// measure reads the verdict that the session has of the query.
func (v QueryCost) measure(r *Player, _ moment) (g readings) {
	of, ok := r.verdict(v.Query)
	if !ok || of.Table == "" {
		g.unknown("rows-returned", Exactly(0))
		return g
	}
	g.answer(of)
	g.text("access", string(of.Access), string(v.Access))
	g.number("rows-scanned", of.Stats.RowsScanned, v.Scanned)
	if v.Per > 0 {
		g.number("rows-scanned", of.Stats.RowsScanned, Bound{true, 0, v.Per * max(of.Wanted, 1)})
	}
	g.number("seeks", of.Stats.Seeks, v.Seeks)
	g.number("bytes-scanned", of.Stats.BytesScanned, v.Bytes)
	return g
}

// MeasuredAtSizes passes when designs have been measured with each of these numbers of records, see
// [Grow]. With Exact, the reader's present design must also have been measured with the largest
// number, and must have been exact for every query.
type MeasuredAtSizes struct {
	Records []int64 `wire:"1"`
	Exact   bool    `wire:"2"`
}

// measure counts the numbers of records that have been measured. With Exact it adds what the
// present design returned and scanned for the largest of them.
func (v MeasuredAtSizes) measure(r *Player, _ moment) (g readings) {
	if len(v.Records) == 0 {
		g.unknown("sizes", Exactly(1))
		return g
	}
	have := 0
	for _, n := range v.Records {
		if slices.ContainsFunc(r.progress.Figures, func(f engine.DesignMeasurement) bool { return f.Records == n }) {
			have++
		}
	}
	g.number("sizes", int64(have), Exactly(int64(len(v.Records))))
	if !v.Exact {
		return g
	}
	own, _, designed := r.session.Design(r.readersTable())
	exact := false
	for _, f := range r.progress.Figures {
		if f.Template != own || f.Records != slices.Max(v.Records) {
			continue
		}
		exact = designed
		g.number("rows-returned", f.Returned, Exactly(f.Wanted))
		g.number("rows-scanned", f.Scanned, Exactly(f.Wanted))
	}
	if !exact {
		g.unknown("rows-scanned", Exactly(0))
	}
	return g
}
