package carry

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"cloud.google.com/go/bigtable"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/app/host/archive"
	"tabletop/app/i18n"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// sample is a part of a table's rows.
type sample struct {
	name     string
	families []table.FamilyInfo
	splits   []base.RowKey
	rows     []engine.RowToRestore // in key order
	cells    int64
	tablets  int      // number of tablets that rows come from
	notes    []string // remarks for the reader

	types map[base.Family]table.ValueType
	left  int64 // cells whose aggregate has an unknown format
}

// sample reads rows of a table: all rows with the prefixes, and of each tablet its first rows, in
// proportion to its bytes, until there are as many as -rows allows.
func (p *pull) sample(ctx context.Context, c *server, name string) (*sample, error) {
	s := &sample{name: name, types: map[base.Family]table.ValueType{}}
	if err := s.schema(ctx, c); err != nil {
		return nil, err
	}
	tablets, err := c.sample(ctx, name)
	if err != nil {
		return nil, s.explain(c, err)
	}
	to := c.data.Open(name)
	// The rows are collected by key, since prefixes and tablets may overlap.
	rows := map[base.RowKey]engine.RowToRestore{}
	for _, prefix := range p.prefixes {
		of := base.PrefixRange(prefix)
		cut, err := p.read(ctx, s, c, to, of, p.rows-len(rows), rows)
		if err != nil {
			return nil, err
		}
		if cut {
			s.notes = append(s.notes, fmt.Sprintf("prefix %q is cut: it has more than the %d rows of -rows", prefix, p.rows))
		}
	}
	if err := p.spread(ctx, s, c, to, tablets, rows); err != nil {
		return nil, err
	}
	for _, key := range slices.Sorted(maps.Keys(rows)) {
		s.rows = append(s.rows, rows[key])
		s.cells += int64(len(rows[key].Cells))
	}
	if len(s.rows) == 0 {
		return nil, fmt.Errorf("table %s in %s has no rows to pull: name another table", name, c.place())
	}
	if s.left > 0 {
		s.notes = append(s.notes, many(s.left, "cell")+" left out that hold an aggregate in a form of the cluster’s own")
	}
	// Count the tablets that the rows come from, and keep the borders between them.
	var borders []string
	at := 0
	for _, t := range tablets {
		borders = append(borders, t.end)
		end := len(s.rows)
		if t.end != "" {
			end, _ = slices.BinarySearchFunc(s.rows, t.end, func(r engine.RowToRestore, b string) int { return strings.Compare(string(r.Key), b) })
		}
		if end > at {
			s.tablets++
		}
		at = max(at, end)
	}
	s.splits = s.keptSplits(borders[:len(borders)-1])
	if len(s.splits) > maxSplits {
		s.splits = nil // too many borders for the sample to say anything about them
	}
	return s, nil
}

// schema asks for the table's families.
func (s *sample) schema(ctx context.Context, c *server) error {
	ctx, cancel := context.WithTimeout(ctx, c.wait)
	defer cancel()
	info, err := c.admin.TableInfo(ctx, s.name)
	if err != nil {
		return s.explain(c, err)
	}
	for _, f := range info.FamilyInfos {
		of := table.FamilyInfo{Name: base.Family(f.Name), GC: ruleOf(f.FullGCPolicy), Type: valueOf(f.ValueType)}
		s.types[of.Name] = of.Type
		s.families = append(s.families, of)
	}
	slices.SortFunc(s.families, func(a, b table.FamilyInfo) int { return strings.Compare(string(a.Name), string(b.Name)) })
	return nil
}

// explain returns why a request about the table failed.
func (s *sample) explain(c *server, err error) error {
	if status.Code(err) == codes.NotFound {
		return fmt.Errorf("there is no table %s in %s: name another", s.name, c.place())
	}
	return fmt.Errorf("table %s: %w", s.name, c.explain(err, false))
}

// spread reads rows from the beginning of each tablet, in proportion to its bytes, until there are
// as many as -rows allows.
func (p *pull) spread(ctx context.Context, s *sample, c *server, to *bigtable.Table, tablets []tablet, rows map[base.RowKey]engine.RowToRestore) error {
	whole := int64(0)
	for i := range tablets {
		tablets[i].bytes = max(tablets[i].bytes, 1) // some servers return no sizes
		whole += tablets[i].bytes
	}
	room, begin := p.rows-len(rows), base.RowKey("")
	owed := 0.0 // rows that the tablets up to here should have given
	given := 0
	for i, t := range tablets {
		of := base.Range{Start: begin, End: base.RowKey(t.end)}
		begin = of.End
		owed += float64(room) * float64(t.bytes) / float64(whole)
		n := int(owed+0.5) - given
		if i == len(tablets)-1 {
			n = room - given
		}
		if n <= 0 || of.IsEmpty() {
			continue
		}
		before := len(rows)
		if _, err := p.read(ctx, s, c, to, of, n, rows); err != nil {
			return err
		}
		given += len(rows) - before
	}
	return nil
}

// read adds up to most rows of a range that rows does not have, and reports whether the range has
// more.
func (p *pull) read(ctx context.Context, s *sample, c *server, to *bigtable.Table, of base.Range, most int, rows map[base.RowKey]engine.RowToRestore) (cut bool, err error) {
	set := bigtable.InfiniteRange(string(of.Start))
	if of.End != "" {
		set = bigtable.NewClosedOpenRange(string(of.Start), string(of.End))
	}
	n := 0
	err = to.ReadRows(ctx, set, func(r bigtable.Row) bool {
		key := base.RowKey(r.Key())
		if _, known := rows[key]; known {
			return true
		}
		if cut = n >= most; cut {
			return false
		}
		row := engine.RowToRestore{Key: key}
		for family, items := range r {
			for _, it := range items {
				cell := base.Cell{Family: base.Family(family), Qualifier: base.Qualifier(it.Column[len(family)+1:]), At: base.Micros(it.Timestamp), Value: string(it.Value)}
				// The page's times are whole milliseconds.
				cell.At -= cell.At % 1000
				if !valid(s.types, cell) {
					s.left++
					continue
				}
				row.Cells = append(row.Cells, cell)
				p.bytes += int64(len(cell.Qualifier) + len(cell.Value))
			}
		}
		slices.SortStableFunc(row.Cells, base.Cell.Compare)
		if len(row.Cells) > 0 {
			rows[key] = row
			n++
		}
		return p.bytes <= archive.MaxUnpacked
	})
	if p.bytes > archive.MaxUnpacked {
		return false, fmt.Errorf("table %s: the rows hold more than a sandbox file can, %s: take fewer with -rows", s.name, i18n.FormatBytes("en", archive.MaxUnpacked))
	}
	if err != nil {
		return false, s.explain(c, err)
	}
	return cut, nil
}
