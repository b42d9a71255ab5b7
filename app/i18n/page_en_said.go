package i18n

import "tabletop/engine/base"

// pageSaid is what only a screen reader is told.
var pageSaid = map[base.Code]string{
	"said-read":   "Read {2#} {2=1?row|rows} of {3}, {1#} scanned.",
	"said-script": "{1#} commands done.",
	"said-lines":  "{1#} {1=1?line|lines} printed.",
	"said-done":   "Done.",
	"said-sizes":  "{1} takes {2~}, packed {3~}.",
}
