//go:build !js

package view

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/model"
	"tabletop/app/page"
)

var look = flag.String("look", "", "write every drawn page with the style sheet into this folder, to look at")

// drawn returns the HTML of a living page, as the browser would have it.
func drawn(st model.State) string {
	out := app.HTMLString(New(func() model.State { return st }, func(page.Msg) {}))
	return strings.NewReplacer(` checked="false"`, "", ` disabled="false"`, "").Replace(ariaPattern().ReplaceAllString(out, `$1="true"$2`))
}

// TestLook writes the pages to the folder of the flag -look.
func TestLook(t *testing.T) {
	if *look == "" {
		t.Skip("no -look")
	}
	sheets, err := filepath.Glob(filepath.FromSlash("../../web/static/css/*.css"))
	if err != nil || len(sheets) == 0 {
		t.Fatal("no style sheets", err)
	}
	var style []byte
	for _, sheet := range sheets {
		text, err := os.ReadFile(sheet)
		if err != nil {
			t.Fatal(err)
		}
		style = append(style, text...)
	}
	if err := os.MkdirAll(*look, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name, body string, st model.State) {
		for table, d := range st.Work.Key.Drafts {
			id := `id="` + page.TemplateElementID(table) + `"`
			body = strings.Replace(body, id, id+` value="`+d.Text+`"`, 1)
		}
		html := `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>` +
			name + `</title><style>` + string(style) + `</style><body><div id="app">` + body + `</div>`
		if err := os.WriteFile(filepath.Join(*look, name+".html"), []byte(html), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, st := range states() {
		write(name, drawn(st), st)
	}
	for name, st := range unread() {
		write("unread-"+name, Prerender(st), st)
	}
	for tab, name := range []string{"task", "run", "table", "map"} {
		st := states()["lesson-design"]
		st.Work.Tab = page.PageTab(tab)
		write("tab-"+name, drawn(st), st)
	}
}
