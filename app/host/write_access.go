package host

// access is what this tab may do with the open workspace, given the other tabs that have it
// open. A workspace is in one of these states at a time:
//
//	reading   another tab holds the lock; this tab follows what that one stores
//	following a job runs what the other tab has stored
//	writing   this tab holds the lock; changes are accepted and stored
//	giving    this tab holds the lock, and another tab has asked for the workspace;
//	          no changes are accepted
//	leaving   another tab has taken the lock away; it is not known yet which of this
//	          tab's changes are missing in the store
//	diverged  the session has changes that are not in the store and cannot be added
//	stale     the store has another workspace of that ID, or none
//
// These functions lead from one state to another:
//
//	writing             --asked-->    giving   --notTaken-->     writing
//	writing, giving     --lockLost--> leaving  --unsavedKnown--> reading, diverged, stale
//	reading             --grown-->    following --caughtUp-->    reading
//	reading, following, giving, leaving, diverged --granted-->   writing
//	every state         --replaced--> stale
//
// A stale workspace stays stale until the page, or a takeover, opens it again; a takeover also
// opens a diverged one again. While a workspace is being opened, or catches up with the store
// before it is writable, the calls to it wait for [Host.opening] in every state.
type access interface {
	// locked reports whether this tab holds the workspace's lock.
	locked() bool
}

// The states of [access].
type (
	reading   struct{}
	following struct {
		more bool // the store has grown again since the job was made
	}
	writing struct{ lag }
	giving  struct{ lag }
	leaving struct {
		replaced bool // the next state is stale
		untold   bool // the page has not been told of that yet
	}
	diverged struct{ unsaved []JournalEntry } // changes that are not in the store, at least one
	stale    struct {
		lock    bool           // this tab holds the lock
		unsaved []JournalEntry // changes that are not in the store; nil for none
	}
)

// lag counts changes of another tab that came into the store before changes of this tab, the
// writer. The session lacks them until the workspace is opened again.
type lag struct {
	missed int // changes of the other tab
	own    int // changes made here that were stored after those
}

func (reading) locked() bool   { return false }
func (following) locked() bool { return false }
func (writing) locked() bool   { return true }
func (giving) locked() bool    { return true }
func (leaving) locked() bool   { return false }
func (diverged) locked() bool  { return false }
func (a stale) locked() bool   { return a.lock }

// asked returns the access after another tab has asked for the workspace.
func asked(a access) access {
	if a, ok := a.(writing); ok {
		return giving(a)
	}
	return a
}

// notTaken returns the access after the tab that asked has not taken the workspace.
func notTaken(a access) access {
	if a, ok := a.(giving); ok {
		return writing(a)
	}
	return a
}

// lockLost returns the access after another tab has taken the lock away. opening is whether the
// session was still being made: its workspace may never have been stored.
func lockLost(a access, opening bool) access {
	switch a := a.(type) {
	case writing:
		return leaving{opening || a.missed > 0, a.missed > 0}
	case giving:
		return leaving{opening || a.missed > 0, a.missed > 0}
	case stale:
		if a.lock {
			return leaving{replaced: true}
		}
	}
	return a
}

// unsavedKnown returns the access once it is known which changes made here are not in the
// store. tell is whether the page has to be told that the workspace is stale.
func unsavedKnown(a access, entries []JournalEntry) (_ access, tell bool) {
	leaves, ok := a.(leaving)
	switch {
	case !ok:
		return a, false
	case leaves.replaced:
		return stale{unsaved: entries}, leaves.untold && len(entries) == 0
	case len(entries) > 0:
		return diverged{entries}, false
	}
	return reading{}, false
}

// grown returns the access after another tab has stored something, and whether the caller has
// to follow that now.
func grown(a access) (access, bool) {
	switch a.(type) {
	case reading:
		return following{}, true
	case following:
		return following{more: true}, false
	}
	return a, false
}

// caughtUp returns the access after a job has run what another tab had stored, and whether
// there is more to follow.
func caughtUp(a access) (access, bool) {
	if a, ok := a.(following); ok {
		return reading{}, a.more
	}
	return a, false
}

// granted returns the access after this tab has got the lock.
func granted(a access) access {
	switch a := a.(type) {
	case reading, following, diverged:
		return writing{}
	case giving:
		return writing(a)
	case leaving:
		if a.replaced {
			return stale{lock: true}
		}
		return writing{}
	case stale:
		return stale{true, a.unsaved}
	}
	return a
}

// replaced returns the access once the store is known to have another workspace under this ID.
func replaced(a access) access {
	switch a := a.(type) {
	case leaving:
		return leaving{replaced: true}
	case diverged:
		return stale{unsaved: a.unsaved}
	case stale:
		return a
	}
	return stale{lock: a.locked()}
}

// writable reports whether the workspace accepts changes once it is open.
func (w *workspace) writable() bool {
	_, ok := w.access.(writing)
	return ok
}

// giving reports whether this tab has given the workspace to another tab that asked for it.
func (w *workspace) giving() bool {
	_, ok := w.access.(giving)
	return ok
}

// locked reports whether this tab holds the workspace's lock.
func (w *workspace) locked() bool { return w.access.locked() }

// stale reports whether the store has another workspace, so that this one must be opened again.
func (w *workspace) stale() bool {
	switch a := w.access.(type) {
	case leaving:
		return a.replaced
	case stale:
		return true
	}
	return false
}

// unsaved returns the changes made here that are not in the store and cannot be added; nil for
// none.
func (w *workspace) unsaved() []JournalEntry {
	switch a := w.access.(type) {
	case diverged:
		return a.unsaved
	case stale:
		return a.unsaved
	}
	return nil
}

// lag returns what the session lacks of the store.
func (w *workspace) lag() lag {
	switch a := w.access.(type) {
	case writing:
		return a.lag
	case giving:
		return a.lag
	}
	return lag{}
}

// setLag notes what the session lacks of the store. It has no effect unless this tab writes.
func (w *workspace) setLag(l lag) {
	switch w.access.(type) {
	case writing:
		w.access = writing{l}
	case giving:
		w.access = giving{l}
	}
}
