package lessons

import (
	"encoding/binary"
	"slices"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// HasRows passes when a table holds all rows with these keys.
type HasRows struct {
	Table string   `wire:"1"`
	Keys  []string `wire:"2"`
}

// measure counts the keys that the table has.
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
	g.number("keys-held", int64(n), Exactly(int64(len(v.Keys))))
	if !there {
		g.number("table-there", 0, Exactly(1))
	}
	return g
}

// CellHolds passes when the newest cell of a column has a value, or the column has a number of versions.
type CellHolds struct {
	Table    string `wire:"1"`
	Row      string `wire:"2"`
	Column   string `wire:"3"`
	Value    string `wire:"4"` // "" for any
	Versions Bound  `wire:"5"` // number of cells of the column; Most 0 means that it must have none
	Number   Bound  `wire:"6"` // of a counter or a sum, which is 8 bytes, big endian
}

// measure has a reading of the value or the number if the check asks for one, and of the number of
// versions if the check has a bound of it.
func (v CellHolds) measure(r *Player, _ moment) (g readings) {
	value, versions := r.cell(v.Table, v.Row, v.Column)
	if v.Value != "" && versions > 0 {
		g.text("cell", value, v.Value)
	} else if n, ok := integer(value); v.Number.Set && ok {
		g.number("number", n, v.Number)
	} else if v.Value != "" || v.Number.Set || !v.Versions.Set {
		g = append(g, Reading{Measure: "cell", Known: true, OK: versions > 0 && v.Value == "" && !v.Number.Set, WantText: v.Value})
	}
	g.number("versions", versions, v.Versions)
	return g
}

// cell returns the newest value of a column, and the number of its versions.
func (r *Player) cell(tab, row, column string) (newest string, versions int64) {
	newest, _, versions = r.newest(tab, row, column)
	return newest, versions
}

// newest returns the newest value of a column with its time, and the number of its versions. The
// number is 0 if there is no such table, row or column.
func (r *Player) newest(tab, row, column string) (newest string, at base.Micros, versions int64) {
	t, ok := r.session.Table(tab)
	if !ok {
		return "", 0, 0
	}
	found, ok := t.Get(base.RowKey(row))
	if !ok {
		return "", 0, 0
	}
	found.EachCell(func(c base.Cell) {
		if string(c.Family)+":"+string(c.Qualifier) == column {
			if versions == 0 {
				newest, at = string(c.Value), c.At
			}
			versions++
		}
	})
	return newest, at, versions
}

// integer decodes the value of a counter or a sum. ok is false unless it is 8 bytes.
func integer(value string) (n int64, ok bool) {
	if len(value) != 8 {
		return 0, false
	}
	return int64(binary.BigEndian.Uint64([]byte(value))), true
}

// RowsStored passes when the numbers of rows, cells and bytes of a table are within their bounds.
type RowsStored struct {
	Table  string `wire:"1"` // "" for the sum of all tables, which has no Packed
	Prefix string `wire:"2"` // only rows with this prefix count, for Rows alone
	Rows   Bound  `wire:"3"`
	Cells  Bound  `wire:"4"` // of the whole table
	Bytes  Bound  `wire:"5"` // of the whole table
	Packed Bound  `wire:"6"` // bytes of the whole table, without the bytes that a cell's key shares with the one before
}

// WrittenTogether passes when the newest cells of some columns of a row have these values and all
// have the same time, so that a single write made them.
type WrittenTogether struct {
	Table   string   `wire:"1"`
	Row     string   `wire:"2"`
	Columns []string `wire:"3"`
	Values  []string `wire:"4"` // a value for each column
}

// measure counts the columns with the right value, and the different times of their newest cells.
func (v WrittenTogether) measure(r *Player, _ moment) (g readings) {
	times, met, right := map[base.Micros]bool{}, map[string]bool{}, int64(0)
	if t, ok := r.session.Table(v.Table); ok {
		row, _ := t.Get(base.RowKey(v.Row))
		row.EachCell(func(c base.Cell) {
			name := string(c.Family) + ":" + string(c.Qualifier)
			i := slices.Index(v.Columns, name)
			if i < 0 || met[name] {
				return
			}
			if met[name], times[c.At] = true, true; string(c.Value) == v.Values[i] {
				right++
			}
		})
	}
	g.number("columns-right", right, Exactly(int64(len(v.Columns))))
	g.number("writes-made", int64(len(times)), Exactly(1))
	return g
}

// CellTime passes when the newest cell of a column has both this value and this time.
type CellTime struct {
	Table  string `wire:"1"`
	Row    string `wire:"2"`
	Column string `wire:"3"`
	Value  string `wire:"4"`
	At     int64  `wire:"5"` // in microseconds
}

// measure has a reading of the time only if the value is right and the time is not.
func (v CellTime) measure(r *Player, _ moment) (g readings) {
	value, at, versions := r.newest(v.Table, v.Row, v.Column)
	if versions > 0 && value == v.Value && at != base.Micros(v.At) {
		return readings{{Measure: "cell-time", Known: true}}
	}
	return readings{{Measure: "cell", Known: versions > 0, OK: versions > 0 && value == v.Value, HaveText: value, WantText: v.Value}}
}

// SplitAtCreation passes when a table was split when it was created, and its rows are distributed over
// the tablets as asked for.
type SplitAtCreation struct {
	Table   string `wire:"1"`
	Tablets Bound  `wire:"2"` // number of tablets
	Fullest Bound  `wire:"3"` // rows of the fullest tablet, in per cent of the table's rows
}

