package engine

import (
	"compress/flate"
	"io"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/console/printed"
	"tabletop/engine/table"
)

// MaxPacked is the most bytes of a packed text: what an entry of a journal can hold.
const MaxPacked = 30 << 20

// Printed makes a table of what a console printed of one. Lines that are no part of a row
// are left out, and all of the table is made in the last step, or nothing.
type Printed struct {
	Table  string
	Form   printed.Form
	Row    base.RowKey // whose cells get printed
	Size   int         // bytes of the text, at most [printed.MaxText]
	Packed string      // the text in raw deflate (RFC 1951), at most [MaxPacked] bytes
}

func (Printed) nature() Nature {
	return Nature{Changes: true, Recorded: true, Rows: true, Does: true}
}

func (r Printed) says() Line { return stepNote(base.NoteStepPrinted, r.Table) }

func (r Printed) start(t *Task) {
	if err := t.readsBack(r); err != nil {
		t.fail(err)
	}
}

// readBytes is how much of a text is as much work as a row.
const readBytes = 128

// rowCells is how many cells of a row are written at once.
const rowCells = 2_000

// readsBack pushes the reading of a text.
func (t *Task) readsBack(r Printed) error {
	state := &t.s.state
	for _, n := range [][2]int{{len(r.Packed), MaxPacked}, {r.Size, printed.MaxText}} {
		if err := bounded(base.CodeInputTooLong, n[0], n[1]); err != nil {
			return err
		}
	}
	if _, known := state.tables[r.Table]; known {
		return base.Refuse(base.CodeTableExists, r.Table)
	}
	if len(state.tables) >= base.MaxTables {
		return base.Refuse(base.CodeTooManyTables, strconv.Itoa(base.MaxTables))
	}
	w, err := newPrintedWriter(r, t.at)
	if err != nil {
		return err
	}
	t.rowsTotal = int64(r.Size) / readBytes
	t.push(func(budget int64) (int64, bool) {
		used, done, err := w.step(budget)
		t.rowsDone = int64(w.size) / readBytes
		switch {
		case err != nil:
			t.fail(err)
		case done:
			t.keepPrinted(r, w)
		}
		return used, done || err != nil
	})
	return nil
}

// keepPrinted puts the table in place.
func (t *Task) keepPrinted(r Printed, w *printedWriter) {
	state := &t.s.state
	state.tables[r.Table], state.born[r.Table] = w.table, t.s.version
	t.reply.Focus = r.Table
	t.note(base.NotePrinted, r.Table, strconv.Itoa(w.table.Len()), count(w.table.Cells()), strconv.Itoa(w.reader.Left))
	t.accept(r)
	t.remeasure()
}

// printedWriter unpacks a text and writes the cells that it holds.
type printedWriter struct {
	table  *table.Table
	at     base.Micros
	most   int // bytes of the text
	size   int // that have been read
	reader *printed.Reader
	text   io.Reader
	buffer [16 << 10]byte

	key   base.RowKey
	cells []base.Cell // of that row, not written yet
	work  int64
	err   error
}

func newPrintedWriter(r Printed, at base.Micros) (*printedWriter, error) {
	tab, err := table.New(r.Table)
	if err != nil {
		return nil, err
	}
	w := &printedWriter{table: tab, at: at, most: r.Size, text: flate.NewReader(strings.NewReader(r.Packed))}
	w.reader = printed.New(r.Form, r.Row, w.add)
	return w, nil
}

// add takes a cell.
func (w *printedWriter) add(key base.RowKey, c base.Cell) {
	if key != w.key || len(w.cells) == rowCells {
		w.flush()
		w.key = key
	}
	w.cells = append(w.cells, c)
}

// flush writes the cells that wait.
func (w *printedWriter) flush() {
	for _, f := range w.reader.Families[w.table.FamilyCount():] {
		if err := w.table.CreateFamily(table.FamilyInfo{Name: f}); err != nil && w.err == nil {
			w.err = err
		}
	}
	if len(w.cells) > 0 && w.err == nil {
		w.err = w.table.Set(w.key, w.at, w.cells)
	}
	w.work += 1 + int64(len(w.cells))/16
	w.cells = w.cells[:0]
}

// step reads on. It refuses a text that is longer than it says, damaged, or without a cell.
func (w *printedWriter) step(budget int64) (used int64, done bool, err error) {
	for w.work = 0; w.work < budget; {
		n, err := w.text.Read(w.buffer[:])
		w.size += n
		w.work += 1 + int64(n)/readBytes
		if w.size > w.most {
			return w.work, true, base.Refuse(base.CodeNotPrinted)
		}
		w.reader.Write(w.buffer[:n])
		if err == nil && w.err == nil {
			continue
		}
		if err == io.EOF {
			w.reader.Close()
			w.flush()
		}
		if w.err == nil && (err != io.EOF || w.reader.Cells == 0) {
			w.err = base.Refuse(base.CodeNotPrinted)
		}
		return w.work, true, w.err
	}
	return w.work, false, nil
}
