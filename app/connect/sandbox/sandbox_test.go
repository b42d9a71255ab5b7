package sandbox

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/engine/base"
)

func clock() base.Micros { return 1_700_000_000_000_000 }

func TestOpen(t *testing.T) {
	for _, version := range []string{"version-1", "version-2"} {
		list, err := Open(filepath.Join("..", "..", "host", "archive", "testdata", version+".tabletop"), clock)
		if err != nil {
			t.Fatal(err)
		}
		tables, rows := list[0].Session.Holds()
		if list[0].Title == "" || tables != 1 || rows != 2 {
			t.Errorf("%s: %q with %d tables, %d rows", version, list[0].Title, tables, rows)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"text": "hello", "newer": "TABLETOP 9\nx", "short": "TABLETOP 2\n\x01"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path, clock); err == nil || !strings.HasPrefix(err.Error(), path+": ") || strings.Contains(err.Error(), "bad-file") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Open(filepath.Join(dir, "none"), clock); err == nil || !strings.Contains(err.Error(), "none") {
		t.Error(err)
	}
}
