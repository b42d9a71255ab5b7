//go:build !js

package journal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// open opens a folder and returns what it holds. Parts of a snapshot begin with "+".
func open(t *testing.T, dir string) (*Journal, []string, error) {
	t.Helper()
	j, err := Open(dir)
	if err != nil {
		return nil, nil, err
	}
	var held []string
	err = j.Replay(func(p []byte) error { held = append(held, "+"+string(p)); return nil },
		func(r []byte) error { held = append(held, string(r)); return nil })
	if err != nil {
		return nil, held, errors.Join(err, j.Close())
	}
	return j, held, nil
}

func reopen(t *testing.T, dir string, want ...string) *Journal {
	t.Helper()
	j, held, err := open(t, dir)
	if err != nil || !slices.Equal(held, want) {
		t.Fatalf("held %q, want %q: %v", held, want, err)
	}
	return j
}

func keep(t *testing.T, j *Journal, records ...string) {
	t.Helper()
	for _, r := range records {
		if err := j.WaitUntilStored(j.Append([]byte(r))); err != nil {
			t.Fatal(err)
		}
	}
}

func closed(t *testing.T, j *Journal) {
	t.Helper()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestJournal(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made")
	j := reopen(t, dir)
	keep(t, j, "one", "1")
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "another server") {
		t.Errorf("opened twice: %v", err)
	}
	closed(t, j)
	j = reopen(t, dir, "one", "1")
	keep(t, j, "two")
	_, err := j.Rotate()
	if err != nil {
		t.Fatal(err)
	}
	keep(t, j, "three")
	closed(t, j)
	j = reopen(t, dir, "one", "1", "two", "three") // killed before the snapshot was complete
	number, err := j.Rotate()
	if err != nil {
		t.Fatal(err)
	}
	keep(t, j, "four")
	failed := errors.New("failed")
	if err := j.WriteSnapshot(number, func(add func([]byte) error) error { return errors.Join(add([]byte("x")), failed) }); !errors.Is(err, failed) {
		t.Error(err)
	}
	if err := j.WriteSnapshot(number, func(add func([]byte) error) error { return errors.Join(add([]byte("a")), add([]byte("b"))) }); err != nil {
		t.Fatal(err)
	}
	closed(t, j)
	closed(t, reopen(t, dir, "+a", "+b", "four"))
	if names, _ := filepath.Glob(filepath.Join(dir, "*")); len(names) != 4 { // lock, snapshot and two journals
		t.Errorf("left: %v", names)
	}
}

// TestTorn cuts the last journal off at every byte. Complete records stay, and later records are
// stored. The same holds if zeros take the place of what did not reach the disk.
func TestTorn(t *testing.T) {
	whole, name := written(t, "one", "two", "three")
	try := func(data []byte, at int) {
		t.Helper()
		own := t.TempDir()
		put(t, filepath.Join(own, name), data)
		j, held, err := open(t, own)
		if err != nil {
			t.Fatalf("byte %d: %v", at, err)
		}
		if n := len(held); !slices.Equal(held, []string{"one", "two", "three"}[:n]) || n < (at-len(journalMagic))/13 {
			t.Fatalf("byte %d: held %q", at, held)
		}
		keep(t, j, "later")
		closed(t, j)
		closed(t, reopen(t, own, append(held, "later")...))
	}
	for n := range whole {
		try(whole[:n], n)
	}
	for _, end := range []int{len(journalMagic), len(journalMagic) + 11, len(whole)} {
		try(append(slices.Clone(whole[:end]), make([]byte, 5000)...), end)
	}
}

// TestDamagedLast changes every byte of the last journal. No stored record is dropped silently.
// What the error says to do drops the records after the damage and no others.
func TestDamagedLast(t *testing.T) {
	whole, name := written(t, "one", "two", "three")
	starts := []int{len(journalMagic), len(journalMagic) + 11, len(journalMagic) + 22}
	for n := len(journalMagic); n < len(whole); n++ {
		for _, flip := range []byte{1, 0x80} {
			dir := t.TempDir()
			path, data := filepath.Join(dir, name), slices.Clone(whole)
			data[n] ^= flip
			put(t, path, data)
			of := 0
			for of < 2 && n >= starts[of+1] {
				of++
			}
			j, held, err := open(t, dir)
			if of == 2 && n < starts[2]+4 && err == nil { // damage to the length cannot be detected
				closed(t, j)
				continue
			}
			says := fmt.Sprintf("%s is damaged at byte %d,", path, starts[of])
			cut := fmt.Sprintf("truncate -s %d %s", starts[of], path)
			if err == nil || !strings.HasPrefix(err.Error(), says) || !strings.HasSuffix(err.Error(), cut) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("byte %d: held %q, %v", n, held, err)
			}
			if left, _ := os.ReadFile(path); !slices.Equal(left, data) {
				t.Fatalf("byte %d: the file is another", n)
			}
			if err := os.Truncate(path, int64(starts[of])); err != nil {
				t.Fatal(err)
			}
			closed(t, reopen(t, dir, []string{"one", "two", "three"}[:of]...))
		}
	}
}

