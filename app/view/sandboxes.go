package view

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/model"
)

// sandboxes lists the reader's own tables.
func (p *page) sandboxes() app.UI {
	return app.Main().ID(model.ElementMain).Class("sheet").TabIndex(-1).Body(
		app.H1().Text(p.t("sandboxes")),
		app.P().Class("lead").Text(p.t("sandboxes-text")),
		app.Div().Class("row").Body(
			p.work(p.t("new-sandbox"), p.newSandbox()).Class("primary"),
			p.upload(),
			p.work(p.t("export-all"), model.ExportAllPressed{}).Class("quiet"),
		),
		p.running(),
		app.Div().Body(p.shelf()),
		app.Div().Body(p.deleted()),
		app.Div().Body(p.begun()),
		app.Div().Body(p.examples()),
		app.Div().Body(p.storage()),
	)
}

// upload is a button that takes a file.
func (p *page) upload() app.UI {
	field := app.Input().Type("file").ID(model.ElementUpload).Attr("aria-label", p.t("from-file")).Accept(".tabletop")
	if !p.idle() {
		return app.Span().Class("button upload").Attr("aria-disabled", "true").Text(p.t("from-file"))
	}
	return app.Label().Class("button upload").Body(app.Span().Text(p.t("from-file")), field.OnChange(p.fileChosen))
}

// fileChosen reads the chosen file and hands on its bytes.
func (p *page) fileChosen(ctx app.Context, _ app.Event) {
	field := ctx.JSSrc()
	file := field.Get("files").Index(0)
	if !file.Truthy() {
		return
	}
	file.Call("arrayBuffer").Then(func(buffer app.Value) {
		array := app.Window().Get("Uint8Array").New(buffer)
		data := make([]byte, array.Get("length").Int())
		app.CopyBytesToGo(data, array)
		ctx.Dispatch(func(app.Context) {
			field.Set("value", "") // so that the same file can be chosen again
			p.send(model.FileChosen{Data: data})
		})
	})
}

// sandbox draws a sandbox's page.
func (p *page) sandbox() app.UI { return p.workbench((*page).sandboxTask) }

// sandboxTask draws what a sandbox holds and what can be done with all of it.
func (p *page) sandboxTask() app.UI {
	w := &p.st.Work
	title := p.called(w.Title)
	return app.Section().Class("task").Attr("aria-label", p.t("sandbox")).Body(
		app.P().Class("crumb").Body(app.A().Href(p.link("/sandboxes/")).Text(p.t("sandboxes"))),
		app.H1().Text(title),
		app.P().Class("label").Text(p.t("sandbox-text")),
		app.Div().Class("ways").Body(
			p.work(p.t("rename"), model.MenuOpened{Menu: model.MenuRename, ID: w.ID}).Class("quiet"),
			p.work(p.t("share"), model.SharePressed{}).Class("quiet"),
			p.work(p.t("export"), model.ExportPressed{ID: w.ID}).Class("quiet"),
			p.work(p.t("copy"), model.SandboxPressed{FromOpen: true}).Class("quiet"),
			p.work(p.t("delete"), model.MenuOpened{Menu: model.MenuDelete, ID: w.ID}).Class("quiet"),
		),
	)
}

// newSandbox returns the message that makes an empty sandbox, with a title that
// no other has.
func (p *page) newSandbox() model.SandboxPressed {
	numbered := func(n int64) string { return p.t("sandbox-n", p.n(n)) }
	return model.SandboxPressed{Title: p.free(numbered(1), numbered)}
}

// called returns a sandbox's title, or what one without a title is called.
func (p *page) called(title string) string {
	if strings.TrimSpace(title) == "" {
		return p.t("sandbox")
	}
	return i18n.Short(title)
}
