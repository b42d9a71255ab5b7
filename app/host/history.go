package host

import (
	"slices"

	"tabletop/engine"
	"tabletop/engine/wire"
)

// What a history keeps at most.
const (
	MaxHistory      = 200   // lines
	MaxHistoryLine  = 4096  // bytes of one
	maxHistoryBytes = 65536 // of all
)

// Remember returns a console's history, the oldest line first, with one more line
// at its end. An equal one before it goes, and the oldest where there are too many.
// A line that is too long is not kept.
func Remember(history []string, line string) []string {
	if line == "" || len(line) > MaxHistoryLine {
		return history
	}
	out := slices.DeleteFunc(slices.Clone(history), func(l string) bool { return l == line })
	out = append(out, line)
	bytes := 0
	for i, l := range slices.Backward(out) {
		if bytes += len(l); bytes > maxHistoryBytes || len(out)-i > MaxHistory {
			return slices.Clone(out[i+1:])
		}
	}
	return out
}

// remembered keeps a line that was run in a sandbox, where it can be stored.
func (w *workspace) remembered(h *Host, c engine.Console) {
	if w.meta.Kind != KindSandbox {
		return
	}
	w.history = Remember(w.history, c.Text)
	if note := encodeHistory(w.history); w.held && string(note) != string(w.meta.Note) {
		w.meta.Note = note
		h.saver.add(save{meta: w.meta})
	}
}

func encodeHistory(history []string) []byte {
	return wire.Encode(nil, func(c *wire.Coder) { wire.List(c, &history, wire.String[string]) })
}

// decodeHistory reads what a sandbox keeps beside its tables. What cannot be read
// is no history: the tables do not depend on it.
func decodeHistory(note []byte) (history []string) {
	if len(note) == 0 || wire.Decode(note, func(c *wire.Coder) { wire.List(c, &history, wire.String[string]) }) != nil {
		return nil
	}
	return history
}
