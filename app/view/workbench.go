package view

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/grid"
	"tabletop/app/heat"
	"tabletop/app/model"
	"tabletop/app/page"
	"tabletop/app/panes"
	"tabletop/app/scan"
	"tabletop/app/schema"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/advise"
	"tabletop/engine/base"
	"tabletop/lessons"
)

// workbench draws the main part of a page that has one, on one screen: at the left what to
// do, or the outline of a sandbox; in the middle the key, under it the rows or the load in
// the order of the key, what a read cost, and the console; at the right what the key comes
// to: questions, load, designs. A narrow screen shows one of these at a time.
func (p *drawing) workbench(task app.UI) app.UI {
	class := "work"
	if p.st.Lesson == nil {
		class += " own"
	}
	if p.cards() {
		class += " with-cards"
	}
	main := app.Main().ID(page.ElementMain).Class(class).TabIndex(-1).DataSet("tab", tabs[p.st.Work.Tab])
	if p.st.Lesson == nil {
		main = main.On("dragover", ui.Dragged).On("drop", p.dropped)
	}
	return panes.Size(p.st.Panes, main).Body(
		app.Div().Class("left").Body(task, p.piece((*drawing).tables, takeSchema)),
		p.border(panes.Left),
		app.Section().Class("bench").Attr("aria-label", p.t("workbench")).Body(
			p.running(),
			p.piece((*drawing).looking, takeTimeline),
			p.piece((*drawing).keybar, takeKey, takeValues),
			p.viewbar(),
			p.middle(),
			p.status(),
			p.console(),
		),
		p.border(panes.Right),
		app.Div().Class("cards").Body(p.piece((*drawing).asked, takeQuestions), p.loaded(), p.piece((*drawing).designs, takeQuestions)),
		p.dock(),
	)
}

// border draws what a pane is made larger or smaller by.
func (p *drawing) border(of panes.Pane) app.UI { return panes.Draw(p.kit(), p.st.Panes, of) }

// cards reports whether there is anything for the column at the right: a step of a lesson
// shows there only what it uses.
func (p *drawing) cards() bool {
	return p.shows(lessons.PanelDesigner) || p.shows(lessons.PanelGrowth)
}

// asked draws what is asked of the tables and what it costs.
func (p *drawing) asked() app.UI {
	if !p.shows(lessons.PanelDesigner) {
		return app.Div()
	}
	return app.Div().Body(
		app.Div().Class("row hints").Body(p.advisor().Here(advise.AboutKeys, p.shown().Name)),
		p.questions().Draw())
}

// loaded draws the load as a card; in a lesson once it has come to that.
func (p *drawing) loaded() app.UI {
	ui.Breathe()
	load := p.load()
	if !p.shows(lessons.PanelDesigner) || p.st.Lesson != nil && load.Maps[0] == nil {
		return app.Div()
	}
	return app.Div().Body(heat.Card(load))
}

// designs draws the designs tried, and what was measured by growing. With nothing for the
// column, only a narrow screen says so.
func (p *drawing) designs() app.UI {
	var parts []app.UI
	if page.ShowsDesigns(&p.st.State, &p.st.Work.Workspace) {
		parts = append(parts, p.questions().Attempted())
	}
	if p.shows(lessons.PanelGrowth) {
		parts = append(parts, p.lesson().Growth())
	}
	if came := len(p.st.Work.Tables) == 0 || p.st.Work.Page.Table != ""; len(parts) == 0 && came && (p.shown().Template == "" || !p.shows(lessons.PanelDesigner)) {
		parts = append(parts, ui.Keyed("no-design", app.Div().Class("empty").Body(
			app.B().Text(p.t("no-map")), app.P().Text(p.t("no-map-text")))))
	}
	return app.Div().Body(parts...)
}

