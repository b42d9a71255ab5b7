package files

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/host"
	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/records"
)

// View holds all values that the dialogs about files are drawn from.
type View struct {
	ui.Kit
	State
	Frozen          bool // no table can be made now
	IntoOpenSandbox bool // a table is made in the open sandbox, instead of a new sandbox
	Code            page.CodeState

	Open   string             // ID of the open workspace
	Tables []engine.TableInfo // its tables
}

// NewView collects what the dialogs about files are drawn from.
func NewView(k *ui.Kit, st *page.State, w *page.Workspace, s State) *View {
	return &View{Kit: *k, State: s, Frozen: !page.CanChangeWorkload(st, w), IntoOpenSandbox: st.Route.Screen == page.ScreenSandbox, Code: st.Code, Open: w.ID, Tables: w.Tables}
}

// Dialog returns the dialog of a menu: MenuExport, MenuPaste or MenuValues. The id and title
// are those of the workspace to export. It panics for another menu.
func (v *View) Dialog(menu page.Dialog, id, title string) ui.Dialog {
	switch menu {
	case page.DialogExport:
		return ui.Dialog{Title: v.T("export-title", i18n.MakeShortPrintable(title)), Class: "ask wide", Body: v.exporting(id, title)}
	case page.DialogPaste:
		heading, make := "paste-title", "make-sandbox"
		if v.IntoOpenSandbox {
			heading, make = "paste-into", "make-table"
		}
		act := app.Button().Type("button").Class("primary").Text(v.T(make)).OnClick(v.paste)
		return ui.Dialog{Title: v.T(heading), Class: "ask wide", Body: v.pasting(), Action: act}
	case page.DialogValues:
		if v.Output != nil {
			work := ""
			if v.Output.reading() || v.Err != nil && v.Output.Cells == 0 {
				work = "map-reading"
			}
			return ui.Dialog{Title: v.T("read-title"), Class: "ask wide", Body: v.readBack(v.Output), Action: v.makes(readBack{}, work)}
		}
		return ui.Dialog{Title: v.T("map-title"), Class: "ask widest", Body: v.mapping(), Action: v.makesOf(v.Mapping)}
	}
	panic("files: a dialog about something else")
}

// makes draws the button that makes the table by message m. While there is work on the text, whose
// sentence has the code work, it is disabled and says so, unless the text is refused.
func (v *View) makes(m Msg, work string) app.UI {
	switch {
	case work != "" && v.Err == nil:
		return v.DisabledButton(v.T(work))
	case work != "":
		return v.DisabledButton(v.T("make-table"))
	case v.IntoOpenSandbox:
		return v.Button(v.T("make-table"), m).Class("primary")
	}
	return v.Button(v.T("make-sandbox"), m).Class("primary")
}

// makesOf draws the button that makes a table of values. It says how many lines are left
// out, with "?" if more may follow, and is disabled if the table would have no row.
func (v *View) makesOf(m *Mapping) app.UI {
	if m == nil {
		return v.makes(mapped{}, "")
	}
	if work := m.work(); work != "" {
		return v.makes(mapped{}, work)
	}
	text := "make-sandbox"
	if v.IntoOpenSandbox {
		text = "make-table"
	}
	switch lost := m.lost(); {
	case m.Err != nil || m.nothing():
		return v.DisabledButton(v.T(text))
	case lost > 0:
		more := ""
		if m.Counted < m.Records {
			more = "?"
		}
		return v.Button(v.T(text+"-without", strconv.Itoa(lost), more), mapped{}).Class("primary")
	}
	return v.Button(v.T(text), mapped{}).Class("primary")
}

// ImportButtons draws the buttons that take a file or a pasted text to make a table from.
func (v *View) ImportButtons() app.UI {
	if !v.EngineIdle || v.Frozen {
		return app.Span().Class("button upload quiet").Attr("aria-disabled", "true").Text(v.T("from-values"))
	}
	return app.Span().Class("row").Body(
		app.Label().Class("button upload quiet").Body(app.Span().Text(v.T("from-values")),
			app.Input().Type("file").ID(elementValues).Attr("aria-label", v.T("from-values")).OnChange(v.OnFileChosen)),
		v.Button(v.T("paste"), page.OpenDialog{Dialog: page.DialogPaste}).Class("quiet"),
	)
}

