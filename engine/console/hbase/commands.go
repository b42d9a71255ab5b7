package hbase

import (
	"slices"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/console"
)

// command is a word of the shell: all that parsing, printing, completion and help
// know of it. A parser reads it once there are as many arguments as there may be; a
// printer writes what stands behind the table.
type command struct {
	name  string
	usage string
	args  []string // what the arguments are called
	least int      // how many of them there must be
	more  bool     // the last may be there again and again
	makes bool     // its table is new
	keys  []string // of its hash, by name
	parse func(*parser) console.Command
	print func(*printer, console.Command) // nil: nothing
}

// language is its words by name. What is in it reaches it through its parser or
// printer.
type language []command

var (
	tableArgs  = []string{"TABLE"}
	familyArgs = []string{"TABLE", "FAMILY"}
	valueArgs  = []string{"TABLE", "ROW", "FAMILY:QUALIFIER", "VALUE", "MILLISECONDS"}
	columnArgs = []string{"TABLE", "ROW", "FAMILY:QUALIFIER", "MILLISECONDS"}
	readArgs   = []string{"TABLE", "{KEY => …}"}

	familyKeys = []string{"METHOD", "NAME", "TTL", "VERSIONS"}
	createKeys = []string{"NAME", "SPLITS", "TTL", "VERSIONS"}
	getKeys    = []string{"COLUMN", "COLUMNS", "FILTER", "TIMERANGE", "TIMESTAMP", "VERSIONS"}
	scanKeys   = []string{"COLUMN", "COLUMNS", "FILTER", "LIMIT", "RAW", "REVERSED", "ROWPREFIXFILTER", "STARTROW", "STOPROW", "TIMERANGE", "TIMESTAMP", "VERSIONS"}
)

var commands = language{
	{name: "alter", usage: "alter 'TABLE', {NAME => 'FAMILY', VERSIONS => N, TTL => SECONDS} | alter 'TABLE', 'delete' => 'FAMILY'",
		args: familyArgs, least: 2, more: true, keys: familyKeys, parse: (*parser).alter, print: (*printer).alter},
	{name: "append", usage: "append 'TABLE', 'ROW', 'FAMILY:QUALIFIER', 'VALUE'",
		args: valueArgs[:4], least: 4, parse: (*parser).appendValue, print: (*printer).change},
	{name: "count", usage: "count 'TABLE'[, INTERVAL => ROWS]",
		args: readArgs, least: 1, keys: []string{"INTERVAL", "ROWPREFIXFILTER"}, parse: (*parser).count, print: (*printer).count},
	{name: "create", usage: "create 'TABLE', 'FAMILY' | {NAME => 'FAMILY', VERSIONS => N, TTL => SECONDS}, …[, SPLITS => ['KEY', …]]",
		args: familyArgs, least: 2, more: true, makes: true, keys: createKeys, parse: (*parser).create, print: (*printer).create},
	{name: "delete", usage: "delete 'TABLE', 'ROW', 'FAMILY:QUALIFIER'[, MILLISECONDS]",
		args: columnArgs, least: 3, parse: (*parser).delete, print: (*printer).delete},
	{name: "deleteall", usage: "deleteall 'TABLE', 'ROW'[, 'FAMILY:QUALIFIER'[, MILLISECONDS]] | deleteall 'TABLE', {ROWPREFIXFILTER => 'KEY'}",
		args: columnArgs, least: 2, keys: []string{"ROWPREFIXFILTER"}, parse: (*parser).deleteAll, print: (*printer).deleteAll},
	{name: "describe", usage: "describe 'TABLE'", args: tableArgs, least: 1, parse: (*parser).describe},
	{name: "disable", usage: "disable 'TABLE'", args: tableArgs, least: 1,
		parse: func(p *parser) console.Command { return console.Disable{Table: p.table()} }},
	{name: "drop", usage: "drop 'TABLE'", args: tableArgs, least: 1,
		parse: func(p *parser) console.Command { return console.DeleteTable{Table: p.table()} }},
	{name: "enable", usage: "enable 'TABLE'", args: tableArgs, least: 1,
		parse: func(p *parser) console.Command { return console.Enable{Table: p.table()} }},
	{name: "exists", usage: "exists 'TABLE'", args: tableArgs, least: 1,
		parse: func(p *parser) console.Command { return console.Exists{Table: p.table()} }},
	{name: "get", usage: "get 'TABLE', 'ROW'[, 'FAMILY:QUALIFIER', … | {COLUMN => …, VERSIONS => N, …}]",
		args: columnArgs[:3], least: 2, more: true, keys: getKeys, parse: (*parser).get, print: (*printer).get},
	{name: "get_splits", usage: "get_splits 'TABLE'", args: tableArgs, least: 1,
		parse: func(p *parser) console.Command { return console.Splits{Table: p.table()} }},
	{name: "help", usage: "help ['COMMAND']", args: []string{"COMMAND"}, parse: (*parser).help, print: (*printer).help},
	{name: "incr", usage: "incr 'TABLE', 'ROW', 'FAMILY:QUALIFIER'[, N]",
		args: valueArgs[:4], least: 3, parse: (*parser).incr, print: (*printer).change},
	{name: "list", usage: "list ['REGEX']", args: []string{"REGEX"}, parse: (*parser).list, print: (*printer).list},
	{name: "put", usage: "put 'TABLE', 'ROW', 'FAMILY:QUALIFIER', 'VALUE'[, MILLISECONDS]",
		args: valueArgs, least: 4, parse: (*parser).put, print: (*printer).put},
	{name: "scan", usage: "scan 'TABLE'[, {COLUMNS => …, STARTROW => 'KEY', LIMIT => N, …}]",
		args: readArgs, least: 1, keys: scanKeys, parse: (*parser).scan, print: (*printer).scan},
	{name: "truncate", usage: "truncate 'TABLE'", args: tableArgs, least: 1,
		parse: func(p *parser) console.Command { return console.DeleteAllRows{Table: p.table()} }},
}

