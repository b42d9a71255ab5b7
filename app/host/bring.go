package host

import (
	"context"
	"slices"
	"strconv"

	"tabletop/app/host/archive"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console/cbt"
	"tabletop/engine/console/hbase"
	"tabletop/engine/wire"
	"tabletop/lessons"
)

// placed is a workspace on its way into the store.
type placed struct {
	meta    Meta
	entries []Entry
	before  *Meta // of a lesson that is there already: only its note changes
}

// bringIn puts what a file holds into the store.
func (h *Host) bringIn(ctx context.Context, data []byte, p pause, a *Answer) error {
	done := int64(0)
	f, err := archive.Decode(data, func() bool { done++; return p(done, 0) })
	if err != nil {
		return err
	}
	return h.saver.exclusive(func() error {
		metas, err := h.Store.List(ctx)
		if err != nil {
			return err
		}
		list, err := h.places(f, metas)
		if err != nil {
			return err
		}
		if err := h.putAll(ctx, list); err != nil {
			return err
		}
		b := &Brought{}
		for _, v := range list {
			switch {
			case v.meta.Kind == KindSandbox:
				b.Sandboxes++
			case v.before == nil:
				b.Lessons++
				h.tell(news{what: newsReplaced, id: v.meta.ID})
			default:
				b.Merged++
				h.tell(news{what: newsGrown, id: v.meta.ID})
				h.advanced(v.meta)
			}
		}
		if f.All {
			a.Brought = b
		} else {
			a.Made = list[0].meta.ID
		}
		a.Shelf, err = h.shelf(ctx)
		return err
	})
}

// places says where the workspaces of a file go, beside those there are. It
// refuses (bad-file) what is no workspace's.
func (h *Host) places(f archive.File, metas []Meta) ([]placed, error) {
	known, titles := map[string]*Meta{}, map[string]bool{}
	for i, m := range metas {
		known[m.ID] = &metas[i]
		if m.Kind == KindSandbox {
			titles[m.Title] = true
		}
	}
	met := map[string]bool{}
	var out []placed
	for _, s := range f.Spaces {
		v := placed{meta: Meta{ID: s.ID, Kind: KindLesson, Title: s.Title, Created: s.Created, Changed: s.Changed, Next: 1, Note: s.Note}}
		if !s.Lesson {
			v.meta.Kind = KindSandbox
			v.meta.Title = free(s.Title, titles)
			for v.meta.ID = h.NewID(); known[v.meta.ID] != nil || met[v.meta.ID]; {
				v.meta.ID = h.NewID()
			}
			titles[v.meta.Title] = true
		}
		n, err := decodeNote(v.meta.Kind, s.Note)
		if err != nil || met[v.meta.ID] {
			return nil, base.Refuse(base.CodeBadFile, "head", "", "")
		}
		if s.Lesson && lessons.Own(s.ID) || len(n.own) > 0 {
			if _, err := ownLesson(v.meta, n); err != nil {
				return nil, err
			}
		}
		met[v.meta.ID] = true
		if at := known[v.meta.ID]; at != nil {
			own, err := decodeNote(KindLesson, at.Note)
			switch {
			case at.Kind != KindLesson:
				return nil, base.Refuse(base.CodeBadFile, "head", "", "")
			case err != nil:
				continue // what is there cannot be read, and is not for us to mend
			}
			own.progress = lessons.Merge(own.progress, n.progress)
			v.before, v.meta = at, *at
			v.meta.Note = encodeNote(own)
			out = append(out, v)
			continue
		}
		for i, e := range s.Journal {
			v.entries = append(v.entries, Entry{Seq: uint64(i + 1), Data: e})
			v.meta.Bytes += int64(len(e))
		}
		v.meta.Next = uint64(len(s.Journal) + 1)
		out = append(out, v)
	}
	return out, nil
}

// free returns a title that no sandbox has.
func free(title string, taken map[string]bool) string {
	out := title
	for n := 2; taken[out]; n++ {
		out = title + " (" + strconv.Itoa(n) + ")"
	}
	return out
}

// putAll puts all into the store, or nothing.
func (h *Host) putAll(ctx context.Context, list []placed) error {
	for i, v := range list {
		var err error
		if v.before != nil {
			err = h.Store.Append(ctx, v.meta)
		} else {
			err = h.Store.Put(ctx, v.meta, v.entries)
		}
		if err == nil {
			continue
		}
		for _, u := range slices.Backward(list[:i+1]) {
			// What fails here too is one more than there was, and nothing lost.
			if u.before != nil {
				_ = h.Store.Append(ctx, *u.before)
			} else {
				_ = h.Store.Delete(ctx, u.meta.ID)
			}
		}
		return err
	}
	return nil
}

// advanced lets the open lesson know what its progress has become.
func (h *Host) advanced(m Meta) {
	w := h.open
	if w == nil || w.lesson == nil || w.meta.ID != m.ID {
		return
	}
	if n, err := decodeNote(KindLesson, m.Note); err == nil {
		w.meta.Note = m.Note
		w.begin(n.progress)
	}
}

// make runs requests in a session of its own, and makes a sandbox of that.
func (h *Host) make(ctx context.Context, c Make, p pause, a *Answer) error {
	session := engine.New(h.session())
	var journal []Entry
	line := 0 // those before the text that is run
	for _, r := range c.Requests {
		for _, part := range h.parts(r) {
			t := session.Start(part.request)
			for !t.Step(stride) {
				done, total := t.Progress()
				if part.lines > 0 {
					done, total = done+int64(part.before), int64(part.lines)
				}
				if !p(done, total) {
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
			for _, change := range reply.Changes {
				journal = append(journal, Entry{Seq: uint64(len(journal) + 1), Data: wire.EncodeChange(change)})
			}
		}
	}
	return h.saver.exclusive(func() error {
		metas, err := h.Store.List(ctx)
		if err != nil {
			return err
		}
		titles := map[string]bool{}
		for _, m := range metas {
			titles[m.Title] = titles[m.Title] || m.Kind == KindSandbox
		}
		m := h.newMeta(free(c.Title, titles))
		if err := h.put(ctx, m, journal); err != nil {
			return err
		}
		a.Made = m.ID
		a.Shelf, err = h.shelf(ctx)
		return err
	})
}

// part is as much of a request as is run at once.
type part struct {
	request       engine.Request
	skipped       int // lines of text before it
	before, lines int // commands before it, and in all; 0 where that is not counted
}

// parts returns a request in the parts that the engine takes: a long script in
// several.
func (h *Host) parts(r engine.Request) []part {
	c, ok := r.(engine.Console)
	if !ok || len(c.Text) <= engine.MaxInput/2 {
		return []part{{request: r}}
	}
	lines := cbt.SplitScript(c.Text)
	if c.Dialect == engine.HBase {
		lines = hbase.SplitScript(c.Text)
	}
	var out []part
	for first := 0; first < len(lines); {
		next, end := first+1, len(c.Text)
		for next < len(lines) && lines[next].Pos-lines[first].Pos < engine.MaxInput/2 {
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
