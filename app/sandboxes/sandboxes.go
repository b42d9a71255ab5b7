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
	Order    ListOrder
	Query    string             // words that titles must have
	Renaming string             // ID of the sandbox whose title is being edited; "" for none
	Deleted  []DeletedWorkspace // what can be brought back, the latest last
	undo     string             // ID of the one that the notice offers to bring back
	round    uint64             // grows with every list, so that older timers are ignored
}

// DeletedWorkspace is a workspace that was deleted and can be brought back.
type DeletedWorkspace struct {
	ID, Title  string
	OriginalID string     // the ID that it had, and gets back
	Lesson     bool       // it was a lesson's workspace
	From       page.Route // where it was deleted, if in this tab
}

// ListOrder is the order of the list.
type ListOrder uint8

const (
	OrderChanged ListOrder = iota // the latest changed first
	OrderName                     // by title, in the order of the language
	OrderSize                     // the largest first
	OrderCreated                  // the newest first
)

// OrderNames are the names of the orders, for the browser's memory and the i18n keys.
var OrderNames = []string{"changed", "name", "size", "made"}

// ParseOrder returns the order with a name, the first one if there is none.
func ParseOrder(kept string) ListOrder { return ListOrder(max(slices.Index(OrderNames, kept), 0)) }

// Msg is a message of this part.
type Msg interface{ apply(*update) }

type (
	// OrderPicked sorts the list by another order.
	OrderPicked struct{ Order ListOrder }
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
	// RenameSubmitted gives a sandbox another title.
	RenameSubmitted struct{ ID, Title string }
	// DeletePressed deletes a workspace.
	DeletePressed struct{ ID string }
	// UndoDeletePressed brings back what the notice is about.
	UndoDeletePressed struct{}
	// DeleteAllPressed deletes all workspaces.
	DeleteAllPressed struct{}
	// answered brings the answer to a call of this part.
	answered struct {
		host.Answer
		call host.Call
	}
	// undeleted brings the answer to a call that brings a workspace back.
	undeleted struct {
		host.Answer
		of DeletedWorkspace
	}
)

// WorkspaceLinkID returns the ID of the link to a workspace in the list.
func WorkspaceLinkID(id string) string { return "shelf-" + id }

// RenameButtonID returns the ID of the button that begins to rename a sandbox in the list.
func RenameButtonID(id string) string { return "rename-" + id }

// ListedSandboxes returns the sandboxes whose titles have all words of the query, in order. Titles are
// sorted as in the language lang.
func (s *State) ListedSandboxes(lang string, of *host.WorkspaceList) []host.SandboxSummary {
	if of == nil {
		return nil
	}
	// Every word must be in the title, in any order and case.
	words := strings.Fields(strings.ToLower(s.Query))
	list := slices.DeleteFunc(slices.Clone(of.Sandboxes), func(s host.SandboxSummary) bool {
		title := strings.ToLower(s.Title)
		return slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(title, w) })
	})
	var ranks map[string]int
	if s.Order == OrderName {
		titles := make([]string, len(list))
		for i := range list {
			titles[i] = list[i].Title
		}
		ranks = i18n.TitleRanks(lang, titles)
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
	u.SendCallThen(c, running, func(a host.Answer) page.Msg { return answered{a, c} })
}

// undelete brings a deleted workspace back.
func (u *update) undelete(id string) {
	of := DeletedWorkspace{ID: id}
	for _, d := range u.Deleted {
		if d.ID == id {
			of = d
		}
	}
	u.SendCallThen(host.UndeleteWorkspace{ID: id}, "running-file-store", func(a host.Answer) page.Msg { return undeleted{a, of} })
}

// Leave forgets the query, because the reader has left the page.
func (s *State) Leave() { s.Query, s.Renaming = "", "" }

func (m OrderPicked) apply(u *update) {
	u.Order = m.Order
	u.DoEffect(page.StoreTextLocally{Name: StorageKey, Text: OrderNames[m.Order]})
	u.AnnounceSentence("said-order-" + OrderNames[m.Order])
}

// apply searches the list, and tells screen readers how many sandboxes were found.
func (m SearchTyped) apply(u *update) {
	u.Query = m.Text
	if of := u.WorkspaceList; of != nil {
		u.AnnounceSentence("shelf-found", page.FormatInt(int64(len(u.ListedSandboxes(u.Lang, of)))), page.FormatInt(int64(len(of.Sandboxes))))
	}
}

func (m aged) apply(u *update) {
	if m.round == u.round && u.Route.Screen == page.ScreenSandboxes && u.Ready {
		u.SendCall(host.ListWorkspaces{}, "")
	}
}

func (m RenameBegun) apply(u *update) { u.Renaming = m.ID }

func (RenameCancelled) apply(u *update) {
	u.DoEffect(page.FocusElement{ID: RenameButtonID(u.Renaming)})
	u.Renaming = ""
}

// apply renames a sandbox. An empty title changes nothing.
func (m RenameSubmitted) apply(u *update) {
	u.Dialog = page.DialogNone
	if u.Renaming == m.ID {
		u.Renaming = ""
		u.DoEffect(page.FocusElement{ID: RenameButtonID(m.ID)})
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

func (UndoDeletePressed) apply(u *update) {
	if u.undo != "" {
		u.undelete(u.undo)
	}
}

func (m UndeletePressed) apply(u *update) {
	u.undelete(m.ID)
}

func (DeleteAllPressed) apply(u *update) {
	u.Dialog = page.DialogNone
	u.ask(host.DeleteAllWorkspaces{}, "running-file-store")
}
