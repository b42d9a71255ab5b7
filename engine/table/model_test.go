package table

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"tabletop/engine/base"
)

// model is a table as a sorted slice of rows, each a sorted slice of cells. The value of a
// cell of a unique count is the list of its different inputs, joined by commas.
type model struct {
	fams   []FamilyInfo
	rows   []modelRow
	states map[string]string // states of unique counts, by inputs
}

type modelRow struct {
	key   base.RowKey
	cells []base.Cell
}

func (m *model) clone() *model {
	c := &model{fams: slices.Clone(m.fams), rows: slices.Clone(m.rows), states: m.states}
	for i := range c.rows {
		c.rows[i].cells = slices.Clone(c.rows[i].cells)
	}
	return c
}

// family returns a family and whether it is declared.
func (m *model) family(name base.Family) (FamilyInfo, bool) {
	i := slices.IndexFunc(m.fams, func(f FamilyInfo) bool { return f.Name == name })
	if i < 0 {
		return FamilyInfo{}, false
	}
	return m.fams[i], true
}

func (m *model) row(key base.RowKey) []base.Cell {
	for _, r := range m.rows {
		if r.key == key {
			return r.cells
		}
	}
	return nil
}

// put replaces the cells of the row with the given key.
func (m *model) put(key base.RowKey, cells []base.Cell) {
	m.rows = slices.DeleteFunc(m.rows, func(r modelRow) bool { return r.key == key })
	if len(cells) == 0 {
		return
	}
	slices.SortFunc(cells, base.Cell.Compare)
	m.rows = append(m.rows, modelRow{key, cells})
	slices.SortFunc(m.rows, func(a, b modelRow) int { return cmp.Compare(a.key, b.key) })
}

// valid reports whether a mutation may be applied to every row.
func (m *model) valid(mut Mutation) bool {
	grain := func(at base.Micros) bool { return at >= 0 && at%1000 == 0 }
	switch mut := mut.(type) {
	case SetCell:
		f, ok := m.family(mut.Family)
		return ok && f.Type == Plain && (mut.At == ServerTime || grain(mut.At))
	case AddToCell:
		f, ok := m.family(mut.Family)
		_, number := mut.Input.(IntInput)
		return ok && f.Type != Plain && grain(mut.At) && number == (f.Type != UniqueCount)
	case MergeToCell:
		f, ok := m.family(mut.Family)
		good := len(mut.State) == 8
		if f.Type == UniqueCount {
			_, good = sketched[mut.State]
		}
		return ok && f.Type != Plain && grain(mut.At) && good
	case DeleteColumn:
		_, ok := m.family(mut.Family)
		return ok && grain(mut.Start) && grain(mut.End) && (mut.End == 0 || mut.End > mut.Start)
	case DeleteFamilyCells:
		_, ok := m.family(mut.Family)
		return ok
	}
	return true
}

// mutate applies mutations to a row, and reports whether it refused them.
func (m *model) mutate(key base.RowKey, now base.Micros, muts []Mutation) (refused bool) {
	if len(muts) == 0 || key == "" || slices.ContainsFunc(muts, func(mut Mutation) bool { return !m.valid(mut) }) {
		return true
	}
	cells := slices.Clone(m.row(key))
	drop := func(gone func(c base.Cell) bool) { cells = slices.DeleteFunc(cells, gone) }
	// write sets a cell. If the row has that cell already, value gets its value as old.
	write := func(c base.Cell, value func(old string, there bool) (string, bool)) {
		i := slices.IndexFunc(cells, func(d base.Cell) bool { return c.Compare(d) == 0 })
		old := ""
		if i >= 0 {
			old = cells[i].Value
			cells = slices.Delete(cells, i, i+1)
		}
		var ok bool
		if c.Value, ok = value(old, i >= 0); !ok {
			refused = true
		}
		cells = append(cells, c)
	}
	for _, mut := range muts {
		switch mut := mut.(type) {
		case SetCell:
			at := mut.At
			if at == ServerTime {
				at = now / 1000 * 1000
			}
			write(base.Cell{Family: mut.Family, Qualifier: mut.Qualifier, At: at}, func(string, bool) (string, bool) { return mut.Value, true })
		case AddToCell:
			f, _ := m.family(mut.Family)
			in := ""
			switch v := mut.Input.(type) {
			case IntInput:
				in = string(binary.BigEndian.AppendUint64(nil, uint64(v)))
			case BytesInput:
				in = string(v)
			}
			write(base.Cell{Family: mut.Family, Qualifier: mut.Qualifier, At: mut.At}, f.Type.modelMerge(in))
		case MergeToCell:
			f, _ := m.family(mut.Family)
			in := mut.State
			if f.Type == UniqueCount {
				in = sketched[in]
			}
			write(base.Cell{Family: mut.Family, Qualifier: mut.Qualifier, At: mut.At}, f.Type.modelMerge(in))
		case DeleteColumn:
			drop(func(c base.Cell) bool {
				return c.Family == mut.Family && c.Qualifier == mut.Qualifier && c.At >= mut.Start && (mut.End == 0 || c.At < mut.End)
			})
		case DeleteFamilyCells:
			drop(func(c base.Cell) bool { return c.Family == mut.Family })
		case DeleteRow:
			cells = nil
		}
	}
	if !refused {
		m.put(key, cells)
	}
	return refused
}

