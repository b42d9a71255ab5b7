package i18n

import "tabletop/engine/base"

// pageOpen is the text about lessons from files.
var pageOpen = map[base.Code]string{
	"title-open":    "Open a lesson file · Tabletop",
	"open-lesson":   "Open a lesson file",
	"own-track":     "Lessons from files",
	"own-from":      "Opened from a file",
	"own-remove":    "Remove",
	"own-remove-of": "Remove {1}",
}
