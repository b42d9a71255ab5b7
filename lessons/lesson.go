package lessons

import (
	"tabletop/engine"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/lessons/quiz"
)

// Lesson is one compiled lesson in one language. It is not changed after it has been compiled or
// decoded.
//
// Body, Solved, Hints, Notes and the explanations of wrong answers are HTML with a single root
// element. All other texts are plain. In the HTML a row key or a template is a <code class="key">
// whose pieces are spans: the class is k1 for the lesson's first field, k2 for its second and so
// on, and ks for the text between fields.
type Lesson struct {
	Slug    string   `wire:"1"`
	Lang    string   `wire:"2"` // the language of its texts, such as "en"
	Track   string   `wire:"3"` // the track's title
	Title   string   `wire:"4"`
	Summary string   `wire:"5"`  // one sentence for lists and search engines
	Source  string   `wire:"6"`  // the document that the lesson is based on, and the section of it
	Minutes int      `wire:"7"`  // about how long a reader takes
	Teaches []string `wire:"8"`  // tags of what it teaches
	Needs   []string `wire:"9"`  // tags that earlier lessons teach
	Fields  []Field  `wire:"10"` // in the order of the data; each has a colour of its own
	Data    []Data   `wire:"11"` // data sets that requests load
	Queries []Query  `wire:"12"` // the workload
	Table   string   `wire:"13"` // the table that the reader designs, "" for none
	Added   string   `wire:"14"` // name of a second table; with "" it is the first one's name and a number
	Growth  Growth   `wire:"15"`
	// References are designs that the reader's own designs are compared with.
	References []Reference      `wire:"16"`
	Start      []engine.Request `wire:"17"` // run when a new workspace of the lesson is made
	Steps      []Step           `wire:"18"`
	Solution   [][]Action       `wire:"19"` // for each step, in the order of Steps
	// Path says that the steps are stops of a short path: each is drawn on one screen, with one table
	// and the cost of its questions, and without a console.
	Path bool `wire:"20"`
	// Quiz is the kinds of exercises that come back in the days after the lesson, none for no quiz.
	Quiz []quiz.Kind `wire:"21"`
}

// Field is a field of the lesson's records.
type Field struct {
	Name string `wire:"1"` // as it is written in templates
	Text string `wire:"2"` // what it holds, in a few words
}

// Data is a data set with a name, by which the sources refer to it.
type Data struct {
	Name    string             `wire:"1"`
	Spec    dataset.Spec       `wire:"2"`
	Columns []plan.FieldColumn `wire:"3"` // where a record's fields are stored
}

// Growth says what the action [Grow] measures.
type Growth struct {
	Data    string `wire:"1"` // name of a data set that a recipe generates; Grow sets its count
	Compare string `wire:"2"` // the template that is measured beside the reader's
}

// Reference is a design that readers can compare their own design with.
type Reference struct {
	ID     string               `wire:"1"`
	Text   string               `wire:"2"` // its name, in a few words
	Passes bool                 `wire:"3"` // whether it meets every par
	Tables []engine.TableDesign `wire:"4"`
}

// Query is a query of the workload with the question that it answers.
type Query struct {
	plan.Query `wire:"1"`
	Text       string `wire:"2"` // the question in the reader's language
}

// Step is one step of a lesson. A reader reaches a step when all goals of the previous one have
// passed.
type Step struct {
	ID     string  `wire:"1"`
	Title  string  `wire:"2"`
	Body   string  `wire:"3"` // HTML with a single root element
	Panels []Panel `wire:"4"`
	// Enter is run when the reader first reaches the step, after the tables of Drop have been
	// deleted. An [engine.LoadRecords] in it with a template is left out if its table is designed and not
	// in Drop, unless Fresh is set. A load without a template loads the table again under the
	// template that it has, and is left out if the table has none.
	Enter   []engine.Request `wire:"5"`
	Drop    []string         `wire:"6"` // tables that are deleted at the beginning of the step
	Fresh   bool             `wire:"7"` // see Enter
	Traffic *Traffic         `wire:"8"` // initial settings of PanelLoad, nil for none
	Actions []OfferedAction  `wire:"9"`
	Asks    []Question       `wire:"10"`
	Goals   []Goal           `wire:"11"`
	Hints   []string         `wire:"12"` // HTML, each more concrete than the one before
	Solved  string           `wire:"13"` // the solution in words, HTML
	Notes   []Note           `wire:"14"` // explanations of designs that do not pass, in order of precedence
	Debrief bool             `wire:"15"` // the step shows the reader's own figures
	Table   string           `wire:"16"` // the table that the reader designs from this step on; "" for the same as before
}

