// Package shelf is the part of the page that lists the reader's sandboxes and begun
// lessons: sorts, searches, renames, copies, deletes them, and brings them back.
package shelf

import (
	"slices"
	"sort"
	"strings"
	"time"

	"tabletop/app/host"
	"tabletop/app/i18n"
	"tabletop/app/page"
)

// Remembered is the name under which the browser keeps [State.Order].
const Remembered = "order"

// age is how long the list of sandboxes is shown before it is read again: other
// tabs change it, and it tells how long ago things were.
const age = time.Minute

// State is how the list of sandboxes is shown, and what was deleted from it.
type State struct {
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
	Of        string     // the id that it had, and gets
	Lesson    bool       // it was a lesson's, which has begun again
	From      page.Route // where it was deleted, if that was in this tab
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

// Msg is something that happened to the list.
type Msg interface{ apply(*update) }

type (
	// OrderPicked sorts the sandboxes.
	OrderPicked struct{ Order Order }
	// Typed brings what sandboxes are searched for after a key.
	Typed struct{ Text string }
	// aged comes when the list has been shown for a while.
	aged struct{ round uint64 }
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
	// RenamePressed gives a sandbox another title.
	RenamePressed struct{ ID, Title string }
	// DeletePressed removes a workspace.
	DeletePressed struct{ ID string }
	// UndoPressed brings back what was deleted last.
	UndoPressed struct{}
	// ClearPressed deletes everything.
	ClearPressed struct{}
	// answered brings the answer to a call about workspaces as a whole.
	answered struct {
		host.Answer
		call host.Call
	}
	// undeleted brings the answer to a call that brings a workspace back.
	undeleted struct {
		host.Answer
		of Deleted
	}
)

// Element returns the id of the link to a sandbox in the list.
func Element(id string) string { return "shelf-" + id }

// RenameElement returns the id of the button that begins to rename one there.
func RenameElement(id string) string { return "rename-" + id }

// Listed returns those sandboxes of the list that are searched for, in order; titles as a
// language sorts them.
func (s *State) Listed(lang string, of *host.Shelf) []host.ShelfEntry {
	if of == nil {
		return nil
	}
	words := strings.Fields(strings.ToLower(s.Query))
	list := slices.DeleteFunc(slices.Clone(of.Sandboxes), func(s host.ShelfEntry) bool {
		title := strings.ToLower(s.Title)
		return slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(title, w) })
	})
	var ranks map[string]int
	if s.Order == OrderName {
		titles := make([]string, len(list))
		for i := range list {
			titles[i] = list[i].Title
		}
		ranks = i18n.Ranks(lang, titles)
	}
	sort.SliceStable(list, func(i, j int) bool {
		a, b := &list[i], &list[j]
		switch s.Order {
		case OrderChanged:
			return a.Changed > b.Changed
		case OrderName:
			return ranks[a.Title] < ranks[b.Title]
		case OrderSize:
			return a.Bytes > b.Bytes
		case OrderMade:
			return a.Created > b.Created
		}
		panic("shelf: an order that nothing sorts by")
	})
	return list
}

type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

// ask sends a call about workspaces as a whole.
func (u *update) ask(c host.Call, running string) {
	u.Ask(c, running, func(a host.Answer) page.Msg { return answered{a, c} })
}

// undelete brings a deleted workspace back.
func (u *update) undelete(id string) {
	of := Deleted{ID: id}
	for _, d := range u.Deleted {
		if d.ID == id {
			of = d
		}
	}
	u.Ask(host.Undelete{ID: id}, "running-file-store", func(a host.Answer) page.Msg { return undeleted{a, of} })
}

// Leave forgets what was searched for.
func (s *State) Leave() { s.Query, s.Renaming = "", "" }

func (m OrderPicked) apply(u *update) {
	u.Order = m.Order
	u.Do(page.Remember{Name: Remembered, Text: Orders[m.Order]})
	u.TellCode("said-order-" + Orders[m.Order])
}

func (m Typed) apply(u *update) {
	u.Query = m.Text
	if of := u.Shelf; of != nil {
		u.TellCode("shelf-found", page.Digits(int64(len(u.Listed(u.Lang, of)))), page.Digits(int64(len(of.Sandboxes))))
	}
}

func (m aged) apply(u *update) {
	if m.round == u.round && u.Route.Screen == page.ScreenSandboxes && u.Ready {
		u.Send(host.List{}, "")
	}
}

func (m RenameBegun) apply(u *update) { u.Renaming = m.ID }

func (RenameLeft) apply(u *update) {
	u.Do(page.Focus{ID: RenameElement(u.Renaming)})
	u.Renaming = ""
}

func (m RenamePressed) apply(u *update) {
	u.Menu = page.MenuNone
	if u.Renaming == m.ID {
		u.Renaming = ""
		u.Do(page.Focus{ID: RenameElement(m.ID)})
	}
	if title := strings.TrimSpace(m.Title); title != "" {
		u.ask(host.Rename{ID: m.ID, Title: title}, "")
	}
}

func (m DuplicatePressed) apply(u *update) {
	u.ask(host.Duplicate{ID: m.ID, Title: m.Title}, "running-file-store")
}

func (m ExamplePressed) apply(u *update) {
	u.Make(host.CreateFromExample{Example: m.Example, Title: m.Title}, "running-file-store")
}

func (m DeletePressed) apply(u *update) {
	u.Menu = page.MenuNone
	u.Delete(m.ID)
}

func (UndoPressed) apply(u *update) {
	if u.undo != "" {
		u.undelete(u.undo)
	}
}

func (m UndeletePressed) apply(u *update) {
	u.undelete(m.ID)
}

func (ClearPressed) apply(u *update) {
	u.Menu = page.MenuNone
	u.ask(host.Clear{}, "running-file-store")
}
