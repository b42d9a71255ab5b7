package model

import (
	"slices"

	"tabletop/app/lesson"
	"tabletop/app/page"
	"tabletop/lessons"
)

// LanguageFetched brings the texts of a language, after a [page.FetchLanguage].
type LanguageFetched struct {
	Tag     string
	Catalog []page.LessonCard // nil if the language could not be fetched
	Lesson  *lessons.Lesson   // nil if none was asked for, or it could not be fetched
}

// languagePicked fetches another language. The page stays in its language until that has come.
func (u *update) languagePicked(tag string) {
	if tag != u.Lang && slices.ContainsFunc(u.Languages, func(t page.Language) bool { return t.Tag == tag }) {
		u.do(page.FetchLanguage{Tag: tag, Slug: u.told()})
	}
}

// told returns the slug of the lesson that has to be fetched in another language, "" for none.
// A lesson from a file has one language.
func (u *update) told() string {
	if u.Lesson == nil || lessons.IsSlugFromFile(u.Lesson.Lesson.Slug) {
		return ""
	}
	return u.Lesson.Lesson.Slug
}

// languageCame changes the page to a language that was fetched.
func (u *update) languageCame(m LanguageFetched) {
	i := slices.IndexFunc(u.Languages, func(t page.Language) bool { return t.Tag == m.Tag })
	slug := u.told()
	if i < 0 || m.Catalog == nil || m.Lesson == nil && slug != "" {
		u.Notice = &page.Notice{Code: "tongue-failed"}
		return
	}
	if slug != "" && m.Lesson.Slug != slug { // the reader has opened another lesson meanwhile
		u.do(page.FetchLanguage{Tag: m.Tag, Slug: slug})
		return
	}
	u.Lang, u.Folder = m.Tag, u.Languages[i].Folder
	// Lessons from files stay in the catalog, after those of the site.
	own := slices.DeleteFunc(slices.Clone(u.Catalog), func(c page.LessonCard) bool { return !lessons.IsSlugFromFile(c.Slug) })
	u.Catalog = slices.Concat(m.Catalog, own)
	if slug != "" {
		lesson.ReplaceLessonText(u.turn, m.Lesson)
	}
	u.address.title = "" // the title has to be set again
	u.do(page.ChangeLanguageOfDocument{Language: u.Languages[i]})
	u.do(page.StoreTextLocally{Name: page.LanguageStorageKey, Text: m.Tag})
	u.tellCode("said-tongue")
}
