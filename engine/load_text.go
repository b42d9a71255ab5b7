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

// MaxTextPiece is the most bytes of packed text in one change, so that no entry of a journal is large.
const MaxTextPiece = 1 << 20

// maxPacked is the most packed bytes that the request for the table itself may have. Older
// journals hold a whole text there.
const maxPacked = 30 << 20

// PackedText is a long text that a table is made from.
type PackedText struct {
	Size   int    `wire:"1"` // bytes of the unpacked text, at most [printed.MaxText]
	Packed string `wire:"2"` // the text in raw deflate (RFC 1951), or the rest of it after the pieces
	Pieces int    `wire:"3"` // number of [AddTextPiece] requests before this one; in a journal they are changes of their own
}

// AllStagedPieces, in place of a number of pieces, means the whole text that was staged, see
// [StagedPieces].
const AllStagedPieces = -1

// AddTextPiece adds a part of a packed text for the next table that is made from a text. It changes
// nothing else. It is accepted together with that table, or by itself in a replay.
type AddTextPiece struct {
	Packed string `wire:"1"`
}

func (AddTextPiece) traits() RequestTraits { return RequestTraits{Changes: true, Recorded: true} }

func (r AddTextPiece) start(t *Task) {
	if err := base.CheckAtMost(base.CodeInputTooLong, len(r.Packed)+t.s.packed(), maxPackedPieces); err != nil {
		t.fail(err)
		return
	}
	t.run(func() error {
		t.s.pieces = append(t.s.pieces, r.Packed)
		t.record(r)
		return nil
	})
}

// maxPackedPieces is the most bytes of all pieces together. It exceeds the size of the text a
// little, because text that cannot be compressed grows.
const maxPackedPieces = printed.MaxText + MaxTextPiece

// packed returns the bytes of the pieces that the next table will use.
func (s *Session) packed() (n int) {
	for _, p := range s.pieces {
		n += len(p)
	}
	return n
}

// StagedPieces is a text that was received in pieces before the request for its table.
type StagedPieces struct {
	Pieces []string               // packed
	Rest   string                 // packed text after the pieces
	Read   *records.ParsedRecords // records that were already read from the text, nil for none
}

// StagePieces gives the session the pieces that a request needs, and returns the request to start. The
// pieces are accepted together with that request. Records that were read ahead are used by this
// request or dropped.
func (s *Session) StagePieces(r Request, staged StagedPieces) Request {
	s.pieces, s.read = nil, staged.Read
	if t, ok := r.(interface{ pieces() int }); ok && t.pieces() != 0 {
		s.pieces = staged.Pieces
	}
	if v, ok := r.(LoadValuesText); ok && v.Pieces == AllStagedPieces {
		v.Pieces, v.Packed = len(staged.Pieces), staged.Rest
		return v
	}
	return r
}

func (r PackedText) pieces() int { return r.Pieces }