// OnFileChosen handles the event of a file input: it reads the chosen file.
func (v *View) OnFileChosen(ctx app.Context, _ app.Event) {
	field := ctx.JSSrc()
	if file := field.Get("files").Index(0); file.Truthy() {
		ReadChosenFile(ctx, file, v.To.Send)
	}
	field.Set("value", "") // so that the same file can be chosen again
}

// dropped reads the first of the files that were dropped on a field. Dropped text is left to
// the browser.
func (v *View) dropped(ctx app.Context, e app.Event) {
	if list := e.Get("dataTransfer").Get("files"); list.Get("length").Int() > 0 {
		e.PreventDefault()
		ReadChosenFile(ctx, list.Index(0), v.To.Send)
	}
}

// readAtOnce is the number of bytes of a long file that are read by one call to the browser.
const readAtOnce = 2 << 20

// ReadChosenFile reads a file and sends the message with its content. Of a file of more than
// engine.MaxConsoleFiles bytes it reads only the beginning; the message then has a function that
// reads on.
func ReadChosenFile(ctx app.Context, file app.Value, send func(page.Msg)) {
	from := &LongFile{Name: file.Get("name").String(), Size: file.Get("size").Int()}
	if from.Size <= engine.MaxConsoleFiles || strings.HasSuffix(from.Name, ".tabletop") {
		ui.ReadFile(ctx, file, func(name string, data []byte) { send(FileChosen{name, data}) })
		return
	}
	lost := app.FuncOf(func(app.Value, []app.Value) any { return nil })
	from.ReadAt = func(at int, then func([]byte)) {
		file.Call("slice", at, min(at+readAtOnce, from.Size)).Call("arrayBuffer").Call("catch", lost).
			Then(func(buffer app.Value) { then(ui.ArrayBufferBytes(buffer)) })
	}
	from.ReadAt(0, func(head []byte) {
		from.Head = head
		ctx.Dispatch(func(app.Context) { send(uploaded{from}) })
	})
}

// paste sends the text of the field. A long text is treated as a file, so that it is read in
// pieces.
func (v *View) paste(ctx app.Context, _ app.Event) {
	field := app.Window().GetElementByID(elementPaste)
	text := field.Get("value")
	// Package syscall/js cannot read the length of a JavaScript string; the field has it.
	if field.Get("textLength").Int() > engine.MaxConsoleFiles/4 {
		ReadChosenFile(ctx, app.Window().Get("File").New(app.Window().Get("Array").Call("of", text), ""), v.To.Send)
		return
	}
	v.Send(pasted{text.String()})
}

// formKeys are the names of the forms in the codes of sentences.
var formKeys = map[host.ExportFormat]string{
	host.FormatTabletop: "file", host.FormatCBT: "cbt", host.FormatHBase: "hbase", host.FormatCSV: "csv",
	host.FormatCBTSchema: "cbt-schema", host.FormatHBaseSchema: "hbase-schema", host.FormatTerraform: "terraform",
}

// forms returns the forms in which workspace id can be saved, with their sizes. A form that
// has not been measured has -1 bytes. The tables of the open workspace are listed even
// before they are measured, with 0 bytes if they are empty.
func (v *View) forms(id string) (weights []host.ExportFileSize) {
	for _, form := range host.WorkspaceForms {
		weights = append(weights, host.ExportFileSize{Format: form, Bytes: -1})
	}
	for _, t := range v.Tables {
		if id == v.Open {
			weights = append(weights, host.ExportFileSize{Format: host.FormatCSV, Table: t.Name, Bytes: -min(t.Cells, 1)})
		}
	}
	for _, w := range v.Sizes {
		i := slices.IndexFunc(weights, func(of host.ExportFileSize) bool { return of.Format == w.Format && of.Table == w.Table })
		if i < 0 {
			i, weights = len(weights), append(weights, w)
		}
		weights[i] = w
	}
	return weights
}

