//go:build e2e

package e2e

import "testing"

// TestAdvisor asks about a design that the documents warn of, follows the advice,
// and sees the finding go.
func TestAdvisor(t *testing.T) {
	t.Parallel()
	tab := example(t, "Battery levels")
	tab.Wait(`[data-key="BATTERY#20150301124501005"]`)
	tab.button("Check the design")
	tab.WaitText(`[data-advice="time-first"]`, "BATTERY#20150301124501005")
	tab.told("The advisor has 1 finding.")
	tab.WaitText(".findings .concerns", "Row keys of battery")
	tab.Axe()
	tab.Shot("advice-desktop-light")
	tab.Size(screens[1].width, screens[1].height)
	tab.Prefer("prefers-color-scheme", "dark")
	tab.part("Design")
	tab.Shot("advice-here-phone-dark")
	tab.Click("button", "Advisor: 1 finding about battery")
	tab.Until(`document.activeElement.dataset.advice === "time-first"`)
	tab.AxeColours()
	tab.Shot("advice-phone-dark")
	tab.part("Design")
	tab.Fill("textbox", "Row key template", "BATTERY#{user}#{time}")
	tab.part("Task")
	tab.Wait(`[data-advice="stored-twice"]`) // the user stands in a column too
	tab.Gone(`[data-advice="time-first"]`)
	tab.Shot("advice-phone-none")
	tab.button("Close the advisor")
	tab.Until(`document.activeElement.id === "advisor-title"`)
}
