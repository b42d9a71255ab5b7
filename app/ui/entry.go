package ui

import (
	"cmp"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/page"
)

// MaxText is the longest text, in bytes, of a field that says nothing else.
const MaxText = 120

// Entry is a field of a form with its label: a text, or with
// Options a choice. It tells what it holds at every key, or Late: once that is
// done, and until then it is ahead of Value.
type Entry struct {
	app.Compo
	ID, Label, Value string
	Options          []Option
	Known            []string // values to choose from, or not; nil for a field without
	Number           bool
	Most             int // bytes, 0 for [MaxText]
	Wrong            bool
	Refused          string // why what it holds is wrong
	Apart            bool   // that is drawn elsewhere, by [Entry.Refusal]
	Late             bool
	Set              func(text string) page.Msg
	To               *Outlet
}

// OnMount shows the value.
func (f *Entry) OnMount(app.Context) { f.show() }

// OnUpdate shows the value, unless the reader is still typing.
func (f *Entry) OnUpdate(app.Context) {
	focused := app.Window().Get("document").Get("activeElement")
	if f.Late && f.Options == nil && focused.Truthy() && focused.Get("id").String() == f.ID {
		return
	}
	f.show()
}

func (f *Entry) show() {
	if e := app.Window().GetElementByID(f.ID); e.Truthy() && e.Get("value").String() != f.Value {
		e.Set("value", f.Value)
	}
}

func (f *Entry) typed(ctx app.Context, _ app.Event) {
	f.To.Send(f.Set(ctx.JSSrc().Get("value").String()))
}

// Render draws the field.
func (f *Entry) Render() app.UI {
	var field app.UI
	if f.Options != nil {
		options := []app.UI{}
		for _, o := range f.Options {
			options = append(options, app.Option().Value(o.Value).Text(o.Text))
		}
		field = app.Select().ID(f.ID).Body(options...).OnChange(f.typed)
	} else {
		input := app.Input().Type("text").ID(f.ID).Attr("aria-invalid", strconv.FormatBool(f.Wrong || f.Refused != "")).
			Attr("aria-describedby", f.ID+"-refused").MaxLength(cmp.Or(f.Most, MaxText)).
			Attr("autocapitalize", "off").Attr("autocomplete", "off").Attr("autocorrect", "off").Attr("spellcheck", "false")
		if f.Number {
			input = input.Attr("inputmode", "decimal")
		}
		if f.Known != nil {
			input = input.Attr("list", f.ID+"-known")
		}
		if f.Late {
			field = input.OnChange(f.typed)
		} else {
			field = input.OnInput(f.typed)
		}
	}
	refusal := f.Refusal()
	if f.Apart {
		refusal = nil
	}
	return app.Div().Class("entry").Body(app.Label().For(f.ID).Text(f.Label), field, f.known(), refusal)
}

// Refusal draws why what the field holds is wrong.
func (f *Entry) Refusal() app.UI {
	return app.P().ID(f.ID + "-refused").Class("field-error").Role("alert").Text(f.Refused)
}

// known offers values to choose from.
func (f *Entry) known() app.UI {
	if f.Known == nil {
		return nil
	}
	options := []app.UI{}
	for _, value := range f.Known {
		options = append(options, app.Option().Value(value))
	}
	return app.DataList().ID(f.ID + "-known").Body(options...)
}
