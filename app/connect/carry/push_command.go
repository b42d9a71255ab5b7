package carry

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
	"golang.org/x/time/rate"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/app/connect/terminal"
	"tabletop/app/i18n"
	"tabletop/engine/table"
)

// push is one run of the command push.
type push struct {
	to      target
	path    string  // of the sandbox file
	names   texts   // tables to push, none for all
	dry     bool    // change nothing
	into    bool    // write into existing tables
	schema  bool    // make tables and families, and write no rows
	rate    float64 // rows a second at most, 0 for no limit
	workers int     // requests at the same time
	keep    string  // path of the state's file
	say     io.Writer
	state   *state
	limit   *rate.Limiter
	bar     func(rows int64) // shows that rows more rows are written
}

// runPush is the command push.
func runPush(ctx context.Context, args []string, out, say io.Writer) error {
	p := &push{say: say, bar: func(int64) {}}
	fs := flags("push", "[-project P -instance I | -emulator HOST:PORT] [flags] FILE.tabletop", say)
	p.to.flags(fs)
	fs.Var(&p.names, "table", "`name` of a table to push, as often as needed; without one, all tables")
	fs.BoolVar(&p.dry, "dry-run", false, "only say what would be made")
	fs.BoolVar(&p.into, "into-existing", false, "write into tables that are there already")
	fs.BoolVar(&p.schema, "schema", false, "only make the tables, with families, rules and splits: no rows")
	fs.Float64Var(&p.rate, "rate", 0, "`rows` a second at most, 0 for as many as it takes")
	fs.IntVar(&p.workers, "workers", 8, "requests at a time, 1 to 64")
	fs.StringVar(&p.keep, "state", "", "`file` that keeps how far it has come while it is under way; without one, FILE.push")
	if err := parse(fs, args, 1); err != nil {
		return err
	}
	if p.workers < 1 || p.workers > 64 {
		return fmt.Errorf("-workers is %d: give 1 to 64", p.workers)
	}
	if p.rate < 0 {
		return fmt.Errorf("-rate is %v: give rows a second, 0 for no limit", p.rate)
	}
	if p.path = fs.Arg(0); p.keep == "" {
		p.keep = p.path + ".push"
	}
	return p.run(ctx, out)
}

// run pushes. It checks everything that can be wrong before it creates anything.
func (p *push) run(ctx context.Context, out io.Writer) error {
	if err := p.to.check(); err != nil {
		return err
	}
	s, err := open(ctx, p.path, p.say)
	if err != nil {
		return err
	}
	tables, err := s.tables(p.path, p.names)
	if err != nil {
		return err
	}
	if p.state, err = openState(ctx, p.keep, s.FileSHA256, p.to.place()+" "+p.to.name()); err != nil {
		return err
	}
	c, ctx, err := p.to.connect(ctx, p.say, true, "")
	if err != nil {
		return err
	}
	defer c.close()
	missing, err := p.look(ctx, c, tables)
	if err != nil {
		return err
	}
	p.tell(out, tables, missing)
	if p.dry {
		return nil
	}
	return p.carry(ctx, out, c, tables, missing)
}

// look returns the tables that have to be created, and refuses existing ones that may not be
// written to.
func (p *push) look(ctx context.Context, c *server, tables []*table.Table) (missing []*table.Table, err error) {
	ctx, cancel := context.WithTimeout(ctx, c.wait)
	defer cancel()
	there, err := c.admin.Tables(ctx)
	if err != nil {
		return nil, c.explain(err, true)
	}
	var taken []string
	for _, t := range tables {
		switch {
		case !slices.Contains(there, t.Name()):
			if p.state.Tables[t.Name()] != nil && p.state.of(t.Name()).Rows > 0 {
				return nil, fmt.Errorf("table %s, which this push had begun, is gone from %s: delete %s to push from the beginning", t.Name(), c.place(), p.keep)
			}
			missing = append(missing, t)
		case !p.into && !slices.Contains(p.state.Made, t.Name()):
			taken = append(taken, t.Name())
		default:
			if _, err := c.complete(ctx, t, false); err != nil {
				return nil, err
			}
		}
	}
	if len(taken) > 0 {
		return nil, fmt.Errorf("%s is in %s already: give -into-existing to write into what is there, or -table NAME to push others", list(taken), c.place())
	}
	return missing, nil
}

// tell reports what is pushed.
func (p *push) tell(out io.Writer, tables, missing []*table.Table) {
	will := ""
	if p.dry {
		will = "would be "
	}
	for _, t := range tables {
		how := "written into as it is"
		if slices.Contains(missing, t) {
			how = "made"
		} else if slices.Contains(p.state.Made, t.Name()) {
			how = "gone on with"
		}
		what := "no rows"
		if !p.schema {
			what = many(int64(t.Len()), "row") + ", " + many(t.CellCount(), "cell") + ", " + i18n.FormatBytes("en", t.Bytes())
		}
		fmt.Fprintf(out, "table %s %s%s: %s\n", t.Name(), will, how, what)
		if n := sketches(t); n > 0 && !p.schema {
			fmt.Fprintf(p.say, "table %s: %s left out: each program keeps the count of distinct values in a form of its own\n", t.Name(), areMany(n, "cell"))
		}
		if how != "made" {
			continue
		}
		for _, f := range t.Families() {
			text := "  family " + string(f.Name) + ", garbage: " + table.GCString(f.GC)
			if f.Type != table.Plain {
				text += ", holds " + f.Type.String()
			}
			fmt.Fprintln(out, text)
		}
		if splits := splitsOf(t); len(splits) > 0 {
			fmt.Fprintf(out, "  %s, the first at %q\n", many(int64(len(splits)), "split"), splits[0])
		}
	}
}

