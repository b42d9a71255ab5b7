package lessons

import (
	"encoding/binary"
	"slices"

	"tabletop/engine"
	"tabletop/engine/advise"
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// tableChecks are about what tables hold, and what was refused.
type tableChecks struct {
	Holds   *HasRows
	Cell    *Cell
	Stored  *RowsStored
	Schema  *Schema
	Refused *Refused
	Silent  *NoFindings
	Split   *SplitAsMade
	AtOnce  *WrittenTogether
	Timed   *CellTime
	Rules   *Rules
}

// HasRows passes when a table holds all the rows, by key.
type HasRows struct {
	Table string   `wire:"1"`
	Keys  []string `wire:"2"`
}

func (v HasRows) measure(r *Player, _ moment) (g readings) {
	t, there := r.session.Table(v.Table)
	n := 0
	for _, k := range v.Keys {
		if there {
			if _, ok := t.Get(base.RowKey(k)); ok {
				n++
			}
		}
	}
	g.number("keys-held", int64(n), Is(int64(len(v.Keys))))
	if !there {
		g.number("table-there", 0, Is(1))
	}
	return g
}

// Cell passes when the newest cell of a column has a value.
type Cell struct {
	Table    string `wire:"1"`
	Row      string `wire:"2"`
	Column   string `wire:"3"`
	Value    string `wire:"4"` // "" for any
	Versions Bound  `wire:"5"` // cells of the column; with Most 0 there may be none
	Number   Bound  `wire:"6"` // of a counter or a sum: 8 bytes, big endian
}

func (v Cell) measure(r *Player, _ moment) (g readings) {
	value, versions := r.cell(v.Table, v.Row, v.Column)
	if v.Value != "" && versions > 0 {
		g.text("cell", value, v.Value)
	} else if n, ok := integer(value); v.Number.Set && ok {
		g.number("number", n, v.Number)
	} else if v.Value != "" || v.Number.Set || !v.Versions.Set {
		g = append(g, Reading{What: "cell", Known: true, OK: versions > 0 && v.Value == "" && !v.Number.Set, WantText: v.Value})
	}
	g.number("versions", versions, v.Versions)
	return g
}

// cell returns the newest value of a column with how many versions there are.
func (r *Player) cell(tab, row, column string) (newest string, versions int64) {
	newest, _, versions = r.newest(tab, row, column)
	return newest, versions
}

// newest returns the newest value of a column and its time, with how many versions there are.
func (r *Player) newest(tab, row, column string) (newest string, at base.Micros, versions int64) {
	t, ok := r.session.Table(tab)
	if !ok {
		return "", 0, 0
	}
	found, ok := t.Get(base.RowKey(row))
	if !ok {
		return "", 0, 0
	}
	for c := range found.Cells() {
		if string(c.Family)+":"+string(c.Qualifier) == column {
			if versions == 0 {
				newest, at = string(c.Value), c.At
			}
			versions++
		}
	}
	return newest, at, versions
}

// integer reads the value of a counter or a sum.
func integer(value string) (n int64, ok bool) {
	if len(value) != 8 {
		return 0, false
	}
	return int64(binary.BigEndian.Uint64([]byte(value))), true
}

// RowsStored passes when a table holds no more and no less than asked for.
type RowsStored struct {
	Table  string `wire:"1"` // "" for all of them together, which are not packed
	Prefix string `wire:"2"` // of the keys of the rows that are counted
	Rows   Bound  `wire:"3"`
	Cells  Bound  `wire:"4"` // of the whole table
	Bytes  Bound  `wire:"5"` // of the whole table
	Packed Bound  `wire:"6"` // bytes of the whole table, without what each cell's key shares with the one before
}

// WrittenTogether passes when the newest cells of some columns of a row have these values and
// the same time: one write made them.
type WrittenTogether struct {
	Table   string   `wire:"1"`
	Row     string   `wire:"2"`
	Columns []string `wire:"3"`
	Values  []string `wire:"4"` // a value for each column
}

func (v WrittenTogether) measure(r *Player, _ moment) (g readings) {
	times, met, right := map[base.Micros]bool{}, map[string]bool{}, int64(0)
	if t, ok := r.session.Table(v.Table); ok {
		row, _ := t.Get(base.RowKey(v.Row))
		for c := range row.Cells() {
			name := string(c.Family) + ":" + string(c.Qualifier)
			i := slices.Index(v.Columns, name)
			if i < 0 || met[name] {
				continue
			}
			if met[name], times[c.At] = true, true; string(c.Value) == v.Values[i] {
				right++
			}
		}
	}
	g.number("columns-right", right, Is(int64(len(v.Columns))))
	g.number("writes-made", int64(len(times)), Is(1))
	return g
}

// CellTime passes when the newest cell of a column has a value and a time.
type CellTime struct {
	Table  string `wire:"1"`
	Row    string `wire:"2"`
	Column string `wire:"3"`
	Value  string `wire:"4"`
	At     int64  `wire:"5"` // in microseconds
}

func (v CellTime) measure(r *Player, _ moment) (g readings) {
	value, at, versions := r.newest(v.Table, v.Row, v.Column)
	if versions > 0 && value == v.Value && at != base.Micros(v.At) {
		return readings{{What: "cell-time", Known: true}}
	}
	return readings{{What: "cell", Known: versions > 0, OK: versions > 0 && value == v.Value, HaveText: value, WantText: v.Value}}
}

// SplitAsMade passes when a table was split as it was made, and its rows fall on the tablets
// as asked for.
type SplitAsMade struct {
	Table   string `wire:"1"`
	Tablets Bound  `wire:"2"`
	Fullest Bound  `wire:"3"` // rows of the tablet that has most, in per cent of the table's
}

func (v SplitAsMade) measure(r *Player, _ moment) (g readings) {
	t, there := r.session.Table(v.Table)
	if !there {
		g.number("table-there", 0, Is(1))
		return g
	}
	start, most := base.RowKey(""), 0
	splits := t.Splits()
	for _, end := range append(splits, "") {
		most = max(most, t.Between(start, end))
		start = end
	}
	g.number("tablets", int64(len(splits)+1), v.Tablets)
	if t.Len() == 0 {
		g.unknown("fullest-tablet", v.Fullest)
		return g
	}
	g.number("fullest-tablet", int64(most*100/t.Len()), v.Fullest)
	return g
}

var _, _ verified = RowsStored{}, NoFindings{}

func (v RowsStored) verify(a author, _ *Step) {
	if !v.Rows.Set && !v.Cells.Set && !v.Bytes.Set && !v.Packed.Set {
		a.refuse(base.MistakeStored)
	}
}

func (v RowsStored) measure(r *Player, _ moment) (g readings) {
	info, _ := r.table(v.Table)
	if v.Table == "" {
		info = r.together()
	}
	rows := info.Rows
	if v.Prefix != "" {
		rows = r.beginning(v.Table, v.Prefix)
	}
	g.number("rows-stored", rows, v.Rows)
	g.number("cells-stored", info.Cells, v.Cells)
	g.number("bytes-stored", info.Bytes, v.Bytes)
	if v.Packed.Set {
		g.number("bytes-packed", r.packed(v.Table), v.Packed)
	}
	if info.Name == "" {
		g.number("table-there", 0, Is(1))
	}
	return g
}

// packed measures what a table takes packed, once for each state of the tables.
func (r *Player) packed(name string) int64 {
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

// together describes all tables as if they were one.
func (r *Player) together() (sum engine.TableInfo) {
	for _, info := range r.session.Tables() {
		sum.Name = info.Name
		sum.Rows += info.Rows
		sum.Cells += info.Cells
		sum.Bytes += info.Bytes
	}
	return sum
}

// beginning counts the rows of a table, "" for all, whose keys begin so.
func (r *Player) beginning(name, prefix string) (rows int64) {
	for _, info := range r.session.Tables() {
		if t, ok := r.session.Table(info.Name); ok && (name == "" || name == info.Name) {
			var st table.Stats
			t.Count(table.Query{Ranges: []base.Range{base.Prefix(prefix)}}, &st)
			rows += st.RowsReturned
		}
	}
	return rows
}

// Schema passes when a table has a family as asked for. Without a Family it is about
// the table alone.
type Schema struct {
	Table    string `wire:"1"`
	Family   string `wire:"2"`
	Rule     string `wire:"3"` // as the console takes it, "" for any
	Type     string `wire:"4"` // of an aggregate, "" for any
	Absent   bool   `wire:"5"` // there is no such family, or table
	Families Bound  `wire:"6"` // how many there are
}

func (v Schema) measure(r *Player, _ moment) (g readings) {
	info, there := r.table(v.Table)
	wanted := Is(present(!v.Absent))
	if v.Family == "" {
		if g.number("table-there", present(there), wanted); !v.Absent {
			g.number("families", int64(len(info.Families)), v.Families)
		}
		return g
	}
	i := slices.IndexFunc(info.Families, func(f engine.FamilyInfo) bool { return string(f.Name) == v.Family })
	g.number("family-there", present(i >= 0), wanted)
	if i >= 0 {
		g.text("rule", info.Families[i].Rule, v.Rule)
		g.text("type", info.Families[i].Type, v.Type)
	}
	g.number("families", int64(len(info.Families)), v.Families)
	return g
}

// Rules passes when families of a table have these rules.
type Rules struct {
	Table    string   `wire:"1"`
	Families []string `wire:"2"`
	Rules    []string `wire:"3"` // a rule for each family, as the console takes it
}

func (v Rules) measure(r *Player, _ moment) (g readings) {
	info, _ := r.table(v.Table)
	for i, name := range v.Families {
		at := slices.IndexFunc(info.Families, func(f engine.FamilyInfo) bool { return string(f.Name) == name })
		if at < 0 {
			g.number("family-there", 0, Is(1))
		} else if g.text("rule", info.Families[at].Rule, v.Rules[i]); g[len(g)-1].OK && i+1 < len(v.Families) {
			g = g[:len(g)-1] // told of the last, where all are right
		}
	}
	return g
}

// Refused passes when a command of the reader's, or a load, was refused.
type Refused struct {
	Code base.Code `wire:"1"`
}

func (Refused) happened(_ *Player, ev *event) bool { return ev.own && ev.rep.Err != nil }

func (v Refused) measure(_ *Player, m moment) readings {
	code := ""
	if m.event != nil && m.rep.Err != nil {
		code = string(m.rep.Err.Code)
	}
	return readings{{What: "refused", Known: code != "", OK: code == string(v.Code), HaveText: code, WantText: string(v.Code)}}
}

// NoFindings passes when the advisor has looked and finds nothing against a table, "" for
// each of them, by any of the rules; no rules are all of them.
type NoFindings struct {
	Table string   `wire:"1"`
	Rules []string `wire:"2"`
}

func (v NoFindings) verify(a author, _ *Step) {
	for _, rule := range v.Rules {
		a.among("rule", rule, words(advise.Rules...))
	}
}

func (v NoFindings) measure(r *Player, _ moment) (g readings) {
	advice, n := r.advised(), int64(0)
	if advice.Rows == 0 {
		g.unknown("findings", Is(0))
		return g
	}
	for _, f := range advice.Findings {
		if (v.Table == "" || f.Table == v.Table) && (len(v.Rules) == 0 || slices.Contains(v.Rules, string(f.Rule))) {
			n++
		}
	}
	g.number("findings", n, Is(0))
	return g
}

// advised asks the advisor, who changes nothing, once for each state of the tables.
func (r *Player) advised() *engine.Advice {
	if r.advice == nil || r.advice.Version != r.session.Version() {
		r.advice = engine.As[*engine.Advice](r.session.Do(engine.Advise{}).Answer)
	}
	return r.advice
}
