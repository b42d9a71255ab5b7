package home

import (
	"tabletop/app/i18n"
	"tabletop/engine/base"
)

var _ = i18n.Add(map[base.Code]string{
	"home-ask":   "Corrie’s LoL games in March",
	"home-do":    "Drag {1} in front of {2}.",
	"home-done":  "Nothing is scanned in vain. Try another order.",
	"home-cost":  "{1#} scanned for {2#}",
	"home-key":   "Row key",
	"home-table": "Games",
	"home-said":  "The key is {1}: {2#} {2=1?row|rows} scanned for {3#}.",
	"home-hint":  "Left and right arrow keys move it.",
})
