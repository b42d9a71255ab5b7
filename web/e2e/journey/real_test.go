//go:build e2e && linux

package journey

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console/cbt"
	"tabletop/web/e2e"
	"tabletop/web/test/drive"
)

// slowness is the factor by which the page's thread is slowed down in the journeys on a slow
// machine.
const slowness = 6

// TestRealTables does with each of ten irregular tables what its owner would do on the page.
// After each action it reads and compares all figures. In make test it uses two of the tables.
func TestRealTables(t *testing.T) {
	few := map[string]bool{"read.txt": true, "sensors.csv": true}
	for _, r := range realTables() {
		t.Run(r.name, func(t *testing.T) {
			if !few[r.name] {
				e2e.Seldom(t)
			}
			travels(t, drive.Chromium, r, 1)
		})
	}
}

// TestRealTablesSlow does the same on a slow machine with a touch screen.
func TestRealTablesSlow(t *testing.T) {
	e2e.Seldom(t)
	for _, r := range realTables() {
		t.Run(r.name, func(t *testing.T) { travels(t, drive.Chromium, r, slowness) })
	}
}

// TestRealTablesElsewhere does the same with three tables in the other browsers.
func TestRealTablesElsewhere(t *testing.T) {
	e2e.Seldom(t)
	for _, kind := range []drive.Kind{drive.Firefox, drive.WebKit} {
		for _, r := range []realTable{sensorTable(), readPrinted(false), eventTable()} {
			t.Run(string(kind)+"/"+r.name, func(t *testing.T) { travels(t, kind, r, 1) })
		}
	}
}

// travels does the journey of one table.
func travels(t *testing.T, kind drive.Kind, r realTable, slow float64) {
	v := e2e.Visiting(t, kind, e2e.ServeAt(t, "/some/deep/path/"))
	v.Size(1280, 720)
	slowed(v, slow)
	route := bringsIn(v, r)
	movesChips(v, r)
	asksThree(v, r)
	looksAtLoad(v)
	makesSecond(v, r)
	opensAgain(v, route, 5)
	carriesOut(v, r)
	v.Judge()
}

// slowed emulates a slow machine with a touch screen, if the browser can do that. A factor of 1
// changes nothing.
func slowed(v *e2e.Visit, times float64) {
	v.T.Helper()
	if times == 1 {
		return
	}
	page, ok := v.Page.(drive.Emulator)
	if !ok {
		return
	}
	ctx, cancel := v.Within(e2e.Patience)
	defer cancel()
	v.Must("be slow", page.Slow(ctx, times))
	v.Must("be touched", page.Touch(ctx))
}

// write sets the text of the field with an accessible name, with the events of typing.
func write(v *e2e.Visit, name, text string) {
	v.T.Helper()
	find := fmt.Sprintf("%s(\"textbox\", %q).concat(%[1]s(\"combobox\", %[2]q), [...document.querySelectorAll(\"input[list], input[type=number]\")].filter((e) => (e.ariaLabel ?? e.labels?.[0]?.textContent.trim()) === %[2]q && e.checkVisibility()))", e2e.ByName, name)
	v.Until(find + ".length > 0")
	v.Run(fmt.Sprintf(`((e) => {
		e.focus();
		Object.getOwnPropertyDescriptor(Object.getPrototypeOf(e), "value").set.call(e, %s);
		for (const kind of ["input", "change"]) e.dispatchEvent(new Event(kind, {bubbles: true}));
	})(%s[0])`, e2e.JSON(text), find))
}

// choose selects the option that begins with a text, in the select with an accessible name.
func choose(v *e2e.Visit, name, text string) {
	v.T.Helper()
	find := fmt.Sprintf("%s(\"combobox\", %q)[0]", e2e.ByName, name)
	option := fmt.Sprintf("[...(%s?.options ?? [])].find((o) => o.text.toLowerCase().startsWith(%q))", find, strings.ToLower(text))
	v.Until(option)
	v.Run(fmt.Sprintf(`((select, option) => {
		select.value = option.value;
		for (const kind of ["input", "change"]) select.dispatchEvent(new Event(kind, {bubbles: true}));
	})(%s, %s)`, find, option))
}

// rowsIn waits until the bar of the shown table has this number of rows.
func rowsIn(v *e2e.Visit, rows int) {
	v.T.Helper()
	said := fmt.Sprintf("%s row", grouped(rows))
	v.UntilWithin(2*e2e.Measuring, fmt.Sprintf(`document.querySelector(".key-size")?.textContent.includes(%q)`, said))
}

