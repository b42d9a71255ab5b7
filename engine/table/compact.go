package table

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tabletop/engine/base"
)

// MaxCollected is the largest number of cells that a [CompactReport] lists.
const MaxCollected = 100

// compactRows is the number of rows that [Table.Compact] looks at in one slice.
const compactRows = 4096

// Reason says which kinds of garbage-collection rule made a cell garbage. It is a set of
// bits.
type Reason uint8

const (
	// ByAge means that the cell is older than a MaxAge allows.
	ByAge Reason = 1 << iota
	// ByVersions means that there are already as many newer cells as a MaxVersions allows.
	ByVersions
)

// Loss counts cells and their bytes as [CellBytes] does, without the keys of their rows.
type Loss struct{ Cells, Bytes int64 }

// FamilyLoss counts the garbage cells of one family by reason. A cell counts under Both if
// rules of both kinds made it garbage: either of them in a union, or the two together in
// an intersection.
type FamilyLoss struct {
	Family              base.Family
	Age, Versions, Both Loss
}

// Total returns the sum over all reasons.
func (f FamilyLoss) Total() Loss {
	return Loss{f.Age.Cells + f.Versions.Cells + f.Both.Cells, f.Age.Bytes + f.Versions.Bytes + f.Both.Bytes}
}

// Collected is one garbage cell, with its row and the reason.
type Collected struct {
	Row    base.RowKey
	Cell   base.Cell
	Reason Reason
}

// CompactReport says what garbage collection has removed, or would remove. The zero value
// is the report of a collection that has not begun.
type CompactReport struct {
	Rows     int64        // rows looked at
	Vanished int64        // rows that lost their last cell
	KeyBytes int64        // bytes of the keys of those rows
	Families []FamilyLoss // the families that lost a cell, by name
	First    []Collected  // the first MaxCollected garbage cells, in order

	// Resume is the key of the next row to look at. It is "" at the beginning, and again when
	// the collection has reached the end of the table.
	Resume base.RowKey
}

// Total returns what all families lost. Its bytes and r.KeyBytes together are the bytes by
// which the table became smaller.
func (r *CompactReport) Total() (sum Loss) {
	for _, f := range r.Families {
		n := f.Total()
		sum.Cells += n.Cells
		sum.Bytes += n.Bytes
	}
	return sum
}

// Compact removes every cell that is garbage by its family's rule at the time now. The
// table has no other collection: until Compact is called, garbage can be read.
func (t *Table) Compact(now base.Micros) CompactReport {
	return untilDone(func(rep *CompactReport) { t.CompactSome(now, compactRows, rep) })
}

// Garbage reports what Compact would remove at the time now. It removes nothing.
func (t *Table) Garbage(now base.Micros) CompactReport {
	return untilDone(func(rep *CompactReport) { t.GarbageSome(now, compactRows, rep) })
}

// untilDone calls some until the report says that the end of the table is reached.
func untilDone(some func(*CompactReport)) (rep CompactReport) {
	for {
		if some(&rep); rep.Resume == "" {
			return rep
		}
	}
}

// CompactSome does one slice of Compact: it looks at up to the given number of rows, rows
// > 0, beginning at rep.Resume. It adds to the report and sets its Resume, which is ""
// after the last slice.
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

// GarbageSome does one slice of Garbage, as CompactSome does of Compact.
func (t *Table) GarbageSome(now base.Micros, rows int, rep *CompactReport) {
	t.inspect(now, rows, rep)
}

// inspect adds up to the given number of rows to the report, beginning at rep.Resume. It
// returns the rows that hold garbage, and changes nothing in the table.
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

// add counts a garbage cell under its family and reason.
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

// judge decides for each cell whether it is garbage. The cells of a row have to come in
// order.
type judge struct {
	fams    *families
	now     base.Micros
	version int // of the previous cell; the newest cell of a column is version 1
}

// next returns why the next cell is garbage, or 0 if it is not. newColumn says that the
// previous cell was in another column.
func (j *judge) next(fam uint32, newColumn bool, at base.Micros) Reason {
	if newColumn {
		j.version = 0
	}
	j.version++
	return condemn(j.fams.info[j.fams.ranks[fam]].GC, j.version, max(j.now, 0)-at)
}

// condemn returns why a rule makes a cell of the given version and age garbage, or 0 if it
// does not. The rule may be nil. The age may be negative, for a cell with a timestamp in
// the future.
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
