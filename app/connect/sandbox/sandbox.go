// Package sandbox reads the page's files, so that commands outside the page can work
// with what they hold.
package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"tabletop/app/host/archive"
	"tabletop/app/i18n"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/wire"
)

// A Sandbox is one that a file holds, as it was when it was saved.
type Sandbox struct {
	Title   string
	Session *engine.Session
}

// Open reads the sandboxes of a file. now is the time of what the sessions are asked
// further. An error is one sentence that says what is wrong with which file.
func Open(path string, now func() base.Micros) ([]Sandbox, error) {
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no file %s: name one that Export in the page has saved", path)
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("%s may not be read by you: change its permissions, or name another file", path)
	case err != nil:
		return nil, fmt.Errorf("%w: name a file that Export in the page has saved", err)
	}
	f, err := archive.Decode(data, nil)
	if e := (*base.Error)(nil); errors.As(err, &e) && e.Code == base.CodeBadFile && e.Args[0] == "version" {
		return nil, fmt.Errorf("%s: a newer Tabletop than this one has saved it: bring this program up to date", path)
	}
	if err != nil {
		return nil, damaged(path, err)
	}
	var out []Sandbox
	for _, s := range f.Spaces {
		if s.Lesson {
			continue
		}
		session, err := replay(s.Journal, now)
		if err != nil {
			return nil, damaged(fmt.Sprintf("%s, sandbox %q", path, s.Title), err)
		}
		out = append(out, Sandbox{s.Title, session})
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s holds no sandbox: export one in the page, with Export", path)
	}
	return out, nil
}

// damaged says what is wrong with a file, and what to do.
func damaged(where string, err error) error {
	return fmt.Errorf("%s: %s: save it again with Export in the page", where, strings.TrimSuffix(Sentence(err).Error(), "."))
}

// replay makes the session of a journal.
func replay(journal [][]byte, now func() base.Micros) (*engine.Session, error) {
	s := engine.New(engine.Options{Now: now, HBase: engine.HBaseShell()})
	for _, entry := range journal {
		change, err := wire.DecodeChange(entry)
		if err != nil {
			return nil, err
		}
		t := s.Replay(change)
		for !t.Step(1 << 20) {
		}
		if r := t.Reply(); r.Err != nil {
			return nil, r.Err
		}
	}
	return s, nil
}

// Sentence returns an error that says in English what a refusal of the engine means;
// others it returns as they are.
func Sentence(err error) error {
	var e *base.Error
	if errors.As(err, &e) {
		return errors.New(i18n.Error("en", e))
	}
	return err
}
