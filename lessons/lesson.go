package lessons

import (
	"tabletop/engine"
	"tabletop/engine/base"
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
	Slug    string
	Lang    string
	Track   string // the track's title
	Title   string
	Summary string // one sentence for lists and search engines
	Source  string // the document that it follows, and where in it
	Minutes int    // that it takes a reader, about
	Teaches []string
	Needs   []string // what lessons before it teach
	Fields  []Field
	Data    []Data
	Queries []Query
	Table   string // the table that the reader designs, "" for none
	Added   string // what a second one is called, "" for the first's name with a number
	Growth  Growth
	// References are designs that the reader's attempts are shown beside.
	References []Reference
	Start      []engine.Request // what a new workspace of the lesson begins with
	Steps      []Step
	Solution   [][]Action // per step, in the order of Steps
}

// Field is a field of the lesson's records.
type Field struct {
	Name string // as templates write it
	Text string // what it holds, a few words
}

// Data is a data set by name.
type Data struct {
	Name    string
	Spec    dataset.Spec
	Columns []plan.Column // where a record's fields are stored
}

// Growth says what [Grow] measures.
type Growth struct {
	Data    string // a data set made by a recipe; its count is set to the size
	Compare string // the template that the reader's is measured beside
}

// Reference is a design to compare one's own with.
type Reference struct {
	ID     string
	Text   string // its name, a few words
	Passes bool   // it meets every par
	Tables []engine.AttemptDesign
}

// Query is a question of the workload.
type Query struct {
	plan.Query
	Text string // the question as the reader asks it
}

