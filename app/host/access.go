package host

// access is how this tab stands to the open workspace, and to the other tabs that have
// it open. A workspace has one of these at a time:
//
//	reading   another tab holds the lock; what that stores is followed
//	following a job runs what the other tab has stored
//	writing   this tab holds the lock; changes are accepted and stored
//	giving    likewise, but another tab has asked for the workspace: nothing is accepted
//	leaving   another tab has taken the lock away; which changes made here the store
//	          has not got is not known yet
//	diverged  the session has changes that the store has not got and does not take
//	stale     the store has another workspace of that id, or none
//
// What leads from one to the other:
//
//	writing             --asked-->    giving   --notTaken-->     writing
//	writing, giving     --lockLost--> leaving  --unsavedKnown--> reading, diverged, stale
//	reading             --grown-->    following --caughtUp-->    reading
//	reading, following, giving, leaving, diverged --granted-->   writing
//	every one           --replaced--> stale
//
// From stale nothing leads on: the page, or a takeover, opens the workspace anew, and so
// does a takeover from diverged. While a workspace is opened, or its session catches up
// with the store, [Host.opening] has the calls wait, whatever the access is meanwhile.
type access interface {
	// locked reports whether this tab holds the workspace's lock.
	locked() bool
}

type (
	reading   struct{}
	following struct {
		more bool // something came since the job was made
	}
	writing struct{ lag }
	giving  struct{ lag }
	leaving struct {
		replaced bool // stale comes next
		untold   bool // of which the page does not know yet
	}
	diverged struct{ unsaved []Entry } // not empty
	stale    struct {
		lock    bool    // is held by this tab
		unsaved []Entry // as diverged has them, nil for none
	}
)

// lag is what another tab has brought into the store among the changes of the tab that
// writes: the session does without it until the workspace is opened anew.
type lag struct {
	missed int // changes of the other tab
	own    int // changes made here that were put behind those
}

func (reading) locked() bool   { return false }
func (following) locked() bool { return false }
func (writing) locked() bool   { return true }
func (giving) locked() bool    { return true }
func (leaving) locked() bool   { return false }
func (diverged) locked() bool  { return false }
func (a stale) locked() bool   { return a.lock }

// asked is the access once another tab has asked for the workspace.
func asked(a access) access {
	if a, ok := a.(writing); ok {
		return giving(a)
	}
	return a
}

// notTaken is the access once nobody has taken the workspace that was given.
func notTaken(a access) access {
	if a, ok := a.(giving); ok {
		return writing(a)
	}
	return a
}

// lockLost is the access once another tab has taken the lock away. opening is whether
// the session was being made: it may have begun what was never stored.
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

// unsavedKnown is the access once it is known which changes made here the store has
// not got, and whether the page is to be told that it is stale.
func unsavedKnown(a access, entries []Entry) (_ access, tell bool) {
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

// grown is the access once another tab has stored something, and whether that is to be
// followed now.
func grown(a access) (access, bool) {
	switch a.(type) {
	case reading:
		return following{}, true
	case following:
		return following{more: true}, false
	}
	return a, false
}

// caughtUp is the access once a job has run what another tab had stored, and whether
// there is more to follow.
func caughtUp(a access) (access, bool) {
	if a, ok := a.(following); ok {
		return reading{}, a.more
	}
	return a, false
}

// granted is the access once this tab holds the lock.
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

// replaced is the access once the store is known to have another workspace.
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

// giving reports whether the workspace has been given to another tab that asked.
func (w *workspace) giving() bool {
	_, ok := w.access.(giving)
	return ok
}

// locked reports whether this tab holds the workspace's lock.
func (w *workspace) locked() bool { return w.access.locked() }

// stale reports whether the workspace is not what the store has, and so to be opened anew.
func (w *workspace) stale() bool {
	switch a := w.access.(type) {
	case leaving:
		return a.replaced
	case stale:
		return true
	}
	return false
}

// unsaved returns the changes made here that the store has not got, and will not take.
func (w *workspace) unsaved() []Entry {
	switch a := w.access.(type) {
	case diverged:
		return a.unsaved
	case stale:
		return a.unsaved
	}
	return nil
}

// lag returns what of the store the session does without.
func (w *workspace) lag() lag {
	switch a := w.access.(type) {
	case writing:
		return a.lag
	case giving:
		return a.lag
	}
	return lag{}
}

// setLag notes what of the store the session does without.
func (w *workspace) setLag(l lag) {
	switch w.access.(type) {
	case writing:
		w.access = writing{l}
	case giving:
		w.access = giving{l}
	}
}