// exporting draws the forms in which a workspace can be saved, each with its size, what it
// loses, and a button.
func (v *View) exporting(id, title string) app.UI {
	items := []app.UI{}
	for _, w := range v.forms(id) {
		key := "form-" + formKeys[w.Format]
		size := v.T("not-weighed")
		switch {
		case w.Bytes >= 0:
			compressed := ""
			if w.Format == host.FormatTabletop {
				compressed = "1"
			}
			size = v.T("size-of-file", i18n.FormatBytes(v.Lang, w.Bytes), compressed)
		case v.measuring != 0:
			size = v.T("weighing")
		}
		lost := []app.UI{}
		for _, l := range w.Lost {
			lost = append(lost, v.note("lost-"+l.Kind, strconv.FormatInt(l.Count, 10)))
		}
		var save app.UI = v.Button(v.T(key, i18n.MakePrintable(w.Table)), ExportPressed{ID: id, Format: w.Format, Table: w.Table})
		if w.Bytes == 0 {
			save = v.DisabledButton(v.T(key, i18n.MakePrintable(w.Table)))
		}
		items = append(items, app.Li().Body(
			app.Div().Class("row").Body(save, app.Span().Class("label num").Text(size)),
			app.P().Text(v.T(key+"-text")),
			app.Div().Body(lost...),
		))
	}
	status := ""
	if v.Sizes != nil && v.measuring == 0 {
		status = v.T("weighed")
	}
	return app.Div().Body(
		app.Ul().Class("forms").Attr("aria-label", v.T("forms")).Body(items...),
		app.Div().Class("unseen").Role("status").Text(status),
		v.cluster(title),
	)
}

// pasting draws the field to paste a script or values into.
func (v *View) pasting() app.UI {
	return app.Div().Body(
		app.P().Text(v.T("paste-text")),
		app.Textarea().ID(elementPaste).On("dragover", ui.AllowFileDrop).On("drop", v.dropped).Class("paste").Rows(10).Attr("aria-label", v.T("paste-label")).
			Attr("spellcheck", "false").Attr("autocapitalize", "off"),
		v.refusal(),
	)
}

// refusal draws the error, in an element that a screen reader announces.
func (v *View) refusal() app.UI {
	box := app.Div().Role("alert")
	if v.Err == nil {
		return box
	}
	text := i18n.ErrorSentence(v.Lang, v.Err)
	if v.Line > 0 {
		text = v.T("line-error", v.Number(int64(v.Line)), text)
	}
	return box.Body(app.P().Class("refused").Text(text))
}

// formEvents has the messages that the fields of the mapping send.
var formEvents = &ui.FieldEvents{Typed: func(id, value string) page.Msg { return typed{id, value} }}

