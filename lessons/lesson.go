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
	Slug     string
	Lang     string
	Track    string // the track's title
	Title    string
	Summary  string // one sentence for lists and search engines
	Fields   []Field
	Columns  []plan.Column // where a record's fields are stored
	Data     []Data
	Queries  []Query
	Table    string // the table that the reader designs
	Growth   Growth
	Start    []engine.Request // what a new workspace of the lesson begins with
	Steps    []Step
	Solution [][]Action // per step, in the order of Steps
}

// Field is a field of the lesson's records.
type Field struct {
	Name string // as templates write it
	Text string // what it holds, a few words
}

// Data is a data set by name.
type Data struct {
	Name string
	Spec dataset.Spec
}

// Growth says what [Grow] measures.
type Growth struct {
	Data    string // a data set made by a recipe; its count is set to the size
	Compare string // the template that the reader's is measured beside
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
	// Enter is run when the reader first comes to the step. A [engine.Load] of a
	// table that has a design already is left out; one without a template loads
	// the table again under the template that it has.
	Enter   []engine.Request
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
)

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

// Next goes on to the next step.
type Next struct{}

func (Ask) action()      {}
func (Type) action()     {}
func (Template) action() {}
func (AddTable) action() {}
func (Answer) action()   {}
func (Grow) action()     {}
func (Next) action()     {}

// Question is asked of the reader.
type Question struct {
	ID      string
	Text    string   // plain
	Choices []Choice // none: a number is typed
	Right   string
	Wrong   []Wrong
	Else    string // explanation of any other wrong answer, HTML
}

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

// When says what a note fits. All that is set must hold of the table whose
// design has just changed.
type When struct {
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

// Holds passes when a table holds all the rows, by key.
type Holds struct {
	Table string
	Keys  []string
}

// Answered passes when a question has been answered right.
type Answered struct{ Question string }

// ReadBack passes when one read of the reader's returned all the rows, by key.
type ReadBack struct {
	Table string
	Keys  []string
}

// Counted passes when the reader had the rows of a table counted or read all.
type Counted struct{ Table string }

// Kept passes when every record of a table's data set has a row of its own and
// its key and columns hold every field.
type Kept struct{ Table string }

// Exact passes when the queries find every wanted row and scan no other. Each
// is answered by the design that suits it best.
type Exact struct{ Queries []string }

// Measured passes when the designs were measured with each number of records;
// with Exact only if the reader's present design was exact for every query
// measured at the largest.
type Measured struct {
	Records []int64
	Exact   bool
}

func (Holds) check()    {}
func (Answered) check() {}
func (ReadBack) check() {}
func (Counted) check()  {}
func (Kept) check()     {}
func (Exact) check()    {}
func (Measured) check() {}
