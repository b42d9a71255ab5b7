package builder

import (
	"slices"
	"strings"

	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/dialects"
	"tabletop/engine/console/token"
	"tabletop/engine/hbase/hfilter"
)

// scan is what the form shows: the parsed text of the console, and the values that differ
// from it. Draw compares it with the previous one, so it must contain everything that is
// drawn.
type scan struct {
	Open    bool
	Dialect engine.Dialect
	Read    bool           // the text is one command that reads rows
	Blank   bool           // the text is blank
	Again   bool           // something was run before
	Table   string         // the table that is read
	Tables  []string       // names of all tables
	Here    string         // the table in sight, "" for none
	Known   []string       // families of Table
	Filter  hfilter.Filter // the tree of filters, nil for none
	Columns int            // number of columns that are read
	Word    string         // the command's name; the name of the one that scans, if Read is false
	Other   []string       // options of the command that no field shows
	Said    string         // the text, "" if it is too long to be shown

	read reading
	left []unsaid
}

// scanOf returns what the form shows. While it is closed nothing is parsed, and only Open
// and Dialect are set.
func scanOf(w *page.Workspace, st *State) scan {
	s := scan{Open: st.open, Dialect: w.Dialect}
	if !s.Open {
		return s
	}
	s.Word = dialects.ByID(w.Dialect).CommandWord(console.Read{})
	for _, t := range w.Tables {
		s.Tables = append(s.Tables, t.Name)
	}
	// The table in sight may be gone, or not be shown yet; then the first table takes its
	// place.
	s.Here = w.Window.Table
	if !slices.Contains(s.Tables, s.Here) {
		s.Here = w.Page.Table
	}
	if !slices.Contains(s.Tables, s.Here) {
		s.Here = strings.Join(s.Tables[:min(1, len(s.Tables))], "")
	}
	s.Again = len(w.History) > 0
	s.Said = strings.TrimSpace(w.Input)
	s.Blank = s.Said == ""
	if s.Blank || len(s.Said) > page.MaxLoggedText {
		s.Said = ""
		return s
	}
	l := dialects.ByID(w.Dialect)
	// The form is for exactly one command.
	lines := slices.DeleteFunc(l.Split(s.Said), func(t token.ScriptCommand) bool { return strings.TrimSpace(t.Text) == "" })
	if len(lines) != 1 {
		return s
	}
	cmd, err := l.Parse(lines[0].Text)
	if err != nil {
		return s
	}
	if s.read, s.Read = readingOf(cmd, w.Dialect); !s.Read {
		return s
	}
	r := &s.read
	s.Table, s.Columns, s.Other, s.Word = r.Table, len(r.Columns), r.other(), dialects.ByID(w.Dialect).CommandWord(cmd)
	for _, f := range w.TableByName(r.Table).Families {
		s.Known = append(s.Known, string(f.Name))
	}
	s.Filter = r.filter()
	s.left = st.left
	return s
}

// value returns the value that a field shows.
func (s scan) value(f field) string {
	for _, l := range s.left {
		if l.Field == f && (f.typed() || l.Err == nil) {
			return l.Text
		}
	}
	return s.read.value(f, s.Dialect)
}

// refused returns why a field's value is refused, nil if it is not.
func (s scan) refused(f field) *base.Error {
	for _, l := range s.left {
		if l.Field == f {
			return l.Err
		}
	}
	return nil
}

// refusals returns how often a field was refused since it was last accepted.
func (s scan) refusals(f field) int {
	for _, l := range s.left {
		if l.Field == f {
			return l.Times
		}
	}
	return 0
}

// has reports whether the form has a field for a part, in this dialect and for this kind of
// read.
func (s scan) has(part part) bool {
	r, what := &s.read, s.value(field{Part: partWhat})
	says := dialects.ByID(s.Dialect).Reads
	switch part {
	case partRow:
		return what == whatOne
	case partPrefix:
		return what == whatPrefix
	case partStart, partEnd:
		return what == whatRange
	case partRegex:
		return what == whatRegex || !r.One && r.Regex != ""
	case partLimit, partReversed:
		return !r.One && !r.Counts
	case partRaw:
		return says.Raw && !r.One && !r.Counts
	case partFrom, partTo:
		return says.Times && !r.Counts
	case partStats, partExpr:
		return says.Exprs && !r.Counts
	case partVersions, partKeysOnly, partColumn:
		return !r.Counts
	case partFilter:
		return says.Filters && !r.Counts
	}
	return true
}
