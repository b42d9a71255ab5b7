// Package toy is a dialect of three commands, for the test that a dialect is a folder and
// the few lines that [tabletop/engine/console/dialects] names.
//
//	NEW table family
//	PUT table row family:qualifier value
//	ALL table
package toy

import (
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/token"
	"tabletop/engine/table"
)

// ID is the dialect's number, the next one after those of package console.
const ID = console.HBase + 1

// Dialect is the dialect.
var Dialect = console.Dialect{
	ID: ID, Name: "toy",
	Split: split, Parse: parse, Print: print, Tokens: tokens, Complete: complete, CommandWord: word,
	BeginsCommand: func(line string) bool { return words[first(line)] > 0 },
}

// words are the commands, with the number of their arguments.
var words = map[string]int{"NEW": 2, "PUT": 4, "ALL": 1}

// first returns the first word of a line.
func first(line string) string {
	w, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	return w
}

func split(script string) (lines []token.ScriptCommand) {
	at := 0
	for line := range strings.Lines(script) {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, token.ScriptCommand{Text: strings.TrimRight(line, "\n"), Number: len(lines) + 1, Pos: at})
		}
		at += len(line)
	}
	return lines
}

// parse parses a line of words separated by blanks. It refuses a known command with the
// wrong number of words as unknown.
func parse(line string) (console.Command, error) {
	w := strings.Fields(line)
	if len(w) == 0 {
		return nil, nil
	}
	if n, known := words[w[0]]; !known || len(w) != n+1 {
		return nil, base.RefuseAt(0, len(line), base.CodeUnknownCommand, w[0], "")
	}
	switch w[0] {
	case "NEW":
		return console.CreateTable{Table: w[1], Families: []console.FamilySpec{{Name: base.Family(w[2])}}}, nil
	case "PUT":
		f, q, _ := strings.Cut(w[3], ":")
		cell := console.CellWrite{Family: base.Family(f), Qualifier: base.Qualifier(q), Value: w[4], At: table.ServerTime}
		return console.SetCells{Table: w[1], Row: base.RowKey(w[2]), Cells: []console.CellWrite{cell}}, nil
	}
	return console.Read{Table: w[1]}, nil
}

// print returns the line for a command, or an error if the dialect cannot express it.
func print(c console.Command) (string, error) {
	u := console.Inexpressible{Dialect: "toy"}
	u.NoteUnsupported(word(c) == "", console.DescriptorOf(c).Name)
	switch c := c.(type) {
	case console.CreateTable:
		if u.NoteUnsupportedKind(len(c.Families) != 1, "families", ""); u.Err == nil {
			return "NEW " + c.Table + " " + string(c.Families[0].Name), nil
		}
	case console.SetCells:
		if u.NoteUnsupported(len(c.Cells) != 1, "set"); u.Err == nil {
			cell := c.Cells[0]
			return "PUT " + c.Table + " " + string(c.Row) + " " + string(cell.Family) + ":" + string(cell.Qualifier) + " " + cell.Value, nil
		}
	case console.Read:
		return "ALL " + c.Table, nil
	}
	return "", u.Err
}

func word(c console.Command) string {
	switch c.(type) {
	case console.CreateTable:
		return "NEW"
	case console.SetCells:
		return "PUT"
	case console.Read:
		return "ALL"
	}
	return ""
}

func tokens(line string) []token.Token {
	if _, known := words[first(line)]; !known {
		return []token.Token{{Kind: token.Bad, End: len(line)}}
	}
	at := strings.Index(line, first(line))
	end := at + len(first(line))
	return []token.Token{{Kind: token.Name, Pos: at, End: end}, {Kind: token.Table, Pos: end, End: len(line)}}
}

func complete(text string, at int, s console.Schema) console.Completion {
	c := console.Completion{To: at}
	for _, w := range []string{"ALL", "NEW", "PUT"} {
		c.Choices = append(c.Choices, console.Choice{Kind: console.ChooseCommand, Label: w, Text: w, AddsBlank: true})
	}
	c.Choices = console.Matching(c.Choices, text[:at])
	return c
}
