package dataset

import (
	"slices"
	"testing"
)

// TestRepeats checks that a record repeats another only if all fields are equal.
func TestRepeats(t *testing.T) {
	records := [][]string{{"a", "b"}, {"a", "c"}, {"a", "b"}, {"ab", ""}, {"", "ab"}, {"a", "b"}, {"a"}}
	again, n := Repeats(records)
	if want := []bool{false, false, true, false, false, true, false}; !slices.Equal(again, want) || n != 2 {
		t.Errorf("%v, %d", again, n)
	}
	if got := Distinct(records); len(got) != 5 || !slices.Equal(got[2], records[3]) {
		t.Errorf("%q", got)
	}
}
