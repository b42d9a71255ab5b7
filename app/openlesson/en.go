package openlesson

import (
	"tabletop/app/i18n"
	"tabletop/engine/base"
)

var _ = i18n.Add(map[base.Code]string{
	"open-title":    "Open a lesson file",
	"open-text":     "A teacher can hand out a lesson as one text file. It is checked here, in your browser, before you begin.",
	"open-choose":   "Choose a file…",
	"open-drop":     "or drop it on this page",
	"open-hint":     "The file ends in .txtar or .txt.",
	"open-again":    "Choose another file…",
	"open-busy":     "Checking {1}: the lesson is done from start to end, with every wrong answer that it foresees.",
	"open-failed":   "The file could not be checked. Try again; if it happens again, the lesson may ask for more than this browser can hold.",
	"open-unloaded": "The program that checks lessons did not load. Check the connection and choose the file again.",
	"open-newer":    "There is a newer version of this page, and the one you have cannot check lessons any more. Reload, then choose the file again.",
	"open-bad":      "{1#} {1=1?mistake keeps|mistakes keep} this lesson from being done.",
	"open-bad-how":  "Each line is numbered as in your editor. Correct the file and choose it again.",
	"open-list":     "What is wrong",
	"open-line":     "Line {1}",
	"open-in":       "in {1}",
	"open-remarks":  "Remarks",
	"open-remark":   "They keep nobody from doing the lesson.",
	"open-good":     "The lesson works",
	"open-begin":    "Begin",
	"open-steps":    "{1#} {1=1?step|steps}, about {2} min",
	"open-start":    "Nothing passes before it is done.",
	"open-solved":   "The solution passes every goal: {1#}.",
	"open-wrong":    "{1=0?No wrong attempt is in the file.|Each wrong attempt meets its explanation: {1#}.}",
	"open-facts":    "{1=0?No figure is proved in the file.|Each figure that the text names is so: {1#}.}",
	"open-kept":     "It will be kept in this browser, with your progress, until you remove it.",
	"said-checking": "Checking {1}.",
	"said-checked":  "{1} can be begun.",
})
