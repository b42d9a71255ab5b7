//go:build e2e

package sandboxes

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"tabletop/web/e2e"
)

// timelineText is a JavaScript expression for the timeline's text about the current state.
const timelineText = `document.querySelector(".time-bar").innerText`

// TestEverythingMovesToAnotherProfile exports a sandbox with its timeline and a lesson in
// progress, and imports both in a new profile.
func TestEverythingMovesToAnotherProfile(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	l, _ := e2e.LoadLesson(t)
	site := e2e.ServeAt(t, "/some/deep/path/")
	tab := e2e.Launch(t, e2e.NewProfile(t)).Tab(t, site)
	tab.Reach(l, "ask")
	tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	tab.Commands("deleterow orders be#001")
	tab.PressButton("Undo")
	tab.Wait(`[data-key="be#001"]`)
	tab.Saved()
	steps := e2e.Eval[string](tab, timelineText)
	tab.Open("/sandboxes/")
	tab.Find("link", "Sandbox 1")
	_, file := tab.Download(func() { tab.Click("button", "Export everything") })

	tab = e2e.Launch(t, e2e.NewProfile(t)).Tab(t, site)
	tab.Open("/sandboxes/")
	tab.Upload("From file…", e2e.WriteFile(t, "all.tabletop", file))
	tab.WaitText("[role=status]", "1 sandbox brought in, and 1 lesson.")
	tab.Shot("files-brought-in")
	tab.Click("link", "Sandbox 1")
	tab.Wait(`[data-key="be#001"]`)
	tab.Has("the table", tab.Keys("orders"), e2e.OrderKeys)
	if got := e2e.Eval[string](tab, timelineText); got != steps {
		t.Errorf("the timeline is\n%s\nnot\n%s", got, steps)
	}
	tab.PressButton("Redo")
	tab.Gone(`[data-key="be#001"]`)
	tab.Open("/lessons/" + e2e.LessonSlug + "/")
	tab.At(l.Steps[1])
}

// TestFormsComeBack saves a sandbox in every form and makes a sandbox of each file again.
// Scripts and values are picked, dropped and pasted.
func TestFormsComeBack(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.NewSandbox()
	tab.Commands(e2e.Orders...)
	tab.Commands("set orders be#001 O:total=8", `set orders be#009 C:name=$'\x00\xffé'`)
	tab.Saved()
	tab.Click("button", "Export")
	tab.WaitText("dialog [role=status]", "sizes")
	tab.WaitText("dialog", "Without 1 older version")
	tab.Axe()
	tab.Shot("files-export")
	tab.Click("button", "Cancel")
	files := map[string][]byte{}
	for _, form := range []string{"cbt script", "HBase shell script", "CSV of orders"} {
		name, data := tab.Export("Export", form)
		files[name] = data
	}
	keys := append(slices.Clone(e2e.OrderKeys[:4]), "be#009", "ch#001")
	for _, name := range slices.Sorted(maps.Keys(files)) {
		tab.Open("/sandboxes/")
		tab.Upload("From file…", e2e.WriteFile(t, name, files[name]))
		tab.SandboxShown()
		table := "orders"
		if strings.HasSuffix(name, ".csv") {
			table = "sandbox-1-orders"
		}
		tab.Wait(`[data-key="be#009"]`)
		tab.Has(name, tab.Keys(table), keys)
		if got := tab.Command("lookup " + table + " be#009"); !strings.Contains(got, `"\x00\xffé"`) {
			t.Errorf("%s: the value is\n%s", name, got)
		}
	}

	// A script is dropped. Its third line is refused, so no sandbox is made.
	tab.Open("/sandboxes/")
	tab.Find("link", "Sandbox 1")
	tab.Run(`(() => {
		const data = new DataTransfer();
		data.items.add(new File(["createtable a families=f\n\nset b r f:q=1\n"], "bad.txt"));
		document.getElementById("main").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
	})()`)
	tab.WaitText("[role=alert]", "Line 3")
	if n := e2e.Eval[int](tab, `document.querySelectorAll(".shelf > li").length`); n != 4 {
		t.Errorf("there are %d sandboxes", n)
	}

	// A script is pasted with the keyboard alone. Errors are shown in the field where it was
	// pasted.
	tab.Size(390, 844)
	tab.Click("button", "Paste…")
	tab.Focus("textbox", "Commands or values")
	tab.Paste("create 't', 'f'\nput 'u', 'r', 'f:q', 'v'")
	tab.Click("button", "Make a sandbox")
	tab.WaitText("dialog [role=alert]", "Line 2")
	tab.Axe()
	tab.Shot("files-paste-phone")
	tab.Replace("textbox", "Commands or values", "create 't', 'f'")
	tab.Click("button", "Make a sandbox")
	tab.SandboxShown()
	tab.Wait("[role=grid][aria-label=t]")
}

