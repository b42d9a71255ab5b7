package history

import (
	"tabletop/app/i18n"
	"tabletop/engine/base"
)

var _ = i18n.Add(map[base.Code]string{
	"timeline":              "Timeline",
	"redo":                  "Redo",
	"time-slider":           "Changes",
	"time-at":               "{1} of {2}",
	"time-start":            "The start",
	"time-cut":              "The earliest state that is kept",
	"time-elsewhere":        "A checkpoint",
	"time-limits":           "The last {1} changes can be undone, as long as what they replaced or dropped takes no more than {2}. Checkpoints stay, up to {3} of them.",
	"moved-back":            "Back at change {1}: {2}",
	"moved-on":              "On at change {1}: {2}",
	"moved-look":            "Looking at the state after change {1}: {2}",
	"moved-now":             "Looking at the present state.",
	"looking":               "You are looking at the state after change {1}. Nothing is changed by looking.",
	"go-here":               "Go back to here",
	"back-to-now":           "Show now",
	"checkpoints":           "Checkpoints",
	"time-more":             "History",
	"no-checkpoints":        "A checkpoint keeps the present state under a name.",
	"checkpoint-name":       "Name of a checkpoint",
	"checkpoint-hint":       "before the new key",
	"checkpoint-make":       "Keep this state",
	"go-to":                 "Go to",
	"go-to-label":           "Go to checkpoint {1}",
	"drop-checkpoint-label": "Delete checkpoint {1}",
	"clock":                 "Clock",
	"clock-even":            "The tables’ clock shows the real time. Let time pass to see data age.",
	"clock-ahead":           "The tables’ clock is ahead by {1} day{1=1?|s} and {2} hour{2=1?|s}.",
	"pass-hour":             "1 hour passes",
	"pass-day":              "1 day passes",
	"pass-month":            "30 days pass",
})