// Step is one step of a lesson.
type Step struct {
	ID     string
	Title  string
	Body   string // HTML with a single root element
	Panels []Panel
	// Enter is run when the reader first comes to the step, after the tables of Drop
	// have gone. Unless the step is Fresh, an [engine.Load] of a table that has a
	// design already is left out; one without a template loads the table again under
	// the template that it has.
	Enter   []engine.Request
	Drop    []string
	Fresh   bool
	Traffic *Traffic // that PanelLoad begins with, nil for none
	Actions []Offer
	Asks    []Question
	Goals   []Goal
	Hints   []string // HTML, more concrete one after the other
	Solved  string   // the solution in words, HTML
	Notes   []Note   // explanations of designs that do not pass
	Debrief bool     // shows the reader's own figures
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

// Traffic is what a table is simulated with.
type Traffic struct {
	engine.Simulate
	Against string // the template of a second map, "" for none
}

// Offer is an action with a button of its own.
type Offer struct {
	ID     string
	Text   string // the button's label
	Action Action
}

// Action is something a reader can do: offered as a button, part of a solution,
// or part of a wrong answer.
type Action interface{ action() }

// Ask runs a request of the engine.
type Ask struct{ Request engine.Request }

// Type types text into the console and runs it.
type Type struct {
	Text    string
	Dialect engine.Dialect // cbt in a lesson's own actions
}

// Template changes the row-key template of a table, as the key designer does.
type Template struct{ Table, Text string }

// AddTable makes a second table over the data of the first under a template.
type AddTable struct{ Text string }

// Answer answers a question.
type Answer struct{ Question, Value string }

// Grow measures the lesson's designs with that many records and leaves the
// reader's table holding them.
type Grow struct{ Records int64 }

// Simulate puts the table of a step's [Traffic] under it.
type Simulate struct{}

// Grade measures the reader's present design with data that nobody has seen, for the
// lesson's [Graded] goal.
type Grade struct{}

// Next goes on to the next step.
type Next struct{}

func (Ask) action()      {}
func (Type) action()     {}
func (Template) action() {}
func (AddTable) action() {}
func (Answer) action()   {}
func (Grow) action()     {}
func (Simulate) action() {}
func (Grade) action()    {}
func (Next) action()     {}

// Question is asked of the reader.
type Question struct {
	ID      string
	Text    string // plain
	Kind    QuestionKind
	Choices []Choice // of Choose, and of Order as they are shown at first
	// Right is the answer. With a Run it is only what the lesson's author expects:
	// what the engine says then decides.
	Right string
	Run   string // a command of cbt that is run when the reader has answered, "" for none
	Truth Truth  // of a Run: what of it is asked for
	Wrong []Wrong
	Else  string // explanation of any other wrong answer, HTML
}

// QuestionKind is how a question is answered.
type QuestionKind uint8

const (
	Choose    QuestionKind = iota // one of the choices
	Number                        // a whole number
	Fill                          // text; space around it does not matter
	PutInLine                     // the choices in order, their values joined by commas

	endQuestionKinds
)

// Truth says where in the engine the right answer stands, once Run has run.
type Truth struct {
	Of     TruthOf
	Table  string
	Row    string
	Column string // family:qualifier
}

// TruthOf tells the sorts of [Truth] apart.
type TruthOf string

const (
	OfRowsScanned  TruthOf = "rows-scanned" // of the read
	OfRowsReturned TruthOf = "rows-returned"
	OfCellsScanned TruthOf = "cells-scanned"
	OfCells        TruthOf = "cells-returned"
	OfBytes        TruthOf = "bytes-scanned"
	OfBytesKept    TruthOf = "bytes-returned"
	OfSeeks        TruthOf = "seeks"
	OfRows         TruthOf = "rows"     // of the table
	OfKeys         TruthOf = "keys"     // of the table, those that are choices, in order
	OfColumns      TruthOf = "columns"  // qualifiers of the row, those that are choices, in order
	OfValue        TruthOf = "value"    // newest of the column
	OfVersions     TruthOf = "versions" // of the column, how many
	OfNumber       TruthOf = "number"   // newest of the column, as a whole number of 8 bytes
)

// Choice is one answer to choose.
type Choice struct{ Value, Text string }

// Wrong explains one wrong answer.
type Wrong struct {
	Value string
	Text  string // HTML
}

// Goal is something to reach in a step.
type Goal struct {
	ID    string
	Text  string
	Check Check
}

// Note explains a design that does not pass: the first note of the step that
// fits what was measured is shown.
type Note struct {
	ID   string
	When When
	Text string // HTML
}

// When says what a note fits. All that is set must hold. The members from Table to
// Residual are about the table whose design has just changed, and hold of nothing
// else that happens.
type When struct {
	Goal     string // it is open
	Is       Check  // passes, of what has just happened
	Unless   Check  // does not pass
	Table    string // it is this table, "" any
	Missing  string // neither its key nor a column holds this field
	Collides bool   // it has fewer rows than its data has records
	Tables   int    // at least so many tables are designed
	Query    string // of this query ...
	Inexact  bool   // ... the best answer scans rows that it does not return, or misses some
	Access   string // ... this table would be read this way
	Residual string // ... this table would have this field decided row by row
}

// Check is how a goal is judged.
type Check interface{ check() }

// Bound is what a number has to be: anything, unless it is set.
type Bound struct {
	Set         bool
	Least, Most int64 // both included
}

// Is returns the bound of one number.
func Is(n int64) Bound { return Bound{true, n, n} }

// Has reports whether a number is within the bound.
func (b Bound) Has(n int64) bool { return !b.Set || n >= b.Least && n <= b.Most }

// Holds passes when a table holds all the rows, by key.
type Holds struct {
	Table string
	Keys  []string
}

// Answered passes when a question has been answered right.
type Answered struct{ Question string }

// Reads passes when a read of the reader's did what is asked for. Without a bound,
// a count may be anything.
type Reads struct {
	Table    string
	Keys     []string // of rows that it returned
	Whole    bool     // it visited every row of the table
	Access   plan.Access
	Returned Bound // rows
	Scanned  Bound // rows
	Seeks    Bound
	Cells    Bound // scanned
	Bytes    Bound // scanned
	// Together is how many of the latest reads count as one; 0 for 1.
	Together int
	// What filters left, of the rows returned.
	CellsReturned Bound
	BytesReturned Bound
}

// Cell passes when the newest cell of a column has a value.
type Cell struct {
	Table, Row, Column string
	Value              string // "" for any
	Versions           Bound  // cells of the column; with Most 0 there may be none
	Number             Bound  // of a counter or a sum: 8 bytes, big endian
}

// Stored passes when a table holds no more and no less than asked for.
type Stored struct {
	Table  string // "" for all of them together, which are not packed
	Prefix string // of the keys of the rows that are counted
	Rows   Bound
	Cells  Bound // of the whole table
	Bytes  Bound // of the whole table
	Packed Bound // bytes of the whole table, without what each cell's key shares with the one before
}

// Schema passes when a table has a family as asked for. Without a Family it is about
// the table alone.
type Schema struct {
	Table, Family string
	Rule          string // as the console takes it, "" for any
	Type          string // of an aggregate, "" for any
	Absent        bool   // there is no such family, or table
	Families      Bound  // how many there are
}

// Refused passes when a command of the reader's, or a load, was refused.
type Refused struct{ Code base.Code }

// Kept passes when every record of a table's data set has a row of its own and
// its key and columns hold every field.
type Kept struct{ Table string }

// Exact passes when the queries find every wanted row and scan no other. Each
// is answered by the design that suits it best.
type Exact struct{ Queries []string }

// Costs passes when a query of the workload finds every wanted row at no more than a
// cost.
type Costs struct {
	Query   string
	Access  plan.Access // "" for any
	Scanned Bound       // rows
	Per     int64       // rows scanned at most for each that is returned, 0 for any number
	Seeks   Bound
	Bytes   Bound // scanned
}

// Measured passes when the designs were measured with each number of records;
// with Exact only if the reader's present design was exact for every query
// measured at the largest.
type Measured struct {
	Records []int64
	Exact   bool
}

// Heat passes when a table was simulated under its step's traffic, or more of it.
type Heat struct {
	Table   string
	Hottest Bound  // the busiest node's share of the work, in per cent of a fair share
	Pattern string // the diagnosis, "" for any
}

// Silent passes when the advisor has looked and finds nothing against a table, "" for
// each of them, by any of the rules; no rules are all of them.
type Silent struct {
	Table string
	Rules []string
}

// Graded passes when the reader's design, loaded with hidden data, answers every question
// and costs no more than the pars. A lesson has one such goal at most.
type Graded struct {
	Data    dataset.Spec
	Rates   []Rate
	Scanned int64 // par: rows scanned in a minute, all questions together
	Skew    int64 // par: the busiest node's share of the writes, in per cent of a fair share
	Bytes   int64 // par: stored
}

// Rate is how often a question is asked.
type Rate struct {
	Query     string
	PerMinute int64
}

// Over passes when a design has just been graded and does not pass because of one
// criterion, and none before it.
type Over struct {
	What  string // one of Criteria
	Query string // that costs more than any other, "" for any
}

func (Graded) check()   {}
func (Over) check()     {}
func (Holds) check()    {}
func (Answered) check() {}
func (Reads) check()    {}
func (Cell) check()     {}
func (Stored) check()   {}
func (Schema) check()   {}
func (Refused) check()  {}
func (Kept) check()     {}
func (Exact) check()    {}
func (Costs) check()    {}
func (Measured) check() {}
func (Heat) check()     {}
func (Silent) check()   {}