// TableAt returns the table that the reader designs at a step, given by its index; "" for none.
func (l *Lesson) TableAt(step int) string {
	for i := min(step, len(l.Steps)-1); i >= 0; i-- {
		if l.Steps[i].Table != "" {
			return l.Steps[i].Table
		}
	}
	return l.Table
}

// Panel is a part of the workbench that a step shows.
type Panel uint8

// The panels. Their numbers are part of encoded lessons and must not change.
const (
	PanelDesigner Panel = iota // the key designer and the verdicts of the workload
	PanelGrowth                // the sizes to grow to, and the plot of what was measured
	PanelLoad                  // a cluster under traffic, and its heat map
	PanelSchema                // the families with their garbage-collection rules
	PanelFiles                 // the log, the memstores and the files of the shown table

	endPanels
)

// Valid reports whether p is one of the constants. A decoder asks it.
func (p Panel) Valid() bool { return p < endPanels }

// Traffic is the traffic that the tables of a step are simulated with.
type Traffic struct {
	engine.SimulateLoad `wire:"1"`
	Against             string `wire:"2"` // the template that a second map is drawn for, "" for none
	Priced              bool   `wire:"3"` // whether the reader is asked for the price of a node
}

// OfferedAction is an action that the step offers as a button.
type OfferedAction struct {
	ID     string `wire:"1"`
	Text   string `wire:"2"` // the button's label
	Action Action `wire:"3"`
	After  string `wire:"4"` // goal that passes before the action is offered, "" for none
}

// Valid reports whether the action is there. A decoder asks it.
func (o OfferedAction) Valid() bool { return o.Action != nil }

// Action is something that a reader can do. It is offered as a button, or is part of a solution or
// of a wrong attempt. The set of its types is closed, see [FrameSets]; [Player.ActionRequests] carries them
// out.
type Action interface{ action() }

// RunRequest runs a request of the engine.
type RunRequest struct {
	Request engine.Request `wire:"1"`
}

// Valid reports whether the request is there. A decoder asks it.
func (a RunRequest) Valid() bool { return a.Request != nil }

// TypeCommand runs text as if it had been typed into the console.
type TypeCommand struct {
	Text    string         `wire:"1"`
	Dialect engine.Dialect `wire:"2"` // the zero value is cbt
}

// Template gives a table another row-key template, as the key designer does.
type Template struct {
	Table string `wire:"1"`
	Text  string `wire:"2"`
	Trial uint64 `wire:"3"` // see [engine.Rekey]
}

// AddTable makes one more table of the same data as the first, under the template Text.
type AddTable struct {
	Text string `wire:"1"`
}

// Answer is the answer to a question.
type Answer struct {
	Question string `wire:"1"` // the question's ID
	Value    string `wire:"2"` // as its [QuestionKind] writes it
}

// Grow measures the lesson's designs with data of Records records, and leaves the reader's table
// with those records.
type Grow struct {
	Records int64 `wire:"1"`
}

// Simulate simulates the step's [Traffic] on its table and its number of nodes.
type Simulate struct{}

// SimulateOn simulates the step's [Traffic] as [Simulate] does, but on Nodes nodes.
type SimulateOn struct {
	Nodes int `wire:"1"`
}

