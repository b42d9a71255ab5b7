package view

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/grid"
	"tabletop/app/heat"
	"tabletop/app/history"
	"tabletop/app/model"
	"tabletop/app/page"
	"tabletop/app/scan"
	"tabletop/app/schema"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/lessons"
)

// workbench draws the main part of a page that has one: what to do on the left,
// the measures, tables and console on the right. A narrow screen shows one of
// its parts at a time.
func (p *drawing) workbench(task func(*drawing) app.UI) app.UI {
	class := "work"
	if p.st.Lesson == nil {
		class = "work own"
	}
	return app.Main().ID(page.ElementMain).Class(class).TabIndex(-1).DataSet("tab", tabs[p.st.Work.Tab]).Body(
		p.aside(task),
		p.costs(),
		p.aside((*drawing).tables),
		app.Section().Class("bench").Attr("aria-label", p.t("workbench")).Body(
			p.running(),
			p.aside((*drawing).timeline),
			p.aside((*drawing).maps),
			heat.Draw(p.load()),
			p.part((*drawing).rows),
			p.console(),
		),
		p.dock(),
	)
}

// tables draws the schema with what belongs beside it.
func (p *drawing) tables() app.UI {
	return p.schema().Draw(schema.Beside{
		Makers:  p.makers(),
		Advisor: p.advisor().Draw(),
		Again:   func(t engine.TableInfo) app.UI { return p.recipe().Again("schema", t) },
	})
}

// timeline draws the timeline with what belongs beside it.
func (p *drawing) timeline() app.UI {
	return p.history().Draw(history.Beside{
		Schema: p.schema().Toggle(),
		Reset:  p.work(p.t("reset-menu"), page.MenuOpened{Menu: page.MenuReset}).Class("danger"),
	})
}

// costs draws what a read costs.
func (p *drawing) costs() app.UI {
	c := scan.LookCosts(p.kit(), &p.st.Work.Work, p.st.Work.Scan)
	return ui.Part(&c.Kit, c, (*scan.Costs).Draw)
}

// rows draws the table that is shown, with what reads did with its rows.
func (p *drawing) rows() app.UI {
	v, reads, at := p.grid(), p.scan(), base.RowKey("")
	if s := reads.Replay.Step(); s != nil {
		at = s.Key
	}
	return v.Draw(grid.Beside{At: at, Strip: reads.Strip(), Reading: reads.Reading(v.Hint())})
}

// tabs are the names of the parts that a narrow screen shows alone, and dockTabs
// their order on it.
var (
	tabs     = map[page.Tab]string{page.TabTask: "task", page.TabRun: "run", page.TabTable: "table", page.TabMap: "map", page.TabSchema: "schema", page.TabTime: "time"}
	dockTabs = []page.Tab{page.TabTask, page.TabRun, page.TabTable, page.TabSchema, page.TabMap, page.TabTime}
)

// dock chooses the part that a narrow screen shows.
func (p *drawing) dock() app.UI {
	items := []app.UI{}
	for _, tab := range dockTabs {
		items = append(items, p.button(p.t("tab-"+tabs[tab]), model.TabPicked{Tab: tab}).Attr("aria-pressed", p.st.Work.Tab == tab))
	}
	return app.Nav().Class("dock").Attr("aria-label", p.t("dock")).Body(items...)
}

// maps draws the key designer and what was measured by growing. With neither, only
// a narrow screen says so.
func (p *drawing) maps() app.UI {
	designer, growth := p.shows(lessons.PanelDesigner), p.shows(lessons.PanelGrowth)
	var parts []app.UI
	if designer {
		parts = append(parts, p.designer())
	}
	if growth {
		parts = append(parts, p.lesson().Growth())
	}
	if len(parts) == 0 && p.load().Table() != "" {
		return app.Div().Class("maps")
	}
	if len(parts) == 0 {
		return app.Div().Class("maps none").Body(ui.Keyed("no-map", app.Div().Class("panel empty").Body(
			app.B().Text(p.t("no-map")), app.P().Text(p.t("no-map-text")))))
	}
	return app.Div().Class("maps").Body(parts...)
}

// shows reports whether the workbench has a panel now. The key designer stays
// once a lesson has come to it, and is there for every designed table of a
// sandbox.
func (p *drawing) shows(panel lessons.Panel) bool {
	if panel == lessons.PanelDesigner {
		return page.Designing(&p.st.State, &p.st.Work.Work)
	}
	l := p.st.Lesson
	return l != nil && slices.Contains(l.Lesson.Steps[l.Step].Panels, panel)
}

// designed returns the tables that were made from a design, by name.
func (p *drawing) designed() []engine.TableInfo {
	var out []engine.TableInfo
	for _, t := range p.st.Work.Tables {
		if t.Template != "" {
			out = append(out, t)
		}
	}
	return out
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
