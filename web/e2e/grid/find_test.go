//go:build e2e

package grid

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"tabletop/web/e2e"
)

// TestFindKey pastes keys of three forms, uses the template that the page finds for each, moves
// a field of the key, and asks a question.
func TestFindKey(t *testing.T) {
	e2e.Seldom(t)
	t.Parallel()
	tab := e2e.Begin(t)
	for n, sample := range []struct {
		key                           func(i int) string
		template, fits, before, after string
		field, value, scanned         string
	}{
		{
			func(i int) string {
				if i == 7 {
					return "config"
				}
				return fmt.Sprintf("user#%d#%d", i%9, math.MaxInt64-1_425_213_901_000-int64(i)*60_000)
			},
			"user#{user}#{time|newest}", "99 of 100 keys fit", "user,time", "time,user", "user", "3", "99",
		},
		{
			func(i int) string {
				return fmt.Sprintf("com.site%d.www/%s/%d", i%20, []string{"page", "image", "feed"}[i%3], 1_425_213_901+i*7)
			},
			"{domain|domain}/{type}/{time}", "100 of 100 keys fit", "domain,type,time", "type,domain,time", "type", "page", "34",
		},
		{
			func(i int) string { return fmt.Sprintf(`%010d%d`, i%12, 20150301+i/12) },
			"{id|zero:10}{day}", "100 of 100 keys fit", "id,day", "id,day", "id", "5", "8",
		},
	} {
		tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
		var keys strings.Builder
		for i := range 100 {
			keys.WriteString(sample.key(i) + "\n")
		}
		tab.Open("/sandboxes/")
		tab.Click("button", "Find my key")
		tab.Focus("textbox", "Row keys")
		tab.Paste(keys.String())
		if n == 0 {
			tab.Axe()
			tab.Shot("find-paste")
		}
		tab.Click("button", "Find the key")
		tab.WaitText("dialog", sample.fits)
		name := strconv.Itoa(n)
		tab.Axe()
		tab.Shot("find-" + name)
		if n == 1 {
			tab.Click("button", "Cancel") // no sandbox is left
			tab.Until(`location.pathname.endsWith("/sandboxes/")`)
			tab.Gone("dialog")
			tab.Click("button", "Undo")
			tab.Click("button", "Find one in its keys")
			tab.WaitText("dialog", sample.fits)
		}
		if n == 2 {
			tab.Press(kb.Escape) // the sandbox stays
			tab.Gone("dialog")
			tab.Click("button", "Find one in its keys")
			tab.WaitText("dialog", sample.fits)
		}
		if n == 0 {
			tab.Size(1280, 720)
			tab.Shot("find-small")
			tab.Size(e2e.Screens[1].Width, e2e.Screens[1].Height)
			tab.Prefer("prefers-color-scheme", "dark")
			tab.Hittable("the templates found")
			tab.AxeColours()
			tab.Shot("find-phone-dark")
			tab.Prefer("prefers-color-scheme", "light")
			tab.Size(e2e.Screens[0].Width, e2e.Screens[0].Height)
		}
		tab.Click("button", "Use this key: "+sample.template)
		chips := func(want string) {
			tab.Until(`[...document.querySelectorAll("[aria-label='Row key'] [data-segment]")].map((e) => e.dataset.segment).join() === "` + want + `"`)
		}
		chips(sample.before)
		if sample.after != sample.before {
			second := strings.Split(sample.before, ",")[1]
			tab.Run(`document.querySelector("[aria-label='Row key'] [data-segment=` + second + `]").focus()`)
			tab.Press(kb.ArrowLeft)
			chips(sample.after)
		}
		tab.Click("button", "+ ask")
		tab.Replace("textbox", "Name (may be empty)", "mine")
		tab.Choose("Field", sample.field)
		tab.Replace("combobox", "Value", sample.value)
		tab.Enter()
		tab.Wait(`[data-query="mine"][data-rows-scanned="` + sample.scanned + `"]`)
		tab.Shot("find-used-" + name)
		tab.Saved()
	}
}
