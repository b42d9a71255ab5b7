//go:build !js

package view

import (
	"slices"
	"testing"

	"tabletop/app/page"
)

// TestSaidInPlaces tests that an announcement stays where it was while the next one is told,
// and that each comes into an empty place, even if its text is the same again.
func TestSaidInPlaces(t *testing.T) {
	st := states()["lesson-design"]
	st.Announcement = page.Announcement{}
	for _, tt := range []struct {
		said   string
		places []string
	}{
		{"one", []string{"", "one", ""}},
		{"two", []string{"", "one", "two"}},
		{"two", []string{"two", "", "two"}},
		{"two", []string{"two", "two", ""}},
		{"three", []string{"", "two", "three"}},
	} {
		st.Announcement = st.Announcement.Next([]page.AnnouncementPart{{Text: tt.said}})
		var places []string
		aloud := all(parsed(t, drawn(st)), with("class=unseen said-aloud"))
		for _, place := range all(aloud[0], with("role=status")) {
			places = append(places, text(place))
		}
		if !slices.Equal(places, tt.places) {
			t.Errorf("said %q in %q, not %q", tt.said, places, tt.places)
		}
	}
}
