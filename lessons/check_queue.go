package lessons

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/console"
	hbaseshell "tabletop/engine/console/hbase"
	"tabletop/engine/dataset"
	"tabletop/engine/hbase"
	"tabletop/engine/storage"
	"tabletop/engine/table"
)

// WorkedQueue carries out hidden jobs of a queue as the reader has done with a sample in the HBase
// shell. Each job is put where the sample is, in families with the same settings, and finished with
// what else was written to the sample's rows. Workers look for the next job as the reader's latest
// read of the table does. It passes when they find every job, and walk over no more than a par.
type WorkedQueue struct {
	Table    string       `wire:"1"`
	Data     dataset.Spec `wire:"2"`  // the hidden jobs in the order in which they come; the first field says whose they are, Time when they come
	Sample   []string     `wire:"3"`  // the sample's fields, the last of which is the cell's value
	Takes    int64        `wire:"4"`  // seconds that a worker needs for a job
	IdleFrom int64        `wire:"5"`  // days after the first job: from then on no worker works
	IdleTo   int64        `wire:"6"`  // until then
	Days     int64        `wire:"7"`  // days for which a job has to stay readable after it is done
	Every    int64        `wire:"8"`  // the read for each so many-th job is measured
	Fullest  int64        `wire:"9"`  // most of a day's writes that may go to one region, in per cent
	Left     int64        `wire:"10"` // most cells and tombstones that may be left at the end
	Gold     int64        `wire:"11"` // the par: cells and tombstones that a hundred reads walk over
	Silver   int64        `wire:"12"`
	Bronze   int64        `wire:"13"`
}

// What a [WorkedQueue] measures, in this order, if the sample is stored.
const (
	QueueRead    = "queue-read"    // the reader has read the table in the HBase shell since the sample was put and finished
	QueueOptions = "queue-options" // options of that read that are not carried out
	QueueMissed  = "queue-missed"  // waiting jobs that a worker's read does not show
	QueueAgain   = "queue-again"   // finished jobs that it shows
	QueueLost    = "queue-lost"    // finished jobs that have to be readable, and are not
	QueueFullest = "queue-fullest" // per cent of a day's writes that go to one region
	QueueLeft    = "queue-left"    // cells and tombstones at the end
	QueueWalked  = "queue-walked"  // cells and tombstones that a hundred reads walk over
)

// Times of the simulation.
const (
	aSecond = 1000 * base.Millisecond
	anHour  = 3600 * aSecond
	aDay    = 24 * anHour
)

// Valid reports whether the jobs can be carried out. A decoder asks it.
func (v WorkedQueue) Valid() bool {
	i := slices.Index(v.Data.Fields, v.Data.Time)
	return i >= 0 && len(v.Sample) == len(v.Data.Fields) && len(v.Sample[i]) == timeLength && v.Data.Len() > 0 &&
		v.Data.Len() <= mostBilled && v.Data.Check() == nil && v.Every > 0 && v.Takes > 0
}

// queueJob is a hidden job.
type queueJob struct {
	rec        []string
	value      string
	came, done base.Micros
	before     *queueJob // the one that the same worker has done before
	like       *strings.Replacer
}

// workedQueue is a run of all jobs.
type workedQueue struct {
	WorkedQueue
	jobs   []*queueJob // in the order in which they come
	put    storage.Entry
	rest   []storage.Entry // what is written when a job is done, in this order
	asked  storage.Query   // the reader's latest read
	picked []hbase.Column  // the columns that it asks for, none for all
	limit  int             // most rows that it returns, 0 for all
	store  *storage.Store
	splits []base.RowKey
	writes []int64 // of the present day, by region

	missed, again, lost, walked, reads, shares, days int64
}

// measure has one reading alone until the sample is stored, and until the table with the sample has
// been read. The result is remembered for the present version of the session and its latest read.
func (v WorkedQueue) measure(r *Player, _ moment) readings {
	n, _ := r.latest(v.Table)
	if now := r.session.Version(); r.queue == nil || r.queued != now || r.queueRead != n.table {
		r.queue, r.queued, r.queueRead = v.readings(r, n), now, n.table
	}
	return r.queue
}

