package engine

import (
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// Reply is all that came of one request.
type Reply struct {
	Err      *base.Error // the refusal; nil when all of it was done
	ErrLine  int         // of a console request: the line of Err, from 1
	Output   []Line      // what the console prints
	More     bool        // rows are left to print: ask with [More]
	Read     *Read       // the last read of the request, nil for none
	Verdicts []Verdict   // nil when they stand as they were
	Starts   []Start     // of them, see [Session.Starts]; set with them by who sends the reply on
	Tables   []TableInfo // by name
	Version  uint64      // grows with every change of the session, and of what it estimates
	Focus    string      // the table the request was about, "" for none
	Changes  []Change    // what was accepted, for the journal
	Timeline *Timeline   // nil when it stands as it was
	Wrote    *Written    // the first cell that the last command wrote, nil where that wrote none
	Answer   Answer      // nil of requests that ask for nothing else, and where there is none
}

// Written is a cell that a command wrote.
type Written struct {
	Table     string
	Row       base.RowKey
	Family    base.Family
	Qualifier base.Qualifier
}

// Answer is what one kind of request is answered with beside what every reply carries:
// the closed set of [Figures], *[Previewed], *[Traced], *[Peeked], *[Collection],
// *[TableSizes], *[KeysFound], *[Simulated], *[Found], *[Advice], *[Weighed],
// *[Sampled], *[Remade], *[Inferred], *[Glimpsed], *[Proposed] and *[Estimated].
type Answer interface{ answer() }

// As returns an answer if it is of a kind, else that kind's zero value.
func As[A Answer](a Answer) A {
	as, _ := a.(A)
	return as
}

// Figures is the answer to [Measure], one a template and query.
type Figures []Figure

// Remade is the answer to [Recipe].
type Remade struct{ Load }

func (Figures) answer()     {}
func (*Previewed) answer()  {}
func (*Traced) answer()     {}
func (*Peeked) answer()     {}
func (*Collection) answer() {}
func (*TableSizes) answer() {}
func (*KeysFound) answer()  {}
func (*Simulated) answer()  {}
func (*Found) answer()      {}
func (*Advice) answer()     {}
func (*Weighed) answer()    {}
func (*Sampled) answer()    {}
func (*Remade) answer()     {}

// Timeline is the changes that can be undone and done again.
type Timeline struct {
	Steps       []Step       // the oldest first
	Now         int          // how many of them are done
	First       uint64       // the state before the first of them
	Cut         bool         // there were older ones, which cannot be undone any more
	Checkpoints []NamedState // the oldest first
	Ahead       base.Micros
	Workload    []plan.Query // of now
}

// Step is one change.
type Step struct {
	State uint64      `wire:"1"` // what it led to; no other state of the session has this number
	At    base.Micros `wire:"2"`
	What  Line        `wire:"3"`
}

// NamedState is a state with a name.
type NamedState struct {
	Name  string
	At    base.Micros // when it was named
	State uint64
}

// Collection is what garbage collection removed from a table, or would.
type Collection struct {
	Table    string
	At       base.Micros // the server time that ages were reckoned at
	Removed  bool        // false: it was only looked for
	Rows     int64       // looked at
	Vanished int64       // rows without a cell left
	KeyBytes int64       // of the keys of those
	Families []table.FamilyLoss
	First    []table.Collected // the first [MaxNamed] cells
	Gone     []base.RowKey     // the first vanished rows, up to [MaxNamed]
}

// Cells returns how many cells went.
func (c *Collection) Cells() (n int64) {
	for _, f := range c.Families {
		n += f.Total().Cells
	}
	return n
}

// Bytes returns the bytes by which the table shrank.
func (c *Collection) Bytes() int64 {
	n := c.KeyBytes
	for _, f := range c.Families {
		n += f.Total().Bytes
	}
	return n
}

// TableSizes is what a table takes, plain and packed.
type TableSizes struct {
	Table    string
	Version  uint64 // of the session that was measured
	Rows     int64
	Total    table.Size // the sum of Keys and Families
	Keys     table.Size
	Families []table.FamilySize
}

// Line is one line or block of a console's output: text as the tool prints it,
// or a note with a code and arguments that the page says in the reader's
// language.
type Line struct {
	Kind LineKind  `wire:"1"`
	Text string    `wire:"2"` // LineText and LineInput
	Code base.Code `wire:"3"` // LineNote; of help too, then Args[0] is what is explained
	Args []string  `wire:"4"` // LineNote
}

// LineKind tells the kinds of [Line] apart.
type LineKind uint8

const (
	LineText  LineKind = iota // what the tool prints, newline-separated
	LineNote                  // a coded note of ours
	LineInput                 // a command that a button ran, as it would be typed
)

// Valid reports whether there is such a kind.
func (k LineKind) Valid() bool { return k <= LineInput }

// MaxToldRanges is how many ranges of a read are told at most. One that reads a few rows of
// each of many groups walks more.
const MaxToldRanges = 1000

// told returns the ranges of a read that are told.
func told(ranges []base.Range) []base.Range { return ranges[:min(len(ranges), MaxToldRanges)] }

// Read is one read with what it cost.
type Read struct {
	Table  string
	Access plan.Access
	Ranges []base.Range // the ranges that were walked, the first [MaxToldRanges] of them
	Stats  table.Stats
	// Asks is set of the read of a question of the workload, Query its ID. Of the rows
	// returned the question wants Found, see [Verdict.Found].
	Asks  bool
	Query string
	Found int64
	// Took is the time that the console has printed of it, in microseconds; 0 where it
	// prints none.
	Took base.Micros
}

// Wanted returns how many of the rows scanned are wanted: those that its question wants,
// or of a read by itself those that it returned.
func (r *Read) Wanted() int64 {
	if r.Asks {
		return r.Found
	}
	return r.Stats.RowsReturned
}

// Wasted returns how many rows the read scanned that are not wanted.
func (r *Read) Wasted() int64 { return r.Stats.RowsScanned - r.Wanted() }

// Previewed is what a read that has not been run would touch.
type Previewed struct {
	Read Read
	Cut  bool // its budget ended before its rows
}

// Traced is what a read did with some of its rows, in the order it met them.
type Traced struct {
	First int // number of the first step
	Steps []TraceStep
	End   bool // the read met no row after these, or no more are told
}

// TraceStep is one row that a read met.
type TraceStep struct {
	table.Decision
	Offset int // rows of the table before it
}

// MaxTraced is the most rows of a read that are told one by one.
const MaxTraced = 500

// Verdict is what a query of the workload was measured to cost.
type Verdict struct {
	Query    string       `wire:"1"` // the query's ID
	Table    string       `wire:"2"` // the design that answers it, "" when none can
	Template string       `wire:"3"`
	Access   plan.Access  `wire:"4"`
	Newest   plan.Sorting `wire:"5"`  // how the latest are found, "" where all are wanted
	Limit    int64        `wire:"6"`  // rows of each range that are enough, 0 for all
	Ranges   int64        `wire:"7"`  // how many ranges that holds of, 0 without a limit
	Reversed bool         `wire:"8"`  // the latest stand at a range's end
	InKey    []string     `wire:"9"`  // fields that narrowed the range, in key order
	Residual []string     `wire:"10"` // fields that were decided row by row
	Missing  []string     `wire:"11"` // fields that no key and no column holds
	Stats    table.Stats  `wire:"12"`
	// Wanted is how many records of the data set the query asks for, with the rows beyond those
	// that were written by hand and found.
	Wanted int64 `wire:"13"`
	// Found is how many of the rows returned the query wants: all, but for those that no
	// filter can tell and that are not the latest. Where it is less than Wanted, records
	// have lost their rows to others with the same key.
	Found int64 `wire:"14"`
	// Stale is whether the table was written to after this was measured.
	Stale bool `wire:"15"`
}

// Exact reports whether the query found every wanted row and scanned no other.
func (v Verdict) Exact() bool {
	return v.Table != "" && v.Found == v.Wanted && v.Stats.RowsReturned == v.Wanted && v.Stats.RowsScanned == v.Wanted
}

// Lacks returns how many of the records that the query asks for are not in its answer. Of
// a query that no design answers it is 0.
func (v Verdict) Lacks() int64 {
	if v.Table == "" {
		return 0
	}
	return max(v.Wanted-v.Found, 0)
}

// Figure is one measurement of [Measure].
type Figure struct {
	Template string      `wire:"1"`
	Query    string      `wire:"2"`
	Records  int64       `wire:"3"`  // records loaded
	Rows     int64       `wire:"4"`  // rows they became
	Bytes    int64       `wire:"5"`  // bytes stored
	Access   plan.Access `wire:"6"`  // how the query was read
	Scanned  int64       `wire:"7"`  // rows
	Returned int64       `wire:"8"`  // rows
	Wanted   int64       `wire:"9"`  // records asked for
	Micros   int64       `wire:"10"` // time of the query alone, microseconds; 0 without a stopwatch
}

// TableInfo describes a table.
type TableInfo struct {
	Name     string
	Families []FamilyInfo
	Rows     int64
	Cells    int64
	Bytes    int64
	Template string     // of its design, "" for none
	Fields   []string   // of its design's data set
	NoColumn []string   // of those, the ones that are in none of its columns: they are stored only as far as the key holds them
	Unread   []NoNumber // of those, the ones that questions compare as numbers in vain
	Records  int64      // of its design's data set
	Held     int64      // so many of them had cells when all were written: the others were replaced by later ones
	Merged   int64      // records of the text that it was made of, before it had a design, that others have replaced
	Recipe   bool       // which a recipe generates
	Sampled  int64      // of so many records all else of it is estimated, 0 where it is not
	Warnings []Line     // what goes beyond documented advice, the first few
}

// Few reports whether the table has too few records to tell where a load on it falls: fewer
// than [WeighedLeast].
func (t TableInfo) Few() bool { return max(t.Rows, t.Records) < WeighedLeast }

// FamilyInfo describes a column family.
type FamilyInfo struct {
	Name base.Family
	GC   string // as the console prints it
	Rule string // as it is typed
	Type string // of an aggregate, as the console names it; "" for none
}

// Window asks for a page of a table's rows: those that are in sight, and some
// beyond them.
type Window struct {
	Table    string
	Offset   int    // rows before the first in sight
	Count    int    // rows in sight at most, up to [MaxPage]
	Margin   int    // rows beyond those on each side, as far as [MaxPage] allows
	Versions int    // of a column at most, up to [MaxVersions]; 0 for the newest alone
	State    uint64 // of the timeline; 0, or one that is gone, is that of now
}

func (w Window) count() int  { return min(max(w.Count, 0), MaxPage) }
func (w Window) margin() int { return min(max(w.Margin, 0), (MaxPage-w.count())/2) }

// MaxPage is the most rows a page holds.
const MaxPage = 500

// MaxShown is the most bytes of a value that a page carries.
const MaxShown = 256

// Page is a window on a table.
type Page struct {
	Table  string
	Offset int // rows before Rows
	First  int // rows before the first in sight
	Total  int // rows of the table
	Rows   []PageRow
	State  uint64 // of the timeline that is shown, 0 for that of now
}

// PageRow is a row as the grid shows it.
type PageRow struct {
	Key   base.RowKey
	Mark  Mark
	Cells []PageCell
}

// PageCell is a version of a column, the newest before the older ones.
type PageCell struct {
	Family    base.Family
	Qualifier base.Qualifier
	At        base.Micros
	Value     string // its first [MaxShown] bytes
	Size      int64  // bytes of the whole value
	Versions  int64  // versions in the column; 0 in all but the newest
}

// Mark is what the last read did with a row.
type Mark uint8

const (
	Unread   Mark = iota // not visited
	Scanned              // visited, not returned
	Returned             // visited and returned
)

// What a request prints at most. What passes the limit is printed whole; all after
// that is left out, and a note says how much.
const (
	MaxOutputLines = 10_000
	MaxOutput      = 2 << 20 // bytes
)

// put adds to the output as long as there is room.
func (t *Task) put(l Line) {
	lines, bytes := 1, len(l.Text)
	if l.Kind == LineText {
		lines = strings.Count(strings.TrimSuffix(l.Text, "\n"), "\n") + 1
	}
	for _, a := range l.Args {
		bytes += len(a)
	}
	if t.lines >= MaxOutputLines || t.bytes >= MaxOutput {
		t.omitted += lines
		return
	}
	t.lines += lines
	t.bytes += bytes
	t.reply.Output = append(t.reply.Output, l)
}

// output returns what was printed, followed by a note of how much was left out.
func (t *Task) output() []Line {
	out := t.reply.Output
	if t.omitted == 0 {
		return out
	}
	args := []string{strconv.Itoa(t.omitted), strconv.Itoa(MaxOutputLines), strconv.Itoa(MaxOutput)}
	return append(out[:len(out):len(out)], Line{Kind: LineNote, Code: base.NoteLeftOut, Args: args})
}
