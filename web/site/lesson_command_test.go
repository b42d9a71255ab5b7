//go:build !js

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLessonFile checks that a lesson's folder becomes a file, and that mistakes in the file are
// reported with its lines.
func TestLessonFile(t *testing.T) {
	folder := filepath.Join("..", "..", "lessons", "content", "sorted-map")
	file := filepath.Join(t.TempDir(), "lesson.txtar")
	var out strings.Builder
	if err := lesson(&out, []string{"pack", folder, file}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.HasPrefix(string(text), "lesson: sorted-map\ntrack: ") || strings.HasPrefix(string(text), "lesson: sorted-map\ntrack: \n") {
		t.Fatalf("%.60s, %v", text, err)
	}
	if err := lesson(&out, []string{"check", folder}); err != nil || !strings.Contains(out.String(), "can be done") {
		t.Errorf("%s: %v", out.String(), err)
	}
	broken := strings.Replace(string(text), `"goals"`, `"gaols"`, 1)
	if err := os.WriteFile(file, []byte(broken), 0o644); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	line := 1 + strings.Count(broken[:strings.Index(broken, `"gaols"`)], "\n")
	if err := lesson(&out, []string{"check", file}); err == nil || !strings.Contains(out.String(), fmt.Sprintf(`%s:%d: "gaols" means nothing here. Did you mean "goals"?`, file, line)) {
		t.Errorf("of line %d: %s: %v", line, out.String(), err)
	}
	for _, args := range [][]string{nil, {"pack"}, {"check", file, file}, {"bake", file}} {
		if lesson(&out, args) == nil {
			t.Errorf("%q is done", args)
		}
	}
}
