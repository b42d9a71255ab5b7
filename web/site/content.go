//go:build !js

package main

import (
	"strings"

	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/app/page"
	"tabletop/app/reference"
	"tabletop/app/view"
	"tabletop/lessons"
)

// language is the language the pages are written in.
const language = "en"

// content returns every page of the site, and the files that are compiled from
// the lessons' sources.
func content() ([]Page, []Asset, error) {
	all, err := lessons.All(lessons.Content, language)
	if err != nil {
		return nil, nil, saying(err)
	}
	var cards []page.Card
	for _, l := range all {
		card := page.CardOf(l)
		card.Uses = reference.Uses(l)
		_, card.Story = lessons.TrackOf(lessons.Content, l.Slug, language)
		cards = append(cards, card)
	}
	text := func(key string, args ...string) string { return i18n.Text(language, key, args...) }
	pages := []Page{
		prerender(cards, "/", text("title-home"), text("home-text")),
		prerender(cards, "/sandboxes/", text("title-sandboxes"), text("sandboxes-text")),
		prerender(cards, sandboxShell, text("title-sandboxes"), text("sandboxes-text")),
		prerender(cards, openShell, text("title-open"), text("open-text")),
		prerender(cards, "/reference/", text("title-reference"), text("reference-text")),
	}
	assets := []Asset{{page.CatalogFile(language), page.EncodeCatalog(cards)}}
	for _, l := range all {
		pages = append(pages, prerender(cards, "/lessons/"+l.Slug+"/", text("title-lesson", l.Title), l.Summary, model.Fetched{Slug: l.Slug, Lesson: l}))
		assets = append(assets, Asset{page.LessonFile(l.Slug, language), lessons.EncodeFile(l)})
	}
	return pages, assets, nil
}

// prerender draws a page as the app does before its engine has answered, after
// the messages have come.
func prerender(cards []page.Card, route, title, description string, come ...page.Msg) Page {
	st := model.New(strings.TrimSuffix(basePlaceholder, "/"), language, cards, page.ParseRoute(route))
	for _, m := range come {
		st, _ = model.Update(st, m)
	}
	if st.Lesson != nil {
		st.Lesson.Prerendered = true // all of it can be read before the engine is there
	}
	return Page{Route: route, Title: title, Description: description, Body: view.Prerender(st)}
}
