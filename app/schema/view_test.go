//go:build !js

package schema

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
)

// TestSecondKey tests that a sandbox offers to copy a designed table for another key. Lessons
// offer that only if it is their subject.
func TestSecondKey(t *testing.T) {
	for _, c := range []struct {
		kind     host.WorkspaceKind
		template string
		want     bool
	}{{host.KindSandbox, "{game}#{player}", true}, {host.KindSandbox, "", false}, {host.KindLesson, "{game}#{player}", false}} {
		w := &page.Workspace{Kind: c.kind}
		w.Tables = []engine.TableInfo{{Name: "games", Template: c.template}}
		k := &ui.Kit{Lang: "en", InBrowser: true, To: &ui.MsgSender{Send: func(page.Msg) {}}}
		var b strings.Builder
		app.PrintHTML(&b, NewView(k, w, State{}).Draw(Slots{Makers: app.Div(), Advisor: app.Div(), RemakeButton: func(engine.TableInfo) app.UI { return app.Div() }}))
		if got := strings.Contains(b.String(), "Same data, another key: a copy of games"); got != c.want {
			t.Errorf("%v %q: offered %v", c.kind, c.template, got)
		}
	}
}

// TestEmptySchema tests that the outline says that there is no table only once that is known.
func TestEmptySchema(t *testing.T) {
	for _, tt := range []struct {
		id      string
		running *page.RunningCall
		says    bool
	}{{"x", nil, true}, {"x", &page.RunningCall{}, false}, {"", nil, false}} {
		k := &ui.Kit{Lang: "en", InBrowser: true, To: &ui.MsgSender{}}
		said := app.HTMLString(NewView(k, &page.Workspace{ID: tt.id, Running: tt.running}, State{}).Draw(Slots{Makers: app.Div(), Advisor: app.Div()}))
		if strings.Contains(said, k.T("schema-empty")) != tt.says {
			t.Errorf("%+v: %s", tt, said)
		}
	}
}

// TestTableSizeIsNamed tests that the size of a table says that it is uncompressed, since a file of
// the table and the room that it takes up in the browser have other sizes.
func TestTableSizeIsNamed(t *testing.T) {
	w := &page.Workspace{Kind: host.KindSandbox, Tables: []engine.TableInfo{{Name: "games", Template: "{game}", Bytes: 2_800_000}}}
	k := &ui.Kit{Lang: "en", InBrowser: true, To: &ui.MsgSender{Send: func(page.Msg) {}}}
	drawn := app.HTMLString(NewView(k, w, State{}).Draw(Slots{Makers: app.Div(), Advisor: app.Div(), RemakeButton: func(engine.TableInfo) app.UI { return app.Div() }}))
	if !strings.Contains(drawn, "2.7 MB uncompressed") {
		t.Error(drawn)
	}
}
