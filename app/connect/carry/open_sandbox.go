package carry

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"tabletop/app/connect/sandbox"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// Sandbox is the sandbox of a file.
type Sandbox struct{ sandbox.Sandbox }

// now returns the time in microseconds, rounded down to milliseconds.
func now() base.Micros { return base.Micros(time.Now().UnixMilli()) * 1000 }

// newSession returns an empty session.
func newSession() *engine.Session {
	return engine.New(engine.Options{Now: now, Interpreters: []*engine.Interpreter{engine.HBaseInterpreter()}})
}

// sentence returns a refusal of the engine as a sentence without its full stop.
func sentence(err error) string { return strings.TrimSuffix(sandbox.EnglishError(err).Error(), ".") }

// open reads a file that holds one sandbox, as [sandbox.ReadSandboxes] does, and refuses any other
// number of sandboxes.
func open(ctx context.Context, path string, say io.Writer) (*Sandbox, error) {
	list, err := sandbox.ReadSandboxes(ctx, path, now, say)
	if err != nil {
		return nil, err
	}
	if n := len(list); n != 1 {
		return nil, fmt.Errorf("%s holds %d sandboxes, not one: open it in the page, and save the one you mean with Export", path, n)
	}
	return &Sandbox{list[0]}, nil
}

// lower returns a sentence as it is written after a colon, with a small first letter.
func lower(s string) string {
	if len(s) > 1 && s[1] >= 'a' && s[1] <= 'z' {
		return strings.ToLower(s[:1]) + s[1:]
	}
	return s
}

// tables returns the tables with these names, or all tables, sorted by name. path is for the error.
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

// list returns names separated by commas, the first ten of them.
func list(names []string) string {
	switch n := len(names); {
	case n == 0:
		return "none"
	case n > 10:
		return fmt.Sprintf("%s and %d more", strings.Join(names[:10], ", "), n-10)
	}
	return strings.Join(names, ", ")
}
