package carry

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"tabletop/app/connect/sandbox"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// Sandbox is what a sandbox file holds.
type Sandbox struct{ sandbox.Sandbox }

// now is the time of day as the engine takes it.
func now() base.Micros { return base.Micros(time.Now().UnixMilli()) * 1000 }

// newSession returns an empty session.
func newSession() *engine.Session {
	return engine.New(engine.Options{Now: now, HBase: engine.HBaseShell()})
}

// sentence says what the engine refuses, without the full stop.
func sentence(err error) string { return strings.TrimSuffix(sandbox.Sentence(err).Error(), ".") }

// Open reads a file that holds one sandbox. The error says what is wrong with it.
func Open(path string) (*Sandbox, error) {
	list, err := sandbox.Open(path, now)
	if err != nil {
		return nil, err
	}
	if n := len(list); n != 1 {
		return nil, fmt.Errorf("%s holds %d sandboxes, not one: open it in the page, and save the one you mean with Export", path, n)
	}
	return &Sandbox{list[0]}, nil
}

// sumOf returns a sum of a file's bytes, in hexadecimal.
func sumOf(path string) (string, error) {
	data, err := os.ReadFile(path)
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), err
}

// reason is an error of the file system without the path that it names.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	return err
}

// lower is a sentence that goes on in another.
func lower(s string) string {
	if len(s) > 1 && s[1] >= 'a' && s[1] <= 'z' {
		return strings.ToLower(s[:1]) + s[1:]
	}
	return s
}

// tables returns the tables of those names, all of them without any, by name.
func (s *Sandbox) tables(path string, names []string) ([]*table.Table, error) {
	var all, out []string
	for _, info := range s.Session.Tables() {
		all = append(all, info.Name)
	}
	for _, name := range names {
		if !slices.Contains(all, name) {
			return nil, fmt.Errorf("%s has no table %s: it has %s", path, name, list(all))
		}
	}
	if out = all; len(names) > 0 {
		out = slices.Compact(slices.Sorted(slices.Values(names)))
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s has no table: make one in the page, and save it again with Export", path)
	}
	var tables []*table.Table
	for _, name := range out {
		t, _ := s.Session.Table(name)
		tables = append(tables, t)
	}
	return tables, nil
}

// list says a few names.
func list(names []string) string {
	switch n := len(names); {
	case n == 0:
		return "none"
	case n > 10:
		return fmt.Sprintf("%s and %d more", strings.Join(names[:10], ", "), n-10)
	}
	return strings.Join(names, ", ")
}

// writeFile writes a file whole or not at all. The error says so.
func writeFile(path string, data []byte) error {
	err := writeBeside(path, data)
	if err != nil {
		return fmt.Errorf("%s cannot be written (%w): make room, or name another place; nothing was written", path, reason(err))
	}
	return nil
}

// writeBeside writes a file beside its place and moves it there.
func writeBeside(path string, data []byte) error {
	f, err := os.CreateTemp(dirOf(path), ".tabletop-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
