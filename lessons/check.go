package lessons

import (
	"encoding/binary"
	"math"
	"slices"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
	"tabletop/engine/table"
)

// Reading is what was measured of one thing that a check asks for.
type Reading struct {
	What  string // rows-scanned and so on
	Known bool   // false: nothing has been measured yet
	OK    bool
	Have  int64
	Want  Bound
	// What is no number.
	HaveText, WantText string
}

// GoalReadings is the readings of one goal.
type GoalReadings struct {
	Goal string
	Of   []Reading
}

// event is what has happened.
type event struct {
	req engine.Request
	rep engine.Reply
	// The reader did it, and it was not the answer to a question.
	own bool
}

// readings gathers what a check measures.
type readings []Reading

func (g *readings) number(what string, have int64, want Bound) {
	if want.Set {
		*g = append(*g, Reading{What: what, Known: true, OK: want.Has(have), Have: have, Want: want})
	}
}

func (g *readings) text(what, have, want string) {
	if want != "" {
		*g = append(*g, Reading{What: what, Known: true, OK: have == want, HaveText: have, WantText: want})
	}
}

// unknown is a number that nobody has measured.
func (g *readings) unknown(what string, want Bound) {
	if want.Set {
		*g = append(*g, Reading{What: what, Want: want})
	}
}

func (g readings) ok() bool {
	return len(g) > 0 && !slices.ContainsFunc(g, func(r Reading) bool { return !r.OK })
}

// momentary reports whether a check is about something that happens, rather than
// about how things are.
func momentary(c Check) bool {
	switch c.(type) {
	case Reads, Refused, Heat, Graded, Over:
		return true
	}
	return false
}

// happened reports whether a momentary check has something to judge.
func (r *Run) happened(c Check, ev *event) bool {
	if ev == nil {
		return false
	}
	_, console := ev.req.(engine.Console)
	switch c := c.(type) {
	case Reads:
		return ev.own && console && len(r.session.Reads()) > 0
	case Refused:
		return ev.own && ev.rep.Err != nil
	case Graded, Over:
		_, ok := trialOf(ev)
		return ok
	case Heat:
		own, _, _ := r.session.Design(c.Table)
		s := ev.rep.Simulated
		return s != nil && !s.Live && s.Of.Table == c.Table && (s.Of.Template == "" || s.Of.Template == own)
	}
	return true
}

// measure measures what a check of a step asks for. It passes when all is as asked.
func (r *Run) measure(c Check, step int, ev *event) (g readings) {
	switch c := c.(type) {
	case Holds:
		t, there := r.session.Table(c.Table)
		n := 0
		for _, k := range c.Keys {
			if there {
				if _, ok := t.Get(base.RowKey(k)); ok {
					n++
				}
			}
		}
		g.number("keys-held", int64(n), Is(int64(len(c.Keys))))
		if !there {
			g.number("table-there", 0, Is(1))
		}
	case Answered:
		q, _, ok := r.lesson.question(c.Question)
		if ok && slices.ContainsFunc(r.progress.Answers, func(a Answer) bool { return a.Question == q.ID }) {
			return readings{{What: "answered", Known: true, OK: true}}
		}
		return readings{{What: "answered"}}
	case Reads:
		r.measureReads(c, &g)
	case Cell:
		r.measureCell(c, &g)
	case Stored:
		info, _ := r.table(c.Table)
		if c.Table == "" {
			info = r.together()
		}
		rows := info.Rows
		if c.Prefix != "" {
			rows = r.beginning(c.Table, c.Prefix)
		}
		g.number("rows-stored", rows, c.Rows)
		g.number("cells-stored", info.Cells, c.Cells)
		g.number("bytes-stored", info.Bytes, c.Bytes)
		if c.Packed.Set {
			g.number("bytes-packed", r.packed(c.Table), c.Packed)
		}
		if info.Name == "" {
			g.number("table-there", 0, Is(1))
		}
	case Schema:
		r.measureSchema(c, &g)
	case Refused:
		code := ""
		if ev != nil && ev.rep.Err != nil {
			code = string(ev.rep.Err.Code)
		}
		g = readings{{What: "refused", Known: code != "", OK: code == string(c.Code), HaveText: code, WantText: string(c.Code)}}
	case Kept:
		info, ok := r.table(c.Table)
		if !ok || info.Template == "" {
			g.unknown("records-kept", Bound{true, 1, math.MaxInt64})
			break
		}
		g.number("records-kept", info.Rows, Is(info.Records))
		missing := slices.DeleteFunc(slices.Clone(info.Fields), func(f string) bool { return !r.missing(info, f) })
		g.number("fields-held", int64(len(info.Fields)-len(missing)), Is(int64(len(info.Fields))))
	case Exact:
		for _, q := range c.Queries {
			v, ok := r.verdict(q)
			if !ok || v.Table == "" {
				g.unknown("rows-scanned", Is(0))
				continue
			}
			g.number("rows-returned", v.Stats.RowsReturned, Is(v.Wanted))
			g.number("rows-scanned", v.Stats.RowsScanned, Is(v.Wanted))
		}
	case Costs:
		r.measureCosts(c, &g)
	case Measured:
		r.measureGrown(c, &g)
	case Heat:
		var s engine.Simulated
		if ev != nil && ev.rep.Simulated != nil {
			s = *ev.rep.Simulated
		}
		if !r.enough(step, s.Of) {
			g = readings{{What: "traffic"}}
			break
		}
		g.number("hottest", int64(math.Round(s.Hottest*100)), c.Hottest)
		g.text("pattern", string(s.Diagnosis.Pattern), c.Pattern)
	case Graded:
		measureGraded(c, ev, &g)
	case Over:
		what, query := r.over(ev)
		g.text("over", what, c.What)
		g.text("query", query, c.Query)
	case Silent:
		advice, n := r.advised(), int64(0)
		if advice.Rows == 0 {
			g.unknown("findings", Is(0))
			break
		}
		for _, f := range advice.Findings {
			if (c.Table == "" || f.Table == c.Table) && (len(c.Rules) == 0 || slices.Contains(c.Rules, string(f.Rule))) {
				n++
			}
		}
		g.number("findings", n, Is(0))
	default:
		panic("lessons: a check that is not judged")
	}
	return g
}

