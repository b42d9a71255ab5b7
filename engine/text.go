package engine

import (
	"compress/flate"
	"io"
	"slices"
	"strconv"

	"tabletop/engine/base"
	"tabletop/engine/console/cbt"
	"tabletop/engine/console/printed"
	"tabletop/engine/design"
	"tabletop/engine/records"
	"tabletop/engine/rewrite"
	"tabletop/engine/table"
)

// MaxPiece is the most bytes of a packed text that a change holds, so that no entry of a
// journal is large.
const MaxPiece = 1 << 20

// maxPacked was the most when a change held all of it.
const maxPacked = 30 << 20

// Text is a long text that a table is made of.
type Text struct {
	Size   int    `wire:"1"` // bytes of the text, at most [printed.MaxText]
	Packed string `wire:"2"` // the text in raw deflate (RFC 1951), or what comes after the pieces
	Pieces int    `wire:"3"` // how many come before that, which a journal does not say: they are changes of their own
}

// AllStaged in place of a number of pieces means all of a text that was staged, with what
// comes after its pieces: see [Staged].
const AllStaged = -1

// Piece is a piece of a packed text. It changes nothing but what the next table is made
// of, and is accepted with that table, or by itself where it is replayed.
type Piece struct {
	Packed string `wire:"1"`
}

func (Piece) nature() Nature { return Nature{Changes: true, Recorded: true} }

func (r Piece) start(t *Task) {
	if err := base.AtMost(base.CodeInputTooLong, len(r.Packed)+t.s.packed(), maxPackedPieces); err != nil {
		t.fail(err)
		return
	}
	t.push(func(int64) (int64, bool) {
		t.s.pieces = append(t.s.pieces, r.Packed)
		t.record(r)
		return 1, true
	})
}

// maxPackedPieces is the most bytes of all pieces: what cannot be packed grows a little.
const maxPackedPieces = printed.MaxText + MaxPiece

// packed returns how many bytes of pieces wait for the table that is made of them.
func (s *Session) packed() (n int) {
	for _, p := range s.pieces {
		n += len(p)
	}
	return n
}

// Staged is the pieces of a text that came before the request for its table.
type Staged struct {
	Pieces []string        // packed
	Rest   string          // what comes after them
	Read   *records.Parsed // records of the text as far as it is read, nil for none
}

// Stage hands over the pieces that a request needs, if it needs some. They are accepted with
// the request that it returns, and the records that were read ahead are used up.
func (s *Session) Stage(r Request, staged Staged) Request {
	s.pieces, s.read = nil, staged.Read
	if t, ok := r.(interface{ pieces() int }); ok && t.pieces() != 0 {
		s.pieces = staged.Pieces
	}
	if v, ok := r.(Values); ok && v.Pieces == AllStaged {
		v.Pieces, v.Packed = len(staged.Pieces), staged.Rest
		return v
	}
	return r
}

func (r Text) pieces() int { return r.Pieces }

// readBytes is how much of a text is as much work as a row.
const readBytes = 128

// unpacked is a text that is being unpacked.
type unpacked struct {
	pieces []string
	most   int // bytes of the text
	read   int // so far
	text   io.Reader
	buffer [16 << 10]byte
}

