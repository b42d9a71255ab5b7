//go:build !js

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNotices tests that the notices have the licenses of what the site ships, and that nothing goes without one.
func TestNotices(t *testing.T) {
	site := files{}
	if err := site.addNotices(filepath.Join("..", "..")); err != nil {
		t.Fatal(err)
	}
	text := string(site[noticesFile])
	for _, want := range []string{"\nGo go1.", "\ngithub.com/google/btree ", "\ngithub.com/hack-pad/go-indexeddb ", "\ngithub.com/maxence-charriere/go-app/v9 ", "\n@codemirror/view ", "\nxz-decompress ", "Apache License", "Marijn Haverbeke", "Tim Perry"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
	dir := t.TempDir()
	if _, err := licensesIn(dir); err == nil {
		t.Error("a folder without a license passes")
	}
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"license": "BSD-3-Clause", "author": "x"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := licensesIn(dir); err == nil {
		t.Error("a package that only names its license passes")
	}
	if err := os.WriteFile(filepath.Join(dir, "LICENSE.md"), []byte("terms"), 0o644); err != nil {
		t.Fatal(err)
	}
	if texts, err := licensesIn(dir); err != nil || len(texts) != 1 || texts[0] != "terms" {
		t.Errorf("%q, %v", texts, err)
	}
}
