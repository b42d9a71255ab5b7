package ui

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// Repainter has something painted again whenever the size of its element or the page's
// colours have changed, and tells both: to ask the browser for them while the page is
// drawn would have it lay out all that has been drawn so far.
type Repainter struct {
	Theme, forced       app.Value
	resized, recoloured app.Func
	observer, style     app.Value
	wide, high          int
	colours             map[string]string
}

// Mount has paint called, for the first time once the element is laid out, and never
// within a drawing.
func (s *Repainter) Mount(ctx app.Context, element app.Value, paint func()) {
	s.resized = OutsideDraw(ctx, func() {
		s.wide, s.high = element.Get("clientWidth").Int(), element.Get("clientHeight").Int()
		paint()
	})
	s.recoloured = OutsideDraw(ctx, func() {
		clear(s.colours)
		paint()
	})
	s.observer = app.Window().Get("ResizeObserver").New(s.resized)
	s.observer.Call("observe", element)
	s.colours = map[string]string{}
	s.style = app.Window().Call("getComputedStyle", element)
	s.Theme = app.Window().Call("matchMedia", "(prefers-color-scheme: dark)")
	s.forced = app.Window().Call("matchMedia", "(forced-colors: active)")
	for _, media := range []app.Value{s.Theme, s.forced} {
		media.Call("addEventListener", "change", s.recoloured)
	}
}

// Also watches the size of another element.
func (s *Repainter) Also(element app.Value) { s.observer.Call("observe", element) }

// Size returns how wide and high the element was when it was last laid out, in CSS
// pixels, and 0 as long as it is out of sight.
func (s *Repainter) Size() (wide, high int) { return s.wide, s.high }

// Colour returns a custom property of the element's style, by its name with two dashes.
func (s *Repainter) Colour(property string) string {
	colour, known := s.colours[property]
	if !known {
		colour = s.style.Call("getPropertyValue", property).String()
		s.colours[property] = colour
	}
	return colour
}

// Dismount ends what Mount began.
func (s *Repainter) Dismount() {
	if s.resized == nil {
		return
	}
	s.observer.Call("disconnect")
	for _, media := range []app.Value{s.Theme, s.forced} {
		media.Call("removeEventListener", "change", s.recoloured)
	}
	s.resized.Release()
	s.recoloured.Release()
	s.resized, s.wide, s.high = nil, 0, 0
}

// OutsideDraw returns f for the browser to call. Within a drawing the browser may have turns:
// f waits until it has ended, and is not called once the component of ctx is gone.
func OutsideDraw(ctx app.Context, f func()) app.Func {
	return app.FuncOf(func(app.Value, []app.Value) any {
		ctx.Dispatcher().Dispatch(app.Dispatch{Mode: app.Next, Source: ctx.Src(), Function: func(app.Context) { f() }})
		return nil
	})
}
