package cbt

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/table"
)

// command describes a command of the tool for parsing, completion and help. [Print] uses
// its name, table and row; the other arguments are written there.
type command struct {
	name  string
	args  []arg  // the positional arguments come first
	skips string // a key of the real tool that has no effect here
	build func(*values) console.Command
}

// arg is an argument of a command.
type arg struct {
	Name     string // the key of key=…, or TABLE, ROW and so on
	Value    string // what follows key=; "" for a positional argument
	Required bool
	Repeats  bool // whether there may be any number of them
	Help     base.Code

	kind  argKind
	makes bool // whether its table is a new one
	oneOf bool // whether one of the arguments with oneOf is required
}

// keyed reports whether the argument is written as key=value, anywhere after the
// positional ones.
func (a arg) keyed() bool { return a.Value != "" }

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
	argFilter
)

// These are the arguments of all commands. The meaning of a key does not depend on the command.
var (
	tableArg      = arg{Name: "TABLE", Required: true, Help: "help.arg.table", kind: argTable}
	newTableArg   = arg{Name: "TABLE", Required: true, Help: "help.arg.table", kind: argTable, makes: true}
	anyTableArg   = arg{Name: "TABLE", Help: "help.arg.table", kind: argTable}
	rowArg        = arg{Name: "ROW", Required: true, Help: "help.arg.row", kind: argRow}
	familyArg     = arg{Name: "FAMILY", Required: true, Help: "help.arg.family", kind: argFamily}
	qualifierArg  = arg{Name: "QUALIFIER", Required: true, Help: "help.arg.qualifier", kind: argQualifier}
	familySpecArg = arg{Name: "FAMILY[:GC[:TYPE]]", Required: true, Help: "help.arg.family-gc", kind: argFamilySpec}
	cellArg       = arg{Name: "FAMILY:QUALIFIER=VALUE[@MICROS]", Required: true, Repeats: true, Help: "help.arg.cell", kind: argCell}
	addArg        = arg{Name: "FAMILY:QUALIFIER=INTEGER[@MICROS]", Required: true, Repeats: true, Help: "help.arg.add", kind: argAdd}
	ruleArg       = arg{Name: "GC", Required: true, Repeats: true, Help: "help.arg.gc", kind: argRule}
	typeArg       = arg{Name: "TYPE", Required: true, Help: "help.arg.type", kind: argType}
	fileArg       = arg{Name: "FILE", Required: true, Help: "help.arg.file", kind: argFile}
	topicArg      = arg{Name: "COMMAND", Help: "help.arg.command", kind: argTopic}

	startArg     = arg{Name: "start", Value: "KEY", Help: "help.arg.start", kind: argStart}
	endArg       = arg{Name: "end", Value: "KEY", Help: "help.arg.end", kind: argEnd}
	prefixArg    = arg{Name: "prefix", Value: "KEY", Help: "help.arg.prefix", kind: argPrefix}
	regexArg     = arg{Name: "regex", Value: "REGEX", Help: "help.arg.regex", kind: argRegex}
	columnsArg   = arg{Name: "columns", Value: "FAMILY:QUALIFIER,…", Help: "help.arg.columns", kind: argColumns}
	countArg     = arg{Name: "count", Value: "N", Help: "help.arg.count", kind: argCount}
	perColumnArg = arg{Name: "cells-per-column", Value: "N", Help: "help.arg.cells-per-column", kind: argPerColumn}
	keysOnlyArg  = arg{Name: "keys-only", Value: "true|false", Help: "help.arg.keys-only", kind: argKeysOnly}
	reversedArg  = arg{Name: "reversed", Value: "true|false", Help: "help.arg.reversed", kind: argReversed}
	statsArg     = arg{Name: "include-stats", Value: "full", Help: "help.arg.include-stats", kind: argStats}
	formatArg    = arg{Name: "format-file", Value: "FILE", Help: "help.arg.format-file", kind: argFormat}
	filterArg    = arg{Name: "filter", Value: "EXPRESSION", Help: "help.arg.filter", kind: argFilter}
	familiesArg  = arg{Name: "families", Value: "FAMILY[:GC[:TYPE]],…", Help: "help.arg.families", kind: argFamilies}
	splitsArg    = arg{Name: "splits", Value: "KEY,…", Help: "help.arg.splits", kind: argSplits}
	anyOfArg     = arg{Name: "columns", Value: "FAMILY:QUALIFIER,…", Help: "help.arg.check", kind: argColumns}
	trueArg      = arg{Name: "true", Value: "FAMILY:QUALIFIER=VALUE[@MICROS]", Help: "help.arg.true", kind: argTrue, oneOf: true}
	falseArg     = arg{Name: "false", Value: "FAMILY:QUALIFIER=VALUE[@MICROS]", Help: "help.arg.false", kind: argFalse, oneOf: true}
	appendArg    = arg{Name: "append", Value: "VALUE", Help: "help.arg.append", kind: argAppend, oneOf: true}
	incrementArg = arg{Name: "increment", Value: "INTEGER", Help: "help.arg.increment", kind: argIncrement, oneOf: true}
	intoArg      = arg{Name: "column-family", Value: "FAMILY", Help: "help.arg.column-family", kind: argColumnFamily}
	batchArg     = arg{Name: "batch-size", Value: "N", Help: "help.arg.batch-size", kind: argBatchSize}
	timeArg      = arg{Name: "timestamp", Value: "now|value-encoded", Help: "help.arg.timestamp", kind: argTimestamp}
)

