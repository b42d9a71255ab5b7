package host

import (
	"context"
	"strconv"

	"tabletop/app/host/archive"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console/dialects"
	"tabletop/engine/wire"
	"tabletop/lessons"
)

// bringIn carries out an [ImportFile]: it decodes a file, and stores its workspaces in one
// transaction.
func (h *Host) bringIn(ctx context.Context, data []byte, p pause, a *Answer) error {
	done := int64(0)
	f, err := archive.Decode(data, func() bool { done++; return p(done, 0) })
	if err != nil {
		return err
	}
	metas, err := h.metas(ctx, p)
	if err != nil {
		return err
	}
	list, err := h.places(f, metas, p)
	if err != nil {
		return err
	}
	if err := h.placeAll(ctx, p, list...); err != nil {
		return err
	}
	// Tell the other tabs what they have to open again or to merge.
	b := &ImportResult{}
	for _, v := range list {
		switch {
		case v.Kind == KindSandbox:
			b.Sandboxes++
		case !v.Noted:
			b.Lessons++
			h.tellTabs(news{What: newsReplaced, ID: v.ID})
		default:
			b.Merged++
			h.tellTabs(news{What: newsGrown, ID: v.ID})
			h.advanced(v.Meta)
		}
	}
	if f.Everything {
		a.Imported = b
	} else {
		a.SandboxID = list[0].ID
	}
	return nil
}

// metas returns the stored workspaces, without the deleted ones.
func (h *Host) metas(ctx context.Context, p pause) (metas []Meta, err error) {
	err = h.lendStore(ctx, p, func(ctx context.Context, _ func(int)) (err error) {
		metas, err = h.Store.List(ctx)
		return err
	}, 0)
	return metas, err
}

// places returns the records to store for the workspaces of a file. Sandboxes get new IDs, and
// titles that are free. A lesson that is stored already only gets a note with merged progress.
// A workspace that is not valid is refused (bad-file).
func (h *Host) places(f archive.File, metas []Meta, p pause) ([]WorkspaceToStore, error) {
	known := map[string]*Meta{}
	for i, m := range metas {
		known[m.ID] = &metas[i]
	}
	titles := titlesOf(metas)
	met := map[string]bool{}
	var out []WorkspaceToStore
	for i, s := range f.Workspaces {
		if !p(int64(i), int64(len(f.Workspaces))) {
			return nil, stopped()
		}
		// A lesson keeps its ID; a sandbox gets a new one, and a free title.
		v := WorkspaceToStore{Meta: Meta{ID: s.ID, Kind: KindLesson, Title: s.Title, Created: s.Created, Changed: s.Changed, Next: 1, Note: s.Note}}
		if !s.Lesson {
			v.Kind = KindSandbox
			v.Title = titles.free(s.Title)
			for v.ID = h.NewID(); known[v.ID] != nil || met[v.ID]; {
				v.ID = h.NewID()
			}
		}
		// A note that cannot be read, and an ID that occurs twice, are not from an export.
		n, err := decodeNote(v.Kind, s.Note)
		if err != nil || met[v.ID] {
			return nil, base.Refuse(base.CodeBadFile, "head", "", "")
		}
		if s.Lesson && lessons.IsSlugFromFile(s.ID) || len(n.Lesson) > 0 {
			if _, err := ownLesson(v.Meta, n); err != nil {
				return nil, err
			}
		}
		met[v.ID] = true
		// The lesson is stored already: merge the progress, and leave its journal.
		if at := known[v.ID]; at != nil {
			own, err := decodeNote(KindLesson, at.Note)
			switch {
			case at.Kind != KindLesson:
				return nil, base.Refuse(base.CodeBadFile, "head", "", "")
			case err != nil:
				continue // the stored note is unreadable; leave it as it is
			}
			own.Progress = lessons.MergeProgress(own.Progress, n.Progress)
			v.Noted, v.Meta = true, *at
			v.Note = encodeNote(own)
			out = append(out, v)
			continue
		}
		for i, e := range s.Journal {
			v.Entries = append(v.Entries, JournalEntry{Seq: uint64(i + 1), Data: e})
			v.Bytes += int64(len(e))
		}
		v.Next = uint64(len(s.Journal) + 1)
		out = append(out, v)
	}
	return out, nil
}

// titles has the titles of all sandboxes. The value of a title is the first number to try for
// the next sandbox of that title.
type titles map[string]int

// titlesOf returns the titles of the sandboxes among metas.
func titlesOf(metas []Meta) titles {
	t := titles{}
	for _, m := range metas {
		if m.Kind == KindSandbox {
			t[m.Title] = 2
		}
	}
	return t
}

