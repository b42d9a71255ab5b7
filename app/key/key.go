// Package key is the part of the page that designs row keys: a template's fields as chips
// and as text, and what becomes of their values.
package key

import (
	"maps"
	"slices"
	"time"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/rowkey"
	"tabletop/lessons"
)

// settle is how long a template stands before the tables follow.
const settle = 150 * time.Millisecond

// State is the templates as they are being edited.
type State struct {
	Drafts  map[string]Draft // by table
	Shaping Shaping
	Trial   Trial
	Keeping Trial // that the reader has kept while its table was being rewritten
	Gone    Gone
	Learned bool // the reader has kept or put back a key here, and knows what that is
}

// Draft is the text of a row-key template that is being edited.
type Draft struct {
	Text string
	Err  *base.Error // why it is not a template (yet)
	Sent string      // the text that the worker was last asked for
	Kept string      // the template that the table kept when it was refused Text; "" where it was not
}

// Msg is something that happened to a template.
type Msg interface{ apply(*update) }

type (
	// Typed brings the text of a table's row-key template after a key.
	Typed struct{ Table, Text string }
	// Settled comes a moment after the last Typed.
	Settled struct{ Table, Text string }
	// Moved moves a field of a table's template by one place: -1 left, +1 right.
	Moved struct {
		Table, Field string
		By           int
	}
	// Placed puts a field of a table's template into another place, from 0.
	Placed struct {
		Table, Field string
		To           int
	}
	// Dropped takes a field out of a table's template.
	Dropped struct{ Table, Field string }
	// Added puts a field at the end of a table's template.
	Added struct{ Table, Field string }
	// Opened opens the menu of a field's chip, or closes it.
	Opened struct{ Table, Field string }
	// Closed closes the menu of a field's chip.
	Closed struct{ Table, Field string }
	// Escaped closes what is open of a table's template; where nothing is it puts back
	// what is tried.
	Escaped struct{ Table string }
	// Kept keeps what is tried of a table.
	Kept struct{ Table string }
	// PutBack puts the template back that a table had before another was tried.
	PutBack struct{ Table string }
	// Entered keeps the template that a table's field holds.
	Entered struct{ Table string }
	// TransformSet puts a transform in place At of the open chip's; without text the
	// one there goes.
	TransformSet struct {
		At   int
		Text string // as a template has it
	}
)

type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

// Redesign gives a table another template, as if it had been typed.
func Redesign(t *page.Update, s *State, table, template string) {
	u := &update{t, s}
	u.draft(table, template)
	u.settled(table, template, false)
}

func (m Typed) apply(u *update)   { u.typed(m.Table, m.Text) }
func (m Settled) apply(u *update) { u.settled(m.Table, m.Text, u.estimates(m.Table)) }

func (m Moved) apply(u *update) {
	u.redesign(m.Table, func(d shape) { d.move(m.Field, m.By) })
	u.stay(m.Table, m.Field)
}

func (m Placed) apply(u *update) {
	u.redesign(m.Table, func(d shape) { d.place(m.Field, m.To) })
	u.stay(m.Table, m.Field)
}

// stay leaves the focus with a chip that has moved, else what took its place has it, but
// for one whose menu is open.
func (u *update) stay(table, field string) {
	if u.Shaping.Table != table || u.Shaping.Field != field {
		u.Do(page.Focus{ID: ChipElement(table, field)})
	}
}

func (m Dropped) apply(u *update) {
	u.redesign(m.Table, func(d shape) {
		at := d.at(m.Field)
		if d.drop(m.Field); at >= 0 {
			u.Do(page.Focus{ID: ChipElement(m.Table, d.Fields[min(at, len(d.Fields)-1)].Inside)})
		}
	})
}

func (m Added) apply(u *update) {
	u.redesign(m.Table, func(d shape) { d.add(m.Field) })
	u.Do(page.Focus{ID: ChipElement(m.Table, m.Field)})
}

func (u *update) setDraft(table string, d Draft) {
	u.Drafts = maps.Clone(u.Drafts)
	if u.Drafts == nil {
		u.Drafts = map[string]Draft{}
	}
	u.Drafts[table] = d
}

func (u *update) set(table, text string) {
	u.draft(table, text)
	u.settled(table, text, u.estimates(table))
}

// draft puts a text into the field of a table's template.
func (u *update) draft(table, text string) {
	u.Do(page.SetText{ID: page.TemplateElement(table), Text: text})
	u.typed(table, text)
}

// Refused shows why a table was not rewritten beside its template, and reports whether
// that was what the call was for.
func Refused(t *page.Update, s *State, c host.Call, err *base.Error) bool {
	template, table := designed(c)
	if table == "" {
		return false
	}
	u := &update{t, s}
	d, known := u.Drafts[table]
	switch {
	case !known:
		d.Text = template
	case err.Code != base.CodeGuessFirst && d.Text != template:
		return true // another has been typed since
	}
	d.Err = pointed(err, template)
	u.setDraft(table, d)
	return true
}