// commands lists all commands in order of their names.
var commands = []command{
	{name: "addtocell", args: []arg{tableArg, rowArg, addArg},
		build: func(g *values) console.Command {
			return console.AddToCell{Table: g.table, Row: g.row, Cells: g.adds}
		}},
	{name: "checkandmutate", args: []arg{tableArg, rowArg, anyOfArg, trueArg, falseArg},
		build: func(g *values) console.Command {
			return console.CheckAndMutate{Table: g.table, Row: g.row, Columns: g.shown.Columns, True: g.yes, False: g.no}
		}},
	{name: "count", args: []arg{tableArg, prefixArg},
		build: func(g *values) console.Command {
			return console.CountRows{Read: console.Read{Table: g.table, Prefix: g.prefix}}
		}},
	{name: "createfamily", args: []arg{tableArg, familySpecArg},
		build: func(g *values) console.Command {
			return console.CreateFamily{Table: g.table, Family: g.families[0]}
		}},
	{name: "createtable", args: []arg{newTableArg, familiesArg, splitsArg},
		build: func(g *values) console.Command {
			return console.CreateTable{Table: g.table, Families: g.families, Splits: g.splits}
		}},
	{name: "deleteallrows", args: []arg{tableArg},
		build: func(g *values) console.Command { return console.DeleteAllRows{Table: g.table} }},
	{name: "deletecolumn", args: []arg{tableArg, rowArg, familyArg, qualifierArg},
		build: func(g *values) console.Command {
			return console.DeleteColumn{Table: g.table, Row: g.row, Family: g.family, Qualifier: g.qualifier}
		}},
	{name: "deletefamily", args: []arg{tableArg, familyArg},
		build: func(g *values) console.Command { return console.DeleteFamily{Table: g.table, Family: g.family} }},
	{name: "deleterow", args: []arg{tableArg, rowArg},
		build: func(g *values) console.Command { return console.DeleteRow{Table: g.table, Row: g.row} }},
	{name: "deletetable", args: []arg{tableArg},
		build: func(g *values) console.Command { return console.DeleteTable{Table: g.table} }},
	{name: "help", args: []arg{topicArg},
		build: func(g *values) console.Command { return console.Help{Topic: g.topic} }},
	{name: "import", args: []arg{tableArg, fileArg, intoArg, batchArg, timeArg}, skips: "workers",
		build: func(g *values) console.Command {
			return console.ImportCSV{Table: g.table, File: g.file, Family: g.family, BatchSize: g.batch, Times: g.times}
		}},
	{name: "lookup", args: []arg{tableArg, rowArg, columnsArg, filterArg, perColumnArg, keysOnlyArg, statsArg, formatArg},
		build: func(g *values) console.Command {
			return console.Lookup{Table: g.table, Row: g.row, ShowOptions: g.shown}
		}},
	{name: "ls", args: []arg{anyTableArg},
		build: func(g *values) console.Command { return console.ListTables{Table: g.table} }},
	{name: "read", args: []arg{tableArg, startArg, endArg, prefixArg, regexArg, columnsArg, filterArg, countArg, perColumnArg, keysOnlyArg, reversedArg, statsArg, formatArg},
		build: func(g *values) console.Command {
			return console.Read{Table: g.table, Start: g.start, End: g.end, Prefix: g.prefix, Regex: g.regex,
				Reversed: g.reversed, Count: g.count, ShowOptions: g.shown}
		}},
	{name: "readmodifywrite", args: []arg{tableArg, rowArg, familyArg, qualifierArg, appendArg, incrementArg},
		build: func(g *values) console.Command {
			return console.ReadModifyWrite{Table: g.table, Row: g.row, Rule: g.modify}
		}},
	{name: "samplerowkeys", args: []arg{tableArg},
		build: func(g *values) console.Command { return console.SampleRowKeys{Table: g.table} }},
	{name: "set", args: []arg{tableArg, rowArg, cellArg},
		build: func(g *values) console.Command { return console.SetCells{Table: g.table, Row: g.row, Cells: g.cells} }},
	{name: "setgcpolicy", args: []arg{tableArg, familyArg, ruleArg},
		build: func(g *values) console.Command {
			return console.SetGC{Table: g.table, Family: g.family, GC: g.rule}
		}},
	{name: "setvaluetype", args: []arg{tableArg, familyArg, typeArg},
		build: func(g *values) console.Command {
			return console.SetValueType{Table: g.table, Family: g.family, Type: g.valueType}
		}},
}

