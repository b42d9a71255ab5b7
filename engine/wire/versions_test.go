package wire_test

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/wire"
)

// A fixture is a journal as an older version wrote it, and the cells that it made of it:
// version1 before a record could lack a field, version2 since then.
//
//go:embed testdata/version*.json
var fixtures embed.FS

// TestOlderChanges reads the journal of every version that there has been. It makes the
// cells that it made then, and is written as it was.
func TestOlderChanges(t *testing.T) {
	files, err := fixtures.ReadDir("testdata")
	if err != nil || len(files) == 0 {
		t.Fatal("no fixtures", err)
	}
	for _, file := range files {
		text, err := fixtures.ReadFile("testdata/" + file.Name())
		if err != nil {
			t.Fatal(err)
		}
		var was struct {
			Changes [][]byte
			Cells   []string
		}
		if err := json.Unmarshal(text, &was); err != nil {
			t.Fatal(err)
		}
		s := engine.New(engine.Options{Now: func() base.Micros { return 0 }})
		for i, frame := range was.Changes {
			c, err := wire.DecodeChange(frame)
			if err != nil {
				t.Fatalf("%s, change %d: %v", file.Name(), i, err)
			}
			if again := wire.EncodeChange(c); !bytes.Equal(again, frame) {
				t.Errorf("%s, change %d is written otherwise:\n got %x\nwant %x", file.Name(), i, again, frame)
			}
			task := s.Replay(c)
			for !task.Step(1 << 20) {
			}
			if err := task.Reply().Err; err != nil {
				t.Errorf("%s, change %d is refused: %v", file.Name(), i, err)
			}
		}
		if got := cellsOf(s, was.Cells); !slices.Equal(got, was.Cells) {
			t.Errorf("%s:\n got %s\nwant %s", file.Name(), strings.Join(got, "\n     "), strings.Join(was.Cells, "\n     "))
		}
	}
}

// cellsOf returns the cells of a session's tables, in the order of those that like are of.
func cellsOf(s *engine.Session, like []string) (out []string) {
	met := map[string]bool{}
	for _, cell := range like {
		name, _, _ := strings.Cut(cell, " ")
		tab, ok := s.Table(name)
		if met[name] || !ok {
			continue
		}
		met[name] = true
		for row := range tab.At(0, tab.Len()) {
			for c := range row.Cells() {
				out = append(out, fmt.Sprintf("%s %s %s:%s@%d=%s", name, row.Key(), c.Family, c.Qualifier, c.At, c.Value))
			}
		}
	}
	return out
}
