package archive

import (
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/wire"
)

// Open returns the session of a file that holds one workspace, see [Replay]. It refuses any other file.
func Open(data []byte, now func() base.Micros) (*engine.Session, error) {
	file, err := Decode(data, nil)
	if err != nil {
		return nil, err
	}
	if len(file.Workspaces) != 1 {
		return nil, base.Refuse(base.CodeBadFile, "empty", "", "")
	}
	s, _, err := Replay(file.Workspaces[0], now, nil)
	return s, err
}

// Replay returns the session that a workspace of a file leads to, by running its journal again. now is
// the clock of the session for later requests. Changes that the engine refuses are collected in
// refused, and the session is without them. Replay calls pause, which may be nil, every now and then,
// and returns cancelled if pause returns false.
func Replay(w Workspace, now func() base.Micros, pause func() bool) (s *engine.Session, refused engine.RefusedChanges, err error) {
	s = engine.New(engine.Options{Now: now, Interpreters: []*engine.Interpreter{engine.HBaseInterpreter()}})
	for _, entry := range w.Journal {
		change, err := wire.DecodeChange(entry)
		if err != nil {
			return nil, refused, err
		}
		t := s.Replay(change)
		for !t.Step(replayedAtOnce) {
			if pause != nil && !pause() {
				t.Stop()
				return nil, refused, base.Refuse(base.CodeCancelled)
			}
		}
		if _, why := t.AcceptedChanges(); why != nil {
			refused.Add(change, why)
		}
	}
	return s, refused, nil
}

// replayedAtOnce is the budget, in rows, of what is run between two pauses.
const replayedAtOnce = 1 << 20
