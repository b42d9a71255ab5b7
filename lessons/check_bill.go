package lessons

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/filter"
	"tabletop/engine/table"
)

// MonthlyBill stores hidden data as the reader has stored a sample: in cells at the same places, with
// times of the same kind, and in families with the same rules. It passes when all values that have to
// stay readable are kept, and when storing and sending the data costs no more than a par.
type MonthlyBill struct {
	Table    string         `wire:"1"` // the table with the sample
	Writes   []BilledWrites `wire:"2"`
	Reads    []BilledRead   `wire:"3"`
	Families int64          `wire:"4"` // most families that the table may have
	Scale    int64          `wire:"5"` // how many times the hidden data are billed
	Keep     int64          `wire:"6"` // price of a GB that is stored, in cents
	Send     int64          `wire:"7"` // price of a GB that is sent, in cents
	Gold     int64          `wire:"8"` // the par, in dollars
	Silver   int64          `wire:"9"`
	Bronze   int64          `wire:"10"`
}

// BilledWrites is one kind of hidden records. A record is written to the cell that the sample has, with
// the record's own values in place of the sample's.
type BilledWrites struct {
	Name   string       `wire:"1"`
	Sample []string     `wire:"2"` // the sample's fields, the last of which is the cell's value
	Data   dataset.Spec `wire:"3"` // the hidden records; its Time is when they arrive
	Bytes  int64        `wire:"4"` // size of each value, 0 for the values of the data
	Latest int64        `wire:"5"` // records of each first field that have to stay readable: this many, the latest
	Days   int64        `wire:"6"` // days for which a record has to stay readable after it has arrived
}

// BilledRead is a read that is made once for each value of the first field. It sends all cells of some
// families, those that hold the values of the writes named in Of. It reads the rows whose keys begin
// like the sample's key, up to the time in the key if there is one.
type BilledRead struct {
	Of     []string `wire:"1"` // names of writes
	Times  int64    `wire:"2"` // how often each is made in the month
	Newest bool     `wire:"3"` // only the last of the rows is read, in one version, and has to hold the latest record
}

// ReadingSample is how many values of the sample the reader has stored. It is the only reading until
// all of them are.
const ReadingSample = "bill-sample"

// mostBilled is the largest number of hidden records of a [MonthlyBill]. All of them are written
// whenever the reader's tables have changed.
const mostBilled = 20_000

// timeLength is the length of a field with a time, yyyymmddhhmmss. A sample has no other value of
// this length.
const timeLength = 14

// Valid reports whether the hidden data can be written. A decoder asks it.
func (v MonthlyBill) Valid() bool {
	all := int64(0)
	for _, w := range v.Writes {
		i := slices.Index(w.Data.Fields, w.Data.Time)
		if all += w.Data.Len(); all > mostBilled || w.Bytes > mostBilled || i < 0 || len(w.Sample) != len(w.Data.Fields) || len(w.Sample[i]) != timeLength || w.Data.Check() != nil {
			return false
		}
	}
	return len(v.Writes) > 0
}

// stored is how the reader has stored the sample of some writes, and the hidden records.
type stored struct {
	BilledWrites
	key     string // row key and qualifier of the cell, "" if the value is nowhere
	cell    base.Cell
	time    int // the field whose time a cell gets
	records [][]string
	times   []base.Micros  // when each arrives
	last    map[string]int // by first field: the record with the latest first time
}

// like returns a text of the sample with the fields of a record.
func (w *stored) like(text string, rec []string) string {
	return strings.NewReplacer(alike(w.Sample, rec)...).Replace(text)
}

// alike returns the texts of a sample, each followed by that of a record which replaces it. Of a time,
// its first digits, its time of day and its minutes with seconds are replaced as well.
func alike(sample, rec []string) (pairs []string) {
	for i, s := range sample[:len(sample)-1] {
		pairs = append(pairs, s, rec[i])
		if r := rec[i]; len(s) == timeLength && len(r) == timeLength {
			pairs = append(pairs, s[:12], r[:12], s[:10], r[:10], s[:8], r[:8], s[8:], r[8:], s[8:12], r[8:12], s[10:], r[10:])
		}
	}
	return pairs
}

