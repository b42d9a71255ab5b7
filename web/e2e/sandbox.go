//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// WriteFile writes a file for the browser to pick.
func WriteFile(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// Export saves a sandbox in a form, through the dialog that a button opens.
func (tab *Tab) Export(button, form string) (name string, data []byte) {
	tab.T.Helper()
	tab.Click("button", button)
	tab.WaitText("dialog [role=status]", "sizes")
	return tab.Download(func() { tab.Click("button", form) })
}

// Titles is the expression of the titles in the list of sandboxes.
const Titles = `[...document.querySelectorAll(".shelf:not(.gone) .shelf-name > a")].map((a) => a.textContent)`

// Undo presses what a notice offers.
func (tab *Tab) Undo() {
	tab.T.Helper()
	tab.Until(`document.querySelector(".notice button")?.textContent === "Undo"`)
	tab.Run(`document.querySelector(".notice button").click()`)
}

// NewSandbox makes an empty sandbox the way a reader does, from Home, and
// returns its route.
func (tab *Tab) NewSandbox() string {
	tab.T.Helper()
	tab.Open("/")
	tab.PressButton("New sandbox")
	return tab.SandboxShown()
}

// SandboxShown waits until a sandbox is on the page and stored, and returns its
// route.
func (tab *Tab) SandboxShown() string {
	tab.T.Helper()
	tab.Until(`/\/sandboxes\/[a-z2-7]{10}\/$/.test(location.pathname)`)
	tab.Saved()
	path := Eval[string](tab, "location.href")
	return strings.TrimPrefix(path, strings.TrimSuffix(tab.Site.URL, "/"))
}

// Commands runs lines in the console, none of which may be refused.
func (tab *Tab) Commands(lines ...string) {
	tab.T.Helper()
	for _, line := range lines {
		tab.Command(line)
	}
	if refused := Eval[[]string](tab, `[...document.querySelectorAll("[role=log] .refused")].map((e) => e.innerText)`); len(refused) > 0 {
		tab.Fail("refused: %q", refused)
	}
}

// Orders fills a table that the tests here read.
var Orders = []string{
	"createtable orders families=O:maxversions=3,C",
	"set orders be#002 O:total=12 C:name=Ann",
	"set orders be#001 O:total=7 C:name=Bob",
	"set orders at#001 O:total=99",
	"set orders ch#001 O:total=1 C:name=Cid",
	"set orders be#003 O:total=5",
}

// OrderKeys are the keys of that table.
var OrderKeys = []string{"at#001", "be#001", "be#002", "be#003", "ch#001"}

// Has fails the test unless it got what it wants.
func (tab *Tab) Has(what string, got, want []string) {
	tab.T.Helper()
	if !slices.Equal(got, want) {
		tab.T.Errorf("%s: %q, want %q", what, got, want)
	}
}

// OpenExample opens a sandbox to begin with on a wide screen.
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
