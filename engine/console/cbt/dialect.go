package cbt

import "tabletop/engine/console"

// Dialect is the language of Bigtable's command-line tool.
var Dialect = console.Dialect{
	ID: console.CBT, Name: "cbt",
	Split: SplitScript, Parse: Parse, Print: Print, Tokens: tokens, Complete: Complete, CommandWord: wordOf, BeginsCommand: known,
	Reads:      console.ReadFeatures{NoneByZero: true, Exprs: true},
	PicksFiles: true,
}

// wordOf returns cbt's word for a command, or "" if it does not have the command.
func wordOf(c console.Command) string {
	if of := find(console.DescriptorOf(c).Name); of != nil {
		return of.name
	}
	return ""
}

// known reports whether a line begins with a command, perhaps after the word cbt.
func known(line string) bool {
	words := SplitWords(line)
	if len(words) > 1 && words[0] == "cbt" {
		words = words[1:]
	}
	return len(words) > 0 && find(words[0]) != nil
}
