package host

import (
	"hash/crc32"
	"slices"

	"tabletop/engine"
)

// maxDesignNumbers is the most designs that a workspace has numbers for.
const maxDesignNumbers = 100

// numberAttempts gives each attempt the number of its design in the workspace. A design keeps its
// number as long as the workspace is stored. New designs get the next numbers. They begin again at
// 0 if no attempt has a number, as after other data was loaded, or if there would be too many. An
// estimate has the next number without keeping it, since it is not a design of the timeline yet.
func (w *workspace) numberAttempts(attempts []engine.DesignAttempt) {
	known := func(a engine.DesignAttempt) int { return slices.Index(w.designs, designHash(a)) }
	if len(w.designs)+len(attempts) > maxDesignNumbers || !slices.ContainsFunc(attempts, func(a engine.DesignAttempt) bool { return known(a) >= 0 }) {
		w.designs = nil
	}
	for i := range attempts {
		a := &attempts[i]
		if a.Number = known(*a); a.Number >= 0 {
			continue
		}
		a.Number = len(w.designs)
		if a.State != engine.EstimateState {
			w.designs = append(w.designs, designHash(*a))
		}
	}
}

// designHash returns a number that is the same for equal templates of the same tables.
func designHash(a engine.DesignAttempt) uint64 {
	text := ""
	for _, d := range a.Designs {
		text += d.Table + "\x00" + d.Template + "\x00"
	}
	return uint64(crc32.ChecksumIEEE([]byte(text)))
}
