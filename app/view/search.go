package view

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/model"
)

// searchList is the id of the list of what a search found.
const searchList = "search-found"

// historyButton opens the search.
func (p *drawing) historyButton() app.UI {
	if len(p.st.Work.History) == 0 {
		return app.Span()
	}
	return p.button(p.t("history"), model.HistoryOpened{}).Class("quiet")
}

// search draws the search over what was run, while there is one.
func (p *drawing) search() app.UI {
	s := p.st.Work.Search
	if s == nil {
		return app.Div().Class("recall").Hidden(true)
	}
	found := p.st.Work.Found()
	options := []app.UI{}
	for i, r := range found {
		h, scope := p.press(model.HistoryTaken{At: i})
		line := []app.UI{app.Span().Text(i18n.Plain(r.Text))}
		if r.Dialect != p.st.Work.Dialect {
			line = append(line, app.Span().Class("label").Text(p.dialectName(r.Dialect)))
		}
		options = append(options, app.Li().ID(model.SearchElement(i)).Role("option").Aria("selected", strconv.FormatBool(i == s.At)).
			OnClick(h, scope+r.Text).Body(line...))
	}
	input := app.Input().Type("text").ID(model.ElementSearch).Role("combobox").Attr("aria-label", p.t("history-search")).
		Attr("aria-controls", searchList).Attr("aria-expanded", "true").Attr("aria-autocomplete", "list").
		Attr("autocapitalize", "off").Attr("autocomplete", "off").Attr("autocorrect", "off").Attr("spellcheck", "false").
		Placeholder(p.t("history-search")).OnInput(p.searchTyped).OnKeyDown(p.searchKey)
	if len(found) > 0 {
		input = input.Attr("aria-activedescendant", model.SearchElement(s.At))
	}
	return app.Div().Class("recall").Body(
		app.Div().Class("recall-bar").Body(
			input,
			app.Span().Class("label").Role("status").Text(p.count("history-found", int64(len(found)))),
			p.button(p.t("close"), model.HistoryClosed{}).Class("quiet"),
		),
		app.Ul().ID(searchList).Role("listbox").Attr("aria-label", p.t("history")).TabIndex(-1).Body(options...),
	)
}

func (p *drawing) searchTyped(ctx app.Context, _ app.Event) {
	p.send(model.HistoryTyped{Query: ctx.JSSrc().Get("value").String()})
}

func (p *drawing) searchKey(_ app.Context, e app.Event) {
	if e.Get("isComposing").Bool() {
		return
	}
	var m model.Msg
	switch key := e.Get("key").String(); {
	case key == "ArrowDown", key == "r" && e.Get("ctrlKey").Bool():
		m = model.HistoryMoved{By: 1}
	case key == "ArrowUp":
		m = model.HistoryMoved{By: -1}
	case key == "Enter":
		if s := p.get().Work.Search; s != nil {
			m = model.HistoryTaken{At: s.At}
		}
	case key == "Escape":
		m = model.HistoryClosed{}
	}
	if m != nil {
		e.PreventDefault()
		p.send(m)
	}
}
