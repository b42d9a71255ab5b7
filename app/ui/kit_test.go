//go:build !js

package ui

import (
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// TestDrawnOnce tests that a part is not drawn again if its values have not changed.
func TestDrawnOnce(t *testing.T) {
	count := 0
	part := Memo(&Kit{InBrowser: true}, &struct{ Text string }{"a"}, func(looks *struct{ Text string }) app.UI {
		count++
		return app.P().Text(looks.Text)
	}).(*part[struct{ Text string }])
	first := part.Render()
	if again := part.Render(); again != first || count != 1 {
		t.Errorf("drawn %d times, the same: %t", count, again == first)
	}
	part.Looks = &struct{ Text string }{"b"}
	if html := app.HTMLString(part.Render()); html != "<p>b</p>" || count != 2 {
		t.Errorf("%s, drawn %d times", html, count)
	}
}

// TestPieces tests that a piece is drawn again with what is around it, and that there are no
// pieces before any script runs.
func TestPieces(t *testing.T) {
	drawn := func() app.UI { return app.P() }
	if _, is := YieldingPart(&Kit{}, drawn).(app.HTMLP); !is {
		t.Error("a piece where nothing is live")
	}
	p := YieldingPart(&Kit{InBrowser: true}, drawn).(*part[func() app.UI])
	first := p.Render()
	if p.Render() != first {
		t.Error("drawn again by itself")
	}
	if p.Looks = &drawn; p.Render() == first {
		t.Error("not drawn again")
	}
}
