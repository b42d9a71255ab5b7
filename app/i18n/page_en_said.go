package i18n

import "tabletop/engine/base"

// pageSaid is what only a screen reader is told.
var pageSaid = map[base.Code]string{
	"said-followed": "{1#} {1=1?change|changes} followed from the other tab.",
	"said-sizes":    "{1} takes {2~}, packed {3~}.",

	"said-reset":           "Begun again.",
	"said-checkpoint":      "Checkpoint {1} keeps this state.",
	"said-checkpoint-gone": "Checkpoint {1} is deleted.",
	"said-clock":           "{1=1?1 hour has|{1#} hours have} passed.",
}
