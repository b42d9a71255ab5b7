//go:build e2e && linux

package e2e

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
	"tabletop/test/drive"
)

// slowness is how many times as long the page's thread takes in the journeys of a slow
// machine.
const slowness = 6

// TestRealTables takes ten tables with the warts of real ones through the whole page, as
// their owner would, and after each act reads all figures off the page. In make test
// two of them.
func TestRealTables(t *testing.T) {
	few := map[string]bool{"read.txt": true, "sensors.csv": true}
	for _, r := range realTables() {
		t.Run(r.name, func(t *testing.T) {
			if !few[r.name] {
				seldom(t)
			}
			travels(t, drive.Chromium, r, 1)
		})
	}
}

// TestRealTablesSlow is the same on a slow machine whose screen is touched.
func TestRealTablesSlow(t *testing.T) {
	seldom(t)
	for _, r := range realTables() {
		t.Run(r.name, func(t *testing.T) { travels(t, drive.Chromium, r, slowness) })
	}
}

// TestRealTablesElsewhere takes three of them through the other browsers.
func TestRealTablesElsewhere(t *testing.T) {
	seldom(t)
	for _, kind := range []drive.Kind{drive.Firefox, drive.WebKit} {
		for _, r := range []realTable{sensorTable(), readPrinted(false), eventTable()} {
			t.Run(string(kind)+"/"+r.name, func(t *testing.T) { travels(t, kind, r, 1) })
		}
	}
}

// travels takes a table through the page.
func travels(t *testing.T, kind drive.Kind, r realTable, slow float64) {
	v := visiting(t, kind, serveAt(t, "/some/deep/path/"))
	v.size(1280, 720)
	v.slowed(slow)
	route := v.bringsIn(r)
	v.movesChips(r)
	v.asksThree(r)
	v.looksAtLoad()
	v.makesSecond(r)
	v.opensAgain(route, 5)
	v.carriesOut(r)
	v.judge()
}

// slowed has a browser pass for one on a slow machine with a screen that is touched, where
// it can.
func (v *visit) slowed(times float64) {
	v.t.Helper()
	if times == 1 {
		return
	}
	page, ok := v.page.(drive.Emulator)
	if !ok {
		return
	}
	ctx, cancel := v.within(patience)
	defer cancel()
	v.must("be slow", page.Slow(ctx, times))
	v.must("be touched", page.Touch(ctx))
}

// write puts a text into the field with an accessible name, as typing it would.
func (v *visit) write(name, text string) {
	v.t.Helper()
	find := fmt.Sprintf("%s(\"textbox\", %q).concat(%[1]s(\"combobox\", %[2]q), [...document.querySelectorAll(\"input[list], input[type=number]\")].filter((e) => (e.ariaLabel ?? e.labels?.[0]?.textContent.trim()) === %[2]q && e.checkVisibility()))", byName, name)
	v.until(find + ".length > 0")
	v.run(fmt.Sprintf(`((e) => {
		e.focus();
		Object.getOwnPropertyDescriptor(Object.getPrototypeOf(e), "value").set.call(e, %s);
		for (const kind of ["input", "change"]) e.dispatchEvent(new Event(kind, {bubbles: true}));
	})(%s[0])`, asJSON(text), find))
}

// choose chooses what begins with a text in the select with an accessible name.
func (v *visit) choose(name, text string) {
	v.t.Helper()
	find := fmt.Sprintf("%s(\"combobox\", %q)[0]", byName, name)
	option := fmt.Sprintf("[...(%s?.options ?? [])].find((o) => o.text.toLowerCase().startsWith(%q))", find, strings.ToLower(text))
	v.until(option)
	v.run(fmt.Sprintf(`((select, option) => {
		select.value = option.value;
		for (const kind of ["input", "change"]) select.dispatchEvent(new Event(kind, {bubbles: true}));
	})(%s, %s)`, find, option))
}

// rowsIn waits until the table that is shown has a number of rows, and returns what the
// page shows then.
func (v *visit) rowsIn(rows int) {
	v.t.Helper()
	said := fmt.Sprintf("%s row", grouped(rows))
	v.untilWithin(2*measuring, fmt.Sprintf(`document.querySelector(".key-size")?.textContent.includes(%q)`, said))
}

