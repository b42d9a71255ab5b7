package ui

import (
	"cmp"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/form"
	"tabletop/app/i18n"
	"tabletop/app/page"
)

// maxText is the most characters of a text field whose form says nothing else.
const maxText = 120

// FieldEvents says which messages the events of a form's fields send. It must stay the same for
// the whole life of a form.
type FieldEvents struct {
	Typed func(id, value string) page.Msg // the value has changed
	Left  func(id string) page.Msg        // the field has lost the focus; nil for no message
	Enter page.Msg                        // the key Enter in a text field; nil for no message
}

// FormText returns a text of a form in the reader's language.
func (k *Kit) FormText(t form.Text) string {
	switch {
	case t.Err != nil:
		return t.Plain + i18n.ErrorSentence(k.Lang, t.Err)
	case t.Code != "":
		return t.Plain + k.T(t.Code, t.Args...)
	}
	return t.Plain
}

// FormField returns the element for a field of a form. events must be the same at each drawing.
func (k *Kit) FormField(f form.Field, events *FieldEvents) *Field {
	out := &Field{ID: f.ID, Label: k.FormText(f.Label), Name: k.FormText(f.Name), How: f.Kind, Value: f.Value, Suggestions: f.Suggestions, MaxLength: f.MaxLength, Example: k.FormText(f.Example), Min: f.Min, Max: f.Max,
		Help: k.FormText(f.Help), Refused: k.FormText(f.Refused), RefusedElsewhere: f.RefusedElsewhere, WhenFinished: f.WhenFinished, Events: events, To: k.To}
	for _, o := range f.Options {
		out.Options = append(out.Options, SelectOption{o.Value, k.FormText(o.Text)})
	}
	return out
}

// FormFields returns the elements for fields of a form.
func (k *Kit) FormFields(fields []form.Field, events *FieldEvents) []app.UI {
	out := make([]app.UI, len(fields))
	for i, f := range fields {
		out[i] = k.FormField(f, events)
	}
	return out
}

// Field is the element of a form's field, with its label, help, and the refusal of its value.
// For its parts see [form.Field].
type Field struct {
	app.Compo
	ID, Label, Value               string
	Name                           string
	How                            form.FieldKind
	Options                        []SelectOption
	Suggestions                    []string
	MaxLength                      int
	Example                        string
	Min, Max                       int
	Help                           string
	Refused                        string
	RefusedElsewhere, WhenFinished bool
	Inline                         bool // drawn within a sentence, without help
	Events                         *FieldEvents
	To                             *MsgSender
}

// OnMount sets the element's value.
func (f *Field) OnMount(app.Context) { f.show() }

// OnUpdate sets the element's value. It leaves a Late field alone while that has the focus,
// because its text is newer than the value.
func (f *Field) OnUpdate(app.Context) {
	focused := app.Window().Get("document").Get("activeElement")
	if f.WhenFinished && f.How < form.KindChoice && focused.Truthy() && focused.Get("id").String() == f.ID {
		return
	}
	f.show()
}

// show sets the value of the element in the document, if it differs.
func (f *Field) show() {
	e := app.Window().GetElementByID(f.ID)
	switch {
	case !e.Truthy():
	case f.How == form.KindCheckbox:
		e.Set("checked", f.Value == "true")
	case e.Get("value").String() != f.Value:
		e.Set("value", f.Value)
	}
}

// typed sends the element's value. If the form does not accept it, the next drawing shows the
// old value again, since the element's then differs.
func (f *Field) typed(ctx app.Context, _ app.Event) {
	f.send(ctx.JSSrc().Get("value").String())
}

// turned sends the new state of a check box. It does not use the element's state, which may be
// either by now, see [RadioWithHandler].
func (f *Field) turned(app.Context, app.Event) { f.send(strconv.FormatBool(f.Value != "true")) }

func (f *Field) send(value string) {
	f.Value = value
	f.To.Send(f.Events.Typed(f.ID, value))
}

func (f *Field) left(app.Context, app.Event) { f.To.Send(f.Events.Left(f.ID)) }

// pressed handles the key Enter.
func (f *Field) pressed(_ app.Context, e app.Event) {
	if e.Get("key").String() == "Enter" && !e.Get("isComposing").Bool() {
		e.PreventDefault()
		f.To.Send(f.Events.Enter)
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
	if f.RefusedElsewhere {
		refusal = nil
	}
	help := app.Span().ID(f.ID + "-help").Class("hint").Text(f.Help)
	if f.How == form.KindCheckbox {
		return app.Div().Class("entry", "tick").Body(f.element(), label, help, refusal)
	}
	return app.Div().Class("entry").Body(label, f.element(), f.known(), help, refusal)
}

// element draws the input element, with the handlers that the form listens to.
func (f *Field) element() app.UI {
	described := f.ID + "-refused"
	if f.Help != "" {
		described = f.ID + "-help " + described
	}
	switch f.How {
	case form.KindCheckbox:
		return f.named(app.Input().Type("checkbox").ID(f.ID).Attr("aria-describedby", described).OnClick(f.turned))
	case form.KindChoice:
		options := []app.UI{}
		for _, o := range f.Options {
			options = append(options, app.Option().Value(o.Value).Text(o.Text))
		}
		field := app.Select().ID(f.ID).Attr("aria-describedby", described).Body(options...).OnChange(f.typed)
		if f.Events.Left != nil {
			field = field.OnBlur(f.left)
		}
		return field
	}
	// The browser must not correct what is typed: names and values are not prose.
	field := f.named(app.Input().Type("text").ID(f.ID)).Attr("aria-invalid", strconv.FormatBool(f.Refused != "")).
		Attr("aria-describedby", described).MaxLength(cmp.Or(f.MaxLength, maxText)).
		Attr("autocapitalize", "off").Attr("autocomplete", "off").Attr("autocorrect", "off").Attr("spellcheck", "false")
	if f.Example != "" {
		field = field.Placeholder(f.Example)
	}
	if f.How != form.KindLine {
		field = field.Attr("inputmode", "decimal")
	}
	if f.How == form.KindInteger {
		field = field.Type("number").Attr("min", f.Min).Attr("max", f.Max).Attr("step", "any")
	}
	if f.Suggestions != nil {
		field = field.Attr("list", f.ID+"-known")
	}
	if f.Events.Left != nil {
		field = field.OnBlur(f.left)
	}
	if f.Events.Enter != nil {
		field = field.OnKeyDown(f.pressed)
	}
	if f.WhenFinished {
		return field.OnChange(f.typed)
	}
	return field.OnInput(f.typed)
}

// named sets the accessible name of an input without a visible label.
func (f *Field) named(input app.HTMLInput) app.HTMLInput {
	if f.Name == "" {
		return input
	}
	return input.Attr("aria-label", f.Name)
}

// Refusal draws why the value is refused. Forms with [form.Field].RefusedElsewhere draw it themselves.
func (f *Field) Refusal() app.UI {
	return app.P().ID(f.ID + "-refused").Class("field-error").Role("alert").Text(f.Refused)
}

// known draws the list of suggested values.
func (f *Field) known() app.UI {
	if f.Suggestions == nil {
		return nil
	}
	options := []app.UI{}
	for _, value := range f.Suggestions {
		options = append(options, app.Option().Value(value))
	}
	return app.DataList().ID(f.ID + "-known").Body(options...)
}
