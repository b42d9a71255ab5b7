// Package builder is the scan builder: the part of the page that shows the read in the
// console as fields, and writes what is changed there into its text.
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

// State is all that the scan builder keeps: the console's text is the truth, and this
// is what is not in it.
type State struct {
	open bool
	left []unsaid
	of   string         // the text that left is about
	in   engine.Dialect // likewise
}

// unsaid is what stands in a field and not so in the text.
type unsaid struct {
	Field field
	Text  string
	Err   *base.Error // why it cannot be said; nil for what is said in other words
	Times int         // that it was refused: the field shows its value again after each
}

// Element ids of the scan builder.
const (
	elementToggle    = "scan-builder"
	elementRun       = "builder-run"
	elementAddColumn = "builder-add-column"
	elementAddFilter = "builder-add-filter" // the one for all of the filters
)

// Msg is something that happened to the scan builder.
type Msg interface{ apply(*update) }

type (
	// Toggled opens or closes it.
	Toggled struct{}
	// Begun puts a read of the table in sight into the console.
	Begun struct{}
	// Set gives a field another value.
	Set struct {
		Field field
		Text  string
	}
	// Left comes when the focus leaves a field.
	Left struct{ Field field }
	// Run runs the console's text.
	Run struct{}
	// Again puts what was run last into the console.
	Again struct{}
	// FiltersWanted says the read in a dialect that has filters.
	FiltersWanted struct{}
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
		Do   filterDo
	}
)

type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

// Follow drops what is left in fields once the text is another.
func (s *State) Follow(w *page.Workspace) {
	if s.of != w.Input || s.in != w.Dialect {
		s.left, s.of, s.in = nil, w.Input, w.Dialect
	}
}

func (u *update) scan() scan { return scanOf(u.Work, u.State) }

func (Toggled) apply(u *update) {
	if u.open = !u.open; u.open {
		u.Do(page.ScrollTo{ID: elementToggle})
	}
}

func (Begun) apply(u *update) {
	s := u.scan()
	if s.Here == "" {
		return
	}
	r := reading{}
	r.Table, r.CellsPerColumn = s.Here, dialects.Of(u.Work.Dialect).Reads.Versions
	if text, _, err := r.said(u.Work.Dialect); err == nil {
		u.say(text)
		u.Do(page.Focus{ID: field{Part: partWhat}.element()})
	}
}

func (Run) apply(u *update) {
	u.Pass(page.RunConsole{})
	u.Do(page.Focus{ID: elementRun})
}

func (Again) apply(u *update) {
	u.Pass(page.RecallCommand{By: -1})
	u.Do(page.Focus{ID: elementRun})
}

func (FiltersWanted) apply(u *update) {
	for _, d := range dialects.All() {
		if d.Reads.Filters {
			u.Pass(page.SwitchDialect{Dialect: d.ID})
			u.Do(page.Focus{ID: elementAddFilter})
			return
		}
	}
}

func (ColumnAdded) apply(u *update) {
	u.shape(field{Part: partColumn}, func(r *reading) *base.Error { return r.addColumn(u.scan().Known) })
}

func (m ColumnDropped) apply(u *update) {
	u.shape(field{Part: partColumn}, func(r *reading) *base.Error {
		if 0 <= m.At && m.At < len(r.Columns) {
			r.Columns = slices.Delete(slices.Clone(r.Columns), m.At, m.At+1)
		}
		return nil
	})
	u.Do(page.Focus{ID: elementAddColumn})
}

func (m FilterAdded) apply(u *update) {
	family := ""
	if known := u.scan().Known; len(known) > 0 {
		family = known[0]
	}
	at := field{Part: partFilter, Path: m.Path}
	u.shape(at, func(r *reading) *base.Error {
		r.setFilter(addFilter(r.filter(), m.Path, hfilter.New(m.Name, family), m.Join))
		return nil
	})
	s := u.scan()
	if s.refused(at) == nil {
		u.TellCode("said-filter", m.Name)
	}
	if m.Join != "" {
		u.Do(page.Focus{ID: filterElement(lastOf(s.Filter, m.Path), doRemove)})
	}
}

func (m FilterPressed) apply(u *update) {
	u.shape(field{Part: partFilter, Path: m.Path}, func(r *reading) *base.Error {
		r.setFilter(m.Do.edit(r.filter(), m.Path))
		return nil
	})
	if m.Do == doRemove {
		u.TellCode("said-filter-gone")
	}
	u.Do(page.Focus{ID: m.Do.next(m.Path)})
}

// apply gives the field the value, if the text can say so.
func (m Set) apply(u *update) {
	s := u.scan()
	if !s.Read {
		return
	}
	f, value, d := m.Field, m.Text, u.Work.Dialect
	what := field{Part: partWhat}
	want := s.value(what)
	left := slices.DeleteFunc(slices.Clone(s.left), func(l unsaid) bool { return l.Field == f })
	text, r, err := s.read.with(f, value, d)
	if err != nil {
		u.keep(append(left, unsaid{f, value, err, s.refusals(f) + 1}))
		return
	}
	// What was refused may be sayable now.
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
	if got := r.what(); got != want && want != whatAll && (got == whatAll || got == whatRegex) {
		left = append(left, unsaid{Field: what, Text: want}) // until there is something to say of it
	}
	u.keep(left)
}

// apply shows what is said where it was typed in other words.
func (m Left) apply(u *update) {
	f := m.Field
	u.keep(slices.DeleteFunc(slices.Clone(u.left), func(l unsaid) bool {
		return l.Field == f && f.typed() && l.Err == nil
	}))
}

// shape changes which fields there are. What was refused goes with them, unless
// this is.
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

// keep keeps what stands in fields and not in the text.
func (u *update) keep(left []unsaid) {
	u.left, u.of, u.in = slices.Clip(left), u.Work.Input, u.Work.Dialect
}

// say puts a command into the console, with the comment of the one before.
func (u *update) say(text string) {
	was := strings.TrimSpace(u.Work.Input)
	for _, t := range dialects.Of(u.Work.Dialect).Tokens(was) {
		if t.Kind == token.Comment {
			text += " " + was[t.Pos:t.End]
			break
		}
	}
	if u.Work.Input != text {
		u.Write(text)
	}
}
