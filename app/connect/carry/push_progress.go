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

// state is how far a push has come. While the push is under way it is stored in a file beside the
// sandbox file, so that an interrupted push can continue.
type state struct {
	Sum    string               // of the sandbox file
	To     string               // place and name of the cluster
	Made   []string             // tables that this push has created
	Tables map[string]*progress // by name

	path  string
	saved time.Time  // when the file was last written
	mu    sync.Mutex // protects Tables with the progress in it, and saved
}

// progress is how far the rows of a table have come.
type progress struct {
	After []byte // all rows up to and including this key are written
	Rows  int64  // number of rows that are written
	Done  bool
}

// savedEvery is the shortest time between two writings of the state. Rows that are not noted are
// written again, which changes nothing.
const savedEvery = 250 * time.Millisecond

// maxState is the greatest size of the state's file in bytes.
const maxState = 64 << 20

// openState reads the state of an interrupted push, or returns a new one if there is no file. It
// refuses the state of another push.
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
		return nil, fmt.Errorf("%s cannot be read (%w): name another file with -state", path, files.ErrorReason(err))
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

// begun reports whether the push may have changed the cluster.
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

// advance notes that rows more rows are written, and all rows up to and including the key upTo,
// unless that is nil.
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

// save writes the state to its file.
func (s *state) save() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	data, err := json.MarshalIndent(s, "", "\t")
	if err != nil {
		panic(err) // it holds texts and numbers
	}
	if err := files.ReplaceFile(s.path, append(data, '\n')); err != nil {
		return fmt.Errorf("how far it has come cannot be kept in %s (%w): make room, or name another file with -state; the same command goes on then", s.path, files.ErrorReason(err))
	}
	s.saved = time.Now()
	return nil
}

// drop removes the file, after the push is complete.
func (s *state) drop() { _ = os.Remove(s.path) }