// each calls visit with the cells that a scan returns.
func each(t *table.Table, q table.ScanQuery, st *table.ScanStats, visit func(key base.RowKey, c base.Cell)) {
	for row := range t.Scan(q, st) {
		row.EachCell(func(c base.Cell) { visit(row.Key(), c) })
	}
}

// measure has one reading alone, of the sample, until all of its values are stored. The result is
// remembered for the present version of the session.
func (v MonthlyBill) measure(r *Player, _ moment) readings {
	if now := r.session.Version(); r.bill == nil || r.billed != now || r.billOf != &v.Writes[0] {
		r.bill, r.billed, r.billOf = v.readings(r), now, &v.Writes[0]
	}
	return r.bill
}

// readings stores the hidden data as the sample is stored, collects garbage at their end, and reads.
func (v MonthlyBill) readings(r *Player) (g readings) {
	in, ok := r.session.Table(v.Table)
	var all []stored
	if ok {
		all = v.sample(in)
	}
	if len(all) < len(v.Writes) {
		g.number(ReadingSample, int64(len(all)), Exactly(int64(len(v.Writes))))
		return g
	}
	t, _ := table.New("bill")
	_ = t.CreateFamilies(in.Families()...)
	end := base.Micros(0)
	for i := range all {
		end = max(end, all[i].write(t, i))
	}
	t.Compact(end)
	kept := map[string]bool{}
	each(t, table.ScanQuery{}, nil, func(_ base.RowKey, c base.Cell) { kept[c.Value] = true })
	lost, sent := int64(0), int64(0)
	for i := range all {
		lost += all[i].lost(kept, end)
	}
	for _, q := range v.Reads {
		bytes, missed := q.read(t, all, kept)
		sent, lost = sent+bytes, lost+missed
	}
	g.number("bill-lost", lost, Exactly(0))
	g.number("families", int64(in.FamilyCount()), Bound{v.Families > 0, 0, v.Families})
	keep, send := v.dollars(t.Bytes(), v.Keep), v.dollars(sent, v.Send)
	medal := NoMedal
	if g.ok() {
		medal = medalFor(keep+send, v.Gold, v.Silver, v.Bronze)
	}
	g = append(g, Reading{Measure: "bill-kept", Known: true, OK: true, Have: keep}, Reading{Measure: "bill-sent", Known: true, OK: true, Have: send})
	g.number("bill", keep+send, Bound{true, 0, v.Gold})
	return append(g, medal.reading())
}

// sample returns how the reader has stored the sample of each of the writes, in their order. Writes
// whose value is nowhere in the table are left out.
func (v MonthlyBill) sample(in *table.Table) (all []stored) {
	found := make([]stored, len(v.Writes))
	each(in, table.ScanQuery{Limit: 1000}, nil, func(key base.RowKey, c base.Cell) {
		for i, w := range v.Writes {
			if found[i].key == "" && c.Value == w.Sample[len(w.Sample)-1] {
				found[i] = stored{BilledWrites: w, key: string(key) + "\x00" + string(c.Qualifier), cell: c, last: map[string]int{}}
			}
		}
	})
	return slices.DeleteFunc(found, func(w stored) bool { return w.key == "" })
}

// dollars returns the price of bytes of the hidden data, at a price of a GB in cents.
func (v MonthlyBill) dollars(bytes, price int64) int64 {
	return int64(float64(bytes)*float64(v.Scale)*float64(price)/(100<<30) + 0.5)
}

// medalFor returns the medal for a cost, given the greatest cost for each.
func medalFor(cost, gold, silver, bronze int64) Medal {
	switch {
	case cost <= gold:
		return Gold
	case cost <= silver:
		return Silver
	case cost <= bronze:
		return Bronze
	}
	return NoMedal
}

