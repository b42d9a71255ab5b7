package host

import (
	"context"
	"strconv"
	"strings"
	"time"

	"tabletop/app/host/archive"
	"tabletop/app/host/export"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/snapshot"
	"tabletop/engine/wire"
)

// ExportAllWorkspaces asks for a file with all sandboxes, and all lessons with the reader's progress.
type ExportAllWorkspaces struct{}

// MeasureExportSizes asks how large the files of a workspace would be, and what they cannot hold.
type MeasureExportSizes struct{ ID string }

// CreateFromRequests makes a sandbox by running requests on an empty session. If one of them is
// refused, there is no sandbox.
type CreateFromRequests struct {
	Title    string
	Requests []engine.Request
}

func (ExportAllWorkspaces) call() {}
func (MeasureExportSizes) call()  {}
func (CreateFromRequests) call()  {}

// MaxFileBytes is the most bytes that a file of [FormatTabletop] holds once it is unpacked.
const MaxFileBytes = archive.MaxUnpacked

// ExportFormat is a form of file that a workspace can be exported in.
type ExportFormat uint8

const (
	FormatTabletop    ExportFormat = iota // the whole workspace, see package archive
	FormatCBT                             // a script for the cbt tool
	FormatHBase                           // a script for the HBase shell
	FormatCSV                             // the newest values of one table
	FormatCBTSchema                       // a script for the cbt tool that makes the tables, without rows
	FormatHBaseSchema                     // the same for the HBase shell
	FormatTerraform                       // the same as a Terraform configuration
)

// WorkspaceForms are the forms that hold a whole workspace, in the order in which the page lists them. The
// others hold one table.
var WorkspaceForms = []ExportFormat{FormatTabletop, FormatCBT, FormatHBase, FormatCBTSchema, FormatHBaseSchema, FormatTerraform}

// ExportFileSize describes a file that an [ExportWorkspace] would make.
type ExportFileSize struct {
	Format ExportFormat
	Table  string        // the table, for FormatCSV
	Bytes  int64         // size of the file
	Lost   []export.Loss // what the file does not hold
}

// ImportResult counts what an [ImportFile] of a file with everything has stored.
type ImportResult struct {
	Sandboxes int // sandboxes that were made
	Lessons   int // lessons that had no workspace before
	Merged    int // lessons whose progress was merged
}

// carry begins, as a long job, a call that takes workspaces out of this browser or brings some
// in, or that copies or clears them.
func (h *Host) carry(ctx context.Context, j *job) {
	h.leave(j.sent.Call)
	h.startLong(j, func(p pause) Answer {
		var a Answer
		err := h.flush(ctx)
		switch j.sent.Call.(type) {
		case ExportWorkspace, ExportAllWorkspaces, MeasureExportSizes, DeleteAllWorkspaces:
			err = nil // changes that cannot be stored can still be exported
		}
		if err == nil {
			err = h.carried(ctx, j, p, &a)
		}
		if h.blocked(err, j.sent) {
			j.long.unanswered = true
			return a
		}
		if err != nil {
			return Answer{Err: refusal(err), Line: a.Line}
		}
		h.listedElsewhere(j.sent.Call, a)
		return a
	})
}

// carried does the work of carry and fills in the answer. Calls that change the list of workspaces also get
// the new one.
func (h *Host) carried(ctx context.Context, j *job, p pause, a *Answer) (err error) {
	switch c := j.sent.Call.(type) {
	case ExportWorkspace:
		a.File, err = h.export(ctx, j.sent.Seq, c, p)
		return err
	case ExportAllWorkspaces:
		a.File, err = h.exportAll(ctx, p)
		return err
	case MeasureExportSizes:
		a.FileSizes, err = h.measureFiles(ctx, j.sent.Seq, c.ID, p)
		return err
	case ImportFile:
		err = h.bringIn(ctx, c.Data, p, a)
	case CreateFromRequests:
		err = h.make(ctx, c, j.staged, p, a)
	case CreateFromLink:
		err = h.createFromLink(ctx, c, p, a)
	case CreateFromExample:
		err = h.example(ctx, c, p, a)
	case DuplicateWorkspace:
		err = h.duplicate(ctx, c, p, a)
	case UndeleteWorkspace:
		err = h.lendStore(ctx, p, func(ctx context.Context, _ func(int)) (err error) {
			a.SandboxID, err = h.undelete(ctx, c.ID)
			return err
		}, 0)
	case DeleteAllWorkspaces:
		err = h.lendStore(ctx, p, func(ctx context.Context, _ func(int)) error { return h.Store.Clear(ctx) }, 0)
	default:
		panic("host: a call that carries nothing")
	}
	if err == nil {
		err = h.saver.exclusive(func() error { a.WorkspaceList, err = h.workspaceList(ctx); return err })
	}
	return err
}