// grouped returns a number as the English page shows it.
func grouped(n int) string {
	text := fmt.Sprint(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// bringsIn makes a sandbox of the table with the proposed key, and returns its route. The key
// must not lose any record.
func bringsIn(v *e2e.Visit, r realTable) (route string) {
	v.T.Helper()
	v.Open("/sandboxes/")
	if r.keys {
		v.Press("Find my key")
		write(v, "Row keys", string(r.data))
		v.Press("Find the key")
		usesFound(v)
		route = v.SandboxShown()
	} else {
		v.Upload("From file…", e2e.WriteFile(v.T, r.name, r.data))
		v.Says("dialog", "")
		v.Until(`((b) => b && b.ariaDisabled !== "true")(` + e2e.ByName + `("button", "Make a sandbox")[0])`)
		if faults := e2e.ValueOf[[]string](v, `[...document.querySelectorAll("dialog .refused, dialog .lost")].map((e) => e.innerText).filter((s) => s)`); len(faults) > 0 {
			v.T.Errorf("the form says of the proposed key: %q", faults)
		}
		v.Press("Make a sandbox")
		route = v.SandboxShown()
	}
	v.Until(`document.querySelector(".key-size")`)
	if e2e.ValueOf[bool](v, e2e.ByName+`("button", "Find one in its keys").length > 0`) {
		v.Press("Find one in its keys")
		usesFound(v)
	}
	rowsIn(v, r.rows)
	v.Saved()
	figuresAfter(v, "brought in")
	return route
}

// usesFound uses the first of the keys that the page has found.
func usesFound(v *e2e.Visit) {
	v.T.Helper()
	v.UntilWithin(2*e2e.Measuring, `[...document.querySelectorAll("dialog button")].some((b) => b.textContent === "Use this key")`)
	v.Run(`[...document.querySelectorAll("dialog button")].find((b) => b.textContent === "Use this key").click()`)
	v.UntilWithin(2*e2e.Measuring, `!document.querySelector("dialog") && document.querySelector("[data-segment]")`)
}

// settled waits until the key has the fields want and has been measured.
func settled(v *e2e.Visit, want string) {
	v.T.Helper()
	v.UntilWithin(2*e2e.Measuring, fmt.Sprintf(`[...document.querySelectorAll("[data-segment]")].map((e) => e.dataset.segment).join() === %q`, want))
	v.UntilWithin(2*e2e.Measuring, `!document.querySelector(".running progress") && document.querySelector("[data-saved]")?.dataset.saved !== "saving"`)
}

// movesChips moves each field of the key by one place and back.
func movesChips(v *e2e.Visit, r realTable) {
	v.T.Helper()
	before := figuresAfter(v, "before its key is moved")
	fields := before.Chips
	for i, field := range fields {
		if len(fields) < 2 {
			break
		}
		first, second, other := drive.ArrowRight, drive.ArrowLeft, i+1
		if i+1 == len(fields) {
			first, second, other = drive.ArrowLeft, drive.ArrowRight, i-1
		}
		moved := append([]string{}, fields...)
		moved[i], moved[other] = moved[other], moved[i]
		for _, step := range []struct {
			key   string
			order []string
		}{{first, moved}, {second, fields}} {
			v.Run(e2e.There("[data-segment='"+field+"']") + ".focus()")
			v.Keys(step.key)
			settled(v, strings.Join(step.order, ","))
			figuresAfter(v, "moved "+field)
			keysOf(v, r)
		}
	}
	v.Saved()
	v.UntilWithin(2*e2e.Measuring, `!document.querySelector(".key-trial")`) // the key is the original one again
	same(v, "all fields moved and back", before)
}

// keysOf fails the test unless all visible keys consist of the parts that the table's original
// keys have, in any order.
func keysOf(v *e2e.Visit, r realTable) {
	v.T.Helper()
	if r.parts == nil {
		return
	}
	for _, key := range e2e.ValueOf[[]string](v, `[...document.querySelectorAll("[role=row][data-key]")].map((e) => e.dataset.key)`) {
		found := strings.Split(key, "#")
		for _, part := range found {
			if !slices.ContainsFunc(r.parts, func(p *regexp.Regexp) bool { return p.MatchString(part) }) {
				v.T.Errorf("the key %s has a part %q that no key of the table had", key, part)
				return
			}
		}
		if len(found) != len(r.parts) {
			v.T.Errorf("the key %s has %d parts, not %d", key, len(found), len(r.parts))
			return
		}
	}
}

// asksOne asks one question. Its form is filled in by fill.
func asksOne(v *e2e.Visit, name string, fill func()) {
	v.T.Helper()
	v.Press("+ ask")
	write(v, "Name (may be empty)", name)
	fill()
	v.Press("Ask it")
	v.UntilWithin(2*e2e.Measuring, e2e.There("[data-query='"+name+"'][data-rows-scanned]"))
	v.Saved()
	figuresAfter(v, "asked "+name)
}

// asksThree asks for one value, for decimals in a range, and for the latest rows of each group.
func asksThree(v *e2e.Visit, r realTable) {
	v.T.Helper()
	field, value := r.equal, r.value
	if field == "" { // in a key that was found, the second last of its fields
		chips := figuresAfter(v, "before it is asked").Chips
		field = chips[max(0, len(chips)-2)]
	}
	asksOne(v, "equal", func() {
		choose(v, "Field", field)
		if value == "" {
			v.UntilWithin(2*e2e.Measuring, `document.querySelector("dialog datalist option")`)
			value = e2e.ValueOf[string](v, `document.querySelector("dialog datalist option").value`)
		}
		write(v, "Value", value)
	})
	if r.between != "" {
		asksOne(v, "between", func() {
			choose(v, "Field", r.between)
			choose(v, "How", "is a number between")
			write(v, "From", r.from)
			write(v, "To before", r.to)
		})
	}
	if r.latest != "" {
		asksOne(v, "latest", func() {
			v.Press("Remove condition 1")
			choose(v, "Which of them", "the latest by "+r.latestBy)
			write(v, "How many", "1")
			choose(v, "Counted", "of each "+r.latest)
		})
	}
}

// looksAtLoad opens the heat map and returns to the rows.
func looksAtLoad(v *e2e.Visit) {
	v.T.Helper()
	v.Click("radio", "Heat")
	v.UntilWithin(2*e2e.Measuring, `document.querySelector("[data-diagnosis]") || document.querySelector(".heat-few, .load .example")`)
	settledLoad(v)
	figuresAfter(v, "its load")
	v.Click("radio", "Rows")
	figuresAfter(v, "its load left")
}

// settledLoad waits until no simulation runs.
func settledLoad(v *e2e.Visit) {
	v.T.Helper()
	v.UntilWithin(2*e2e.Measuring, `!document.querySelector(".running progress")`)
}

// makesSecond makes a second table of the same data with another key, and shows the load of
// both.
func makesSecond(v *e2e.Visit, r realTable) {
	v.T.Helper()
	before := figuresAfter(v, "before a second table")
	if before.Template == "" {
		return
	}
	v.Press("Same data, another key: a copy of " + before.Table)
	v.UntilWithin(2*e2e.Measuring, `document.querySelectorAll(".schema-table h3").length === 2 && document.querySelector("select.shown-table")?.value !== `+e2e.JSON(before.Table))
	v.Saved()
	figuresAfter(v, "a second table")
	if chips := e2e.ValueOf[[]string](v, `[...document.querySelectorAll("[data-segment]")].map((e) => e.dataset.segment)`); len(chips) > 1 {
		v.Run(`document.querySelectorAll("[data-segment]")[1].focus()`)
		v.Keys(drive.ArrowLeft)
		chips[0], chips[1] = chips[1], chips[0]
		settled(v, strings.Join(chips, ","))
		v.Press("Keep")
		v.Saved()
	}
	figuresAfter(v, "a second table with another key")
	looksAtLoad(v)
}

// opensAgain opens the sandbox several times. It must show the same each time.
func opensAgain(v *e2e.Visit, route string, times int) {
	v.T.Helper()
	v.Saved()
	v.Open(route)
	v.Saved()
	shownWhole(v)
	before := figuresAfter(v, "opened again")
	for n := range times {
		v.Open(route)
		v.Saved()
		shownWhole(v)
		same(v, fmt.Sprintf("opened again %d times", n+2), before)
	}
}

// shownWhole waits until the rows and the costs of the questions are shown.
func shownWhole(v *e2e.Visit) {
	v.T.Helper()
	v.UntilWithin(2*e2e.Measuring, `document.querySelector(".key-size") && document.querySelector("[role=row][data-key]") && !document.querySelector(".running progress")`)
	v.UntilWithin(2*e2e.Measuring, `[...document.querySelectorAll("[data-query]")].every((e) => e.dataset.rowsScanned)`)
}

// carriesOut exports the sandbox in each form, reads each form back, and opens the file in
// another profile.
func carriesOut(v *e2e.Visit, r realTable) {
	v.T.Helper()
	before := figuresAfter(v, "before it is carried out")
	files := map[string][]byte{}
	for _, form := range []string{"cbt script", "HBase shell script", "CSV of " + before.Table, "Tabletop file"} {
		v.Press("Export")
		v.UntilWithin(2*e2e.Measuring, e2e.ByName+`("button", `+e2e.JSON(form)+`).some((b) => b.ariaDisabled !== "true")`)
		name, data := v.Download(func() { v.Press(form) })
		if e2e.ValueOf[bool](v, `!!document.querySelector("dialog")`) {
			v.Press("Cancel")
		}
		v.Gone("dialog")
		files[filepath.Ext(name)+" "+strings.Fields(form)[0]] = data
	}
	var printed []string
	for _, form := range []string{".txt cbt", ".txt HBase"} {
		data, ok := files[form]
		if !ok {
			v.Fail("there is no %s among %d files", form, len(files))
		}
		printed = append(printed, readBack(v.T, before.Tables, string(data), strings.HasSuffix(form, "HBase")))
	}
	if printed[0] != printed[1] {
		v.T.Errorf("the scripts for cbt and for HBase make other tables: %s", firstDifference(printed[0], printed[1]))
	}
	byCBT(v.T, string(files[".txt cbt"]))
	records, err := csv.NewReader(bytes.NewReader(files[".csv CSV"])).ReadAll()
	if want := rowsOf(before); err != nil || int64(len(records)-2) != want {
		v.T.Errorf("the comma-separated values have %d lines for %d rows (%v)", len(records), want, err)
	}

	elsewhere := e2e.Visiting(v.T, v.Kind, v.Site)
	elsewhere.Size(1280, 720)
	elsewhere.Open("/sandboxes/")
	elsewhere.Upload("From file…", e2e.WriteFile(v.T, "shared.tabletop", files[".tabletop Tabletop"]))
	elsewhere.SandboxShown()
	shownWhole(elsewhere)
	same(elsewhere, "opened in another profile", before)
	elsewhere.Judge()
	elsewhere.Must("close the browser", elsewhere.Browser.Close())
	elsewhere.Browser = nil
}

// rowsOf returns how many rows the shown table has, by the bar of its key.
func rowsOf(f figures) int64 {
	if len(f.Counts) > 1 {
		return f.Counts[1]
	}
	return f.Counts[0]
}

// readBack runs a script in a new engine and returns the output of reading its tables.
func readBack(t *testing.T, tables []string, script string, shell bool) string {
	t.Helper()
	s := engine.New(engine.Options{Now: func() base.Micros { return base.Micros(begun.UnixMicro()) }, Interpreters: []*engine.Interpreter{engine.HBaseInterpreter()}})
	run, next := engine.RunConsole{}, "\nset "
	if shell {
		run.Dialect, next = engine.HBase, "\nput "
	}
	// A console accepts at most one megabyte at a time.
	for rest := script; rest != ""; {
		at := len(rest)
		if i := strings.LastIndex(rest[:min(len(rest), 500_000)], next); len(rest) > 500_000 && i > 0 {
			at = i + 1
		}
		run.Text, rest = rest[:at], rest[at:]
		if r := s.Do(run); r.Err != nil {
			t.Fatalf("a script that was exported is refused: %v", r.Err)
		}
	}
	var out strings.Builder
	for _, name := range tables {
		out.WriteString(readWhole(s, name))
	}
	return out.String()
}

// readWhole returns the output of reading a whole table.
func readWhole(s *engine.Session, table string) string {
	var out strings.Builder
	for from := s.Do(engine.RunConsole{Text: "read " + cbt.QuoteWord(table)}); ; from = s.Do(engine.PrintMore{}) {
		for _, l := range from.Output {
			out.WriteString(l.Text)
		}
		if !from.More {
			return out.String()
		}
	}
}

// firstDifference returns the parts of two texts around the place where they begin to differ.
func firstDifference(a, b string) string {
	at := 0
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	from := max(0, at-120)
	return fmt.Sprintf("%.300q\nand\n%.300q", a[from:], b[from:])
}
