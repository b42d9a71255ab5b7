package engine

import (
	"tabletop/engine/infer"
)

// Infer asks which row-key templates the keys of a table follow, and how many of them.
type Infer struct{ Table string }

func (Infer) nature() Nature { return Nature{Looks: true} }

func (r Infer) start(t *Task) { t.infer(r) }

// Inferred is what [Infer] found.
type Inferred struct {
	Table     string
	Version   uint64 // of the session, when it was asked
	Rows      int64
	Proposals []infer.Proposal // the likeliest first; none of a table without rows
}

func (*Inferred) answer() {}

// infer proposes from keys all over the table, and counts all of its keys.
func (t *Task) infer(r Infer) {
	tab, err := t.s.find(r.Table)
	if err != nil {
		t.fail(err)
		return
	}
	tab = tab.Clone()
	n := tab.Len()
	out := &Inferred{Table: r.Table, Version: t.s.version, Rows: int64(n)}
	t.rowsTotal = out.Rows
	t.push(func(budget int64) (used int64, done bool) {
		for row := range tab.At(int(t.rowsDone), int(budget)) {
			for i := range out.Proposals {
				out.Proposals[i].Count(row.Key())
			}
			used++
		}
		if t.rowsDone += used; used > 0 {
			return used, false
		}
		t.reply.Answer = out
		return 1, true
	})
	t.push(func(int64) (int64, bool) {
		ranks := make([]int, min(n, infer.MaxSample))
		for i := range ranks {
			ranks[i] = i * n / len(ranks)
		}
		out.Proposals = infer.Propose(tab.KeysAt(ranks))
		return infer.MaxSample, true
	})
}