// free returns the title, or the title with a number, so that no sandbox has it yet, and adds
// it.
func (t titles) free(title string) string {
	out, n := title, t[title]
	for ; n > 0 && t[out] > 0; n++ {
		out = title + " (" + strconv.Itoa(n) + ")"
	}
	t[title], t[out] = max(n, 2), 2
	return out
}

// advanced merges the progress of a stored lesson into the open workspace, if that is the
// lesson.
func (h *Host) advanced(m Meta) {
	w := h.open
	if w == nil || w.lesson == nil || w.meta.ID != m.ID {
		return
	}
	if n, err := decodeNote(KindLesson, m.Note); err == nil {
		if w.run != nil { // the reader may have advanced meanwhile
			n.Progress = lessons.MergeProgress(w.run.Progress(), n.Progress)
		}
		w.begin(n.Progress)
		w.storeNote(h)
	}
}

// make carries out a [CreateFromRequests]. staged has the pieces of text that came before the
// call. The session is kept in h.made, since the page opens the new sandbox next.
func (h *Host) make(ctx context.Context, c CreateFromRequests, staged engine.StagedPieces, p pause, a *Answer) error {
	h.made = nil
	session, begun := engine.New(h.session()), h.Monotonic()
	var journal []JournalEntry
	line := 0 // number of the last line that was reached
	for _, r := range c.Requests {
		for _, part := range h.parts(r) {
			t := session.Start(session.StagePieces(part.request, staged))
			for !t.Step(stepRows) {
				done, total := t.Progress()
				if part.lines > 0 {
					done, total = done+int64(part.before), int64(part.lines)
				}
				if !p(done, total) {
					t.Stop()
					return stopped()
				}
			}
			reply := t.Reply()
			if reply.Err != nil {
				if reply.ErrLine > 0 {
					line = reply.ErrLine + part.skipped
				}
				a.Line = line
				return reply.Err
			}
			h.spend(staged.Pieces, reply.Changes)
			// These notes are about lost records and about what was read.
			for _, l := range reply.Output {
				switch l.Code {
				case base.NoteCollided, base.NoteRepeated, base.NoteLinesSkipped, base.NotePrinted:
					a.Notes = append(a.Notes, l)
				}
			}
			for _, change := range reply.Changes {
				journal = append(journal, JournalEntry{Seq: uint64(len(journal) + 1), Data: wire.EncodeChange(change)})
			}
		}
	}
	took := h.Monotonic() - begun
	metas, err := h.metas(ctx, p)
	if err != nil {
		return err
	}
	m := h.newMeta(titlesOf(metas).free(c.Title))
	if err := h.place(ctx, p, m, journal, a); err != nil {
		return err
	}
	h.made = &madeSpace{withJournal(m, journal), session, journal, took}
	return nil
}

// madeSpace is a sandbox that was made just now, with its session. If it is opened next, the
// session is used and nothing has to be replayed.
type madeSpace struct {
	meta    Meta
	session *engine.Session
	journal []JournalEntry
	took    base.Micros // time it took to make the session
}

// is reports whether a loaded workspace is the one that was made, and has not changed since.
// The workspace must have been loaded from the number after its last entry on.
func (m *madeSpace) is(l StoredWorkspace) bool {
	return m != nil && l.ID == m.meta.ID && l.Next == m.meta.Next && l.Changed == m.meta.Changed && l.Bytes == m.meta.Bytes && len(l.Entries)+len(l.Damaged) == 0
}

// goesOn gives a workspace the session and a copy of the journal.
func (m *madeSpace) goesOn(w *workspace) {
	w.session = m.session
	w.journal = journalCopy{whole: true}
	w.journal.add(m.journal)
	w.snapshots.count(len(m.journal), m.took)
}

// part is a piece of a request that is run at once.
type part struct {
	request       engine.Request
	skipped       int // lines of text before it
	before, lines int // commands before it, and of the whole text; 0 if not counted
}

// parts splits a long script, between commands, into parts that the engine accepts. Any other
// request is one part.
func (h *Host) parts(r engine.Request) []part {
	c, ok := r.(engine.RunConsole)
	if !ok || len(c.Text) <= engine.MaxConsoleText/2 {
		return []part{{request: r}}
	}
	lines := dialects.ByID(c.Dialect).Split(c.Text)
	var out []part
	for first := 0; first < len(lines); {
		// Take as many commands as fit in half of the engine's bound, but at least one.
		next, end := first+1, len(c.Text)
		for next < len(lines) && lines[next].Pos-lines[first].Pos < engine.MaxConsoleText/2 {
			next++
		}
		if next < len(lines) {
			end = lines[next].Pos
		}
		v := c
		v.Text = c.Text[lines[first].Pos:end]
		out = append(out, part{v, lines[first].Number - 1, first, len(lines)})
		first = next
	}
	return out
}
