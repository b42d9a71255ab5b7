package console

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/app/host"
	"tabletop/app/page"
)

// search is a search over what was run in the console.
type search struct {
	Query string
	At    int // index into what is found
}

// maxFound is how many lines a search shows.
const maxFound = 50

// found returns what of the history the search leads to, the newest first: the
// texts that hold every word of it.
func (s *State) found(w *page.Workspace) []host.HistoryEntry {
	if s.search == nil {
		return nil
	}
	words := strings.Fields(strings.ToLower(s.search.Query))
	var out []host.HistoryEntry
	for _, r := range slices.Backward(w.History) {
		low := strings.ToLower(r.Text)
		if len(out) < maxFound && !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(low, word) }) {
			out = append(out, r)
		}
	}
	return out
}

// searchElement returns the id of a line that the search found.
func searchElement(i int) string { return "search-found-" + strconv.Itoa(i) }

// elementSearch is the id of the search's field.
const elementSearch = "search-history"

type (
	// SearchOpened begins a search over the history.
	SearchOpened struct{ Query string }
	// SearchTyped brings what is searched for after a key.
	SearchTyped struct{ Query string }
	// SearchMoved goes through what was found.
	SearchMoved struct{ By int }
	// SearchTaken puts what was found at an index into the console.
	SearchTaken struct{ At int }
	// SearchClosed ends the search.
	SearchClosed struct{}
)

func (m SearchOpened) apply(u *update) {
	u.search = &search{Query: strings.TrimSpace(m.Query)}
	u.Do(page.SetText{ID: elementSearch, Text: u.search.Query})
	u.Do(page.Focus{ID: elementSearch})
}

func (m SearchTyped) apply(u *update) {
	if u.search != nil {
		u.search = &search{Query: m.Query}
	}
}

func (m SearchMoved) apply(u *update) {
	if u.search == nil {
		return
	}
	u.search = &search{Query: u.search.Query, At: max(0, min(u.search.At+m.By, len(u.found(u.Work))-1))}
	u.Do(page.ScrollTo{ID: searchElement(u.search.At)})
}

func (m SearchTaken) apply(u *update) {
	if found := u.found(u.Work); 0 <= m.At && m.At < len(found) {
		u.Write(recalled(u.Work, found[m.At]))
	}
	SearchClosed{}.apply(u)
}

func (SearchClosed) apply(u *update) {
	if u.search != nil {
		u.search = nil
		u.Do(page.Focus{ID: page.ElementConsole})
	}
}
