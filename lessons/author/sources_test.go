package author

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"tabletop/lessons/content"
)

// TestSources checks that every statement of a lesson about Bigtable or HBase that is neither in
// the documents nor can be tried out on the page names a public page as its source. The sentence is
// in the lesson letter for letter, and the page is the makers' own.
func TestSources(t *testing.T) {
	var claims []struct{ Lesson, Says, Page string }
	if err := readJSON(os.DirFS(".."), "sources.json", &claims); err != nil {
		t.Fatal(err)
	}
	cited := map[string]bool{}
	for _, c := range claims {
		cited[c.Lesson] = true
		text, err := fs.ReadFile(content.Files, c.Lesson+"/en.md")
		if err != nil {
			t.Errorf("%q is claimed of no lesson: %v", c.Says, err)
			continue
		}
		if c.Says == "" || !strings.Contains(string(text), c.Says) {
			t.Errorf("lesson %s does not say %q", c.Lesson, c.Says)
		}
		if !strings.HasPrefix(c.Page, "https://docs.cloud.google.com/") && !strings.HasPrefix(c.Page, "https://hbase.apache.org/") {
			t.Errorf("%s: %q is not said by a page of Google's or HBase's: %s", c.Lesson, c.Says, c.Page)
		}
	}
	for _, slug := range []string{"families", "big-rows", "busy-row", "one-cell-or-many", "tenants", "tall-vs-wide", "aggregates", "lol-scores", "mentions", "atomic-rows", "salting", "hbase-regions"} {
		if !cited[slug] {
			t.Errorf("nothing of lesson %s names its source", slug)
		}
	}
}

// TestSaidWrongly checks that former wrong statements have not come back.
func TestSaidWrongly(t *testing.T) {
	for slug, texts := range map[string][]string{
		"big-rows":         {"and then refused", "27 were refused"},
		"busy-row":         {"from then on writes are refused"},
		"one-cell-or-many": {"No filter can compare", "cannot be compared at all"},
		"tenants":          {"is for your program to decide"},
		"tall-vs-wide":     {"\nA store reads a row from its beginning"},
		"aggregates":       {"cannot take back one that was sent twice"},
		"mentions":         {"Nothing follows by itself"},
		"salting":          {" thousands of lines a second from a single machine"},
	} {
		text, err := fs.ReadFile(content.Files, slug+"/en.md")
		if err != nil {
			t.Fatal(err)
		}
		for _, says := range texts {
			if strings.Contains(string(text), says) {
				t.Errorf("lesson %s says %q", slug, says)
			}
		}
	}
}
