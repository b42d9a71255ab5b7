package lessons

import (
	"tabletop/engine"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// Lesson is one compiled lesson in one language.
//
// Body, Solved, hints, notes and explanations of wrong answers are HTML with a
// single root element; every other text is plain. In the HTML a row key or a
// template is a <code class="key"> whose pieces are spans: k1 for the lesson's
// first field, k2 for its second and so on, ks for what stands between.
type Lesson struct {
	Slug    string   `wire:"1"`
	Lang    string   `wire:"2"`
	Track   string   `wire:"3"` // the track's title
	Title   string   `wire:"4"`
	Summary string   `wire:"5"` // one sentence for lists and search engines
	Source  string   `wire:"6"` // the document that it follows, and where in it
	Minutes int      `wire:"7"` // that it takes a reader, about
	Teaches []string `wire:"8"`
	Needs   []string `wire:"9"` // what lessons before it teach
	Fields  []Field  `wire:"10"`
	Data    []Data   `wire:"11"`
	Queries []Query  `wire:"12"`
	Table   string   `wire:"13"` // the table that the reader designs, "" for none
	Added   string   `wire:"14"` // what a second one is called, "" for the first's name with a number
	Growth  Growth   `wire:"15"`
	// References are designs that the reader's attempts are shown beside.
	References []Reference      `wire:"16"`
	Start      []engine.Request `wire:"17"` // what a new workspace of the lesson begins with
	Steps      []Step           `wire:"18"`
	Solution   [][]Action       `wire:"19"` // per step, in the order of Steps
}

// Field is a field of the lesson's records.
type Field struct {
	Name string `wire:"1"` // as templates write it
	Text string `wire:"2"` // what it holds, a few words
}

// Data is a data set by name.
type Data struct {
	Name    string        `wire:"1"`
	Spec    dataset.Spec  `wire:"2"`
	Columns []plan.Column `wire:"3"` // where a record's fields are stored
}

// Growth says what [Grow] measures.
type Growth struct {
	Data    string `wire:"1"` // a data set made by a recipe; its count is set to the size
	Compare string `wire:"2"` // the template that the reader's is measured beside
}

// Reference is a design to compare one's own with.
type Reference struct {
	ID     string                 `wire:"1"`
	Text   string                 `wire:"2"` // its name, a few words
	Passes bool                   `wire:"3"` // it meets every par
	Tables []engine.AttemptDesign `wire:"4"`
}

// Query is a question of the workload.
type Query struct {
	plan.Query `wire:"1"`
	Text       string `wire:"2"` // the question as the reader asks it
}

// Step is one step of a lesson.
type Step struct {
	ID     string  `wire:"1"`
	Title  string  `wire:"2"`
	Body   string  `wire:"3"` // HTML with a single root element
	Panels []Panel `wire:"4"`
	// Enter is run when the reader first comes to the step, after the tables of Drop
	// have gone. Unless the step is Fresh, an [engine.Load] of a table that has a
	// design already is left out; one without a template loads the table again under
	// the template that it has.
	Enter   []engine.Request `wire:"5"`
	Drop    []string         `wire:"6"`
	Fresh   bool             `wire:"7"`
	Traffic *Traffic         `wire:"8"` // that PanelLoad begins with, nil for none
	Actions []OfferedAction  `wire:"9"`
	Asks    []Question       `wire:"10"`
	Goals   []Goal           `wire:"11"`
	Hints   []string         `wire:"12"` // HTML, more concrete one after the other
	Solved  string           `wire:"13"` // the solution in words, HTML
	Notes   []Note           `wire:"14"` // explanations of designs that do not pass
	Debrief bool             `wire:"15"` // shows the reader's own figures
}

// Panel is a part of the workbench that a step works with.
type Panel uint8

const (
	PanelDesigner Panel = iota // key designer with the workload's verdicts
	PanelGrowth                // sizes to grow to, and the plot of what was measured
	PanelLoad                  // a cluster under traffic, and its heat map
	PanelSchema                // families with their rules, and garbage collection

	endPanels
)

// Valid reports whether there is such a panel.
func (p Panel) Valid() bool { return p < endPanels }

// Traffic is what a table is simulated with.
type Traffic struct {
	engine.Simulate `wire:"1"`
	Against         string `wire:"2"` // the template of a second map, "" for none
	Priced          bool   `wire:"3"` // the reader is asked for the price of a node
}

// OfferedAction is an action with a button of its own.
type OfferedAction struct {
	ID     string `wire:"1"`
	Text   string `wire:"2"` // the button's label
	Action Action `wire:"3"`
}

// Valid reports whether it has what it is about.
func (o OfferedAction) Valid() bool { return o.Action != nil }

// Action is something a reader can do: offered as a button, part of a solution,
// or part of a wrong answer.
type Action interface{ action() }

// Ask runs a request of the engine.
type Ask struct {
	Request engine.Request `wire:"1"`
}

// Valid reports whether it has what it is about.
func (a Ask) Valid() bool { return a.Request != nil }

// TypeCommand types text into the console and runs it.
type TypeCommand struct {
	Text    string         `wire:"1"`
	Dialect engine.Dialect `wire:"2"` // cbt in a lesson's own actions
}

// Template changes the row-key template of a table, as the key designer does.
type Template struct {
	Table string `wire:"1"`
	Text  string `wire:"2"`
	Trial uint64 `wire:"3"` // see [engine.Rekey]
}

// AddTable makes a second table over the data of the first under a template.
type AddTable struct {
	Text string `wire:"1"`
}

// Answer answers a question.
type Answer struct {
	Question string `wire:"1"`
	Value    string `wire:"2"`
}

// Grow measures the lesson's designs with that many records and leaves the
// reader's table holding them.
type Grow struct {
	Records int64 `wire:"1"`
}

// Simulate puts the table of a step's [Traffic] under it.
type Simulate struct{}

// SimulateOn does so on so many nodes.
type SimulateOn struct {
	Nodes int `wire:"1"`
}

// Grade measures the reader's present design with data that nobody has seen, for the
// lesson's [Graded] goal.
type Grade struct{}

// Next goes on to the next step.
type Next struct{}

func (Ask) action()         {}
func (TypeCommand) action() {}
func (Template) action()    {}
func (AddTable) action()    {}
func (Answer) action()      {}
func (Grow) action()        {}
func (Simulate) action()    {}
func (SimulateOn) action()  {}
func (Grade) action()       {}
func (Next) action()        {}

// Question is asked of the reader.
type Question struct {
	ID      string       `wire:"1"`
	Text    string       `wire:"2"` // plain
	Kind    QuestionKind `wire:"3"`
	Choices []Choice     `wire:"4"` // of Choose, and of Order as they are shown at first
	// Right is the answer. With a Run it is only what the lesson's author expects:
	// what the engine says then decides.
	Right string        `wire:"5"`
	Run   string        `wire:"6"` // a command of cbt that is run when the reader has answered, "" for none
	Truth AnswerSource  `wire:"7"` // of a Run: what of it is asked for
	Wrong []WrongAnswer `wire:"8"`
	Else  string        `wire:"9"` // explanation of any other wrong answer, HTML

	// Guess is whether any answer is taken and the first one kept, to be set beside what
	// is measured later. Wrong and Else then say why it came otherwise.
	Guess   bool    `wire:"10"`
	After   string  `wire:"11"` // the goal that is met before it is asked, "" for none
	Holds   bool    `wire:"12"` // nothing is changed while it is open; for a guess nothing is read either
	Because string  `wire:"13"` // of Choose: the question whose figure decides it, answered before it
	Sizes   []int64 `wire:"14"` // of Sketch: records
}

// QuestionKind is how a question is answered.
type QuestionKind uint8

const (
	Choose    QuestionKind = iota // one of the choices
	Number                        // a whole number
	Fill                          // text; space around it does not matter
	PutInLine                     // the choices in order, their values joined by commas
	Mark                          // a place among a table's rows, in thousandths of them
	Sketch                        // a whole number for each of Sizes, joined by commas

	endQuestionKinds
)

// Valid reports whether there is such a kind.
func (k QuestionKind) Valid() bool { return k < endQuestionKinds }

// AnswerSource says where in the engine the right answer stands, once Run has run. Of a guess
// without a Run it stands in what the reader does next.
type AnswerSource struct {
	Of     AnswerSourceKind `wire:"1"`
	Table  string           `wire:"2"`
	Row    string           `wire:"3"`
	Column string           `wire:"4"` // family:qualifier
	At     string           `wire:"5"` // of a guess: the goal that has passed by then, "" for none
	// Of a guess: the query that is measured as the data grow, to Records or to Sizes.
	Query   string `wire:"6"`
	Records int64  `wire:"7"`
}

// AnswerSourceKind tells the sorts of [AnswerSource] apart.
type AnswerSourceKind string

const (
	OfRowsScanned  AnswerSourceKind = "rows-scanned" // of the read
	OfRowsReturned AnswerSourceKind = "rows-returned"
	OfCellsScanned AnswerSourceKind = "cells-scanned"
	OfCells        AnswerSourceKind = "cells-returned"
	OfBytes        AnswerSourceKind = "bytes-scanned"
	OfBytesKept    AnswerSourceKind = "bytes-returned"
	OfSeeks        AnswerSourceKind = "seeks"
	OfRows         AnswerSourceKind = "rows"     // of the table
	OfKeys         AnswerSourceKind = "keys"     // of the table, those that are choices, in order
	OfColumns      AnswerSourceKind = "columns"  // qualifiers of the row, those that are choices, in order
	OfValue        AnswerSourceKind = "value"    // newest of the column
	OfVersions     AnswerSourceKind = "versions" // of the column, how many
	OfNumber       AnswerSourceKind = "number"   // newest of the column, as a whole number of 8 bytes
	OfBytesStored  AnswerSourceKind = "bytes"    // of the table
	OfPlace        AnswerSourceKind = "place"    // of the rows that a read walked: from-to, thousandths of the table's
	OfHottest      AnswerSourceKind = "hottest"  // the busiest node's work under traffic, in fair shares, rounded
	OfShare        AnswerSourceKind = "share"    // likewise, in per cent of all work
	OfP99          AnswerSourceKind = "p99"      // likewise, what 99 of 100 operations take at most, seconds, rounded
	OfNodes        AnswerSourceKind = "nodes"    // likewise, on how many it was
	OfBusy         AnswerSourceKind = "busy"     // likewise, how much of their time they work, in per cent, rounded

	// Of guesses about a design that is still to be made, see [Graded]: no act waits for them.
	OfSheet      AnswerSourceKind = "sheet"          // Right is what a reference says; told when every par is met
	OfGradedRows AnswerSourceKind = CriterionScanned // when the first design is graded
	OfGradedSkew AnswerSourceKind = CriterionSkew
)

// Choice is one answer to choose.
type Choice struct {
	Value string `wire:"1"`
	Text  string `wire:"2"`
}

// WrongAnswer explains one wrong answer.
type WrongAnswer struct {
	Value string `wire:"1"`
	Text  string `wire:"2"` // HTML
}

// Goal is something to reach in a step.
type Goal struct {
	ID    string `wire:"1"`
	Text  string `wire:"2"`
	Check Check  `wire:"3"`
}

// Valid reports whether it has what it is about.
func (g Goal) Valid() bool { return g.Check != nil }

// Note explains a design that does not pass: the first note of the step that
// fits what was measured is shown.
type Note struct {
	ID   string        `wire:"1"`
	When NoteCondition `wire:"2"`
	Text string        `wire:"3"` // HTML
}

// NoteCondition says what a note fits. All that is set must hold. The members from Table to
// Residual are about the table whose design has just changed, and hold of nothing
// else that happens.
type NoteCondition struct {
	Goal     string `wire:"1"`  // it is open
	Is       Check  `wire:"2"`  // passes, of what has just happened
	Unless   Check  `wire:"3"`  // does not pass
	Table    string `wire:"4"`  // it is this table, "" any
	Missing  string `wire:"5"`  // neither its key nor a column holds this field
	Collides bool   `wire:"6"`  // it has fewer rows than its data has records
	Tables   int    `wire:"7"`  // at least so many tables are designed, and this one's key is its own
	Query    string `wire:"8"`  // of this query ...
	Inexact  bool   `wire:"9"`  // ... the best answer scans rows that it does not return, or misses some
	Access   string `wire:"10"` // ... this table would be read this way
	Residual string `wire:"11"` // ... this table would have this field decided row by row
}
