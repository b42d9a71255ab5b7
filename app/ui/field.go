package ui

import (
	"cmp"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/form"
	"tabletop/app/i18n"
	"tabletop/app/page"
)

// MaxText is the longest text, in bytes, of a field that says nothing else.
const MaxText = 120

// FieldEvents says which messages the events of a form's fields send. It is the same for the
// whole life of a form.
type FieldEvents struct {
	Typed func(id, value string) page.Msg // another value
	Left  func(id string) page.Msg        // the focus leaves the field; nil for no message
	Enter page.Msg                        // the key Enter in a text; nil for what the browser does
}

// Say returns words of a form in the reader's language.
func (k *Kit) Say(t form.Text) string {
	switch {
	case t.Err != nil:
		return t.Plain + i18n.Error(k.Lang, t.Err)
	case t.Code != "":
		return t.Plain + k.T(t.Code, t.Args...)
	}
	return t.Plain
}

// Field returns the element of a form's field.
func (k *Kit) Field(f form.Field, heard *FieldEvents) *Field {
	out := &Field{ID: f.ID, Label: k.Say(f.Label), Name: k.Say(f.Name), How: f.Kind, Value: f.Value, Known: f.Known, Most: f.Most, Example: k.Say(f.Example), Least: f.Least, Top: f.Top,
		Help: k.Say(f.Help), Refused: k.Say(f.Refused), Apart: f.Apart, Late: f.Late, Heard: heard, To: k.To}
	for _, o := range f.Options {
		out.Options = append(out.Options, Option{o.Value, k.Say(o.Text)})
	}
	return out
}

// Fields returns the elements of fields.
func (k *Kit) Fields(fields []form.Field, heard *FieldEvents) []app.UI {
	out := make([]app.UI, len(fields))
	for i, f := range fields {
		out[i] = k.Field(f, heard)
	}
	return out
}

// Field is the element of a form's field, with its label, what it is for and why its value
// is refused. See [form.Field] for what its parts mean.
type Field struct {
	app.Compo
	ID, Label, Value string
	Name             string
	How              form.Kind
	Options          []Option
	Known            []string
	Most             int
	Example          string
	Least, Top       int
	Help             string
	Refused          string
	Apart, Late      bool
	Inline           bool // within a sentence
	Heard            *FieldEvents
	To               *Sender
}

// OnMount shows the value.
func (f *Field) OnMount(app.Context) { f.show() }

// OnUpdate shows the value, but in a field that is Late while it is typed into: its text is
// ahead of the value.
func (f *Field) OnUpdate(app.Context) {
	focused := app.Window().Get("document").Get("activeElement")
	if f.Late && f.How < form.Choice && focused.Truthy() && focused.Get("id").String() == f.ID {
		return
	}
	f.show()
}

func (f *Field) show() {
	e := app.Window().GetElementByID(f.ID)
	switch {
	case !e.Truthy():
	case f.How == form.Tick:
		e.Set("checked", f.Value == "true")
	case e.Get("value").String() != f.Value:
		e.Set("value", f.Value)
	}
}

// typed sends what the element holds. A value that the form does not take is shown no
// longer once the form is drawn: it differs from the one that the field has by then.
func (f *Field) typed(ctx app.Context, _ app.Event) {
	f.send(ctx.JSSrc().Get("value").String())
}

// turned sends that a box was ticked or no longer is. The element may show either by now,
// see [RadioOf].
func (f *Field) turned(app.Context, app.Event) { f.send(strconv.FormatBool(f.Value != "true")) }

func (f *Field) send(value string) {
	f.Value = value
	f.To.Send(f.Heard.Typed(f.ID, value))
}

func (f *Field) left(app.Context, app.Event) { f.To.Send(f.Heard.Left(f.ID)) }

func (f *Field) pressed(_ app.Context, e app.Event) {
	if e.Get("key").String() == "Enter" && !e.Get("isComposing").Bool() {
		e.PreventDefault()
		f.To.Send(f.Heard.Enter)
	}
}

// Render draws the field.
func (f *Field) Render() app.UI {
	var label app.UI
	if f.Label != "" {
		label = app.Label().For(f.ID).Text(f.Label)
	}
	if f.Inline {
		return app.Span().Class("word").Body(label, f.element(), app.Span().ID(f.ID+"-refused").Class("field-error").Text(f.Refused))
	}
	refusal := f.Refusal()
	if f.Apart {
		refusal = nil
	}
	help := app.Span().ID(f.ID + "-help").Class("hint").Text(f.Help)
	if f.How == form.Tick {
		return app.Div().Class("entry", "tick").Body(f.element(), label, help, refusal)
	}
	return app.Div().Class("entry").Body(label, f.element(), f.known(), help, refusal)
}

// element draws what takes the value.
func (f *Field) element() app.UI {
	described := f.ID + "-refused"
	if f.Help != "" {
		described = f.ID + "-help " + described
	}
	switch f.How {
	case form.Tick:
		return f.named(app.Input().Type("checkbox").ID(f.ID).Attr("aria-describedby", described).OnClick(f.turned))
	case form.Choice:
		options := []app.UI{}
		for _, o := range f.Options {
			options = append(options, app.Option().Value(o.Value).Text(o.Text))
		}
		field := app.Select().ID(f.ID).Attr("aria-describedby", described).Body(options...).OnChange(f.typed)
		if f.Heard.Left != nil {
			field = field.OnBlur(f.left)
		}
		return field
	}
	field := f.named(app.Input().Type("text").ID(f.ID)).Attr("aria-invalid", strconv.FormatBool(f.Refused != "")).
		Attr("aria-describedby", described).MaxLength(cmp.Or(f.Most, MaxText)).
		Attr("autocapitalize", "off").Attr("autocomplete", "off").Attr("autocorrect", "off").Attr("spellcheck", "false")
	if f.Example != "" {
		field = field.Placeholder(f.Example)
	}
	if f.How != form.Line {
		field = field.Attr("inputmode", "decimal")
	}
	if f.How == form.Amount {
		field = field.Type("number").Attr("min", f.Least).Attr("max", f.Top).Attr("step", "any")
	}
	if f.Known != nil {
		field = field.Attr("list", f.ID+"-known")
	}
	if f.Heard.Left != nil {
		field = field.OnBlur(f.left)
	}
	if f.Heard.Enter != nil {
		field = field.OnKeyDown(f.pressed)
	}
	if f.Late {
		return field.OnChange(f.typed)
	}
	return field.OnInput(f.typed)
}

// named gives an input the name that it has where its label is not seen.
func (f *Field) named(input app.HTMLInput) app.HTMLInput {
	if f.Name == "" {
		return input
	}
	return input.Attr("aria-label", f.Name)
}

// Refusal draws why what the field holds is refused.
func (f *Field) Refusal() app.UI {
	return app.P().ID(f.ID + "-refused").Class("field-error").Role("alert").Text(f.Refused)
}

// known offers values to choose from.
func (f *Field) known() app.UI {
	if f.Known == nil {
		return nil
	}
	options := []app.UI{}
	for _, value := range f.Known {
		options = append(options, app.Option().Value(value))
	}
	return app.DataList().ID(f.ID + "-known").Body(options...)
}
