package table

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tabletop/engine/base"
)

// MaxGarbageListed is the largest number of cells that a [GarbageReport] lists.
const MaxGarbageListed = 100

// compactRows is the number of rows that [Table.Compact] looks at in one slice.
const compactRows = 4096

// GarbageReason says which kinds of garbage-collection rule made a cell garbage. It is a set of
// bits.
type GarbageReason uint8

const (
	// ByAge means that the cell is older than a MaxAge allows.
	ByAge GarbageReason = 1 << iota
	// ByVersions means that there are already as many newer cells as a MaxVersions allows.
	ByVersions
)

// GarbageTotals counts cells and their bytes as [CellBytes] does, without the keys of their rows.
type GarbageTotals struct{ Cells, Bytes int64 }

// FamilyGarbage counts the garbage cells of one family by reason. A cell counts under Both if
// rules of both kinds made it garbage: either of them in a union, or the two together in
// an intersection.
type FamilyGarbage struct {
	Family              base.Family
	Age, Versions, Both GarbageTotals
}

// Total returns the sum over all reasons.
func (f FamilyGarbage) Total() GarbageTotals {
	return GarbageTotals{f.Age.Cells + f.Versions.Cells + f.Both.Cells, f.Age.Bytes + f.Versions.Bytes + f.Both.Bytes}
}

// GarbageCell is one garbage cell, with its row and the reason.
type GarbageCell struct {
	Row    base.RowKey
	Cell   base.Cell
	Reason GarbageReason
}

// GarbageReport says what garbage collection has removed, or would remove. The zero value
// is the report of a collection that has not begun.
type GarbageReport struct {
	Rows         int64           // rows looked at
	VanishedRows int64           // rows that lost their last cell
	KeyBytes     int64           // bytes of the keys of those rows
	Families     []FamilyGarbage // the families that lost a cell, by name
	FirstCells   []GarbageCell   // the first MaxGarbageListed garbage cells, in order

	// Resume is the key of the next row to look at. It is "" at the beginning, and again when
	// the collection has reached the end of the table.
	Resume base.RowKey
}

// Total returns what all families lost. Its bytes and r.KeyBytes together are the bytes by
// which the table became smaller.
func (r *GarbageReport) Total() (sum GarbageTotals) {
	for _, f := range r.Families {
		n := f.Total()
		sum.Cells += n.Cells
		sum.Bytes += n.Bytes
	}
	return sum
}

// Compact removes every cell that is garbage by its family's rule at the time now. The
// table has no other collection: until Compact is called, garbage can be read.
func (t *Table) Compact(now base.Micros) GarbageReport {
	return untilDone(func(rep *GarbageReport) { t.CompactSlice(now, compactRows, rep) })
}

// FindGarbage reports what Compact would remove at the time now. It removes nothing.
func (t *Table) FindGarbage(now base.Micros) GarbageReport {
	return untilDone(func(rep *GarbageReport) { t.FindGarbageSlice(now, compactRows, rep) })
}

// untilDone calls some until the report says that the end of the table is reached.
func untilDone(some func(*GarbageReport)) (rep GarbageReport) {
	for {
		if some(&rep); rep.Resume == "" {
			return rep
		}
	}
}

// CompactSlice does one slice of Compact: it looks at up to the given number of rows, rows
// > 0, beginning at rep.Resume. It adds to the report and sets its Resume, which is ""
// after the last slice.
func (t *Table) CompactSlice(now base.Micros, rows int, rep *GarbageReport) {
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

// FindGarbageSlice does one slice of FindGarbage, as CompactSlice does of Compact.
func (t *Table) FindGarbageSlice(now base.Micros, rows int, rep *GarbageReport) {
	t.inspect(now, rows, rep)
}

// inspect adds up to the given number of rows to the report, beginning at rep.Resume. It
// returns the rows that hold garbage, and changes nothing in the table.
func (t *Table) inspect(now base.Micros, rows int, rep *GarbageReport) (dirty []record) {
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
			rep.VanishedRows++
			rep.KeyBytes += int64(len(rec.Key()))
		}
		return true
	})
	return dirty
}

// add counts a garbage cell under its family and reason.
func (r *GarbageReport) add(row base.RowKey, c base.Cell, why GarbageReason) {
	if len(r.FirstCells) < MaxGarbageListed {
		r.FirstCells = append(r.FirstCells, GarbageCell{row, c, why})
	}
	i, found := slices.BinarySearchFunc(r.Families, c.Family, func(f FamilyGarbage, name base.Family) int {
		return strings.Compare(string(f.Family), string(name))
	})
	if !found {
		r.Families = slices.Insert(r.Families, i, FamilyGarbage{Family: c.Family})
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

// judge decides for each cell whether it is garbage. The cells of a row have to come in
// order.
type judge struct {
	fams    *families
	now     base.Micros
	version int // of the previous cell; the newest cell of a column is version 1
}

// next returns why the next cell is garbage, or 0 if it is not. newColumn says that the
// previous cell was in another column.
func (j *judge) next(fam uint32, newColumn bool, at base.Micros) GarbageReason {
	if newColumn {
		j.version = 0
	}
	j.version++
	return condemn(j.fams.info[j.fams.ranks[fam]].GC, j.version, max(j.now, 0)-at)
}

// condemn returns why a rule makes a cell of the given version and age garbage, or 0 if it
// does not. The rule may be nil. The age may be negative, for a cell with a timestamp in
// the future.
func condemn(r GCRule, version int, age base.Micros) GarbageReason {
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
		var why GarbageReason
		for _, part := range r {
			why |= condemn(part, version, age)
		}
		return why
	case Intersection:
		var why GarbageReason
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
