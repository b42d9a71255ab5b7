//go:build e2e

package sandboxes

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"

	"tabletop/web/e2e"
)

// frame is a JavaScript expression for the text of the shown design record, "" before it has come.
const frame = `(document.querySelector("#record-page")?.contentDocument?.body?.innerText ?? "")`

// TestDesignRecord makes the design record of an example: its figures are those of the page, a note comes into
// it and stays with the sandbox, and it can be taken as Markdown with pictures.
func TestDesignRecord(t *testing.T) {
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Open("/sandboxes/")
	tab.PressButton("Open Quotes of a market")
	tab.SandboxShown()
	tab.Until(`document.querySelector("[data-figure^='scanned-']") && document.querySelector("[data-figure=hottest]")`)
	tab.Fill("textbox", "Row key template", "{symbol|pad:5}#{quotetime}#{exchange|pad:6}")
	tab.Enter()
	tab.Until(`document.querySelectorAll(".attempt-list [data-attempt]").length === 2`)
	tab.Saved()
	tab.Until(`document.querySelector("[data-figure=hottest]")?.textContent.includes("×")`)
	scanned := e2e.Eval[[]string](tab, `[...document.querySelectorAll("[data-figure^='scanned-']")].map((e) => Number(e.dataset.value).toLocaleString("en"))`)
	hottest := e2e.Eval[string](tab, `document.querySelector("[data-figure=hottest]").textContent.match(/[0-9.]+(?=×)/)?.[0] ?? ""`)
	tab.PressButton("Design record")
	tab.UntilWithin(e2e.Patience*3, frame+`.includes("Designs tried")`)
	text := e2e.Eval[string](tab, frame)
	for _, want := range append(scanned, hottest+" × fair", "{symbol|pad:5}#{quotetime}#{exchange|pad:6}") {
		if want == "" || !strings.Contains(text, want) {
			t.Errorf("the record does not have %q: %s", want, text)
		}
	}
	tab.Shot("record-1440")
	tab.Type("textbox", "Note on table QUOTE", "agreed by the desk")
	tab.UntilWithin(e2e.Patience, frame+`.includes("agreed by the desk")`)
	tab.Axe()
	name, data := tab.Download(func() { tab.Click("button", "Markdown (ZIP)") })
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil || !strings.HasSuffix(name, " record.zip") || len(z.File) < 2 {
		t.Fatal(name, err)
	}
	file, err := z.File[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	markdown, err := io.ReadAll(file)
	if err != nil || !strings.Contains(string(markdown), "> agreed by the desk") || !strings.Contains(string(markdown), "](load-1.svg)") {
		t.Errorf("%v: %s", err, markdown)
	}
	tab.Size(390, 844)
	tab.Shot("record-390")
	tab.Size(1280, 720)
	tab.Shot("record-1280")
	tab.Click("button", "Close")
	tab.Saved()
	tab.Reload()
	tab.SandboxShown()
	tab.PressButton("Design record")
	tab.UntilWithin(e2e.Patience*3, frame+`.includes("agreed by the desk")`)
}