// Grade measures the reader's present design with hidden data, for the lesson's goal with the check
// [DesignGraded], and a rival's design with the same data.
type Grade struct {
	Rival string `wire:"1"` // the rival's templates, one for each table, joined by line feeds; "" for no rival
}

// Next goes to the next step. It needs no request; see [Player.NextStep].
type Next struct{}

func (RunRequest) action()  {}
func (TypeCommand) action() {}
func (Template) action()    {}
func (AddTable) action()    {}
func (Answer) action()      {}
func (Grow) action()        {}
func (Simulate) action()    {}
func (SimulateOn) action()  {}
func (Grade) action()       {}
func (Next) action()        {}

// Question is a question to the reader. There are two sorts: of an ordinary question only the right
// answer is accepted, and a guess takes any answer.
type Question struct {
	ID      string       `wire:"1"`
	Text    string       `wire:"2"` // plain
	Kind    QuestionKind `wire:"3"`
	Choices []Choice     `wire:"4"` // of ChooseOne, and of PutInOrder in the order in which they are first shown
	// Right is the right answer. With Run it is only what the author expects: what the engine says
	// after Run decides.
	Right string        `wire:"5"`
	Run   string        `wire:"6"` // commands of cbt that run after the answer, "" for none
	Truth AnswerSource  `wire:"7"` // the measure that is the right answer
	Wrong []WrongAnswer `wire:"8"` // explanations of foreseen wrong answers
	Else  string        `wire:"9"` // explanation of all other wrong answers, HTML

	// Guess says that the question takes any answer. The first answer is kept, and shown beside
	// what is measured later. Wrong and Else then explain why the measurement differs from the
	// guess.
	Guess   bool    `wire:"10"`
	After   string  `wire:"11"` // goal that passes before the question is asked, "" for none
	Holds   bool    `wire:"12"` // changes wait for the answer; see also [Player.BlockingQuestion]
	Because string  `wire:"13"` // of ChooseOne: the question whose figure decides, answered before
	Sizes   []int64 `wire:"14"` // of SketchCurve: numbers of records
}

// QuestionKind says how a question is answered, and how [Answer.Value] is written.
type QuestionKind uint8

// The kinds of questions. Their numbers are part of encoded lessons and must not change.
const (
	ChooseOne   QuestionKind = iota // the value of one of the choices
	EnterNumber                     // a whole number
	FillText                        // text; white space around it does not matter
	PutInOrder                      // the values of all choices in the right order, joined by commas
	MarkPlace                       // a place among a table's rows, in thousandths of their number
	SketchCurve                     // a whole number for each of Sizes, joined by commas

	endQuestionKinds
)

// Valid reports whether k is one of the constants. A decoder asks it.
func (k QuestionKind) Valid() bool { return k < endQuestionKinds }

// AnswerSource says which measure of the engine is the right answer to a question: after the
// question's Run, or for a guess without Run after an act of the reader. Table, Row and Column say
// what is measured, as far as the source needs them.
type AnswerSource struct {
	Of     AnswerMeasure `wire:"1"`
	Table  string        `wire:"2"`
	Row    string        `wire:"3"`
	Column string        `wire:"4"` // family:qualifier
	At     string        `wire:"5"` // of a guess: goal that passes before it is measured, "" for none
	// Query is set for a guess about growing data. The measure is that of this query, with Records
	// records or with each of the question's Sizes, under the template [Growth.Compare].
	Query   string `wire:"6"`
	Records int64  `wire:"7"`
}

// AnswerMeasure says which measure an [AnswerSource] is about. The constants are the words that
// lesson.json uses.
type AnswerMeasure string

