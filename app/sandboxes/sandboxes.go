// Package sandboxes is the part of the page that lists the reader's sandboxes and begun lessons. It
// sorts, searches, renames, copies and deletes them, and brings deleted ones back. The list
// itself is [page.State].WorkspaceList, which comes with the answers to the calls of this part.
package sandboxes

import (
	"slices"
	"sort"
	"strings"
	"time"

	"tabletop/app/host"
	"tabletop/app/i18n"
	"tabletop/app/page"
)

// StorageKey is the name under which the browser keeps [State].Order.
const StorageKey = "order"

// age is how long the list is shown before it is read again, since it tells how long ago
// something was changed.
const age = time.Minute

// State is how the list is shown, and what can be brought back.
type State struct {
	Order    Order
	Query    string    // words that titles must have
	Renaming string    // ID of the sandbox whose title is being edited; "" for none
	Deleted  []Deleted // what can be brought back, the latest last
	undo     string    // ID of the one that the notice offers to bring back
	round    uint64    // grows with every list, so that older timers are ignored
}

// Deleted is a workspace that was deleted and can be brought back.
type Deleted struct {
	ID, Title  string
	OriginalID string     // the ID that it had, and gets back
	Lesson     bool       // it was a lesson's workspace
	From       page.Route // where it was deleted, if in this tab
}

// Order is the order of the list.
type Order uint8

const (
	OrderChanged Order = iota // the latest changed first
	OrderName                 // by title, in the order of the language
	OrderSize                 // the largest first
	OrderCreated              // the newest first
)

// OrderNames are the names of the orders, for the browser's memory and the i18n keys.
var OrderNames = []string{"changed", "name", "size", "made"}

// ParseOrder returns the order with a name, the first one if there is none.
func ParseOrder(kept string) Order { return Order(max(slices.Index(OrderNames, kept), 0)) }

// Msg is a message of this part.
type Msg interface{ apply(*update) }

type (
	// OrderPicked sorts the list by another order.
	OrderPicked struct{ Order Order }
	// SearchTyped brings the text of the search field.
	SearchTyped struct{ Text string }
	// aged comes when the list was shown for a while.
	aged struct{ round uint64 }
	// RenameBegun turns a sandbox's title in the list into a field.
	RenameBegun struct{ ID string }
	// RenameCancelled leaves that field without a change.
	RenameCancelled struct{}
	// DuplicatePressed copies a sandbox.
	DuplicatePressed struct{ ID, Title string }
	// ExamplePressed makes a sandbox from an example.
	ExamplePressed struct{ Example, Title string }
	// UndeletePressed brings a deleted workspace back.
	UndeletePressed struct{ ID string }
	// RenamePressed gives a sandbox another title.
	RenamePressed struct{ ID, Title string }
	// DeletePressed deletes a workspace.
	DeletePressed struct{ ID string }
	// UndoPressed brings back what the notice is about.
	UndoPressed struct{}
	// ClearPressed deletes all workspaces.
	ClearPressed struct{}
	// answered brings the answer to a call of this part.
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

// LinkElement returns the ID of the link to a workspace in the list.
func LinkElement(id string) string { return "shelf-" + id }

// RenameElement returns the ID of the button that begins to rename a sandbox in the list.
func RenameElement(id string) string { return "rename-" + id }

// Listed returns the sandboxes whose titles have all words of the query, in order. Titles are
// sorted as in the language lang.
func (s *State) Listed(lang string, of *host.WorkspaceList) []host.WorkspaceSummary {
	if of == nil {
		return nil
	}
	// Every word must be in the title, in any order and case.
	words := strings.Fields(strings.ToLower(s.Query))
	list := slices.DeleteFunc(slices.Clone(of.Sandboxes), func(s host.WorkspaceSummary) bool {
		title := strings.ToLower(s.Title)
		return slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(title, w) })
	})
	var ranks map[string]int
	if s.Order == OrderName {
		titles := make([]string, len(list))
		for i := range list {
			titles[i] = list[i].Title
		}
		ranks = i18n.SortRanks(lang, titles)
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
		case OrderCreated:
			return a.Created > b.Created
		}
		panic("shelf: an order that nothing sorts by")
	})
	return list
}

// update is the handling of one message of this part.
type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

// ask sends a call whose answer comes as answered.
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
	u.Ask(host.UndeleteWorkspace{ID: id}, "running-file-store", func(a host.Answer) page.Msg { return undeleted{a, of} })
}

// Leave forgets the query, because the reader has left the page.
func (s *State) Leave() { s.Query, s.Renaming = "", "" }

func (m OrderPicked) apply(u *update) {
	u.Order = m.Order
	u.Do(page.StoreLocally{Name: StorageKey, Text: OrderNames[m.Order]})
	u.AnnounceCode("said-order-" + OrderNames[m.Order])
}

// apply searches the list, and tells screen readers how many sandboxes were found.
func (m SearchTyped) apply(u *update) {
	u.Query = m.Text
	if of := u.WorkspaceList; of != nil {
		u.AnnounceCode("shelf-found", page.FormatInt(int64(len(u.Listed(u.Lang, of)))), page.FormatInt(int64(len(of.Sandboxes))))
	}
}

func (m aged) apply(u *update) {
	if m.round == u.round && u.Route.Screen == page.ScreenSandboxes && u.Ready {
		u.Send(host.ListWorkspaces{}, "")
	}
}

func (m RenameBegun) apply(u *update) { u.Renaming = m.ID }

func (RenameCancelled) apply(u *update) {
	u.Do(page.FocusElement{ID: RenameElement(u.Renaming)})
	u.Renaming = ""
}

// apply renames a sandbox. An empty title changes nothing.
func (m RenamePressed) apply(u *update) {
	u.Dialog = page.DialogNone
	if u.Renaming == m.ID {
		u.Renaming = ""
		u.Do(page.FocusElement{ID: RenameElement(m.ID)})
	}
	if title := strings.TrimSpace(m.Title); title != "" {
		u.ask(host.RenameSandbox{ID: m.ID, Title: title}, "")
	}
}

func (m DuplicatePressed) apply(u *update) {
	u.ask(host.DuplicateWorkspace{ID: m.ID, Title: m.Title}, "running-file-store")
}

func (m ExamplePressed) apply(u *update) {
	u.MakeSandbox(host.CreateFromExample{Example: m.Example, Title: m.Title}, "running-file-store")
}

func (m DeletePressed) apply(u *update) {
	u.Dialog = page.DialogNone
	u.DeleteWorkspace(m.ID)
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
	u.Dialog = page.DialogNone
	u.ask(host.DeleteAll{}, "running-file-store")
}
