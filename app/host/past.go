package host

import (
	"slices"

	"tabletop/engine"
	"tabletop/engine/dataset"
)

// maxWhole is how many records the loads of a journal may make for all of it to be
// run again, so that its timeline is as it was. A workspace that has come by a
// link or a file, within this bound, has no snapshot yet that could say.
const maxWhole = dataset.MaxCount

// toReplay returns of a journal's changes those that are run again when it is opened
// without a snapshot, of which the first solid ones leave nothing to undo.
func toReplay(all []engine.Change) (changes []engine.Change, solid int) {
	records := int64(0)
	for _, c := range all {
		if l, ok := c.Request.(engine.Load); ok {
			if records += l.Data.Len(); records > maxWhole {
				return shortened(all)
			}
		}
	}
	return all, 0
}

// shortened returns of a journal's changes those that have to be run again. They lead
// to the same tables, checkpoints and future as the whole journal. What was done
// before the first solid ones cannot be undone then: before that they may lead
// through states that never were.
func shortened(all []engine.Change) (changes []engine.Change, solid int) {
	bound := slices.ContainsFunc(all, func(c engine.Change) bool {
		switch c.Request.(type) {
		case engine.Checkpoint: // states of every kind may be held
			return true
		case engine.Piece: // it goes with the change behind it
			return true
		}
		return false
	})
	if bound {
		return all, 0
	}
	done, undone := withoutUndone(all)
	changes, solid = withoutRepeats(done)
	for _, step := range undone {
		changes = append(changes, step...)
	}
	for range undone {
		changes = append(changes, engine.Change{Request: engine.Undo{}})
	}
	return changes, solid
}

// withoutUndone takes what was undone out of a journal, and returns the steps of it that
// can be redone, in that order.
func withoutUndone(all []engine.Change) (done []engine.Change, undone [][]engine.Change) {
	var steps []int // where each begins in done
	for _, c := range all {
		switch r := c.Request.(type) {
		case engine.Undo:
			if n := len(steps) - 1; n >= 0 {
				undone = append(undone, slices.Clone(done[steps[n]:]))
				done, steps = done[:steps[n]], steps[:n]
			}
		case engine.Redo:
			if n := len(undone) - 1; n >= 0 {
				steps = append(steps, len(done))
				done, undone = append(done, undone[n]...), undone[:n]
			}
		case engine.Console:
			if !r.Joined || len(steps) == 0 {
				steps = append(steps, len(done))
			}
			done, undone = append(done, c), nil
		default:
			steps = append(steps, len(done))
			done, undone = append(done, c), nil
		}
	}
	slices.Reverse(undone)
	return done, undone
}

// withoutRepeats leaves out loads whose table is loaded again later, of which
// nothing is left, and workloads likewise. From the first solid ones of the rest
// on every state is one that there was.
func withoutRepeats(all []engine.Change) (rest []engine.Change, solid int) {
	later := map[string]int{} // by table, the index of its last load
	for i, c := range all {
		if key, ok := loadedAnew(c.Request); ok {
			later[key] = i
		}
	}
	until := -1
	for i, c := range all {
		if key, ok := loadedAnew(c.Request); ok && later[key] > i {
			until = max(until, later[key])
			continue
		}
		rest = append(rest, c)
		if i == until {
			solid = len(rest)
		}
	}
	return rest, solid
}

// loadedAnew returns what a request puts anew.
func loadedAnew(r engine.Request) (string, bool) {
	switch r := r.(type) {
	case engine.Load:
		return "load " + r.Table, true
	case engine.Workload:
		return "workload", true
	}
	return "", false
}
