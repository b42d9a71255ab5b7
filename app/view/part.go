package view

import (
	"reflect"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/model"
	"tabletop/app/ui"
)

// part is a piece of the page that is drawn again only when the state has changed
// that it draws: not at every key typed into the console, nor at every step of a
// long call.
type part struct {
	app.Compo
	Looks *versioned // what it draws
	page  drawing    // all else that a drawing needs
	draw  func(*drawing) app.UI
	drawn ui.Drawn[*versioned]
}

// versioned is a state that parts draw. The library compares two of them field by field:
// as the first differs where the state does, it need not go through that for every part.
type versioned struct {
	version int
	st      model.State
}

// versions are the states that the parts were drawn of last.
type versions struct {
	still, aside *versioned
	count        int
}

// of returns a state with its version: the last one again if it has not changed.
func (v *versions) of(last **versioned, st model.State) *versioned {
	if *last == nil || !reflect.DeepEqual(&(*last).st, &st) {
		v.count++
		*last = &versioned{v.count, st}
	}
	return *last
}

// part returns a part of the page. What draw returns may depend on the page
// alone.
func (p *drawing) part(draw func(*drawing) app.UI) app.UI {
	if !p.live {
		return draw(p)
	}
	if p.ofParts == nil {
		p.ofParts = p.drawn.of(&p.drawn.still, p.st.Still())
	}
	return &part{Looks: p.ofParts, page: *p, draw: draw}
}

// aside returns a part of the page that shows no reads.
func (p *drawing) aside(draw func(*drawing) app.UI) app.UI {
	if !p.live {
		return draw(p)
	}
	if p.ofAsides == nil {
		p.ofAsides = p.drawn.of(&p.drawn.aside, p.st.Aside())
	}
	return &part{Looks: p.ofAsides, page: *p, draw: draw}
}

// Render draws the part.
func (c *part) Render() app.UI {
	return c.drawn.Of(c.Looks, func() app.UI {
		p := c.page
		p.st, p.ofParts, p.ofAsides = &c.Looks.st, nil, nil
		return c.draw(&p)
	})
}
