package model

import (
	"maps"
	"slices"
	"strings"

	"tabletop/app/host"
	"tabletop/app/questions"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/rowkey"
	"tabletop/lessons"
)

func (u *update) setDraft(table string, d Draft) {
	u.Work.Drafts = maps.Clone(u.Work.Drafts)
	u.Work.Drafts[table] = d
}

func (u *update) table(name string) (engine.TableInfo, bool) {
	for _, t := range u.Work.Tables {
		if t.Name == name {
			return t, true
		}
	}
	return engine.TableInfo{}, false
}

// typed takes the text of a template field after a key. It is checked at once;
// the tables follow a moment later.
func (u *update) typed(table, text string) {
	info, ok := u.table(table)
	if !ok {
		return
	}
	questions.Stop(u.turn, &u.Work.Questions)
	d := u.Work.Drafts[table]
	d.Text, d.Err = text, nil
	t, err := rowkey.Parse(text)
	if err == nil {
		err = t.Check(info.Fields)
	}
	if err != nil {
		d.Err, _ = err.(*base.Error)
	} else {
		u.do(After{Wait: settle, Msg: TemplateSettled{table, text}})
		if s := &u.Work.Shaping; s.Table == table && !Holds(t, s.Field) {
			*s = Shaping{}
		}
	}
	u.setDraft(table, d)
}

// settled rewrites the table if the text is still what the field holds.
func (u *update) settled(table, text string) {
	d, ok := u.Work.Drafts[table]
	if !ok || d.Text != text || d.Err != nil || d.Sent == text {
		return
	}
	if r := u.Work.Running; r != nil {
		if _, t := designed(u.Calls[r.Seq].Call); t == table {
			u.do(Send{Sent: host.Sent{Seq: u.next(), Call: host.Cancel{Seq: r.Seq}}})
		}
	}
	d.Sent = text
	u.setDraft(table, d)
	var call host.Call = host.Execute{Request: engine.Rekey{Table: table, Template: text}}
	if u.Lesson != nil {
		call = host.Do{Action: lessons.Template{Table: table, Text: text}}
	}
	u.send(call, "running-load")
}

// redesign edits a table's template by its segments.
func (u *update) redesign(table string, edit func(*shape)) {
	t, ok := u.template(table)
	if !ok {
		return
	}
	s := shapeOf(t)
	edit(s)
	text := s.String()
	u.do(SetText{ID: TemplateElement(table), Text: text})
	u.typed(table, text)
	u.settled(table, text)
}

// shape is a template as the key designer edits it: fields, as they stand in
// their braces, with what is before, between and after them.
type shape struct {
	fields []string
	seps   []string // len(fields)+1
}

func shapeOf(t *rowkey.Template) *shape {
	s := &shape{seps: []string{""}}
	for _, p := range t.Parts() {
		if p.Field == "" {
			s.seps[len(s.seps)-1] += p.Literal
			continue
		}
		s.fields = append(s.fields, p.Inside())
		s.seps = append(s.seps, "")
	}
	return s
}

func (s *shape) String() string {
	var b strings.Builder
	b.WriteString(s.seps[0])
	for i, f := range s.fields {
		b.WriteString("{" + f + "}" + s.seps[i+1])
	}
	return b.String()
}

// move swaps a field with its neighbour; the separators stay in their places.
func (s *shape) move(field string, by int) {
	i := slices.Index(s.fields, field)
	if j := i + by; i >= 0 && j >= 0 && j < len(s.fields) {
		s.fields[i], s.fields[j] = s.fields[j], s.fields[i]
	}
}

// drop takes a field out with the separator before it, or after it where it is
// the first. The last field stays.
func (s *shape) drop(field string) {
	i := slices.Index(s.fields, field)
	if i < 0 || len(s.fields) == 1 {
		return
	}
	s.fields = slices.Delete(s.fields, i, i+1)
	if i > 0 {
		s.seps = slices.Delete(s.seps, i, i+1)
	} else {
		s.seps = slices.Delete(s.seps, 1, 2)
	}
}

// add puts a field at the end, before a closing literal.
func (s *shape) add(field string) {
	if slices.Contains(s.fields, field) {
		return
	}
	if len(s.fields) == 0 {
		s.fields, s.seps = []string{field}, append(s.seps, "")
		return
	}
	last := len(s.seps) - 1
	s.fields = append(s.fields, field)
	s.seps = slices.Insert(s.seps, last, "#")
}
