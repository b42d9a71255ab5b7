package share

import (
	"tabletop/app/i18n"
	"tabletop/engine/base"
)

var _ = i18n.Add(map[base.Code]string{
	"share-title":       "Share {1}",
	"share-text":        "The link itself holds the data; nothing is uploaded. Whoever opens it sees what it holds first, and can make it a sandbox of their own.",
	"share-what":        "What the link holds",
	"share-sandbox":     "The sandbox, with its timeline",
	"share-experiment":  "Only the experiment: designed tables made anew, and the questions asked of them",
	"share-waits":       "Making the link…",
	"share-link":        "Link",
	"share-size":        "{1#} of at most {2#} characters.",
	"share-shortened":   "To be short enough, it leaves out changes that later ones undid or replaced.",
	"share-too-large":   "This is too much for a link: {1=0?it would be far longer|it would have {1#} characters, more} than the {2#} that mail and chat let through. A file holds all of it.",
	"share-code":        "To embed it in a page",
	"share-copy":        "Copy link",
	"share-copy-code":   "Copy code to embed",
	"share-lesson-text": "The link leads to the lesson. What you have done in it stays in this browser.",
	"share-design-text": "The link leads to the challenge and holds the keys of your tables, nothing else. Whoever opens it sees your design beside their own, once they have one.",
	"share-copied":      "Copied.",
	"share-refused":     "The browser did not let the link be copied. It is selected: copy it with Ctrl+C.",
	"share-file":        "Export as a file",

	"link-title":       "A link to {1?“{1}”|a sandbox}",
	"link-experiment":  "A link to an experiment{1? from “{1}”|}",
	"link-bad-title":   "This link cannot be opened",
	"link-text":        "None of it has been run or stored. If you make a sandbox of it, it runs in your browser, beside what you have.",
	"link-keep":        "Make a sandbox of it",
	"link-leave":       "Not now",
	"held-tables":      "Tables",
	"held-no-table":    "It makes no table.",
	"held-commands":    "made by commands",
	"held-given":       "{1#} {1=1?record|records} under {2}",
	"held-recipe":      "{1#} {1=1?record|records} under {2}, generated from a recipe",
	"held-both":        "{1#} {1=1?record|records} under {2}: {3#} given, the others generated from a recipe",
	"held-more-tables": "and {1#} more",
	"held-changes":     "{1#} {1=1?step|steps} to run, in order",
	"held-more":        "… and {1#} more that {1=1?is|are} not listed",
	"held-undo":        "the last change undone",
	"held-redo":        "and done again",
	"held-checkpoint":  "checkpoint “{1}” made",
	"held-file":        "with the file {1}, {2~}",

	"held-drop-checkpoint": "checkpoint “{1}” deleted",
})
