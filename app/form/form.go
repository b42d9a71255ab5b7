// Package form describes the fields of the page's forms as data. A part of the page lists
// the fields of its form, each with what it holds and what takes another value; both what
// draws the form and what takes an event of a field use that list:
//
//	func (f *Form) fields() []form.Field {
//		return []form.Field{
//			{ID: "ask-name", Label: form.Say("ask-name"), Value: f.Name, Set: func(v string) { f.Name = v }},
//		}
//	}
//
// An event names its field by ID, see [Take]. Package ui draws a field.
package form

import (
	"slices"
	"strconv"

	"tabletop/engine/base"
)

// Kind is how a field is given its value.
type Kind uint8

const (
	Line   Kind = iota // a line of text
	Number             // a line of text that holds a number
	Amount             // a number from Least to Top, which the arrow keys change
	Choice             // one of its options
	Tick               // a box, whose values are "true" and "false"
)

// Field is a field of a form. Its value is text, whatever its kind.
type Field struct {
	ID      string // of its element; no two fields of a form have the same
	Label   Text
	Name    Text // what it is called where its label is not seen; the label if it is the zero Text
	Kind    Kind
	Value   string
	Options []Option // of a Choice
	Least   int      // of an Amount
	Top     int      // likewise
	Example Text     // what an empty text shows
	Known   []string // values that a Line offers beside others
	Most    int      // bytes of a text; 0 for the usual bound
	Help    Text     // what it is for
	Refused Text     // why it cannot have its value; the zero Text for no reason
	Apart   bool     // Refused is drawn elsewhere
	Late    bool     // a text is taken when it is finished, not at every key

	// Set takes another value. It changes the form that the list was made of.
	Set func(value string)
}

// Option is a value of a Choice.
type Option struct {
	Value string
	Text  Text
}

// Options returns options whose texts are their values.
func Options(values ...string) []Option {
	out := make([]Option, len(values))
	for i, v := range values {
		out[i] = Option{v, Plain(v)}
	}
	return out
}

// Numbered returns n options with the values "0", "1" and so on, whose texts have the
// codes stem+"0", stem+"1" and so on.
func Numbered(stem string, n int) []Option {
	out := make([]Option, n)
	for i := range out {
		out[i] = Option{strconv.Itoa(i), Say(stem + strconv.Itoa(i))}
	}
	return out
}

// Text is words on the page: some that are the same in every language, and after them one
// of the page's own texts, or why something was refused.
type Text struct {
	Plain string
	Code  string // of a text of the page
	Args  []string
	Err   *base.Error
}

// Say returns one of the page's own texts.
func Say(code string, args ...string) Text { return Text{Code: code, Args: args} }

// Plain returns words that are the same in every language.
func Plain(words string) Text { return Text{Plain: words} }

// Because returns why something was refused, the zero Text for nil.
func Because(err *base.Error) Text { return Text{Err: err} }

// Said reports whether there are words.
func (t Text) Said() bool { return t.Code != "" || t.Err != nil || t.Plain != "" }

// Take gives the field with an ID another value, and reports whether there is one.
func Take(fields []Field, id, value string) bool {
	i := slices.IndexFunc(fields, func(f Field) bool { return f.ID == id })
	if i >= 0 {
		fields[i].Set(value)
	}
	return i >= 0
}

// Refused returns the ID of the first field that is refused, "" for none.
func Refused(fields []Field) string {
	i := slices.IndexFunc(fields, func(f Field) bool { return f.Refused.Said() })
	if i < 0 {
		return ""
	}
	return fields[i].ID
}
