package carry

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"tabletop/app/connect/files"
	"tabletop/app/connect/sandbox"
	"tabletop/app/host"
	"tabletop/app/host/archive"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	"tabletop/engine/infer"
	"tabletop/engine/table"
	"tabletop/engine/wire"
)

// pull is one run of the command pull.
type pull struct {
	from     target
	names    texts  // of tables
	prefixes texts  // prefixes of keys whose rows are all taken
	rows     int    // at most, of each table
	hide     bool   // replace names and values
	seed     uint64 // of the replacements
	title    string
	file     files.Output
	say      io.Writer
	bytes    int64 // of all cells so far
}

// runPull is the command pull.
func runPull(ctx context.Context, args []string, out, say io.Writer) error {
	p := &pull{say: say}
	fs := flags("pull", "[-project P -instance I | -emulator HOST:PORT] -table T [flags]", say)
	p.from.flags(fs)
	fs.Var(&p.names, "table", "`name` of a table; several tables, each with a -table of its own, come into one sandbox")
	fs.Var(&p.prefixes, "prefix", "`prefix` of keys whose rows come first and whole, as often as needed")
	fs.IntVar(&p.rows, "rows", 10_000, "rows of each table at most, 1 to 1000000")
	fs.BoolVar(&p.hide, "anonymize", false, "put other names and values in the place of those of keys, cells and columns")
	fs.Uint64Var(&p.seed, "seed", 1, "`number` that the other names are drawn by: keep it to yourself")
	fs.StringVar(&p.title, "title", "", "what the sandbox is called; without one, as the first table")
	fs.StringVar(&p.file.Path, "o", "", "`file` to write; without one, the title with .tabletop behind it, and a number where that is taken")
	fs.BoolVar(&p.file.Force, "force", false, "replace the file of -o where it is there already")
	if err := parse(fs, args, 0); err != nil {
		return err
	}
	switch {
	case len(p.names) == 0:
		return fmt.Errorf("-table is missing: name the table to pull")
	case p.rows < 1 || p.rows > 1_000_000:
		return fmt.Errorf("-rows is %d: give 1 to 1000000", p.rows)
	}
	if p.title == "" {
		p.title = p.names[0]
	}
	if p.file.Path == "" {
		p.file = files.Output{Path: host.ExportFileName(p.title), AppendNumber: true}
	}
	if p.file.IsStdout() {
		out = say // the messages would otherwise be in the file
	}
	return p.run(ctx, out)
}

// run takes the samples and writes the file at the end.
func (p *pull) run(ctx context.Context, out io.Writer) error {
	if err := p.file.CheckWritable(); err != nil {
		return err
	}
	c, ctx, err := p.from.connect(ctx, p.say, false, p.names[0])
	if err != nil {
		return err
	}
	defer c.close()
	var samples []*sample
	for _, name := range slices.Compact(slices.Sorted(slices.Values(p.names))) {
		s, err := p.sample(ctx, c, name)
		if err != nil {
			return err
		}
		samples = append(samples, s)
	}
	if p.hide {
		if err := hide(samples, p.seed); err != nil {
			return err
		}
	}
	data, err := p.pack(ctx, out, samples)
	if err != nil {
		return err
	}
	path, err := p.file.Write(ctx, data)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "written to %s: open it in the page with From file\n", path)
	return nil
}

