package rowkey

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
)

// MaxTemplate is the most bytes a template's text may have.
const MaxTemplate = 512

// Template is a parsed row-key template. It never changes and may be shared.
type Template struct {
	text   string
	parts  []Part
	fields []string
	steps  []step // one per field, in order
	head   string // the literal before the first field
}

// step is a field with what follows it.
type step struct {
	field string
	sep   string // the literal after the field, empty for a field that is last
}

// Part is a piece of a template: exactly one of Field and Literal is set. The
// piece is the bytes [Pos, End) of the template's text, a field's braces
// included.
type Part struct {
	Field    string
	Literal  string
	Pos, End int
}

// Parse reads a template. It refuses with a position what the grammar does not
// allow: template-empty, template-syntax, template-twice, template-adjacent,
// and input-too-long above [MaxTemplate]. A field that could still be finished
// by more text is refused as Incomplete.
func Parse(text string) (*Template, error) {
	if text == "" {
		return nil, base.RefuseAt(0, 0, base.CodeTemplateEmpty)
	}
	if len(text) > MaxTemplate {
		return nil, base.RefuseAt(MaxTemplate, len(text), base.CodeInputTooLong, strconv.Itoa(len(text)), strconv.Itoa(MaxTemplate))
	}
	t := &Template{text: text}
	for pos := 0; pos < len(text); {
		p, err := parsePart(text, pos)
		if err != nil {
			return nil, err
		}
		if err := t.add(p); err != nil {
			return nil, err
		}
		pos = p.End
	}
	return t, nil
}

// parsePart reads the part that begins at pos < len(text).
func parsePart(text string, pos int) (Part, *base.Error) {
	switch text[pos] {
	case '}':
		return Part{}, base.RefuseAt(pos, pos+1, base.CodeTemplateSyntax, "}")
	case '{':
	default:
		end := len(text)
		if n := strings.IndexAny(text[pos:], "{}"); n >= 0 {
			end = pos + n
		}
		return Part{Literal: text[pos:end], Pos: pos, End: end}, nil
	}
	n := strings.IndexAny(text[pos+1:], "{}")
	if n < 0 {
		err := base.RefuseAt(pos, len(text), base.CodeTemplateSyntax, text[pos:])
		name := text[pos+1:]
		err.Incomplete = name == "" || isField(name)
		return Part{}, err
	}
	end := pos + 1 + n
	name := text[pos+1 : end]
	if text[end] == '}' {
		end++
		if isField(name) {
			return Part{Field: name, Pos: pos, End: end}, nil
		}
	}
	return Part{}, base.RefuseAt(pos, end, base.CodeTemplateSyntax, text[pos:end])
}

// isField reports whether name is [a-z][a-z0-9_]*.
func isField(name string) bool {
	for i := 0; i < len(name); i++ {
		c := name[i]
		if !('a' <= c && c <= 'z' || i > 0 && ('0' <= c && c <= '9' || c == '_')) {
			return false
		}
	}
	return name != ""
}

// add appends a part that the parser has read.
func (t *Template) add(p Part) *base.Error {
	n := len(t.parts)
	switch {
	case p.Field == "":
		if len(t.steps) == 0 {
			t.head = p.Literal
		} else {
			t.steps[len(t.steps)-1].sep = p.Literal
		}
	case slices.Contains(t.fields, p.Field):
		return base.RefuseAt(p.Pos, p.End, base.CodeTemplateTwice, p.Field)
	case n > 0 && t.parts[n-1].Field != "":
		last := t.parts[n-1]
		return base.RefuseAt(last.Pos, p.End, base.CodeTemplateAdjacent, last.Field, p.Field)
	default:
		t.fields = append(t.fields, p.Field)
		t.steps = append(t.steps, step{field: p.Field})
	}
	t.parts = append(t.parts, p)
	return nil
}

// String returns the text the template was parsed from.
func (t *Template) String() string { return t.text }

// Parts returns the template's pieces in order. No two literals are neighbours,
// nor two fields.
func (t *Template) Parts() []Part { return slices.Clone(t.parts) }

// Fields returns the names of the template's fields in key order.
func (t *Template) Fields() []string { return slices.Clone(t.fields) }

// Check refuses with template-field the first field that is not among known,
// the fields the data has.
func (t *Template) Check(known []string) error {
	for _, p := range t.parts {
		if p.Field != "" && !slices.Contains(known, p.Field) {
			return base.RefuseAt(p.Pos, p.End, base.CodeTemplateField, p.Field, strings.Join(known, ", "))
		}
	}
	return nil
}
