package console

import (
	"slices"
	"strings"

	"tabletop/engine/base"
)

// Schema is the information about tables that a completion uses.
type Schema struct {
	Tables []TableSchema
	Files  []string // names of the files that the reader has picked
}

// TableSchema is the information about one table.
type TableSchema struct {
	Name     string
	Rows     int64
	Families []FamilySchema
	Columns  []ColumnPattern // columns of its rows, as plain names and not patterns
}

// FamilySchema is a column family.
type FamilySchema struct {
	Name string
	GC   string // as the console prints it
}

// Table returns the table with the name, or an empty one if there is none.
func (s Schema) Table(name string) TableSchema {
	for _, t := range s.Tables {
		if t.Name == name {
			return t
		}
	}
	return TableSchema{}
}

// Completion says what can replace the bytes [From, To) of a text, which are before the
// caret.
type Completion struct {
	From, To int
	Choices  []Choice
	Keys     *KeyPlace // set if a row key, or the beginning of one, is expected there
	Columns  string    // the table whose columns are offered, "" for none
}

// KeyPlace is a place at which a row key is being typed.
type KeyPlace struct {
	Table  string
	Prefix string // the part of the key that has been typed
	// Write returns the text that replaces the bytes for a whole key or, without whole, for
	// the beginning of one.
	Write func(key string, whole bool) string
}

// Choice is one possible replacement.
type Choice struct {
	Kind      ChoiceKind
	Label     string
	Text      string    // text that replaces the bytes
	AddsBlank bool      // whether a blank follows; otherwise the word continues
	Help      base.Code // code of the sentence that explains it, "" for none
	Rows      int64     // number of rows of a table, or of keys with this piece
	Field     string    // for a piece of a key: its field; for a value: its arguments
	GC        string    // garbage-collection rule of a family
}

// ChoiceKind says what a [Choice] is.
type ChoiceKind uint8

const (
	ChooseCommand ChoiceKind = iota
	ChooseOption
	ChooseValue // a value of an option
	ChooseTable
	ChooseFamily
	ChooseQualifier
	ChooseKey
)

// Matching returns the choices whose labels contain the typed text, in either case. Those
// that begin with it come first.
func Matching(choices []Choice, typed string) []Choice {
	typed = strings.ToLower(typed)
	rank := func(c Choice) int {
		switch label := strings.ToLower(c.Label); {
		case strings.HasPrefix(label, typed):
			return 0
		case strings.Contains(label, typed):
			return 1
		}
		return 2
	}
	out := slices.DeleteFunc(slices.Clone(choices), func(c Choice) bool { return rank(c) == 2 })
	base.SortStable(out, func(a, b Choice) int { return rank(a) - rank(b) })
	return out
}