// grouped writes a number as the English page does.
func grouped(n int) string {
	text := fmt.Sprint(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// bringsIn makes a sandbox of the table with the key that is proposed for it, which loses
// none of its records.
func (v *visit) bringsIn(r realTable) (route string) {
	v.t.Helper()
	v.open("/sandboxes/")
	if r.keys {
		v.press("Find my key")
		v.write("Row keys", string(r.data))
		v.press("Find the key")
		v.usesFound()
		route = v.sandboxShown()
	} else {
		v.upload("From file…", put(v.t, r.name, r.data))
		v.says("dialog", "")
		v.until(`((b) => b && b.ariaDisabled !== "true")(` + byName + `("button", "Make a sandbox")[0])`)
		if faults := valueOf[[]string](v, `[...document.querySelectorAll("dialog .refused, dialog .lost")].map((e) => e.innerText).filter((s) => s)`); len(faults) > 0 {
			v.t.Errorf("the form says of the proposed key: %q", faults)
		}
		v.press("Make a sandbox")
		route = v.sandboxShown()
	}
	v.until(`document.querySelector(".key-size")`)
	if valueOf[bool](v, byName+`("button", "Find one in its keys").length > 0`) {
		v.press("Find one in its keys")
		v.usesFound()
	}
	v.rowsIn(r.rows)
	v.saved()
	v.figures("brought in")
	return route
}

// usesFound takes the first of the keys that were found.
func (v *visit) usesFound() {
	v.t.Helper()
	v.untilWithin(2*measuring, `[...document.querySelectorAll("dialog button")].some((b) => b.textContent === "Use this key")`)
	v.run(`[...document.querySelectorAll("dialog button")].find((b) => b.textContent === "Use this key").click()`)
	v.untilWithin(2*measuring, `!document.querySelector("dialog") && document.querySelector("[data-segment]")`)
}

// settled waits until the key that is tried has been measured.
func (v *visit) settled(want string) {
	v.t.Helper()
	v.untilWithin(2*measuring, fmt.Sprintf(`[...document.querySelectorAll("[data-segment]")].map((e) => e.dataset.segment).join() === %q`, want))
	v.untilWithin(2*measuring, `!document.querySelector(".running progress") && document.querySelector("[data-saved]")?.dataset.saved !== "saving"`)
}

// movesChips moves each field of the key one place and back.
func (v *visit) movesChips(r realTable) {
	v.t.Helper()
	before := v.figures("before its key is moved")
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
			v.run(there("[data-segment='"+field+"']") + ".focus()")
			v.keys(step.key)
			v.settled(strings.Join(step.order, ","))
			v.figures("moved " + field)
			v.keysOf(r)
		}
	}
	v.saved()
	v.untilWithin(2*measuring, `!document.querySelector(".key-trial")`) // the key is that of before
	v.same("all fields moved and back", before)
}

// keysOf fails the test unless the keys in sight are made of the parts that the table's
// own keys have, in any order.
func (v *visit) keysOf(r realTable) {
	v.t.Helper()
	if r.parts == nil {
		return
	}
	for _, key := range valueOf[[]string](v, `[...document.querySelectorAll("[role=row][data-key]")].map((e) => e.dataset.key)`) {
		found := strings.Split(key, "#")
		for _, part := range found {
			if !slices.ContainsFunc(r.parts, func(p *regexp.Regexp) bool { return p.MatchString(part) }) {
				v.t.Errorf("the key %s has a part %q that no key of the table had", key, part)
				return
			}
		}
		if len(found) != len(r.parts) {
			v.t.Errorf("the key %s has %d parts, not %d", key, len(found), len(r.parts))
			return
		}
	}
}

// asksOne asks one question, filled in by fill.
func (v *visit) asksOne(name string, fill func()) {
	v.t.Helper()
	v.press("+ ask")
	v.write("Name (may be empty)", name)
	fill()
	v.press("Ask it")
	v.untilWithin(2*measuring, there("[data-query='"+name+"'][data-rows-scanned]"))
	v.saved()
	v.figures("asked " + name)
}

// asksThree asks for one value, for decimals between two, and for the latest of each.
func (v *visit) asksThree(r realTable) {
	v.t.Helper()
	field, value := r.equal, r.value
	if field == "" { // of a key that was found, the last but one of its fields
		chips := v.figures("before it is asked").Chips
		field = chips[max(0, len(chips)-2)]
	}
	v.asksOne("equal", func() {
		v.choose("Field", field)
		if value == "" {
			v.untilWithin(2*measuring, `document.querySelector("dialog datalist option")`)
			value = valueOf[string](v, `document.querySelector("dialog datalist option").value`)
		}
		v.write("Value", value)
	})
	if r.between != "" {
		v.asksOne("between", func() {
			v.choose("Field", r.between)
			v.choose("How", "is a number between")
			v.write("From", r.from)
			v.write("To before", r.to)
		})
	}
	if r.latest != "" {
		v.asksOne("latest", func() {
			v.press("Remove condition 1")
			v.choose("Which of them", "the latest by "+r.latestBy)
			v.write("How many", "1")
			v.choose("Counted", "of each "+r.latest)
		})
	}
}

// looksAtLoad opens the heat map and goes back to the rows.
func (v *visit) looksAtLoad() {
	v.t.Helper()
	v.click("radio", "Heat")
	v.untilWithin(2*measuring, `document.querySelector("[data-diagnosis]") || document.querySelector(".heat-few, .load .example")`)
	v.settledLoad()
	v.figures("its load")
	v.click("radio", "Rows")
	v.figures("its load left")
}

// settledLoad waits until nothing is simulated.
func (v *visit) settledLoad() {
	v.t.Helper()
	v.untilWithin(2*measuring, `!document.querySelector(".running progress")`)
}