// Print returns a command as one line of printable text, which a shell would also pass to
// cbt unchanged. [Parse] reads it back as the same command. It refuses (unsayable) what
// the language cannot express, such as a qualifier that contains =.
func Print(c console.Command) (string, error) {
	p := printer{Inexpressible: console.Inexpressible{Dialect: "cbt"}}
	d := console.DescriptorOf(c)
	of := find(d.Name)
	if of == nil {
		p.NoteUnsupported(true, d.Name)
		return "", p.Err
	}
	p.words(of.name)
	for _, a := range of.args {
		switch {
		case a.kind == argTable && (a.Required || d.Table != ""):
			p.words(d.Table)
		case a.kind == argRow:
			p.words(string(d.Row))
		}
	}
	switch c := c.(type) {
	case console.CreateTable:
		families := make([]string, len(c.Families))
		for i, f := range c.Families {
			p.family(f.Name)
			families[i] = csvField(familyText(f))
		}
		splits := make([]string, len(c.Splits))
		for i, k := range c.Splits {
			splits[i] = csvField(string(k))
		}
		p.key("families", strings.Join(families, ","))
		p.key("splits", strings.Join(splits, ","))
	case console.CreateFamily:
		p.family(c.Family.Name)
		p.words(familyText(c.Family))
	case console.SetGC:
		p.words(string(c.Family), gcText(c.GC, false))
	case console.SetValueType:
		p.words(string(c.Family), typeText(c.Type))
	case console.DeleteFamily:
		p.words(string(c.Family))
	case console.ListTables:
		p.NoteUnsupportedKind(c.Pattern != "", "pattern", c.Pattern)
	case console.SetCells:
		for _, cell := range c.Cells {
			p.cell("", cell)
		}
	case console.AddToCell:
		for _, c := range c.Cells {
			p.cell("", console.CellWrite{Family: c.Family, Qualifier: c.Qualifier, Value: strconv.FormatInt(c.Input, 10), At: c.At})
		}
	case console.CheckAndMutate:
		p.columns(c.Columns)
		for _, branch := range []struct {
			key   string
			cells []console.CellWrite
		}{{"true=", c.True}, {"false=", c.False}} {
			if len(branch.cells) > 1 {
				p.NoteUnsupported(true, branch.key)
			}
			for _, cell := range branch.cells {
				p.cell(branch.key, cell)
			}
		}
	case console.ReadModifyWrite:
		switch r := c.Rule.(type) {
		case table.AppendValue:
			p.words(string(r.Family), string(r.Qualifier))
			p.b.WriteString(" append=" + quote(r.Value))
		case table.Increment:
			p.words(string(r.Family), string(r.Qualifier))
			p.key("increment", strconv.FormatInt(r.By, 10))
		default:
			panic(fmt.Sprintf("cbt: unknown rule %T", r))
		}
	case console.ImportCSV:
		p.words(c.File)
		p.key("column-family", string(c.Family))
		p.number("batch-size", c.BatchSize)
		p.flag("timestamp", "value-encoded", c.Times)
	case console.Read:
		p.shellOnly(c.ShowOptions)
		p.NoteUnsupported(c.Raw, "RAW")
		p.key("start", string(c.Start))
		p.key("end", string(c.End))
		p.key("prefix", c.Prefix)
		p.key("regex", c.Regex)
		p.columns(c.Columns)
		p.key("filter", c.Expr)
		p.number("count", c.Count)
		p.flag("count", "0", c.Count == console.NoRows)
		p.number("cells-per-column", c.CellsPerColumn)
		p.flag("keys-only", "true", c.KeysOnly)
		p.flag("reversed", "true", c.Reversed)
		p.flag("include-stats", "full", c.Stats)
		p.key("format-file", c.Format)
	case console.Lookup:
		p.shellOnly(c.ShowOptions)
		p.columns(c.Columns)
		p.key("filter", c.Expr)
		p.number("cells-per-column", c.CellsPerColumn)
		p.flag("keys-only", "true", c.KeysOnly)
		p.flag("include-stats", "full", c.Stats)
		p.key("format-file", c.Format)
	case console.CountRows:
		p.NoteUnsupported(c.Interval != 0, "INTERVAL")
		p.NoteUnsupported(c.Start != "", "STARTROW")
		p.NoteUnsupported(c.End != "", "STOPROW")
		p.NoteUnsupported(c.Reversed, "REVERSED")
		p.NoteUnsupported(c.Count != 0, "LIMIT")
		p.NoteUnsupported(len(c.Columns) > 0, "COLUMNS")
		p.shellOnly(c.ShowOptions)
		p.NoteUnsupported(c.Raw, "RAW")
		p.key("prefix", c.Prefix)
	case console.DeleteColumn:
		p.words(string(c.Family), string(c.Qualifier))
	case console.Help:
		if c.Topic != "" {
			p.NoteUnsupportedKind(find(c.Topic) == nil, "help", c.Topic)
			p.words(c.Topic)
		}
	}
	if p.Err != nil {
		return "", p.Err
	}
	return p.b.String(), nil
}

