package builder

import (
	"strconv"
	"strings"
)

// field is a field of the scan builder.
type field struct {
	Part part
	Path string // of a filter: the numbers of the branches that lead to it, as in "2.1"
	At   int    // of a column, or an argument of a filter
}

// part is what a field of the scan builder is about.
type part string

// The parts, by their names in ids and texts.
const (
	partTable      part = "table"
	partWhat       part = "what" // one of whats
	partRow        part = "row"
	partPrefix     part = "prefix"
	partStart      part = "start"
	partEnd        part = "end"
	partRegex      part = "regex"
	partExpr       part = "expression"
	partLimit      part = "limit"
	partVersions   part = "versions"
	partReversed   part = "reversed"
	partKeysOnly   part = "keys-only"
	partCount      part = "count-only"
	partStats      part = "stats"
	partRaw        part = "raw"
	partFrom       part = "from" // milliseconds
	partTo         part = "to"   // likewise
	partFamily     part = "family"
	partQualifier  part = "qualifier"
	partColumn     part = "column" // a column as a whole
	partFilter     part = "filter" // a filter as a whole
	partJoin       part = "join"   // "and", "or"; "skip", "while"
	partArgument   part = "argument"
	partComparator part = "comparator"
)

// element returns the id of a field.
func (f field) element() string {
	id := "builder-" + string(f.Part)
	if f.Path != "" {
		id += "-" + strings.ReplaceAll(f.Path, ".", "-")
	}
	switch f.Part {
	case partFamily, partQualifier, partArgument, partComparator:
		id += "_" + strconv.Itoa(f.At)
	}
	return id
}

// fieldOf returns the field with an id.
func fieldOf(id string) field {
	name, at, _ := strings.Cut(strings.TrimPrefix(id, "builder-"), "_")
	words := strings.Split(name, "-")
	n := len(words) // of which the last may be a path
	for n > 1 && strings.Trim(words[n-1], "0123456789") == "" {
		n--
	}
	f := field{Part: part(strings.Join(words[:n], "-")), Path: strings.Join(words[n:], ".")}
	f.At, _ = strconv.Atoi(at)
	return f
}

// typed reports whether a field is one that is typed into.
func (f field) typed() bool {
	switch f.Part {
	case partRow, partPrefix, partStart, partEnd, partRegex, partExpr, partLimit, partVersions, partFrom, partTo, partQualifier, partArgument:
		return true
	}
	return false
}

// The ways of choosing rows, in the order of the select that offers them.
const (
	whatAll    = "all"
	whatOne    = "one"
	whatPrefix = "prefix"
	whatRange  = "range"
	whatRegex  = "matching"
)

// whats are the ways of choosing rows.
var whats = []string{whatAll, whatOne, whatPrefix, whatRange, whatRegex}