// placeAll stores workspaces, all or none, while the host does other work.
func (h *Host) placeAll(ctx context.Context, p pause, list ...WorkspaceToStore) error {
	return h.lendStore(ctx, p, func(ctx context.Context, went func(int)) error { return h.Store.PutAll(ctx, list, went) }, len(list))
}

// place stores a new sandbox with a journal, and sets the answer's SandboxID.
func (h *Host) place(ctx context.Context, p pause, m Meta, journal []JournalEntry, a *Answer) error {
	a.SandboxID = m.ID
	return h.placeAll(ctx, p, WorkspaceToStore{Meta: withJournal(m, journal), Entries: journal})
}

// stopped returns the error of a long job that was cancelled.
func stopped() error { return base.Refuse(base.CodeCancelled) }

// loaded returns a workspace from the store, with its changes that are not stored yet. If that
// fails, the copy in memory of the open workspace takes its place.
func (h *Host) loaded(ctx context.Context, id string, p pause) (l StoredWorkspace, err error) {
	err = h.lendStore(ctx, p, func(ctx context.Context, _ func(int)) (err error) {
		if l, err = h.Store.Load(ctx, id, 0); ctx.Err() == nil {
			l, err = h.saver.withQueued(id, l, err)
		}
		return err
	}, 0)
	if err != nil && refusal(err).Code == base.CodeCancelled {
		return l, err
	}
	if w := h.open; err != nil && w != nil && w.meta.ID == id && w.journal.whole {
		return StoredWorkspace{Meta: w.meta, Entries: w.journal.entries}, nil
	}
	return l, err
}

// filePiece is how many bytes of text are sent at once as a [FilePiece].
const filePiece = 512 << 10

// export returns a workspace as a file. It sends a text in pieces while it writes it; only the
// rest is in the file returned.
func (h *Host) export(ctx context.Context, seq uint64, c ExportWorkspace, p pause) (*ExportedFile, error) {
	if c.Format == FormatTabletop {
		return h.exportFile(ctx, c.ID, p)
	}
	// A text is sent while it is written, in pieces; out is the present piece.
	title, tables, err := h.tablesOf(ctx, c.ID, p)
	if err != nil {
		return nil, err
	}
	f, out := &ExportedFile{}, []byte(nil)
	_, err = writeForm(c.Format, c.Table, tables, p, func(text string) {
		if len(out)+len(text) > filePiece && len(out) > 0 {
			h.Send(FilePiece{seq, out})
			f.Pieces++
			out = make([]byte, 0, filePiece)
		}
		out = append(out, text...)
	})
	if err != nil {
		return nil, err
	}
	name := strings.TrimSuffix(ExportFileName(title), fileEnd)
	switch c.Format {
	case FormatCBT:
		name += ".cbt.txt"
	case FormatHBase:
		name += ".hbase.txt"
	case FormatCSV:
		name += " " + c.Table + ".csv"
	case FormatCBTSchema:
		name += " schema.cbt.txt"
	case FormatHBaseSchema:
		name += " schema.hbase.txt"
	case FormatTerraform:
		name += ".tf"
	}
	f.Name, f.Data = name, out
	return f, nil
}

// exportFile returns a workspace as a file of [FormatTabletop].
func (h *Host) exportFile(ctx context.Context, id string, p pause) (*ExportedFile, error) {
	w := archive.NewWriter(false)
	f := &ExportedFile{}
	done := int64(0)
	err := h.writeFile(ctx, w, id, false, f, p, func(total int64) bool { done++; return p(done, total) })
	if err != nil {
		return nil, err
	}
	f.Data, err = w.Finish()
	return f, err
}

