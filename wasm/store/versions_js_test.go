//go:build js && wasm

package store_test

import (
	"embed"
	"encoding/json"
	"testing"

	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/wire"
)

// A fixture is a database as an older version left it, and what its sandbox's
// tables print.
//
//go:embed testdata/version*.json
var fixtures embed.FS

// TestOlderVersions opens a database of every version that there has been, reads
// all of it, and writes on.
func TestOlderVersions(t *testing.T) {
	files, err := fixtures.ReadDir("testdata")
	if err != nil || len(files) == 0 {
		t.Fatal("no fixtures", err)
	}
	for _, file := range files {
		t.Run(file.Name(), func(t *testing.T) {
			text, err := fixtures.ReadFile("testdata/" + file.Name())
			if err != nil {
				t.Fatal(err)
			}
			var fixture struct {
				Workspaces []struct{ ID, Title string }
				Reads      string
			}
			if err := json.Unmarshal(text, &fixture); err != nil {
				t.Fatal(err)
			}
			evaluate(t, `
				const fixture = `+string(text)+`;
				const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
				const request = indexedDB.open(name, fixture.version);
				const stores = fixture.version > 2 ? ["workspaces", "journal", "snapshots", "chunks"] : ["workspaces", "journal"];
				request.onupgradeneeded = () => stores.forEach((store) => request.result.createObjectStore(store));
				const db = await answer(request);
				const t = db.transaction(["workspaces", "journal"], "readwrite");
				for (const meta of fixture.workspaces) {
					t.objectStore("workspaces").put({ ...meta, note: bytes(meta.note) }, meta.id);
					fixture.journal[meta.id].forEach((entry, i) => t.objectStore("journal").put(bytes(entry), meta.id + "/" + String(i + 1).padStart(20, "0")));
				}
				await new Promise((done) => (t.oncomplete = done));
				db.close();
				return 0;`, t.Name())
			s := opener(t)()
			m := fixture.Workspaces[0]
			var entries []host.Entry
			for range 2 { // as it was, and with something of now behind it
				l, err := s.Load(t.Context(), m.ID, 0)
				if err != nil || l.Title != m.Title || len(l.Damaged) > 0 || uint64(len(l.Entries)) != l.Next-1 {
					t.Fatalf("loaded %+v, %v", l, err)
				}
				now := base.Micros(0)
				session := engine.New(engine.Options{Now: func() base.Micros { return now }, HBase: engine.HBaseShell()})
				for _, e := range l.Entries {
					c, err := wire.DecodeChange(e.Data)
					if err != nil {
						t.Fatalf("entry %d: %v", e.Seq, err)
					}
					task := session.Replay(c)
					for !task.Step(1 << 20) {
					}
					if err := task.Reply().Err; err != nil {
						t.Errorf("entry %d is refused: %v", e.Seq, err)
					}
				}
				reads := ""
				for _, line := range session.Do(engine.Console{Text: "ls\nread t\nread games"}).Output {
					reads += line.Text
				}
				if reads != fixture.Reads {
					t.Errorf("it prints\n%s\nwant\n%s", reads, fixture.Reads)
				}
				entries = l.Entries
				l.Meta.Next++
				again := host.Entry{Seq: entries[len(entries)-1].Seq + 1, Data: entries[len(entries)-1].Data}
				if err := s.Append(t.Context(), l.Meta, again); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}
