package page

import (
	"slices"
	"testing"
)

func TestKept(t *testing.T) {
	all := []SavedTextEntry{{"a", "n", "1"}, {"a", "two words", "line\n\"2\" ü"}, {"b", "n", ""}}
	if got := ParseSavedTexts(FormatSavedTexts(all), 3); !slices.Equal(got, all) {
		t.Errorf("%+v", got)
	}
	if got := ParseSavedTexts(FormatSavedTexts(all), 2); !slices.Equal(got, all[1:]) {
		t.Errorf("of the last two: %+v", got)
	}
	for _, bad := range []string{"", "\n\n", "a n \"x\"", "a \"n\"", "a \"n\" x", "a \"\" \"x\"", " \"n\" \"x\"", "a \"n\" \"x"} {
		if got := ParseSavedTexts(bad, 9); len(got) != 0 {
			t.Errorf("%q: %+v", bad, got)
		}
	}
}
