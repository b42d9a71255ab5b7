package find

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/keyhtml"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine/base"
	"tabletop/engine/infer"
	"tabletop/engine/rowkey"
)

// View holds all values that the dialog is drawn from.
type View struct {
	ui.Kit
	State
}

// NewView collects what the dialog is drawn from.
func NewView(k *ui.Kit, s State) *View { return &View{*k, s} }

// Dialog returns the dialog: a field to paste keys into, or the proposals for a table.
func (v *View) Dialog() ui.Dialog {
	if v.Table == "" {
		act := app.Button().Type("button").Class("primary").Text(v.T("find-do")).OnClick(v.paste)
		return ui.Dialog{Title: v.T("find-paste"), Class: "ask wide", Body: v.pasting(), Action: act}
	}
	return ui.Dialog{Title: v.T("find-title", v.Table), Class: "ask widest", Body: app.Div().Class("find").Body(v.found(), v.refusal())}
}

// paste sends the text of the field, which is read from the browser only now.
func (v *View) paste(app.Context, app.Event) {
	v.Send(pasted{app.Window().GetElementByID(elementKeys).Get("value").String()})
}

// pasting draws the field to paste keys into.
func (v *View) pasting() app.UI {
	return app.Div().Body(
		app.P().Text(v.T("find-text")),
		app.Textarea().ID(elementKeys).Class("paste").Rows(10).Attr("aria-label", v.T("find-label")).
			Attr("spellcheck", "false").Attr("autocapitalize", "off"),
		v.refusal(),
	)
}

// refusal draws the error, in an element that a screen reader announces.
func (v *View) refusal() app.UI {
	box := app.Div().Role("alert")
	if v.Err == nil {
		return box
	}
	return box.Body(app.P().Class("refused").Text(i18n.ErrorSentence(v.Lang, v.Err)))
}

// found draws the proposals, each with a button that uses it, or a note that they are being
// looked for.
func (v *View) found() app.UI {
	if v.Inferred == nil {
		text := ""
		if v.Err == nil {
			text = v.T("find-looking")
		}
		return app.P().Text(text)
	}
	cards := []app.UI{app.P().Text(v.T("find-found", strconv.Itoa(len(v.Inferred.Proposals)), page.FormatInt(v.Inferred.Rows)))}
	if v.repeated > 0 {
		cards = append(cards, app.P().Class("note").Text(v.CountText("map-repeats", int64(v.repeated))))
	}
	for i, p := range v.Inferred.Proposals {
		cards = append(cards, app.Div().Class("find-card").Body(
			app.Raw("<div>"+v.card(p)+"</div>"),
			v.Button(v.T("find-use"), used{i}).Class("primary").Attr("aria-label", v.T("find-use-of", p.Template)),
		))
	}
	if len(v.Inferred.Proposals) > 0 {
		cards = append(cards, app.P().Class("note").Text(v.T("find-newest")))
	}
	return app.Div().Body(cards...)
}

// card returns a proposal as HTML: the template, an example key, the share of keys that fit,
// a table of the fields, and some keys that do not fit. It returns "" if the template does
// not parse.
func (v *View) card(p *infer.Proposal) string {
	template, err := rowkey.Parse(p.Template)
	if err != nil {
		return ""
	}
	colours := keyhtml.KeyColours{Template: template, Fields: template.Fields()}
	text := func(open, s, end string) string { return open + keyhtml.EscapeHTML(s) + end }
	var values []string
	rows := ""
	for _, f := range p.Fields {
		values = append(values, f.Example)
		kind := v.T("find-kind-" + strings.TrimRight(f.Kind, "0123456789"))
		if strings.HasPrefix(f.Kind, "time") {
			kind = v.T("find-kind-" + f.Kind)
		}
		if strings.Contains(" id name type key ", " "+strings.TrimRight(f.Name, "0123456789")+" ") {
			kind = v.T("find-guess", kind)
		}
		rows += text(`<tr><th scope="row"><code class="`+colours.FieldClass(f.Name)+`">`, f.Name, "</code></th>") +
			text("<td>", kind, "</td>") + "<td><code>" + keyhtml.BytesHTML(i18n.MakeShortPrintable(f.Example)) + "</code></td></tr>"
	}
	out := "<h3>" + colours.TemplateHTML(p.Template) + "</h3>"
	if key, err := template.AppendKey(nil, values); err == nil {
		out += "<p>" + colours.ElidedKeyHTML(base.RowKey(key)) + "</p>"
	}
	out += `<p class="find-fits"><progress aria-hidden="true" max="` + page.FormatInt(p.Keys) + `" value="` + page.FormatInt(p.Fits) + `"></progress>` +
		text("<span>", v.T("find-fits", page.FormatInt(p.Fits), page.FormatInt(p.Keys)), "</span></p><table><thead><tr>")
	for _, head := range []string{"find-field", "find-kind", "find-example"} {
		out += text(`<th scope="col">`, v.T(head), "</th>")
	}
	out += "</tr></thead><tbody>" + rows + "</tbody></table>"
	if p.Misfits != nil {
		out += text(`<p class="note">`, v.CountText("find-misfits", p.Keys-p.Fits), `</p><p>`)
		for _, k := range p.Misfits {
			out += "<code>" + keyhtml.BytesHTML(i18n.MakeShortPrintable(string(k))) + "</code> "
		}
		out += "</p>"
	}
	return out
}
