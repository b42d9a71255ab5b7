package cbt

import (
	"slices"
	"strings"
)

// Info describes a command for help and completion.
type Info struct {
	Name   string
	Writes bool   // it changes tables
	Help   string // code of the sentence that says what it does
	Args   []Arg  // positional ones first
}

// Arg is an argument of a command.
type Arg struct {
	Name     string // the key of key=…, or TABLE, ROW and so on
	Value    string // what follows key=; "" for a positional argument
	Required bool
	Repeats  bool   // any number of them, of one kind
	Help     string // code of the sentence that explains it

	kind argKind
}

// Keyed reports whether the argument is written key=value, anywhere behind the
// positional ones.
func (a Arg) Keyed() bool { return a.Value != "" }

// argKind says how an argument is read.
type argKind uint8

const (
	argTable argKind = iota
	argRow
	argFamily
	argQualifier
	argFamilySpec
	argCell
	argAdd
	argRule
	argType
	argFile
	argTopic
	argStart
	argEnd
	argPrefix
	argRegex
	argColumns
	argCount
	argPerColumn
	argKeysOnly
	argReversed
	argStats
	argFamilies
	argSplits
	argTrue
	argFalse
	argAppend
	argIncrement
	argColumnFamily
	argBatchSize
	argTimestamp
	argFormat
)

// The arguments. What a key means does not depend on the command.
var (
	tableArg      = Arg{Name: "TABLE", Required: true, Help: "help.arg.table", kind: argTable}
	anyTableArg   = Arg{Name: "TABLE", Help: "help.arg.table", kind: argTable}
	rowArg        = Arg{Name: "ROW", Required: true, Help: "help.arg.row", kind: argRow}
	familyArg     = Arg{Name: "FAMILY", Required: true, Help: "help.arg.family", kind: argFamily}
	qualifierArg  = Arg{Name: "QUALIFIER", Required: true, Help: "help.arg.qualifier", kind: argQualifier}
	familySpecArg = Arg{Name: "FAMILY[:GC[:TYPE]]", Required: true, Help: "help.arg.family-gc", kind: argFamilySpec}
	cellArg       = Arg{Name: "FAMILY:QUALIFIER=VALUE[@MICROS]", Required: true, Repeats: true, Help: "help.arg.cell", kind: argCell}
	addArg        = Arg{Name: "FAMILY:QUALIFIER=INTEGER[@MICROS]", Required: true, Repeats: true, Help: "help.arg.add", kind: argAdd}
	ruleArg       = Arg{Name: "GC", Required: true, Repeats: true, Help: "help.arg.gc", kind: argRule}
	typeArg       = Arg{Name: "TYPE", Required: true, Help: "help.arg.type", kind: argType}
	fileArg       = Arg{Name: "FILE", Required: true, Help: "help.arg.file", kind: argFile}
	topicArg      = Arg{Name: "COMMAND", Help: "help.arg.command", kind: argTopic}

	startArg     = Arg{Name: "start", Value: "KEY", Help: "help.arg.start", kind: argStart}
	endArg       = Arg{Name: "end", Value: "KEY", Help: "help.arg.end", kind: argEnd}
	prefixArg    = Arg{Name: "prefix", Value: "KEY", Help: "help.arg.prefix", kind: argPrefix}
	regexArg     = Arg{Name: "regex", Value: "REGEX", Help: "help.arg.regex", kind: argRegex}
	columnsArg   = Arg{Name: "columns", Value: "FAMILY:QUALIFIER,…", Help: "help.arg.columns", kind: argColumns}
	countArg     = Arg{Name: "count", Value: "N", Help: "help.arg.count", kind: argCount}
	perColumnArg = Arg{Name: "cells-per-column", Value: "N", Help: "help.arg.cells-per-column", kind: argPerColumn}
	keysOnlyArg  = Arg{Name: "keys-only", Value: "true|false", Help: "help.arg.keys-only", kind: argKeysOnly}
	reversedArg  = Arg{Name: "reversed", Value: "true|false", Help: "help.arg.reversed", kind: argReversed}
	statsArg     = Arg{Name: "include-stats", Value: "full", Help: "help.arg.include-stats", kind: argStats}
	formatArg    = Arg{Name: "format-file", Value: "FILE", Help: "help.arg.format-file", kind: argFormat}
	familiesArg  = Arg{Name: "families", Value: "FAMILY[:GC[:TYPE]],…", Help: "help.arg.families", kind: argFamilies}
	splitsArg    = Arg{Name: "splits", Value: "KEY,…", Help: "help.arg.splits", kind: argSplits}
	anyOfArg     = Arg{Name: "columns", Value: "FAMILY:QUALIFIER,…", Help: "help.arg.check", kind: argColumns}
	trueArg      = Arg{Name: "true", Value: "FAMILY:QUALIFIER=VALUE[@MICROS]", Help: "help.arg.true", kind: argTrue}
	falseArg     = Arg{Name: "false", Value: "FAMILY:QUALIFIER=VALUE[@MICROS]", Help: "help.arg.false", kind: argFalse}
	appendArg    = Arg{Name: "append", Value: "VALUE", Help: "help.arg.append", kind: argAppend}
	incrementArg = Arg{Name: "increment", Value: "INTEGER", Help: "help.arg.increment", kind: argIncrement}
	intoArg      = Arg{Name: "column-family", Value: "FAMILY", Help: "help.arg.column-family", kind: argColumnFamily}
	batchArg     = Arg{Name: "batch-size", Value: "N", Help: "help.arg.batch-size", kind: argBatchSize}
	timeArg      = Arg{Name: "timestamp", Value: "now|value-encoded", Help: "help.arg.timestamp", kind: argTimestamp}
)