// shellOnly notes the options of a read that only the HBase shell has.
func (p *printer) shellOnly(s console.ShowOptions) {
	p.NoteUnsupported(s.Times != console.TimeRange{}, "TIMERANGE")
	p.NoteUnsupported(s.Filter != "", "FILTER")
	p.NoteUnsupported(s.Formatter != "", "FORMATTER")
	for _, c := range s.Columns {
		p.NoteUnsupported(c.Converter != "", c.Converter)
	}
}

// CommandHelps describes all commands, in order of their names.
func CommandHelps() []console.CommandHelp {
	list := make([]console.CommandHelp, len(commands))
	for i, c := range commands {
		list[i] = console.CommandHelp{Name: c.name, Usage: c.usage(), Help: c.help()}
		for _, a := range c.args {
			list[i].Args = append(list[i].Args, console.ArgumentHelp{Name: a.Name, Help: a.Help})
		}
	}
	return list
}

// help returns the code of the sentence that explains the command.
func (c *command) help() base.Code { return base.Code("help." + c.name) }

// find returns the command with the name, or nil.
func find(name string) *command {
	i, ok := slices.BinarySearchFunc(commands, name, func(c command, n string) int { return strings.Compare(c.name, n) })
	if !ok {
		return nil
	}
	return &commands[i]
}

// positional returns the arguments that are not written with a key.
func (c *command) positional() []arg {
	if i := slices.IndexFunc(c.args, arg.keyed); i >= 0 {
		return c.args[:i]
	}
	return c.args
}

// usage returns the command with its arguments in one line, such as "count TABLE
// [prefix=KEY]".
func (c *command) usage() string {
	var b strings.Builder
	b.WriteString(c.name)
	for _, a := range c.args {
		text := a.Name
		if a.keyed() {
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

// absent are commands of the real tool that do not exist here.
var absent = []string{
	"createappprofile", "createcluster", "createinstance", "deleteappprofile", "deletecluster", "deleteinstance", "doc",
	"getappprofile", "listappprofile", "listclusters", "listinstances", "mddoc", "notices", "sql", "updateappprofile",
	"updatecluster", "version", "waitforreplication",
}

// inPlaceOfSQL has cbt's commands for statements of SQL.
var inPlaceOfSQL = console.SQLEquivalents{
	Row: "lookup %s ROW", Front: "read %s prefix=KEY", Write: "set %s ROW FAMILY:QUALIFIER=VALUE", Delete: "deleterow %s ROW",
	Count: "count %s", Scan: func(reversed bool, limit string) string {
		form := "read %s"
		if reversed {
			form += " reversed=true"
		}
		if limit != "" {
			form += " count=" + limit
		}
		return form
	},
	Create: "createtable %s families=FAMILY", Drop: "deletetable %s", Truncate: "deleteallrows %s", Change: "createfamily %s FAMILY", Tables: "ls",
}

// ofHBase are commands of the HBase shell that cbt does not have.
var ofHBase = []string{
	"alter", "append", "create", "delete", "deleteall", "describe", "disable", "drop", "enable", "exists", "get", "incr", "list", "put", "scan", "truncate",
}

// meantCommand and meantKey map words of other tools to the commands and argument keys that
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
