package host

import (
	"context"

	"tabletop/engine/base"
	"tabletop/lessons"
)

// StoreLesson stores a lesson that was read from a file. It replaces an earlier lesson of the
// same slug, and the reader's progress in that one stays.
type StoreLesson struct{ Lesson []byte } // see [lessons.DecodeFromFile]

func (StoreLesson) call() {}

// ownLesson returns the lesson that is in the note of a workspace. It refuses (bad-file) a
// lesson of another slug.
func ownLesson(m Meta, n note) (*lessons.Lesson, error) {
	l, err := lessons.DecodeFromFile(n.Lesson)
	if err != nil || l.Slug != m.ID || m.Kind != KindLesson {
		return nil, base.Refuse(base.CodeBadFile, "head", "", "")
	}
	return l, nil
}

// keepLesson carries out a [StoreLesson] and returns the slug of the lesson.
func (h *Host) keepLesson(ctx context.Context, c StoreLesson) (slug string, err error) {
	l, err := lessons.DecodeFromFile(c.Lesson)
	if err != nil {
		return "", err
	}
	now := int64(h.Now())
	// A lesson that is stored already keeps its journal and the reader's progress.
	was, err := h.Store.Load(ctx, l.Slug, 0)
	if err != nil {
		if refusal(err).Code != base.CodeNoSandbox {
			return "", err
		}
		m := Meta{ID: l.Slug, Kind: KindLesson, Title: l.Title, Created: now, Changed: now, Next: 1, Note: encodeNote(note{Lesson: c.Lesson})}
		return l.Slug, h.Store.Put(ctx, m, nil)
	}
	n, err := decodeNote(KindLesson, was.Note)
	if err != nil {
		return "", err
	}
	n.Lesson = c.Lesson
	was.Title, was.Changed, was.Note = l.Title, now, encodeNote(n)
	return l.Slug, h.Store.Append(ctx, was.Meta)
}
