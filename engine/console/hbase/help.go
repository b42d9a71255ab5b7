package hbase

import (
	"slices"
	"strings"
)

// Info describes a command for help and completion.
type Info struct {
	Name   string
	Writes bool   // it changes tables
	Help   string // code of the sentence that says what it does
	Usage  string // how it is written
	Keys   []Key  // of its hash, by name
}

// Key is a key of a command's hash.
type Key struct {
	Name string
	Help string // code of the sentence that explains it
}

// keys returns keys whose help is that of their names.
func keys(names ...string) []Key {
	list := make([]Key, len(names))
	for i, n := range names {
		list[i] = Key{n, "help.hbase.key." + strings.ToLower(n)}
	}
	return list
}

var (
	familyKeys = []string{"METHOD", "NAME", "TTL", "VERSIONS"}
	getKeys    = []string{"COLUMN", "COLUMNS", "FILTER", "TIMERANGE", "TIMESTAMP", "VERSIONS"}
	scanKeys   = append(slices.Clone(getKeys), "LIMIT", "RAW", "REVERSED", "ROWPREFIXFILTER", "STARTROW", "STOPROW")
)

// commands is the language, by name.
var commands = []Info{
	{"alter", true, "help.hbase.alter", "alter 'TABLE', {NAME => 'FAMILY', VERSIONS => N, TTL => SECONDS} | alter 'TABLE', 'delete' => 'FAMILY'", keys(familyKeys...)},
	{"append", true, "help.hbase.append", "append 'TABLE', 'ROW', 'FAMILY:QUALIFIER', 'VALUE'", nil},
	{"count", false, "help.hbase.count", "count 'TABLE'[, INTERVAL => ROWS]", keys("INTERVAL", "ROWPREFIXFILTER")},
	{"create", true, "help.hbase.create", "create 'TABLE', 'FAMILY' | {NAME => 'FAMILY', VERSIONS => N, TTL => SECONDS}, …[, SPLITS => ['KEY', …]]", keys("NAME", "SPLITS", "TTL", "VERSIONS")},
	{"delete", true, "help.hbase.delete", "delete 'TABLE', 'ROW', 'FAMILY:QUALIFIER'[, MILLISECONDS]", nil},
	{"deleteall", true, "help.hbase.deleteall", "deleteall 'TABLE', 'ROW'[, 'FAMILY:QUALIFIER'[, MILLISECONDS]] | deleteall 'TABLE', {ROWPREFIXFILTER => 'KEY'}", keys("ROWPREFIXFILTER")},
	{"describe", false, "help.hbase.describe", "describe 'TABLE'", nil},
	{"disable", true, "help.hbase.disable", "disable 'TABLE'", nil},
	{"drop", true, "help.hbase.drop", "drop 'TABLE'", nil},
	{"enable", true, "help.hbase.enable", "enable 'TABLE'", nil},
	{"exists", false, "help.hbase.exists", "exists 'TABLE'", nil},
	{"get", false, "help.hbase.get", "get 'TABLE', 'ROW'[, 'FAMILY:QUALIFIER', … | {COLUMN => …, VERSIONS => N, …}]", keys(getKeys...)},
	{"help", false, "help.hbase.help", "help ['COMMAND']", nil},
	{"incr", true, "help.hbase.incr", "incr 'TABLE', 'ROW', 'FAMILY:QUALIFIER'[, N]", nil},
	{"list", false, "help.hbase.list", "list ['REGEX']", nil},
	{"put", true, "help.hbase.put", "put 'TABLE', 'ROW', 'FAMILY:QUALIFIER', 'VALUE'[, MILLISECONDS]", nil},
	{"scan", false, "help.hbase.scan", "scan 'TABLE'[, {COLUMNS => …, STARTROW => 'KEY', LIMIT => N, …}]", keys(slices.Sorted(slices.Values(scanKeys))...)},
	{"truncate", true, "help.hbase.truncate", "truncate 'TABLE'", nil},
}

// Commands returns the commands by name.
func Commands() []Info { return slices.Clone(commands) }

// Find returns the command of a name.
func Find(name string) (Info, bool) {
	if name == "desc" {
		name = "describe"
	}
	i, ok := slices.BinarySearchFunc(commands, name, func(c Info, n string) int { return strings.Compare(c.Name, n) })
	if !ok {
		return Info{}, false
	}
	return commands[i], true
}

// absent are commands of the real shell that do nothing here.
var absent = []string{
	"alter_async", "alter_status", "assign", "balance_switch", "balancer", "clone_snapshot", "close_region", "compact", "create_namespace",
	"describe_namespace", "disable_all", "drop_all", "drop_namespace", "enable_all", "exit", "flush", "get_counter", "get_splits", "get_table", "grant",
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
