package i18n

import "tabletop/engine/base"

// pagePlan is how queries for the latest records, for some columns and for names
// below a domain are said.
var pagePlan = map[base.Code]string{
	"cond-under":    "is below",
	"cond-latest":   "the latest {1#} by {2}",
	"cond-columns":  "only {1}",
	"newest-key":    "The latest stand together in the key’s order: {1=1?one row is|{1#} rows are} read from {2=end?the end|the start} of the range.",
	"newest-merge":  "Each of {1#} ranges holds its own latest: {2=1?one row|{2#} rows} from each, and the reader merges them.",
	"newest-reader": "The key does not put {1} in order: all that match are read, and the reader sorts them.",
}
