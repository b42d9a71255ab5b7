package i18n

import "tabletop/engine/base"

// pageScore is how a challenge grades designs.
var pageScore = map[base.Code]string{
	"score":               "Score card",
	"score-of":            "Graded by",
	"score-have":          "Measured",
	"score-par":           "Par",
	"score-best":          "Best so far",
	"score-answers":       "Questions answered",
	"score-rows-a-minute": "Rows a minute",
	"score-write-skew":    "Busiest node",
	"score-bytes-stored":  "Bytes stored",
	"score-none":          "No design has been graded yet.",
	"score-met":           "{1} of {2} pars met.",
	"score-best-is":       "Best so far:",
	"score-each":          "Rows by question",
	"score-cost":          "{1=1?Once|{1#} times} a minute: {2#} rows",
	"score-unanswered":    "Rows are missing from the answer",
	"score-how":           "Grading loads the present design, all its tables, with {1} records that you have not seen. They are made by the same recipe.",
	"grade":               "Be graded",
	"grade-again":         "Be graded again",
	"running-grade":       "Grading the design",
	"do-grade":            "Be graded",
	"reading-graded":      "graded",
	"attempt-reference":   "reference",
	"attempts-references": "Squares are reference designs of this lesson.",
	"said-graded":         "{1} of {2} pars met: {3#} of {4#} questions answered, {5#} rows scanned a minute with a par of {6#}, the busiest node at {7} times its fair share with a par of {8}, {9~} stored with a par of {10~}.",
}
