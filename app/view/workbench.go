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

// workbench draws the main part of a lesson or a sandbox. At the left is task, and the outline
// of the tables. In the middle are the key, the rows or the heat map in key order, the cost of
// the last read, and the console. At the right are cards: questions, load and designs. A narrow
// screen shows one part at a time, see page.PageTab.
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
		main = main.On("dragover", ui.AllowFileDrop).On("drop", p.dropped)
	}
	return panes.ApplySizes(p.st.Panes, main).Body(
		app.Div().Class("left").Body(task, p.piece((*drawing).tables, takeSchema)),
		p.border(panes.PaneLeft),
		app.Section().Class("bench").Attr("aria-label", p.t("workbench")).Body(
			p.piece((*drawing).looking, takeTimeline),
			p.piece((*drawing).keybar, takeKey, takeValues),
			p.viewbar(),
			p.middle(),
			p.running(),
			p.status(),
			p.console(),
		),
		p.border(panes.PaneRight),
		app.Div().Class("cards").Body(p.piece((*drawing).stored, takeTableFiles), p.piece((*drawing).asked, takeQuestions), p.loaded(), p.piece((*drawing).designs, takeQuestions)),
		p.dock(),
	)
}

// border draws the line by which a pane is resized.
func (p *drawing) border(of panes.Pane) app.UI { return panes.DrawBorder(p.kit(), of) }

// cards reports whether the column at the right has any card. In a lesson it has those that the
// step uses.
func (p *drawing) cards() bool {
	return p.shows(lessons.PanelDesigner) || p.shows(lessons.PanelGrowth) || p.shows(lessons.PanelFiles)
}

// stored draws the card with the files of the shown table, in a step that works with them.
func (p *drawing) stored() app.UI {
	if !p.shows(lessons.PanelFiles) || p.st.Work.Page.Table == "" {
		return app.Div()
	}
	return app.Div().Body(p.tableFiles().DrawCard())
}

// asked draws the card with the questions and their costs.
func (p *drawing) asked() app.UI {
	if !p.shows(lessons.PanelDesigner) {
		return app.Div()
	}
	return app.Div().Body(
		app.Div().Class("row hints").Body(p.advisor().FindingsLink(advise.AboutKeys, p.shown().Name)),
		p.questions().Draw())
}

// loaded draws the card with the load. A lesson shows it only once there is a heat map.
func (p *drawing) loaded() app.UI {
	ui.YieldToBrowser()
	load := p.load()
	if !p.shows(lessons.PanelDesigner) || p.st.Lesson != nil && load.Maps[0] == nil {
		return app.Div()
	}
	return app.Div().Body(heat.DrawCard(load))
}

// designs draws the card with the designs tried, and the measurements by growing. If there is
// no card, it draws a text that only a narrow screen shows.
func (p *drawing) designs() app.UI {
	var parts []app.UI
	if page.ShowsDesignsCard(&p.st.State, &p.st.Work.Workspace) {
		parts = append(parts, p.questions().DesignsCard())
	}
	if p.shows(lessons.PanelGrowth) {
		parts = append(parts, p.lesson().GrowthButtons())
	}
	if came := len(p.st.Work.Tables) == 0 || p.st.Work.Page.Table != ""; len(parts) == 0 && came && !p.shows(lessons.PanelFiles) && (p.shown().Template == "" || !p.shows(lessons.PanelDesigner)) {
		parts = append(parts, ui.KeyedElement("no-design", app.Div().Class("empty").Body(
			app.B().Text(p.t("no-map")), app.P().Text(p.t("no-map-text")))))
	}
	return app.Div().Body(parts...)
}

// keybar draws the row key of the shown table.
func (p *drawing) keybar() app.UI {
	t := p.shown()
	if t.Name == "" {
		return app.Div().Class("keybar")
	}
	return app.Div().Class("keybar").Body(p.key().KeyBar(t, p.grid().TablePicker()), app.Div().Class("another").Body(p.lesson().AddTableButton()))
}

// shown returns the table that is shown; without one its Name is empty.
func (p *drawing) shown() engine.TableInfo { return p.st.Work.TableByName(p.st.Work.Page.Table) }

// viewbar draws the choice of layouts with the key as text, or the heat map's controls.
func (p *drawing) viewbar() app.UI {
	ui.YieldToBrowser()
	t := p.shown()
	if load := p.load(); p.st.Work.Heat.Open && load.SimulatedTable() != "" {
		return p.grid().LayoutBar(ui.KeyedElement("heat-tools", heat.DrawTools(load)))
	}
	way := ui.KeyedElement("no-way")
	if p.shows(lessons.PanelSchema) {
		way = ui.KeyedElement("way", p.schema().OutlineLink())
	}
	if t.Template == "" {
		return p.grid().LayoutBar(way)
	}
	return p.grid().LayoutBar(way, ui.KeyedElement("template", p.key().TemplateField(t)))
}

// middle draws the rows, or the heat map in their place.
func (p *drawing) middle() app.UI {
	ui.YieldToBrowser()
	if load := p.load(); p.st.Work.Heat.Open && load.SimulatedTable() != "" {
		return ui.KeyedElement("middle-heat", heat.Draw(load))
	}
	return ui.KeyedElement("middle-rows", p.piece((*drawing).rows, takeRows))
}

// status draws the cost of the last read, or the sums of the load.
func (p *drawing) status() app.UI {
	ui.YieldToBrowser()
	body := ui.KeyedElement("status-rows", p.costs(), p.piece((*drawing).reading, takeRows))
	if load := p.load(); p.st.Work.Heat.Open && load.SimulatedTable() != "" {
		body = ui.KeyedElement("status-heat", heat.DrawStatus(load))
	}
	return app.Div().Class("status").Body(body)
}

