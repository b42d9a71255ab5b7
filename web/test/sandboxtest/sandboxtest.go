// Package sandboxtest makes the files of sandboxes for tests of what the second program does with them.
package sandboxtest

import (
	"testing"

	"tabletop/app/host/archive"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/wire"
)

// Now is the clock of the sessions: it stands still.
func Now() base.Micros { return 1_700_000_000_000_000 }

// File returns the session that requests lead to, and the file of a sandbox with their changes.
func File(t testing.TB, title string, requests ...engine.Request) (*engine.Session, []byte) {
	t.Helper()
	s := engine.New(engine.Options{Now: Now, Interpreters: []*engine.Interpreter{engine.HBaseInterpreter()}})
	w := archive.NewWriter(false)
	w.BeginWorkspace(archive.Workspace{Title: title})
	for _, r := range requests {
		reply := s.Do(r)
		if reply.Err != nil {
			t.Fatalf("%T: %v", r, reply.Err)
		}
		for _, c := range reply.Changes {
			w.WriteEntry(wire.EncodeChange(c))
		}
	}
	file, err := w.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return s, file
}
