package model

import (
	"slices"

	"tabletop/app/dialect"
	"tabletop/app/host"
	"tabletop/engine/base"
)

// Recalled returns a text of the history in the console's dialect, or as it was
// where it cannot be said there.
func (w *Workbench) Recalled(r host.HistoryEntry) string {
	if r.Dialect != w.Dialect {
		if turned, _ := dialect.Whole(r.Text, r.Dialect); turned != "" {
			return turned
		}
	}
	return r.Text
}

// unsaid returns why a text that the console's dialect refuses, and that was run in
// the other one, cannot be said in it.
func (w *Workbench) unsaid(text string) *base.Error {
	other := dialect.Other(w.Dialect)
	if !slices.Contains(w.History, host.HistoryEntry{Dialect: other, Text: text}) || dialect.Translate(text, w.Dialect) != nil {
		return nil
	}
	_, why := dialect.Whole(text, other)
	return why
}
