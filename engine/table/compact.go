package table

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tabletop/engine/base"
)

// MaxCollected is how many cells a [CompactReport] names.
const MaxCollected = 100

// compactRows is how many rows [Table.Compact] takes at a time.
const compactRows = 4096

// Reason says which kinds of rule made a cell garbage.
type Reason uint8

const (
	// ByAge: the cell is older than a MaxAge allows.
	ByAge Reason = 1 << iota
	// ByVersions: there are as many newer cells as a MaxVersions allows.
	ByVersions
)

// Loss is cells and their bytes; the keys of rows do not count.
type Loss struct{ Cells, Bytes int64 }

// FamilyLoss is what a family lost, by reason. Both is the cells that rules of
// either kind condemned: each of a union, or together in an intersection.
type FamilyLoss struct {
	Family              base.Family
	Age, Versions, Both Loss
}

// Total returns the sum over all reasons.
func (f FamilyLoss) Total() Loss {
	return Loss{f.Age.Cells + f.Versions.Cells + f.Both.Cells, f.Age.Bytes + f.Versions.Bytes + f.Both.Bytes}
}

// Collected is a cell that is garbage.
type Collected struct {
	Row    base.RowKey
	Cell   base.Cell
	Reason Reason
}

// CompactReport says what garbage collection removed, or would. The zero value
// is that of a collection that has not begun.
type CompactReport struct {
	Rows     int64        // looked at
	Vanished int64        // rows that lost their last cell
	KeyBytes int64        // of the keys of those rows
	Families []FamilyLoss // by name, those that lost a cell
	First    []Collected  // the first MaxCollected cells, in order

	// Resume is the row to go on with; "" when the table's end was reached.
	Resume base.RowKey
}

// Total returns what all families lost. Together with KeyBytes, its bytes are
// those by which the table's shrank.
func (r *CompactReport) Total() (sum Loss) {
	for _, f := range r.Families {
		n := f.Total()
		sum.Cells += n.Cells
		sum.Bytes += n.Bytes
	}
	return sum
}

// Compact removes every cell that is garbage by its family's rule at the time
// now. Nothing else collects: until then garbage can be read.
func (t *Table) Compact(now base.Micros) CompactReport {
	return untilDone(func(rep *CompactReport) { t.CompactSome(now, compactRows, rep) })
}

// Garbage reports what Compact would remove, and removes nothing.
func (t *Table) Garbage(now base.Micros) CompactReport {
	return untilDone(func(rep *CompactReport) { t.GarbageSome(now, compactRows, rep) })
}

func untilDone(some func(*CompactReport)) (rep CompactReport) {
	for {
		if some(&rep); rep.Resume == "" {
			return rep
		}
	}
}

// CompactSome is Compact in slices: it looks at up to the given number of rows,
// rows > 0, from rep.Resume on, adds to the report and sets its Resume.
func (t *Table) CompactSome(now base.Micros, rows int, rep *CompactReport) {
	for _, old := range t.inspect(now, rows, rep) {
		j := judge{fams: t.fams, now: now}
		for c := walk(old, t.fams); c.next(); {
			if j.next(c.fam, c.newColumn, c.cell.At) == 0 {
				t.cells = append(t.cells, c.draft())
			}
		}
		if err := t.commit(base.RowKey(old.Key()), old); err != nil {
			panic(err) // rows only shrink
		}
	}
}

// GarbageSome is Garbage in slices, as CompactSome is Compact.
func (t *Table) GarbageSome(now base.Micros, rows int, rep *CompactReport) {
	t.inspect(now, rows, rep)
}

// inspect reports on rows and returns those that hold garbage.
func (t *Table) inspect(now base.Micros, rows int, rep *CompactReport) (dirty []record) {
	start := rep.Resume
	rep.Resume = ""
	j := judge{fams: t.fams, now: now}
	t.rows.Ascend(string(start), "", func(rec record) bool {
		if rows == 0 {
			rep.Resume = base.RowKey(rec.Key())
			return false
		}
		rows--
		rep.Rows++
		gone := uint32(0)
		for c := walk(rec, t.fams); c.next(); {
			if why := j.next(c.fam, c.newColumn, c.cell.At); why != 0 {
				gone++
				rep.add(base.RowKey(rec.Key()), c.cell, why)
			}
		}
		if gone > 0 {
			dirty = append(dirty, rec)
		}
		if gone == rec.Cells {
			rep.Vanished++
			rep.KeyBytes += int64(len(rec.Key()))
		}
		return true
	})
	return dirty
}

func (r *CompactReport) add(row base.RowKey, c base.Cell, why Reason) {
	if len(r.First) < MaxCollected {
		r.First = append(r.First, Collected{row, c, why})
	}
	i, found := slices.BinarySearchFunc(r.Families, c.Family, func(f FamilyLoss, name base.Family) int {
		return strings.Compare(string(f.Family), string(name))
	})
	if !found {
		r.Families = slices.Insert(r.Families, i, FamilyLoss{Family: c.Family})
	}
	f := &r.Families[i]
	loss := &f.Both
	switch why {
	case ByAge:
		loss = &f.Age
	case ByVersions:
		loss = &f.Versions
	}
	loss.Cells++
	loss.Bytes += CellBytes(c)
}

// judge decides cell after cell, in order, which are garbage.
type judge struct {
	fams    *families
	now     base.Micros
	version int // of the cell before, the newest of its column being 1
}

// next returns why a cell is garbage, 0 if it is not.
func (j *judge) next(fam uint32, newColumn bool, at base.Micros) Reason {
	if newColumn {
		j.version = 0
	}
	j.version++
	return condemn(j.fams.info[j.fams.ranks[fam]].GC, j.version, max(j.now, 0)-at)
}

// condemn returns why a rule, which may be nil, makes garbage of a cell of the
// given version and age. Ages may be negative.
func condemn(r GCRule, version int, age base.Micros) Reason {
	switch r := r.(type) {
	case nil:
	case MaxVersions:
		if version > int(r) {
			return ByVersions
		}
	case MaxAge:
		if age > base.Micros(time.Duration(r)/time.Microsecond) {
			return ByAge
		}
	case Union:
		var why Reason
		for _, part := range r {
			why |= condemn(part, version, age)
		}
		return why
	case Intersection:
		var why Reason
		for _, part := range r {
			w := condemn(part, version, age)
			if w == 0 {
				return 0
			}
			why |= w
		}
		return why
	default:
		panic(fmt.Sprintf("table: unknown rule %T", r))
	}
	return 0
}
