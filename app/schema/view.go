package schema

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/host"
	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/console/dialects"
	"tabletop/engine/table"
)

// NewView returns the view of a state.
func NewView(k *ui.Kit, w *page.Workspace, s State) *View {
	v := &View{Kit: *k, State: s, Frozen: w.ReadOnly || w.ShowsPastState(), Past: w.ShowsPastState(), Version: w.Version, state: w.FigureStateName(), Dialect: dialects.ByID(w.Dialect).Name, InSandbox: w.Kind != host.KindLesson, Coming: w.ID == "" || w.Running != nil}
	v.Tables, v.UnlistedTables = w.ListedTables()
	return v
}

// View is what the outline is drawn from.
type View struct {
	ui.Kit
	State
	Tables         []engine.TableInfo // the listed tables
	UnlistedTables int                // number of tables that are not listed
	Frozen         bool               // nothing can be changed
	Past           bool               // another state than the present one is shown
	Coming         bool               // tables may be under way
	InSandbox      bool               // the tables are a sandbox's
	Version        uint64             // of the session
	state          string             // of the tables, see [page.FigureStateName]
	Dialect        string             // name of the console's dialect
}

// Slots is what other parts draw in the outline.
type Slots struct {
	Makers       app.UI                          // buttons that make tables
	Advisor      app.UI                          // advice about the tables
	Files        app.UI                          // what lies under the shown table
	RemakeButton func(t engine.TableInfo) app.UI // the button that makes a table again
}

// OutlineToggle draws the button that opens the outline on a lesson's wide page.
func (v *View) OutlineToggle() app.UI {
	return v.Button(v.T("schema"), toggled{}).ID(elementToggle).Class("quiet schema-toggle").
		Attr("aria-expanded", strconv.FormatBool(v.Open))
}

// OutlineLink draws the button that scrolls to the outline, for a lesson's step that works with it: the
// outline is below the step.
func (v *View) OutlineLink() app.UI {
	return v.Button(v.T("schema"), shown{}).ID(elementWay).Class("quiet")
}

// Draw draws the tables with their families, and the buttons that change them.
func (v *View) Draw(by Slots) app.UI {
	class := "schema"
	if v.Open {
		class += " open"
	}
	tables := []app.UI{}
	for _, t := range v.Tables {
		tables = append(tables, v.tableOf(t, by.RemakeButton(t)))
	}
	if v.UnlistedTables > 0 {
		tables = append(tables, ui.SmallPrint(v.CountText("more-tables", int64(v.UnlistedTables))))
	}
	if len(tables) == 0 && !v.Coming {
		tables = append(tables, ui.SmallPrint(v.T("schema-empty")))
	}
	return app.Section().ID(elementSection).Class(class).Attr("aria-label", v.T("schema")).Body(
		app.Div().Class("bar").Body(
			app.H2().ID(elementTitle).TabIndex(-1).Text(v.T("schema")),
			app.Div().Class("row").Body(
				v.NewTableButton(),
				v.Button(v.T("close"), toggled{}).Class("quiet schema-toggle").Attr("aria-label", v.T("schema-close")),
			),
		),
		by.Makers,
		app.Div().Class("schema-tables").Body(tables...),
		by.Advisor,
		by.Files,
	)
}

// changing returns a quiet button that changes the workspace, see change.
func (v *View) changing(key string, msg Msg) app.HTMLButton {
	return v.change(key, msg).Class("quiet")
}

// change returns a button that changes the workspace. It does nothing if the workspace is
// read-only, or another state is shown.
func (v *View) change(key string, msg Msg) app.HTMLButton {
	if v.Frozen {
		return v.DisabledButton(v.T(key))
	}
	return v.EngineButton(v.T(key), msg)
}

// tableOf draws a table: its size, warnings, garbage, families, forms and measured bytes. again
// is the button that makes it again.
func (v *View) tableOf(t engine.TableInfo, again app.UI) app.UI {
	families := []app.UI{}
	for _, f := range t.Families {
		families = append(families, v.familyOf(t, f))
	}
	label := func(b app.HTMLButton, key string) app.UI { return b.Attr("aria-label", v.T(key, t.Name)) }
	warnings := []app.UI{}
	for _, w := range t.Warnings {
		warnings = append(warnings, app.P().Class("explain").Text(i18n.EngineSentence(v.Lang, w.Code, w.Args...)))
	}
	return app.Elem("section").Class("schema-table").Attr("aria-label", t.Name).Body(
		app.Div().Class("schema-family").Body(
			app.H3().Text(t.Name),
			ui.Menu("menu-of-"+openerElement(FormFamily, t.Name, ""), v.T("more-of", t.Name),
				label(v.changing("find-garbage", FindGarbagePressed{Table: t.Name}), "find-garbage-label"),
				label(v.changing("measure", sizesPressed{Table: t.Name}), "measure-label"),
				label(v.changing("copy-table", copyPressed{Table: t.Name}), "copy-table-label"),
				again,
				label(v.changing("drop-table", dropPressed{Table: t.Name}).Class("danger"), "drop-table-label"),
			),
		),
		ui.WithFigureAttributes(app.P().Class("label"), page.RowsTableFigure(t, v.state)).Text(v.CountText("rows", t.Rows)+" · "+v.CountText("cells", t.Cells)+" · "+v.T("size-uncompressed", i18n.FormatBytes(v.Lang, t.Bytes))),
		app.Div().Body(warnings...),
		app.Div().ID(garbageElement(t.Name)).Body(v.garbage(t)),
		app.Ul().Class("schema-families").Attr("aria-label", v.T("families-of", t.Name)).Body(families...),
		label(v.changing("add-family", FormOpened{Form: FormFamily, Table: t.Name}).ID(openerElement(FormFamily, t.Name, "")), "add-family-label"),
		v.second(t),
		app.Div().Class("schema-form").Body(v.familyForm(t)),
		app.Div().Class("schema-sizes").Body(v.tableSizes(t)),
	)
}

// second draws the button that copies a designed table, so that the same data can be stored
// under another key for other questions.
func (v *View) second(t engine.TableInfo) app.UI {
	if !v.InSandbox || t.Template == "" {
		return app.Div().Hidden(true)
	}
	return app.Div().Class("second").Hidden(false).Body(v.changing("second-key", copyPressed{Table: t.Name}).Attr("aria-label", v.T("second-key-label", t.Name)))
}

// familyOf draws a family with its rule and type, and its menu.
func (v *View) familyOf(t engine.TableInfo, f engine.FamilyInfo) app.UI {
	rule := app.Span().Class("rule").Text(f.Rule)
	if f.GC == table.GCString(nil) {
		rule = app.Span().Class("rule label").Text(v.T("gc-never", f.Rule))
	}
	kind := app.Span()
	if f.Type != "" {
		kind = app.Span().Class("tag").Text(f.Type)
	}
	named := func(key, label string, msg Msg) app.HTMLButton {
		return v.changing(key, msg).Attr("aria-label", v.T(label, string(f.Name), t.Name))
	}
	return app.Li().Body(
		app.Div().Class("schema-family").Body(
			app.B().Text(string(f.Name)), kind, rule,
			ui.Menu("menu-of-"+openerElement(FormPolicy, t.Name, f.Name), v.T("more-of", string(f.Name)),
				named("alter", "alter-label", FormOpened{Form: FormPolicy, Table: t.Name, Family: f.Name}).ID(openerElement(FormPolicy, t.Name, f.Name)),
				named("drop", "drop-label", dropPressed{Table: t.Name, Family: f.Name}).Class("danger"),
			),
		),
		app.Div().Class("schema-form").Body(v.policyForm(t, f)),
	)
}
