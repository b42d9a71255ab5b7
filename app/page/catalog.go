package page

import (
	"tabletop/engine/wire"
	"tabletop/lessons"
)

// Files of the site that the page and the worker fetch, below its root.

// CatalogFile is the file of the list of lessons in a language.
func CatalogFile(lang string) string { return "lessons/catalog." + lang + ".bin" }

// LessonFile is the file of a compiled lesson in a language.
func LessonFile(slug, lang string) string { return "lessons/" + slug + "/" + lang + ".bin" }

// EncodeCatalog returns the list of lessons as a frame.
func EncodeCatalog(cards []Card) []byte { return wire.Encode(&cards, nil) }

// DecodeCatalog reads a frame made by [EncodeCatalog].
func DecodeCatalog(frame []byte) (cards []Card, err error) {
	err = wire.Decode(frame, &cards, nil)
	return cards, err
}

// OwnTrack begins the track of lessons that came from files.
const OwnTrack = "\x00"

// CardOf returns a lesson's place in the catalog.
func CardOf(l *lessons.Lesson) Card {
	c := Card{Lang: l.Lang, Slug: l.Slug, Title: l.Title, Track: l.Track, Summary: l.Summary, Minutes: l.Minutes}
	for _, s := range l.Steps {
		c.Goals += len(s.Goals)
		c.Steps = append(c.Steps, s.Title)
	}
	return c
}