// without reports whether the open workspace is a sandbox without tables.
func (p *drawing) without() bool {
	return p.live && p.st.Route.Screen == page.ScreenSandbox && p.st.Work.ID != "" && len(p.st.Work.Tables) == 0 && !p.st.Work.ShowsPastState()
}

// first draws the ways to make a first table, nil if there is a table.
func (p *drawing) first() app.UI {
	if !p.without() {
		return nil
	}
	ways := []app.UI{}
	for _, w := range []struct {
		name string
		does app.UI
	}{
		{"recipe", p.recipe().NewTableButton()}, {"values", p.files().ImportButtons()}, {"keys", p.work(p.t("find-paste"), page.InferTemplate{}).Class("quiet")},
		{"table", p.schema().NewTableButton()}, {"example", app.A().Class("button quiet").Href(p.link("/sandboxes/#examples-title")).Text(p.t("first-examples"))},
	} {
		ways = append(ways, app.Li().Body(app.P().Text(p.t("first-"+w.name)), w.does))
	}
	return app.Div().Class("empty first").Body(
		app.H2().Text(p.t("first-title")), app.P().Body(app.Text(p.t("first-text")+" "), app.Span().Class("by-mouse").Text(p.t("first-drop"))),
		app.Ul().Body(ways...),
	)
}

// tables draws the outline of the tables, with the controls of other parts that belong there.
func (p *drawing) tables() app.UI {
	if p.without() {
		return app.Div()
	}
	return p.schema().Draw(schema.Slots{
		Makers:       p.makers(),
		Advisor:      p.advisor().Draw(),
		Files:        p.tableFiles().DrawInOutline(),
		RemakeButton: func(t engine.TableInfo) app.UI { return p.recipe().OpenRecipeButton("schema", t) },
	})
}

// timeline draws the controls of the timeline.
func (p *drawing) timeline() app.UI {
	return p.history().Draw(p.work(p.t("reset-menu"), page.OpenDialog{Dialog: page.DialogReset}).Class("danger"))
}

// looking draws the bar that says that another state is shown.
func (p *drawing) looking() app.UI { return p.history().PastStateBar() }

// costs draws the cost of the last read, or of the previewed one.
func (p *drawing) costs() app.UI {
	c := scan.NewCostsView(p.kit(), &p.st.Work.Workspace, p.st.Work.Scan)
	return ui.Memo(&c.Kit, c, (*scan.CostsView).Draw)
}

// reading draws what the last read did with the rows.
func (p *drawing) reading() app.UI { return p.scan().ReadBar(p.grid().KeysHint()) }

// rows draws the rows of the shown table, and the strip beside them.
func (p *drawing) rows() app.UI {
	reads, at := p.scan(), base.RowKey("")
	if s := reads.Replay.ShownRow(); s != nil {
		at = s.Key
	}
	rows, chosen := p.grid(), scan.RowSelection{}
	c, asks := rows.SelectedRows()
	if chosen.Asks = asks; c != nil {
		chosen.From, chosen.To, chosen.Some = c.From, c.To, true
	}
	return rows.Draw(grid.Slots{At: at, Strip: reads.DrawStrip(chosen), Begin: p.first()})
}

// tabs are the names of the parts that a narrow screen shows alone, in the dock's order.
var tabs = []string{page.TabTask: "task", page.TabTable: "table", page.TabConsole: "console", page.TabDesign: "design"}

// dock draws the buttons that choose the part that a narrow screen shows.
func (p *drawing) dock() app.UI {
	items := []app.UI{}
	for tab, name := range tabs {
		text := p.t("tab-" + name)
		if tab == int(page.TabTask) && p.st.Lesson == nil {
			text = p.t("schema") // a sandbox has the outline in place of a step
		}
		items = append(items, p.button(text, model.PageTabPicked{Tab: page.PageTab(tab)}).Attr("aria-pressed", int(p.st.Work.Tab) == tab))
	}
	return app.Nav().Class("dock").Attr("aria-label", p.t("dock")).Body(items...)
}

// shows reports whether the workbench has a panel at present. The key designer stays from the
// first step of a lesson that uses it; every other panel depends on the step that is shown.
func (p *drawing) shows(panel lessons.Panel) bool {
	if panel == lessons.PanelDesigner {
		return page.ShowsKeyDesigner(&p.st.State, &p.st.Work.Workspace)
	}
	l := p.st.Lesson
	return l != nil && slices.Contains(l.Lesson.Steps[l.Step].Panels, panel)
}

// running draws the progress of the long call under way.
func (p *drawing) running() app.UI {
	r := p.st.Work.Running
	if r == nil {
		return app.Div().Class("running-over").Body(app.Div().Class("running").Hidden(true))
	}
	// The unit of the progress depends on the action: rows, parts of a file, commands or
	// simulated seconds.
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
	return app.Div().Class("running-over").Body(app.Div().Class("running panel").Body(
		app.Span().Text(p.t(r.Action)),
		bar,
		app.Span().Class("label num").Text(text),
		p.button(p.t("cancel"), model.CancelCallPressed{}),
	))
}

// makers draws the buttons that make a table from data, in a sandbox.
func (p *drawing) makers() app.UI {
	if p.st.Route.Screen != page.ScreenSandbox {
		return app.Div()
	}
	return app.Div().Class("row makers").Body(p.recipe().NewTableButton(), p.files().ImportButtons())
}
