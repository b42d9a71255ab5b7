package host

import (
	"slices"

	"tabletop/engine"
	"tabletop/engine/wire"
	"tabletop/lessons"
)

// Bounds of a console's history.
const (
	MaxHistoryEntries    = 200   // number of texts
	MaxHistoryEntryBytes = 4096  // bytes of one text
	maxHistoryBytes      = 65536 // bytes of all texts
)

// MaxSandboxSettings is the most bytes that the settings of a sandbox may have, see [SaveSandboxSettings].
const MaxSandboxSettings = 32 << 10

// ConsoleHistoryEntry is a text that was run in the console.
type ConsoleHistoryEntry struct {
	Dialect engine.Dialect `wire:"1"`
	Text    string         `wire:"2"`
}

// ConsoleTextOfCall returns the text that a call runs in the console. ok is false if it runs none.
func ConsoleTextOfCall(c Call) (r ConsoleHistoryEntry, ok bool) {
	switch c := c.(type) {
	case ExecuteRequest:
		if typed, ok := c.Request.(engine.RunConsole); ok {
			return ConsoleHistoryEntry{typed.Dialect, typed.Text}, true
		}
	case DoLessonAction:
		switch a := c.Action.(type) {
		case lessons.TypeCommand:
			return ConsoleHistoryEntry{a.Dialect, a.Text}, true
		case lessons.RunRequest:
			return ConsoleTextOfCall(ExecuteRequest{a.Request})
		}
	}
	return ConsoleHistoryEntry{}, false
}

// AddToConsoleHistory returns a history, the oldest text first, with r appended. It removes an equal
// earlier text, and the oldest ones if there are too many. It does not add an empty or too long
// text. The history it is given stays unchanged.
func AddToConsoleHistory(history []ConsoleHistoryEntry, r ConsoleHistoryEntry) []ConsoleHistoryEntry {
	if r.Text == "" || len(r.Text) > MaxHistoryEntryBytes {
		return history
	}
	out := slices.DeleteFunc(slices.Clone(history), func(old ConsoleHistoryEntry) bool { return old == r })
	out = append(out, r)
	bytes := 0
	for i, old := range slices.Backward(out) {
		if bytes += len(old.Text); bytes > maxHistoryBytes || len(out)-i > MaxHistoryEntries {
			return slices.Clone(out[i+1:])
		}
	}
	return out
}

// note is what a workspace stores beside its tables. The tags are part of the stored format: a
// tag must not be used again for something else.
type note struct {
	Progress lessons.Progress      `wire:"1"` // in a lesson
	History  []ConsoleHistoryEntry `wire:"2"`
	Contents contents              `wire:"3"` // in a sandbox
	Lesson   []byte                `wire:"4"` // the lesson itself, if it came from a file
	Settings string                `wire:"5"` // in a sandbox: see [SaveSandboxSettings]
	Designs  []uint64              `wire:"6"` // the designs compared, in the order of their numbers
}

// contents is how much a sandbox holds, for the list of workspaces.
type contents struct {
	Known         bool  `wire:"1"` // false until the sandbox has been open once
	Tables        int64 `wire:"2"`
	Rows          int64 `wire:"3"` // of all tables
	SnapshotBytes int64 `wire:"4"` // bytes of its snapshot
}

// Valid reports whether the settings and the designs are within their bounds. Decoding
// calls it.
func (n note) Valid() bool {
	return len(n.Settings) <= MaxSandboxSettings && len(n.Designs) <= maxDesignNumbers
}

func encodeNote(n note) []byte { return wire.Encode(&n, nil) }

// decodeNote decodes the note of a workspace; an empty one gives the zero value. Only a
// lesson's note can fail.
func decodeNote(k WorkspaceKind, stored []byte) (n note, err error) {
	if len(stored) == 0 {
		return note{}, nil
	}
	// A sandbox opens without its note: its tables do not depend on it.
	if err = wire.Decode(stored, &n, nil); err != nil && k != KindLesson {
		return note{}, nil
	}
	return n, err
}

// remember adds what a call runs in the console to the history, and stores that.
func (w *workspace) remember(h *Host, c Call) {
	if r, ok := ConsoleTextOfCall(c); ok {
		w.history = AddToConsoleHistory(w.history, r)
		w.storeNote(h)
	}
}
