// Package schema is the part of the page for the outline of the tables: it lists the tables
// with their families and garbage-collection rules, changes them by commands, and measures what
// they take and what of it is garbage.
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

// State is the open form, and what was measured of the tables.
type State struct {
	Open bool // whether a lesson's wide page shows the outline; other pages always do

	collected *engine.GarbageReport            // the garbage that was last found or removed
	form      FormKind                         // the open form; FormNone for none
	table     string                           // the table that the form is about
	family    base.Family                      // the family that the form is about
	typed     typed                            // the values of its fields
	err       *base.Error                      // why the form's command was refused
	sizes     map[string]*engine.SizesMeasured // measured sizes by table; not changed in place
	waits     bool                             // the form's command has no answer yet
}

// IDs of elements.
const (
	elementForm    = "schema-form" // the first field of the form
	elementSection = "schema"
	elementTitle   = "schema-title"  // the heading
	elementToggle  = "schema-toggle" // the button that opens it in a lesson
	elementWay     = "schema-way"    // the button that leads to it
)

// openerElement returns the ID of the button that opens a form.
func openerElement(f FormKind, table string, family base.Family) string {
	switch f {
	case FormFamily:
		return "add-family-" + table
	case FormPolicy:
		return "alter-" + table + "-" + string(family)
	}
	return "add-table"
}

// garbageElement returns the ID of the element that tells a table's garbage.
func garbageElement(table string) string { return "garbage-" + table }

// FormKind is a form of the outline.
type FormKind uint8

const (
	FormNone   FormKind = iota
	FormTable           // makes a table
	FormFamily          // adds a family
	FormPolicy          // changes a family's garbage-collection rule
)

// typed is the values of a form's fields.
type typed struct {
	Name     string // name of the table or the family
	Families string // in the syntax of cbt's createtable
	Rule     string // in the syntax of cbt's setgcpolicy
	Type     string // name of an aggregate's type; "" for a plain family
}

// IDs of the forms' fields. The first field of each form is elementForm.
const (
	elementFamilies = "form-families"
	elementRule     = "form-rule"
	elementType     = "form-type"
)

// fields returns the fields of the open form.
func (s *State) fields() []form.Field {
	t := &s.typed
	name := form.Field{ID: elementForm, Label: form.SentenceText("field-table"), Value: t.Name, Example: form.PlainText("scores"), Set: func(v string) { t.Name = v }}
	rule := form.Field{ID: elementRule, Label: form.SentenceText("field-rule"), Value: t.Rule, Example: form.PlainText("maxversions=1"), MaxLength: page.MaxLoggedText, Set: func(v string) { t.Rule = v }}
	if s.misnamed() {
		name.Refused = form.RefusalText(s.err)
	}
	switch s.form {
	case FormTable:
		return []form.Field{name, {ID: elementFamilies, Label: form.SentenceText("field-families"), Value: t.Families, Example: form.PlainText("GAME:maxversions=3,INFO"), MaxLength: page.MaxLoggedText,
			Set: func(v string) { t.Families = v }}}
	case FormFamily:
		name.Label, name.Example = form.SentenceText("field-family"), form.PlainText("INFO")
		kind := form.Field{ID: elementType, Label: form.SentenceText("field-type"), Kind: form.KindChoice, Value: t.Type, Options: []form.Option{{Text: form.SentenceText("type-plain")}},
			Set: func(v string) { t.Type = v }}
		for _, a := range aggregates {
			kind.Options = append(kind.Options, form.Option{Value: a.String(), Text: form.Text{Plain: a.String() + ": ", Code: "type-" + a.String()}})
		}
		return []form.Field{name, rule, kind}
	case FormPolicy:
		rule.ID, rule.Example = elementForm, form.PlainText("maxversions=1 or maxage=30d")
		return []form.Field{rule}
	}
	return nil
}

// misnamed reports whether the form was refused for the name in its first field.
func (s *State) misnamed() bool {
	if s.err == nil {
		return false
	}
	switch s.err.Code {
	case base.CodeTableName, base.CodeTableExists:
		return s.form == FormTable
	case base.CodeFamilyName, base.CodeFamilyExists:
		return s.form == FormFamily
	}
	return false
}

// Msg is a message of this part.
type Msg interface{ apply(*update) }

