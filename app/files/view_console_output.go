package files

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/form"
	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine/console/printed"
)

// kinds draws the field with the kind of the text, which the reader can change. It is empty
// without a text.
func (v *View) kinds() app.UI {
	if v.source.text == "" {
		return app.Div()
	}
	choice := form.Field{ID: "file-kind", Label: form.SentenceText("kind"), Kind: form.KindChoice, Value: string(v.source.kind)}
	for _, k := range kinds {
		choice.Options = append(choice.Options, form.Option{Value: string(k), Text: form.SentenceText("kind-" + string(k))})
	}
	return app.Div().Class("kind").Body(v.FormField(choice, kindEvents))
}

// kindEvents and heardReading have the messages that the field of the text's kind, and those
// of a [PastedOutput], send.
var (
	kindEvents    = &ui.FieldEvents{Typed: func(_, value string) page.Msg { return takenFor{TextKind(value)} }}
	readingEvents = &ui.FieldEvents{Typed: func(id, value string) page.Msg { return named{id, value} }}
)

// readBack draws the dialog about the output of a console.
func (v *View) readBack(r *PastedOutput) app.UI {
	return app.Div().Class("mapping").Body(
		app.Div().Class("map-fields").Body(append([]app.UI{v.kinds()}, v.FormFields(r.fields(), readingEvents)...)...),
		app.Div().Body(v.found(r)...),
		v.refusal(),
	)
}

// note draws a sentence in small type.
func (v *View) note(key string, args ...string) app.UI {
	return app.P().Class("note").Text(v.T(key, args...))
}

// progressText says how many bytes have been read.
func (v *View) progressText(f *feed) string {
	return v.T("read-progress", strconv.Itoa(f.read), strconv.Itoa(f.size))
}

// found draws what has been read: the counts, the first rows, and what is left out. Until all of
// the text is read, it draws how much has been, and the first rows.
func (v *View) found(r *PastedOutput) (out []app.UI) {
	out = v.wrong(r.feed)
	if r.reading() {
		out = append(out, app.P().Class("note").Text(v.progressText(r.feed)))
		if r.Cells > 0 {
			out = append(out, v.firstRows(r))
		}
		return out
	}
	if r.Cells > 0 {
		names := []string{}
		for _, f := range r.Families[:min(len(r.Families), columnsShown)] {
			names = append(names, string(f))
		}
		out = append(out,
			app.P().Text(v.T("read-counts", strconv.Itoa(r.Rows), strconv.Itoa(r.Cells), strconv.Itoa(len(r.Families)), strings.Join(names, ", "))),
			v.firstRows(r))
	}
	if r.ShortenedValues > 0 {
		out = append(out, v.note("read-cut", strconv.Itoa(r.ShortenedValues)))
	}
	if r.SkippedLines > 0 {
		out = append(out, v.note("read-left", strconv.Itoa(r.SkippedLines)))
	}
	for _, f := range r.Faults {
		out = append(out, v.note("read-fault", strconv.Itoa(f.Line), v.T("fault-"+string(f.Reason), timeForms[r.Form])))
	}
	return out
}

// timeForms are examples of how each form writes a time, in the notation of package time.
var timeForms = [printed.FormCount]string{"2006/01/02-15:04:05.000000", "2006-01-02T15:04:05.000", "2006-01-02T15:04:05.000"}

// firstRows draws a table of the first rows.
func (v *View) firstRows(r *PastedOutput) app.UI {
	rows := []app.UI{tableRow(true, v.T("read-row"), v.T("read-columns"), v.T("read-versions"))}
	for _, row := range r.FirstRows {
		columns := i18n.MakeShortPrintable(strings.Join(row.Columns, ", "))
		if row.More > 0 {
			columns = v.T("read-columns-more", columns, strconv.Itoa(row.More))
		}
		key := row.Key
		if r.Form == printed.Get {
			key = r.Row
		}
		rows = append(rows, tableRow(false, i18n.MakeShortPrintable(key), columns, strconv.Itoa(row.Versions)))
	}
	return app.Div().Class("map-columns read-rows").TabIndex(0).Role("region").Attr("aria-label", v.T("read-first")).Body(app.Table().Body(rows...))
}

// tableRow draws a row of a table, of header cells if head is true.
func tableRow(head bool, texts ...string) app.UI {
	cells := []app.UI{}
	for _, text := range texts {
		if head {
			cells = append(cells, app.Th().Text(text))
		} else {
			cells = append(cells, app.Td().Text(text))
		}
	}
	return app.Tr().Body(cells...)
}
