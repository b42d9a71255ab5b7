package rowkey

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/rewrite"
)

// MaxTemplate is the largest number of bytes in the text of a template.
const MaxTemplate = 512

// Template is a parsed row-key template; see [Parse]. It is immutable and may be used by
// several goroutines.
type Template struct {
	text   string
	parts  []TemplatePart // fields and literals in order
	fields []string       // the different fields, in order of their first appearance
	steps  []Step         // the appearances of fields, in order
	head   string         // the literal before the first field
	whole  []int          // by field: the step from which its value can be read, or -1
	plain  bool           // no step has a transform
}

// Step is one appearance of a field in a template, with the separator after it.
type Step struct {
	Field string
	Sep   string // the literal after the field; "" for none
	field int    // index in the template's fields
	at    int    // index in the template's steps
	chain chain
	apart bool // values need not be checked for Sep, see Template.Apart
}

// TemplatePart is a piece of a template: a field or a literal. Exactly one of Field and Literal is
// set. The piece is the bytes [Pos, End) of the template's text, including the braces of a
// field. Transforms is the field's transforms as they are written, without the first bar.
type TemplatePart struct {
	Field      string
	Transforms string
	Literal    string
	Pos, End   int
}

// Inside returns the text between the braces of a field.
func (p TemplatePart) Inside() string {
	if p.Transforms == "" {
		return p.Field
	}
	return p.Field + "|" + p.Transforms
}

// Parse parses a template. It refuses text that the grammar does not allow, with the
// position of the error: template-empty, template-syntax, template-twice,
// template-adjacent, transform-unknown, transform-args, transform-place, and
// input-too-long above [MaxTemplate] bytes. The refusal of a field that could be completed
// by more text is marked as Incomplete.
func Parse(text string) (*Template, error) {
	if text == "" {
		return nil, base.RefuseAt(0, 0, base.CodeTemplateEmpty)
	}
	if len(text) > MaxTemplate {
		return nil, base.RefuseAt(MaxTemplate, len(text), base.CodeInputTooLong, strconv.Itoa(len(text)), strconv.Itoa(MaxTemplate))
	}
	t := &Template{text: text, plain: true}
	for pos := 0; pos < len(text); {
		p, err := parsePart(text, pos)
		if err == nil {
			err = t.add(p)
		}
		if err != nil {
			return nil, err
		}
		pos = p.End
	}
	return t, nil
}

// parsePart parses the part that begins at pos, which is less than len(text).
func parsePart(text string, pos int) (TemplatePart, *base.Error) {
	switch text[pos] {
	case '}':
		return TemplatePart{}, base.RefuseAt(pos, pos+1, base.CodeTemplateSyntax, "}")
	case '{':
	default:
		end := len(text)
		if n := strings.IndexAny(text[pos:], "{}"); n >= 0 {
			end = pos + n
		}
		return TemplatePart{Literal: text[pos:end], Pos: pos, End: end}, nil
	}
	n := strings.IndexAny(text[pos+1:], "{}")
	if n < 0 {
		err := base.RefuseAt(pos, len(text), base.CodeTemplateSyntax, text[pos:])
		name, _, _ := strings.Cut(text[pos+1:], "|")
		err.Incomplete = name == "" || isField(name)
		return TemplatePart{}, err
	}
	end := pos + 1 + n
	name, via, piped := strings.Cut(text[pos+1:end], "|")
	if text[end] == '}' {
		end++
		if isField(name) && piped == (via != "") {
			return TemplatePart{Field: name, Transforms: via, Pos: pos, End: end}, nil
		}
	}
	args := []string{text[pos:end]}
	if field := MakeFieldName(name); isField(field) && text[end-1] == '}' && piped == (via != "") {
		args = append(args, "{"+field+text[pos+1+len(name):end])
	}
	return TemplatePart{}, base.RefuseAt(pos, end, base.CodeTemplateSyntax, args...)
}

// MakeFieldName makes a field name of any name: in lower case, with _ for every character
// other than a to z and 0 to 9. The result is not a valid field name if it does not begin
// with a letter.
func MakeFieldName(name string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return '_'
	}, strings.ToLower(name)), "_")
}

// transforms parses the transforms of a field.
func (p TemplatePart) transforms() (chain, *base.Error) {
	if p.Transforms == "" {
		return link(nil)
	}
	var via []Transform
	at := p.Pos + len("{") + len(p.Field) + len("|")
	for text := range strings.SplitSeq(p.Transforms, "|") {
		f, err := parseTransform(text)
		if err == nil {
			via = append(via, f)
			_, err = link(via)
		}
		if err != nil {
			err.Pos, err.End = at, at+len(text)
			return chain{}, err
		}
		at += len(text) + len("|")
	}
	return link(via)
}

// isField reports whether name is a valid field name, [a-z][a-z0-9_]*.
func isField(name string) bool {
	for i := 0; i < len(name); i++ {
		c := name[i]
		if !('a' <= c && c <= 'z' || i > 0 && ('0' <= c && c <= '9' || c == '_')) {
			return false
		}
	}
	return name != ""
}

