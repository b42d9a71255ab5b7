//go:build e2e

package start

import (
	"testing"

	"tabletop/web/e2e"
)

// TestAbout goes from the first page to the About page and back.
func TestAbout(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Open("/it/")
	tab.Click("link", "Informazioni su questa pagina")
	tab.WaitText("h1", "Informazioni su Tabletop")
	tab.Until(`/Versione [0-9a-f]{16},/.test(document.body.textContent)`)
	tab.Axe()
	tab.Size(390, 844)
	tab.Shot("about-390")
	tab.Size(1280, 720)
	tab.Shot("about-1280")
	tab.Click("link", "Tabletop")
	tab.WaitText("footer", "Tutto gira nel tuo browser")
}