// unpack begins to unpack the text of a new table.
func (t *Task) unpack(name string, r Text) (*unpacked, error) {
	s := t.s
	if err := base.AtMost(base.CodeInputTooLong, r.Size, printed.MaxText); err != nil {
		return nil, err
	}
	if err := base.AtMost(base.CodeInputTooLong, len(r.Packed), maxPacked); err != nil {
		return nil, err
	}
	if _, known := s.state.tables[name]; known {
		return nil, base.Refuse(base.CodeTableExists, name)
	}
	if len(s.state.tables) >= base.MaxTables {
		return nil, base.Refuse(base.CodeTooManyTables, strconv.Itoa(base.MaxTables))
	}
	if !t.replayed && r.Pieces != len(s.pieces) {
		return nil, base.Refuse(base.CodeNotPrinted)
	}
	u := &unpacked{most: r.Size, pieces: s.pieces}
	rest := joined(append(slices.Clip(s.pieces), r.Packed))
	u.text = flate.NewReader(&rest)
	t.rowsTotal = int64(r.Size) / readBytes
	return u, nil
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

// next returns the next bytes of the text, at the end io.EOF with the last. It refuses a
// text that is damaged or longer than it says.
func (u *unpacked) next() (piece []byte, err error) {
	n, err := u.text.Read(u.buffer[:])
	if u.read += n; u.read > u.most || err != nil && err != io.EOF {
		return nil, base.Refuse(base.CodeNotPrinted)
	}
	return u.buffer[:n], err
}

// readText pushes the reading of a text by step; keep runs after the last. Went returns
// how many bytes of the text are done with.
func (t *Task) readText(went func() int, step func(budget int64) (used int64, done bool, err error), keep func()) {
	t.push(func(budget int64) (int64, bool) {
		used, done, err := step(budget)
		t.rowsDone = int64(went()) / readBytes
		switch {
		case err != nil:
			t.fail(err)
		case done:
			keep()
		}
		return used, done || err != nil
	})
}

// keepText puts a table made of a text in place. The pieces are changes before that of r.
func (t *Task) keepText(r Request, text *unpacked, tab *table.Table, left int) {
	state := &t.s.state
	state.tables[tab.Name()], state.born[tab.Name()] = tab, t.s.version
	t.reply.Focus = tab.Name()
	t.note(base.NotePrinted, tab.Name(), strconv.Itoa(tab.Len()), count(tab.Cells()), strconv.Itoa(left))
	if !t.replayed {
		for _, p := range text.pieces {
			t.record(Piece{p})
		}
	}
	t.s.pieces = nil
	t.accept(r)
	t.remeasure()
}

// Printed makes a table of what a console printed of one. Lines that are no part of a row
// are left out, and all of the table is made in the last step, or nothing.
type Printed struct {
	Table string       `wire:"1"`
	Form  printed.Form `wire:"2"`
	Row   base.RowKey  `wire:"3"` // whose cells get printed
	Text  `wire:"4"`
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

// rowCells is how many cells of a row are written at once.
const rowCells = 2_000

// readsBack pushes the reading of a text.
func (t *Task) readsBack(r Printed) error {
	text, err := t.unpack(r.Table, r.Text)
	if err != nil {
		return err
	}
	w, err := newPrintedWriter(r, text, t.at)
	if err != nil {
		return err
	}
	t.readText(func() int { return text.read }, w.step, func() { t.keepText(r, text, w.table, w.reader.Left) })
	return nil
}

// printedWriter unpacks a text and writes the cells that it holds.
type printedWriter struct {
	table  *table.Table
	at     base.Micros
	text   *unpacked
	reader *printed.Reader

	key   base.RowKey
	cells []base.Cell // of that row, not written yet
	work  int64
	err   error
}

func newPrintedWriter(r Printed, text *unpacked, at base.Micros) (*printedWriter, error) {
	tab, err := table.New(r.Table)
	if err != nil {
		return nil, err
	}
	w := &printedWriter{table: tab, at: at, text: text}
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
		piece, err := w.text.next()
		w.work += 1 + int64(len(piece))/readBytes
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

// MaxTextRows is the most rows, and MaxTextCells the most cells, that a table has which is
// made of a file of values: what a tab has room for.
const (
	MaxTextRows  = 10_000_000
	MaxTextCells = 50_000_000
)

// Values makes a table of a long text of values, as [Load] does of the records that it
// holds, but without a design: the records are not kept. Records that have another number of
// fields, or no key or time, are left out. All of the table is made in the last step, or
// nothing.
type Values struct {
	Of    Load     `wire:"1"` // without records
	Comma string   `wire:"2"` // between values, "" for JSON with an object a line
	Heads int      `wire:"3"` // records before the first one
	Names []string `wire:"4"` // of objects: the fields that are those of Of
	// Sparse has an empty value, and of objects null and a name that one does not have, be
	// no cell; else they are cells without bytes, as they were in all tables once.
	Sparse bool `wire:"5"`
	// Stamped takes the microseconds since 1970 after the last @ of a value for the time of
	// its cell, in whole milliseconds, as cbt's import does with timestamp=value-encoded.
	Stamped bool `wire:"6"`
	// Rules are how the values of the first fields are rewritten. What a rule does not read
	// stays as it is.
	Rules []rewrite.Rule `wire:"7"`
	Text  `wire:"8"`
}

func (Values) nature() Nature {
	return Nature{Changes: true, Recorded: true, Rows: true, Does: true}
}

func (r Values) says() Line {
	return stepNote(base.NoteStepValues, append([]string{r.Of.Table, r.Of.Template}, r.Of.left()...)...)
}

func (r Values) start(t *Task) {
	if err := t.readsValues(r); err != nil {
		t.fail(err)
	}
}

// readsValues pushes the reading of values, or the use of what of them has been read.
func (t *Task) readsValues(r Values) error {
	if err := design.CheckBounds(r.Of.Table, r.Of.Columns, r.Of.Data); err != nil {
		return err
	}
	if len(r.Rules) > len(r.Of.Data.Fields) || slices.ContainsFunc(r.Rules, func(r rewrite.Rule) bool { return !r.Valid() }) {
		return base.Refuse(base.CodeNotPrinted)
	}
	text, err := t.unpack(r.Of.Table, r.Text)
	if err != nil {
		return err
	}
	l, err := design.NewLoader(r.Of.Table, r.Of.Template, r.Of.Columns, r.Of.Data, nil, t.at)
	if err != nil {
		return err
	}
	w := &valuesWriter{loader: l, text: text, parsed: records.NewParsed(r.Comma, r.Names), objects: r.Comma == "", heads: r.Heads, rules: r.Rules}
	w.sparse, l.Blank = r.Sparse, r.Sparse && !w.objects
	if l.Sparse = r.Sparse && !r.Stamped; r.Stamped {
		l.Split = cbt.SplitTime
	}
	l.CountRepeats()
	if t.s.read.Whole(r.Size, r.Comma, r.Names) && !t.replayed {
		w.parsed, text.read = t.s.read.Moved(), r.Size
	}
	t.s.read = nil
	t.readText(w.went, w.step, func() {
		t.s.state.merge(r.Of.Table, l.Lost)
		t.keepText(r, text, l.Table, w.left+w.parsed.Left)
		t.noteLost(l)
	})
	return nil
}

// valuesWriter writes the rows of a text's records in batches. It makes all keys of a batch
// and then writes its rows in the order of these keys.
type valuesWriter struct {
	loader  *design.Loader
	text    *unpacked
	parsed  *records.Parsed // of the text
	objects bool
	sparse  bool // what is absent is no cell
	rules   []rewrite.Rule
	heads   int // records to be passed
	left    int // records that make no row

	batch   *records.Batch // nil for none
	keyed   bool           // it has its keys
	next    int            // record that gets its key, or row that is written
	keys    design.KeyOrder
	records []int32       // of the keys
	times   []base.Micros // of those, where records have their own
	record  []string
	written int // bytes of the batches that are done with
	before  int // records of those
	work    int64
}

// went returns about how many bytes of the text are done with.
func (w *valuesWriter) went() int {
	n := w.text.read + w.written
	if b := w.batch; b != nil {
		done := w.next
		if w.keyed {
			done += b.Len()
		}
		n += b.Bytes() / 2 * done / b.Len()
	}
	return min(n/2, w.text.most)
}

// step goes on. It refuses a text that is longer than it says, damaged, or without a row.
func (w *valuesWriter) step(budget int64) (used int64, done bool, err error) {
	for w.work = 0; w.work < budget; {
		switch {
		case w.batch == nil:
			done, err = w.begin()
		case !w.keyed:
			w.key()
		default:
			err = w.write()
		}
		if done || err != nil {
			return w.work, true, err
		}
	}
	return w.work, false, nil
}

// begin begins the next batch, or reads more of the text where there is none. After the last
// batch it is done.
func (w *valuesWriter) begin() (done bool, err error) {
	w.work++
	if w.batch = w.parsed.Next(); w.batch != nil {
		w.keyed, w.next, w.records, w.times = false, 0, w.records[:0], w.times[:0]
		w.keys.Reset()
		return false, nil
	}
	if w.parsed.Closed {
		if w.loader.Table.Len() == 0 {
			return false, base.Refuse(base.CodeNotPrinted)
		}
		return true, nil
	}
	piece, err := w.text.next()
	w.work += int64(len(piece)) / readBytes
	if err != nil && err != io.EOF {
		return false, err
	}
	w.parsed.Write(string(piece))
	if err == io.EOF {
		w.parsed.Close()
	}
	return false, nil
}

// key makes the key of the next record, if it has one.
func (w *valuesWriter) key() {
	w.work++
	i := w.next
	if i == w.batch.Len() {
		w.keyed, w.next = true, 0
		w.keys.Begin()
		return
	}
	w.next++
	if w.heads > 0 {
		w.heads--
		return
	}
	l := w.loader
	record := w.recordOf(i)
	if len(record) < len(l.Design.Data.Fields) || !w.objects && len(record) > len(l.Design.Data.Fields) {
		w.left++
		return
	}
	key, at, err := l.Place(record)
	if err != nil {
		w.left++
		return
	}
	w.keys.Add(key)
	w.records = append(w.records, int32(i))
	if l.Clock.Own() {
		w.times = append(w.times, at)
	}
}

// recordOf returns a record of the batch, its values rewritten.
func (w *valuesWriter) recordOf(i int) []string {
	w.record = w.batch.Record(i, w.record)
	for at, rule := range w.rules[:min(len(w.rules), len(w.record))] {
		if rule != "" {
			w.record[at], _ = rule.Apply(w.record[at])
		}
	}
	return w.record
}

// write writes the row of the next record. What is absent is no cell, nor in a sparse table
// what is empty.
func (w *valuesWriter) write() error {
	l, k := w.loader, &w.keys
	if w.next == k.Len() {
		w.work++
		w.written += w.batch.Bytes()
		w.before += w.batch.Len()
		w.batch = nil
		return nil
	}
	i, used := k.At(w.next)
	w.next++
	w.work += 1 + used
	at := l.At
	if l.Clock.Own() {
		at = w.times[i]
	}
	record := w.recordOf(int(w.records[i]))
	if w.objects && !w.sparse {
		record = record[:len(l.Design.Data.Fields)]
	}
	if ok, err := l.WriteAs(k.Key(i), w.before+int(w.records[i]), record, at); !ok || err != nil {
		w.left++
		return err
	}
	t := l.Table
	if t.Len() > MaxTextRows || t.Cells() > MaxTextCells {
		return base.Refuse(base.CodeTextTooLarge, count(MaxTextRows), count(MaxTextCells))
	}
	w.work += l.RowWork()
	return nil
}