// TestValuesBecomeRows maps the columns of a file while the page shows the resulting keys.
func TestValuesBecomeRows(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Open("/sandboxes/")
	tab.Upload("From file…", e2e.WriteFile(t, "Games 2015.csv", []byte(
		"Game,Player,Date,Notes\nLoL,Jo,20150302,\"a, b\"\nLoL,Ann,20150301,x\nbroken\nGo,Jo,20150303,\n,,,\n")))
	tab.Find("dialog", "Values to rows")
	tab.WaitText("dialog", "1 of the 4 lines has a key")
	tab.WaitText("dialog", "1 line has more or fewer values than the 4 columns that have names, and is left out: line 4.")
	tab.WaitText("dialog", "1 line makes no key")
	tab.Replace("textbox", "Key template", "{game}#{player")
	tab.Wait("dialog .mapping .refused")
	tab.Replace("textbox", "Key template", "{game}#{player}")
	tab.WaitText("dialog", "No two of the 4 lines have the same key.")
	tab.WaitText(".map-keys", "LoL#Jo")
	tab.Replace("textbox", "Family of Date", "stats")
	tab.Click("checkbox", "Keep Notes")
	tab.Axe()
	tab.Shot("files-mapping")
	tab.Size(390, 844)
	tab.Axe()
	tab.Shot("files-mapping-phone")
	tab.Replace("textbox", "Table", "-")
	tab.Click("button", "Make a sandbox without 2 lines")
	tab.Wait("dialog [role=alert] .refused")
	tab.Replace("textbox", "Table", "games")
	tab.Click("button", "Make a sandbox without 2 lines")
	tab.SandboxShown()
	tab.Size(1440, 900)
	tab.Has("the table", tab.Keys("games"), []string{"Go#Jo", "LoL#Ann", "LoL#Jo"})
	if got := tab.Command("lookup games LoL#Jo"); !strings.Contains(got, "stats:Date") || strings.Contains(got, "Notes") {
		t.Errorf("the row is\n%s", got)
	}
	tab.Find("textbox", "Row key template") // the table can be redesigned
}

// TestUnsortedColumns imports dates and numbers of a spreadsheet that do not sort as text. The
// page rewrites them, so that keys are in the order of time and numbers can be compared. Then
// the test imports objects with a nested object and a list.
func TestUnsortedColumns(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Open("/sandboxes/")
	tab.Upload("From file…", e2e.WriteFile(t, "readings.csv", []byte("site;at;volts\ns1;01/02/2024 9:05;3,14\ns1;31/12/2023 23:59;2,5\ns2;;3.5\n")))
	tab.WaitText("dialog", "“31/12/2023 23:59” is earlier than “01/02/2024 9:05”, but comes after it.")
	tab.WaitText("dialog", "2 values have a comma, the first in line 2; 1 is a number without one and stays as it is.")
	tab.Axe()
	tab.Shot("files-unsorted")
	tab.Click("button", "Write “31/12/2023 23:59” as 2023-12-31T23:59:00")
	tab.Click("button", "Write “3,14” as 3.14")
	tab.WaitText("dialog", "“volts” is rewritten: “3,14” becomes 3.14.")
	tab.Replace("textbox", "Key template", "{site}#{at}")
	tab.Size(390, 844)
	tab.Axe()
	tab.Shot("files-unsorted-phone")
	tab.Size(1440, 900)
	tab.Click("button", "Make a sandbox")
	tab.SandboxShown()
	tab.Wait(`[data-key="s1#2023-12-31T23:59:00"]`)
	tab.Has("the table", tab.Keys("readings"), []string{"s1#2023-12-31T23:59:00", "s1#2024-02-01T09:05:00", "s2#"})
	if got := tab.Command("lookup readings s1#2024-02-01T09:05:00"); !strings.Contains(got, `"3.14"`) {
		t.Errorf("the row is\n%s", got)
	}
	tab.Open("/sandboxes/")
	tab.Upload("From file…", e2e.WriteFile(t, "people.jsonl", []byte(`{"id":"u1","address":{"city":"Rome"},"tags":["a","b"]}`+"\n"+`{"id":"u2","address":{"city":"Oslo"}}`+"\n")))
	tab.WaitText("dialog", "1 column is a field of objects within objects, such as address.city.")
	tab.Click("button", "Make a sandbox")
	tab.SandboxShown()
	tab.Wait(`[data-key="u1"]`)
	if got := tab.Command("lookup people u1"); !strings.Contains(got, "cf:address.city") || !strings.Contains(got, "Rome") {
		t.Errorf("the row is\n%s", got)
	}
}

