package model

import (
	"slices"
	"strings"

	"tabletop/app/host"
)

// Search is a search over what was run in the console.
type Search struct {
	Query string
	At    int // index into [Workbench.Found]
}

// maxFound is how many lines a search shows.
const maxFound = 50

// Found returns what of the history the search leads to, the newest first: the
// texts that hold every word of it.
func (w *Workbench) Found() []host.HistoryEntry {
	if w.Search == nil {
		return nil
	}
	words := strings.Fields(strings.ToLower(w.Search.Query))
	var out []host.HistoryEntry
	for _, r := range slices.Backward(w.History) {
		low := strings.ToLower(r.Text)
		if len(out) < maxFound && !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(low, word) }) {
			out = append(out, r)
		}
	}
	return out
}

func (u *update) search(m Msg) {
	w := &u.Work
	if m, ok := m.(HistoryOpened); ok {
		w.Search = &Search{Query: strings.TrimSpace(m.Query)}
		u.do(SetText{ID: ElementSearch, Text: w.Search.Query})
		u.do(Focus{ID: ElementSearch})
		return
	}
	if w.Search == nil {
		return
	}
	found := w.Found()
	switch m := m.(type) {
	case HistoryTyped:
		w.Search = &Search{Query: m.Query}
	case HistoryMoved:
		w.Search = &Search{Query: w.Search.Query, At: max(0, min(w.Search.At+m.By, len(found)-1))}
		u.do(ScrollTo{ID: SearchElement(w.Search.At)})
	case HistoryTaken:
		w.Search = nil
		if 0 <= m.At && m.At < len(found) {
			w.Input, w.Recall = w.Recalled(found[m.At]), len(w.History)
			u.do(SetText{ID: ElementConsole, Text: w.Input})
		}
		u.do(Focus{ID: ElementConsole})
	case HistoryClosed:
		w.Search = nil
		u.do(Focus{ID: ElementConsole})
	}
}
