package main

import (
	"context"
	"strings"
	"syscall/js"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/guard"
	"tabletop/app/i18n"
	"tabletop/app/model"
	shared "tabletop/app/page"
	"tabletop/lessons"
)

// lang returns the tag of the page's language.
func (p *page) lang() string { return p.shell.State().Lang }

// loadSentences loads the sentences of a language, which boot.js has requested ahead, and returns
// the languages of the site. It panics without them, since there is nothing that the page could
// show.
func loadSentences(lang string) []shared.Language {
	var data []byte
	buffer, err := guard.AwaitPromise(context.Background(), js.Global().Get("tabletop").Get("sentences"))
	if err == nil && buffer.Truthy() {
		array := js.Global().Get("Uint8Array").New(buffer)
		data = make([]byte, array.Length())
		js.CopyBytesToGo(data, array)
	} else if data, err = fetch(i18n.PageSentencesPath(lang)); err != nil {
		panic(err)
	}
	turn()
	var all []shared.Language
	for _, l := range i18n.LoadLanguage(lang, data) {
		all = append(all, shared.Language{Tag: l.Tag, Name: l.Name, Folder: l.PathPrefix()})
	}
	return all
}

// fetchCatalog gets the list of lessons in a language.
func fetchCatalog(lang string) ([]shared.LessonCard, error) {
	catalog, err := fetch(shared.CatalogPath(lang))
	if err != nil {
		return nil, err
	}
	return shared.DecodeCatalog(catalog)
}

// FetchLanguage gets the sentences, the catalog and, unless e.Slug is "", one lesson in a language.
// It calls then on the UI goroutine; if anything is missing, the message has only the tag.
func (p *page) FetchLanguage(e shared.FetchLanguage, then func(model.LanguageFetched)) {
	go func() {
		m := model.LanguageFetched{Tag: e.Tag}
		var told *lessons.Lesson
		sentences, err := fetch(i18n.PageSentencesPath(e.Tag))
		if err == nil && e.Slug != "" {
			told, err = fetchLesson(e.Slug, e.Tag)
		}
		var cards []shared.LessonCard
		if err == nil {
			cards, err = fetchCatalog(e.Tag)
		}
		p.ctx.Dispatch(func(app.Context) {
			if err == nil {
				i18n.LoadLanguage(e.Tag, sentences)
				m.Catalog, m.Lesson = cards, told
			}
			then(m)
		})
	}()
}

// SetDocumentLanguage changes the language of the document, of the address, of new workers and of the
// recovery screen.
func (p *page) SetDocumentLanguage(t shared.Language) {
	boot, document := js.Global().Get("tabletop"), js.Global().Get("document")
	document.Get("documentElement").Set("lang", t.Tag)
	boot.Set("language", t.Tag)
	p.rename(t.Folder)
	if keep := boot.Get("keep"); keep.Truthy() {
		keep.Invoke()
	}
}

// rename changes the folder of the address to that of a language, without an entry in the history.
func (p *page) rename(folder string) {
	u := app.Window().URL()
	path := p.prefix + folder + p.route().Path()
	if p.route().Screen == shared.ScreenNotFound || u.Path == path {
		return
	}
	u.Path = path
	_, _ = guard.CallMethod(js.Global().Get("history"), "replaceState", nil, "", strings.TrimSuffix(u.String(), "#")) // fails if called too often
}
