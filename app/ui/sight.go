package ui

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// Sight has something painted again whenever the size of its element or the page's
// colours have changed.
type Sight struct {
	redraw          app.Func
	observer, Theme app.Value
}

func (s *Sight) Mount(element app.Value, paint func()) {
	s.redraw = app.FuncOf(func(app.Value, []app.Value) any { paint(); return nil })
	s.observer = app.Window().Get("ResizeObserver").New(s.redraw)
	s.observer.Call("observe", element)
	s.Theme = app.Window().Call("matchMedia", "(prefers-color-scheme: dark)")
	s.Theme.Call("addEventListener", "change", s.redraw)
}

// Also watches the size of another element.
func (s *Sight) Also(element app.Value) { s.observer.Call("observe", element) }

func (s *Sight) Dismount() {
	if s.redraw == nil {
		return
	}
	s.observer.Call("disconnect")
	s.Theme.Call("removeEventListener", "change", s.redraw)
	s.redraw.Release()
	s.redraw = nil
}
