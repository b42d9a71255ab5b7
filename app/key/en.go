package key

import (
	"tabletop/app/i18n"
	"tabletop/engine/base"
)

// The following is the text of the chips of a row key and of the form for a question.
var _ = i18n.Add(map[base.Code]string{
	"segment-add-whole": "add all of {1}",
	"shape":             "{1}: what becomes of it",
	"shape-of":          "What becomes of {1}",
	"shape-text":        "On its way into the key, {1} becomes:",
	"shape-n":           "Transform {1}",
	"shape-unit":        "The times are",
	"shape-fill":        "Fill byte (else a blank)",
	"shape-close":       "Close what becomes of {1}",
	"unit-millis":       "milliseconds",
	"unit-seconds":      "seconds",
	"count-zero":        "Digits, 1 to 19",
	"count-pad":         "Width, 2 to 64",
	"count-padleft":     "Width, 2 to 64",
	"count-first":       "Bytes, 1 to 64",
	"count-hash":        "Digits, 1 to 8",
	"count-salt":        "Salts, 2 to 256",

	"via-zero":    "{1} digits",
	"via-pad":     "padded to {1}",
	"via-padleft": "padded left to {1}",
	"via-reverse": "reversed",
	"via-domain":  "domain reversed",
	"via-newest":  "newest first",
	"via-date":    "as date",
	"via-hour":    "hour",
	"via-day":     "day",
	"via-month":   "month",
	"via-millis":  "as milliseconds",
	"via-seconds": "as seconds",
	"via-first":   "first {1}",
	"via-hash":    "hash, {1} digits",
	"via-salt":    "{1} salts",

	"choose-none":    "what it is",
	"choose-no-more": "nothing more",
	"choose-zero":    "a number with zeros before it",
	"choose-pad":     "padded behind",
	"choose-padleft": "padded before",
	"choose-reverse": "its bytes, the last first",
	"choose-domain":  "a domain, the last label first",
	"choose-newest":  "a time, the newest first",
	"choose-date":    "the date and time of a number",
	"choose-hour":    "the hour of a time",
	"choose-day":     "the day of a time",
	"choose-month":   "the month of a time",
	"choose-millis":  "milliseconds, of a date",
	"choose-seconds": "seconds, of a date",
	"choose-first":   "its first bytes",
	"choose-hash":    "a hash",
	"choose-salt":    "a salt: one of a few, by its hash",

	"decodable-lossy":      "The key does not hold all of {1}, so records can share a row{4?: “{2}” and “{3}” both give {4}|}.",
	"decodable-impossible": "No value of {1} fits everywhere it stands in the key.",
	"ordered-newest":       "Rows run from the greatest {1} to the least{4?: “{3}” stands before “{2}”|}.",
	"ordered-scrambled":    "Rows are not in the order of {1}{4?: “{2}” is less than “{3}”, but {5} stands before {4}|}.",
	"ordered-separator":    "A longer {1} can overtake a shorter one{4?: “{2}” is less than “{3}”, but {5} stands before {4}|}.",
	"ordered-shortened":    "Only the first part of {1} orders the rows{4?: “{2}” is less than “{3}”, but {5} can stand before {4}|}.",
})
