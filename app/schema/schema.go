// Package schema is the part of the page that shows the tables with their families and
// rules, changes them, and measures what they hold.
package schema

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"tabletop/app/form"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	"tabletop/engine/table"
)

// State is what is measured of the tables, and the form that is open.
type State struct {
	Open bool // on a wide screen of a lesson; elsewhere it is there anyway

	collected *engine.Collection            // what was last found, or removed
	form      Form                          // FormNone for none
	table     string                        // that the form is about
	family    base.Family                   // likewise
	typed     typed                         // what its fields hold
	err       *base.Error                   // why the form's command was refused
	sizes     map[string]*engine.TableSizes // by table
	waits     bool                          // for the answer to the form's command
}

// Ids of elements.
const (
	elementForm    = "schema-form" // the first field of the form
	elementSection = "schema"
	elementTitle   = "schema-title"  // the heading
	elementToggle  = "schema-toggle" // the button that opens it in a lesson
	elementWay     = "schema-way"    // the button that leads to it
)

// openerElement returns the id of the button that opens a form.
func openerElement(f Form, table string, family base.Family) string {
	switch f {
	case FormFamily:
		return "add-family-" + table
	case FormPolicy:
		return "alter-" + table + "-" + string(family)
	}
	return "add-table"
}

// garbageElement returns the id of what says which garbage a table has.
func garbageElement(table string) string { return "garbage-" + table }

// Form is a form for the schema.
type Form uint8

const (
	FormNone   Form = iota
	FormTable       // makes a table
	FormFamily      // adds a family
	FormPolicy      // changes a family's rule
)

// typed is what the fields of a form hold.
type typed struct {
	Name     string // of the table or the family
	Families string // as createtable takes them
	Rule     string // as setgcpolicy takes it
	Type     string // the name of an aggregate's type, "" for none
}

// Ids of the fields of the forms, but for the first.
const (
	elementFamilies = "form-families"
	elementRule     = "form-rule"
	elementType     = "form-type"
)

// fields returns the fields of the form that is open.
func (s *State) fields() []form.Field {
	t := &s.typed
	name := form.Field{ID: elementForm, Label: form.Say("field-table"), Value: t.Name, Example: form.Plain("scores"), Set: func(v string) { t.Name = v }}
	rule := form.Field{ID: elementRule, Label: form.Say("field-rule"), Value: t.Rule, Example: form.Plain("maxversions=1"), Most: page.MaxRemembered, Set: func(v string) { t.Rule = v }}
	switch s.form {
	case FormTable:
		return []form.Field{name, {ID: elementFamilies, Label: form.Say("field-families"), Value: t.Families, Example: form.Plain("GAME:maxversions=3,INFO"), Most: page.MaxRemembered,
			Set: func(v string) { t.Families = v }}}
	case FormFamily:
		name.Label, name.Example = form.Say("field-family"), form.Plain("INFO")
		kind := form.Field{ID: elementType, Label: form.Say("field-type"), Kind: form.Choice, Value: t.Type, Options: []form.Option{{Text: form.Say("type-plain")}},
			Set: func(v string) { t.Type = v }}
		for _, a := range aggregates {
			kind.Options = append(kind.Options, form.Option{Value: a.String(), Text: form.Text{Plain: a.String() + ": ", Code: "type-" + a.String()}})
		}
		return []form.Field{name, rule, kind}
	case FormPolicy:
		rule.ID, rule.Example = elementForm, form.Plain("maxversions=1 or maxage=30d")
		return []form.Field{rule}
	}
	return nil
}

// Msg is something that happened to the schema.
type Msg interface{ apply(*update) }

type (
	// Toggled opens or closes the schema on a wide screen.
	Toggled struct{}
	// Shown opens the schema, and goes there.
	Shown struct{}
	// FormOpened opens a form; FormNone closes it.
	FormOpened struct {
		Form   Form
		Table  string
		Family base.Family
	}
	// Typed gives the field of the form with an ID another value.
	Typed struct{ ID, Value string }
	// Done does what the form is for.
	Done struct{}
	// DropPressed drops a family, or without one the table, and asks before if
	// that takes data along.
	DropPressed struct {
		Table  string
		Family base.Family
	}
	// DropConfirmed drops it without asking.
	DropConfirmed struct {
		Table  string
		Family base.Family
	}
	// SizesPressed measures what a table takes.
	SizesPressed struct{ Table string }
	// GarbagePressed looks for a table's garbage.
	GarbagePressed struct{ Table string }
	// CompactPressed collects it.
	CompactPressed struct{ Table string }
	// submitted brings the answer to the form's command.
	submitted struct{ host.Answer }
	// CopyPressed copies a table, under the first name that is free.
	CopyPressed struct{ Table string }
)

type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

func (Toggled) apply(u *update) {
	u.Open = !u.Open
	if u.Open {
		u.Do(page.Focus{ID: elementTitle})
	} else {
		u.Do(page.Focus{ID: elementToggle})
	}
}

func (Shown) apply(u *update) {
	u.Open = true
	u.Do(page.Focus{ID: elementTitle})
	u.Do(page.ScrollTo{ID: elementSection})
}

func (m FormOpened) apply(u *update) {
	if m.Form == FormNone {
		u.Do(page.Focus{ID: openerElement(u.form, u.table, u.family)})
	}
	u.form, u.table, u.family, u.typed, u.err, u.waits = m.Form, m.Table, m.Family, typed{}, nil, false
	for _, f := range u.Work.Table(m.Table).Families {
		if m.Form == FormPolicy && f.Name == m.Family {
			u.typed.Rule = f.Rule
		}
	}
	if m.Form == FormTable {
		u.Menu, u.MenuID = page.MenuTable, ""
	}
	if m.Form != FormNone {
		u.Do(page.Focus{ID: elementForm})
		u.Do(page.ScrollTo{ID: elementForm})
	}
}

