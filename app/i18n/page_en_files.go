package i18n

import "tabletop/engine/base"

// pageFiles is the page's text about files that come and go.
var pageFiles = map[base.Code]string{
	"export-all":     "Export everything",
	"running-export": "Writing the file",
	"running-import": "Reading the file",
	"running-weigh":  "Measuring the files",
	"notice-brought": "{1#} {1=1?sandbox|sandboxes} brought in{2=0?|, and {2#} {2=1?lesson|lessons}}.{3=0?| Of {3#} {3=1?lesson that was here already|lessons that were here already} the further progress is kept, and the tables stay as they were.}",
}
