package console

import "tabletop/engine/base"

// Entry is what help and the reference tell of a dialect's command.
type Entry struct {
	Name  string
	Usage string    // how it is written
	Help  base.Code // of the sentence that says what it does
	Parts []EntryPart
}

// EntryPart is an argument of a command, or a key of its hash.
type EntryPart struct {
	Name string
	Help base.Code
}