// Commands returns the commands by name.
func Commands() []console.Entry {
	list := make([]console.Entry, len(commands))
	for i, w := range commands {
		list[i] = console.Entry{Name: w.name, Usage: w.usage, Help: w.help()}
		for _, k := range w.keys {
			list[i].Parts = append(list[i].Parts, console.EntryPart{Name: k, Help: keyHelp(k)})
		}
	}
	return list
}

// Known reports whether there is a command of a name.
func Known(name string) bool { return commands.find(name) != nil }

func (w *command) help() base.Code { return base.Code("help.hbase." + w.name) }

func keyHelp(key string) base.Code { return base.Code("help.hbase.key." + strings.ToLower(key)) }

// find returns the command of a name, nil if there is none.
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

// nearest returns the command that a name may be meant for, "" for none.
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

// absent are commands of the real shell that do nothing here.
var absent = []string{
	"alter_async", "alter_status", "assign", "balance_switch", "balancer", "clone_snapshot", "close_region", "compact", "create_namespace",
	"describe_namespace", "disable_all", "drop_all", "drop_namespace", "enable_all", "exit", "flush", "get_counter", "get_table", "grant",
	"is_disabled", "is_enabled", "list_namespace", "list_regions", "list_snapshots", "locate_region", "major_compact", "merge_region", "move", "processlist",
	"quit", "restore_snapshot", "revoke", "show_filters", "snapshot", "split", "status", "table_help", "tools", "truncate_preserve", "unassign", "user_permission", "version",
	"whoami",
}

// meant leads from words of other tools to the commands that do the same.
var meant = map[string]string{
	"createtable": "create", "createfamily": "alter", "setgcpolicy": "alter", "deletefamily": "alter", "deletetable": "drop", "ls": "list", "tables": "list",
	"set": "put", "insert": "put", "write": "put", "read": "scan", "select": "scan", "lookup": "get", "deleterow": "deleteall", "deletecolumn": "deleteall",
	"deleteallrows": "truncate", "readmodifywrite": "incr", "increment": "incr", "addtocell": "incr", "show": "list", "?": "help",
}
