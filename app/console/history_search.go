package console

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/app/host"
	"tabletop/app/page"
)

// search is a search in the history of the console.
type search struct {
	Query string
	At    int // index of the selected text among those found
}

// maxFound is the most texts that a search lists.
const maxFound = 50

// found returns the texts of the history that contain every word of the query, in any case,
// the newest first. There are none while the search is closed.
func (s *State) found(w *page.Workspace) []host.ConsoleHistoryEntry {
	if s.search == nil {
		return nil
	}
	words := strings.Fields(strings.ToLower(s.search.Query))
	var out []host.ConsoleHistoryEntry
	for _, r := range slices.Backward(w.History) {
		low := strings.ToLower(r.Text)
		if len(out) < maxFound && !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(low, word) }) {
			out = append(out, r)
		}
	}
	return out
}

// searchElement returns the id of the element of the i-th text that was found.
func searchElement(i int) string { return "search-found-" + strconv.Itoa(i) }

// elementSearch is the id of the search's input field.
const elementSearch = "search-history"

// Messages to the search.
type (
	// searchOpened opens the search with a query, "" for the whole history.
	searchOpened struct{ Query string }
	// searchTyped brings the query after a key.
	searchTyped struct{ Query string }
	// searchMoved moves the selection down by By texts, up if By is negative.
	searchMoved struct{ By int }
	// searchTaken puts the text with index At into the console, and closes the search.
	searchTaken struct{ At int }
	// searchClosed closes the search.
	searchClosed struct{}
)

func (m searchOpened) apply(u *update) {
	u.search = &search{Query: strings.TrimSpace(m.Query)}
	u.DoEffect(page.SetFieldText{ID: elementSearch, Text: u.search.Query})
	u.DoEffect(page.FocusElement{ID: elementSearch})
}

func (m searchTyped) apply(u *update) {
	if u.search != nil {
		u.search = &search{Query: m.Query}
	}
}

func (m searchMoved) apply(u *update) {
	if u.search == nil {
		return
	}
	u.search = &search{Query: u.search.Query, At: max(0, min(u.search.At+m.By, len(u.found(u.Work))-1))}
	u.DoEffect(page.ScrollToElement{ID: searchElement(u.search.At)})
}

func (m searchTaken) apply(u *update) {
	if found := u.found(u.Work); 0 <= m.At && m.At < len(found) {
		u.SetConsoleText(recalled(u.Work, found[m.At]))
	}
	searchClosed{}.apply(u)
}

func (searchClosed) apply(u *update) {
	if u.search != nil {
		u.search = nil
		u.DoEffect(page.FocusElement{ID: page.ElementConsole})
	}
}
