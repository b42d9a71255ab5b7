package engine

import (
	"maps"
	"reflect"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/design"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// The bounds of the history: in changes, in bytes of tables that were replaced, dropped or
// emptied since and that only the history still holds, and in tables and families. The oldest
// states are forgotten first.
const (
	MaxHistory      = 200
	MaxHistoryBytes = 32 << 20
	MaxHistoryParts = 50_000 // tables and families, of all states together
)

// history holds the states that a session has had. Once it is settled, its tables are snapshots
// that no task writes to. How far it can be undone depends only on what the changes did, so
// replayed changes can be undone exactly as far.
type history struct {
	past   []state        // the oldest first
	now    state          // the state after the last change
	future []state        // undone states; the next one to redo is the last
	last   uint64         // the highest number given to a state
	cut    bool           // older states were forgotten
	tried  []triedDesigns // designs of states that were dropped, the latest last

	unsettled bool // now shares tables with the session, as between commands of a script
}

// next returns a number that no state has had.
func (h *history) next() uint64 { h.last++; return h.last }

// clone returns a state with its own snapshot of each table, so that either state may be written
// to without affecting the other. Designs are shared.
func (s state) clone() state {
	s.designs, s.born, s.disabled, s.merged, s.stored = maps.Clone(s.designs), maps.Clone(s.born), maps.Clone(s.disabled), maps.Clone(s.merged), maps.Clone(s.stored)
	tables := s.tables
	s.tables = maps.Clone(tables)
	for name, t := range tables {
		s.tables[name] = t.Clone()
	}
	return s
}

// merge records how many records of a text were replaced by others while a table was made from it.
// Without a design this cannot be counted later.
func (s *state) merge(table string, lost int64) {
	s.merged = maps.Clone(s.merged)
	if delete(s.merged, table); lost == 0 {
		return
	}
	if s.merged == nil {
		s.merged = map[string]int64{}
	}
	s.merged[table] = lost
}

// after returns a copy of s for the history. A table that has not changed since the state before
// is taken from that state. The other tables are still the session's own until the history is
// settled.
func (s state) after(before state) state {
	s.designs, s.born, s.disabled, s.merged, s.stored = maps.Clone(s.designs), maps.Clone(s.born), maps.Clone(s.disabled), maps.Clone(s.merged), maps.Clone(s.stored)
	live := s.tables
	s.tables, s.parts = make(map[string]*table.Table, len(live)), len(live)
	for name, t := range live {
		s.parts += t.FamilyCount()
		if b := before.tables[name]; b != nil && t.KnownEqual(b) {
			t = b
		}
		s.tables[name] = t
	}
	return s
}

// settle replaces the tables that the current state shares with the session by snapshots. After a
// snapshot was taken, a write to the table has to copy what it touches. The commands of a script
// therefore leave this to the last one.
func (h *history) settle(s state) {
	if !h.unsettled {
		return
	}
	h.unsettled = false
	for name, t := range h.now.tables {
		if t == s.tables[name] {
			h.now.tables[name] = t.ComparableClone()
		}
	}
}

// add appends the state s after a change, which was made at the given time, and drops what could
// be redone.
func (h *history) add(s state, at base.Micros, what OutputLine) {
	h.now.replacedBytes = h.now.replacedBy(s)
	h.past = append(h.past, h.now)
	h.keepTried(h.future)
	h.now, h.future, h.unsettled = s.after(h.now), nil, true
	h.settle(s)
	h.now.step = TimelineStep{h.next(), at, what}
	h.trim()
}

// join puts the state after a command of a script in place of the state after the commands before
// it, so that they are one step. The history is not settled. If the last step was not made by a
// command, the command becomes a step of its own.
func (h *history) join(s state, at base.Micros, what OutputLine) {
	both, ok := h.now.step.Description.and(what)
	if !ok {
		h.add(s, at, what)
		return
	}
	h.keepTried(h.future)
	h.now, h.future, h.unsettled = s.after(h.now), nil, true
	h.now.step = TimelineStep{h.next(), at, both}
	if n := len(h.past); n > 0 {
		h.past[n-1].replacedBytes = h.past[n-1].replacedBy(h.now)
	}
	h.trim()
}

// compareDesigns computes for each state how many bytes the next state has replaced, which only the earlier
// one keeps in memory.
func (h *history) compareDesigns() {
	next := &h.now
	for i := len(h.past) - 1; i >= 0; i-- {
		h.past[i].replacedBytes = h.past[i].replacedBy(*next)
		next = &h.past[i]
	}
	next = &h.now
	for i := len(h.future) - 1; i >= 0; i-- {
		next.replacedBytes = next.replacedBy(h.future[i])
		next = &h.future[i]
	}
}

// trim forgets the oldest states that exceed the bounds. The templates of their designs are kept
// for comparisons.
func (h *history) trim() {
	held, parts := int64(0), h.now.parts
	for i := len(h.past) - 1; i >= 0; i-- {
		held += h.past[i].replacedBytes
		parts += h.past[i].parts
		if held > MaxHistoryBytes || len(h.past)-i > MaxHistory || parts > MaxHistoryParts {
			h.keepTried(h.past[:i+1])
			clear(h.past[:i+1])
			h.past, h.cut = h.past[i+1:], true
			return
		}
	}
}

// forgetAsked makes the designs count again how many records the workload asks for. Counts of
// queries that are in both the previous and the present workload are kept. The designs are copied,
// because the history shares the old ones.
func (s state) forgetAsked(before []plan.Query) {
	for name, d := range s.designs {
		fresh := *d // the history has the other
		fresh.WantedRecords = nil
		for _, q := range before {
			n, known := d.WantedRecords[q.ID]
			if !known || !slices.ContainsFunc(s.workload, func(now plan.Query) bool { return reflect.DeepEqual(now, q) }) {
				continue
			}
			if fresh.WantedRecords == nil {
				fresh.WantedRecords = map[string]int64{}
			}
			fresh.WantedRecords[q.ID] = n
		}
		s.designs[name] = &fresh
	}
}

// replacedBy returns the bytes of the tables that a later state has replaced, dropped or emptied
// by more than half. All other tables share their rows with that state.
func (s state) replacedBy(after state) (bytes int64) {
	for name, t := range s.tables {
		u := after.tables[name]
		if u == nil || after.born[name] != s.born[name] || u.Bytes() < t.Bytes()/2 {
			bytes += t.Bytes()
		}
	}
	return bytes
}

// turnBack begins a task that undoes the given number of changes, or redoes them if forward is
// set. Each is recorded as the request r. It refuses if there are too few.
func (t *Task) turnBack(r Request, forward bool, times int) {
	h := &t.s.history
	from, to, nothing := &h.past, &h.future, base.CodeNothingToUndo
	if forward {
		from, to, nothing = &h.future, &h.past, base.CodeNothingToRedo
	}
	if len(*from) < times {
		t.fail(base.Refuse(nothing))
		return
	}
	t.run(func() error {
		for range times {
			t.turn(from, to)
			t.record(r)
		}
		t.enter(h.now)
		t.remeasured()
		return nil
	})
}

// turn moves the current state to the end of the list to, and makes the last state of the list
// from the current one.
func (t *Task) turn(from, to *[]state) {
	h, n := &t.s.history, len(*from)-1
	*to = append(*to, h.now)
	h.now = (*from)[n]
	(*from)[n] = state{}
	*from = (*from)[:n]
}

// tried returns the state before the trial that the task continues. The result ok is false if the
// last change was not of this trial, or if the state before it has been forgotten.
func (t *Task) tried() (before state, ok bool) {
	h := &t.s.history
	if t.trial == 0 || t.s.trial != (trial{t.trial, h.now.step.State}) || len(h.past) == 0 {
		return state{}, false
	}
	return h.past[len(h.past)-1], true
}

// again undoes the previous step of the trial that the task continues, if there is one.
func (t *Task) again() {
	if _, tried := t.tried(); tried {
		h := &t.s.history
		t.turn(&h.past, &h.future)
		t.record(Undo{})
		t.enter(h.now)
	}
}

// enter makes a copy of another state the session's current state, and forgets the last read. If
// the workload differs from the present one, its counts of wanted records are dropped.
func (t *Task) enter(to state) {
	s := t.s
	before := s.state.workload
	s.state = to.clone()
	if after := s.state.workload; len(before) != len(after) || len(after) > 0 && &before[0] != &after[0] {
		s.state.forgetAsked(nil)
	}
	s.last, s.rest = nil, nil
}

// remeasured reports the verdicts of the state that was entered, and measures its workload again.
func (t *Task) remeasured() {
	t.reply.Verdicts = t.s.state.verdicts
	t.measureWorkload(true)
}

// UndoRedoCounts returns how many changes can be undone and redone.
func (s *Session) UndoRedoCounts() (undo, redo int) {
	return len(s.history.past), len(s.history.future)
}

// FirstDesignCost is what a question cost under the first designs in the timeline that answered it for the
// present data.
type FirstDesignCost struct {
	Query   string
	Designs []TableDesign
	Verdict Verdict
}

// FirstDesignCosts returns the first design costs of the questions of the workload. A question has
// none if the designs have the same templates as when it was first asked, if the data was changed
// since, also by rows that were written by hand, or if the timeline begins later. More data costs
// more under any design, so only costs of the same data can be compared.
func (s *Session) FirstDesignCosts() (out []FirstDesignCost) {
	now := &s.state
	for _, v := range now.verdicts {
		i := slices.IndexFunc(now.workload, func(q plan.Query) bool { return q.ID == v.Query })
		d := now.designs[v.Table]
		if i < 0 || d == nil {
			continue
		}
		for _, past := range s.history.past {
			first, ok := past.verdictOf(now.workload[i])
			if !ok || !design.SameData(past.designs[first.Table].Data, d.Data) || past.extraRows(first.Table) != now.extraRows(v.Table) {
				continue
			}
			if !sameTemplates(past, *now) {
				out = append(out, FirstDesignCost{Query: v.Query, Designs: described(past.designs), Verdict: first})
			}
			break
		}
	}
	return out
}

// extraRows returns how many rows of a designed table exceed the records of its design: rows that
// were written by hand. It is 0 if records have lost as many rows.
func (s *state) extraRows(name string) int64 {
	return max(int64(s.tables[name].Len())-s.designs[name].Data.Len(), 0)
}

// verdictOf returns what a question cost in a state. The result ok is false if it was not asked in
// that state, or not answered.
func (s *state) verdictOf(q plan.Query) (v Verdict, ok bool) {
	i := slices.IndexFunc(s.workload, func(asked plan.Query) bool { return asked.ID == q.ID })
	if i < 0 || i >= len(s.verdicts) || s.verdicts[i].Table == "" || !reflect.DeepEqual(s.workload[i], q) {
		return Verdict{}, false
	}
	return s.verdicts[i], s.designs[s.verdicts[i].Table] != nil
}
