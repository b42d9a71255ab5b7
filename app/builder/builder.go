// Package builder is the scan builder: the part of the page that shows the read in the
// console as a form.
//
// The console's text is the only place where the read is kept. If it is one command that
// reads rows, scanOf parses it into a reading, and the form shows the fields of that. When
// the reader changes a field (set), the part changes the reading, prints it as a command
// of the console's dialect, and writes that into the console. So a field that the dialect
// cannot express is refused.
//
// Two things in a field may differ from the text, and are kept beside it as unsaid: a value
// that was refused, with the reason, and a value that is being typed and that the command
// writes in other words. They are forgotten when the text changes otherwise
// ([State.AfterMessage]).
//
// Filters of HBase form a tree. A filter in it is named by its path: "2.1" is the first
// child of the second child of the root, whose path is "".
package builder

import (
	"slices"
	"strings"

	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console/dialects"
	"tabletop/engine/console/token"
	"tabletop/engine/hbase/hfilter"
)

// State is what the scan builder remembers; the read itself is in the console's text.
type State struct {
	open bool           // the form is shown
	left []unsaid       // values of fields that differ from the text
	of   string         // the text that left belongs to
	in   engine.Dialect // the dialect of that text
}

// unsaid is a value that a field shows and that the text does not contain.
type unsaid struct {
	Field field
	Text  string      // the value
	Err   *base.Error // why it is refused; nil if the text has it in other words
	Times int         // how often it was refused; a change makes the field show its value again
}

// Ids of elements.
const (
	elementToggle    = "scan-builder"
	elementRun       = "builder-run"
	elementAddColumn = "builder-add-column"
	elementAddFilter = "builder-add-filter" // adds a filter to the whole tree
)

// Msg is a message to the scan builder, an act of the reader.
type Msg interface{ apply(*update) }

type (
	// FormToggled shows or hides the form.
	FormToggled struct{}
	// NewReadPressed writes a read of the table in sight into the console.
	NewReadPressed struct{}
	// set sets a field to another value.
	set struct {
		Field field
		Text  string
	}
	// left is sent when the focus leaves a field.
	left struct{ Field field }
	// RunPressed runs the console's text.
	RunPressed struct{}
	// LastReadRecalled puts the text that was run last into the console.
	LastReadRecalled struct{}
	// FilterDialectPressed switches the console to a dialect that has filters.
	FilterDialectPressed struct{}
	// columnAdded adds a column to the read.
	columnAdded struct{}
	// columnDropped removes the column with index At.
	columnDropped struct{ At int }
	// filterAdded adds the filter called Name: to the group at Path, or if Join is "and" or
	// "or", in such a group with the filter at Path.
	filterAdded struct{ Path, Name, Join string }
	// filterPressed edits the filter at Path.
	filterPressed struct {
		Path string
		Do   filterDo
	}
)

// update is the handling of one message: the shared part of the turn, and this part's state.
type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

// AfterMessage is called after each message. It forgets values that belong to another text or
// dialect.
func (s *State) AfterMessage(w *page.Workspace) {
	if s.of != w.Input || s.in != w.Dialect {
		s.left, s.of, s.in = nil, w.Input, w.Dialect
	}
}

// scan returns what the form shows now.
func (u *update) scan() scan { return scanOf(u.Work, u.State) }

func (FormToggled) apply(u *update) {
	if u.open = !u.open; u.open {
		u.DoEffect(page.ScrollToElement{ID: elementToggle})
	}
}

func (NewReadPressed) apply(u *update) {
	s := u.scan()
	if s.Here == "" {
		return
	}
	r := reading{}
	r.Table, r.CellsPerColumn = s.Here, dialects.ByID(u.Work.Dialect).Reads.Versions
	if text, _, err := r.said(u.Work.Dialect); err == nil {
		u.say(text)
		u.DoEffect(page.FocusElement{ID: field{Part: partWhat}.element()})
	}
}

// apply runs the text, unless a field that was typed into is refused: the text does not say
// what that field shows. Then the focus goes to the field.
func (RunPressed) apply(u *update) {
	for _, l := range u.scan().left {
		if l.Err != nil && l.Field.typed() {
			u.DoEffect(page.FocusElement{ID: l.Field.element()})
			return
		}
	}
	u.PassMessage(page.RunConsoleText{})
	u.DoEffect(page.FocusElement{ID: elementRun})
}

func (LastReadRecalled) apply(u *update) {
	u.PassMessage(page.RecallCommand{By: -1})
	u.DoEffect(page.FocusElement{ID: elementRun})
}

func (FilterDialectPressed) apply(u *update) {
	for _, d := range dialects.All() {
		if d.Reads.Filters {
			u.PassMessage(page.SwitchDialect{Dialect: d.ID})
			u.DoEffect(page.FocusElement{ID: elementAddFilter})
			return
		}
	}
}