// carry creates the missing tables and loads the rows.
func (p *push) carry(ctx context.Context, out io.Writer, c *server, tables, missing []*table.Table) error {
	for _, t := range missing {
		if !slices.Contains(p.state.Made, t.Name()) {
			p.state.Made = append(p.state.Made, t.Name())
		}
	}
	if err := p.state.save(); err != nil {
		return err
	}
	if err := p.make(ctx, c, tables, missing); err != nil {
		return err
	}
	if p.schema {
		p.state.drop()
		return nil
	}
	if p.rate > 0 {
		p.limit = rate.NewLimiter(rate.Limit(p.rate), batchCells+1)
		p.limit.AllowN(p.state.saved, batchCells+1) // uses up the initial burst, so that it begins slowly
	}
	defer p.show(tables)()
	for _, t := range tables {
		if err := p.load(ctx, c, t); err != nil {
			return p.stopped(ctx, c, t, err)
		}
	}
	p.state.drop()
	for _, t := range tables {
		fmt.Fprintf(out, "table %s: %s there\n", t.Name(), areMany(p.state.of(t.Name()).Rows, "row"))
	}
	return nil
}

// make creates the missing tables, all or none, and the families that other tables lack.
func (p *push) make(ctx context.Context, c *server, tables, missing []*table.Table) error {
	for i, t := range missing {
		err := c.make(ctx, t)
		if err == nil {
			continue
		}
		// One table could not be made: delete those that this run has made before it. The context
		// may have ended, so this uses another one.
		var left []string
		undo, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.wait)
		defer cancel()
		for _, made := range missing[:i] {
			if c.admin.DeleteTable(undo, made.Name()) != nil {
				left = append(left, made.Name())
			}
		}
		p.state.Made = left
		if len(left) > 0 {
			_ = p.state.save()
			return fmt.Errorf("table %s: %w; %s was made, empty, and could not be deleted", t.Name(), c.explain(err, true), list(left))
		}
		if !p.state.begun() {
			p.state.drop()
		}
		if status.Code(err) == codes.AlreadyExists {
			return fmt.Errorf("%s is in %s already: give -into-existing to write into what is there, or -table NAME to push others", t.Name(), c.place())
		}
		return fmt.Errorf("table %s: %w; nothing was made", t.Name(), c.explain(err, true))
	}
	for _, t := range tables {
		if !slices.Contains(missing, t) {
			if _, err := c.complete(ctx, t, true); err != nil {
				return err
			}
		}
	}
	return nil
}

// stopped stores how far the push has come, and returns the error that says so.
func (p *push) stopped(ctx context.Context, c *server, t *table.Table, err error) error {
	if e := p.state.save(); e != nil {
		return e
	}
	why := ""
	if silent := c.heard.ended(); silent != nil {
		why = silent.Error()
	} else if ctx.Err() != nil {
		why = "it was interrupted"
	} else if _, told := status.FromError(err); told {
		why = c.explain(err, true).Error()
	} else {
		why = err.Error()
	}
	return fmt.Errorf("table %s: %s; %s of %d there, and the same command goes on from there", t.Name(), why, areMany(p.state.of(t.Name()).Rows, "row"), t.Len())
}

// show shows the progress if a person is watching. The returned function removes it.
func (p *push) show(tables []*table.Table) func() {
	f := terminal.UnderlyingFile(p.say)
	if f == nil || !term.IsTerminal(int(f.Fd())) {
		return func() {}
	}
	all, done := int64(0), int64(0)
	for _, t := range tables {
		all += int64(t.Len())
		done += p.state.of(t.Name()).Rows
	}
	bar := progressbar.NewOptions64(all, progressbar.OptionSetWriter(f), progressbar.OptionShowCount(), progressbar.OptionShowIts(),
		progressbar.OptionSetItsString("rows"), progressbar.OptionSetDescription("loading"), progressbar.OptionClearOnFinish())
	_ = bar.Set64(done)
	p.bar = func(rows int64) { _ = bar.Add64(rows) }
	return func() { _ = bar.Clear() }
}

// many returns a number with the name of what it counts.
func many(n int64, thing string) string {
	if n != 1 && strings.HasSuffix(thing, "y") {
		thing = strings.TrimSuffix(thing, "y") + "ie"
	}
	if n != 1 {
		thing += "s"
	}
	return i18n.FormatNumber("en", n) + " " + thing
}

// areMany returns what many does, with a verb.
func areMany(n int64, thing string) string {
	if n == 1 {
		return many(n, thing) + " is"
	}
	return many(n, thing) + " are"
}