// isOfPresent reports whether a read of the HBase shell is of the table that is there now, and of all that has been
// written to it. Settings that were altered since do not matter.
func (n *noted) isOfPresent(r *Player) bool {
	t, there := r.session.Table(n.Table)
	if !there || n.table == nil || n.shell.Table == "" || n.birth != r.session.BirthOf(n.Table) {
		return false
	}
	type placed struct {
		row base.RowKey
		base.Cell
	}
	var then, now []placed
	each(n.table, table.ScanQuery{Limit: mostCompared}, nil, func(key base.RowKey, c base.Cell) { then = append(then, placed{key, c}) })
	each(t, table.ScanQuery{Limit: mostCompared}, nil, func(key base.RowKey, c base.Cell) { now = append(now, placed{key, c}) })
	return slices.EqualFunc(then, now, func(a, b placed) bool {
		return a.row == b.row && a.Family == b.Family && a.Qualifier == b.Qualifier && a.At == b.At && a.Value == b.Value
	})
}

// mostCompared is how many rows of a table with a sample are compared with those that a read met.
const mostCompared = 1000

// readings carries the jobs out.
func (v WorkedQueue) readings(r *Player, n noted) (g readings) {
	entries, families, _ := r.session.StoredEntries(v.Table)
	run := &workedQueue{WorkedQueue: v}
	if !run.sample(entries) {
		g.number(ReadingSample, 0, Exactly(1))
		return g
	}
	if !n.isOfPresent(r) {
		return readings{{Measure: QueueRead}}
	}
	if options := notCarriedOut(n.shell); options != "" {
		return readings{{Measure: QueueOptions, Known: true, HaveText: options}}
	}
	run.asked = storage.Query{Rows: base.AllKeys, Versions: n.shell.CellsPerColumn}
	run.picked, run.limit = hbaseshell.SelectedColumns(n.shell.Columns), n.shell.Count
	for _, c := range run.picked {
		run.asked.Families = append(run.asked.Families, c.Family)
	}
	if len(n.Ranges) > 0 {
		run.asked.Rows = base.Range{Start: n.Ranges[0].Start, End: n.Ranges[len(n.Ranges)-1].End}
	}
	t, _ := r.session.Table(v.Table)
	run.splits, run.store = t.SplitKeys(), storage.New(storage.HBase, families...)
	run.writes = make([]int64, len(run.splits)+1)
	left := run.run()
	g.number(QueueMissed, run.missed, Exactly(0))
	g.number(QueueAgain, run.again, Exactly(0))
	g.number(QueueLost, run.lost, Exactly(0))
	g.number(QueueFullest, run.shares/max(run.days, 1), Bound{true, 0, v.Fullest})
	g.number(QueueLeft, left, Bound{true, 0, v.Left})
	medal, walked := NoMedal, run.walked*100/max(run.reads, 1)
	if g.ok() {
		medal = medalFor(walked, v.Gold, v.Silver, v.Bronze)
	}
	g.number(QueueWalked, walked, Bound{true, 0, v.Gold})
	return append(g, medal.reading())
}

