//go:build e2e

package sandboxes

import (
	"testing"

	"tabletop/web/e2e"
)

// TestMaking makes a table of a recipe in an open sandbox, changes its key and simulates a
// load. Then it makes another table of a file. All of this can be undone, and is still there
// after a reload.
func TestMaking(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
	tab.NewSandbox()
	tab.Click("button", "New from a recipe")
	tab.WaitText(".recipe-rows", "sensor")
	tab.Click("button", "Web crawl")
	tab.WaitText(".recipe-rows", "com.example.site")
	tab.Replace("textbox", "Records", "many")
	tab.WaitText("#recipe-rows-0-refused", "A whole number from 1 to 5,000,000.")
	tab.WaitText("#recipe-faults", "One thing is still wrong")
	tab.Axe()
	tab.Shot("making")
	tab.Click("button", "Make the table")
	tab.Until(`document.activeElement.id === "recipe-rows-0"`)
	tab.Replace("textbox", "Records", "3000")
	tab.WaitText(".recipe-rows [role=status]", "The first 5 of 3,000")
	tab.Click("button", "Move fetched up")
	tab.Until(`document.activeElement.ariaLabel === "Move fetched up" && document.querySelector("#recipe-called-1").value === "fetched"`)
	tab.Size(e2e.Screens[1].Width, e2e.Screens[1].Height)
	tab.Prefer("prefers-color-scheme", "dark")
	tab.Axe()
	if wide := e2e.Eval[int](tab, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("a phone shows %d pixels of width", wide)
	}
	tab.Shot("making-phone-dark")
	tab.TapFirst("dialog .primary")
	tab.Part("Table")
	tab.Wait(`[role=grid][aria-label=crawl] [data-key^="com.example.site"]`)
	tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)

	tab.Click("button", "Change the recipe of crawl")
	tab.Until(`document.querySelector("#recipe-rows-0").value === "3000" && document.querySelector("#recipe-called-1").value === "fetched"`)
	tab.Replace("textbox", "Records", "6000")
	tab.WaitText(".recipe-rows [role=status]", "The first 5 of 6,000")
	tab.Axe()
	tab.Shot("making-again")
	tab.Click("button", "Make the table")
	tab.WaitText(`.schema-table[aria-label=crawl]`, "6,000")
	tab.PressButton("Undo")
	tab.WaitText(`.schema-table[aria-label=crawl]`, "3,000")

	tab.Fill("textbox", "Row key template", "{page}#{domain}")
	tab.Wait(`[role=grid][aria-label=crawl] [data-key^="page00001#site"]`)
	tab.Click("radio", "Heat")
	tab.Wait(`[data-diagnosis="sequential"]`)
	tab.Click("radio", "Rows")

	tab.Upload("From a file…", e2e.WriteFile(t, "crawl.csv", []byte("User;Country\nAnn;be\nJo;ch\n")))
	tab.Replace("textbox", "Table", "crawl")
	tab.Click("button", "Make the table")
	tab.WaitText("dialog [role=alert]", "crawl")
	tab.Replace("textbox", "Table", "people")
	tab.Axe()
	tab.Click("button", "Make the table")
	tab.Wait(`[role=grid][aria-label=people] [data-key="Jo"]`)
	tab.PressButton("Undo")
	tab.Gone(`.schema-table[aria-label=people]`)
	tab.PressButton("Undo")
	tab.Until(`document.querySelector("#template-crawl").value === "{domain|domain}#{page}"`)
	tab.PressButton("Undo")
	tab.Gone(`.schema-table`)
	for range 3 {
		tab.PressButton("Redo")
	}
	tab.Wait(`.schema-table[aria-label=people]`)
	tab.Saved()
	tab.Reload()
	tab.Wait(`.schema-table[aria-label=people]`)
	tab.Until(`document.querySelector("#template-crawl").value === "{page}#{domain}"`)
	tab.WaitText(`.schema-table[aria-label=crawl]`, "3,000")
}
