package heat

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/keyhtml"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/advise"
)

// remedies draws why the table is hot, and a button for each remedy.
func (v *View) remedies() app.UI {
	found := v.Help.Found
	if !v.Help.Open || !v.helpful() {
		return app.Section().Hidden(true)
	}
	why := v.T("cause-"+string(found.Cause), found.Field)
	if field, known := v.settings().clock(); found.Cause == advise.CauseTime && known && field == "" {
		why = v.T("cause-records", found.Field)
	}
	if len(found.Remedies) == 0 {
		why += " " + v.T("help-none")
	}
	items := []app.UI{}
	for _, r := range found.Remedies {
		items = append(items, app.Li().Body(v.remedy(found.Request, r)))
	}
	return app.Section().Class("remedies").ID(elementHelp).TabIndex(-1).Attr("aria-label", v.T("help-show")).Body(
		ui.SmallPrint(why), app.Ul().Body(items...))
}

// remedy draws the button that tries a remedy, with its measured result: how hot the table is
// before and under the remedy, and what changes for the questions.
func (v *View) remedy(was engine.FindRemedies, r engine.Remedy) app.UI {
	field := `<code>` + keyhtml.EscapeHTML(r.Field) + `</code>`
	title := v.T("remedy-"+string(r.Kind), "\x01", v.Number(int64(was.TableLoad.Nodes)))
	state := page.FigureStateUnderLoad(page.FigureStateName(v.Help.Found.Version, 0), was.TableLoad.ID())
	word := func(heats, over bool, hottest float64, state string) string {
		class, word := "good", "card-even"
		switch {
		case over:
			class, word = "bad", "card-much"
		case heats:
			class, word = "bad", "card-hot"
		}
		says := ui.FigureDataAttributes(page.TableFigure{Name: "hottest", Table: was.TableLoad.Table, State: state, Value: hottest})
		return `<b class="` + class + `"` + says + `>` + keyhtml.EscapeHTML(v.T(word, i18n.FormatThreeDigits(v.Lang, hottest))) + `</b>`
	}
	text := word(true, false, was.Hottest, state) + ` → ` + word(r.Pattern.IsHot(r.Hottest), engine.IsClusterOverloaded(r.Pattern, r.Hottest, r.OverloadedNodes, was.TableLoad.Nodes), r.Hottest, state+" trial "+string(r.Kind)+" "+r.Template)
	text += v.remedyCosts(r)
	return v.Button("", remedyPicked{r.Remedy}).Body(app.Raw(`<span>` + strings.ReplaceAll(keyhtml.EscapeHTML(title), `\x01`, field) + `<br><span class="label">` + text + `</span></span>`))
}

// remedyCosts returns as HTML what changes for the questions under a remedy, the worst first.
func (v *View) remedyCosts(r engine.Remedy) string {
	if r.CostUnmeasured {
		return `<br>` + keyhtml.EscapeHTML(v.T("remedy-unread", v.Number(engine.MaxTrialRecords)))
	}
	if len(r.Verdicts) == 0 {
		return ""
	}
	out, rows := "", func(n int64) string { return v.Number(n) }
	all := changes(v.Help.Found.Verdicts, r)
	for i, c := range all {
		if i == maxChanges {
			out += `<br>` + keyhtml.EscapeHTML(v.CountText("remedy-others", int64(len(all)-i)))
			break
		}
		class, key := "good", "remedy-change"
		if c.worse() {
			class = "bad"
		}
		if c.Lost {
			key = "remedy-lost"
		}
		out += `<br><span class="` + class + `"` + v.wasScanned(c) + `>` + keyhtml.EscapeHTML(v.T(key, v.QuestionText(&v.Kit, c.Query), rows(c.Was), rows(c.Now))) + `</span>`
	}
	if !slices.ContainsFunc(all, change.worse) {
		out += `<br>` + keyhtml.EscapeHTML(v.T("remedy-same"))
	}
	return out
}

// wasScanned returns the figure attributes for how many records a question scans under the
// table's own key.
func (v *View) wasScanned(c change) string {
	found := v.Help.Found
	i := slices.IndexFunc(found.Verdicts, func(q engine.Verdict) bool { return q.Query == c.Query })
	if i < 0 || found.Verdicts[i].Table == "" {
		return ""
	}
	f := page.ScannedTableFigure(found.Verdicts[i], page.FigureStateName(found.Version, 0)+" trial")
	return ui.FigureDataAttributes(f)
}

// maxChanges is the most questions that are listed for a remedy.
const maxChanges = 4

// helpful reports whether remedies, or that there are none, are known for the map that is
// shown.
func (v *View) helpful() bool {
	m, found := v.Maps[0], v.Help.Found
	return m != nil && !m.Live && m.heats() && found != nil && found.Version == v.Version
}

// helps draws the button that shows the remedies, see helpShown.
func (v *View) helps(afar bool) app.UI {
	if !v.helpful() {
		return app.Span().Hidden(true)
	}
	open := afar || !v.Help.Open
	b := v.Button(v.T("help-show"), helpShown{Open: open, Afar: afar}).Class("quiet")
	if !afar {
		b = b.Attr("aria-expanded", strconv.FormatBool(!open))
	}
	return b
}
