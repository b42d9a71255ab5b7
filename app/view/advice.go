package view

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/app/ui"
	"tabletop/engine/advise"
)

// advisor draws the button that asks the advisor, and below it what it has said.
func (p *drawing) advisor() app.UI {
	a := &p.st.Work.Advisor
	ask := p.resting(p.t("advice-ask"))
	if !p.st.Work.Looking() {
		ask = p.work(p.t("advice-ask"), model.AdvicePressed{})
	}
	var shut app.UI
	if a.Open {
		shut = ui.Keyed("advice-shut", p.button(p.t("close"), model.AdviceClosed{}).Class("quiet").Attr("aria-label", p.t("advice-close")))
	}
	return app.Section().Class("advisor").Attr("aria-label", p.t("advisor")).Body(
		app.Div().Class("row").Body(
			app.H3().ID(model.ElementAdvisor).TabIndex(-1).Text(p.t("advisor")),
			ask.Class("quiet"),
			app.Div().Body(shut),
		),
		app.Div().Body(p.advised()),
	)
}

// advised draws what the advisor has said.
func (p *drawing) advised() app.UI {
	a := &p.st.Work.Advisor
	switch {
	case p.st.Work.Looking():
		return nil
	case !a.Open:
		return ui.Keyed("advice-idle", app.P().Class("label").Text(p.t("advice-text")))
	case a.Advice == nil:
		return ui.Keyed("advice-wait", app.P().Class("label").Text(p.t("advice-looking")))
	}
	found, checked, rules := len(a.Advice.Findings), strconv.Itoa(len(a.Advice.Checked)), strconv.Itoa(len(advise.Rules))
	text := p.t("advice-some", strconv.Itoa(found), checked, rules)
	switch {
	case len(a.Advice.Checked) == 0:
		text = p.t("advice-nothing")
	case found == 0:
		text = p.t("advice-none", checked, rules)
	}
	if a.Advice.Looked < a.Advice.Rows {
		text += " " + p.t("advice-sample", strconv.FormatInt(a.Advice.Looked, 10), strconv.FormatInt(a.Advice.Rows, 10))
	}
	cards := []app.UI{}
	for i, f := range a.Advice.Findings {
		cards = append(cards, p.finding(i, f))
	}
	return ui.Keyed("advice", app.P().Class("label").Text(text), app.Ul().Class("findings").Body(cards...))
}

// finding draws one finding: what was seen, why it hurts, what to try, and where it
// is taught.
func (p *drawing) finding(i int, f advise.Finding) app.UI {
	example := f.Example
	var shown app.UI
	if f.Rule == advise.CostlyQuery {
		shown = app.P().Class("question-text").Text(p.queryText(example))
	} else if example != "" {
		shown = app.P().Body(app.Code().Text(i18n.Short(example)))
	}
	key := "advice-" + string(f.Rule)
	args := append(append([]string{f.Table}, f.Args...), example)
	return app.Li().ID(model.FindingElement(i)).TabIndex(-1).DataSet("advice", string(f.Rule)).Body(
		app.P().Class("label concerns").Text(p.t("advice-about-"+string(model.AboutOf(f)), f.Table)),
		app.H4().Text(p.t(key)),
		app.P().Text(p.t(key+"-seen", args...)),
		app.Div().Body(shown),
		app.P().Class("label").Text(p.t(key+"-why", args...)),
		app.P().Body(app.B().Text(p.t("advice-try")), app.Text(" "+p.t(key+"-try", args...))),
		app.P().Class("label").Body(app.Text(p.t("advice-lesson")+" "), p.lessonAbout(f.Rule)),
	)
}

// lessonAbout names the lesson about a rule, with a link if it is there.
func (p *drawing) lessonAbout(r advise.Rule) app.UI {
	slug := r.Lesson()
	i := slices.IndexFunc(p.st.Catalog, func(c model.Card) bool { return c.Slug == slug })
	if i < 0 {
		return app.Text(p.t("advice-soon", p.t("lesson-"+slug)))
	}
	return app.A().Href(p.link("/lessons/" + slug + "/")).Text(p.st.Catalog[i].Title)
}

// adviceHere says beside a table's key, or a question, how much the advisor found
// about it, with the way there.
func (p *drawing) adviceHere(about model.About, name string) app.UI {
	found := p.st.Work.FindingsOn(about, name)
	a := &p.st.Work.Advisor
	switch {
	case len(found) > 0:
		text := p.count("advice-here", int64(len(found)))
		return ui.Keyed("advice-found", p.button(text, model.AdviceShown{At: found[0]}).Class("quiet advice-here").Attr("aria-label", p.t("advice-here-label", text, name)))
	case about != model.AboutKeys || p.st.Work.Looking():
		return nil
	case a.Open && a.Advice != nil:
		return ui.Keyed("advice-fine", app.P().Class("example").Text(p.t("advice-fine")))
	case p.st.Lesson != nil:
		return nil
	}
	return ui.Keyed("advice-ask", p.work(p.t("advice-ask-key"), model.AdvicePressed{}).Class("quiet advice-here"))
}
