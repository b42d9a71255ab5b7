package engine

import (
	"strconv"

	"tabletop/engine/base"
	"tabletop/engine/infer"
	"tabletop/engine/intake"
	"tabletop/engine/rowkey"
)

// InferTemplates asks which row-key templates could have made the keys of a table, and how many keys follow
// each.
type InferTemplates struct{ Table string }

func (InferTemplates) traits() RequestTraits { return RequestTraits{OnlyLooks: true} }

func (r InferTemplates) start(t *Task) { t.run(func() error { return t.infer(r) }) }

// TemplatesInferred is the answer to [InferTemplates].
type TemplatesInferred struct {
	Table     string
	Version   uint64            // of the session when the table was read
	Rows      int64             // rows of the table
	Proposals []*infer.Proposal // the likeliest first; none for a table without rows
}

func (*TemplatesInferred) answer() {}

// infer makes proposals from keys spread over the whole table, and then counts for each proposal
// how many of all keys follow it.
func (t *Task) infer(r InferTemplates) error {
	tab, err := t.s.find(r.Table)
	if err != nil {
		return err
	}
	tab = tab.Clone()
	n := tab.Len()
	out := &TemplatesInferred{Table: r.Table, Version: t.s.version, Rows: int64(n)}
	t.rowsTotal = out.Rows
	ranks := make([]int, min(n, infer.MaxSample))
	for i := range ranks {
		ranks[i] = i * n / len(ranks)
	}
	out.Proposals = infer.ProposeTemplates(tab.KeysAt(ranks))
	t.spend(infer.MaxSample)
	for t.rowsDone < t.rowsTotal {
		used := int64(0)
		for row := range tab.RowsAt(int(t.rowsDone), int(t.left())) {
			for _, p := range out.Proposals {
				p.Count(row.Key())
			}
			used++
		}
		t.rowsDone += used
		t.spend(used)
	}
	t.reply.Answer = out
	return nil
}

// AdoptTemplate gives a design to a table that already has rows. Each row becomes a record: the template
// decodes fields from its key, and the newest value of each column is a field. Rows with keys that
// the template could not have made are deleted; other rows stay unchanged. Columns of aggregate
// families do not become fields.
type AdoptTemplate struct {
	Table    string `wire:"1"`
	Template string `wire:"2"`
	// Sparse leaves a field out of a record if the row does not have its column. Without it, the
	// record has an empty value there, as older journals expect.
	Sparse bool `wire:"3"`
}

func (r AdoptTemplate) traits() RequestTraits {
	return RequestTraits{Changes: true, Recorded: true, BringsRows: true, CountsAsAct: true, DesignedTable: r.Table}
}

func (r AdoptTemplate) says() OutputLine { return stepNote(base.NoteStepDesigned, r.Table, r.Template) }

func (r AdoptTemplate) start(t *Task) { t.run(func() error { return t.adoptTemplate(r) }) }

// adoptTemplate reads the rows of a table as records and then puts the design in place.
func (t *Task) adoptTemplate(r AdoptTemplate) error {
	tab, err := t.s.find(r.Table)
	if err != nil {
		return err
	}
	tpl, err := rowkey.Parse(r.Template)
	if err != nil {
		return err
	}
	a := intake.NewTableRecordReader(tab.Clone(), tpl, r.Sparse)
	t.rowsTotal = int64(tab.Len())
	if err := t.steps(func(budget int64) (used int64, done bool, err error) {
		used, done, err = a.Step(budget)
		t.rowsDone = int64(a.Read)
		return used, done, err
	}); err != nil {
		return err
	}
	state := &t.s.state
	if state.tables[r.Table] = a.Table; t.s.last != nil && t.s.last.Table == r.Table {
		t.s.last = nil
	}
	state.designs[r.Table] = a.Design()
	t.reply.FocusTable = r.Table
	t.note(base.NoteDesigned, r.Table, r.Template, strconv.Itoa(len(a.Records)), strconv.Itoa(len(a.Misfits)), strconv.Itoa(a.Older))
	t.accept(r)
	t.remeasure()
	return nil
}
