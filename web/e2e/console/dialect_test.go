//go:build e2e

package console

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/web/e2e"
)

// TestSecondConsole works in the HBase shell like a reader who knows it, and looks at the
// translations to cbt.
func TestSecondConsole(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.NewSandbox()
	tab.Find("radiogroup", "Dialect")
	tab.Command("createtable games families=GAME")
	tab.Click("radio", "HBase shell")
	tab.Wait(`.console[data-dialect=hbase]`)
	tab.Replace("textbox", "Console", "put 'games', 'LoL#1', 'GAME:KDA', '4.25'")
	tab.Has("the colours", e2e.Eval[[]string](tab, coloured+`.filter((part) => !/^(punct|quote)/.test(part))`), []string{
		"name:put", "table:'games'", "row:'LoL#1'", "qualifier:'GAME:KDA'", "value:'4.25'"})
	tab.Command("put 'games', 'LoL#1', 'GAME:KDA', '4.25'")
	if got := tab.Command("scan 'games'"); !strings.Contains(got, "column=GAME:KDA") || !strings.Contains(got, "1 row(s)") {
		t.Errorf("scan prints %q", got)
	}
	if got := tab.Metric("rows-returned"); got != "1" {
		t.Errorf("the scan returned %s rows", got)
	}
	if got := tab.Command("scan 'gmaes'"); !strings.Contains(got, "games") {
		t.Errorf("a table that is not there: %q", got)
	}
	if got := tab.Command("scan 'games', LIMT => 1"); !strings.Contains(got, "LIMIT") {
		t.Errorf("a key that is not there: %q", got)
	}
	tab.WaitText(".log .fault", "LIMT")
	if got := tab.Command("help 'scan'"); !strings.Contains(got, "STARTROW") {
		t.Errorf("help: %q", got)
	}
	tab.Command("disable 'games'")
	tab.Run(`document.querySelectorAll(".log .ran[data-dialect=hbase] button")[0].click()`)
	tab.WaitText(".turned", "set games LoL#1 GAME:KDA=4.25")
	tab.Run(`[...document.querySelectorAll(".log .ran[data-dialect=hbase] .turn")].at(-1).click()`)
	tab.WaitText(".turned", "cbt has no way to say this")
	tab.Axe()
	tab.Shot("hbase")
	tab.Size(390, 844)
	tab.Prefer("prefers-color-scheme", "dark")
	tab.Click("button", "Console")
	tab.Axe()
	tab.Shot("hbase-phone-dark")
	tab.Size(1440, 900)

	tab.Saved()
	tab.Reload()
	tab.Wait(`.console[data-dialect=hbase] input[value=hbase]:checked`)
	tab.Command("enable 'games'")
	// The typed command is translated to the other dialect.
	tab.Replace("textbox", "Console", "count 'games'")
	tab.Click("radio", "cbt")
	tab.Wait(`.console[data-dialect=cbt]`)
	tab.Focus("textbox", "Console")
	before := e2e.Eval[int](tab, e2e.Entries)
	tab.Enter()
	if got := tab.Printed(before); strings.TrimSpace(got) != "1" {
		t.Errorf("count prints %q", got)
	}
}

// TestImportOfAPickedFile runs an import whose file the reader picks.
func TestImportOfAPickedFile(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.NewSandbox()
	tab.Command("createtable games families=GAME")
	if got := tab.Command("import games scores.csv"); !strings.Contains(got, "scores.csv") {
		t.Errorf("without a file: %q", got)
	}
	file := filepath.Join(t.TempDir(), "scores.csv")
	if err := os.WriteFile(file, []byte(",GAME,\n,KDA,WIN\nLoL#1,4.25,true\nLoL#2,7.00,false\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	tab.Upload("Pick files", file)
	tab.WaitText(".picked", "scores.csv")
	tab.Axe()
	tab.Shot("picked")
	tab.Command("import games scores.csv")
	if got := tab.Keys("games"); len(got) != 2 {
		t.Errorf("the rows are %q", got)
	}
	tab.Saved()
	tab.Click("button", "Take scores.csv back")
	tab.Gone(".picked li")
	tab.Reload()
	if got := strings.TrimSpace(tab.Command("count games")); got != "2" {
		t.Errorf("after a reload there are %s rows", got)
	}
}
