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

// View is what the dialogs about files are drawn of.
type View struct {
	ui.Kit
	State
	Fixed bool // no table can be made
	Into  bool // what is made is a table of the open sandbox
	Code  page.Code

	Open   string             // the workspace that is open
	Tables []engine.TableInfo // its
}

// Look returns what the dialogs about files are drawn of.
func Look(k *ui.Kit, st *page.State, w *page.Workspace, s State) *View {
	return &View{Kit: *k, State: s, Fixed: !page.CanAsk(st, w), Into: st.Route.Screen == page.ScreenSandbox, Code: st.Code, Open: w.ID, Tables: w.Tables}
}

// Dialog returns what one of the dialogs shows that are about files; id and title are those
// of the workspace that it is about.
func (v *View) Dialog(menu page.Menu, id, title string) ui.Dialog {
	switch menu {
	case page.MenuExport:
		return ui.Dialog{Title: v.T("export-title", i18n.Short(title)), Class: "ask wide", Body: v.exporting(id, title)}
	case page.MenuPaste:
		heading, make := "paste-title", "make-sandbox"
		if v.Into {
			heading, make = "paste-into", "make-table"
		}
		act := app.Button().Type("button").Class("primary").Text(v.T(make)).OnClick(v.paste)
		return ui.Dialog{Title: v.T(heading), Class: "ask wide", Body: v.pasting(), Act: act}
	case page.MenuValues:
		if v.Reading != nil {
			return ui.Dialog{Title: v.T("read-title"), Class: "ask wide", Body: v.readBack(v.Reading), Act: v.makes(readBack{}, v.Reading.reading() || v.Err != nil && v.Reading.Cells == 0)}
		}
		m := v.Mapping
		if m == nil || m.busy() {
			return ui.Dialog{Title: v.T("map-title"), Class: "ask widest", Body: v.mapping(), Act: v.makes(mapped{}, m != nil)}
		}
		return ui.Dialog{Title: v.T("map-title"), Class: "ask widest", Body: v.mapping(), Act: v.makesOf(m)}
	}
	panic("files: a dialog about something else")
}

// makes is the button that makes what a dialog is about, once all of it has been read.
func (v *View) makes(m Msg, reading bool) app.UI {
	switch {
	case reading && v.Err == nil:
		return v.Resting(v.T("map-reading"))
	case reading:
		return v.Resting(v.T("make-table"))
	case v.Into:
		return v.Button(v.T("make-table"), m).Class("primary")
	}
	return v.Button(v.T("make-sandbox"), m).Class("primary")
}

// makesOf is the button that makes a table of values. It says how many lines that leaves
// out, and rests where it would leave out all.
func (v *View) makesOf(m *Mapping) app.UI {
	text := "make-sandbox"
	if v.Into {
		text = "make-table"
	}
	switch lost := m.Lost(); {
	case m.Err != nil || m.Nothing():
		return v.Resting(v.T(text))
	case lost > 0:
		more := ""
		if m.Counted < m.Records {
			more = "?"
		}
		return v.Button(v.T(text+"-without", strconv.Itoa(lost), more), mapped{}).Class("primary")
	}
	return v.Button(v.T(text), mapped{}).Class("primary")
}

// Values are buttons that take a file, or a text, to make a table of.
func (v *View) Values() app.UI {
	if !v.Idle || v.Fixed {
		return app.Span().Class("button upload quiet").Attr("aria-disabled", "true").Text(v.T("from-values"))
	}
	return app.Span().Class("row").Body(
		app.Label().Class("button upload quiet").Body(app.Span().Text(v.T("from-values")),
			app.Input().Type("file").ID(elementValues).Attr("aria-label", v.T("from-values")).OnChange(v.FileChosen)),
		v.Button(v.T("paste"), page.MenuOpened{Menu: page.MenuPaste}).Class("quiet"),
	)
}

// FileChosen reads the file that was chosen in a field.
func (v *View) FileChosen(ctx app.Context, _ app.Event) {
	field := ctx.JSSrc()
	if file := field.Get("files").Index(0); file.Truthy() {
		Take(ctx, file, v.To.Send)
	}
	field.Set("value", "") // so that the same file can be chosen again
}

// dropped reads the first file that was dropped, and lets the browser drop a text.
func (v *View) dropped(ctx app.Context, e app.Event) {
	if list := e.Get("dataTransfer").Get("files"); list.Get("length").Int() > 0 {
		e.PreventDefault()
		Take(ctx, list.Index(0), v.To.Send)
	}
}

// readAtOnce is how many bytes of a long file are read at once, while those before are
// looked at.
const readAtOnce = 2 << 20

// Take reads a file for send: of a long one the beginning, and how to read on.
func Take(ctx app.Context, file app.Value, send func(page.Msg)) {
	from := &Upload{Name: file.Get("name").String(), Size: file.Get("size").Int()}
	if from.Size <= engine.MaxFiles || strings.HasSuffix(from.Name, ".tabletop") {
		ui.ReadFile(ctx, file, func(name string, data []byte) { send(Chosen{name, data}) })
		return
	}
	lost := app.FuncOf(func(app.Value, []app.Value) any { return nil })
	from.Read = func(at int, then func([]byte)) {
		file.Call("slice", at, min(at+readAtOnce, from.Size)).Call("arrayBuffer").Call("catch", lost).
			Then(func(buffer app.Value) { then(ui.Bytes(buffer)) })
	}
	from.Read(0, func(head []byte) {
		from.Head = head
		ctx.Dispatch(func(app.Context) { send(uploaded{from}) })
	})
}