// writeFile writes a workspace into a file. If the stored journal of the open workspace is
// lost, it writes one that makes the current tables. Without asLesson a lesson's tables are
// written as a sandbox. more is called after each entry with the number of all entries, 0 if
// that is unknown.
func (h *Host) writeFile(ctx context.Context, w *archive.Writer, id string, asLesson bool, f *ExportedFile, p pause, more func(total int64) bool) error {
	l, err := h.loaded(ctx, id, p)
	open := h.open
	// If the journal is lost, the tables of the open session make a new one.
	lost := err != nil && refusal(err).Code != base.CodeCancelled && open != nil && h.opening == nil && open.meta.ID == id
	if lost {
		l = StoredWorkspace{Meta: open.meta}
	} else if err != nil {
		return err
	}
	if !asLesson {
		l.Kind = KindSandbox
	}
	f.Name = ExportFileName(l.Title)
	if !writeSpace(w, l, func() bool { return more(int64(len(l.Entries))) }) {
		return stopped()
	}
	if !lost {
		return nil
	}
	f.JournalLost = true
	return open.writeTables(func(entry []byte) bool { w.WriteEntry(entry); return more(0) })
}

// exportAll returns a file with everything that the reader has.
func (h *Host) exportAll(ctx context.Context, p pause) (*ExportedFile, error) {
	var metas []Meta
	err := h.saver.exclusive(func() (err error) {
		metas, err = h.Store.List(ctx)
		return err
	})
	if err != nil {
		return nil, err
	}
	metas = h.withLost(metas)
	done, total := int64(0), int64(0)
	for _, m := range metas {
		total += int64(m.Next - 1)
	}
	if len(metas) > base.MaxWorkspaces {
		return nil, base.Refuse(base.CodeManyWorkspaces, strconv.Itoa(len(metas)), strconv.Itoa(base.MaxWorkspaces))
	}
	w, f := archive.NewWriter(true), &ExportedFile{}
	for _, m := range metas {
		err := h.writeFile(ctx, w, m.ID, true, f, p, func(int64) bool { done++; return p(done, max(done, total)) })
		if err != nil {
			return nil, err
		}
	}
	f.Name = "Tabletop " + time.UnixMicro(int64(h.Now())).UTC().Format(time.DateOnly) + fileEnd
	f.Data, err = w.Finish()
	return f, err
}

// writeSpace writes a workspace into a file, without its damaged entries. It calls more after
// each entry, and stops and reports false if more does.
func writeSpace(w *archive.Writer, l StoredWorkspace, more func() bool) bool {
	s := archive.Workspace{Lesson: l.Kind == KindLesson, Title: short(l.Title), Created: l.Created, Changed: l.Changed, Note: l.Note}
	if s.Lesson {
		s.ID = l.ID
	}
	if _, err := decodeNote(l.Kind, l.Note); err != nil {
		s.Note = nil
	}
	w.BeginWorkspace(s)
	for _, e := range l.Entries {
		if _, err := wire.DecodeChange(e.Data); err == nil {
			w.WriteEntry(e.Data)
		}
		if !more() {
			return false
		}
	}
	return true
}

// short returns a title cut to [archive.MaxTitle] bytes of valid UTF-8.
func short(title string) string {
	return strings.ToValidUTF8(title[:min(len(title), archive.MaxTitle)], "")
}

// measureFiles measures the files of a workspace in every form, and sends each result as it comes. The
// texts of the values are measured first: they use tables in memory and can be cancelled at any
// time, while reading the store cannot.
func (h *Host) measureFiles(ctx context.Context, seq uint64, id string, p pause) ([]ExportFileSize, error) {
	_, tables, err := h.tablesOf(ctx, id, p)
	if err != nil {
		return nil, err
	}
	var values, out []ExportFileSize
	// add measures one file and tells its size.
	add := func(to *[]ExportFileSize, form ExportFormat, table string) error {
		w := ExportFileSize{Format: form, Table: table}
		if form == FormatTabletop {
			f, err := h.exportFile(ctx, id, p)
			if err != nil {
				return err
			}
			w.Bytes = int64(len(f.Data))
		} else if w.Lost, err = writeForm(form, table, tables, p, func(text string) { w.Bytes += int64(len(text)) }); err != nil {
			return err
		}
		*to = append(*to, w)
		h.Send(ExportSizeMeasured{seq, w})
		return nil
	}
	for _, t := range tables {
		if err := add(&values, FormatCSV, t.Name()); err != nil {
			return nil, err
		}
	}
	for _, form := range WorkspaceForms {
		if err := add(&out, form, ""); err != nil {
			return nil, err
		}
	}
	return append(out, values...), nil
}

// A text is written in slices of writeSlice bytes between two pauses. Each call of the writer
// counts as writeCost bytes more.
const (
	writeSlice = 16 << 10
	writeCost  = 256
)

