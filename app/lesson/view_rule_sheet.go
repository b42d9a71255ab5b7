package lesson

import (
	"strings"

	"tabletop/app/i18n"
	"tabletop/app/keyhtml"
	"tabletop/lessons"
)

// FetchRules is the effect of rulesPressed: it fetches lessons, in the order of the catalog. The shell
// answers with [RulesFetched].
type FetchRules struct{ Slugs []string }

// Effect implements [page.Effect].
func (FetchRules) Effect() {}

// ruleSheetStyle is the style sheet of a sheet of rules beyond [recordStyle].
const ruleSheetStyle = `h3{font-size:1rem;margin:1.1rem 0 .2rem}section{break-inside:avoid}code{font-size:.9em}@media print{body{font-size:11pt;margin:0;max-width:none}}`

// ruleSheet returns an HTML page, to be printed, of what lessons end with: their rules, and when each
// does not hold. The page refers to no other file.
func ruleSheet(lang string, all []*lessons.Lesson) string {
	title := keyhtml.EscapeHTML(i18n.PageText(lang, "rules-title"))
	out := `<!doctype html><html lang="` + lang + `"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>` + title + `</title><style>` + recordStyle + ruleSheetStyle + `</style><h1>` + title + `</h1>`
	track := ""
	for _, l := range all {
		if l.Track != track {
			track = l.Track
			out += `<h2>` + keyhtml.EscapeHTML(track) + `</h2>`
		}
		for _, s := range l.Steps {
			if s.Debrief {
				out += `<section><h3>` + keyhtml.EscapeHTML(l.Title) + `</h3>` + strings.TrimSpace(s.Body) + `</section>`
			}
		}
	}
	return out + `</html>`
}
