package console

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/keyhtml"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/console/dialects"
)

// log holds what the log is drawn from.
type log struct {
	ui.Kit
	Entries []page.ConsoleLogEntry
	Code    page.CodeState
}

// draw draws the entries of the log. Its box is scrolled to the end, so that new entries are
// seen. Screen readers do not read the log aloud when it changes: [AnnounceResult] says the result in
// one sentence.
func (p *log) draw() app.UI {
	entries := []app.UI{}
	for _, e := range p.Entries {
		entries = append(entries, p.logEntry(e))
	}
	if len(entries) == 0 {
		entries = append(entries, app.P().Class("idle").Text(p.T("log-empty")))
	}
	return app.Div().ID(page.ElementLog).Class("log").Role("log").Attr("aria-live", "off").Attr("aria-label", p.T("console-output")).TabIndex(0).Body(
		app.Div().Class("log-lines").Body(entries...),
	)
}

// logEntry draws one entry: the input, the output, the error, and notes about them.
func (p *log) logEntry(e page.ConsoleLogEntry) app.UI {
	lines := []app.UI{}
	if e.Input != "" {
		lines = append(lines, p.ran(e))
	}
	for i, l := range e.Lines {
		if e.LinesCut > 0 && i == len(e.Lines)/2 {
			lines = append(lines, app.P().Class("note").Text(p.CountText("log-cut", int64(e.LinesCut))))
		}
		switch l.Kind {
		case engine.LineText:
			lines = append(lines, app.Raw(`<pre class="said">`+keyhtml.BytesHTML(l.Text)+`</pre>`))
		case engine.LineNote:
			lines = append(lines, app.P().Class("note").Text(i18n.EngineSentence(p.Lang, l.Code, l.Args...)))
		case engine.LineInput:
			lines = append(lines, app.Raw(`<pre class="ran">`+keyhtml.BytesHTML(l.Text)+`</pre>`))
		default:
			panic("console: a line of an unknown kind")
		}
	}
	if e.Err != nil {
		text := i18n.ErrorSentenceInDialect(p.Lang, dialects.ByID(e.Dialect).Name, e.Err)
		if e.Line > 0 {
			text = p.T("line-error", p.Number(int64(e.Line)), text)
		}
		lines = append(lines, app.P().Class("refused").Text(text))
	}
	if e.RestReturned {
		lines = append(lines, app.P().Class("note").Text(p.T("script-back")))
	}
	if e.DialectErr != nil {
		lines = append(lines, app.P().Class("note").Text(i18n.ErrorSentence(p.Lang, e.DialectErr)))
	}
	return app.Div().Class("log-entry").Body(lines...)
}

// markedInput returns the input of an entry as coloured HTML, with the place of the error
// marked.
func markedInput(e page.ConsoleLogEntry) string {
	from, to := faultOf(e)
	return ui.ColouredTextHTML(e.Input[:from], e.Tokens, 0) + ui.WrapInSpan("fault", ui.ColouredTextHTML(e.Input[from:to], e.Tokens, from)) +
		ui.ColouredTextHTML(e.Input[to:], e.Tokens, to)
}

// faultOf returns the bytes [from, to) of an entry's input that its error is about; both are
// 0 if there is no such place.
func faultOf(e page.ConsoleLogEntry) (from, to int) {
	if e.Err == nil || e.Err.Pos < 0 || e.Err.Pos >= e.Err.End {
		return 0, 0
	}
	start := 0
	for range e.Line - 1 {
		n := strings.IndexByte(e.Input[start:], '\n')
		if n < 0 {
			return 0, 0
		}
		start += n + 1
	}
	if start+e.Err.End > len(e.Input) {
		return 0, 0
	}
	return start + e.Err.Pos, start + e.Err.End
}

// ran draws the input of an entry, with buttons that show it in another dialect and as code,
// and what these show.
func (p *log) ran(e page.ConsoleLogEntry) app.UI {
	parts := []app.UI{app.Raw(`<pre>` + markedInput(e) + `</pre>`)}
	for _, d := range dialects.Others(e.Dialect) {
		if !e.CanTranslate {
			break
		}
		other := dialectName(&p.Kit, d.ID)
		parts = append(parts, p.Button(other, translatePressed{Seq: e.Seq, To: d.ID}).Class("quiet turn").
			Attr("aria-label", p.T("turn-label", other)).Attr("aria-expanded", strconv.FormatBool(e.Translated != nil && e.TranslatedTo == d.ID)))
	}
	of := "code-" + strconv.FormatUint(e.Seq, 10)
	if e.HasCode {
		parts = append(parts, p.ShowCodeButton(p.Code, of, e.Input, e.Dialect))
	}
	lines := []app.UI{app.Div().Class("line").Body(parts...)}
	if e.HasCode {
		lines = append(lines, p.Kit.CodeBlock(p.Code, of))
	}
	for _, t := range e.Translated {
		if t.Err != nil {
			lines = append(lines, app.P().Class("note turned").Text(i18n.ErrorSentence(p.Lang, t.Err)))
			continue
		}
		lines = append(lines, app.Raw(`<pre class="turned">`+ui.ColouredTextHTML(t.Text, t.Tokens, 0)+`</pre>`))
	}
	return app.Div().Class("ran").DataSet("dialect", dialects.ByID(e.Dialect).Name).Body(lines...)
}
