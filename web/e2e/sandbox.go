//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// WriteFile writes a file with the given name into a new folder, and returns its path.
func WriteFile(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// Export saves a sandbox through the export dialog: button opens the dialog, and form is the
// button in it that saves. It returns the downloaded file.
func (tab *Tab) Export(button, form string) (name string, data []byte) {
	tab.T.Helper()
	tab.Click("button", button)
	tab.WaitText("dialog [role=status]", "sizes")
	return tab.Download(func() { tab.Click("button", form) })
}

// Titles is a JavaScript expression for the titles in the list of sandboxes.
const Titles = `[...document.querySelectorAll(".shelf:not(.gone) .shelf-name > a")].map((a) => a.textContent)`

// Undo presses the button Undo in the notice, once it is shown.
func (tab *Tab) Undo() {
	tab.T.Helper()
	tab.Until(`document.querySelector(".notice button")?.textContent === "Undo"`)
	tab.Run(`document.querySelector(".notice button").click()`)
}

// NewSandbox makes an empty sandbox from the home page, as a reader does, and returns its
// route.
func (tab *Tab) NewSandbox() string {
	tab.T.Helper()
	tab.Open("/")
	tab.PressButton("New sandbox")
	return tab.SandboxShown()
}

// SandboxShown waits until the page shows a stored sandbox, and returns its route.
func (tab *Tab) SandboxShown() string {
	tab.T.Helper()
	tab.Until(`/\/sandboxes\/[a-z2-7]{10}\/$/.test(location.pathname)`)
	tab.Saved()
	path := Eval[string](tab, "location.href")
	return strings.TrimPrefix(path, strings.TrimSuffix(tab.Site.URL, "/"))
}

// Commands runs lines in the console one by one. It fails the test if the log has a refused
// command.
func (tab *Tab) Commands(lines ...string) {
	tab.T.Helper()
	for _, line := range lines {
		tab.Command(line)
	}
	if refused := Eval[[]string](tab, `[...document.querySelectorAll("[role=log] .refused")].map((e) => e.innerText)`); len(refused) > 0 {
		tab.Fail("refused: %q", refused)
	}
}

// Orders are commands that make and fill the table orders.
var Orders = []string{
	"createtable orders families=O:maxversions=3,C",
	"set orders be#002 O:total=12 C:name=Ann",
	"set orders be#001 O:total=7 C:name=Bob",
	"set orders at#001 O:total=99",
	"set orders ch#001 O:total=1 C:name=Cid",
	"set orders be#003 O:total=5",
}

// OrderKeys are the row keys of the table that [Orders] makes, in order.
var OrderKeys = []string{"at#001", "be#001", "be#002", "be#003", "ch#001"}

// Has reports an error of the test unless got equals want; what says what was compared.
func (tab *Tab) Has(what string, got, want []string) {
	tab.T.Helper()
	if !slices.Equal(got, want) {
		tab.T.Errorf("%s: %q, want %q", what, got, want)
	}
}

// OpenExample opens one of the ready-made sandboxes, by its name, on a wide screen of the lean
// site.
func OpenExample(t *testing.T, name string) *Tab {
	t.Helper()
	tab := Begin(t)
	tab.Size(Screens[0].Width, Screens[0].Height)
	tab.Open("/sandboxes/")
	tab.Usable(name)
	tab.Click("button", "Open "+name)
	tab.SandboxShown()
	return tab
}
