package key

// Trial is a template that a table has until it is kept or put back. The tables are
// written by it; in the timeline it is one step, however many are tried in a row.
type Trial struct {
	Number uint64 // see [engine.Rekey], 0 for none
	Table  string
	Before string // the table's template before
	state  uint64 // of the timeline, that it has led to; 0 until that is answered
}

// Tries reports whether a table has a template that is not kept.
func (s *State) Tries(table string) bool { return s.Trial.Number != 0 && s.Trial.Table == table }

// try begins a trial, or goes on with the one that there is, and returns its number.
func (u *update) try(table string, d Draft) uint64 {
	if !u.Tries(table) {
		before := u.Work.Table(table).Template
		if u.rewriting(table) {
			before = d.Sent
		}
		u.Trial = Trial{Number: u.Seq + 1, Table: table, Before: before}
		u.Work.Kept = u.Work.Verdicts
	}
	u.Trial.state = 0
	return u.Trial.Number
}

// endTrial leaves what is tried as it is.
func (u *update) endTrial() { u.Trial, u.Work.Kept = Trial{}, nil }

// followTrial ends a trial that was put back, or behind which something else was done.
func (u *update) followTrial() {
	t, line := &u.Trial, &u.Work.Timeline
	if t.Number == 0 || u.rewriting(t.Table) {
		return
	}
	now := line.First
	if line.Now > 0 {
		now = line.Steps[line.Now-1].State
	}
	if u.Work.Table(t.Table).Template == t.Before || t.state != 0 && t.state != now {
		u.endTrial()
		return
	}
	t.state = now
}

func (m Kept) apply(u *update) {
	if u.Tries(m.Table) {
		u.endTrial()
		u.TellCode("key-kept", u.Drafts[m.Table].Text)
	}
}

func (m PutBack) apply(u *update) {
	if u.Tries(m.Table) {
		u.TellCode("key-back", u.Trial.Before)
		u.set(m.Table, u.Trial.Before)
	}
}

func (m Entered) apply(u *update) {
	if d := u.Drafts[m.Table]; d.Err == nil {
		u.settled(m.Table, d.Text)
		Kept(m).apply(u)
	}
}
