package lessons

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// ColumnSums adds up the newest cells of each column over the rows of a table, and passes when these are
// the sums. A cell counts with the whole number that it holds, as text or as a counter. Columns whose
// names continue with # after the column's name are added to it.
type ColumnSums struct {
	Table   string   `wire:"1"`
	Columns []string `wire:"2"` // family:qualifier
	Sums    []int64  `wire:"3"` // one for each column
	// With After, the reader's writes of the step are run on a copy of the tables that the step began
	// with, one command at a time. The sums may only be those of After, in this order, so that the
	// sender may stop after any command. With Resent, all commands are then run once more, the latest
	// first, and have to leave the sums as they are.
	After   []int64 `wire:"4"` // the sums of all columns after the first change, then after the second, and so on
	Resent  bool    `wire:"5"`
	Scanned Bound   `wire:"6"` // rows that the reader's latest read scanned; the sums are then those of the rows it returned
}

// sentWrite is a console request of the reader, and the state of the timeline that it led to.
type sentWrite struct {
	req   engine.RunConsole
	state uint64
}

// maxSent is how many of the latest console requests are sent again.
const maxSent = 64

// measure has one reading of all sums, after readings of what led to them.
func (v ColumnSums) measure(r *Player, _ moment) (g readings) {
	want := v.join(v.Sums)
	if v.Scanned.Set {
		n, ok := r.latest(v.Table)
		if !ok {
			return readings{{Measure: "read"}}
		}
		g.text("sums", n.sums[strings.Join(v.Columns, ",")], want)
		g.number("rows-scanned", n.Stats.RowsScanned, v.Scanned)
		return g
	}
	t, _ := r.session.Table(v.Table)
	if len(v.After) == 0 {
		g.text("sums", v.join(v.of(t, nil)), want)
		return g
	}
	changes, sent := slices.Collect(slices.Chunk(v.After, max(len(v.Columns), 1))), r.sentInStep()
	trial, ok := r.session.Branch(cmp.Or(r.progress.StepStartState, r.session.Timeline().First))
	if g.number("commands-sent", int64(len(sent)), Bound{true, int64(len(changes)), 1 << 20}); !ok || len(sent) < len(changes) {
		return g
	}
	send := func(req engine.RunConsole) []int64 {
		trial.Do(req)
		t, _ := trial.Table(v.Table)
		return v.of(t, nil)
	}
	t, _ = trial.Table(v.Table)
	now := v.of(t, nil)
	var had [][]int64
	for _, req := range sent {
		next := send(req)
		if !slices.Equal(next, now) {
			had = append(had, next)
		}
		now = next
	}
	if !v.Resent {
		g.text("sums-after", v.joinAll(had), v.joinAll(changes))
		return g
	}
	if slices.Equal(now, v.Sums) {
		for _, req := range slices.Backward(sent) {
			now = send(req)
		}
	}
	g.text("sums", v.join(now), want)
	return g
}

// noteSent notes a console request of the reader that writes.
func (r *Player) noteSent(req engine.Request) {
	if typed := req.(engine.RunConsole); r.session.WouldChange(typed) {
		line := r.session.Timeline()
		if line.Now > 0 {
			r.sent = append(r.sent[max(0, len(r.sent)+1-maxSent):], sentWrite{typed, line.Steps[line.Now-1].State})
		}
	}
}

// sentInStep returns the reader's writes of the furthest step that have not been undone, one command each.
func (r *Player) sentInStep() (out []engine.RunConsole) {
	line := r.session.Timeline()
	for _, s := range r.sent {
		if !slices.ContainsFunc(line.Steps[:line.Now], func(t engine.TimelineStep) bool { return t.State == s.state }) {
			continue
		}
		for text := range strings.Lines(s.req.Text) {
			if req := (engine.RunConsole{Dialect: s.req.Dialect, Text: text}); r.session.WouldChange(req) {
				out = append(out, req)
			}
		}
	}
	return out
}

// of adds up the columns over the rows of t that keep accepts; nil accepts all. t may be nil.
func (v ColumnSums) of(t *table.Table, keep func(base.RowKey) bool) []int64 {
	sums := make([]int64, len(v.Columns))
	if t == nil {
		return sums
	}
	for row := range t.Scan(table.ScanQuery{}, new(table.ScanStats)) {
		if keep != nil && !keep(row.Key()) {
			continue
		}
		before := ""
		for c := range row.Cells() { // the newest cell of a column comes first
			name := string(c.Family) + ":" + string(c.Qualifier)
			column, _, _ := strings.Cut(name, "#")
			if i := slices.Index(v.Columns, column); i >= 0 && name != before {
				sums[i] += wholeNumber(c.Value)
			}
			before = name
		}
	}
	return sums
}

// wholeNumber returns the number that a value holds, 0 for none.
func wholeNumber(value string) int64 {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		n, _ = integer(value)
	}
	return n
}

// join writes sums as a reading shows them.
func (ColumnSums) join(sums []int64) string {
	var out []string
	for _, n := range sums {
		out = append(out, strconv.FormatInt(n, 10))
	}
	return strings.Join(out, ", ")
}

// joinAll writes the sums after each change, of at most [maxShown] changes.
func (v ColumnSums) joinAll(all [][]int64) string {
	var out []string
	for _, sums := range all[:min(len(all), maxShown)] {
		out = append(out, v.join(sums))
	}
	if len(all) > maxShown {
		out = append(out, "…")
	}
	return strings.Join(out, " → ")
}

// maxShown is how many changes a reading shows.
const maxShown = 8
