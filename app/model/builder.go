package model

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/app/dialect"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/token"
	"tabletop/engine/hbase/hfilter"
)

// Builder is the scan builder, which shows the console's text as fields. The text
// is the truth: all that the builder keeps is what is not in it.
type Builder struct {
	Open bool
	left []Unsaid
	of   string // the text that left is about
}

// Unsaid is what stands in a field and not so in the text.
type Unsaid struct {
	Field BuildField
	Text  string
	Err   *base.Error // why it cannot be said; nil for what is said in other words
}

// BuildField is a field of the scan builder.
type BuildField struct {
	Part BuildPart
	Path string // of a filter: the numbers of the branches that lead to it, as in "2.1"
	At   int    // of a column, or an argument of a filter
}

// BuildPart is what a field of the scan builder is about.
type BuildPart string

// The parts, by their names in ids and texts.
const (
	BuildTable      BuildPart = "table"
	BuildWhat       BuildPart = "what" // one of Whats
	BuildRow        BuildPart = "row"
	BuildPrefix     BuildPart = "prefix"
	BuildStart      BuildPart = "start"
	BuildEnd        BuildPart = "end"
	BuildRegex      BuildPart = "regex"
	BuildLimit      BuildPart = "limit"
	BuildVersions   BuildPart = "versions"
	BuildReversed   BuildPart = "reversed"
	BuildKeysOnly   BuildPart = "keys-only"
	BuildCount      BuildPart = "count-only"
	BuildStats      BuildPart = "stats"
	BuildRaw        BuildPart = "raw"
	BuildFrom       BuildPart = "from" // milliseconds
	BuildTo         BuildPart = "to"   // likewise
	BuildFamily     BuildPart = "family"
	BuildQualifier  BuildPart = "qualifier"
	BuildColumn     BuildPart = "column" // a column as a whole
	BuildFilter     BuildPart = "filter" // a filter as a whole
	BuildJoin       BuildPart = "join"   // "and", "or"; "skip", "while"
	BuildArgument   BuildPart = "argument"
	BuildComparator BuildPart = "comparator"
)

// Element returns the id of a field.
func (f BuildField) Element() string {
	id := "builder-" + string(f.Part)
	if f.Path != "" {
		id += "-" + strings.ReplaceAll(f.Path, ".", "-")
	}
	switch f.Part {
	case BuildFamily, BuildQualifier, BuildArgument, BuildComparator:
		id += "_" + strconv.Itoa(f.At)
	}
	return id
}

// typed reports whether a field is one that is typed into.
func (f BuildField) typed() bool {
	switch f.Part {
	case BuildRow, BuildPrefix, BuildStart, BuildEnd, BuildRegex, BuildLimit, BuildVersions, BuildFrom, BuildTo, BuildQualifier, BuildArgument:
		return true
	}
	return false
}

// The ways of choosing rows, in the order of the select that offers them.
const (
	WhatAll    = "all"
	WhatOne    = "one"
	WhatPrefix = "prefix"
	WhatRange  = "range"
	WhatRegex  = "matching"
)

// Whats are the ways of choosing rows.
var Whats = []string{WhatAll, WhatOne, WhatPrefix, WhatRange, WhatRegex}

type (
	// BuilderToggled opens or closes the scan builder.
	BuilderToggled struct{}
	// BuilderBegun puts a read of the table in sight into the console.
	BuilderBegun struct{}
	// BuilderSet gives a field another value.
	BuilderSet struct {
		Field BuildField
		Text  string
	}
	// BuilderLeft comes when the focus leaves a field.
	BuilderLeft struct{ Field BuildField }
	// BuilderRun runs the console's text.
	BuilderRun struct{}
	// BuilderAgain puts what was run last into the console.
	BuilderAgain struct{}
	// BuilderTurned says the read in the HBase shell, which has filters.
	BuilderTurned struct{}
	// ColumnAdded adds a column to those that are read.
	ColumnAdded struct{}
	// ColumnDropped takes one away.
	ColumnDropped struct{ At int }
	// FilterAdded adds a filter of a name: to the group at a path, or joined with
	// the filter there by "and" or "or".
	FilterAdded struct{ Path, Name, Join string }
	// FilterPressed changes the filter at a path.
	FilterPressed struct {
		Path string
		Do   FilterDo
	}
)

// Element ids of the scan builder.
const (
	ElementBuilder    = "scan-builder"
	ElementBuilderRun = "builder-run"
	ElementAddColumn  = "builder-add-column"
	ElementAddFilter  = "builder-add-filter" // the one for all of the filters
)