// commands is the language, by name: the parser, the highlighter and the help
// all read it.
var commands = []Info{
	{Name: "addtocell", Writes: true, Help: "help.addtocell", Args: []Arg{tableArg, rowArg, addArg}},
	{Name: "checkandmutate", Writes: true, Help: "help.checkandmutate", Args: []Arg{tableArg, rowArg, anyOfArg, trueArg, falseArg}},
	{Name: "count", Help: "help.count", Args: []Arg{tableArg, prefixArg}},
	{Name: "createfamily", Writes: true, Help: "help.createfamily", Args: []Arg{tableArg, familySpecArg}},
	{Name: "createtable", Writes: true, Help: "help.createtable", Args: []Arg{tableArg, familiesArg, splitsArg}},
	{Name: "deleteallrows", Writes: true, Help: "help.deleteallrows", Args: []Arg{tableArg}},
	{Name: "deletecolumn", Writes: true, Help: "help.deletecolumn", Args: []Arg{tableArg, rowArg, familyArg, qualifierArg}},
	{Name: "deletefamily", Writes: true, Help: "help.deletefamily", Args: []Arg{tableArg, familyArg}},
	{Name: "deleterow", Writes: true, Help: "help.deleterow", Args: []Arg{tableArg, rowArg}},
	{Name: "deletetable", Writes: true, Help: "help.deletetable", Args: []Arg{tableArg}},
	{Name: "help", Help: "help.help", Args: []Arg{topicArg}},
	{Name: "import", Writes: true, Help: "help.import", Args: []Arg{tableArg, fileArg, intoArg, batchArg, timeArg}},
	{Name: "lookup", Help: "help.lookup", Args: []Arg{tableArg, rowArg, columnsArg, perColumnArg, keysOnlyArg, statsArg, formatArg}},
	{Name: "ls", Help: "help.ls", Args: []Arg{anyTableArg}},
	{Name: "read", Help: "help.read", Args: []Arg{tableArg, startArg, endArg, prefixArg, regexArg, columnsArg, countArg, perColumnArg, keysOnlyArg, reversedArg, statsArg, formatArg}},
	{Name: "readmodifywrite", Writes: true, Help: "help.readmodifywrite", Args: []Arg{tableArg, rowArg, familyArg, qualifierArg, appendArg, incrementArg}},
	{Name: "samplerowkeys", Help: "help.samplerowkeys", Args: []Arg{tableArg}},
	{Name: "set", Writes: true, Help: "help.set", Args: []Arg{tableArg, rowArg, cellArg}},
	{Name: "setgcpolicy", Writes: true, Help: "help.setgcpolicy", Args: []Arg{tableArg, familyArg, ruleArg}},
	{Name: "setvaluetype", Help: "help.setvaluetype", Args: []Arg{tableArg, familyArg, typeArg}},
}

// Commands returns the commands by name.
func Commands() []Info { return slices.Clone(commands) }

// Find returns the command of a name.
func Find(name string) (Info, bool) {
	i, ok := slices.BinarySearchFunc(commands, name, func(c Info, n string) int { return strings.Compare(c.Name, n) })
	if !ok {
		return Info{}, false
	}
	return commands[i], true
}

// Usage returns the command's form in one line, such as
// "count TABLE [prefix=KEY]".
func (c Info) Usage() string {
	var b strings.Builder
	b.WriteString(c.Name)
	for _, a := range c.Args {
		text := a.Name
		if a.Keyed() {
			text += "=" + a.Value
		}
		if !a.Required {
			text = "[" + text + "]"
		}
		b.WriteString(" " + text)
		if a.Repeats {
			b.WriteString(" …")
		}
	}
	return b.String()
}

// absent are commands of the real tool that do nothing here.
var absent = []string{
	"createappprofile", "createcluster", "createinstance", "deleteappprofile", "deletecluster", "deleteinstance", "doc",
	"getappprofile", "listappprofile", "listclusters", "listinstances", "mddoc", "notices", "sql", "updateappprofile",
	"updatecluster", "version", "waitforreplication",
}

// meant leads from words of other tools to the commands and argument keys that
// do the same.
var (
	meantCommand = map[string]string{
		"add": "addtocell", "alter": "setgcpolicy", "append": "readmodifywrite", "create": "createtable", "delete": "deleterow", "deleteall": "deleterow",
		"describe": "ls", "drop": "deletetable", "get": "lookup", "incr": "readmodifywrite", "insert": "set", "list": "ls", "put": "set",
		"scan": "read", "select": "read", "tables": "ls", "truncate": "deleteallrows", "write": "set", "?": "help",
	}
	meantKey = map[string]string{
		"limit": "count", "rows": "count", "n": "count", "from": "start", "startrow": "start", "to": "end", "until": "end",
		"stop": "end", "stoprow": "end", "versions": "cells-per-column", "filter": "regex", "pattern": "regex",
		"column": "columns", "family": "families", "split": "splits", "stats": "include-stats", "keys": "keys-only",
		"reverse": "reversed", "desc": "reversed", "incr": "increment", "add": "increment", "then": "true", "else": "false",
	}
)
