package advisor

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine/advise"
)

// NewView collects what the advisor's view is drawn from.
func NewView(k *ui.Kit, st *page.State, w *page.Workspace, s State) *View {
	v := &View{Kit: *k, State: s, Past: w.ShowsPastState(), InLesson: st.Lesson != nil, Catalog: st.Catalog, Questions: ui.QuestionsOf(st, w)}
	return v
}

// View holds all values that the advisor's view is drawn from.
type View struct {
	ui.Kit
	State
	Past     bool // an earlier state of the tables is shown
	InLesson bool
	Catalog  []page.LessonCard
	ui.Questions
}

// Draw draws the button that asks the advisor, and the answer below it.
func (v *View) Draw() app.UI {
	ask := v.DisabledButton(v.T("advice-ask"))
	if !v.Past {
		ask = v.EngineButton(v.T("advice-ask"), AskAdvisorPressed{})
	}
	var shut app.UI
	if v.Open {
		shut = ui.KeyedElement("advice-shut", v.Button(v.T("close"), closed{}).Class("quiet").Attr("aria-label", v.T("advice-close")))
	}
	return app.Section().Class("advisor").Attr("aria-label", v.T("advisor")).Body(
		app.Div().Class("row").Body(
			app.H3().ID(elementTitle).TabIndex(-1).Text(v.T("advisor")),
			ask.Class("quiet"),
			app.Div().Body(shut),
		),
		app.Div().Body(v.advised()),
	)
}

// advised draws the answer: a summary, and a list item for each finding. It returns nil
// while the advisor is closed or an earlier state of the tables is shown.
func (v *View) advised() app.UI {
	switch {
	case v.Past:
		return nil
	case !v.Open:
		return nil
	case v.Advice == nil:
		return ui.KeyedElement("advice-wait", ui.SmallPrint(v.T("advice-looking")))
	}
	found, checked, rules := len(v.Advice.Findings), strconv.Itoa(len(v.Advice.Checked)), strconv.Itoa(len(advise.Rules))
	text := v.T("advice-some", strconv.Itoa(found), checked, rules)
	switch {
	case len(v.Advice.Checked) == 0:
		text = v.T("advice-nothing")
	case found == 0:
		text = v.T("advice-none", checked, rules)
	}
	if v.Advice.RowsExamined < v.Advice.Rows {
		text += " " + v.T("advice-sample", strconv.FormatInt(v.Advice.RowsExamined, 10), strconv.FormatInt(v.Advice.Rows, 10))
	}
	cards := []app.UI{}
	for i, f := range v.Advice.Findings {
		cards = append(cards, v.finding(i, f))
	}
	return ui.KeyedElement("advice", ui.SmallPrint(text), app.Ul().Class("findings").Body(cards...))
}

// finding draws one finding: what was seen, why it is a problem, what to try, and the lesson
// about it.
func (v *View) finding(i int, f advise.Finding) app.UI {
	example := f.Example
	var shown app.UI
	if example != "" && (f.Rule == advise.CostlyQuery || f.Rule == advise.Overloaded) {
		shown = app.P().Class("question-text").Text(v.QuestionText(&v.Kit, example))
	} else if example != "" {
		shown = app.P().Body(app.Code().Text(i18n.MakeShortPrintable(example)))
	}
	key := "advice-" + string(f.Rule)
	args := append(append([]string{f.Table}, v.said(f)...), example)
	return app.Li().ID(findingElement(i)).TabIndex(-1).DataSet("advice", string(f.Rule)).Body(
		app.P().Class("label concerns").Text(v.T("advice-about-"+string(f.Subject()), f.Table)),
		app.H4().Text(v.T(key)),
		ui.WithFigureAttributes(app.P(), v.figure(f)).Text(v.T(key+"-seen", args...)),
		app.Div().Body(shown),
		ui.SmallPrint(v.T(key+"-why", args...)),
		app.P().Body(app.B().Text(v.T("advice-try")), app.Text(" "+v.T(key+"-try", args...))),
		app.P().Class("label").Body(app.Text(v.T("advice-lesson")+" "), v.lessonAbout(f.Rule)),
	)
}

// said returns a finding's arguments as its sentences take them: measures are written in the
// notation of the reader's language.
func (v *View) said(f advise.Finding) []string {
	args := slices.Clone(f.Args)
	number := func(at int) float64 { n, _ := strconv.ParseFloat(args[at], 64); return n }
	switch f.Rule {
	case advise.HotKey:
		args[1] = i18n.FormatThreeDigits(v.Lang, number(1))
	case advise.EmptyCells, advise.StoredTwice:
		last := len(args) - 1
		args[last] = i18n.FormatPercent(v.Lang, number(last)/1000)
	}
	return args
}

// figure returns the measure that a finding is about. It is the zero Figure if the page
// shows that measure nowhere else.
func (v *View) figure(f advise.Finding) page.TableFigure {
	if f.Rule != advise.HotKey {
		return page.TableFigure{}
	}
	hottest, _ := strconv.ParseFloat(f.Args[1], 64)
	return page.TableFigure{Name: "hottest", Table: f.Table, State: page.FigureStateUnderLoad(page.FigureStateName(v.Advice.Version, 0), f.Args[3]), Value: hottest}
}

// lessonAbout draws the title of the lesson about a rule, as a link if the site has that
// lesson.
func (v *View) lessonAbout(r advise.Rule) app.UI {
	slug := r.LessonSlug()
	i := slices.IndexFunc(v.Catalog, func(c page.LessonCard) bool { return c.Slug == slug })
	if i < 0 {
		return app.Text(v.T("advice-soon", v.T("lesson-"+slug)))
	}
	return app.A().Href(v.SiteURL("/lessons/" + slug + "/")).Text(v.Catalog[i].Title)
}

// FindingsLink draws a button that leads to the first finding about a table's key or a question,
// with the number of findings. Where there is none it draws, for a key only, that the key is
// fine, or a button that asks the advisor. It returns nil where there is nothing to draw.
func (v *View) FindingsLink(about advise.FindingSubject, name string) app.UI {
	var found []int
	if !v.Past {
		found = v.FindingsAbout(about, name)
	}
	switch {
	case len(found) > 0:
		text := v.CountText("advice-here", int64(len(found)))
		return ui.KeyedElement("advice-found", v.Button(text, shown{At: found[0]}).Class("quiet advice-here").Attr("aria-label", v.T("advice-here-label", strconv.Itoa(len(found)), name)))
	case about != advise.AboutKeys || v.Past:
		return nil
	case v.Open && v.Advice != nil:
		return ui.KeyedElement("advice-fine", ui.Explanation(v.T("advice-fine")))
	case v.InLesson:
		return nil
	}
	return ui.KeyedElement("advice-ask", v.EngineButton(v.T("advice-ask-key"), AskAdvisorPressed{}).Class("quiet advice-here"))
}