const (
	// Measures of the last read, or of a query under growing data.
	OfRowsScanned  AnswerMeasure = "rows-scanned"
	OfRowsReturned AnswerMeasure = "rows-returned"
	OfCellsScanned AnswerMeasure = "cells-scanned"
	OfCells        AnswerMeasure = "cells-returned" // cells returned
	OfBytes        AnswerMeasure = "bytes-scanned"  // bytes scanned
	OfBytesKept    AnswerMeasure = "bytes-returned" // bytes returned
	OfSeeks        AnswerMeasure = "seeks"
	OfFilesRead    AnswerMeasure = "files-read" // files that the read has looked into
	OfWalked       AnswerMeasure = "walked"     // cells and tombstones that it has walked over
	// Measures of a table, a row or a column.
	OfRows        AnswerMeasure = "rows"     // the table's number of rows
	OfKeys        AnswerMeasure = "keys"     // the table's row keys that are among the choices, in key order
	OfColumns     AnswerMeasure = "columns"  // the row's qualifiers that are among the choices, in order
	OfValue       AnswerMeasure = "value"    // the newest value of the column
	OfVersions    AnswerMeasure = "versions" // how many versions the column has
	OfNumber      AnswerMeasure = "number"   // the newest value of the column, an integer of 8 bytes
	OfBytesStored AnswerMeasure = "bytes"    // bytes that the table stores
	OfPlace       AnswerMeasure = "place"    // of a read's first range: "from-to", thousandths of the table's rows
	// Measures of a simulation, rounded to whole numbers.
	OfHottest AnswerMeasure = "hottest" // work of the busiest node, in fair shares
	OfShare   AnswerMeasure = "share"   // work of the busiest node, in per cent of all work
	OfP99     AnswerMeasure = "p99"     // seconds that 99 of 100 operations take at most
	OfNodes   AnswerMeasure = "nodes"   // number of nodes
	OfBusy    AnswerMeasure = "busy"    // share of their time that the nodes work on average, in per cent

	// Guesses about a design that the reader has still to make, see [Question.IsAboutDesign]. They do
	// not hold other acts up, except that grading waits for the last two.
	OfSheet      AnswerMeasure = "sheet"          // a line of the design sheet; Right is shown once every par is met
	OfGradedRows AnswerMeasure = CriterionScanned // measured when the first design is graded
	OfGradedSkew AnswerMeasure = CriterionSkew    // measured when the first design is graded
)

// Choice is one possible answer of a question with choices.
type Choice struct {
	Value string `wire:"1"` // as it is stored and compared
	Text  string `wire:"2"` // as it is shown
}

// WrongAnswer explains one wrong answer.
type WrongAnswer struct {
	Value string `wire:"1"`
	Text  string `wire:"2"` // HTML
}

// Goal is something that the reader has to reach in a step. Its ID is unique in the lesson.
type Goal struct {
	ID    string `wire:"1"`
	Text  string `wire:"2"`
	Check Check  `wire:"3"`
}

// Valid reports whether the check is there. A decoder asks it.
func (g Goal) Valid() bool { return g.Check != nil }

// Note explains a design that does not pass. Of the notes of the furthest step, the first one whose
// condition holds is shown.
type Note struct {
	ID   string        `wire:"1"`
	When NoteCondition `wire:"2"`
	Text string        `wire:"3"` // HTML
}

// NoteCondition says when a note is shown. Every member that is set has to hold. The members from
// Table to Residual are about the table whose design has just changed or been graded; if one of
// them is set, the note is shown on no other occasion.
type NoteCondition struct {
	Goal     string `wire:"1"`  // this goal has not passed
	Is       Check  `wire:"2"`  // passes now
	Unless   Check  `wire:"3"`  // does not pass
	Table    string `wire:"4"`  // the design is that of this table, "" for any
	Missing  string `wire:"5"`  // neither the table's key nor a column holds this field
	Collides bool   `wire:"6"`  // the table has fewer rows than its data has records
	Tables   int    `wire:"7"`  // at least this many tables are designed; from 2 on, no other table has the same key
	Query    string `wire:"8"`  // the query that Inexact, Access and Residual are about
	Inexact  bool   `wire:"9"`  // its best answer scans rows that it does not return, or misses rows
	Access   string `wire:"10"` // this table would be read by this access path
	Residual string `wire:"11"` // this table would have this field compared row by row
}
