package carry

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"

	"tabletop/app/connect/files"
)

// state is how far a push has come. It is kept in a file beside the sandbox's while the push
// is under way, so that one which was interrupted goes on.
type state struct {
	Sum    string   // of the sandbox file
	To     string   // what the cluster is called
	Made   []string // tables that are this push's: they were not there when it began
	Tables map[string]*progress

	path  string
	saved time.Time
	mu    sync.Mutex
}

// progress is how far a table has come.
type progress struct {
	After []byte // all rows up to this key are there
	Rows  int64  // so many
	Done  bool
}

// savedEvery is how much time passes between two writings of the state. What is not noted is
// written again, and is the same afterwards.
const savedEvery = 250 * time.Millisecond

// maxState is the most bytes that the file of a state has.
const maxState = 64 << 20

// openState reads the state of a push that was interrupted, or begins one. It refuses that
// of another push.
func openState(ctx context.Context, path, sum, to string) (*state, error) {
	s := &state{Sum: sum, To: to, Tables: map[string]*progress{}, path: path}
	data, err := files.Read(ctx, path, maxState)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if errors.Is(err, files.ErrInterrupted) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read (%w): name another file with -state", path, files.Reason(err))
	}
	old := &state{}
	if err := json.Unmarshal(data, old); err != nil || old.Tables == nil {
		return nil, fmt.Errorf("%s is not the state of a push: name another file with -state", path)
	}
	if old.Sum != sum || old.To != to {
		return nil, fmt.Errorf("%s is of another push, to %s: finish that one, or name another file with -state", path, old.To)
	}
	old.path = path
	return old, nil
}

// begun reports whether rows may have been written.
func (s *state) begun() bool { return len(s.Tables) > 0 || len(s.Made) > 0 }

// of returns the progress of a table.
func (s *state) of(table string) *progress {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.Tables[table]
	if p == nil {
		p = &progress{}
		s.Tables[table] = p
	}
	return p
}

// advance notes that all rows of a table up to one are there, rows more of them.
func (s *state) advance(p *progress, upTo []byte, rows int64) error {
	s.mu.Lock()
	p.Rows += rows
	if upTo != nil {
		p.After = upTo
	}
	due := time.Since(s.saved) > savedEvery
	s.mu.Unlock()
	if !due {
		return nil
	}
	return s.save()
}

// save writes the state.
func (s *state) save() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	data, err := json.MarshalIndent(s, "", "\t")
	if err != nil {
		panic(err) // it holds texts and numbers
	}
	if err := files.Replace(s.path, append(data, '\n')); err != nil {
		return fmt.Errorf("how far it has come cannot be kept in %s (%w): make room, or name another file with -state; the same command goes on then", s.path, files.Reason(err))
	}
	s.saved = time.Now()
	return nil
}

// drop forgets the state: all is done.
func (s *state) drop() { _ = os.Remove(s.path) }
