package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// styles returns the whole style sheet before it is minified.
func styles(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob("../static/css/*.css")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	var all strings.Builder
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

// TestUnderlinesAreSpelledOut looks for the short form of text-decoration, from which
// WebKit takes neither style nor colour: marks of errors would be invisible there.
func TestUnderlinesAreSpelledOut(t *testing.T) {
	short := regexp.MustCompile(`text-decoration: \w+ [^;]*;`)
	if bad := short.FindAllString(styles(t), -1); bad != nil {
		t.Errorf("%q", bad)
	}
}

// TestSlidersHaveOurColours looks for the rules that give a slider's thumb the page's
// colour in every browser.
func TestSlidersHaveOurColours(t *testing.T) {
	all := styles(t)
	for _, part := range []string{"::-webkit-slider-thumb", "::-moz-range-thumb"} {
		_, rules, ok := strings.Cut(all, part+" {")
		if rules, _, _ = strings.Cut(rules, "}"); !ok || !strings.Contains(rules, "background: var(--accent)") {
			t.Errorf("%s has no colour of ours", part)
		}
	}
}
