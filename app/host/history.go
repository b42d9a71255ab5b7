package host

import (
	"slices"

	"tabletop/engine"
	"tabletop/engine/wire"
	"tabletop/lessons"
)

// What a history keeps at most.
const (
	MaxHistory      = 200   // texts
	MaxHistoryLine  = 4096  // bytes of one
	maxHistoryBytes = 65536 // of all
)

// MaxLoad is the largest size of the settings of a load, in bytes.
const MaxLoad = 8192

// HistoryEntry is a text that was run in the console.
type HistoryEntry struct {
	Dialect engine.Dialect `wire:"1"`
	Text    string         `wire:"2"`
}

// Typed returns what a call runs in the console, if it does.
func Typed(c Call) (r HistoryEntry, ok bool) {
	switch c := c.(type) {
	case Execute:
		if typed, ok := c.Request.(engine.Console); ok {
			return HistoryEntry{typed.Dialect, typed.Text}, true
		}
	case DoAction:
		switch a := c.Action.(type) {
		case lessons.TypeCommand:
			return HistoryEntry{a.Dialect, a.Text}, true
		case lessons.Ask:
			return Typed(Execute{a.Request})
		}
	}
	return HistoryEntry{}, false
}

// Remember returns a console's history, the oldest text first, with one more at
// its end. An equal one before it goes, and the oldest where there are too many.
// A text that is too long is not kept.
func Remember(history []HistoryEntry, r HistoryEntry) []HistoryEntry {
	if r.Text == "" || len(r.Text) > MaxHistoryLine {
		return history
	}
	out := slices.DeleteFunc(slices.Clone(history), func(old HistoryEntry) bool { return old == r })
	out = append(out, r)
	bytes := 0
	for i, old := range slices.Backward(out) {
		if bytes += len(old.Text); bytes > maxHistoryBytes || len(out)-i > MaxHistory {
			return slices.Clone(out[i+1:])
		}
	}
	return out
}

// note is what a workspace keeps beside its tables.
type note struct {
	Progress lessons.Progress `wire:"1"` // in a lesson
	History  []HistoryEntry   `wire:"2"`
	Contents contents         `wire:"3"` // in a sandbox
	Lesson   []byte           `wire:"4"` // the lesson itself, where it came from a file
	Load     string           `wire:"5"` // in a sandbox: the settings of its load, see [SaveLoad]
}

// contents is what a sandbox has, for the list of them.
type contents struct {
	Known         bool  `wire:"1"`
	Tables        int64 `wire:"2"`
	Rows          int64 `wire:"3"`
	SnapshotBytes int64 `wire:"4"` // bytes of its snapshot
}

// Valid reports whether the settings of the load are within their bound.
func (n note) Valid() bool { return len(n.Load) <= MaxLoad }

func encodeNote(n note) []byte { return wire.Encode(&n, nil) }

// decodeNote reads what is stored beside a workspace's tables.
func decodeNote(k Kind, stored []byte) (n note, err error) {
	if len(stored) == 0 {
		return note{}, nil
	}
	// A sandbox opens without its note, since its tables do not depend on it.
	if err = wire.Decode(stored, &n, nil); err != nil && k != KindLesson {
		return note{}, nil
	}
	return n, err
}

// remember keeps what a call runs in the console.
func (w *workspace) remember(h *Host, c Call) {
	if r, ok := Typed(c); ok {
		w.history = Remember(w.history, r)
		w.storeNote(h)
	}
}
