package questions

import (
	"tabletop/app/i18n"
	"tabletop/engine/base"
)

// What is said of questions, of what they cost, and of the designs that there have been.
var _ = i18n.Add(map[base.Code]string{
	"verdict-returns":     "Returns {1#} of {2#} wanted.",
	"work-records":        "Records",
	"work-scanned":        "Rows scanned",
	"work-per-row":        "Per row wanted",
	"work-bytes":          "Read",
	"work-seeks":          "Seeks",
	"work-note":           "Measured on the data that is loaded.",
	"work-note-projected": "Measured on the data that is loaded. With ×{1} the data it is a projection: the growth between two sizes that were measured, carried on.",
	"work-note-small":     "Measured on the data that is loaded, which is too little to project from.",
	"fit-constant":        "stays the same",
	"fit-linear":          "grows with the data",
	"fit-power":           "grows with n^{1}",
	"fit-none":            "Not told: in {1#} records it read {2=0?nothing|only {2#} {2=1?row|rows}}.",

	"attempts":           "Attempts",
	"attempts-text":      "Every key this data has had. Lower left is better; the line joins those that no other beats in both.",
	"attempts-one":       "Change the key, and the designs you have tried are compared here by what reads cost and where writes go.",
	"attempts-waiting":   "Weighing the designs …",
	"attempts-how":       "Reads: rows scanned for each row wanted, the geometric mean over the questions. Writes: the busiest node’s share of {1} in a simulation of {2} minutes over a table that holds a quarter of the data, 1 being fair.",
	"attempts-x":         "rows scanned per row wanted →",
	"attempts-y":         "hottest node, times fair ↑",
	"attempts-few":       "The picture begins with {1} records: fewer say nothing about where writes go.",
	"attempt":            "Attempt",
	"attempt-reads":      "Reads",
	"attempt-writes":     "Writes",
	"attempt-act":        "Compare",
	"attempt-now":        "now",
	"attempt-best":       "unbeaten",
	"attempt-measured":   "measured before",
	"attempt-unanswered": "leaves a question without an answer",
	"attempt-lossy":      "loses records",
	"attempt-records":    "{1#} {1=1?record|records}",
	"attempt-compare":    "Compare",
	"attempt-compared":   "Compare {1}",
	"attempt-take":       "Use this key",
	"attempt-take-label": "Use this key: {1}",
	"compare":            "{1} and {2}",
	"compare-what":       "What",
	"compare-scanned":    "{1#} {1=1?row|rows} scanned",
	"compare-projected":  "≈ {2} with ×{1} the data",
	"compare-none":       "no answer",
	"compare-bytes":      "Stored",
	"compare-said":       "{1} scans {2} rows for each row wanted and has {3} times the fair share on its hottest node; {4} scans {5} and has {6}.",

	"verdict-more":  "Returns {1#} {1=1?row|rows}, of which {2#} {2=1?is|are} wanted.",
	"newest-key":    "The latest stand together in the key’s order: {1=1?one row is|{1#} rows are} read from {2=end?the end|the start} of the range.",
	"newest-merge":  "Each of {1#} ranges holds its own latest: {2=1?one row|up to {2#} rows} from each, and the reader merges them.",
	"newest-reader": "The key does not put {1} in order: all that match are read, and the reader sorts them.",

	"ask-by":      "Which of them",
	"ask-by-all":  "all",
	"ask-by-each": "the latest by {1}",
	"ask-many":    "How many",
	"ask-few":     "Write a whole number from 1 to 1,000,000.",
	"ask-columns": "Read only (none chosen: whole rows)",
})
