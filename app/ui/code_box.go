package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/keyhtml"
	"tabletop/app/page"
	"tabletop/engine"
)

// ShowCodeButton returns a button that shows or hides the code of commands. of names the commands,
// as in [page.CodeToggled].
func (k *Kit) ShowCodeButton(s page.CodeState, of, text string, d engine.Dialect) app.UI {
	expanded := "false"
	if s.Of == of {
		expanded = "true"
	}
	return k.Button(k.T("code"), page.CodeToggled{Of: of, Text: text, Dialect: d}).Class("quiet").Attr("aria-expanded", expanded)
}

// CopyButton returns a button that copies a text. of is the ID of the element that holds the
// text; the button says when it has been copied.
func (k *Kit) CopyButton(s page.CodeState, of, text string) app.HTMLButton {
	copied := "code-copy"
	if s.Copied == of {
		copied = "code-copied"
	}
	return k.Button(k.T(copied), page.CopyCodePressed{Of: of, Text: text}).Class("quiet")
}

// CodeBlock draws the code of the commands named of, in an element that is there even if none is
// shown.
func (k *Kit) CodeBlock(s page.CodeState, of string) app.UI {
	box := app.Div().Class("as-code").ID(page.CodeElementID(of))
	switch {
	case s.Of != of:
		return box
	case s.Failed != "":
		return box.Body(KeyedElement("failed", app.P().Class("note").Text(k.T(s.Failed))))
	case s.Programs == nil:
		return box.Body(KeyedElement("wait", app.P().Class("note").Body(app.Progress(), app.Text(" "+k.T("code-wait")))))
	}
	code := s.Programs[s.In]
	options := []app.UI{}
	for l, w := range s.Programs {
		options = append(options, app.Option().Value(w.Language).Text(w.Language).Selected(l == s.In))
	}
	to := k.To
	row := []app.UI{app.Select().Attr("aria-label", k.T("code-language")).Body(options...).OnChange(func(ctx app.Context, _ app.Event) {
		to.Send(page.CodeLanguagePicked{In: ctx.JSSrc().Get("selectedIndex").Int()})
	})}
	parts := []app.UI{}
	for _, said := range code.Lacks {
		parts = append(parts, app.P().Class("note").Text(said))
	}
	if code.Text != "" {
		row = append(row, k.CopyButton(s, of, code.Text))
		parts = append(parts, app.Raw(`<pre id="`+keyhtml.EscapeHTML(of)+`" class="bytes">`+keyhtml.BytesHTML(strings.ReplaceAll(code.Text, "\t", "  "))+`</pre>`))
	}
	return box.Body(KeyedElement("code", append([]app.UI{app.Div().Class("row").Body(row...)}, parts...)...))
}
