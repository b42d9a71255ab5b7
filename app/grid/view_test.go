//go:build !js

package grid

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/keyhtml"
	"tabletop/engine"
	"tabletop/engine/base"
)

// TestPlace checks where a page is drawn: at its offset in a small table, in proportion in a
// large one, and always so that some rows are in sight.
func TestPlace(t *testing.T) {
	page := func(offset, rows, total int) engine.RowPage {
		return engine.RowPage{Offset: offset, Total: total, Rows: make([]engine.PageRow, rows)}
	}
	for _, c := range []struct {
		scroll float64
		page   engine.RowPage
		want   placing
	}{
		{0, page(0, 60, 1000), placing{0, 0, false}},
		{100.5, page(80, 60, 1000), placing{100.5, 80, false}},
		{980, page(940, 60, 1000), placing{980, 940, false}},
		{0, page(0, 3, 3), placing{0, 0, false}},
		{500, page(80, 60, 1000), placing{500, 460, true}}, // the last row is at the bottom of the box
		{0, page(80, 60, 1000), placing{0, 0, true}},
		{0, page(0, 60, 1_000_000), placing{0, 0, false}},
	} {
		if got := place(c.scroll, 20, c.page); got != c.want {
			t.Errorf("%v rows down, page at %d: %+v, want %+v", c.scroll, c.page.Offset, got, c.want)
		}
	}
	const fit, total = 20.5, 1_000_000
	for _, first := range []int{0, 3, 500_000, 999_979} {
		scroll := math.Round(scrollOf(first, total, fit)*30) / 30 // as a browser scrolls rows of 30 pixels
		at := place(scroll, fit, page(max(0, first-20), 60, total))
		if top := at.from + float64(min(first, 20)) - scroll; at.late || top < -0.01 || top > 0.01 {
			t.Errorf("row %d is drawn %v rows below the top: %+v", first, top, at)
		}
	}
	if bottom := scrollOf(total, total, fit) - scrollOf(0, total, fit); bottom < mostRows-fit {
		t.Errorf("the last row is scrolled to at %v", bottom)
	}
}

// TestFirstRows checks that the first drawing has some rows, and the next one all.
func TestFirstRows(t *testing.T) {
	g := &sheet{Data: sheetData{Lang: "en", Page: engine.RowPage{Table: "t", Total: 40, Rows: make([]engine.PageRow, 40)}}}
	drawn := func() int { return strings.Count(app.HTMLString(g.grid()), "data-key") }
	if n := drawn(); n != 40 {
		t.Errorf("%d rows are drawn", n)
	}
	if g.OnInit(); drawn() != atFirst {
		t.Errorf("%d rows come first", drawn())
	}
	if g.coming = false; drawn() != 40 {
		t.Errorf("%d rows have come", drawn())
	}
}

// TestKeysKeepTheirBlanks checks that an attribute has the whole key, and that blanks at its
// ends are visible.
func TestKeysKeepTheirBlanks(t *testing.T) {
	g := &sheet{Data: sheetData{Lang: "en"}}
	for key, want := range map[base.RowKey][2]string{
		" a b  ": {` a b  `, `<span class="raw">\x20</span>a b<span class="raw">\x20\x20</span>`},
		"  ":     {`  `, `<span class="raw">\x20\x20</span>`},
		`"<`:     {`\&#34;&lt;`, `&#34;&lt;`},
	} {
		html := g.rowHTML(0, engine.PageRow{Key: key}, keyhtml.KeyColours{})
		if !strings.Contains(html, `data-key="`+want[0]+`"`) || !strings.Contains(html, `>`+want[1]+`</span>`) {
			t.Errorf("%q: %s", key, html)
		}
	}
}

func TestHexDump(t *testing.T) {
	want := "0000  61 62 63 64 65 66 67 68  abcdefgh\n0008  00 ff                    .."
	if got := hexDump("abcdefgh\x00\xff"); got != want {
		t.Errorf("%s", got)
	}
	g := &sheet{Data: sheetData{Lang: "en", Grid: State{}}}
	if got := g.hexOf(strings.Repeat("\xff", 2000), 5000); strings.Count(got, "\n") != maxHex/8-1 || !strings.Contains(got, "The first 1,024 of 5,000") {
		t.Errorf("%d lines", strings.Count(got, "\n"))
	}
}

var tags = regexp.MustCompile(`<[^>]*>`)

// TestTotalsAreNumbers checks that cells of an aggregate family are shown as numbers, and
// eight bytes elsewhere as bytes.
func TestTotalsAreNumbers(t *testing.T) {
	for kind, want := range map[string]string{"intsum": "-352", "intmax": "-352", "inthll": `\xff\xff\xff\xff\xff\xff\xfe\xa0`, "": `\xff\xff\xff\xff\xff\xff\xfe\xa0`} {
		g := &sheet{Data: sheetData{Lang: "en", Info: engine.TableInfo{Families: []engine.FamilyInfo{{Name: "f", Type: kind}}}}}
		var b strings.Builder
		g.writeCell(&b, Column{Family: "f", Qualifier: "q"}, []engine.PageCell{{Family: "f", Qualifier: "q", Value: "\xff\xff\xff\xff\xff\xff\xfe\xa0", Size: 8, Versions: 1}})
		if got := tags.ReplaceAllString(b.String(), ""); got != want {
			t.Errorf("%q: %q, want %q", kind, got, want)
		}
	}
}

func TestGridColumns(t *testing.T) {
	rows := []engine.PageRow{{Key: "LoL#20150301", Cells: []engine.PageCell{{Family: "GAME", Qualifier: "KDA", Value: "7.00"}}}}
	widths, least := layout(rows, []Column{{"GAME", "KDA"}, {"GAME", "PLAYER"}, {"GAME", "WIN"}})
	if n, err := strconv.Atoi(strings.TrimSuffix(least, "ch")); err != nil || n < 40 {
		t.Errorf("least width %s", least)
	}
	if n := strings.Count(widths, "minmax"); n != 4 {
		t.Errorf("%d columns: %s", n, widths)
	}
}