// writeForm writes tables in a form of text, and returns what the form cannot hold. For
// [FormatCSV] it writes only the table with the given name (no-table if there is none).
func writeForm(form ExportFormat, name string, tables []export.Table, p pause, write func(string)) ([]export.Loss, error) {
	total := int64(0)
	for _, t := range tables {
		if form != FormatCSV || t.Name() == name {
			total += int64(t.Len())
		}
	}
	// Pause after about writeSlice bytes; the progress counts rows by the lines written.
	went, lines, since := true, int64(0), 0
	to := func(text string) bool {
		write(text)
		lines += int64(strings.Count(text, "\n"))
		if since += writeCost + len(text); since >= writeSlice {
			went, since = p(min(lines, total), total), 0
		}
		return went
	}
	var lost []export.Loss
	switch form {
	case FormatCBT:
		lost = export.WriteCBTScript(tables, to)
	case FormatHBase:
		lost = export.WriteHBaseScript(tables, to)
	case FormatCBTSchema:
		lost = export.WriteCBTSchema(tables, to)
	case FormatHBaseSchema:
		lost = export.WriteHBaseSchema(tables, to)
	case FormatTerraform:
		lost = export.WriteTerraform(tables, to)
	case FormatCSV:
		found := false
		for _, t := range tables {
			if t.Name() == name {
				found = true
				lost = export.WriteCSV(t, to)
			}
		}
		if !found {
			return nil, base.Refuse(base.CodeNoTable, name, "")
		}
	default:
		panic("host: a form that is no text")
	}
	if !went {
		return nil, stopped()
	}
	return lost, nil
}

// tablesOf returns the current tables of a workspace, which need not be open. They are clones.
func (h *Host) tablesOf(ctx context.Context, id string, p pause) (title string, tables []export.Table, err error) {
	session := (*engine.Session)(nil)
	if w := h.open; w != nil && h.opening == nil && w.meta.ID == id {
		title, session = w.meta.Title, w.session
	} else if title, session, err = h.rebuilt(ctx, id, p); err != nil {
		return "", nil, err
	}
	im := session.Image()
	for _, t := range im.States[im.Now].Tables {
		tables = append(tables, export.Table{Table: t.Table.Clone(), Disabled: t.Disabled})
	}
	return title, tables, nil
}

// rebuilt makes the session of a workspace that is not open, from its snapshot and journal.
func (h *Host) rebuilt(ctx context.Context, id string, p pause) (string, *engine.Session, error) {
	var v *snapshotLoad
	var l StoredWorkspace
	var chunks []snapshot.Chunk
	err := h.lendStore(ctx, p, func(ctx context.Context, _ func(int)) (err error) {
		from := uint64(0)
		if v, err = h.snapshotOf(ctx, id); err != nil {
			return err
		}
		if v != nil {
			from = v.reader.FirstEntryAfter()
			if chunks, err = h.Store.LoadChunks(ctx, id, v.pending...); err != nil {
				return err
			}
		}
		l, err = h.Store.Load(ctx, id, from)
		return err
	}, 0)
	if err != nil {
		return "", nil, err
	}
	var session *engine.Session
	if v != nil {
		// A snapshot that cannot be read is no reason to fail, unless the job was cancelled.
		session, err = revived(v, chunks, h.session(), p)
		if err != nil && refusal(err).Code == base.CodeCancelled {
			return "", nil, err
		}
		if err != nil {
			if l, err = h.loaded(ctx, id, p); err != nil { // the journal holds everything
				return "", nil, err
			}
		}
	}
	changes, _ := decoded(l)
	// Only the tables are needed, so the shortened journal is enough.
	if session == nil {
		session = engine.New(h.session())
		changes, _ = shortened(changes)
	}
	for i, c := range changes {
		t := session.Replay(c)
		for !t.Step(stepRows) {
			if !p(int64(i), int64(len(changes))) {
				t.Stop()
				return "", nil, stopped()
			}
		}
		if !p(int64(i), int64(len(changes))) {
			return "", nil, stopped()
		}
	}
	return l.Title, session, nil
}

// revived returns the session of a snapshot with its chunks.
func revived(v *snapshotLoad, chunks []snapshot.Chunk, o engine.Options, p pause) (*engine.Session, error) {
	for i, c := range chunks {
		if !p(int64(i), int64(len(chunks))) {
			return nil, stopped()
		}
		if err := v.reader.Add(c); err != nil {
			return nil, err
		}
	}
	s, _, err := v.reader.Session(o)
	return s, err
}
