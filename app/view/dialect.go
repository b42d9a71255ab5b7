package view

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/dialect"
	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/app/ui"
	"tabletop/engine"
)

// language returns the console's language.
func (p *drawing) language() dialect.Language { return dialect.Of(p.st.Work.Dialect) }

// dialectName returns the name of a dialect, as its radio has it.
func (p *drawing) dialectName(d engine.Dialect) string {
	return p.t("dialect-" + dialect.Of(d).Name)
}

// dialect chooses the console's language.
func (p *drawing) dialect() app.UI {
	radios := []app.UI{}
	for _, d := range []engine.Dialect{engine.CBT, engine.HBase} {
		name := dialect.Of(d).Name
		radios = append(radios, app.Label().Body(
			p.radio("dialect", name, p.st.Work.Dialect == d, model.DialectPicked{Dialect: d}).ID("dialect-"+name),
			app.Text(p.dialectName(d)),
		))
	}
	return app.Div().Class("dialect").Role("radiogroup").Attr("aria-label", p.t("dialect")).Body(radios...)
}

// ran draws what was run, and on demand the same in the other dialect.
func (p *drawing) ran(e model.LogEntry) app.UI {
	parts := []app.UI{app.Raw(`<pre>` + markedInput(e) + `</pre>`)}
	if e.Turns {
		other := p.dialectName(dialect.Other(e.Dialect))
		parts = append(parts, p.button(other, model.TurnPressed{Seq: e.Seq}).Class("quiet").
			Attr("aria-label", p.t("turn-label", other)).Attr("aria-expanded", strconv.FormatBool(e.Turned != nil)))
	}
	lines := []app.UI{app.Div().Class("line").Body(parts...)}
	for _, t := range e.Turned {
		if t.Err != nil {
			lines = append(lines, app.P().Class("note turned").Text(i18n.Error(p.st.Lang, t.Err)))
			continue
		}
		lines = append(lines, app.Raw(`<pre class="turned">`+ui.Coloured(t.Text, t.Tokens, 0)+`</pre>`))
	}
	return app.Div().Class("ran").DataSet("dialect", dialect.Of(e.Dialect).Name).Body(lines...)
}

// pickButton takes files that commands can name; HBase's have none.
func (p *drawing) pickButton() app.UI {
	if p.st.Work.Dialect != engine.CBT {
		return app.Span()
	}
	text := app.Span().Text(p.t("pick-files"))
	if !p.idle() {
		return app.Span().Class("button quiet upload").Attr("aria-disabled", "true").Body(text)
	}
	field := app.Input().Type("file").ID(model.ElementFiles).Multiple(true).Attr("aria-label", p.t("pick-files"))
	return app.Label().Class("button quiet upload").Body(text, field.OnChange(p.filesPicked))
}

// filesPicked reads the picked files and hands on their bytes.
func (p *drawing) filesPicked(ctx app.Context, _ app.Event) {
	field := ctx.JSSrc()
	list := field.Get("files")
	n := list.Get("length").Int()
	if n == 0 {
		return
	}
	size := int64(0)
	names, reads := make([]string, n), app.Window().Get("Array").New()
	for i := range n {
		size += int64(list.Index(i).Get("size").Float())
	}
	if size > engine.MaxFiles {
		field.Set("value", "")
		p.send(model.FilesPicked{Size: size})
		return
	}
	for i := range n {
		names[i] = list.Index(i).Get("name").String()
		reads.Call("push", list.Index(i).Call("arrayBuffer"))
	}
	app.Window().Get("Promise").Call("all", reads).Then(func(buffers app.Value) {
		files := make([]engine.File, n)
		for i := range n {
			array := app.Window().Get("Uint8Array").New(buffers.Index(i))
			data := make([]byte, array.Get("length").Int())
			app.CopyBytesToGo(data, array)
			files[i] = engine.File{Name: names[i], Text: string(data)}
		}
		ctx.Dispatch(func(app.Context) {
			field.Set("value", "") // so that the same file can be picked again
			p.send(model.FilesPicked{Files: files})
		})
	})
}

// picked lists the files that commands can name.
func (p *drawing) picked() app.UI {
	items := []app.UI{}
	for _, f := range p.st.Work.Files {
		items = append(items, app.Li().Body(
			app.Code().Text(i18n.Plain(f.Name)),
			app.Span().Class("label num").Text(p.bytes(int64(len(f.Text)))),
			p.button("×", model.FileDropped{Name: f.Name}).Class("quiet").Attr("aria-label", p.t("drop-file", f.Name)),
		))
	}
	box := app.Div().Class("picked")
	if len(items) == 0 {
		return box
	}
	return box.Body(app.Span().Class("label").Text(p.t("picked")), app.Ul().Body(items...))
}