// keybar draws the row key of the table that is shown.
func (p *drawing) keybar() app.UI {
	t := p.shown()
	if t.Name == "" {
		return app.Div().Class("keybar")
	}
	return app.Div().Class("keybar").Body(p.key().Bar(t, p.grid().Picker()), app.Div().Class("another").Body(p.lesson().AnotherTable()))
}

// shown returns the table that is shown, none while there is none.
func (p *drawing) shown() engine.TableInfo { return p.st.Work.Table(p.st.Work.Page.Table) }

// viewbar draws how the table is shown, and its key as text, or what the map shows.
func (p *drawing) viewbar() app.UI {
	ui.Breathe()
	t := p.shown()
	if load := p.load(); p.st.Work.Heat.Open && load.Table() != "" {
		return p.grid().Bar(ui.Keyed("heat-tools", heat.Tools(load)))
	}
	way := ui.Keyed("no-way")
	if p.shows(lessons.PanelSchema) {
		way = ui.Keyed("way", p.schema().Way())
	}
	if t.Template == "" {
		return p.grid().Bar(way)
	}
	return p.grid().Bar(way, ui.Keyed("template", p.key().Field(t)))
}

// middle draws the rows, or the load in their place.
func (p *drawing) middle() app.UI {
	ui.Breathe()
	if load := p.load(); p.st.Work.Heat.Open && load.Table() != "" {
		return ui.Keyed("middle-heat", heat.Draw(load))
	}
	return ui.Keyed("middle-rows", p.piece((*drawing).rows, takeRows))
}

// status draws what a read cost, or what the load comes to.
func (p *drawing) status() app.UI {
	ui.Breathe()
	body := ui.Keyed("status-rows", p.costs(), p.piece((*drawing).reading, takeRows))
	if load := p.load(); p.st.Work.Heat.Open && load.Table() != "" {
		body = ui.Keyed("status-heat", heat.Status(load))
	}
	return app.Div().Class("status").Body(body)
}

// without reports whether a sandbox is open that has no table.
func (p *drawing) without() bool {
	return p.live && p.st.Route.Screen == page.ScreenSandbox && p.st.Work.ID != "" && len(p.st.Work.Tables) == 0 && !p.st.Work.Looking()
}

// first draws the ways to a first table, nil where there is one.
func (p *drawing) first() app.UI {
	if !p.without() {
		return nil
	}
	ways := []app.UI{}
	for _, w := range []struct {
		name string
		does app.UI
	}{
		{"recipe", p.recipe().New()}, {"values", p.files().Values()}, {"keys", p.work(p.t("find-paste"), page.FindKey{}).Class("quiet")},
		{"table", p.schema().New()}, {"example", app.A().Class("button quiet").Href(p.link("/sandboxes/#examples-title")).Text(p.t("first-examples"))},
	} {
		ways = append(ways, app.Li().Body(app.P().Text(p.t("first-"+w.name)), w.does))
	}
	return app.Div().Class("empty first").Body(
		app.H2().Text(p.t("first-title")), app.P().Body(app.Text(p.t("first-text")+" "), app.Span().Class("by-mouse").Text(p.t("first-drop"))),
		app.Ul().Body(ways...),
	)
}

// tables draws the schema with what belongs beside it.
func (p *drawing) tables() app.UI {
	if p.without() {
		return app.Div()
	}
	return p.schema().Draw(schema.Beside{
		Makers:  p.makers(),
		Advisor: p.advisor().Draw(),
		Again:   func(t engine.TableInfo) app.UI { return p.recipe().Again("schema", t) },
	})
}

// timeline draws what can be gone back to.
func (p *drawing) timeline() app.UI {
	return p.history().Draw(p.work(p.t("reset-menu"), page.MenuOpened{Menu: page.MenuReset}).Class("danger"))
}

// looking says that an earlier state is shown.
func (p *drawing) looking() app.UI { return p.history().Looking() }

// costs draws what a read costs.
func (p *drawing) costs() app.UI {
	c := scan.LookCosts(p.kit(), &p.st.Work.Workspace, p.st.Work.Scan)
	return ui.Part(&c.Kit, c, (*scan.Costs).Draw)
}