// sketched maps the states that trials merge into unique counts to the inputs that they
// were made of.
var sketched = map[string]string{stateOf(BytesInput("x")): "x", stateOf(BytesInput("y")): "y"}

// modelMerge returns a function that computes the new value of an aggregate from its
// present value and the added input.
func (v ValueType) modelMerge(in string) func(old string, there bool) (string, bool) {
	return func(old string, there bool) (string, bool) {
		if !there {
			return in, true
		}
		if v == UniqueCount {
			all := append(strings.Split(old, ","), in)
			slices.Sort(all)
			return strings.Join(slices.Compact(all), ","), true
		}
		a, b := big.NewInt(int64(binary.BigEndian.Uint64([]byte(old)))), big.NewInt(int64(binary.BigEndian.Uint64([]byte(in))))
		switch {
		case v == IntSum:
			a.Add(a, b)
		case v == IntMin && b.Cmp(a) < 0, v == IntMax && b.Cmp(a) > 0:
			a = b
		}
		return string(binary.BigEndian.AppendUint64(nil, uint64(a.Int64()))), a.IsInt64()
	}
}

// readModifyWrite applies rules to a row, and returns the changed cells in order.
func (m *model) readModifyWrite(key base.RowKey, now base.Micros, rules []ReadModifyWriteRule) (changed []base.Cell, refused bool) {
	old := m.row(key)
	cells := slices.Clone(old)
	for _, r := range rules {
		var c base.Cell
		switch r := r.(type) {
		case AppendValue:
			c = base.Cell{Family: r.Family, Qualifier: r.Qualifier}
		case Increment:
			c = base.Cell{Family: r.Family, Qualifier: r.Qualifier}
		}
		if f, ok := m.family(c.Family); !ok || f.Type != Plain {
			return nil, true
		}
		slices.SortFunc(cells, base.Cell.Compare)
		c.At = now / 1000 * 1000
		there := false
		for _, d := range cells {
			if d.Family == c.Family && d.Qualifier == c.Qualifier {
				c.At, c.Value, there = max(c.At, d.At), d.Value, true
				break
			}
		}
		switch r := r.(type) {
		case AppendValue:
			c.Value += r.Value
		case Increment:
			if !there {
				c.Value = strings.Repeat("\x00", 8)
			}
			if len(c.Value) != 8 {
				return nil, true
			}
			n := big.NewInt(int64(binary.BigEndian.Uint64([]byte(c.Value))))
			if n.Add(n, big.NewInt(r.By)); !n.IsInt64() {
				return nil, true
			}
			c.Value = string(binary.BigEndian.AppendUint64(nil, uint64(n.Int64())))
		}
		same := func(d base.Cell) bool { return c.Compare(d) == 0 }
		cells = append(slices.DeleteFunc(cells, same), c)
		changed = append(slices.DeleteFunc(changed, same), c)
	}
	if len(rules) == 0 || key == "" {
		return nil, true
	}
	m.put(key, cells)
	slices.SortFunc(changed, base.Cell.Compare)
	return changed, false
}

// compact collects garbage and returns how many cells it removed.
func (m *model) compact(now base.Micros) (gone int) {
	for _, r := range slices.Clone(m.rows) {
		var kept []base.Cell
		for i, c := range r.cells {
			version := 1
			for _, d := range r.cells[:i] {
				if d.Family == c.Family && d.Qualifier == c.Qualifier {
					version++
				}
			}
			f, _ := m.family(c.Family)
			if modelGarbage(f.GC, version, now-c.At) {
				gone++
			} else {
				kept = append(kept, c)
			}
		}
		m.put(r.key, kept)
	}
	return gone
}

