//go:build e2e

package sandboxes

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tabletop/app/host/archive"
	"tabletop/engine/base"
	"tabletop/web/e2e"
)

// looks takes pictures of the current state: wide and narrow, in the light and the dark scheme.
func looks(tab *e2e.Tab, name string) {
	for mode, features := range map[string][]string{"light": {"prefers-color-scheme", "light"}, "dark": {"prefers-color-scheme", "dark"}} {
		tab.Prefer(features...)
		tab.Size(1440, 900)
		tab.Shot(name + "-" + mode)
		tab.Size(390, 844)
		tab.Shot(name + "-phone-" + mode)
	}
	tab.Prefer()
	tab.Size(1440, 900)
}

// TestImportOfManySandboxes imports a file with the maximum number of sandboxes. A cancelled
// import must leave nothing, and a complete one must take less than a minute.
func TestImportOfManySandboxes(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	f := archive.File{Everything: true, Workspaces: make([]archive.Workspace, base.MaxWorkspaces)}
	for i := range f.Workspaces {
		f.Workspaces[i].Title = "x"
	}
	file := filepath.Join(t.TempDir(), "many.tabletop")
	data, err := archive.Encode(f)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	tab.Open("/sandboxes/")
	tab.Upload("From file…", file)
	tab.Wait(".running progress")
	tab.Click("button", "Cancel")
	tab.Gone(".running progress")
	tab.Reload()
	tab.WaitText("main", "No sandbox yet")
	begun := time.Now()
	tab.Upload("From file…", file)
	tab.UntilWithin(60*time.Second, `document.querySelector(".notice")?.textContent.includes("2,000 sandboxes brought in")`)
	t.Logf("%v for %d sandboxes", time.Since(begun), base.MaxWorkspaces)
}

// TestImportOfManyColumns maps a file with the maximum number of columns. Only some of them are
// drawn at a time.
func TestImportOfManyColumns(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	write := func(columns int) string {
		file := filepath.Join(t.TempDir(), "wide.csv")
		line := strings.Repeat(",a", columns-1) + "\n"
		if err := os.WriteFile(file, []byte("k"+line+"1"+line), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	tab.Open("/sandboxes/")
	tab.Upload("From file…", write(100_000))
	tab.WaitText("[role=alert]", "2,000 is the most")
	looks(tab, "wide-refused")
	tab.Upload("From file…", write(base.MaxCSVColumns))
	tab.Wait(".mapping")
	tab.Until(`document.querySelectorAll(".map-columns tbody tr").length === 50`)
	tab.Click("button", "Columns 1 to 50 of 2,000: show more")
	tab.Until(`document.querySelector(".map-columns tbody th code").textContent === "{a50}"`)
	looks(tab, "wide")
}

// TestKeepIsOffered uses a browser that asks its reader before it keeps stored data for good.
// The page must make it ask only at the reader's request, and once.
func TestKeepIsOffered(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.BeforeScripts(`
		Object.defineProperty(navigator, "userAgentData", {value: undefined});
		navigator.permissions.query = async () => ({state: "prompt"});
		navigator.storage.persisted = async () => false;
		navigator.storage.persist = async () => { globalThis.persists = (globalThis.persists ?? 0) + 1; return true; };`)
	route := tab.NewSandbox()
	tab.Commands(e2e.Orders[:1]...)
	tab.WaitText(".notice", "may clear what you make here")
	looks(tab, "keep")
	if n := e2e.Eval[int](tab, `globalThis.persists ?? 0`); n != 0 {
		t.Fatalf("the browser was asked %d times", n)
	}
	tab.Click("button", "Keep it for good")
	tab.WaitText(".notice", "keeps your sandboxes until you delete them")
	tab.Until(`globalThis.persists === 1`)
	tab.Open(route)
	tab.Commands("set orders z#1 O:total=1")
	tab.Saved()
	tab.Open("/sandboxes/")
	tab.WaitText(".storage", "used of the")
	tab.Open(route)
	tab.Commands("set orders z#2 O:total=1")
	tab.Saved()
	tab.Until(`!document.querySelector(".notice")`)
}