func (columnAdded) apply(u *update) {
	u.shape(field{Part: partColumn}, func(r *reading) *base.Error { return r.addColumn(u.scan().Known) })
}

func (m columnDropped) apply(u *update) {
	u.shape(field{Part: partColumn}, func(r *reading) *base.Error {
		if 0 <= m.At && m.At < len(r.Columns) {
			r.Columns = slices.Delete(slices.Clone(r.Columns), m.At, m.At+1)
		}
		return nil
	})
	u.DoEffect(page.FocusElement{ID: elementAddColumn})
}

// apply adds the filter. If its arguments name a family, that is the table's first one. The
// focus moves to the new filter if it was joined with another.
func (m filterAdded) apply(u *update) {
	family := ""
	if known := u.scan().Known; len(known) > 0 {
		family = known[0]
	}
	at := field{Part: partFilter, Path: m.Path}
	u.shape(at, func(r *reading) *base.Error {
		r.setFilter(addFilter(r.filter(), m.Path, hfilter.NewDefaultFilter(m.Name, family), m.Join))
		return nil
	})
	s := u.scan()
	if s.refused(at) == nil {
		u.AnnounceSentence("said-filter", m.Name)
	}
	if m.Join != "" {
		u.DoEffect(page.FocusElement{ID: filterElement(lastOf(s.Filter, m.Path), doRemove)})
	}
}

func (m filterPressed) apply(u *update) {
	u.shape(field{Part: partFilter, Path: m.Path}, func(r *reading) *base.Error {
		r.setFilter(m.Do.edit(r.filter(), m.Path))
		return nil
	})
	if m.Do == doRemove {
		u.AnnounceSentence("said-filter-gone")
	}
	u.DoEffect(page.FocusElement{ID: m.Do.next(m.Path)})
}

// apply sets the field and writes the new command into the console. If the value is refused,
// the text stays and the field shows why. Otherwise values that were refused before are
// tried again, since they may be possible now.
func (m set) apply(u *update) {
	s := u.scan()
	if !s.Read {
		return
	}
	f, value, d := m.Field, m.Text, u.Work.Dialect
	what := field{Part: partWhat}
	want := s.value(what)
	left := slices.DeleteFunc(slices.Clone(s.left), func(l unsaid) bool { return l.Field == f })
	// Of the other refused values, those stay that are still refused.
	text, r, err := s.read.with(f, value, d)
	if err != nil {
		u.keep(append(left, unsaid{f, value, err, s.refusals(f) + 1}))
		return
	}
	// A value that was refused may be possible now.
	left = slices.DeleteFunc(left, func(l unsaid) bool {
		if l.Err == nil || !l.Field.typed() {
			return true
		}
		again, next, err := r.with(l.Field, l.Text, d)
		if err == nil {
			text, r = again, next
		}
		return err == nil
	})
	u.say(text)
	if f.typed() && r.value(f, d) != value {
		left = append(left, unsaid{Field: f, Text: value})
	}
	if f == what {
		want = value
	}
	// The text of a way without a value, such as an empty prefix, reads like that of another
	// way.
	if got := r.what(); got != want && want != whatAll && (got == whatAll || got == whatRegex) {
		left = append(left, unsaid{Field: what, Text: want}) // this way has no value yet, and the text does not show it
	}
	u.keep(left)
}

// apply lets a field that the reader has left show its value as the text has it. Refused
// values stay.
func (m left) apply(u *update) {
	f := m.Field
	u.keep(slices.DeleteFunc(slices.Clone(u.left), func(l unsaid) bool {
		return l.Field == f && f.typed() && l.Err == nil
	}))
}

// shape changes which columns or filters the read has. Refused values are forgotten, since
// their fields may be others now. If the change itself is refused, it shows why at field f.
func (u *update) shape(f field, change func(*reading) *base.Error) {
	s := u.scan()
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
		u.keep(append(slices.DeleteFunc(slices.Clone(s.left), func(l unsaid) bool { return l.Field == f }), unsaid{Field: f, Err: err}))
		return
	}
	u.say(text)
	u.keep(slices.DeleteFunc(slices.Clone(s.left), func(l unsaid) bool { return l.Field.Part != partWhat || l.Err != nil }))
}

// keep keeps values that differ from the present text.
func (u *update) keep(left []unsaid) {
	u.left, u.of, u.in = slices.Clip(left), u.Work.Input, u.Work.Dialect
}

// say writes a command into the console, and appends the comment of the text that it
// replaces.
func (u *update) say(text string) {
	was := strings.TrimSpace(u.Work.Input)
	for _, t := range dialects.ByID(u.Work.Dialect).Tokens(was) {
		if t.Kind == token.Comment {
			text += " " + was[t.Pos:t.End]
			break
		}
	}
	if u.Work.Input != text {
		u.SetConsoleText(text)
	}
}