type (
	// toggled opens or closes the outline on a lesson's wide page.
	toggled struct{}
	// shown opens the outline and scrolls to it.
	shown struct{}
	// FormOpened opens a form; FormNone closes it.
	FormOpened struct {
		Form   FormKind
		Table  string
		Family base.Family
	}
	// FieldChanged changes the value of the field with an element ID.
	FieldChanged struct{ ID, Value string }
	// FormSubmitted runs the command of the open form.
	FormSubmitted struct{}
	// dropPressed drops a family, or the table if Family is "". If the table has data, the
	// reader is asked first.
	dropPressed struct {
		Table  string
		Family base.Family
	}
	// DropConfirmed drops it without asking.
	DropConfirmed struct {
		Table  string
		Family base.Family
	}
	// sizesPressed measures the bytes of a table.
	sizesPressed struct{ Table string }
	// FindGarbagePressed finds a table's garbage.
	FindGarbagePressed struct{ Table string }
	// CompactPressed removes a table's garbage.
	CompactPressed struct{ Table string }
	// submitted brings the answer to the form's command.
	submitted struct{ host.Answer }
	// copyPressed copies a table, under the first copy's name that is free.
	copyPressed struct{ Table string }
)

// update is the handling of one message of this part.
type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

// apply opens or closes the outline, and moves the focus into it or back to its button.
func (toggled) apply(u *update) {
	u.Open = !u.Open
	if u.Open {
		u.DoEffect(page.FocusElement{ID: elementTitle})
	} else {
		u.DoEffect(page.FocusElement{ID: elementToggle})
	}
}

func (shown) apply(u *update) {
	u.Open = true
	u.DoEffect(page.FocusElement{ID: elementTitle})
	u.DoEffect(page.ScrollToElement{ID: elementSection})
}

// apply opens a form with the present rule of its family, or closes the open one.
func (m FormOpened) apply(u *update) {
	if m.Form == FormNone {
		u.DoEffect(page.FocusElement{ID: openerElement(u.form, u.table, u.family)})
	}
	u.form, u.table, u.family, u.typed, u.err, u.waits = m.Form, m.Table, m.Family, typed{}, nil, false
	for _, f := range u.Work.TableByName(m.Table).Families {
		if m.Form == FormPolicy && f.Name == m.Family {
			u.typed.Rule = f.Rule
		}
	}
	if m.Form == FormTable {
		u.Dialog, u.DialogID = page.DialogNewTable, ""
	}
	if m.Form != FormNone {
		u.DoEffect(page.FocusElement{ID: elementForm})
		u.DoEffect(page.ScrollToElement{ID: elementForm})
	}
}

func (m FieldChanged) apply(u *update) { form.SetFieldValue(u.fields(), m.ID, m.Value) }

// apply makes the command of the open form, which is refused if a field is wrong.
func (FormSubmitted) apply(u *update) {
	name := strings.TrimSpace(u.typed.Name)
	gc, err := parseRule(u.typed.Rule)
	switch u.form {
	case FormTable:
		if _, err := table.New(name); err != nil {
			u.submit(nil, err)
			return
		}
		line := "createtable " + cbt.QuoteWord(name)
		families := strings.Split(u.typed.Families, ",")
		for i := range families {
			families[i] = strings.TrimSpace(families[i])
		}
		if f := strings.Join(families, ","); f != "" {
			line += " families=" + cbt.QuoteWord(f)
		}
		u.submit(cbt.Parse(line))
	case FormFamily:
		f := console.FamilySpec{Name: base.Family(name), GC: gc, Type: valueType(u.typed.Type)}
		u.submit(console.CreateFamily{Table: u.table, Family: f}, err)
	case FormPolicy:
		if strings.TrimSpace(u.typed.Rule) == "" { // a rule is given up by never, not by an empty field
			err = base.Refuse(base.CodeBadGCRule, "", "", "")
		}
		u.submit(console.SetGC{Table: u.table, Family: u.family, GC: gc}, err)
	}
}

// An empty table needs no question.
func (m dropPressed) apply(u *update) {
	if !u.empty(m.Table) {
		u.Dialog, u.DialogID = page.DialogDrop, strings.TrimSpace(m.Table+" "+string(m.Family))
		return
	}
	u.drop(m.Table, m.Family)
}

func (m DropConfirmed) apply(u *update) {
	u.Dialog = page.DialogNone
	u.drop(m.Table, m.Family)
}

func (m sizesPressed) apply(u *update) {
	u.SendCall(host.ExecuteRequest{Request: engine.MeasureSizes(m)}, "running-sizes")
}

