package console

import "tabletop/engine/base"

// Unsaid is what a dialect turns out to lack while a command is printed in it.
type Unsaid struct {
	Dialect string // cbt or hbase
	Err     error  // unsayable, with the first thing that it lacks
}

// Lacks notes that the dialect has no word for what is used: an option of the other
// one by its name there, or what the reader wrote.
func (u *Unsaid) Lacks(used bool, word string) { u.LacksKind(used, "", word) }

// LacksKind notes the same of what has no name in either, by the kind that the page
// has a phrase for, with what it is about or "".
func (u *Unsaid) LacksKind(used bool, kind, about string) {
	if used && u.Err == nil {
		u.Err = base.Refuse(base.CodeUnsayable, u.Dialect, kind, about, "")
	}
}
