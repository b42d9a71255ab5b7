package i18n

import "tabletop/engine/base"

// pageFiles is the page's text about files that come and go.
var pageFiles = map[base.Code]string{
	"export-all":         "Export everything",
	"running-file-store": "Storing",
	"running-part":       "{1} of {2}",
	"notice-file-now":    "The file holds the tables as they are. How they came about was deleted from the browser’s storage.",

	"paste": "Paste…",
}
