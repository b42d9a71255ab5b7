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

	"tabletop/app/host/archive"
	"tabletop/app/i18n"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/table"
	"tabletop/engine/wire"
)

// Sandbox is what a sandbox file holds.
type Sandbox struct {
	Title   string
	Session *engine.Session
	Sum     string // hexadecimal, of the file's bytes
}

// now is the time of day as the engine takes it.
func now() base.Micros { return base.Micros(time.Now().UnixMilli()) * 1000 }

// newSession returns an empty session.
func newSession() *engine.Session {
	return engine.New(engine.Options{Now: now, HBase: engine.HBaseShell()})
}

// sentence says what the engine refuses.
func sentence(err error) string {
	var e *base.Error
	if errors.As(err, &e) {
		return strings.TrimSuffix(i18n.Error("en", e), ".")
	}
	return err.Error()
}

// Open reads a sandbox file and runs its journal. The error says what is wrong with it.
func Open(path string) (*Sandbox, error) {
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no file %s: name one that Export in the page has saved", path)
	case err != nil:
		return nil, fmt.Errorf("%s cannot be read (%w): name a file that Export in the page has saved", path, reason(err))
	}
	f, err := archive.Decode(data, nil)
	if err != nil {
		var e *base.Error
		if errors.As(err, &e) && e.Code == base.CodeBadFile && e.Args[0] == "version" {
			return nil, fmt.Errorf("%s was saved by a newer Tabletop than this one: bring this program up to date", path)
		}
		return nil, fmt.Errorf("%s: %s: save it again with Export in the page", path, lower(sentence(err)))
	}
	space, err := only(f)
	if err != nil {
		return nil, fmt.Errorf("%s %w", path, err)
	}
	s := newSession()
	for i, entry := range space.Journal {
		c, err := wire.DecodeChange(entry)
		if err != nil {
			return nil, fmt.Errorf("%s: change %d of %d is damaged: save the file again with Export in the page", path, i+1, len(space.Journal))
		}
		task := s.Replay(c)
		for !task.Step(1 << 20) {
		}
		if err := task.Reply().Err; err != nil {
			return nil, fmt.Errorf("%s: change %d of %d cannot be made here: %s: save the file again with Export in the page", path, i+1, len(space.Journal), lower(sentence(err)))
		}
	}
	sum := sha256.Sum256(data)
	return &Sandbox{Title: space.Title, Session: s, Sum: hex.EncodeToString(sum[:])}, nil
}

// only returns the sandbox of a file.
func only(f archive.File) (archive.Space, error) {
	var found []archive.Space
	for _, s := range f.Spaces {
		if !s.Lesson || !f.All {
			found = append(found, s)
		}
	}
	if len(found) != 1 {
		return archive.Space{}, fmt.Errorf("holds %d sandboxes, not one: open it in the page, and save the one you mean with Export", len(found))
	}
	return found[0], nil
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
