package hbase

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/hbase"
	"tabletop/engine/table"
)

// command describes a command of the shell for parsing, completion and help. [Print] uses
// its name and table; the other arguments are written there.
type command struct {
	name  string
	usage string
	args  []string                      // names of the arguments
	least int                           // number of required arguments
	more  bool                          // whether the last may be repeated
	makes bool                          // whether its table is a new one
	keys  []string                      // keys of its hash, in order
	lacks []string                      // keys of the real shell that are refused
	parse func(*parser) console.Command // called after their number has been checked
}

// language is the commands in order of their names. The parser has it as a field because
// the table of commands cannot refer to itself.
type language []command

var (
	tableArgs  = []string{"TABLE"}
	familyArgs = []string{"TABLE", "FAMILY"}
	valueArgs  = []string{"TABLE", "ROW", "FAMILY:QUALIFIER", "VALUE", "MILLISECONDS"}
	columnArgs = []string{"TABLE", "ROW", "FAMILY:QUALIFIER", "MILLISECONDS"}
	readArgs   = []string{"TABLE", "{KEY => …}"}

	familyKeys = []string{"KEEP_DELETED_CELLS", "METHOD", "MIN_VERSIONS", "NAME", "TTL", "VERSIONS"}
	createKeys = []string{"KEEP_DELETED_CELLS", "MIN_VERSIONS", "NAME", "SPLITS", "TTL", "VERSIONS"}
	getKeys    = []string{"COLUMN", "COLUMNS", "FILTER", "FORMATTER", "TIMERANGE", "TIMESTAMP", "VERSIONS"}
	countKeys  = []string{"COLUMN", "COLUMNS", "FILTER", "INTERVAL", "LIMIT", "RAW", "REVERSED", "ROWPREFIXFILTER", "STARTROW", "STOPROW", "TIMERANGE", "TIMESTAMP"}
	scanKeys   = []string{
		"COLUMN", "COLUMNS", "FILTER", "FORMATTER", "LIMIT", "RAW", "REVERSED", "ROWPREFIXFILTER", "STARTROW", "STOPROW", "TIMERANGE", "TIMESTAMP", "VERSIONS",
	}
)

