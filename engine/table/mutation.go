package table

import (
	"fmt"
	"strconv"

	"tabletop/engine/base"
)

// ServerTime as the timestamp of a written cell means the time of the write, truncated to
// the table's granularity.
const ServerTime base.Micros = -1

// Mutation is one change of a row. A list of mutations is applied in order; see
// [Table.Mutate].
type Mutation interface{ mutation() }

type (
	// SetCell writes a cell in a plain family. It replaces a cell with the same column and
	// timestamp.
	SetCell struct {
		Family    base.Family
		Qualifier base.Qualifier
		At        base.Micros // a multiple of the granularity, or ServerTime
		Value     string
	}

	// AddToCell adds an input to the cell of an aggregate family. If there is no cell at the
	// timestamp, it creates one.
	AddToCell struct {
		Family    base.Family
		Qualifier base.Qualifier
		At        base.Micros // a multiple of the granularity; not ServerTime
		Input     AggregateInput
	}

	// MergeToCell adds the value of another aggregate cell of the same type, as if each of
	// that cell's inputs were added.
	MergeToCell struct {
		Family    base.Family
		Qualifier base.Qualifier
		At        base.Micros // a multiple of the granularity; not ServerTime
		State     string      // the value of the other cell
	}

	// DeleteColumn deletes the cells of a column with timestamps in [Start, End). An End of 0
	// means no upper bound. Both are multiples of the granularity.
	DeleteColumn struct {
		Family     base.Family
		Qualifier  base.Qualifier
		Start, End base.Micros
	}

	// DeleteFamilyCells deletes all cells of the row in one family.
	DeleteFamilyCells struct{ Family base.Family }

	// DeleteRow deletes all cells of the row.
	DeleteRow struct{}
)

func (SetCell) mutation()           {}
func (AddToCell) mutation()         {}
func (MergeToCell) mutation()       {}
func (DeleteColumn) mutation()      {}
func (DeleteFamilyCells) mutation() {}
func (DeleteRow) mutation()         {}

// check refuses an invalid request to change one row, as far as it is invalid for any
// contents of the row.
func (t *Table) check(key base.RowKey, now base.Micros, muts []Mutation) error {
	if err := base.CheckRowKey(key); err != nil {
		return err
	}
	if len(muts) == 0 {
		return base.Refuse(base.CodeNoMutation, string(key))
	}
	return t.checkAll(key, now, muts)
}

