package builder

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/ui"
)

// controlKind is how a field of the scan builder is given its value.
type controlKind uint8

const (
	controlText controlKind = iota
	controlNumber
	controlSelect
	controlCheck
)

// control is a field of the scan builder with its label, what it is for and why
// its value was refused. What it shows follows the state, but for a field that has
// the focus and is typed into or chosen from: that is ahead of it.
type control struct {
	app.Compo
	Field   field
	How     controlKind
	Label   string
	Hint    string
	Value   string
	Refused string
	Options []ui.Option
	now     func() *View
	to      *ui.Outlet
}

// OnMount shows the value.
func (c *control) OnMount(app.Context) { c.show(c.Value) }

// OnUpdate shows the value, unless the reader is typing or choosing.
func (c *control) OnUpdate(app.Context) {
	focused := app.Window().Get("document").Get("activeElement")
	if c.How <= controlSelect && focused.Truthy() && focused.Get("id").String() == c.Field.element() {
		return
	}
	c.show(c.Value)
}

func (c *control) element() app.Value { return app.Window().GetElementByID(c.Field.element()) }

func (c *control) show(value string) {
	e := c.element()
	switch {
	case !e.Truthy():
	case c.How == controlCheck:
		e.Set("checked", value == "true")
	case e.Get("value").String() != value:
		e.Set("value", value)
	}
}

// truth returns what the state has the field show.
func (c *control) truth() string {
	s := c.now().scan
	if !s.Read {
		return c.Value
	}
	return s.value(c.Field)
}

func (c *control) typed(ctx app.Context, _ app.Event) {
	c.to.Send(Set{Field: c.Field, Text: ctx.JSSrc().Get("value").String()})
}

// chosen takes what was chosen; what was refused is not chosen.
func (c *control) chosen(ctx app.Context, e app.Event) {
	c.typed(ctx, e)
	c.show(c.truth())
}

// turned takes that a box was checked or no longer is. The element may show either
// by now: see [radioOf].
func (c *control) turned(app.Context, app.Event) {
	c.to.Send(Set{Field: c.Field, Text: strconv.FormatBool(c.truth() != "true")})
	c.show(c.truth())
}

func (c *control) left(app.Context, app.Event) {
	c.to.Send(Left{Field: c.Field})
	c.show(c.truth())
}

// pressed runs the text at Enter, as in the console.
func (c *control) pressed(_ app.Context, e app.Event) {
	if e.Get("key").String() == "Enter" && !e.Get("isComposing").Bool() {
		e.PreventDefault()
		c.to.Send(Run{})
	}
}

// Render draws the field.
func (c *control) Render() app.UI {
	id := c.Field.element()
	described := id + "-refused"
	if c.Hint != "" {
		described = id + "-hint " + described
	}
	var input app.UI
	switch c.How {
	case controlSelect:
		options := []app.UI{}
		for _, o := range c.Options {
			options = append(options, app.Option().Value(o.Value).Text(o.Text))
		}
		input = app.Select().ID(id).Attr("aria-describedby", described).Body(options...).OnChange(c.chosen).OnBlur(c.left)
	case controlCheck:
		input = app.Input().Type("checkbox").ID(id).Attr("aria-describedby", described).OnClick(c.turned)
	default:
		field := app.Input().Type("text").ID(id).Attr("aria-describedby", described).Attr("aria-invalid", strconv.FormatBool(c.Refused != "")).
			Attr("autocapitalize", "off").Attr("autocomplete", "off").Attr("autocorrect", "off").Attr("spellcheck", "false").
			OnInput(c.typed).OnBlur(c.left).OnKeyDown(c.pressed)
		if c.How == controlNumber {
			field = field.Attr("inputmode", "numeric")
		}
		input = field
	}
	label := app.Label().For(id).Text(c.Label)
	class, first, second := "control", app.UI(label), input
	if c.How == controlCheck {
		class, first, second = "control check", input, app.UI(label)
	}
	return app.Div().Class(class).Body(first, second,
		app.Span().ID(id+"-hint").Class("hint").Text(c.Hint),
		app.Span().ID(id+"-refused").Class("field-error").Role("alert").Text(c.Refused),
	)
}
