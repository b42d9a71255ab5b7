package console

import "tabletop/engine/base"

// Entry describes a command of a dialect for help and the reference.
type Entry struct {
	Name  string
	Usage string    // the command with its arguments
	Help  base.Code // code of the sentence that says what it does
	Parts []EntryPart
}

// EntryPart is an argument of a command, or a key of its hash.
type EntryPart struct {
	Name string
	Help base.Code
}
