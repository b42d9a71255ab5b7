package author

import (
	"tabletop/engine/plan"
	"tabletop/lessons"
)

// sourceLesson is lesson.json. The types source… are its parts; a member's name is the field's name
// with a small first letter, and is compared without regard to case.
type sourceLesson struct {
	Minutes int
	Path    bool
	Quiz    []string // words of [quiz.Words]
	Teaches []string
	Needs   []string
	Fields  []string
	Columns []plan.FieldColumn // for data sets that have none of their own
	Data    []struct {
		Name, CSV string
		Fields    []string // of this data set, none for those of the lesson
		Columns   []plan.FieldColumn
		Recipe    *sourceRecipe
		Time      string // the field with the time of the cells, "" for the time of the load
	}
	Queries []struct {
		ID      string
		Where   []sourceCond
		Latest  plan.Latest
		Each    string   // the field for each value of which Latest holds
		Columns []string // the fields that are read, none for all
	}
	Table  string
	Added  string
	Growth lessons.Growth

	References []struct {
		ID     string
		Passes bool
		Tables []sourceTemplate
	}
	Start []sourceRequest
	Steps []sourceStep
}

// sourceCond is a condition of a query. Exactly one of Is, Prefix, From, Least and Under is set; To
// belongs to From, and Below to Least.
type sourceCond struct {
	Field            string
	Is, Prefix, From *string
	To               string
	Least            *string // for numbers
	Below            string
	Under            *string // names below a domain
}

// sourceStep is a [lessons.Step] as it is written.
type sourceStep struct {
	ID        string
	Panels    []string
	Drop      []string
	Fresh     bool
	Enter     []sourceRequest
	Load      *sourceTraffic
	Offers    []sourceOffer
	Questions []sourceQuestion
	Goals     []sourceGoal
	Hints     int
	Notes     []struct {
		ID   string
		When sourceWhen
	}
	Debrief bool
	Table   string
}

// sourceOffer is an [lessons.OfferedAction] as it is written.
type sourceOffer struct {
	ID     string
	After  string
	Action sourceAction
}

// sourceQuestion is a [lessons.Question] as it is written.
type sourceQuestion struct {
	ID      string
	Kind    string // choose, number, fill, order, mark, line; "" for choose or number
	Choices []string
	Right   string
	Run     string
	Truth   lessons.AnswerSource
	Wrong   []string
	Else    bool
	Guess   bool
	After   string
	Holds   bool
	Because string
	Sizes   []int64
}

// sourceGoal is a [lessons.Goal] as it is written: an ID beside one check.
type sourceGoal struct {
	ID string
	sourceCheck
}

// sourceRequest is a request. Exactly one member is set, and Times besides Type.
type sourceRequest struct {
	Load *struct {
		Table, Template, Data string
		Count                 int64 // number of records of a recipe, 0 for the recipe's own
	}
	Workload []string // IDs of queries
	Type     *string  // commands of cbt
	Times    int      // how often Type is run, with the number from 1 in place of {n}; 0 for once
	Shell    *string  // commands of the HBase shell
	Advance  string   // a duration such as 36h
	Compact  string   // a table
	Undo     bool
}

// sourceTemplate is the template of a table.
type sourceTemplate struct{ Table, Text string }

// sourceAction is an [lessons.Action] as it is written. Exactly one member is set.
type sourceAction struct {
	Offer      string // ID of an offer of the step
	Ask        *sourceRequest
	Type       *string // commands of cbt
	Shell      *string // commands of the HBase shell
	Template   *sourceTemplate
	Add        *string // a template, see [lessons.AddTable]
	Answer     *lessons.Answer
	Grow       int64 // number of records
	Simulate   bool
	SimulateOn int // number of nodes
	Grade      bool
	Next       bool
}