// commands lists all commands of the shell.
var commands = language{
	{name: "alter", usage: "alter 'TABLE', {NAME => 'FAMILY', VERSIONS => N, TTL => SECONDS} | alter 'TABLE', 'delete' => 'FAMILY'",
		args: familyArgs, least: 2, more: true, keys: familyKeys, lacks: lacksTable, parse: (*parser).alter},
	{name: "append", usage: "append 'TABLE', 'ROW', 'FAMILY:QUALIFIER', 'VALUE'",
		args: valueArgs[:4], least: 4, lacks: lacksWrite, parse: (*parser).appendValue},
	{name: "compact", usage: "compact 'TABLE'", args: tableArgs, least: 1, parse: rewriting(console.Compact)},
	{name: "count", usage: "count 'TABLE'[, {INTERVAL => ROWS, COLUMNS => …, STARTROW => 'KEY', FILTER => …, …}]",
		args: readArgs, least: 1, keys: countKeys, lacks: lacksRows, parse: (*parser).count},
	{name: "create", usage: "create 'TABLE', 'FAMILY' | {NAME => 'FAMILY', VERSIONS => N, TTL => SECONDS}, …[, SPLITS => ['KEY', …]]",
		args: familyArgs, least: 2, more: true, makes: true, keys: createKeys, lacks: lacksTable, parse: (*parser).create},
	{name: "delete", usage: "delete 'TABLE', 'ROW', 'FAMILY:QUALIFIER'[, MILLISECONDS]",
		args: columnArgs, least: 3, lacks: lacksWrite, parse: (*parser).delete},
	{name: "deleteall", usage: "deleteall 'TABLE', 'ROW' | {ROWPREFIXFILTER => 'KEY'}[, 'FAMILY:QUALIFIER'[, MILLISECONDS]]",
		args: columnArgs, least: 2, keys: []string{"ROWPREFIXFILTER"}, lacks: lacksWrite, parse: (*parser).deleteAll},
	{name: "describe", usage: "describe 'TABLE'", args: tableArgs, least: 1, parse: (*parser).describe},
	{name: "disable", usage: "disable 'TABLE'", args: tableArgs, least: 1,
		parse: func(p *parser) console.Command { return console.Disable{Table: p.table()} }},
	{name: "drop", usage: "drop 'TABLE'", args: tableArgs, least: 1,
		parse: func(p *parser) console.Command { return console.DeleteTable{Table: p.table()} }},
	{name: "enable", usage: "enable 'TABLE'", args: tableArgs, least: 1,
		parse: func(p *parser) console.Command { return console.Enable{Table: p.table()} }},
	{name: "exists", usage: "exists 'TABLE'", args: tableArgs, least: 1,
		parse: func(p *parser) console.Command { return console.Exists{Table: p.table()} }},
	{name: "flush", usage: "flush 'TABLE'", args: tableArgs, least: 1, parse: rewriting(console.Flush)},
	{name: "get", usage: "get 'TABLE', 'ROW'[, 'FAMILY:QUALIFIER[:CONVERTER]', … | {COLUMN => …, VERSIONS => N, …}]",
		args: columnArgs[:3], least: 2, more: true, keys: getKeys, lacks: lacksGet, parse: (*parser).get},
	{name: "get_counter", usage: "get_counter 'TABLE', 'ROW', 'FAMILY:QUALIFIER'", args: columnArgs[:3], least: 3, parse: (*parser).getCounter},
	{name: "get_splits", usage: "get_splits 'TABLE'", args: tableArgs, least: 1,
		parse: func(p *parser) console.Command { return console.ListSplits{Table: p.table()} }},
	{name: "help", usage: "help ['COMMAND']", args: []string{"COMMAND"}, parse: (*parser).help},
	{name: "incr", usage: "incr 'TABLE', 'ROW', 'FAMILY:QUALIFIER'[, N]",
		args: valueArgs[:4], least: 3, lacks: lacksWrite, parse: (*parser).incr},
	{name: "is_disabled", usage: "is_disabled 'TABLE'", args: tableArgs, least: 1,
		parse: func(p *parser) console.Command { return console.IsEnabled{Table: p.table(), Not: true} }},
	{name: "is_enabled", usage: "is_enabled 'TABLE'", args: tableArgs, least: 1,
		parse: func(p *parser) console.Command { return console.IsEnabled{Table: p.table()} }},
	{name: "list", usage: "list ['REGEX']", args: []string{"REGEX"}, parse: (*parser).list},
	{name: "major_compact", usage: "major_compact 'TABLE'", args: tableArgs, least: 1, parse: rewriting(console.MajorCompact)},
	{name: "put", usage: "put 'TABLE', 'ROW', 'FAMILY:QUALIFIER', 'VALUE'[, MILLISECONDS]",
		args: valueArgs, least: 4, lacks: lacksWrite, parse: (*parser).put},
	{name: "scan", usage: "scan 'TABLE'[, {COLUMNS => …, STARTROW => 'KEY', LIMIT => N, …}]",
		args: readArgs, least: 1, keys: scanKeys, lacks: lacksRows, parse: (*parser).scan},
	{name: "truncate", usage: "truncate 'TABLE'", args: tableArgs, least: 1,
		parse: func(p *parser) console.Command { return console.DeleteAllRows{Table: p.table()} }},
}

// rewriting returns a function that makes a RewriteFiles.
func rewriting(how console.Rewriting) func(*parser) console.Command {
	return func(p *parser) console.Command { return console.RewriteFiles{Table: p.table(), How: how} }
}

