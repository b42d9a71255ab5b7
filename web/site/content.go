//go:build !js

package main

import (
	"slices"
	"strings"

	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/app/page"
	"tabletop/app/reference"
	"tabletop/app/view"
	"tabletop/lessons"
	"tabletop/lessons/author"
	"tabletop/lessons/content"
)

// language is the language of this program's output, and of the pages at the site's root.
const language = "en"

// offered returns the languages of the site: the complete ones and, with begun, the incomplete
// ones. In those English takes the place of missing sentences.
func offered(begun bool) ([]i18n.Language, error) {
	all, err := i18n.ReadLanguages(i18n.TextFiles)
	return slices.DeleteFunc(all, func(l i18n.Language) bool { return !l.Complete && !begun }), err
}

// contents returns all pages of the site in each language, and the files that are compiled from the
// lessons' sources and the sentences.
func contents(languages []i18n.Language) (pages []Page, assets []Asset, err error) {
	for _, l := range languages {
		told := teller{lang: l, all: languages}
		if err := told.tell(); err != nil {
			return nil, nil, err
		}
		pages, assets = append(pages, told.pages...), append(assets, told.assets...)
	}
	return pages, assets, nil
}

// teller collects the pages and files of one language.
type teller struct {
	lang   i18n.Language
	all    []i18n.Language   // the languages of the site
	cards  []page.LessonCard // the lessons, for the catalog
	pages  []Page
	assets []Asset
}

// text returns a sentence in the language.
func (t *teller) text(key string, args ...string) string {
	return i18n.PageText(t.lang.Tag, key, args...)
}

// add adds a file.
func (t *teller) add(name string, data []byte) { t.assets = append(t.assets, Asset{name, data}) }

// tell adds everything that the site has in the language.
func (t *teller) tell() error {
	tag := t.lang.Tag
	all, err := author.LoadAll(content.Files, tag)
	if err != nil {
		return saying(err)
	}
	for _, l := range all {
		card := page.LessonCardOf(l)
		card.Uses = reference.EntryIDsOfLesson(l)
		_, card.Story = author.TrackOf(content.Files, l.Slug, tag)
		t.cards = append(t.cards, card)
	}
	t.prerender("/", t.text("title-home"), t.text("home-text"))
	t.prerender("/sandboxes/", t.text("title-sandboxes"), t.text("sandboxes-text"))
	t.prerender(sandboxShell, t.text("title-sandboxes"), t.text("sandboxes-text"))
	t.prerender(openShell, t.text("title-open"), t.text("open-text"))
	t.prerender("/reference/", t.text("title-reference"), t.text("reference-text"))
	t.add(page.CatalogPath(tag), page.EncodeCatalog(t.cards))
	t.add(i18n.PageSentencesPath(tag), i18n.PackLanguage(tag, t.all, false))
	t.add(i18n.AuthorSentencesPath(tag), i18n.PackLanguage(tag, t.all, true))
	for _, l := range all {
		t.prerender("/lessons/"+l.Slug+"/", t.text("title-lesson", l.Title), l.Summary, model.LessonFetched{Slug: l.Slug, Lesson: l})
		t.add(page.LessonPath(l.Slug, tag), lessons.Encode(l))
	}
	return nil
}

// prerender adds a page as the app draws it before its engine has answered, after the given
// messages.
func (t *teller) prerender(route, title, description string, come ...page.Msg) {
	st := model.New(strings.TrimSuffix(basePlaceholder, "/"), t.lang.Tag, t.cards, page.ParseRoute(route))
	st.Folder = t.lang.PathPrefix()
	for _, l := range t.all {
		st.Languages = append(st.Languages, page.Language{Tag: l.Tag, Name: l.Name, Folder: l.PathPrefix()})
	}
	for _, m := range come {
		st, _ = model.Update(st, m)
	}
	if st.Lesson != nil {
		st.Lesson.Prerendered = true // it can be read before the engine works
	}
	words := ""
	if t.lang.Tag != language {
		words = i18n.RecoverySentencesPath(t.lang.Tag)
	}
	t.pages = append(t.pages, Page{
		Route: t.lang.PathPrefix() + route, Title: title, Description: description, Body: view.Prerender(st),
		Lang: t.lang.Tag, LoadingText: t.text("boot"), TappedText: t.text("boot-kept"), NoScript: t.text("noscript"), Also: t.also(route),
		Manifest: strings.TrimPrefix(t.lang.PathPrefix()+"/"+manifest, "/"), RecoveryScript: words,
	})
}

// also returns the page in every language of the site, and last the one for all other languages. A
// site of one language has no such list.
func (t *teller) also(route string) (all []Alternate) {
	if len(t.all) < 2 {
		return nil
	}
	for _, l := range t.all {
		all = append(all, Alternate{l.Tag, strings.TrimPrefix(l.PathPrefix()+route, "/")})
	}
	return append(all, Alternate{"x-default", strings.TrimPrefix(route, "/")})
}