// unpack returns a reader of the text of a new table. It refuses a text that is too large, a table
// that exists, and pieces that are missing.
func (t *Task) unpack(name string, r PackedText) (*intake.PackedTextReader, error) {
	s := t.s
	if err := base.CheckAtMost(base.CodeInputTooLong, r.Size, printed.MaxText); err != nil {
		return nil, err
	}
	if err := base.CheckAtMost(base.CodeInputTooLong, len(r.Packed), maxPacked); err != nil {
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
	t.rowsTotal = int64(r.Size) / intake.BytesPerRowWork
	return intake.NewPackedTextReader(s.pieces, r.Packed, r.Size), nil
}

// textWriter makes a table from a text in steps.
type textWriter interface {
	Step(budget int64) (used int64, done bool, err error)
	BytesDone() int
}

// readText runs a writer to the end of its text.
func (t *Task) readText(w textWriter) error {
	return t.steps(func(budget int64) (used int64, done bool, err error) {
		used, done, err = w.Step(budget)
		t.rowsDone = int64(w.BytesDone()) / intake.BytesPerRowWork
		return used, done, err
	})
}

// keepText puts a table that was made from a text in place. The pieces are recorded as changes
// before the request r. The argument left is the number of lines or records that were left out.
func (t *Task) keepText(r Request, pieces []string, tab *table.Table, left int) {
	state := &t.s.state
	state.tables[tab.Name()], state.born[tab.Name()] = tab, t.s.version
	t.reply.FocusTable = tab.Name()
	t.note(base.NotePrinted, tab.Name(), strconv.Itoa(tab.Len()), count(tab.CellCount()), strconv.Itoa(left))
	if !t.replayed {
		for _, p := range pieces {
			t.record(AddTextPiece{p})
		}
	}
	t.s.pieces = nil
	t.accept(r)
	t.remeasure()
}

// MakeTableFromPrintedOutput makes a table from what a console printed of a table. Lines that are not
// part of a row are left out. The table appears in the last step, complete, or not at all.
type MakeTableFromPrintedOutput struct {
	Table      string             `wire:"1"`
	Form       printed.OutputForm `wire:"2"`
	Row        base.RowKey        `wire:"3"` // for the output of get: the key of the row
	PackedText `wire:"4"`
}

func (MakeTableFromPrintedOutput) traits() RequestTraits {
	return RequestTraits{Changes: true, Recorded: true, BringsRows: true, CountsAsAct: true}
}

func (r MakeTableFromPrintedOutput) says() OutputLine { return stepNote(base.NoteStepPrinted, r.Table) }

func (r MakeTableFromPrintedOutput) start(t *Task) {
	if err := t.readsBack(r); err != nil {
		t.fail(err)
	}
}

// readsBack begins the task of [MakeTableFromPrintedOutput], with the pieces that are staged now.
func (t *Task) readsBack(r MakeTableFromPrintedOutput) error {
	text, err := t.unpack(r.Table, r.PackedText)
	if err != nil {
		return err
	}
	w, err := intake.NewPrintedLoader(r.Table, r.Form, r.Row, text, t.at)
	if err != nil {
		return err
	}
	pieces := t.s.pieces
	t.run(func() error {
		if err := t.readText(w); err != nil {
			return err
		}
		t.keepText(r, pieces, w.Table, w.SkippedLineCount())
		return nil
	})
	return nil
}

// MaxTextRows and MaxTextCells are the most rows and cells of a table that is made from a file
// of values. A browser tab has memory for about this many.
const (
	MaxTextRows  = intake.MaxRows
	MaxTextCells = intake.MaxCells
)

// LoadValuesText makes a table from a long text of values, as [LoadRecords] does from records, but
// without a design, because the records are not kept. Records with a wrong number of fields, or
// without a key or time, are left out. The table appears in the last step, complete, or not at all.
type LoadValuesText struct {
	Target        LoadRecords `wire:"1"` // the table, without records
	Separator     string      `wire:"2"` // separator of values; "" for JSON with one object a line
	HeaderRecords int         `wire:"3"` // header records before the first record
	Names         []string    `wire:"4"` // for objects: the names of the fields of Target
	// Sparse makes no cell from an empty value, nor, for objects, from null or a missing name.
	// Without it they are cells with an empty value, as older journals expect.
	Sparse bool `wire:"5"`
	// ValueTimestamps reads the time of a cell from its value: microseconds since 1970 after the last @,
	// cut to milliseconds. The import command of cbt does the same with timestamp=value-encoded.
	ValueTimestamps bool `wire:"6"`
	// Rules say how the values of the first fields are rewritten, one rule for each. A value that
	// a rule cannot read stays unchanged.
	Rules      []rewrite.ValueRule `wire:"7"`
	PackedText `wire:"8"`
}

func (LoadValuesText) traits() RequestTraits {
	return RequestTraits{Changes: true, Recorded: true, BringsRows: true, CountsAsAct: true}
}

func (r LoadValuesText) says() OutputLine {
	return stepNote(base.NoteStepValues, append([]string{r.Target.Table, r.Target.Template}, r.Target.left()...)...)
}

func (r LoadValuesText) start(t *Task) {
	if err := t.readsValues(r); err != nil {
		t.fail(err)
	}
}

// readsValues begins the task of [LoadValuesText], with the pieces that are staged now. It uses records
// that were read ahead from the same text.
func (t *Task) readsValues(r LoadValuesText) error {
	if err := design.CheckLoadLimits(r.Target.Table, r.Target.Columns, r.Target.Data); err != nil {
		return err
	}
	if len(r.Rules) > len(r.Target.Data.Fields) || slices.ContainsFunc(r.Rules, func(r rewrite.ValueRule) bool { return !r.Valid() }) {
		return base.Refuse(base.CodeNotPrinted)
	}
	text, err := t.unpack(r.Target.Table, r.PackedText)
	if err != nil {
		return err
	}
	l, err := design.NewLoader(r.Target.Table, r.Target.Template, r.Target.Columns, r.Target.Data, nil, t.at)
	if err != nil {
		return err
	}
	w := intake.NewValuesLoader(l, text, intake.ValuesFormat{Separator: r.Separator, Names: r.Names, HeaderRecords: r.HeaderRecords, Sparse: r.Sparse, ValueTimestamps: r.ValueTimestamps, Rules: r.Rules})
	if t.s.read.HasWholeText(r.Size, r.Separator, r.Names) && !t.replayed {
		w.UseParsedRecords(t.s.read.TakeOver())
	}
	t.s.read = nil
	pieces := t.s.pieces
	t.run(func() error {
		if err := t.readText(w); err != nil {
			return err
		}
		t.s.state.merge(r.Target.Table, l.Lost)
		t.keepText(r, pieces, l.Table, w.SkippedRecordCount())
		t.noteLost(l)
		return nil
	})
	return nil
}
