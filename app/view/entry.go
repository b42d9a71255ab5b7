package view

import (
	"cmp"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/model"
)

// entry is a field of the key designer's forms with its label: a text, or with
// Options a choice. It tells what it holds at every key, or Late: once that is
// done, and until then it is ahead of Value.
type entry struct {
	app.Compo
	ID, Label, Value string
	Options          []option
	Number           bool
	Most             int // bytes, 0 for [model.MaxQueryText]
	Wrong            bool
	Refused          string // why what it holds is wrong
	Late             bool
	Set              func(text string) model.Msg
	send             func(model.Msg)
}

// OnMount shows the value.
func (f *entry) OnMount(app.Context) { f.show() }

// OnUpdate shows the value, unless the reader is still typing.
func (f *entry) OnUpdate(app.Context) {
	focused := app.Window().Get("document").Get("activeElement")
	if f.Late && f.Options == nil && focused.Truthy() && focused.Get("id").String() == f.ID {
		return
	}
	f.show()
}

func (f *entry) show() {
	if e := app.Window().GetElementByID(f.ID); e.Truthy() && e.Get("value").String() != f.Value {
		e.Set("value", f.Value)
	}
}

func (f *entry) told(ctx app.Context, _ app.Event) {
	f.send(f.Set(ctx.JSSrc().Get("value").String()))
}

// Render draws the field.
func (f *entry) Render() app.UI {
	var field app.UI
	if f.Options != nil {
		options := []app.UI{}
		for _, o := range f.Options {
			options = append(options, app.Option().Value(o.Value).Text(o.Text))
		}
		field = app.Select().ID(f.ID).Body(options...).OnChange(f.told)
	} else {
		input := app.Input().Type("text").ID(f.ID).Attr("aria-invalid", strconv.FormatBool(f.Wrong || f.Refused != "")).
			Attr("aria-describedby", f.ID+"-refused").MaxLength(cmp.Or(f.Most, model.MaxQueryText)).
			Attr("autocapitalize", "off").Attr("autocomplete", "off").Attr("autocorrect", "off").Attr("spellcheck", "false")
		if f.Number {
			input = input.Attr("inputmode", "numeric")
		}
		if f.Late {
			field = input.OnChange(f.told)
		} else {
			field = input.OnInput(f.told)
		}
	}
	return app.Div().Class("entry").Body(
		app.Label().For(f.ID).Text(f.Label), field,
		app.P().ID(f.ID+"-refused").Class("field-error").Role("alert").Text(f.Refused),
	)
}
