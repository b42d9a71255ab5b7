package model

import (
	"maps"
	"slices"
	"strings"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	"tabletop/engine/table"
)

// Schema is the schema pane: what is measured of the tables, and the form that
// is open.
type Schema struct {
	Open      bool                          // on a wide screen of a lesson; elsewhere it is there anyway
	Form      Form                          // FormNone for none
	Table     string                        // that the form is about
	Family    base.Family                   // likewise
	Err       *base.Error                   // why the form's command was refused
	Sizes     map[string]*engine.TableSizes // by table
	Collected *engine.Collection            // what was last found, or removed

	sent uint64 // number of the form's call
}

// Element ids of the schema pane.
const (
	ElementForm         = "schema-form"   // the first field of its form
	ElementSchema       = "schema-title"  // its heading
	ElementSchemaToggle = "schema-toggle" // the button that opens it in a lesson
)

// OpenerElement returns the id of the button that opens a form.
func OpenerElement(f Form, table string, family base.Family) string {
	switch f {
	case FormFamily:
		return "add-family-" + table
	case FormPolicy:
		return "alter-" + table + "-" + string(family)
	}
	return "add-table"
}

// Form is a form of the schema pane.
type Form uint8

const (
	FormNone   Form = iota
	FormTable       // makes a table
	FormFamily      // adds a family
	FormPolicy      // changes a family's rule
)

type (
	// SchemaToggled opens or closes the schema pane on a wide screen.
	SchemaToggled struct{}
	// FormOpened opens a form of the schema pane; FormNone closes it.
	FormOpened struct {
		Form   Form
		Table  string
		Family base.Family
	}
	// TableMade makes a table with families, written as createtable takes them.
	TableMade struct{ Table, Families string }
	// FamilyMade adds a family, with a rule as setgcpolicy takes it and the name
	// of an aggregate's type, both "" for none.
	FamilyMade struct{ Table, Family, Rule, Type string }
	// PolicyMade changes a family's rule.
	PolicyMade struct {
		Table  string
		Family base.Family
		Rule   string
	}
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
	// ClockPressed sets the workspace's clock forward.
	ClockPressed struct{ By base.Micros }
)

// schema handles the messages of the schema pane and reports whether this was
// one.
func (u *update) schema(m Msg) bool {
	s := &u.Work.Schema
	switch m := m.(type) {
	case SchemaToggled:
		s.Open = !s.Open
		if s.Open {
			u.do(Focus{ID: ElementSchema})
		} else {
			u.do(Focus{ID: ElementSchemaToggle})
		}
	case FormOpened:
		if m.Form == FormNone {
			u.do(Focus{ID: OpenerElement(s.Form, s.Table, s.Family)})
		}
		s.Form, s.Table, s.Family, s.Err, s.sent = m.Form, m.Table, m.Family, nil, 0
		if m.Form != FormNone {
			u.do(Focus{ID: ElementForm})
			u.do(ScrollTo{ID: ElementForm})
		}
	case TableMade:
		line := "createtable"
		if name := strings.TrimSpace(m.Table); name != "" {
			line += " " + cbt.Word(name)
		}
		if f := strings.TrimSpace(m.Families); f != "" {
			line += " families=" + cbt.Word(f)
		}
		u.form(cbt.Parse(line))
	case FamilyMade:
		gc, err := parseRule(m.Rule)
		f := console.FamilySpec{Name: base.Family(strings.TrimSpace(m.Family)), GC: gc, Type: valueType(m.Type)}
		u.form(console.CreateFamily{Table: m.Table, Family: f}, err)
	case PolicyMade:
		gc, err := parseRule(m.Rule)
		u.form(console.SetGC{Table: m.Table, Family: m.Family, GC: gc}, err)
	case DropPressed:
		if !u.dropped(m) {
			u.Menu, u.MenuID = MenuDrop, strings.TrimSpace(m.Table+" "+string(m.Family))
			break
		}
		u.drop(m.Table, m.Family)
	case DropConfirmed:
		u.Menu = MenuNone
		u.drop(m.Table, m.Family)
	case SizesPressed:
		u.send(host.Execute{Request: engine.Sizes(m)}, "running-sizes")
	case GarbagePressed:
		u.send(host.Execute{Request: engine.Garbage(m)}, "running-garbage")
	case CompactPressed:
		u.run(engine.Compact(m), "", "running-compact")
	case ClockPressed:
		u.send(host.Execute{Request: engine.Advance(m)}, "")
	default:
		return false
	}
	return true
}

// form runs the command of the open form, which stays until it has succeeded.
func (u *update) form(cmd console.Command, err error) {
	var s page.Command
	if err == nil {
		s, err = u.Work.Say(cmd)
	}
	if err != nil {
		e := *err.(*base.Error)
		e.Pos, e.End = 0, 0 // of a line that nobody sees
		u.Work.Schema.Err = &e
		return
	}
	u.Work.Schema.Err = nil
	u.Work.Schema.sent = u.runSaid(s)
}

// dropped reports whether a drop takes no data along.
func (u *update) dropped(m DropPressed) bool {
	i := slices.IndexFunc(u.Work.Tables, func(t engine.TableInfo) bool { return t.Name == m.Table })
	return i < 0 || u.Work.Tables[i].Cells == 0
}

func (u *update) drop(name string, family base.Family) {
	var cmd console.Command = console.DeleteTable{Table: name}
	if family != "" {
		cmd = console.DeleteFamily{Table: name, Family: family}
	}
	s, err := u.Work.Say(cmd)
	if err != nil {
		panic("model: a table that cannot be named: " + err.Error())
	}
	u.runSaid(s)
}

// schemaAnswered takes what an answer means to the schema pane.
func (u *update) schemaAnswered(seq uint64, r *engine.Reply, err *base.Error) {
	s := &u.Work.Schema
	if s.sent != 0 && s.sent == seq {
		s.sent, s.Err = 0, err
		if err == nil {
			u.do(Focus{ID: OpenerElement(s.Form, s.Table, s.Family)})
			s.Form = FormNone
		}
	}
	if r == nil {
		return
	}
	if r.Timeline != nil && s.Collected != nil && !s.Collected.Removed {
		s.Collected = nil // what was foretold may be no longer true
	}
	switch a := r.Answer.(type) {
	case *engine.Collection:
		s.Collected = a
	case *engine.TableSizes:
		s.Sizes = maps.Clone(s.Sizes)
		if s.Sizes == nil {
			s.Sizes = map[string]*engine.TableSizes{}
		}
		s.Sizes[a.Table] = a
	}
}

// Measured returns the sizes of a table, if they are those of now.
func (w *Workbench) Measured(table string) *engine.TableSizes {
	if s := w.Schema.Sizes[table]; s != nil && s.Version == w.Version {
		return s
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

// ValueTypes are the names of the types of families that aggregate.
var ValueTypes = []string{table.IntSum.String(), table.IntMin.String(), table.IntMax.String(), table.UniqueCount.String()}

func valueType(name string) table.ValueType {
	for _, t := range []table.ValueType{table.IntSum, table.IntMin, table.IntMax, table.UniqueCount} {
		if t.String() == name {
			return t
		}
	}
	return table.Plain
}
