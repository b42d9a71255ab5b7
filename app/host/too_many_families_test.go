//go:build !js

package host

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"strings"
	"testing"

	"tabletop/app/host/archive"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/link"
	"tabletop/engine/plan"
	"tabletop/engine/wire"
)

// TestFamiliesOfALink adopts links and imports files whose commands make more families
// than a table may have. They are refused before any command runs. What has as many
// families as a table may have is opened.
func TestFamiliesOfALink(t *testing.T) {
	text := func(families int) engine.Request {
		return engine.RunConsole{Text: "createtable t families=" + numbered(families, "%d", ",")}
	}
	lines := []engine.Request{text(1)}
	for i := range 1000 {
		lines = append(lines, engine.RunConsole{Text: fmt.Sprintf("createfamily t x%d", i)})
	}
	shell := engine.RunConsole{Dialect: engine.HBase, Text: "create 't', " + numbered(1001, "'%d'", ", ")}
	many := make([]plan.Query, 1001)
	for i := range many {
		many[i].ID = fmt.Sprint(i)
	}
	for _, tt := range []struct {
		what     string
		requests []engine.Request
		code     base.Code // "" for none
	}{
		{"22,000 families", []engine.Request{text(22_000)}, "many-families"},
		{"one too many", []engine.Request{text(1001)}, "many-families"},
		{"one too many of the shell's", []engine.Request{shell}, "many-families"},
		{"one too many, line by line", lines, "many-families"},
		{"as many as there may be", []engine.Request{text(1000)}, ""},
		{"many questions", []engine.Request{engine.SetWorkload{Queries: many}}, "many-queries"},
	} {
		p := newTab(t, newListStore(), newTabs())
		space := archive.Workspace{Title: tt.what}
		var changes []engine.Change
		for i, r := range tt.requests {
			change := engine.Change{At: base.Micros(i) * 1000, Request: r}
			changes = append(changes, change)
			space.Journal = append(space.Journal, wire.EncodeChange(change))
		}
		file, err := archive.Encode(archive.File{Workspaces: []archive.Workspace{space}})
		if err != nil {
			t.Fatal(err)
		}
		calls := []Call{ImportFile{Data: file}}
		if text, fits := unchecked(changes); fits {
			calls = append(calls, CreateFromLink{Text: text})
		} else if tt.what != "22,000 families" {
			t.Errorf("no link has room for %s", tt.what)
		}
		for _, call := range calls {
			a := p.ask(call)
			if code := codeOf(a.Err); code != tt.code {
				t.Errorf("%s by %T: %q, want %q", tt.what, call, code, tt.code)
			}
			if a.Err != nil || tt.code != "" {
				continue
			}
			if a := p.ask(OpenWorkspace{Kind: KindSandbox, ID: a.SandboxID}); a.Err != nil || len(a.Reply.Tables) != 1 {
				t.Errorf("%s by %T is opened with %+v", tt.what, call, a)
			}
		}
	}
}

func codeOf(err *base.Error) base.Code {
	if err == nil {
		return ""
	}
	return err.Code
}

// unchecked returns the text of a link, even one that [link.Encode] refuses. ok is false if no
// link has room for it.
func unchecked(changes []engine.Change) (string, bool) {
	frame := wire.Encode(&link.Content{Title: "A link", Changes: changes}, wire.EngineSets)
	var out bytes.Buffer
	out.Write([]byte{link.Version, 0, 0, 0, 0})
	deflate, _ := flate.NewWriter(&out, flate.BestCompression)
	deflate.Write(frame)
	deflate.Close()
	data := out.Bytes()
	binary.BigEndian.PutUint32(data[1:], crc32.Update(crc32.ChecksumIEEE(data[:1]), crc32.IEEETable, data[5:]))
	text := base64.RawURLEncoding.EncodeToString(data)
	return text, len(text) <= link.MaxText && len(frame) <= link.MaxInflated
}

// numbered returns text once for each number below n, with the number in place of %d.
func numbered(n int, format, join string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = fmt.Sprintf(format, i)
	}
	return strings.Join(parts, join)
}