// Print returns a command as one line of printable text, which [Parse] reads back as the
// same command. It refuses (unsayable) what the shell cannot express, such as a pattern
// that row keys must match.
//
// A command that only cbt has is written as one with the same effect: a new family, and a
// new rule, as alter.
func Print(c console.Command) (string, error) {
	p := &printer{Inexpressible: console.Inexpressible{Dialect: "hbase"}}
	d := console.DescriptorOf(c)
	name, _, _ := strings.Cut(wordOf(c), " ")
	if name == "" {
		p.NoteUnsupported(true, d.Name)
		return "", p.Err
	}
	w := commands.find(name)
	p.b.WriteString(name)
	if w.args[0] == "TABLE" {
		p.arg(quote(d.Table))
	}
	switch c := c.(type) {
	case console.CreateTable:
		if len(c.Families) == 0 {
			p.NoteUnsupportedKind(true, "families", "")
		}
		for _, f := range c.Families {
			i := slices.IndexFunc(c.Settings, func(s console.FamilyChange) bool { return s.Family == f.Name })
			if i < 0 {
				p.arg(p.newFamily(f))
				continue
			}
			all := p.familyChange(f)
			if all.KeepDeleted = c.Settings[i].KeepDeleted; all.MinVersions <= 0 {
				all.MinVersions = c.Settings[i].MinVersions
			}
			p.arg("{" + strings.Replace(p.change(all), ", TTL => 'FOREVER'", "", 1) + "}")
		}
		if len(c.Splits) > 0 {
			keys := make([]string, len(c.Splits))
			for i, k := range c.Splits {
				keys[i] = quote(string(k))
			}
			p.arg("SPLITS => [" + strings.Join(keys, ", ") + "]")
		}
	case console.CreateFamily:
		p.arg(p.family(c.Family))
	case console.SetGC:
		p.arg(p.family(console.FamilySpec{Name: c.Family, GC: c.GC}))
	case console.Alter:
		for _, f := range c.Changes {
			p.arg("{" + p.change(f) + "}")
		}
	case console.DeleteFamily:
		p.arg("'delete' => " + quote(string(c.Family)))
	case console.ListTables:
		if c.Pattern != "" {
			p.arg(quote(c.Pattern))
		}
	case console.SetCells:
		if len(c.Cells) != 1 {
			p.NoteUnsupportedKind(true, "cells", "")
			break
		}
		cell := c.Cells[0]
		p.row(c.Row)
		p.arg(p.column(cell.Family, cell.Qualifier))
		p.arg(quote(cell.Value))
		p.time(cell.At, table.ServerTime)
	case console.ReadModifyWrite:
		p.row(c.Row)
		switch r := c.Rule.(type) {
		case table.AppendValue:
			p.arg(p.column(r.Family, r.Qualifier))
			p.arg(quote(r.Value))
		case table.Increment:
			p.arg(p.column(r.Family, r.Qualifier))
			p.arg(strconv.FormatInt(r.By, 10))
		default:
			panic(fmt.Sprintf("hbase: unknown rule %T", c.Rule))
		}
	case console.DeleteCell:
		p.row(c.Row)
		if c.All {
			p.arg(p.whole(c.Family))
		} else {
			p.arg(p.column(c.Family, c.Qualifier))
		}
		p.time(c.At, console.NewestVersion)
	case console.DeleteRow:
		p.row(c.Row)
	case console.DeleteColumn:
		p.row(c.Row)
		p.arg(p.column(c.Family, c.Qualifier))
	case console.DeleteVersions:
		p.row(c.Row)
		p.versions(c)
	case console.DeleteRowsByPrefix:
		p.arg("{ROWPREFIXFILTER => " + quote(c.Prefix) + "}")
		p.versions(c.DeleteVersions)
	case console.CountRows:
		if c.Interval > 0 {
			p.pair("INTERVAL", strconv.Itoa(c.Interval))
		}
		c.CellsPerColumn = hbase.DefaultVersions
		p.scan(c.Read)
	case console.GetCounter:
		p.row(c.Row)
		p.arg(p.column(c.Family, c.Qualifier))
	case console.Read:
		p.scan(c)
	case console.Lookup:
		p.row(c.Row)
		p.NoteUnsupported(c.KeysOnly, "keys-only")
		p.NoteUnsupported(c.Stats, "include-stats")
		p.NoteUnsupported(c.Format != "", "format-file")
		if c.CellsPerColumn != hbase.DefaultVersions && c.Columns == nil && c.Times == (console.TimeRange{}) {
			p.pairs = append(p.pairs, allTimes)
		}
		p.shown(c.ShowOptions)
	case console.Help:
		if c.Topic != "" {
			p.NoteUnsupportedKind(commands.find(c.Topic) == nil, "help", c.Topic)
			p.arg(quote(c.Topic))
		}
	}
	if len(p.pairs) > 0 {
		p.arg("{" + strings.Join(p.pairs, ", ") + "}")
	}
	if p.Err != nil {
		return "", p.Err
	}
	return p.b.String(), nil
}

