package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/model"
)

// radio returns a radio button that sends msg when it is chosen.
func (p *drawing) radio(group, value string, chosen bool, msg model.Msg) app.HTMLInput {
	h, scope := p.press(msg)
	return radioOf(group, value, chosen, h, scope)
}

// radioOf returns a radio button. It heeds clicks, which keys make too, and not
// changes: where the page is drawn between key and click, after an earlier choice,
// the browser finds nothing changed and tells nobody.
func radioOf(group, value string, chosen bool, h app.EventHandler, scope ...any) app.HTMLInput {
	return app.Input().Type("radio").Name(group).Value(value).Checked(chosen).OnClick(h, scope...)
}
