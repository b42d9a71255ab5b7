package console

import "tabletop/engine/base"

// CommandHelp describes a command of a dialect for help and the reference.
type CommandHelp struct {
	Name  string
	Usage string    // the command with its arguments
	Help  base.Code // code of the sentence that says what it does
	Args  []ArgumentHelp
}

// ArgumentHelp is an argument of a command, or a key of its hash.
type ArgumentHelp struct {
	Name string
	Help base.Code
}
