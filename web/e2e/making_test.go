//go:build e2e

package e2e

import "testing"

// TestMaking makes a table of a recipe in an open sandbox, changes its key and puts
// it under load; then another of a file of values. All of it can be undone, and is
// there after a reload.
func TestMaking(t *testing.T) {
	seldom(t)
	t.Parallel()
	tab := begin(t)
	tab.Size(screens[0].width, screens[0].height)
	tab.newSandbox()
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
	tab.Size(screens[1].width, screens[1].height)
	tab.Prefer("prefers-color-scheme", "dark")
	tab.Axe()
	if wide := Eval[int](tab, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("a phone shows %d pixels of width", wide)
	}
	tab.Shot("making-phone-dark")
	tab.tap("dialog .primary")
	tab.part("Table")
	tab.Wait(`[role=grid][aria-label=crawl] [data-key^="com.example.site"]`)
	tab.Size(screens[0].width, screens[0].height)

	tab.Click("button", "Change the recipe of crawl")
	tab.Until(`document.querySelector("#recipe-rows-0").value === "3000" && document.querySelector("#recipe-called-1").value === "fetched"`)
	tab.Replace("textbox", "Records", "6000")
	tab.WaitText(".recipe-rows [role=status]", "The first 5 of 6,000")
	tab.Axe()
	tab.Shot("making-again")
	tab.Click("button", "Make the table")
	tab.WaitText(`.schema-table[aria-label=crawl]`, "6,000")
	tab.press("Undo")
	tab.WaitText(`.schema-table[aria-label=crawl]`, "3,000")

	tab.Fill("textbox", "Row key template", "{page}#{domain}")
	tab.Wait(`[role=grid][aria-label=crawl] [data-key^="page00001#site"]`)
	tab.Click("radio", "Heat")
	tab.Wait(`[data-diagnosis="sequential"]`)
	tab.Click("radio", "Rows")

	tab.Upload("From a file…", put(t, "crawl.csv", []byte("User;Country\nAnn;be\nJo;ch\n")))
	tab.Replace("textbox", "Table", "crawl")
	tab.Click("button", "Make the table")
	tab.WaitText("dialog [role=alert]", "crawl")
	tab.Replace("textbox", "Table", "people")
	tab.Axe()
	tab.Click("button", "Make the table")
	tab.Wait(`[role=grid][aria-label=people] [data-key="Jo"]`)
	tab.press("Undo")
	tab.Gone(`.schema-table[aria-label=people]`)
	tab.press("Undo")
	tab.Until(`document.querySelector("#template-crawl").value === "{domain|domain}#{page}"`)
	tab.press("Undo")
	tab.Gone(`.schema-table`)
	for range 3 {
		tab.press("Redo")
	}
	tab.Wait(`.schema-table[aria-label=people]`)
	tab.Saved()
	tab.Reload()
	tab.Wait(`.schema-table[aria-label=people]`)
	tab.Until(`document.querySelector("#template-crawl").value === "{page}#{domain}"`)
	tab.WaitText(`.schema-table[aria-label=crawl]`, "3,000")
}
