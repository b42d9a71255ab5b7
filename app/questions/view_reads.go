package questions

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/keyhtml"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console/dialects"
	"tabletop/engine/plan"
)

// shownReads is how many reads are shown; further ones are folded.
const shownReads = 3

// cardElement returns the ID of a question's card.
func cardElement(query string) string { return "asked-" + query }

// unfold returns the handler, and its scope, for opening and closing a card.
func (v *View) unfold(query string) (app.EventHandler, string) {
	to := v.To
	return func(ctx app.Context, _ app.Event) {
		to.Send(unfolded{Query: query, Open: ctx.JSSrc().Get("open").Bool()})
	}, query
}

// reads draws the commands that a question becomes, with buttons that copy and run them. It
// draws nothing while another state is shown, or if the commands would give an answer away.
func (v *View) reads(query string) app.UI {
	p := v.Reads.ByQuestion[query]
	if p == nil || p.Verdict.Table == "" || v.w.Page.State != 0 || tells(v.st) {
		return nil
	}
	d := v.Reads.shownIn(v.w)
	var lines []string
	var lacks *base.Error
	// plain is whether a command reads without the filter, unsaid whether one cannot be
	// written.
	plain, unsaid := false, false
	for _, r := range p.Reads {
		line, bare, err := typed(r, d)
		if err != nil {
			lacks = err
		}
		plain, unsaid = plain || bare, unsaid || line == ""
		lines = append(lines, line)
	}
	note := ""
	switch {
	case len(lines) == 0:
		note = v.T("reads-none")
	case unsaid:
		note = v.T("reads-unsaid", i18n.ErrorSentence(v.Lang, lacks))
	case p.Verdict.LatestMethod == plan.BySkip:
		note = v.T("reads-skip", p.Query.Each)
	case plain:
		note = v.T("reads-plain", i18n.ErrorSentence(v.Lang, lacks))
	}
	body := []app.UI{app.Div().Class("reads-head").Body(app.H4().Text(v.CountText("reads", int64(len(lines)))), v.dialects(query, d))}
	if note != "" {
		body = append(body, app.P().Text(note))
	}
	if len(lines) > 0 && !unsaid {
		copied := "reads-copy"
		if v.Reads.Copied == query {
			copied = "reads-copied"
		}
		run := v.DisabledButton(v.T("reads-run"))
		if page.CanChangeWorkspace(v.st, v.w) {
			run = v.EngineButton(v.T("reads-run"), runPressed{Query: query})
		}
		text := v.QuestionText(&v.Kit, query)
		body = append(body, v.lines(query, lines), app.Div().Class("row").Body(
			v.Button(v.T(copied), copyPressed{Query: query}).Class("quiet").Attr("aria-label", v.T(copied)+": "+text),
			run.Class("quiet").Attr("aria-label", v.T("reads-run")+": "+text),
		))
	}
	return ui.KeyedElement("reads", app.Div().Class("reads").Body(body...))
}

// lines draws the commands; those after the first ones are folded.
func (v *View) lines(query string, lines []string) app.UI {
	list := func(lines []string) string {
		return `<pre class="bytes">` + keyhtml.BytesHTML(strings.Join(lines, "\n")) + `</pre>`
	}
	html := list(lines[:min(len(lines), shownReads)])
	if left := lines[len(lines)-max(len(lines)-shownReads, 0):]; len(left) > 0 {
		html += `<details><summary>` + keyhtml.EscapeHTML(v.CountText("reads-more", int64(len(left)))) + `</summary>` + list(left) + `</details>`
	}
	return app.Raw(`<div class="read-lines" id="` + keyhtml.EscapeHTML(elementReads(query)) + `">` + html + `</div>`)
}

// dialects draws the choice of the commands' dialect.
func (v *View) dialects(query string, shown engine.Dialect) app.UI {
	radios := []app.UI{}
	for _, d := range dialects.All() {
		key := "dialect-" + d.Name
		radios = append(radios, app.Label().Body(v.RadioButton("reads-"+query, key, d.ID == shown, DialectPicked{Dialect: d.ID}), app.Span().Text(v.T(key))))
	}
	return app.Div().Class("switch").Role("radiogroup").Attr("aria-label", v.T("reads-in")).Body(radios...)
}
