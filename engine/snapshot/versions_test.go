package snapshot_test

import (
	"embed"
	"encoding/json"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/engine/snapshot"
)

// A fixture is a snapshot as an older version of the format left it, and what its
// session tells.
//
//go:embed testdata/version*.json
var fixtures embed.FS

type fixture struct {
	Manifest []byte
	Chunks   map[uint64][]byte
	Reads    string
}

// reads returns what a session tells of its tables, now and some steps back.
func reads(s *engine.Session) string {
	var b strings.Builder
	for range 3 {
		for _, line := range s.Do(engine.Console{Text: "ls\nls a\nls games\nread a\ncount games\nread games prefix=Go#Jo count=5"}).Output {
			b.WriteString(line.Text)
		}
		s.Do(engine.Undo{})
	}
	return b.String()
}

// TestOlderVersions opens a snapshot of every version that there has been, and
// writes the next one over it.
func TestOlderVersions(t *testing.T) {
	files, err := fixtures.ReadDir("testdata")
	if err != nil || len(files) == 0 {
		t.Fatal("no fixtures", err)
	}
	for _, file := range files {
		text, err := fixtures.ReadFile("testdata/" + file.Name())
		if err != nil {
			t.Fatal(err)
		}
		var was fixture
		if err := json.Unmarshal(text, &was); err != nil {
			t.Fatal(err)
		}
		d := &disk{manifest: was.Manifest, chunks: was.Chunks}
		s, _, _ := d.open(t)
		if got := reads(s); got != was.Reads {
			t.Errorf("%s: %s", file.Name(), difference(got, was.Reads))
		}
		s, w, upTo := d.open(t)
		if rep := s.Do(engine.Console{Text: "set a later f:q=1"}); rep.Err != nil {
			t.Fatal(rep.Err)
		}
		d.save(t, w, s, upTo+1)
		if all := len(was.Chunks[1]); d.written > all {
			t.Errorf("%s: one cell more has %d bytes written, of %d", file.Name(), d.written, all)
		}
		again, _, _ := d.open(t)
		if got, want := dump(again, 1), dump(s, 1); got != want {
			t.Errorf("%s: %s", file.Name(), difference(got, want))
		}
		for no := range d.chunks {
			d.chunks[no][9] ^= 1
			if r, err := snapshot.Read(d.manifest); err != nil || r.Add(snapshot.Chunk{No: no, Data: d.chunks[no]}) == nil {
				t.Errorf("%s: chunk %d is changed, and it is taken", file.Name(), no)
			}
			d.chunks[no][9] ^= 1
		}
	}
}
