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

// How far a session can be taken back: in changes, in bytes of tables that have been
// replaced, dropped or emptied since and that only the history holds, and in what
// there is to keep of each state.
const (
	MaxHistory      = 200
	MaxHistoryBytes = 32 << 20
	MaxHistoryParts = 50_000 // tables and families, of all states together
)

// history is the states that a session was in. Its tables are snapshots once it is settled:
// no task writes them. Only what the changes did decides what it still holds, so that
// replayed changes can be undone just as far.
type history struct {
	past   []state        // the oldest first
	now    state          // after the last change
	future []state        // what was undone, the next to redo last
	last   uint64         // number of a state
	cut    bool           // something was forgotten
	tried  []triedDesigns // of states that were dropped, the latest last

	unsettled bool // now shares tables with the session: between commands of a script
}

// next returns a number that no state has.
func (h *history) next() uint64 { h.last++; return h.last }

// clone returns a state whose tables may be written, or one that stays when s is
// written on. Designs are shared.
func (s state) clone() state {
	s.designs, s.born, s.disabled, s.merged = maps.Clone(s.designs), maps.Clone(s.born), maps.Clone(s.disabled), maps.Clone(s.merged)
	tables := s.tables
	s.tables = maps.Clone(tables)
	for name, t := range tables {
		s.tables[name] = t.Clone()
	}
	return s
}

// merge records how many records of a text were replaced by others while its table was made.
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

// after returns a state that stays when s is written on, once it is settled. Tables that
// are what they were in the state before are those of that one.
func (s state) after(before state) state {
	s.designs, s.born, s.disabled, s.merged = maps.Clone(s.designs), maps.Clone(s.born), maps.Clone(s.disabled), maps.Clone(s.merged)
	live := s.tables
	s.tables, s.parts = make(map[string]*table.Table, len(live)), len(live)
	for name, t := range live {
		s.parts += t.FamilyCount()
		if b := before.tables[name]; b != nil && t.Same(b) {
			t = b
		}
		s.tables[name] = t
	}
	return s
}

// settle keeps the tables that the state of now shares with that of the session. What is
// written to a table after it was kept costs a copy of what is around it: so a command of
// a script leaves that to the last one.
func (h *history) settle(s state) {
	if !h.unsettled {
		return
	}
	h.unsettled = false
	for name, t := range h.now.tables {
		if t == s.tables[name] {
			h.now.tables[name] = t.Keep()
		}
	}
}

// add keeps the state after a change.
func (h *history) add(s state, at base.Micros, what Line) {
	h.now.replacedBytes = h.now.replacedBy(s)
	h.past = append(h.past, h.now)
	h.keepTried(h.future)
	h.now, h.future, h.unsettled = s.after(h.now), nil, true
	h.settle(s)
	h.now.step = Step{h.next(), at, what}
	h.trim()
}

// join keeps the state after a command of a script in place of that after the commands
// before it: both are one step, which is not settled. Behind a step that is no command's it
// is one of its own.
func (h *history) join(s state, at base.Micros, what Line) {
	both, ok := h.now.step.What.and(what)
	if !ok {
		h.add(s, at, what)
		return
	}
	h.keepTried(h.future)
	h.now, h.future, h.unsettled = s.after(h.now), nil, true
	h.now.step = Step{h.next(), at, both}
	if n := len(h.past); n > 0 {
		h.past[n-1].replacedBytes = h.past[n-1].replacedBy(h.now)
	}
	h.trim()
}