// Scan is what the scan builder shows.
type Scan struct {
	Open    bool
	Dialect engine.Dialect
	Read    bool // the text is one read
	Blank   bool // there is no text
	Again   bool // something has been run before
	Table   string
	Tables  []string
	Here    string   // the table in sight
	Known   []string // families of Table
	Filter  hfilter.Filter
	Columns int
	Word    string   // of the command, or of the one that reads rows
	Other   []string // what the text says beyond the fields
	Said    string   // the text without blanks around it

	read reading
	left []Unsaid
}

// Scan returns what the scan builder shows: nothing while it is closed.
func (st *State) Scan() Scan {
	w := &st.Work
	s := Scan{Open: w.Builder.Open, Dialect: w.Dialect}
	if !s.Open {
		return s
	}
	s.Word = dialect.Word(console.Read{}, w.Dialect)
	for _, t := range w.Tables {
		s.Tables = append(s.Tables, t.Name)
	}
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
	if s.Blank || len(s.Said) > page.MaxRemembered {
		s.Said = ""
		return s
	}
	l := dialect.Of(w.Dialect)
	lines := slices.DeleteFunc(l.Split(s.Said), func(t token.Line) bool { return strings.TrimSpace(t.Text) == "" })
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
	s.Table, s.Columns, s.Other, s.Word = r.Table, len(r.Columns), r.other(), dialect.Word(cmd, w.Dialect)
	for _, t := range w.Tables {
		if t.Name == r.Table {
			for _, f := range t.Families {
				s.Known = append(s.Known, string(f.Name))
			}
		}
	}
	s.Filter = r.filter()
	s.left = w.Builder.left
	return s
}

// Value returns what a field shows.
func (s Scan) Value(f BuildField) string {
	for _, l := range s.left {
		if l.Field == f && (f.typed() || l.Err == nil) {
			return l.Text
		}
	}
	return s.read.value(f, s.Dialect)
}

// Refused returns why a field's value is not in the text, nil if it is.
func (s Scan) Refused(f BuildField) *base.Error {
	for _, l := range s.left {
		if l.Field == f {
			return l.Err
		}
	}
	return nil
}

// build handles the messages of the scan builder and reports whether this was one.
func (u *update) build(m Msg) bool {
	b := &u.Work.Builder
	switch m := m.(type) {
	case BuilderToggled:
		if b.Open = !b.Open; b.Open {
			u.do(ScrollTo{ID: ElementBuilder})
		}
	case BuilderBegun:
		if s := u.Scan(); s.Here != "" {
			r := reading{}
			r.Table, r.CellsPerColumn = s.Here, versionsUnsaid(u.Work.Dialect)
			if text, _, err := r.said(u.Work.Dialect); err == nil {
				u.write(text)
				u.do(Focus{ID: BuildField{Part: BuildWhat}.Element()})
			}
		}
	case BuilderSet:
		u.set(m.Field, m.Text)
	case BuilderLeft:
		u.leave(m.Field)
	case BuilderRun:
		u.entered(u.Work.Input)
		u.do(Focus{ID: ElementBuilderRun})
	case BuilderAgain:
		u.recalled(-1)
		u.do(Focus{ID: ElementBuilderRun})
	case BuilderTurned:
		u.pickDialect(engine.HBase)
		u.do(Focus{ID: ElementAddFilter})
	case ColumnAdded:
		u.shape(BuildField{Part: BuildColumn}, func(r *reading) *base.Error { return r.addColumn(u.Scan().Known) })
	case ColumnDropped:
		u.shape(BuildField{Part: BuildColumn}, func(r *reading) *base.Error {
			if 0 <= m.At && m.At < len(r.Columns) {
				r.Columns = slices.Delete(slices.Clone(r.Columns), m.At, m.At+1)
			}
			return nil
		})
		u.do(Focus{ID: ElementAddColumn})
	case FilterAdded:
		family := ""
		if known := u.Scan().Known; len(known) > 0 {
			family = known[0]
		}
		u.shape(BuildField{Part: BuildFilter, Path: m.Path}, func(r *reading) *base.Error {
			return r.setFilter(addFilter(r.filter(), m.Path, hfilter.New(m.Name, family), m.Join))
		})
		if u.Scan().Refused(BuildField{Part: BuildFilter, Path: m.Path}) == nil {
			u.tellCode("said-filter", m.Name)
		}
		if m.Join != "" {
			u.do(Focus{ID: FilterElement(lastOf(u.Scan().Filter, m.Path), FilterRemove)})
		}
	case FilterPressed:
		u.shape(BuildField{Part: BuildFilter, Path: m.Path}, func(r *reading) *base.Error {
			return r.setFilter(m.Do.apply(r.filter(), m.Path))
		})
		if m.Do == FilterRemove {
			u.tellCode("said-filter-gone")
		}
		u.do(Focus{ID: m.Do.next(m.Path)})
	default:
		return false
	}
	return true
}

