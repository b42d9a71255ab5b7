package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/model"
	"tabletop/app/ui"
)

// part is a piece of the page that is drawn again only when the state has changed
// that it draws: not at every key typed into the console, nor at every step of a
// long call.
type part struct {
	app.Compo
	Looks model.State // what it draws
	page  drawing     // all else that a drawing needs
	draw  func(*drawing) app.UI
}

// part returns a part of the page. What draw returns may depend on the page
// alone.
func (p *drawing) part(draw func(*drawing) app.UI) app.UI {
	if !p.live {
		return draw(p)
	}
	return &part{Looks: p.st.Still(), page: *p, draw: draw}
}

// aside returns a part of the page that shows no reads.
func (p *drawing) aside(draw func(*drawing) app.UI) app.UI {
	if !p.live {
		return draw(p)
	}
	return &part{Looks: p.st.Aside(), page: *p, draw: draw}
}

// Render draws the part.
func (c *part) Render() app.UI {
	ui.Breathe()
	p := c.page
	p.st = &c.Looks
	return c.draw(&p)
}
