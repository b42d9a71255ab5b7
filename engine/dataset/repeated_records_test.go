package dataset

import (
	"slices"
	"testing"
)

// TestRepeats checks that a record repeats another only if all fields are equal,
// also among records with the same hash.
func TestRepeats(t *testing.T) {
	records := [][]string{{"a", "b"}, {"a", "c"}, {"a", "b"}, {"ab", ""}, {"", "ab"}, {"a", "b"}, {"a"}}
	again, n := FindRepeats(records)
	if want := []bool{false, false, true, false, false, true, false}; !slices.Equal(again, want) || n != 2 {
		t.Errorf("%v, %d", again, n)
	}
	for name, hash := range map[string]func([]string) uint64{
		"one hash":    func([]string) uint64 { return 1<<64 - 1 },
		"by a length": func(r []string) uint64 { return uint64(len(r[0])) },
	} {
		if twins, n := repeats(records, hash); n != 2 || !slices.Equal(twins, again) {
			t.Errorf("%s: %v, %d", name, twins, n)
		}
	}
	if got := Distinct(records); len(got) != 5 || !slices.Equal(got[2], records[3]) {
		t.Errorf("%q", got)
	}
}