func (r *Run) measureReads(c Reads, g *readings) {
	var of []noted
	for _, n := range slices.Backward(r.reads) {
		if n.Table == c.Table && len(of) < max(c.Together, 1) {
			of = append(of, n)
		}
	}
	if len(of) == 0 {
		*g = readings{{What: "read"}}
		return
	}
	var sum table.Stats
	access, whole := string(c.Access), int64(-1)
	for _, n := range of {
		if n.Access != c.Access {
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
	if len(c.Keys) > 0 {
		have := 0
		for _, k := range c.Keys {
			if slices.ContainsFunc(of, func(n noted) bool { return n.returned[k] }) {
				have++
			}
		}
		g.number("returned-keys", int64(have), Is(int64(len(c.Keys))))
	}
	if c.Whole {
		g.number("rows-scanned", sum.RowsScanned, Is(max(whole, 1)))
	}
	g.text("access", access, string(c.Access))
	g.number("rows-returned", sum.RowsReturned, c.Returned)
	g.number("rows-scanned", sum.RowsScanned, c.Scanned)
	g.number("seeks", sum.Seeks, c.Seeks)
	g.number("cells-scanned", sum.CellsScanned, c.Cells)
	g.number("bytes-scanned", sum.BytesScanned, c.Bytes)
	g.number("cells-returned", sum.CellsReturned, c.CellsReturned)
	g.number("bytes-returned", sum.BytesReturned, c.BytesReturned)
	if len(*g) == 0 {
		*g = readings{{What: "read", Known: true, OK: true}}
	}
}

func (r *Run) measureCell(c Cell, g *readings) {
	value, versions := r.cell(c.Table, c.Row, c.Column)
	if c.Value != "" && versions > 0 {
		g.text("cell", value, c.Value)
	} else if n, ok := integer(value); c.Number.Set && ok {
		g.number("number", n, c.Number)
	} else if c.Value != "" || c.Number.Set || !c.Versions.Set {
		*g = append(*g, Reading{What: "cell", Known: true, OK: versions > 0 && c.Value == "" && !c.Number.Set, WantText: c.Value})
	}
	g.number("versions", versions, c.Versions)
}

// cell returns the newest value of a column with how many versions there are.
func (r *Run) cell(tab, row, column string) (newest string, versions int64) {
	t, ok := r.session.Table(tab)
	if !ok {
		return "", 0
	}
	found, ok := t.Get(base.RowKey(row))
	if !ok {
		return "", 0
	}
	for c := range found.Cells() {
		if string(c.Family)+":"+string(c.Qualifier) == column {
			if versions == 0 {
				newest = string(c.Value)
			}
			versions++
		}
	}
	return newest, versions
}

// integer reads the value of a counter or a sum.
func integer(value string) (n int64, ok bool) {
	if len(value) != 8 {
		return 0, false
	}
	return int64(binary.BigEndian.Uint64([]byte(value))), true
}

func (r *Run) measureSchema(c Schema, g *readings) {
	info, there := r.table(c.Table)
	i := slices.IndexFunc(info.Families, func(f engine.FamilyInfo) bool { return string(f.Name) == c.Family })
	if c.Family == "" {
		if c.Absent {
			g.number("table-there", present(there), Is(0))
			return
		}
		g.number("table-there", present(there), Is(1))
		g.number("families", int64(len(info.Families)), c.Families)
		return
	}
	want := Is(1)
	if c.Absent {
		want = Is(0)
	}
	g.number("family-there", present(i >= 0), want)
	if i >= 0 {
		g.text("rule", info.Families[i].Rule, c.Rule)
		g.text("type", info.Families[i].Type, c.Type)
	}
	g.number("families", int64(len(info.Families)), c.Families)
}

func present(there bool) int64 {
	if there {
		return 1
	}
	return 0
}

func (r *Run) measureCosts(c Costs, g *readings) {
	v, ok := r.verdict(c.Query)
	if !ok || v.Table == "" {
		g.unknown("rows-returned", Is(0))
		return
	}
	g.number("rows-returned", v.Stats.RowsReturned, Is(v.Wanted))
	g.text("access", string(v.Access), string(c.Access))
	g.number("rows-scanned", v.Stats.RowsScanned, c.Scanned)
	if c.Per > 0 {
		g.number("rows-scanned", v.Stats.RowsScanned, Bound{true, 0, c.Per * max(v.Wanted, 1)})
	}
	g.number("seeks", v.Stats.Seeks, c.Seeks)
	g.number("bytes-scanned", v.Stats.BytesScanned, c.Bytes)
}

func (r *Run) measureGrown(c Measured, g *readings) {
	if len(c.Records) == 0 {
		g.unknown("sizes", Is(1))
		return
	}
	have := 0
	for _, n := range c.Records {
		if slices.ContainsFunc(r.progress.Figures, func(f engine.Figure) bool { return f.Records == n }) {
			have++
		}
	}
	g.number("sizes", int64(have), Is(int64(len(c.Records))))
	if !c.Exact {
		return
	}
	own, _, designed := r.session.Design(r.lesson.Table)
	exact := false
	for _, f := range r.progress.Figures {
		if f.Template != own || f.Records != slices.Max(c.Records) {
			continue
		}
		exact = designed
		g.number("rows-returned", f.Returned, Is(f.Wanted))
		g.number("rows-scanned", f.Scanned, Is(f.Wanted))
	}
	if !exact {
		g.unknown("rows-scanned", Is(0))
	}
}

// enough reports whether a table was simulated under as much as a step asks for.
func (r *Run) enough(step int, of engine.Simulate) bool {
	if of.Table == "" {
		return false
	}
	want := r.lesson.Steps[step].Traffic
	if want == nil {
		return true
	}
	return of.Table == want.Table && of.Policy == want.Policy && of.Nodes == want.Nodes && of.Minutes >= want.Minutes &&
		of.Writes >= want.Writes && of.Shape.Kind == want.Shape.Kind &&
		!slices.ContainsFunc(want.Reads, func(w engine.Asked) bool {
			return !slices.ContainsFunc(of.Reads, func(a engine.Asked) bool {
				return a.Query == w.Query && a.Rate >= w.Rate && (a.Newest || !w.Newest)
			})
		})
}

// advised asks the advisor, who changes nothing, once for each state of the tables.
func (r *Run) advised() *engine.Advice {
	if r.advice == nil || r.advice.Version != r.session.Version() {
		r.advice = r.session.Do(engine.Advise{}).Advice
	}
	return r.advice
}

// packed measures what a table takes packed, once for each state of the tables.
func (r *Run) packed(name string) int64 {
	t, ok := r.session.Table(name)
	if !ok {
		return 0
	}
	if now := r.session.Version(); r.sizes == nil || r.sized != now {
		r.sizes, r.sized = map[string]int64{}, now
	}
	if _, known := r.sizes[name]; !known {
		r.sizes[name] = t.Sizes().Total.Packed
	}
	return r.sizes[name]
}

// verdict returns what a query was measured to cost.
func (r *Run) verdict(query string) (engine.Verdict, bool) {
	for _, v := range r.session.Verdicts() {
		if v.Query == query {
			return v, true
		}
	}
	return engine.Verdict{}, false
}

// exact reports whether a query was measured to visit only what it is to return.
func (r *Run) exact(query string) bool {
	v, ok := r.verdict(query)
	return ok && v.Exact()
}

func (r *Run) table(name string) (engine.TableInfo, bool) {
	for _, info := range r.session.Tables() {
		if info.Name == name {
			return info, true
		}
	}
	return engine.TableInfo{}, false
}

// together describes all tables as if they were one.
func (r *Run) together() (sum engine.TableInfo) {
	for _, info := range r.session.Tables() {
		sum.Name = info.Name
		sum.Rows += info.Rows
		sum.Cells += info.Cells
		sum.Bytes += info.Bytes
	}
	return sum
}

// beginning counts the rows of a table, "" for all, whose keys begin so.
func (r *Run) beginning(name, prefix string) (rows int64) {
	for _, info := range r.session.Tables() {
		if t, ok := r.session.Table(info.Name); ok && (name == "" || name == info.Name) {
			var st table.Stats
			t.Count(table.Query{Ranges: []base.Range{base.Prefix(prefix)}}, &st)
			rows += st.RowsReturned
		}
	}
	return rows
}

// missing reports whether neither a table's key nor a column holds a field.
func (r *Run) missing(info engine.TableInfo, field string) bool {
	t, err := rowkey.Parse(info.Template)
	return (err != nil || !slices.Contains(t.Fields(), field)) &&
		!slices.ContainsFunc(r.session.Columns(info.Name), func(c plan.Column) bool { return c.Field == field })
}