// reading draws what a read did with the rows.
func (p *drawing) reading() app.UI { return p.scan().Reading(p.grid().Hint()) }

// rows draws the table that is shown, with what reads did with its rows.
func (p *drawing) rows() app.UI {
	reads, at := p.scan(), base.RowKey("")
	if s := reads.Replay.Step(); s != nil {
		at = s.Key
	}
	rows, chosen := p.grid(), scan.Chosen{}
	c, asks := rows.Chosen()
	if chosen.Asks = asks; c != nil {
		chosen.From, chosen.To, chosen.Some = c.From, c.To, true
	}
	return rows.Draw(grid.Beside{At: at, Strip: reads.Strip(chosen), Begin: p.first()})
}

// tabs are the names of the parts that a narrow screen shows alone, in their order on it.
var tabs = []string{page.TabTask: "task", page.TabTable: "table", page.TabConsole: "console", page.TabDesign: "design"}

// dock chooses the part that a narrow screen shows.
func (p *drawing) dock() app.UI {
	items := []app.UI{}
	for tab, name := range tabs {
		text := p.t("tab-" + name)
		if tab == int(page.TabTask) && p.st.Lesson == nil {
			text = p.t("schema") // what a sandbox has in the place of a lesson's task
		}
		items = append(items, p.button(text, model.TabPicked{Tab: page.Tab(tab)}).Attr("aria-pressed", int(p.st.Work.Tab) == tab))
	}
	return app.Nav().Class("dock").Attr("aria-label", p.t("dock")).Body(items...)
}

// shows reports whether the workbench has a panel now. The key designer stays
// once a lesson has come to it, and is there for every designed table of a
// sandbox.
func (p *drawing) shows(panel lessons.Panel) bool {
	if panel == lessons.PanelDesigner {
		return page.ShowsDesigner(&p.st.State, &p.st.Work.Workspace)
	}
	l := p.st.Lesson
	return l != nil && slices.Contains(l.Lesson.Steps[l.Step].Panels, panel)
}

// running shows how far a long call has come.
func (p *drawing) running() app.UI {
	r := p.st.Work.Running
	if r == nil {
		return app.Div().Class("running").Hidden(true)
	}
	bar := app.Progress().Attr("aria-label", p.t(r.Action))
	text := p.t("running-rows", p.n(r.Done))
	switch {
	case r.Total < 0:
		text = p.t("running-waits")
	case strings.HasPrefix(r.Action, "running-file"):
		text = ""
		if r.Total > 0 {
			bar = bar.Max(100).Value(100 * r.Done / r.Total)
			text = p.t("running-part", p.n(r.Done), p.n(r.Total))
		}
	case r.Action == "running-script":
		bar = bar.Max(100).Value(100 * r.Done / max(r.Total, 1))
		text = p.t("running-commands", p.n(r.Done), p.n(r.Total))
	case r.Action == "running-simulate" && r.Total == 0:
		text = p.t("running-traffic")
	case r.Action == "running-simulate":
		bar = bar.Max(100).Value(100 * r.Done / max(r.Total, 1))
		text = p.t("running-minutes", p.n(r.Done/60), p.n(r.Total/60))
	case r.Total > 0:
		bar = bar.Max(100).Value(100 * r.Done / r.Total)
		text = p.t("running-of", p.n(r.Done), p.n(r.Total))
	}
	return app.Div().Class("running panel").Body(
		app.Span().Text(p.t(r.Action)),
		bar,
		app.Span().Class("label num").Text(text),
		p.button(p.t("cancel"), model.CancelPressed{}),
	)
}

// makers draws what makes tables of data in a sandbox.
func (p *drawing) makers() app.UI {
	if p.st.Route.Screen != page.ScreenSandbox {
		return app.Div()
	}
	return app.Div().Class("row makers").Body(p.recipe().New(), p.files().Values())
}
