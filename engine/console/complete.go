package console

import (
	"slices"
	"strings"

	"tabletop/engine/base"
)

// Schema is what a completion knows of the tables.
type Schema struct {
	Tables []TableSchema
	Files  []string // names of those that were picked
}

// TableSchema is what a completion knows of one table.
type TableSchema struct {
	Name     string
	Rows     int64
	Families []FamilySchema
	Columns  []ColumnSpec // that rows have, as plain names
}

// FamilySchema is a column family.
type FamilySchema struct {
	Name string
	GC   string // as the console prints it
}

// Table returns a table by name; without one an empty table.
func (s Schema) Table(name string) TableSchema {
	for _, t := range s.Tables {
		if t.Name == name {
			return t
		}
	}
	return TableSchema{}
}

// Completion is what may stand in front of the caret, in place of the bytes
// [From, To) of the text.
type Completion struct {
	From, To int
	Choices  []Choice
	Keys     *KeyPlace // a row key of a table may stand there, or the start of one
	Columns  string    // the table whose columns are offered, "" for none
}

// KeyPlace is where a row key is being typed.
type KeyPlace struct {
	Table  string
	Prefix string // the key as far as it is typed
	// Write returns what replaces the bytes for a key, or for the start of one.
	Write func(key string, whole bool) string
}

// Choice is one thing that may stand there.
type Choice struct {
	Kind  ChoiceKind
	Label string
	Text  string    // what replaces the bytes
	Ends  bool      // a blank belongs behind it; else the word goes on
	Help  base.Code // of the sentence that explains it, "" for none
	Rows  int64     // that a table has, or that a piece of a key stands for
	Field string    // whose value a piece of a key is; how a value goes on
	GC    string    // of a family
}

// ChoiceKind says what a [Choice] is.
type ChoiceKind uint8

const (
	ChooseCommand ChoiceKind = iota
	ChooseOption
	ChooseValue // of an option
	ChooseTable
	ChooseFamily
	ChooseQualifier
	ChooseKey
)

// Matching keeps the choices that what is typed leads to: first those that begin
// with it, then those that hold it.
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