// typed takes the text of a template field after a key. It is checked at once;
// the tables follow a moment later.
func (u *update) typed(table, text string) {
	if !slices.ContainsFunc(u.Work.Tables, func(t engine.TableInfo) bool { return t.Name == table }) {
		return
	}
	info := u.Work.Table(table)
	u.Pass(page.StopIdleWork{})
	d := u.Drafts[table]
	d.Text, d.Err, d.Kept = text, nil, ""
	t, err := rowkey.Parse(text)
	if err == nil {
		err = t.Check(info.Fields)
	}
	if err != nil {
		d.Err, _ = err.(*base.Error)
	} else {
		u.Do(page.SendLater{Wait: settle, Msg: Settled{table, text}})
		if s := &u.Shaping; s.Table == table && !holds(t, s.Field) {
			*s = Shaping{}
		}
	}
	u.setDraft(table, d)
}

// settled rewrites the table if the text is still what the field holds, or has what that
// leads to estimated.
func (u *update) settled(table, text string, estimated bool) {
	d, ok := u.Drafts[table]
	if !ok || d.Text != text || d.Err != nil || d.Sent == text {
		return
	}
	for seq, c := range u.Calls {
		if _, t := designed(c.Call); t == table || glimpses(c.Call, table) {
			u.Cancel(seq)
		}
	}
	if d.Sent = text; u.Lesson != nil && u.Lesson.Guessing() { // it will be refused, and its rows would tell
		u.setDraft(table, d)
		u.rewrite(table, text, 0)
		return
	}
	trial := u.try(table, d)
	u.Keeping = Trial{}
	u.setDraft(table, d)
	if estimated {
		u.estimate(table, text)
		return
	}
	u.Trial.Estimated = false
	u.glimpse(table, text)
	u.rewrite(table, text, trial)
}

// rewrite gives a table another template.
func (u *update) rewrite(table, text string, trial uint64) {
	var call host.Call = host.Execute{Request: engine.Rekey{Table: table, Template: text, Trial: trial}}
	if u.Lesson != nil {
		call = host.DoAction{Action: lessons.Template{Table: table, Text: text, Trial: trial}}
	}
	u.Send(call, "running-load")
}

// redesign edits a table's template by its segments.
func (u *update) redesign(table string, edit func(shape)) {
	t, ok := u.template(table)
	if !ok {
		return
	}
	s := shapeOf(t)
	edit(s)
	text := s.String()
	u.set(table, text)
}

// designed returns the template and table of a call that rewrites a table, or estimates
// what that would lead to.
func designed(c host.Call) (template, table string) {
	switch c := c.(type) {
	case host.Execute:
		switch r := c.Request.(type) {
		case engine.Rekey:
			return r.Template, r.Table
		case engine.Estimate:
			return r.Template, r.Table
		}
	case host.DoAction:
		if t, ok := c.Action.(lessons.Template); ok {
			return t.Text, t.Table
		}
	}
	return "", ""
}

// Follow brings the key designer's texts in step with the tables: a field
// that nobody is editing shows the table's template.
func Follow(t *page.Update, s *State) {
	u := &update{t, s}
	drafts := map[string]Draft{}
	for _, t := range u.Work.Tables {
		if t.Template == "" {
			continue
		}
		d, known := u.Drafts[t.Name]
		editing := known && (d.Text != d.Sent || d.Kept != "" && d.Kept == t.Template)
		if !editing && !u.rewriting(t.Name) && (!known || d.Text != t.Template) {
			d = Draft{Text: t.Template, Sent: t.Template}
			u.Do(page.SetText{ID: page.TemplateElement(t.Name), Text: t.Template})
		}
		drafts[t.Name] = d
	}
	u.Drafts = drafts
	u.followTrial()
}

// OnReply brings the designer in step with an answer: its tables may be others, and a call that
// rewrites a table, or estimates what that would lead to, is at its end, refused or not.
func OnReply(t *page.Update, s *State, c host.Call, a host.Answer) {
	u := &update{t, s}
	template, table := designed(c)
	if table != "" {
		u.keepRefused(template, table, a)
		u.announceKept(template, table, a)
	}
	if table != "" || a.Reply != nil && a.Reply.Version >= u.Work.Version {
		Follow(t, s)
	}
}

// keepRefused leaves a refused template in its field, so that the reader can correct it. The
// tables are those of the answer where it has some, and keep their own template.
func (u *update) keepRefused(template, table string, a host.Answer) {
	d, known := u.Drafts[table]
	err := page.Failure(a)
	if !known || d.Text != template || err == nil || err.Code == base.CodeCancelled || err.Code == base.CodeGuessFirst {
		return
	}
	tables := u.Work.Tables
	if a.Reply != nil && len(a.Reply.Tables) > 0 {
		tables = a.Reply.Tables
	}
	d.Err, d.Kept = pointed(err, template), page.TableOf(tables, table).Template
	u.setDraft(table, d)
}

// pointed adds to the refusal of a template the place of the field that it names, where it
// has no place yet.
func pointed(err *base.Error, template string) *base.Error {
	t, bad := rowkey.Parse(template)
	if bad != nil || err.Pos < err.End || len(err.Args) == 0 || err.Code != base.CodeFieldTransform && err.Code != base.CodeFieldAmbiguous {
		return err
	}
	for _, p := range t.Parts() {
		if p.Field == err.Args[0] {
			return base.RefuseAt(p.Pos, p.End, err.Code, err.Args...)
		}
	}
	return err
}

// rewriting reports whether a call that rewrites the table has no answer yet.
func (u *update) rewriting(table string) bool {
	for _, w := range u.Calls {
		if _, t := designed(w.Call); t == table {
			return true
		}
	}
	return false
}