// paste takes the text of the field, a long one as a file.
func (v *View) paste(ctx app.Context, _ app.Event) {
	field := app.Window().GetElementByID(elementPaste)
	text := field.Get("value")
	// A string of JavaScript has no properties for Go: the field tells how long it is.
	if field.Get("textLength").Int() > engine.MaxFiles/4 {
		Take(ctx, app.Window().Get("File").New(app.Window().Get("Array").Call("of", text), ""), v.To.Send)
		return
	}
	v.Send(pasted{text.String()})
}

// formKeys are the names of the forms of a file in the page's text.
var formKeys = map[host.Form]string{host.FormFile: "file", host.FormCBT: "cbt", host.FormHBase: "hbase", host.FormCSV: "csv"}

// forms returns what is known of the forms in which a sandbox can be saved: those of the
// tables that are open need not be measured to be asked for. One that has not been measured
// has -1 bytes.
func (v *View) forms(id string) (weights []host.FileSize) {
	for _, form := range []host.Form{host.FormFile, host.FormCBT, host.FormHBase} {
		weights = append(weights, host.FileSize{Form: form, Bytes: -1})
	}
	for _, t := range v.Tables {
		if id == v.Open {
			weights = append(weights, host.FileSize{Form: host.FormCSV, Table: t.Name, Bytes: -min(t.Cells, 1)})
		}
	}
	for _, w := range v.Weights {
		i := slices.IndexFunc(weights, func(of host.FileSize) bool { return of.Form == w.Form && of.Table == w.Table })
		if i < 0 {
			i, weights = len(weights), append(weights, w)
		}
		weights[i] = w
	}
	return weights
}

// exporting draws the forms in which a sandbox can be saved.
func (v *View) exporting(id, title string) app.UI {
	items := []app.UI{}
	for _, w := range v.forms(id) {
		key := "form-" + formKeys[w.Form]
		size := v.T("not-weighed")
		switch {
		case w.Bytes >= 0:
			size = i18n.Bytes(v.Lang, w.Bytes)
		case v.weighing != 0:
			size = v.T("weighing")
		}
		lost := []app.UI{}
		for _, l := range w.Lost {
			lost = append(lost, v.note("lost-"+l.What, strconv.FormatInt(l.Count, 10)))
		}
		var save app.UI = v.Button(v.T(key, i18n.Plain(w.Table)), ExportPressed{ID: id, Form: w.Form, Table: w.Table})
		if w.Bytes == 0 {
			save = v.Resting(v.T(key, i18n.Plain(w.Table)))
		}
		items = append(items, app.Li().Body(
			app.Div().Class("row").Body(save, app.Span().Class("label num").Text(size)),
			app.P().Text(v.T(key+"-text")),
			app.Div().Body(lost...),
		))
	}
	status := ""
	if v.Weights != nil && v.weighing == 0 {
		status = v.T("weighed")
	}
	return app.Div().Body(
		app.Ul().Class("forms").Attr("aria-label", v.T("forms")).Body(items...),
		app.Div().Class("unseen").Role("status").Text(status),
		v.cluster(title),
	)
}

// pasting draws the field for a script or values.
func (v *View) pasting() app.UI {
	return app.Div().Body(
		app.P().Text(v.T("paste-text")),
		app.Textarea().ID(elementPaste).On("dragover", ui.Dragged).On("drop", v.dropped).Class("paste").Rows(10).Attr("aria-label", v.T("paste-label")).
			Attr("spellcheck", "false").Attr("autocapitalize", "off"),
		v.refusal(),
	)
}

// refusal says why a text makes no sandbox.
func (v *View) refusal() app.UI {
	box := app.Div().Role("alert")
	if v.Err == nil {
		return box
	}
	text := i18n.Error(v.Lang, v.Err)
	if v.Line > 0 {
		text = v.T("line-error", v.N(int64(v.Line)), text)
	}
	return box.Body(app.P().Class("refused").Text(text))
}

// heard are the messages of the mapping's fields.
var heard = &ui.FieldEvents{Typed: func(id, value string) page.Msg { return typed{id, value} }}

// mapping draws how values become rows.
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
		head := i18n.Short(c.Head)
		example := ""
		if len(m.Sample) > 0 {
			example = i18n.Short(m.Sample[0][i])
		}
		fields := v.Fields(m.column(i), heard)
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
	return app.Div().Class("mapping").Body(
		v.kinds(),
		app.P().Text(v.T("map-text", strconv.Itoa(m.Records), strconv.Itoa(len(m.Columns)))),
		app.Div().Body(append(v.progress(m.feed), v.wrong(m.feed)...)...),
		app.Div().Class("map-fields").Body(v.Fields(m.named(), heard)...),
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
		app.Div().Class("map-ticks").Body(v.Fields(m.ticks(), heard)...),
		v.refusal(),
	)
}

