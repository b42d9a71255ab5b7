package model

import (
	"slices"

	"tabletop/app/lesson"
	"tabletop/app/page"
	"tabletop/lessons"
)

// TongueCame brings what the page says in a language that was asked for by
// [page.FetchLanguage].
type TongueCame struct {
	Tag     string
	Catalog []page.Card     // nil: the language could not be had
	Lesson  *lessons.Lesson // nil where none was asked for, or it could not be had
}

// tonguePicked asks for another language. All stays as it is until that is there.
func (u *update) tonguePicked(tag string) {
	if tag != u.Lang && slices.ContainsFunc(u.Tongues, func(t page.Language) bool { return t.Tag == tag }) {
		u.do(page.FetchLanguage{Tag: tag, Slug: u.told()})
	}
}

// told returns the lesson that another language would have to tell, "" for none: one from a
// file is as it is.
func (u *update) told() string {
	if u.Lesson == nil || lessons.Own(u.Lesson.Lesson.Slug) {
		return ""
	}
	return u.Lesson.Lesson.Slug
}

// tongueCame goes on in another language.
func (u *update) tongueCame(m TongueCame) {
	i := slices.IndexFunc(u.Tongues, func(t page.Language) bool { return t.Tag == m.Tag })
	slug := u.told()
	if i < 0 || m.Catalog == nil || m.Lesson == nil && slug != "" {
		u.Notice = &page.Notice{Code: "tongue-failed"}
		return
	}
	if slug != "" && m.Lesson.Slug != slug { // the reader has gone on to another one
		u.do(page.FetchLanguage{Tag: m.Tag, Slug: slug})
		return
	}
	u.Lang, u.Folder = m.Tag, u.Tongues[i].Folder
	own := slices.DeleteFunc(slices.Clone(u.Catalog), func(c page.Card) bool { return !lessons.Own(c.Slug) })
	u.Catalog = slices.Concat(m.Catalog, own)
	if slug != "" {
		lesson.Retold(u.turn, m.Lesson)
	}
	u.address.title = "" // which is another one now
	u.do(page.SetLanguage{Tongue: u.Tongues[i]})
	u.do(page.Remember{Name: page.RememberedLanguage, Text: m.Tag})
	u.tellCode("said-tongue")
}
