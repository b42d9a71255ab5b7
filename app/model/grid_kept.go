package model

import (
	"slices"
	"strings"

	"tabletop/engine"
)

// TableView is how a workspace shows its tables.
type TableView struct {
	ID   string // of the workspace
	View View
}

// RememberedViews is the name under which the browser keeps [State.Views].
const RememberedViews = "views"

// maxViews is how many workspaces the page remembers a view for.
const maxViews = 200

// maxAside is how many rows a table has at most for parts beside it to tell which
// of them are in sight.
const maxAside = 100

// viewNames are the views as the browser keeps them. Those that show the grid are
// not kept.
var viewNames = map[View]string{ViewPairs: "pairs", ViewNested: "nested"}

// ParseViews reads what the browser has kept, and leaves out what it does not know.
func ParseViews(kept string) []TableView {
	var views []TableView
	for _, one := range strings.Fields(kept) {
		id, name, _ := strings.Cut(one, "=")
		for v, n := range viewNames {
			if n == name && id != "" {
				views = append(views, TableView{id, v})
			}
		}
	}
	return views
}

// viewOf returns how a workspace shows its tables.
func (st *State) viewOf(id string) View {
	for _, v := range st.Views {
		if v.ID == id {
			return v.View
		}
	}
	return ViewGrid
}

// keepView has the open workspace shown in a way from now on.
func (u *update) keepView(v View) {
	id := u.Work.ID
	kept := slices.DeleteFunc(slices.Clone(u.Views), func(old TableView) bool { return old.ID == id })
	if v != ViewGrid {
		kept = append(kept, TableView{id, v})
	}
	u.Views = kept[max(0, len(kept)-maxViews):]
	texts := make([]string, len(u.Views))
	for i, one := range u.Views {
		texts[i] = one.ID + "=" + viewNames[one.View]
	}
	u.do(Remember{Name: RememberedViews, Text: strings.Join(texts, " ")})
}

// setExample picks a row key of the table whose page has come. It stays while
// the reader scrolls.
func (w *Workbench) setExample(p engine.Page) {
	changed := p.Table != w.Page.Table || p.State != w.Page.State || p.Total != w.Page.Total || w.Version != w.exampleOf
	if w.Example != "" && !changed {
		return
	}
	w.Example, w.exampleOf = "", w.Version
	if len(p.Rows) > 0 {
		w.Example = p.Rows[0].Key
	}
}
