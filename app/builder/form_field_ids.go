package builder

import (
	"strconv"
	"strings"
)

// field identifies a field of the form.
type field struct {
	Part part
	Path string // of a filter: its path in the tree, as in "2.1"
	At   int    // index of a column, or of an argument of a filter
}

// part is the property of a read that a field is about.
type part string

// The parts. Their names are used in ids and in the codes of sentences.
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
	partFrom       part = "from" // first time, in milliseconds
	partTo         part = "to"   // end of the times, in milliseconds
	partFamily     part = "family"
	partQualifier  part = "qualifier"
	partColumn     part = "column" // a column as a whole
	partFilter     part = "filter" // a filter as a whole
	partJoin       part = "join"   // kind of a group ("and", "or") or wrapper ("skip", "while")
	partArgument   part = "argument"
	partComparator part = "comparator"
)

// element returns the id of a field's element. fieldOf is its inverse.
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

// fieldOf returns the field whose element has an id.
func fieldOf(id string) field {
	name, at, _ := strings.Cut(strings.TrimPrefix(id, "builder-"), "_")
	words := strings.Split(name, "-")
	n := len(words) // the words after the first n are the path
	for n > 1 && strings.Trim(words[n-1], "0123456789") == "" {
		n--
	}
	f := field{Part: part(strings.Join(words[:n], "-")), Path: strings.Join(words[n:], ".")}
	f.At, _ = strconv.Atoi(at)
	return f
}

// typed reports whether the value of a field is typed, not chosen.
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

// whats are the ways to choose rows, in the order in which they are offered.
var whats = []string{whatAll, whatOne, whatPrefix, whatRange, whatRegex}