// mapping draws the dialog about values: progress, fields, the keys and notes about them,
// and the columns.
func (v *View) mapping() app.UI {
	m := v.Mapping
	if m == nil {
		return app.Div().Body(v.kinds(), v.refusal())
	}
	rows := []app.UI{}
	from, to := m.shown()
	var more app.UI
	if n := len(m.Columns); to-from < n {
		more = v.Button(v.T("map-more", strconv.Itoa(from+1), strconv.Itoa(to), strconv.Itoa(n)), turned{})
	}
	for i := from; i < to; i++ {
		c := m.Columns[i]
		head := i18n.MakeShortPrintable(c.Head)
		example := i18n.MakeShortPrintable(m.firstValue(i))
		fields := v.FormFields(m.column(i), formEvents)
		cells := []app.UI{app.Td().ColSpan(2).Class("label").Text(v.T("map-left"))}
		if c.Used {
			cells = []app.UI{app.Td().Body(fields[1]), app.Td().Body(fields[2])}
		}
		rows = append(rows, app.Tr().Body(append([]app.UI{
			app.Td().Body(fields[0]),
			app.Th().Scope("row").Body(app.Code().Text("{"+c.Field+"}"), ui.Label(head)),
			app.Td().Class("example").Text(example),
		}, cells...)...))
	}
	count := v.T("map-text", strconv.Itoa(m.Records), strconv.Itoa(len(m.Columns)))
	if m.reading() {
		count = v.progressText(m.feed)
	}
	return app.Div().Class("mapping").Body(
		v.kinds(),
		app.P().Text(count),
		app.Div().Body(v.wrong(m.feed)...),
		app.Div().Class("map-fields").Body(v.FormFields(m.named(), formEvents)...),
		app.Div().Attr("aria-live", "polite").Body(v.mappedKeys(m)),
		app.Div().Class("map-unsorted").Attr("aria-live", "polite").Body(v.unsorted(m)...),
		app.Div().Class("map-columns").TabIndex(0).Role("region").Attr("aria-label", v.T("map-columns")).Body(
			app.Table().Body(
				app.THead().Body(app.Tr().Body(
					app.Th().Scope("col").Text(v.T("map-head-use")), app.Th().Scope("col").Text(v.T("map-head-column")), app.Th().Scope("col").Text(v.T("map-head-example")),
					app.Th().Scope("col").Text(v.T("map-head-family")), app.Th().Scope("col").Text(v.T("map-head-qualifier")),
				)),
				app.TBody().Body(rows...),
			),
		),
		more,
		app.Div().Class("map-ticks").Body(v.FormFields(m.ticks(), formEvents)...),
		v.refusal(),
	)
}

// lost draws a sentence about lines or values that will not be in the table.
func (v *View) lost(key string, args ...string) app.UI {
	return app.P().Class("refused").Text(v.T(key, args...))
}

// clashes draws how many records have the key and time of an earlier one, with the first of
// them, and how many are equal to an earlier one.
func (v *View) clashes(m *Mapping) []app.UI {
	when := m.Time
	if m.Stamped {
		when = v.T("map-own-time")
	}
	of := "map-clashes"
	if m.Counted == m.Records {
		of = "map-clashes-all"
	}
	text := v.T(of, strconv.Itoa(m.Clashes), strconv.Itoa(m.Counted-m.Repeats), when, strconv.Itoa(m.Repeats), strconv.Itoa(m.Counted))
	var repeats app.UI
	if m.Repeats > 0 {
		repeats = v.note("map-repeats", strconv.Itoa(m.Repeats))
	}
	if m.Clashes == 0 {
		return []app.UI{app.P().Text(text), repeats}
	}
	for _, c := range m.Clash {
		text += " " + v.T("map-clash", strconv.Itoa(c.line), strconv.Itoa(c.before), i18n.MakeShortPrintable(c.key))
	}
	if d := m.Differs; d.apart > 0 {
		text += " " + v.T("map-differs", d.field, strconv.Itoa(d.apart), strconv.Itoa(d.only))
	}
	return []app.UI{app.P().Class("refused").Text(text), repeats}
}

// faults are the ends of the codes of the sentences about left out lines, by the reason.
var faults = [records.FaultCount]string{"", "width", "quote", "unclosed", "long", "object"}

// leftOut draws which lines are left out, and why.
func (v *View) leftOut(m *Mapping) (out []app.UI) {
	for why, w := range m.Skipped {
		if w.Lines == 0 || faults[why] == "" {
			continue
		}
		lines := ""
		for i, n := range w.First {
			if i > 0 {
				lines += ", "
			}
			lines += v.Number(int64(n))
		}
		out = append(out, v.lost("map-fault-"+faults[why], strconv.Itoa(w.Lines), lines, strconv.Itoa(w.Lines-len(w.First)), strconv.Itoa(len(m.Columns))))
	}
	return out
}

// wrong draws a note if the text was converted from UTF-16, or has bytes that are not UTF-8.
func (v *View) wrong(f *feed) []app.UI {
	switch {
	case v.source.utf16:
		return []app.UI{v.note("map-utf16")}
	case f.NotText:
		return []app.UI{v.lost("map-not-utf8")}
	}
	return nil
}

