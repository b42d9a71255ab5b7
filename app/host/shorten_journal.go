package host

import (
	"slices"

	"tabletop/engine"
	"tabletop/engine/dataset"
)

// maxWhole is the most records that the loads of a journal may make together if the journal is
// to be run again as a whole, with its full timeline. It matters for a workspace that came by a
// link or a file, and so has no snapshot yet.
const maxWhole = dataset.MaxCount

// toReplay returns the changes of a journal that are run when its workspace is opened without a
// snapshot. Of those, the first solid ones cannot be undone.
func toReplay(all []engine.Change) (changes []engine.Change, solid int) {
	records := int64(0)
	for _, c := range all {
		if l, ok := c.Request.(engine.LoadRecords); ok {
			if records += l.Data.Len(); records > maxWhole {
				return shortened(all)
			}
		}
	}
	return all, 0
}

// shortened leaves out the changes of a journal that have no effect on its end: those that were
// undone, and loads that were replaced later. The rest leads to the same tables and
// checkpoints, and the same changes can be undone and redone later. Undo must not reach beyond
// the first solid changes of the rest: the states before may never have existed.
func shortened(all []engine.Change) (changes []engine.Change, solid int) {
	bound := slices.ContainsFunc(all, func(c engine.Change) bool {
		switch c.Request.(type) {
		case engine.SaveCheckpoint: // it may hold any earlier state
			return true
		case engine.AddTextPiece: // it belongs to the change after it
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
	// Make the undone steps and undo them again, so that they can be redone.
	for range undone {
		changes = append(changes, engine.Change{Request: engine.Undo{}})
	}
	return changes, solid
}

// withoutUndone splits a journal into the changes in effect, and the undone steps, in the order
// in which redo would make them. A step is a change with the commands that were joined to it.
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
		case engine.RunConsole:
			if !r.JoinsPrevious || len(steps) == 0 {
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

// withoutRepeats leaves out each load whose table is loaded again later, and each workload that
// is replaced later. From the first solid changes of the rest on, every state has existed.
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

// loadedAnew returns a name for what a request replaces as a whole, if it does.
func loadedAnew(r engine.Request) (string, bool) {
	switch r := r.(type) {
	case engine.LoadRecords:
		return "load " + r.Table, true
	case engine.SetWorkload:
		return "workload", true
	}
	return "", false
}
