package console

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
)

// searchList is the id of the list of texts that were found.
const searchList = "search-found"

// drawSearch draws the search and the texts that it found, or a hidden element while the
// search is closed.
func (p *View) drawSearch() app.UI {
	s := p.search
	if s == nil {
		return app.Div().Class("recall").Hidden(true)
	}
	found := p.found(p.work)
	options := []app.UI{}
	for i, r := range found {
		h, scope := p.OnPress(searchTaken{At: i})
		line := []app.UI{app.Span().Text(i18n.MakePrintable(r.Text))}
		if r.Dialect != p.work.Dialect {
			line = append(line, app.Span().Class("label").Text(dialectName(&p.Kit, r.Dialect)))
		}
		options = append(options, app.Li().ID(searchElement(i)).Role("option").Aria("selected", strconv.FormatBool(i == s.At)).
			OnClick(h, scope+r.Text).Body(line...))
	}
	input := app.Input().Type("text").ID(elementSearch).Role("combobox").Attr("aria-label", p.T("history-search")).
		Attr("aria-controls", searchList).Attr("aria-expanded", "true").Attr("aria-autocomplete", "list").
		Attr("autocapitalize", "off").Attr("autocomplete", "off").Attr("autocorrect", "off").Attr("spellcheck", "false").
		Placeholder(p.T("history-search")).OnInput(p.searchTyped).OnKeyDown(p.searchKey)
	if len(found) > 0 {
		input = input.Attr("aria-activedescendant", searchElement(s.At))
	}
	return app.Div().Class("recall").Body(
		app.Div().Class("recall-bar").Body(
			input,
			app.Span().Class("label").Role("status").Text(p.CountText("history-found", int64(len(found)))),
			p.Button(p.T("close"), searchClosed{}).Class("quiet"),
		),
		app.Ul().ID(searchList).Role("listbox").Attr("aria-label", p.T("history")).TabIndex(-1).Body(options...),
	)
}

// searchTyped sends the query after a key.
func (p *View) searchTyped(ctx app.Context, _ app.Event) {
	p.Send(searchTyped{Query: ctx.JSSrc().Get("value").String()})
}

// searchKey handles the keys of the search: the arrows and Ctrl+R move the selection, Enter
// takes the selected text, Escape closes the search.
func (p *View) searchKey(_ app.Context, e app.Event) {
	if e.Get("isComposing").Bool() {
		return
	}
	var m Msg
	switch key := e.Get("key").String(); {
	case key == "ArrowDown", key == "r" && e.Get("ctrlKey").Bool():
		m = searchMoved{By: 1}
	case key == "ArrowUp":
		m = searchMoved{By: -1}
	case key == "Enter":
		if _, st := p.Now(); st.search != nil {
			m = searchTaken{At: st.search.At}
		}
	case key == "Escape":
		m = searchClosed{}
	}
	if m != nil {
		e.PreventDefault()
		p.Send(m)
	}
}