// pack makes a sandbox file of samples. It runs the requests on a session, so that a refusal of the
// engine is reported now and not when the file is opened.
func (p *pull) pack(ctx context.Context, out io.Writer, samples []*sample) ([]byte, error) {
	s := newSession()
	w := archive.NewWriter(false)
	at := now()
	w.BeginWorkspace(archive.Workspace{Title: p.title, Created: int64(at), Changed: int64(at)})
	do := func(r engine.Request) error {
		if ctx.Err() != nil {
			return files.ErrInterrupted
		}
		reply := s.Do(r)
		if reply.Err != nil {
			return fmt.Errorf("the engine refuses this sample: %s", lower(sentence(reply.Err)))
		}
		for _, c := range reply.Changes {
			w.WriteEntry(wire.EncodeChange(c))
		}
		return nil
	}
	for _, of := range samples {
		if err := p.put(out, s, of, do); err != nil {
			return nil, err
		}
	}
	if err := do(engine.ForgetHistory{}); err != nil {
		return nil, err
	}
	data, err := w.Finish()
	if err != nil {
		return nil, fmt.Errorf("this sample is larger than a sandbox file can be: %s; take fewer with -rows", lower(sentence(err)))
	}
	return data, nil
}

// put makes a sample's table and rows, and gives it a design if its keys fit one.
func (p *pull) put(out io.Writer, s *engine.Session, of *sample, do func(engine.Request) error) error {
	create, err := cbt.Print(console.CreateTable{Table: of.name, Families: of.families, Splits: of.splits})
	if err != nil {
		return fmt.Errorf("table %s cannot be said to the console: %s", of.name, lower(sentence(err)))
	}
	if err := do(engine.RunConsole{Text: create}); err != nil {
		return err
	}
	for fill := range sandbox.RestoreRowsRequests(of.name, slices.Values(of.rows)) {
		if err := do(fill); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "table %s: %s of %s, from %s\n", of.name, many(int64(len(of.rows)), "row"), many(of.cells, "cell"), many(int64(of.tablets), "tablet"))
	for _, note := range of.notes {
		fmt.Fprintf(p.say, "table %s: %s\n", of.name, note)
	}
	return p.design(out, s, of, do)
}

// design gives the table the most likely template with which all of its keys can be made, if there
// is one.
func (p *pull) design(out io.Writer, s *engine.Session, of *sample, do func(engine.Request) error) error {
	found := engine.AnswerAs[*engine.TemplatesInferred](s.Do(engine.InferTemplates{Table: of.name}).Answer)
	var proposals []*infer.Proposal
	if found != nil {
		proposals = found.Proposals
	}
	i := slices.IndexFunc(proposals, func(q *infer.Proposal) bool { return q.Keys == q.Fits })
	if i < 0 {
		if len(proposals) > 0 {
			q := proposals[0]
			fmt.Fprintf(p.say, "table %s: no one template makes all its keys; %s makes %d of %d: Find my key in the page goes on from there\n", of.name, q.Template, q.Fits, q.Keys)
		}
		return nil
	}
	adopt := engine.AdoptTemplate{Table: of.name, Template: proposals[i].Template, Sparse: true}
	if err := do(adopt); err != nil {
		fmt.Fprintf(p.say, "table %s: its keys are %s, but it is not designed so: %v\n", of.name, adopt.Template, err)
		return nil
	}
	fmt.Fprintf(out, "table %s: its keys are %s\n", of.name, adopt.Template)
	return nil
}

// keptSplits returns the borders between tablets as row keys of the sample: for each border the
// first row that is not before it. A border before the first row or after the last one is left out.
func (s *sample) keptSplits(borders []string) (out []base.RowKey) {
	for _, b := range borders {
		i, _ := slices.BinarySearchFunc(s.rows, b, func(r engine.RowToRestore, b string) int { return strings.Compare(string(r.Key), b) })
		if i == 0 || i == len(s.rows) {
			continue
		}
		if key := s.rows[i].Key; len(out) == 0 || out[len(out)-1] != key {
			out = append(out, key)
		}
	}
	return out
}

// valid reports whether the engine takes a cell: the states of aggregates have their own formats.
func valid(types map[base.Family]table.ValueType, c base.Cell) bool {
	switch types[c.Family] {
	case table.Plain:
		return true
	case table.UniqueCount:
		_, err := table.EstimateDistinctCount(c.Value)
		return err == nil
	}
	return len(c.Value) == 8
}