// lost returns how many records have to stay readable at the time end and are not among the kept
// values.
func (w *stored) lost(kept map[string]bool, end base.Micros) (n int64) {
	later := map[string]int64{} // by first field: the records after the one that is looked at
	for i, rec := range slices.Backward(w.records) {
		needed := later[rec[0]] < w.Latest || end-w.times[i] < base.Micros(w.Days*24*time.Hour.Microseconds())
		if needed && !kept[rec[len(rec)-1]] {
			n++
		}
		later[rec[0]]++
	}
	return n
}

// prefix returns the sample's row key up to the first time in it.
func (w *stored) prefix() string {
	prefix, _, _ := strings.Cut(w.key, "\x00")
	for _, s := range w.Sample {
		if len(s) == timeLength {
			prefix, _, _ = strings.Cut(prefix, s[:8])
		}
	}
	return prefix
}

// read makes the reads. It returns the bytes that they send in the month, and how many of them do not
// return the latest record though it was kept.
func (q BilledRead) read(t *table.Table, all []stored, kept map[string]bool) (sent, missed int64) {
	var done []base.Family
	for i := range all {
		w := &all[i]
		if !slices.Contains(q.Of, w.Name) || slices.Contains(done, w.cell.Family) {
			continue
		}
		done = append(done, w.cell.Family)
		of, f := table.ScanQuery{}, filter.Filter(filter.FamilyRegex(string(w.cell.Family)))
		if q.Newest {
			of.Reversed, of.Limit, f = true, 1, filter.Chain{f, filter.CellsPerColumn(1)}
		}
		of.Filter, _ = filter.Compile(f)
		prefix := w.prefix()
		for _, n := range w.last {
			rec := w.records[n]
			newest, found, st := rec[len(rec)-1], false, table.ScanStats{}
			of.Ranges = []base.Range{base.PrefixRange(w.like(prefix, rec))}
			each(t, of, &st, func(_ base.RowKey, c base.Cell) { found = found || c.Value == newest })
			if sent += st.BytesReturned * q.Times; q.Newest && !found && kept[newest] {
				missed++
			}
		}
	}
	return sent, missed
}

// write writes the hidden records, which are those of the number-th writes of the check, and returns
// when the last one arrives.
func (w *stored) write(t *table.Table, number int) (end base.Micros) {
	arrives, first := slices.Index(w.Data.Fields, w.Data.Time), slices.IndexFunc(w.Sample, func(s string) bool { return len(s) == timeLength })
	w.time = arrives
	for i, s := range w.Sample {
		if at, ok := dataset.ParseTime(s); ok && at == w.cell.At {
			w.time = i
		}
	}
	cursor := w.Data.Cursor()
	for given, more := cursor.Next(); more; given, more = cursor.Next() {
		n, rec := len(w.records), slices.Clone(given)
		if w.Bytes > 0 {
			v := strconv.Itoa(number*mostBilled + n)
			rec[len(rec)-1] = v + strings.Repeat(".", max(0, int(w.Bytes)-len(v)))
		}
		if i, known := w.last[rec[0]]; !known || rec[first] >= w.records[i][first] {
			w.last[rec[0]] = n
		}
		end, _ = dataset.ParseTime(rec[arrives])
		w.records, w.times = append(w.records, rec), append(w.times, end)
		key, qualifier, _ := strings.Cut(w.like(w.key, rec), "\x00")
		c := base.Cell{Family: w.cell.Family, Qualifier: base.Qualifier(qualifier), Value: rec[len(rec)-1]}
		c.At, _ = dataset.ParseTime(rec[w.time])
		_ = t.SetCells(base.RowKey(key), end, []base.Cell{c})
	}
	return end
}

// reading returns the reading of a medal. It is OK if nothing is left to reach.
func (m Medal) reading() Reading {
	return Reading{Measure: "medal", Known: true, OK: m == Gold, Have: int64(m)}
}
