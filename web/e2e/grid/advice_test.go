//go:build e2e

package grid

import (
	"testing"

	"tabletop/web/e2e"
)

// TestAdvisor asks for advice about a design that the documentation warns of, follows the
// advice, and checks that the finding disappears.
func TestAdvisor(t *testing.T) {
	t.Parallel()
	tab := e2e.OpenExample(t, "Battery levels")
	tab.Wait(`[data-key="BATTERY#20150301124501005"]`)
	tab.PressButton("Check the design")
	tab.WaitText(`[data-advice="time-first"]`, "BATTERY#20150301124501005")
	told(tab, "The advisor has 1 finding.")
	tab.WaitText(".findings .concerns", "Row keys of battery")
	tab.Axe()
	tab.Shot("advice-desktop-light")
	tab.Size(e2e.Screens[1].Width, e2e.Screens[1].Height)
	tab.Prefer("prefers-color-scheme", "dark")
	tab.Part("Design")
	tab.Shot("advice-here-phone-dark")
	tab.Click("button", "Advisor: 1 finding about battery")
	tab.Until(`document.activeElement.dataset.advice === "time-first"`)
	tab.AxeColours()
	tab.Shot("advice-phone-dark")
	tab.Part("Design")
	tab.Fill("textbox", "Row key template", "BATTERY#{user}#{time}")
	tab.Part("Task")
	tab.Wait(`[data-advice="stored-twice"]`) // the user is stored in a column too
	tab.Gone(`[data-advice="time-first"]`)
	tab.Shot("advice-phone-none")
	tab.PressButton("Close the advisor")
	tab.Until(`document.activeElement.id === "advisor-title"`)
}
