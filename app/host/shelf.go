package host

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/wire"
)

// shelve answers the calls about workspaces as a whole.
func (h *Host) shelve(ctx context.Context, j *job) {
	var a Answer
	err := h.saver.flush(ctx)
	if err == nil {
		err = h.saver.exclusive(func() error {
			if err := h.shelved(ctx, j.sent.Call, &a); err != nil {
				return err
			}
			shelf, err := h.shelf(ctx)
			a.Shelf = shelf
			return err
		})
	}
	if err != nil {
		a = Answer{Err: refusal(err)}
	}
	h.answer(j, a)
}

func (h *Host) shelved(ctx context.Context, call Call, a *Answer) error {
	switch c := call.(type) {
	case List:
		return nil
	case Create:
		m := h.newMeta(c.Title)
		var journal []Entry
		if c.FromOpen && h.open != nil {
			l, err := h.Store.Load(ctx, h.open.meta.ID, 0)
			if err != nil {
				return err
			}
			journal = renumber(l.Entries)
		}
		a.Made = m.ID
		return h.put(ctx, m, journal)
	case Rename:
		l, err := h.Store.Load(ctx, c.ID, math.MaxUint64)
		if err != nil {
			return err
		}
		l.Meta.Title = c.Title
		if h.open != nil && h.open.meta.ID == c.ID {
			h.open.meta.Title = c.Title
		}
		return h.Store.Append(ctx, l.Meta)
	case Delete:
		l, err := h.Store.Load(ctx, c.ID, 0)
		if err != nil {
			return err
		}
		a.File = &File{Name: fileName(l.Title), Data: EncodeFile(l.Meta, l.Entries)}
		if h.open != nil && h.open.meta.ID == c.ID {
			h.drop()
			h.close()
		}
		return h.Store.Delete(ctx, c.ID)
	case Export:
		l, err := h.Store.Load(ctx, c.ID, 0)
		if err != nil {
			return err
		}
		a.File = &File{Name: fileName(l.Title), Data: EncodeFile(l.Meta, l.Entries)}
		return nil
	case Damage:
		var err error
		a.File, err = h.damage(ctx, c.ID)
		return err
	case Import:
		title, journal, err := DecodeFile(c.Data)
		if err != nil {
			return err
		}
		m := h.newMeta(title)
		a.Made = m.ID
		return h.put(ctx, m, journal)
	case Share:
		var err error
		a.Shared, err = h.share(ctx, c)
		return err
	case Adopt:
		return h.adopt(ctx, c, a)
	}
	panic("host: a call that the shelf does not know")
}

func (h *Host) newMeta(title string) Meta {
	now := int64(h.Now())
	return Meta{ID: h.NewID(), Kind: KindSandbox, Title: title, Created: now, Changed: now, Next: 1}
}

func (h *Host) put(ctx context.Context, m Meta, journal []Entry) error {
	for _, e := range journal {
		m.Next = e.Seq + 1
		m.Bytes += int64(len(e.Data))
	}
	return h.Store.Put(ctx, m, journal)
}

func renumber(journal []Entry) []Entry {
	out := slices.Clone(journal)
	for i := range out {
		out[i].Seq = uint64(i + 1)
	}
	return out
}

func (h *Host) shelf(ctx context.Context) (*Shelf, error) {
	metas, err := h.Store.List(ctx)
	if err != nil {
		return nil, err
	}
	s := &Shelf{}
	for _, m := range metas {
		if m.Kind == KindSandbox {
			s.Sandboxes = append(s.Sandboxes, Shelved{ID: m.ID, Title: m.Title, Changed: m.Changed, Entries: int64(m.Next) - 1, Bytes: m.Bytes})
			continue
		}
		mark := LessonMark{Slug: m.ID}
		if n, err := decodeNote(m.Kind, m.Note); err == nil {
			mark.Step, mark.Done = n.progress.Step, n.progress.Done
		}
		s.Lessons = append(s.Lessons, mark)
	}
	return s, nil
}

// magic is the first line of a workspace's file.
const magic = "TABLETOP 1\n"

// head is what a file says of its workspace, as JSON.
type head struct {
	Title string `json:"title"`
}

// EncodeFile returns a workspace as a file: the line "TABLETOP 1", then blocks
// of a four-byte big-endian length and so many bytes. The first block is JSON
// that holds the title, each further one a journal entry. The recovery screen
// writes the same form without this program.
func EncodeFile(m Meta, journal []Entry) []byte {
	first, err := json.Marshal(head{m.Title})
	if err != nil {
		panic("host: a title that JSON cannot hold: " + err.Error())
	}
	out := []byte(magic)
	out = binary.BigEndian.AppendUint32(out, uint32(len(first)))
	out = append(out, first...)
	for _, e := range journal {
		out = binary.BigEndian.AppendUint32(out, uint32(len(e.Data)))
		out = append(out, e.Data...)
	}
	return out
}

// DecodeFile reads a file made by [EncodeFile]. It returns bad-file for
// anything else, and for an entry that is no change.
func DecodeFile(data []byte) (title string, journal []Entry, err error) {
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return "", nil, base.Refuse(base.CodeBadFile, "it does not begin with "+strings.TrimSpace(magic))
	}
	for n := uint64(0); len(rest) > 0; n++ {
		if len(rest) < 4 || uint64(binary.BigEndian.Uint32(rest)) > uint64(len(rest)-4) {
			return "", nil, base.Refuse(base.CodeBadFile, "it is cut short")
		}
		size := binary.BigEndian.Uint32(rest)
		block := rest[4 : 4+size]
		rest = rest[4+size:]
		if n == 0 {
			var h head
			if err := json.Unmarshal(block, &h); err != nil {
				return "", nil, base.Refuse(base.CodeBadFile, "its title cannot be read")
			}
			title = h.Title
			continue
		}
		if _, err := wire.DecodeChange(block); err != nil {
			return "", nil, base.Refuse(base.CodeBadFile, err.Error())
		}
		journal = append(journal, Entry{Seq: n, Data: bytes.Clone(block)})
	}
	return title, journal, nil
}

// fileName returns a name for a file that every system takes.
func fileName(title string) string {
	name := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, strings.TrimSpace(title))
	if name == "" {
		name = "sandbox"
	}
	return name + ".tabletop"
}
