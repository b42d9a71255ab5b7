package page

import (
	"strings"

	"tabletop/engine/wire"
	"tabletop/lessons"
)

// CatalogPath returns the path of the list of lessons in a language, below the site's root. The
// page fetches this file, and the files of [LessonPath] with the worker. The site's build writes
// them.
func CatalogPath(lang string) string { return "lessons/catalog." + lang + ".bin" }

// LessonPath returns the path of a compiled lesson in a language, below the site's root.
func LessonPath(slug, lang string) string { return "lessons/" + slug + "/" + lang + ".bin" }

// EncodeCatalog returns the list of lessons as a frame.
func EncodeCatalog(cards []LessonCard) []byte { return wire.Encode(&cards, nil) }

// DecodeCatalog reads a frame made by [EncodeCatalog].
func DecodeCatalog(frame []byte) (cards []LessonCard, err error) {
	err = wire.Decode(frame, &cards, nil)
	return cards, err
}

// OwnLessonTrack is the first byte of the track of a lesson that came from a file.
const OwnLessonTrack = "\x00"

// IsOwn reports whether the lesson came from a file of the reader's.
func (c LessonCard) IsOwn() bool { return strings.HasPrefix(c.Track, OwnLessonTrack) }

// LessonCardOf returns the catalog's entry for a lesson.
func LessonCardOf(l *lessons.Lesson) LessonCard {
	c := LessonCard{Lang: l.Lang, Slug: l.Slug, Title: l.Title, Track: l.Track, Summary: l.Summary, Minutes: l.Minutes, Path: l.Path, Quiz: l.Quiz}
	for _, s := range l.Steps {
		c.Goals += len(s.Goals)
		c.Steps = append(c.Steps, s.Title)
	}
	return c
}
