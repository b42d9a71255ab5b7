package console

import (
	"tabletop/app/i18n"
	"tabletop/engine/base"
)

var _ = i18n.Add(map[base.Code]string{
	"console":                  "Console",
	"console-part":             "Console",
	"console-output":           "Console output",
	"console-hint-cbt":         "read {1} count=5",
	"console-hint-hbase":       "scan '{1}', {{LIMIT => 5}}",
	"console-hint-empty-cbt":   "createtable scores families=GAME",
	"console-hint-empty-hbase": "create 'scores', 'GAME'",
	"completions":              "Completions",
	"control-character":        "Control character",
	"more-characters":          "… and $ more characters",
	"console-keys":             "Enter runs, Shift+Enter adds a line",
	"dialect":                  "Dialect",
	"dialect-cbt":              "cbt",
	"dialect-hbase":            "HBase shell",
	"turn-label":               "Show in {1}",
	"pick-files":               "Pick files",
	"drop-file":                "Take {1} back",
	"picked":                   "Picked for import and format-file",
	"more":                     "Print more rows",
	"clear":                    "Clear",
	"history":                  "Recall",
	"history-search":           "Search what was run",
	"history-found":            "{1#} found",
	"log-empty":                "What you run is printed here. Type help for the commands.",
	"log-cut":                  "… {1#} more line{1=1?|s} …",
	"script-back":              "This command and those after it are in the console again.",
	"said-script":              "{1#} command{1=1?|s} done.",
	"said-read":                "Read {2#} {2=1?row|rows} of {3}, {1#} scanned.",
	"said-lines":               "{1#} {1=1?line|lines} printed.",
	"said-done":                "Done.",
	"said-picked":              "{1=1?{2} is|{1#} files are} picked.",
	"said-unpicked":            "{1} is no longer picked.",
})
