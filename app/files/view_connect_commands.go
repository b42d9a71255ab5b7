package files

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/host"
)

// carried are the subcommands of app/connect, each with its arguments. In these %f is the
// workspace's file, %t a table, and %c the options that name a cluster.
var carried = []struct{ name, args string }{
	{"serve", " %f"}, {"push", "%c %f"}, {"check", "%c %f"}, {"pull", "%c -table %t -anonymize"}, {"hbase", " %f | hbase shell -n"},
}

// cluster draws the commands that copy the workspace to and from a real cluster, with the
// name of its file and of its first table.
func (v *View) cluster(title string) app.UI {
	table := "TABLE"
	for _, w := range v.Sizes {
		if w.Format == host.FormatCSV {
			table = w.Table
			break
		}
	}
	fill := strings.NewReplacer("%f", quoted(host.ExportFileName(title)), "%t", quoted(table), "%c", " -project PROJECT -instance INSTANCE")
	items := []app.UI{}
	for _, c := range carried {
		id, text := "command-"+c.name, "go run ./app/connect "+c.name+fill.Replace(c.args)
		items = append(items, app.Li().Body(
			app.Div().Class("row").Body(app.B().Text(c.name), v.CopyButton(v.Code, id, text).Aria("describedby", id)),
			app.Pre().ID(id).Class("bytes").Text(text),
			app.P().Text(v.T("carry-"+c.name)),
		))
	}
	return app.Section().Aria("labelledby", "carry-title").Body(
		app.H3().ID("carry-title").Text(v.T("carry-title")), app.P().Text(v.T("carry-text")),
		app.Ul().Class("forms").Body(items...),
	)
}

// quoted returns a word as one argument for a POSIX shell, changed if it could be taken for
// an option.
func quoted(word string) string {
	const plain = "-_.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if strings.HasPrefix(word, "-") {
		word = "./" + word
	}
	if strings.Trim(word, plain+"/") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
