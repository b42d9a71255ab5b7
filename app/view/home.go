package view

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/home"
	"tabletop/app/page"
	"tabletop/app/quizzes"
)

// home draws the first page: what the site is, where to continue, and the lessons by track.
func (p *drawing) home() app.UI {
	again := quizzes.NewView(p.kit(), &p.st.State, p.st.Quizzes)
	parts := []app.UI{p.hero(), again.Draw()}
	for i, c := range p.st.Catalog {
		if i == 0 || p.st.Catalog[i-1].Track != c.Track {
			parts = append(parts, p.track(c.Track, c.Story))
		}
	}
	parts = append(parts, again.GuessChart(), p.lesson().LessonsRecordButton())
	return app.Main().ID(page.ElementMain).Class("sheet").TabIndex(-1).Body(parts...)
}

// hero draws the top of the first page, with the example table.
func (p *drawing) hero() app.UI {
	ways := []app.UI{}
	if c, going := p.next(); c.Slug != "" {
		text := p.t("start-lesson")
		switch {
		case going:
			text = p.t("continue", c.Title)
		case c.Path:
			text = p.t("start-path")
		}
		ways = append(ways, app.A().Class("button primary").Href(p.link("/lessons/"+c.Slug+"/")).Text(text))
	}
	ways = append(ways, p.work(p.t("new-sandbox"), p.newSandbox()),
		app.A().Class("button quiet").Href(p.link("/lessons/open/")).Text(p.t("open-lesson")))
	return app.Div().Class("hero").Body(
		app.Div().Body(
			app.H1().Text(p.t("home-title")),
			app.P().Class("lead").Text(p.t("home-text")),
			app.Div().Class("row").Body(ways...),
			app.P().Class("own-table").Body(
				app.A().Href(p.link("/sandboxes/")).Text(p.t("home-own")), app.Text(p.t("home-own-text")+" "),
				p.work(p.t("home-own-keys"), page.InferTemplate{}).Class("quiet")),
		),
		home.Draw(p.kit(), p.st.Home),
	)
}

// next returns the lesson to continue with: the first in the catalog that was begun and is not
// done, else the first that is not done. A path is only offered to a reader who has done no lesson.
// going reports whether the lesson was begun.
func (p *drawing) next() (c page.LessonCard, going bool) {
	for _, card := range p.st.Catalog {
		m, ok := p.st.LessonSummary(card.Slug)
		if ok && !m.Done {
			return card, true
		}
	}
	knows := slices.ContainsFunc(p.st.Catalog, func(c page.LessonCard) bool { m, _ := p.st.LessonSummary(c.Slug); return m.Done })
	for _, card := range p.st.Catalog {
		if m, _ := p.st.LessonSummary(card.Slug); !m.Done && !(card.Path && knows) {
			return card, false
		}
	}
	if len(p.st.Catalog) > 0 {
		return p.st.Catalog[0], false
	}
	return page.LessonCard{}, false
}

// track draws the lessons of one track, and how far the reader is in it.
func (p *drawing) track(name, story string) app.UI {
	title, own := p.ownTrack(name)
	// Count what is done and how many minutes are left, while listing the lessons.
	items := []app.UI{}
	done, left := 0, 0
	for _, c := range p.st.Catalog {
		if c.Track != name {
			continue
		}
		m, known := p.st.LessonSummary(c.Slug)
		state, label := "open", p.t("minutes-about", p.n(int64(c.Minutes)))
		switch {
		case m.Done:
			state, label = "done", p.t("done")
			done++
		case known:
			label = p.t("at-step", p.n(int64(m.Step+1)), p.n(int64(len(c.Steps))))
		}
		if !m.Done {
			left += c.Minutes
		}
		var remove app.UI
		if own {
			remove = p.sandboxList().RemoveLessonButton(c)
		}
		items = append(items, app.Li().Class("card").DataSet("lesson", c.Slug).DataSet("state", state).Body(
			app.A().Href(p.link("/lessons/"+c.Slug+"/")).Text(c.Title),
			app.Span().Class("label").Text(label),
			app.P().Text(c.Summary),
			p.elsewhere(c.Lang),
			app.Div().Class("own").Body(remove),
		))
	}
	stand := p.t("track-stand", p.n(int64(done)), p.n(int64(len(items))), p.n(int64(left)))
	if done == len(items) {
		stand = p.t("track-done")
	}
	if own && title != p.t("own-track") {
		story = p.t("own-from")
	}
	section := app.Section().Class("track")
	if i := slices.IndexFunc(p.st.Catalog, func(c page.LessonCard) bool { return !c.Path }); i >= 0 && p.st.Catalog[i].Track == name {
		section = section.ID(page.ElementTracks)
	}
	return section.Body(
		app.Div().Body(app.H2().Text(title), app.P().Text(story), app.P().Class("label").Text(stand)),
		app.Ul().Class("cards").Body(items...),
	)
}

// elsewhere says that a lesson is not available in the page's language.
func (p *drawing) elsewhere(lang string) app.UI {
	if lang == "" || lang == p.st.Lang {
		return nil
	}
	return app.P().Class("label").Text(p.t("tongue-none"))
}

// ownTrack returns the title of a track, and whether its lessons came from files.
func (p *drawing) ownTrack(track string) (title string, own bool) {
	if track == "" || track[:1] != page.OwnLessonTrack {
		return track, false
	}
	if title = track[1:]; title == "" {
		title = p.t("own-track")
	}
	return title, true
}