func modelGarbage(r GCRule, version int, age base.Micros) bool {
	part := func(r GCRule) bool { return modelGarbage(r, version, age) }
	switch r := r.(type) {
	case MaxVersions:
		return version > int(r)
	case MaxAge:
		return time.Duration(age)*time.Microsecond > time.Duration(r)
	case Union:
		return slices.ContainsFunc(r, part)
	case Intersection:
		return !slices.ContainsFunc(r, func(r GCRule) bool { return !part(r) })
	}
	return false
}

func (m *model) setGC(name base.Family, gc GCRule) {
	m.fams = slices.Clone(m.fams)
	m.fams[slices.IndexFunc(m.fams, func(f FamilyInfo) bool { return f.Name == name })].GC = gc
}

func (m *model) dropRows(r base.Range) int {
	n := len(m.rows)
	m.rows = slices.DeleteFunc(m.rows, func(row modelRow) bool { return r.Contains(row.key) })
	return n - len(m.rows)
}

func (m *model) deleteFamily(f base.Family) {
	m.fams = slices.DeleteFunc(slices.Clone(m.fams), func(g FamilyInfo) bool { return f == g.Name })
	for i := range m.rows {
		m.rows[i].cells = slices.DeleteFunc(m.rows[i].cells, func(c base.Cell) bool { return c.Family == f })
	}
	m.rows = slices.DeleteFunc(m.rows, func(r modelRow) bool { return len(r.cells) == 0 })
}

// stored returns a cell the way the table stores it: the value of a unique count is its
// state.
func (m *model) stored(c base.Cell) base.Cell {
	if f, _ := m.family(c.Family); f.Type != UniqueCount {
		return c
	}
	state, ok := m.states[c.Value]
	if !ok {
		var parts []draft
		for _, in := range strings.Split(c.Value, ",") {
			parts = append(parts, draft{value: stateOf(BytesInput(in))})
		}
		var err error
		if state, err = UniqueCount.combine(place{}, nil, parts); err != nil {
			panic(err)
		}
		m.states[c.Value] = state
	}
	c.Value = state
	return c
}

// scan returns the rows of q in the format of show, or of counts if q only counts, and the
// statistics of reading them. It interprets the filters with filter.Explain instead of
// running them.
func (m *model) scan(q ScanQuery) (out []string, st ScanStats) {
	rows := slices.Clone(m.rows)
	if q.Reversed {
		slices.Reverse(rows)
	}
	explainer := q.Filter.NewExplainer(q.Seed)
	for _, r := range rows {
		if len(q.Ranges) > 0 && !slices.ContainsFunc(q.Ranges, func(rg base.Range) bool { return rg.Contains(r.key) }) {
			continue
		}
		if q.Limit > 0 && st.RowsReturned == q.Limit {
			break
		}
		cells := make([]base.Cell, len(r.cells))
		for i, c := range r.cells {
			cells[i] = m.stored(c)
		}
		st.RowsScanned++
		st.CellsScanned += int64(len(cells))
		st.BytesScanned += modelBytes(r.key, cells)
		if cells = explainer.ExplainRow(r.key, cells).Out; len(cells) == 0 {
			continue
		}
		st.RowsReturned++
		st.CellsReturned += int64(len(cells))
		st.BytesReturned += modelBytes(r.key, cells)
		if q.CountOnly {
			out = append(out, fmt.Sprintf("%s %d %d", r.key, len(cells), modelBytes(r.key, cells)))
			continue
		}
		var texts []string
		for _, c := range cells {
			texts = append(texts, showCell(c))
		}
		out = append(out, fmt.Sprintf("%s{%s}", r.key, strings.Join(texts, " ")))
	}
	return out, st
}

// modelTablets returns how many of the tablets between splits the ranges overlap.
func modelTablets(splits []base.RowKey, ranges []base.Range) (n int64) {
	if len(ranges) == 0 {
		ranges = []base.Range{base.AllKeys}
	}
	for i := range len(splits) + 1 {
		tablet := base.Range{}
		if i > 0 {
			tablet.Start = splits[i-1]
		}
		if i < len(splits) {
			tablet.End = splits[i]
		}
		if slices.ContainsFunc(ranges, func(r base.Range) bool {
			both := base.Range{Start: max(r.Start, tablet.Start), End: r.End}
			if both.End == "" || tablet.End != "" && tablet.End < both.End {
				both.End = tablet.End
			}
			return !r.IsEmpty() && !both.IsEmpty()
		}) {
			n++
		}
	}
	return n
}

// modelBytes returns the bytes of a row.
func modelBytes(key base.RowKey, cells []base.Cell) int64 {
	n := len(key)
	for _, c := range cells {
		n += len(c.Family) + len(c.Qualifier) + 8 + len(c.Value)
	}
	return int64(n)
}
