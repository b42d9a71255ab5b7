//go:build e2e && linux

package journey

import (
	"maps"
	"slices"
	"strings"

	"tabletop/web/e2e"
)

// figures are all figures of tables that a page shows at one moment.
type figures struct {
	Table     string            // the shown table, by the bar of its key
	Tables    []string          // the tables in the outline
	Counts    []int64           // numbers in the bar of the key: records if there are any, rows, and lost records
	Bar       []string          // numbers of rows in the bars above the rows
	Outline   string            // text of the outline about the shown table
	Grid      string            // name of the grid's table
	Template  string            // template of the key
	Chips     []string          // fields of the key, in order
	Values    []figureShown     // elements that say which figure of which table they show
	Cards     map[string]string // cost of each question, in its attribute and in its text
	Saved     string            // whether changes are saved
	Recovery  string            // text of the recovery screen, if it is shown
	Conflicts []string
}

// A figureShown is an element that shows a figure and says of which table it is.
type figureShown struct{ Figure, Table, State, Value, Text string }

// readFigures is a JavaScript expression for all visible figures. Elements with data-figure
// count in menus and panels too, such as the comparison of two designs.
const readFigures = `(() => {
	const text = (e) => (e?.innerText ?? e?.textContent ?? "").replace(/\s+/g, " ").trim();
	const one = (css) => document.querySelector(css);
	const all = (css) => [...document.querySelectorAll(css)].filter((e) => !e.closest("dialog, [popover]"));
	const counts = (s) => [...s.matchAll(/\d[\d,]*/g)].map((m) => Number(m[0].replaceAll(",", "")));
	const table = text(one(".keybar b, .keybar select.shown-table option:checked")) || one("select.shown-table")?.value || "";
	const section = all(".schema-table").find((e) => e.ariaLabel === table || text(e.querySelector("h3")) === table);
	const cards = {};
	for (const card of all("[data-query][data-rows-scanned]")) {
		cards[card.dataset.query] = card.dataset.rowsScanned + " " + (counts(text(card.querySelector(".cost .num")))[0] ?? "none");
	}
	return {
		Table: table,
		Tables: all(".schema-table h3").map(text),
		Counts: counts(text(one(".key-size"))),
		Bar: all(".viewbar, .grid-bar, .bar").map(text).filter((s) => / rows? · /.test(s)).map((s) => s.match(/[\d,]+ rows?/)?.[0] ?? ""),
		Outline: text(section?.querySelector("p")),
		Grid: one("[role=grid][aria-label]:not([aria-label='Heat map'])")?.ariaLabel ?? "",
		Template: one("input[id^=template-]")?.value ?? "",
		Chips: all("[data-segment]").map((e) => e.dataset.segment),
		Values: [...document.querySelectorAll("[data-figure]")].filter((e) => e.checkVisibility()).map((e) => ({Figure: e.dataset.figure, Table: e.dataset.table ?? "", State: e.dataset.state ?? "", Value: e.dataset.value ?? "", Text: text(e)})),
		Cards: cards,
		Saved: one("[data-saved]")?.dataset.saved ?? "",
		Recovery: one("dialog.recovery")?.textContent ?? "",
	};
})()`

// figuresAfter reads all figures of the page. It fails the test if two of them disagree, if one
// belongs to a table that does not exist, or if the engine has stopped.
func figuresAfter(v *e2e.Visit, after string) figures {
	v.T.Helper()
	f := e2e.ValueOf[figures](v, readFigures)
	if f.Recovery != "" {
		v.Fail("%s: the engine or the page has stopped: %s", after, f.Recovery)
	}
	for _, fault := range f.faults() {
		v.T.Errorf("%s: %s", after, fault)
	}
	return f
}

// faults returns a text for each contradiction between the figures.
func (f figures) faults() (found []string) {
	say := func(parts ...string) { found = append(found, strings.Join(parts, " ")) }
	if f.Grid != "" && f.Table != "" && f.Grid != f.Table {
		say("the key is of", f.Table, "and the rows of", f.Grid)
	}
	shown := map[string]figureShown{}
	for _, one := range f.Values {
		if one.Table == "" || one.State == "" {
			say("the figure", one.Figure, "does not say of which table and state it is:", one.Text)
			continue
		}
		if len(f.Tables) > 0 && !slices.Contains(f.Tables, one.Table) {
			say("the figure", one.Figure, "is of", one.Table, "which is not there:", one.Text)
		}
		key := one.Figure + " of " + one.Table + " at " + one.State
		if other, ok := shown[key]; ok && other.Value != one.Value {
			say(key, "is", other.Value, "in", other.Text, "and", one.Value, "in", one.Text)
		}
		shown[key] = one
	}
	for _, query := range slices.Sorted(maps.Keys(f.Cards)) {
		measured, text, _ := strings.Cut(f.Cards[query], " ")
		if measured != text && text != "none" {
			say("the question", query, "scans", measured, "rows and says", text)
		}
	}
	rows := ""
	for _, said := range f.Bar {
		if rows != "" && said != rows {
			say("the table has", rows, "and", said)
		}
		rows = said
	}
	if rows != "" && f.Outline != "" && !strings.HasPrefix(f.Outline, rows) {
		say("the bar says", rows, "and the outline", f.Outline)
	}
	if len(f.Counts) == 3 && f.Counts[1]+f.Counts[2] != f.Counts[0] {
		found = append(found, "rows and lost records are not all records: "+strings.Join(strings.Fields(strings.Trim(strings.ReplaceAll(e2e.JSON(f.Counts), ",", " "), "[]")), ", "))
	}
	return found
}

// same fails the test unless the page shows the same figures of its tables as before.
func same(v *e2e.Visit, after string, before figures) {
	v.T.Helper()
	now := figuresAfter(v, after)
	for what, pair := range map[string][2]string{
		"table":     {before.Table, now.Table},
		"tables":    {strings.Join(before.Tables, ","), strings.Join(now.Tables, ",")},
		"counts":    {e2e.JSON(before.Counts), e2e.JSON(now.Counts)},
		"outline":   {before.Outline, now.Outline},
		"key":       {before.Template, now.Template},
		"questions": {e2e.JSON(before.Cards), e2e.JSON(now.Cards)},
	} {
		if pair[0] != pair[1] {
			v.T.Errorf("%s: the %s was %s and is %s", after, what, pair[0], pair[1])
		}
	}
}
