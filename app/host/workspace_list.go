package host

import (
	"context"
	"math"
	"slices"
	"strings"

	"tabletop/engine/base"
)

// list carries out and answers a short call about stored workspaces. It runs on the host's
// goroutine, and waits for the store.
func (h *Host) list(ctx context.Context, j *job) {
	var a Answer
	// A call that needs room, or the latest state, is refused if changes cannot be stored.
	err := h.flush(ctx)
	if err == nil || !adds(j.sent.Call) {
		h.leave(j.sent.Call)
		err = h.saver.exclusive(func() error {
			if err := h.listed(ctx, j.sent.Call, &a); err != nil {
				return err
			}
			workspaceList, err := h.workspaceList(ctx)
			a.WorkspaceList = workspaceList
			if _, lists := j.sent.Call.(ListWorkspaces); !lists {
				err = nil // the call itself succeeded
			}
			return err
		})
	}
	if h.blocked(err, j.sent) {
		return
	}
	if err == nil {
		h.listedElsewhere(j.sent.Call, a)
	}
	if err != nil {
		a = Answer{Err: refusal(err)}
	}
	h.answer(j, a)
}

// adds reports whether a call fails if queued changes cannot be stored first: it needs room in
// the store, or the latest state of a workspace.
func adds(c Call) bool {
	switch c.(type) {
	case ListWorkspaces, DeleteWorkspace, ExportDamagedRecords:
		return false
	}
	return true
}

// listed does the work of list, and fills in all of the answer but the list of workspaces.
func (h *Host) listed(ctx context.Context, call Call, a *Answer) error {
	switch c := call.(type) {
	case ListWorkspaces:
		return nil
	case CreateSandbox:
		m := h.newMeta(c.Title)
		var journal []JournalEntry
		// The copy has the stored journal, which the caller has flushed, and the settings of
		// the load.
		if c.FromOpen && h.open != nil {
			l, err := h.Store.Load(ctx, h.open.meta.ID, 0)
			if err != nil {
				return err
			}
			journal = renumber(l.Entries)
			if load := h.open.settings; load != "" {
				m.Note = encodeNote(note{Settings: load})
			}
		}
		a.SandboxID = m.ID
		return h.put(ctx, m, journal)
	case RenameSandbox:
		// The Meta alone is needed: no entry has that number.
		l, err := h.Store.Load(ctx, c.ID, math.MaxUint64)
		if err != nil {
			return err
		}
		l.Meta.Title = c.Title
		if err := h.Store.Append(ctx, l.Meta); err != nil {
			return err
		}
		// The open workspace would store its old title otherwise.
		if h.open != nil && h.open.meta.ID == c.ID {
			h.open.meta.Title = c.Title
		}
		return nil
	case SaveQuizResult:
		return h.addQuizResult(ctx, c)
	case DeleteWorkspace:
		var err error
		a.SandboxID, err = h.remove(ctx, c.ID)
		return err
	case ExportDamagedRecords:
		var err error
		a.File, err = h.damage(ctx, c.ID)
		return err
	case ShareAsLink:
		var err error
		a.SharedLink, err = h.share(ctx, c)
		return err
	case StoreLesson:
		var err error
		a.SandboxID, err = h.keepLesson(ctx, c)
		return err
	}
	panic("host: a call that the shelf does not know")
}

// addQuizResult stores a quiz in the progress of its lesson, which may be open.
func (h *Host) addQuizResult(ctx context.Context, c SaveQuizResult) error {
	l, err := h.Store.Load(ctx, c.Slug, math.MaxUint64)
	if err != nil {
		return err
	}
	n, err := decodeNote(l.Meta.Kind, l.Meta.Note)
	if err != nil {
		return err
	}
	c.Result.At = int64(h.Now())
	n.Progress.Quizzes = append(n.Progress.Quizzes, c.Result)
	l.Meta.Note = encodeNote(n)
	if err := h.Store.Append(ctx, l.Meta); err != nil {
		return err
	}
	if w := h.open; w != nil && w.meta.ID == c.Slug && w.run != nil {
		w.run.AddQuizResult(c.Result)
		w.meta.Note = l.Meta.Note
	}
	return nil
}

// newMeta returns the Meta of a new sandbox without changes.
func (h *Host) newMeta(title string) Meta {
	now := int64(h.Now())
	return Meta{ID: h.NewID(), Kind: KindSandbox, Title: title, Created: now, Changed: now, Next: 1}
}

// put stores a new workspace with its journal.
func (h *Host) put(ctx context.Context, m Meta, journal []JournalEntry) error {
	return h.Store.Put(ctx, withJournal(m, journal), journal)
}

// withJournal returns the Meta of a new workspace with Next and Bytes as its journal has them.
func withJournal(m Meta, journal []JournalEntry) Meta {
	for _, e := range journal {
		m.Next = e.Seq + 1
		m.Bytes += int64(len(e.Data))
	}
	return m
}

// renumber returns a copy of a journal, numbered from 1 without gaps.
func renumber(journal []JournalEntry) []JournalEntry {
	out := slices.Clone(journal)
	for i := range out {
		out[i].Seq = uint64(i + 1)
	}
	return out
}

// workspaceList returns the list of all workspaces. It purges old deleted workspaces.
func (h *Host) workspaceList(ctx context.Context) (*WorkspaceList, error) {
	metas, err := h.all.List(ctx)
	if err != nil {
		return nil, err
	}
	s := &WorkspaceList{Now: int64(h.Now()), Deleted: h.purge(ctx, metas)}
	for _, m := range metas {
		if m.Deleted != 0 {
			continue
		}
		if m.Kind == KindSandbox {
			// Tables of -1 means that the counts are unknown: the sandbox was not open yet.
			b := SandboxSummary{ID: m.ID, Title: m.Title, Created: m.Created, Changed: m.Changed, Entries: int64(m.Next) - 1, Bytes: m.Bytes, Tables: -1}
			if n, err := decodeNote(m.Kind, m.Note); err == nil && n.Contents.Known {
				b.Tables, b.Rows, b.Bytes = n.Contents.Tables, n.Contents.Rows, m.Bytes+n.Contents.SnapshotBytes
			}
			s.Sandboxes = append(s.Sandboxes, b)
			continue
		}
		mark := LessonSummary{Slug: m.ID, Changed: m.Changed, Bytes: m.Bytes}
		if n, err := decodeNote(m.Kind, m.Note); err == nil {
			if len(n.Lesson) > 0 {
				mark.OwnLesson, _ = ownLesson(m, n)
				mark.Bytes += int64(len(n.Lesson))
			}
			p := n.Progress
			mark.Step, mark.Done, mark.Passed, mark.Solutions = p.Step, p.Done, len(p.Passed), len(p.Revealed)
			for _, shown := range p.Hints {
				mark.Hints += shown
			}
			mark.Quizzes, mark.GuessError = p.Quizzes, p.GuessErrorFactor()
			if mark.DoneAt = p.DoneAt; p.Done && mark.DoneAt == 0 {
				mark.DoneAt = m.Changed
			}
		}
		s.Lessons = append(s.Lessons, mark)
	}
	return s, nil
}

// fileEnd is the end of the name of a file of [FormatTabletop].
const fileEnd = ".tabletop"

// ExportFileName returns a name for a file of [FormatTabletop], from which characters are removed that some
// operating system does not allow.
func ExportFileName(title string) string {
	name := strings.Map(func(r rune) rune {
		if !base.IsLegible(r) || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, strings.TrimSpace(title))
	if name == "" {
		name = "sandbox"
	}
	return name + fileEnd
}