// lost is a sentence about what will not be in the table.
func (v *View) lost(key string, args ...string) app.UI {
	return app.P().Class("refused").Text(v.T(key, args...))
}

// clashes says how many lines have keys that lines before them have, with the first.
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
		text += " " + v.T("map-clash", strconv.Itoa(c.line), strconv.Itoa(c.before), i18n.Short(c.key))
	}
	if d := m.Differs; d.apart > 0 {
		text += " " + v.T("map-differs", d.field, strconv.Itoa(d.apart), strconv.Itoa(d.only))
	}
	return []app.UI{app.P().Class("refused").Text(text), repeats}
}

// faults are the reasons for which lines are left out by the names of their sentences.
var faults = [records.Faults]string{"", "width", "quote", "unclosed", "long", "object"}

// leftOut says which lines are left out, and why.
func (v *View) leftOut(m *Mapping) (out []app.UI) {
	for why, w := range m.Why {
		if w.Lines == 0 || faults[why] == "" {
			continue
		}
		lines := ""
		for i, n := range w.First {
			if i > 0 {
				lines += ", "
			}
			lines += v.N(int64(n))
		}
		out = append(out, v.lost("map-fault-"+faults[why], strconv.Itoa(w.Lines), lines, strconv.Itoa(w.Lines-len(w.First)), strconv.Itoa(len(m.Columns))))
	}
	return out
}

// wrong says that a text is not UTF-8, if it is not.
func (v *View) wrong(f *feed) []app.UI {
	switch {
	case v.source.utf16:
		return []app.UI{v.note("map-utf16")}
	case f.Wrong:
		return []app.UI{v.lost("map-not-utf8")}
	}
	return nil
}

// mappedKeys draws the keys that a template makes, and what is wrong with them.
func (v *View) mappedKeys(m *Mapping) app.UI {
	if m.Err != nil {
		return app.P().Class("refused").Text(i18n.Error(v.Lang, m.Err))
	}
	if m.proposing() {
		return v.note("map-reading")
	}
	keys := []app.UI{}
	for _, k := range m.Keys {
		text := app.Code().Text(i18n.Short(k))
		if k == "" {
			text = app.Code().Class("label").Text(v.T("map-no-key"))
		}
		keys = append(keys, app.Li().Body(text))
	}
	notes := v.clashes(m)
	if m.Alone > 0 {
		notes = append(notes, v.note("map-alone", strconv.Itoa(m.Alone), m.Last))
	}
	for _, b := range m.Blank {
		notes = append(notes, v.note("map-blank", strconv.Itoa(b.lines), b.field))
	}
	if m.Keyless > 0 {
		notes = append(notes, v.lost("map-keyless", strconv.Itoa(m.Keyless), strconv.Itoa(m.WhyLine), i18n.Error(v.Lang, m.Refused)))
	}
	if m.Better != "" {
		notes = append(notes, app.P().Body(v.Button(v.T("map-better", m.Better), bettered{}).Class("quiet")))
	}
	switch kept := slices.ContainsFunc(m.Columns, func(c Column) bool { return c.Used }); {
	case !kept:
		notes = append(notes, v.lost("map-no-column"))
	case m.Bare > 0:
		notes = append(notes, v.lost("map-bare", strconv.Itoa(m.Bare)))
	}
	if m.Nothing() && m.Counted > 0 {
		notes = append(notes, v.lost("map-nothing"))
	}
	if names := m.Nowhere(); len(names) > 0 {
		notes = append(notes, v.lost("map-nowhere", strconv.Itoa(len(names)), strings.Join(names[:min(len(names), columnsShown)], ", ")))
	}
	notes = append(notes, v.leftOut(m)...)
	if m.nested > 0 {
		notes = append(notes, v.note("map-nested", strconv.Itoa(m.nested), m.nestedName(), strconv.Itoa(records.MaxDepth), strconv.Itoa(records.MaxNested)))
	}
	if m.Twice > 0 {
		notes = append(notes, v.lost("map-twice", strconv.Itoa(m.Twice), strconv.Itoa(m.TwiceIn)))
	}
	if m.Nulls+m.Absent > 0 {
		empty := ""
		if m.Empty {
			empty = "true"
		}
		notes = append(notes, v.note("map-absent", strconv.Itoa(m.Nulls), strconv.Itoa(m.Absent), empty))
	}
	if m.Strange > 0 {
		notes = append(notes, v.note("map-strange", strconv.Itoa(m.Strange)))
	}
	if n, first := m.Unstamped(); m.Stamped && n > 0 {
		notes = append(notes, v.lost("map-unstamped", strconv.Itoa(n), strconv.Itoa(first.line), i18n.Short(first.value), m.Time))
	}
	if m.Within > 0 {
		notes = append(notes, v.lost("map-within", strconv.Itoa(m.Within), strconv.Itoa(m.InLine)))
	}
	if m.Counted < m.Records {
		notes = append(notes, v.note("map-compared", strconv.Itoa(m.Counted), strconv.Itoa(m.Records)))
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