// add appends a parsed part to the template. It refuses a field that is there with the
// same transforms, and one that directly follows a field without a fixed width.
func (t *Template) add(p TemplatePart) *base.Error {
	if p.Field == "" {
		if len(t.steps) == 0 {
			t.head = p.Literal
		} else {
			t.steps[len(t.steps)-1].Sep = p.Literal
		}
		t.parts = append(t.parts, p)
		return nil
	}
	c, err := p.transforms()
	if err != nil {
		return err
	}
	for _, q := range t.parts {
		if q.Field == p.Field && q.Transforms == p.Transforms {
			return base.RefuseAt(p.Pos, p.End, base.CodeTemplateTwice, p.Inside())
		}
	}
	if n := len(t.parts); n > 0 && t.parts[n-1].Field != "" && t.steps[len(t.steps)-1].chain.width == 0 {
		last := t.parts[n-1]
		return base.RefuseAt(last.Pos, p.End, base.CodeTemplateAdjacent, last.Inside(), p.Inside())
	}
	i := slices.Index(t.fields, p.Field)
	if i < 0 {
		i = len(t.fields)
		t.fields = append(t.fields, p.Field)
		t.whole = append(t.whole, -1)
	}
	if c.whole && t.whole[i] < 0 {
		t.whole[i] = len(t.steps)
	}
	t.plain = t.plain && p.Transforms == ""
	t.steps = append(t.steps, Step{Field: p.Field, field: i, at: len(t.steps), chain: c})
	t.parts = append(t.parts, p)
	return nil
}

// String returns the text from which the template was parsed.
func (t *Template) String() string { return t.text }

// Parts returns the template's pieces in order. No two literals are adjacent.
func (t *Template) Parts() []TemplatePart { return slices.Clone(t.parts) }

// Fields returns the names of the template's fields, each once, in the order in which they
// first appear in the key.
func (t *Template) Fields() []string { return slices.Clone(t.fields) }

// LeadingLiteral returns the literal before the first field, or "".
func (t *Template) LeadingLiteral() string { return t.head }

// Steps returns the appearances of fields in key order.
func (t *Template) Steps() []Step { return slices.Clone(t.steps) }

// CheckFields refuses (template-field) the first field that is not among known, the fields that
// the data has.
func (t *Template) CheckFields(known []string) error {
	for _, p := range t.parts {
		if p.Field != "" && !slices.Contains(known, p.Field) {
			return base.RefuseAt(p.Pos, p.End, base.CodeTemplateField, p.Field, strings.Join(known, ", "), base.Nearest(p.Field, known))
		}
	}
	return nil
}

// Transforms returns the transforms of the step in the order in which they are applied.
func (s *Step) Transforms() []Transform { return slices.Clone(s.chain.via) }

// WithoutLastTransform returns the step without its last transform. ok is false if it has fewer than
// two.
func (s *Step) WithoutLastTransform() (before Step, ok bool) {
	n := len(s.chain.via)
	if n < 2 {
		return Step{}, false
	}
	c, err := link(s.chain.via[:n-1])
	return Step{Field: s.Field, Sep: s.Sep, chain: c}, err == nil
}

// Width returns how many bytes the step has in every key, or 0 if its width is not fixed.
func (s *Step) Width() int { return s.chain.width }

// KeepsWholeValue reports whether different values always have different bytes in this step.
func (s *Step) KeepsWholeValue() bool { return s.chain.whole }

// IsNumeric reports whether the values of the step are numbers, and ordered as numbers.
func (s *Step) IsNumeric() bool { return s.chain.number }

// SortDirection returns how the bytes in the key are ordered: 1 like the values, -1 in the
// opposite order, and 0 if in neither.
func (s *Step) SortDirection() int { return s.chain.order }

// Apply returns the bytes of the step for a value. It refuses the values that
// [Template.Encode] would refuse for this step.
func (s *Step) Apply(value string) (string, error) {
	if s.chain.via == nil {
		if !IsSeparable(value, s.Sep) {
			return "", base.Refuse(base.CodeFieldAmbiguous, s.Field, value, s.Sep)
		}
		return value, nil
	}
	dst, err := s.append(nil, value)
	if err != nil {
		return "", err
	}
	return string(dst), nil
}

// append appends the bytes of the step for a value. A refusal says what the transform
// accepts, and proposes other transforms if they would accept the value. A text that looks
// like a time in an unreadable order is refused as "sorting".
func (s *Step) append(dst []byte, v string) ([]byte, *base.Error) {
	start := len(dst)
	dst, f, takes := s.chain.append(dst, v)
	if takes != "" {
		if f.times() && rewrite.IsUnreadableDate(v) {
			takes = "sorting"
		}
		return dst[:start], base.Refuse(base.CodeFieldTransform, s.Field, v, f.String(), takes, s.chain.proposed(f, v))
	}
	if s.chain.width == 0 && !IsSeparable(string(dst[start:]), s.Sep) {
		return dst[:start], base.Refuse(base.CodeFieldAmbiguous, s.Field, v, s.Sep)
	}
	return dst, nil
}
