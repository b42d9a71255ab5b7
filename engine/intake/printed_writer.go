package intake

import (
	"compress/flate"
	"io"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/console/printed"
	"tabletop/engine/table"
)

// BytesPerRowWork is how many bytes of a text are as much work as a row.
const BytesPerRowWork = 128

// PackedTextReader unpacks a text that was compressed with raw deflate (RFC 1951). A [PrintedLoader] or
// [ValuesLoader] reads from it; a Reader must not be shared.
type PackedTextReader struct {
	most   int // size of the unpacked text in bytes
	read   int // bytes unpacked so far
	text   io.Reader
	buffer [16 << 10]byte
}

// joined is an io.Reader of several strings, one after the other. It has the strings that are not
// read yet.
type joined []string

// Read implements io.Reader. It may return io.EOF together with the last bytes.
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

// NewPackedTextReader returns a reader of a text whose compressed bytes are pieces, one after the
// other, and then rest. size is the number of bytes of the unpacked text; a longer text is refused.
func NewPackedTextReader(pieces []string, rest string, size int) *PackedTextReader {
	all := joined(append(slices.Clip(pieces), rest))
	return &PackedTextReader{most: size, text: flate.NewReader(&all)}
}

// next returns the next bytes of the text, valid until the next call. With the last bytes it
// returns io.EOF. It refuses (not-printed) a text that is damaged or longer than announced.
func (u *PackedTextReader) next() (piece []byte, err error) {
	n, err := u.text.Read(u.buffer[:])
	if u.read += n; u.read > u.most || err != nil && err != io.EOF {
		return nil, base.Refuse(base.CodeNotPrinted)
	}
	return u.buffer[:n], err
}

// rowCells is the largest number of cells of a row that are collected before they are written.
const rowCells = 2_000

// PrintedLoader makes a table from the output of a console. The table is complete when Step is
// done.
type PrintedLoader struct {
	Table  *table.Table
	at     base.Micros // time of the cells that have none
	text   *PackedTextReader
	reader *printed.Reader

	key   base.RowKey // key of the row that is being read
	cells []base.Cell // its cells that are not written yet
	work  int64       // work of the current step
	err   error       // the first error of writing
}

// NewPrintedLoader returns a loader that makes a table with the given name. row is the key of the
// printed row if form does not print keys (see [printed.Get]). at is the time of cells that are
// printed without one. It refuses a bad name.
func NewPrintedLoader(name string, form printed.OutputForm, row base.RowKey, text *PackedTextReader, at base.Micros) (*PrintedLoader, error) {
	tab, err := table.New(name)
	if err != nil {
		return nil, err
	}
	w := &PrintedLoader{Table: tab, at: at, text: text}
	w.reader = printed.New(form, row, w.add)
	return w, nil
}

// add collects a cell that the text contains.
func (w *PrintedLoader) add(key base.RowKey, c base.Cell) {
	if key != w.key || len(w.cells) == rowCells {
		w.flush()
		w.key = key
	}
	w.cells = append(w.cells, c)
}

// flush creates the families that the text has named since the last call, and then writes the
// collected cells. After the first error it only discards cells.
func (w *PrintedLoader) flush() {
	for _, f := range w.reader.Families[w.Table.FamilyCount():] {
		if err := w.Table.CreateFamily(table.FamilyInfo{Name: f}); err != nil && w.err == nil {
			w.err = err
		}
	}
	if len(w.cells) > 0 && w.err == nil {
		w.err = w.Table.SetCells(w.key, w.at, w.cells)
	}
	w.work += 1 + int64(len(w.cells))/16
	w.cells = w.cells[:0]
}

// SkippedLineCount returns how many lines of the text were left out, since they are not part of a row.
func (w *PrintedLoader) SkippedLineCount() int { return w.reader.SkippedLines }

// BytesDone returns how many bytes of the unpacked text have been read.
func (w *PrintedLoader) BytesDone() int { return w.text.read }

// Step continues reading for about budget rows of work. It refuses (not-printed) a text that is
// damaged, longer than announced, or without a cell, and returns what the table refuses.
func (w *PrintedLoader) Step(budget int64) (used int64, done bool, err error) {
	for w.work = 0; w.work < budget; {
		piece, err := w.text.next()
		w.work += 1 + int64(len(piece))/BytesPerRowWork
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
