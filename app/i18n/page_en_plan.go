package i18n

import "tabletop/engine/base"

// pagePlan is how queries for the latest records and for some columns are asked and
// said.
var pagePlan = map[base.Code]string{
	"cond-latest":  "the latest {1#} by {2}",
	"cond-columns": "only {1}",

	"verdict-more":  "Returns {1#} {1=1?row|rows}, of which {2#} {2=1?is|are} wanted.",
	"newest-key":    "The latest stand together in the key’s order: {1=1?one row is|{1#} rows are} read from {2=end?the end|the start} of the range.",
	"newest-merge":  "Each of {1#} ranges holds its own latest: {2=1?one row|up to {2#} rows} from each, and the reader merges them.",
	"newest-reader": "The key does not put {1} in order: all that match are read, and the reader sorts them.",

	"ordered-unpadded": "Numbers of different lengths in {1} would not be in order{4?: “{2}” is less than “{3}”, but {5} stands before {4}|}.",

	"ask-by":      "Which of them",
	"ask-by-all":  "all",
	"ask-by-each": "the latest by {1}",
	"ask-many":    "How many",
	"ask-few":     "Write a whole number from 1 to 1,000,000.",
	"ask-columns": "Read only (none chosen: whole rows)",
}
