package model

import (
	"slices"
	"strings"

	"tabletop/app/grid"
	"tabletop/app/host"
	"tabletop/app/key"
	"tabletop/app/lesson"
	"tabletop/app/page"
	"tabletop/app/tour"
	"tabletop/engine"
)

// NavigatedToPlace brings what the address says to show of a route. It comes after [Navigated].
type NavigatedToPlace struct{ Place page.PlaceOnPage }

// layoutNames and tabNames are the values in the address for the layouts of a table and the
// parts of a narrow screen. viewHeat is the value for the heat map in place of the rows.
var (
	layoutNames = []string{grid.LayoutGrid: "", grid.LayoutPairs: "pairs", grid.LayoutNested: "nested"}
	tabNames    = []string{page.TabTask: "task", page.TabTable: "table", page.TabConsole: "console", page.TabDesign: "design"}
)

// viewHeat is the value of the view for the heat map.
const viewHeat = "heat"

// firstTab returns the part that a narrow screen shows if the address names none: in a sandbox
// the table, in a lesson the step.
func firstTab(s page.Screen) page.PageTab {
	if s == page.ScreenSandbox {
		return page.TabTable
	}
	return page.TabTask
}

// address is what the address and the window's title say.
type address struct {
	page.PlaceOnPage
	title, args string            // the title's code and its arguments, one a line
	due         *page.PlaceOnPage // what the address says and the page does not show yet; nil for nothing
}

// there reports whether the workspace of the route is open and shown.
func (u *update) there() bool {
	if u.Work.ID == "" || u.Work.ID != u.Route.ID || u.OpenError != nil || u.Route.Screen == page.ScreenLesson && u.Lesson == nil {
		return false
	}
	for _, w := range u.Calls {
		if _, opens := w.Call.(host.OpenWorkspace); opens {
			return false
		}
	}
	return true
}

// placed notes what the address says to show, for bringBack.
func (u *update) placed(p page.PlaceOnPage) {
	if u.Route.Screen == page.ScreenReference {
		u.address.PlaceOnPage = p
		return
	}
	if u.there() && p.Step == 0 {
		p.Step = 1 // an address without a step means the first one
	}
	u.address.due = &p
}

// bringBack shows what the address says, if it has not yet and the workspace is there. It
// reports whether it did.
func (u *update) bringBack() bool {
	p := u.address.due
	if p == nil || !u.there() {
		return false
	}
	u.address.due, u.address.PlaceOnPage = nil, *p
	if p.Step > 0 && u.Lesson != nil && p.Step != u.Lesson.Step+1 {
		u.run(lesson.StepPicked{Step: p.Step - 1})
	}
	if slices.ContainsFunc(u.Work.Tables, func(t engine.TableInfo) bool { return t.Name == p.Table }) {
		u.turn.ShowTable(p.Table)
	}
	if p.View == viewHeat {
		u.run(page.ShowHeatMap{})
	} else if i := slices.Index(layoutNames, p.View); i > 0 {
		u.run(grid.LayoutPicked{Layout: grid.Layout(i)})
	}
	tab := firstTab(u.Route.Screen)
	if i := slices.Index(tabNames, p.Tab); i >= 0 {
		tab = page.PageTab(i)
	}
	if tab != u.Work.Tab {
		u.run(PageTabPicked{Tab: tab})
	}
	return true
}

// place returns what is shown of the open workspace, with zero values for what is shown at
// first.
func (u *update) place() page.PlaceOnPage {
	w := &u.Work
	p := page.PlaceOnPage{View: layoutNames[w.Grid.Layout]}
	if w.Tab != firstTab(u.Route.Screen) {
		p.Tab = tabNames[w.Tab]
	}
	if w.Heat.Open {
		p.View = viewHeat
	}
	if len(w.Tables) > 1 && w.Window.Table != w.Tables[0].Name {
		p.Table = w.Window.Table
	}
	if u.Lesson != nil {
		p.Step = u.Lesson.Step + 1
	}
	return p
}

// follow puts what is shown into the address and the title. Only another step of a lesson adds
// an entry to the browser's history; another table or view replaces the entry.
func (u *update) follow() {
	brought := u.bringBack()
	if u.address.due == nil && u.there() {
		if p := u.place(); p != u.address.PlaceOnPage {
			push := !brought && p.Step > 0 && u.address.Step > 0 && p.Step != u.address.Step
			u.address.PlaceOnPage = p
			u.do(page.SetPlaceInAddress{Place: p, Push: push})
		}
	}
	if t := u.title(); t.Code != "" && (t.Code != u.address.title || strings.Join(t.Args, "\n") != u.address.args) {
		u.address.title, u.address.args = t.Code, strings.Join(t.Args, "\n")
		u.do(t)
	}
}

// AddressPlace returns the place that the address says.
func (st *State) AddressPlace() page.PlaceOnPage { return st.address.PlaceOnPage }

// sight returns what the tour needs to know of the page.
func (u *update) sight() tour.PageInfo {
	w := &u.Work
	t := w.TableByName(w.Page.Table)
	fields, addable := key.ChipCounts(t)
	return tour.PageInfo{
		Open:   u.Route.Screen == page.ScreenSandbox && u.Ready && u.there() && !w.ReadOnly && t.Template != "" && len(w.Page.Rows) > 0,
		Over:   u.Dialog != page.DialogNone || w.Running != nil,
		Key:    t.Template,
		Fields: fields, Addable: addable,
		Cell: string(w.Grid.Cursor.Key) + "\n" + string(w.Grid.Cursor.Column.Family) + "\n" + string(w.Grid.Cursor.Column.Qualifier),
		Heat: w.Heat.Open,
		Made: len(w.Tables) + len(w.Verdicts),
	}
}

// title returns the window's title, or no code while the lesson or sandbox is being loaded.
func (u *update) title() page.SetWindowTitle {
	heat := ""
	if u.Work.Heat.Open {
		heat = viewHeat
	}
	switch u.Route.Screen {
	case page.ScreenLesson:
		if l := u.Lesson; l != nil && !l.Prerendered {
			step := ""
			if l.Step > 0 {
				step = l.Lesson.Steps[l.Step].Title
			}
			return page.SetWindowTitle{Code: "title-lesson", Args: []string{l.Lesson.Title, step, heat}}
		}
	case page.ScreenSandbox:
		if u.Work.ID == u.Route.ID {
			return page.SetWindowTitle{Code: "title-sandbox", Args: []string{u.Work.Title, u.Work.Page.Table, heat}}
		}
	case page.ScreenReference:
		return page.SetWindowTitle{Code: "title-reference", Args: []string{u.address.Section}}
	case page.ScreenHome:
		return page.SetWindowTitle{Code: "title-home"}
	case page.ScreenSandboxes:
		return page.SetWindowTitle{Code: "title-sandboxes"}
	case page.ScreenOpenLesson:
		return page.SetWindowTitle{Code: "title-open"}
	case page.ScreenNotFound:
		return page.SetWindowTitle{Code: "title-missing"}
	}
	return page.SetWindowTitle{}
}