// TestPastedKeys pastes keys without values. The page must offer to find their template, for a
// new sandbox and for a table of the open one.
func TestPastedKeys(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	var keys strings.Builder
	for i := range 100 {
		fmt.Fprintf(&keys, "site%d#dev-%04d#%d\n", i%7, i, 1719830400000+i)
	}
	tab.Open("/sandboxes/")
	for _, make := range []string{"Make a sandbox", "Make the table"} {
		tab.Click("button", "Paste…")
		tab.Focus("textbox", "Commands or values")
		tab.Paste(keys.String())
		tab.Click("button", make)
		tab.WaitText(".find-card", "site{site}#dev-{dev|zero:4}#{time}")
		tab.Click("button", "Use this key: site{site}#dev-{dev|zero:4}#{time}")
		tab.Gone("dialog")
		tab.Until(`document.querySelectorAll("[data-segment]").length === 3`)
	}
}

// TestTimeOfValues uses a column of a file as the time of the cells. The places where a courier
// was seen become versions. Before the import, the page counts the lines that would be lost
// because they have the same key and time.
func TestTimeOfValues(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Open("/sandboxes/")
	tab.Upload("From file…", e2e.WriteFile(t, "seen.csv", []byte(
		"Courier,Seen,At\nanna,2026-03-01,depot\nanna,2026-03-02,bridge\nanna,2026-03-02,market\nbert,2026-03-01,depot\n")))
	tab.WaitText("dialog", "No two of the 4 lines have the same key.") // the proposed template
	tab.Replace("textbox", "Key template", "{courier}")
	tab.WaitText("dialog", "2 of the 4 lines have keys")
	tab.Choose("Time of the cells", "seen")
	tab.WaitText("dialog", "1 of the 4 lines has a key and seen")
	tab.Axe()
	tab.Shot("files-mapping-time")
	tab.Click("button", "Make a sandbox without 1 line")
	tab.SandboxShown()
	tab.WaitText(".key-size", "1 lost")
	tab.Has("the table", tab.Keys("seen"), []string{"anna", "bert"})
	got := tab.Command("lookup seen anna")
	for _, want := range []string{"market", "depot", "2026/03/02"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if strings.Contains(got, "bridge") {
		t.Errorf("what was replaced is still there:\n%s", got)
	}
}

// TestOpenedByTheSystem simulates the installed page when the system opens a file with it. The
// page must make a sandbox of the file as soon as it is ready.
func TestOpenedByTheSystem(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.BeforeScripts(`Object.defineProperty(globalThis, "launchQueue", { value: { setConsumer(take) {
		take({ files: [{ getFile: async () => new File(["createtable a families=f\nset a r f:q=1\n"], "a.txt") }] });
	} } });`)
	tab.Open("/sandboxes/")
	tab.SandboxShown()
	tab.Wait(`[data-key="r"]`)
}
