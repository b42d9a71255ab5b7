package model

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"time"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/lessons"
)

// RememberedOrder is the name under which the browser keeps [Manager.Order].
const RememberedOrder = "order"

// aged is how long the list of sandboxes is shown before it is read again: other
// tabs change it, and it tells how long ago things were.
const aged = time.Minute

// Manager is how the list of sandboxes is shown, and what was deleted from it.
type Manager struct {
	Order    Order
	Query    string    // titles are searched for its words
	Renaming string    // the sandbox whose title is a field, "" for none
	Deleted  []Deleted // what can be brought back, the last one last
	undo     string    // of those, what the notice offers to bring back
	round    uint64    // of reading the list again
}

// Deleted is a workspace that was deleted and can be brought back.
type Deleted struct {
	ID, Title string
	Of        string // the id that it had, and gets
	Lesson    bool   // it was a lesson's, which has begun again
	From      Route  // where it was deleted, if that was in this tab
}

// Order is what the list of sandboxes is sorted by.
type Order uint8

const (
	OrderChanged Order = iota // the last changed first
	OrderName
	OrderSize // the largest first
	OrderMade // the newest first
)

// Orders are their names, as the browser keeps them and the view offers them.
var Orders = []string{"changed", "name", "size", "made"}

// ParseOrder reads what the browser has kept.
func ParseOrder(kept string) Order { return Order(max(slices.Index(Orders, kept), 0)) }

type (
	// OrderPicked sorts the sandboxes.
	OrderPicked struct{ Order Order }
	// ShelfTyped brings what sandboxes are searched for after a key.
	ShelfTyped struct{ Text string }
	// ShelfAged comes when the list has been shown for a while.
	ShelfAged struct{ Round uint64 }
	// RenameBegun makes a sandbox's title in the list a field.
	RenameBegun struct{ ID string }
	// RenameLeft leaves the title as it was.
	RenameLeft struct{}
	// DuplicatePressed makes a sandbox like another.
	DuplicatePressed struct{ ID, Title string }
	// ExamplePressed makes a sandbox from an example.
	ExamplePressed struct{ Example, Title string }
	// UndeletePressed brings a deleted workspace back.
	UndeletePressed struct{ ID string }
	// OpenPressed opens what the route says, after that was cancelled.
	OpenPressed struct{}
	// ClearPressed deletes everything.
	ClearPressed struct{}
)

// ShelfElement returns the id of the link to a sandbox in the list.
func ShelfElement(id string) string { return "shelf-" + id }

// RenameElement returns the id of the button that begins to rename one there.
func RenameElement(id string) string { return "rename-" + id }

// Sandboxes returns those sandboxes of the list that are searched for, in order.
func (st State) Sandboxes() []host.Shelved {
	if st.Shelf == nil {
		return nil
	}
	words := strings.Fields(strings.ToLower(st.Manager.Query))
	list := slices.DeleteFunc(slices.Clone(st.Shelf.Sandboxes), func(s host.Shelved) bool {
		title := strings.ToLower(s.Title)
		return slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(title, w) })
	})
	sort.SliceStable(list, func(i, j int) bool {
		a, b := &list[i], &list[j]
		switch st.Manager.Order {
		case OrderChanged:
			return a.Changed > b.Changed
		case OrderName:
			return compareTitles(strings.ToLower(a.Title), strings.ToLower(b.Title)) < 0
		case OrderSize:
			return a.Bytes > b.Bytes
		case OrderMade:
			return a.Created > b.Created
		}
		panic("model: an order that nothing sorts by")
	})
	return list
}

