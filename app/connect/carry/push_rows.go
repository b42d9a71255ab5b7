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

// What one request holds at most, unless a single cell is larger.
const (
	batchRows  = 1000
	batchCells = 5000
	batchBytes = 1 << 20
)

// batch is rows that are written together.
type batch struct {
	keys []string
	muts []*bigtable.Mutation // of the rows: writing them twice is the same
	sums []sums               // cells whose states would add up if they were written twice
	rows int64                // that end in it
	upTo []byte               // the last of those, nil for none
}

// sums are the cells of a row that hold sums, up to [sumCells] of them counted from the
// row's begin, with the first as the mark that they are all there: they are written at once,
// and come together the same way wherever a push goes on.
type sums struct {
	row   string
	first base.Cell
	mut   *bigtable.Mutation
	cells int
}

const sumCells = 10_000

// sketches counts the cells of a table that cannot be written: those whose state has a form
// that is each program's own.
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
	for row := range t.Scan(table.Query{}, nil) {
		for c := range row.Cells() {
			if types[c.Family] == table.UniqueCount {
				n++
			}
		}
	}
	return n
}

// batches yields the rows of a table behind a key, without the cells that cannot be written.
func batches(t *table.Table, after []byte, yield func(*batch) bool) {
	types := map[base.Family]table.ValueType{}
	for _, f := range t.Families() {
		types[f.Name] = f.Type
	}
	whole := base.Whole
	if after != nil {
		whole.Start = base.RowKey(after) + "\x00"
	}
	b, cells, bytes := &batch{}, 0, 0
	full := func(size int) bool {
		return len(b.keys)+len(b.sums) >= batchRows || cells >= batchCells || cells > 0 && bytes+size > batchBytes
	}
	for row := range t.Scan(table.Query{Ranges: []base.Range{whole}}, nil) {
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
			} else { // the least or greatest of a state and itself is that state
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

// write writes a batch. Written again it changes nothing.
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

// addOnce writes the sums of a row unless they are there: in one step, so that neither an
// answer that was lost nor a push that goes on adds them twice.
func (c *server) addOnce(ctx context.Context, to *bigtable.Table, s sums) (err error) {
	there := bigtable.ChainFilters(
		bigtable.FamilyFilter(filter.Quote(string(s.first.Family))), bigtable.ColumnFilter(filter.Quote(string(s.first.Qualifier))),
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

// inOrder tells of batches that are written, in the order in which they were made.
type inOrder struct {
	mu   sync.Mutex
	next int
	done map[int]*batch
}

// finished notes that batch n is written, and returns what is written now with all before it.
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

// load writes a table's rows, and notes in the state how far it is.
func (p *push) load(ctx context.Context, c *server, t *table.Table) error {
	at := p.state.of(t.Name())
	if at.Done {
		return nil
	}
	to := c.data.Open(t.Name())
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(p.workers)
	order := inOrder{done: map[int]*batch{}}
	var noting sync.Mutex // so that what is noted later is further
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
