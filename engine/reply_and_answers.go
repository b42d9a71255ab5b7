package engine

import (
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// Reply is the result of one request: what every reply carries, and at most one Answer of the
// request's own kind.
type Reply struct {
	Err           *base.Error       // the refusal; nil if the whole request was done
	ErrLine       int               // for a console request: the line of Err, counted from 1
	Output        []OutputLine      // what the console prints
	More          bool              // rows are left to print, see [PrintMore]
	Read          *ReadReport       // the last read of the request, nil for none
	Verdicts      []Verdict         // nil if they have not changed
	StartingCosts []FirstDesignCost // see [Session.FirstDesignCosts]; filled in by the code that forwards the reply
	Tables        []TableInfo       // by name
	Version       uint64            // grows with every change of the session and of its estimate
	FocusTable    string            // the table that the request was about, "" for none
	Changes       []Change          // accepted changes, for the journal
	Timeline      *UndoTimeline     // nil if it has not changed
	WrittenCell   *WrittenCell      // first cell that the last command wrote, nil if it wrote none
	Answer        Answer            // nil if the request has no answer of its own
}

// WrittenCell is the place of a cell that a command wrote.
type WrittenCell struct {
	Table     string
	Row       base.RowKey
	Family    base.Family
	Qualifier base.Qualifier
}

// Answer is the part of a reply that only one kind of request has. The set is closed:
// [DesignMeasurements], *[ReadPreviewed], *[ReadTraced], *[VersionsRead], *[GarbageReport],
// *[SizesMeasured], *[KeyCompletions], *[LoadSimulated], *[BusyKeysFound], *[AdviceReport],
// *[RemediesFound], *[DesignsCompared], *[LoadPreviewed], *[RecipeFound], *[TemplatesInferred],
// *[RekeyPreviewed], *[QuestionPlan], *[RekeyEstimated] and *[StorageDescribed].
type Answer interface{ answer() }

// AnswerAs returns an answer as a given kind, or the zero value of that kind if the answer is of another
// kind.
func AnswerAs[A Answer](a Answer) A {
	as, _ := a.(A)
	return as
}

// DesignMeasurements is the answer to [MeasureDesigns]: one figure for each template and query.
type DesignMeasurements []DesignMeasurement

// RecipeFound is the answer to [FindRecipe]: the request that makes the table again.
type RecipeFound struct{ LoadRecords }

func (DesignMeasurements) answer() {}
func (*ReadPreviewed) answer()     {}
func (*ReadTraced) answer()        {}
func (*VersionsRead) answer()      {}
func (*GarbageReport) answer()     {}
func (*SizesMeasured) answer()     {}
func (*KeyCompletions) answer()    {}
func (*LoadSimulated) answer()     {}
func (*BusyKeysFound) answer()     {}
func (*AdviceReport) answer()      {}
func (*DesignsCompared) answer()   {}
func (*LoadPreviewed) answer()     {}
func (*RecipeFound) answer()       {}

// UndoTimeline lists the changes that can be undone and redone.
type UndoTimeline struct {
	Steps       []TimelineStep // the oldest first
	Now         int            // how many of them are done
	First       uint64         // number of the state before the first step
	Truncated   bool           // there were older steps, which can no longer be undone
	Checkpoints []Checkpoint   // the oldest first
	Ahead       base.Micros    // by how much the session's clock is ahead of the server's
	Workload    []plan.Query   // of the current state
}

// TimelineStep is one change of the timeline.
type TimelineStep struct {
	State       uint64      `wire:"1"` // number of the state it led to, unique within the session
	At          base.Micros `wire:"2"` // server time of the change
	Description OutputLine  `wire:"3"` // says what the change did
}

// Checkpoint is a checkpoint: a state with a name.
type Checkpoint struct {
	Name  string
	At    base.Micros // when it was named
	State uint64
}

// GarbageReport is the answer to [CollectGarbage] and [FindGarbage]: what garbage collection removed from a
// table, or would remove.
type GarbageReport struct {
	Table             string
	At                base.Micros           // server time that ages were computed from
	Removed           bool                  // false for [FindGarbage], which removes nothing
	Rows              int64                 // rows that were checked
	VanishedRows      int64                 // rows that have no cell left
	KeyBytes          int64                 // bytes of the keys of vanished rows
	Families          []table.FamilyGarbage // cells and bytes removed, by family and reason
	FirstCells        []table.GarbageCell   // the first maxNamed removed cells
	FirstVanishedRows []base.RowKey         // the first vanished rows, at most maxNamed
}

// RemovedCellCount returns the number of removed cells.
func (c *GarbageReport) RemovedCellCount() (n int64) {
	for _, f := range c.Families {
		n += f.Total().Cells
	}
	return n
}

// FreedBytes returns the bytes by which the table shrinks, keys included.
func (c *GarbageReport) FreedBytes() int64 {
	n := c.KeyBytes
	for _, f := range c.Families {
		n += f.Total().Bytes
	}
	return n
}

// SizesMeasured is the answer to [MeasureSizes]: what a table takes, plain and compressed.
type SizesMeasured struct {
	Table    string
	Version  uint64 // of the session when the table was measured
	Rows     int64
	Total    table.Size // the sum of Keys and Families
	Keys     table.Size
	Families []table.FamilySize
}

// OutputLine is one line or block of a console's output. It is either text as the tool prints it, or a
// note: a code with arguments, from which the page makes a sentence in the reader's language.
type OutputLine struct {
	Kind OutputLineKind `wire:"1"`
	Text string         `wire:"2"` // of LineText and LineInput
	Code base.Code      `wire:"3"` // of LineNote; also of help, where Args[0] is what is explained
	Args []string       `wire:"4"` // of LineNote
}

// OutputLineKind says what a [OutputLine] holds.
type OutputLineKind uint8

const (
	LineText  OutputLineKind = iota // what the tool prints, newline-separated
	LineNote                        // a code with arguments
	LineInput                       // a command that a button ran, as the reader would type it
)

// Valid reports whether k is a known kind.
func (k OutputLineKind) Valid() bool { return k <= LineInput }

// maxToldRanges is the most ranges of a read that a reply lists. A read of a few rows from each of
// many groups can scan more.
const maxToldRanges = 1000

// told returns the ranges of a read that a reply lists.
func told(ranges []base.Range) []base.Range { return ranges[:min(len(ranges), maxToldRanges)] }

// ReadReport describes one read and what it cost.
type ReadReport struct {
	Table  string
	Access plan.Access
	Ranges []base.Range // the ranges that were scanned, the first maxToldRanges of them
	Stats  table.ScanStats
	// ForQuestion is true for the read of a question of the workload. Then Query is the question's ID,
	// and Found is how many of the returned rows the question wants, see [Verdict.Found].
	ForQuestion bool
	Query       string
	Found       int64
	// PrintedTime is the time that the console printed for the read, in microseconds; 0 if it printed
	// none.
	PrintedTime base.Micros
}

// WantedRowCount returns how many of the scanned rows are wanted: those that the question wants, or all
// returned rows if the read is not of a question.
func (r *ReadReport) WantedRowCount() int64 {
	if r.ForQuestion {
		return r.Found
	}
	return r.Stats.RowsReturned
}

// wasted returns how many scanned rows are not wanted.
func (r *ReadReport) wasted() int64 { return r.Stats.RowsScanned - r.WantedRowCount() }

// ReadPreviewed is the answer to [PreviewRead]: what a read that has not been run would touch.
type ReadPreviewed struct {
	Read      ReadReport
	Truncated bool // the budget ended before the read did
}

// ReadTraced is the answer to [TraceLastRead]: what a read did with some rows, in the order in which it met
// them.
type ReadTraced struct {
	First int // number of the first step
	Rows  []TracedRow
	End   bool // the read met no row after these, or no more rows are reported
}

// TracedRow is one row that a read met.
type TracedRow struct {
	table.FilterDecision
	Offset int // rows of the table before it
}

// MaxTracedRows is the most rows of a read that [TraceLastRead] reports.
const MaxTracedRows = 500

// Verdict is the measured cost of a query of the workload.
type Verdict struct {
	Query        string            `wire:"1"` // ID of the query
	Table        string            `wire:"2"` // the designed table that answers it, "" if none can
	Template     string            `wire:"3"`
	Access       plan.Access       `wire:"4"`
	LatestMethod plan.LatestMethod `wire:"5"`  // how the latest rows are found, "" if the query wants all
	Limit        int64             `wire:"6"`  // rows that are enough from each range, 0 for all
	Ranges       int64             `wire:"7"`  // number of ranges that the limit applies to, 0 without a limit
	Reversed     bool              `wire:"8"`  // the latest rows are at the end of a range
	InKey        []string          `wire:"9"`  // fields that narrowed the ranges, in key order
	Residual     []string          `wire:"10"` // fields that were checked row by row
	Missing      []string          `wire:"11"` // fields that are in no key and no column
	Stats        table.ScanStats   `wire:"12"`
	// Wanted is how many records of the data set the query asks for. It is at least Found, so it
	// also counts rows that were written by hand.
	Wanted int64 `wire:"13"`
	// Found is how many of the returned rows the query wants: all of them, except rows that no
	// filter can exclude and that are not the latest. If it is less than Wanted, records have lost
	// their rows to others with the same key.
	Found int64 `wire:"14"`
	// Stale says that the table was written to after this was measured.
	Stale bool `wire:"15"`
}

// IsExact reports whether the query found every wanted row and scanned no other row.
func (v Verdict) IsExact() bool {
	return v.Table != "" && v.Found == v.Wanted && v.Stats.RowsReturned == v.Wanted && v.Stats.RowsScanned == v.Wanted
}

// MissingRecordCount returns how many of the records that the query asks for are missing from its
// result. It is 0 for a query that no design answers.
func (v Verdict) MissingRecordCount() int64 {
	if v.Table == "" {
		return 0
	}
	return max(v.Wanted-v.Found, 0)
}

// DesignMeasurement is one measurement of [MeasureDesigns].
type DesignMeasurement struct {
	Template string      `wire:"1"`
	Query    string      `wire:"2"`
	Records  int64       `wire:"3"`  // records loaded
	Rows     int64       `wire:"4"`  // rows that they became
	Bytes    int64       `wire:"5"`  // bytes stored
	Access   plan.Access `wire:"6"`  // how the query was read
	Scanned  int64       `wire:"7"`  // rows
	Returned int64       `wire:"8"`  // rows
	Wanted   int64       `wire:"9"`  // records that the query asks for
	Micros   int64       `wire:"10"` // microseconds for the query alone; 0 without a stopwatch
}

// TableInfo describes a table. The fields from Template to Recipe, except ReplacedRecords, are about its
// design and have zero values for a table without one.
type TableInfo struct {
	Name                string
	Families            []FamilyInfo
	Rows                int64
	Cells               int64
	Bytes               int64
	Template            string            // "" for no design
	Fields              []string          // fields of the data set
	FieldsWithoutColumn []string          // fields that no column stores, so that only the key may hold them
	NonNumeric          []NonNumericField // fields that questions compare as numbers although they hold none
	Records             int64             // records of the data set
	KeptRecords         int64             // how many of the records had cells after all were written; later ones replaced the others
	ReplacedRecords     int64             // of a table made from a text: records that others replaced before it had a design
	Recipe              bool              // a recipe generates the records
	Sampled             int64             // number of records from which the other figures are estimated, 0 if they are exact
	Warnings            []OutputLine      // what exceeds documented advice, at most the first few
}

// HasTooFewRecords reports whether the table has too few records to tell where a load on it falls:
// fewer than [MinComparedRecords].
func (t TableInfo) HasTooFewRecords() bool { return max(t.Rows, t.Records) < MinComparedRecords }

// FamilyInfo describes a column family.
type FamilyInfo struct {
	Name base.Family
	GC   string // the garbage-collection rule as the console prints it
	Rule string // the same rule as it is typed
	Type string // of an aggregate family, as the console names it; "" for others
}

// RowWindow asks for a page of a table: the rows in sight and some rows before and after them.
type RowWindow struct {
	Table    string
	Offset   int    // rows before the first row in sight
	Count    int    // most rows in sight, up to [MaxPageRows]
	Margin   int    // rows on each side of those, as far as [MaxPageRows] allows
	Versions int    // most versions of a column, up to [MaxVersions]; 0 for the newest only
	State    uint64 // of the timeline; 0, or a number that is gone, is the current state
}

func (w RowWindow) count() int  { return min(max(w.Count, 0), MaxPageRows) }
func (w RowWindow) margin() int { return min(max(w.Margin, 0), (MaxPageRows-w.count())/2) }

// MaxPageRows is the most rows that a page holds.
const MaxPageRows = 500

// maxShown is the most bytes of a value that a page carries.
const maxShown = 256

// RowPage is the answer to a [RowWindow].
type RowPage struct {
	Table  string
	Offset int // rows of the table before Rows
	First  int // rows of the table before the first row in sight
	Total  int // rows of the table
	Rows   []PageRow
	State  uint64 // of the timeline; 0 for the current state
}

// PageRow is one row of a page.
type PageRow struct {
	Key   base.RowKey
	Mark  ReadMark
	Cells []PageCell
}

// PageCell is one version of a column. Newer versions come before older ones.
type PageCell struct {
	Family    base.Family
	Qualifier base.Qualifier
	At        base.Micros
	Value     string // its first maxShown bytes
	Size      int64  // bytes of the whole value
	Versions  int64  // versions in the column; only set in the newest
}

// ReadMark is what the last read did with a row.
type ReadMark uint8

const (
	MarkNone     ReadMark = iota // not scanned
	MarkScanned                  // scanned, not returned
	MarkReturned                 // scanned and returned
)

// The most that one request prints. The line that exceeds a bound is printed whole; all after
// it are left out, and a note says how many.
const (
	maxOutputLines = 10_000
	maxOutput      = 2 << 20 // bytes
)

// put adds to the output as long as there is room, and counts the lines that it leaves out.
func (t *Task) put(l OutputLine) {
	lines, bytes := 1, len(l.Text)
	if l.Kind == LineText {
		lines = strings.Count(strings.TrimSuffix(l.Text, "\n"), "\n") + 1
	}
	for _, a := range l.Args {
		bytes += len(a)
	}
	if t.lines >= maxOutputLines || t.bytes >= maxOutput {
		t.omitted += lines
		return
	}
	t.lines += lines
	t.bytes += bytes
	t.reply.Output = append(t.reply.Output, l)
}

// output returns what was printed, followed by a note about the lines that were left out.
func (t *Task) output() []OutputLine {
	out := t.reply.Output
	if t.omitted == 0 {
		return out
	}
	args := []string{strconv.Itoa(t.omitted), strconv.Itoa(maxOutputLines), strconv.Itoa(maxOutput)}
	return append(out[:len(out):len(out)], OutputLine{Kind: LineNote, Code: base.NoteLeftOut, Args: args})
}
