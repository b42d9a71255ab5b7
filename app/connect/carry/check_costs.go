package carry

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/engine"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// outcome is the result of a question, as -json writes it.
type outcome struct {
	Question  string        `json:"question"`
	Table     string        `json:"table,omitempty"`
	Key       string        `json:"key,omitempty"` // the table's row-key template
	Access    string        `json:"access,omitempty"`
	Missing   []string      `json:"missing,omitempty"`  // fields in no key and no column: the question cannot be asked
	Reader    []string      `json:"reader,omitempty"`   // fields whose conditions no filter can express: the reader of the rows has to compare them
	Requests  int           `json:"requests,omitempty"` // requests of one asking
	Predicted *QuestionCost `json:"predicted,omitempty"`
	Seen      *QuestionCost `json:"seen,omitempty"`
	NoStats   bool          `json:"noStats,omitempty"` // the server returns no statistics: RowsSeen and CellsSeen are not known
	Same      bool          `json:"same"`              // what is known of Seen equals Predicted
	Latency   *latency      `json:"latency,omitempty"`
}

// latency is how long a question took until the last row had arrived, in microseconds.
type latency struct {
	Asked  int   `json:"asked"` // number of times
	P50    int64 `json:"p50"`
	P95    int64 `json:"p95"`
	P99    int64 `json:"p99"`
	Server int64 `json:"server,omitempty"` // median of the times that the server reports
}

// errOther says that a cost differs from its prediction.
var errOther = errors.New("not all is as predicted: see whether the tables hold what the file does")

// runCheck is the command check.
func runCheck(ctx context.Context, args []string, out, say io.Writer) error {
	var to target
	fs := flags("check", "[-project P -instance I | -emulator HOST:PORT] [flags] FILE.tabletop", say)
	to.flags(fs)
	asJSON := fs.Bool("json", false, "write JSON")
	times := fs.Int("times", 5, "how often to ask each question, 1 to 10000: for the latencies")
	if err := parse(fs, args, 1); err != nil {
		return err
	}
	if *times < 1 || *times > 10_000 {
		return fmt.Errorf("-times is %d: give 1 to 10000", *times)
	}
	if err := to.check(); err != nil {
		return err
	}
	path := fs.Arg(0)
	s, err := open(ctx, path, say)
	if err != nil {
		return err
	}
	queries := s.queries()
	if len(queries) == 0 {
		return fmt.Errorf("%s asks no questions: add some in the page, and save it again with Export", path)
	}
	list, err := s.check(ctx, &to, say, queries, *times)
	if err != nil {
		return err
	}
	if *asJSON {
		e := json.NewEncoder(out)
		e.SetIndent("", "  ")
		err = e.Encode(list)
	} else {
		err = print(out, list)
	}
	if err == nil && slices.ContainsFunc(list, func(o outcome) bool { return !o.Same }) {
		return errOther
	}
	return err
}

// queries returns the questions of the sandbox.
func (s *Sandbox) queries() []plan.Query {
	im := s.Session.Image()
	return im.States[im.Now].Workload
}

