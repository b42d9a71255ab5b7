//go:build !js

package journal

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLacking checks that a file that is missing or empty is reported, and that nothing is replayed
// as if it had never existed.
func TestLacking(t *testing.T) {
	plain := func(t *testing.T) string { // journals 1, 2 and 3 with one record each
		dir := t.TempDir()
		for i, r := range []string{"one", "two", "three"} {
			j := reopen(t, dir, []string{"one", "two", "three"}[:i]...)
			keep(t, j, r)
			closed(t, j)
		}
		return dir
	}
	cut := func(t *testing.T) string { // snapshot 4, and journals 4 and 5
		dir := plain(t)
		j := reopen(t, dir, "one", "two", "three")
		number, err := j.Rotate()
		if err == nil {
			err = j.WriteSnapshot(number, func(add func([]byte) error) error { return add([]byte("all")) })
		}
		if err != nil {
			t.Fatal(err)
		}
		keep(t, j, "four")
		closed(t, j)
		j = reopen(t, dir, "+all", "four")
		keep(t, j, "five")
		closed(t, j)
		return dir
	}
	for _, c := range []struct {
		made func(*testing.T) string
		lose string
		says string
	}{
		{plain, "00000001.journal", "00000002.snapshot is lacking, or all journals before"},
		{plain, "00000002.journal", "00000002.journal is lacking"},
		{cut, "00000005.snapshot", "00000005.snapshot is lacking"},
		{cut, "00000005.journal", "00000005.journal is lacking"},
	} {
		dir := c.made(t)
		if err := os.Remove(filepath.Join(dir, c.lose)); err != nil {
			t.Fatal(err)
		}
		refused(t, dir, c.says)
	}
	dir := cut(t)
	for _, lose := range []string{"00000005.journal", "00000006.journal"} {
		if err := os.Remove(filepath.Join(dir, lose)); err != nil {
			t.Fatal(err)
		}
	}
	refused(t, dir, "00000005.journal is lacking")
	for _, left := range []int64{0, int64(len(journalMagic)) - 1} {
		dir := plain(t)
		if err := os.Truncate(filepath.Join(dir, "00000002.journal"), left); err != nil {
			t.Fatal(err)
		}
		refused(t, dir, "00000002.journal is empty")
	}
}

func refused(t *testing.T, dir, says string) {
	t.Helper()
	before, _ := filepath.Glob(filepath.Join(dir, "*"))
	_, held, err := open(t, dir)
	if err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), "put back a copy") {
		t.Errorf("held %q: %v\nwant %s", held, err, says)
	}
	if after, _ := filepath.Glob(filepath.Join(dir, "*")); len(after) != len(before) {
		t.Errorf("%v before, %v after", before, after)
	}
}