// notCarriedOut returns the names of the options of a read that no worker's read has, joined by ", ".
func notCarriedOut(c console.Read) string {
	var names []string
	for name, has := range map[string]bool{"FILTER": c.Filter != "", "RAW": c.Raw, "REVERSED": c.Reversed, "TIMERANGE": c.Times != (console.TimeRange{})} {
		if has {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// sample finds what the reader has written of the sample: the first put of its value, and what came
// later in rows that have the value. It returns false if there is no put.
func (q *workedQueue) sample(entries []storage.Entry) bool {
	value := q.Sample[len(q.Sample)-1]
	slices.SortStableFunc(entries, func(a, b storage.Entry) int { return cmp.Compare(a.Seq, b.Seq) })
	isPut := func(e storage.Entry) bool { return !e.IsMarker() && e.Value == value }
	first := slices.IndexFunc(entries, isPut)
	if first < 0 {
		return false
	}
	q.put = entries[first]
	for _, e := range entries[first+1:] {
		if slices.ContainsFunc(entries, func(p storage.Entry) bool { return isPut(p) && p.Row == e.Row }) {
			q.rest = append(q.rest, e)
		}
	}
	return true
}

// plan reads the jobs and says when each is done: a worker does one after the other.
func (q *workedQueue) plan() {
	came, last := slices.Index(q.Data.Fields, q.Data.Time), map[string]*queueJob{}
	cursor := q.Data.Cursor()
	for rec, more := cursor.Next(); more; rec, more = cursor.Next() {
		j := &queueJob{rec: slices.Clone(rec), value: strconv.Itoa(len(q.jobs)), before: last[rec[0]]}
		pairs := alike(q.Sample, j.rec)
		for i, s := range q.Sample[:len(q.Sample)-1] {
			pairs = append(pairs, following(s), following(j.rec[i])) // as the end of a range
		}
		j.like = strings.NewReplacer(pairs...)
		j.came, _ = dataset.ParseTime(rec[came])
		begins := j.came
		if j.before != nil {
			begins = max(begins, j.before.done)
		}
		q.jobs = append(q.jobs, j)
		from, to := q.jobs[0].came+base.Micros(q.IdleFrom)*aDay, q.jobs[0].came+base.Micros(q.IdleTo)*aDay
		if j.done = begins + base.Micros(q.Takes)*aSecond; j.done > from && begins < to {
			j.done = to + base.Micros(q.Takes)*aSecond
		}
		last[rec[0]] = j
	}
}

// following returns the text after all that begin with s.
func following(s string) string { return s[:len(s)-1] + string(s[len(s)-1]+1) }

// run carries all jobs out in the order of time: HBase flushes every hour, and merges all files every
// seven days and at the end. It returns how much is left.
func (q *workedQueue) run() (left int64) {
	q.plan()
	type moment struct {
		at   base.Micros
		job  *queueJob
		done bool
		read bool
	}
	var all []moment
	for i, j := range q.jobs {
		read := int64(i)%q.Every == q.Every-1
		all = append(all, moment{j.came, j, false, read}, moment{j.done, j, true, read})
	}
	slices.SortStableFunc(all, func(a, b moment) int { return cmp.Compare(a.at, b.at) })
	begin := all[0].at
	hour := base.Micros(0)
	for _, m := range all {
		for ; begin+(hour+1)*anHour <= m.at; hour++ {
			q.pass(hour+1, begin+(hour+1)*anHour)
		}
		if m.read {
			q.read(m.job, m.at-base.Millisecond)
			q.support(m.job, m.at-base.Millisecond)
		}
		if !m.done {
			q.write(m.job, q.put, m.at)
			continue
		}
		for i, e := range q.rest {
			at := m.at + base.Micros(i)*base.Millisecond
			if e.At == q.put.At { // a marker of this version
				at = m.job.came
			}
			q.write(m.job, e, at)
		}
	}
	end := all[len(all)-1].at + anHour
	q.store.Flush(end)
	q.store.CompactMajor(end)
	for _, f := range q.store.Layout().Files {
		left += int64(f.Puts + f.Markers)
	}
	return left
}

// pass is what happens at the end of an hour.
func (q *workedQueue) pass(hour, now base.Micros) {
	q.store.Flush(now)
	q.store.CompactMinor(now)
	if hour%(7*24) == 0 {
		q.store.CompactMajor(now)
	}
	if sum := int64(0); hour%24 == 0 {
		for _, n := range q.writes {
			sum += n
		}
		if sum > 0 {
			q.shares += slices.Max(q.writes) * 100 / sum
			q.days++
		}
		clear(q.writes)
	}
}

// write writes what an entry of the sample is for a job.
func (q *workedQueue) write(j *queueJob, e storage.Entry, at base.Micros) {
	e.Row, e.Qualifier, e.At = base.RowKey(j.like.Replace(string(e.Row))), base.Qualifier(j.like.Replace(string(e.Qualifier))), at
	if !e.IsMarker() && e.Value == q.put.Value {
		e.Value = j.value
	}
	q.store.Write(e)
	region, found := slices.BinarySearch(q.splits, e.Row)
	if found {
		region++
	}
	q.writes[region]++
}

// read makes the read with which the worker of a job looks for its next one, just before the job comes
// or is done. What the reader's read names of the sample is then of the job that this worker did last;
// before it has done one, it makes no such read. A finished job that the read shows is given out again.
func (q *workedQueue) read(j *queueJob, now base.Micros) {
	last := j
	for last.before != nil && (last.done > now || last == j) {
		last = last.before
	}
	if last.done > now {
		return
	}
	of := q.asked
	of.Rows.Start = base.RowKey(last.like.Replace(string(of.Rows.Start)))
	of.Rows.End = base.RowKey(last.like.Replace(string(of.Rows.End)))
	rows, returned, cost := q.show(of, now)
	next, waiting, again := base.RowKey(""), int64(0), q.again
	for _, o := range q.jobs {
		if o.rec[0] != j.rec[0] || o.came > now {
			continue
		}
		row, there := rows[o.value]
		within := there && (len(returned) == 0 || row <= returned[len(returned)-1])
		switch {
		case o.done <= now && within:
			q.again++
		case o.done <= now:
		case !there:
			q.missed++
		case !within:
			waiting++
		case next == "" || row < next:
			next = row
		}
	}
	if next == "" && q.again == again {
		q.missed += waiting // the limit was used up before them, by what is no job
	}
	if next != "" { // the read ends there
		returned = []base.RowKey{next}
	}
	if len(returned) > 0 {
		of.Rows.End = returned[len(returned)-1] + "\x00"
		_, cost = q.store.Read(of, now)
	}
	q.walked += int64(cost.Puts + cost.Markers)
	q.reads++
}

// show returns what a worker's read of a query shows if it has no limit, the row of each value, and what
// that costs. If it has a limit and reaches it, returned are the rows that it returns, in order.
func (q *workedQueue) show(of storage.Query, now base.Micros) (rows map[string]base.RowKey, returned []base.RowKey, cost storage.ReadCost) {
	rows = map[string]base.RowKey{}
	shown, cost := q.store.Read(of, now)
	for _, e := range shown {
		asked := func(c hbase.Column) bool { return c.Family == e.Family && (c.All || c.Qualifier == e.Qualifier) }
		if len(q.picked) == 0 || slices.ContainsFunc(q.picked, asked) {
			rows[e.Value] = e.Row
			returned = append(returned, e.Row)
		}
	}
	slices.Sort(returned)
	returned = slices.Compact(returned)
	if q.limit == 0 || len(returned) < q.limit {
		return rows, nil, cost
	}
	return rows, returned[:q.limit], cost
}

// support counts the finished jobs of a job's worker that have to be readable and are not. A job may
// also be read as it was before it was done.
func (q *workedQueue) support(j *queueJob, now base.Micros) {
	for o := j.before; o != nil && o.done > now-base.Micros(q.Days)*aDay; o = o.before {
		if o.done <= now && !q.shows(o, 0, now) && !q.shows(o, o.done, now) {
			q.lost++
		}
	}
}

// shows reports whether a read of one of the rows in which a job was put shows it, of cells before a
// time; 0 for all.
func (q *workedQueue) shows(j *queueJob, before, now base.Micros) bool {
	for _, e := range append([]storage.Entry{q.put}, q.rest...) {
		if e.IsMarker() || e.Value != q.put.Value {
			continue
		}
		row := base.RowKey(j.like.Replace(string(e.Row)))
		found, _ := q.store.Read(storage.Query{Rows: base.PointRange(row), To: before}, now)
		if slices.ContainsFunc(found, func(e storage.Entry) bool { return e.Value == j.value }) {
			return true
		}
	}
	return false
}

// FirstAmiss passes when the first of the readings of a goal that is not as required is the one named.
// Notes use it to explain what is wrong.
type FirstAmiss struct {
	Goal    string `wire:"1"`
	Reading string `wire:"2"`
}

// measure measures the goal.
func (v FirstAmiss) measure(r *Player, m moment) (g readings) {
	for _, goal := range r.lesson.Steps[m.step].Goals {
		if goal.ID != v.Goal {
			continue
		}
		of := goal.Check.measure(r, m)
		if i := slices.IndexFunc(of, func(r Reading) bool { return !r.OK }); i >= 0 {
			g.text("amiss", of[i].Measure, v.Reading)
		}
	}
	return g
}
