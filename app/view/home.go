package view

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// home draws the first page: what this is, where to go on, the lessons.
func (p *drawing) home() app.UI {
	parts := []app.UI{p.hero()}
	for i, c := range p.st.Catalog {
		if i == 0 || p.st.Catalog[i-1].Track != c.Track {
			parts = append(parts, p.track(c.Track))
		}
	}
	parts = append(parts, p.lesson().Recording())
	return app.Main().ID(page.ElementMain).Class("sheet").TabIndex(-1).Body(parts...)
}

func (p *drawing) hero() app.UI {
	ways := []app.UI{}
	if c, going := p.next(); c.Slug != "" {
		text := p.t("start-lesson")
		if going {
			text = p.t("continue", c.Title)
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
		),
		p.narrowing(),
	)
}

// next returns the lesson to go on with: the last one begun and not done, else
// the first one not done. going reports that it has been begun.
func (p *drawing) next() (c page.Card, going bool) {
	for _, card := range p.st.Catalog {
		m, ok := p.st.Mark(card.Slug)
		if ok && !m.Done {
			return card, true
		}
	}
	for _, card := range p.st.Catalog {
		if m, _ := p.st.Mark(card.Slug); !m.Done {
			return card, false
		}
	}
	if len(p.st.Catalog) > 0 {
		return p.st.Catalog[0], false
	}
	return page.Card{}, false
}

// narrowing is a picture of what the lessons are about: one question, two keys.
func (p *drawing) narrowing() app.UI {
	fields := []string{"game", "player", "date"}
	games := [][]string{
		{"LoL", "Corrie", "20150301"}, {"LoL", "Jo", "20150302"}, {"LoL", "Sam", "20150302"},
		{"LoL", "Corrie", "20150303"}, {"Starcraft", "Eriko", "20150303"},
	}
	figure := []app.UI{app.FigCaption().Class("asked").Body(app.Raw(
		`<span><b>` + ui.Escape(p.t("figure-question")) + `</b> ` + ui.Escape(p.t("figure-keys")) + `</span>`))}
	for _, text := range []string{"{game}#{date}#{player}", "{game}#{player}#{date}"} {
		template, err := rowkey.Parse(text)
		if err != nil {
			panic("view: the picture's template does not parse")
		}
		colours := ui.Palette{Template: template, Fields: fields}
		keys := []string{}
		for _, g := range games {
			key, err := template.Encode(func(f string) string {
				for i, name := range fields {
					if name == f {
						return g[i]
					}
				}
				return ""
			})
			if err != nil {
				panic("view: the picture's keys cannot be made")
			}
			keys = append(keys, string(key))
		}
		figure = append(figure, p.narrowed(colours, text, keys))
	}
	return app.Figure().Class("narrow").Body(figure...)
}

// narrowed draws keys in order and how a read for Corrie's games walks them.
func (p *drawing) narrowed(colours ui.Palette, text string, keys []string) app.UI {
	slices.Sort(keys)
	first, last := -1, -1
	for i, k := range keys {
		if strings.HasPrefix(k, "LoL#") && strings.Contains(k, "Corrie") {
			last = i
			if first < 0 {
				first = i
			}
		}
	}
	var b strings.Builder
	scanned, returned := 0, 0
	b.WriteString(`<ul>`)
	for i, k := range keys {
		class, said := "", p.t("row-left")
		if first <= i && i <= last {
			scanned++
			class, said = "is-scanned", p.t("row-scanned")
			if strings.Contains(k, "Corrie") {
				returned++
				class, said = "is-returned", p.t("row-returned")
			}
		}
		b.WriteString(`<li class="` + class + `">` + colours.KeyHTML(base.RowKey(k)) +
			`<span class="unseen"> ` + ui.Escape(said) + `</span></li>`)
	}
	b.WriteString(`</ul>`)
	tone := "good"
	if scanned > returned {
		tone = "bad"
	}
	return app.Raw(`<div class="panel"><div class="bar">` + colours.TemplateHTML(text) + `<span class="` + tone + `">` +
		ui.Escape(p.t("figure-cost", p.n(int64(scanned)), p.n(int64(returned)))) + `</span></div>` + b.String() + `</div>`)
}

// track lists the lessons of one track.
func (p *drawing) track(name string) app.UI {
	title, own := p.ownTrack(name)
	items := []app.UI{}
	done, left := 0, 0
	for _, c := range p.st.Catalog {
		if c.Track != name {
			continue
		}
		m, known := p.st.Mark(c.Slug)
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
			remove = p.shelf().Removal(c)
		}
		items = append(items, app.Li().Class("card").DataSet("lesson", c.Slug).DataSet("state", state).Body(
			app.A().Href(p.link("/lessons/"+c.Slug+"/")).Text(c.Title),
			app.Span().Class("label").Text(label),
			app.P().Text(c.Summary),
			app.Div().Class("own").Body(remove),
		))
	}
	stand := p.t("track-stand", p.n(int64(done)), p.n(int64(len(items))), p.n(int64(left)))
	if done == len(items) {
		stand = p.t("track-done")
	}
	from := ""
	if own && title != p.t("own-track") {
		from = p.t("own-from")
	}
	return app.Section().Class("track").Body(
		app.Div().Body(app.H2().Text(title), app.P().Class("label").Text(stand), app.P().Class("label").Text(from)),
		app.Ul().Class("cards").Body(items...),
	)
}

// ownTrack returns what a track is called, and whether its lessons came from files.
func (p *drawing) ownTrack(track string) (title string, own bool) {
	if track == "" || track[:1] != page.OwnTrack {
		return track, false
	}
	if title = track[1:]; title == "" {
		title = p.t("own-track")
	}
	return title, true
}
