//go:build e2e

package console

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tabletop/web/e2e"
)

// printedTable are commands for a table of two families and several versions, with bytes that
// are not valid text.
var printedTable = []string{
	"createtable games families=STATS,INFO",
	`set games $'LoL#Jo\x00\xff' STATS:kills=7@1000000 STATS:kills=9@2000000 INFO:name=Jo@1000000`,
	`set games "Go # Ann" INFO:=$'two\nlines, timestamp=1'@3000000 $'STATS:é=\x80'@1000000`,
}

// TestPrintedComesBack pastes the output that the consoles print for a table. The result must
// be the same table.
func TestPrintedComesBack(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.NewSandbox()
	tab.Commands(printedTable...)
	said := tab.Command("read games")
	tab.Click("radio", "HBase shell")
	scanned := tab.Command("scan 'games', VERSIONS => 5")
	tab.Click("radio", "cbt")
	for i, text := range []string{said, scanned} {
		name := fmt.Sprintf("back%d", i)
		tab.Click("button", "Paste…")
		tab.Fill("textbox", "Commands or values", text)
		tab.Click("button", "Make the table")
		tab.WaitText("dialog", "2 rows with 5 cells, in 2 column families: ")
		if i == 0 {
			tab.WaitText("dialog td", "Go # Ann")
			tab.Axe()
			tab.Shot("printed")
		}
		if strings.Contains(tab.Text("dialog"), "left out") {
			t.Errorf("lines of its own are left out:\n%s", tab.Text("dialog"))
		}
		tab.Replace("textbox", "Table", "games")
		tab.Click("button", "Make the table")
		tab.WaitText("dialog [role=alert]", "games")
		tab.Replace("textbox", "Table", name)
		tab.Click("button", "Make the table")
		tab.Wait(`[role=grid][aria-label=` + name + `]`)
		if got := tab.Command("read " + name); got != said {
			t.Errorf("it came back as\n%s\nnot\n%s", got, said)
		}
	}
	tab.Saved()
	tab.Reload()
	tab.Wait(`.schema-table[aria-label=back1]`)
	if got := tab.Command("read back1"); got != said {
		t.Errorf("after a reload it is\n%s", got)
	}
}

// TestPrintedFaults pastes invalid lines. The page names the errors, and reads the text in
// another form if the reader asks for that. Then the test pastes objects, whose fields become
// columns.
func TestPrintedFaults(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(e2e.Screens[1].Width, e2e.Screens[1].Height)
	tab.Prefer("prefers-color-scheme", "dark")
	tab.Open("/sandboxes/")
	tab.Click("button", "Paste…")
	tab.Fill("textbox", "Commands or values", "hbase:001:0> scan 'logs'\nROW                   COLUMN+CELL\n"+
		" a                    column=f:q, timestamp=1000, value=one\n b                    column=f:q, timestamp=soon, value=two\nnonsense\n2 row(s)\n")
	tab.Click("button", "Make a sandbox")
	tab.WaitText("dialog", "1 row with 1 cell")
	tab.WaitText("dialog", "2 lines are left out")
	tab.WaitText("dialog", "Line 4: a time is written as 2006-01-02T15:04:05.000")
	tab.WaitText("dialog", "Line 5: it is not part of a row.")
	tab.Axe()
	tab.Shot("printed-faults-phone-dark")
	if !e2e.Eval[bool](tab, `[...document.querySelectorAll("dialog, dialog .read-rows")].every((e) => e.scrollWidth <= e.clientWidth)`) {
		t.Error("the dialog scrolls sideways")
	}
	choose := func(kind string) {
		tab.Run(fmt.Sprintf(`(() => { const e = document.getElementById("file-kind"); e.value = %q; e.dispatchEvent(new Event("change", {bubbles: true})); })()`, kind))
	}
	choose("cbt")
	tab.WaitText("dialog [role=alert]", "This holds no cell")
	choose("scan")
	tab.WaitText("dialog", "1 row with 1 cell")
	tab.Click("button", "Make a sandbox")
	tab.SandboxShown()
	tab.Wait(`[role=grid][aria-label=logs] [data-key=a]`)

	tab.Open("/sandboxes/")
	tab.Upload("From file…", e2e.WriteFile(t, "people.jsonl", []byte("{\"id\": \"u2\", \"name\": \"Jo\"}\nbroken\n{\"name\": \"Ann\", \"id\": \"u1\", \"tags\": [1, 2]}\n")))
	tab.WaitText("dialog", "1 part is not a JSON object and is left out: line 2.")
	tab.Shot("printed-objects-phone-dark")
	tab.Click("button", "Make a sandbox without 1 line")
	tab.SandboxShown()
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.Has("the table", tab.Keys("people"), []string{"u1", "u2"})
	if got := tab.Command("lookup people u1"); !strings.Contains(got, `"[1, 2]"`) {
		t.Errorf("the row is\n%s", got)
	}
}

// TestPrintedLongFile drops a file of 100 MB. The page reads it in pieces, responds all the
// time, and the reader can cancel.
func TestPrintedLongFile(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.NewSandbox()
	drop := `(() => {
		const row = (i) => " row" + String(i).padStart(9, "0") + "         column=f:q, timestamp=1000, value=" + "v".repeat(30) + "\n";
		const parts = ["ROW                   COLUMN+CELL\n"];
		for (let i = 0, size = 0; size < 98e6; i++) { const r = row(i); size += r.length; parts.push(r); }
		const data = new DataTransfer();
		data.items.add(new File(parts, "scan.log"));
		globalThis.slowest = 0;
		let last = performance.now();
		clearInterval(globalThis.beat);
		globalThis.beat = setInterval(() => { const now = performance.now(); slowest = Math.max(slowest, now - last); last = now; }, 10);
		document.getElementById("paste-text").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
	})()`
	for _, leave := range []bool{true, false} {
		tab.Click("button", "Paste…")
		tab.Find("textbox", "Commands or values")
		tab.Run(drop)
		tab.WaitText("dialog", "MB read")
		if leave {
			tab.Click("button", "Cancel")
			tab.Gone("dialog")
			continue
		}
		tab.Shot("printed-progress")
		t.Logf("with the file made here, the page was busy for %d ms at most", e2e.Eval[int](tab, "Math.round(slowest)"))
		tab.Run("slowest = 0")
		tab.UntilWithin(2*time.Minute, `document.querySelector("dialog .primary")?.textContent === "Make the table"`)
		t.Logf("while it read, for %d ms at most", e2e.Eval[int](tab, "Math.round(slowest)"))
		tab.Run("slowest = 0")
		tab.Click("button", "Make the table")
		tab.UntilWithin(2*time.Minute, `document.querySelector("[role=grid][aria-label=scan]")`)
		tab.Saved()
		t.Logf("while it was made, for %d ms at most", e2e.Eval[int](tab, "Math.round(slowest)"))
	}
}
