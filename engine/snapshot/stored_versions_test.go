package snapshot_test

import (
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/engine/plan"
	"tabletop/engine/snapshot"
)

var update = flag.Bool("update", false, "write the fixture of the version of now anew")

// path is the file with the fixture: a snapshot that was written when this version of the
// format was made, and the text that reads returns for its session.
const path = "testdata/version1.json"

type fixture struct {
	Manifest []byte
	Chunks   map[uint64][]byte
	Reads    string
}

// reads returns the contents of a session's tables as text, at present and some steps
// back.
func reads(s *engine.Session) string {
	var b strings.Builder
	for range 3 {
		for _, line := range s.Do(engine.RunConsole{Text: "ls\nls a\nls games\nread a\ncount games\nread games prefix=Go#Jo count=5"}).Output {
			b.WriteString(line.Text)
		}
		s.Do(engine.Undo{})
	}
	return b.String()
}

// written returns a fixture of a session that uses each part of a snapshot.
func written(t *testing.T) fixture {
	s := engine.New(options())
	for _, r := range []engine.Request{
		engine.LoadRecords{Table: "games", Template: "{game}#{player}#{n}", Columns: []plan.FieldColumn{{Field: "n", Family: "f", Qualifier: "n"}}, Data: games},
		engine.SetWorkload{Queries: []plan.Query{{ID: "q", Where: []plan.Cond{{Field: "game", Value: "Go"}}, Latest: plan.Latest{Field: "n", N: 3}, Each: "player"}}},
		engine.RunConsole{Text: "createtable a families=f:maxversions=2,g:(maxage=1d&&maxversions=3) splits=m,p\nset a k f:q=1 g:\\x00=\\xff\ncreatefamily a sums:never:intsum"},
		engine.SaveCheckpoint{Name: "one"},
		engine.RunConsole{Text: "set a k f:q=2@5000\nset a z g:q=3"},
		engine.RunConsole{Text: "deleterow a z"},
		engine.Undo{},
	} {
		if rep := s.Do(r); rep.Err != nil {
			t.Fatal(r, rep.Err)
		}
	}
	d := &disk{chunks: map[uint64][]byte{}}
	d.save(t, &snapshot.Writer{}, s, 7)
	return fixture{d.manifest, d.chunks, reads(s)}
}

// TestFixture opens the fixture, and writes the next snapshot over it.
func TestFixture(t *testing.T) {
	if *update {
		text, err := json.MarshalIndent(written(t), "", "\t")
		if err == nil {
			err = os.WriteFile(path, append(text, '\n'), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
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
		t.Errorf("%s", difference(got, was.Reads))
	}
	s, w, upTo := d.open(t)
	if rep := s.Do(engine.RunConsole{Text: "set a later f:q=1"}); rep.Err != nil {
		t.Fatal(rep.Err)
	}
	d.save(t, w, s, upTo+1)
	all := 0
	for _, chunk := range was.Chunks {
		all += len(chunk)
	}
	if d.written > all/2 {
		t.Errorf("one cell more has %d bytes written, of %d", d.written, all)
	}
	again, _, _ := d.open(t)
	if got, want := dump(again, 1), dump(s, 1); got != want {
		t.Errorf("%s", difference(got, want))
	}
	for no := range d.chunks {
		d.chunks[no][9] ^= 1
		if r, err := snapshot.ReadManifest(d.manifest); err != nil || r.Add(snapshot.Chunk{Number: no, Data: d.chunks[no]}) == nil {
			t.Errorf("chunk %d is changed, and it is taken", no)
		}
		d.chunks[no][9] ^= 1
	}
}
