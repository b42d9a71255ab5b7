package hfilter

import (
	"strings"
	"testing"
)

// TestCompletedText checks the texts that are offered after each beginning of a filter.
// There may be none if only the user's own text can follow.
func TestCompletedText(t *testing.T) {
	text := "SKIP (RowFilter(=, 'binary:x') AND SingleColumnValueFilter('f', 'q', !=, 'substring:it''s', true, false)) OR WHILE KeyOnlyFilter(true)"
	if _, err := Parse(text); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"SKIP", "RowFilter", "binary", "AND", "SingleColumnValueFilter", "substring", "true", "false", "OR", "WHILE", "KeyOnlyFilter"} {
		at := strings.Index(text, word)
		for end := at; end < at+len(word); end++ {
			found := false
			c := Complete(text[:end])
			for _, ch := range c.Choices {
				found = found || strings.HasPrefix(ch.Name, word) && strings.HasPrefix("'"+word, c.Typed) || strings.HasPrefix(ch.Text, c.Typed) && ch.Name == word
			}
			if !found {
				t.Errorf("%q is not offered behind %q: %+v", word, text[:end], c)
			}
		}
	}
	if c := Complete("ColumnValueFilter('it''s', "); c.Place != PlaceQualifier || c.Family != "it's" {
		t.Errorf("the place is %+v", c)
	}
}

func TestQuote(t *testing.T) {
	for _, text := range []string{"", "a", "it's", "''", "'a'"} {
		if got := Unquote(Quote(text)); got != text {
			t.Errorf("%q comes back as %q", text, got)
		}
	}
	for open, want := range map[string]string{"'": "", "'a": "a", "'it''s": "it's", "": ""} {
		if got := Unquote(open); got != want {
			t.Errorf("%q stands for %q, not %q", open, got, want)
		}
	}
}

// FuzzComplete checks that the offered text replaces the end of the typed text.
func FuzzComplete(f *testing.F) {
	f.Add("SKIP (RowFilter(=, 'binary:x') AND ")
	f.Add("DependentColumnFilter('f','q',true,<")
	f.Fuzz(func(t *testing.T, text string) {
		if c := Complete(text); !strings.HasSuffix(text, c.Typed) {
			t.Fatalf("%q does not end in %q", text, c.Typed)
		}
	})
}