// makesSecond keeps the data under another key too, and looks at the load of both.
func (v *visit) makesSecond(r realTable) {
	v.t.Helper()
	before := v.figures("before a second table")
	if before.Template == "" {
		return
	}
	v.press("Same data, another key: a copy of " + before.Table)
	v.untilWithin(2*measuring, `document.querySelectorAll(".schema-table h3").length === 2 && document.querySelector("select.shown-table")?.value !== `+asJSON(before.Table))
	v.saved()
	v.figures("a second table")
	if chips := valueOf[[]string](v, `[...document.querySelectorAll("[data-segment]")].map((e) => e.dataset.segment)`); len(chips) > 1 {
		v.run(`document.querySelectorAll("[data-segment]")[1].focus()`)
		v.keys(drive.ArrowLeft)
		chips[0], chips[1] = chips[1], chips[0]
		v.settled(strings.Join(chips, ","))
		v.press("Keep")
		v.saved()
	}
	v.figures("a second table with another key")
	v.looksAtLoad()
}

// opensAgain opens the sandbox again and again, which shows the same each time.
func (v *visit) opensAgain(route string, times int) {
	v.t.Helper()
	v.saved()
	v.open(route)
	v.saved()
	v.shownWhole()
	before := v.figures("opened again")
	for n := range times {
		v.open(route)
		v.saved()
		v.shownWhole()
		v.same(fmt.Sprintf("opened again %d times", n+2), before)
	}
}

// shownWhole waits until rows and questions are there.
func (v *visit) shownWhole() {
	v.t.Helper()
	v.untilWithin(2*measuring, `document.querySelector(".key-size") && document.querySelector("[role=row][data-key]") && !document.querySelector(".running progress")`)
	v.untilWithin(2*measuring, `[...document.querySelectorAll("[data-query]")].every((e) => e.dataset.rowsScanned)`)
}

// carriesOut exports the sandbox in each form, reads the forms back, and opens the file in
// another profile.
func (v *visit) carriesOut(r realTable) {
	v.t.Helper()
	before := v.figures("before it is carried out")
	files := map[string][]byte{}
	for _, form := range []string{"cbt script", "HBase shell script", "CSV of " + before.Table, "Tabletop file"} {
		v.press("Export")
		v.untilWithin(2*measuring, byName+`("button", `+asJSON(form)+`).some((b) => b.ariaDisabled !== "true")`)
		name, data := v.download(func() { v.press(form) })
		if valueOf[bool](v, `!!document.querySelector("dialog")`) {
			v.press("Cancel")
		}
		v.gone("dialog")
		files[filepath.Ext(name)+" "+strings.Fields(form)[0]] = data
	}
	var printed []string
	for _, form := range []string{".txt cbt", ".txt HBase"} {
		data, ok := files[form]
		if !ok {
			v.fail("there is no %s among %d files", form, len(files))
		}
		printed = append(printed, readBack(v.t, before.Tables, string(data), strings.HasSuffix(form, "HBase")))
	}
	if printed[0] != printed[1] {
		v.t.Errorf("the scripts for cbt and for HBase make other tables: %s", firstDifference(printed[0], printed[1]))
	}
	byCBT(v.t, string(files[".txt cbt"]))
	records, err := csv.NewReader(bytes.NewReader(files[".csv CSV"])).ReadAll()
	if want := rowsOf(before); err != nil || int64(len(records)-2) != want {
		v.t.Errorf("the comma-separated values have %d lines for %d rows (%v)", len(records), want, err)
	}

	elsewhere := visiting(v.t, v.kind, v.site)
	elsewhere.size(1280, 720)
	elsewhere.open("/sandboxes/")
	elsewhere.upload("From file…", put(v.t, "shared.tabletop", files[".tabletop Tabletop"]))
	elsewhere.sandboxShown()
	elsewhere.shownWhole()
	elsewhere.same("opened in another profile", before)
	elsewhere.judge()
	elsewhere.must("close the browser", elsewhere.browser.Close())
	elsewhere.browser = nil
}

// rowsOf returns how many rows the table that is shown has, by the key's bar.
func rowsOf(f figures) int64 {
	if len(f.Counts) > 1 {
		return f.Counts[1]
	}
	return f.Counts[0]
}

// readBack runs a script in an engine of its own and returns what reads of its tables print.
func readBack(t *testing.T, tables []string, script string, shell bool) string {
	t.Helper()
	s := engine.New(engine.Options{Now: func() base.Micros { return base.Micros(begun.UnixMicro()) }, Languages: []*engine.Language{engine.HBaseShell()}})
	run, next := engine.Console{}, "\nset "
	if shell {
		run.Dialect, next = engine.HBase, "\nput "
	}
	// A console takes a megabyte at once.
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

// readWhole returns what a read of all of a table prints.
func readWhole(s *engine.Session, table string) string {
	var out strings.Builder
	for from := s.Do(engine.Console{Text: "read " + cbt.Word(table)}); ; from = s.Do(engine.More{}) {
		for _, l := range from.Output {
			out.WriteString(l.Text)
		}
		if !from.More {
			return out.String()
		}
	}
}

// firstDifference returns where two texts begin to differ.
func firstDifference(a, b string) string {
	at := 0
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	from := max(0, at-120)
	return fmt.Sprintf("%.300q\nand\n%.300q", a[from:], b[from:])
}