// checkAll refuses a list of mutations if one of them is invalid for the table. The list
// may be empty.
func (t *Table) checkAll(key base.RowKey, now base.Micros, muts []Mutation) error {
	if len(muts) > base.MaxMutations {
		return tooMany(key, len(muts))
	}
	for _, m := range muts {
		p := place{table: t, row: key}
		var err error
		switch m := m.(type) {
		case SetCell:
			p.fam, p.qual = m.Family, m.Qualifier
			at := m.At
			if at == ServerTime {
				at = t.truncate(now)
			}
			if !t.canSet(m.Family, m.Qualifier, at, len(m.Value)) {
				err = p.checkSet(at, len(m.Value))
			}
		case AddToCell:
			p.fam, p.qual = m.Family, m.Qualifier
			err = p.checkAdd(m.At, m.Input)
		case MergeToCell:
			p.fam, p.qual = m.Family, m.Qualifier
			err = p.checkMerge(m.At, m.State)
		case DeleteColumn:
			p.fam, p.qual = m.Family, m.Qualifier
			err = p.checkDelete(m.Start, m.End)
		case DeleteFamilyCells:
			p.fam = m.Family
			_, err = p.valueType()
		case DeleteRow:
		default:
			panic(fmt.Sprintf("table: unknown mutation %T", m))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// checkShape refuses a list of mutations if one of them is invalid for every table with
// this granularity, regardless of its families. The list may be empty.
func (t *Table) checkShape(key base.RowKey, muts []Mutation) error {
	if len(muts) > base.MaxMutations {
		return tooMany(key, len(muts))
	}
	for _, m := range muts {
		if err := t.checkShapeOf(key, m); err != nil {
			return err
		}
	}
	return nil
}

// checkShapeOf is checkShape for one mutation: it checks qualifier, size of the value, and
// times.
func (t *Table) checkShapeOf(key base.RowKey, m Mutation) error {
	p := place{table: t, row: key}
	at, bytes := base.Micros(0), 0
	switch m := m.(type) {
	case SetCell:
		p.fam, p.qual, bytes = m.Family, m.Qualifier, len(m.Value)
		if m.At != ServerTime {
			at = m.At
		}
	case AddToCell:
		p.fam, p.qual, at = m.Family, m.Qualifier, m.At
		if raw, is := m.Input.(BytesInput); is {
			bytes = len(raw)
		}
	case MergeToCell:
		p.fam, p.qual, at, bytes = m.Family, m.Qualifier, m.At, len(m.State)
	case DeleteColumn:
		p.fam, p.qual = m.Family, m.Qualifier
		return p.checkTimes(m.Start, m.End)
	default:
		return nil
	}
	if err := p.checkQualifier(); err != nil {
		return err
	}
	if err := p.checkValue(bytes); err != nil {
		return err
	}
	return p.checkTime(at)
}

// canSet reports whether a cell can be written. It is the fast form of [place.checkSet],
// which says why not.
func (t *Table) canSet(f base.Family, q base.Qualifier, at base.Micros, bytes int) bool {
	id, ok := t.fams.id(f)
	return ok && t.fams.types[id] == Plain && len(q) <= base.MaxQualifier && bytes <= base.MaxCell && !isOff(at, t.unit)
}

// place is the column of a row that a request is about. Its check methods return refusals
// that name it.
type place struct {
	table *Table
	row   base.RowKey
	fam   base.Family
	qual  base.Qualifier
}

// column returns the column as refusals write it, family:qualifier.
func (p place) column() string { return string(p.fam) + ":" + string(p.qual) }

// valueType returns the type of the family, or refuses an unknown family. If the qualifier
// is the name of a family, the refusal says that the two may have been swapped.
func (p place) valueType() (ValueType, error) {
	id, ok := p.table.fams.id(p.fam)
	if !ok {
		if _, turned := p.table.fams.find(base.Family(p.qual)); turned {
			return 0, base.Refuse(base.CodeFamilySwapped, p.table.name, string(p.fam), string(p.qual))
		}
		return 0, p.table.noFamily(p.fam)
	}
	return p.table.fams.types[id], nil
}

// checkPlain refuses an unknown family, an aggregate family and an invalid qualifier.
func (p place) checkPlain() error {
	typ, err := p.valueType()
	if err != nil {
		return err
	}
	if typ != Plain {
		return base.Refuse(base.CodeAggregate, p.table.name, string(p.fam), typ.String())
	}
	return p.checkQualifier()
}

// checkAggregate returns the type of an aggregate family. It refuses an unknown or plain
// family, an invalid qualifier and an invalid timestamp.
func (p place) checkAggregate(at base.Micros) (ValueType, error) {
	typ, err := p.valueType()
	if err != nil {
		return 0, err
	}
	if typ == Plain {
		return 0, base.Refuse(base.CodeNotAggregate, p.table.name, string(p.fam))
	}
	if err := p.checkQualifier(); err != nil {
		return 0, err
	}
	return typ, p.checkTime(at)
}

// checkQualifier refuses a qualifier of more than [base.MaxQualifier] bytes.
func (p place) checkQualifier() error {
	if n := len(p.qual); n > base.MaxQualifier {
		return base.Refuse(base.CodeQualTooLong, strconv.Itoa(n), strconv.Itoa(base.MaxQualifier), string(p.row), string(p.fam))
	}
	return nil
}

// checkTime refuses a timestamp that is negative or not a multiple of the granularity.
func (p place) checkTime(at base.Micros) error {
	if isOff(at, p.table.unit) {
		return base.Refuse(base.CodeBadTimestamp, micros(at), string(p.row), p.column())
	}
	return nil
}

// checkValue refuses a value of more than [base.MaxCell] bytes.
func (p place) checkValue(bytes int) error {
	if bytes > base.MaxCell {
		return base.Refuse(base.CodeValueTooLong, strconv.Itoa(bytes), strconv.Itoa(base.MaxCell), string(p.row), p.column())
	}
	return nil
}

// checkSet refuses a SetCell whose value has the given number of bytes.
func (p place) checkSet(at base.Micros, bytes int) error {
	if err := p.checkPlain(); err != nil {
		return err
	}
	if err := p.checkValue(bytes); err != nil {
		return err
	}
	return p.checkTime(at)
}

// checkAdd refuses an AddToCell. The input must be of the kind that the family's type
// adds.
func (p place) checkAdd(at base.Micros, in AggregateInput) error {
	typ, err := p.checkAggregate(at)
	if err != nil {
		return err
	}
	given := "nothing"
	switch in := in.(type) {
	case nil:
	case IntInput:
		if typ != UniqueCount {
			return nil
		}
		given = "int64"
	case BytesInput:
		if typ == UniqueCount {
			return p.checkValue(len(in))
		}
		given = "bytes"
	default:
		panic(fmt.Sprintf("table: unknown input %T", in))
	}
	return base.Refuse(base.CodeBadInput, string(p.row), p.column(), typ.String(), given)
}

// checkMerge refuses a MergeToCell whose state is not a value of the family's type.
func (p place) checkMerge(at base.Micros, state string) error {
	typ, err := p.checkAggregate(at)
	if err != nil {
		return err
	}
	if !typ.holds(state) {
		return base.Refuse(base.CodeBadState, typ.String(), strconv.Itoa(len(state)), string(p.row), p.column())
	}
	return nil
}

// checkDelete refuses a DeleteColumn.
func (p place) checkDelete(start, end base.Micros) error {
	if _, err := p.valueType(); err != nil {
		return err
	}
	return p.checkTimes(start, end)
}

// checkTimes refuses an invalid qualifier and an invalid range of timestamps [start, end),
// where an end of 0 means no upper bound.
func (p place) checkTimes(start, end base.Micros) error {
	if err := p.checkQualifier(); err != nil {
		return err
	}
	for _, at := range []base.Micros{start, end} {
		if err := p.checkTime(at); err != nil {
			return err
		}
	}
	if end != 0 && start >= end {
		return base.Refuse(base.CodeBadTimeRange, micros(start), micros(end), string(p.row), p.column())
	}
	return nil
}

// tooMany is the refusal of n mutations, which are more than one request may have.
func tooMany(key base.RowKey, n int) error {
	return base.Refuse(base.CodeManyMutations, strconv.Itoa(n), strconv.Itoa(base.MaxMutations), string(key))
}

// isOff reports whether a timestamp is invalid in a table with that granularity: negative,
// or not a multiple of it.
func isOff(at, unit base.Micros) bool {
	return at < 0 || unit == base.Millisecond && at%base.Millisecond != 0
}

// truncate rounds a time down to the granularity, as a server does with its own time.
func (t *Table) truncate(now base.Micros) base.Micros { return now - now%t.unit }

// micros returns a timestamp as text, for refusals.
func micros(at base.Micros) string { return strconv.FormatInt(int64(at), 10) }