func (m Typed) apply(u *update) { form.Take(u.fields(), m.ID, m.Value) }

func (Done) apply(u *update) {
	name := strings.TrimSpace(u.typed.Name)
	gc, err := parseRule(u.typed.Rule)
	switch u.form {
	case FormTable:
		line := "createtable"
		if name != "" {
			line += " " + cbt.Word(name)
		}
		if f := strings.TrimSpace(u.typed.Families); f != "" {
			line += " families=" + cbt.Word(f)
		}
		u.submit(cbt.Parse(line))
	case FormFamily:
		f := console.FamilySpec{Name: base.Family(name), GC: gc, Type: valueType(u.typed.Type)}
		u.submit(console.CreateFamily{Table: u.table, Family: f}, err)
	case FormPolicy:
		u.submit(console.SetGC{Table: u.table, Family: u.family, GC: gc}, err)
	}
}

func (m DropPressed) apply(u *update) {
	if !u.empty(m.Table) {
		u.Menu, u.MenuID = page.MenuDrop, strings.TrimSpace(m.Table+" "+string(m.Family))
		return
	}
	u.drop(m.Table, m.Family)
}

func (m DropConfirmed) apply(u *update) {
	u.Menu = page.MenuNone
	u.drop(m.Table, m.Family)
}

func (m SizesPressed) apply(u *update) {
	u.Send(host.Execute{Request: engine.Sizes(m)}, "running-sizes")
}

func (m GarbagePressed) apply(u *update) {
	u.Send(host.Execute{Request: engine.Garbage(m)}, "running-garbage")
}

func (m CompactPressed) apply(u *update) { u.Run(engine.Compact(m), "", "running-compact") }

func (m CopyPressed) apply(u *update) {
	stem := m.Table[:min(len(m.Table), base.MaxTableName-len("-copy-99"))] + "-copy"
	as := stem
	for n := 2; slices.ContainsFunc(u.Work.Tables, func(t engine.TableInfo) bool { return t.Name == as }); n++ {
		as = stem + "-" + strconv.Itoa(n)
	}
	u.Run(engine.Copy{Table: m.Table, As: as}, "", "running-copy")
}

// submit runs the command of the open form, which stays until it has succeeded.
func (u *update) submit(cmd console.Command, err error) {
	var s page.Command
	if err == nil {
		s, err = u.Work.Say(cmd)
	}
	if err != nil {
		e := *err.(*base.Error)
		e.Pos, e.End = 0, 0 // of a line that nobody sees
		u.err = &e
		return
	}
	u.err = nil
	u.waits = true
	u.AskCommand(s, func(a host.Answer) page.Msg { return submitted{a} })
}

// empty reports whether dropping a table, or a family of it, takes no data along.
func (u *update) empty(name string) bool {
	i := slices.IndexFunc(u.Work.Tables, func(t engine.TableInfo) bool { return t.Name == name })
	return i < 0 || u.Work.Tables[i].Cells == 0
}

func (u *update) drop(name string, family base.Family) {
	var cmd console.Command = console.DeleteTable{Table: name}
	if family != "" {
		cmd = console.DeleteFamily{Table: name, Family: family}
	}
	s, err := u.Work.Say(cmd)
	if err != nil {
		panic("schema: a table that cannot be named: " + err.Error())
	}
	u.RunCommand(s)
}

// apply closes the form where its command has succeeded, else shows why it was refused.
func (m submitted) apply(u *update) {
	if !u.waits {
		u.Refuses(m.Answer) // the form is another one by now
		return
	}
	u.waits, u.err = false, page.Failure(m.Answer)
	if u.err != nil {
		return
	}
	if u.form == FormTable {
		u.Menu = page.MenuNone
	}
	u.Do(page.Focus{ID: openerElement(u.form, u.table, u.family)})
	u.form = FormNone
}

// OnReply takes what a reply tells of the tables.
func OnReply(t *page.Update, s *State, r *engine.Reply) {
	if r.Timeline != nil {
		s.collected = nil // what was foretold may be no longer true, and what was removed may be back
	}
	switch a := r.Answer.(type) {
	case *engine.Collection:
		s.collected = a
		t.Do(page.ScrollTo{ID: garbageElement(a.Table)})
	case *engine.TableSizes:
		s.sizes = maps.Clone(s.sizes)
		if s.sizes == nil {
			s.sizes = map[string]*engine.TableSizes{}
		}
		s.sizes[a.Table] = a
	}
}

// Follow forgets the form of a dialog that is closed.
func Follow(t *page.Update, s *State) {
	if s.form == FormTable && t.Menu != page.MenuTable {
		s.form, s.waits = FormNone, false
		t.Do(page.Focus{ID: openerElement(FormTable, "", "")})
	}
}

// measured returns the sizes of a table, if they are those of a version of the session.
func (s *State) measured(table string, version uint64) *engine.TableSizes {
	if z := s.sizes[table]; z != nil && z.Version == version {
		return z
	}
	return nil
}

func parseRule(text string) (table.GCRule, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, nil
	}
	cmd, err := cbt.Parse("setgcpolicy t f " + text)
	if err != nil {
		return nil, err
	}
	set, ok := cmd.(console.SetGC)
	if !ok {
		return nil, base.Refuse(base.CodeBadGCRule, text, "", "")
	}
	return set.GC, nil
}

// aggregates are the types of families that aggregate.
var aggregates = []table.ValueType{table.IntSum, table.IntMin, table.IntMax, table.UniqueCount}

func valueType(name string) table.ValueType {
	for _, t := range aggregates {
		if t.String() == name {
			return t
		}
	}
	return table.Plain
}