// mappedKeys draws the keys of the first records, and notes about everything that is lost or
// unusual under the present template.
func (v *View) mappedKeys(m *Mapping) app.UI {
	if m.Err != nil {
		return app.P().Class("refused").Text(i18n.ErrorSentence(v.Lang, m.Err))
	}
	if work := m.work(); work != "" && m.Counted == 0 {
		return v.note(work)
	}
	keys := []app.UI{}
	for _, k := range m.Keys {
		text := app.Code().Text(i18n.MakeShortPrintable(k))
		if k == "" {
			text = app.Code().Class("label").Text(v.T("map-no-key"))
		}
		keys = append(keys, app.Li().Body(text))
	}
	// The notes are in order: what the keys lose, what the columns lose, which lines are left
	// out, and what is only unusual.
	notes := v.clashes(m)
	if m.Alone > 0 {
		notes = append(notes, v.note("map-alone", strconv.Itoa(m.Alone), m.Last))
	}
	for _, b := range m.Blank {
		notes = append(notes, v.note("map-blank", strconv.Itoa(b.lines), b.field))
	}
	if m.Keyless > 0 {
		notes = append(notes, v.lost("map-keyless", strconv.Itoa(m.Keyless), strconv.Itoa(m.WhyLine), i18n.ErrorSentence(v.Lang, m.Refused)))
	}
	if m.BetterTemplate != "" {
		notes = append(notes, app.P().Body(v.Button(v.T("map-better", m.BetterTemplate), bettered{}).Class("quiet")))
	}
	switch kept := slices.ContainsFunc(m.Columns, func(c column) bool { return c.Used }); {
	case !kept:
		notes = append(notes, v.lost("map-no-column"))
	case m.Bare > 0:
		notes = append(notes, v.lost("map-bare", strconv.Itoa(m.Bare)))
	}
	if m.nothing() && m.Counted > 0 {
		notes = append(notes, v.lost("map-nothing"))
	}
	if names := m.nowhere(); len(names) > 0 {
		notes = append(notes, v.lost("map-nowhere", strconv.Itoa(len(names)), strings.Join(names[:min(len(names), columnsShown)], ", ")))
	}
	if !m.reading() {
		notes = append(notes, v.countedInAll(m)...)
	}
	switch {
	case m.long():
		notes = append(notes, v.note("map-long"))
	case m.Stamped:
		notes = append(notes, v.note("map-rows-only"))
	}
	return app.Div().Body(
		app.Ol().Class("map-keys").Attr("aria-label", v.T("map-keys")).Body(keys...),
		app.Div().Body(notes...),
	)
}

// countedInAll returns the notes with counts of all lines, which are known once the whole text has
// been read.
func (v *View) countedInAll(m *Mapping) []app.UI {
	notes := v.leftOut(m)
	if m.nested > 0 {
		notes = append(notes, v.note("map-nested", strconv.Itoa(m.nested), m.nestedName(), strconv.Itoa(records.MaxDepth), strconv.Itoa(records.MaxNested)))
	}
	if m.Twice > 0 {
		notes = append(notes, v.lost("map-twice", strconv.Itoa(m.Twice), strconv.Itoa(m.TwiceIn)))
	}
	if m.Nulls+m.Absent > 0 {
		empty := ""
		if m.StoresEmpty {
			empty = "true"
		}
		notes = append(notes, v.note("map-absent", strconv.Itoa(m.Nulls), strconv.Itoa(m.Absent), empty))
	}
	if m.Strange > 0 {
		notes = append(notes, v.note("map-strange", strconv.Itoa(m.Strange)))
	}
	if n, first := m.unstamped(); m.Stamped && n > 0 {
		notes = append(notes, v.lost("map-unstamped", strconv.Itoa(n), strconv.Itoa(first.line), i18n.MakeShortPrintable(first.value), m.Time))
	}
	if m.Within > 0 {
		notes = append(notes, v.lost("map-within", strconv.Itoa(m.Within), strconv.Itoa(m.InLine)))
	}
	if m.Counted < m.Records {
		notes = append(notes, v.note("map-compared", strconv.Itoa(m.Counted), strconv.Itoa(m.Records)))
	}
	return notes
}
