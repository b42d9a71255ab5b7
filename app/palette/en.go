package palette

import (
	"tabletop/app/i18n"
	"tabletop/engine/base"
)

var _ = i18n.Add(map[base.Code]string{
	"palette":       "Go to or do",
	"palette-field": "Lesson, sandbox, command, action …",
	"palette-found": "{1=0?Nothing has this name.|{1#} found}",
	"is-lesson":     "Lesson",
	"is-sandbox":    "Sandbox",
	"is-reference":  "Reference",
	"is-page":       "Page",
	"is-action":     "Action",
	"keys-title":    "Keys",

	"keys-anywhere":   "Anywhere",
	"keys-anywhere-0": "Go to anything, or do it, by name",
	"keys-anywhere-1": "This list",
	"keys-anywhere-2": "Close what is open",
	"keys-key":        "A field of the row key",
	"keys-key-0":      "Move it",
	"keys-key-1":      "What becomes of its values",
	"keys-key-2":      "Take it out of the key",
	"keys-console":    "Console",
	"keys-console-0":  "Run the line",
	"keys-console-1":  "Another line",
	"keys-console-2":  "What was run before",
	"keys-rows":       "Rows",
	"keys-rows-0":     "Move",
	"keys-rows-1":     "Change the cell",
	"keys-rows-2":     "All that the cell holds",
	"keys-rows-3":     "Delete it",
	"keys-rows-4":     "Choose rows",
	"keys-rows-5":     "Ask for them",
	"keys-map":        "Heat map",
	"keys-map-0":      "Move",
	"keys-map-1":      "What is behind a cell",
})