// measure counts the tablets and finds the one with the most rows.
func (v SplitAtCreation) measure(r *Player, _ moment) (g readings) {
	t, there := r.session.Table(v.Table)
	if !there {
		g.number("table-there", 0, Exactly(1))
		return g
	}
	start, most := base.RowKey(""), 0
	splits := t.SplitKeys()
	for _, end := range append(splits, "") {
		most = max(most, t.CountBetween(start, end))
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

// measure returns 0 for everything in a table that does not exist, and adds a reading that says so.
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
		g.number("table-there", 0, Exactly(1))
	}
	return g
}

// packed returns the packed size of a table in bytes. The sizes are cached for the present version
// of the session, since measuring reads the whole table.
func (r *Player) packed(name string) int64 {
	t, ok := r.session.Table(name)
	if !ok {
		return 0
	}
	if now := r.session.Version(); r.sizes == nil || r.sized != now {
		r.sizes, r.sized = map[string]int64{}, now
	}
	if _, known := r.sizes[name]; !known {
		r.sizes[name] = t.MeasureSizes().Total.Packed
	}
	return r.sizes[name]
}

// together returns the sums of all tables. Its Name is "" if there is no table.
func (r *Player) together() (sum engine.TableInfo) {
	for _, info := range r.session.Tables() {
		sum.Name = info.Name
		sum.Rows += info.Rows
		sum.Cells += info.Cells
		sum.Bytes += info.Bytes
	}
	return sum
}

// beginning counts the rows whose keys have a prefix, in one table or with "" in all of them.
func (r *Player) beginning(name, prefix string) (rows int64) {
	for _, info := range r.session.Tables() {
		if t, ok := r.session.Table(info.Name); ok && (name == "" || name == info.Name) {
			var st table.ScanStats
			t.CountScan(table.ScanQuery{Ranges: []base.Range{base.PrefixRange(prefix)}}, &st)
			rows += st.RowsReturned
		}
	}
	return rows
}

// FamilySchema passes when a table has a family as asked for. Without a Family it is about the table
// alone.
type FamilySchema struct {
	Table    string `wire:"1"`
	Family   string `wire:"2"`
	Rule     string `wire:"3"` // the garbage-collection rule as the console writes it, "" for any
	Type     string `wire:"4"` // the type of an aggregate, "" for any
	Absent   bool   `wire:"5"` // there must be no such family, or no such table
	Families Bound  `wire:"6"` // number of families of the table
}

// measure asks for the table's existence if the check has no family, and else for the family's.
func (v FamilySchema) measure(r *Player, _ moment) (g readings) {
	info, there := r.table(v.Table)
	wanted := Exactly(present(!v.Absent))
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

// GCRules passes when each of these families of a table has its garbage-collection rule.
type GCRules struct {
	Table    string   `wire:"1"`
	Families []string `wire:"2"`
	Rules    []string `wire:"3"` // one for each family, as the console writes it
}

// measure has a reading of each family that is missing or has another rule. The last family always
// has a reading, so that there is one when all rules are right.
func (v GCRules) measure(r *Player, _ moment) (g readings) {
	info, _ := r.table(v.Table)
	for i, name := range v.Families {
		at := slices.IndexFunc(info.Families, func(f engine.FamilyInfo) bool { return string(f.Name) == name })
		if at < 0 {
			g.number("family-there", 0, Exactly(1))
		} else if g.text("rule", info.Families[at].Rule, v.Rules[i]); g[len(g)-1].OK && i+1 < len(v.Families) {
			g = g[:len(g)-1]
		}
	}
	return g
}

// CommandRefused passes when a command of the reader, or a load, has just been refused with this code. A range
// that ends before it begins is refused by cbt ([base.CodeRangeReversed]); the HBase shell reads nothing
// instead, which passes as well.
type CommandRefused struct {
	Code base.Code `wire:"1"`
}

func (v CommandRefused) happened(_ *Player, ev *event) bool {
	return ev.own && (ev.rep.Err != nil || v.Code == base.CodeRangeReversed && readNoRange(ev.rep.Read))
}

// readNoRange reports whether a read had a range in which no key can be.
func readNoRange(r *engine.ReadReport) bool {
	return r != nil && r.Access == plan.Range && len(r.Ranges) == 0 && r.Stats.Seeks == 0
}

// measure has the code with which the event was refused, or "" if it was accepted.
func (v CommandRefused) measure(_ *Player, m moment) readings {
	code := ""
	if m.event != nil && m.rep.Err != nil {
		code = string(m.rep.Err.Code)
	} else if m.event != nil && v.Code == base.CodeRangeReversed && readNoRange(m.rep.Read) {
		code = string(v.Code)
	}
	return readings{{Measure: "refused", Known: code != "", OK: code == string(v.Code), HaveText: code, WantText: string(v.Code)}}
}

// NoFindings passes when the advisor has examined the tables and its rules find nothing wrong with
// a table, or with "" with any table. Without Rules all rules count.
type NoFindings struct {
	Table string   `wire:"1"`
	Rules []string `wire:"2"`
}

// measure counts the findings that the check is about. Without rows in the tables the advice is not
// known.
func (v NoFindings) measure(r *Player, _ moment) (g readings) {
	advice, n := r.advised(), int64(0)
	if advice.Rows == 0 {
		g.unknown("findings", Exactly(0))
		return g
	}
	for _, f := range advice.Findings {
		if (v.Table == "" || f.Table == v.Table) && (len(v.Rules) == 0 || slices.Contains(v.Rules, string(f.Rule))) {
			n++
		}
	}
	g.number("findings", n, Exactly(0))
	return g
}

// advised returns the advice on the present version of the session. It is cached, since the advisor
// reads the tables.
func (r *Player) advised() *engine.AdviceReport {
	if r.advice == nil || r.advice.Version != r.session.Version() {
		r.advice = engine.AnswerAs[*engine.AdviceReport](r.session.Do(engine.Advise{}).Answer)
	}
	return r.advice
}
