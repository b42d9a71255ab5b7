package lessons

import "testing"

// TestOddTitlesAreLegible checks that characters which change the direction of text are escaped in
// the titles of a lesson from a file. Otherwise they would affect the text around a title.
func TestOddTitlesAreLegible(t *testing.T) {
	l := someLesson()
	l.Slug = FromFilePrefix + l.Slug
	for _, title := range titles(l) {
		*title = "a\u202eb\u200c"
	}
	got, err := DecodeFromFile(Encode(l))
	if err != nil {
		t.Fatal(err)
	}
	if len(titles(got)) < 8 {
		t.Error("few titles")
	}
	for _, title := range titles(got) {
		if *title != `a\u202eb\u200c` {
			t.Errorf("%q is shown", *title)
		}
	}
}