// weigh says of each state how many bytes of it the next one has replaced, which it alone keeps.
func (h *history) weigh() {
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

// trim forgets the oldest states beyond the bounds.
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

// forgetAsked has what the workload asks for counted again, but for what was asked before
// and still is.
func (s state) forgetAsked(before []plan.Query) {
	for name, d := range s.designs {
		fresh := *d // the history has the other
		fresh.Asked = nil
		for _, q := range before {
			n, known := d.Asked[q.ID]
			if !known || !slices.ContainsFunc(s.workload, func(now plan.Query) bool { return reflect.DeepEqual(now, q) }) {
				continue
			}
			if fresh.Asked == nil {
				fresh.Asked = map[string]int64{}
			}
			fresh.Asked[q.ID] = n
		}
		s.designs[name] = &fresh
	}
}

// replacedBy returns the bytes of the tables that the state after s has replaced,
// dropped or mostly emptied. Other tables share their rows with it.
func (s state) replacedBy(after state) (bytes int64) {
	for name, t := range s.tables {
		u := after.tables[name]
		if u == nil || after.born[name] != s.born[name] || u.Bytes() < t.Bytes()/2 {
			bytes += t.Bytes()
		}
	}
	return bytes
}

// turnBack begins the task of so many of [Undo], and with forward of [Redo].
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

// turn takes the state of now from those behind it, or before it, and puts it to the others.
func (t *Task) turn(from, to *[]state) {
	h, n := &t.s.history, len(*from)-1
	*to = append(*to, h.now)
	h.now = (*from)[n]
	(*from)[n] = state{}
	*from = (*from)[:n]
}

// tried returns the state before the trial that the task goes on with, ok false where
// something else was done last, or what was before is forgotten.
func (t *Task) tried() (before state, ok bool) {
	h := &t.s.history
	if t.trial == 0 || t.s.trial != (trial{t.trial, h.now.step.State}) || len(h.past) == 0 {
		return state{}, false
	}
	return h.past[len(h.past)-1], true
}

// again takes back what the trial that the task goes on with did before.
func (t *Task) again() {
	if _, tried := t.tried(); tried {
		h := &t.s.history
		t.turn(&h.past, &h.future)
		t.record(Undo{})
		t.enter(h.now)
	}
}

// enter makes a state of before that of now.
func (t *Task) enter(to state) {
	s := t.s
	before := s.state.workload
	s.state = to.clone()
	if after := s.state.workload; len(before) != len(after) || len(after) > 0 && &before[0] != &after[0] {
		s.state.forgetAsked(nil)
	}
	s.last, s.rest = nil, nil
}

// remeasured tells what a state of before was measured to cost, and measures it.
func (t *Task) remeasured() {
	t.reply.Verdicts = t.s.state.verdicts
	t.measureWorkload(true)
}

// History returns how many changes can be undone and redone.
func (s *Session) History() (undo, redo int) { return len(s.history.past), len(s.history.future) }

// Start is what a question of the workload cost under the first designs of the timeline that
// answered it over the present data.
type Start struct {
	Query   string
	Designs []AttemptDesign
	Verdict Verdict
}

// Starts returns the starts of the questions that have one. A question has none where the
// designs have not been changed since it was asked first, or the data has been, and where
// the timeline begins later. With more data a question costs more under any design, so that
// only what the same data cost can be compared.
func (s *Session) Starts() (out []Start) {
	now := &s.state
	for _, v := range now.verdicts {
		i := slices.IndexFunc(now.workload, func(q plan.Query) bool { return q.ID == v.Query })
		d := now.designs[v.Table]
		if i < 0 || d == nil {
			continue
		}
		for _, past := range s.history.past {
			first, ok := past.verdictOf(now.workload[i])
			if !ok || !design.SameData(past.designs[first.Table].Data, d.Data) {
				continue
			}
			if !sameTemplates(past, *now) {
				out = append(out, Start{Query: v.Query, Designs: described(past.designs), Verdict: first})
			}
			break
		}
	}
	return out
}

// verdictOf returns what a question was measured to cost in a state, ok false where it
// was not asked then or not answered.
func (s *state) verdictOf(q plan.Query) (v Verdict, ok bool) {
	i := slices.IndexFunc(s.workload, func(asked plan.Query) bool { return asked.ID == q.ID })
	if i < 0 || i >= len(s.verdicts) || s.verdicts[i].Table == "" || !reflect.DeepEqual(s.workload[i], q) {
		return Verdict{}, false
	}
	return s.verdicts[i], s.designs[s.verdicts[i].Table] != nil
}
