package ui

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// Repainter calls a function to paint an element (a canvas) whenever the element's size or the
// page's colours have changed, and remembers both. To ask the browser for them during a drawing
// would force it to lay out everything drawn so far.
type Repainter struct {
	Theme, forced       app.Value // media queries: dark scheme, forced colours
	resized, recoloured app.Func
	observer, style     app.Value
	wide, high          int               // CSS pixels
	colours             map[string]string // by property, filled by StyleProperty
}

// Mount starts watching an element. paint is called first when the element has been laid out,
// and never during a drawing.
func (s *Repainter) Mount(ctx app.Context, element app.Value, paint func()) {
	s.resized = CallbackOutsideDraw(ctx, func() {
		s.wide, s.high = element.Get("clientWidth").Int(), element.Get("clientHeight").Int()
		paint()
	})
	s.recoloured = CallbackOutsideDraw(ctx, func() {
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

// AlsoWatch watches the size of another element too.
func (s *Repainter) AlsoWatch(element app.Value) { s.observer.Call("observe", element) }

// Size returns the element's width and height in CSS pixels at its last layout. Both are 0
// while the element is not shown.
func (s *Repainter) Size() (wide, high int) { return s.wide, s.high }

// StyleProperty returns a custom property of the element's style, named with its two dashes.
func (s *Repainter) StyleProperty(property string) string {
	colour, known := s.colours[property]
	if !known {
		colour = s.style.Call("getPropertyValue", property).String()
		s.colours[property] = colour
	}
	return colour
}

// Dismount stops watching. It may be called without Mount.
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

// CallbackOutsideDraw returns a function for the browser that calls f. If the browser calls it during a
// drawing, f runs after that; once the component of ctx is dismounted, f does not run.
func CallbackOutsideDraw(ctx app.Context, f func()) app.Func {
	return app.FuncOf(func(app.Value, []app.Value) any {
		ctx.Dispatcher().Dispatch(app.Dispatch{Mode: app.Next, Source: ctx.Src(), Function: func(app.Context) { f() }})
		return nil
	})
}
