// Package form describes the fields of the page's forms as data. A part of the page lists
// the fields of its form. Each [Field] has its value, and a function that sets another
// value. The list is used twice: package ui draws the form from it, and [SetFieldValue] finds in it
// the field that an event names by its ID.
//
//	func (f *Form) fields() []form.Field {
//		return []form.Field{
//			{ID: "ask-name", Label: form.SentenceText("ask-name"), Value: f.Name,
//				Set: func(v string) { f.Name = v }},
//		}
//	}
//
// The list is made anew for each use, from the present values of the form. A [Text] is a
// label or a sentence that package ui shows in the reader's language.
package form

import (
	"slices"
	"strconv"

	"tabletop/engine/base"
)

// FieldKind is how the reader gives a field its value.
type FieldKind uint8

// The kinds of fields.
const (
	KindLine     FieldKind = iota // a line of text
	KindNumber                    // a line of text that holds a number
	KindInteger                   // an integer from Min to Max, which the arrow keys change
	KindChoice                    // one of Options
	KindCheckbox                  // a checkbox; its values are "true" and "false"
)

// Field is one field of a form. Its value is text, for every Kind.
type Field struct {
	ID               string // of the field's element, unique in the form
	Label            Text
	Name             Text // its name where the label is not seen; the zero Text means Label
	Kind             FieldKind
	Value            string
	Options          []Option // of a KindChoice
	Min              int      // smallest value of an KindInteger
	Max              int      // largest value of an KindInteger
	Example          Text     // shown in the field while it is empty
	Suggestions      []string // values that a KindLine suggests; others are accepted too
	MaxLength        int      // most UTF-16 units that the reader can type, 0 for ui.MaxText; the part checks bounds in bytes
	Help             Text     // what the field is for
	Refused          Text     // why the present value is not accepted; the zero Text if it is
	RefusedElsewhere bool     // the form draws Refused elsewhere than at the field
	WhenFinished     bool     // the value is taken when the reader has finished it, not at every key

	// Set sets another value in the form that the list was made from. Value has not been
	// changed: make the list anew to see the result.
	Set func(value string)
}

// Option is one value of a KindChoice, and the text that the reader sees for it.
type Option struct {
	Value string
	Text  Text
}

// ValueOptions returns an option for each value, with the value as its text.
func ValueOptions(values ...string) []Option {
	out := make([]Option, len(values))
	for i, v := range values {
		out[i] = Option{v, PlainText(v)}
	}
	return out
}

// NumberedOptions returns n options with the values "0", "1" and so on. Their texts are the
// sentences with the codes stem+"0", stem+"1" and so on.
func NumberedOptions(stem string, n int) []Option {
	out := make([]Option, n)
	for i := range out {
		out[i] = Option{strconv.Itoa(i), SentenceText(stem + strconv.Itoa(i))}
	}
	return out
}

// Text is a text for the reader. It begins with words that are the same in every language,
// and then has a sentence of package i18n or the reason of a refusal. The zero Text is
// empty.
type Text struct {
	Plain string      // the same in every language
	Code  string      // of a sentence of package i18n, "" for none
	Args  []string    // arguments of the sentence
	Err   *base.Error // a refusal, in place of the sentence; nil for none
}

// SentenceText returns the Text of the sentence with a code in package i18n.
func SentenceText(code string, args ...string) Text { return Text{Code: code, Args: args} }

// PlainText returns the Text of words that are the same in every language.
func PlainText(words string) Text { return Text{Plain: words} }

// RefusalText returns the Text of a refusal, the zero Text for nil.
func RefusalText(err *base.Error) Text { return Text{Err: err} }

// IsSet reports whether the text is not empty.
func (t Text) IsSet() bool { return t.Code != "" || t.Err != nil || t.Plain != "" }

// SetFieldValue sets the value of the field with an ID, and reports whether there is such a field.
func SetFieldValue(fields []Field, id, value string) bool {
	i := slices.IndexFunc(fields, func(f Field) bool { return f.ID == id })
	if i >= 0 {
		fields[i].Set(value)
	}
	return i >= 0
}

// FirstRefusedID returns the ID of the first field whose value is refused, "" for none.
func FirstRefusedID(fields []Field) string {
	i := slices.IndexFunc(fields, func(f Field) bool { return f.Refused.IsSet() })
	if i < 0 {
		return ""
	}
	return fields[i].ID
}
