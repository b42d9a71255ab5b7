//go:build !js

package main

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// TestAbout tests that the About page is whole in each language: its sections and list items are as many as the
// English, its links lead to the site's root and to the licenses, and it names the source code if that is known.
func TestAbout(t *testing.T) {
	languages, err := offered(false)
	if err != nil {
		t.Fatal(err)
	}
	const source = "https://source.example/tabletop"
	site := files{}
	if err := site.addAbout(languages, source); err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for i, l := range languages {
		name, root := aboutFile, "../"
		if folder := strings.TrimPrefix(l.PathPrefix(), "/"); folder != "" {
			name, root = folder+"/"+aboutFile, "../../"
		}
		page := string(site[name])
		for _, want := range []string{`lang="` + l.Tag + `"`, "__VERSION__", "go1.", `href="` + root + `notices.txt"`, `href="` + root + `app.css"`, `href="../"`, `href="` + source + `"`} {
			if !strings.Contains(page, want) {
				t.Errorf("%s has no %s", name, want)
			}
		}
		if strings.Contains(page, "__ROOT__") || strings.Contains(page, "{{") {
			t.Errorf("%s: something is not filled in", name)
		}
		found := map[string]int{}
		for tokens := html.NewTokenizer(strings.NewReader(page)); tokens.Next() != html.ErrorToken; {
			if token := tokens.Token(); token.Type == html.StartTagToken {
				found[token.Data]++
			}
		}
		for _, element := range []string{"h1", "h2", "li", "strong", "a", "code"} {
			if i == 0 {
				counts[element] = found[element]
			} else if found[element] != counts[element] {
				t.Errorf("%s has %d elements %s, the English %d", name, found[element], element, counts[element])
			}
		}
	}
	unknown := files{}
	if err := unknown.addAbout(languages, ""); err != nil || strings.Contains(string(unknown[aboutFile]), source) || !strings.Contains(string(unknown[aboutFile]), "not named") {
		t.Errorf("without a source: %v", err)
	}
}