// compareTitles compares titles as a reader does: numbers in them by value.
func compareTitles(a, b string) int {
	for a != "" && b != "" {
		na, nb := digits(a), digits(b)
		if na > 0 && nb > 0 {
			x, y := strings.TrimLeft(a[:na], "0"), strings.TrimLeft(b[:nb], "0")
			if c := cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y)); c != 0 {
				return c
			}
			a, b = a[na:], b[nb:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

// digits returns how many digits a text begins with.
func digits(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }

// titleOf returns what a workspace is called, and whether it is a lesson's.
func (u *update) titleOf(id string) (title string, lesson bool) {
	if u.Shelf != nil {
		for _, s := range u.Shelf.Sandboxes {
			if s.ID == id {
				return s.Title, false
			}
		}
	}
	for _, c := range u.Catalog {
		if c.Slug == id {
			return c.Title, true
		}
	}
	return u.Work.Title, false
}

// manage takes the messages of the list of sandboxes.
func (u *update) manage(m Msg) bool {
	switch m := m.(type) {
	case OrderPicked:
		u.Manager.Order = m.Order
		u.do(Remember{Name: RememberedOrder, Text: Orders[m.Order]})
		u.tellCode("said-order-" + Orders[m.Order])
	case ShelfTyped:
		u.Manager.Query = m.Text
		if u.Shelf != nil {
			u.tellCode("shelf-found", page.Digits(int64(len(u.Sandboxes()))), page.Digits(int64(len(u.Shelf.Sandboxes))))
		}
	case ShelfAged:
		if m.Round == u.Manager.round && u.Route.Screen == ScreenSandboxes && u.Ready {
			u.send(host.List{}, "")
		}
	case RenameBegun:
		u.Manager.Renaming = m.ID
	case RenameLeft:
		u.do(Focus{ID: RenameElement(u.Manager.Renaming)})
		u.Manager.Renaming = ""
	case RenamePressed:
		u.Menu = MenuNone
		if u.Manager.Renaming == m.ID {
			u.Manager.Renaming = ""
			u.do(Focus{ID: RenameElement(m.ID)})
		}
		if title := strings.TrimSpace(m.Title); title != "" {
			u.send(host.Rename{ID: m.ID, Title: title}, "")
		}
	case DuplicatePressed:
		u.send(host.Duplicate{ID: m.ID, Title: m.Title}, "running-file-store")
	case ExamplePressed:
		u.send(host.Begin{Example: m.Example, Title: m.Title}, "running-file-store")
	case DeletePressed:
		u.Menu = MenuNone
		u.send(host.Delete{ID: m.ID}, "")
	case UndoDeletePressed:
		if u.Manager.undo != "" {
			u.send(host.Undelete{ID: u.Manager.undo}, "running-file-store")
		}
	case UndeletePressed:
		u.send(host.Undelete{ID: m.ID}, "running-file-store")
	case OpenPressed:
		u.arrive()
	case ClearPressed:
		u.Menu = MenuNone
		u.send(host.Clear{}, "running-file-store")
	default:
		return false
	}
	return true
}

// shelved takes the answer to a call about workspaces as a whole.
func (u *update) shelved(w page.Pending, a host.Answer) {
	var was Deleted // as the lists still have it
	switch c := w.Call.(type) {
	case host.Delete:
		was = Deleted{ID: a.Made, Of: c.ID, From: u.Route}
		was.Title, was.Lesson = u.titleOf(c.ID)
	case host.Undelete:
		for _, d := range u.Manager.Deleted {
			if d.ID == c.ID {
				was = d
			}
		}
	}
	if a.Shelf != nil {
		u.Shelf = a.Shelf
		u.ownCards()
		u.listDeleted(was)
		if u.Route.Screen == ScreenSandboxes {
			u.Manager.round++
			u.do(After{Wait: aged, Msg: ShelfAged{u.Manager.round}})
			u.do(AskStorage{})
		}
	}
	if a.Err != nil {
		return
	}
	switch c := w.Call.(type) {
	case host.Delete:
		u.deleted(was)
	case host.Undelete:
		u.undeleted(was, a.Made)
	case host.Duplicate:
		title, _ := u.titleOf(a.Made)
		u.tellCode("said-copied", title)
		u.do(Focus{ID: ShelfElement(a.Made)})
	case host.Rename:
		u.renamed(c)
	case host.Clear:
		u.Manager.Deleted, u.Manager.undo, u.Manager.Query, u.Work = nil, "", "", emptyWorkbench(u.Seq)
		u.Notice = &Notice{Code: "notice-cleared"}
		u.do(Focus{ID: ElementMain})
	case host.Keep:
		u.do(Go{Route: Route{Screen: ScreenLesson, ID: a.Made}})
	default:
		if a.Made != "" {
			u.do(Go{Route: Route{Screen: ScreenSandbox, ID: a.Made}})
		}
	}
}

// listDeleted takes over what the store can bring back, and where the last was deleted.
func (u *update) listDeleted(last Deleted) {
	var list []Deleted
	for i := len(u.Shelf.Deleted) - 1; i >= 0; i-- {
		d := Deleted{ID: u.Shelf.Deleted[i].ID, Title: u.Shelf.Deleted[i].Title}
		d.Of, d.Lesson = host.Undeleted(d.ID)
		if d.ID == last.ID {
			d.From = last.From
		}
		for _, old := range u.Manager.Deleted {
			if old.ID == d.ID {
				d.From = old.From
			}
		}
		list = append(list, d)
	}
	u.Manager.Deleted = list
}

// deleted offers to bring back what was deleted.
func (u *update) deleted(d Deleted) {
	u.Manager.undo = d.ID
	code, kind := "notice-deleted", NoticeUndo
	if d.Lesson && !lessons.Own(d.Of) {
		code = "notice-begun"
	}
	if d.ID == "" {
		code, kind = "notice-gone", NoticePlain
	}
	u.Notice = &Notice{Code: code, Args: []string{d.Title}, Kind: kind}
	if u.Work.ID == d.Of {
		u.do(Name{ID: ""})
	}
	if u.Route.Screen == ScreenSandbox && u.Route.ID == d.Of {
		u.do(Go{Route: Route{Screen: ScreenSandboxes}})
		return
	}
	if u.Work.ID == d.Of {
		u.Work = emptyWorkbench(u.Seq)
	}
	u.do(Focus{ID: ElementMain})
}

// undeleted shows what was brought back where it was deleted, and tells of what
// stood there.
func (u *update) undeleted(d Deleted, replaced string) {
	if u.Notice != nil && u.Notice.Kind == NoticeUndo {
		u.Notice = nil
	}
	if u.Manager.undo = replaced; replaced != "" {
		u.Notice = &Notice{Code: "notice-replaced", Args: []string{d.Title}, Kind: NoticeUndo}
	}
	u.tellCode("said-back", d.Title)
	switch {
	case u.Route.ID == d.Of:
		u.Work.ID = "" // so that it is opened anew
		u.arrive()
	case d.From.Screen == ScreenSandbox:
		u.do(Go{Route: d.From})
	default:
		u.do(Focus{ID: ShelfElement(d.Of)})
	}
}
