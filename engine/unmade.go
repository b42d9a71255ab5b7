package engine

import (
	"slices"

	"tabletop/engine/base"
)

// MaxUnmadeNamed is how many of the changes that could not be made again [Unmade] names.
const MaxUnmadeNamed = 5

// Unmade is the changes of a journal that the session refused when it ran them again, as
// one that an older program has accepted and this one finds too large. The session is as
// if they were not in the journal.
type Unmade struct {
	Count int            // all of them
	Named []NotMadeAgain // the first [MaxUnmadeNamed]
}

// NotMadeAgain is one change of a journal that the session refused.
type NotMadeAgain struct {
	What Line // what it would have done, without text for a change that is no step of the timeline
	Why  *base.Error
}

// Add counts a change that was refused.
func (u *Unmade) Add(c Change, why *base.Error) {
	u.Count++
	if len(u.Named) == MaxUnmadeNamed {
		return
	}
	n := NotMadeAgain{Why: why}
	if r, ok := c.Request.(timed); ok {
		n.What = r.says()
	}
	u.Named = append(slices.Clip(u.Named), n)
}
