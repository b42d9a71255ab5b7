package lesson

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/host"
	"tabletop/app/i18n"
	"tabletop/app/keyhtml"
	"tabletop/app/page"
)

// LessonsRecordButton draws a button that saves a record of the lessons that are done.
func (v *View) LessonsRecordButton() app.UI {
	if !v.InBrowser || v.st.WorkspaceList == nil || v.finished() == 0 {
		return app.Div()
	}
	save := func(app.Context, app.Event) {
		v.Send(page.SaveFile{File: host.ExportedFile{Name: "tabletop-record.html", Data: []byte(v.record())}})
	}
	return app.Div().Class("recording").Body(
		app.P().Text(v.CountText("record-text", int64(v.finished()))),
		app.Div().Class("row").Body(
			app.Button().Type("button").Text(v.T("record-save")).OnClick(save),
			v.Button(v.T("rules-save"), rulesPressed{v.finishedSlugs()}),
		),
	)
}

// finished returns the number of lessons that are done.
func (v *View) finished() int { return len(v.finishedSlugs()) }

// finishedSlugs returns the lessons that are done, in the order of the catalog.
func (v *View) finishedSlugs() (slugs []string) {
	for _, c := range v.st.Catalog {
		if m, _ := v.st.LessonSummary(c.Slug); m.Done {
			slugs = append(slugs, c.Slug)
		}
	}
	return slugs
}

// recordStyle is the style sheet of a record, for screen and paper.
const recordStyle = `body{font:16px/1.5 system-ui,sans-serif;margin:3rem auto;max-width:46rem;padding:0 1.5rem;color:#1b2230;background:#fff}` +
	`h1{font-size:1.9rem;letter-spacing:-.02em;margin:0 0 .3rem}h2{font-size:1.1rem;margin:2.2rem 0 .4rem}` +
	`table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #d9dee7;padding:.4rem .6rem .4rem 0;text-align:left;vertical-align:top}` +
	`td.n,th.n{text-align:right;white-space:nowrap}p{color:#4a5568}.name{border-bottom:1px solid #1b2230;margin:2rem 0;padding-bottom:.2rem;min-height:1.6rem}`

// record returns an HTML page of the lessons that are done, when, and with how many hints
// and solutions. The page refers to no other file.
func (v *View) record() string {
	var b strings.Builder
	b.WriteString(`<!doctype html><html lang="` + v.Lang + `"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
		`<title>` + keyhtml.EscapeHTML(v.T("record-title")) + `</title><style>` + recordStyle + `</style><h1>` + keyhtml.EscapeHTML(v.T("record-title")) + `</h1><p>` +
		keyhtml.EscapeHTML(v.T("record-of", v.Number(int64(v.finished())), v.Number(int64(len(v.st.Catalog))))) + `</p><div class="name">` + keyhtml.EscapeHTML(v.T("record-name")) + `</div>`)
	track := ""
	for _, c := range v.st.Catalog {
		m, _ := v.st.LessonSummary(c.Slug)
		if !m.Done {
			continue
		}
		if c.Track != track {
			if track != "" {
				b.WriteString(`</table>`)
			}
			track = c.Track
			b.WriteString(`<h2>` + keyhtml.EscapeHTML(track) + `</h2><table><tr>`)
			for _, key := range []string{"record-lesson", "record-goals", "record-hints", "record-solutions", "record-last"} {
				class := ""
				if key != "record-lesson" {
					class = ` class="n"`
				}
				b.WriteString(`<th scope="col"` + class + `>` + keyhtml.EscapeHTML(v.T(key)) + `</th>`)
			}
			b.WriteString(`</tr>`)
		}
		b.WriteString(`<tr><td>` + keyhtml.EscapeHTML(c.Title) + `</td>`)
		for _, cell := range []string{
			v.Number(int64(c.Goals)), v.Number(int64(m.Hints)), v.Number(int64(m.Solutions)), i18n.FormatDate(v.Lang, m.Changed),
		} {
			b.WriteString(`<td class="n">` + keyhtml.EscapeHTML(cell) + `</td>`)
		}
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</table></html>`)
	return b.String()
}
