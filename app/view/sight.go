package view

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// sight has something painted again whenever the size of its element or the page's
// colours have changed.
type sight struct {
	redraw          app.Func
	observer, theme app.Value
}

func (s *sight) mount(element app.Value, paint func()) {
	s.redraw = app.FuncOf(func(app.Value, []app.Value) any { paint(); return nil })
	s.observer = app.Window().Get("ResizeObserver").New(s.redraw)
	s.observer.Call("observe", element)
	s.theme = app.Window().Call("matchMedia", "(prefers-color-scheme: dark)")
	s.theme.Call("addEventListener", "change", s.redraw)
}

func (s *sight) dismount() {
	if s.redraw == nil {
		return
	}
	s.observer.Call("disconnect")
	s.theme.Call("removeEventListener", "change", s.redraw)
	s.redraw.Release()
	s.redraw = nil
}
