//go:build e2e

package start

import (
	"strings"
	"testing"

	"tabletop/web/e2e"
)

// visibleEntries is a JavaScript expression for the ids of the visible entries.
const visibleEntries = `[...document.querySelectorAll(".reference dl > div")].filter((e) => e.checkVisibility()).map((e) => e.id)`

// TestReference looks up an entry, goes to a lesson that uses it and comes back.
func TestReference(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	tab.Open("/reference/")
	if n := e2e.Eval[int](tab, visibleEntries+".length"); n < 100 {
		t.Errorf("there are %d entries", n)
	}
	tab.Axe()
	tab.Shot("reference")
	tab.Type("searchbox", "Search the reference", "longest row key")
	tab.Until(visibleEntries + ".length === 1")
	tab.Has("the entries", e2e.Eval[[]string](tab, visibleEntries), []string{"limit-row-key"})
	tab.WaitText(".search [role=status]", "1 entry")
	tab.Replace("searchbox", "Search the reference", "prefixfilter")
	tab.Until(visibleEntries + `.includes("hfilter-prefixfilter")`)
	if got := tab.Text("#hfilter-prefixfilter"); !strings.Contains(got, `row(/LoL\C*/)`) {
		t.Errorf("its match is not there: %s", got)
	}
	tab.Shot("reference-search")
	tab.Replace("searchbox", "Search the reference", "zzz")
	tab.WaitText(".search [role=status]", "Nothing fits")
	tab.Axe()

	tab.Replace("searchbox", "Search the reference", "count")
	tab.Until(visibleEntries + `.includes("cbt-count")`)
	tab.Run(`document.querySelector('#cbt-count .uses a[href*="/lol-scores/"]').click()`)
	tab.Wait(".task[data-lesson=lol-scores] .look-up")
	tab.Run(`document.querySelector(".look-up").scrollIntoView()`)
	tab.Shot("look-up")
	tab.Run(`document.querySelector('.look-up a[href$="#term-row-key"]').click()`)
	tab.Wait("#term-row-key")
	tab.Until(`document.activeElement && document.querySelector("#term-row-key").getBoundingClientRect().top < innerHeight`)

	tab.Size(390, 844)
	tab.Prefer("prefers-color-scheme", "dark")
	tab.Open("/reference/#hbase-scan")
	tab.Until(`(({top}) => top >= 0 && top < innerHeight)(document.querySelector("#hbase-scan").getBoundingClientRect())`)
	tab.Axe()
	tab.Shot("reference-phone-dark")
	tab.Run(`document.querySelector("#hbase-scan summary").click()`)
	tab.Until(`document.querySelector("#hbase-scan details").open`)
	if e2e.Eval[bool](tab, "document.documentElement.scrollWidth > innerWidth") {
		t.Error("the page is wider than a phone")
	}
}
