package panes

import (
	"tabletop/app/i18n"
	"tabletop/engine/base"
)

var _ = i18n.Add(map[base.Code]string{
	"pane-left":  "Width of the left side",
	"pane-right": "Width of the right side",
	"pane-log":   "Height of the console",
})