func (m FindGarbagePressed) apply(u *update) {
	u.SendCall(host.ExecuteRequest{Request: engine.FindGarbage(m)}, "running-garbage")
}

func (m CompactPressed) apply(u *update) {
	u.RunRequest(engine.CollectGarbage(m), "", "running-compact")
}

// apply copies a table. The name is cut so that it and its number fit the bound.
func (m copyPressed) apply(u *update) {
	stem := m.Table[:min(len(m.Table), base.MaxTableName-len("-copy-99"))] + "-copy"
	as := stem
	for n := 2; slices.ContainsFunc(u.Work.Tables, func(t engine.TableInfo) bool { return t.Name == as }); n++ {
		as = stem + "-" + strconv.Itoa(n)
	}
	u.RunRequest(engine.CopyTable{Table: m.Table, As: as}, "", "running-copy")
}

// submit runs the command of the open form. The form stays open until the command has
// succeeded.
func (u *update) submit(cmd console.Command, err error) {
	var s page.ConsoleCommand
	if err == nil {
		s, err = u.Work.FormatCommand(cmd)
	}
	if err != nil {
		e := *err.(*base.Error)
		e.Pos, e.End = 0, 0 // positions in a command that the reader does not see
		u.refuse(&e)
		return
	}
	u.err = nil
	u.waits = true
	u.RunCommandThen(s, func(a host.Answer) page.Msg { return submitted{a} })
}

// refuse shows why the form is refused. If that is its name, the focus goes there.
func (u *update) refuse(err *base.Error) {
	if u.err = err; u.misnamed() {
		u.DoEffect(page.FocusElement{ID: elementForm})
	}
}

// empty reports whether dropping a table, or a family of it, would lose no data.
func (u *update) empty(name string) bool {
	i := slices.IndexFunc(u.Work.Tables, func(t engine.TableInfo) bool { return t.Name == name })
	return i < 0 || u.Work.Tables[i].Cells == 0
}

// drop runs the command that drops a table, or a family of it.
func (u *update) drop(name string, family base.Family) {
	var cmd console.Command = console.DeleteTable{Table: name}
	if family != "" {
		cmd = console.DeleteFamily{Table: name, Family: family}
	}
	s, err := u.Work.FormatCommand(cmd)
	if err != nil {
		panic("schema: a table that cannot be named: " + err.Error())
	}
	u.RunCommand(s)
}

// apply closes the form if its command has succeeded, else shows why it was refused.
func (m submitted) apply(u *update) {
	if !u.waits {
		u.ShowIfRefused(m.Answer) // another form is open now
		return
	}
	u.waits = false
	if err := page.AnswerError(m.Answer); err != nil {
		u.refuse(err)
		return
	}
	if u.form == FormTable {
		u.Dialog = page.DialogNone
	}
	u.DoEffect(page.FocusElement{ID: openerElement(u.form, u.table, u.family)})
	u.form = FormNone
}

// OnReply takes what a reply measured. It forgets the garbage found before if the tables have
// changed.
func OnReply(t *page.Update, s *State, r *engine.Reply) {
	if r.Timeline != nil {
		s.collected = nil // the tables may have changed, or removed cells may be back
	}
	switch a := r.Answer.(type) {
	case *engine.GarbageReport:
		s.collected = a
		t.DoEffect(page.ScrollToElement{ID: garbageElement(a.Table)})
	case *engine.SizesMeasured:
		s.sizes = maps.Clone(s.sizes)
		if s.sizes == nil {
			s.sizes = map[string]*engine.SizesMeasured{}
		}
		s.sizes[a.Table] = a
	}
}

// AfterMessage forgets the form for a new table after its dialog was closed.
func AfterMessage(t *page.Update, s *State) {
	if s.form == FormTable && t.Dialog != page.DialogNewTable {
		s.form, s.waits = FormNone, false
		t.DoEffect(page.FocusElement{ID: openerElement(FormTable, "", "")})
	}
}

// measured returns the sizes of a table, nil unless they were measured at a version of the
// session.
func (s *State) measured(table string, version uint64) *engine.SizesMeasured {
	if z := s.sizes[table]; z != nil && z.Version == version {
		return z
	}
	return nil
}

// parseRule parses a garbage-collection rule in the syntax of cbt; an empty text is no rule.
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

// valueType returns the type of families with a name, plain if there is none.
func valueType(name string) table.ValueType {
	for _, t := range aggregates {
		if t.String() == name {
			return t
		}
	}
	return table.Plain
}