// CommandHelps describes all commands, in order of their names.
func CommandHelps() []console.CommandHelp {
	list := make([]console.CommandHelp, len(commands))
	for i, w := range commands {
		list[i] = console.CommandHelp{Name: w.name, Usage: w.usage, Help: w.help()}
		for _, k := range w.keys {
			list[i].Args = append(list[i].Args, console.ArgumentHelp{Name: k, Help: keyHelp(k)})
		}
	}
	return list
}

// help returns the code of the sentence that explains the command.
func (w *command) help() base.Code { return base.Code("help.hbase." + w.name) }

// keyHelp returns the code of the sentence that explains a key.
func keyHelp(key string) base.Code { return base.Code("help.hbase.key." + strings.ToLower(key)) }

// find returns the command with the name, or nil. desc is another name of describe.
func (l language) find(name string) *command {
	if name == "desc" {
		name = "describe"
	}
	i, ok := slices.BinarySearchFunc(l, name, func(c command, n string) int { return strings.Compare(c.name, n) })
	if !ok {
		return nil
	}
	return &l[i]
}

// nearest returns the command that a word probably means, or "".
func (l language) nearest(text string) string {
	text = strings.ToLower(text)
	if m, ok := meant[text]; ok {
		return m
	}
	names := make([]string, len(l))
	for i, w := range l {
		names[i] = w.name
	}
	return base.Nearest(text, names)
}

// inPlaceOfSQL has the shell's commands for statements of SQL.
var inPlaceOfSQL = console.SQLEquivalents{
	Row: "get '%s', 'ROW'", Front: "scan '%s', {ROWPREFIXFILTER => 'KEY'}", Write: "put '%s', 'ROW', 'FAMILY:QUALIFIER', 'VALUE'", Delete: "deleteall '%s', 'ROW'",
	Count: "count '%s'", Scan: func(reversed bool, limit string) string {
		var options []string
		if reversed {
			options = append(options, "REVERSED => true")
		}
		if limit != "" {
			options = append(options, "LIMIT => "+limit)
		}
		if options == nil {
			return "scan '%s'"
		}
		return "scan '%s', {" + strings.Join(options, ", ") + "}"
	},
	Create: "create '%s', 'FAMILY'", Drop: "drop '%s'", Truncate: "truncate '%s'", Change: "alter '%s', 'FAMILY'", Tables: "list",
}

// ofCBT are commands of cbt that the HBase shell does not have.
var ofCBT = []string{
	"addtocell", "createfamily", "createtable", "deleteallrows", "deletecolumn", "deletefamily", "deleterow", "deletetable", "lookup", "ls", "read", "readmodifywrite",
	"set", "setgcpolicy",
}

// meant maps words of other tools to the commands that do the same.
var meant = map[string]string{
	"createtable": "create", "createfamily": "alter", "setgcpolicy": "alter", "deletefamily": "alter", "deletetable": "drop", "ls": "list", "tables": "list",
	"set": "put", "insert": "put", "write": "put", "read": "scan", "select": "scan", "lookup": "get", "deleterow": "deleteall", "deletecolumn": "deleteall",
	"deleteallrows": "truncate", "readmodifywrite": "incr", "increment": "incr", "addtocell": "incr", "show": "list", "?": "help",
}
