// Package console is the part of the page that takes commands and prints what came of
// them: its input with the history behind it, its log, and the files that commands name.
package console

import (
	"slices"
	"strconv"

	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
)

// State is what the console keeps beside what all parts share of it.
type State struct {
	Files []engine.File // picked for commands that name one
	More  bool          // the last read has rows left to print

	search *search // over the history, nil for none
	draft  string  // what was being typed before recalling

	keys    *engine.KeysFound // how row keys go on, as last asked for completion
	keysSeq uint64            // number of the call that asked for them last
	keysOf  uint64            // version of the session that they are of
}

// Msg is something that happened to the console.
type Msg interface{ apply(*update) }

type (
	// Typed brings its text after a key.
	Typed struct{ Text string }
	// Entered runs its text.
	Entered struct{ Text string }
	// Recalled goes through the history: -1 older, +1 newer.
	Recalled struct{ By int }
	// DialectPicked changes its language.
	DialectPicked struct{ Dialect engine.Dialect }
	// TranslatePressed shows what was run by call Seq in another dialect, or no longer.
	TranslatePressed struct {
		Seq uint64
		To  engine.Dialect
	}
	// FilesPicked brings files for commands that name one. Files over Size bytes
	// in all were left unread.
	FilesPicked struct {
		Files []engine.File
		Size  int64 // of the files that were left unread
	}
	// FileDropped takes a picked file back.
	FileDropped struct{ Name string }
	// KeysAsked asks how the row keys of a table go on behind a prefix.
	KeysAsked struct{ Table, Prefix string }
	// MorePressed prints the next rows of the last read.
	MorePressed struct{}
	// Cleared empties the log.
	Cleared struct{}
)

type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

func (m Typed) apply(u *update) {
	u.Work.Input = m.Text
	u.Work.Recall = len(u.Work.History)
}

func (m Recalled) apply(u *update) {
	w := u.Work
	to := w.Recall + m.By
	if to < 0 || to > len(w.History) {
		return
	}
	if w.Recall == len(w.History) {
		u.draft = w.Input
	}
	w.Recall = to
	if to == len(w.History) {
		w.Input = u.draft
	} else {
		w.Input = recalled(w, w.History[to])
	}
	u.Do(page.SetText{ID: page.ElementConsole, Text: w.Input})
}

func (MorePressed) apply(u *update) {
	u.More = false
	u.Run(engine.More{}, "", "running-read")
}

func (Cleared) apply(u *update) { u.Work.Log, u.More = nil, false }

// apply adds files to those that commands can name; one takes the place of another of
// its name.
func (m FilesPicked) apply(u *update) {
	all := slices.DeleteFunc(slices.Clone(u.Files), func(old engine.File) bool {
		return slices.ContainsFunc(m.Files, func(f engine.File) bool { return f.Name == old.Name })
	})
	all = append(all, m.Files...)
	size := m.Size
	for _, f := range u.Files {
		size += int64(len(f.Text))
	}
	if size > engine.MaxFiles {
		u.Notice = &page.Notice{Err: base.Refuse(base.CodeInputTooLong, strconv.FormatInt(size, 10), strconv.Itoa(engine.MaxFiles))}
		return
	}
	u.Files = all
	if len(m.Files) > 0 {
		u.TellCode("said-picked", strconv.Itoa(len(m.Files)), m.Files[0].Name)
	}
}

func (m FileDropped) apply(u *update) {
	u.Files = slices.DeleteFunc(slices.Clone(u.Files), func(f engine.File) bool { return f.Name == m.Name })
	u.TellCode("said-unpicked", m.Name)
}
