package intake

import (
	"compress/flate"
	"io"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/console/printed"
	"tabletop/engine/table"
)

// ReadBytes is how many bytes of a text are as much work as a row.
const ReadBytes = 128

// Reader unpacks a text that came in raw deflate (RFC 1951). One of the writers reads it.
type Reader struct {
	most   int // bytes of the text
	read   int // so far
	text   io.Reader
	buffer [16 << 10]byte
}

// joined is what is left to read of strings that follow each other.
type joined []string

func (j *joined) Read(to []byte) (n int, err error) {
	for len(*j) > 0 && n == 0 && len(to) > 0 {
		if n = copy(to, (*j)[0]); n == 0 {
			*j = (*j)[1:]
		} else {
			(*j)[0] = (*j)[0][n:]
		}
	}
	if len(*j) == 0 {
		return n, io.EOF
	}
	return n, nil
}

// NewReader returns a reader of a text whose packed bytes are the pieces and then rest. size is
// how many bytes the text has unpacked: more are refused.
func NewReader(pieces []string, rest string, size int) *Reader {
	all := joined(append(slices.Clip(pieces), rest))
	return &Reader{most: size, text: flate.NewReader(&all)}
}

// next returns the next bytes of the text, at the end io.EOF with the last. It refuses a
// text that is damaged or longer than it says.
func (u *Reader) next() (piece []byte, err error) {
	n, err := u.text.Read(u.buffer[:])
	if u.read += n; u.read > u.most || err != nil && err != io.EOF {
		return nil, base.Refuse(base.CodeNotPrinted)
	}
	return u.buffer[:n], err
}

// rowCells is how many cells of a row are written at once.
const rowCells = 2_000

// PrintedWriter makes a table of what a console has printed of one, in steps. The table is
// complete when a step says that it is done.
type PrintedWriter struct {
	Table  *table.Table
	at     base.Micros
	text   *Reader
	reader *printed.Reader

	key   base.RowKey
	cells []base.Cell // of that row, not written yet
	work  int64
	err   error
}

// NewPrintedWriter returns a writer of a table of that name. row is the key of the row that was
// printed, where the form does not print keys; at is the time of cells without one.
func NewPrintedWriter(name string, form printed.Form, row base.RowKey, text *Reader, at base.Micros) (*PrintedWriter, error) {
	tab, err := table.New(name)
	if err != nil {
		return nil, err
	}
	w := &PrintedWriter{Table: tab, at: at, text: text}
	w.reader = printed.New(form, row, w.add)
	return w, nil
}

// add takes a cell.
func (w *PrintedWriter) add(key base.RowKey, c base.Cell) {
	if key != w.key || len(w.cells) == rowCells {
		w.flush()
		w.key = key
	}
	w.cells = append(w.cells, c)
}

// flush writes the cells that wait.
func (w *PrintedWriter) flush() {
	for _, f := range w.reader.Families[w.Table.FamilyCount():] {
		if err := w.Table.CreateFamily(table.FamilyInfo{Name: f}); err != nil && w.err == nil {
			w.err = err
		}
	}
	if len(w.cells) > 0 && w.err == nil {
		w.err = w.Table.Set(w.key, w.at, w.cells)
	}
	w.work += 1 + int64(len(w.cells))/16
	w.cells = w.cells[:0]
}

// LeftOut returns how many lines were no part of a row.
func (w *PrintedWriter) LeftOut() int { return w.reader.Left }

// BytesDone returns how many bytes of the text have been read.
func (w *PrintedWriter) BytesDone() int { return w.text.read }

// Step reads on for about budget rows of work. It refuses a text that is longer than it says,
// damaged, or without a cell.
func (w *PrintedWriter) Step(budget int64) (used int64, done bool, err error) {
	for w.work = 0; w.work < budget; {
		piece, err := w.text.next()
		w.work += 1 + int64(len(piece))/ReadBytes
		w.reader.Write(piece)
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
