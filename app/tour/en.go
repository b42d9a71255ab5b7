package tour

import (
	"tabletop/app/i18n"
	"tabletop/engine/base"
)

var _ = i18n.Add(map[base.Code]string{
	"tour":       "Tour",
	"tour-take":  "Take the one-minute tour",
	"tour-at":    "{1} of {2}",
	"tour-1":     "This is the row key. Move one of its fields: drag it, or press ← or → on it.",
	"tour-2":     "Rows are always in the order of the key. Choose a cell to see what it holds.",
	"tour-3":     "A question, and how many rows it walks past under this key. Open it to see why.",
	"tour-4":     "Where reads and writes land, in the same order as the rows. Open the map.",
	"tour-next":  "Next",
	"tour-skip":  "Skip the tour",
	"tour-close": "Done",
})
