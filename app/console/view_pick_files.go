package console

import (
	"unsafe"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/console/dialects"
)

// elementFiles is the id of the file input.
const elementFiles = "console-files"

// pickButton draws the input that takes files for commands. There is none in a lesson, nor
// in a dialect whose commands name no files.
func (p *bar) pickButton() app.UI {
	if !dialects.ByID(p.Dialect).PicksFiles || p.InLesson {
		return app.Span()
	}
	text := app.Span().Text(p.T("pick-files"))
	if !p.EngineIdle {
		return app.Span().Class("button quiet upload").Attr("aria-disabled", "true").Body(text)
	}
	field := app.Input().Type("file").ID(elementFiles).Multiple(true).Attr("aria-label", p.T("pick-files"))
	return app.Label().Class("button quiet upload").Body(text, field.OnChange(p.filesPicked))
}

// filesPicked reads the picked files one after another and sends them in one message. Files
// of more than engine.MaxConsoleFiles bytes in all are not read.
func (p *bar) filesPicked(ctx app.Context, _ app.Event) {
	field := ctx.JSSrc()
	list := field.Get("files")
	n := list.Get("length").Int()
	if n == 0 {
		return
	}
	size := int64(0)
	for i := range n {
		size += int64(list.Index(i).Get("size").Float())
	}
	if size > engine.MaxConsoleFiles {
		field.Set("value", "")
		p.Send(FilesPicked{Size: size})
		return
	}
	files := make([]engine.PickedFile, 0, n)
	var next func()
	next = func() {
		if len(files) == n {
			field.Set("value", "") // so that the same file can be picked again
			p.Send(FilesPicked{Files: files})
			return
		}
		ui.ReadFile(ctx, list.Index(len(files)), func(name string, data []byte) {
			text := unsafe.String(unsafe.SliceData(data), len(data)) // data has no other owner, so it does not change
			files = append(files, engine.PickedFile{Name: name, Text: text})
			next()
		})
	}
	next()
}

// picked holds what the list of picked files is drawn from.
type picked struct {
	ui.Kit
	Files []engine.PickedFile
}

// draw lists the picked files, each with its size and a button that removes it.
func (p *picked) draw() app.UI {
	items := []app.UI{}
	for _, f := range p.Files {
		items = append(items, app.Li().Body(
			app.Code().Text(i18n.MakePrintable(f.Name)),
			app.Span().Class("label num").Text(i18n.FormatBytes(p.Lang, int64(len(f.Text)))),
			p.Button("×", PickedFileRemoved{Name: f.Name}).Class("quiet").Attr("aria-label", p.T("drop-file", f.Name)),
		))
	}
	box := app.Div().Class("picked")
	if len(items) == 0 {
		return box
	}
	return box.Body(ui.Label(p.T("picked")), app.Ul().Body(items...))
}
