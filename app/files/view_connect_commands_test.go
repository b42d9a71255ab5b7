//go:build !js

package files

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/host"
	"tabletop/app/page"
)

// TestQuoted has a shell read quoted words. They must come back unchanged, except for those
// that would be taken for options.
func TestQuoted(t *testing.T) {
	for word, want := range map[string]string{
		"orders.tabletop": "orders.tabletop", "Mine & yours.tabletop": "", "it's $HOME `id` ! #1.tabletop": "", "": "", "日本.tabletop": "",
		"-x.tabletop": "./-x.tabletop", "-a b": "./-a b",
	} {
		if want == "" {
			want = word
		}
		got, err := exec.Command("sh", "-c", "printf %s "+quoted(word)).Output()
		if err != nil || string(got) != want {
			t.Errorf("%q is read as %q, not %q: %v", word, got, want, err)
		}
	}
	if got := quoted("orders_1-2.tabletop"); got != "orders_1-2.tabletop" {
		t.Errorf("%s: quotes that nobody needs", got)
	}
}

// TestCommandsNameTheSandbox checks that the commands in the dialog name the sandbox's file
// and its first table, and that each can be copied.
func TestCommandsNameTheSandbox(t *testing.T) {
	v := &View{State: State{Sizes: []host.ExportFileSize{{Format: host.FormatTabletop}, {Format: host.FormatCSV, Table: "orders"}, {Format: host.FormatCSV, Table: "other"}}}}
	v.Lang, v.Code = "en", page.CodeState{Copied: "command-check"}
	html := app.HTMLString(v.cluster("Mine/2"))
	for _, want := range []string{
		"go run ./app/connect serve Mine-2.tabletop<",
		"push -project PROJECT -instance INSTANCE Mine-2.tabletop<",
		"pull -project PROJECT -instance INSTANCE -table orders -anonymize<",
		"hbase Mine-2.tabletop | hbase shell -n<",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s in\n%s", want, html)
		}
	}
	if copied, all := strings.Count(html, ">Copied<"), strings.Count(html, "<button"); copied != 1 || all != len(carried) {
		t.Errorf("%d of %d buttons say that it is copied:\n%s", copied, all, html)
	}
}
