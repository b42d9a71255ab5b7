package printed

import (
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/records"
	"tabletop/engine/table"
)

// OutputForm says how cells are printed.
type OutputForm uint8

const (
	CBT       OutputForm = iota // cbt's read and lookup
	Scan                        // the HBase shell's scan
	Get                         // the HBase shell's get, which does not print the row's key
	FormCount                   // the number of forms
)

// Valid reports whether f is one of the forms.
func (f OutputForm) Valid() bool { return f < FormCount }

// These are bounds of the input and the output.
const (
	MaxText   = 100 << 20 // bytes of a text
	MaxLine   = records.MaxLine
	MaxFaults = 10 // faults that are listed
)

// LineFault says why a line was left out.
type LineFault struct {
	Line   int // number of the line, counted from 1
	Reason Reason
}

// Reason says what is wrong with a line.
type Reason string

const (
	Outside Reason = "outside" // it is not part of a row
	BadKey  Reason = "key"     // the key is invalid
	Column  Reason = "column"  // it has no family:qualifier
	Family  Reason = "family"  // the family's name is invalid, or there are too many families
	Time    Reason = "time"    // the timestamp is invalid
	Range   Reason = "range"   // the timestamp is before 1970 or too late for a cell
	Value   Reason = "value"   // there is no value, or its quotes do not match
	Long    Reason = "long"    // the line is too long
)

// Reader reads output that is written to it in pieces. It keeps one line and the names of
// families in memory.
type Reader struct {
	Rows            int           // number of rows so far; a row that is printed twice counts twice
	Cells           int           // number of cells so far
	SkippedLines    int           // number of lines left out
	ShortenedValues int           // number of values that a console has shortened
	Faults          []LineFault   // the first of the lines left out
	Families        []base.Family // in the order of their first appearance

	form OutputForm
	cell func(base.RowKey, base.Cell)

	lines records.LineSplitter
	met   map[base.Family]bool
	line  int         // number of the current line
	key   base.RowKey // key of the current row
	last  base.RowKey // key of the last cell

	wantsKey bool  // cbt: the next line is a key
	inRow    bool  // cbt: a key has been read
	lost     bool  // cbt: the key was refused, and so the row is left out
	at       int   // HBase: first byte of the second column, 0 if unknown
	open     *open // a cell that the next line may continue
}

// open is a cell whose text may continue in the next line.
type open struct {
	base.Cell
	line   int
	key    []byte
	text   []byte
	valued bool // cbt: its value has been read
	whole  bool // cbt: the value was quoted, and so is complete
	lost   bool // cbt: it is left out
}

// New returns a Reader that calls cell for each cell. row is the key of the row for output
// of get, which does not print it.
func New(form OutputForm, row base.RowKey, cell func(base.RowKey, base.Cell)) *Reader {
	r := &Reader{form: form, key: row, cell: cell, met: map[base.Family]bool{}}
	r.lines.Take = r.take
	return r
}

// Write reads the next piece of the text. Its time is proportional to the piece and at
// most one line more.
func (r *Reader) Write(piece []byte) { r.lines.Write(piece) }

// Close ends the text.
func (r *Reader) Close() {
	r.lines.EndText()
	r.close()
}

// take reads a line.
func (r *Reader) take(line string, long bool) {
	r.line = r.lines.N
	switch {
	case long:
		if r.form != CBT || r.open != nil && r.open.valued {
			r.close()
		}
		r.open = nil
		r.lost, r.wantsKey = r.lost || r.wantsKey, false
		r.fault(r.line, Long)
	case r.form == CBT:
		r.cbt(line)
	default:
		r.hbase(line)
	}
}

// close finishes the open cell, if there is one.
func (r *Reader) close() {
	o := r.open
	r.open = nil
	switch {
	case o == nil || o.lost:
	case r.form == CBT && !o.valued:
		r.fault(o.line, Value)
	case r.form == CBT:
		o.Value = string(o.text)
		r.keep(o.line, r.key, o.Cell)
	default:
		r.hbaseCell(o)
	}
}

// keep passes on a cell, if a table can have it.
func (r *Reader) keep(line int, key base.RowKey, c base.Cell) {
	switch {
	case base.CheckRowKey(key) != nil:
		r.fault(line, BadKey)
		return
	case len(c.Qualifier) > base.MaxQualifier:
		r.fault(line, Column)
		return
	case !r.met[c.Family]:
		if len(r.Families) == base.MaxFamilies || !table.ValidFamily(string(c.Family)) {
			r.fault(line, Family)
			return
		}
		r.met[c.Family], r.Families = true, append(r.Families, c.Family)
	}
	c.At -= c.At % 1000
	if r.Cells == 0 || key != r.last {
		r.Rows, r.last = r.Rows+1, key
	}
	r.Cells++
	if cut(c.Value) {
		r.ShortenedValues++
	}
	r.cell(key, c)
}

// fault notes that a line is left out.
func (r *Reader) fault(line int, what Reason) {
	if r.SkippedLines++; len(r.Faults) < MaxFaults {
		r.Faults = append(r.Faults, LineFault{line, what})
	}
}

// MaxPrinted is the largest number of bytes of a value that this program's console prints.
const MaxPrinted = 64 << 10

// cut reports whether a value looks as if this program's console has shortened it.
func cut(value string) bool {
	return len(value) > MaxPrinted && strings.HasPrefix(value[MaxPrinted:], "… (") && strings.HasSuffix(value, " bytes)")
}

// column divides a text of the form family:qualifier.
func column(text string) (c base.Cell, ok bool) {
	family, qualifier, ok := strings.Cut(text, ":")
	return base.Cell{Family: base.Family(family), Qualifier: base.Qualifier(qualifier)}, ok
}