// TestDamagedLong looks for records after a length that exceeds the file, among bytes that look
// like frames.
func TestDamagedLong(t *testing.T) {
	long := strings.Repeat("\x00\x01", 36_000)
	whole, name := written(t, long, "last")
	whole[len(journalMagic)+3] = 0x7f
	for _, c := range []struct {
		end     int
		damaged bool
	}{{len(whole), true}, {len(whole) - 1, false}} {
		dir := t.TempDir()
		put(t, filepath.Join(dir, name), whole[:c.end])
		j, held, err := open(t, dir)
		if len(held) > 0 || (err != nil) != c.damaged {
			t.Errorf("of %d bytes held %d records: %v", c.end, len(held), err)
		}
		if err == nil {
			closed(t, j)
		}
	}
}

// written returns a journal's bytes and its name.
func written(t *testing.T, records ...string) (data []byte, name string) {
	t.Helper()
	dir := t.TempDir()
	j := reopen(t, dir)
	keep(t, j, records...)
	closed(t, j)
	names, _ := filepath.Glob(filepath.Join(dir, "*.journal"))
	data, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	return data, filepath.Base(names[0])
}

func put(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestDamage checks that damage in any other file is refused.
func TestDamage(t *testing.T) {
	dir := t.TempDir()
	j := reopen(t, dir)
	keep(t, j, "one", "two")
	closed(t, j)
	closed(t, reopen(t, dir, "one", "two"))
	names, _ := filepath.Glob(filepath.Join(dir, "*.journal"))
	data, _ := os.ReadFile(names[0])
	for name, change := range map[string]func([]byte) []byte{
		"damaged":       func(b []byte) []byte { b[len(b)-1] ^= 1; return b },
		"newer version": func(b []byte) []byte { b[len(journalMagic)-2] = '9'; return b },
		"no file":       func(b []byte) []byte { b[0] = 'X'; return b },
	} {
		put(t, names[0], change(slices.Clone(data)))
		if _, _, err := open(t, dir); err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), names[0]) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestFull checks that on a full disk nothing is acknowledged, and that pending records are stored
// as soon as there is room.
func TestFull(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	j := reopen(t, dir)
	keep(t, j, "one")
	j.mu.Lock()
	room := j.file
	j.file = full
	j.mu.Unlock()
	if err := j.WaitUntilStored(j.Append([]byte("two"))); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("kept on a full disk: %v", err)
	}
	if err := j.CheckWritable(); !errors.Is(err, syscall.ENOSPC) {
		t.Error(err)
	}
	if _, err := j.Rotate(); !errors.Is(err, syscall.ENOSPC) {
		t.Error(err)
	}
	j.mu.Lock()
	j.file = room
	j.mu.Unlock()
	if err := j.CheckWritable(); err != nil {
		t.Error(err)
	}
	keep(t, j, "three")
	closed(t, j)
	closed(t, reopen(t, dir, "one", "two", "three"))
}

// TestFolderNotWritten takes all file descriptors away while a snapshot is written, so that it is
// complete but its folder cannot be opened. Only that is reported, and the snapshot is kept.
func TestFolderNotWritten(t *testing.T) {
	dir := t.TempDir()
	j := reopen(t, dir)
	keep(t, j, "one")
	number, err := j.Rotate()
	if err != nil {
		t.Fatal(err)
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Skip(err)
	}
	none := limit
	none.Cur = 0
	err = j.WriteSnapshot(number, func(add func([]byte) error) error {
		return errors.Join(add([]byte("all")), syscall.Setrlimit(syscall.RLIMIT_NOFILE, &none))
	})
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	if !errors.Is(err, syscall.EMFILE) || errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder was not written: %v", err)
	}
	closed(t, j)
	closed(t, reopen(t, dir, "+all"))
}

// TestTogether appends from many goroutines. Each finds its records stored, in its order.
func TestTogether(t *testing.T) {
	dir := t.TempDir()
	j := reopen(t, dir)
	var running sync.WaitGroup
	for w := range 8 {
		running.Go(func() {
			for n := range 50 {
				if err := j.WaitUntilStored(j.Append(fmt.Appendf(nil, "%d %d", w, n))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	running.Wait()
	closed(t, j)
	j, held, err := open(t, dir)
	if err != nil || len(held) != 400 {
		t.Fatal(len(held), err)
	}
	closed(t, j)
	next := map[int]int{}
	for _, r := range held {
		var w, n int
		fmt.Sscan(r, &w, &n)
		if next[w] != n {
			t.Fatalf("%q where %d was to come", r, next[w])
		}
		next[w]++
	}
}