// check asks each question a number of times. It connects when the first one can be asked.
func (s *Sandbox) check(ctx context.Context, to *target, say io.Writer, queries []plan.Query, times int) ([]outcome, error) {
	verdicts := s.Session.Verdicts()
	var c *server
	defer func() {
		if c != nil {
			c.close()
		}
	}()
	var list []outcome
	for i, q := range queries {
		v := verdicts[i]
		o := outcome{Question: q.ID, Table: v.Table, Key: v.Template, Access: string(v.Access), Missing: v.Missing}
		if v.Table == "" {
			o.Same = true // it cannot be asked, as predicted
			list = append(list, o)
			continue
		}
		if c == nil {
			var err error
			if c, ctx, err = to.connect(ctx, say, false, v.Table); err != nil {
				return nil, err
			}
		}
		if err := s.ask(ctx, c, q, v, times, &o); err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	return list, nil
}

// ask asks a question of the table that answers it. If the costs vary, it keeps the last ones that
// differ from the prediction.
func (s *Sandbox) ask(ctx context.Context, c *server, q plan.Query, v engine.Verdict, times int, o *outcome) error {
	p, _ := s.Session.Plan(v.Table, q)
	r := &reader{table: c.data.Open(v.Table), plan: p}
	if p.Filter != nil {
		var err error
		if r.filter, err = filterOf(p.Filter); err != nil {
			return fmt.Errorf("question %s: %w", q.ID, err)
		}
	}
	for _, of := range p.ClientConditions {
		o.Reader = append(o.Reader, of.Field)
	}
	o.Predicted = predicted(v.Stats)
	var took, server []time.Duration
	for range times {
		a, err := r.ask(ctx)
		if status.Code(err) == codes.NotFound {
			return fmt.Errorf("there is no table %s in %s: push makes it", v.Table, c.place())
		}
		if err != nil {
			return fmt.Errorf("question %s: %w", q.ID, c.explain(err, false))
		}
		took, server = append(took, a.took), append(server, a.server)
		if o.Seen == nil || !same(*o.Predicted, a.QuestionCost, a.told) {
			o.Seen, o.Requests, o.NoStats = &a.QuestionCost, a.calls, !a.told
		}
	}
	o.Same = same(*o.Predicted, *o.Seen, !o.NoStats)
	o.Latency = &latency{Asked: times, P50: share(took, 0.5), P95: share(took, 0.95), P99: share(took, 0.99)}
	if !o.NoStats {
		o.Latency.Server = share(server, 0.5)
	}
	return nil
}

// predicted returns the costs that the engine has measured, in the form in which a server counts.
func predicted(st table.ScanStats) *QuestionCost {
	return &QuestionCost{st.RowsScanned, st.RowsReturned, st.CellsScanned, st.CellsReturned, st.BytesReturned}
}

// same reports whether the costs equal the predicted ones, as far as the server tells them.
func same(p, seen QuestionCost, told bool) bool {
	if !told {
		seen.RowsSeen, seen.CellsSeen = p.RowsSeen, p.CellsSeen
	}
	return p == seen
}

// share returns the time within which a part of the times lie, in microseconds: 0.5 for the median.
func share(times []time.Duration, of float64) int64 {
	times = slices.Sorted(slices.Values(times))
	return times[int(math.Ceil(of*float64(len(times))))-1].Microseconds()
}

// print writes the results as a table of text.
func print(out io.Writer, list []outcome) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	silent, other, unasked := 0, 0, 0
	fmt.Fprintln(w, "question\ttable\trows seen\treturned\tcells seen\treturned\tbytes\tms p50\tp95\tp99\tserver\t")
	for _, o := range list {
		if o.Table == "" {
			unasked++
			fmt.Fprintf(w, "%s\tcannot be asked: no %s\n", o.Question, strings.Join(o.Missing, ", "))
			continue
		}
		p, s, l := o.Predicted, o.Seen, o.Latency
		mark := ""
		if !o.Same {
			other++
			mark = "← other than predicted"
		}
		rows, cells, server := both(p.RowsSeen, s.RowsSeen), both(p.CellsSeen, s.CellsSeen), millis(l.Server)
		if o.NoStats {
			silent++
			rows, cells, server = fmt.Sprintf("%d / ?", p.RowsSeen), fmt.Sprintf("%d / ?", p.CellsSeen), "?"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", o.Question, o.Table, rows, both(p.RowsReturned, s.RowsReturned),
			cells, both(p.CellsReturned, s.CellsReturned), both(p.BytesReturned, s.BytesReturned), millis(l.P50), millis(l.P95), millis(l.P99), server, mark)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "\n%s asked (predicted / seen), %d as predicted.\n", many(int64(len(list)-unasked), "question"), len(list)-unasked-other)
	if err == nil && silent > 0 {
		_, err = fmt.Fprintf(out, "The server tells no stats of %s: how many rows and cells it looked at is not known.\n", many(int64(silent), "question"))
	}
	return err
}

// both writes a predicted and a seen number.
func both(p, seen int64) string { return fmt.Sprintf("%d / %d", p, seen) }

// millis writes a time in milliseconds.
func millis(micros int64) string { return strconv.FormatFloat(float64(micros)/1000, 'f', 1, 64) }
