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

// MaxLoad is how many bytes the settings of a load have at most.
const MaxLoad = 8192

// HistoryEntry is a text that was run in the console.
type HistoryEntry struct {
	Dialect engine.Dialect
	Text    string
}

// Typed returns what a call runs in the console, if it does.
func Typed(c Call) (r HistoryEntry, ok bool) {
	switch c := c.(type) {
	case Execute:
		if typed, ok := c.Request.(engine.Console); ok {
			return HistoryEntry{typed.Dialect, typed.Text}, true
		}
	case Do:
		switch a := c.Action.(type) {
		case lessons.Type:
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
	progress lessons.Progress // in a lesson
	history  []HistoryEntry
	contents contents // in a sandbox
	lesson   []byte   // the lesson itself, where it came from a file
	load     string   // in a sandbox: the settings of its load, see [KeepLoad]
}

// contents is what a sandbox has, for the list of them.
type contents struct {
	known         bool
	tables, rows  int64
	snapshotBytes int64 // bytes of its snapshot
}

// A note begins with a mark, a number above all that the oldest notes begin with: those are
// a lesson's progress alone, or a sandbox's history, all of it in cbt.
const (
	olderMark = 1<<40 + iota // with a progress before goals were measured
	olderFull                // likewise, and what its sandbox holds
	noteMark
	fullMark // and what its sandbox holds
	ownMark  // and a lesson
	loadMark // and the settings of a load
	endMarks
)

func encodeNote(n note) []byte {
	return wire.Encode(nil, func(c *wire.Coder) { codeNote(c, &n) })
}

func codeNote(c *wire.Coder, n *note) {
	mark := uint64(noteMark)
	if n.contents.known {
		mark = fullMark
	}
	if len(n.lesson) > 0 {
		mark = ownMark
	}
	if n.load != "" {
		mark = loadMark
	}
	if c.Uint(&mark); mark < olderMark || mark >= endMarks {
		c.Fail("member")
	}
	if mark == olderMark || mark == olderFull {
		lessons.CodeOlderProgress(c, &n.progress)
	} else {
		lessons.CodeProgress(c, &n.progress)
	}
	wire.List(c, &n.history, historyEntry)
	if mark == loadMark {
		if wire.String(c, &n.load); len(n.load) > MaxLoad {
			c.Fail("length")
		}
		c.Bool(&n.contents.known)
	} else {
		n.contents.known = mark == fullMark || mark == olderFull
	}
	if n.contents.known {
		wire.Int(c, &n.contents.tables)
		wire.Int(c, &n.contents.rows)
		wire.Int(c, &n.contents.snapshotBytes)
	}
	if mark == ownMark {
		c.Bytes(&n.lesson)
	}
	lessons.CodeGuesses(c, &n.progress)
}

func historyEntry(c *wire.Coder, r *HistoryEntry) {
	wire.Enum(c, &r.Dialect, engine.HBase+1)
	wire.String(c, &r.Text)
}

// decodeNote reads what is stored beside a workspace's tables.
func decodeNote(k Kind, stored []byte) (n note, err error) {
	if len(stored) == 0 {
		return note{}, nil
	}
	if wire.Decode(stored, func(c *wire.Coder) { codeNote(c, &n) }) == nil {
		return n, nil
	}
	n = note{}
	if k == KindLesson {
		err = wire.Decode(stored, func(c *wire.Coder) { lessons.CodeOlderProgress(c, &n.progress) })
		if err != nil {
			return note{}, err
		}
		return n, nil
	}
	var lines []string
	// The tables do not depend on a history: what cannot be read is none.
	if wire.Decode(stored, func(c *wire.Coder) { wire.List(c, &lines, wire.String[string]) }) == nil {
		for _, l := range lines {
			n.history = append(n.history, HistoryEntry{engine.CBT, l})
		}
	}
	return n, nil
}

// remember keeps what a call runs in the console.
func (w *workspace) remember(h *Host, c Call) {
	if r, ok := Typed(c); ok {
		w.history = Remember(w.history, r)
		w.storeNote(h)
	}
}
