// Package console is the part of the page that takes commands and prints what they return.
// It has an input field with a history, a log of what was run, and files that commands can
// name.
//
// The text of the console, its history and its log are in [page.Workspace], since other
// parts write to them too; [State] has the rest. The text is in a dialect, that of cbt or of
// the HBase shell, which the reader chooses ([DialectPicked]).
//
// A command takes this way: the editor sends [EnterPressed], and its handler decides with enter
// whether the text is complete, and runs it. The answer first goes to [LogAnswer], which fills
// the entry of the log, and then to [AnnounceResult], which says the result to a screen reader.
// [View.Draw] draws all of it.
package console

import (
	"slices"
	"strconv"

	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
)

// State is what the console remembers beside the fields of [page.Workspace].
type State struct {
	Files       []engine.PickedFile // files that the reader has picked and commands can name
	HasMoreRows bool                // the last read has rows left to print

	search *search // the search in the history, nil while it is closed
	draft  string  // the text that was being typed when the reader went back in the history

	keys   *engine.KeyCompletions // the last answer about row keys, for completion; nil before the first
	keysOf uint64                 // version of the session that keys is of
}

// Msg is a message to the console: an act of the reader, or an answer to a call.
type Msg interface{ apply(*update) }

type (
	// TextTyped brings the text after a key.
	TextTyped struct{ Text string }
	// EnterPressed runs a text, as the key Enter does.
	EnterPressed struct{ Text string }
	// HistoryRecalled puts another text of the history into the console: By is -1 for the one before,
	// +1 for the one after.
	HistoryRecalled struct{ By int }
	// DialectPicked changes the dialect of the console.
	DialectPicked struct{ Dialect engine.Dialect }
	// translatePressed shows the input of the log entry of call Seq in the dialect To. It hides
	// the translation if that is the one shown.
	translatePressed struct {
		Seq uint64
		To  engine.Dialect
	}
	// FilesPicked brings files that commands can name. If the files are too large to be read,
	// it has none and only their size.
	FilesPicked struct {
		Files []engine.PickedFile
		Size  int64 // bytes of the files that were not read, 0 if they were
	}
	// PickedFileRemoved removes a picked file.
	PickedFileRemoved struct{ Name string }
	// keysAsked asks which row keys of a table begin with a prefix, for completion.
	keysAsked struct{ Table, Prefix string }
	// morePressed prints the next rows of the last read.
	morePressed struct{}
	// cleared empties the log.
	cleared struct{}
)

// update is the handling of one message: the shared part of the turn, and this part's state.
type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

func (m TextTyped) apply(u *update) {
	u.Work.Input = m.Text
	u.Work.Recall = len(u.Work.History)
}

// apply goes through the history. The text that was being typed is kept as draft, and comes
// back after the newest text.
func (m HistoryRecalled) apply(u *update) {
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
	u.DoEffect(page.SetFieldText{ID: page.ElementConsole, Text: w.Input})
}

func (morePressed) apply(u *update) {
	u.HasMoreRows = false
	u.RunRequest(engine.PrintMore{}, "", "running-read")
}

func (cleared) apply(u *update) { u.Work.Log, u.HasMoreRows = nil, false }

// apply adds the files. A file replaces one of the same name that was picked before.
func (m FilesPicked) apply(u *update) {
	all := slices.DeleteFunc(slices.Clone(u.Files), func(old engine.PickedFile) bool {
		return slices.ContainsFunc(m.Files, func(f engine.PickedFile) bool { return f.Name == old.Name })
	})
	all = append(all, m.Files...)
	size := m.Size
	for _, f := range all {
		size += int64(len(f.Text))
	}
	if size > engine.MaxConsoleFiles {
		u.Notice = &page.Notice{Err: base.Refuse(base.CodeInputTooLong, strconv.FormatInt(size, 10), strconv.Itoa(engine.MaxConsoleFiles))}
		return
	}
	u.Files = all
	if len(m.Files) > 0 {
		u.AnnounceSentence("said-picked", strconv.Itoa(len(m.Files)), m.Files[0].Name)
	}
}

func (m PickedFileRemoved) apply(u *update) {
	u.Files = slices.DeleteFunc(slices.Clone(u.Files), func(f engine.PickedFile) bool { return f.Name == m.Name })
	u.AnnounceSentence("said-unpicked", m.Name)
}
