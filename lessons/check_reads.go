package lessons

import (
	"math"
	"slices"
	"strings"

	"tabletop/engine"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// LatestReads passes when the latest read of the reader, or the latest few together, meet all of its
// conditions. A bound that is not set allows any number.
type LatestReads struct {
	Table    string      `wire:"1"`
	Keys     []string    `wire:"2"` // row keys that the reads returned
	Whole    bool        `wire:"3"` // every row of the table was scanned
	Access   plan.Access `wire:"4"`
	Returned Bound       `wire:"5"` // rows
	Scanned  Bound       `wire:"6"` // rows
	Seeks    Bound       `wire:"7"`
	Cells    Bound       `wire:"8"` // cells scanned
	Bytes    Bound       `wire:"9"` // bytes scanned
	// Together is how many of the latest reads of the table are added up. 0 means 1.
	Together int `wire:"10"`
	// CellsReturned and BytesReturned are what filters left of the rows returned.
	CellsReturned Bound `wire:"11"`
	BytesReturned Bound `wire:"12"`
}

func (LatestReads) happened(r *Player, ev *event) bool { return ownRead(r, ev) }

// measure adds the costs of the latest reads up. The access path is that of all of them: if one
// read used another path than the one asked for, the reading has that one.
func (v LatestReads) measure(r *Player, _ moment) (g readings) {
	// Collect the latest reads of the table.
	var of []noted
	for _, n := range slices.Backward(r.reads) {
		if n.Table == v.Table && len(of) < max(v.Together, 1) {
			of = append(of, n)
		}
	}
	if len(of) == 0 {
		return readings{{Measure: "read"}}
	}
	// Add their costs up.
	var sum table.ScanStats
	access, whole := string(v.Access), int64(-1)
	for _, n := range of {
		if n.Access != v.Access {
			access = string(n.Access)
		}
		whole = n.rows
		sum.RowsReturned += n.Stats.RowsReturned
		sum.RowsScanned += n.Stats.RowsScanned
		sum.Seeks += n.Stats.Seeks
		sum.CellsScanned += n.Stats.CellsScanned
		sum.BytesScanned += n.Stats.BytesScanned
		sum.CellsReturned += n.Stats.CellsReturned
		sum.BytesReturned += n.Stats.BytesReturned
	}
	// Each thing that the check asks for gets a reading.
	if len(v.Keys) > 0 {
		have := 0
		for _, k := range v.Keys {
			if slices.ContainsFunc(of, func(n noted) bool { return n.returned[k] }) {
				have++
			}
		}
		g.number("returned-keys", int64(have), Exactly(int64(len(v.Keys))))
	}
	if v.Whole {
		g.number("rows-scanned", sum.RowsScanned, Exactly(max(whole, 1)))
	}
	g.text("access", access, string(v.Access))
	g.number("rows-returned", sum.RowsReturned, v.Returned)
	g.number("rows-scanned", sum.RowsScanned, v.Scanned)
	g.number("seeks", sum.Seeks, v.Seeks)
	g.number("cells-scanned", sum.CellsScanned, v.Cells)
	g.number("bytes-scanned", sum.BytesScanned, v.Bytes)
	g.number("cells-returned", sum.CellsReturned, v.CellsReturned)
	g.number("bytes-returned", sum.BytesReturned, v.BytesReturned)
	// A check without any condition passes with every read.
	if len(g) == 0 {
		g = readings{{Measure: "read", Known: true, OK: true}}
	}
	return g
}

// ownRead reports whether an event is a console request of the reader that read something.
func ownRead(r *Player, ev *event) bool {
	_, console := ev.req.(engine.RunConsole)
	return ev.own && console && len(r.session.LatestReads()) > 0
}

// latest returns the latest read of a table by the reader. ok is false if there is none.
func (r *Player) latest(table string) (noted, bool) {
	for _, n := range slices.Backward(r.reads) {
		if n.Table == table {
			return n, true
		}
	}
	return noted{}, false
}

// ExactReadByReader passes when the reader's latest read of a table returned all rows that a query of
// the workload wants, and scanned no other row.
type ExactReadByReader struct {
	Table string `wire:"1"`
	Query string `wire:"2"`
}

func (ExactReadByReader) happened(r *Player, ev *event) bool { return ownRead(r, ev) }

// measure compares the latest read of the table with the rows that the query wanted at that time.
func (v ExactReadByReader) measure(r *Player, _ moment) (g readings) {
	n, ok := r.latest(v.Table)
	w, known := n.wanted[v.Query]
	if !ok || !known {
		return readings{{Measure: "read"}}
	}
	g.number("returned-keys", w.returned, Exactly(w.all))
	g.number("rows-scanned", n.Stats.RowsScanned, Exactly(w.all))
	return g
}

// RowFetched passes when the reader's latest read of a table returned one row with these columns, in
// any number of versions, and nothing else.
type RowFetched struct {
	Table   string   `wire:"1"`
	Row     string   `wire:"2"`
	Columns []string `wire:"3"` // family:qualifier
}

func (RowFetched) happened(r *Player, ev *event) bool { return ownRead(r, ev) }

// measure compares the columns as text, in order.
func (v RowFetched) measure(r *Player, _ moment) (g readings) {
	n, ok := r.latest(v.Table)
	if !ok {
		return readings{{Measure: "read"}}
	}
	g.number("rows-returned", n.Stats.RowsReturned, Exactly(1))
	g.text("columns-returned", strings.Join(n.columns[v.Row], ", "), strings.Join(slices.Sorted(slices.Values(v.Columns)), ", "))
	return g
}

// QuestionAnswered passes when a question has been answered rightly. Without a Question, it passes
// when the reader has made all guesses of the step that are about the design.
type QuestionAnswered struct {
	Question string `wire:"1"`
}

// measure never says what the answer is.
func (v QuestionAnswered) measure(r *Player, m moment) readings {
	if v.Question == "" {
		open := slices.ContainsFunc(r.lesson.Steps[m.step].Asks, func(q Question) bool {
			_, given := r.progress.AnswerTo(q.ID)
			return q.IsAboutDesign() && !given
		})
		return readings{{Measure: "answered", Known: !open, OK: !open}}
	}
	q, _, ok := r.lesson.Question(v.Question)
	if ok && slices.ContainsFunc(r.progress.Answers, func(a Answer) bool { return a.Question == q.ID }) {
		return readings{{Measure: "answered", Known: true, OK: true}}
	}
	return readings{{Measure: "answered"}}
}

// FaultsFound passes when a number of questions that wait for a figure, see [Question.Because], have
// been answered rightly. More of them earn a better medal.
type FaultsFound struct {
	Least  int64 `wire:"1"`
	Silver int64 `wire:"2"`
	Gold   int64 `wire:"3"`
}

// measure counts the answers in all steps.
func (v FaultsFound) measure(r *Player, _ moment) (g readings) {
	n, medal := int64(0), NoMedal
	for _, a := range r.progress.Answers {
		if q, _, ok := r.lesson.Question(a.Question); ok && !q.Guess && q.Because != "" {
			n++
		}
	}
	g.number("faults-found", n, Bound{true, v.Least, math.MaxInt64})
	switch {
	case n >= v.Gold:
		medal = Gold
	case n >= v.Silver:
		medal = Silver
	case n >= v.Least:
		medal = Bronze
	}
	of := medal.reading()
	of.OK = medal > NoMedal
	return append(g, of)
}
