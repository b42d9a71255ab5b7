package printed

import (
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/records"
	"tabletop/engine/table"
)

// Form is how cells are printed.
type Form uint8

const (
	CBT   Form = iota // cbt's read and lookup
	Scan              // the HBase shell's scan
	Get               // the HBase shell's get, which does not print the row's key
	Forms             // how many there are
)

// Valid reports whether there is such a form.
func (f Form) Valid() bool { return f < Forms }

// Bounds of what is read.
const (
	MaxText   = 100 << 20 // bytes of a text
	MaxLine   = records.MaxLine
	MaxFaults = 10 // faults that are kept
)

// Fault is why a line was left out.
type Fault struct {
	Line int // from 1
	What What
}

// What is wrong with a line.
type What string

const (
	Outside What = "outside" // it is no part of a row
	BadKey  What = "key"
	Column  What = "column" // no family:qualifier
	Family  What = "family" // its name, or one more than a table takes
	Time    What = "time"
	Range   What = "range" // a time before 1970 or after what a cell can have
	Value   What = "value" // there is none, or its quotes do not match
	Long    What = "long"
)

// Reader reads a text that is written to it piece by piece. Besides what it is given it
// holds one line, and the names of families.
type Reader struct {
	Rows     int           // so far; a row that is printed twice counts twice
	Cells    int           // so far
	Left     int           // lines left out
	Cut      int           // values that a console had cut short
	Faults   []Fault       // the first of the lines left out
	Families []base.Family // in the order that they came

	form Form
	cell func(base.RowKey, base.Cell)

	lines records.Lines
	met   map[base.Family]bool
	line  int // that is read
	key   base.RowKey
	last  base.RowKey // of the last cell

	wantsKey bool  // cbt: the next line is a key
	inRow    bool  // cbt: a key has been read
	lost     bool  // cbt: and was refused, with the row
	at       int   // HBase: the first byte of the second column, 0 where nothing says
	open     *open // what the next line may go on with
}

// open is a cell whose text may go on in the next line.
type open struct {
	base.Cell
	line   int
	key    []byte
	text   []byte
	valued bool // cbt: it has a value
	whole  bool // cbt: and that was quoted
	lost   bool // cbt: it is left out
}

// New returns a reader that calls cell for each cell. The key of what get printed is row.
func New(form Form, row base.RowKey, cell func(base.RowKey, base.Cell)) *Reader {
	r := &Reader{form: form, key: row, cell: cell, met: map[base.Family]bool{}}
	r.lines.Take = r.take
	return r
}

// Write reads a piece of the text. It takes time in proportion to the piece, and at most
// that of one line more.
func (r *Reader) Write(piece []byte) { r.lines.Write(piece) }

// Close reads the end of the text.
func (r *Reader) Close() {
	r.lines.Close()
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

// close reads the cell that is open, if there is one: nothing more of it comes.
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

// keep hands on a cell, if a table can have it.
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
		r.Cut++
	}
	r.cell(key, c)
}

func (r *Reader) fault(line int, what What) {
	if r.Left++; len(r.Faults) < MaxFaults {
		r.Faults = append(r.Faults, Fault{line, what})
	}
}

// MaxPrinted is the most bytes of a value that our console prints.
const MaxPrinted = 64 << 10

// cut reports whether a value looks like one that our console has cut short.
func cut(value string) bool {
	return len(value) > MaxPrinted && strings.HasPrefix(value[MaxPrinted:], "… (") && strings.HasSuffix(value, " bytes)")
}

// column reads family:qualifier.
func column(text string) (c base.Cell, ok bool) {
	family, qualifier, ok := strings.Cut(text, ":")
	return base.Cell{Family: base.Family(family), Qualifier: base.Qualifier(qualifier)}, ok
}