// set gives a field a value, if the text can say so.
func (u *update) set(f BuildField, value string) {
	s := u.Scan()
	if !s.Read {
		return
	}
	d := u.Work.Dialect
	what := BuildField{Part: BuildWhat}
	want := s.Value(what)
	left := slices.DeleteFunc(slices.Clone(s.left), func(l Unsaid) bool { return l.Field == f })
	text, r, err := s.read.with(f, value, d)
	if err != nil {
		u.left(append(left, Unsaid{f, value, err}))
		return
	}
	// What was refused may be sayable now.
	left = slices.DeleteFunc(left, func(l Unsaid) bool {
		if l.Err == nil || !l.Field.typed() {
			return true
		}
		again, next, err := r.with(l.Field, l.Text, d)
		if err == nil {
			text, r = again, next
		}
		return err == nil
	})
	u.write(text)
	if f.typed() && r.value(f, d) != value {
		left = append(left, Unsaid{Field: f, Text: value})
	}
	if f == what {
		want = value
	}
	if got := r.what(); got != want && want != WhatAll && (got == WhatAll || got == WhatRegex) {
		left = append(left, Unsaid{Field: what, Text: want}) // until there is something to say of it
	}
	u.left(left)
}

// leave shows what is said where it was typed in other words.
func (u *update) leave(f BuildField) {
	u.left(slices.DeleteFunc(slices.Clone(u.Work.Builder.left), func(l Unsaid) bool {
		return l.Field == f && f.typed() && l.Err == nil
	}))
}

// shape changes which fields there are. What was refused goes with them, unless
// this is.
func (u *update) shape(f BuildField, change func(*reading) *base.Error) {
	s := u.Scan()
	if !s.Read {
		return
	}
	r := s.read
	err := change(&r)
	text := ""
	if err == nil {
		text, _, err = r.said(u.Work.Dialect)
	}
	if err != nil {
		u.left(append(slices.DeleteFunc(slices.Clone(s.left), func(l Unsaid) bool { return l.Field == f }), Unsaid{Field: f, Err: err}))
		return
	}
	u.write(text)
	u.left(slices.DeleteFunc(slices.Clone(s.left), func(l Unsaid) bool { return l.Field.Part != BuildWhat || l.Err != nil }))
}

func (u *update) left(left []Unsaid) {
	u.Work.Builder.left, u.Work.Builder.of = slices.Clip(left), u.Work.Input
}

// write puts a command into the console, with the comment of the one before.
func (u *update) write(text string) {
	was := strings.TrimSpace(u.Work.Input)
	for _, t := range dialect.Of(u.Work.Dialect).Tokens(was) {
		if t.Kind == token.Comment {
			text += " " + was[t.Pos:t.End]
			break
		}
	}
	if u.Work.Input == text {
		return
	}
	u.Work.Input = text
	u.Work.Recall = len(u.Work.History)
	u.do(SetText{ID: ElementConsole, Text: text})
}

// forget drops what is left in fields once the text is another.
func (b *Builder) forget(text string, dialect bool) {
	if dialect || b.of != text {
		b.left, b.of = nil, ""
	}
}

// Has reports whether a field of the scan builder has a place in what it shows.
func (s Scan) Has(part BuildPart) bool {
	r, what := &s.read, s.Value(BuildField{Part: BuildWhat})
	hbase := s.Dialect == engine.HBase
	switch part {
	case BuildRow:
		return what == WhatOne
	case BuildPrefix:
		return what == WhatPrefix
	case BuildStart, BuildEnd:
		return what == WhatRange
	case BuildRegex:
		return what == WhatRegex || !r.One && r.Regex != ""
	case BuildLimit, BuildReversed:
		return !r.One && !r.Counts
	case BuildRaw:
		return hbase && !r.One && !r.Counts
	case BuildFrom, BuildTo:
		return hbase && !r.Counts
	case BuildStats:
		return !hbase && !r.Counts
	case BuildVersions, BuildKeysOnly, BuildColumn:
		return !r.Counts
	case BuildFilter:
		return hbase && !r.Counts
	}
	return true
}
