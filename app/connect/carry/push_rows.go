package carry

import (
	"context"
	"fmt"
	"sync"
	"time"

	"cloud.google.com/go/bigtable"
	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/table"
)

// The most that one request holds, unless a single cell is larger.
const (
	batchRows  = 1000
	batchCells = 5000
	batchBytes = 1 << 20
)

// batch is rows that are written together.
type batch struct {
	keys []string
	muts []*bigtable.Mutation // for each key; writing them twice changes nothing
	sums []sums               // cells that would be added twice if they were written twice
	rows int64                // rows whose last cells are in the batch
	upTo []byte               // key of the last of those, nil for none
}

// sums are the cells of a row that hold sums, at most [sumCells] of them. They are written in one
// request. The first cell shows whether all of them have been written. The cells are grouped by
// their position in the row, so that a push that continues forms the same groups.
type sums struct {
	row   string
	first base.Cell
	mut   *bigtable.Mutation
	cells int
}

// sumCells is how many sums are written in one request at most.
const sumCells = 10_000

// sketches returns the number of cells that cannot be written: counts of distinct values, whose
// format differs between programs.
func sketches(t *table.Table) (n int64) {
	types := map[base.Family]table.ValueType{}
	some := false
	for _, f := range t.Families() {
		types[f.Name] = f.Type
		some = some || f.Type == table.UniqueCount
	}
	if !some {
		return 0
	}
	for row := range t.Scan(table.ScanQuery{}, nil) {
		for c := range row.Cells() {
			if types[c.Family] == table.UniqueCount {
				n++
			}
		}
	}
	return n
}

// batches yields the rows of a table after a key, without the cells that cannot be written.
func batches(t *table.Table, after []byte, yield func(*batch) bool) {
	types := map[base.Family]table.ValueType{}
	for _, f := range t.Families() {
		types[f.Name] = f.Type
	}
	whole := base.AllKeys
	if after != nil {
		whole.Start = base.RowKey(after) + "\x00"
	}
	b, cells, bytes := &batch{}, 0, 0
	// full reports whether a cell of size bytes no longer fits into the batch. A batch has at least
	// one cell.
	full := func(size int) bool {
		return len(b.keys)+len(b.sums) >= batchRows || cells >= batchCells || cells > 0 && bytes+size > batchBytes
	}
	for row := range t.Scan(table.ScanQuery{Ranges: []base.Range{whole}}, nil) {
		// A row may be split between batches. plain collects its cells that may be written twice,
		// and sum those that may not.
		key := string(row.Key())
		var plain *bigtable.Mutation
		sum := sums{row: key}
		for c := range row.Cells() {
			size := len(key) + len(c.Family) + len(c.Qualifier) + len(c.Value) + 32
			if full(size) {
				if !yield(b) {
					return
				}
				b, cells, bytes, plain = &batch{}, 0, 0, nil
			}
			cells, bytes = cells+1, bytes+size
			at := bigtable.Timestamp(c.At)
			switch types[c.Family] {
			case table.UniqueCount:
				continue
			case table.IntSum:
				if sum.mut == nil {
					sum.first, sum.mut = c, bigtable.NewMutation()
				}
				sum.mut.MergeBytesToCell(string(c.Family), string(c.Qualifier), at, []byte(c.Value))
				if sum.cells++; sum.cells == sumCells {
					b.sums, sum = append(b.sums, sum), sums{row: key}
				}
				continue
			}
			if plain == nil {
				plain = bigtable.NewMutation()
				b.keys, b.muts = append(b.keys, key), append(b.muts, plain)
			}
			if types[c.Family] == table.Plain {
				plain.Set(string(c.Family), string(c.Qualifier), at, []byte(c.Value))
			} else { // the minimum or maximum of a state and itself is that state
				plain.MergeBytesToCell(string(c.Family), string(c.Qualifier), at, []byte(c.Value))
			}
		}
		if sum.mut != nil {
			b.sums = append(b.sums, sum)
		}
		b.rows, b.upTo = b.rows+1, []byte(key)
	}
	if b.rows > 0 {
		yield(b)
	}
}

// write writes a batch. Writing it again changes nothing.
func (c *server) write(ctx context.Context, to *bigtable.Table, b *batch) error {
	if len(b.keys) > 0 {
		errs, err := to.ApplyBulk(ctx, b.keys, b.muts)
		if err != nil {
			return err
		}
		for i, err := range errs {
			if err != nil {
				return fmt.Errorf("row %q: %w", b.keys[i], err)
			}
		}
	}
	for _, s := range b.sums {
		if err := c.addOnce(ctx, to, s); err != nil {
			return err
		}
	}
	return nil
}

// addOnce adds the sums of a row unless they are there. It does both in one conditional mutation,
// so that they are not added twice after a lost answer or by a push that continues.
func (c *server) addOnce(ctx context.Context, to *bigtable.Table, s sums) (err error) {
	there := bigtable.ChainFilters(
		bigtable.FamilyFilter(filter.QuotePattern(string(s.first.Family))), bigtable.ColumnFilter(filter.QuotePattern(string(s.first.Qualifier))),
		bigtable.TimestampRangeFilterMicros(bigtable.Timestamp(s.first.At), bigtable.Timestamp(s.first.At+1000)))
	for pause := 100 * time.Millisecond; ; pause *= 2 {
		err = to.Apply(ctx, s.row, bigtable.NewCondMutation(there, nil, s.mut))
		switch status.Code(err) {
		case codes.Unavailable, codes.DeadlineExceeded, codes.Aborted:
		default:
			return err
		}
		if pause > 10*time.Second {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

// inOrder finds out up to which batch all batches are written; batches may finish in any order.
type inOrder struct {
	mu   sync.Mutex     // protects the fields below
	next int            // the first batch that is not written
	done map[int]*batch // batches after next that are written
}

// finished notes that batch n is written. It returns the rows of the batches that are now written
// together with all batches before them, and the key of the last of these rows.
func (o *inOrder) finished(n int, b *batch) (rows int64, upTo []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.done[n] = b
	for {
		b, ok := o.done[o.next]
		if !ok {
			return rows, upTo
		}
		delete(o.done, o.next)
		o.next++
		if rows += b.rows; b.upTo != nil {
			upTo = b.upTo
		}
	}
}

// load writes the rows of a table with several workers, and notes in the state how far it has come.
func (p *push) load(ctx context.Context, c *server, t *table.Table) error {
	at := p.state.of(t.Name())
	if at.Done {
		return nil
	}
	to := c.data.Open(t.Name())
	// The workers write batches at the same time, and the state notes them in order: rows after a
	// gap are written again by a push that continues.
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(p.workers)
	order := inOrder{done: map[int]*batch{}}
	var noting sync.Mutex // keeps the notes in their order
	var slow error
	n := 0
	batches(t, at.After, func(b *batch) bool {
		if p.limit != nil {
			if slow = p.limit.WaitN(within, int(b.rows)); slow != nil {
				return false
			}
		}
		number := n
		n++
		group.Go(func() error {
			if err := c.write(within, to, b); err != nil {
				return err
			}
			noting.Lock()
			defer noting.Unlock()
			rows, upTo := order.finished(number, b)
			p.bar(rows)
			return p.state.advance(at, upTo, rows)
		})
		return within.Err() == nil
	})
	err := group.Wait()
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if err == nil {
		err = slow
	}
	if err == nil {
		at.Done = true
	}
	return err
}
