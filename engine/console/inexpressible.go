package console

import "tabletop/engine/base"

// Inexpressible collects what a dialect cannot express while a command is printed in it. Printers
// embed it.
type Inexpressible struct {
	Dialect string // name of the dialect
	Err     error  // the refusal (unsayable) of the first thing that it cannot express
}

// NoteUnsupported notes, if used is true, that the dialect cannot express word: an option by its
// name in another dialect, or text that the reader has written.
func (u *Inexpressible) NoteUnsupported(used bool, word string) {
	u.NoteUnsupportedKind(used, "", word)
}

// NoteUnsupportedKind is NoteUnsupported for something that has no name in any dialect. kind is one
// for which the page has a phrase, and about is its subject or "".
func (u *Inexpressible) NoteUnsupportedKind(used bool, kind, about string) {
	if used && u.Err == nil {
		u.Err = base.Refuse(base.CodeInexpressible, u.Dialect, kind, about, "")
	}
}
