// Package frames has what the page and its second program send each other for synthetic data. It is apart
// from package synthetic, which the page's program does without.
package frames

import (
	"strconv"

	"tabletop/engine/base"
	"tabletop/engine/plan"
)

// Ask asks the second program for the text of a link to synthetic data like those of a sandbox.
type Ask struct {
	File     []byte `wire:"1"` // the sandbox as a file, see package archive
	Title    string `wire:"2"` // of the new sandbox
	Settings string `wire:"3"` // what the page keeps of the new sandbox, with the names of questions of [QuestionName]
	Axis     string `wire:"4"` // of what there is to be more, see [tabletop/engine/fit.Grow]
	Factor   int64  `wire:"5"` // how many times as many records there are to be; 0 and 1 for as many
}

// Made is the answer to an [Ask].
type Made struct {
	Text    string      `wire:"1"` // of the link, see package link; "" if Refused is set
	Records int64       `wire:"2"` // how many records the data have in all
	Axes    []string    `wire:"3"` // the axes along which the data can grow
	Costs   []Cost      `wire:"4"` // in the order of the sandbox's questions; empty if there are too many records to measure
	Left    []string    `wire:"5"` // IDs of the sandbox's questions that the new sandbox does not have
	Refused *base.Error `wire:"6"` // why there are no data; nil if there are
}

// Cost is what a question costs in the sandbox, and on the synthetic data.
type Cost struct {
	Query            plan.Query `wire:"1"` // as in the sandbox
	Scanned          int64      `wire:"2"` // rows
	Wanted           int64      `wire:"3"` // rows
	SyntheticScanned int64      `wire:"4"`
	SyntheticWanted  int64      `wire:"5"`
}

// QuestionName returns the name that the question with an index in the sandbox has in the synthetic one.
func QuestionName(i int) string { return "q" + strconv.Itoa(i+1) }

// maxMeasured is the most synthetic records on which the questions are measured.
const maxMeasured = 300_000

// IsUnmeasured reports whether there are too many records to measure the questions on.
func (m *Made) IsUnmeasured() bool { return m.Records > maxMeasured }
