//go:build !js || author

package lessons

import (
	"tabletop/engine/plan"
)

// sourceLesson is lesson.json. Names are matched without regard to case.
type sourceLesson struct {
	Minutes int
	Teaches []string
	Needs   []string
	Fields  []string
	Columns []plan.Column // of every data set that has none of its own
	Data    []struct {
		Name, CSV string
		Fields    []string // of it alone, none for all of the lesson
		Columns   []plan.Column
		Recipe    *sourceRecipe
		Time      string // the field of the cells' time, "" for that of the load
	}
	Queries []struct {
		ID      string
		Where   []sourceCond
		Latest  plan.Latest
		Each    string   // the field of whose values each has so many
		Columns []string // fields
	}
	Table  string
	Added  string
	Growth Growth

	References []struct {
		ID     string
		Passes bool
		Tables []sourceTemplate
	}
	Start []sourceRequest
	Steps []sourceStep
}

type sourceCond struct {
	Field            string
	Is, Prefix, From *string
	To               string
	Least            *string // of numbers
	Below            string
	Under            *string
}

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
}

type sourceOffer struct {
	ID     string
	Action sourceAction
}

type sourceQuestion struct {
	ID      string
	Kind    string // choose, number, fill, order; "" for choose or number
	Choices []string
	Right   string
	Run     string
	Truth   AnswerSource
	Wrong   []string
	Else    bool
	Guess   bool
	After   string
	Holds   bool
	Because string
	Sizes   []int64
}

type sourceGoal struct {
	ID string
	sourceCheck
}

// sourceRequest has one member set.
type sourceRequest struct {
	Load *struct {
		Table, Template, Data string
		Count                 int64 // of a recipe, 0 for its own
	}
	Workload []string
	Type     *string // commands of cbt
	Times    int     // that Type is repeated, {n} in it being the number from 1; 0 for 1
	Shell    *string // commands of the HBase shell
	Advance  string  // a length of time such as 36h
	Compact  string  // table
	Undo     bool
}

type sourceTemplate struct{ Table, Text string }

// sourceAction has one member set.
type sourceAction struct {
	Offer      string // an offer of the step
	Ask        *sourceRequest
	Type       *string
	Shell      *string
	Template   *sourceTemplate
	Add        *string
	Answer     *Answer
	Grow       int64
	Simulate   bool
	SimulateOn int // nodes
	Grade      bool
	Next       bool
}
