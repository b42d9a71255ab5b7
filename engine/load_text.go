package engine

import (
	"slices"
	"strconv"

	"tabletop/engine/base"
	"tabletop/engine/console/printed"
	"tabletop/engine/design"
	"tabletop/engine/intake"
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
	t.run(func() error {
		t.s.pieces = append(t.s.pieces, r.Packed)
		t.record(r)
		return nil
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

// unpack begins to unpack the text of a new table.
func (t *Task) unpack(name string, r Text) (*intake.Reader, error) {
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
	t.rowsTotal = int64(r.Size) / intake.ReadBytes
	return intake.NewReader(s.pieces, r.Packed, r.Size), nil
}

// textWriter makes a table of a text in steps.
type textWriter interface {
	Step(budget int64) (used int64, done bool, err error)
	BytesDone() int
}

// readText makes a table of a text.
func (t *Task) readText(w textWriter) error {
	return t.steps(func(budget int64) (used int64, done bool, err error) {
		used, done, err = w.Step(budget)
		t.rowsDone = int64(w.BytesDone()) / intake.ReadBytes
		return used, done, err
	})
}

// keepText puts a table made of a text in place. The pieces are changes before that of r.
func (t *Task) keepText(r Request, pieces []string, tab *table.Table, left int) {
	state := &t.s.state
	state.tables[tab.Name()], state.born[tab.Name()] = tab, t.s.version
	t.reply.Focus = tab.Name()
	t.note(base.NotePrinted, tab.Name(), strconv.Itoa(tab.Len()), count(tab.Cells()), strconv.Itoa(left))
	if !t.replayed {
		for _, p := range pieces {
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

// readsBack begins to read a text, whose pieces are those of now.
func (t *Task) readsBack(r Printed) error {
	text, err := t.unpack(r.Table, r.Text)
	if err != nil {
		return err
	}
	w, err := intake.NewPrintedWriter(r.Table, r.Form, r.Row, text, t.at)
	if err != nil {
		return err
	}
	pieces := t.s.pieces
	t.run(func() error {
		if err := t.readText(w); err != nil {
			return err
		}
		t.keepText(r, pieces, w.Table, w.LeftOut())
		return nil
	})
	return nil
}

// MaxTextRows is the most rows, and MaxTextCells the most cells, that a table has which is
// made of a file of values: what a tab has room for.
const (
	MaxTextRows  = intake.MaxRows
	MaxTextCells = intake.MaxCells
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

// readsValues begins to read values, whose pieces are those of now, or to use what has been read
// of them.
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
	w := intake.NewValuesWriter(l, text, intake.ValuesForm{Comma: r.Comma, Names: r.Names, Heads: r.Heads, Sparse: r.Sparse, Stamped: r.Stamped, Rules: r.Rules})
	if t.s.read.Whole(r.Size, r.Comma, r.Names) && !t.replayed {
		w.ReadAhead(t.s.read.Moved())
	}
	t.s.read = nil
	pieces := t.s.pieces
	t.run(func() error {
		if err := t.readText(w); err != nil {
			return err
		}
		t.s.state.merge(r.Of.Table, l.Lost)
		t.keepText(r, pieces, l.Table, w.LeftOut())
		t.noteLost(l)
		return nil
	})
	return nil
}
