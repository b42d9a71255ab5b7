package view

import (
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/builder"
	"tabletop/app/dialect"
	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/app/ui"
	"tabletop/engine"
)

// console draws the console: its dialect, its log and its input.
func (p *drawing) console() app.UI {
	return app.Section().Class("console panel").Attr("aria-label", p.t("console-part")).DataSet("dialect", p.language().Name).Body(
		p.aside((*drawing).consoleBar),
		p.aside((*drawing).log),
		p.aside((*drawing).picked),
		p.search(),
		p.aside((*drawing).prompt),
		builder.Draw(p.builder(), p.builderNow),
	)
}

func (p *drawing) consoleBar() app.UI {
	return app.Div().Class("bar").Body(
		p.dialect(),
		app.Span().Class("label").Text(p.t("console-keys")),
		app.Div().Class("row").Body(p.moreButton(), p.clearButton(), p.historyButton(), p.pickButton()),
	)
}

func (p *drawing) prompt() app.UI {
	return app.Div().Class("prompt").Body(
		&editor{Lang: p.st.Lang, Hint: p.hint(), Ready: p.st.Ready, Dialect: p.st.Work.Dialect, get: p.get, to: p.to},
	)
}

// hint is what could be typed.
func (p *drawing) hint() string {
	for _, t := range p.st.Work.Tables {
		return p.t("console-hint-"+p.language().Name, t.Name)
	}
	if p.st.Route.Screen == model.ScreenSandbox {
		return p.t("console-hint-empty-" + p.language().Name)
	}
	return "help"
}

func (p *drawing) moreButton() app.UI {
	if !p.st.Work.More {
		return app.Span()
	}
	return p.work(p.t("more"), model.MorePressed{}).Class("quiet")
}

func (p *drawing) clearButton() app.UI {
	if len(p.st.Work.Log) == 0 {
		return app.Span()
	}
	return p.button(p.t("clear"), model.ConsoleCleared{}).Class("quiet")
}

// log draws what was run and what came of it. Its box shows the end first, so
// that it follows what is added. What came of a command is said in one sentence,
// see said, and not read out whole.
func (p *drawing) log() app.UI {
	entries := []app.UI{}
	for _, e := range p.st.Work.Log {
		entries = append(entries, p.logEntry(e))
	}
	if len(entries) == 0 {
		entries = append(entries, app.P().Class("idle").Text(p.t("log-empty")))
	}
	return app.Div().ID(model.ElementLog).Class("log").Role("log").Attr("aria-live", "off").Attr("aria-label", p.t("console-output")).TabIndex(0).Body(
		app.Div().Class("log-lines").Body(entries...),
	)
}

func (p *drawing) logEntry(e model.LogEntry) app.UI {
	lines := []app.UI{}
	if e.Input != "" {
		lines = append(lines, p.ran(e))
	}
	for i, l := range e.Lines {
		if e.Cut > 0 && i == len(e.Lines)/2 {
			lines = append(lines, app.P().Class("note").Text(p.count("log-cut", int64(e.Cut))))
		}
		switch l.Kind {
		case engine.LineText:
			lines = append(lines, app.Raw(`<pre class="said">`+ui.BytesHTML(l.Text)+`</pre>`))
		case engine.LineNote:
			lines = append(lines, app.P().Class("note").Text(i18n.Sentence(p.st.Lang, l.Code, l.Args...)))
		case engine.LineInput:
			lines = append(lines, app.Raw(`<pre class="ran">`+ui.BytesHTML(l.Text)+`</pre>`))
		default:
			panic("view: a line of an unknown kind")
		}
	}
	if e.Err != nil {
		text := i18n.ErrorIn(p.st.Lang, dialect.Of(e.Dialect).Name, e.Err)
		if e.Line > 0 {
			text = p.t("line-error", p.n(int64(e.Line)), text)
		}
		lines = append(lines, app.P().Class("refused").Text(text))
	}
	if e.Back {
		lines = append(lines, app.P().Class("note").Text(p.t("script-back")))
	}
	if e.Unsaid != nil {
		lines = append(lines, app.P().Class("note").Text(i18n.Error(p.st.Lang, e.Unsaid)))
	}
	return app.Div().Class("log-entry").Body(lines...)
}

// markedInput returns an entry's input as HTML, coloured, with the text marked
// that its error points at.
func markedInput(e model.LogEntry) string {
	from, to := faultOf(e)
	return ui.Coloured(e.Input[:from], e.Tokens, 0) + ui.Wrapped("fault", ui.Coloured(e.Input[from:to], e.Tokens, from)) +
		ui.Coloured(e.Input[to:], e.Tokens, to)
}

// faultOf returns the bytes of an entry's input that its error points at.
func faultOf(e model.LogEntry) (from, to int) {
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

// onEdgeLine reports whether the caret stands on the field's first line, or on
// its last.
func onEdgeLine(field app.Value, first bool) bool {
	text := utf16.Encode([]rune(field.Get("value").String())) // carets count in these
	if first {
		return !slices.Contains(text[:min(field.Get("selectionStart").Int(), len(text))], '\n')
	}
	return !slices.Contains(text[min(field.Get("selectionEnd").Int(), len(text)):], '\n')
}
