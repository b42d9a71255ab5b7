package hbase

import (
	"strings"

	"tabletop/engine/console"
	"tabletop/engine/hbase"
	"tabletop/engine/table"
)

// Dialect is the language of the HBase shell.
var Dialect = console.Dialect{
	ID: console.HBase, Name: "hbase",
	Split: SplitScript, Parse: Parse, Print: Print, Tokens: tokens, Complete: Complete, CommandWord: wordOf, BeginsCommand: known, IgnoredArgs: idle,
	Reads: console.ReadFeatures{
		Versions: hbase.DefaultVersions, NamesColumns: true, FromLast: true, PointRange: true, CountsRange: true,
		Raw: true, Times: true, Filters: true,
	},
	DropNeedsDisable: true, QuotesKeys: true, Echoes: true,
}

// wordOf returns the shell's word for a command, or "" if it does not have the command.
// After the word there may be an option that makes it another command.
func wordOf(c console.Command) string {
	switch c := c.(type) {
	case console.CreateTable:
		return "create"
	case console.CreateFamily, console.SetGC, console.DeleteFamily:
		return "alter"
	case console.DeleteTable:
		return "drop"
	case console.ListTables:
		if c.Table != "" {
			return "describe"
		}
		return "list"
	case console.SetCells:
		return "put"
	case console.ReadModifyWrite:
		if _, counts := c.Rule.(table.Increment); counts {
			return "incr"
		}
		return "append"
	case console.Read:
		return "scan"
	case console.Lookup:
		return "get"
	case console.DeleteRowsByPrefix:
		return "deleteall ROWPREFIXFILTER"
	case console.DeleteRow, console.DeleteColumn:
		return "deleteall"
	case console.DeleteAllRows:
		return "truncate"
	}
	if of := commands.find(console.DescriptorOf(c).Name); of != nil {
		return of.name
	}
	return ""
}

// known reports whether a line begins with a command, perhaps after the shell's prompt.
func known(line string) bool {
	_, typed, found := strings.Cut(line, "> ")
	if !found || !strings.HasPrefix(line, "hbase") {
		typed = line
	}
	word := strings.TrimFunc(strings.SplitN(typed, " ", 2)[0], func(r rune) bool { return r < 'a' || 'z' < r })
	return commands.find(word) != nil
}
