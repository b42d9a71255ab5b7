package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/files"
	"tabletop/app/model"
	"tabletop/app/page"
	"tabletop/app/sandboxes"
	"tabletop/app/share"
	"tabletop/app/ui"
)

// sandboxes draws the page that lists the reader's sandboxes.
func (p *drawing) sandboxes() app.UI {
	list := p.sandboxList()
	return app.Main().ID(page.ElementMain).Class("sheet").TabIndex(-1).On("dragover", ui.AllowFileDrop).On("drop", p.dropped).Body(
		app.H1().Text(p.t("sandboxes")),
		app.P().Class("lead").Text(p.kept("sandboxes-text")),
		app.Div().Class("row").Body(
			p.work(p.t("new-sandbox"), p.newSandbox()).Class("primary"),
			p.upload(),
			app.A().Class("button quiet").Href(p.link("/lessons/open/")).Text(p.t("open-lesson")),
			p.work(p.t("paste"), page.OpenDialog{Dialog: page.DialogPaste}).Class("quiet"),
			p.work(p.t("find-paste"), page.InferTemplate{}).Class("quiet"),
			p.work(p.t("export-all"), files.ExportAllPressed{}).Class("quiet"),
		),
		p.running(),
		app.Div().Body(list.Draw()),
		app.Div().Body(list.DeletedList()),
		app.Div().Body(list.BegunLessons()),
		app.Div().Body(list.Examples()),
		app.Div().Body(p.storage()),
	)
}

// upload draws the button that makes a sandbox from a file.
func (p *drawing) upload() app.UI {
	field := app.Input().Type("file").ID(page.ElementUpload).Attr("aria-label", p.t("from-file")).Accept(".tabletop,.csv,.tsv,.txt,.cbt,.hbase,.rb,.sh,.json,.jsonl,.log,.out,text/*")
	if !p.idle() {
		return app.Span().Class("button upload").Attr("aria-disabled", "true").Text(p.t("from-file"))
	}
	return app.Label().Class("button upload").Body(app.Span().Text(p.t("from-file")), field.OnChange(p.files().OnFileChosen))
}

// dropped reads the first file that was dropped on the page, unless an element inside has
// handled the event.
func (p *drawing) dropped(ctx app.Context, e app.Event) {
	if e.Get("defaultPrevented").Bool() {
		return
	}
	e.PreventDefault()
	list := e.Get("dataTransfer").Get("files")
	st := p.get() // p may be a drawing of an old state
	now := &drawing{st: &st, live: true}
	if now.idle() && list.Get("length").Int() > 0 {
		files.ReadChosenFile(ctx, list.Index(0), p.send)
	}
}

// sandbox draws the page of a sandbox.
func (p *drawing) sandbox() app.UI { return p.workbench(p.piece((*drawing).sandboxTask, takeSandbox)) }

// sandboxTask draws a sandbox's title, and the buttons about the whole sandbox.
func (p *drawing) sandboxTask() app.UI {
	w := &p.st.Work
	title := sandboxes.DisplayTitle(p.kit(), w.Title)
	return app.Section().Class("task").Attr("aria-label", p.t("sandbox")).Body(
		app.P().Class("crumb").Body(app.A().Href(p.link("/sandboxes/")).Text(p.t("sandboxes"))),
		app.H1().Text(title),
		app.Div().Class("ways").Hidden(p.st.Embed).Body(
			p.work(p.t("share"), share.ShareSandboxPressed{}).Class("quiet"),
			p.work(p.t("export"), page.OpenDialog{Dialog: page.DialogExport, ID: w.ID}).Class("quiet"),
			p.work(p.t("designrecord"), model.RecordPressed{}).Class("quiet"),
			ui.Menu("menu-sandbox", p.t("more-of", title),
				p.work(p.t("rename"), page.OpenDialog{Dialog: page.DialogRename, ID: w.ID}).Class("quiet"),
				p.work(p.t("copy"), model.CreateSandboxPressed{FromOpen: true, Title: p.sandboxList().TitleForCopy(p.st.Work.Title)}).Class("quiet"),
				p.work(p.t("delete"), page.OpenDialog{Dialog: page.DialogDelete, ID: w.ID}).Class("quiet danger"),
			),
		),
	)
}

// newSandbox returns the message that makes an empty sandbox with a title that is still free.
func (p *drawing) newSandbox() model.CreateSandboxPressed {
	numbered := func(n int64) string { return p.t("sandbox-n", p.n(n)) }
	return model.CreateSandboxPressed{Title: p.sandboxList().FreeTitle(numbered(1), numbered)}
}

func (p *drawing) sandboxList() *sandboxes.View {
	return sandboxes.NewView(p.kit(), &p.st.State, p.st.Sandboxes, p.st.Storage.StoreError())
}
