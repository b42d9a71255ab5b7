package view

import (
	"slices"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/host"
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

func (p *page) shelf() app.UI {
	switch {
	case p.st.Shelf == nil:
		return app.P().Class("label").Text(p.t("shelf-reading"))
	case len(p.st.Shelf.Sandboxes) == 0:
		return app.Div().Class("empty").Body(app.B().Text(p.t("shelf-empty")), app.P().Text(p.t("shelf-empty-text")))
	}
	items := []app.UI{}
	for _, s := range p.st.Shelf.Sandboxes {
		items = append(items, p.shelved(s))
	}
	return app.Ul().Class("shelf").Attr("aria-label", p.t("sandboxes")).Body(items...)
}

func (p *page) shelved(s host.Shelved) app.UI {
	act := func(key, label string, msg model.Msg) app.UI {
		return p.work(p.t(key), msg).Class("quiet").Attr("aria-label", p.t(label, p.called(s.Title)))
	}
	changed := time.UnixMicro(s.Changed)
	return app.Li().Body(
		app.A().Href(p.link("/sandboxes/"+s.ID+"/")).Text(p.called(s.Title)),
		app.Span().Class("label").Body(
			app.Time().DateTime(changed.UTC().Format(time.RFC3339)).Text(changed.Format("2 January 2006, 15:04")),
			app.Text(" · "+p.count("changes", s.Entries)+" · "+p.bytes(s.Bytes)),
		),
		app.Div().Class("row").Body(
			act("rename", "rename-label-of", model.MenuOpened{Menu: model.MenuRename, ID: s.ID}),
			act("export", "export-label-of", model.ExportPressed{ID: s.ID}),
			act("delete", "delete-label-of", model.MenuOpened{Menu: model.MenuDelete, ID: s.ID}),
		),
	)
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
	taken := func(title string) bool {
		return p.st.Shelf != nil && slices.ContainsFunc(p.st.Shelf.Sandboxes, func(s host.Shelved) bool { return s.Title == title })
	}
	for n := int64(1); ; n++ {
		if title := p.t("sandbox-n", p.n(n)); !taken(title) {
			return model.SandboxPressed{Title: title}
		}
	}
}

// called returns a sandbox's title, or what one without a title is called.
func (p *page) called(title string) string {
	if strings.TrimSpace(title) == "" {
		return p.t("sandbox")
	}
	return i18n.Short(title)
}
